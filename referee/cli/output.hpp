#pragma once

#include <fstream>
#include <iosfwd>
#include <string>
#include <string_view>

namespace tribunal {

/// A file that a command writes, or standard output by the name `-`.
class Output {
 public:
  explicit Output(const std::string& name);
  void write(std::string_view text);
  /// Whether all was written.
  [[nodiscard]] bool finish();
  [[nodiscard]] std::string problem() const { return name_ + ": cannot be written"; }

 private:
  [[nodiscard]] std::ostream& stream();

  std::string name_;
  std::ofstream file_;
};

}  // namespace tribunal
