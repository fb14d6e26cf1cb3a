// The documents describe what the program does: the protocol's verbs, and the rules of every game in the
// catalogue.
#include <filesystem>
#include <fstream>
#include <sstream>

#include <catch2/catch.hpp>

#include "games/catalogue.hpp"
#include "games/core/verbs.hpp"
#include "games/second_referee.hpp"

using namespace tribunal;

namespace {

using Row = std::vector<std::string>;

std::string trimmed(const std::string& text) {
  const auto begin = text.find_first_not_of(' ');
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

/// The cells of a table's line; `\|` is a bar within a cell.
Row cells(const std::string& line) {
  Row row;
  std::string cell;
  for (std::size_t i = 1; i < line.size(); ++i) {
    if (line[i] == '\\' && i + 1 < line.size() && line[i + 1] == '|') {
      cell += line[++i];
    } else if (line[i] == '|') {
      row.push_back(trimmed(cell));
      cell.clear();
    } else {
      cell += line[i];
    }
  }
  return row;
}

/// The rows, without the heads, of the tables of `page` (under docs/) in the section with that heading (`##
/// Options`), including its subsections.
std::vector<Row> table_in(const std::string& page, const std::string& heading) {
  const auto level = heading.substr(0, heading.find(' ') + 1);
  std::ifstream file{std::filesystem::path{TRIBUNAL_DOCS} / page};
  std::vector<Row> rows;
  bool inside = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("## ") || line.starts_with(level)) inside = line == heading;
    if (!inside) continue;
    if (line.starts_with("|---")) {
      rows.pop_back();  // the row above is the head
    } else if (line.starts_with("|")) {
      rows.push_back(cells(line));
    }
  }
  return rows;
}

/// The rules that an example names, and the lines that it shows, without the remarks beside them.
struct ExampleOnPage {
  std::string game;
  int players = 0;
  OptionTexts options;
  std::vector<std::string> lines;
};

/// One for each of the page's sections `## Example...`.
std::vector<ExampleOnPage> examples_in(const std::string& page) {
  std::ifstream file{std::filesystem::path{TRIBUNAL_DOCS} / page};
  std::vector<ExampleOnPage> examples;
  bool inside = false;
  bool shown = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("## ")) {
      inside = line.starts_with("## Example");
      if (inside) examples.emplace_back();
    }
    if (!inside) continue;
    auto& example = examples.back();
    if (line.starts_with("`") && !line.starts_with("```")) {
      std::istringstream words{line.substr(1, line.find('`', 1) - 1)};
      words >> example.game;
      for (std::string word; words >> word;) {
        const auto equals = word.find('=');
        example.options[word.substr(0, equals)] = word.substr(equals + 1);
      }
      example.players = std::stoi(example.options.extract("players").mapped());
    } else if (line.starts_with("```")) {
      shown = !shown;
    } else if (shown) {
      example.lines.push_back(trimmed(line.substr(0, line.find("  "))));
    }
  }
  return examples;
}

std::string code(const std::string& text) { return "`" + text + "`"; }

std::string arguments_text(const VerbInfo& verb) {
  std::string text;
  for (const auto& kind : verb.arguments) text += (text.empty() ? "" : " ") + std::string{kind.name};
  return verb.last_repeats ? text + "..." : text;
}

std::vector<Row> rows_of(std::span<const VerbInfo> verbs) {
  std::vector<Row> rows;
  for (const auto& verb : verbs)
    rows.push_back({code(std::string{verb.name}), arguments_text(verb), std::string{verb.meaning}});
  return rows;
}

}  // namespace

TEST_CASE("the protocol's tables of events are the shared verbs, then those of each family") {
  CHECK(table_in("protocol.md", "### Shared") == rows_of(shared_verbs));
  auto events = rows_of(shared_verbs);
  for (const auto& family : families()) {
    CAPTURE(family.name);
    const auto own = rows_of(family.verbs);
    CHECK(table_in("protocol.md", "### " + std::string{family.title}) == own);
    std::ranges::copy(own, std::back_inserter(events));
  }
  CHECK(table_in("protocol.md", "## Events") == events);
}

TEST_CASE("every game's page lists its options with their values, defaults and meanings") {
  for (const auto& game : catalogue()) {
    CAPTURE(game.name);
    std::vector<Row> expected;
    for (const auto& option : game.options) {
      expected.push_back({code(option.name), code(values_text(option)), code(to_text(option.default_value)),
                          option.meaning});
    }
    CHECK(table_in("rules/" + game.name + ".md", "## Options") == expected);
  }
}

TEST_CASE("every game's page lists its presets with their options") {
  for (const auto& game : catalogue()) {
    CAPTURE(game.name);
    std::vector<Row> expected;
    for (const auto& preset : game.presets) {
      std::string options;
      for (const auto& [name, value] : preset.options)
        options += (options.empty() ? "" : " ") + name + "=" + value;
      expected.push_back({code(preset.name), code(options), preset.meaning});
    }
    CHECK(table_in("rules/" + game.name + ".md", "## Presets") == expected);
  }
}

TEST_CASE("the examples on every game's page are legal games or beginnings of games") {
  for (const auto& game : catalogue()) {
    const auto examples = examples_in("rules/" + game.name + ".md");
    CAPTURE(game.name);
    CHECK_FALSE(examples.empty());
    for (const auto& example : examples) {
      CAPTURE(example.lines);
      CHECK(example.game == game.name);
      const auto rules = make_rules(example.game, example.players, example.options);
      REQUIRE(rules);
      const auto referee = testing::second_referee(*rules);
      for (const auto& line : example.lines) {
        CAPTURE(line);
        if (line != "...") CHECK_NOTHROW(referee->read(line));
      }
      if (example.lines.back() != "...") CHECK_NOTHROW(referee->finish());
    }
  }
}
