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

/// The part of a hand in which a decision was made: a third of the seat's decisions in that hand.
enum class HandPhase : std::uint8_t { early, middle, late };

template <>
inline constexpr auto enum_names<HandPhase> = in_words("early", "middle", "late");

/// A decision of a bot with several legal actions, to be analysed.
struct Question {
  std::shared_ptr<const Game> game{};  ///< game before the decision
  Seat seat = 0;
  std::size_t decision = 0;   ///< index in the record
  ActionList legal{};         ///< legal actions; at least two
  std::size_t taken = 0;      ///< index of the bot's action in `legal`
  std::vector<Card> cards{};  ///< cards in the seat's hand
  HandPhase phase = HandPhase::early;
  /// A hash of the rules, the deal, the seat and everything that the seat received so far. It is equal for
  /// the same decision in two games that were alike before it.
  Bytes32 situation{};
};

/// The decisions of some seats in a game.
struct Questions {
  std::vector<Question> open;                           ///< decisions to analyse, in the order of the record
  std::array<std::size_t, max_seats> without_choice{};  ///< number of decisions with one legal action, by
                                                        ///< seat
  std::array<std::size_t, max_seats> by_referee{};      ///< number of default actions after a fault, which
                                                        ///< are not the bot's, by seat
  /// A hash of the game's content without the bots' files. It is equal for games that are equal decision by
  /// decision.
  Bytes32 content{};
};

/// `Questions::content` of a record whose replay is `played`.
[[nodiscard]] Bytes32 content_without_files(const Record& record, const Played& played);

/// The decisions of `seats` in a game. None if `play_again` does not accept it.
[[nodiscard]] std::optional<Questions> questions_of(const Record& record, SeatSet seats);

}  // namespace tribunal
