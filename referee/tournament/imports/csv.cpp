#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <optional>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/text/utf8.hpp"
#include "tournament/imports/csv_records.hpp"
#include "tournament/imports/readers.hpp"

namespace tribunal {
namespace {

using RowDone = Result<void>;

std::unexpected<std::string> wrong_row(std::uint64_t line, const std::string& what) {
  return std::unexpected{fmt::format("line {}: {}", line, what)};
}

std::string heading_of(std::string_view field) {
  std::string heading;
  for (const char c : field)
    if (c != ' ' && c != '\t') heading += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return heading;
}

/// The columns that count, by their names in lower case without blanks.
enum class Column : std::uint8_t {
  game,
  bot,
  place,
  deal,
  seat,
  faults,
  forfeited,
  content,
  white,
  black,
  result,
  winner,
  loser,
  player1,
  player2,
  excluded,
  voided,
};
constexpr std::array<std::string_view, 17> column_names{
    "game",  "bot",    "place",  "deal",  "seat",    "faults",  "forfeited", "content_sha256", "white",
    "black", "result", "winner", "loser", "player1", "player2", "excluded",  "void_by_ruling"};

/// The forms of a table: a line for each seat, or one for each game of two.
enum class TableForm : std::uint8_t { seats, colours, winners, players };

class CsvColumns {
 public:
  explicit CsvColumns(const CsvFields& headings) : count_{headings.size()} {
    for (std::size_t i = 0; i < headings.size(); ++i) {
      const auto found = std::ranges::find(column_names, heading_of(headings[i]));
      if (found == column_names.end()) continue;
      auto& at = at_.at(static_cast<std::size_t>(found - column_names.begin()));
      if (at) twice_ = *found;
      at = i;
    }
  }

  [[nodiscard]] bool has(Column column) const { return place_in(column).has_value(); }
  [[nodiscard]] std::string_view of(const CsvFields& fields, Column column) const {
    return has(column) ? std::string_view{fields.at(*place_in(column))} : std::string_view{};
  }
  [[nodiscard]] std::size_t count() const { return count_; }
  /// The name of a column that is there twice; empty if none is.
  [[nodiscard]] std::string_view twice() const { return twice_; }
  [[nodiscard]] std::optional<TableForm> form() const {
    if (has(Column::game) && has(Column::bot) && has(Column::place)) return TableForm::seats;
    if (has(Column::white) && has(Column::black) && has(Column::result)) return TableForm::colours;
    if (has(Column::player1) && has(Column::player2) && has(Column::winner)) return TableForm::players;
    if (has(Column::winner) && has(Column::loser)) return TableForm::winners;
    return std::nullopt;
  }

 private:
  [[nodiscard]] const std::optional<std::size_t>& place_in(Column column) const {
    return at_.at(static_cast<std::size_t>(column));
  }

  std::array<std::optional<std::size_t>, column_names.size()> at_;
  std::size_t count_;
  std::string_view twice_;
};

/// The fields of a line that is a record by itself; none if it is not.
CsvFields fields_of_line(std::string_view line, char delimiter) {
  CsvRecords records{delimiter};
  const auto complete = records.add(line);
  return complete && *complete ? records.fields() : CsvFields{};
}

constexpr std::array csv_delimiters{',', ';', '\t'};

/// The field without the apostrophe by which Tribunal's tables keep spreadsheets from reading a text as a
/// formula.
std::string without_apostrophe(std::string_view field) {
  if (field.size() > 1 && field.front() == '\'' && std::string_view{"=+-@\t\r"}.contains(field[1]))
    field.remove_prefix(1);
  return std::string{field};
}

/// A place as tables write it: `1`, or `1.0` where a program took the column for real numbers.
std::optional<int> place_of(std::string_view text) {
  double value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec != std::errc{} || read.ptr != text.data() + text.size()) return std::nullopt;
  if (!(value >= 1) || value > 1e6 || value != std::floor(value)) return std::nullopt;
  return static_cast<int>(value);
}

/// The meaning of the column of faults for a seat, where the table has no column `forfeited`.
enum class FaultMeaning : std::uint8_t { no, yes, unclear };

/// `start` and `crash` forfeit under every policy, and so does the third fault; fewer of another kind forfeit
/// under one and not under the other (docs/faults.md).
FaultMeaning forfeit_by_faults(std::string_view counts) {
  int total = 0;
  for (auto rest = counts; !rest.empty();) {
    const auto end = std::min(rest.find(' '), rest.size());
    const auto word = rest.substr(0, end);
    int count = 0;
    if (word == "start" || word == "crash") return FaultMeaning::yes;
    if (std::from_chars(word.data(), word.data() + word.size(), count).ec == std::errc{}) total += count;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return total == 0 ? FaultMeaning::no : total >= 3 ? FaultMeaning::yes : FaultMeaning::unclear;
}

/// Gathers the lines of a table with a line for each seat into games.
class SeatRows {
 public:
  SeatRows(const CsvColumns& columns, ImportedResults& results) : columns_{columns}, results_{results} {}

  [[nodiscard]] RowDone add(const CsvFields& fields, std::uint64_t line) {
    const auto number = columns_.of(fields, Column::game);
    if (number.empty()) return wrong_row(line, "no game; expected the game's number or name");
    if (!id_ || *id_ != number) {
      if (auto ended = end(); !ended) return ended;
      if (!seen_.insert(std::hash<std::string_view>{}(number)).second) {
        return wrong_row(line,
                         fmt::format("game {} comes again after other games; expected its lines one after "
                                     "another (sort the table by game; give two tables as two files)",
                                     harmless(number)));
      }
      begin(fields, line);
    }
    if (auto problem = contradiction(fields); !problem.empty()) return wrong_row(line, problem);
    return add_seat(fields, line);
  }

  [[nodiscard]] RowDone end() {
    if (!id_) return {};
    id_.reset();
    if (!odd_.empty()) return results_.leave_out(game_.line, odd_);
    if (is_excluded_) {
      results_.count_excluded();
      return {};
    }
    const auto before = results_.files().back().games;
    auto added = results_.add(game_);
    if (added && unclear_ && results_.files().back().games > before) results_.count_unclear_faults();
    return added;
  }

 private:
  void begin(const CsvFields& fields, std::uint64_t line) {
    id_ = columns_.of(fields, Column::game);
    first_ = fields;
    seats_.clear();
    odd_.clear();
    if (!columns_.of(fields, Column::voided).empty()) odd_ = "it is void by a ruling";
    unclear_ = false;
    is_excluded_ = false;
    game_ = {.line = line,
             .seats = {},
             .deal = std::string{columns_.of(fields, Column::deal)},
             .content = from_hex(columns_.of(fields, Column::content))};
  }

  /// The reason why this line does not belong to the same game as the first one; empty if it does.
  [[nodiscard]] std::string contradiction(const CsvFields& fields) const {
    for (const auto column : {Column::deal, Column::content}) {
      if (columns_.of(fields, column) != columns_.of(first_, column)) {
        return fmt::format(
            "game {} has {} '{}' here and '{}' in line {}; two tables one behind the other are two "
            "files",
            harmless(*id_), column_names.at(static_cast<std::size_t>(column)),
            harmless(columns_.of(fields, column)), harmless(columns_.of(first_, column)), game_.line);
      }
    }
    const auto own = columns_.of(fields, Column::seat);
    if (!own.empty() && std::ranges::find(seats_, own) != seats_.end())
      return fmt::format("seat {} is twice in game {}", harmless(own), harmless(*id_));
    return {};
  }

  [[nodiscard]] RowDone add_seat(const CsvFields& fields, std::uint64_t line) {
    seats_.emplace_back(columns_.of(fields, Column::seat));
    if (game_.seats.size() >= max_ranked_seats)
      return wrong_row(line, fmt::format("game {} has more than {} seats", harmless(*id_), max_ranked_seats));
    const auto own_place = place_of(columns_.of(fields, Column::place));
    if (!own_place && odd_.empty()) {
      const auto text = columns_.of(fields, Column::place);
      odd_ = text.empty() ? "no place"
                          : fmt::format("place '{}'; expected a whole number from 1", harmless(text));
    }
    note_exclusion(columns_.of(fields, Column::excluded));
    game_.seats.push_back(
        {without_apostrophe(columns_.of(fields, Column::bot)), own_place.value_or(1), has_forfeited(fields)});
    return {};
  }

  void note_exclusion(std::string_view text) {
    const auto word = heading_of(text);  // programs write True and TRUE, too
    is_excluded_ = is_excluded_ || word == "true";
    if (odd_.empty() && word != "true" && word != "false" && !word.empty())
      odd_ = fmt::format("excluded '{}'; expected true or false", harmless(text));
  }

  [[nodiscard]] bool has_forfeited(const CsvFields& fields) {
    if (columns_.has(Column::forfeited)) return columns_.of(fields, Column::forfeited) == "true";
    const auto by_faults = forfeit_by_faults(columns_.of(fields, Column::faults));
    unclear_ = unclear_ || by_faults == FaultMeaning::unclear;
    return by_faults == FaultMeaning::yes;
  }

  const CsvColumns& columns_;
  ImportedResults& results_;
  std::optional<std::string> id_;
  CsvFields first_;  ///< the line with which the game begins
  std::vector<std::string> seats_;
  ImportedGame game_;
  std::string odd_;  ///< the reason why the game is left out
  bool unclear_ = false;
  bool is_excluded_ = false;                ///< the organiser has excluded a bot of the game
  std::unordered_set<std::uint64_t> seen_;  ///< hashes of the games so far
};

/// Takes the games of a table with a line for each game of two.
class PairRows {
 public:
  PairRows(const CsvColumns& columns, TableForm form, ImportedResults& results)
      : columns_{columns}, form_{form}, results_{results} {}

  [[nodiscard]] RowDone add(const CsvFields& fields, std::uint64_t line) {
    const auto number = columns_.of(fields, Column::game);
    if (!number.empty() && !seen_.insert(std::hash<std::string_view>{}(number)).second)
      return wrong_row(line, fmt::format("game {} comes twice", harmless(number)));
    const auto [one, two] = bots_of(fields);
    const auto score = first_place(fields);
    if (!score) return results_.leave_out(line, score.error().message);
    if (*score == Score::unfinished) {
      results_.count_unfinished();
      return {};
    }
    return results_.add({.line = line,
                         .seats = {{without_apostrophe(one), *score == Score::second ? 2 : 1},
                                   {without_apostrophe(two), *score == Score::first ? 2 : 1}},
                         .deal = std::string{columns_.of(fields, Column::deal)},
                         .content = {}});
  }

 private:
  enum class Score : std::uint8_t { first, second, draw, unfinished };

  [[nodiscard]] std::pair<std::string_view, std::string_view> bots_of(const CsvFields& fields) const {
    switch (form_) {
      case TableForm::colours:
        return {columns_.of(fields, Column::white), columns_.of(fields, Column::black)};
      case TableForm::winners:
        return {columns_.of(fields, Column::winner), columns_.of(fields, Column::loser)};
      default:
        return {columns_.of(fields, Column::player1), columns_.of(fields, Column::player2)};
    }
  }

  /// The winner of the two; the error is the reason why it is unknown.
  [[nodiscard]] Result<Score> first_place(const CsvFields& fields) const {
    if (form_ == TableForm::winners) return Score::first;
    if (form_ == TableForm::colours) {
      const auto text = columns_.of(fields, Column::result);
      if (text == "1-0") return Score::first;
      if (text == "0-1") return Score::second;
      if (text == "1/2-1/2") return Score::draw;
      if (text == "*") return Score::unfinished;
      return std::unexpected{fmt::format("result '{}'; expected 1-0, 0-1, 1/2-1/2 or *", harmless(text))};
    }
    const auto text = columns_.of(fields, Column::winner);
    const auto [one, two] = bots_of(fields);
    if (!text.empty() && text == one) return Score::first;
    if (!text.empty() && text == two) return Score::second;
    if (heading_of(text) == "draw") return Score::draw;
    return std::unexpected{
        fmt::format("winner '{}'; expected player1's name, player2's or draw", harmless(text))};
  }

  const CsvColumns& columns_;
  TableForm form_;
  ImportedResults& results_;
  std::unordered_set<std::uint64_t> seen_;
};

/// Reads records one after another, the headings included.
class CsvTable {
 public:
  CsvTable(TextLines& lines, char delimiter) : lines_{lines}, records_{delimiter} {}

  /// The next record and the line where it begins; nothing at the end.
  [[nodiscard]] Result<const CsvFields*> next() {
    for (;;) {
      const auto line = lines_.next();
      if (!line) return std::unexpected{line.error()};
      if (!*line) {
        if (records_.is_open()) return wrong_row(begin_, "a quotation mark is not closed");
        return nullptr;
      }
      if (!records_.is_open()) begin_ = lines_.number();
      const auto complete = records_.add(**line);
      if (!complete) return wrong_row(begin_, complete.error().message);
      if (*complete) return &records_.fields();
    }
  }
  [[nodiscard]] std::uint64_t line() const { return begin_; }

 private:
  TextLines& lines_;
  CsvRecords records_;
  std::uint64_t begin_ = 0;
};

template <class Rows>
RowDone read_rows(CsvTable& table, const CsvColumns& columns, const CsvFields& headings, Rows& rows) {
  for (;;) {
    const auto fields = table.next();
    if (!fields) return std::unexpected{fields.error()};
    if (*fields == nullptr) return {};
    if (**fields == headings)
      return wrong_row(table.line(),
                       "the headings again; give tables one behind the other as files of their own");
    if ((*fields)->size() != columns.count())
      return wrong_row(table.line(), fmt::format("{} fields; expected {}, as in the line of headings",
                                                 (*fields)->size(), columns.count()));
    if (auto added = rows.add(**fields, table.line()); !added) return added;
  }
}

}  // namespace

std::optional<char> delimiter_of(std::string_view headings) {
  for (const char delimiter : csv_delimiters)
    if (CsvColumns{fields_of_line(headings, delimiter)}.form()) return delimiter;
  return std::nullopt;
}

std::string found_columns(std::string_view headings) {
  constexpr std::size_t most = 200;
  const auto most_fields = std::ranges::max(
      csv_delimiters, {}, [&](char delimiter) { return fields_of_line(headings, delimiter).size(); });
  const auto fields = fields_of_line(headings, most_fields);
  if (fields.size() < 2) return fmt::format("'{}'", harmless(headings.substr(0, most)));
  std::string found = "the columns ";
  for (const auto& field : fields) {
    if (found.size() > most) return found + ", ...";
    found += fmt::format("{}'{}'", &field == &fields.front() ? "" : ", ", harmless(field));
  }
  return found;
}

std::string_view expected_columns() {
  return "game,bot,place (a line for each seat), white,black,result, winner,loser or player1,player2,winner";
}

Result<void> read_csv(TextLines& lines, ImportedResults& results) {
  const auto first = lines.next();
  if (!first) return std::unexpected{first.error()};
  const auto text = std::string{first->value_or("")};
  const auto delimiter = delimiter_of(text);
  if (!delimiter)
    return wrong_row(1, fmt::format("found {}; expected a line of headings with {}", found_columns(text),
                                    expected_columns()));
  lines.put_back();
  CsvTable table{lines, *delimiter};
  const auto read = table.next();
  if (!read) return std::unexpected{read.error()};
  const auto headings = **read;
  const CsvColumns columns{headings};
  if (!columns.twice().empty())
    return wrong_row(table.line(), fmt::format("the column '{}' is there twice", columns.twice()));
  const auto form = *columns.form();
  if (form != TableForm::seats) {
    PairRows rows{columns, form, results};
    return read_rows(table, columns, headings, rows);
  }
  SeatRows rows{columns, results};
  if (auto done = read_rows(table, columns, headings, rows); !done) return done;
  return rows.end();
}

}  // namespace tribunal
