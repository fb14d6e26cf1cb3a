#include "games/heard_chez.hpp"

#include <algorithm>

#include "cards/pack.hpp"
#include "games/chez/family.hpp"
#include "games/heard_chez_guide.hpp"
#include "games/heard_line.hpp"

namespace tribunal {

HeardChez::HeardChez(const Rules& rules, std::vector<Card> pack, Seat seat,
                     std::span<const std::string> lines, Stream& stream)
    : rules_{rules}, pack_{std::move(pack)}, seat_{seat}, texts_{lines}, stream_{stream} {
  for (const auto& text : lines) {
    Line line{.words = words_of(text), .cards = {}};
    const auto of = line.words.size() < 2 ? std::nullopt : seat_of(line.words[1]);
    if (!of) return;
    line.seat = *of;
    line.cards = cards_of(line.words, 2);
    lines_.push_back(std::move(line));
  }
}

HeardChez::~HeardChez() = default;

/// The first cards are known: the viewer's hand and the turned-up card.
DealPointer HeardChez::deal() const {
  const auto players = static_cast<std::size_t>(rules_.players());
  auto rest = pack_;
  std::size_t hand = 0;
  std::vector<Card> stock(rest.size());
  const auto put = [&](std::size_t place, Card card) {
    const auto found = std::ranges::find(rest, card);
    if (place >= stock.size() || !stock[place].is_hidden() || found == rest.end()) return;
    stock[place] = card;
    rest.erase(found);
  };
  for (const auto& line : std::span{lines_}.first(std::min(lines_.size(), players + 2))) {
    const auto size = line.cards.size();
    for (std::size_t i = 0; i < size && line.is("deal", seat_); ++i)
      put(i * players + index_of(seat_), line.cards[i]);
    if (line.is("turn") && size == 1) put(players * hand, line.cards[0]);
    hand = size;
  }
  shuffle(rest, stream_);
  auto next = rest.begin();
  for (auto& card : stock) card = card.is_hidden() ? *next++ : card;
  return std::make_shared<const StackedDeal>(StackedDeal::Stocks{{"hand 1", std::move(stock)}});
}

std::unique_ptr<Game> HeardChez::imagine() {
  constexpr int tries_with_lessons = 50;  // some of them may be wrong
  if (++tries_ % tries_with_lessons == 0) {
    buried_.clear();
    not_buried_.clear();
    passed_.clear();
    not_passed_.clear();
    not_lacked_.clear();
  }
  Guide guide{*this};
  auto game = follow_chez(rules_, deal(), guide);
  most_told_ = std::max(most_told_, guide.told());
  return game;
}

}  // namespace tribunal
