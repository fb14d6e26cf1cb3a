// tribunal faults: what bots did wrong in a tournament, also while it is being played.
#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>
#include <optional>

#include <CLI/CLI.hpp>

#include "cli/commands.hpp"
#include "cli/store_exit_code.hpp"
#include "games/spelling.hpp"
#include "record/counted.hpp"
#include "record/names.hpp"
#include "report/faults_report.hpp"
#include "report/text_width.hpp"

namespace tribunal {
namespace {

struct FaultsOptions {
  std::filesystem::path folder;
  std::string bot;
  std::string kind;
  bool json = false;
};

std::optional<std::string> unknown_bot(const Plan& plan, const std::string& name) {
  std::vector<std::string> names;
  for (const auto& bot : plan.bots) names.push_back(bot.name);
  if (name.empty() || std::ranges::find(names, name) != names.end()) return std::nullopt;
  return "there is no bot of the name '" + printable(name) + "' in this tournament" + suggestion(name, names);
}

/// How many of each kind and bot, as `one: 12 crash, 3 timeout`.
using Counts = std::map<std::string, FaultCounts>;

std::string counts_text(const Counts& counts) {
  std::string text;
  std::uint64_t sum = 0;
  for (const auto& [bot, faults] : counts) {
    text += "\n  " + printable(bot) + ':';
    const char* separator = " ";
    for (const auto& [kind, count] : faults) {
      text += separator + std::to_string(count) + ' ' + std::string{name_of(kind)};
      separator = ", ";
      sum += static_cast<std::uint64_t>(count);
    }
  }
  return counted(sum, "fault") + text + '\n';
}

ExitCode list(const FaultsOptions& options) {
  const auto results = Results::open(options.folder, RoundSource::nowhere);
  if (!results) return complain(results.error());
  const auto& plan = results->tournament().plan;
  if (const auto unknown = unknown_bot(plan, options.bot)) return complain(ExitCode::usage, *unknown);
  const auto kind = find_fault_kind(options.kind);
  Counts counts;
  bool first = true;
  const auto walked = results->for_each_fault([&](const KeptFault& fault) {
    const auto& bot = plan.bots.at(static_cast<std::size_t>(fault.seat().bot)).name;
    if ((!options.bot.empty() && bot != options.bot) || (kind && fault.fault.kind != *kind)) return true;
    const auto again = see_again(program_invocation_name, options.folder.string(), fault);
    if (options.json) {
      std::cout << (first ? "[\n" : ",\n") << fault_json(plan, fault, again);
    } else {
      std::cout << fault_text(plan, fault, again);
    }
    first = false;
    ++counts[bot][fault.fault.kind];
    return static_cast<bool>(std::cout);
  });
  if (!walked) return complain(walked.error());
  if (options.json) {
    std::cout << (first ? "[]\n" : "\n]\n");
  } else {
    std::cout << (first ? "" : "\n") << counts_text(counts);
  }
  return ExitCode::ok;
}

}  // namespace

void add_faults_command(CLI::App& app, ExitCode& exit_code) {
  auto* const command = app.add_subcommand(
      "faults", "What bots did wrong in a tournament, and how to see it again; also while it runs");
  const auto options = std::make_shared<FaultsOptions>();
  command->add_option("folder", options->folder, "the folder of the results")->required();
  command->add_option("--bot", options->bot, "only faults of this bot");
  std::vector<std::string> kinds;
  for (const auto name : fault_kind_names) kinds.emplace_back(name);
  command->add_option("--kind", options->kind, "only faults of this kind")->check(CLI::IsMember(kinds));
  command->add_flag("--json", options->json, "for programs: a list, one object per fault");
  command->callback([options, &exit_code] { exit_code = list(*options); });
}

}  // namespace tribunal
