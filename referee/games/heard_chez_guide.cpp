#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <functional>
#include <utility>

#include "cards/pack.hpp"
#include "games/chez/family.hpp"
#include "games/chez/redraw.hpp"
#include "games/heard_chez.hpp"
#include "games/heard_line.hpp"

namespace tribunal {

ChezExchanges::ChezExchanges(ChezState& state, Seat viewer, Stream& stream) : state_{state}, stream_{stream} {
  const auto traced = state.trace.cards();
  items_.reserve(traced.size() + state.stock.size());
  for (std::size_t place = 0; place < traced.size(); ++place) {
    const auto& card = traced[place];
    const bool unseen = !card.seen_by.has(viewer);
    items_.push_back({.card = card.card,
                      .holder = card.holder,
                      .stock = card.stock,
                      .excluded = static_cast<ChezRanks>(card.excluded | card.guessed),
                      .place = place,
                      .fixed = !unseen,
                      .unseen = unseen});
  }
  for (std::size_t place = 0; place < state.stock.size(); ++place) {
    items_.push_back(
        {.card = state.stock.cards()[place], .stock = state.trace.stock(), .place = place, .unseen = true});
  }
}

void ChezExchanges::keep(Seat seat, std::span<const Card> cards) {
  for (const auto card : cards) static_cast<void>(take(seat, card));
}

bool ChezExchanges::take(Seat seat, Card card) {
  // A card that the viewer has seen is preferred, because it cannot be exchanged anyway.
  for (const bool unseen : {false, true}) {
    if (take(seat, card, unseen)) return true;
  }
  return false;
}

bool ChezExchanges::take(Seat seat, Card card, bool unseen) {
  for (auto& item : items_) {
    if (item.holder != seat || item.card != card || item.unseen != unseen || item.taken) continue;
    item.fixed = item.taken = true;
    return true;
  }
  return false;
}

void ChezExchanges::keep(Seat seat) {
  for (auto& item : items_) item.fixed = item.fixed || item.holder == seat;
}

std::vector<std::size_t> ChezExchanges::in_random_order(Seat holder) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < items_.size(); ++i) {
    if (items_[i].holder == holder && !items_[i].fixed) found.push_back(i);
  }
  for (auto i = found.size(); i-- > 1;)
    std::swap(found[i], found[stream_.uniform(static_cast<std::uint32_t>(i + 1))]);
  return found;
}

template <typename IsWanted>
bool ChezExchanges::exchange(std::size_t item, IsWanted is_wanted) {
  // Finds a chain by breadth-first search: each place gets the card of the next one, and the last gets that
  // of the first.
  constexpr auto nowhere = static_cast<std::size_t>(-1);
  std::vector<std::size_t> before(items_.size(), nowhere);
  std::vector<std::size_t> reached{item};
  const auto size = items_.size();
  const auto start = stream_.uniform(static_cast<std::uint32_t>(size));
  for (std::size_t next = 0; next < reached.size(); ++next) {
    const auto at = reached[next];
    for (std::size_t step = 0; step < size; ++step) {
      const auto i = (start + step) % size;
      const auto& from = items_[i];
      if (i == item || before[i] != nowhere || from.fixed || from.stock != items_[item].stock) continue;
      if (!may_be(items_[at], from.card) || (at == item && !is_wanted(from.card))) continue;
      before[i] = at;
      reached.push_back(i);
      if (!may_be(from, items_[item].card)) continue;
      std::vector<std::size_t> path{i};
      while (path.back() != item) path.push_back(before[path.back()]);
      std::ranges::reverse(path);
      write(path);
      return true;
    }
  }
  return false;
}

void ChezExchanges::write(std::span<const std::size_t> path) {
  const auto first = items_[path.front()].card;
  std::vector<ChezRename> renames;
  for (std::size_t i = 0; i < path.size(); ++i) {
    auto& item = items_[path[i]];
    item.card = i + 1 < path.size() ? items_[path[i + 1]].card : first;
    if (item.holder == no_seat) {
      state_.stock.cards()[item.place] = item.card;
    } else {
      renames.push_back({.place = item.place, .to = item.card});
    }
  }
  rename_traced(state_, renames);
}

bool ChezExchanges::give(Seat seat, Card card) {
  if (take(seat, card, false)) return true;
  // The place that excludes most ranks, because others may be needed for other cards.
  auto places = in_random_order(seat);
  std::ranges::stable_sort(places, std::greater{},
                           [&](std::size_t i) { return std::popcount(items_[i].excluded); });
  for (const auto i : places) {
    if (!may_be(items_[i], card)) continue;
    if (items_[i].card != card && !exchange(i, [card](Card other) { return other == card; })) continue;
    items_[i].fixed = items_[i].taken = true;
    return true;
  }
  return false;
}

bool ChezExchanges::lack(Seat seat, ChezRanks ranks) {
  bool done = true;
  for (auto& item : items_) {
    if (item.holder != seat || item.taken) continue;
    if (!item.unseen) {
      done = done && (ranks >> chez_rank(item.card) & 1U) == 0;
      continue;
    }
    item.excluded |= ranks;
    state_.trace.cards()[item.place].guessed |= ranks;
  }
  for (const auto i : in_random_order(seat)) {
    if (!may_be(items_[i], items_[i].card)) done = exchange(i, [](Card) { return true; }) && done;
  }
  return done;
}

bool ChezExchanges::lay_on_stock(Card card) {
  const auto stock = state_.stock.cards();
  for (auto& item : items_) {
    if (item.holder != no_seat || item.card != card) continue;
    std::swap(stock[item.place], stock.back());
    return true;
  }
  return exchange(items_.size() - 1, [card](Card other) { return other == card; });
}

bool ChezExchanges::unbury(Card card) {
  for (const auto i : in_random_order(buried)) {
    if (items_[i].card == card && exchange(i, [card](Card other) { return other != card; })) return true;
  }
  return false;
}

bool ChezExchanges::gather(std::vector<Card> cards) {
  const auto strike = [&](Card card) {
    const auto found = std::ranges::find(cards, card);
    if (found == cards.end()) return false;
    cards.erase(found);
    return true;
  };
  auto open = state_.pile;
  open.take();
  for (const auto card : open.cards()) static_cast<void>(strike(card));
  std::vector<Card> closed;
  for (const auto& item : items_) {
    if (item.holder == buried) closed.push_back(item.card);
  }
  for (const auto card : state_.secondary.cards()) {
    const auto found = std::ranges::find(closed, card);
    if (found == closed.end()) {
      static_cast<void>(strike(card));
    } else {
      closed.erase(found);
    }
  }
  std::vector<std::size_t> surplus;
  for (std::size_t i = 0; i < items_.size(); ++i) {
    auto& item = items_[i];
    if (item.holder != no_seat && item.holder != buried) continue;
    if (!strike(item.card)) surplus.push_back(i);
    item.fixed = true;
  }
  for (const auto i : surplus) {
    items_[i].fixed = false;
    const auto is_missing = [&](Card card) { return std::ranges::find(cards, card) != cards.end(); };
    if (!exchange(i, is_missing)) return false;
    items_[i].fixed = true;
    static_cast<void>(strike(items_[i].card));
  }
  return cards.empty();
}

namespace {

int place_in(const ChezCards& hand, Card card) {
  int place = 0;
  while (place < hand.size() && hand.at(place) != card) ++place;
  return place;
}

}  // namespace

/// Compares the new events with the lines.
void HeardChez::Guide::listen(const ChezTable& table) {
  const auto events = table.log.events();
  for (; seen_ < events.size() && !is_lost_; ++seen_) {
    if (!events[seen_].is_told_to(viewer())) continue;
    if (told_ == heard_.texts_.size() || events[seen_].text(viewer()) != heard_.texts_[told_]) {
      is_lost_ = true;
    } else {
      ++told_;
    }
  }
}

/// The next line to produce; null if there is none, or if the game has departed from the lines.
const HeardChez::Line* HeardChez::Guide::next(const ChezTable& table) {
  listen(table);
  return is_lost_ || told_ >= heard_.lines_.size() ? nullptr : &heard_.lines_[told_];
}

/// The cards of all consecutive lines with this verb and seat, from the next one on.
std::vector<Card> HeardChez::Guide::cards_from_here(std::string_view verb, Seat seat) const {
  std::vector<Card> cards;
  for (auto i = told_; i < heard_.lines_.size() && heard_.lines_[i].is(verb, seat); ++i)
    cards.insert(cards.end(), heard_.lines_[i].cards.begin(), heard_.lines_[i].cards.end());
  return cards;
}

std::optional<Action> HeardChez::Guide::decide(ChezTable& table) {
  const auto& state = table.state;
  const auto seat = state.asked;
  const auto* const line = next(table);
  if (line == nullptr) return {};
  const bool answers =
      line->seat == seat && (seat == viewer() || line->is("nope") || line->is("extend") || line->is("pair"));
  if (is_secret(state.question) && !answers) return Action{verbs::pass};
  if (line->seat != seat) return {};
  if (state.question == ChezQuestion::offer && seat != viewer()) {
    const auto card = pass_unseen(
        table, {.line = told_, .from = seat, .to = state.pending.target, .card = {}}, cards_to_offer(state));
    return Action{verbs::offer, card};
  }
  if (state.question == ChezQuestion::act) ask(table, seat);
  return action_of(line->words);
}

int HeardChez::Guide::roll(ChezTable& table, Seat seat, ChezDice dice, int total) {
  const auto* const line = next(table);
  if (line == nullptr || !line->is("roll", seat) || line->words.size() != 5) return total;
  int heard = 0;
  const auto& word = line->words[4];
  std::from_chars(word.data(), word.data() + word.size(), heard);
  return heard >= dice.count && heard <= dice.highest() ? heard : total;
}

int HeardChez::Guide::draw_blind(ChezTable& table, int place) {
  auto& state = table.state;
  const auto from = state.pending.target;
  const auto* const line = next(table);
  if (line == nullptr || !line->is("deliver", from) || line->cards.size() != 1) return place;
  auto card = line->cards[0];
  if (card.is_hidden()) {
    card = pass_unseen(table, {.line = told_, .from = from, .to = state.actor, .card = {}}, state.hand(from));
  } else if (from != viewer()) {
    auto exchange = exchanges(table);
    // Both seats know cards that are handed over again.
    if (state.question == ChezQuestion::retry) exchange.keep(state.actor);
    give(exchange, state, from, line->cards);
  }
  const auto found = place_in(state.hand(from), card);
  return found < state.hand(from).size() ? found : place;
}

void HeardChez::Guide::pick_up(ChezTable& table, Seat seat) {
  const auto* const line = next(table);
  if (line == nullptr || !line->is("draw", seat) || line->cards.size() != 1) return;
  const auto card = line->cards[0];
  if (!card.is_hidden() && !exchanges(table).lay_on_stock(card)) learn(table.state, no_seat, card);
}

void HeardChez::Guide::reshuffle(ChezTable& table) {
  const auto number = table.state.trace.stock() + 1;
  auto exchange = exchanges(table);
  for (const auto& [stock, card] : heard_.buried_) {
    if (stock == number) static_cast<void>(exchange.give(buried, card));
  }
  for (const auto& [stock, card] : heard_.not_buried_) {
    if (stock == number) static_cast<void>(exchange.unbury(card));
  }
}

void HeardChez::Guide::begin_turn(ChezTable& table) {
  const auto seat = table.state.actor;
  const auto* const line = next(table);
  if (line == nullptr && is_at_end() && !is_lost_ && seat != viewer()) return let_act(table);
  if (line == nullptr || line->seat != seat || seat == viewer()) return;
  if (!line->is("draw") && !line->is("killed") && !line->is("reshuffle")) return ask(table, seat);
  const auto ranks = lacked(table.state);
  if (!exchanges(table).lack(seat, ranks)) learn_of_excess(table.state, ranks);
}

/// If the actor has no playable card, gives it one.
void HeardChez::Guide::let_act(ChezTable& table) {
  auto& state = table.state;
  auto exchange = exchanges(table);
  auto pack = heard_.pack_;
  shuffle(pack, heard_.stream_);
  for (const auto card : pack) {
    if (can_act(state)) return;
    if (is_valid_on(chez_rank(card), state.pile.top())) static_cast<void>(exchange.give(state.actor, card));
  }
}

void HeardChez::Guide::ask(ChezTable& table, Seat seat) {
  const auto& state = table.state;
  const auto* const line = next(table);
  if (line == nullptr || line->seat != seat || seat == viewer()) return;
  static constexpr std::array lays{"play", "pair", "castle", "court", "revolution", "extend", "nope"};
  auto cards = line->cards;
  if (line->is("betting-man")) {
    ++told_;
    cards = cards_from_here("lay", seat);
    --told_;
  } else if (std::ranges::none_of(lays, [&](const char* verb) { return line->is(verb); })) {
    return;
  }
  auto exchange = exchanges(table);
  if (line->is("nope") && seat == state.actor)
    exchange.keep(seat, std::span{state.pending.offered}.first(state.pending.offers));
  give(exchange, state, seat, cards);
}

void HeardChez::Guide::reveal_royals(ChezTable& table, Seat seat) {
  if (next(table) == nullptr || seat == viewer()) return;
  auto exchange = exchanges(table);
  std::vector<Card> open;
  table.state.shown[index_of(seat)].each([&](Card card) { open.push_back(card); });
  exchange.keep(seat, open);
  give(exchange, table.state, seat, cards_from_here("reveal", seat));
  static_cast<void>(exchange.lack(seat, ranks_between(chez_ranks::jack, chez_ranks::king)));
}

void HeardChez::Guide::seize(ChezTable& table) {
  if (next(table) == nullptr || table.state.actor != viewer()) return;
  static_cast<void>(exchanges(table).gather(cards_from_here("seize", viewer())));
}

void HeardChez::Guide::hand_over(ChezTable& table, std::size_t offered) {
  auto& state = table.state;
  auto& pending = state.pending;
  const auto* const line = next(table);
  if (line == nullptr || !line->is("deliver", state.actor) || line->cards.size() != 1) return;
  if (state.actor == viewer()) return;
  const auto rest = std::span{pending.offered}.first(pending.offers).subspan(offered);
  const auto card = line->cards[0];
  if (card.is_hidden()) {
    if (!state.shown[index_of(state.actor)].has(rest.front())) return;
    auto others = state.hand(state.actor);
    for (const auto other : rest) others.remove(other);
    if (!others.empty())
      rest.front() =
          pass_unseen(table, {.line = told_, .from = state.actor, .to = pending.target, .card = {}}, others);
    return;
  }
  if (const auto found = std::ranges::find(rest, card); found != rest.end())
    return std::swap(rest.front(), *found);
  auto exchange = exchanges(table);
  exchange.keep(state.actor, rest.subspan(1));
  give(exchange, state, state.actor, line->cards);
  if (state.hand(state.actor).has(card)) rest.front() = card;
}

void HeardChez::Guide::give(ChezExchanges& exchanges, const ChezState& state, Seat seat,
                            std::span<const Card> cards) {
  for (const auto card : cards) {
    if (card.is_hidden() || exchanges.give(seat, card)) continue;
    return learn(state, seat, card);
  }
}

}  // namespace tribunal
