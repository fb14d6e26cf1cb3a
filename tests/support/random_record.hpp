#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "record/clocks_and_strikes.hpp"
#include "record/record.hpp"
#include "record/replay_log.hpp"
#include "support/random_play.hpp"
#include "support/random_rules.hpp"

namespace tribunal::testing {

/// The rates of mishaps in a random game, in percent.
struct Mishaps {
  int faults = 3;
  int start_faults = 5;
  int comments = 5;
};

/// A text as a bot might send it, with everything that is awkward in JSON and on terminals.
[[nodiscard]] inline std::string random_text(Dice& dice) {
  static const std::vector<std::string> pieces{"a",
                                               "Kh",
                                               " ",
                                               "\"",
                                               "\\",
                                               "/",
                                               "\t",
                                               std::string(1, '\0'),
                                               "\x1b",
                                               "\x7f",
                                               "\xc3\xa9",
                                               "\xe2\x99\xa5",
                                               "\xf0\x9f\x82\xa1",
                                               "{}",
                                               "\\u0041"};
  std::string text;
  for (auto left = dice.below(8); left > 0; --left) text += dice.pick(pieces);
  return text;
}

[[nodiscard]] inline Limits random_limits(Dice& dice) {
  Limits limits{.on_fault = dice.flip() ? FaultPolicy::forfeit : FaultPolicy::strikes};
  if (dice.flip()) limits.game_ms = dice.between(1, 2000);
  if (dice.flip()) limits.increment_ms = dice.between(0, 100);
  if (limits.game_ms > 0 && dice.flip()) limits.move_ms = 0;
  if (dice.flip()) limits.clock = ClockKind::cpu;
  return limits;
}

/// Plays a game at random into a record, as a table would.
class RandomGame {
 public:
  RandomGame(Rules rules, const Limits& limits, const Mishaps& mishaps, Dice& dice)
      : mishaps_{mishaps},
        dice_{dice},
        clocks_{limits},
        record_{std::move(rules), {}, {}, limits, {}, {}, {}, {}} {}

  /// The deal is a random one unless given.
  Record play(std::optional<DealReference> deal = {}) {
    record_.deal = deal ? *std::move(deal) : random_deal();
    fill_header();
    for (const Seat seat : SeatSet::first(record_.rules.players())) {
      if (happens(mishaps_.start_faults)) add_fault(FaultKind::start, seat, dice_.between(0, 20'000'000));
    }
    auto events = EventLog::muted();
    const auto game = record_.rules.deal(std::make_shared<const KeyedDeal>(record_.deal.key));
    game->begin(events);
    play_out(*game, events, [this](const Game& now, Seat seat) { return decide(now, seat); });
    while (happens(mishaps_.comments)) add_comment();
    return std::move(record_);
  }

 private:
  DealReference random_deal() {
    DealReference deal{
        .event = dice_.flip() ? "play" : random_text(dice_), .number = dice_.below(1000), .key = {}};
    deal.key = deal_key(Secret::from_seed("tests"), deal.event, deal.number);
    return deal;
  }

  void fill_header() {
    record_.host = {.referee = "0.1.0", .sandbox = dice_.flip() ? "none" : random_text(dice_)};
    for (int seat = 0; seat < record_.rules.players(); ++seat) {
      const auto version = dice_.flip() ? "greedy 1.2" : random_text(dice_);
      record_.entrants.push_back({"greedy", version, dice_.flip() ? to_hex(sha256(version)) : ""});
    }
  }

  Action decide(const Game& game, Seat seat) {
    while (happens(mishaps_.comments)) add_comment();
    const bool asked = !clocks_.forfeited().has(seat);
    const auto allowance = clocks_.allowance_us(seat);
    if (asked && happens(mishaps_.faults)) {
      const auto kind = static_cast<FaultKind>(dice_.between(1, 6));
      add_fault(kind, seat,
                kind == FaultKind::timeout ? allowance + dice_.between(0, 500) : dice_.between(0, 500));
    } else if (asked) {
      game.legal_actions(seat, actions_);
      const auto us = dice_.between(0, std::min<std::int64_t>(allowance, 300));
      record_.decisions.push_back({seat, dice_.pick(actions_), us, false});
      clocks_.decided(seat, us);
      return record_.decisions.back().action;
    }
    record_.decisions.push_back({seat, game.default_action(seat), 0, true});
    return record_.decisions.back().action;
  }

  void add_fault(FaultKind kind, Seat seat, std::int64_t us) {
    const bool has_text = kind >= FaultKind::illegal && kind != FaultKind::flood;
    record_.faults.push_back({kind, seat, record_.decisions.size(), us, has_text ? random_text(dice_) : ""});
    clocks_.fault(kind, seat, us);
  }

  void add_comment() {
    const auto seat = static_cast<Seat>(dice_.between(0, record_.rules.players() - 1));
    record_.comments.push_back({seat, record_.decisions.size(), random_text(dice_)});
  }

  bool happens(int of_a_hundred) { return dice_.between(1, 100) <= of_a_hundred; }

  Mishaps mishaps_;
  Dice& dice_;
  ClocksAndStrikes clocks_;
  Record record_;
  ActionList actions_;
};

/// A record of a random game of the catalogue under random limits.
[[nodiscard]] inline Record random_record(Dice& dice, const Mishaps& mishaps = {}) {
  auto record = RandomGame{random_rules(dice), random_limits(dice), mishaps, dice}.play();
  if (dice.flip()) return record;
  for (int seat = 0; seat < record.rules.players(); ++seat) {
    record.usage.push_back(
        {dice.between(0, 5'000'000), dice.between(0, 1 << 20), dice.between(0, 1000), dice.between(0, 1000)});
  }
  return record;
}

/// A record of a game without faults; its deal follows from the seed 42.
[[nodiscard]] inline Record quiet_record(std::string_view game, int players, std::uint64_t number) {
  Dice dice{number};
  auto record = RandomGame{*make_rules(game, players, {}), {}, {0, 0, 0}, dice}.play(
      DealReference{"play", number, deal_key(Secret::from_seed("42"), "play", number)});
  record.host = {.referee = "0.1.0", .sandbox = "none"};
  record.entrants.assign(static_cast<std::size_t>(players), {"random", "random 1", ""});
  record.entrants[0] = {"greedy", "greedy 1.2", to_hex(sha256("greedy"))};
  return record;
}

/// The log of a game that can be logged.
[[nodiscard]] inline std::string log_of(const Record& record) { return write_log(record).value(); }

}  // namespace tribunal::testing
