// At Chez the lines to a seat are a function of what it may know: if cards that are hidden from it are
// exchanged, it sees the same game, for as long as the others can play it.
#include <algorithm>
#include <numeric>
#include <optional>
#include <set>
#include <span>

#include <catch2/catch.hpp>

#include "cards/pack.hpp"
#include "games/chez/chez_random_play.hpp"
#include "games/chez/family.hpp"
#include "games/vocabulary.hpp"
#include "support/random_rules.hpp"
#include "support/repetitions.hpp"
#include "support/scripted_game.hpp"

using namespace tribunal;
using testing::Dice;

namespace {

struct Step {
  Seat seat = no_seat;
  Action action;
};

/// All that chance gives a game: the order of the first stock, and the numbers of the streams that are laid
/// out.
struct Chance {
  DealKey key;
  std::vector<Card> stock;
  StackedDeal::Numbers numbers;

  [[nodiscard]] DealPointer deal() const {
    return std::make_shared<const StackedDeal>(StackedDeal::Stocks{{"hand 1", stock}}, key, numbers);
  }
};

/// Two cards that change places.
struct Exchange {
  Card a;
  Card b;
  [[nodiscard]] Card of(Card card) const { return card == a ? b : card == b ? a : card; }
  [[nodiscard]] std::string of(std::string line) const {
    for (std::size_t at = 0; at + 1 < line.size(); ++at) {
      const auto word = line.substr(at, 2);
      if (word == a.text() || word == b.text()) line.replace(at, 2, (word == a.text() ? b : a).text());
    }
    return line;
  }
};

/// A game that is played step by step, and what its viewer has been told.
class Told {
 public:
  Told(const Rules& rules, const Chance& chance, Seat viewer)
      : game_{rules.deal(chance.deal())}, viewer_{viewer} {
    game_->begin(events_);
    listen();
  }

  [[nodiscard]] Seat wanted() const { return game_->wanted().empty() ? no_seat : *game_->wanted().begin(); }
  [[nodiscard]] const ActionList& legal() const { return legal_; }
  [[nodiscard]] bool may(const Action& action) const { return std::ranges::count(legal_, action) == 1; }
  /// True if no other seat learns of the question when the seat passes.
  [[nodiscard]] bool is_asked_secretly() const {
    if (wanted() == viewer_ || !may(Action{verbs::pass})) return false;
    const auto verb = legal_[0].verb();
    return verb == verbs::nope || verb == verbs::extend || verb == verbs::pair;
  }
  [[nodiscard]] std::string question() const {
    std::string text;
    for (const auto& action : legal_) text += action.text() + " ";
    return text + "| " + game_->default_action(wanted()).text();
  }
  void apply(const Action& action) {
    Choices choices;
    choices[wanted()] = action;
    game_->apply(choices, events_);
    listen();
  }

  /// The lines that the viewer was sent.
  [[nodiscard]] const std::vector<std::string>& lines() const { return lines_; }
  /// The cards that went from hand to hand.
  [[nodiscard]] const std::vector<Card>& delivered() const { return delivered_; }
  [[nodiscard]] std::span<const Event> events() const { return events_.events(); }

 private:
  void listen() {
    for (; heard_ < events_.events().size(); ++heard_) {
      const auto& event = events_.events()[heard_];
      if (event.is_told_to(viewer_)) lines_.push_back(event.text(viewer_));
      if (event.verb == verbs::deliver)
        delivered_.push_back(Card::from_index(static_cast<std::uint8_t>(event.arguments[1])));
    }
    legal_.clear();
    if (wanted() != no_seat) game_->legal_actions(wanted(), legal_);
  }

  std::unique_ptr<Game> game_;
  EventLog events_;
  Seat viewer_;
  std::size_t heard_ = 0;
  ActionList legal_;
  std::vector<std::string> lines_;
  std::vector<Card> delivered_;
};

/// The beginning of a game, all that is needed to play it again.
struct Played {
  std::vector<Step> steps;
  std::vector<int>
      draw_of_delivery;  ///< which blind draw it was; -1: a card handed over openly between the two
  std::vector<Event> since_reshuffle;  ///< the events since the last reshuffle, or all
  int reshuffles = 0;
  std::size_t steps_before = 0;       ///< the last reshuffle
  std::size_t deliveries_before = 0;  ///< likewise
  std::set<std::string> seen;         ///< the cards that the viewer saw since, in lines and questions
};

constexpr int laid_draws = 64;

void add_cards(std::set<std::string>& cards, std::string text) {
  std::ranges::replace(text, ':', ' ');
  std::ranges::replace(text, ',', ' ');
  for (const auto& word : testing::words_of(text)) {
    if (word.size() == 2 && Card::parse(word)) cards.insert(word);
  }
}

/// Notes which of the cards delivered in a step were drawn blind: the first ones that the other seat gives;
/// after a retry, the first ones after the earlier cards have gone back.
void note_draws(Played& played, const Action& action, std::size_t delivered, int& draws) {
  const bool is_retry = action.verb() == verbs::retry;
  const auto first = is_retry ? delivered / 2 : 0;
  const auto swapped = is_retry ? delivered / 4 : delivered / 2;
  for (std::size_t i = 0; i < delivered; ++i) {
    const bool is_draw = i >= first && i < first + swapped;
    played.draw_of_delivery.push_back(is_draw ? draws++ : -1);
  }
}

Played play_some(const Rules& rules, const Chance& chance, Seat viewer, Dice& dice) {
  Told game{rules, chance, viewer};
  Played played;
  std::size_t since = 0;
  std::size_t lines_since = 0;
  std::set<std::string> asked;
  int draws = 0;
  for (auto left = dice.below(150); left > 0 && game.wanted() != no_seat && draws < laid_draws; --left) {
    if (game.wanted() == viewer) add_cards(asked, game.question());
    played.steps.push_back({game.wanted(), testing::combos_first(game.legal(), dice)});
    const auto before = game.delivered().size();
    const auto events_before = game.events().size();
    const auto lines_before = game.lines().size();
    game.apply(played.steps.back().action);
    note_draws(played, played.steps.back().action, game.delivered().size() - before, draws);
    for (auto i = events_before; i < game.events().size(); ++i) {
      if (game.events()[i].verb != verbs::reshuffle) continue;
      ++played.reshuffles;
      played.steps_before = played.steps.size();
      played.deliveries_before = before;
      for (auto earlier = events_before; earlier < i; ++earlier) {
        if (game.events()[earlier].verb == verbs::deliver) ++played.deliveries_before;
      }
      since = i;
      lines_since = lines_before;
      asked.clear();
    }
  }
  if (game.wanted() == viewer) add_cards(asked, game.question());
  played.since_reshuffle.assign(game.events().begin() + static_cast<std::ptrdiff_t>(since),
                                game.events().end());
  played.seen = asked;
  for (auto i = lines_since; i < game.lines().size(); ++i) add_cards(played.seen, game.lines()[i]);
  return played;
}

/// The result of playing a game again with two cards exchanged.
struct Comparison {
  enum class Kind { same, others_went_astray, drawn_otherwise };
  Kind kind = Kind::same;
  std::size_t steps = 0;
  int draw = -1;  ///< the first blind draw that brought another card
};

bool begins_with(const std::vector<std::string>& lines, const std::vector<std::string>& beginning) {
  return lines.size() >= beginning.size() && std::equal(beginning.begin(), beginning.end(), lines.begin());
}

/// The seat that is asked in one game has nothing to play in the other, which all may see.
bool is_unable(Seat seat, const std::string& next_line) {
  const auto words = testing::words_of(next_line);
  return words[1] == std::to_string(seat) &&
         (words[0] == "draw" || words[0] == "killed" || words[0] == "reshuffle");
}

std::optional<int> draw_that_differs(const Played& played, const Told& game, const Told& anew,
                                     const Exchange& exchange) {
  const auto count = std::min(game.delivered().size(), anew.delivered().size());
  for (std::size_t i = 0; i < count; ++i) {
    const auto card = game.delivered()[i];
    if (anew.delivered()[i] != (i < played.deliveries_before ? card : exchange.of(card)))
      return played.draw_of_delivery[i];
  }
  return {};
}

Action exchanged(const Action& action, const Exchange& exchange) {
  return parse_action(exchange.of(action.text())).value();
}

/// Plays both games side by side. Whoever holds the exchanged cards may be asked something else, but not the
/// viewer.
Comparison compare(const Played& played, Told& game, Told& anew, const Exchange& exchange, Seat viewer) {
  Comparison comparison;
  auto step = played.steps.begin();
  while (true) {
    if (const auto draw = draw_that_differs(played, game, anew, exchange)) {
      comparison.kind = *draw >= 0 ? Comparison::Kind::drawn_otherwise : Comparison::Kind::others_went_astray;
      comparison.draw = *draw;
      return comparison;
    }
    const bool is_end = step == played.steps.end();
    const auto next = is_end ? Action{} : step->action;
    // Questions that nobody else learns of, asked in one game only.
    const bool same_seat = game.wanted() == anew.wanted();
    if (game.is_asked_secretly() && !(same_seat && anew.is_asked_secretly())) {
      if (is_end || next.verb() != verbs::pass) return comparison;
      game.apply(next);
      ++step;
      continue;
    }
    if (anew.is_asked_secretly() && !(same_seat && game.is_asked_secretly())) {
      anew.apply(Action{verbs::pass});
      continue;
    }
    const auto& lines = game.lines();
    const auto& lines_anew = anew.lines();
    if (lines != lines_anew) {
      const bool is_ahead = begins_with(lines, lines_anew) && anew.wanted() != viewer &&
                            is_unable(anew.wanted(), lines[lines_anew.size()]);
      const bool is_behind = begins_with(lines_anew, lines) && game.wanted() != viewer &&
                             is_unable(game.wanted(), lines_anew[lines.size()]);
      if (!is_ahead && !is_behind) REQUIRE(lines_anew == lines);
      comparison.kind = Comparison::Kind::others_went_astray;
      return comparison;
    }
    REQUIRE(same_seat);
    if (game.wanted() == viewer) REQUIRE(anew.question() == game.question());
    if (is_end) return comparison;
    const bool is_before = step - played.steps.begin() < static_cast<std::ptrdiff_t>(played.steps_before);
    const auto renamed = is_before ? next : exchanged(next, exchange);
    const auto& action = anew.may(renamed) ? renamed : next;
    if (!anew.may(action)) {
      REQUIRE(step->seat != viewer);
      comparison.kind = Comparison::Kind::others_went_astray;
      return comparison;
    }
    game.apply(next);
    anew.apply(action);
    ++comparison.steps;
    ++step;
  }
}

bool is_royal(Card card) { return !card.is_joker() && !card.is_ace() && card.rank() >= Rank::jack; }

/// The viewer cannot tell which of the two lies where. Royals only among themselves: a court would turn them
/// up.
bool may_exchange(Card a, Card b, const std::set<std::string>& seen) {
  return a != b && is_royal(a) == is_royal(b) && !seen.contains(a.text()) && !seen.contains(b.text());
}

/// Exchanges two cards of the first stock; nothing if no two are found.
std::optional<Exchange> exchange_dealt(Chance& chance, const Played& played, Dice& dice) {
  for (int tries = 0; tries < 50; ++tries) {
    auto& a = chance.stock[dice.below(chance.stock.size())];
    auto& b = chance.stock[dice.below(chance.stock.size())];
    if (!may_exchange(a, b, played.seen)) continue;
    const Exchange exchange{a, b};
    std::swap(a, b);
    return exchange;
  }
  return {};
}

/// The numbers that a shuffle takes to bring `size` things into this order.
LaidNumbers numbers_for(const std::vector<std::size_t>& order) {
  std::vector<std::size_t> things(order.size());
  std::iota(things.begin(), things.end(), std::size_t{0});
  LaidNumbers numbers;
  for (auto i = order.size(); i-- > 1;) {
    const auto at = static_cast<std::size_t>(std::ranges::find(things, order[i]) - things.begin());
    numbers.push_back(static_cast<std::uint32_t>(at));
    std::swap(things[i], things[at]);
  }
  return numbers;
}

/// The order into which the shuffle of that label brings `size` things.
std::vector<std::size_t> order_of(const Chance& chance, const std::string& label, std::size_t size) {
  std::vector<std::size_t> order(size);
  std::iota(order.begin(), order.end(), std::size_t{0});
  auto stream = chance.deal()->stream(label);
  for (auto i = size; i-- > 1;) std::swap(order[i], order[stream.uniform(static_cast<std::uint32_t>(i + 1))]);
  return order;
}

/// Exchanges two cards of the last stock that was shuffled anew, both of them drawn since.
std::optional<Exchange> exchange_reshuffled(Chance& chance, const Played& played, Dice& dice) {
  std::vector<Card> drawn;
  for (const auto& event : played.since_reshuffle) {
    if (event.verb == verbs::draw)
      drawn.push_back(Card::from_index(static_cast<std::uint8_t>(event.arguments[0])));
  }
  if (drawn.empty()) return {};
  const auto label = "reshuffle " + std::to_string(played.reshuffles);
  auto order = order_of(chance, label, static_cast<std::size_t>(played.since_reshuffle[0].arguments[0]));
  for (int tries = 0; tries < 50; ++tries) {
    const auto a = dice.below(drawn.size());
    const auto b = dice.below(drawn.size());
    if (!may_exchange(drawn[a], drawn[b], played.seen)) continue;
    std::swap(order[a], order[b]);
    chance.numbers[label] = numbers_for(order);
    return Exchange{drawn[a], drawn[b]};
  }
  return {};
}

/// Plays a game to a random position, and again with two cards exchanged that its viewer cannot tell from
/// each other. The steps that the others could repeat; nothing if no such two were found.
std::optional<Comparison> check_chez_position(const Rules& rules, std::uint64_t number, Dice& dice) {
  const int packs = static_cast<int>(std::get<std::int64_t>(
      std::ranges::find(rules.options(), "packs", &std::pair<std::string, OptionValue>::first)->second));
  Chance chance{.key = deal_key(Secret::from_seed("tests"), "play", number),
                .stock = fresh_pack({.jokers = 3, .packs = packs}),
                .numbers = {}};
  KeyedDeal{chance.key}.shuffle_pack(chance.stock, "hand 1");
  for (int i = 0; i < laid_draws; ++i)
    chance.numbers["draw"].push_back(static_cast<std::uint32_t>(dice.below(1'000'000)));
  const auto viewer = static_cast<Seat>(dice.below(static_cast<std::size_t>(rules.players())));
  const auto played = play_some(rules, chance, viewer, dice);

  auto other_chance = chance;
  const auto exchange = played.reshuffles == 0 ? exchange_dealt(other_chance, played, dice)
                                               : exchange_reshuffled(other_chance, played, dice);
  if (!exchange) return {};
  CAPTURE(testing::describe(rules), number, int{viewer}, exchange->a.text(), exchange->b.text());
  int last_draw = -1;
  while (true) {
    Told game{rules, chance, viewer};
    Told anew{rules, other_chance, viewer};
    const auto comparison = compare(played, game, anew, *exchange, viewer);
    if (comparison.kind != Comparison::Kind::drawn_otherwise) return comparison;
    // The blind draw must take the card of the first game, which the hand now holds at another place.
    auto& laid = other_chance.numbers["draw"][static_cast<std::size_t>(comparison.draw)];
    laid = comparison.draw == last_draw ? laid + 1 : 0;
    last_draw = comparison.draw;
    // With two packs the hand may hold the other card of that face: then the decision was about that one.
    if (laid == 110)
      return Comparison{.kind = Comparison::Kind::others_went_astray, .steps = comparison.steps};
  }
}

}  // namespace

TEST_CASE("chez: a seat's lines do not depend on what is hidden from it") {
  Dice dice{11};
  std::size_t steps = 0;
  std::size_t compared = 0;
  std::size_t whole = 0;
  const int positions = testing::repetitions(20'000);
  for (int i = 0; i < positions; ++i) {
    const auto comparison =
        check_chez_position(testing::random_rules_of("chez", dice), static_cast<std::uint64_t>(i), dice);
    if (!comparison) continue;
    ++compared;
    steps += comparison->steps;
    whole += comparison->kind == Comparison::Kind::same ? 1 : 0;
  }
  CHECK(compared > static_cast<std::size_t>(positions) / 3);  // a card that was shown stays
  CHECK(steps / compared >= 10);
  CHECK(whole * 3 > compared);
}

TEST_CASE("chez: a seat's lines depend on what it may see") {
  // The counterpart, a test of the test's eyes: the viewer's own card is another one.
  const auto rules = make_rules("chez", 3, {}).value();
  Chance chance{.key = {}, .stock = fresh_pack({.jokers = 3}), .numbers = {}};
  const Told once{rules, chance, 0};
  std::swap(chance.stock[0], chance.stock[30]);  // a card of seat 0, and one of the stock
  CHECK(Told{rules, chance, 0}.lines() != once.lines());
}
