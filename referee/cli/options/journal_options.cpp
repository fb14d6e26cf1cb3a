#include "cli/options/journal_options.hpp"

#include <iostream>
#include <vector>

#include <CLI/CLI.hpp>

#include "base/text/utf8.hpp"

namespace tribunal {

void JournalOptions::add_options(CLI::App& command, const std::string& usual_file) {
  auto* const file = command
                         .add_option("--log-file", file_,
                                     "append a journal of the run to FILE (default: " +
                                         (usual_file.empty() ? "none" : usual_file) + ")")
                         ->type_name("FILE");
  const std::vector<std::string> levels{log_levels.begin(), log_levels.end()};
  auto* const level = command.add_option("--log-level", level_, "least severe lines in the journal")
                          ->check(CLI::IsMember(levels))
                          ->capture_default_str();
  if (usual_file.empty()) level->needs(file);
}

Result<Journal> JournalOptions::open(const std::filesystem::path& usual) const {
  const auto file = file_.empty() ? usual : std::filesystem::path{file_};
  if (file.empty()) return Journal{};
  return Journal::open(file, level_, [](const std::string& sentence) {
    std::cerr << "tribunal: " + harmless(sentence) + '\n';
  });
}

}  // namespace tribunal
