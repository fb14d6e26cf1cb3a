#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analysis/analysed_game.hpp"
#include "bench_report.hpp"
#include "games/catalogue.hpp"
#include "support/played_record.hpp"
#include "tournament/fair_play/gifts.hpp"
#include "tournament/schedule/formats/format.hpp"
#include "tournament/schedule/schedule.hpp"

namespace tribunal {
namespace {

/// A bot takes the action with the highest sum of the action's value (`Game::value_actions`) and, times a
/// weight, what it brings a seat at once, less the mean of the other opponents.
struct Mannered {
  std::string name;
  std::string favours{};  ///< the bot whose gains count; `leader`: the opponent who is ahead
  double weight = 0;
  double noise = 1;  ///< bound of the random numbers added to values
};

const std::vector<Mannered>& mannered() {
  static const std::vector<Mannered> mannered{{.name = "colluder", .favours = "friend", .weight = 4},
                                              {.name = "mild", .favours = "acquaintance", .weight = 0.5},
                                              {.name = "friend"},
                                              {.name = "acquaintance", .noise = 2},
                                              {.name = "against", .favours = "leader", .weight = -0.7},
                                              {.name = "hasty", .noise = 4}};
  return mannered;
}

/// The points that each action of a seat brings `other` at once, less the mean of the seat's other opponents.
std::vector<double> brought(const Game& game, Seat seat, const ActionList& actions, std::size_t other) {
  const auto more = [&](const ScoresNow& now) {
    double rest = 0;
    for (std::size_t i = 0; i < 3; ++i)
      if (i != index_of(seat) && i != other) rest += now.scores.at(i);
    return now.scores.at(other) - rest;
  };
  auto muted = EventLog::muted();
  std::vector<double> brought;
  for (const auto& action : actions) {
    Choices choices;
    for (const auto each : game.wanted()) choices[each] = each == seat ? action : game.default_action(each);
    const auto next = game.clone();
    next->apply(choices, muted);
    brought.push_back(more(next->scores_now()) - more(game.scores_now()));
  }
  return brought;
}

/// The seat that a player favours at a table; `seating.size()` if that player is not there.
std::size_t favoured(const Game& game, const std::vector<int>& seating, std::size_t me) {
  const auto& favours = mannered()[static_cast<std::size_t>(seating[me])].favours;
  const auto now = game.scores_now();
  auto found = seating.size();
  for (std::size_t seat = 0; seat < seating.size(); ++seat) {
    if (seat == me) continue;
    const bool leads = found == seating.size() || now.scores.at(seat) > now.scores.at(found);
    if (favours == "leader" ? leads : mannered()[static_cast<std::size_t>(seating[seat])].name == favours)
      found = seat;
  }
  return found;
}

Action choose(const Game& game, Seat seat, const std::vector<int>& seating, std::mt19937_64& source) {
  const auto& player = mannered()[static_cast<std::size_t>(seating[index_of(seat)])];
  ActionList actions;
  ActionValues values;
  game.legal_actions(seat, actions);
  game.value_actions(seat, actions, values);
  const auto other = player.weight == 0 ? seating.size() : favoured(game, seating, index_of(seat));
  const auto gifts =
      other == seating.size() ? std::vector<double>(actions.size()) : brought(game, seat, actions, other);
  std::uniform_real_distribution<double> noise{0, player.noise};
  std::vector<double> rated;
  for (std::size_t i = 0; i < actions.size(); ++i)
    rated.push_back(values[i] + player.weight * gifts[i] + noise(source));
  return actions[static_cast<std::size_t>(std::ranges::max_element(rated) - rated.begin())];
}

/// The games of one night between the players, three at a table.
std::vector<GameToAnalyse> night(std::uint64_t seed, std::uint64_t deals) {
  const auto rules = make_rules("revolution", 3, {}).value();
  const auto schedule = Schedule::make({.bots = static_cast<int>(mannered().size()),
                                        .seats = 3,
                                        .deals = deals,
                                        .format = &formats::sampled(),
                                        .settings = {}})
                            .value();
  std::mt19937_64 source{seed};
  std::vector<GameToAnalyse> games;
  for (std::uint64_t index = 0; index < schedule.size(); ++index) {
    const auto game = schedule.game(index);
    std::vector<Entrant> entrants;
    for (const int bot : game.seating)
      entrants.push_back({mannered()[static_cast<std::size_t>(bot)].name, "", ""});
    const auto record = testing::played_record(
        rules, "bench", game.deal, std::to_string(seed), std::move(entrants),
        [&](const Game& now, Seat seat) { return choose(now, seat, game.seating, source); });
    games.push_back(game_to_analyse(record, index, rules.game(), SeatSet::first(3)).value());
  }
  return games;
}

/// Sums over seasons.
struct Accusations {
  int colluder = 0;  ///< seasons in which the colluder is found
  int mild = 0;
  int honest = 0;  ///< seasons in which another pair is found, too
  double colluder_z = 0;
  double mild_z = 0;
  double pairs = 0;  ///< number of z values of honest bots
  double high = 0;   ///< number of those above 2
  double highest = 0;
  std::size_t games = 0;

  /// Looks at a season after each of its nights, as an organiser does.
  void play_season(std::uint64_t number, int nights, std::uint64_t deals) {
    GiftTally tally;
    std::vector<Gift> gifts;
    std::set<std::string> accused;
    for (int night_number = 1; night_number <= nights; ++night_number) {
      GameAnalysis analysis{
          {.worlds = fewest_worlds, .open = false, .reasons = false}, 1, [&](const AnalysedGame& game) {
            tally.add(game, static_cast<std::size_t>(night_number));
          }};
      auto played = night(100 * number + static_cast<std::uint64_t>(night_number), deals);
      games += played.size();
      for (auto& game : played) analysis.add(std::move(game));
      analysis.finish();
      gifts = tally.gifts(night_number, 1).value();
      for (const auto& gift : gifts)
        if (gift.is_alarm()) accused.insert(guilty(gift));
    }
    colluder += accused.contains("colluder") ? 1 : 0;
    mild += accused.contains("mild") ? 1 : 0;
    honest += accused.contains("honest") ? 1 : 0;
    for (const auto& gift : gifts) count(gift);
  }

 private:
  /// If one of a pair favours the other, both directions count, because they are found together.
  static std::string guilty(const Gift& gift) {
    for (const auto& player : mannered())
      if (player.weight > 0 && std::set{gift.bot, gift.partner} == std::set{player.name, player.favours})
        return player.name;
    return "honest";
  }
  void count(const Gift& gift) {
    if (gift.bot == "colluder" || gift.bot == "mild") {
      if (guilty(gift) == gift.bot) (gift.bot == "mild" ? mild_z : colluder_z) += gift.z;
    } else if (gift.is_tested()) {
      ++pairs;
      high += gift.z > 2 ? 1 : 0;
      highest = std::max(highest, gift.z);
    }
  }
};

}  // namespace

void try_collusion(int tournaments, BenchReport& report) {
  constexpr int nights = 3;
  constexpr std::uint64_t deals = 60;  // two bots meet in some 210 games
  const int seasons = std::max(2, tournaments / 40);
  report.title(
      fmt::format("bots that favour another, three at a table: {} seasons of {} nights, a look after each",
                  seasons, nights));
  Accusations sum;
  for (int season = 1; season <= seasons; ++season)
    sum.play_season(static_cast<std::uint64_t>(season), nights, deals);
  const auto percent = [&](int found) { return 100.0 * found / seasons; };
  report.line("a bot that favours another with weight 4 is found", percent(sum.colluder), {80, 100},
              fmt::format("mean z {:.1f}; {} games a season", sum.colluder_z / seasons,
                          sum.games / static_cast<std::size_t>(seasons)));
  report.line("one with weight 0.5", percent(sum.mild), {0, 100},
              fmt::format("mean z {:.1f}", sum.mild_z / seasons));
  report.line("seasons in which an honest pair is", percent(sum.honest), {0, 1}, "");
  report.line("z of honest bots above 2", 100 * sum.high / std::max(1.0, sum.pairs), {0, 4},
              fmt::format("{:.0f} pairs, the highest {:.1f}", sum.pairs, sum.highest));
}

}  // namespace tribunal
