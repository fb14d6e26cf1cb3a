#include "check/check.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <optional>
#include <utility>

#include <boost/asio/this_coro.hpp>

#include "base/text/number_text.hpp"
#include "bots/hints/start_hint.hpp"
#include "check/evidence.hpp"
#include "check/tables.hpp"
#include "games/vocabulary.hpp"
#include "record/clocks_and_strikes.hpp"
#include "table/answer.hpp"
#include "table/bot.hpp"
#include "table/protocol.hpp"

namespace tribunal {
namespace {

Examination examination(std::string_view kind) { return {.name = std::string{kind}}; }

/// A hint for a bot that did not say `ready`.
std::string hint_for(const Bot::StartTrouble& trouble, const Bot& bot) {
  const auto& entry = bot.entry();
  const std::array alone{BotFiles{.name = entry.name, .command = entry.command}};
  const FailedStart start{.command = entry.command,
                          .sandbox = entry.sandbox,
                          .shared = visibility_of(alone, {}).front().shared,
                          .ran = trouble.us.count() > 0,
                          .message = trouble.message,
                          .error_tail = bot.error_tail()};
  return start_hint(start, [](const auto&) { return std::string{own_folder_or_no_sandbox}; });
}

void note_start_trouble(Examination& found, const Bot::StartTrouble& trouble, const Bot& bot,
                        const CheckOrder& order) {
  const bool is_fault = trouble.kind == Bot::StartTrouble::Kind::fault;
  found.finding = is_fault ? Finding::failed : Finding::error;
  found.message = is_fault ? "start: " + trouble.message : trouble.message;
  found.again = check_command(order, found.name);
  if (!is_fault) return;
  if (trouble.got.empty()) found.hint = hint_for(trouble, bot);
  found.evidence = evidence_of_lines(greeting_line, trouble.got, bot.error_tail());
  found.evidence.rule = rules::ready;
  if (!trouble.silent)  // the referee ended a silent bot, so its error is not the cause
    found.evidence.place = place_of_failure(bot.entry().command, bot.error_tail());
}

/// The opening of a game that no bot knows, up to its question.
constexpr std::string_view unknown_opening = "hand 0 1\ndeal 0 Kh 9c 4d\ndeal 1 ?? ?? ??\n";

std::string unknown_game_line(const Limits& limits) {
  return fmt::format(
      "game patience-for-two players=2 seats=2 you=0 move_ms={} game_ms=0 increment_ms=0 columns=7\n",
      limits.move_ms);
}

ActionList unknown_actions() {
  ActionList legal;
  for (const auto* const action : {"play:Kh", "play:9c", "play:4d", "pass"}) {
    legal.push_back(parse_action(action).value());
  }
  return legal;
}

/// Starts `bot` and waits for its `ready`. If the examination passed or is a warning, the process keeps
/// running.
asio::awaitable<Examination> examine_handshake(Bot& bot, const CheckOrder& order, Figures& figures) {
  auto found = examination(examinations::handshake);
  const auto trouble = co_await bot.make_ready(order.limits);
  const auto took = bot.start_took();
  if (trouble) {
    note_start_trouble(found, *trouble, bot, order);
    co_return found;
  }
  figures.startup_us = took.count();
  found.message = fmt::format("'ready {}' after {}{}", bot.version(), short_time(took.count()),
                              order.limits.clock == ClockKind::cpu ? " of CPU time" : "");
  if (took > std::chrono::milliseconds{order.limits.startup_ms} / 2) {
    found.finding = Finding::warning;
    found.message += fmt::format(", more than half of the {} ms it has", order.limits.startup_ms);
  }
  co_return found;
}

/// Starts `bot` again and compares its name and version with the earlier `version`.
asio::awaitable<Examination> examine_restart(Bot& bot, const CheckOrder& order, std::string version) {
  auto found = examination(examinations::restart);
  const auto trouble = co_await bot.make_ready(order.limits);
  if (trouble) {
    note_start_trouble(found, *trouble, bot, order);
    found.message += " (it was ready the first time)";
  } else if (bot.version() != version) {
    found.finding = Finding::warning;
    found.message = "it sent 'ready " + bot.version() + "', but 'ready " + version + "' before";
    found.again = check_command(order, found.name);
  } else {
    found.message = "ready again";
  }
  co_return found;
}

/// Asks `bot`, which is running, one question in a game that does not exist. The protocol requires no answer,
/// so a fault is only a warning.
asio::awaitable<Examination> examine_unknown_game(Bot& bot, const CheckOrder& order) {
  auto found = examination(examinations::unknown_game);
  const auto opening = unknown_game_line(order.limits) + std::string{unknown_opening};
  const auto legal = unknown_actions();
  Allowance allowance{.us = Clock{order.limits}.allowance_us(), .clock = order.limits.clock};
  Reply reply;
  for (const bool excused : {true, false}) {
    bot.process().post(opening);
    SeatTalk talk;
    allowance.excused = excused;
    reply = co_await ask(bot, talk, allowance, legal);
    if (reply.kind != Reply::Kind::referee) break;
  }
  if (reply.kind == Reply::Kind::action) {
    found.message = "it answered '" + reply.action.text() + "'";
    bot.process().post("result 0 0 places 1 1\nend\n");
    bot.process().send_now();
    co_return found;
  }
  found.message = reply.message;
  found.finding = reply.kind == Reply::Kind::fault ? Finding::warning : Finding::error;
  if (reply.kind != Reply::Kind::fault) co_return found;
  found.message += ": it would be at fault in a game that it does not know";
  std::string question;
  append_ask_line(question, bot.last_question(), allowance.us, legal);
  found.evidence = evidence_of_lines(opening + question, reply.got, bot.error_tail());
  found.again = check_command(order, found.name);
  found.cause = cause_of(reply.fault, bot.error_tail());
  if (ends_the_bot(reply.fault))
    found.evidence.place = place_of_failure(bot.entry().command, bot.error_tail());
  bot.kill();
  co_return found;
}

/// Asks `bot`, which is running, to exit, and waits until it has ended. A bot that needs a signal does no
/// harm, so this is only a warning.
asio::awaitable<Examination> examine_farewell(Bot& bot, Farewell farewell, const CheckOrder& order) {
  const bool quits = farewell == Farewell::quit;
  auto found = examination(quits ? examinations::quit : examinations::end_of_input);
  auto& process = bot.process();
  const auto grace = bot.entry().grace;
  const auto start = CheckClock::now();
  const bool left = co_await process.end(grace, farewell);
  const auto took = std::chrono::duration_cast<std::chrono::microseconds>(CheckClock::now() - start);
  found.message = trouble_of_leaving(left, process, grace, farewell);
  if (found.message.empty()) {
    found.message = "it exited after " + short_time(took.count());
  } else {
    found.finding = Finding::warning;
    found.evidence =
        evidence_of_lines(quits ? "quit\n" : "(the end of its input)\n", {}, process.error_tail());
    found.evidence.rule = quits ? rules::leave : rules::stay;
    found.again = check_command(order, found.name);
  }
  bot.kill();
  co_return found;
}

/// The number of bytes on stderr, per seat and game, and in a whole check, above which a bot gets a warning.
constexpr std::uint64_t chatty = 64 << 10;
constexpr std::uint64_t chatty_in_all = 1 << 20;

/// The smallest number of tables with a timeout that did not recur at which chance is excluded. A busy
/// machine may cause one at one or two tables.
constexpr int no_chance = 3;

/// A check spends a 20th of its time on many games with the same processes.
constexpr int many_games_share = 20;

/// The number of shares of the time that belong to no table: many games, and the game with unknown words.
constexpr int other_shares = 2;

std::chrono::microseconds since(CheckClock::time_point start) {
  return std::chrono::duration_cast<std::chrono::microseconds>(CheckClock::now() - start);
}

/// Reports a start that failed and then succeeded. It is not a fault.
void note_failed_starts(Examination& found, const StartDesk& starts) {
  if (found.finding != Finding::passed || starts.failures_in_all() == 0) return;
  found.finding = Finding::warning;
  found.message += ", but only when it was started again: does it always start, or is this machine busy?";
}

/// The combined findings of all tables.
struct TablesFound {
  struct Sound {
    const CheckedTable* table = nullptr;
    Record game;
  };
  std::optional<Sound> sound;  ///< first table with a game without a fault
  std::vector<const CheckedTable*> all_sound;
  std::vector<std::int64_t> times_us;
  int compared = 0;
  std::string differs;  ///< sentence about the first table where decisions differed
  const CheckedTable* differs_at = nullptr;
  std::uint64_t seats_played = 0;  ///< number of seats over all games
};

class Check {
 public:
  Check(asio::io_context& context, Host& host, const CheckOrder& order, CheckListener listener)
      : context_{context}, host_{host}, order_{order}, listener_{std::move(listener)} {
    report_.bot = order.bot.name;
    report_.command = order.command;
    report_.sandbox = order.host.sandbox;
  }

  asio::awaitable<CheckReport> run() {
    co_await asio::this_coro::throw_if_cancelled(false);  // a cancelled check still reports its results
    const bool met =
        co_await meet();  // g++ 12 spoils the frame of a coroutine that awaits inside a condition
    const bool stop = co_await cancelled();
    if (met && stop) {
      // cancelled: no further examination is made
    } else if (met) {
      co_await start_again();
      co_await play();
      co_await ask_of_unknown_game();
    } else {
      skip_all();
    }
    report_.interrupted = co_await cancelled();
    if (report_.unplayed > 0) report_.seconds_needed = seconds_needed();
    report_.took = since(start_);
    co_return std::move(report_);
  }

 private:
  /// The time for all starts is added, up to the budget again.
  [[nodiscard]] CheckClock::time_point deadline() const {
    constexpr std::size_t alone = 3;  // the first two processes, and the one for the unknown game
    const auto starts = static_cast<std::int64_t>(order_.tables.size() + other_shares + alone);
    const auto starting = std::chrono::microseconds{report_.figures.startup_us} * starts;
    return start_ + order_.budget + std::min<std::chrono::microseconds>(order_.budget, starting);
  }

  [[nodiscard]] bool wants_games() const {
    using namespace examinations;
    return order_.wants(games) || order_.wants(unknown_words) || order_.wants(determinism) ||
           order_.wants(latency) || order_.wants(stderr_volume) || order_.wants(memory);
  }

  asio::awaitable<bool> cancelled() {
    const auto state = co_await asio::this_coro::cancellation_state;
    co_return state.cancelled() != asio::cancellation_type::none;
  }

  [[nodiscard]] BotEntry started_at(StartDesk& starts) const {
    auto entry = order_.bot;
    entry.starts = &starts;
    return entry;
  }

  void add(std::string_view kind, Examination found) {
    if (found.took.count() == 0) found.took = since(examination_start_);
    examination_start_ = CheckClock::now();
    if (!order_.wants(kind)) return;
    listener_(found);
    report_.examinations.push_back(std::move(found));
  }

  void skip(std::string_view kind, std::string why, bool never_met = false) {
    add(kind, {.name = std::string{kind},
               .finding = Finding::skipped,
               .message = std::move(why),
               .never_met = never_met});
  }

  /// Skips all examinations after a failed build or handshake.
  void skip_all() {
    const bool is_built = !order_.failed_build;
    for (const auto kind : examinations::all)
      if (kind != examinations::handshake || !is_built)
        skip(kind, is_built ? "it was never ready for a question" : "it was not built", true);
  }

  /// Adds a failure without which nothing can be examined, even if it was not requested.
  void add_first(Examination failure) {
    listener_(failure);
    report_.examinations.push_back(std::move(failure));
  }

  /// Examines the handshake, which everything else requires, and the end of that process.
  asio::awaitable<bool> meet() {
    if (order_.failed_build) {
      add_first(*order_.failed_build);
      co_return false;
    }
    StartDesk starts{{one_more_try}, true};
    Bot bot{context_, host_, started_at(starts)};
    auto handshake = co_await examine_handshake(bot, order_, report_.figures);
    note_failed_starts(handshake, starts);
    const bool ready = bot.running();
    report_.version = bot.version();
    if (ready && order_.named_by_command) report_.bot = report_.version.substr(0, report_.version.find(' '));
    if (!ready) {
      if (order_.wants(examinations::handshake)) {
        add(examinations::handshake, std::move(handshake));
      } else {
        add_first(std::move(handshake));
      }
      co_return false;
    }
    add(examinations::handshake, std::move(handshake));
    auto quit = co_await examine_farewell(bot, Farewell::quit, order_);
    leaves_well_ = quit.finding == Finding::passed;
    add(examinations::quit, std::move(quit));
    co_return true;
  }

  /// Examines a second process.
  asio::awaitable<void> start_again() {
    if (!order_.wants(examinations::restart) && !order_.wants(examinations::end_of_input)) co_return;
    StartDesk starts{{one_more_try}, true};
    Bot bot{context_, host_, started_at(starts)};
    auto again = co_await examine_restart(bot, order_, report_.version);
    note_failed_starts(again, starts);
    const bool restarted = bot.running();
    const bool stop = co_await cancelled();
    if (stop) co_return;
    add(examinations::restart, std::move(again));
    if (!restarted) co_return skip(examinations::end_of_input, "it did not start again");
    auto found = co_await examine_farewell(bot, Farewell::end_of_input, order_);
    add(examinations::end_of_input, std::move(found));
  }

  /// Examines the unknown game. This follows the games, because an author must repair those first.
  asio::awaitable<void> ask_of_unknown_game() {
    using examinations::unknown_game;
    const bool stop = co_await cancelled();
    if (stop || !order_.wants(unknown_game)) co_return;
    if (!too_slow_at_.empty())
      co_return skip(unknown_game, "it does not answer in time: see " + too_slow_at_);
    StartDesk starts{{one_more_try}, true};
    Bot bot{context_, host_, started_at(starts)};
    const auto trouble = co_await bot.make_ready(order_.limits);
    if (trouble) co_return skip(unknown_game, "the bot did not start for this game: " + trouble->message);
    auto found = co_await examine_unknown_game(bot, order_);
    add(unknown_game, std::move(found));
  }

  /// Every table gets its share of the remaining time.
  asio::awaitable<void> visit_tables() {
    auto shares_left = static_cast<std::int64_t>(order_.tables.size()) + other_shares;
    for (const auto& table : order_.tables) {
      if (!too_slow_at_.empty()) {  // each of its games would take its full limits
        add(examinations::games, {.name = name_of(table),
                                  .finding = Finding::skipped,
                                  .message = "it does not answer in time: see " + too_slow_at_});
        continue;
      }
      const auto left = deadline() - CheckClock::now();
      if (left <= CheckClock::duration::zero()) {
        ++report_.unplayed;
        add(examinations::games,
            {.name = name_of(table), .finding = Finding::skipped, .message = std::string{no_time}});
        continue;
      }
      const auto until = CheckClock::now() + left / shares_left--;
      auto findings =
          co_await examine_table(context_, host_, order_, table, {until, deadline()}, leaves_well_);
      const bool stop = co_await cancelled();
      if (stop) co_return;
      note_table(table, std::move(findings));
    }
  }

  /// A tournament keeps a process from game to game, so the same processes play on at all sound tables.
  asio::awaitable<void> play_many_games() {
    const auto left = deadline() - CheckClock::now();
    if (tables_.all_sound.empty() || left <= CheckClock::duration::zero()) co_return;
    auto findings = co_await examine_many_games(context_, host_, order_, tables_.all_sound,
                                                {CheckClock::now() + left / other_shares, deadline()},
                                                order_.budget / many_games_share, leaves_well_);
    const bool stop = co_await cancelled();
    if (!stop) note_games(std::move(findings));
  }

  void note_table(const CheckedTable& table, TableFindings findings) {
    if (findings.first && !tables_.sound) {
      tables_.sound = TablesFound::Sound{&table, std::move(*findings.first)};
    }
    tables_.compared += findings.compared ? 1 : 0;
    if (findings.differs && tables_.differs_at == nullptr) {
      tables_.differs = *findings.differs;
      tables_.differs_at = &table;
    }
    const auto finding = findings.examination.finding;
    const bool is_told = finding == Finding::failed || finding == Finding::error;
    if (findings.games == 0 && !is_told) ++report_.unplayed;
    if (findings.games > 0 && !is_told) tables_.all_sound.push_back(&table);
    if (findings.is_too_slow) too_slow_at_ = name_of(table);
    note_games(std::move(findings));
  }

  void note_games(TableFindings findings) {
    for (const auto& decision : findings.decisions) {
      if (!decision.by_referee) tables_.times_us.push_back(decision.us);
    }
    report_.figures.games += findings.games;
    report_.figures.used.add(findings.used);
    tables_.seats_played += findings.seats_played;
    if (findings.was_late_once && ++late_once_ >= no_chance) {
      findings.examination.finding = Finding::failed;
      findings.examination.message += fmt::format(" Timeouts at {} tables are not an accident", late_once_);
    }
    add(examinations::games, std::move(findings.examination));
  }

  /// The seconds for a complete check: at least twice the time that was too short, and enough for all
  /// processes to start one after another, as they may on a busy machine.
  [[nodiscard]] std::int64_t seconds_needed() const {
    constexpr std::int64_t second_us = 1'000'000;
    constexpr std::int64_t step = 10;
    constexpr std::int64_t alone = 3;  // as in `deadline`
    std::int64_t most = 0;
    std::int64_t processes = alone;
    for (const auto& table : order_.tables) {
      const std::int64_t players = table.rules.players();
      processes += players;
      most = std::max(most, players);
    }
    processes += other_shares * most;
    const auto budget_us = std::chrono::duration_cast<std::chrono::microseconds>(order_.budget).count();
    const auto needed_us = budget_us + std::max(budget_us, processes * report_.figures.startup_us);
    return (needed_us / second_us + step) / step * step;
  }

  asio::awaitable<void> say_unknown_words() {
    if (!order_.wants(examinations::unknown_words)) co_return;
    if (!tables_.sound) {
      skip(examinations::unknown_words,
           "no game was played to its end without a fault, even without unknown lines");
      co_return;
    }
    const bool deterministic = tables_.compared > 0 && tables_.differs_at == nullptr;
    auto found = co_await examine_unknown_words(context_, host_, order_, *tables_.sound->table,
                                                tables_.sound->game, deterministic, deadline());
    add(examinations::unknown_words, std::move(found));
  }

  void check_determinism() {
    using examinations::determinism;
    if (tables_.compared == 0) return skip(determinism, "no game could be played twice");
    auto found = examination(determinism);
    if (tables_.differs_at == nullptr) {
      found.message = "equal games were played in the same way, at " +
                      counted(static_cast<std::uint64_t>(tables_.compared), "table");
    } else {
      found.finding = order_.must_be_deterministic ? Finding::failed : Finding::warning;
      found.message = "the same game came out differently the second time: " + tables_.differs + " (" +
                      name_of(*tables_.differs_at) + ")";
      found.again = check_command(order_, determinism, *tables_.differs_at);
    }
    add(determinism, std::move(found));
  }

  void check_latency() {
    using examinations::latency;
    report_.figures.latency = latency_of(std::move(tables_.times_us));
    const auto& times = report_.figures.latency;
    if (times.decisions == 0) return skip(latency, "it made no decision");
    const auto limit_ms = Clock{order_.limits}.allowance_us() / 1000;
    auto found = examination(latency);
    found.message = fmt::format("p50 {}, p90 {}, p99 {}, at most {} of the {} ms that a decision may take",
                                short_time(times.p50_us), short_time(times.p90_us), short_time(times.p99_us),
                                short_time(times.max_us), limit_ms);
    if (order_.limits.bank_ms > 0)
      found.message += fmt::format(", including {} ms from the bank of a whole game", order_.limits.bank_ms);
    if (times.max_us >= limit_ms * 500) {
      found.finding = Finding::warning;
      found.message += ": more than half of the limit, and a tournament may be busier";
      found.again = check_command(order_, latency);
    }
    add(latency, std::move(found));
  }

  void check_stderr() {
    using examinations::stderr_volume;
    const auto bytes = report_.figures.used.error_bytes;
    if (tables_.seats_played == 0) return skip(stderr_volume, "no game was played");
    auto found = examination(stderr_volume);
    found.message = bytes == 0 ? "nothing" : counted(bytes, "byte") + " in all games";
    if (bytes / tables_.seats_played > chatty || bytes > chatty_in_all) {
      found.finding = Finding::warning;
      found.message +=
          ", more than 64 KiB per seat and game or 1 MiB in all: the bot waits until it is read, and only "
          "the end is stored";
      found.again = check_command(order_, stderr_volume);
    }
    add(stderr_volume, std::move(found));
  }

  void check_memory() {
    using examinations::memory;
    const auto& used = report_.figures.used;
    if (const auto why = why_memory_unknown(report_.figures); !why.empty())
      return skip(memory, std::string{why});
    const auto allowed_mb = order_.bot.sandbox.resources.memory_mb;
    auto found = examination(memory);
    found.message =
        fmt::format("at most {} MiB a seat, of the {} MiB of a sandbox; {} of CPU time in all games",
                    used.peak_kib / 1024, allowed_mb, short_time(used.cpu.count()));
    if (used.peak_kib > std::int64_t{allowed_mb} * 512) {
      found.finding = Finding::warning;
      found.again = check_command(order_, memory);
    }
    add(memory, std::move(found));
  }

  asio::awaitable<void> play() {
    const bool stop_now = co_await cancelled();
    if (stop_now || !wants_games()) co_return;
    co_await visit_tables();
    const bool stop_here = co_await cancelled();
    if (stop_here) co_return;
    co_await play_many_games();
    const bool stop = co_await cancelled();
    if (stop) co_return;
    co_await say_unknown_words();
    check_determinism();
    check_latency();
    check_stderr();
    check_memory();
  }

  asio::io_context& context_;
  Host& host_;
  const CheckOrder& order_;
  CheckListener listener_;
  CheckClock::time_point start_ = CheckClock::now();
  CheckClock::time_point examination_start_ = start_;
  bool leaves_well_ = true;
  std::string too_slow_at_;  ///< table at which a timeout recurred; empty if there is none
  int late_once_ = 0;        ///< number of tables at which one did not recur
  TablesFound tables_;
  CheckReport report_;
};

}  // namespace

std::string_view why_memory_unknown(const Figures& figures) {
  if (figures.used.peak_kib > 0) return {};
  return figures.games == 0 ? "no game was played to its end without a fault"
                            : "not measured: no process was left after the games";
}

asio::awaitable<CheckReport> check_bot(asio::io_context& context, Host& host, const CheckOrder& order,
                                       CheckListener listener) {
  Check check{context, host, order, std::move(listener)};
  co_return co_await check.run();
}

}  // namespace tribunal
