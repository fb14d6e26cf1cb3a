#include "tournament/standings/foreign_results.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <map>
#include <optional>

#include "tournament/plan/plan.hpp"

namespace tribunal {
namespace {

using Games = std::expected<ForeignResults, std::string>;

constexpr std::string_view blanks = " \t\r";

std::unexpected<std::string> wrong(std::size_t line, const std::string& what) {
  return std::unexpected{fmt::format("line {}: {}", line, what)};
}

/// What is wrong with a game that has been read; empty if nothing is.
std::string objection(const ForeignGame& game) {
  if (game.seats.size() < 2) return "this game has one bot; expected two or more";
  if (game.seats.size() > most_foreign_seats)
    return fmt::format("this game has {} seats; expected at most {}", game.seats.size(), most_foreign_seats);
  std::map<int, std::size_t> sharers;
  for (const auto& seat : game.seats) {
    if (seat.bot.empty() || !is_a_word(seat.bot))
      return fmt::format("a bot's name is one word of at most {} bytes", longest_word);
    if (++sharers[seat.place] > most_tied_seats)
      return fmt::format("more than {} bots share a place, which cannot be rated", most_tied_seats);
  }
  return {};
}

/// Takes a line off the text, without its end.
std::string_view take_line(std::string_view& text) {
  const auto end = std::min(text.find('\n'), text.size());
  auto line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

// --- rank lists ---

std::optional<ForeignGame> rank_list(std::string_view line) {
  ForeignGame game;
  bool tied = false;
  while (!line.empty()) {
    const auto begin = line.find_first_not_of(" \t>,=");
    tied = tied || line.substr(0, begin).contains('=');
    if (begin == std::string_view::npos) break;
    line.remove_prefix(begin);
    const auto end = std::min(line.find_first_of(" \t>,="), line.size());
    const int place =
        tied && !game.seats.empty() ? game.seats.back().place : static_cast<int>(game.seats.size()) + 1;
    game.seats.push_back({std::string{line.substr(0, end)}, place});
    line.remove_prefix(end);
    tied = false;
  }
  if (game.seats.empty() || tied) return std::nullopt;
  return game;
}

Games read_rank_lists(std::string_view text) {
  ForeignResults results;
  for (std::size_t number = 1; !text.empty(); ++number) {
    auto line = take_line(text);
    line = line.substr(0, line.find('#'));
    if (line.find_first_not_of(blanks) == std::string_view::npos) continue;
    auto game = rank_list(line);
    if (!game) return wrong(number, "this is no ranking; expected one such as greedy > careful = random");
    if (const auto problem = objection(*game); !problem.empty()) return wrong(number, problem);
    results.games.push_back(*std::move(game));
  }
  return results;
}

// --- comma-separated values ---

/// The fields of a record that may go on over several lines. By hand: a library would be more code than this
/// to be told of, and none of Debian's reads records whose columns are not known before.
std::optional<std::vector<std::string>> take_record(std::string_view& text, std::size_t& line) {
  std::vector<std::string> fields{{}};
  bool quoted = false;
  while (!text.empty()) {
    const char c = text.front();
    text.remove_prefix(1);
    line += c == '\n' ? 1 : 0;
    if (quoted) {
      if (c != '"') {
        fields.back() += c;
      } else if (text.starts_with('"')) {
        fields.back() += '"';
        text.remove_prefix(1);
      } else {
        quoted = false;
      }
    } else if (c == '"' && fields.back().empty()) {
      quoted = true;
    } else if (c == ',') {
      fields.emplace_back();
    } else if (c == '\n') {
      break;
    } else if (c != '\r' || !text.starts_with('\n')) {
      fields.back() += c;
    }
  }
  if (quoted) return std::nullopt;
  return fields;
}

/// Without the apostrophe by which our tables keep spreadsheets from taking a text for a formula.
std::string plain(std::string field) {
  if (field.size() > 1 && field.front() == '\'' && std::string_view{"=+-@\t\r"}.contains(field[1]))
    field.erase(0, 1);
  return field;
}

/// The positions of the columns that count; one past the last for one that is not there.
struct Columns {
  explicit Columns(const std::vector<std::string>& headings) {
    const auto of = [&](std::string_view name) {
      return static_cast<std::size_t>(std::ranges::find(headings, name) - headings.begin());
    };
    game = of("game");
    bot = of("bot");
    place = of("place");
    deal = of("deal");
    count = headings.size();
  }
  [[nodiscard]] bool complete() const { return game < count && bot < count && place < count; }

  std::size_t game, bot, place, deal, count;
};

Games read_csv(std::string_view text) {
  ForeignResults results;
  std::size_t line = 1;
  const Columns columns{take_record(text, line).value_or(std::vector<std::string>{})};
  std::map<std::string, std::size_t> numbers;
  std::vector<std::size_t> lines;  // of each game's first seat
  while (!text.empty()) {
    const auto here = line;
    const auto fields = take_record(text, line);
    if (!fields) return wrong(here, "a quotation mark is not closed");
    if (fields->size() == 1 && fields->front().empty()) continue;
    if (fields->size() != columns.count)
      return wrong(here, fmt::format("{} fields; expected {}, as in the line of headings", fields->size(),
                                     columns.count));
    const auto& place = (*fields)[columns.place];
    int value = 0;
    const auto read = std::from_chars(place.data(), place.data() + place.size(), value);
    if (read.ec != std::errc{} || read.ptr != place.data() + place.size() || value < 1 ||
        value > static_cast<int>(most_foreign_seats))
      return wrong(here, fmt::format("a place is a whole number from 1 to {}", most_foreign_seats));
    const auto [number, is_new] = numbers.emplace((*fields)[columns.game], results.games.size());
    if (is_new) {
      results.games.push_back({{}, columns.deal < columns.count ? (*fields)[columns.deal] : ""});
      lines.push_back(here);
    }
    results.games[number->second].seats.push_back({plain((*fields)[columns.bot]), value});
  }
  for (std::size_t game = 0; game < results.games.size(); ++game)
    if (const auto problem = objection(results.games[game]); !problem.empty())
      return wrong(lines[game], problem);
  return results;
}

// --- PGN ---

/// `[Name "value"]`
std::optional<std::pair<std::string, std::string>> tag_of(std::string_view line) {
  const auto quote = line.find('"');
  const auto end = line.rfind("\"]");
  if (!line.starts_with('[') || quote == std::string_view::npos || end == std::string_view::npos ||
      end <= quote)
    return std::nullopt;
  const auto name = line.substr(1, line.find_first_of(" \t\"") - 1);
  std::string value;
  for (auto rest = line.substr(quote + 1, end - quote - 1); !rest.empty(); rest.remove_prefix(1)) {
    if (rest.front() == '\\' && rest.size() > 1) rest.remove_prefix(1);
    value += rest.front();
  }
  return std::pair{std::string{name}, value};
}

/// Names of engines may have blanks.
std::string one_word(std::string name) {
  std::ranges::replace(name, ' ', '_');
  return name;
}

Games read_pgn(std::string_view text) {
  ForeignResults results;
  std::string white;
  std::string black;
  bool in_tags = false;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const auto tag = tag_of(take_line(text));
    if (!tag) {
      in_tags = false;
      continue;
    }
    if (!in_tags) white = black = "";
    in_tags = true;
    const auto& [name, value] = *tag;
    if (name == "White") white = one_word(value);
    if (name == "Black") black = one_word(value);
    if (name != "Result") continue;
    if (value == "*") {
      ++results.unfinished;
      continue;
    }
    if (value != "1-0" && value != "0-1" && value != "1/2-1/2")
      return wrong(number, R"(a result is "1-0", "0-1", "1/2-1/2" or "*")");
    ForeignGame game{{{white, value == "0-1" ? 2 : 1}, {black, value == "1-0" ? 2 : 1}}, {}};
    if (const auto problem = objection(game); !problem.empty())
      return wrong(number, "the tags White and Black before it: " + problem);
    results.games.push_back(std::move(game));
  }
  return results;
}

}  // namespace

std::expected<ForeignResults, std::string> read_foreign_results(std::string_view text) {
  if (text.contains('\0')) return std::unexpected{std::string{"this is no text: it holds NUL bytes"}};
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  auto front = text;
  std::size_t line = 1;
  const auto headings = take_record(front, line);
  const auto first = text.find_first_not_of(" \t\r\n");
  auto results = headings && Columns{*headings}.complete()               ? read_csv(text)
                 : first != std::string_view::npos && text[first] == '[' ? read_pgn(text)
                                                                         : read_rank_lists(text);
  if (results && results->games.empty())
    return std::unexpected{
        std::string{"there is no game in it; expected rank lists, CSV with the columns game, bot and "
                    "place, or PGN"}};
  return results;
}

}  // namespace tribunal
