#include <set>

#include <catch2/catch.hpp>

#include "cards/card.hpp"
#include "cards/deal.hpp"
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

TEST_CASE("a fresh pack is complete") {
  const auto pack = fresh_pack({.jokers = 3, .packs = 2});
  CHECK(pack.size() == 110);
  CHECK((std::set<Card>{pack.begin(), pack.end()}.size()) == 53);
  CHECK(fresh_pack({.highest = Rank::king}).size() == 48);
}

// Deals are the same in every language: the values below were computed by a second implementation in Python.

namespace {

std::string shuffled(const PackKind& kind, const DealKey& key, std::string_view label) {
  auto pack = fresh_pack(kind);
  KeyedDeal{key}.shuffle_pack(pack, label);
  std::string text;
  for (const auto card : pack) text += (text.empty() ? "" : " ") + card.text();
  return text;
}

const Secret secret42 = Secret::from_seed("42");

}  // namespace

TEST_CASE("a seed given as text makes the secret and its commitment") {
  CHECK(to_hex(secret42.bytes) == "c018e82a25b5b2d5e7a401d2b7339ca31ffe76a5f1550daeb8337af966aefb76");
  CHECK(to_hex(secret42.commitment()) == "f4eea1d6e1fa690a5b0a5560653802eaed71c94b977107a7c159911538fd3918");
}

TEST_CASE("a deal key and its first hand follow from secret, event and number") {
  struct Vector {
    std::string event;
    std::uint64_t number;
    std::string key;
    std::string cards;
  };
  const auto vector = GENERATE(
      Vector{"play", 0, "0e9e8c28da35a4cd734b8c0a62b0eaafd625fbb7a5c11fabc50923da68f507ad",
             "Jc Qd 5s 5h 3s 5c 3h 8s Ac 4h Td 2h Ts Js Ad As 9d 3d 2d 9h 8d 6c 7s 7h Ks 9c 5d 2s Kc Kh Jh "
             "Ah 4d "
             "Kd Qc 3c 4c 4s Tc 9s Jd Qh 6s 6h 8h 6d 8c Qs Th 2c 7d 7c"},
      Vector{"play", 1, "073004f16660112efffd9bceb08555f597d245b942d3623949dc0bd355f84535",
             "3h 3c 5c Js 2c 4s 6h 6d 8d Ad Ah 9c Qc 5h Kd 2s 2d Kh Kc Th Jh Jd 7c 9h Ac 5s 9d 2h Qd 7d Qh "
             "Qs 8h "
             "Ks 7s Td 6c 3d 5d 4h 3s As 7h 8c 8s Jc 9s 4d Tc Ts 6s 4c"},
      Vector{"autumn cup", 1000000, "56794f090009f9afdac770cc9e2fb6ef825d1c51d55a6de22975f1dff773ff37",
             "3h 5c 4d 9s Jc 2h 6d 3s Qs Ks 6s Kc Ad Qc Jd 2s 9c Tc 3d 2d 9d 5d Ts Kd 8d Js 6c 4s 7d 8c 5s "
             "8h Ac "
             "2c Jh Kh Qh Td 3c 7s 4h 9h 8s 6h 7h 7c As Ah 4c Th 5h Qd"});
  const auto key = deal_key(secret42, vector.event, vector.number);
  CHECK(to_hex(key.bytes) == vector.key);
  CHECK(shuffled({}, key, "hand 1") == vector.cards);
}

TEST_CASE("packs without aces and packs with jokers have their own orders") {
  const auto key = deal_key(secret42, "play", 0);
  CHECK(shuffled({.highest = Rank::king}, key, "hand 2") ==
        "7s Jh 5c 4d 5d Qh Td 8s 7d 3h Qs 6s 3s 3c Jd Qc 5s 5h 2h Jc 4c Th Ts 9s 4h 2d 9c Kd 8h Kh Qd 9d 8d "
        "Ks 6d "
        "Js 6c 3d 8c 7h Kc 4s Tc 9h 2s 7c 6h 2c");
  CHECK(shuffled({.jokers = 3}, key, "hand 1") ==
        "5d 4d 6s Jd 6d 3c 8c 7c 7d 5c Kc 2c 9h 9s 9c Td 8s 8h 6h Qs 4c Ah 3s 4h As Jo Jo Tc Kh 6c Ad Ks 5h "
        "Jc Qc "
        "2s Qh 8d 2d Kd Jh 3d 7s Qd Ac Th 4s Ts 7h 9d Js 2h Jo 3h 5s");
}

TEST_CASE("dice come from their own stream") {
  auto dice = KeyedDeal{deal_key(secret42, "play", 0)}.stream("dice");
  std::vector<std::uint32_t> rolls;
  for (const std::uint32_t sides : {6U, 6U, 20U, 10U}) rolls.push_back(1 + dice.uniform(sides));
  CHECK(rolls == std::vector<std::uint32_t>{5, 1, 8, 1});
}

TEST_CASE("a public value has one spelling") {
  for (const auto* const value : {"7", "DAX 18000", "3 17 22 31 40 44", "~"}) CHECK(is_public_value(value));
  for (const std::string value :
       {"", " 7", "7 ", "7\n", "7\r\n", "3  17", "3\t17", "18\u00a0000", "caf\xc3\xa9"})
    CHECK_FALSE(is_public_value(value));
  CHECK(is_public_value(std::string(200, '7')));
  CHECK_FALSE(is_public_value(std::string(201, '7')));
}

TEST_CASE("a public value changes the secret and so every deal") {
  const auto mixed = secret42.with_public_value("DJIA 2026-12-01 43275.91");
  CHECK(to_hex(mixed.bytes) == "c31a428c608a998d6d94954b1bde4990f6ef4d6a2fba19fb4d5b997f1cf6d3e5");
  CHECK(to_hex(deal_key(mixed, "play", 0).bytes) ==
        "2b589d64d8a5335380f8a550d4a62e15dde0b9e506f80ad4c5b98db02e6da811");
}

TEST_CASE("random secrets differ") { CHECK_FALSE(Secret::random() == Secret::random()); }

TEST_CASE("hexadecimal is read strictly") {
  CHECK(from_hex(to_hex(secret42.bytes)) == secret42.bytes);
  CHECK_FALSE(from_hex("c018"));
  CHECK_FALSE(from_hex(std::string(63, '0') + "G"));
  CHECK_FALSE(from_hex(std::string(63, '0') + "A"));
}

TEST_CASE("uniform covers its range and nothing else") {
  Stream stream{deal_key(secret42, "play", 0), "draw"};
  std::array<int, 7> seen{};
  for (int i = 0; i < 7000; ++i) ++seen.at(stream.uniform(7));
  for (const auto count : seen) CHECK((count > 800 && count < 1200));
  CHECK(stream.uniform(1) == 0);
}

TEST_CASE("fast deals are uniform, differ by seed and label, and are reproducible") {
  std::array<int, 7> seen{};
  Stream stream{std::uint64_t{5}, "draw"};
  for (int i = 0; i < 7000; ++i) ++seen.at(stream.uniform(7));
  for (const auto count : seen) CHECK((count > 800 && count < 1200));
  const auto stock = [](std::uint64_t seed, std::string_view label) {
    auto pack = fresh_pack({});
    FastDeal{seed}.shuffle_pack(pack, label);
    return pack;
  };
  CHECK(stock(1, "hand 1") == stock(1, "hand 1"));
  CHECK(stock(1, "hand 1") != stock(2, "hand 1"));
  CHECK(stock(1, "hand 1") != stock(1, "hand 2"));
}

TEST_CASE("a stacked deal's streams begin with the given numbers and continue by the key") {
  const StackedDeal deal{{}, {}, {{"dice", {5, 0, 19}}}};
  auto dice = deal.stream("dice");
  auto rest = KeyedDeal{DealKey{}}.stream("dice");
  CHECK(dice.uniform(6) == 5);
  auto copy = dice;
  for (auto* stream : {&dice, &copy}) {
    CHECK(stream->uniform(6) == 0);
    CHECK(stream->uniform(20) == 19);
  }
  CHECK(dice.uniform(20) == rest.uniform(20));
}

TEST_CASE("a stacked deal has the given stock, and refuses other cards") {
  auto pack = fresh_pack({});
  auto order = pack;
  std::swap(order.front(), order.back());
  const StackedDeal deal{{{"hand 1", order}}};
  deal.shuffle_pack(pack, "hand 1");
  CHECK(pack == order);
  auto short_pack = fresh_pack({.highest = Rank::king});
  CHECK_THROWS_AS(deal.shuffle_pack(short_pack, "hand 1"), std::invalid_argument);
}
