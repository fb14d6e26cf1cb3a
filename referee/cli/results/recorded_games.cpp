#include "cli/results/recorded_games.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iostream>
#include <set>
#include <utility>

#include "base/spelling.hpp"
#include "base/text/number_text.hpp"
#include "base/text/text_width.hpp"
#include "base/text/utf8.hpp"
#include "cli/options/command_line.hpp"
#include "cli/results/differences.hpp"
#include "record/replay_log.hpp"
#include "record/verify/verify.hpp"
#include "report/standings/games_csv.hpp"
#include "tournament/plan/toml/mistaken_file.hpp"
#include "tournament/standings/standings.hpp"
#include "tournament/standings/standings_of.hpp"

namespace tribunal {
namespace {

/// Places and scores of all seats that have a place; `bot_of` names the bots of the players' seats.
template <class BotOf>
std::vector<ListedGame::Seat> seats_of(const Outcome& outcome, std::size_t players, const BotOf& bot_of) {
  std::vector<ListedGame::Seat> seats;
  for (std::size_t seat = 0; seat < static_cast<std::size_t>(outcome.ranked()); ++seat) {
    seats.push_back({.bot = seat < players ? bot_of(seat) : std::string{mob_name},
                     .score = outcome.scores.at(seat),
                     .place = outcome.places.at(seat),
                     .faults = {}});
  }
  return seats;
}

ListedGame listed(std::uint64_t number, const Record& record, const Outcome& outcome) {
  ListedGame game{.number = number, .deal = record.deal.number, .game = record.rules.game(), .seats = {}};
  game.seats =
      seats_of(outcome, record.entrants.size(), [&](std::size_t seat) { return record.entrants[seat].bot; });
  for (const auto& fault : record.faults) ++game.seats.at(index_of(fault.seat)).faults[fault.kind];
  return game;
}

/// A game that cannot have happened has neither places nor points.
ListedGame listed(std::uint64_t number, const VerifiedGame& game) {
  const auto& record = game.logged.record;
  if (!game.content_sha256.empty()) return listed(number, record, game.played.outcome);
  return {.number = number, .deal = record.deal.number, .game = record.rules.game(), .seats = {}};
}

std::size_t size_of(const LoggedGame& game) {
  std::size_t size = 0;
  for (const auto& line : game.lines) size += line.size() + 1;
  return size;
}

ListedGame listed(const Plan& plan, const GameResult& result) {
  ListedGame game{.number = result.index,
                  .deal = result.deal,
                  .game = plan.games.at(static_cast<std::size_t>(result.game)).name,
                  .seats = {}};
  game.seats = seats_of(result.outcome, result.seats.size(), [&](std::size_t seat) {
    return plan.bots.at(static_cast<std::size_t>(result.seats[seat].bot)).name;
  });
  for (std::size_t seat = 0; seat < result.seats.size(); ++seat)
    game.seats[seat].faults = result.seats[seat].faults;
  if (seats_excluded(plan, result)) game.mark = "a bot is excluded";
  return game;
}

/// Whether a seat of `bot` is below a place of the game that is better.
bool has_lost(const ListedGame& game, const std::string& bot) {
  return std::ranges::any_of(game.seats, [&](const auto& seat) {
    return seat.bot == bot &&
           std::ranges::any_of(game.seats, [&](const auto& other) { return other.place < seat.place; });
  });
}

/// Whether a seat of `bot` has lost, and none is below it.
bool is_last(const ListedGame& game, const std::string& bot) {
  return has_lost(game, bot) && std::ranges::any_of(game.seats, [&](const auto& seat) {
           return seat.bot == bot && std::ranges::none_of(game.seats, [&](const auto& other) {
                    return other.place > seat.place;
                  });
         });
}

}  // namespace

/// A search for games, with the message if it finds none.
class GameSearch {
 public:
  explicit GameSearch(const WantedGames& wanted) : wanted_{wanted} {}

  /// Whether the game of this number need not be looked at; if so it is counted.
  bool passes_by(std::uint64_t number) {
    const bool other = wanted_.number && number != *wanted_.number;
    games_ += other ? 1 : 0;
    return other;
  }
  bool look_at(const ListedGame& game) {
    ++games_;
    for (const auto& seat : game.seats) bots_.insert(seat.bot);
    const bool found = wanted_.accept(game);
    found_ += found ? 1 : 0;
    return found;
  }
  [[nodiscard]] bool found_any() const { return found_ > 0; }
  /// The reason why no game was found.
  [[nodiscard]] std::string problem() const {
    if (games_ == 0)
      return "the log holds no game; expected one that 'tribunal play --log' or 'tribunal export --logs' "
             "wrote";
    if (wanted_.number && !wanted_.filtered()) {
      return fmt::format("there is no game {}, only {}, the first of which is game 0", *wanted_.number,
                         counted(games_, "game"));
    }
    const std::vector<std::string> bots{bots_.begin(), bots_.end()};
    for (const auto& bot : wanted_.bots())
      if (!bots_.contains(bot))
        return "there is no bot of the name '" + printable(bot) + "'" + suggestion(bot, bots);
    if (!wanted_.lost.empty() || !wanted_.last.empty()) {
      return fmt::format("none of {} is what --lost, --last and the other filters ask for",
                         counted(games_, "game"));
    }
    return fmt::format("none of {} is what --bot, --deal, --fault and --game ask for",
                       counted(games_, "game"));
  }

 private:
  const WantedGames& wanted_;
  std::set<std::string> bots_;
  std::uint64_t games_ = 0;
  std::uint64_t found_ = 0;
};

void WantedGames::add_filters(CommandLine& command) {
  command.add("--bot", bot, Value::bot_name, "only games of this bot");
  command.add("--deal", deal, "only games of the deal with this number");
  command.add("--fault", fault, "only games with a fault, of the bot that --bot names if it does");
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

Result<Differences> RecordedGames::walk_log(GameSearch& search, const LookAtRecord& look) const {
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
    if (looking && !search.passes_by(number))
      looking = look(listed(number, game), game.logged.record);
    else if (!looking)
      read_on += size_of(game.logged);
  }
  differences.note("the rest of the log is not compared; 'tribunal verify' compares all of it");
  return differences;
}

Result<void> RecordedGames::walk_folder(const std::function<bool(const ListedGame&)>& visit) const {
  const auto results = open_folder();
  if (!results) return std::unexpected{results.error()};
  const auto& plan = results->tournament().plan;
  const auto look = [&](const GameResult& game) {
    auto shown = listed(plan, game);
    if (ruling_) shown.mark = fmt::format("void by ruling {}", *ruling_);
    return visit(shown);
  };
  return results->for_each(look, LastColumn::faults);
}

Result<void> RecordedGames::walk_voided(std::span<const Ruling> rulings,
                                        const std::function<bool(const ListedGame&)>& visit) const {
  if (ruling_) return {};
  for (const auto& ruling : rulings) {
    if (!voids_games(ruling.kind)) continue;
    if (auto walked = RecordedGames{source_, ruling.number}.walk_folder(visit); !walked) return walked;
  }
  return {};
}

Result<Differences> RecordedGames::list(const WantedGames& wanted,
                                        const std::function<void(const ListedGame&)>& visit) const {
  GameSearch search{wanted};
  const auto look = [&](const ListedGame& game) {
    if (search.look_at(game)) visit(game);
    return true;
  };
  Result<Differences> differences;
  if (is_folder()) {
    if (const auto walked = walk_folder(look); !walked) return std::unexpected{walked.error()};
    const auto results = open_folder();
    if (!results) return std::unexpected{results.error()};
    const auto& plan = results->tournament().plan;
    if (const auto walked = walk_voided(results->tournament().rulings, look); !walked)
      return std::unexpected{walked.error()};
    differences =
        compare_folder(source_,
                       {.choice = {.only = wanted.number},
                        .wanted = [&](const GameResult& game) { return wanted.accept(listed(plan, game)); }},
                       TablesBeside::all, ruling_);
  } else {
    differences = walk_log(search, [&](const ListedGame& game, const Record&) { return look(game); });
  }
  if (differences && !search.found_any()) return std::unexpected{nothing_found(search, *differences)};
  return differences;
}

Result<Differences> RecordedGames::for_each_record(const VisitRecord& visit) const {
  const WantedGames all;
  GameSearch search{all};
  return walk_log(search, [&](const ListedGame& game, const Record& record) {
    if (!game.seats.empty()) visit(game, record);
    return true;
  });
}

Result<void> RecordedGames::read_folder(GameSearch& search, const WantedGames& wanted,
                                        const LookAtRecord& visit) const {
  const auto results = open_folder();
  if (!results) return std::unexpected{results.error()};
  const auto secret = results->secret();
  if (!secret) return std::unexpected{secret.error()};
  const auto& plan = results->tournament().plan;
  const auto look = [&](const GameResult& result, const Record& record) {
    const auto game = listed(plan, result);
    return !search.look_at(game) || visit(game, record);
  };
  return results->for_each_record(*secret, look, wanted.number);
}

Result<Differences> RecordedGames::each_of_folder(GameSearch& search, const WantedGames& wanted,
                                                  const LookAtRecord& visit) const {
  if (const auto read = read_folder(search, wanted, visit); !read) return std::unexpected{read.error()};
  const auto results = open_folder();
  if (!results) return std::unexpected{results.error()};
  const auto& plan = results->tournament().plan;
  return compare_folder(source_,
                        {.choice = {.only = wanted.number},
                         .wanted = [&](const GameResult& game) { return wanted.accept(listed(plan, game)); }},
                        TablesBeside::meta, ruling_);
}

Result<void> RecordedGames::read_again(const WantedGames& wanted, const LookAtRecord& visit) const {
  GameSearch search{wanted};
  if (is_folder()) return read_folder(search, wanted, visit);
  const auto walked = walk_log(search, [&](const ListedGame& game, const Record& record) {
    return !search.look_at(game) || game.seats.empty() || visit(game, record);
  });
  if (!walked) return std::unexpected{walked.error()};
  return {};
}

Result<std::uint64_t> RecordedGames::count_void(const WantedGames& wanted) const {
  std::uint64_t count = 0;
  if (!is_folder()) return count;
  const auto results = open_folder();
  if (!results) return std::unexpected{results.error()};
  const auto walked = walk_voided(results->tournament().rulings, [&](const ListedGame& game) {
    count += wanted.accept(game) ? 1 : 0;
    return true;
  });
  if (!walked) return std::unexpected{walked.error()};
  return count;
}

Result<Differences> RecordedGames::for_each(const WantedGames& wanted, const LookAtRecord& visit) const {
  GameSearch search{wanted};
  auto differences = is_folder()
                         ? each_of_folder(search, wanted, visit)
                         : walk_log(search, [&](const ListedGame& game, const Record& record) {
                             return !search.look_at(game) || game.seats.empty() || visit(game, record);
                           });
  if (differences && !search.found_any()) return std::unexpected{nothing_found(search, *differences)};
  return differences;
}

Result<RecordedGame> RecordedGames::first_of_log(const WantedGames& wanted) const {
  GameSearch search{wanted};
  std::optional<RecordedGame> found;
  const auto look = [&](const ListedGame& game, const Record& record) {
    if (search.look_at(game) && !game.seats.empty()) found = {game.number, record, {}};
    return !found;
  };
  auto differences = walk_log(search, look);
  if (!differences) return std::unexpected{differences.error()};
  if (!found) return std::unexpected{nothing_found(search, *differences)};
  found->differences = *std::move(differences);
  return *std::move(found);
}

/// Differences come first: they may be why nothing was found.
Error RecordedGames::nothing_found(const GameSearch& search, const Differences& differences) const {
  if (differences.empty()) return refusal(search.problem());
  auto text = differences.text();
  text.pop_back();
  return {differences.code(), text};
}

Result<RecordedGame> RecordedGames::first(const WantedGames& wanted) const {
  if (!is_folder()) return first_of_log(wanted);
  GameSearch search{wanted};
  std::optional<std::uint64_t> number;
  const auto walked = walk_folder([&](const ListedGame& game) {
    if (search.look_at(game)) number = game.number;
    return !number;
  });
  if (!walked) return std::unexpected{walked.error()};
  if (!number) return std::unexpected{refusal(search.problem())};
  const auto results = open_folder();
  if (!results) return std::unexpected{results.error()};
  const auto secret = results->secret();
  if (!secret) return std::unexpected{secret.error()};
  std::optional<RecordedGame> found;
  const auto keep = [&](const GameResult&, const Record& record) {
    found = {*number, record, {}};
    return true;
  };
  if (const auto read = results->for_each_record(*secret, keep, number); !read)
    return std::unexpected{read.error()};
  if (!found) return std::unexpected{refusal(search.problem())};
  auto differences =
      compare_folder(source_, {.choice = {.only = number}, .wanted = {}}, TablesBeside::meta, ruling_);
  if (!differences) return std::unexpected{differences.error()};
  found->differences = *std::move(differences);
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

}  // namespace tribunal
