#include "cli/options/bot_options.hpp"

#include <algorithm>
#include <filesystem>
#include <ostream>
#include <sstream>
#include <utility>

#include "base/escape.hpp"
#include "bots/hints/start_hint.hpp"
#include "bots/sandbox/visibility.hpp"
#include "report/standings/faults_report.hpp"
#include "tournament/plan/bot_names.hpp"
#include "tournament/plan/new_plan.hpp"
#include "tournament/plan/planned_bots.hpp"

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

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream{text};
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::vector<BotFiles> files_of_entries(std::span<const BotEntry> entries) {
  std::vector<BotFiles> bots;
  for (const auto& entry : entries)
    bots.push_back({.name = entry.name, .command = entry.command, .files = kits_of(entry.command)});
  return bots;
}

std::vector<Visibility> visible_to(std::span<const BotEntry> entries) {
  return visibility_of(files_of_entries(entries), {});
}

}  // namespace

Result<std::vector<BotEntry>> named_entries_of(const std::vector<std::string>& command_lines,
                                               const std::filesystem::path& directory) {
  namespace fs = std::filesystem;
  const auto where = directory.empty() ? fs::current_path() : fs::absolute(directory);
  std::vector<BotEntry> entries;
  for (const auto& line : command_lines) {
    auto command = parse_command(line, where);
    if (!command) return std::unexpected{command.error()};
    if (auto near = near_sample_bot(command->words.front())) return std::unexpected{*std::move(near)};
    BotEntry entry;
    entry.name = unused(name_of(*command), entries);
    entry.command = std::move(*command);
    entries.push_back(std::move(entry));
  }
  return entries;
}

Result<std::vector<BotEntry>> entries_of(const std::vector<std::string>& command_lines,
                                         const std::filesystem::path& output) {
  auto entries = named_entries_of(command_lines);
  if (!entries) return entries;
  auto identities = identities_of(*entries, output);
  if (!identities) return std::unexpected{identities.error()};
  for (std::size_t bot = 0; bot < entries->size(); ++bot)
    (*entries)[bot].sha256 = std::move(identities->at(bot).sha256);
  return entries;
}

Result<std::vector<BotIdentity>> identities_of(std::span<const BotEntry> entries,
                                               const std::filesystem::path& output) {
  OrganiserFiles organiser{.plan = {}, .results = {std::filesystem::absolute(usual_results)}};
  if (!output.empty() && output != "-") organiser.results.push_back(output);
  return identities_of(files_of_entries(entries), organiser);
}

void confine(std::span<BotEntry> entries, SandboxLevel level) {
  auto visible = visible_to(entries);
  for (std::size_t bot = 0; bot < entries.size(); ++bot) {
    entries[bot].sandbox = {.level = level,
                            .resources = {},
                            .shown = std::move(visible[bot].shown),
                            .hidden = std::move(visible[bot].hidden),
                            .environment = {}};
  }
}

std::string start_hint(std::span<const BotEntry> entries, std::size_t seat, bool ran,
                       const std::string& message, const std::string& error_tail) {
  const FailedStart start{.command = entries[seat].command,
                          .sandbox = entries[seat].sandbox,
                          .shared = visible_to(entries)[seat].shared,
                          .ran = ran,
                          .message = message,
                          .error_tail = error_tail};
  return start_hint(start, [](const auto&) { return std::string{own_folder_or_no_sandbox}; });
}

void show_error_tail(std::ostream& out, const std::string& tail) { out << error_tail_text(tail); }

void show_last_lines(std::ostream& out, const std::string& text) {
  constexpr std::size_t most = 20;
  auto lines = lines_of(text);
  if (lines.size() > most) {
    lines.erase(lines.begin(), lines.end() - most);
    out << "    ...\n";
  }
  for (const auto& line : lines) out << "    " << escaped(line) << '\n';
}

}  // namespace tribunal
