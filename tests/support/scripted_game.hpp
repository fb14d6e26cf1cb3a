#pragma once

#include <algorithm>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "cards/deal.hpp"
#include "cards/pack.hpp"
#include "games/catalogue.hpp"
#include "games/core/game.hpp"
#include "games/vocabulary.hpp"
#include "support/random_play.hpp"
#include "support/words.hpp"

namespace tribunal::testing {

/// A stock of `rest` that begins with the cards of `top`; the others follow in the order of the pack, with
/// the aces at the very end.
[[nodiscard]] inline std::vector<Card> stock_of(const std::string& top, std::vector<Card> rest) {
  std::vector<Card> stock;
  for (const auto& word : words_of(top)) {
    const auto card = Card::parse(word);
    const auto found = card ? std::ranges::find(rest, *card) : rest.end();
    if (found == rest.end()) throw std::invalid_argument{"no " + word + " left in the pack"};
    stock.push_back(*card);
    rest.erase(found);
  }
  std::ranges::stable_partition(rest, [](Card card) { return !card.is_ace(); });
  stock.insert(stock.end(), rest.begin(), rest.end());
  return stock;
}

[[nodiscard]] inline std::vector<Card> stock_of(const std::string& top, int packs = 1) {
  return stock_of(top, fresh_pack({.packs = packs}));
}

/// A game with stacked stocks, played by a script of actions. It throws if an action is not legal.
class ScriptedGame {
 public:
  /// `tops`: how the stock of each hand begins. Cards are dealt one at a time from the dealer's left.
  ScriptedGame(const std::string& name, int players, const OptionTexts& options,
               const std::vector<std::string>& tops)
      : ScriptedGame{make_rules(name, players, options).value(), tops} {}

  ScriptedGame(const Rules& rules, const std::vector<std::string>& tops) {
    int packs = 1;
    for (const auto& [option, value] : rules.options()) {
      if (option == "packs") packs = static_cast<int>(std::get<std::int64_t>(value));
    }
    StackedDeal::Stocks stocks;
    for (const auto& top : tops) stocks["hand " + std::to_string(stocks.size() + 1)] = stock_of(top, packs);
    game_ = rules.deal(std::make_shared<const StackedDeal>(std::move(stocks)));
    game_->begin(events_);
  }

  ScriptedGame(const Rules& rules, const DealPointer& deal) : game_{rules.deal(deal)} {
    game_->begin(events_);
  }

  /// Applies the actions one after another; `call,pass,pass` (or `bid:red|bid:best`) has one action per seat,
  /// for a question to several seats.
  ScriptedGame& play(const std::string& actions) {
    for (const auto& word : words_of(actions)) apply(word);
    return *this;
  }

  /// The next question, answered for each seat that is asked with the action that `choose` names.
  template <class Choose>
  ScriptedGame& play_each(Choose choose) {
    std::string word;
    for (const auto seat : game_->wanted()) word += (word.empty() ? "" : "|") + choose(seat);
    return play(word);
  }

  /// Plays the rest of the game with default actions.
  ScriptedGame& play_defaults() {
    play_out(*game_, events_, [](const Game& now, Seat seat) { return now.default_action(seat); });
    return *this;
  }

  [[nodiscard]] const Game& game() const { return *game_; }
  [[nodiscard]] bool is_over() const { return game_->wanted().empty(); }

  /// `1: play:Kh discard:Kh`: the seat that is asked and its legal actions; `over` at the end.
  [[nodiscard]] std::string question() const {
    if (is_over()) return "over";
    std::string seats;
    for (const auto seat : game_->wanted()) seats += std::to_string(seat);
    return seats + ": " + joined(legal(*game_->wanted().begin()));
  }
  [[nodiscard]] std::vector<std::string> legal(Seat seat) const {
    ActionList actions;
    game_->legal_actions(seat, actions);
    std::vector<std::string> words;
    for (const auto& action : actions) words.push_back(action.text());
    return words;
  }

  /// All lines so far, as `viewer` sees them.
  [[nodiscard]] std::vector<std::string> lines(Seat viewer = referee_view) const {
    return lines_of(events_, viewer);
  }
  /// The lines with this verb.
  [[nodiscard]] std::vector<std::string> lines_with(const std::string& verb) const {
    auto found = lines();
    std::erase_if(found, [&](const std::string& line) { return !line.starts_with(verb + " "); });
    return found;
  }
  /// The lines since the last call of this function.
  [[nodiscard]] std::vector<std::string> news(Seat viewer = referee_view) {
    auto all = lines(viewer);
    all.erase(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(std::exchange(told_, all.size())));
    return all;
  }
  /// Plays these actions. Returns the lines that they caused.
  std::vector<std::string> news_of(const std::string& actions, Seat viewer = referee_view) {
    (void)news(viewer);
    return play(actions).news(viewer);
  }
  /// The total of each seat.
  [[nodiscard]] std::vector<int> scores() const {
    const auto outcome = game_->outcome();
    return {outcome.scores.begin(), outcome.scores.begin() + outcome.seats};
  }

 private:
  void apply(const std::string& word) {
    Choices choices;
    std::istringstream parts{word};
    const bool has_bar = word.find('|') != std::string::npos;
    const char separator = game_->wanted().size() == 1 ? '\n' : has_bar ? '|' : ',';
    for (const auto seat : game_->wanted()) {
      std::string part;
      std::getline(parts, part, separator);
      if (std::ranges::count(legal(seat), part) != 1) {
        throw std::invalid_argument{part + " is not legal; " + question()};
      }
      choices[seat] = parse_action(part).value();
    }
    if (game_->wanted().empty()) throw std::invalid_argument{word + ": the game is over"};
    game_->apply(choices, events_);
  }

  std::unique_ptr<Game> game_;
  EventLog events_;
  std::size_t told_ = 0;
};

}  // namespace tribunal::testing
