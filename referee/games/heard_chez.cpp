#include "games/heard_chez.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <ranges>

#include "cards/pack.hpp"
#include "games/chez/actions.hpp"
#include "games/chez/family.hpp"
#include "games/chez_exchanges.hpp"
#include "games/heard_line.hpp"

namespace tribunal {
namespace {

constexpr ChezRanks ranks_between(ChezRank first, ChezRank last) {
  return static_cast<ChezRanks>((2U << last) - (1U << first));
}

int place_in(const ChezCards& hand, Card card) {
  int place = 0;
  while (place < hand.size() && hand.at(place) != card) ++place;
  return place;
}

}  // namespace

/// One try: leads a game along the lines.
class HeardChez::Guide final : public ChezGuide {
 public:
  explicit Guide(HeardChez& heard) : heard_{heard} {}

  [[nodiscard]] std::size_t told() const { return told_; }

  [[nodiscard]] Seat viewer() const override { return heard_.seat_; }
  [[nodiscard]] bool is_at_end() const override { return told_ == heard_.texts_.size(); }
  [[nodiscard]] bool has_gone_on(ChezTable& table) override {
    listen(table);
    table.log.clear();
    seen_ = 0;
    return !is_lost_;
  }
  [[nodiscard]] std::optional<Action> decide(ChezTable& table) override;

  int roll(ChezTable& table, Seat seat, ChezDice dice, int total) override;
  int draw_blind(ChezTable& table, int place) override;
  void pick_up(ChezTable& table, Seat seat) override;
  void reshuffle(ChezTable& table) override;
  void begin_turn(ChezTable& table) override;
  void ask(ChezTable& table, Seat seat) override;
  void reveal_royals(ChezTable& table, Seat seat) override;
  void seize(ChezTable& table) override;
  void hand_over(ChezTable& table, std::size_t offered) override;

 private:
  struct Transfer {
    std::size_t line = 0;
    Seat from = no_seat;
    Seat to = no_seat;
    Card card;
  };

  /// A rank of which a seat was taken to have no card.
  struct Lack {
    std::size_t line = 0;
    Seat seat = no_seat;
    ChezRank rank = 0;
  };

  void listen(const ChezTable& table);
  [[nodiscard]] const Line* next(const ChezTable& table);
  [[nodiscard]] std::vector<Card> cards_from_here(std::string_view verb, Seat seat) const;
  [[nodiscard]] ChezExchanges exchanges(ChezTable& table) const {
    return {table.state, viewer(), heard_.stream_};
  }
  void give(ChezExchanges& exchanges, const ChezState& state, Seat seat, std::span<const Card> cards);
  [[nodiscard]] ChezRanks lacked(const ChezState& state);
  [[nodiscard]] ChezRank lacked_of(const ChezState& state, ChezRank first, ChezRank last);
  [[nodiscard]] Card pass_unseen(ChezTable& table, const Transfer& by, const ChezCards& cards);
  void let_act(ChezTable& table);
  void learn(const ChezState& state, Seat seat, Card card);
  void learn_of_transfers(Seat seat, Card card);
  void learn_of_excess(const ChezState& state, ChezRanks ranks);

  HeardChez& heard_;
  std::size_t told_ = 0;
  std::size_t seen_ = 0;  // events of the table's log
  bool is_lost_ = false;
  std::vector<Transfer> transfers_;
  std::vector<Lack> choices_;
};

/// Compares the events that are new with the lines.
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

/// The next line that will be told; null if there is none, or if the game has left its way.
const HeardChez::Line* HeardChez::Guide::next(const ChezTable& table) {
  listen(table);
  return is_lost_ || told_ >= heard_.lines_.size() ? nullptr : &heard_.lines_[told_];
}

/// The cards of all lines with this verb and seat that follow each other from the next one on.
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
    // Cards that are handed over once more are known to both seats.
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

/// Gives the actor a card that it may play if it has none.
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

/// Ranks of which the actor has no card, as it picks up.
ChezRanks HeardChez::Guide::lacked(const ChezState& state) {
  auto ranks = ranks_valid_on(state.pile.top());
  const auto add = [&](ChezRank rank) { ranks |= ranks_between(rank, rank); };
  const bool may_extend = state.open_rank != 0 && state.open_rank <= chez_ranks::king;
  if (may_extend && state.open_by != state.actor) add(state.open_rank);
  if (!state.with_castle.has(state.actor) && (ranks & ranks_between(7, 10)) == 0)
    add(lacked_of(state, 7, 10));
  const bool no_court = state.revolt || state.with_court.has(state.actor);
  if (!no_court && (ranks & ranks_between(chez_ranks::jack, chez_ranks::king)) == 0)
    add(lacked_of(state, chez_ranks::jack, chez_ranks::king));
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
      return traced.holder == state.actor && (traced.excluded >> rank & 1U) != 0;
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

/// A card that goes to another hand unseen: rather one that the viewer has not seen.
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
      const bool excluded =
          traced.seen_by.has(viewer()) || (traced.excluded >> chez_rank(other.second) & 1U) != 0;
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

/// The seat, or the stock, could not get the card: notes what should be otherwise next time.
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
    const bool could_be = (traced.excluded >> chez_rank(card) & 1U) == 0;
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

/// The first cards are known: the viewer's hand and the card that is turned up.
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
