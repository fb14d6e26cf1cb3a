#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/text/utf8.hpp"
#include "base/try.hpp"
#include "tournament/imports/text_lines.hpp"

namespace tribunal {
namespace {

bool is_blank_of_pgn(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f'; }

std::string_view without_front_blanks(std::string_view text) {
  while (!text.empty() && is_blank_of_pgn(text.front())) text.remove_prefix(1);
  return text;
}

std::string_view without_end_blanks(std::string_view text) {
  while (!text.empty() && is_blank_of_pgn(text.back())) text.remove_suffix(1);
  return text;
}

/// A tag pair; the value may contain escapes.
struct PgnTag {
  std::string_view name;
  std::string_view value;
};

/// Whether an odd number of backslashes precedes the character at `at`.
bool is_escaped(std::string_view text, std::size_t at) {
  std::size_t escapes = 0;
  while (escapes < at && text[at - escapes - 1] == '\\') ++escapes;
  return escapes % 2 == 1;
}

/// Removes `[Name "value"]` from the front of `text` and returns it. If there is no tag, returns none and
/// leaves `text` unchanged. A quotation mark within a value may lack its escape, so the value ends at a
/// quotation mark that a bracket follows.
std::optional<PgnTag> take_tag(std::string_view& text) {
  auto rest = without_front_blanks(text);
  if (!rest.starts_with('[')) return std::nullopt;
  const auto begin = rest.find('"');
  if (begin == std::string_view::npos) return std::nullopt;
  PgnTag tag{without_front_blanks(without_end_blanks(rest.substr(1, begin - 1))), {}};
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '+' || c == '#' || c == '=' || c == ':' || c == '-';
  };
  if (tag.name.empty() || !std::ranges::all_of(tag.name, is_letter)) return std::nullopt;
  rest.remove_prefix(begin + 1);
  for (auto end = rest.find('"'); end != std::string_view::npos; end = rest.find('"', end + 1)) {
    const auto behind = without_front_blanks(rest.substr(end + 1));
    if (!behind.starts_with(']') || is_escaped(rest, end)) continue;
    tag.value = rest.substr(0, end);
    text = behind.substr(1);
    return tag;
  }
  return std::nullopt;
}

/// Makes `text` the value as UTF-8, without its escapes and the blanks around it. The standard's character
/// set is Latin-1 (section 4.1), so bytes that are not UTF-8 are read as Latin-1.
void read_value(std::string_view value, std::string& text) {
  std::string unescaped;
  if (value.contains('\\')) {
    for (std::size_t i = 0; i < value.size(); ++i) {
      if (value[i] == '\\' && i + 1 < value.size() && (value[i + 1] == '"' || value[i + 1] == '\\')) ++i;
      unescaped += value[i];
    }
    value = unescaped;
  }
  text = trimmed(value);
  const auto is_ascii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
  if (std::ranges::all_of(text, is_ascii)) return;
  for (std::string_view rest = text; !rest.empty();) {
    const bool is_replacement = rest.starts_with("\xef\xbf\xbd");
    if (take_code_point(rest) != 0xfffd || is_replacement) continue;
    std::string converted;
    for (const char c : text) {
      const auto byte = static_cast<unsigned char>(c);
      if (byte >= 0x80) converted += static_cast<char>(0xc0U | byte >> 6U);
      converted += static_cast<char>(byte >= 0x80 ? 0x80U | (byte & 0x3fU) : byte);
    }
    text = std::move(converted);
    return;
  }
}

/// Finds the result behind the moves: the last word outside comments.
class PgnMoves {
 public:
  /// Whether the last line ended within a comment.
  [[nodiscard]] bool in_comment() const { return comment_ != 0; }
  [[nodiscard]] std::optional<TwoResult> result() const { return result_; }

  /// Reads the line with this number. A comment may quote a game. But if a comment begins behind the quoted
  /// tags, they are those of the next game, because comments do not nest, and the result is an error.
  [[nodiscard]] Result<void> read(std::string_view line, std::uint64_t number) {
    if (!in_comment() && line.starts_with('%')) return {};
    if (in_comment() && tags_ == 0 && without_front_blanks(line).starts_with('[') && line.contains("\"]"))
      tags_ = number;
    while (!line.empty()) {
      const bool was_in_comment = in_comment();
      auto end = line.find(was_in_comment ? '}' : '{');
      if (!was_in_comment || tags_ != 0)
        end = std::min(end, line.substr(0, end).find(was_in_comment ? '{' : ';'));
      if (!was_in_comment) read_words(line.substr(0, end));
      if (end == std::string_view::npos || line[end] == ';') return {};
      if (was_in_comment && line[end] == '{') return unclosed();
      comment_ = was_in_comment ? 0 : number;
      tags_ = 0;
      line.remove_prefix(end + 1);
    }
    return {};
  }
  /// The error that the comment is not closed.
  [[nodiscard]] std::unexpected<std::string> unclosed() const {
    return wrong_line(
        comment_,
        fmt::format("the comment is not closed{}; expected '}}' (if the game was cut off, remove it)",
                    tags_ == 0 ? "" : fmt::format(" before the tags in line {}", tags_)));
  }

 private:
  void read_words(std::string_view text) {
    text = without_end_blanks(text);
    if (!text.empty()) result_ = result_of_word(text.substr(text.find_last_of(" \t\v\f()") + 1));
  }

  std::uint64_t comment_ = 0;  ///< line where the open comment begins; 0 outside comments
  std::uint64_t tags_ = 0;     ///< first line of the open comment that begins with a tag; 0 without one
  std::optional<TwoResult> result_;
};

/// The tags of one game that are read, and the result behind its moves.
struct PgnGame {
  enum Tag : std::uint8_t { event, white, black, result, round, position };
  static constexpr std::array<std::string_view, 6> names{"Event", "White", "Black", "Result", "Round", "FEN"};

  std::uint64_t line = 0;
  std::array<int, names.size()> counts{};  ///< number of times that each tag occurs
  std::array<std::string, names.size()> values;
  PgnMoves moves;

  /// Begins a game without tags at line `number`. The memory of the last game is reused.
  void begin(std::uint64_t number) {
    line = number;
    counts.fill(0);
    for (auto& value : values) value.clear();
    moves = {};
  }
  /// The index of a tag in `names`, or their number for any other tag.
  [[nodiscard]] static std::size_t number_of(std::string_view name) {
    return static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
  }
  [[nodiscard]] bool has(std::size_t tag) const { return tag < names.size() && counts.at(tag) > 0; }
  void add(std::size_t tag, std::string_view value) {
    if (tag == names.size()) return;
    ++counts.at(tag);
    if (tag != event) read_value(value, values.at(tag));  // for Event, only its presence matters
  }
  /// A name for the deal: the opening that two bots play with both colours. Empty if it is unknown.
  [[nodiscard]] std::string pair() const {
    const auto& opening = values[position].empty() ? values[round] : values[position];
    if (opening.empty() || opening == "?" || opening == "-") return {};
    const auto [first, second] = std::minmax(values[white], values[black]);
    return first + '\n' + second + '\n' + (values[position].empty() ? "round " : "position ") + opening;
  }
};

/// The result according to the tag and the end of the moves. The error is the reason that it is unknown.
Result<TwoResult> result_of_game(const PgnGame& game) {
  const auto told = game.moves.result();
  const auto& word = game.values[PgnGame::result];
  const auto tag = result_of_text(word);
  if (!tag && !word.empty() && word != "?") {
    if (word == "0-0")
      return std::unexpected{std::string{R"(Result "0-0": both lost, so neither is better)"}};
    return std::unexpected{
        fmt::format("Result \"{}\"; expected \"1-0\", \"0-1\", \"1/2-1/2\" or \"*\"", harmless(word))};
  }
  if (tag && told && tag != told)
    return std::unexpected{
        fmt::format("Result \"{}\" contradicts the result after the moves", harmless(word))};
  if (tag) return *tag;
  if (told && (*told != TwoResult::unfinished || word != "?")) return *told;
  return std::unexpected{word.empty() ? std::string{"no Result"}
                                      : fmt::format("Result \"{}\"", harmless(word))};
}

/// Holds back the games of the first Round until another Round occurs. If none does, and two bots played more
/// than twice in it, the Round does not name an opening, and each of its games is a deal of its own.
class FirstRound {
 public:
  explicit FirstRound(ImportedResults& results) : results_{results} {}

  /// Adds a game whose deal is named by a Round, or holds it back.
  [[nodiscard]] Result<void> add(const std::string& round, const ImportedGame& game) {
    if (!is_decided_ && held_.empty()) round_ = round;
    if (is_decided_) return add_now(game, round == round_);
    if (round == round_) {
      held_.push_back(game);
      return held_.size() < most_held ? Result<void>{} : decide(has_third_game());
    }
    TRY(decide(false));
    return add_now(game, false);
  }
  /// Adds the games that were held back. Call it at the end of the file.
  [[nodiscard]] Result<void> end() { return is_decided_ ? Result<void>{} : decide(has_third_game()); }

 private:
  static constexpr std::size_t most_held = 10'000;

  [[nodiscard]] bool has_third_game() const {
    std::unordered_map<std::string, int> games;
    return std::ranges::any_of(held_, [&](const ImportedGame& game) { return ++games[game.deal] > 2; });
  }
  [[nodiscard]] Result<void> decide(bool names_nothing) {
    is_decided_ = true;
    names_nothing_ = names_nothing;
    if (names_nothing) results_.note_only_round(round_);
    for (const auto& game : std::exchange(held_, {})) TRY(add_now(game, true));
    return {};
  }
  [[nodiscard]] Result<void> add_now(ImportedGame game, bool is_of_first) {
    if (is_of_first && names_nothing_) game.deal.clear();
    return results_.add(game);
  }

  ImportedResults& results_;
  std::string round_;
  std::vector<ImportedGame> held_;
  bool is_decided_ = false;
  bool names_nothing_ = false;
};

class PgnReader {
 public:
  PgnReader(bool pairs, ImportedResults& results) : pairs_{pairs}, results_{results}, first_round_{results} {}

  [[nodiscard]] Result<void> read(std::string_view line, std::uint64_t number) {
    if (in_game_ && game_.moves.in_comment()) return game_.moves.read(line, number);
    const bool is_empty = without_front_blanks(line).empty();
    for (auto tag = take_tag(line); tag; tag = take_tag(line)) {
      // Games without moves are separated by a tag that occurs again behind an empty line.
      const auto number_of_tag = PgnGame::number_of(tag->name);
      const bool again = after_empty_line_ && game_.has(number_of_tag);
      if (in_moves_ || !in_game_ || again) {
        TRY(end());
        begin(number);
      }
      game_.add(number_of_tag, tag->value);
      after_empty_line_ = false;
    }
    line = without_front_blanks(line);
    after_empty_line_ = after_empty_line_ || is_empty;
    if (line.empty() || line.starts_with('%') || line.starts_with(';')) return {};
    if (line.starts_with('[') && !in_moves_) return {};  // a damaged tag is ignored
    if (!in_game_) begin(number);                        // moves without tags: a game of unknown players
    in_moves_ = true;
    return game_.moves.read(line, number);
  }

  /// Adds the games that were not added yet.
  [[nodiscard]] Result<void> end_file() {
    if (in_game_ && game_.moves.in_comment()) return game_.moves.unclosed();
    TRY(end());
    return first_round_.end();
  }

 private:
  /// Adds the game that was read last.
  [[nodiscard]] Result<void> end() {
    if (!std::exchange(in_game_, false)) return {};
    in_moves_ = false;
    for (const auto tag : {PgnGame::white, PgnGame::black})
      if (game_.counts[tag] == 0)
        return results_.leave_out(game_.line, fmt::format("no tag {}", PgnGame::names[tag]));
    for (const auto tag : {PgnGame::white, PgnGame::black, PgnGame::result})
      if (game_.counts[tag] > 1)
        return results_.leave_out(game_.line, fmt::format("the tag {} occurs twice", PgnGame::names[tag]));
    auto& white = game_.values[PgnGame::white];
    auto& black = game_.values[PgnGame::black];
    if (white == black)
      return results_.leave_out(game_.line, fmt::format("White and Black are both '{}'", harmless(white)));
    const auto result = result_of_game(game_);
    if (!result) return results_.leave_out(game_.line, result.error().message);
    if (*result == TwoResult::unfinished) {
      results_.count_unfinished();
      return {};
    }
    added_.line = game_.line;
    added_.seats.resize(2);
    if (pairs_) added_.deal = game_.pair();
    added_.seats[0].place = *result == TwoResult::second ? 2 : 1;
    added_.seats[1].place = *result == TwoResult::first ? 2 : 1;
    added_.seats[0].bot.swap(white);
    added_.seats[1].bot.swap(black);
    const bool is_by_round = !added_.deal.empty() && game_.values[PgnGame::position].empty();
    return is_by_round ? first_round_.add(game_.values[PgnGame::round], added_) : results_.add(added_);
  }

  void begin(std::uint64_t number) {
    game_.begin(number);
    in_game_ = true;
    after_empty_line_ = false;
  }

  bool pairs_;
  ImportedResults& results_;
  FirstRound first_round_;
  PgnGame game_;
  ImportedGame added_;  ///< game in the form that `results_` takes
  bool in_game_ = false;
  bool in_moves_ = false;
  bool after_empty_line_ = false;  ///< whether an empty line among the tags was read
};

}  // namespace

bool is_pgn(std::string_view line) { return take_tag(line).has_value(); }

Result<void> read_pgn(TextLines& lines, bool pairs, ImportedResults& results) {
  PgnReader reader{pairs, results};
  for (;;) {
    const auto line = TRY(lines.next());
    if (!line) return reader.end_file();
    TRY(reader.read(*line, lines.number()));
  }
}

}  // namespace tribunal
