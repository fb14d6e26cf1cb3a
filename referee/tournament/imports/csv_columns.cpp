#include "tournament/imports/csv_columns.hpp"

#include <algorithm>
#include <utility>

namespace tribunal {
namespace {

/// The headings of known columns, as `heading_of` writes them.
constexpr auto known_headings = std::to_array<std::pair<std::string_view, Heading>>({
    {"game", Heading::game},
    {"bot", Heading::bot},
    {"place", Heading::place},
    {"deal", Heading::deal},
    {"seat", Heading::seat},
    {"faults", Heading::faults},
    {"forfeited", Heading::forfeited},
    {"contentsha256", Heading::content},
    {"white", Heading::white},
    {"black", Heading::black},
    {"result", Heading::result},
    {"winner", Heading::winner},
    {"loser", Heading::loser},
    {"player1", Heading::player1},
    {"player2", Heading::player2},
    {"home", Heading::player1},
    {"away", Heading::player2},
    {"excluded", Heading::excluded},
    {"voidbyruling", Heading::voided},
    {"score1", Heading::score1},
    {"score2", Heading::score2},
    {"player1score", Heading::score1},
    {"player2score", Heading::score2},
    {"homescore", Heading::score1},
    {"awayscore", Heading::score2},
    {"homegoals", Heading::score1},
    {"awaygoals", Heading::score2},
    {"whitescore", Heading::score1},
    {"blackscore", Heading::score2},
    {"winnerscore", Heading::winner_score},
    {"loserscore", Heading::loser_score},
    {"games", Heading::count},
    {"count", Heading::count},
    {"draw", Heading::draw},
    {"tie", Heading::draw},
    {"isdraw", Heading::draw},
    {"istie", Heading::draw},
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

std::optional<Heading> column_of(std::string_view heading) {
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
  if (has(Heading::game) && has(Heading::bot, Heading::place)) return TableForm::seats;
  if (has(Heading::white, Heading::black) && has(Heading::result)) return TableForm::colours;
  if (has(Heading::player1, Heading::player2) && has(Heading::winner)) return TableForm::players;
  if (has(Heading::winner, Heading::loser)) return TableForm::winners;
  const bool has_two = has(Heading::player1, Heading::player2) || has(Heading::white, Heading::black);
  if (has_two && has(Heading::score1, Heading::score2)) return TableForm::scores;
  return std::nullopt;
}

std::string CsvColumns::unread(TableForm form) const {
  for (const auto& heading : headings_) {
    const auto column = column_of(heading);
    if (column && reads(form, *column)) continue;
    const bool names_others = column == Heading::white || column == Heading::black;
    if (form == TableForm::scores && names_others) return heading;  // whose are the scores?
    if (tells_results(heading_of(heading), form)) return heading;
  }
  return {};
}

bool CsvColumns::reads(TableForm form, Heading column) const {
  switch (column) {
    case Heading::game:
    case Heading::deal:
    case Heading::content:
      return true;
    case Heading::score1:
    case Heading::score2:
      return form != TableForm::seats && form != TableForm::winners && has(Heading::score1, Heading::score2);
    case Heading::winner_score:
    case Heading::loser_score:
      return form == TableForm::winners && has(Heading::winner_score, Heading::loser_score);
    case Heading::count:
      return form != TableForm::seats;
    case Heading::draw:
      return form == TableForm::winners;
    case Heading::faults:  // another column says which of them were forfeits
      return form == TableForm::seats && has(Heading::forfeited);
    case Heading::winner:
    case Heading::loser:
      return form == TableForm::winners || form == TableForm::players;
    case Heading::result:
      return form == TableForm::colours;
    case Heading::white:
    case Heading::black:
      return form == TableForm::colours || (form == TableForm::scores && !has(Heading::player1));
    case Heading::player1:
    case Heading::player2:
      return form == TableForm::players || form == TableForm::scores;
    default:
      return form == TableForm::seats;
  }
}

}  // namespace tribunal
