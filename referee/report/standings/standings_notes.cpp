#include "report/standings/standings_notes.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text/number_text.hpp"
#include "base/text/text_width.hpp"
#include "base/text/utf8.hpp"
#include "base/try.hpp"
#include "report/standings/outlook_report.hpp"

namespace tribunal {
namespace {

/// Explains > and <, and names the groups of bots that never met.
std::string marks_and_groups(const Standings& standings) {
  std::string text;
  const auto any = [&](Sweep sweep) {
    return std::ranges::any_of(standings.rows,
                               [&](const auto& row) { return row.rating && row.rating->sweep == sweep; });
  };
  if (any(Sweep::perfect))
    text += "> never lost to another bot or shared a place with one: no game limits its Elo from above.\n";
  if (any(Sweep::hopeless))
    text += "< never beat another bot or shared a place with one: no game limits its Elo from below.\n";
  if (standings.groups.size() > 1) {
    text += "These groups never met, so ratings can be compared only within each:\n";
    for (const auto& group : standings.groups) {
      text += " ";
      for (const auto& bot : group) text += ' ' + printable(bot);
      text += '\n';
    }
  }
  return text;
}

/// Names the bots whose intervals and LOS are missing.
std::string too_few_deals(const Standings& standings) {
  std::vector<std::string> bots;
  std::vector<std::string> uneven;
  std::size_t played = 0;
  for (const auto& row : standings.rows) {
    if (row.games == 0) continue;
    ++played;
    const bool has_deals = row.deals >= static_cast<std::int64_t>(fewest_deals);
    if (!has_deals) bots.push_back(printable(row.bot));
    if (has_deals && row.rating && !row.rating->elo_error) uneven.push_back(printable(row.bot));
  }
  const auto of = [&](const std::vector<std::string>& some) {
    return some.size() == played ? "" : fmt::format(" of {}", fmt::join(some, ", "));
  };
  std::string text;
  if (!bots.empty())
    text += fmt::format("Too few deals for intervals and LOS{}: {} or more are needed.\n", of(bots),
                        fewest_deals);
  if (!uneven.empty())
    text += fmt::format("Intervals and LOS{} are missing, because a few deals have most of the games.\n",
                        of(uneven));
  return text;
}

/// A note on the gain or loss from playing each deal in several seatings, if it is more than a twentieth.
std::string replay_note(const Standings& standings) {
  constexpr std::int64_t deals_to_tell = 30;
  if (standings.deals < deals_to_tell || !standings.variance_ratio || *standings.variance_ratio <= 0)
    return {};
  const double worth = 1 / *standings.variance_ratio;
  if (std::abs(worth - 1) < 0.05) return {};
  return fmt::format(
      "Deals were replayed in other seatings: these {} games are as informative as about {:.0f} games with a "
      "deal of their own.\n",
      standings.games, worth * static_cast<double>(standings.games));
}

/// Lists the further deals that adjacent rows need, for some of the rows.
std::string separation_note(const Standings& standings) {
  constexpr std::size_t most_told = 6;
  std::vector<std::string> pairs;
  std::size_t left_out = 0;
  for (std::size_t place = 0; place + 1 < standings.rows.size(); ++place) {
    const auto& row = standings.rows[place];
    const auto deals = row.deals_to_separate.value_or(DealsToSeparate{});
    if (deals.fewest <= 0) continue;
    if (pairs.size() == most_told) {
      ++left_out;
      continue;
    }
    pairs.push_back(fmt::format(
        "{} and {} {}", printable(row.bot), printable(standings.rows[place + 1].bot),
        deals.most ? about(deals.fewest) + " to " + about(*deals.most) : about(deals.fewest) + " or more"));
  }
  if (pairs.empty()) return {};
  if (left_out > 0) pairs.push_back(fmt::format("and {} more (--json has all)", counted(left_out, "pair")));
  return fmt::format("More deals needed to separate neighbours (95 %), about: {}.\n", fmt::join(pairs, ", "));
}

/// Names the pair that contradicts the ratings most, if a single strength per bot does not describe the
/// games.
std::string misfit_note(const Standings& standings) {
  if (!standings.misfit) return {};
  const auto& [first, second, seen, expected] = *standings.misfit;
  return fmt::format(
      "The ratings do not fit these games: {} took {:.0f} % of the points against {}, and {:.0f} % by the "
      "ratings; see --crosstable.\n",
      printable(first), 100 * seen, printable(second), 100 * expected);
}

/// Names the parts of the field whose games against the rest show little.
std::string weak_links_note(const Standings& standings) {
  constexpr std::size_t most_named = 8;
  std::string text;
  for (const auto& [bots, meetings] : standings.weak_links) {
    std::vector<std::string> names;
    for (const auto& bot : bots)
      if (names.size() < most_named) names.push_back(printable(bot));
    if (bots.size() > most_named) names.push_back(fmt::format("{} more", bots.size() - most_named));
    const auto last = names.back();
    names.pop_back();
    text += fmt::format(
        "Parts of this field hardly met: the games of {} and {} with the others ({}) say little "
        "about their distance. Elos can be compared within a part; across parts they have the errors of "
        "these games. More games between the parts help.\n",
        fmt::join(names, ", "), last, counted(static_cast<std::uint64_t>(meetings), "meeting"));
  }
  return text;
}

/// Names the anchors whose games contradict their fixed Elo, and the groups without an anchor.
std::string anchors_note(const Standings& standings) {
  std::string text;
  for (const auto& bot : standings.idle_anchors)
    text += fmt::format("The anchor {} has no game that counts, so it fixes no Elo{}.\n", printable(bot),
                        standings.anchors.empty() ? fmt::format(": the Elos have a mean of {:.0f}", mean_elo)
                                                  : std::string{});
  for (const auto& [anchor, elo_by_games, z] : standings.anchors) {
    if (!z || std::abs(*z) <= odd_anchor_z) continue;
    text += fmt::format(
        "The anchor {} does not fit its games: it is fixed at {:.0f}, but these games place it at {:.0f} "
        "relative to the other anchors (z = {:+.1f}).\n",
        printable(anchor.bot), anchor.elo, *elo_by_games, *z);
  }
  if (standings.anchors.empty() || standings.groups.size() < 2) return text;
  for (const auto& group : standings.groups) {
    const auto is_in = [&](const AnchorFit& fit) {
      return std::ranges::find(group, fit.anchor.bot) != group.end();
    };
    if (std::ranges::any_of(standings.anchors, is_in)) continue;
    text += fmt::format(
        "The group of {} has no anchor: its Elos have a mean of {:.0f}, and cannot be compared with those of "
        "others.\n",
        printable(group.front()), mean_elo);
  }
  return text;
}

/// Warns about events in which errors and LOS are known to be less accurate than usual.
std::string close_field_note(const Standings& standings) {
  const bool has_errors = std::ranges::any_of(
      standings.rows, [](const auto& row) { return row.rating && row.rating->elo_error.has_value(); });
  if (!has_errors || !standings.is_close_field() || !standings.weak_links.empty()) return {};
  return fmt::format(
      "Few games for so close a field, paired by results or with bots that never met (standard error {:.0f}, "
      "spread {:.0f} points of Elo): intervals may be wider than 95 % need, and in simulated tournaments "
      "like this one, a LOS from 95 to 99 % was right in as few as 84 %. More rounds or deals help.\n",
      standings.typical_error, standings.spread);
}

/// Warns about LOS within groups that are far apart: because there is one spread for all bots, neighbours are
/// taken to be less similar than they are.
std::string far_groups_note(const Standings& standings) {
  constexpr double least_gap = 200;
  if (!standings.weak_links.empty()) return {};
  std::vector<double> elos;
  for (const auto& row : standings.rows)
    if (row.rating && row.rating->elo_error) elos.push_back(row.rating->elo);
  std::ranges::sort(elos);
  for (std::size_t low = 2; low + 2 <= elos.size(); ++low) {
    const double gap = elos[low] - elos[low - 1];
    const double within = std::max(elos[low - 1] - elos.front(), elos.back() - elos[low]);
    if (gap < least_gap || gap < 2 * within) continue;
    return fmt::format(
        "Two groups of {} and {} bots, {:.0f} points of Elo apart: a LOS of two bots of one group is less "
        "certain than it says. In simulated fields like this one from 90 to 95 % was right in 78 to 92 %.\n",
        elos.size() - low, low, gap);
  }
  return {};
}

/// Reports errors that are wider than any field, as in a knockout in which hardly any bots met.
std::string vague_note(const Standings& standings) {
  constexpr double widest_to_tell = 1000;
  const auto is_vague = [](const StandingsRow& row) {
    return row.rating && row.rating->elo_error.value_or(0) > widest_to_tell;
  };
  if (std::ranges::none_of(standings.rows, is_vague)) return {};
  return fmt::format("Errors above {:.0f} points of Elo: these games say almost nothing about strength{}.\n",
                     widest_to_tell, standings.ranked_by_elo ? "" : "; ranks are by the rounds, not by Elo");
}

/// Says that errors and LOS allow for repeated looks while games are still to come.
std::string watched_note(const Standings& standings) {
  const bool has_errors = std::ranges::any_of(
      standings.rows, [](const auto& row) { return row.rating && row.rating->elo_error.has_value(); });
  if (!has_errors || standings.widening <= 1) return {};
  return fmt::format(
      "Not finished: +/- is {:.2f} times as wide as for a single look at the end, and LOS is nearer to 50, "
      "so that they hold however often you look; after the last planned game they are the usual ones.\n",
      standings.widening);
}

/// The bots with limits of their own, and the limits.
std::vector<std::string> handicaps_of(const Plan& plan) {
  std::vector<std::string> handicaps;
  for (const auto& bot : plan.bots)
    if (bot.limits) handicaps.push_back(fmt::format("{}: {}", bot.name, clock_text(*bot.limits)));
  return handicaps;
}

std::string handicaps_sentence(const std::vector<std::string>& handicaps) {
  return fmt::format("Not all bots have the same limits ({}): ratings compare them with these handicaps.",
                     printable(fmt::format("{}", fmt::join(handicaps, "; "))));
}

}  // namespace

std::string doubts_text(const Standings& standings) {
  return watched_note(standings) + anchors_note(standings) + misfit_note(standings) +
         weak_links_note(standings) + close_field_note(standings) + far_groups_note(standings) +
         vague_note(standings);
}

std::string notes_text(const Standings& standings, const TextLayout& layout) {
  const auto doubts = anchors_note(standings) + misfit_note(standings) + watched_note(standings) +
                      weak_links_note(standings) + too_few_deals(standings) + close_field_note(standings) +
                      far_groups_note(standings) + vague_note(standings);
  return marks_and_groups(standings) + inked(Ink::warning, doubts, layout) + separation_note(standings) +
         replay_note(standings);
}

std::string always_at_fault_text(const Standings& standings) {
  std::string text;
  for (const auto& row : standings.rows) {
    if (!row.always_at_fault()) continue;
    text += fmt::format("!!! {} was at fault in {}: its results say nothing about how it plays.\n",
                        printable(row.bot),
                        row.games == 1 ? "its only game" : fmt::format("each of its {} games", row.games));
  }
  return text;
}

std::string unverified_sentence(std::string_view why) {
  return "These games are not verified: " + harmless(why) +
         "; 'tribunal verify', or a merge without that option, verifies them.";
}

std::string not_starting_text(std::span<const NotStarting> bots) {
  std::string text;
  for (const auto& [bot, message] : bots) {
    text += fmt::format(
        "!!! {} failed to start in the last run, and games of it were not played or were forfeit: {}\n",
        printable(bot), printable(message));
  }
  return text;
}

std::vector<std::string> sentences_beside_others(const Results& results) {
  std::vector<std::string> sentences;
  if (const auto& why = results.unverified(); !why.empty()) sentences.push_back(unverified_sentence(why));
  const auto& tournament = results.tournament();
  if (const auto games = results.void_games(); games && !tournament.rulings.empty())
    sentences.push_back(rulings_sentence(tournament.rulings, *games));
  if (const auto handicaps = handicaps_of(tournament.plan); !handicaps.empty())
    sentences.push_back(handicaps_sentence(handicaps));
  if (const auto changes = results.changed_conditions())
    for (const auto& changed : *changes) sentences.push_back(changed_conditions_sentence(changed));
  if (const auto progress = results.progress(); progress && !tournament.shard && !progress->is_finished())
    sentences.push_back("unfinished: " + how_far(tournament, *progress));
  return sentences;
}

Result<RunNotes> run_notes(const Results& results) {
  auto facts = TRY(results.run_facts());
  auto changes = TRY(results.changed_conditions());
  const auto& tournament = results.tournament();
  return RunNotes{std::move(facts), std::move(changes), tournament.rulings, handicaps_of(tournament.plan)};
}

std::vector<std::string> sentences_of(const RunNotes& notes) {
  std::vector<std::string> sentences;
  if (!notes.rulings.empty()) sentences.push_back(rulings_sentence(notes.rulings, notes.by_rulings));
  for (const auto& changed : notes.changed_conditions)
    sentences.push_back(changed_conditions_sentence(changed));
  if (notes.replayed_otherwise > 0)
    sentences.push_back(replayed_otherwise_sentence(notes.replayed_otherwise));
  if (!notes.handicaps.empty()) sentences.push_back(handicaps_sentence(notes.handicaps));
  if (notes.void_games > 0) {
    const bool one = notes.void_games == 1;
    sentences.push_back(
        fmt::format("{} {} void, because of a problem of the referee or the machine, and {} played again.",
                    counted(notes.void_games, "game"), one ? "was" : "were", one ? "was" : "were"));
  }
  for (const auto& [bot, count] : notes.restarts) {
    sentences.push_back(
        fmt::format("{} had to be started again in {}, because its process had ended between two games; "
                    "'tribunal faults' shows how.",
                    printable(bot), counted(count, "game")));
  }
  if (!notes.crowding.empty()) {
    sentences.push_back(
        "Games were played under load, which may have caused timeouts: " + printable(notes.crowding) + '.');
  }
  return sentences;
}

std::string run_notes_text(const RunNotes& notes, const TextLayout& layout) {
  std::string text = notes.not_starting.empty() ? "" : '\n' + not_starting_text(notes.not_starting);
  for (const auto& sentence : sentences_of(notes)) text += '\n' + sentence + '\n';
  return fitted_text(inked(Ink::warning, text, layout), layout);
}

namespace {

constexpr std::uint64_t most_looked_at = 10'000;  // games of a ruling; a folder may be untrusted

/// The number of a ruling's games that are not played while a bot in them is excluded.
std::uint64_t games_of_excluded(const Tournament& tournament, std::span<const GameRange> games) {
  const auto& bots = tournament.plan.bots;
  const auto is_excluded = [&](int bot) { return bots.at(static_cast<std::size_t>(bot)).stay.excluded; };
  if (!tournament.plan.has_excluded()) return 0;
  std::uint64_t count = 0;
  for (const auto& range : games)
    for (auto game = range.begin; game < std::min(range.end, tournament.schedule.size()); ++game)
      count += std::ranges::any_of(tournament.schedule.game(game).seating, is_excluded) ? 1 : 0;
  return count;
}

/// A clause on what happens to the games that a ruling made void.
std::string what_becomes_of(const Tournament& tournament, const Ruling& ruling) {
  const auto games = games_made_void(ruling);
  const auto all = count_of(games);
  if (all > most_looked_at && tournament.plan.has_excluded())
    return "to be played again, except for those in which a bot is excluded";
  const auto left_out = games_of_excluded(tournament, games);
  if (left_out == 0) return "to be played again";
  if (left_out == all)
    return fmt::format("omitted while a bot in {} is excluded", all == 1 ? "it" : "each of them");
  return fmt::format("to be played again, except {} that {} omitted while a bot in {} is excluded", left_out,
                     left_out == 1 ? "is" : "are", left_out == 1 ? "it" : "each");
}

std::string what_it_says(const Tournament& tournament, const Ruling& ruling) {
  if (ruling.kind == RulingKind::exclude)
    return fmt::format("bot {} is excluded: none of its games counts", harmless(ruling.subject));
  if (ruling.kind == RulingKind::reinstate)
    return fmt::format("bot {} is reinstated", harmless(ruling.subject));
  const auto from = played_on(ruling);
  const auto games = harmless(from ? from->games : ruling.subject);
  const bool is_one = games.find_first_of(",-") == std::string::npos;
  return fmt::format("game{} {} {} void, {}{}", is_one ? "" : "s", games, is_one ? "is" : "are",
                     what_becomes_of(tournament, ruling),
                     from ? fmt::format(", and the rounds from game {} on are played again, instead of those "
                                        "of {} (content SHA-256 {})",
                                        from->end, harmless(from->folder), from->content)
                          : "");
}

}  // namespace

Json rulings_json(std::span<const Ruling> rulings) {
  auto list = Json::array();
  for (const auto& ruling : rulings) {
    auto& json = list.emplace_back(
        Json{{"number", static_cast<std::uint64_t>(ruling.number)}, {"kind", name_of(ruling.kind)}});
    if (const auto from = played_on(ruling)) {
      json.update({{"games", from->games},
                   {"rounds_before_game", from->end},
                   {"content_sha256", from->content},
                   {"folder", from->folder}});
    } else {
      json[voids_games(ruling.kind) ? "games" : "bot"] = ruling.subject;
    }
    json.update({{"reason", harmless(ruling.reason)}, {"made", harmless(ruling.made)}});
  }
  return list;
}

Json rulings_report(std::span<const Ruling> rulings) {
  auto list = Json::array();
  for (auto& ruling : rulings_json(rulings)) {
    list.push_back({{"schema", report_schema}});
    list.back().update(ruling);
  }
  return list;
}

std::string ruling_line(const Tournament& tournament, const Ruling& ruling) {
  return fmt::format("{}  {}  {}: {}", ruling.number, harmless(ruling.made), what_it_says(tournament, ruling),
                     harmless(ruling.reason));
}

std::vector<std::string> rulings_notes(const Tournament& tournament) {
  constexpr std::size_t most_shown = 100;
  const std::span<const Ruling> rulings{tournament.rulings};
  const auto hidden = rulings.size() - std::min(rulings.size(), most_shown);
  std::vector<std::string> notes;
  if (hidden > 0)
    notes.push_back(fmt::format("The first {} are not shown here; 'tribunal ruling FOLDER' shows all.",
                                counted(hidden, "ruling")));
  for (const auto& ruling : rulings.subspan(hidden))
    notes.push_back(fmt::format("Ruling {} of {}: {}: {}", ruling.number, harmless(ruling.made),
                                what_it_says(tournament, ruling), harmless(ruling.reason)));
  return notes;
}

std::string changed_conditions_sentence(const ChangedConditions& changed) {
  const bool one = changed.games == 1;
  return fmt::format(
      "{} {} played under different conditions than the first games, because --accept-changes asked for it: "
      "{}. "
      "The first is game {}. The tables count all games alike.",
      counted(changed.games, "game"), one ? "was" : "were", harmless(changed.text), changed.first);
}

std::string replayed_otherwise_sentence(std::uint64_t games) {
  return fmt::format(
      "{} that rulings made void {} played again under conditions that differ from the original (another "
      "version "
      "of a bot, limits or sandbox), because --accept-changes asked for it.",
      counted(games, "game"), games == 1 ? "was" : "were");
}

std::string rulings_sentence(std::span<const Ruling> rulings, const VoidGameCounts& games) {
  if (rulings.empty()) return {};
  std::vector<std::string> effects;
  std::vector<std::string> excluded;
  for (const auto& ruling : rulings) {
    if (const auto from = played_on(ruling))
      effects.push_back(fmt::format("played on from an earlier round of {}", harmless(from->folder)));
    if (exclusion_of(rulings, ruling.subject) == &ruling) excluded.push_back(harmless(ruling.subject));
  }
  if (games.now > 0) effects.push_back(fmt::format("{} void", counted(games.now, "game")));
  if (games.played_again > 0)
    effects.push_back(fmt::format("{} void and played again", counted(games.played_again, "game")));
  if (!excluded.empty()) effects.push_back(fmt::format("excluded: {}", fmt::join(excluded, ", ")));
  return fmt::format(
      "The organiser has made {}{}{}; 'tribunal ruling FOLDER' shows them, with their reasons. SHA-256 of "
      "all rulings: {}.",
      counted(rulings.size(), "ruling"), effects.empty() ? "" : ": ", fmt::join(effects, "; "),
      to_hex(sha256_of(rulings)));
}

}  // namespace tribunal
