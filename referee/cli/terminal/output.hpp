#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <initializer_list>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/descriptor.hpp"
#include "cli/options/exit_code.hpp"

namespace tribunal {

class CommandLine;

/// A file that a command writes, or standard output by the name `-`. A regular file appears under its name
/// whole and on the disk, with `finish`, in place of what was there before; without that nothing has changed.
/// Of several at once one is there, whole. A device or a
/// pipe is written at once.
class Output {
 public:
  explicit Output(const std::string& name);
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  ~Output();
  void write(std::string_view text);
  /// Whether all was written so far, as far as is known.
  [[nodiscard]] bool is_good();
  /// Completes the file. The error is `cannot_write`.
  [[nodiscard]] Result<void> finish();

 private:
  [[nodiscard]] std::ostream& stream();
  /// Opens a file of this object's own in the folder of `target_`, without a name where the file system has
  /// such files. False if there can be none there.
  [[nodiscard]] bool open_own();
  [[nodiscard]] bool put_into_place();
  void note_error();

  std::string name_;
  std::string target_;  ///< the file that links lead to
  Descriptor own_;
  std::filesystem::path beside_;  ///< the hidden name of `own_`, if it has one
  std::ofstream file_;
  int error_ = 0;  ///< of the first failure, as errno has it
};

/// Writes `text` to `name` (`-`: standard output). The error is `cannot_write`.
[[nodiscard]] Result<void> write_output(const std::string& name, std::string_view text);

/// Looks at the outputs that a parsed command line names, before the work whose results they are to hold.
/// Throws `Complaint` if more than one would be printed, if a file most likely cannot be written, or if it is
/// something else too: an input, a bot's file, a file of a results folder, or another output. Touches no
/// file; devices and pipes may be named twice.
void look_at_outputs(const CommandLine& command);

/// The reason why the file that `option` names, which may be empty, may not be written: it is one of
/// `inputs`. For files that a plan names or that a folder of results holds.
[[nodiscard]] std::optional<std::string> output_is_input(const std::string& option, const std::string& file,
                                                         const std::vector<std::filesystem::path>& inputs);

/// The command that shows a game of a log or a folder, ready to be copied.
[[nodiscard]] std::string replay_command(const std::string& source, std::uint64_t game);

/// A report for programs, or for a page: `--json` prints it in place of the text for people, `--json=FILE`
/// writes it to a file beside that text.
class ReportOption {
 public:
  /// Adds the flag `name`; `what` says what is printed, such as `JSON`.
  void add(CommandLine& command, const std::string& name, const std::string& what);
  [[nodiscard]] bool is_wanted() const { return !file_.empty(); }
  [[nodiscard]] bool is_printed() const { return file_ == "-"; }
  /// The file as the command line names it: `-` for standard output; empty if there is to be no report.
  [[nodiscard]] const std::string& file() const { return file_; }
  /// Writes `text` to where it is wanted, which is somewhere. Throws `Complaint` if it cannot.
  void write(std::string_view text) const { must(write_output(file_, text)); }

 private:
  std::string file_;
};

using ReportOptions = std::initializer_list<std::reference_wrapper<const ReportOption>>;

/// Whether one of `reports` takes the place of the text for people.
[[nodiscard]] bool is_any_printed(ReportOptions reports);

}  // namespace tribunal
