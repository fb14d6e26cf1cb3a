// The view of the C++ kit against the engine's own state, at every question of random games of every game.
#include "sdk/view_and_engine.hpp"

#include <algorithm>
#include <list>
#include <memory>

#include <catch2/catch.hpp>

#include "cards/pack.hpp"
#include "games/vocabulary.hpp"
#include "sdk/lively_play.hpp"
#include "sdk/seat_view.hpp"
#include "support/repetitions.hpp"
#include "support/scripted_game.hpp"

namespace tribunal::testing {
namespace {

/// The lines of a game up to now, for messages.
std::string lines_for(const EventLog& told, Seat viewer) {
  std::string text;
  for (const auto& line : lines_of(told, viewer)) text += line + "\n";
  return text;
}

/// A game whose views are compared with it, those of all seats and that of the referee.
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

/// Games with random options until about so many views are compared.
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

/// Plays the words, and passes wherever the next one is no legal action.
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
