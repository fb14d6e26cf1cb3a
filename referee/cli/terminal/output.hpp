#pragma once

#include <fstream>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>

namespace tribunal {

/// A file that a command writes, or standard output by the name `-`.
class Output {
 public:
  explicit Output(const std::string& name);
  /// Why a file of this name could not be written, found without touching it: before the work whose result it
  /// is to hold. Nothing if it most likely can, for `-` and for an empty name.
  [[nodiscard]] static std::optional<std::string> trouble_with(const std::string& name);
  void write(std::string_view text);
  /// Whether all was written so far, as far as is known.
  [[nodiscard]] bool is_good();
  /// Whether all was written.
  [[nodiscard]] bool finish();
  [[nodiscard]] std::string problem() const { return problem_with(name_); }

 private:
  [[nodiscard]] static std::string problem_with(const std::string& name) {
    return name + ": cannot be written";
  }
  [[nodiscard]] std::ostream& stream();

  std::string name_;
  std::ofstream file_;
};

}  // namespace tribunal
