// Tries to imagine a game of Chez. A try guesses what no line reveals; the next try learns from one that
// departed from the lines.
#include "games/heard_chez.hpp"

#include <algorithm>
#include <bit>
#include <ranges>

#include "cards/pack.hpp"
#include "games/chez/family.hpp"
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
  constexpr int tries_with_lessons = 50;  // some lessons may be wrong
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

/// Ranks of which the actor has no card, because it picks up.
ChezRanks HeardChez::Guide::lacked(const ChezState& state) {
  const auto lack = lack_of_actor(state);
  auto ranks = lack.ranks;
  for (const auto of : lack.together) {
    if (of == 0) continue;
    const auto rank = lacked_of(state, static_cast<ChezRank>(std::countr_zero(of)),
                                static_cast<ChezRank>(std::bit_width(of) - 1));
    ranks |= ranks_between(rank, rank);
  }
  return ranks;
}

/// One of these ranks that the actor may lack: most likely the one that it shows last from now on.
ChezRank HeardChez::Guide::lacked_of(const ChezState& state, ChezRank first, ChezRank last) {
  struct Candidate {
    bool is_likely = true;
    std::size_t shown = 0;    ///< the line that shows it
    std::size_t already = 0;  ///< cards that are known not to be of this rank
    std::uint32_t chance = 0;
    ChezRank rank = 0;
    auto operator<=>(const Candidate&) const = default;
  };
  std::vector<Candidate> candidates;
  for (auto rank = first; rank <= last; ++rank) {
    const bool is_seen = std::ranges::any_of(state.trace.cards(), [&](const TracedCard& traced) {
      return traced.holder == state.actor && chez_rank(traced.card) == rank && traced.seen_by.has(viewer());
    });
    if (is_seen) continue;
    auto line = told_;
    const auto shows = [&](const Line& at) {
      return at.seat == state.actor && !at.is("draw") &&
             std::ranges::any_of(at.cards, [&](Card card) { return chez_rank(card) == rank; });
    };
    while (line < heard_.lines_.size() && !shows(heard_.lines_[line])) ++line;
    const auto excludes = [&](const TracedCard& traced) {
      return traced.holder == state.actor && ((traced.excluded | traced.guessed) >> rank & 1U) != 0;
    };
    const auto already = static_cast<std::size_t>(std::ranges::count_if(state.trace.cards(), excludes));
    candidates.push_back({.is_likely = !heard_.not_lacked_.contains({told_, rank}),
                          .shown = line,
                          .already = already,
                          .chance = heard_.stream_.next_word(),
                          .rank = rank});
  }
  if (candidates.empty()) return first;
  const bool is_likely = heard_.stream_.uniform(32) != 0;
  const auto any = heard_.stream_.uniform(static_cast<std::uint32_t>(candidates.size()));
  const auto rank = is_likely ? std::ranges::max(candidates).rank : candidates[any].rank;
  choices_.push_back({.line = told_, .seat = state.actor, .rank = rank});
  return rank;
}

/// A card that goes to another hand unseen, preferably one that the viewer has not seen.
Card HeardChez::Guide::pass_unseen(ChezTable& table, const Transfer& by, const ChezCards& cards) {
  const auto& state = table.state;
  const auto& shown = state.shown[index_of(by.from)];
  transfers_.push_back(by);
  auto& card = transfers_.back().card;
  if (const auto lesson = heard_.passed_.find(by.line); lesson != heard_.passed_.end()) {
    auto exchange = exchanges(table);
    if (state.question == ChezQuestion::retry) exchange.keep(state.actor);
    if (state.question != ChezQuestion::retry)
      exchange.keep(state.actor, std::span{state.pending.offered}.first(state.pending.offers));
    card = lesson->second;
    if (!shown.has(card) && exchange.give(by.from, card)) return card;
  }
  std::vector<Card> unseen;
  std::vector<Card> seen;
  std::vector<Card> any;
  for (const auto& traced : state.trace.cards()) {
    card = traced.card;
    if (traced.holder != by.from || !cards.has(card) || shown.has(card)) continue;
    const auto could_be = [&](const std::pair<std::size_t, Card>& other) {
      const bool excluded = traced.seen_by.has(viewer()) ||
                            ((traced.excluded | traced.guessed) >> chez_rank(other.second) & 1U) != 0;
      return other.first == by.line && (card == other.second || !excluded);
    };
    any.push_back(card);
    if (std::ranges::any_of(heard_.not_passed_, could_be)) continue;
    (traced.seen_by.has(viewer()) ? seen : unseen).push_back(card);
  }
  auto& from = unseen.empty() || (!seen.empty() && heard_.stream_.uniform(4) == 0) ? seen : unseen;
  if (from.empty()) from = any;
  card = from.empty() ? cards.at(0) : from[heard_.stream_.uniform(static_cast<std::uint32_t>(from.size()))];
  return card;
}

/// The seat, or the stock, could not get the card: notes what the next try should change.
void HeardChez::Guide::learn(const ChezState& state, Seat seat, Card card) {
  for (const auto& at : std::views::reverse(choices_)) {
    if (at.seat != seat || at.rank != chez_rank(card)) continue;
    heard_.not_lacked_.emplace(at.line, at.rank);
    if (heard_.stream_.uniform(4) == 0) break;
  }
  std::set<int> wanted;  // stocks from which the card may have come
  std::set<int> there;   // stocks in which it was
  if (seat == no_seat) wanted.insert(state.trace.stock());
  if (std::ranges::find(state.stock.cards(), card) != state.stock.cards().end())
    there.insert(state.trace.stock());
  for (const auto& traced : state.trace.cards()) {
    if (traced.seen_by.has(viewer())) continue;
    const bool could_be = ((traced.excluded | traced.guessed) >> chez_rank(card) & 1U) == 0;
    if (traced.holder == seat && could_be) wanted.insert(traced.stock);
    if (traced.card == card) there.insert(traced.stock);
  }
  if (there.empty() || wanted.empty() || heard_.stream_.uniform(2) == 0) learn_of_transfers(seat, card);
  if (there.empty() || wanted.empty()) return;
  if (*there.begin() < *wanted.rbegin()) {
    heard_.buried_.emplace(*wanted.rbegin(), card);
    heard_.not_buried_.erase({*wanted.rbegin(), card});
  } else if (*there.rbegin() > *wanted.begin()) {
    heard_.not_buried_.emplace(*there.rbegin(), card);
    heard_.buried_.erase({*there.rbegin(), card});
  }
}

/// The card should have come to the seat, and may have gone to another one.
void HeardChez::Guide::learn_of_transfers(Seat seat, Card card) {
  for (const auto& at : std::views::reverse(transfers_)) {
    if (heard_.stream_.uniform(2) == 0) continue;
    const bool went_away = at.from == seat || (at.card == card && at.to != seat);
    if (!went_away && at.to != seat) continue;
    if (went_away) {
      heard_.not_passed_.emplace(at.line, card);
      heard_.passed_.erase(at.line);
    } else {
      heard_.passed_[at.line] = card;
    }
    return;
  }
}

/// The actor should have none of these ranks.
void HeardChez::Guide::learn_of_excess(const ChezState& state, ChezRanks ranks) {
  for (const auto& traced : state.trace.cards()) {
    const auto card = traced.card;
    if (traced.holder != state.actor || (ranks >> chez_rank(card) & 1U) == 0) continue;
    for (const auto& at : std::views::reverse(transfers_)) {
      if (at.card == card && at.to == state.actor) heard_.not_passed_.emplace(at.line, card);
      if (at.from != state.actor || heard_.stream_.uniform(2) == 0) continue;
      heard_.passed_[at.line] = card;
      return;
    }
  }
}

}  // namespace tribunal
