#include "tournament/imports/imported_results.hpp"

#include <fmt/format.h>
#include <tuple>

#include "base/text/number_text.hpp"
#include "base/text/utf8.hpp"
#include "base/try.hpp"
#include "tournament/imports/text_lines.hpp"

namespace tribunal {
namespace {

/// The name as a table shows it. There a name is one word, so blanks become `_`. The no-break space of
/// spreadsheets and web pages is a blank.
std::string shown_name(std::string name) {
  constexpr std::string_view no_break_space = "\xc2\xa0";
  for (auto at = name.find(no_break_space); at != std::string::npos; at = name.find(no_break_space))
    name.replace(at, no_break_space.size(), " ");
  std::string shown{trimmed(name)};
  std::ranges::replace_if(
      shown, [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }, '_');
  return shown;
}

/// The reason that no bot can have this name. Empty if the name is valid.
std::string objection_to_name(std::string_view name) {
  if (name.empty()) return "a bot without a name";
  if (name.size() > longest_imported_name)
    return fmt::format("a name of {} bytes; expected at most {}", name.size(), longest_imported_name);
  for (auto rest = std::string_view{name}; !rest.empty();) {
    const bool blank = rest.front() == '\t' || rest.front() == '\n' || rest.front() == '\r';
    if (const auto code_point = take_code_point(rest); !blank && !is_harmless(code_point))
      return fmt::format("the name '{}' has characters that cannot be shown", harmless(name));
  }
  return {};
}

/// The reason that the game cannot be rated. Empty if it can.
std::string objection_to_seats(const ImportedGame& game) {
  if (game.seats.size() < 2) return "a game of one bot; expected two or more";
  if (game.seats.size() > max_ranked_seats)
    return fmt::format("a game of {} seats; expected at most {}", game.seats.size(), max_ranked_seats);
  for (const auto& seat : game.seats) {
    const auto shares = [&](const auto& other) { return !other.forfeited && other.place == seat.place; };
    if (!seat.forfeited &&
        static_cast<std::size_t>(std::ranges::count_if(game.seats, shares)) > most_tied_seats)
      return fmt::format("more than {} bots share a place, which cannot be rated", most_tied_seats);
  }
  return {};
}

/// Renumbers the places of a game from 1 without gaps, so that no place is mistaken for a forfeit.
class DensePlaces {
 public:
  explicit DensePlaces(const ImportedGame& game) {
    for (const auto& seat : game.seats) places_.at(count_++) = seat.place;
    std::ranges::sort(all());
    count_ -= std::ranges::unique(all()).size();
  }
  [[nodiscard]] std::int32_t of(int place) {
    return static_cast<std::int32_t>(std::ranges::lower_bound(all(), place) - all().begin()) + 1;
  }

 private:
  [[nodiscard]] std::span<int> all() { return std::span{places_}.first(count_); }

  std::array<int, max_ranked_seats> places_{};
  std::size_t count_ = 0;
};

}  // namespace

std::unexpected<std::string> wrong_line(std::uint64_t line, const std::string& what) {
  return std::unexpected{fmt::format("line {}: {}", line, what)};
}

std::uint64_t number_of_ranking(std::vector<ImportedGame::Seat> seats) {
  std::ranges::sort(seats, {}, [](const ImportedGame::Seat& seat) {
    return std::tuple{seat.forfeited, seat.forfeited ? 0 : seat.place, std::string_view{seat.bot}};
  });
  std::string text;
  for (std::size_t seat = 0; seat < seats.size(); ++seat) {
    const bool ties = seat > 0 && seats[seat].forfeited == seats[seat - 1].forfeited &&
                      (seats[seat].forfeited || seats[seat].place == seats[seat - 1].place);
    text += (ties ? "=" : "\n") + seats[seat].bot;
  }
  return std::hash<std::string_view>{}(text);
}

void ImportedResults::begin_file(std::string name, bool strict) {
  files_.push_back({.name = std::move(name), .only_round = {}, .examples = {}});
  strict_ = strict;
  deals_.clear();
}

Result<void> ImportedResults::leave_out(std::uint64_t line, std::string reason, bool understood) {
  if (strict_) return wrong_line(line, reason + "; --strict refuses a file with such a game");
  auto& file = files_.back();
  ++file.left_out;
  file.understood += understood ? 1 : 0;
  if (file.examples.size() < ImportedFile::most_examples) file.examples.push_back({line, std::move(reason)});
  return {};
}

Result<std::uint32_t> ImportedResults::bot_of(std::string_view name) {
  if (const auto known = bots_.find(name); known != bots_.end()) return known->second;
  if (names_.size() + 1 >= most_bots_at_once)
    return std::unexpected{
        fmt::format("more than {} bots, which cannot be rated together; expected fewer", names_.size())};
  auto shown = shown_name(std::string{name});
  const auto [other, is_new] = by_appearance_.emplace(appearance_of(shown, LetterCase::ignored), name);
  if (!is_new) {
    return std::unexpected{fmt::format("the names '{}' and '{}' look alike in a table; rename one of them",
                                       harmless(other->second), harmless(name))};
  }
  const auto bot = static_cast<std::uint32_t>(names_.size());
  bots_.emplace(name, bot);
  names_.push_back(std::move(shown));
  return bot;
}

std::uint64_t ImportedResults::deal_of(const std::string& deal) {
  if (deal.empty()) return next_deal_++;
  const auto [found, is_new] = deals_.emplace(deal, next_deal_);
  if (is_new) ++next_deal_;
  return found->second;
}

std::string ImportedResults::find_bots(const ImportedGame& game, std::span<Placed> seats) const {
  for (std::size_t seat = 0; seat < seats.size(); ++seat) {
    const auto& name = game.seats[seat].bot;
    const auto known = bots_.find(name);
    seats[seat].bot = known == bots_.end() ? unknown_bot : known->second;
    if (known != bots_.end()) continue;
    if (auto problem = objection_to_name(name); !problem.empty()) return problem;
  }
  return {};
}

Result<void> ImportedResults::add(const ImportedGame& game) {
  std::array<Placed, max_ranked_seats> placed;
  auto problem = objection_to_seats(game);
  const auto seats = std::span{placed}.first(problem.empty() ? game.seats.size() : 0);
  if (problem.empty()) problem = find_bots(game, seats);
  if (!problem.empty()) return leave_out(game.line, std::move(problem));
  if (game.content && has(*game.content)) {
    return leave_out(game.line,
                     fmt::format("the same game as an earlier one (content_sha256 {}...)",
                                 to_hex(*game.content).substr(0, 8)),
                     true);
  }
  DensePlaces places{game};
  for (std::size_t seat = 0; seat < seats.size(); ++seat) {
    const auto& [name, place, forfeited] = game.seats[seat];
    auto& bot = seats[seat].bot;
    if (bot == unknown_bot) {
      const auto numbered = bot_of(name);
      if (!numbered) return wrong_line(game.line, numbered.error().message);
      bot = *numbered;
    }
    if (std::ranges::find(seats.first(seat), bot, &Placed::bot) != seats.begin() + std::ptrdiff_t(seat))
      return wrong_line(game.line, fmt::format("the bot '{}' occurs twice in this game", harmless(name)));
    seats[seat].place = forfeited ? forfeited_place : places.of(place);
  }
  rankings_.add(deal_of(game.deal), seats);
  if (game.content) contents_.insert(first_bytes(*game.content));
  ++files_.back().games;
  if (rankings_.patterns().size() > ranking_numbers_.size())
    ranking_numbers_.push_back(number_of_ranking(game.seats));
  return {};
}

bool ImportedResults::has(const Bytes32& content) const { return contents_.contains(first_bytes(content)); }

Result<void> ImportedResults::end_file(const std::optional<Bytes32>& digest) {
  auto& file = files_.back();
  for (auto game = rankings_.games() - file.games; game < rankings_.games(); ++game)
    file.rankings += ranking_numbers_[rankings_.pattern_of(game)];
  if (digest) {
    const auto [same, is_new] = digests_.emplace(*digest, file.name);
    if (!is_new)
      return std::unexpected{fmt::format("has the same text as {}: give one of them", same->second)};
  }
  const auto unread = file.left_out - file.understood;
  if (file.games > 0 && unread <= file.games) return {};
  std::string why = "no game counts";
  if (file.games > 0)
    why = fmt::format("only {} of {} can be read, so a table would mislead; correct or remove the others",
                      file.games, counted(file.games + unread, "game"));
  for (const auto& example : file.examples) why += fmt::format("; line {}: {}", example.line, example.reason);
  if (file.unfinished > 0) why += fmt::format("; {} without a result", file.unfinished);
  if (file.excluded > 0) why += fmt::format("; {} with a bot that is excluded", file.excluded);
  return std::unexpected{why};
}
namespace {

constexpr std::string_view rank_blanks = " \t";

/// The line up to a `#` at its begin or behind a blank. A `#` within a word may belong to a name.
std::string_view without_comment(std::string_view line) {
  for (auto at = line.find('#'); at != std::string_view::npos; at = line.find('#', at + 1))
    if (at == 0 || rank_blanks.contains(line[at - 1])) return line.substr(0, at);
  return line;
}

/// The line with `>` in place of every comma and every blank between names.
std::string with_separators(std::string_view line) {
  std::string strict;
  bool after_name = false;
  bool blank = false;
  for (const char c : trimmed(line)) {
    const bool separator = c == '>' || c == '=' || c == ',';
    if (rank_blanks.contains(c)) {
      blank = true;
      continue;
    }
    if (blank && after_name && !separator) strict += '>';
    blank = false;
    strict += c == ',' ? '>' : c;
    after_name = !separator;
  }
  return strict;
}

/// A ranking with `>` or `=` between all names.
Result<ImportedGame> ranking_of(std::string_view line) {
  ImportedGame game;
  char before = '>';
  for (bool more = true; more;) {
    const auto end = line.find_first_of(">=");
    const auto name = trimmed(line.substr(0, end));
    if (name.empty())
      return std::unexpected{
          std::string{"a name is missing; expected a ranking such as greedy > careful = random"}};
    if (name.contains('#')) {
      return std::unexpected{
          fmt::format("'{}' has a '#'; expected a blank before a comment, and no '#' in a name "
                      "of a ranking (a table may have such names)",
                      harmless(name))};
    }
    if (name.find_first_of(" \t,<") != std::string_view::npos) {
      return std::unexpected{fmt::format(
          "'{}' is not a name in a ranking; expected '>' or '=' between names (with --format ranks, "
          "commas and blanks stand for '>')",
          harmless(name))};
    }
    const int next = static_cast<int>(game.seats.size()) + 1;
    game.seats.push_back({std::string{name}, before == '=' ? game.seats.back().place : next});
    more = end != std::string_view::npos;
    if (more) before = line[end];
    line.remove_prefix(more ? end + 1 : line.size());
  }
  return game;
}

/// Whether this line ranks bots, with `>` or `=` between them.
bool is_ranking(std::string_view line) {
  return without_comment(line).find_first_of(">=") != std::string_view::npos;
}

/// `loose`: commas and blanks may stand for `>`.
Result<void> read_rank_lists(TextLines& lines, bool loose, ImportedResults& results) {
  for (;;) {
    const auto line = TRY(lines.next());
    if (!line) return {};
    const auto text = trimmed(without_comment(*line));
    if (text.empty()) continue;
    auto game = ranking_of(loose ? with_separators(text) : std::string{text});
    if (!game) return wrong_line(lines.number(), game.error().message);
    game->line = lines.number();
    TRY(results.add(*game));
  }
}

using Recognised = Result<ImportFormat>;

/// The format of a file, by its first line that is not empty.
Recognised recognise(std::string_view line) {
  if (is_pgn(line)) return ImportFormat::pgn;
  if (delimiter_of(line)) return ImportFormat::csv;
  if (is_ranking(line)) return ImportFormat::ranks;
  return std::unexpected{fmt::format(
      "found {}; expected a table with the columns {}, a ranking such as greedy > careful = random, or PGN; "
      "--format names the form",
      found_columns(line), expected_columns())};
}

/// The format of a file, by its first line that is neither empty nor a comment. That line will be read again.
Recognised recognise(TextLines& lines) {
  for (;;) {
    const auto line = TRY(lines.next());
    if (!line) return std::unexpected{std::string{"is empty; expected results of games"}};
    const auto begin = line->find_first_not_of(" \t");
    if (begin == std::string_view::npos || (*line)[begin] == '#' || (*line)[begin] == '%') continue;
    if (const auto text = trimmed(*line); text == "sep=;" || text == "sep=,") continue;  // by spreadsheets
    auto format = recognise(line->substr(begin));
    if (!format) return wrong_line(lines.number(), format.error().message);
    lines.put_back();
    return format;
  }
}

}  // namespace

Result<void> read_results(std::istream& in, const std::string& name, const ImportOptions& options,
                          ImportedResults& results) {
  TextLines lines{in, options.one_of_several};
  const auto format = TRY(options.format ? Recognised{*options.format} : recognise(lines));
  results.begin_file(name, options.strict);
  const auto read = [&] {
    switch (format) {
      case ImportFormat::csv:
        return read_csv(lines, results);
      case ImportFormat::pgn:
        return read_pgn(lines, options.pairs, results);
      case ImportFormat::ranks:
        break;
    }
    return read_rank_lists(lines, options.format.has_value(), results);
  }();
  if (!read) return read;
  return results.end_file(lines.digest());
}

}  // namespace tribunal
