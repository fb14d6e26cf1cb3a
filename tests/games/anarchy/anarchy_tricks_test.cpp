// Captures in a simultaneous trick: the examples of the sources, and the rulings on what they leave open.
#include <catch2/catch.hpp>

#include "games/anarchy/tricks.hpp"
#include "support/scripted_game.hpp"

using namespace tribunal;

namespace {

/// The seat that captures each card, in the order of the cards; `-` is a place without one.
std::string captors_text(const std::vector<Card>& trick, const Captors& captors) {
  std::string text;
  for (std::size_t place = 0; place < trick.size(); ++place) {
    text += captors[place] == no_seat ? '-' : static_cast<char>('0' + captors[place]);
  }
  return text;
}

std::vector<Card> trick_of(const std::string& words) {
  std::vector<Card> cards;
  for (const auto& word : testing::words_of(words)) cards.push_back(Card::parse(word).value());
  return cards;
}

struct Trick {
  std::string trick;
  std::string captors;
  std::string meaning;
};

}  // namespace

TEST_CASE("Anarchy: in each suit shown by two or more the highest captures the others; others themselves") {
  const auto example =
      GENERATE(Trick{"8s 8h Js 2h 5c", "21214", "the source: Js takes 8s, 8h takes 2h, 5c itself"},
               Trick{"8s 8h 5c Jh 2h", "03233", "the source: Jh takes 8h and 2h; 8s and 5c themselves"},
               Trick{"Ts 8h 7c 2d", "0123", "the source: each card takes itself"},
               Trick{"2s As Ks Qs", "1111", "ace is high, two is low"});
  CAPTURE(example.trick, example.meaning);
  const auto trick = trick_of(example.trick);
  CHECK(captors_text(trick, capture_in_suits(trick)) == example.captors);
}

TEST_CASE("Anarchist Bomb: the highest of a suit wins it, and the highest singleton the other singletons") {
  const auto example =
      GENERATE(Trick{"8s 8h Js 2h", "2121", "the source: Js takes 8s, 8h takes 2h"},
               Trick{"8s 8h Jc 2h", "2121", "the source: 8h takes 2h, Jc takes 8s"},
               Trick{"Ts 8h 7c 2d", "0000", "the source: the ten of spades wins all"},
               Trick{"8s 8h Jh 2h", "0222", "one singleton only wins itself"},
               Trick{"8s 8h 7c 2d", "0123", "the highest singletons are equal: each wins itself"},
               Trick{"8s 2h 2c", "000", "equal low singletons are won"},
               Trick{"?? 8h 7c 2d", "-111", "a place without a card"},
               Trick{"8s 8s 7s Jh 2c", "01233", "two packs: the highest of a suit is there twice"},
               Trick{"7s 7s 8s Jh 2c", "22233", "two packs: lower cards may be equal"});
  CAPTURE(example.trick, example.meaning);
  const auto trick = trick_of(example.trick);
  CHECK(captors_text(trick, capture_with_singletons(trick, RankOrder::usual)) == example.captors);
}

TEST_CASE("Anarchist Bomb: in the trick of the bomb the two is high and the ace is low") {
  const auto example = GENERATE(Trick{"8s 8h Js 2h", "0303", "8s takes Js, 2h takes 8h"},
                                Trick{"8s 8h Jc 2h", "0303", "of the singletons 8s and Jc the eight wins"},
                                Trick{"Ts 8h 7c 2d", "3333", "the two is the highest singleton"},
                                Trick{"As Ks Qs 2d", "2223", "the ace is lowest"});
  CAPTURE(example.trick, example.meaning);
  const auto trick = trick_of(example.trick);
  CHECK(captors_text(trick, capture_with_singletons(trick, RankOrder::reversed)) == example.captors);
}

TEST_CASE("Snark: the highest of a suit captures it, the lowest of the cards that are left all of those") {
  const auto example =
      GENERATE(Trick{"Js 8s 5h 5c 5d", "00423", "the source: each five goes to another's player"},
               Trick{"8s Js 2s", "111", "the highest captures"},
               Trick{"8s Jh 9c", "000", "all of different suits: the lowest captures"},
               Trick{"8s Js 9c Kh", "1122", "a suit, and then the lowest of the others"},
               Trick{"8s Js 9c", "112", "left alone, it captures itself"},
               Trick{"5s 5h 9c", "222", "a tie for lowest: the second lowest wins"},
               Trick{"5s 5h 5c 9d", "3333", "so it is among three"},
               Trick{"5s 5h 9c Kd", "2222", "the second lowest, not the highest"},
               Trick{"5s 5h", "10", "unbreakable: each takes the other's"},
               Trick{"5s 5h 9c 9d", "1032", "unbreakable for two ranks"},
               Trick{"5s 9h 9c 5d", "3210", "the same, in another order"});
  CAPTURE(example.trick, example.meaning);
  const auto trick = trick_of(example.trick);
  CHECK(captors_text(trick, capture_into_hands(trick)) == example.captors);
}
