#pragma once

#include <filesystem>
#include <string>

#include "base/error.hpp"
#include "tournament/run/journal.hpp"

namespace CLI {
class App;
}

namespace tribunal {

/// `--log-level` and `--log-file`: what is written of a command's run, and where.
class JournalOptions {
 public:
  /// `usual_file` names, for the help, where the journal is without `--log-file`; empty: nowhere.
  void add_options(CLI::App& command, const std::string& usual_file);
  /// Opens the file that was given, else `usual`; without either the journal writes nothing. A journal that
  /// cannot be written later on is complained of once, on standard error. The error is one sentence.
  [[nodiscard]] Result<Journal> open(const std::filesystem::path& usual = {}) const;

  /// The file that the command line names; may be empty.
  [[nodiscard]] const std::string& file() const { return file_; }

 private:
  std::string file_;
  std::string level_ = "info";
};

}  // namespace tribunal
