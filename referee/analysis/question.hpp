#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/digest.hpp"
#include "base/enum_names.hpp"
#include "cards/card.hpp"
#include "games/core/game.hpp"
#include "record/record.hpp"
#include "record/transcript.hpp"

namespace tribunal {

/// The part of a hand in which a decision was made: a third of the seat's decisions of that hand, by number.
enum class HandPhase : std::uint8_t { early, middle, late };

template <>
inline constexpr auto enum_names<HandPhase> = in_words("early", "middle", "late");

/// A decision of a bot that had a choice, to be analysed.
struct Question {
  std::shared_ptr<const Game> game;  ///< before the decision
  Seat seat = 0;
  std::size_t decision = 0;  ///< its index in the record
  ActionList legal;          ///< the legal actions, two or more
  std::size_t taken = 0;     ///< the index of the bot's action in `legal`
  std::vector<Card> cards;   ///< in the seat's hand
  HandPhase phase = HandPhase::early;
  /// A hash of rules, deal, seat and all that the seat was told so far: equal for the same decision in two
  /// games that were alike up to it.
  Bytes32 situation{};
};

/// The decisions of some seats in a game, without those that need no analysis.
struct Questions {
  std::vector<Question> open;                           ///< in the order of the record
  std::array<std::size_t, max_seats> without_choice{};  ///< by seat: decisions with one legal action
  std::array<std::size_t, max_seats> by_referee{};  ///< by seat: default actions after a fault, not the bot's
  /// A hash of the game's content without the bots' files: equal for games that are the same, decision for
  /// decision.
  Bytes32 content{};
};

/// `Questions::content` of a record whose replay is `played`.
[[nodiscard]] Bytes32 content_without_files(const Record& record, const Played& played);

/// The decisions of `seats` in a game that `play_again` accepts; nothing if it does not.
[[nodiscard]] std::optional<Questions> questions_of(const Record& record, SeatSet seats);

}  // namespace tribunal
