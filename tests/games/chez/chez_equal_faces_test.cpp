// Two packs: a card that is hidden from a seat is hidden even if that seat sees another card with the same
// face. Deals that differ in such a card are the same to the seat as long as the others decide the same.
#include <catch2/catch.hpp>

#include "games/chez/laid_out_chez.hpp"

using namespace tribunal;
using testing::chez_game;
using testing::LaidOutChez;
using testing::Lines;

namespace {

/// A deal with a card `X` that only seats 0 and 1 ever see, and its decisions.
struct Dealt {
  std::string name;
  LaidOutChez laid_out;
  std::string decisions;
};

std::string with(std::string text, const std::string& card) {
  for (auto at = text.find('X'); at != std::string::npos; at = text.find('X')) text.replace(at, 1, card);
  return text;
}

/// The lines that seat 2 is sent if the card is `card`.
Lines told_to_seat_2(Dealt dealt, const std::string& card) {
  dealt.laid_out.stock = with(dealt.laid_out.stock, card);
  dealt.laid_out.packs = 2;
  auto game = chez_game(dealt.laid_out);
  for (const auto& action : testing::words_of(with(dealt.decisions, card))) game.play(action);
  return game.lines(2);
}

/// Seat 1 picks it up where nothing can be played, and seat 0 draws it blind and gives it back.
Dealt drawn_beside(const std::string& name, const std::string& royals_of_seat_0, const std::string& court) {
  return {.name = name,
          .laid_out = {.hands = {royals_of_seat_0 + " 3d 4d 6d 8d 8h 8s", "2c 2d 2h 2s 3c 3h 3s 4c 4h 4s",
                                 "5c 5d 5h 5s 6c 6h 6s 7c 7d 7h"},
                       .first = "Kh",
                       .stock = "X 9c",
                       .draws = {10, 0, 0, 0}},
          .decisions = court + " pair:Kc,Qs swap:1 offer:3d offer:4d retry pass"};
}

/// Seat 0 picks it up and offers it to seat 1, where the queen of hearts is open; it comes back, and is
/// offered again.
Dealt offered_beside_another() {
  return {.name = "offered",
          .laid_out = {.hands = {"Kd Qc 8c 8d 8h 8s 9c 9d 9h 9s", "Jd Qs Kc Qh 2c 2d 2h 3c 3h 3s",
                                 "5c 5d 5h 5s 6c 6h 6s 7c 7d 7h"},
                       .first = "Ac",
                       .stock = "Tc Ah X Ts",
                       .draws = {0, 0}},
          .decisions = "court:Jd,Qs,Kc play:Ah pair:Kd,Qc swap:1 offer:X retry"};
}

}  // namespace

TEST_CASE("chez: others do not see what happens to the hidden one of two equal cards") {
  const auto dealt = GENERATE(drawn_beside("beside the court's", "Jd Qs Kc Jh", "court:Jd,Qs,Kc"),
                              drawn_beside("beside another open one", "Jc Qs Kc Jd", "court:Jc,Qs,Kc"),
                              offered_beside_another());
  const bool is_queen = dealt.name == "offered";
  const std::string equal{is_queen ? "Qh" : "Jd"};
  const auto told = told_to_seat_2(dealt, equal);
  CHECK(std::ranges::count(told, "retry 0") == 1);
  for (const auto* other : {"c", "d", "h", "s"}) {
    CAPTURE(dealt.name, other);
    CHECK(told_to_seat_2(dealt, (is_queen ? "Q" : "J") + std::string{other}) == told);
  }
}
