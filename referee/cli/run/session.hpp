#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "bots/sandbox/sandbox.hpp"
#include "cli/options/exit_code.hpp"
#include "tournament/plan/tournament.hpp"
#include "tournament/results/results.hpp"
#include "tournament/run/run_journal.hpp"
#include "tournament/run/runner.hpp"

namespace tribunal {

class CommandLine;

/// The way in which the organiser names the files of bots.
enum class FilesNamedBy : std::uint8_t {
  plan,     ///< `files = ["tribunal_bot.py"]`
  options,  ///< `--candidate-files tribunal_bot.py`, in a comparison
};

/// The bots of a plan that take part now or later: all except withdrawn ones.
[[nodiscard]] std::vector<int> playing_bots(const Plan& plan);

/// Starts the bots of a plan that take part now or later, in the same way as for a first game, several at the
/// same time, and ends them again. A bot that fails is tried once more while no other is started. Prints on
/// standard error which bots do not start, and returns their indices. These are bots at fault, if that is
/// `tolerated`, and optional bots whose program is missing. The error says why nothing can be played.
/// `results` as in `sandboxes_of`.
[[nodiscard]] std::vector<int> check_starts(const Tournament& tournament, SandboxLevel level,
                                            std::span<const std::filesystem::path> results,
                                            FilesNamedBy files, bool tolerated);

/// The options `--log-level` and `--log-file`: which events of a run are written, and where.
class JournalOptions {
 public:
  /// Adds the options. `usual_file`: the file that help names as the default; empty: no journal.
  void add_options(CommandLine& command, const std::string& usual_file);
  /// Opens the given file, or else `usual`. Without either, the journal writes nothing. If it cannot be
  /// written later, that is printed once on standard error. The error is one sentence.
  [[nodiscard]] Result<Journal> open(const std::filesystem::path& usual = {}) const;

  /// The file on the command line; may be empty.
  [[nodiscard]] const std::string& file() const { return file_; }

 private:
  std::string file_;
  std::string level_ = "info";
};

/// The options of commands that run a tournament.
struct RunPlace {
  std::filesystem::path out;   ///< results folder; empty: results/NAME
  std::optional<int> workers;  ///< none: the plan's number
  JournalOptions log;
  bool quiet = false;
  bool dry_run = false;
  bool accept_changes = false;
  bool with_failing_bots = false;

  /// Adds the options. `name` stands for the tournament's name in help.
  void add_options(CommandLine& command, const std::string& name);
  [[nodiscard]] std::filesystem::path folder(const Plan& plan) const;
  /// The options of the run. The level of the sandbox is settled (`settle_level`), and limits of this process
  /// that are too small for it are raised (`make_room`).
  [[nodiscard]] RunOptions settle(const Plan& plan) const;
};

/// A run of a tournament in a folder, for all commands that play one. In a new folder, nothing is written
/// until all bots start.
struct Session {
  const Tournament& tournament;
  const RunPlace& place;
  RunOptions run;                ///< options of the run, settled
  std::filesystem::path folder;  ///< folder in which it is played
  FilesNamedBy files = FilesNamedBy::plan;
  Journal journal{};

  [[nodiscard]] bool is_new() const;
  /// Checks whether every bot that still plays starts in the sandbox in which it will play. Bots that do not
  /// start but take part anyway are noted in `run`.
  void check_starts();
  /// Whether programs of optional bots are missing, so that their games are not played.
  [[nodiscard]] bool plays_without_bots() const;
  /// Opens the results, and the journal in their folder unless the options name another file.
  [[nodiscard]] Store open();
  /// Whether games may remain to be played.
  [[nodiscard]] bool goes_on(const Store& store) const;
  /// Notes in `run` why bots will have to wait for processors (`crowding_of`). Prints it on standard error
  /// unless the run is quiet.
  void foresee_crowding();
  /// Prints on standard error that stored games may be of other files, if the sandbox lets a bot read files
  /// that are not part of its version.
  void tell_of_files_beside() const;
  /// Plays, with the journal and these observers. Prints on standard error if another version of Tribunal
  /// played earlier games, and which bots changed during the run.
  [[nodiscard]] Result<RunEnd> play(Store& store, std::vector<std::shared_ptr<RunObserver>> observers);
};

/// Throws `Complaint` unless the plan decides which cards are dealt. It must if its parts are played
/// separately.
void must_name_secret(const Plan& plan);

/// The exit code for the bots of a complete tournament. Prints which of them were at fault in every game or
/// no longer started.
[[nodiscard]] ExitCode verdict_on_bots(const Results& results, const std::filesystem::path& folder);

}  // namespace tribunal
