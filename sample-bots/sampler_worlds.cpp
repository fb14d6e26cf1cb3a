#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "cards/pack.hpp"
#include "games/anarchy/game.hpp"
#include "games/anarchy/tricks.hpp"
#include "sampler.hpp"

namespace sampler {

using tribunal::AnarchyKind;
using tribunal::bot::View;

namespace {

Cards pack_of(const View& view) {
  return view.game == "snark" ? tribunal::fresh_pack({}) : tribunal::anarchy_pack(rules_of(view));
}

void take_out(Cards& cards, Card card) {
  const auto found = std::find(cards.begin(), cards.end(), card);
  if (found != cards.end()) cards.erase(found);
}

}  // namespace

Chance::Chance(std::string_view text) {
  for (const char letter : text) {  // FNV-1a
    word_ = (word_ ^ static_cast<unsigned char>(letter)) * 1099511628211U;
  }
  if (word_ == 0) word_ = 1;
}

std::size_t Chance::below(std::size_t n) {
  word_ ^= word_ << 13U;
  word_ ^= word_ >> 7U;
  word_ ^= word_ << 17U;
  return static_cast<std::size_t>((word_ >> 32U) * n >> 32U);
}

void Chance::shuffle(Cards& cards) {
  for (auto i = cards.size(); i > 1; --i) std::swap(cards[i - 1], cards[below(i)]);
}

Card card_of(tribunal::bot::Card card) { return Card::parse(card.text()).value_or(Card{}); }

Cards cards_of(const tribunal::bot::Cards& cards) {
  Cards same;
  for (const auto card : cards) same.push_back(card_of(card));
  return same;
}

AnarchyRules rules_of(const View& view) {
  AnarchyRules rules{.players = view.players};
  if (view.game == "anarchist-bomb") rules.kind = AnarchyKind::bomb;
  if (view.game == "organised-chaos") rules.kind = AnarchyKind::organised;
  rules.joker_stays = view.option("joker") == "attached";
  rules.counts_from_13 = view.option("count_from") == "13";
  return rules;
}

Table::Table(const View& view) : me{static_cast<std::size_t>(view.me)}, unseen{pack_of(view)} {
  std::size_t places = 0;
  for (const auto& seat : view.seats) {
    known.emplace_back();
    std::size_t hidden = 0;
    for (const auto card : cards_of(seat.hand)) {
      card.is_hidden() ? static_cast<void>(++hidden) : known.back().push_back(card);
    }
    unknown.push_back(hidden);
    places += hidden;
    for (const auto card : known.back()) take_out(unseen, card);
    for (const auto card : cards_of(seat.taken)) take_out(unseen, card);
  }
  for (const auto card : cards_of(view.turned)) {
    take_out(unseen, card);
    (view.game == "anarchy" ? turned : odd) = card;
  }
  for (const auto card : cards_of(view.mine().taken)) taken.add(card);
  // A joker that has left the game is nowhere to be seen.
  if (view.game == "anarchist-bomb" && unseen.size() > places) take_out(unseen, Card::joker());
}

Table::Table(const AnarchyRules& rules)
    : known(static_cast<std::size_t>(rules.places())),
      unknown(static_cast<std::size_t>(rules.places()), static_cast<std::size_t>(rules.hand_size())),
      unseen{tribunal::anarchy_pack(rules)} {}

World::World(const Table& table, Chance& chance) : hands{table.known}, undealt{table.unseen} {
  chance.shuffle(undealt);
  for (std::size_t place = 0; place < hands.size(); ++place) {
    for (auto left = std::min(table.unknown[place], undealt.size()); left > 0; --left) {
      hands[place].push_back(undealt.back());
      undealt.pop_back();
    }
    chance.shuffle(hands[place]);
  }
}

void play_out(const AnarchyRules& rules, const Table& table, const World& world, std::size_t from,
              std::size_t to, Takings& takings) {
  std::array<Card, tribunal::most_places> cards{};
  const auto trick = std::span{cards}.first(world.hands.size());
  auto turned = table.turned;
  auto undealt = world.undealt.begin();
  for (auto n = from; n < to; ++n) {
    auto order = tribunal::RankOrder::usual;
    std::size_t anarchist = trick.size();
    for (std::size_t place = 0; place < trick.size(); ++place) {
      trick[place] = n < world.hands[place].size() ? world.hands[place][n] : Card{};
      if (!trick[place].is_joker()) continue;
      trick[place] = table.odd;
      order = tribunal::RankOrder::reversed;
      anarchist = place;
    }
    const auto captors = rules.kind == AnarchyKind::original
                             ? tribunal::capture_in_suits(trick)
                             : tribunal::capture_with_singletons(trick, order);
    bool turned_taken = false;
    for (std::size_t place = 0; place < trick.size(); ++place) {
      if (trick[place].is_hidden()) continue;
      const bool mine = captors[place] == static_cast<tribunal::Seat>(table.me);
      if (mine) takings.add(trick[place]);
      if (mine && place == anarchist && rules.joker_stays) takings.joker = true;
      if (turned.is_hidden() || turned_taken || trick[place].suit() != turned.suit()) continue;
      turned_taken = true;
      if (mine) takings.add(turned);
    }
    if (turned_taken) turned = undealt == world.undealt.end() ? Card{} : *undealt++;
  }
}

void play_snark(World& world, int tricks, Chance& chance) {
  std::array<Card, tribunal::most_places> cards{};
  const auto trick = std::span{cards}.first(world.hands.size());
  for (int n = 0; n < tricks; ++n) {
    for (const auto& hand : world.hands) {
      if (hand.empty()) return;
    }
    for (std::size_t place = 0; place < trick.size(); ++place) {
      auto& hand = world.hands[place];
      std::swap(hand[n == 0 ? 0 : chance.below(hand.size())], hand.back());
      trick[place] = hand.back();
      hand.pop_back();
    }
    const auto captors = tribunal::capture_into_hands(trick);
    for (std::size_t place = 0; place < trick.size(); ++place) {
      world.hands[static_cast<std::size_t>(captors[place])].push_back(trick[place]);
    }
  }
}

}  // namespace sampler
