#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <initializer_list>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/descriptor.hpp"
#include "bots/sandbox/visibility.hpp"
#include "cli/options/exit_code.hpp"

namespace tribunal {

class CommandLine;

/// A file that a command writes, or standard output if the name is `-`. A regular file gets its name only in
/// `finish`, when it is complete and on the disk, and then replaces any earlier file. Without `finish`,
/// nothing changes. If several processes write the same file, one of the complete files remains. A device or
/// a pipe is written directly.
class Output {
 public:
  explicit Output(const std::string& name);
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  ~Output();
  void write(std::string_view text);
  /// Whether everything was written so far, as far as that is known.
  [[nodiscard]] bool is_good();
  /// Completes the file. The error is `cannot_write`.
  [[nodiscard]] Result<void> finish();

 private:
  [[nodiscard]] std::ostream& stream();
  /// Opens a new file in the folder of `target_`, without a name if the file system supports that. False if
  /// no file can be created there.
  [[nodiscard]] bool open_own();
  [[nodiscard]] bool put_into_place();
  void note_error();

  std::string name_;
  std::string target_;  ///< file to which links lead
  Descriptor own_;
  std::filesystem::path beside_;  ///< hidden name of `own_`, if it has one
  std::ofstream file_;
  int error_ = 0;  ///< errno of the first failure
};

/// Writes `text` to `name` (`-`: standard output). The error is `cannot_write`.
[[nodiscard]] Result<void> write_output(const std::string& name, std::string_view text);
/// Checks that `name` below `folder` is a regular file, or nothing yet, and that no link is on the way from
/// the folder, so that writing it changes no file elsewhere.
[[nodiscard]] Result<void> check_place_in(const std::filesystem::path& folder,
                                          const std::filesystem::path& name);
/// Empties those files that exist, so that a report of an earlier run does not look like one of this run.
/// Throws `Complaint` if one cannot be written.
void empty_old_reports(const std::vector<std::string>& files);
/// Makes a folder, which may exist, and those above it. The error is `cannot_write`.
[[nodiscard]] Result<void> create_folder(const std::filesystem::path& folder);

/// Checks the outputs that a parsed command line names, before the work that produces them. Throws
/// `Complaint` if several would be printed, if a file probably cannot be written, or if an output is also an
/// input, a bot's file, a file of a results folder, or another output. Opens no file. Devices and pipes may
/// be named twice.
void look_at_outputs(const CommandLine& command);

/// The reason that the file of `option`, which may be empty, must not be written: it is one of `inputs`. It
/// is for files that a plan or a results folder names. None if it may be written.
[[nodiscard]] std::optional<std::string> output_is_input(const std::string& option, const std::string& file,
                                                         const std::vector<std::filesystem::path>& inputs);

/// An option and the file that it names; the file may be empty or `-`.
using OptionFile = std::pair<std::string_view, std::string>;

/// Throws `Complaint` if one of `outputs` is a file in a folder of its own of a bot, unless it is empty or
/// among `WrittenFiles`. The bot may need it, although no command names it.
void spare_files_of_bots(std::span<const Visibility> bots, const std::vector<OptionFile>& outputs);

/// The command that shows a game of a log or a folder, for copying.
[[nodiscard]] std::string replay_command(const std::string& source, std::uint64_t game);

/// A report for programs, or a page. `--json` prints it in place of the text. `--json=FILE` writes it to a
/// file, and the text is still printed.
class ReportOption {
 public:
  /// Adds the flag `name`. `what`: what is printed, such as `JSON`.
  void add(CommandLine& command, const std::string& name, const std::string& what);
  [[nodiscard]] bool is_wanted() const { return !file_.empty(); }
  [[nodiscard]] bool is_printed() const { return file_ == "-"; }
  /// The file as the command line names it. `-`: standard output. Empty: no report.
  [[nodiscard]] const std::string& file() const { return file_; }
  /// Writes `text` to its destination. The report must be requested. Throws `Complaint` if it cannot be
  /// written.
  void write(std::string_view text) const { must(write_output(file_, text)); }

 private:
  std::string file_;
};

using ReportOptions = std::initializer_list<std::reference_wrapper<const ReportOption>>;

/// Whether one of `reports` is printed in place of the text.
[[nodiscard]] bool is_any_printed(ReportOptions reports);

}  // namespace tribunal
