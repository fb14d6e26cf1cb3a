#include "games/chez/places.hpp"

namespace tribunal {

void place_after_siege(ChezState& state) {
  for (const auto seat : state.besieged) state.places[index_of(seat)] = 1;
  state.places[index_of(state.siege_by)] = static_cast<std::int8_t>(state.players + 1);
  const auto ranks = state.places;
  for (const auto seat : SeatSet::first(state.players)) {
    auto& place = state.places[index_of(seat)];
    place = 1;
    for (const auto other : SeatSet::first(state.players)) {
      if (ranks[index_of(other)] < ranks[index_of(seat)]) ++place;
    }
  }
}

void place_sole_winner(ChezState& state, Seat winner) {
  for (const auto seat : SeatSet::first(state.players)) {
    state.places[index_of(seat)] = static_cast<std::int8_t>(seat == winner ? 1 : 2);
  }
}

void place_after_betting_man(ChezState& state, Seat winner, SeatSet dead) {
  for (const auto seat : SeatSet::first(state.players)) {
    const auto place = seat == winner ? 1 : dead.has(seat) ? state.players - dead.size() + 1 : 2;
    state.places[index_of(seat)] = static_cast<std::int8_t>(place);
  }
}

Outcome chez_outcome(const ChezState& state) {
  Outcome outcome{.seats = state.players, .scores = {}, .places = state.places};
  const auto seats = SeatSet::first(state.players);
  for (const auto seat : state.in) {
    auto& place = outcome.places[index_of(seat)];
    if (place == 0) place = state.best_place;
  }
  for (const auto seat : seats) {
    for (const auto other : seats) {
      if (outcome.places[index_of(other)] > outcome.places[index_of(seat)]) ++outcome.scores[index_of(seat)];
    }
  }
  return outcome;
}

}  // namespace tribunal
