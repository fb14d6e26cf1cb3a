#include "tournament/imports/csv_columns.hpp"

#include <algorithm>
#include <utility>

namespace tribunal {
namespace {

/// The headings of known columns, as `heading_of` writes them.
constexpr auto known_headings = std::to_array<std::pair<std::string_view, Column>>({
    {"game", Column::game},
    {"bot", Column::bot},
    {"place", Column::place},
    {"deal", Column::deal},
    {"seat", Column::seat},
    {"faults", Column::faults},
    {"forfeited", Column::forfeited},
    {"contentsha256", Column::content},
    {"white", Column::white},
    {"black", Column::black},
    {"result", Column::result},
    {"winner", Column::winner},
    {"loser", Column::loser},
    {"player1", Column::player1},
    {"player2", Column::player2},
    {"home", Column::player1},
    {"away", Column::player2},
    {"excluded", Column::excluded},
    {"voidbyruling", Column::voided},
    {"score1", Column::score1},
    {"score2", Column::score2},
    {"player1score", Column::score1},
    {"player2score", Column::score2},
    {"homescore", Column::score1},
    {"awayscore", Column::score2},
    {"homegoals", Column::score1},
    {"awaygoals", Column::score2},
    {"whitescore", Column::score1},
    {"blackscore", Column::score2},
    {"winnerscore", Column::winner_score},
    {"loserscore", Column::loser_score},
    {"games", Column::count},
    {"count", Column::count},
    {"draw", Column::draw},
    {"tie", Column::draw},
    {"isdraw", Column::draw},
    {"istie", Column::draw},
});

/// Words in headings that indicate results. If such a column, for example `draws` or `rank_1`, is not read,
/// the table is refused: ignoring the column could silently give wrong results.
constexpr auto telling_words = std::to_array<std::string_view>(
    {"n",      "games",  "count",    "times",        "matches",   "frequency", "freq",        "weight",
     "wins",   "losses", "repeat",   "repeats",      "won",       "lost",      "gamesplayed", "walkover",
     "win",    "loss",   "draws",    "drawn",        "draw",      "ties",      "tied",        "tie",
     "isdraw", "istie",  "excluded", "voidbyruling", "forfeited", "faults"});
/// Such words in tables with one line per game. With one line per seat they are ignored, because the place
/// takes precedence.
constexpr auto telling_words_of_games = std::to_array<std::string_view>(
    {"score", "scores", "points", "goals", "result", "outcome", "winner", "loser", "place", "rank", "ranking",
     "position", "bot", "player", "team"});

/// Endings of words that indicate a result: `home_goals`, `games_won`.
constexpr auto telling_ends =
    std::to_array<std::string_view>({"score", "goals", "points", "games", "won", "lost", "wins", "losses"});

std::optional<Column> column_of(std::string_view heading) {
  const auto found =
      std::ranges::find(known_headings, heading_of(heading), [](const auto& known) { return known.first; });
  return found == known_headings.end() ? std::nullopt : std::optional{found->second};
}

/// Whether a heading indicates results. In `rank_1` and `player3` the word before the number decides. In a
/// table with one line per seat, the place takes precedence over the score.
bool tells_results(std::string_view heading, TableForm form) {
  const auto end = heading.find_last_not_of("0123456789") + 1;
  const bool is_numbered = end < heading.size();
  const auto word = heading.substr(0, end);
  if (std::ranges::find(telling_words, word) != telling_words.end()) return true;
  const bool is_of_games = std::ranges::find(telling_words_of_games, word) != telling_words_of_games.end();
  if (form == TableForm::seats) return is_of_games && is_numbered;
  return is_of_games ||
         std::ranges::any_of(telling_ends, [&](std::string_view last) { return word.ends_with(last); });
}

}  // namespace

std::string heading_of(std::string_view field) {
  std::string heading;
  for (const char c : field)
    if (c != ' ' && c != '\t' && c != '_')
      heading += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return heading;
}

std::string_view name_of(TableForm form) {
  constexpr std::array<std::string_view, 5> names{"game,bot,place", "white,black,result", "winner,loser",
                                                  "player1,player2,winner", "two players and two scores"};
  return names.at(static_cast<std::size_t>(form));
}

std::string_view expected_beside(TableForm form) {
  if (form == TableForm::seats)
    return "deal, seat, content_sha256, forfeited (and faults beside it) or excluded beside them";
  if (form == TableForm::winners)
    return "game, deal, draw (true or false), games (their number) or two scores";
  return "game, deal, games (their number) or two scores beside them";
}

CsvColumns::CsvColumns(const CsvFields& headings) : headings_{headings} {
  for (std::size_t i = 0; i < headings.size(); ++i) {
    const auto column = column_of(headings[i]);
    if (!column) continue;
    auto& at = at_.at(static_cast<std::size_t>(*column));
    if (at) twice_ = heading_of(headings[i]);
    at = i;
  }
}

std::optional<TableForm> CsvColumns::form() const {
  if (has(Column::game) && has(Column::bot, Column::place)) return TableForm::seats;
  if (has(Column::white, Column::black) && has(Column::result)) return TableForm::colours;
  if (has(Column::player1, Column::player2) && has(Column::winner)) return TableForm::players;
  if (has(Column::winner, Column::loser)) return TableForm::winners;
  const bool has_two = has(Column::player1, Column::player2) || has(Column::white, Column::black);
  if (has_two && has(Column::score1, Column::score2)) return TableForm::scores;
  return std::nullopt;
}

std::string CsvColumns::unread(TableForm form) const {
  for (const auto& heading : headings_) {
    const auto column = column_of(heading);
    if (column && reads(form, *column)) continue;
    const bool names_others = column == Column::white || column == Column::black;
    if (form == TableForm::scores && names_others) return heading;  // whose are the scores?
    if (tells_results(heading_of(heading), form)) return heading;
  }
  return {};
}

bool CsvColumns::reads(TableForm form, Column column) const {
  switch (column) {
    case Column::game:
    case Column::deal:
    case Column::content:
      return true;
    case Column::score1:
    case Column::score2:
      return form != TableForm::seats && form != TableForm::winners && has(Column::score1, Column::score2);
    case Column::winner_score:
    case Column::loser_score:
      return form == TableForm::winners && has(Column::winner_score, Column::loser_score);
    case Column::count:
      return form != TableForm::seats;
    case Column::draw:
      return form == TableForm::winners;
    case Column::faults:  // another column says which of them were forfeits
      return form == TableForm::seats && has(Column::forfeited);
    case Column::winner:
    case Column::loser:
      return form == TableForm::winners || form == TableForm::players;
    case Column::result:
      return form == TableForm::colours;
    case Column::white:
    case Column::black:
      return form == TableForm::colours || (form == TableForm::scores && !has(Column::player1));
    case Column::player1:
    case Column::player2:
      return form == TableForm::players || form == TableForm::scores;
    default:
      return form == TableForm::seats;
  }
}

}  // namespace tribunal
