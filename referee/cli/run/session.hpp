#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "cli/options/exit_code.hpp"
#include "cli/run/start_check.hpp"
#include "tournament/results/results.hpp"
#include "tournament/run/run_journal.hpp"
#include "tournament/run/runner.hpp"

namespace tribunal {

class CommandLine;

/// `--log-level` and `--log-file`: what is written of a command's run, and where.
class JournalOptions {
 public:
  /// `usual_file` names, for the help, where the journal is without `--log-file`; empty: nowhere.
  void add_options(CommandLine& command, const std::string& usual_file);
  /// Opens the file that was given, else `usual`; without either the journal writes nothing. A journal that
  /// cannot be written later on is complained of once, on standard error. The error is one sentence.
  [[nodiscard]] Result<Journal> open(const std::filesystem::path& usual = {}) const;

  /// The file that the command line names; may be empty.
  [[nodiscard]] const std::string& file() const { return file_; }

 private:
  std::string file_;
  std::string level_ = "info";
};

/// The options of commands that run a tournament.
struct RunPlace {
  std::filesystem::path out;   ///< empty: results/NAME
  std::optional<int> workers;  ///< the plan's
  JournalOptions log;
  bool quiet = false;
  bool dry_run = false;
  bool accept_changes = false;
  bool with_failing_bots = false;

  /// `name` is shown in the help for the tournament's name.
  void add_options(CommandLine& command, const std::string& name);
  [[nodiscard]] std::filesystem::path folder(const Plan& plan) const;
  /// The options of the run, with the level of the sandbox settled (`settle_level`), and the limits of this
  /// process raised where they are too small for it (`make_room`).
  [[nodiscard]] RunOptions settle(const Plan& plan) const;
};

/// A run of a tournament in a folder, for all commands that play one. Nothing is written in a new folder
/// before all bots start.
struct Session {
  const Tournament& tournament;
  const RunPlace& place;
  RunOptions run;                ///< settled
  std::filesystem::path folder;  ///< in which it is played
  FilesNamedBy files = FilesNamedBy::plan;
  Journal journal{};

  [[nodiscard]] bool is_new() const;
  /// Whether every bot that still plays gets ready, in the sandbox in which it will play. Bots that do not,
  /// and take part anyway, are noted in `run`.
  void check_starts();
  /// Whether optional bots are missing, whose games are not played.
  [[nodiscard]] bool plays_without_bots() const;
  /// Opens the results, and the journal beside them unless the options name another.
  [[nodiscard]] Store open();
  /// Whether there may be games to be played yet.
  [[nodiscard]] bool goes_on(const Store& store) const;
  /// Notes in `run` why bots will have to wait for processors (`crowding_of`), and prints it on standard
  /// error unless the run is quiet.
  void foresee_crowding();
  /// Plays, with the journal and these observers. Says on standard error if another version of Tribunal
  /// played the games before, and which bots changed meanwhile.
  [[nodiscard]] Result<RunEnd> play(Store& store, std::vector<std::shared_ptr<RunObserver>> observers);
};

/// Throws `Complaint` unless the plan says which cards are dealt, as parts of it must that are played apart.
void must_name_secret(const Plan& plan);

/// Whether all bots of a complete tournament played; reports those that were at fault in every game and those
/// that did not start any more.
[[nodiscard]] ExitCode verdict_on_bots(const Results& results, const std::filesystem::path& folder);

}  // namespace tribunal
