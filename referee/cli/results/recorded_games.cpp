#include "cli/results/recorded_games.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fstream>
#include <iostream>
#include <set>
#include <utility>

#include "base/spelling.hpp"
#include "base/text/number_text.hpp"
#include "base/text/text_width.hpp"
#include "base/text/utf8.hpp"
#include "base/try.hpp"
#include "cli/options/command_line.hpp"
#include "cli/terminal/output.hpp"
#include "record/replay_log.hpp"
#include "record/verify/verify.hpp"
#include "report/standings/games_csv.hpp"
#include "tournament/plan/toml/mistaken_file.hpp"
#include "tournament/standings/standings.hpp"
#include "tournament/standings/standings_of.hpp"

namespace tribunal {
namespace {

/// The game with the seats of the Mob that have a place.
ListedGame with_mob(ListedGame game, const Outcome& outcome) {
  for (auto seat = game.seats.size(); seat < static_cast<std::size_t>(outcome.ranked()); ++seat)
    game.seats.push_back({std::string{mob_name}, outcome.scores.at(seat), outcome.places.at(seat), {}});
  return game;
}

/// The game for a list. If it cannot have happened, it has neither places nor points.
ListedGame listed(std::uint64_t number, const VerifiedGame& game) {
  const auto& record = game.logged.record;
  const auto& outcome = game.played.outcome;
  if (!game.content_sha256.empty()) return with_mob(listed_game(number, record, outcome), outcome);
  return {.number = number, .deal = record.deal.number, .game = record.rules.game()};
}

std::size_t size_of(const LoggedGame& game) {
  std::size_t size = 0;
  for (const auto& line : game.lines) size += line.size() + 1;
  return size;
}

/// Whether `bot` has a seat with a place behind another seat.
bool has_lost(const ListedGame& game, const std::string& bot) {
  return std::ranges::any_of(game.seats, [&](const auto& seat) {
    return seat.bot == bot &&
           std::ranges::any_of(game.seats, [&](const auto& other) { return other.place < seat.place; });
  });
}

/// Whether `bot` has a seat in the last place, behind another seat.
bool is_last(const ListedGame& game, const std::string& bot) {
  return has_lost(game, bot) && std::ranges::any_of(game.seats, [&](const auto& seat) {
           return seat.bot == bot && std::ranges::none_of(game.seats, [&](const auto& other) {
                    return other.place > seat.place;
                  });
         });
}

constexpr std::string_view seat_mark = "seat:";
constexpr std::string_view bot_mark = "bot:";

/// The number that the word states in canonical form. None if it does not.
std::optional<std::size_t> number_of(std::string_view word) {
  const auto number = number_from<std::size_t>(word);
  return number && std::to_string(*number) == word ? number : std::nullopt;
}

}  // namespace

/// A search for games, with the message for the case that it finds none.
class GameSearch {
 public:
  explicit GameSearch(const WantedGames& wanted) : wanted_{wanted} {}

  /// Whether the game with this number can be skipped. If so, it is counted.
  bool passes_by(std::uint64_t number) {
    const bool other = wanted_.number && number != *wanted_.number;
    if (other) count(number);
    return other;
  }
  [[nodiscard]] const WantedGames& wanted() const { return wanted_; }
  bool look_at(const ListedGame& game) {
    count(game.number);
    for (const auto& seat : game.seats) bots_.insert(seat.bot);
    const bool found = wanted_.accept(game);
    found_ += found ? 1 : 0;
    return found;
  }
  [[nodiscard]] bool found_any() const { return found_ > 0; }
  [[nodiscard]] bool saw_games() const { return games_ > 0; }
  /// The reason that no game was found.
  [[nodiscard]] std::string problem() const {
    if (games_ == 0)
      return "the log contains no game; expected one that 'tribunal play --log' or 'tribunal export --logs' "
             "wrote";
    if (wanted_.number && !wanted_.filtered()) {
      const auto expected =
          first_ == last_ ? std::to_string(first_)
          : games_ == last_ - first_ + 1
              ? fmt::format("a number from {} to {}", first_, last_)
              : fmt::format("one of the {} numbers from {} to {} that 'tribunal replay' lists without --game",
                            games_, first_, last_);
      return fmt::format("there is no game {}; expected {}", *wanted_.number, expected);
    }
    const std::vector<std::string> bots{bots_.begin(), bots_.end()};
    for (const auto& bot : wanted_.bots())
      if (!bots_.contains(bot))
        return "there is no bot named '" + printable(bot) + "'" + suggestion(bot, bots);
    if (!wanted_.lost.empty() || !wanted_.last.empty()) {
      return fmt::format("none of {} matches --lost, --last and the other filters", counted(games_, "game"));
    }
    return fmt::format("none of {} matches --bot, --deal, --fault and --game", counted(games_, "game"));
  }

 private:
  void count(std::uint64_t number) {
    first_ = games_ == 0 ? number : std::min(first_, number);
    last_ = std::max(last_, number);
    ++games_;
  }

  const WantedGames& wanted_;
  std::set<std::string> bots_;
  std::uint64_t games_ = 0;
  std::uint64_t first_ = 0;  ///< lowest number of a game
  std::uint64_t last_ = 0;   ///< highest number of a game
  std::uint64_t found_ = 0;
};

void WantedGames::add_filters(CommandLine& command) {
  command.add("--bot", bot, Value::bot_name, "only games of this bot");
  command.add("--deal", deal, "only games of the deal with this number");
  command.add("--fault", fault, "only games with a fault; with --bot, a fault of that bot");
  command.add("--lost", lost, Value::bot_name,
              "only games that this bot lost: another seat has a better place");
  command.add("--last", last, Value::bot_name,
              "only games in which this bot came last, behind at least one other");
}

std::vector<std::string> WantedGames::bots() const {
  std::vector<std::string> names;
  for (const auto& name : {bot, lost, last})
    if (!name.empty()) names.push_back(name);
  return names;
}

bool WantedGames::accept(const ListedGame& game) const {
  if (number && game.number != *number) return false;
  if (deal && game.deal != *deal) return false;
  if (!lost.empty() && !has_lost(game, lost)) return false;
  if (!last.empty() && !is_last(game, last)) return false;
  if (bot.empty() && !fault) return true;
  return std::ranges::any_of(game.seats, [&](const ListedGame::Seat& seat) {
    return (bot.empty() || seat.bot == bot) && (!fault || !seat.faults.empty());
  });
}

Error RecordedGames::refusal(std::string sentence) const {
  return {ErrorCode::usage, Place{named_source()}, std::move(sentence)};
}

std::string RecordedGames::named_source() const { return source_ == "-" ? "standard input" : source_; }

bool RecordedGames::is_folder() const {
  std::error_code ignored;
  return std::filesystem::is_directory(source_, ignored);
}

Result<Results> RecordedGames::open_folder() const {
  return Results::open(source_, RoundSource::nowhere, ruling_);
}

ListedGame RecordedGames::game_of(const Plan& plan, const GameResult& result) const {
  auto game = with_mob(listed_game(plan, result), result.outcome);
  if (seats_excluded(plan, result)) game.mark = "a bot is excluded";
  if (ruling_) game.mark = fmt::format("void by ruling {}", *ruling_);
  return game;
}

Result<Differences> RecordedGames::walk_log(GameSearch& search, const Visit& visit) const {
  std::ifstream file;
  if (source_ != "-") {
    if (auto objection = objection_to_file(source_, expected_files::log))
      return std::unexpected{*std::move(objection)};
    file.open(source_, std::ios::binary);
    if (!file) return std::unexpected{refusal("this log cannot be read; expected a file that you may read")};
  }
  LogReader reader{source_ == "-" ? std::cin : file};
  Differences differences{named_source()};
  bool looking = true;
  std::size_t read_on = 0;
  for (std::uint64_t number = 0; read_on <= most_read_on; ++number) {
    auto logged = reader.next();
    if (!logged) {
      if (differences.empty()) return std::unexpected{refusal(logged.error().text())};
      differences.add(harmless(logged.error().text()), ErrorCode::unreadable);
      return differences;
    }
    if (!*logged) return differences;
    VerifiedGame game{.logged = **std::move(logged)};
    if (const auto difference = difference_in(game)) differences.add(difference->text());
    if (looking && !search.passes_by(number)) {
      const auto shown = listed(number, game);
      looking = !search.look_at(shown) || visit(shown, shown.seats.empty() ? nullptr : &game.logged.record);
    } else if (!looking)
      read_on += size_of(game.logged);
  }
  differences.note("the rest of the log is not compared; 'tribunal verify' compares all of it");
  return differences;
}

Result<void> RecordedGames::list(const Results& results, const VisitListed& visit) const {
  const auto& plan = results.tournament().plan;
  return results.for_each([&](const GameResult& game) { return visit(game_of(plan, game)); },
                          LastColumn::faults);
}

Result<void> RecordedGames::list_void(const Results& results, const VisitVoid& visit) const {
  if (ruling_) return {};
  for (const auto& ruling : results.tournament().rulings) {
    if (!voids_games(ruling.kind)) continue;
    const RecordedGames voided{source_, ruling.number};
    const auto opened = TRY(voided.open_folder());
    TRY(voided.list(opened, [&](const ListedGame& game) { return visit(ruling.number, game); }));
  }
  return {};
}

Result<Differences> RecordedGames::walk_folder(GameSearch& search, Extent extent, const Visit& visit) const {
  const auto results = TRY(open_folder());
  const auto secret = results.secret();
  if (!secret && extent == Extent::games) return std::unexpected{secret.error()};
  const auto& plan = results.tournament().plan;
  const auto& wanted = search.wanted();
  bool goes_on = true;
  std::optional<Error> unreadable;
  const auto look = [&](ComparedGame& game) -> TakeGame {
    const bool can_be_shown = game.stored.has_result && (game.stored.record || extent == Extent::folder);
    if (!can_be_shown) {
      return [&, why = game.stored.record.error().message] {
        unreadable = Error{ErrorCode::unreadable, Place{source_}, why};
        return false;
      };
    }
    std::optional<Record> record;
    if (extent == Extent::games && game.is_wanted) record = *std::move(game.stored.record);
    return [&, shown = game_of(plan, game.stored.result), record = std::move(record)] {
      if (search.look_at(shown)) goes_on = visit(shown, record ? &*record : nullptr);
      return goes_on;
    };
  };
  ComparedGames compared{.choice = {.only = wanted.number}, .look = look};
  if (wanted.filtered())
    compared.wanted = [&](const GameResult& game) { return wanted.accept(game_of(plan, game)); };
  auto differences = compare_folder(results, source_, std::move(compared),
                                    extent == Extent::games ? TablesBeside::meta : TablesBeside::all);
  if (unreadable) return std::unexpected{*std::move(unreadable)};
  if (!differences || !goes_on || extent == Extent::games) return differences;
  TRY(list_void(results, [&](std::int64_t /*ruling*/, const ListedGame& game) {
    return !search.look_at(game) || visit(game, nullptr);
  }));
  return differences;
}

Result<Differences> RecordedGames::walk(GameSearch& search, Extent extent, const Visit& visit) const {
  return is_folder() ? walk_folder(search, extent, visit) : walk_log(search, visit);
}

Result<Differences> RecordedGames::for_each(const WantedGames& wanted, const Visit& visit,
                                            Extent extent) const {
  GameSearch search{wanted};
  auto differences = walk(search, extent, visit);
  if (!differences || search.found_any()) return differences;
  // A search by number passes by the other games of a folder, so `first` looks at them.
  if (is_folder() && differences->empty())
    if (const auto none = first(wanted); !none) return std::unexpected{none.error()};
  return std::unexpected{nothing_found(search, *differences)};
}

Result<Differences> RecordedGames::all_of_log(const Visit& visit) const {
  const WantedGames all;
  GameSearch search{all};
  return walk_log(search, visit);
}

Result<std::uint64_t> RecordedGames::count_void(const WantedGames& wanted) const {
  std::uint64_t count = 0;
  if (!is_folder()) return count;
  const auto results = TRY(open_folder());
  TRY(list_void(results, [&](std::int64_t /*ruling*/, const ListedGame& game) {
    count += wanted.accept(game) ? 1 : 0;
    return true;
  }));
  return count;
}

Error RecordedGames::problem_of(const GameSearch& search) const {
  const auto& wanted = search.wanted();
  auto sentence = is_folder() && !search.saw_games() ? "no game is stored here yet" : search.problem();
  if (!wanted.number || wanted.filtered() || !is_folder()) return refusal(std::move(sentence));
  const auto results = open_folder();
  if (!results) return results.error();
  const auto walked = list_void(*results, [&](std::int64_t ruling, const ListedGame& game) {
    if (game.number != *wanted.number) return true;
    sentence = fmt::format("game {0} does not count: it is void by ruling {1}; '{2} --ruling {1}' shows it",
                           game.number, ruling, replay_command(source_, game.number));
    return false;
  });
  return walked ? refusal(std::move(sentence)) : walked.error();
}

/// The error if no game was found. Differences come first, because they may be the reason.
Error RecordedGames::nothing_found(const GameSearch& search, const Differences& differences) const {
  if (differences.empty()) return problem_of(search);
  auto text = differences.text();
  text.pop_back();
  return {differences.code(), text};
}

Result<RecordedGame> RecordedGames::first(const WantedGames& wanted) const {
  auto one = wanted;
  if (is_folder()) {  // it is found by the results alone, so that no other game is played again
    const auto results = TRY(open_folder());
    GameSearch search{wanted};
    std::optional<std::uint64_t> number;
    TRY(list(results, [&](const ListedGame& game) {
      if (search.look_at(game)) number = game.number;
      return !number;
    }));
    if (!number) return std::unexpected{problem_of(search)};
    one.number = number;
  }
  GameSearch search{one};
  std::optional<RecordedGame> found;
  auto differences = TRY(walk(search, Extent::games, [&](const ListedGame& game, const Record* record) {
    if (record == nullptr) return true;
    found = {game.number, *record, {}, {}};
    for (const auto& seat : game.seats) found->scores.push_back(seat.score);
    return false;
  }));
  if (!found) return std::unexpected{nothing_found(search, differences)};
  found->differences = std::move(differences);
  return *std::move(found);
}

std::vector<std::string> list_cells(const ListedGame& game) {
  auto seats = game.seats;
  std::ranges::stable_sort(seats, {}, &ListedGame::Seat::place);
  std::string result;
  std::string faults;
  for (const auto& seat : seats) {
    result +=
        fmt::format("{}{} {} {}", result.empty() ? "" : ", ", seat.place, printable(seat.bot), seat.score);
    if (!seat.faults.empty())
      faults +=
          fmt::format("{}{} {}", faults.empty() ? "" : ", ", printable(seat.bot), faults_text(seat.faults));
  }
  if (game.seats.empty()) result = "cannot have happened";
  if (!game.mark.empty()) result += " (does not count: " + game.mark + ')';
  return {std::to_string(game.number), std::to_string(game.deal), game.game, result, faults};
}

SeatChoice SeatChoice::of(std::string_view word) {
  if (word.starts_with(bot_mark)) return {std::nullopt, std::string{word.substr(bot_mark.size())}};
  if (word.starts_with(seat_mark))
    if (const auto number = number_of(word.substr(seat_mark.size()))) return {number, {}};
  return {number_of(word), std::string{word}};
}

std::string ambiguity_of(const SeatChoice& choice) {
  return fmt::format("is both a seat and a bot; expected {}{} for the seat, or {}{} for the bot", seat_mark,
                     *choice.number, bot_mark, choice.name);
}

Result<std::size_t> seat_among(const SeatChoice& choice, const std::vector<std::string>& bots) {
  std::vector<std::size_t> named;
  for (std::size_t seat = 0; seat < bots.size(); ++seat)
    if (!choice.name.empty() && bots[seat] == choice.name) named.push_back(seat);
  const bool is_seat = choice.number && *choice.number < bots.size();
  const bool is_elsewhere = std::ranges::any_of(named, [&](auto seat) { return seat != choice.number; });
  if (is_seat && is_elsewhere) return std::unexpected{ambiguity_of(choice)};
  if (is_seat) return *choice.number;
  if (named.size() == 1) return named.front();
  if (named.empty()) return std::unexpected{std::string{}};
  return std::unexpected{fmt::format("bot {} has the seats {}; expected one of them", harmless(choice.name),
                                     fmt::join(named, ", "))};
}

}  // namespace tribunal
