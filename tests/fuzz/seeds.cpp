// Writes initial inputs for the fuzz targets: `fuzz-seeds FOLDER` makes FOLDER/TARGET/NAME. Seeds of `plan`
// are the plans of tournaments/.
#include <array>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>

#include "fuzz/soundness.hpp"
#include "fuzz/stores.hpp"
#include "games/vocabulary.hpp"
#include "record/compact.hpp"
#include "record/replay_log.hpp"
#include "support/random_record.hpp"

namespace tribunal::fuzz {
namespace {

using testing::Dice;

constexpr std::size_t longest_log = 8000;
constexpr testing::Mishaps mishaps{.faults = 4, .start_faults = 5, .comments = 4};

class Seeds {
 public:
  explicit Seeds(std::filesystem::path folder) : folder_{std::move(folder)} {}

  void write_all() {
    for (const auto& game : catalogue()) {
      for (int i = 0; i < 4; ++i) write_rules_and_log(game, game.name + '-' + std::to_string(i));
    }
    for (std::size_t i = 0; i < all_rules().size(); i += 3) write_compact_and_game(i);
    write_words();
    write_framing();
    write_results();
  }

 private:
  void write(const std::string& target, const std::string& name, std::string_view bytes) const {
    std::filesystem::create_directories(folder_ / target);
    std::ofstream{folder_ / target / name, std::ios::binary} << bytes;
  }

  /// Rules of one hand, so that the log is short.
  void write_rules_and_log(const GameInfo& game, const std::string& name) {
    const auto rules = testing::random_rules(game, dice_);
    OptionTexts options;
    auto spelled = "1\n" + rules.game() + '\n' + std::to_string(rules.players());
    for (const auto& [option, value] : rules.options()) {
      spelled += '\n' + option + '=' + to_text(value);
      options[option] = option == "hands" ? "1" : to_text(value);
    }
    write("rules", name, spelled);
    const auto of_one_hand = make_rules(rules.game(), rules.players(), options);
    if (!of_one_hand) return;
    const auto record =
        testing::RandomGame{*of_one_hand, testing::random_limits(dice_), mishaps, dice_}.play();
    const auto log = write_log(record).value();
    if (log.size() < longest_log) write("log", name, log);
  }

  /// Writes seeds in the format of compact.cpp and game.cpp: the index of the rules, the deal, the limits,
  /// and then the rest.
  void write_compact_and_game(std::size_t place) {
    const auto& rules = all_rules()[place];
    const auto first_byte = [](std::size_t number) { return static_cast<char>(number % 256); };
    const std::string head{first_byte(place), first_byte(place / 256), first_byte(place)};
    const auto name = rules.game() + '-' + std::to_string(place);
    DealReference deal;
    deal.key.bytes.front() = static_cast<std::uint8_t>(place);
    const auto record = testing::RandomGame{rules, {}, mishaps, dice_}.play(deal);
    write("compact", name, head + '\0' + to_compact(record));
    auto said = head + first_byte(place % 8) + std::string(record.entrants.size(), '\0');
    for (int i = 0; i < 300; ++i) said += static_cast<char>(dice_.below(dice_.below(20) == 0 ? 256 : 0xc0));
    write("game", name, said);
  }

  void write_words() const {
    const std::vector<std::string> lines{"ready greedy 1.2",
                                         "ready a b c",
                                         "move 12 play:Kh",
                                         "move 18446744073709551616 pass",
                                         "move 007 x",
                                         "# caf\xc3\xa9 \xf0\x9f\x82\xa1",
                                         "play 1 Kh",
                                         "give 1 2 3c 4d",
                                         "bid 0 no-suit",
                                         "conquer 1 hearts 8",
                                         "deal 1 ?? ??",
                                         "\xed\xa0\x80",
                                         "\xc0\xaf",
                                         "\x1b[2J\xe2\x80\xae",
                                         std::string(64, 'a'),
                                         R"(python3 "my bot.py" --deep 'a b' c\ d)",
                                         R"(./bot "\$HOME\\" '' ${HOME} ~/x)",
                                         "./bot $(date) `date`"};
    for (std::size_t i = 0; i < lines.size(); ++i) write("words", "line-" + std::to_string(i), lines[i]);
    std::string text;
    for (const auto verb : vocabulary()) {
      text += lines_with(verb);
      if (text.size() < 150) continue;
      write("words", std::string{verb->name}, text);
      text.clear();
    }
    write("words", "last-verbs", text);
  }

  /// An answer and an event.
  static std::string lines_with(Verb verb) {
    std::string action{verb->name};
    auto event = action + " 1";
    for (std::size_t i = 0; i < verb->arguments.size(); ++i) {
      std::string argument;
      append_argument(argument, verb->arguments[i], 1);
      action.append(i == 0 ? ":" : ",").append(argument);
      event.append(" ").append(argument);
    }
    return "move 3 " + action + '\n' + event + '\n';
  }

  void write_framing() const {
    using namespace std::string_literals;
    write("framing", "lines",
          "\x0cmove 1 pass\n\x01\x0dmove 2 pass\r\n\x01\x05rest!\x01\x01\x00\x05rest\n\x01"s);
    write("framing", "long", "\xffx\xffx\xffx\xffx\x02\r\n\x01\xffx\xffx\xffx\xffx\x02y\n\x01"s);
    write("framing", "utf-8",
          "\x0a"
          "caf\xc3\xa9 \xf0\x9f\x82\xa1"
          "\x01\x05\n\xed\xa0\x80\n\x01\x04\xc0\xaf\0\n\x01"s);
  }

  /// Writes seeds in the format of results.cpp: the number of a store; then cells. A cell has a column, a
  /// row, a kind of change, the place in the cell's text where the change begins, its length, and the
  /// replacement.
  void write_results() const {
    write("results", "database", small_stores().front().database);
    constexpr std::array texts{"[0,0,0]",
                               "[9,9,9,9]",
                               "[2,1,0]",
                               "[{\"timeout\":7},{},{}]",
                               "[[5,5],[5,5],[0]]",
                               "[[1,2,3,4],[1,2,3,4]]",
                               "7",
                               "",
                               "-1",
                               "3",
                               "{}",
                               "swiss",
                               "{}",
                               "9",
                               "0",
                               "[[0,0],[1,1]]",
                               "5",
                               "plan",
                               "1",
                               "2",
                               "no seal"};
    static_assert(texts.size() == cells.size());
    for (std::size_t store = 0; store < small_stores().size(); ++store) {
      for (std::size_t cell = 0; cell < cells.size(); ++cell) {
        const std::string text{texts.at(cell)};
        const auto number = [](std::size_t value) { return static_cast<char>(value); };
        write("results",
              std::string{cells.at(cell).table} + '-' + cells.at(cell).name + '-' + std::to_string(store),
              std::string{number(store), number(cell), number(store % 3), number(1 + cell % 4), 0, 0,
                          number(255), number(text.size())} +
                  text);
      }
    }
  }

  std::filesystem::path folder_;
  Dice dice_{1};
};

}  // namespace
}  // namespace tribunal::fuzz

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "fuzz-seeds FOLDER\n";
    return 2;
  }
  tribunal::fuzz::Seeds{argv[1]}.write_all();
}
