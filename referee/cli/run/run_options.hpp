#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/error.hpp"
#include "cli/options/exit_code.hpp"
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

/// The options by which commands that run a tournament say where its results and its journal are and at how
/// many tables it is played.
struct RunPlace {
  std::filesystem::path out;   ///< empty: results/NAME
  std::optional<int> workers;  ///< the plan's
  JournalOptions log;

  /// `name` is shown in the help for the tournament's name.
  void add_options(CommandLine& command, const std::string& name);
  [[nodiscard]] std::filesystem::path folder(const Plan& plan) const;
  /// The journal of a run in the folder `results`, which exists: `results`/run.log unless the options say
  /// otherwise.
  [[nodiscard]] Journal journal(const std::filesystem::path& results) const;
  /// The options of the run, with the level of the sandbox settled (`settle_level`), and the limits of this
  /// process raised where they are too small for it (`make_room`).
  [[nodiscard]] RunOptions settle(const Plan& plan) const;
};

/// The reason why bots will have to wait for processors in a run (`crowding_of`); empty if they will not. It
/// is printed on standard error unless `quiet`.
[[nodiscard]] std::string tell_of_crowding(const Tournament& tournament, const RunOptions& run, bool quiet);

/// Says on standard error which bots changed while the games of a run were played.
void tell_of_changed_bots(const Tournament& tournament, const RunPlace& place);

/// Says on standard error if another version of Tribunal played the games stored in a folder that is resumed
/// with.
void tell_of_other_version(const Store& store, const HostFacts& facts);

/// Whether all bots of a complete tournament played; reports those that were at fault in every game and those
/// that did not start any more.
[[nodiscard]] ExitCode verdict_on_bots(const Results& results, const std::filesystem::path& folder);

}  // namespace tribunal
