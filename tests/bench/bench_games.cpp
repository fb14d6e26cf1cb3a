#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <map>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "benches.hpp"
#include "games/catalogue.hpp"
#include "games/core/rollout.hpp"

namespace tribunal {
namespace {

/// Millions of random decisions a second.
double aim_of(const std::string& family) { return family == "chez" ? 1 : 5; }

/// Redrawn positions a second.
double redraw_aim_of(const std::string& family) {
  return family == "layout" ? 100'000 : family == "chez" ? 5'000 : 20'000;
}

/// Xorshift (Marsaglia, 2003), so that a choice costs little beside the game.
class QuickChoice {
 public:
  std::size_t below(std::size_t n) {
    word_ ^= word_ << 13U;
    word_ ^= word_ >> 7U;
    word_ ^= word_ << 17U;
    return static_cast<std::size_t>((word_ >> 32U) * n >> 32U);
  }

 private:
  std::uint64_t word_ = 2026;
};

struct Speed {
  std::uint64_t games = 0;
  std::uint64_t decisions = 0;
  std::uint64_t allocations = 0;  ///< allocations while games were played, without dealing
  double seconds = 0;

  Speed& operator+=(const Speed& more) {
    games += more.games;
    decisions += more.decisions;
    allocations += more.allocations;
    seconds += more.seconds;
    return *this;
  }
  [[nodiscard]] double millions() const { return static_cast<double>(decisions) / seconds / 1e6; }
};

/// The CPU time of this thread, which excludes other work of the machine.
double seconds_of_core() {
  std::timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

class Player {
 public:
  Player() { actions_.reserve(1024); }

  Speed play(const Rules& rules, double seconds) {
    Speed speed;
    play_one(rules, speed);  // warm-up: the first game is slow
    speed = {};
    const auto start = seconds_of_core();
    while (speed.seconds < seconds) {
      for (int i = 0; i < 20; ++i) play_one(rules, speed);
      speed.seconds = seconds_of_core() - start;
    }
    return speed;
  }

  /// Redraws positions of random games, each for a seat that is asked, including the clone that this takes.
  double redraws_a_second(const Rules& rules, double seconds) {
    const auto positions = some_positions(rules);
    Stream stream = FastDeal{1}.stream("redraw");
    std::uint64_t redrawn = 0;
    double used = 0;
    const auto start = seconds_of_core();
    while (used < seconds) {
      for (const auto& position : positions) {
        const auto world = position->clone();
        world->redraw_hidden(*position->wanted().begin(), stream);
      }
      redrawn += positions.size();
      used = seconds_of_core() - start;
    }
    return static_cast<double>(redrawn) / used;
  }

  /// Plays games to their end by the values of actions.
  double rollouts_a_second(const Rules& rules, double seconds) {
    Stream stream = FastDeal{1}.stream("rollouts");
    std::uint64_t played = 0;
    double used = 0;
    const auto start = seconds_of_core();
    while (used < seconds) {
      for (int i = 0; i < 20; ++i, ++played) {
        const auto game = rules.deal(std::make_shared<const FastDeal>(++deals_));
        game->begin(events_);
        rollout_.finish(*game, stream);
      }
      used = seconds_of_core() - start;
    }
    return static_cast<double>(played) / used;
  }

 private:
  /// A hundred positions, each after a random decision of a different game or later in the same game.
  std::vector<std::unique_ptr<Game>> some_positions(const Rules& rules) {
    std::vector<std::unique_ptr<Game>> positions;
    while (positions.size() < 100) {
      const auto game = rules.deal(std::make_shared<const FastDeal>(++deals_));
      game->begin(events_);
      while (!game->wanted().empty() && positions.size() < 100) {
        if (choice_.below(8) == 0) positions.push_back(game->clone());
        for (const Seat seat : game->wanted()) {
          game->legal_actions(seat, actions_);
          choices_[seat] = actions_[choice_.below(actions_.size())];
        }
        game->apply(choices_, events_);
      }
    }
    return positions;
  }

  void play_one(const Rules& rules, Speed& speed) {
    const auto game = rules.deal(std::make_shared<const FastDeal>(++deals_));
    const auto before = allocations();
    game->begin(events_);
    for (auto wanted = game->wanted(); !wanted.empty(); wanted = game->wanted()) {
      for (const Seat seat : wanted) {
        game->legal_actions(seat, actions_);
        choices_[seat] = actions_[choice_.below(actions_.size())];
        ++speed.decisions;
      }
      game->apply(choices_, events_);
    }
    speed.allocations += allocations() - before;
    ++speed.games;
  }

  QuickChoice choice_;
  Rollout rollout_;
  EventLog events_ = EventLog::muted();
  ActionList actions_;
  Choices choices_;
  std::uint64_t deals_ = 0;
};

std::vector<Rules> all_rules(const std::string& name, const GameInfo& game, int players) {
  std::vector<Rules> all;
  for (int count = game.fewest_players; count <= game.most_players; ++count) {
    auto rules = make_rules(name, count, {});
    if (rules && (players == 0 || players == count)) all.push_back(*std::move(rules));
  }
  return all;
}

/// Rules with the name under which they are known.
using Named = std::pair<std::string, Rules>;

std::vector<Named> rules_to_play(const GamesBench& bench) {
  std::vector<Named> chosen;
  const auto add = [&](const std::string& name, std::vector<Rules> all) {
    for (auto& rules : all) chosen.emplace_back(name, std::move(rules));
  };
  if (!bench.game.empty()) {
    const auto* const game = find_game(bench.game);
    if (game == nullptr) throw std::invalid_argument{unknown_game(bench.game)};
    add(bench.game, all_rules(bench.game, *game, bench.players));
    return chosen;
  }
  for (const auto& game : catalogue()) {
    add(game.name, all_rules(game.name, game, bench.players));
    for (const auto& preset : game.presets) {
      auto all = all_rules(preset.name, game, bench.players);
      const auto three = std::ranges::find(all, 3, &Rules::players);
      if (!all.empty()) add(preset.name, {three != all.end() ? *three : all.front()});
    }
  }
  return chosen;
}

/// The rates of one game.
struct Rates {
  Speed speed;
  double redraws = 0;   ///< a second
  double rollouts = 0;  ///< a second

  [[nodiscard]] double games() const { return static_cast<double>(speed.games) / speed.seconds; }
  /// The time of a rollout relative to that of a random game.
  [[nodiscard]] double rollout_cost() const { return games() / rollouts; }
};

void print(const std::string& name, int players, const Rates& rates) {
  const auto decisions = static_cast<double>(rates.speed.decisions);
  std::printf("%-24s %7d %10.2f %10.0f %10.1f %12.4f %12.0f %12.0f\n", name.c_str(), players,
              rates.speed.millions(), rates.games(), decisions / static_cast<double>(rates.speed.games),
              static_cast<double>(rates.speed.allocations) / decisions, rates.redraws, rates.rollouts);
  std::fflush(stdout);
}

struct FamilySpeed {
  Speed speed;
  double slowest = 0;
  double slowest_redraws = 0;   ///< a second
  double slowest_rollouts = 0;  ///< a second
  double dearest_rollout = 0;   ///< relative to the time of a random game

  void add(const Rates& rates) {
    const bool first = speed.games == 0;
    const auto least = [first](double& of, double rate) { of = first ? rate : std::min(of, rate); };
    speed += rates.speed;
    least(slowest, rates.speed.millions());
    least(slowest_redraws, rates.redraws);
    least(slowest_rollouts, rates.rollouts);
    dearest_rollout = std::max(dearest_rollout, rates.rollout_cost());
  }
};

bool print_summary(const std::map<std::string, FamilySpeed>& families) {
  std::printf("\n%-24s %10s %10s %10s %12s %10s %12s %14s\n", "family", "million/s", "slowest", "aim",
              "redrawn/s", "aim", "rollouts/s", "random games");
  bool reached = true;
  for (const auto& [name, family] : families) {
    const bool enough =
        family.speed.millions() >= aim_of(name) && family.slowest_redraws >= redraw_aim_of(name);
    reached &= enough;
    std::printf("%-24s %10.2f %10.2f %10.2f %12.0f %10.0f %12.0f %14.1f%s\n", name.c_str(),
                family.speed.millions(), family.slowest, aim_of(name), family.slowest_redraws,
                redraw_aim_of(name), family.slowest_rollouts, family.dearest_rollout,
                enough ? "" : "  falls short");
  }
  std::printf(
      "\nrollouts/s: games by the values of actions, of the slowest game; random games: the time of the "
      "dearest rollout in random games\n");
  return reached;
}

}  // namespace

bool bench_games(const GamesBench& bench) {
  const auto all = rules_to_play(bench);
  if (all.empty()) throw std::invalid_argument{"it cannot be played by this number of players"};
  std::printf("random games on one core, the engine alone\n\n");
  std::printf("%-24s %7s %10s %10s %10s %12s %12s %12s\n", "game", "players", "million/s", "games/s",
              "decisions", "allocations", "redrawn/s", "rollouts/s");
  std::printf("%-24s %7s %10s %10s %10s %12s %12s %12s\n", "", "", "decisions", "", "a game", "a decision",
              "positions", "by values");
  std::map<std::string, FamilySpeed> families;
  Player player;
  for (const auto& [name, rules] : all) {
    const Rates rates{.speed = player.play(rules, bench.seconds),
                      .redraws = player.redraws_a_second(rules, bench.seconds / 4),
                      .rollouts = player.rollouts_a_second(rules, bench.seconds / 2)};
    print(name, rules.players(), rates);
    families[find_game(name)->family].add(rates);
  }
  return print_summary(families) || !bench.check;
}

}  // namespace tribunal
