#include "cards/card.hpp"

#include <set>

#include <catch2/catch.hpp>

#include "cards/pack.hpp"

using namespace tribunal;

TEST_CASE("every card of the pack reads back from its two characters") {
  for (const auto card : fresh_pack({.jokers = 1})) CHECK(Card::parse(card.text()) == card);
  CHECK(Card::parse("??") == Card{});
}

TEST_CASE("invalid cards are refused") {
  for (const auto* text : {"", "K", "kh", "KH", "1c", "10c", "Kx", "Kh ", "J0", "jo"}) {
    CAPTURE(text);
    CHECK_FALSE(Card::parse(text));
  }
}

TEST_CASE("a card knows its rank and suit") {
  const Card king{Rank::king, Suit::hearts};
  CHECK(king.text() == "Kh");
  CHECK(king.rank() == Rank::king);
  CHECK(king.suit() == Suit::hearts);
  CHECK_FALSE(king.is_ace());
  CHECK((Card{Rank::ace, Suit::spades}.is_ace()));
  CHECK_FALSE(Card::joker().is_ace());
}

TEST_CASE("a fresh pack is whole") {
  const auto pack = fresh_pack({.jokers = 3, .packs = 2});
  CHECK(pack.size() == 110);
  CHECK((std::set<Card>{pack.begin(), pack.end()}.size()) == 53);
  CHECK(fresh_pack({.highest = Rank::king}).size() == 48);
}
