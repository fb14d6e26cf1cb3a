#include "cli/bot_options.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <ostream>
#include <sstream>
#include <utility>

#include "bots/lines.hpp"

namespace tribunal {
namespace {

// The last word that names a file says more than an interpreter before it; else the program itself.
std::string name_of(const Command& command) {
  const auto files = files_of(command);
  const auto path = files.empty() ? std::filesystem::path{command.words.front()} : files.back();
  const auto name = path.stem().string();
  return name.empty() ? "bot" : name;
}

std::string unused(const std::string& name, const std::vector<BotEntry>& taken) {
  auto candidate = name;
  for (int count = 2; std::ranges::find(taken, candidate, &BotEntry::name) != taken.end(); ++count) {
    candidate = name + "-" + std::to_string(count);
  }
  return candidate;
}

}  // namespace

std::expected<std::vector<BotEntry>, std::string> entries_of(const std::vector<std::string>& command_lines) {
  std::vector<BotEntry> entries;
  for (const auto& line : command_lines) {
    auto command = parse_command(line, std::filesystem::current_path());
    if (!command) return std::unexpected{command.error()};
    auto sha256 = sha256_of(*command);
    if (!sha256) return std::unexpected{sha256.error()};
    BotEntry entry;
    entry.name = unused(name_of(*command), entries);
    entry.command = std::move(*command);
    entry.sha256 = std::move(*sha256);
    entries.push_back(std::move(entry));
  }
  return entries;
}

Sandbox sandbox_for(const Command& command, SandboxLevel level) {
  namespace fs = std::filesystem;
  Sandbox sandbox{.level = level, .resources = {}, .shown = {}, .hidden = {}, .environment = {}};
  const char* const home = std::getenv("HOME");
  std::error_code ignored;
  const auto mode = fs::status(command.directory, ignored).permissions();
  const bool holds_more = command.directory == "/" || (mode & fs::perms::others_write) != fs::perms::none ||
                          (home != nullptr && fs::equivalent(command.directory, home, ignored));
  if (!holds_more) sandbox.shown.push_back(command.directory);
  return sandbox;
}

void show_error_tail(std::ostream& out, const std::string& tail) {
  if (tail.empty()) return;
  out << "  it wrote to stderr:\n";
  std::istringstream lines{tail};
  for (std::string line; std::getline(lines, line);) out << "    " << escaped(line) << '\n';
}

}  // namespace tribunal
