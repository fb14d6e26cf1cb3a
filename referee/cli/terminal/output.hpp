#pragma once

#include <filesystem>
#include <fstream>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/descriptor.hpp"

namespace tribunal {

/// A file that a command writes, or standard output by the name `-`. A regular file appears under its name
/// whole, with `finish`, in place of what was there before; without that nothing has changed. A device or a
/// pipe is written at once.
class Output {
 public:
  explicit Output(const std::string& name);
  /// The reason why a file of this name could not be written; nothing if it most likely can, for `-` and for
  /// an empty name. Does not touch the file, so that a command can fail before the work whose result it is to
  /// hold.
  [[nodiscard]] static std::optional<std::string> trouble_with(const std::string& name);
  void write(std::string_view text);
  /// Whether all was written so far, as far as is known.
  [[nodiscard]] bool is_good();
  /// Whether all was written.
  [[nodiscard]] bool finish();
  /// The reason why something was not written: one sentence.
  [[nodiscard]] std::string problem() const;

 private:
  [[nodiscard]] static std::string problem_with(const std::string& name) {
    return name + ": cannot be written";
  }
  [[nodiscard]] std::ostream& stream();
  /// Opens a file without a name, in the folder of `target_`. False if there can be none there.
  [[nodiscard]] bool open_nameless();
  [[nodiscard]] bool give_name();
  void note_error();

  std::string name_;
  std::string target_;  ///< the file that links lead to
  Descriptor nameless_;
  std::ofstream file_;
  int error_ = 0;  ///< of the first failure, as errno has it
};

/// Finds a file that a command line names as an output and also as something else: an input, a bot's file, a
/// file of a results folder, or another output. `words` begin with the command. Returns what is wrong: one
/// sentence. Looks at the file system; devices and pipes may be named twice.
[[nodiscard]] std::optional<std::string> output_named_twice(const std::vector<std::string>& words);

/// Like `output_named_twice`, for the file that `option` names, which may be empty, and for files that a plan
/// names or that a folder of results holds.
[[nodiscard]] std::optional<std::string> output_is_input(const std::string& option, const std::string& file,
                                                         const std::vector<std::filesystem::path>& inputs);

}  // namespace tribunal
