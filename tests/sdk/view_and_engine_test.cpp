// The view of the C++ kit compared with the engine's own state, at every question of random games of every
// game.
#include <algorithm>
#include <array>
#include <list>
#include <memory>

#include <catch2/catch.hpp>

#include "cards/pack.hpp"
#include "games/core/event.hpp"
#include "games/core/position.hpp"
#include "games/vocabulary.hpp"
#include "sdk/lively_play.hpp"
#include "sdk/seat_view.hpp"
#include "support/repetitions.hpp"
#include "support/scripted_game.hpp"

namespace tribunal::testing {
namespace {

using CardList = std::vector<Card>;

/// The number of each card: 52 faces, then the joker, then unknown cards.
struct CardCount {
  static constexpr std::size_t unknown = 53;
  std::array<int, 54> of{};

  bool operator==(const CardCount&) const = default;
  void add(Card card) { ++of[card.index()]; }
  void add(bot::Card card) { ++of[place_of(card)]; }
  template <typename Cards>
  CardCount& add_all(const Cards& cards) {
    for (const auto card : cards) add(card);
    return *this;
  }
  [[nodiscard]] int size() const {
    int sum = 0;
    for (const int count : of) sum += count;
    return sum;
  }
  /// Whether this could be `truth`, some of whose cards are unknown.
  [[nodiscard]] bool may_be(const CardCount& truth) const {
    for (std::size_t card = 0; card < unknown; ++card) {
      if (of[card] > truth.of[card]) return false;
    }
    return size() == truth.size();
  }
  /// The counts without jokers and unknown cards.
  [[nodiscard]] CardCount faces() const {
    auto faces = *this;
    faces.of[Card::joker().index()] = faces.of[unknown] = 0;
    return faces;
  }
  CardCount& subtract(const CardCount& other) {
    for (std::size_t card = 0; card < of.size(); ++card) of[card] -= other.of[card];
    return *this;
  }

 private:
  [[nodiscard]] static std::size_t place_of(bot::Card card) {
    if (!card.known()) return unknown;
    if (card.suit == bot::Suit::none) return Card::joker().index();
    return bot::index_of(card.suit) * 13 + static_cast<std::size_t>(card.rank) - 2;
  }
};

template <typename Cards>
CardCount count_of(const Cards& cards) {
  return CardCount{}.add_all(cards);
}

template <typename Cards>
std::string card_words(const Cards& cards) {
  std::string text;
  for (const auto card : cards) text += " " + card.text();
  return text;
}

CapturedCount captured_of(const bot::Cards& cards) {
  CapturedCount count;
  for (const auto card : cards) {
    if (card.suit == bot::Suit::none) continue;
    ++count.suits[bot::index_of(card.suit)];
    ++count.ranks[static_cast<std::size_t>(card.rank) - 2];
  }
  return count;
}

/// The cards of the game, jokers aside, from its rules' page.
CardCount pack_of(const Rules& rules, const bot::View& view) {
  const bool has_more_of_middle_ranks =
      rules.players() == 5 && (rules.game() == "anarchist-bomb" || rules.game() == "organised-chaos");
  CardCount pack;
  for (std::uint8_t index = 0; index < 52; ++index) {
    const auto card = Card::from_index(index);
    const bool is_middle = card.rank() >= Rank::six && card.rank() <= Rank::eight;
    int copies = view.number("packs", 1);
    if (rules.game() == "tennis" && card.is_ace()) copies = 0;
    if (has_more_of_middle_ranks && is_middle) ++copies;
    pack.of[index] = copies;
  }
  return pack;
}

class Comparison {
 public:
  Comparison(const bot::View& view, const Position& table, const Rules& rules, Seat viewer)
      : view_{view}, table_{table}, rules_{rules}, viewer_{viewer} {}

  std::string first_difference() {
    equal("seats", view_.seats.size(), table_.seats.size());
    if (!difference_.empty()) return difference_;
    for (std::size_t seat = 0; seat < table_.seats.size(); ++seat) compare_seat(seat);
    compare_middle();
    compare_folded();
    compare_all();
    return difference_;
  }

 private:
  void differ(const std::string& what, const std::string& seen, const std::string& real) {
    if (difference_.empty()) difference_ = what + ": the view has" + seen + ", the engine" + real;
  }

  template <typename Seen, typename Real>
  void equal(const std::string& what, const Seen& seen, const Real& real) {
    if (std::cmp_equal(seen, real)) return;
    differ(what, " " + std::to_string(seen), " " + std::to_string(real));
  }

  /// Compares the cards in any order.
  void same(const std::string& what, const bot::Cards& seen, const CardList& real) {
    if (count_of(seen) != count_of(real)) differ(what, card_words(seen), card_words(real));
  }

  void same_order(const std::string& what, const bot::Cards& seen, const CardList& real) {
    if (card_words(seen) != card_words(real)) differ(what, card_words(seen), card_words(real));
  }

  /// The seat sees all of the cards, or only some of them.
  void same_or_hidden(const std::string& what, const bot::Cards& seen, const CardList& real, bool sees_all) {
    if (sees_all) return same(what, seen, real);
    if (!count_of(seen).may_be(count_of(real))) differ(what, card_words(seen), card_words(real));
  }

  [[nodiscard]] bool sees_all() const { return viewer_ == referee_view; }
  [[nodiscard]] bool is_folded(std::size_t seat) const {
    return view_.played_to == bot::PlayedTo::melds && table_.seats[seat].out;
  }

  void compare_seat(std::size_t number) {
    const auto& seen = view_.seats[number];
    const auto& real = table_.seats[number];
    const auto of = "seat " + std::to_string(number) + " ";
    const bool mine = static_cast<std::size_t>(viewer_) == number;
    if (!is_folded(number)) {  // a folded seat holds no cards, and the view shows its last ones
      same_or_hidden(of + "hand", seen.hand, real.hand, mine || sees_all());
      compare_melds(of, seen, real, static_cast<int>(number) == view_.mob());
    }
    same(of + "open", seen.open, real.open);
    if (captured_of(seen.taken) != real.captured)
      differ(of + "taken", card_words(seen.taken), " another count");
    equal(of + "pile", seen.pile, real.pile.size());
    equal(of + "score", seen.score, real.score);
    equal(of + "chips", seen.chips, real.chips);
    equal(of + "out", int{seen.out}, int{real.out});
    if (seen.bid != real.bid) differ(of + "bid", " " + seen.bid, " " + std::string{real.bid});
  }

  void compare_melds(const std::string& of, const bot::Seat& seen, const SeatPosition& real,
                     bool in_any_order) {
    for (std::size_t suit = 0; suit < suit_count; ++suit) {
      if (in_any_order) {
        same(of + "melds", seen.melds[suit], real.melds[suit]);
      } else {
        same_order(of + "melds", seen.melds[suit], real.melds[suit]);
      }
    }
  }

  void compare_middle() {
    equal("me", view_.me, viewer_ == referee_view ? 0 : viewer_);
    equal("hand_number", view_.hand_number, table_.hand_number);
    equal("dealer", view_.dealer, table_.dealer);
    equal("stock_size", view_.stock_size, table_.stock.size());
    equal("pot", view_.pot, table_.pot);
    same("turned", view_.turned, table_.turned);
    same_order("aside", view_.aside, table_.aside);
    compare_discards();
    bot::Cards aces;
    for (const auto& seat : view_.seats) aces.insert(aces.end(), seat.aces.begin(), seat.aces.end());
    same("aces", aces, table_.aces);
    if (view_.played_to == bot::PlayedTo::melds) {
      equal("aces_left", view_.aces_left(), table_.aces_left);
      for (const auto suit : bot::suits) {
        equal("winner", view_.winner(suit), table_.winners[bot::index_of(suit)]);
      }
    }
    equal("trick", view_.trick.size(), table_.trick.size());
    for (std::size_t i = 0; i < std::min(view_.trick.size(), table_.trick.size()); ++i) {
      equal("trick, seat", view_.trick[i].seat, table_.trick[i].seat);
      same("trick", {view_.trick[i].card}, {table_.trick[i].card});
    }
  }

  /// Only Stud has discards that not all seats see.
  void compare_discards() {
    if (view_.game == "tennis") return same("discards", view_.discards, table_.discards);
    if (view_.option("session") != "stud" || sees_all()) {
      return same_order("discards", view_.discards, table_.discards);
    }
    equal("discards", view_.discards.size(), table_.discards.size());
    for (std::size_t i = 0; i < std::min(view_.discards.size(), table_.discards.size()); ++i) {
      if (view_.discards[i].known()) same("discards", {view_.discards[i]}, {table_.discards[i]});
    }
  }

  /// Cards of seats that folded stay where they were, and the view shows them there.
  void compare_folded() {
    CardCount seen;
    for (std::size_t seat = 0; seat < table_.seats.size(); ++seat) {
      if (!is_folded(seat)) continue;
      seen.add_all(view_.seats[seat].hand);
      for (const auto& meld : view_.seats[seat].melds) seen.add_all(meld);
    }
    if (!seen.may_be(count_of(table_.folded))) differ("folded cards", "", card_words(table_.folded));
  }

  /// Every card of the pack is somewhere. A card that the view does not name is unseen.
  void compare_all() {
    CardCount named;
    named.add_all(view_.discards).add_all(view_.turned).add_all(view_.aside);
    for (const auto& play : view_.trick) named.add(play.card);
    CardCount taken;
    for (const auto& seat : view_.seats) {
      named.add_all(seat.hand).add_all(seat.open).add_all(seat.aces).add_all(seat.taken);
      for (const auto& meld : seat.melds) named.add_all(meld);
      taken.add_all(seat.taken);
    }
    if (taken.faces() != count_of(table_.captured)) differ("taken by all", "", card_words(table_.captured));
    auto all = everywhere().faces();
    if (all != pack_of(rules_, view_)) differ("the pack", "", " has cards twice or not at all");
    if (count_of(view_.unseen()) != all.subtract(named.faces())) {
      differ("unseen", card_words(view_.unseen()), " others");
    }
  }

  [[nodiscard]] CardCount everywhere() const {
    CardCount all;
    all.add_all(table_.stock).add_all(table_.hidden).add_all(table_.discards).add_all(table_.turned);
    all.add_all(table_.aside).add_all(table_.aces).add_all(table_.folded).add_all(table_.captured);
    for (const auto& play : table_.trick) all.add(play.card);
    for (const auto& seat : table_.seats) {
      all.add_all(seat.hand).add_all(seat.open).add_all(seat.pile);
      for (const auto& meld : seat.melds) all.add_all(meld);
    }
    return all;
  }

  const bot::View& view_;
  const Position& table_;
  const Rules& rules_;
  Seat viewer_;
  std::string difference_;
};

/// The first difference between the view of a seat (or of the referee, which is sent everything) and the
/// table as the engine knows it: `seat 1 hand: ...`; empty if there is none. The view must count the cards
/// that the seat may not see without naming them, and must have everything that the seat knows about others'
/// hands.
std::string difference(const bot::View& view, const Position& table, const Rules& rules, Seat viewer) {
  return Comparison{view, table, rules, viewer}.first_difference();
}

/// The lines of a game up to now, for messages.
std::string lines_for(const EventLog& told, Seat viewer) {
  std::string text;
  for (const auto& line : lines_of(told, viewer)) text += line + "\n";
  return text;
}

/// A game and the views that are compared with it: those of all seats and that of the referee.
class ComparedGame {
 public:
  ComparedGame(const Rules& rules, const DealPointer& deal) : rules_{rules}, game_{rules.deal(deal)} {
    for (const Seat seat : SeatSet::first(rules.players())) views_.emplace_back(rules, seat);
    views_.emplace_back(rules, referee_view);
    game_->begin(events_);
    if (!is_over()) compare();
  }

  [[nodiscard]] const Game& game() const { return *game_; }
  [[nodiscard]] bool is_over() const { return has_failed_ || game_->wanted().empty(); }
  /// Views that were compared.
  [[nodiscard]] int compared() const { return compared_; }
  [[nodiscard]] bool has_failed() const { return has_failed_; }

  void apply(const Choices& choices) {
    game_->apply(choices, events_);
    if (!is_over()) compare();
  }

 private:
  void compare() {
    const auto table = game_->position();
    for (const auto& event : events_.events()) told_.add(event);
    for (auto& view : views_) {
      for (const auto& event : events_.events()) view.hear(event);
      const auto wrong = difference(view.view(), table, rules_, view.viewer());
      if (!wrong.empty()) return fail(view, wrong);
      ++compared_;
    }
    events_.clear();
  }

  void fail(const SeatView& view, const std::string& wrong) {
    has_failed_ = true;
    FAIL_CHECK(describe(rules_) << ", as seat " << int{view.viewer()} << " sees it:\n"
                                << lines_for(told_, view.viewer()) << wrong << "\n"
                                << bot::describe(view.view()));
  }

  const Rules& rules_;
  std::unique_ptr<Game> game_;
  std::list<SeatView> views_;
  EventLog events_;
  EventLog told_;
  int compared_ = 0;
  bool has_failed_ = false;
};

void play_lively(ComparedGame& game, Dice& dice) {
  ActionList actions;
  Choices choices;
  while (!game.is_over()) {
    choose_lively(game.game(), dice, actions, choices);
    game.apply(choices);
  }
}

/// Games with random options until about this number of views has been compared.
long compare_games(const GameInfo& info, long wanted, Dice& dice) {
  long compared = 0;
  for (std::uint64_t number = 0; compared < wanted; ++number) {
    const auto rules = lively_rules(info, dice);
    ComparedGame game{rules, numbered_deal(number)};
    play_lively(game, dice);
    if (game.has_failed()) break;
    compared += game.compared();
  }
  return compared;
}

/// Seat 0 of two is dealt hearts that fit nowhere on the first card, picks up the queen, and the 10 and the
/// king for the joker of seat 1. So it can raise a siege. The other cards, of two packs, are shuffled.
DealPointer deal_of_siege(Dice& dice) {
  auto rest = fresh_pack({.jokers = 3, .packs = 2});
  const auto take = [&rest](const std::string& words) {
    std::vector<Card> cards;
    for (const auto& word : words_of(words)) cards.push_back(Card::parse(word).value());
    take_out(rest, cards);
    return cards;
  };
  const auto hearts = take("Ah 2h 3h 4h 5h 6h 7h 8h 9h Jh");
  const auto joker = take("Jo");
  const auto next = take("Kd Qh Th Kh");
  for (auto i = rest.size(); i-- > 1;) std::swap(rest[i], rest[dice.below(i + 1)]);
  std::vector<Card> stock;
  for (std::size_t card = 0; card < hearts.size(); ++card) {
    stock.push_back(hearts[card]);
    stock.push_back(card == 0 ? joker[0] : rest[card]);
  }
  rest.erase(rest.begin() + 1, rest.begin() + 10);
  stock.insert(stock.end(), next.begin(), next.end());
  stock.insert(stock.end(), rest.begin(), rest.end());
  return std::make_shared<const StackedDeal>(StackedDeal::Stocks{{"hand 1", stock}}, DealKey{},
                                             StackedDeal::Numbers{{"dice", {1}}});
}

/// Plays the words, and passes whenever the next one is not a legal action.
void play_script(ComparedGame& game, const std::string& script) {
  ActionList actions;
  for (const auto& word : words_of(script)) {
    const auto action = parse_action(word).value();
    for (bool is_played = false; !is_played && !game.is_over();) {
      const auto seat = *game.game().wanted().begin();
      game.game().legal_actions(seat, actions);
      is_played = std::ranges::count(actions, action) > 0;
      Choices choices;
      choices[seat] = is_played ? action : Action{verbs::pass};
      REQUIRE(std::ranges::count(actions, choices[seat]) == 1);
      game.apply(choices);
    }
  }
}

}  // namespace

TEST_CASE("every view agrees with the engine's table, and shows only what its seat may see") {
  Dice dice{27};
  for (const auto& game : catalogue()) {
    const long wanted = repetitions(150'000);
    CHECK(compare_games(game, wanted, dice) >= wanted);
  }
}

TEST_CASE("the views of a siege agree with the engine's table, with the circle visible to all") {
  Dice dice{13};
  const auto rules = make_rules("chez", 2, {{"packs", "2"}, {"hand_size", "10"}}).value();
  for (int i = 0; i < 20; ++i) {
    ComparedGame game{rules, deal_of_siege(dice)};
    play_script(
        game,
        "play:Jo burden:0 revolution:Ah,2h,3h,4h,5h extend:6h extend:7h extend:8h extend:9h extend:Th "
        "extend:Jh extend:Qh extend:Kh siege");
    CHECK(game.game().position().turned.size() == 13);
    play_lively(game, dice);
    CHECK(game.compared() > 40);
  }
}

}  // namespace tribunal::testing
