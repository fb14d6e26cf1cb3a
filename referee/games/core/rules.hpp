#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/error.hpp"
#include "cards/deal.hpp"
#include "games/core/game.hpp"

namespace tribunal {

/// The value of a rule option: on/off, a whole number, or one word of a list.
using OptionValue = std::variant<bool, std::int64_t, std::string>;

/// The value as text: `on`, `off`, a decimal number, or the word.
[[nodiscard]] std::string to_text(const OptionValue& value);

/// The options of a game by name, in the catalogue's order.
using OptionValues = std::vector<std::pair<std::string, OptionValue>>;

/// A rule option of a game: its name, its values, its default, and its meaning. If the default is on or off,
/// the values are on, off and the words; else they are the words and the numbers of the range, if there is
/// one. A word of an option with a range (`usual`) stands for a number, which the rules then contain.
struct OptionInfo {
  std::string name;
  OptionValue default_value;
  std::int64_t lowest = 0;         ///< least value of a number
  std::int64_t highest = 0;        ///< greatest value of a number; above `lowest`
  std::vector<std::string> words;  ///< possible words
  std::string meaning;             ///< one sentence

  [[nodiscard]] bool takes_numbers() const { return highest > lowest; }
};

/// The possible values: `on|off`, `on|off|any`, `0..9`, `stock|either|either-must-play`, `usual|1..8`.
[[nodiscard]] std::string values_text(const OptionInfo& option);

/// Options by name, as a person typed them; `on`/`true`, `off`/`false`, numbers and words are texts here.
using OptionTexts = std::map<std::string, std::string, std::less<>>;

/// The rules of one game with every option resolved and the number of players fixed: all data to deal it.
class Rules {
 public:
  /// Deals a game; `deal` determines everything that `Game::begin` will do.
  using Dealer = std::function<std::unique_ptr<Game>(DealPointer deal)>;

  /// `ranked_seats`: the number of seats that compete; by default all.
  Rules(std::string game, int players, int seats, OptionValues options, ScoreBounds scores, Dealer dealer,
        std::optional<int> ranked_seats = {})
      : game_{std::move(game)},
        players_{players},
        seats_{seats},
        ranked_seats_{ranked_seats.value_or(seats)},
        options_{std::move(options)},
        scores_{scores},
        dealer_{std::move(dealer)} {}

  [[nodiscard]] const std::string& game() const { return game_; }
  /// The number of seats that bots play.
  [[nodiscard]] int players() const { return players_; }
  /// The number of all seats: `players()` and those that the referee plays.
  [[nodiscard]] int seats() const { return seats_; }
  /// The number of seats that compete for the score and get places; they are the first ones: all, or only the
  /// `players()`.
  [[nodiscard]] int ranked_seats() const { return ranked_seats_; }
  /// Whether the game with these options is meant for this number of players. If no number is given, one of
  /// these is chosen.
  [[nodiscard]] bool is_usual() const { return is_usual_; }
  void set_unusual() { is_usual_ = false; }
  /// All options, in the catalogue's order.
  [[nodiscard]] std::span<const std::pair<std::string, OptionValue>> options() const { return options_; }
  /// The bounds of the score of one of the `players()`, with these options and number of players.
  [[nodiscard]] ScoreBounds score_bounds() const { return scores_; }
  [[nodiscard]] std::unique_ptr<Game> deal(DealPointer deal) const { return dealer_(std::move(deal)); }

 private:
  std::string game_;
  int players_;
  int seats_;
  int ranked_seats_;
  bool is_usual_ = true;
  OptionValues options_;
  ScoreBounds scores_;
  Dealer dealer_;
};

/// A named set of options of a game, which is played under this name.
struct PresetInfo {
  std::string name;
  std::string meaning;
  OptionTexts options;
};

/// A game of the catalogue.
struct GameInfo {
  std::string name;
  std::string title;
  std::string family = {};  ///< the family's name, set by the catalogue
  std::string summary;
  int fewest_players = 2;
  int most_players = 2;
  std::vector<OptionInfo> options;
  std::vector<PresetInfo> presets;
  /// The words of docs/kits.md that describe the game's table to kits; the catalogue adds those of the
  /// family.
  std::string table = {};
  /// Makes the rules from options, each of which is in range; refuses impossible combinations with one
  /// sentence.
  std::function<Result<Rules>(const GameInfo& game, int players, OptionValues options)> resolve;
};

}  // namespace tribunal
