// Captures in a simultaneous trick and the worth of taken cards: the examples of the sources, and our
// rulings.
#include <catch2/catch.hpp>

#include "games/anarchy/scoring.hpp"
#include "games/anarchy/tricks.hpp"
#include "support/scripted_game.hpp"

using namespace tribunal;

namespace {

Takings takings_of(const std::string& words) {
  Takings takings;
  for (const auto& word : testing::words_of(words)) takings.add(Card::parse(word).value());
  return takings;
}

const std::string anarchy_takings = "Ks 9s 7s 4s Jh 8h 3h Ac 7c Qd 9d 6d 5d 2d";
const std::string bomb_takings = "Ks Ts 4s Qh 3h Jc Tc 7c 2c 9d";
const std::string all_spades = "As Ks Qs Js Ts 9s 8s 7s 6s 5s 4s 3s 2s";

struct Scoring {
  Bid bid;
  int points;
};

/// The seat that captures each card, in the order of the cards; `-` is a place without a card.
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

void check_captors(const Trick& example, Captors (*capture)(const std::vector<Card>&)) {
  CAPTURE(example.trick, example.meaning);
  const auto trick = trick_of(example.trick);
  CHECK(captors_text(trick, capture(trick)) == example.captors);
}

}  // namespace

TEST_CASE("Anarchy: the source's example of scoring, five players") {
  const AnarchyRules rules{.kind = AnarchyKind::original, .players = 5};
  const auto example =
      GENERATE(Scoring{Bid::spades, 8}, Scoring{Bid::hearts, 6}, Scoring{Bid::clubs, 4},
               Scoring{Bid::diamonds, 10}, Scoring{Bid::no_suit, 14}, Scoring{Bid::misere, 0});
  CAPTURE(bid_names[static_cast<std::size_t>(example.bid)]);
  CHECK(score_takings(rules, example.bid, takings_of(anarchy_takings)).total() == example.points);
}

TEST_CASE("Anarchy: misere scores one for each card taken below the hand size: 10, or 13 with four players") {
  for (const auto& [players, cards] : {std::pair{5, 10}, std::pair{4, 13}}) {
    const AnarchyRules rules{.kind = AnarchyKind::original, .players = players};
    CHECK(score_takings(rules, Bid::misere, takings_of("")).total() == cards);
    CHECK(score_takings(rules, Bid::misere, takings_of("As 2d 3d")).total() == cards - 3);
    CHECK(score_takings(rules, Bid::misere, takings_of(all_spades + " Ah Kh")).total() == 0);  // never below
  }
}

TEST_CASE("Anarchy: there are no bonuses") {
  const AnarchyRules rules{.kind = AnarchyKind::original, .players = 4};
  CHECK(score_takings(rules, Bid::hearts, takings_of("As Ah Ac Ad")) == TakingsScore{.bid = 2});
}

TEST_CASE("Anarchist Bomb: the source's example of scoring") {
  const AnarchyRules rules{.kind = AnarchyKind::bomb, .players = 4};
  const auto example = GENERATE(Scoring{Bid::diamonds, 4}, Scoring{Bid::red, 6}, Scoring{Bid::hearts, 8},
                                Scoring{Bid::cards, 10}, Scoring{Bid::spades, 12}, Scoring{Bid::best, 12},
                                Scoring{Bid::black, 14}, Scoring{Bid::unders, 15}, Scoring{Bid::clubs, 16},
                                Scoring{Bid::overs, 0});
  CAPTURE(bid_names[static_cast<std::size_t>(example.bid)]);
  CHECK(score_takings(rules, example.bid, takings_of(bomb_takings)) == TakingsScore{.bid = example.points});
}

TEST_CASE("Anarchist Bomb: overs score five per card beyond 13, unders five per card below") {
  const AnarchyRules rules{.kind = AnarchyKind::bomb, .players = 4};
  const auto overs = [&](const std::string& cards) {
    return score_takings(rules, Bid::overs, takings_of(cards)).bid;
  };
  CHECK(overs(all_spades) == 0);
  CHECK(overs(all_spades + " Ah Kh") == 10);
  CHECK(score_takings(rules, Bid::unders, takings_of(all_spades)).bid == 0);
  CHECK(score_takings(rules, Bid::unders, takings_of(all_spades + " Ah")).bid == 0);
  CHECK(score_takings(rules, Bid::unders, takings_of("")).bid == 65);
}

TEST_CASE("Anarchist Bomb: bonuses on top of any bid: 10 for each suit not taken, 20 for each quartet") {
  const AnarchyRules rules{.kind = AnarchyKind::bomb, .players = 5};
  CHECK(score_takings(rules, Bid::hearts, takings_of("")) == TakingsScore{0, 40, 0});
  CHECK(score_takings(rules, Bid::hearts, takings_of("2h 3h")) == TakingsScore{8, 30, 0});
  CHECK(score_takings(rules, Bid::cards, takings_of("As Ah Ac Ad")) == TakingsScore{4, 0, 20});
  CHECK(score_takings(rules, Bid::cards, takings_of("As Ah Ac Kd Ks Kh")) == TakingsScore{6, 0, 0});
  CHECK(score_takings(rules, Bid::cards, takings_of("2s 2h 2c 2d As Ah Ac Ad")) == TakingsScore{8, 0, 40});
}

TEST_CASE(
    "Anarchist Bomb, ruling: with two packs, four to seven cards of a rank are a quartet, eight are two") {
  const AnarchyRules rules{.kind = AnarchyKind::bomb, .players = 5};
  CHECK(score_takings(rules, Bid::cards, takings_of("7s 7h 7c 7c")).quartets == 20);
  CHECK(score_takings(rules, Bid::cards, takings_of("7s 7h 7c 7c 7d 7d 7h")).quartets == 20);
  CHECK(score_takings(rules, Bid::cards, takings_of("7s 7h 7c 7c 7d 7d 7h 7s")).quartets == 40);
}

TEST_CASE("Anarchist Bomb, joker attached: it is one more card, of the suit that scores most") {
  const AnarchyRules rules{.kind = AnarchyKind::bomb, .players = 4, .joker_stays = true};
  const auto score = [&](Bid bid, const std::string& cards) {
    return score_takings(rules, bid, takings_of(cards));
  };
  CHECK(score(Bid::spades, "2s 3h 4c 5d Jo") == TakingsScore{8, 0, 0});   // a spade
  CHECK(score(Bid::best, "2s 2h 3h 4c 5d Jo") == TakingsScore{9, 0, 0});  // a heart
  CHECK(score(Bid::red, "2s 3h 4c 5d Jo") == TakingsScore{6, 0, 0});
  CHECK(score(Bid::cards, "2s 3h 4c 5d Jo") == TakingsScore{5, 0, 0});
  CHECK(score(Bid::hearts, "2s 3c 4d Jo") == TakingsScore{0, 10, 0});     // a void is worth more than a heart
  CHECK(score(Bid::unders, "2s 3h 4c 5d Jo") == TakingsScore{40, 0, 0});  // it counts as taken
  CHECK(score(Bid::overs, all_spades + " Jo") == TakingsScore{5, 30, 0});
  CHECK(score(Bid::cards, "2s 2h 2c Jo") == TakingsScore{4, 10, 0});  // and does not count for a quartet
}

TEST_CASE("Organised Chaos, ruling: with five players overs and unders count from 12") {
  const AnarchyRules rules{.kind = AnarchyKind::organised, .players = 5};
  CHECK(score_takings(rules, Bid::overs, takings_of(all_spades)).bid == 5);
  CHECK(score_takings(rules, Bid::unders, takings_of("2s 3s")).bid == 50);
}

TEST_CASE("Anarchy: the highest of a suit captures the others of it; single cards capture themselves") {
  const auto example =
      GENERATE(Trick{"8s 8h Js 2h 5c", "21214", "the source: Js takes 8s, 8h takes 2h, 5c itself"},
               Trick{"8s 8h 5c Jh 2h", "03233", "the source: Jh takes 8h and 2h; 8s and 5c themselves"},
               Trick{"Ts 8h 7c 2d", "0123", "the source: each card takes itself"},
               Trick{"2s As Ks Qs", "1111", "ace is high, two is low"});
  check_captors(example, [](const std::vector<Card>& trick) { return capture_in_suits(trick); });
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
               Trick{"8s 8s 7s Jh 2c", "01233", "two packs: the highest of a suit occurs twice"},
               Trick{"7s 7s 8s Jh 2c", "22233", "two packs: lower cards may be equal"});
  check_captors(example, [](const std::vector<Card>& trick) {
    return capture_with_singletons(trick, RankOrder::usual);
  });
}

TEST_CASE("Anarchist Bomb: in the trick of the bomb the two is high and the ace is low") {
  const auto example = GENERATE(Trick{"8s 8h Js 2h", "0303", "8s takes Js, 2h takes 8h"},
                                Trick{"8s 8h Jc 2h", "0303", "of the singletons 8s and Jc the eight wins"},
                                Trick{"Ts 8h 7c 2d", "3333", "the two is the highest singleton"},
                                Trick{"As Ks Qs 2d", "2223", "the ace is lowest"});
  check_captors(example, [](const std::vector<Card>& trick) {
    return capture_with_singletons(trick, RankOrder::reversed);
  });
}

TEST_CASE("Snark: the highest of a suit captures it, the lowest of the remaining cards all of these") {
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
  check_captors(example, [](const std::vector<Card>& trick) { return capture_into_hands(trick); });
}
