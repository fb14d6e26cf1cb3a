// Chez: a redrawn game tells its viewer the same. A deal cannot be replayed with the same decisions: other
// hands are asked other questions in secret, and blind draws take other places.
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>

#include <catch2/catch.hpp>

#include "cards/pack.hpp"
#include "games/chez/chez_random_play.hpp"
#include "games/chez/family.hpp"
#include "games/redraw/retold_deal.hpp"
#include "support/random_rules.hpp"
#include "support/repetitions.hpp"
#include "support/words.hpp"

using namespace tribunal;
using testing::card_at;
using testing::Dice;

namespace {

struct Step {
  Seat seat = no_seat;
  Action action;
};

bool is_secret_pass(const Event& event) { return event.unnoticed; }

constexpr Seat with_the_dead = -2;

/// A card of the first stock, and its fate.
struct StockPlace {
  Card card;
  Seat owner = no_seat;  ///< the hand that holds it; the secondary pile; `no_seat`: the stock or the table
  Seat last = no_seat;   ///< the seat that last had it in hand
  bool seen = false;     ///< by the viewer
};

/// A beginning of a game with one pack, before its stock is shuffled again or seized.
struct Played {
  std::vector<Step> steps;         ///< without those that only their seat learns of
  std::vector<std::string> lines;  ///< as the viewer is sent them
  std::vector<StockPlace> stock;
  std::vector<std::size_t> delivered;  ///< the place in the stock of each card that passed from hand to hand
  std::vector<int> draw_of_delivery;   ///< the number of the blind draw that it was; -1 if it was not one
  std::unique_ptr<Game> game;
  bool passes_joker = false;  ///< from hand to hand, and nothing shows which one
};

class Player {
 public:
  Player(const Rules& rules, const Deal& deal, Seat viewer) : viewer_{viewer} {
    for (const auto card : testing::stock_of_hand(rules, deal, 1)) played_.stock.push_back({.card = card});
  }

  /// Plays at most this number of decisions; false if the stock was shuffled again or seized.
  bool play(const Rules& rules, const DealPointer& deal, std::size_t steps, Dice& dice) {
    played_.game = rules.deal(deal);
    auto& game = *played_.game;
    EventLog events;
    game.begin(events);
    ActionList actions;
    Choices choices;
    for (; note(events) && steps > 0 && !game.wanted().empty(); --steps) {
      const auto seat = *game.wanted().begin();
      game.legal_actions(seat, actions);
      choices[seat] = testing::combos_first(actions, dice);
      events.clear();
      game.apply(choices, events);
      if (!is_secret_pass(events.events()[0]) || seat == viewer_)
        played_.steps.push_back({seat, choices[seat]});
      note_draws(choices[seat], events);
    }
    return !shuffled_;
  }
  [[nodiscard]] Played& played() { return played_; }

 private:
  [[nodiscard]] std::size_t find(Seat owner, Card card) const {
    auto found = played_.stock.size();
    for (std::size_t i = 0; i < played_.stock.size(); ++i) {
      const auto& place = played_.stock[i];
      if (place.owner == owner && place.card == card && (found == played_.stock.size() || place.seen))
        found = i;
    }
    return found;
  }

  bool note(const EventLog& events) {
    for (const auto& event : events.events()) {
      if (event.is_told_to(viewer_)) played_.lines.push_back(event.text(viewer_));
      if (event.verb == verbs::reshuffle || event.verb == verbs::siege) shuffled_ = true;
      if (shuffled_) return false;
      note(event);
    }
    return !shuffled_;
  }

  void note(const Event& event) {
    const bool sees = event.sees.has(viewer_);
    const bool is_pass = event.verb == verbs::offer || event.verb == verbs::deliver;
    if (is_pass && card_at(event, event.size - 1U).is_joker()) played_.passes_joker = true;
    if (event.verb == verbs::deal) {
      for (std::size_t i = 0; i < event.size; ++i) {
        const auto players = static_cast<std::size_t>(played_.game->players());
        auto& place = played_.stock[i * players + index_of(event.seat)];
        place.owner = place.last = event.seat;
        place.seen = sees;
        used_ = std::max(used_, i * players + index_of(event.seat) + 1);
      }
    } else if (event.verb == verbs::turn) {
      played_.stock[used_++].seen = true;
    } else if (event.verb == verbs::draw) {
      played_.stock[used_].owner = played_.stock[used_].last = event.seat;
      played_.stock[used_++].seen = sees;
    } else if (event.verb == verbs::deliver) {
      const auto place = find(event.seat, card_at(event, 1));
      played_.delivered.push_back(place);
      played_.stock.at(place).owner = played_.stock[place].last = static_cast<Seat>(event.arguments[0]);
      if (sees) played_.stock[place].seen = true;
    } else if (event.verb == verbs::killed) {
      for (auto& place : played_.stock) {
        if (place.owner == event.seat) place.owner = with_the_dead;
      }
    } else if (event.verb == verbs::reveal || event.verb == verbs::court) {
      for (std::size_t i = 0; i < event.size; ++i)
        played_.stock.at(find(event.seat, card_at(event, i))).seen = true;
    } else {
      const auto leaves = {verbs::play, verbs::pair,   verbs::castle, verbs::revolution,
                           verbs::lay,  verbs::extend, verbs::nope,   verbs::execute};
      if (std::ranges::find(leaves, event.verb) == leaves.end()) return;
      for (std::size_t i = 0; i < event.size; ++i) {
        auto& place = played_.stock.at(find(event.seat, card_at(event, i)));
        place.owner = no_seat;
        place.seen = true;
      }
    }
  }

  /// The cards drawn blind are the first ones that the other seat gives. After a retry they are the first
  /// ones after the earlier cards have gone back.
  void note_draws(const Action& action, const EventLog& events) {
    const auto delivered =
        static_cast<std::size_t>(std::ranges::count(events.events(), verbs::deliver, &Event::verb));
    const bool is_retry = action.verb() == verbs::retry;
    const auto first = is_retry ? delivered / 2 : 0;
    const auto swapped = is_retry ? delivered / 4 : delivered / 2;
    for (std::size_t i = 0; i < delivered; ++i) {
      const bool is_draw = i >= first && i < first + swapped;
      played_.draw_of_delivery.push_back(is_draw ? draws_++ : -1);
    }
  }

  Seat viewer_;
  Played played_;
  std::size_t used_ = 0;
  int draws_ = 0;
  bool shuffled_ = false;
};

/// The stock that leads to the position `after` instead of `before`.
std::vector<Card> exchanged_stock(const Played& played, const Position& before, const Position& after) {
  std::vector<Card> stock;
  for (const auto& place : played.stock) stock.push_back(place.card);
  std::vector<bool> moved(stock.size(), false);
  for (std::size_t i = 1; i <= after.stock.size(); ++i) {
    stock[stock.size() - i] = after.stock[after.stock.size() - i];
    moved[stock.size() - i] = true;
  }
  const auto exchange = [&](std::vector<Card> from, std::vector<Card> to, Seat owner) {
    testing::cancel(from, to);
    for (std::size_t i = 0; i < from.size(); ++i) {
      for (std::size_t at = 0; at < stock.size(); ++at) {
        const auto& place = played.stock[at];
        if (moved[at] || place.seen || place.owner != owner || place.card != from[i]) continue;
        stock[at] = to.at(i);
        moved[at] = true;
        break;
      }
    }
  };
  for (std::size_t seat = 0; seat < before.seats.size(); ++seat)
    exchange(before.seats[seat].hand, after.seats[seat].hand, static_cast<Seat>(seat));
  exchange(before.hidden, after.hidden, with_the_dead);
  return stock;
}

/// A game played again with a different stock.
struct Again {
  std::vector<std::string> lines;
  std::unique_ptr<Game> game;
  int wrong_draw = -1;  ///< the first blind draw that took a different place in the stock than before
};

class Replay {
 public:
  Replay(const Rules& rules, const DealKey& key, const Played& played, const std::vector<Card>& stock,
         Seat viewer)
      : rules_{rules}, key_{key}, played_{played}, stock_{stock}, viewer_{viewer} {}

  /// The game with this stock, in which blind draws take the cards at the same places as before.
  Again play() {
    LaidNumbers draws(64, 0);
    while (true) {
      auto again = play(draws);
      if (again.wrong_draw < 0) return again;
      if (++draws.at(static_cast<std::size_t>(again.wrong_draw)) > 60) return again;
    }
  }

 private:
  Again play(const LaidNumbers& draws) {
    Again again{.lines = {},
                .game = rules_.deal(std::make_shared<const StackedDeal>(
                    StackedDeal::Stocks{{"hand 1", stock_}}, key_, StackedDeal::Numbers{{"draw", draws}}))};
    delivered_ = 0;
    EventLog events;
    again.game->begin(events);
    auto step = played_.steps.begin();
    ActionList actions;
    Choices choices;
    while (listen(events, again) && !again.game->wanted().empty()) {
      const auto seat = *again.game->wanted().begin();
      again.game->legal_actions(seat, actions);
      const bool is_end = step == played_.steps.end() && again.lines.size() == played_.lines.size();
      if (is_end && again.game->wanted() == played_.game->wanted()) break;
      const bool passes =
          seat != viewer_ && is_secret(actions) && !is_next(seat, actions.front().verb(), again.lines.size());
      if (!passes && step == played_.steps.end()) break;
      if (!passes && step->seat != seat) break;
      choices[seat] = passes ? Action{verbs::pass} : renamed(step->action);
      if (!passes) ++step;
      if (std::ranges::count(actions, choices[seat]) == 0) {
        again.lines.push_back("may not " + choices[seat].text());
        break;
      }
      events.clear();
      again.game->apply(choices, events);
    }
    return again;
  }

  static bool is_secret(const ActionList& actions) {
    const auto verb = actions.front().verb();
    const bool may_pass = std::ranges::count(actions, Action{verbs::pass}) > 0;
    return may_pass && (verb == verbs::nope || verb == verbs::extend || verb == verbs::pair);
  }
  /// True if the next line that the viewer was sent is an answer of the seat to such a question.
  [[nodiscard]] bool is_next(Seat seat, Verb verb, std::size_t told) const {
    if (told >= played_.lines.size()) return false;
    const auto words = testing::words_of(played_.lines[told]);
    return words[1] == std::to_string(seat) && words[0] == verb->name;
  }
  /// An offer that the viewer has not seen is of the card that is now in the same place.
  [[nodiscard]] Action renamed(const Action& action) const {
    if (action.verb() != verbs::offer) return action;
    const auto place = std::ranges::find(played_.stock, action.card(), &StockPlace::card);
    return {verbs::offer, stock_[static_cast<std::size_t>(place - played_.stock.begin())]};
  }

  bool listen(const EventLog& events, Again& again) {
    for (const auto& event : events.events()) {
      if (event.is_told_to(viewer_)) again.lines.push_back(event.text(viewer_));
      if (event.verb != verbs::deliver || delivered_ >= played_.delivered.size()) continue;
      const auto at = delivered_++;
      if (card_at(event, 1) == stock_[played_.delivered[at]] || played_.draw_of_delivery[at] < 0) continue;
      again.wrong_draw = played_.draw_of_delivery[at];
      return false;
    }
    return again.lines.size() <= played_.lines.size();
  }

  const Rules& rules_;
  const DealKey& key_;
  const Played& played_;
  const std::vector<Card>& stock_;
  Seat viewer_;
  std::size_t delivered_ = 0;
};

/// The places, with the secondary pile in no order, because the pile is shuffled before it is used.
std::string places_but_order_of_dead(Position position) {
  std::ranges::sort(position.hidden);
  return testing::places_of(position);
}

std::size_t lines_in_common(const Again& again, const Played& played) {
  const auto [end, ignored] = std::ranges::mismatch(again.lines, played.lines);
  return static_cast<std::size_t>(end - again.lines.begin());
}

/// The game in a deal that leads to the redrawn position. A position does not show which card of a hand came
/// first, and that matters if the seat once had nothing to play. Therefore cards of a hand, including those
/// that were laid, change places until the viewer is told the same.
Again find_deal(const Rules& rules, const DealKey& key, const Played& played, std::vector<Card> stock,
                Seat viewer, Dice& dice) {
  auto best = Replay{rules, key, played, stock, viewer}.play();
  std::vector<std::size_t> held;
  for (std::size_t i = 0; i < stock.size(); ++i) {
    if (played.stock[i].last != no_seat && played.stock[i].last != viewer) held.push_back(i);
  }
  for (int tries = 0; tries < 200'000 && best.lines != played.lines; ++tries) {
    const auto a = dice.pick(held);
    const auto b = dice.pick(held);
    if (a == b || played.stock[a].last != played.stock[b].last) continue;
    std::swap(stock[a], stock[b]);
    auto again = Replay{rules, key, played, stock, viewer}.play();
    if (lines_in_common(again, played) >= lines_in_common(best, played)) {
      best = std::move(again);
    } else {
      std::swap(stock[a], stock[b]);
    }
  }
  return best;
}

/// Redraws a game at a random position. True if the position changed; nothing if the stock has been shuffled
/// again or seized by then, or a joker was passed.
std::optional<bool> check_told(const Rules& rules, std::uint64_t number, Dice& dice, Stream& stream) {
  const auto key = deal_key(Secret::from_seed("tests"), "play", number);
  const auto viewer = static_cast<Seat>(dice.below(static_cast<std::size_t>(rules.players())));
  const auto deal = std::make_shared<const KeyedDeal>(key);
  Player player{rules, *deal, viewer};
  if (!player.play(rules, deal, dice.below(120), dice)) return {};
  const auto& played = player.played();
  if (played.game->wanted().empty()) return {};
  if (played.passes_joker) return {};
  CAPTURE(testing::describe(rules), number, int{viewer});
  const auto redrawn = played.game->clone();
  redrawn->redraw_hidden(viewer, stream);
  const auto before = played.game->position();
  const auto after = redrawn->position();
  const auto stock = exchanged_stock(played, before, after);
  const auto again = find_deal(rules, key, played, stock, viewer, dice);
  CAPTURE(testing::places_of(before), testing::places_of(after));
  REQUIRE(again.lines == played.lines);
  REQUIRE(again.game->wanted() == redrawn->wanted());
  REQUIRE(places_but_order_of_dead(again.game->position()) == places_but_order_of_dead(after));
  return testing::places_of(before) != testing::places_of(after);
}

/// Counts of positions in which a seat holds a card, or several of a rank.
using Frequencies = std::map<std::string, double>;

void count_hands(const Game& game, Seat viewer, Frequencies& counts) {
  const auto seats = game.position().seats;
  for (std::size_t seat = 0; seat < seats.size(); ++seat) {
    if (static_cast<Seat>(seat) == viewer) continue;
    std::map<std::string, int> held;
    for (const auto card : seats[seat].hand) {
      const auto text = card.text();
      ++held[card.is_joker() ? text : text.substr(0, 1)];
      if (!card.is_joker()) ++held[text];
    }
    for (const auto& [what, number] : held) {
      for (int least = 1; least <= number; ++least)
        ++counts[std::to_string(seat) + ": " + std::to_string(least) + " " + what];
    }
  }
}

/// Deals at random: unseen cards change places, and those of a hand, including the ones that it has laid,
/// came in a different order.
class OtherDeals {
 public:
  OtherDeals(const Played& played, Seat viewer) : played_{played} {
    for (std::size_t i = 0; i < played.stock.size(); ++i) {
      const auto& place = played.stock[i];
      if (!place.seen) unseen_.push_back(i);
      if (place.last != no_seat && place.last != viewer) of_seats_[place.last].push_back(i);
    }
  }
  /// A deal. Nothing, by chance, if equal cards of a hand may have come in several orders, because each of
  /// these counts in part.
  std::optional<std::vector<Card>> next(Dice& dice) const {
    std::vector<Card> stock;
    for (const auto& place : played_.stock) stock.push_back(place.card);
    shuffle(stock, unseen_, dice);
    double orders = 1;
    for (const auto& [seat, places] : of_seats_) {
      std::map<Card, int> equal;
      for (const auto place : places) equal[stock[place]] += played_.stock[place].seen ? 0 : 1;
      for (const auto place : places) {
        if (played_.stock[place].seen) orders *= ++equal[stock[place]];
      }
      std::map<Card, int> seen;
      for (const auto place : places) {
        if (played_.stock[place].seen) orders /= ++seen[stock[place]];
      }
      shuffle(stock, places, dice);
    }
    constexpr std::size_t fine = 1'000'000;
    if (static_cast<double>(dice.below(fine)) * orders >= fine) return {};
    return stock;
  }

 private:
  static void shuffle(std::vector<Card>& stock, const std::vector<std::size_t>& places, Dice& dice) {
    for (std::size_t i = places.size(); i-- > 1;)
      std::swap(stock[places[i]], stock[places[dice.below(i + 1)]]);
  }

  const Played& played_;
  std::vector<std::size_t> unseen_;
  std::map<Seat, std::vector<std::size_t>> of_seats_;
};

/// Compares redraws at a random position with all deals that tell the viewer the same. False if there are too
/// few of these, or if cards passed from hand to hand.
bool compare_with_deals(const Rules& rules, std::uint64_t number, Dice& dice, Stream& stream) {
  const auto key = deal_key(Secret::from_seed("tests"), "compare", number);
  const auto viewer = static_cast<Seat>(dice.below(static_cast<std::size_t>(rules.players())));
  const auto deal = std::make_shared<const KeyedDeal>(key);
  Player player{rules, *deal, viewer};
  if (!player.play(rules, deal, dice.below(60), dice)) return false;
  const auto& played = player.played();
  if (!played.game->wanted().has(viewer) || !played.delivered.empty()) return false;
  const auto offers = [](const Step& step) { return step.action.verb() == verbs::offer; };
  if (std::ranges::any_of(played.steps, offers)) return false;
  constexpr int most_tries = 10'000;
  constexpr double most_deals = 500;
  const OtherDeals others{played, viewer};
  Frequencies exact;
  double deals = 0;
  for (int tries = 0; tries < most_tries && deals < most_deals; ++tries) {
    if (tries == most_tries / 4 && deals < most_deals / 10) return false;
    const auto stock = others.next(dice);
    if (!stock) continue;
    const auto again = Replay{rules, key, played, *stock, viewer}.play();
    if (again.lines != played.lines || again.game->wanted() != played.game->wanted()) continue;
    count_hands(*again.game, viewer, exact);
    ++deals;
  }
  if (deals < most_deals / 3) return false;
  constexpr double draws = 2000;
  Frequencies drawn;
  for (int i = 0; i < draws; ++i) {
    const auto redrawn = played.game->clone();
    redrawn->redraw_hidden(viewer, stream);
    count_hands(*redrawn, viewer, drawn);
  }
  for (const auto& [what, ignored] : exact) drawn.try_emplace(what, 0);
  CAPTURE(testing::describe(rules), number, int{viewer}, played.lines);
  for (const auto& [what, count] : drawn) {
    const auto share = (exact[what] + count) / (deals + draws);
    if (exact[what] + count < 20 || share == 1) continue;
    const auto error = std::sqrt(share * (1 - share) * (1 / deals + 1 / draws));
    CAPTURE(what, exact[what] / deals, count / draws);
    // About 10^5 frequencies are compared, of which 10^-6 may fail by chance.
    REQUIRE(std::abs(exact[what] / deals - count / draws) < 6.6 * error);
  }
  return true;
}

}  // namespace

TEST_CASE("chez: a redrawn game has the same lines for its viewer") {
  Dice dice{12};
  Stream stream = FastDeal{12}.stream("redraw");
  int checked = 0;
  int changed = 0;
  const int positions = testing::repetitions(10'000);
  for (int i = 0; i < positions; ++i) {
    const int players = static_cast<int>(dice.between(2, 4));
    const auto rules = make_rules("chez", players, {{"hand_size", std::to_string(dice.between(5, 10))}});
    const auto is_new = check_told(rules.value(), static_cast<std::uint64_t>(i), dice, stream);
    checked += is_new ? 1 : 0;
    changed += is_new.value_or(false) ? 1 : 0;
  }
  CHECK(checked > positions / 5);
  CHECK(changed > checked / 2);
}

TEST_CASE("chez: a hand without a play is redrawn uniformly from its possible cards") {
  // Seat 1 cannot play on the two of clubs, and cannot lay a castle (it has no seven) or a court (no jack),
  // so it draws.
  auto stock = testing::words_of("2c 3h Ac 8h 5c 9h 6c Td 8c 5d 9c");
  std::vector<Card> cards;
  for (const auto& word : stock) cards.push_back(Card::parse(word).value());
  for (const auto card : fresh_pack({.jokers = 3})) {
    if (card.is_joker() || std::ranges::count(cards, card) == 0) cards.push_back(card);
  }
  const auto rules = make_rules("chez", 2, {{"hand_size", "5"}}).value();
  const auto game = rules.deal(testing::stacked({{"hand 1", cards}}));
  EventLog events;
  game->begin(events);
  Choices choices;
  choices[0] = Action{verbs::play, Card::parse("2c").value()};
  game->apply(choices, events);
  REQUIRE(testing::lines_of(events, 0).back() == "draw 1 ??");

  constexpr int draws = 40'000;
  std::map<Card, int> held;
  Stream stream = FastDeal{3}.stream("redraw");
  for (int i = 0; i < draws; ++i) {
    const auto redrawn = game->clone();
    redrawn->redraw_hidden(0, stream);
    const auto position = redrawn->position();
    for (const auto card : position.seats[1].hand) ++held[card];
  }
  std::vector<Card> unseen;
  for (std::size_t i = 0; i < cards.size(); ++i) {
    if (i > 10 || i % 2 == 1) unseen.push_back(cards[i]);  // seat 0 sees its own cards and the one turned up
  }
  // Five cards are old and one was drawn since.
  const auto may_be_old = [](std::span<const Card> old) {
    std::string ranks;
    for (const auto card : old) ranks += card.text()[0];
    const auto has = [&](char rank) { return ranks.find(rank) != std::string::npos; };
    const auto text = std::string{"A2"};
    return std::ranges::none_of(text, has) && std::ranges::none_of(old, &Card::is_joker) &&
           !std::ranges::all_of(std::string{"789T"}, has) && !std::ranges::all_of(std::string{"JQK"}, has);
  };
  std::map<Card, double> expected;
  Dice dice{4};
  constexpr int exact_draws = 10 * draws;
  for (int i = 0; i < exact_draws;) {
    for (std::size_t at = 0; at < 6; ++at) std::swap(unseen[at], unseen[at + dice.below(unseen.size() - at)]);
    if (!may_be_old(std::span{unseen}.first(5))) continue;
    for (std::size_t at = 0; at < 6; ++at) expected[unseen[at]] += 1.0 / 10;
    ++i;
  }
  for (const auto& [card, count] : expected) {
    CAPTURE(card.text(), held[card], count);
    CHECK(std::abs(held[card] - count) < 5 * std::sqrt(1.1 * count));
  }
}

TEST_CASE("chez: redraws are as frequent as the deals that tell the viewer the same") {
  Dice dice{13};
  Stream stream = FastDeal{13}.stream("redraw");
  int compared = 0;
  const int positions = testing::repetitions(6000);
  for (int i = 0; i < positions; ++i) {
    const int players = static_cast<int>(dice.between(2, 4));
    const auto rules = make_rules(
        "chez", players,
        {{"hand_size", std::to_string(dice.between(5, 10))}, {"packs", std::to_string(dice.between(1, 2))}});
    compared += compare_with_deals(rules.value(), static_cast<std::uint64_t>(i), dice, stream) ? 1 : 0;
  }
  CHECK(compared > positions / 30);
}
