// The winner and the worth of a suit: pure functions on melds.
#include <sstream>

#include <catch2/catch.hpp>

#include "games/layout/banilower_and_basic_scoring.hpp"

using namespace tribunal;

namespace {

RankSet ranks(std::string_view letters) {
  RankSet set = 0;
  for (const auto letter : letters) {
    const auto card = Card::parse(std::string{letter} + "c");
    set = static_cast<RankSet>(set | 1U << (static_cast<unsigned>(card->rank()) - 2U));
  }
  return set;
}

/// `KQ2`, from the first card to the last; it runs upward if its second card is higher.
Meld meld(std::string_view letters) {
  const bool ascending = letters.size() > 1 && ranks(letters.substr(0, 1)) < ranks(letters.substr(1, 1));
  return {ranks(letters), ascending};
}

/// The four winning melds, `-` for a suit that nobody wins.
BySuit<RankSet> winners(const std::string& text) {
  BySuit<RankSet> sets{};
  std::istringstream words{text};
  for (auto& set : sets) {
    std::string word;
    words >> word;
    if (word != "-") set = ranks(word);
  }
  return sets;
}

LayoutRules rules_of(LayoutScoring scoring, int players = 3) {
  return {.players = players, .scoring = scoring};
}

}  // namespace

TEST_CASE("a suit is won by the most cards, then by the lowest card") {
  using enum SuitTie;
  const auto [meaning, by_seat, tie,
              winner] = GENERATE(table<std::string, std::vector<std::string>, SuitTie, int>({
      {"4 3 beat a K, two cards to one", {"43", "K"}, high, 0},
      {"4 3 beat even K 2, since a 3 is higher than a 2", {"43", "K2"}, high, 0},
      {"five ending with the 3 beat five ending with the 2", {"KQJT2", "98763"}, high, 1},
      {"and the other way round where the lowest card is to be lowest", {"KQJT2", "98763"}, low, 0},
      {"length comes first where the lower card wins, too", {"K2", "QJT"}, low, 1},
      {"a suit that nobody played is nobody's", {"", "", ""}, high, no_seat},
      {"one card is enough against none", {"", "2", ""}, high, 1},
      {"two packs: the same lowest card, the next one up decides", {"K52", "Q62"}, high, 1},
      {"two packs: in the same sense where the lower card wins", {"K52", "Q62"}, low, 0},
      {"two packs: the same cards, nobody wins", {"K52", "K52"}, high, no_seat},
      {"two packs: the same cards lose to a longer column", {"K52", "K52", "6543"}, high, 2},
      {"two packs: the same cards lose to a better column", {"K52", "K52", "K53"}, high, 2},
      {"two packs: the same cards beat a worse column, and still nobody wins",
       {"K53", "K52", "K53"},
       high,
       no_seat},
      {"high/low: the 9 is 7 from the two, the 3 is 10 from the king", {"T9", "23"}, distance, 1},
      {"high/low: the J is 9 from the two, the 6 is 7 from the king", {"QJ", "56"}, distance, 0},
      {"high/low: at the same distance descending beats ascending", {"67", "98"}, distance, 1},
      {"high/low: whichever of them sits first", {"98", "67"}, distance, 0},
      {"high/low: a single card counts as descending, 9 is 7 from the two", {"8", "9"}, distance, 1},
      {"high/low: length comes first", {"32", "K"}, distance, 0},
      {"high/low with two packs: the card before the last decides, by distance", {"K8", "T8"}, distance, 0},
      {"high/low with two packs: ascending, too", {"58", "68"}, distance, 0},
      {"high/low with two packs: the same cards in the same direction", {"58", "58"}, distance, no_seat},
  }));
  CAPTURE(meaning);
  std::vector<Meld> melds;
  for (const auto& letters : by_seat) melds.push_back(meld(letters));
  CHECK(int{conqueror(melds, tie)} == winner);
}

TEST_CASE("each bonus goes to one winning meld or to none") {
  const auto [meaning, by_suit, shortest, with_lowest_high_card, with_lowest_low_card] =
      GENERATE(table<std::string, std::string, int, int, int>({
          {"J-9-6-5 and J-8-7-5: lowest high card to the second (8 < 9), shortest to the first "
           "(6 < 7 from the "
           "bottom), lowest low card to the first",
           "J965 J875 - -", 0, 1, 0},
          {"no winning meld, no bonus", "- - - -", -1, -1, -1},
          {"a single winning meld has all of them", "- - K - ", 2, 2, 2},
          {"fewest cards before low cards", "432 - K -", 2, 0, 0},
          {"the same length: the lowest low card is shortest", "K3 - Q2 -", 2, 2, 2},
          {"nobody gets a bonus for identical best melds", "K3 K3 KQJ -", -1, -1, -1},
          {"identical melds matter only if they are the best", "K3 K3 2 -", 2, 2, 2},
          {"three of them compared twice", "K3 Q3 J3 -", 2, 2, 2},
          {"from the top, no more cards beat any card", "K52 K5 - -", 1, 1, 0},
          {"from the bottom, no more cards beat any card", "K52 52 - -", 1, 1, 1},
          {"running out counts only after equal cards", "K62 52 - -", 1, 1, 1},
          {"a long low meld has the lowest high card", "65432 7 - -", 1, 0, 0},
      }));
  CAPTURE(meaning);
  const auto melds = winners(by_suit);
  CHECK(shortest_suit(melds) == shortest);
  CHECK(lowest_high_card(melds) == with_lowest_high_card);
  CHECK(lowest_low_card(melds) == with_lowest_low_card);
}

TEST_CASE("the worth of a conquered suit follows the scoring") {
  using enum LayoutScoring;
  auto doubling = rules_of(banilower);
  doubling.shortest_suit_doubles = true;
  auto with_mob = rules_of(basic, 2);
  with_mob.mob = true;
  const auto [meaning, rules, by_suit,
              worths] = GENERATE_COPY(table<std::string, LayoutRules, std::string, BySuit<std::int32_t>>({
      {"banilower: 4 a suit", rules_of(banilower), "KQJ Q 6543 -", {4, 4, 4, 0}},
      {"banilower, shortest doubles", doubling, "KQJ Q 6543 -", {4, 8, 4, 0}},
      {"banilower, shortest cannot be told: no double", doubling, "Q Q KQ -", {4, 4, 4, 0}},
      {"basic: 4 in a three-player game, the fifth suit for the shortest",
       rules_of(basic),
       "KQJ Q 6543 KQ",
       {4, 8, 4, 4}},
      {"basic: the tie for shortest goes to the lowest low card", rules_of(basic), "K3 K2 - -", {4, 8, 0, 0}},
      {"basic: a tie to the end, nobody has the fifth suit", rules_of(basic), "K3 K3 - -", {4, 4, 0, 0}},
      {"basic: 6 a suit with five players", rules_of(basic, 5), "KQJ Q - -", {6, 12, 0, 0}},
      {"basic: the Mob counts as a player", with_mob, "KQJ Q - -", {4, 8, 0, 0}},
      {"advanced: 1 and a point a unique card; the K and the 5 are not unique; lowest high card and "
       "shortest "
       "suit make one suit four times as much",
       rules_of(advanced),
       "KJ95 K87 653 -",
       {3, 3, 12, 0}},
      {"advanced: lowest high card and shortest suit double each its own",
       rules_of(advanced),
       "KJ98 75432 Q6 -",
       {5, 12, 6, 0}},
      {"advanced: of three of one rank, no card is unique", rules_of(advanced), "K9 K8 K7 -", {2, 2, 8, 0}},
      {"advanced: identical melds get no bonus and have no unique card",
       rules_of(advanced),
       "K3 K3 - -",
       {1, 1, 0, 0}},
      {"preferred: one more double for the lowest low card",
       rules_of(preferred),
       "KJ98 75432 Q6 -",
       {5, 24, 6, 0}},
      {"preferred: J965 against J875 (9 and 6, 8 and 7 are unique)",
       rules_of(preferred),
       "J965 J875 - -",
       {12, 6, 0, 0}},
      {"preferred: one suit may have all three", rules_of(preferred), "KQ 2 - -", {3, 16, 0, 0}},
  }));
  CAPTURE(meaning);
  CHECK(suit_worths(rules, winners(by_suit)) == worths);
}

TEST_CASE("the Golden Rule of Scoring: a card in a losing meld costs a point and does nothing else") {
  const auto tableau = [](std::string_view cards) {
    Tableau built;
    for (; !cards.empty(); cards.remove_prefix(2)) built.play_down(Card::parse(cards.substr(0, 2)).value());
    return built;
  };
  // Seat 1's 9c and 2h lose: the 9 of seat 0 stays unique, and 2h is not the lowest card of any suit.
  const std::vector tableaux{tableau("Jc9c7cKh8h"), tableau("Qc9c2h"), tableau("6s")};
  const auto score = score_hand(rules_of(LayoutScoring::preferred), tableaux, {});
  CHECK(score.conquerors == BySuit<Seat>{0, no_seat, 0, 2});
  CHECK(score.worths == BySuit<std::int32_t>{4, 0, 3, 16});
  CHECK(score.points[0] == 7);
  CHECK(score.points[1] == -3);
  CHECK(score.points[2] == 16);
}

TEST_CASE("the penalty is subtracted in addition") {
  auto rules = rules_of(LayoutScoring::banilower);
  rules.penalty = 10;
  const std::vector<Tableau> tableaux(3);
  const auto score = score_hand(rules, tableaux, SeatSet::only(2));
  CHECK(score.points[1] == 0);
  CHECK(score.points[2] == -10);
}
