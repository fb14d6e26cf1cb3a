#include "check/tables.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <expected>
#include <fmt/format.h>
#include <numeric>
#include <ranges>
#include <span>
#include <utility>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/experimental/parallel_group.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "base/text/number_text.hpp"
#include "bots/meter/usage.hpp"
#include "check/evidence.hpp"
#include "check/many_games.hpp"
#include "record/clocks_and_strikes.hpp"
#include "table/together.hpp"

namespace tribunal {
namespace {

using GameResult = std::expected<PlayedGame, GameVoid>;

/// The largest number of attempts at a game that becomes void: one for the machine, two that show the bot to
/// be the cause, and one that blames it.
constexpr int most_attempts = 4;

BotEntry copy_of(const BotEntry& bot, int number) {
  auto entry = bot;
  if (number > 0) entry.name += '-' + std::to_string(number + 1);
  return entry;
}

asio::awaitable<void> keep(asio::awaitable<GameResult> game, std::optional<GameResult>& result) {
  result.emplace(co_await std::move(game));
}

/// The decision whose question was open when a game became void. None if no question was open.
std::optional<std::size_t> question_of(const GameVoid& attempt) {
  if (!attempt.asked || !attempt.so_far) return std::nullopt;
  return attempt.so_far->record.decisions.size();
}

/// Runs `task` and cancels it at `deadline`. Returns when it has ended.
asio::awaitable<void> until(CheckClock::time_point deadline, asio::awaitable<void> task) {
  const auto executor = co_await asio::this_coro::executor;
  asio::steady_timer timer{executor, deadline};
  auto group = asio::experimental::make_parallel_group(
      asio::co_spawn(executor, std::move(task), asio::deferred), timer.async_wait(asio::deferred));
  const auto [order, failure, ignored] =
      co_await group.async_wait(asio::experimental::wait_for_one(), asio::use_awaitable);
  if (failure) std::rethrow_exception(failure);
}

/// The resources that a process has used so far.
Consumption used_by(const BotProcess& process) {
  const auto usage = UsageMeter{process.pid()}.look();
  return {.error_bytes = process.error_bytes(),
          .peak_kib = usage.peak_kib,
          .cpu = std::chrono::duration_cast<std::chrono::microseconds>(usage.cpu.total)};
}

/// The result of the exit of all copies.
struct Leaving {
  std::string trouble;  ///< problem of the first copy that did not exit properly; empty if all did
  Consumption used;
};

asio::awaitable<void> end(Bot& bot, Leaving& leaving) {
  if (!bot.has_process()) co_return;
  auto& process = bot.process();
  const auto grace = bot.entry().grace;
  leaving.used = used_by(process);
  const bool left = co_await process.end(grace);
  leaving.used.error_bytes = process.error_bytes();  // including the output of its exit
  leaving.trouble = trouble_of_leaving(left, process, grace, Farewell::quit);
  bot.kill();
}

/// Whether the listener receives a game. Games beyond the ordered ones are shown only if they have a fault.
enum class Shown : std::uint8_t { always, with_fault };

/// A game of a check. With each turn, the copies move on by one seat, because in a tournament a process gets
/// another seat in every game.
struct SelfPlayed {
  const CheckedTable* table;
  std::uint64_t deal;
  std::size_t turn = 0;
};

/// Copies of the bot that play against each other: new processes, which keep running from game to game.
class SelfPlay {
 public:
  /// `copies`: at least the number of players of each game.
  SelfPlay(asio::io_context& context, Host& host, const CheckOrder& order, int copies)
      : starts_{std::vector<StartPatience>(static_cast<std::size_t>(copies), one_more_try), true},
        order_{&order} {
    for (int number = 0; number < copies; ++number) {
      auto entry = copy_of(order.bot, number);
      entry.starts = &starts_;
      entry.number = number;
      bots_.emplace_back(context, host, std::move(entry));
    }
  }

  /// Plays a game. A game that is not over at `deadline` is cut. A void game is repeated up to three times.
  /// If it became void at the same question twice in a row, the bot is blamed the next time, because a busy
  /// machine has no reason to fail at that question again.
  asio::awaitable<GameResult> play(SelfPlayed game, const Novelties& novelties,
                                   CheckClock::time_point deadline, Shown shown = Shown::always) {
    std::optional<GameResult> result;
    std::optional<std::size_t> question;
    auto order = order_of(game, novelties);
    std::vector<Bot*> seats;
    const auto players = static_cast<std::size_t>(order.rules.players());
    for (std::size_t seat = 0; seat < players; ++seat)  // the first copies play in every game
      seats.push_back(&bots_[(seat + game.turn) % players]);
    for (int attempt = 0; attempt < most_attempts; ++attempt) {
      auto task = keep(play_game(order, seats), result);
      co_await until(deadline, std::move(task));
      if (result->has_value() || result->error().interrupted) break;
      const auto before = std::exchange(question, question_of(result->error()));
      if (question && question == before) order.blamed = SeatSet::all();
    }
    const bool is_shown = result->has_value() && (shown == Shown::always || !(*result)->reports.empty());
    if (is_shown && order_->on_game) order_->on_game(**result);
    co_return std::move(*result);
  }

  /// Asks all copies to exit, and waits until they have ended.
  asio::awaitable<Leaving> leave() {
    std::vector<Leaving> leavings(bots_.size());
    std::vector<asio::awaitable<void>> endings;
    for (std::size_t seat = 0; seat < bots_.size(); ++seat)
      endings.push_back(end(bots_[seat], leavings[seat]));
    co_await together(std::move(endings));
    Leaving all;
    for (auto& leaving : leavings) {
      all.used.add(leaving.used);
      if (all.trouble.empty()) all.trouble = std::move(leaving.trouble);
    }
    co_return all;
  }

  /// Kills all copies at once. Returns the resources that they used.
  Consumption dismiss() {
    Consumption all;
    for (auto& bot : bots_) {
      if (bot.has_process()) all.add(used_by(bot.process()));
      bot.kill();
    }
    return all;
  }

  /// The number of failed starts of copies that were repeated.
  [[nodiscard]] std::uint64_t failed_starts() const { return starts_.failures_in_all(); }

 private:
  [[nodiscard]] GameOrder order_of(const SelfPlayed& game, const Novelties& novelties) const {
    const DealReference deal{.number = game.deal,
                             .key = deal_key(Secret::from_seed(check_seed), "play", game.deal)};
    return {.rules = game.table->rules,
            .deal = deal,
            .limits = order_->limits,
            .host = order_->host,
            .novelties = novelties};
  }

  StartDesk starts_;
  const CheckOrder* order_;
  std::deque<Bot> bots_;
};

constexpr std::uint64_t first_deal = 1;
const Novelties no_novelties;

/// The number of games that the same processes of a slow bot play before other examinations must wait.
constexpr std::size_t fewest_games = 12;

/// The first difference between the decisions of two games of the same deal. None if all decisions are equal.
std::optional<std::string> difference(const Record& one, const Record& other) {
  const auto same = [](const Decision& a, const Decision& b) { return a.action == b.action; };
  const auto [first, second] = std::ranges::mismatch(one.decisions, other.decisions, same);
  if (first == one.decisions.end() || second == other.decisions.end()) return std::nullopt;
  return fmt::format("decision {} (seat {}) was {}, then {}", first - one.decisions.begin() + 1, first->seat,
                     first->action.text(), second->action.text());
}

/// The game as far as it was played. Null if it had not begun.
const PlayedGame* played(const GameResult& result) {
  if (result) return &*result;
  return result.error().so_far ? &*result.error().so_far : nullptr;
}

bool has_fault(const GameResult& result) {
  const auto* const game = played(result);
  return game != nullptr && !game->reports.empty();
}

/// Whether the game was cut before the bot had answered a question.
bool is_cut_unanswered(const GameResult& result) {
  if (result || !result.error().interrupted || has_fault(result)) return false;
  return played(result) == nullptr || played(result)->record.decisions.empty();
}

bool has_timeout(const GameResult& result) {
  return has_fault(result) && played(result)->reports.front().fault.kind == FaultKind::timeout;
}

void note_fault(Examination& found, const CheckOrder& order, const PlayedGame& game,
                const Novelties& novelties) {
  const auto& report = game.reports.front();
  found.finding = Finding::failed;
  found.message = message_of(game);
  found.cause = cause_of(report.fault.kind, report.error_tail);
  found.evidence = evidence_of(game, report, novelties);
  if (ends_the_bot(report.fault.kind))
    found.evidence.place = place_of_failure(order.bot.command, report.error_tail);
}

/// The result of repeating games after a fault: whether the fault recurred.
enum class Again : std::uint8_t { failed, passed, unknown };

/// Consecutive games of the same processes.
struct GamesInTurn {
  std::string name;
  std::vector<const CheckedTable*> tables;
  std::size_t games;        ///< largest number of games
  std::size_t equal_games;  ///< number of first games with the same deal and seats
  std::uint64_t first_deal;
  /// The time for games beyond `fewest_games`. None: all the time that is left.
  std::optional<std::chrono::milliseconds> further;

  [[nodiscard]] SelfPlayed game(std::size_t index) const {
    const auto round = index / tables.size();
    const auto turn = round < equal_games ? 0 : round + 1 - equal_games;
    return {tables[index % tables.size()], first_deal + turn, turn};
  }
  [[nodiscard]] int copies() const {
    const auto players = [](const CheckedTable* table) { return table->rules.players(); };
    return std::ranges::max(tables | std::views::transform(players));
  }
};

/// One set of processes and its consecutive games.
class TableVisit {
 public:
  TableVisit(asio::io_context& context, Host& host, const CheckOrder& order, GamesInTurn games,
             TableTime time)
      : context_{context}, host_{host}, order_{order}, games_{std::move(games)}, time_{time} {
    findings_.examination.name = games_.name;
  }

  asio::awaitable<TableFindings> run(bool leaves_well) {
    SelfPlay table{context_, host_, order_, games_.copies()};
    co_await play_all(table);
    if (found().message.empty()) {
      found().message = "no fault in " + counted(static_cast<std::uint64_t>(findings_.games), "game") + ", " +
                        counted(findings_.decisions.size(), "decision");
    }
    if (found().finding == Finding::passed && table.failed_starts() > 0) {
      found().finding = Finding::warning;
      found().message += ", but " + counted(table.failed_starts(), "start") + " failed and " +
                         (table.failed_starts() == 1 ? "was" : "were") +
                         " tried again: does it always start, or is this machine busy?";
    }
    warn_of_restarts();
    warn_of_growing_times();
    if (leaves_well) {
      const auto leaving = co_await table.leave();
      findings_.used = leaving.used;
      if (found().finding == Finding::passed && !leaving.trouble.empty()) {
        found().finding = Finding::warning;
        found().message += ", but after the last game a copy " + leaving.trouble;
        found().again = again_command(0);
      }
    } else {
      findings_.used = table.dismiss();
    }
    found().took = std::chrono::duration_cast<std::chrono::microseconds>(CheckClock::now() - start_);
    co_return std::move(findings_);
  }

 private:
  [[nodiscard]] Examination& found() { return findings_.examination; }
  [[nodiscard]] bool is_of_many() const { return games_.further.has_value(); }
  [[nodiscard]] bool ever_answered() const {
    return !std::ranges::all_of(findings_.decisions, &Decision::by_referee);
  }
  void note_times(const Record& record) {
    double sum = 0;
    double count = 0;
    for (const auto& decision : record.decisions) {
      if (decision.by_referee) continue;
      sum += static_cast<double>(decision.us);
      ++count;
    }
    if (count > 0) mean_us_.push_back(sum / count);
    findings_.seats_played += static_cast<std::uint64_t>(record.rules.players());
    findings_.decisions.insert(findings_.decisions.end(), record.decisions.begin(), record.decisions.end());
  }

  void note_sound(PlayedGame game, std::uint64_t deal) {
    ++findings_.games;
    if (is_of_many() || deal != first_deal) return;
    if (findings_.first) {
      findings_.compared = true;
      findings_.differs = difference(*findings_.first, game.record);
    } else {
      findings_.first = std::move(game.record);
    }
  }

  void note_cut(const GameVoid& cut) {
    if (!cut.interrupted) {
      found().finding = Finding::error;
      found().message = "the referee could not continue: " + cut.reason;
    } else if (findings_.games == 0) {
      found().finding = findings_.decisions.empty() ? Finding::skipped : Finding::warning;
      found().message = "no fault in " + counted(findings_.decisions.size(), "decision") +
                        ", but there was no time to play the game to its end (--seconds gives more)";
    }
  }

  /// Notes the result of a game. False if no other game follows.
  bool go_on(GameResult result, const SelfPlayed& game) {
    if (const auto* const so_far = played(result)) {
      note_times(so_far->record);
      restarts_ += so_far->restarts.size();
      if (!first_restart_ && !so_far->restarts.empty()) first_restart_ = so_far->restarts.front();
    }
    if (has_fault(result)) {
      timed_out_ = has_timeout(result);
      note_fault(found(), order_, *played(result), no_novelties);
      if (is_of_many())
        found().message +=
            fmt::format(", in game {} of the same processes, {}", findings_.games + 1, name_of(*game.table));
    } else if (result) {
      note_sound(std::move(*result), game.deal);
      return true;
    } else {
      note_cut(result.error());
    }
    return false;
  }

  asio::awaitable<void> play_all(SelfPlay& table) {
    std::vector<SelfPlayed> games;
    CheckClock::time_point begun;
    const auto first = CheckClock::now();
    while (games.size() < games_.games) {
      const auto now = CheckClock::now();
      if (games_.further && games.size() >= games_.tables.size()) {
        const auto end =
            games.size() < fewest_games ? time_.share : std::min(time_.share, first + *games_.further);
        if (now + (now - begun) > end) co_return;  // estimated by the last game
      }
      begun = now;
      games.push_back(games_.game(games.size()));
      auto result = co_await table.play(games.back(), no_novelties, time_.share,
                                        is_of_many() ? Shown::with_fault : Shown::always);
      if (games.size() == 1 && !is_of_many() && is_cut_unanswered(result))
        result = co_await table.play(games.back(), no_novelties, time_.latest);
      const bool sound = go_on(std::move(result), games.back());
      if (!sound && found().finding == Finding::failed) co_await find_command(games);
      if (!sound) co_return;
    }
  }

  /// Lets new processes play these games one after another.
  asio::awaitable<Again> repeat(std::span<const SelfPlayed> games) {
    SelfPlay table{context_, host_, order_, games_.copies()};
    const auto now = CheckClock::now();
    const auto until =
        std::min(std::max(time_.share, now + 2 * (now - start_)), time_.latest + order_.budget);
    for (const auto game : games) {
      const auto result = co_await table.play(game, no_novelties, until);
      if (has_fault(result)) co_return Again::failed;
      if (!result) co_return Again::unknown;
    }
    co_return Again::passed;
  }

  /// The command that repeats these games up to the last one that was played.
  [[nodiscard]] std::string again_command(std::size_t played) const {
    if (is_of_many()) return check_command(order_, examinations::games);
    return check_command(order_, examinations::games, *games_.tables.front(), played);
  }

  /// Finds the command that repeats the fault in the last of the games. A fault in the first game of new
  /// processes is repeated by that game. A later game may depend on earlier ones, so it is tried alone. A
  /// busy machine can cause a timeout, so its game is tried again too, alone and then after the same games.
  /// If the timeout recurs in neither, it is only a warning. A bot that has never answered is not excused if
  /// its games could not be repeated.
  asio::awaitable<void> find_command(std::span<const SelfPlayed> games) {
    auto alone = games.size() == 1 && !timed_out_ ? Again::failed : Again::unknown;
    if (alone != Again::failed) alone = co_await repeat(games.last(1));
    auto last = alone;
    if (alone != Again::failed && timed_out_ && games.size() > 1) last = co_await repeat(games);
    const bool is_known = last != Again::unknown;
    const auto& failed = games.back();
    found().again = alone == Again::failed ? play_command(order_, *failed.table, failed.deal)
                                           : again_command(games.size());
    findings_.is_too_slow = timed_out_ && (last == Again::failed || (!is_known && !ever_answered()));
    if (alone == Again::failed) co_return;
    if (games.size() > 1)
      found().hint = "its seat, the number of players and the options may change with every line `game`";
    if (last == Again::failed) {
      found().message +=
          "; it does not occur when this game is played alone, but occurs again after the same games";
    } else if (!is_known) {
      found().message += "; the game could not be played again";
      if (timed_out_ && ever_answered()) found().finding = Finding::error;
    } else if (!timed_out_) {
      found().message +=
          "; it does not occur when this game is played alone: other games before it, or chance, cause it";
    } else {
      found().message += "; it does not occur when the game is played again: is this machine busy?";
      found().finding = Finding::warning;
      findings_.was_late_once = true;
    }
  }

  /// Adds a warning if decisions in the middle third of the games took longer than in the first third, and
  /// those in the last third longer still. Such growth meets a limit in a tournament, where a process plays
  /// more games.
  void warn_of_growing_times() {
    constexpr std::size_t fewest = 6;
    constexpr double least_growth_us = 5'000;
    const auto third = mean_us_.size() / 3;
    if (found().finding != Finding::passed || !is_of_many() || mean_us_.size() < fewest) return;
    const auto mean = [&](std::size_t first) {
      const auto part = std::span{mean_us_}.subspan(first, third);
      return std::reduce(part.begin(), part.end()) / static_cast<double>(third);
    };
    const auto first = mean(0);
    const auto middle = mean(third);
    const auto last = mean(mean_us_.size() - third);
    if (last < 2 * first || last - first < least_growth_us || middle < 1.3 * first || last < 1.3 * middle)
      return;
    found().finding = Finding::warning;
    found().message += fmt::format(
        ", but it takes longer from game to game: {} a decision in the first games, {} in the last",
        short_time(std::llround(first)), short_time(std::llround(last)));
    found().again = again_command(mean_us_.size());
  }

  /// Adds a warning after restarts. A process that ends between two games costs only a start, but a bot must
  /// stay.
  void warn_of_restarts() {
    if (found().finding != Finding::passed || !first_restart_) return;
    found().finding = Finding::warning;
    found().message +=
        fmt::format(", but it had to be started again {}: a process {} (seat {}); a bot stays until `quit`",
                    restarts_ == 1 ? "once" : std::to_string(restarts_) + " times", first_restart_->message,
                    first_restart_->seat);
    found().evidence = evidence_of_lines({}, {}, first_restart_->error_tail);
    found().evidence.rule = rules::stay;
    found().again = again_command(0);
    found().cause = "restart: " + cause_of(FaultKind::crash, first_restart_->error_tail);
  }

  asio::io_context& context_;
  Host& host_;
  const CheckOrder& order_;
  GamesInTurn games_;
  TableTime time_;
  CheckClock::time_point start_ = CheckClock::now();
  bool timed_out_ = false;
  std::uint64_t restarts_ = 0;
  std::optional<RestartReport> first_restart_;
  std::vector<double> mean_us_;  ///< mean time of a decision in each game
  TableFindings findings_;
};

}  // namespace

std::string trouble_of_leaving(bool left, const BotProcess& process, Grace grace, Farewell farewell) {
  const std::string told = farewell == Farewell::quit ? "`quit`" : "the end of its input";
  if (!left) {
    return fmt::format("did not exit within {} ms after {}: it had to be sent a signal", grace.quit.count(),
                       told);
  }
  if (farewell == Farewell::end_of_input ? !process.was_killed() : process.left_in_order()) return {};
  return process.ending() + " at " + told;
}

std::string name_of(const CheckedTable& table) {
  return fmt::format("game {} for {}", table.game_text(), table.rules.players());
}

asio::awaitable<TableFindings> examine_table(asio::io_context& context, Host& host, const CheckOrder& order,
                                             const CheckedTable& table, TableTime time, bool leaves_well) {
  const auto games = static_cast<std::size_t>(order.deals) + 1;
  TableVisit visit{
      context, host, order, {name_of(table), {&table}, games, 2, first_deal, std::nullopt}, time};
  co_return co_await visit.run(leaves_well);
}

asio::awaitable<TableFindings> examine_many_games(asio::io_context& context, Host& host,
                                                  const CheckOrder& order,
                                                  const std::vector<const CheckedTable*>& tables,
                                                  TableTime ends, std::chrono::milliseconds time,
                                                  bool leaves_well) {
  const auto deal = first_deal + static_cast<std::uint64_t>(order.deals);
  TableVisit visit{context, host, order, {"many-games", tables, most_in_turn, 1, deal, time}, ends};
  co_return co_await visit.run(leaves_well);
}

asio::awaitable<Examination> examine_unknown_words(asio::io_context& context, Host& host,
                                                   const CheckOrder& order, const CheckedTable& table,
                                                   const Record& plain, bool deterministic,
                                                   CheckClock::time_point deadline) {
  Examination found{.name = std::string{examinations::unknown_words}};
  const Novelties novelties{.keys = "colour=green lamps=3", .lines = "weather 0 sunny 21\nwelcome\n"};
  SelfPlay seats{context, host, order, table.rules.players()};
  auto result = co_await seats.play({&table, first_deal}, novelties, deadline);
  if (has_timeout(result))
    result = co_await seats.play({&table, first_deal}, novelties, deadline);  // the machine may be busy
  seats.dismiss();
  if (has_fault(result)) {
    note_fault(found, order, *played(result), novelties);
    found.evidence.rule = rules::ignore;
  } else if (!result) {
    found.finding = result.error().interrupted ? Finding::skipped : Finding::error;
    found.message = result.error().interrupted ? std::string{no_time}
                                               : "the referee could not continue: " + result.error().reason;
    co_return found;
  } else {
    found.message = "no fault with unknown lines and keys";
    if (deterministic && difference(plain, result->record))
      found.message += ", though they change what it does";
    co_return found;
  }
  found.again = check_command(order, examinations::unknown_words, table);
  co_return found;
}

}  // namespace tribunal
