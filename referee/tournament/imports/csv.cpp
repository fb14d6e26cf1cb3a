#include <algorithm>
#include <array>
#include <cmath>
#include <csv.h>
#include <fmt/format.h>
#include <memory>
#include <new>
#include <optional>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/text/number_text.hpp"
#include "base/text/utf8.hpp"
#include "base/try.hpp"
#include "tournament/imports/csv_columns.hpp"
#include "tournament/imports/text_lines.hpp"

namespace tribunal {
namespace {

/// The longest record of a table in bytes.
constexpr std::size_t longest_csv_record = 1U << 20U;

/// Splits text into the records of a table (RFC 4180) by libcsv. A record may span several lines.
class CsvRecords {
 public:
  explicit CsvRecords(char delimiter) : record_{std::make_unique<Record>()} {
    auto parser = std::make_unique<csv_parser>();
    // CSV_STRICT: a quotation mark within an unquoted field is an error.
    if (csv_init(parser.get(), CSV_STRICT | CSV_STRICT_FINI) != 0) throw std::bad_alloc{};
    parser_.reset(parser.release());
    csv_set_delim(parser_.get(), static_cast<unsigned char>(delimiter));
  }

  /// Adds a line. Returns whether a record ends with it. The error is a clause.
  [[nodiscard]] Result<bool> add(std::string_view line) {
    if (record_->complete) {
      record_->complete = false;
      record_->fields.clear();
      size_ = 0;
    }
    size_ += line.size() + 1;
    if (size_ > longest_csv_record) {
      return std::unexpected{
          fmt::format("a quotation mark is not closed within {} bytes", longest_csv_record)};
    }
    if (!parse(line) || !parse("\n"))
      return std::unexpected{std::string{"a quotation mark that neither begins nor ends a field"}};
    return record_->complete;
  }
  /// The fields of the last record, valid until the next line is added.
  [[nodiscard]] const CsvFields& fields() const { return record_->fields; }
  /// Whether a record has begun and not yet ended.
  [[nodiscard]] bool is_open() const { return !record_->complete && size_ > 1; }

 private:
  struct Free {
    void operator()(csv_parser* parser) const {
      csv_free(parser);
      std::default_delete<csv_parser>{}(parser);
    }
  };
  /// The state that the library's callbacks fill.
  struct Record {
    CsvFields fields;
    bool complete = false;
  };

  [[nodiscard]] bool parse(std::string_view text) {
    const auto add_field = [](void* field, std::size_t size, void* record) {
      static_cast<Record*>(record)->fields.emplace_back(static_cast<const char*>(field), size);
    };
    const auto end_record = [](int, void* record) { static_cast<Record*>(record)->complete = true; };
    return csv_parse(parser_.get(), text.data(), text.size(), add_field, end_record, record_.get()) ==
           text.size();
  }

  std::unique_ptr<csv_parser, Free> parser_;
  std::unique_ptr<Record> record_;
  std::size_t size_ = 0;  ///< number of bytes of the record so far
};

/// The fields of a line that is a whole record. Empty if it is not.
CsvFields fields_of_line(std::string_view line, char delimiter) {
  CsvRecords records{delimiter};
  const auto complete = records.add(line);
  return complete && *complete ? records.fields() : CsvFields{};
}

constexpr std::array csv_delimiters{',', ';', '\t'};

/// The field without the leading apostrophe that Tribunal's tables have to keep spreadsheets from reading a
/// text as a formula.
std::string without_apostrophe(std::string_view field) {
  if (field.size() > 1 && field.front() == '\'' && std::string_view{"=+-@\t\r"}.contains(field[1]))
    field.remove_prefix(1);
  return std::string{field};
}

/// The number that the text states. None if it does not state one, or one that may equal others after
/// rounding.
std::optional<double> number_of(std::string_view text) {
  constexpr double most_exact = 9007199254740992;  // 2^53
  const auto value = number_from<double>(text);
  return value && std::abs(*value) <= most_exact ? value : std::nullopt;
}

/// A place as tables write it: `1`, or `1.0` if a program treated the column as real numbers.
std::optional<int> place_of(std::string_view text) {
  const auto value = number_of(text);
  if (!value || *value < 1 || *value > 1e6 || *value != std::floor(*value)) return std::nullopt;
  return static_cast<int>(*value);
}

/// Gathers the lines of a table that has one line per seat into games.
class SeatRows {
 public:
  SeatRows(const CsvColumns& columns, ImportedResults& results) : columns_{columns}, results_{results} {}

  [[nodiscard]] Result<void> add(const CsvFields& fields, std::uint64_t line) {
    const auto number = columns_.of(fields, Heading::game);
    if (number.empty()) return wrong_line(line, "no game; expected the game's number or name");
    if (!id_ || *id_ != number) {
      TRY(end());
      if (!seen_.insert(std::hash<std::string_view>{}(number)).second) {
        return wrong_line(
            line, fmt::format("game {} occurs again after other games; expected its lines one after "
                              "another (sort the table by game, and put each table into a file of its own)",
                              harmless(number)));
      }
      begin(fields, line);
    }
    if (auto problem = contradiction(fields); !problem.empty()) return wrong_line(line, problem);
    return add_seat(fields, line);
  }

  [[nodiscard]] Result<void> end() {
    if (!id_) return {};
    id_.reset();
    if (!odd_.empty()) return results_.leave_out(game_.line, odd_, is_void_);
    if (is_excluded_) {
      results_.count_excluded();
      return {};
    }
    return results_.add(game_);
  }

 private:
  void begin(const CsvFields& fields, std::uint64_t line) {
    id_ = columns_.of(fields, Heading::game);
    first_ = fields;
    seats_.clear();
    odd_.clear();
    is_void_ = !columns_.of(fields, Heading::voided).empty();
    if (is_void_) odd_ = "it is void by a ruling";
    is_excluded_ = false;
    game_ = {.line = line,
             .seats = {},
             .deal = std::string{columns_.of(fields, Heading::deal)},
             .content = from_hex(columns_.of(fields, Heading::content))};
  }

  /// The reason that this line does not belong to the same game as the first one. Empty if it does.
  [[nodiscard]] std::string contradiction(const CsvFields& fields) const {
    for (const auto& [column, name] :
         {std::pair{Heading::deal, "deal"}, std::pair{Heading::content, "content_sha256"}}) {
      if (columns_.of(fields, column) != columns_.of(first_, column)) {
        return fmt::format(
            "game {} has {} '{}' here and '{}' in line {}; if the file holds two tables, split it",
            harmless(*id_), name, harmless(columns_.of(fields, column)),
            harmless(columns_.of(first_, column)), game_.line);
      }
    }
    const auto own = columns_.of(fields, Heading::seat);
    if (!own.empty() && std::ranges::find(seats_, own) != seats_.end())
      return fmt::format("seat {} occurs twice in game {}", harmless(own), harmless(*id_));
    return {};
  }

  [[nodiscard]] Result<void> add_seat(const CsvFields& fields, std::uint64_t line) {
    seats_.emplace_back(columns_.of(fields, Heading::seat));
    if (game_.seats.size() >= max_ranked_seats)
      return wrong_line(line,
                        fmt::format("game {} has more than {} seats", harmless(*id_), max_ranked_seats));
    const auto own_place = place_of(columns_.of(fields, Heading::place));
    if (!own_place && odd_.empty()) {
      const auto text = columns_.of(fields, Heading::place);
      odd_ = text.empty() ? "no place"
                          : fmt::format("place '{}'; expected a whole number from 1", harmless(text));
    }
    is_excluded_ = is_true(fields, Heading::excluded, "excluded") || is_excluded_;
    game_.seats.push_back({without_apostrophe(columns_.of(fields, Heading::bot)), own_place.value_or(1),
                           is_true(fields, Heading::forfeited, "forfeited")});
    return {};
  }

  /// Whether the field is `true`. Any value but true, false and empty makes the game odd.
  [[nodiscard]] bool is_true(const CsvFields& fields, Heading column, std::string_view name) {
    const auto text = columns_.of(fields, column);
    const auto word = heading_of(text);  // some programs write True or TRUE
    if (odd_.empty() && word != "true" && word != "false" && !word.empty())
      odd_ = fmt::format("{} '{}'; expected true or false", name, harmless(text));
    return word == "true";
  }

  const CsvColumns& columns_;
  ImportedResults& results_;
  std::optional<std::string> id_;
  CsvFields first_;  ///< first line of the game
  std::vector<std::string> seats_;
  ImportedGame game_;
  std::string odd_;  ///< reason to skip the game; empty if there is none
  bool is_void_ = false;
  bool is_excluded_ = false;                ///< whether the organiser has excluded a bot of the game
  std::unordered_set<std::uint64_t> seen_;  ///< hashes of the games read so far
};

/// Takes the games of a table whose lines each stand for a game of two bots, or for several games with the
/// same result.
class PairRows {
 public:
  PairRows(const CsvColumns& columns, TableForm form, char delimiter, ImportedResults& results)
      : columns_{columns}, form_{form}, has_decimal_comma_{delimiter == ';'}, results_{results} {
    if (form == TableForm::winners) {
      score1_ = Heading::winner_score;
      score2_ = Heading::loser_score;
    }
  }

  [[nodiscard]] Result<void> add(const CsvFields& fields, std::uint64_t line) {
    const auto number = columns_.of(fields, Heading::game);
    if (!number.empty() && !seen_.insert(std::hash<std::string_view>{}(number)).second)
      return wrong_line(line, fmt::format("game {} comes twice", harmless(number)));
    TRY(check_winner(fields, line));
    TRY(check_match(fields, line));
    const auto [one, two] = bots_of(fields);
    const auto score = checked_first_place(fields);
    const auto games = score ? games_of(fields) : std::unexpected{score.error()};
    if (!games) return results_.leave_out(line, games.error().message);
    counted_ += *games;
    if (counted_ > most_counted_games)
      return wrong_line(
          line, fmt::format("more than {} games, according to the column of their number; expected fewer",
                            most_counted_games));
    const ImportedGame game{.line = line,
                            .seats = {{without_apostrophe(one), *score == TwoResult::second ? 2 : 1},
                                      {without_apostrophe(two), *score == TwoResult::first ? 2 : 1}},
                            .deal = std::string{columns_.of(fields, Heading::deal)},
                            .content = from_hex(columns_.of(fields, Heading::content))};
    for (std::uint64_t i = 0; i < *games; ++i) {
      if (*score == TwoResult::unfinished) {
        results_.count_unfinished();
      } else if (auto added = results_.add(game); !added) {
        return added;
      }
    }
    return {};
  }
  /// Checks the column `winner` over all lines.
  [[nodiscard]] Result<void> end() const {
    if (unclear_line_ == 0 || (has_names_ && position_line_ == 0)) return {};
    const auto other = position_line_ == 0
                           ? std::string{}
                           : fmt::format(" (line {} has a player's position)", position_line_);
    return wrong_line(unclear_line_,
                      fmt::format("the winner is the name of one player and the position of the other, so it "
                                  "is unclear which of them won{}; expected the columns white,black,result",
                                  other));
  }

 private:
  static constexpr std::uint64_t most_counted_games = 10'000'000;

  [[nodiscard]] std::pair<std::string_view, std::string_view> bots_of(const CsvFields& fields) const {
    if (form_ == TableForm::winners)
      return {columns_.of(fields, Heading::winner), columns_.of(fields, Heading::loser)};
    if (columns_.has(Heading::player1) && form_ != TableForm::colours)
      return {columns_.of(fields, Heading::player1), columns_.of(fields, Heading::player2)};
    return {columns_.of(fields, Heading::white), columns_.of(fields, Heading::black)};
  }

  /// The number of games that the line stands for.
  [[nodiscard]] Result<std::uint64_t> games_of(const CsvFields& fields) const {
    if (!columns_.has(Heading::count)) return 1U;
    const auto text = columns_.of(fields, Heading::count);
    const auto number = number_of(text);
    if (!number || *number < 0 || *number != std::floor(*number))
      return std::unexpected{fmt::format("'{}' games; expected a whole number", harmless(text))};
    return static_cast<std::uint64_t>(std::min(*number, 1.0 + most_counted_games));
  }

  /// Checks that scores beside a number of games are those of each game. They may be those of a match if they
  /// add up to its games or to the games that were not drawn, or if there are half points. But scores that
  /// add up to 1 are those of one game.
  [[nodiscard]] Result<void> check_match(const CsvFields& fields, std::uint64_t line) const {
    const auto games = number_of(columns_.of(fields, Heading::count));
    const auto one = number_of(columns_.of(fields, score1_));
    const auto two = number_of(columns_.of(fields, score2_));
    if (!games || !one || !two || *games <= 1) return {};
    const bool has_half = *one != std::floor(*one) || *two != std::floor(*two);
    if (*one + *two == 1 || (!has_half && (*one + *two < 1 || *one + *two > *games))) return {};
    return wrong_line(
        line, fmt::format("the scores '{}' and '{}' of {} games may be those of a match; expected a line for "
                          "each result, with the number of games that ended so, or a line for each game",
                          harmless(columns_.of(fields, score1_)), harmless(columns_.of(fields, score2_)),
                          harmless(columns_.of(fields, Heading::count))));
  }

  /// The winner of the two bots, checked against the scores. The error is the reason that it is unknown.
  [[nodiscard]] Result<TwoResult> checked_first_place(const CsvFields& fields) const {
    const auto told = first_place(fields);
    if (!told || *told == TwoResult::unfinished || !columns_.has(score1_, score2_)) return told;
    const auto by_scores = better_score(fields);
    if (!by_scores || *by_scores == *told) return by_scores;
    return std::unexpected{fmt::format("the scores '{}' and '{}' contradict the result",
                                       harmless(columns_.of(fields, score1_)),
                                       harmless(columns_.of(fields, score2_)))};
  }

  [[nodiscard]] Result<TwoResult> first_place(const CsvFields& fields) const {
    switch (form_) {
      case TableForm::colours:
        return by_result(columns_.of(fields, Heading::result));
      case TableForm::winners:
        return by_draw(columns_.of(fields, Heading::draw));
      case TableForm::scores:
        return better_score(fields);
      default:
        return by_winner(fields);
    }
  }

  [[nodiscard]] static Result<TwoResult> by_result(std::string_view text) {
    if (const auto result = result_of_text(text)) return *result;
    return std::unexpected{fmt::format("result '{}'; expected 1-0, 0-1, 1/2-1/2 or *", harmless(text))};
  }

  /// The result by the column `draw`. If the table has a number of games, a number in this column may be that
  /// of draws, so numbers are not taken for true and false.
  [[nodiscard]] Result<TwoResult> by_draw(std::string_view text) const {
    const auto word = heading_of(text);
    const bool may_be_number = !columns_.has(Heading::count);
    if (word == "true" || word == "yes" || (may_be_number && word == "1")) return TwoResult::draw;
    if (word.empty() || word == "false" || word == "no" || (may_be_number && word == "0"))
      return TwoResult::first;
    return std::unexpected{fmt::format("draw '{}'; expected true or false", harmless(text))};
  }

  /// The result if the column `winner` has the name of the winner.
  [[nodiscard]] static std::optional<TwoResult> by_name(std::string_view winner, std::string_view one,
                                                        std::string_view two) {
    if (winner.empty() || (winner != one && winner != two)) return std::nullopt;
    return winner == one ? TwoResult::first : TwoResult::second;
  }
  /// The result if the column `winner` has the position of the winner.
  [[nodiscard]] static std::optional<TwoResult> by_position(std::string_view winner) {
    const auto word = heading_of(winner);
    if (word == "1" || word == "player1" || word == "home") return TwoResult::first;
    if (word == "2" || word == "player2" || word == "away") return TwoResult::second;
    return std::nullopt;
  }

  /// Notes what the column `winner` has here, and checks that its numbers mean the first and the second
  /// player. If there is a 0 or -1, a 1 may mean either of them.
  [[nodiscard]] Result<void> check_winner(const CsvFields& fields, std::uint64_t line) {
    if (form_ != TableForm::players) return {};
    const auto text = columns_.of(fields, Heading::winner);
    const auto [one, two] = bots_of(fields);
    const auto name = by_name(text, one, two);
    const auto position = by_position(text);
    if (name && position && *name != *position && unclear_line_ == 0) unclear_line_ = line;
    if (name && !position) has_names_ = true;
    if (position && !name) position_line_ = line;
    const auto number = number_of(text);
    if (!number || name) return {};
    (*number == 1 || *number == 2 ? number_line_ : odd_number_line_) = line;
    if (number_line_ == 0 || odd_number_line_ == 0) return {};
    return wrong_line(line,
                      fmt::format("winner '{}', but other numbers in line {}, so it is unclear whether 1 is "
                                  "the first or the second player; expected 1, 2 and draw, or names",
                                  harmless(text), std::min(number_line_, odd_number_line_)));
  }

  /// The result by the column `winner`. Only a name counts if a bot has the name of a position.
  [[nodiscard]] Result<TwoResult> by_winner(const CsvFields& fields) const {
    const auto text = columns_.of(fields, Heading::winner);
    const auto [one, two] = bots_of(fields);
    if (const auto result = by_name(text, one, two)) return *result;
    if (heading_of(text) == "draw") return TwoResult::draw;
    const auto result = by_position(one) || by_position(two) ? std::nullopt : by_position(text);
    if (result) return *result;
    return std::unexpected{
        fmt::format("winner '{}'; expected player1's name, player2's, 1, 2 or draw", harmless(text))};
  }

  /// The result by the scores: the higher one wins.
  [[nodiscard]] Result<TwoResult> better_score(const CsvFields& fields) const {
    const auto one = number_of(columns_.of(fields, score1_));
    const auto two = number_of(columns_.of(fields, score2_));
    if (!one || !two)
      return std::unexpected{fmt::format("the scores '{}' and '{}'; expected two numbers of at most 2^53",
                                         harmless(columns_.of(fields, score1_)),
                                         harmless(columns_.of(fields, score2_)))};
    const auto has_point = [&](Heading column) { return columns_.of(fields, column).contains('.'); };
    if (has_decimal_comma_ && has_point(score1_) != has_point(score2_))
      return std::unexpected{
          fmt::format("the scores '{}' and '{}': the point in one of them may separate thousands",
                      harmless(columns_.of(fields, score1_)), harmless(columns_.of(fields, score2_)))};
    return *one == *two ? TwoResult::draw : *one > *two ? TwoResult::first : TwoResult::second;
  }

  const CsvColumns& columns_;
  TableForm form_;
  bool has_decimal_comma_;  ///< a spreadsheet writes `;` between fields where a comma begins the decimals
  Heading score1_ = Heading::score1;
  Heading score2_ = Heading::score2;
  ImportedResults& results_;
  std::uint64_t counted_ = 0;
  std::uint64_t number_line_ = 0;      ///< last line whose winner is 1 or 2; 0 if there is none
  std::uint64_t odd_number_line_ = 0;  ///< last line whose winner is another number
  std::uint64_t position_line_ = 0;    ///< last line whose winner can only be a position; 0 if there is none
  std::uint64_t unclear_line_ = 0;     ///< first line whose winner is one bot's name and the other's position
  bool has_names_ = false;             ///< whether a winner can only be a name
  std::unordered_set<std::uint64_t> seen_;
};

/// Reads records one after another, including the headings.
class CsvTable {
 public:
  CsvTable(TextLines& lines, char delimiter) : lines_{lines}, records_{delimiter} {}

  /// The next record and the line where it begins. Null at the end.
  [[nodiscard]] Result<const CsvFields*> next() {
    for (;;) {
      const auto line = TRY(lines_.next());
      if (!line) {
        if (records_.is_open()) return wrong_line(begin_, "a quotation mark is not closed");
        return nullptr;
      }
      if (!records_.is_open()) begin_ = lines_.number();
      const auto complete = records_.add(*line);
      if (!complete) return wrong_line(begin_, complete.error().message);
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
Result<void> read_rows(CsvTable& table, const CsvColumns& columns, const CsvFields& headings, Rows& rows) {
  for (;;) {
    const auto fields = TRY(table.next());
    if (fields == nullptr) return {};
    if (*fields == headings)
      return wrong_line(table.line(), "the headings occur again; put each table into a file of its own");
    if (fields->size() != columns.count())
      return wrong_line(table.line(), fmt::format("{} fields; expected {}, as in the line of headings",
                                                  fields->size(), columns.count()));
    TRY(rows.add(*fields, table.line()));
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
  return "game,bot,place (a line for each seat), white,black,result, winner,loser, player1,player2,winner or "
         "home,away,home_score,away_score";
}

Result<void> read_csv(TextLines& lines, ImportedResults& results) {
  const auto first = TRY(lines.next());
  const auto text = std::string{first.value_or("")};
  const auto delimiter = delimiter_of(text);
  if (!delimiter)
    return wrong_line(1, fmt::format("found {}; expected a line of headings with {}", found_columns(text),
                                     expected_columns()));
  lines.put_back();
  CsvTable table{lines, *delimiter};
  const auto read = TRY(table.next());
  const auto headings = *read;
  const CsvColumns columns{headings};
  if (!columns.twice().empty())
    return wrong_line(table.line(), fmt::format("the column '{}' occurs twice", columns.twice()));
  const auto form = *columns.form();
  if (const auto unread = columns.unread(form); !unread.empty())
    return wrong_line(table.line(), fmt::format("the column '{}' is not read in a table of {}; expected {}. "
                                                "Remove it or rename it if it says nothing about who won",
                                                harmless(unread), name_of(form), expected_beside(form)));
  if (form != TableForm::seats) {
    PairRows rows{columns, form, *delimiter, results};
    TRY(read_rows(table, columns, headings, rows));
    return rows.end();
  }
  SeatRows rows{columns, results};
  TRY(read_rows(table, columns, headings, rows));
  return rows.end();
}

}  // namespace tribunal
