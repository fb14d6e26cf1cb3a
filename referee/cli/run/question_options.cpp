#include "cli/run/question_options.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "analysis/luck/chance_luck.hpp"
#include "base/text/number_text.hpp"
#include "cli/options/command_line.hpp"
#include "ratings/sequential/sequential_test.hpp"
#include "tournament/luck/stored_luck.hpp"

namespace tribunal {
namespace {

constexpr std::string_view name_of_test = "mixture of bets";
/// The Elo of the question that is proposed if the range of points is wide.
constexpr double proposed_elo = 40;
/// The deviation of a deal by places. In our games it is 0.14 to 0.21.
constexpr double usual_deviation_of_places = 0.2;

SequentialQuestion by_places(SequentialQuestion question, double elo0, double elo1) {
  question.m0 = score_of_elo(elo0);
  question.m1 = score_of_elo(elo1);
  question.lowest = 0;
  question.highest = 1;
  return question;
}

SequentialQuestion question_by_points(const QuestionOptions& options, const Rules& rules,
                                      SequentialQuestion question) {
  const double by_rules = range_of(rules);
  const auto given = options.cut ? options.cut : options.range;
  question.m0 = options.m0;
  question.m1 = *options.m1;
  question.highest = std::min(given.value_or(by_rules), by_rules);
  question.lowest = -question.highest;
  if (!(question.m0 < question.m1)) throw Complaint{"--m1 must be above --m0"};
  if (question.m1 < question.highest && question.m0 > question.lowest) return question;
  if (given && *given < by_rules) {
    throw Complaint{std::string{options.cut ? "--cut" : "--range"} +
                    " must be above --m1, and above the size of --m0"};
  }
  throw Complaint{"--m1 and the size of --m0 must be below " + fixed(by_rules, 0) +
                  ", the largest difference between two games of " + rules.game() + " with these rules"};
}

/// The approximate number of deals that the proposed question by places takes.
double deals_by_places(const SequentialQuestion& question) {
  return blocks_for(by_places(question, 0, proposed_elo), usual_deviation_of_places);
}

/// Throws `Complaint` if luck is to be taken out but cannot be.
void check_luck(const QuestionOptions& options, const Rules& rules) {
  if (!options.luck) return;
  if (options.elo1) throw Complaint{"--luck removes luck from points, not from places; expected --m1"};
  if (has_later_chance(rules)) return;
  throw Complaint{"no chance event follows a decision in " + rules.game() +
                  " with these rules, and playing each deal in all seats already evens out all luck; "
                  "expected no --luck"};
}

std::string text_of_luck(const QuestionOptions& options) {
  if (!options.luck) return {};
  return fmt::format(", luck of {} taken out by {}{}", name_of(LuckKind::draws),
                     counted(options.pairs, "pair"),
                     options.luck_always ? "" : " where it is worth its time");
}

}  // namespace

double range_of(const Rules& rules) {
  const auto scores = rules.score_bounds();
  return static_cast<double>(scores.most) - scores.least;
}

ComparedBy QuestionOptions::compared_by() const {
  if (elo1) return ComparedBy::places;
  return cut ? ComparedBy::cut_points : ComparedBy::points;
}

SequentialQuestion QuestionOptions::question(const Rules& rules) const {
  check_luck(*this, rules);
  const SequentialQuestion asked{.alpha = alpha, .beta = beta, .most_blocks = deals};
  if (elo1 && !(elo0 < *elo1)) throw Complaint{"--elo1 must be above --elo0"};
  if (elo1) return by_places(asked, elo0, *elo1);
  if (m1) return question_by_points(*this, rules, asked);
  throw Complaint{
      fmt::format("give the smallest gain worth detecting: --m1 POINTS per game (two games of a seat can "
                  "differ by {}) or "
                  "--elo1 ELO (by places): --elo1 {} takes about {} deals",
                  fixed(range_of(rules), 0), proposed_elo, about(deals_by_places(asked)))};
}

std::string QuestionOptions::text_of(const SequentialQuestion& question) const {
  return (elo1 ? "by places, " : "by points, ") + std::string{name_of_test} + ", " +
         std::to_string(question.m0) + " or " + std::to_string(question.m1) + (cut ? ", cut " : ", range ") +
         std::to_string(question.highest) + ", errors " + std::to_string(question.alpha) + " and " +
         std::to_string(question.beta) + text_of_luck(*this);
}

std::string advice(const QuestionOptions& options, const SequentialQuestion& question, const Rules& rules) {
  constexpr double many = 500;
  const double deals = blocks_for(question, 0);
  if (options.compared_by() == ComparedBy::places || deals < many) return {};
  auto text = fmt::format(
      "by points this question takes about {} deals for a difference near --m1{}, because two games of a "
      "seat "
      "can differ by {} points",
      about(deals),
      static_cast<double>(options.deals) < deals ? fmt::format(", more than --deals {}", options.deals) : "",
      fixed(question.highest, 0));
  constexpr double margins = 20;
  const double farthest = std::max(std::abs(question.m0), std::abs(question.m1));
  const double cut = std::ceil(std::max(margins * question.margin(), 2 * farthest));
  text +=
      fmt::format("; by places, --elo1 {} takes about {}", proposed_elo, about(deals_by_places(question)));
  if (cut < question.highest && cut < range_of(rules)) {
    auto narrow = question;
    narrow.highest = cut;
    narrow.lowest = -cut;
    text += fmt::format("; cut at {}, --cut {} takes about {}", fixed(cut, 0), fixed(cut, 0),
                        about(blocks_for(narrow, 0)));
  }
  return text;
}

void QuestionOptions::add_options(CommandLine& command) {
  auto* const given_m1 = command.add("--m1", m1, "margin under H1, in points per game");
  command.add("--m0", m0, "margin under H0, in points per game")->needs(given_m1);
  auto* const given_range = command
                                .add("--range", range, number(1.0, 1e9),
                                     "largest difference in points between two games of a seat with the same "
                                     "cards (default: by the rules)")
                                ->needs(given_m1);
  command
      .add("--cut", cut, number(1e-6, 1e9),
           "greatest difference in points between two games of a seat; a larger one counts as this one, in "
           "both directions")
      ->needs(given_m1)
      ->excludes(given_range);
  auto* const given_elo1 =
      command
          .add("--elo1", elo1, number(-1000.0, 1000.0), "instead of --m1: margin under H1, in Elo by places")
          ->excludes(given_m1);
  command.add("--elo0", elo0, number(-1000.0, 1000.0), "margin under H0, in Elo by places")
      ->needs(given_elo1);
  command.add("--alpha", alpha, number(1e-6, 0.499),
              "type I error probability: accepting a candidate no better than H0");
  command.add("--beta", beta, number(1e-6, 0.499),
              "type II error probability: rejecting a candidate as good as H1");
  auto* const given_luck =
      command.add("--luck", luck, "remove the luck of draws from the points, if that saves time");
  command.add("--luck-always", luck_always, "with --luck: even if it saves no time")->needs(given_luck);
  command.add("--pairs", pairs, whole(1, 10'000), "pairs of playouts for each chance event, to measure luck")
      ->needs(given_luck);
  command.add("-n,--deals", deals, whole(1, 1'000'000'000),
              "maximum number of deals before the test stops as inconclusive");
}

}  // namespace tribunal
