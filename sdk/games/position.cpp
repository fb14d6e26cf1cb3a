#include "position.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>
#include <string>
#include <vector>

#include "games/core/verb.hpp"

namespace nb = nanobind;

namespace tribunal {

namespace {

std::vector<std::string> texts(std::span<const Card> cards) {
  std::vector<std::string> written;
  for (const auto card : cards) written.push_back(card.text());
  return written;
}

nb::dict seat_dict(const SeatPosition& seat) {
  nb::dict melds;
  for (std::size_t suit = 0; suit < suit_count; ++suit) {
    melds[nb::str(arguments::suit_names[suit].data(), arguments::suit_names[suit].size())] =
        texts(seat.melds[suit]);
  }
  nb::dict dict;
  dict["hand"] = texts(seat.hand);
  dict["open"] = texts(seat.open);
  dict["melds"] = melds;
  dict["captured_by_suit"] = std::vector<int>(seat.captured.suits.begin(), seat.captured.suits.end());
  dict["captured_by_rank"] = std::vector<int>(seat.captured.ranks.begin(), seat.captured.ranks.end());
  dict["pile"] = texts(seat.pile);
  dict["bid"] = std::string{seat.bid};
  dict["score"] = seat.score;
  dict["chips"] = seat.chips;
  dict["out"] = seat.out;
  return dict;
}

}  // namespace

nb::dict dict_of(const Position& position) {
  nb::dict dict;
  dict["hand_number"] = position.hand_number;
  dict["dealer"] = int{position.dealer};
  dict["stock"] = texts(position.stock);
  dict["hidden"] = texts(position.hidden);
  dict["discards"] = texts(position.discards);
  nb::list trick;
  for (const auto& [seat, card] : position.trick) trick.append(nb::make_tuple(int{seat}, card.text()));
  dict["trick"] = trick;
  dict["turned"] = texts(position.turned);
  dict["aside"] = texts(position.aside);
  dict["aces"] = texts(position.aces);
  dict["folded"] = texts(position.folded);
  dict["captured"] = texts(position.captured);
  dict["aces_left"] = position.aces_left;
  dict["pot"] = position.pot;
  nb::list winners;
  for (const auto seat : position.winners)
    winners.append(seat == no_seat ? nb::object(nb::none()) : nb::cast(int{seat}));
  dict["winners"] = winners;
  nb::list seats;
  for (const auto& seat : position.seats) seats.append(seat_dict(seat));
  dict["seats"] = seats;
  return dict;
}

}  // namespace tribunal
