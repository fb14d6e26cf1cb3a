#include "report/standings/comparison_report.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <vector>

#include "base/text/number_text.hpp"
#include "ratings/sequential/sequential_test.hpp"
#include "report/format/columns_and_csv.hpp"
#include "tournament/luck/stored_luck.hpp"

namespace tribunal {
namespace {

bool by_points(const Comparison& comparison) { return comparison.compared_by() != ComparedBy::places; }

/// The figure that reports show for a mean: points, or the Elo of a score, which is kept away from 0 and 1.
double shown(const Comparison& comparison, double mean) {
  return by_points(comparison) ? mean : elo_of_score(std::clamp(mean, 1e-6, 1 - 1e-6));
}

std::string unit_of(const Comparison& comparison) {
  return by_points(comparison) ? "points a game" : "Elo by places";
}

/// An interval as text: `0.42 (0.11 .. 0.73) points a game`.
std::string interval(const Comparison& comparison, double middle, double low, double high) {
  const int shown_decimals = by_points(comparison) ? 2 : 0;
  const auto text = [&](double mean) { return fixed(shown(comparison, mean), shown_decimals); };
  return text(middle) + " (" + text(low) + " .. " + text(high) + ") " + unit_of(comparison);
}

/// The mean so far. Its error for a fixed number of deals is not shown, because it would be too small for a
/// test that is watched.
std::string mean_text(const Comparison& comparison) {
  return fixed(shown(comparison, comparison.test().mean()), 2) + ' ' + unit_of(comparison);
}

/// The estimate at the end.
std::string estimate_text(const Comparison& comparison) {
  const auto& test = comparison.test();
  const auto within = bet_interval(test);
  return fmt::format("{}, the interval of the bets, {} % at any stop",
                     interval(comparison, stopped_estimate(test, within), within.low, within.high),
                     fixed(100 * within.level, 0));
}

/// The evidence as text: `bets 1.20 of 3.00 for it, 0.31 of 3.00 against`.
std::string evidence(const SequentialTest& test) {
  const auto of = [](const SequentialEvidence& side) {
    return fixed(side.now, 2) + " of " + fixed(side.needed, 2);
  };
  return "bets " + of(test.better()) + " for it, " + of(test.not_better()) + " against";
}

std::uint64_t games_of(const Comparison& comparison) {
  return comparison.deals() * comparison.games_a_deal();
}

/// About how many further deals a verdict takes. None with a verdict, or if it is unknown.
std::optional<double> further_deals(const Comparison& comparison) {
  const bool is_open = !comparison.decided() || comparison.verdict() == ComparisonVerdict::inconclusive;
  return is_open ? blocks_to_come(comparison.test()) : std::nullopt;
}

/// The next step after an inconclusive comparison.
std::string more_deals_text(const Comparison& comparison) {
  const auto more = further_deals(comparison);
  if (!more) return "The deals are too few to estimate how many more it takes.";
  constexpr double most_deals = 1e9;
  const auto all = static_cast<double>(comparison.deals()) + *more;
  return fmt::format("It takes about {} more deals{}.", about(*more),
                     all < most_deals ? ": the same command with --deals " + about(all) + " plays them" : "");
}

std::string sentence(const Comparison& comparison) {
  switch (comparison.verdict()) {
    case ComparisonVerdict::better:
      return "The candidate is better than the baseline.";
    case ComparisonVerdict::not_better:
      return "The candidate is not better than the baseline.";
    case ComparisonVerdict::inconclusive:
      return "Inconclusive: the last deal was played, and neither is shown. " + more_deals_text(comparison);
    case ComparisonVerdict::more_faults:
      return fmt::format("The candidate is not accepted: it has {}, the baseline {}.",
                         counted(static_cast<std::uint64_t>(comparison.candidate_faults()), "fault"),
                         comparison.baseline_faults());
    case ComparisonVerdict::same_moves:
      return "Identical: both made the same moves in all " + counted(games_of(comparison), "game") +
             ", so there is no difference to find.";
    case ComparisonVerdict::no_opponent: {
      const auto& pairs = comparison.pairs();
      const auto of = [](std::string_view bot, std::uint64_t games, std::uint64_t all) {
        return fmt::format(
            "!!! No verdict: {} was at fault in {} of {}, so these games do not show how well the candidate "
            "plays.",
            bot, games, counted(all, "game"));
      };
      return pairs.lack_baseline() ? of("the baseline", pairs.without_baseline, pairs.all)
                                   : of("the field", pairs.games_without_field, 2 * pairs.all);
    }
    case ComparisonVerdict::undecided:
      break;
  }
  return "Undecided so far.";
}

/// The range as text: `at most 52 points between two games of a seat, by the rules`.
std::string range_text(const Comparison& comparison, double rules_range) {
  const auto& question = comparison.asked();
  if (comparison.compared_by() == ComparedBy::cut_points) {
    return "differences between two games of a seat count as " + fixed(question.highest, 2) +
           " points at most, as --cut says; by the rules " + fixed(rules_range, 2);
  }
  const auto range = "at most " + fixed(question.highest, 2) + " points between two games of a seat";
  if (question.highest >= rules_range) return range + ", by the rules";
  return range + ", as --range says; by the rules " + fixed(rules_range, 2);
}

/// Whether luck was taken out, and the effect of that. Empty if it was not requested.
std::string luck_text(const Comparison& comparison) {
  const auto* const luck = comparison.luck();
  if (luck == nullptr) return {};
  if (comparison.corrected_deals() > 0) {
    const auto left = comparison.variance_left();
    return fmt::format(
        "of draws, taken out of the last {} by {} of playouts for each event: at most {} points a game, so "
        "that two games of a seat differ by at most {}{}",
        counted(comparison.corrected_deals(), "deal"), counted(luck->pairs(), "pair"), fixed(luck->most(), 2),
        fixed(comparison.test().question().highest, 2),
        left ? "; " + fixed(*left, 2) + " of the variance is left" : "");
  }
  const auto worth = luck->worth(comparison.test());
  if (!worth) return "not taken out yet: the first deals only show how the bots play";
  return fmt::format(
      "{}: the question takes about {} deals whose bots think for {} ms a game; with luck taken out about "
      "{}, and {} ms more a game",
      worth->is_worth_it() ? "worth taking out" : "not taken out, because it is not worth its time",
      about(worth->deals_as_played), fixed(worth->game_ms, 1), about(worth->deals_corrected),
      fixed(worth->luck_ms, 1));
}

/// The effect of the two bots' faults on the estimate. Empty if there are none.
std::string effect_of_faults(const Comparison& comparison) {
  std::string text;
  if (comparison.candidate_faults() > 0) text += "a game with a fault of the candidate counts as its worst";
  if (comparison.baseline_faults() > 0) {
    text += text.empty() ? "a game with a fault" : ", one";
    text += " of the baseline alone does not count";
  }
  return text.empty() ? text : " (" + text + ')';
}

/// The further deals as text: `about 120 deals to come`. Empty if their number is unknown.
std::string deals_to_come(const Comparison& comparison) {
  const auto more = further_deals(comparison);
  return more ? "about " + about(*more) + " deals to come" : "";
}

/// All facts by name, in the order of the reports.
Json facts(const Comparison& comparison, double rules_range) {
  const auto& test = comparison.test();
  const auto& question = test.question();
  const auto number = [](const std::optional<double>& value) { return rounded_json(value, points_decimals); };
  const auto error = test.error();
  const auto within = bet_interval(test);
  const double estimate = stopped_estimate(test, within);
  const bool is_cut = comparison.compared_by() == ComparedBy::cut_points;
  return {{"verdict", name_of(comparison.verdict())},
          {"compared_by", by_points(comparison) ? "points" : "places"},
          {"deals", comparison.deals()},
          {"games", games_of(comparison)},
          {"bets_better", number(test.better().now)},
          {"bets_better_needed", number(test.better().needed)},
          {"bets_not_better", number(test.not_better().now)},
          {"bets_not_better_needed", number(test.not_better().needed)},
          {"m0", number(question.m0)},
          {"m1", number(question.m1)},
          {"lowest", number(question.lowest)},
          {"highest", number(question.highest)},
          {"rules_range", by_points(comparison) ? number(rules_range) : Json(nullptr)},
          {"cut", is_cut ? number(comparison.asked().highest) : Json(nullptr)},
          {"alpha", question.alpha},
          {"beta", question.beta},
          {"mean", number(test.mean())},
          {"mean_error", number(error)},
          {"estimate", number(estimate)},
          {"estimate_low", number(within.low)},
          {"estimate_high", number(within.high)},
          {"estimate_level", number(within.level)},
          {"elo", by_points(comparison) ? Json(nullptr) : number(shown(comparison, test.mean()))},
          {"estimate_elo", by_points(comparison) ? Json(nullptr) : number(shown(comparison, estimate))},
          {"deals_to_come", number(further_deals(comparison))},
          {"candidate_faults", comparison.candidate_faults()},
          {"baseline_faults", comparison.baseline_faults()},
          {"field_faults", comparison.field_faults()},
          {"unrepeated_timeouts", comparison.unrepeated()},
          {"stored_games", comparison.stored_before().games},
          {"new_games", comparison.stored_before().new_games},
          {"last_played_before", comparison.stored_before().last_played.empty()
                                     ? Json(nullptr)
                                     : Json(comparison.stored_before().last_played)}};
}

/// The facts about luck. Empty if taking it out was not requested.
Json luck_facts(const Comparison& comparison) {
  const auto* const luck = comparison.luck();
  if (luck == nullptr) return Json::object();
  const auto worth = luck->worth(comparison.test());
  const auto of_worth = [&](double LuckWorth::*number) {
    return worth ? rounded_json((*worth).*number, points_decimals) : Json(nullptr);
  };
  return {{"luck", name_of(LuckKind::draws)},
          {"luck_pairs", luck->pairs()},
          {"luck_deals", comparison.corrected_deals()},
          {"luck_most", rounded_json(luck->most(), points_decimals)},
          {"variance_left", rounded_json(comparison.variance_left(), points_decimals)},
          {"luck_deals_as_played", of_worth(&LuckWorth::deals_as_played)},
          {"luck_deals_corrected", of_worth(&LuckWorth::deals_corrected)},
          {"game_ms", of_worth(&LuckWorth::game_ms)},
          {"luck_ms", of_worth(&LuckWorth::luck_ms)}};
}

}  // namespace

std::string comparison_line(const Comparison& comparison) {
  const auto more = deals_to_come(comparison);
  return counted(comparison.deals(), "deal") + "  " + evidence(comparison.test()) + "  difference " +
         mean_text(comparison) + (comparison.corrected_deals() > 0 ? " without the luck of draws" : "") +
         (more.empty() ? "" : "  " + more);
}

namespace {

/// A note that a verdict uses games of an earlier run. Empty if it does not.
std::string stored_text(const Comparison::StoredBefore& before) {
  if (before.games == 0) return {};
  const auto when = before.last_played.empty() ? "" : ", the last at " + before.last_played;
  if (before.new_games > 0)
    return fmt::format("Resumed: {} stored before{}.\n\n", counted(before.games, "game"), when);
  return fmt::format("Stored verdict: all of its {} were played before{}; none was played now.\n\n",
                     counted(before.games, "game"), when);
}

}  // namespace

std::string comparison_text(const Comparison& comparison, double rules_range) {
  const auto& test = comparison.test();
  const auto& question = test.question();
  const auto mean = [&](double value) { return fixed(shown(comparison, value), 2); };
  auto text = stored_text(comparison.stored_before()) + fmt::format("{}\n\n", sentence(comparison));
  text += fmt::format("Deals       {}, {}\n", comparison.deals(), counted(games_of(comparison), "game"));
  text +=
      fmt::format("Question    {} or {} {} ({} % and {} % errors)\n", mean(question.m0), mean(question.m1),
                  unit_of(comparison), fixed(100 * question.alpha, 0), fixed(100 * question.beta, 0));
  if (by_points(comparison)) text += "Range       " + range_text(comparison, rules_range) + '\n';
  if (const auto luck = luck_text(comparison); !luck.empty()) text += "Luck        " + luck + '\n';
  text += "Evidence    " + evidence(test) + '\n';
  text += "Difference  " + estimate_text(comparison) +
          (comparison.corrected_deals() > 0 ? ", without the luck of draws" : "") + '\n';
  if (!by_points(comparison)) {
    text +=
        "            This Elo compares the places of the two bots in the same seat with the same cards; the "
        "Elo of 'tribunal standings' compares places with the whole table\n";
  }
  text += fmt::format("Faults      candidate {}, baseline {}, field {}{}\n", comparison.candidate_faults(),
                      comparison.baseline_faults(), comparison.field_faults(), effect_of_faults(comparison));
  if (comparison.unrepeated() > 0) {
    text +=
        fmt::format("            {} of the candidate did not occur again when the game was played again\n",
                    counted(static_cast<std::uint64_t>(comparison.unrepeated()), "timeout"));
  }
  return text;
}

std::string dry_run_text(const Comparison& comparison) {
  const auto& test = comparison.test();
  const auto deviation = test.deviation();
  const auto luck = luck_text(comparison);
  const auto played =
      counted(comparison.deals(), "deal") + ", " + counted(games_of(comparison), "game") + ", ";
  if (!deviation)
    return "Dry run: " + played + "which are too few to estimate how many the question takes.\n";
  return "Dry run: from " + played + "the question takes about " +
         about(blocks_for(test.question(), *deviation)) + " deals (a deal's standard deviation is " +
         fixed(*deviation, by_points(comparison) ? 2 : 3) +
         "; fewer, if the difference is larger than asked for).\n" +
         (luck.empty() ? "" : "Luck: " + luck + ".\n");
}

Json comparison_json(const Comparison& comparison, double rules_range, const Json& faults) {
  Json json{{"schema", report_schema}};
  json.update(facts(comparison, rules_range));
  json.update(luck_facts(comparison));
  json["faults"] = faults;
  return json;
}

std::string comparison_csv(const Comparison& comparison, double rules_range) {
  std::vector<std::string> headings;
  std::vector<std::string> values;
  auto all = facts(comparison, rules_range);
  all.update(luck_facts(comparison));
  for (const auto& [name, value] : all.items()) {
    headings.push_back(name);
    values.push_back(value.is_number() ? value.dump() : csv_field(value, 0));
  }
  return csv_heading(headings) + csv_line(values);
}

}  // namespace tribunal
