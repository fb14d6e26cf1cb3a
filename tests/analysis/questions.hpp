#pragma once

#include <cstddef>
#include <cstdint>

#include "analysis/question.hpp"
#include "cards/commit_reveal.hpp"
#include "games/core/game.hpp"

namespace tribunal::testing {

/// A key for the random numbers of an analysis.
[[nodiscard]] inline DealKey key_of(std::uint64_t number) {
  return deal_key(Secret::from_seed("analysis"), "tests", number);
}

/// The decision of a seat in which it took the legal action `taken`.
[[nodiscard]] inline Question question_of(const Game& game, Seat seat, std::size_t taken = 0) {
  Question question{
      .game = game.clone(), .seat = seat, .decision = 0, .legal = {}, .taken = taken, .cards = {}};
  game.legal_actions(seat, question.legal);
  return question;
}

}  // namespace tribunal::testing
