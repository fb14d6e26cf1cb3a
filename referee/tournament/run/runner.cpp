#include "tournament/run/runner.hpp"

#include <atomic>
#include <csignal>
#include <fmt/format.h>
#include <list>
#include <system_error>
#include <thread>

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

#include "base/text/number_text.hpp"
#include "base/try.hpp"
#include "bots/system/program.hpp"
#include "bots/system/signal_watch.hpp"
#include "tournament/results/results.hpp"
#include "tournament/run/table_worker.hpp"
#include "tournament/run/work_queue.hpp"
#include "tournament/schedule/formats/format.hpp"

namespace tribunal {
namespace {

using Done = Result<void>;

constexpr std::chrono::milliseconds progress_interval{250};

/// The cores of a table. The tables share the machine's cores in turn. Empty if the system chooses the cores.
std::vector<int> cores_of(const Plan& plan, int table) {
  std::vector<int> cores;
  const auto all = available_cores();
  if (all.size() < 2) return cores;
  for (int i = 0; i < plan.cores_per_table; ++i)
    cores.push_back(all[static_cast<std::size_t>(table * plan.cores_per_table + i) % all.size()]);
  return cores;
}

/// The schedule as far as the stored games determine it.
Result<Schedule> schedule_so_far(const Tournament& tournament, const Store& store) {
  if (tournament.schedule.is_whole()) return tournament.schedule;
  const auto results = TRY(Results::open(store.path()));
  return results.tournament().schedule;
}

/// The patience with the starts of each bot of the plan.
std::vector<StartPatience> patience_with_bots(const Plan& plan, const RunOptions& options) {
  std::vector<StartPatience> patience(plan.bots.size());
  if (!options.with_failing_bots) return patience;
  for (const int bot : options.failing_bots) patience.at(static_cast<std::size_t>(bot)) = known_failure;
  return patience;
}

/// A sentence that says why a run ended without the games of bots that no longer start, and what the
/// organiser can do.
std::string unplayed_sentence(const Plan& plan, const StartDesk& starts, std::uint64_t games) {
  std::string names;
  for (const int bot : starts.gone()) names += (names.empty() ? "" : ", ") + plan.bot(bot).name;
  return fmt::format(
      "{} not played, because a bot does not start: {}; repair it and run the same command again to resume",
      counted(games, "game") + (games == 1 ? " was" : " were"), names);
}

std::vector<std::filesystem::path> hidden_folders(const Store& store, const RunOptions& options) {
  auto folders = options.hidden;
  folders.push_back(store.path());
  return folders;
}

/// A run. Each table has a thread, and the coordinator, on this thread, stores games. Signals are received on
/// the thread of their watch, because the coordinator may be waiting for the disk.
class Run {
 public:
  Run(const Tournament& tournament, Schedule schedule, Store& store, const RunOptions& options)
      : tournament_{tournament},
        store_{store},
        options_{options},
        starts_{patience_with_bots(tournament.plan, options), options.with_failing_bots,
                [this](const StartNews& news) { deliver_news(news); }},
        setting_{tournament,
                 store.secret(),
                 options.facts,
                 sandboxes_of(tournament.plan, options.level, hidden_folders(store, options)),
                 [this](const Bot& bot) { tell(&RunObserver::ready, bot); },
                 pool_bounds(tournament.plan, workers_of(tournament.plan, options)),
                 &starts_,
                 workers_of(tournament.plan, options),
                 options.repeats_timeouts},
        work_{std::move(schedule), store.stored(), part_of(tournament), &starts_},
        stored_before_{work_.stored_before()},
        fewest_games_{
            tournament.shard ? 0 : bounds_of(tournament.schedule.shape()).value_or(Bounds{}).fewest_games} {}

  Result<RunEnd> operator()() {
    tell(&RunObserver::start, RunStart{.store = store_,
                                       .host = options_.facts,
                                       .workers = workers_of(tournament_.plan, options_),
                                       .games = work_.known(),
                                       .stored = stored(),
                                       .is_whole = work_.is_whole()});
    if (const auto noted = store_.set_not_starting({}); !noted) cannot_write(noted.error());
    leave_out_missing();
    note_crowding();
    show_progress();
    keep_rounds();
    allow_games();
    play_all();
    collect();
    report();
    note_unplayed();
    const auto end = how_it_ended();
    const auto* const how = !end ? "failed" : *end == RunEnd::complete ? "complete" : "interrupted";
    tell(&RunObserver::end, std::string_view{how}, store_);
    return end;
  }

 private:
  [[nodiscard]] Result<RunEnd> how_it_ended() const {
    if (failure_) return std::unexpected{*failure_};
    const bool complete = enough_ || (work_.is_whole() && stored() >= work_.known());
    return interruptions_ > 0 && !complete ? RunEnd::interrupted : RunEnd::complete;
  }

  /// The number of this run's games that are stored.
  [[nodiscard]] std::uint64_t stored() const { return stored_before_ + stored_now_; }

  void leave_out_missing() {
    if (options_.with_failing_bots) return;
    for (const int bot : options_.failing_bots) {
      const auto found = look_at(tournament_.plan.bot(bot).command);
      if (!found) starts_.leave_out(bot, found.error().message);
    }
  }

  void note_crowding() {
    const bool goes_on = !work_.is_whole() || stored() < work_.known();
    if (options_.crowding.empty() || !goes_on) return;
    tell(&RunObserver::crowding, options_.crowding);
    if (const auto noted = store_.note_crowding(options_.crowding); !noted) cannot_write(noted.error());
  }

  void play_all() {
    const int workers = workers_of(tournament_.plan, options_);
    make_tables(workers);
    std::optional<SignalWatch> own;
    auto& watch = options_.signals != nullptr ? *options_.signals : own.emplace();
    const auto scope = watch.listen({.heard = [this](int signal, int count) { return heard(signal, count); },
                                     .before_kill = [this] { give_up(); }});
    seat_tables();
    desk_.run();
    for (auto& thread : threads_) thread.join();
  }

  void make_tables(int workers) {
    for (int table = 0; table < workers; ++table) {
      tables_.emplace_back(
          setting_, host_, work_, cores_of(tournament_.plan, table),
          [this](FinishedGame game) { deliver(std::move(game)); },
          [this](VoidGame game) { deliver_void(std::move(game)); });
    }
  }

  void seat_tables() {
    seated_ = static_cast<int>(tables_.size());
    for (auto& table : tables_) {
      try {
        threads_.emplace_back([this, &table] { leave(run_table(table)); });
      } catch (const std::system_error& error) {
        leave(failure(
            ErrorCode::machine,
            "a thread for a table cannot be started: " + error.code().message() +
                "; raise the limit of processes (ulimit -u), and run the same command again to resume"));
      }
    }
  }

  /// Runs on the table's thread.
  static Done run_table(TableWorker& table) {
    try {
      return table.run();
    } catch (const std::exception& error) {
      return failure(ErrorCode::our_bug, error.what());
    }
  }

  /// Called on a table's thread. If several games finish while the coordinator waits for the disk, it stores
  /// them with one commit.
  void deliver(FinishedGame game) {
    finished_.push(std::move(game));
    if (!collecting_.exchange(true)) asio::post(desk_, [this] { collect(); });
  }

  /// Called on a table's thread.
  void deliver_void(VoidGame game) {
    asio::post(desk_, [this, game = std::move(game)] {
      if (disk_failed_) return;
      tell(&RunObserver::void_game, game);
      if (const auto added = store_.add_void({&game, 1}); !added) cannot_write(added.error());
    });
  }

  /// Called on a table's thread.
  void deliver_news(const StartNews& news) {
    work_.look_again();
    asio::post(desk_, [this, news] {
      tell(&RunObserver::start_news, news);
      if (news.standing == StartDesk::Standing::gone) note_gone();
    });
  }

  /// Stores the bots that no longer start, so that readers of the results see them from now on.
  void note_gone() {
    if (disk_failed_) return;
    std::vector<NotStarting> bots;
    for (const int bot : starts_.gone())
      bots.push_back({tournament_.plan.bot(bot).name, starts_.why_gone(bot)});
    if (const auto noted = store_.set_not_starting(bots); !noted) cannot_write(noted.error());
  }

  /// Reports games that were not played, unless the run has ended for another reason.
  void note_unplayed() {
    const auto unplayed = work_.unplayed();
    if (failure_ || enough_ || interruptions_ > 0 || unplayed == 0) return;
    failure_ = Error{ErrorCode::bot, unplayed_sentence(tournament_.plan, starts_, unplayed)};
    tell(&RunObserver::failure, failure_->text());
  }

  /// Called on a table's thread as its last step.
  void leave(Done done) {
    asio::post(desk_, [this, done = std::move(done)] {
      if (!done) stop(done.error());
      if (--seated_ == 0) desk_.stop();
    });
  }

  void collect() {
    collecting_ = false;
    const auto games = finished_.take_all();
    if (games.empty() || disk_failed_) return;
    if (const auto added = store_.add(games); !added) return cannot_write(added.error());
    stored_now_ += games.size();
    bool more_rounds = false;
    for (const auto& game : games) more_rounds = work_.note(game.result) || more_rounds;
    if (more_rounds) keep_rounds();
    auto stored_so_far = stored() - games.size();
    for (const auto& game : games) tell(&RunObserver::game, game, ++stored_so_far);
    for (const auto& game : games) enough_ = enough_ || (options_.enough && options_.enough(game.result));
    if (enough_) return stop({});
    allow_games();
  }

  void allow_games() {
    if (options_.may_begin) work_.allow_below(options_.may_begin());
  }

  void keep_rounds() {
    const auto rounds = work_.rounds_after(stored_rounds_);
    if (rounds.empty()) return;
    if (const auto added = store_.add_rounds(stored_rounds_, rounds); !added)
      return cannot_write(added.error());
    tell(&RunObserver::rounds, stored_rounds_, rounds.size(), work_.known());
    stored_rounds_ += rounds.size();
  }

  void cannot_write(const Error& error) {
    disk_failed_ = true;
    finished_.close();
    stop(Error{ErrorCode::cannot_write, error.place, error.message});
  }

  void stop(const std::optional<Error>& failure) {
    if (failure && !failure_) {
      failure_ = failure;
      tell(&RunObserver::failure, failure->text());
    }
    work_.close();
    for (auto& table : tables_) table.abandon();
  }

  /// Called on the thread of the signals. It never waits for the coordinator.
  std::chrono::milliseconds heard(int signal, int count) {
    const bool again = interruptions_++ > 0;
    const bool patient = count == 1 && signal == SIGTERM && options_.patience.count() > 0;
    work_.close();  // a table may be waiting there for the next start of a bot
    asio::post(desk_, [this, signal, again] { tell(&RunObserver::interrupted, signal, again); });
    finished_.let_all_in();
    for (auto& table : tables_) patient ? table.stop_after_game() : table.abandon();
    return patient ? options_.patience : std::chrono::milliseconds{0};
  }

  /// Called on the thread of the signals.
  void give_up() {
    host_.close();
    for (auto& table : tables_) table.abandon();
  }

  void show_progress() {
    report();
    timer_.expires_after(progress_interval);
    timer_.async_wait([this](const boost::system::error_code& error) {
      if (!error) show_progress();
    });
  }

  void report() const {
    const auto total = work_.is_whole() ? work_.known() : std::max(work_.known(), fewest_games_);
    tell(&RunObserver::progress, RunProgress{total, stored(), stored_now_, store_.faults(),
                                             std::chrono::duration_cast<std::chrono::milliseconds>(
                                                 std::chrono::steady_clock::now() - begin_)});
  }

  /// Passes an event to all observers.
  template <class... Parameters, class... Arguments>
  void tell(void (RunObserver::*event)(Parameters...), const Arguments&... arguments) const {
    for (const auto& observer : options_.observers) ((*observer).*event)(arguments...);
  }

  const Tournament& tournament_;
  Store& store_;
  const RunOptions& options_;
  StartDesk starts_;
  TableSetting setting_;
  WorkQueue work_;
  FinishedQueue finished_;
  Host host_;
  asio::io_context desk_{1};
  asio::steady_timer timer_{desk_};
  std::list<TableWorker> tables_;
  std::vector<std::thread> threads_;
  std::optional<Error> failure_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::uint64_t stored_before_;
  std::uint64_t stored_now_ = 0;
  std::uint64_t fewest_games_;
  std::size_t stored_rounds_ = 0;
  int seated_ = 0;
  std::atomic<int> interruptions_ = 0;
  std::atomic<bool> collecting_ = false;  ///< whether a call of `collect` is posted
  bool disk_failed_ = false;
  bool enough_ = false;
};

}  // namespace

int workers_of(const Plan& plan, const RunOptions& options) {
  if (options.workers) return *options.workers;
  if (plan.workers) return *plan.workers;
  return std::max(1, static_cast<int>(usable_cores()) / std::max(1, plan.cores_per_table));
}

Result<RunEnd> run_tournament(const Tournament& tournament, Store& store, const RunOptions& options) {
  // The schedule of a shard already includes all earlier rounds.
  auto schedule = tournament.shard ? tournament.schedule : schedule_so_far(tournament, store);
  if (!schedule) return failure(ErrorCode::our_bug, schedule.error().message);
  return Run{tournament, std::move(*schedule), store, options}();
}

namespace {

/// The smallest time for a decision, in microseconds, at which a busy machine hardly matters.
constexpr std::int64_t ample_us = 500'000;

constexpr auto cpu_clock_cure = "clock = \"cpu\" in [limits] counts the CPU time of bots instead";

/// The largest number of bots that are asked at the same time, in a game with default actions.
int asked_at_once(const Rules& rules) {
  const auto game = rules.deal(std::make_shared<KeyedDeal>(DealKey{}));
  EventLog events;
  game->begin(events);
  int most = 1;
  for (auto wanted = game->wanted(); !wanted.empty(); wanted = game->wanted()) {
    most = std::max(most, wanted.size());
    Choices choices;
    for (const auto seat : wanted) choices[seat] = game->default_action(seat);
    events.clear();
    game->apply(choices, events);
  }
  return most;
}

std::string too_many_tables(const Plan& plan, int tables, double cores) {
  const int each = std::max(1, plan.cores_per_table);
  return fmt::format(
      "{}{} on {} by the wall clock: bots have to wait for a processor while their time runs; workers = {} "
      "(--workers) plays as many games at a time as there are cores for, {}",
      counted(static_cast<std::uint64_t>(tables), "table"),
      plan.cores_per_table > 1 ? " with " + cores_text(each) + (tables > 1 ? " each" : "") : "",
      cores_text(cores), std::max(1, static_cast<int>(cores) / each), cpu_clock_cure);
}

/// The shortest time that any bot of the plan has for its first decision, without its bank of overtime.
std::int64_t least_allowance_us(const Plan& plan) {
  std::int64_t least = longest_us;
  for (std::size_t bot = 0; bot < plan.bots.size(); ++bot) {
    auto limits = limits_of(plan, bot);
    limits.bank_ms = 0;
    least = std::min(least, Clock{limits}.allowance_us());
  }
  return least;
}

}  // namespace

std::string crowding_of(const Tournament& tournament, int tables, double cores, const MachineLoad& load) {
  const auto& plan = tournament.plan;
  if (plan.limits.clock == ClockKind::cpu) return {};
  if (tables * std::max(1, plan.cores_per_table) > cores) return too_many_tables(plan, tables, cores);
  if (least_allowance_us(plan) >= ample_us) return {};
  int at_once = 1;
  for (const auto& rules : tournament.rules) at_once = std::max(at_once, asked_at_once(rules));
  if (tables > 1 && at_once > 1 && tables * at_once > cores) {
    return fmt::format(
        "{} on {} by the wall clock, at each of which {} bots decide at the same time: bots have to wait for "
        "a processor while their time runs; workers = {} (--workers) lets fewer compute, {}",
        counted(static_cast<std::uint64_t>(tables), "table"), cores_text(cores), at_once,
        std::max(1, static_cast<int>(cores) / at_once), cpu_clock_cure);
  }
  if (!is_busy(load, cores)) return {};
  return fmt::format(
      "this machine is busy with other programs (load {} on {}) and the wall clock runs: bots have to wait "
      "for a processor while their time runs; start it when the machine is idle, or {}",
      fixed(load.average, 1), cores_text(cores), cpu_clock_cure);
}

std::string crowding_of(const Tournament& tournament, int tables) {
  return crowding_of(tournament, tables, usable_cores(), machine_load());
}

}  // namespace tribunal
