#include "cli/run/comparison_run.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "base/text/number_text.hpp"
#include "base/text/utf8.hpp"
#include "cli/run/question_options.hpp"
#include "cli/run/run_terminal.hpp"
#include "cli/run/start_check.hpp"
#include "report/standings/comparison_report.hpp"
#include "table/silence.hpp"
#include "tournament/results/bot_changes.hpp"
#include "tournament/results/folder.hpp"
#include "tournament/results/results.hpp"
#include "tournament/results/store.hpp"
#include "tournament/run/run_journal.hpp"
#include "tournament/standings/comparison.hpp"

namespace tribunal {
namespace {

/// Adds the games that are already stored.
void add_kept(const std::filesystem::path& out, Comparison& comparison) {
  const auto results = Results::open(out);
  if (!results) throw Complaint{results.error().message};
  Result<void> added;
  const auto walked = results->for_each([&](const GameResult& game) {
    added = comparison.add(game);
    return added.has_value() && !comparison.decided();
  });
  must(walked);
  must(added);
}

/// A bot that does not start would decide the question for the others: a baseline for any candidate.
std::vector<int> check_all(const Tournament& tournament, const RunOptions& run,
                           const std::filesystem::path& out) {
  return check_starts(tournament, run.level, std::span{&out, 1}, FilesNamedBy::options, false);
}

/// The comparison whose games were stored last, of the bots of these commands, in a folder beside `out`;
/// empty if there is none.
std::filesystem::path comparison_before(const std::filesystem::path& out, const Plan& plan) {
  namespace fs = std::filesystem;
  constexpr std::size_t most_looked_at = 200;
  std::error_code error;
  std::vector<std::pair<fs::file_time_type, fs::path>> found;
  const auto parent = fs::absolute(out).parent_path();
  for (fs::directory_iterator entry{parent, error}; !error && entry != fs::directory_iterator{};
       entry.increment(error)) {
    std::error_code absent;
    const auto stored = fs::last_write_time(database_of(entry->path()), absent);
    if (!absent && entry->path().filename() != out.filename()) found.emplace_back(stored, entry->path());
  }
  std::ranges::sort(found, std::greater{});
  found.resize(std::min(found.size(), most_looked_at));
  for (const auto& [time, folder] : found) {
    const auto results = Results::open(folder, RoundSource::nowhere);
    const auto is_same = [](const PlannedBot& one, const PlannedBot& other) {
      return one.name == other.name && one.command == other.command;
    };
    if (results && std::ranges::equal(results->tournament().plan.bots, plan.bots, is_same)) return folder;
  }
  return {};
}

/// Says on standard error since when a comparison begins anew, and which files of a bot made it another.
void tell_of_new_versions(const Tournament& tournament, const std::filesystem::path& out) {
  const auto before = comparison_before(out, tournament.plan);
  const auto results = Results::open(before, RoundSource::nowhere);
  if (before.empty() || !results) return;
  for (std::size_t bot = 0; bot < tournament.plan.bots.size(); ++bot) {
    const auto& then = results->tournament().sha256[bot];
    const BotIdentity now{tournament.files[bot], tournament.sha256[bot]};
    const auto stored = then.empty() ? Manifest{} : results->bot_files(then).value_or(Manifest{});
    const auto changes = changes_since_game(now, now, then, stored);
    if (changes.empty()) continue;
    std::cerr << "tribunal: " << tournament.plan.bots[bot].name << " is a new version, since: " << changes
              << "; the games of "
              << harmless(before.lexically_proximate(std::filesystem::current_path()).string())
              << " do not count here\n";
  }
}

/// Shows the state of the test as the progress of a run.
class ComparisonTerminal final : public RunTerminal {
 public:
  ComparisonTerminal(const Comparison& comparison, const Plan& plan, std::filesystem::path folder, bool quiet)
      : RunTerminal{plan, std::move(folder), quiet}, comparison_{comparison} {}

 private:
  void show(ProgressLine& line, const RunProgress& now) override {
    const auto tenths = std::lround(10 * comparison_.test().better().now);
    line.show(comparison_line(comparison_), tenths, now.elapsed);
  }

  const Comparison& comparison_;
};

/// A run of a comparison, from its stored games and those still to be played.
class ComparisonRun {
 public:
  ComparisonRun(Tournament tournament, const SequentialQuestion& question, ComparedBy by, RunOptions run,
                const RunPlace& place, std::filesystem::path out, bool quiet,
                std::optional<ComparedLuck> luck)
      : tournament_{std::move(tournament)},
        question_{question},
        by_{by},
        run_{std::move(run)},
        place_{place},
        out_{std::move(out)},
        quiet_{quiet},
        luck_{luck},
        comparison_{made(Moves::not_looked_at)} {}

  /// Plays until there is a verdict, if there is none yet.
  ExitCode decide() {
    const bool is_new = !std::filesystem::exists(database_of(out_));
    if (is_new) {
      tell_of_new_versions(tournament_, out_);
      check_all(tournament_, run_, out_);
    }
    auto store = must(Store::open(out_, tournament_, run_.facts, true));
    const auto stored = store.size();
    journal_ = place_.journal(out_);
    tell_of_other_version(store, run_.facts);
    secret_ = store.secret();
    comparison_ = made(Moves::not_looked_at);
    add_kept(out_, comparison_);
    if (!is_new && !comparison_.decided()) check_all(tournament_, run_, out_);
    auto code = play(store);
    if (code == ExitCode::ok && comparison_.wants_moves()) code = look_at_moves(store);
    if (store.size() > stored) tell_of_changed_bots(tournament_, place_);
    comparison_.note_stored(
        {.games = stored, .new_games = store.size() - stored, .last_played = store.played_before()});
    if (code == ExitCode::ok) count_unrepeated();
    return code;
  }

  [[nodiscard]] const Comparison& comparison() const { return comparison_; }

 private:
  /// A comparison that has seen no game; with luck once the secret of the deals is known.
  [[nodiscard]] Comparison made(Moves moves) const {
    std::shared_ptr<LuckOfDeals> luck;
    if (luck_ && secret_) {
      const auto& schedule = tournament_.schedule;
      luck = std::make_shared<LuckByEarlierDeals>(
          *luck_, stored_games_of_deal(out_, *secret_, schedule.groups() * schedule.seatings()));
    }
    return {tournament_.schedule, question_, by_, moves, std::move(luck)};
  }

  /// Plays until no more games are wanted.
  ExitCode play(Store& store) {
    if (comparison_.decided()) return ExitCode::ok;
    Result<void> added;
    auto playing = run_;
    playing.observers = {journal_of_run(tournament_, journal_),
                         std::make_shared<ComparisonTerminal>(comparison_, tournament_.plan, out_, quiet_)};
    playing.repeats_timeouts = true;
    playing.crowding = tell_of_crowding(tournament_, run_, quiet_);
    playing.enough = [&](const GameResult& game) {
      if (added) added = comparison_.add(game);
      return !added || comparison_.decided();
    };
    playing.may_begin = [&] { return (comparison_.test().blocks() + deals_ahead()) * games_a_deal(); };
    must(run_tournament(tournament_, store, playing));
    must(added);
    if (comparison_.decided()) return ExitCode::ok;
    return complain(ExitCode::interrupted, "interrupted after " +
                                               counted(comparison_.test().blocks(), "deal") +
                                               "; run the same command again to resume");
  }

  /// Compares the moves, since all results were equal. If the moves differ, and the test has no verdict, play
  /// continues.
  ExitCode look_at_moves(Store& store) {
    const auto results = must(Results::open(out_));
    const bool same = must(same_moves(results, store.secret(), comparison_.test().blocks()));
    comparison_.note_moves(same ? Moves::same : Moves::different);
    if (comparison_.decided()) return ExitCode::ok;
    comparison_ = made(Moves::different);
    add_kept(out_, comparison_);
    return play(store);
  }

  /// Counts the candidate's timeouts that did not recur.
  void count_unrepeated() {
    const auto results = must(Results::open(out_, RoundSource::nowhere));
    std::int64_t unrepeated = 0;
    must(results.for_each_incident(NoteKind::fault, [&](const Incident& incident) {
      const bool counts = incident.game.deal < comparison_.test().blocks();
      if (counts && incident.bot() == Comparison::candidate && incident.fault->kind == FaultKind::timeout)
        unrepeated += is_unrepeated(incident.message) ? 1 : 0;
      return counts;
    }));
    comparison_.note_unrepeated(unrepeated);
  }

  /// Enough that no table waits for another, and few to be played in vain.
  [[nodiscard]] std::uint64_t deals_ahead() const {
    constexpr std::uint64_t a_table = 4;
    return a_table * static_cast<std::uint64_t>(workers_of(tournament_.plan, run_));
  }
  [[nodiscard]] std::uint64_t games_a_deal() const { return comparison_.games_a_deal(); }

  Tournament tournament_;
  const SequentialQuestion& question_;
  ComparedBy by_;
  RunOptions run_;
  Journal journal_;
  const RunPlace& place_;
  std::filesystem::path out_;
  bool quiet_;
  std::optional<ComparedLuck> luck_;
  std::optional<Secret> secret_;
  Comparison comparison_;
};

}  // namespace

std::expected<Comparison, ExitCode> run_comparison(const Tournament& tournament,
                                                   const SequentialQuestion& question, ComparedBy by,
                                                   const RunOptions& run, const RunPlace& place,
                                                   const std::filesystem::path& out, bool quiet,
                                                   const std::optional<ComparedLuck>& luck) {
  ComparisonRun comparison{tournament, question, by, run, place, out, quiet, luck};
  if (const auto code = comparison.decide(); code != ExitCode::ok) return std::unexpected{code};
  return comparison.comparison();
}

}  // namespace tribunal
