// tribunal faults: lists the faults of bots in a tournament, even while it is being played.
#include <filesystem>
#include <iostream>
#include <unistd.h>

#include "base/text/number_text.hpp"
#include "base/text/text_width.hpp"
#include "cli/commands/commands.hpp"
#include "cli/options/bot_options.hpp"
#include "cli/results/differences.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/terminal.hpp"
#include "report/standings/faults_report.hpp"

namespace tribunal {
namespace {

struct FaultsOptions {
  std::filesystem::path folder;
  std::string bot;
  std::string kind;
  std::optional<int> waited;
  ReportOption json;
  ReportOption csv;
  TextLayout layout = layout_of(STDOUT_FILENO);
};

/// Whether the bot waited for a processor for at least this part of the time, in percent. None if it is
/// unknown.
std::optional<bool> has_waited(const Incident& fault, int percent) {
  const auto found = measurements_of(fault);
  if (!found || !found->share || found->share->span <= 0) return std::nullopt;
  return 100 * static_cast<double>(found->share->waited) >= percent * static_cast<double>(found->share->span);
}

/// The number of faults by bot and kind, printed as `one: 12 crash, 3 timeout`.
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

constexpr auto restart_kind = name_of(NoteKind::restart);

/// Visits the faults or the restarts of the selected bot and kind, until `visit` returns false.
Result<void> for_each_wanted(const Results& results, const FaultsOptions& options, NoteKind kind,
                             const std::function<bool(const Incident&)>& visit) {
  const auto fault_kind = find_name<FaultKind>(options.kind);
  const bool is_wanted = kind == NoteKind::fault
                             ? options.kind != restart_kind
                             : (options.kind.empty() || options.kind == restart_kind) && !options.waited;
  if (!is_wanted) return {};
  const auto& plan = results.tournament().plan;
  return results.for_each_incident(kind, [&](const Incident& incident) {
    const auto& bot = plan.bot(incident.bot()).name;
    const bool wanted = (options.bot.empty() || bot == options.bot) &&
                        (!fault_kind || incident.fault->kind == *fault_kind) &&
                        (!options.waited || has_waited(incident, *options.waited).value_or(false));
    return !wanted || visit(incident);
  });
}

std::string again(const FaultsOptions& options, const Incident& incident) {
  return see_again(program_invocation_name, options.folder.string(), incident);
}

/// Writes all faults, then the restarts, each by `write`.
void list_all(const Results& results, const FaultsOptions& options, const Differences& differences,
              Output& out, const std::function<void(const Json&)>& write) {
  const auto& plan = results.tournament().plan;
  const VoidedGames voided{results.tournament().rulings};
  for (const auto kind : {NoteKind::fault, NoteKind::restart}) {
    must(for_each_wanted(results, options, kind, [&](const Incident& one) {
      const auto game = one.game.index;
      write(incident_json(plan, one, again(options, one), differences.of_game(game),
                          voided.played_after(game)));
      return out.is_good();
    }));
  }
}

void list_json(const Results& results, const FaultsOptions& options, const Differences& differences) {
  Output out{options.json.file()};
  bool first = true;
  list_all(results, options, differences, out, [&](const Json& fault) {
    out.write(std::exchange(first, false) ? "[\n" : ",\n");
    out.write(json_line(fault));
  });
  out.write(first ? "[]\n" : "\n]\n");
  must(out.finish());
}

void list_csv(const Results& results, const FaultsOptions& options, const Differences& differences) {
  Output out{options.csv.file()};
  out.write(faults_csv_heading());
  list_all(results, options, differences, out, [&](const Json& fault) { out.write(faults_csv_line(fault)); });
  must(out.finish());
}

/// Prints the first fault or restart of each group, and the games in which it recurred.
void list_groups(const Results& results, const FaultsOptions& options, NoteKind kind, FaultGroups groups) {
  const auto& plan = results.tournament().plan;
  must(for_each_wanted(results, options, kind, [&](const Incident& one) {
    if (const auto group = groups.take_led_by(one))
      std::cout << incident_text(plan, one, again(options, one), options.layout)
                << fitted_text(same_again_text(*group), options.layout);
    return !groups.empty() && static_cast<bool>(std::cout);
  }));
}

/// Lists the number of faults, then each fault, with equal ones listed once, and then the restarts in the
/// same way, if there are any. Reads the results twice, because the texts of all faults together could fill
/// the memory. Faults that a running tournament adds during the call are ignored.
void list_text(const Results& results, const FaultsOptions& options, const Differences& differences) {
  const auto& plan = results.tournament().plan;
  Counts counts;
  FaultGroups groups;
  must(for_each_wanted(results, options, NoteKind::fault, [&](const Incident& fault) {
    ++counts[plan.bot(fault.bot()).name][fault.fault->kind];
    groups.add(fault);
    return true;
  }));
  const auto above = differences.text();
  std::cout << fitted_text(inked(Ink::warning, above, options.layout) + (above.empty() ? "" : "\n") +
                               counts_text(counts) + (groups.empty() ? "" : "\n"),
                           options.layout);
  list_groups(results, options, NoteKind::fault, std::move(groups));
  std::uint64_t restarts = 0;
  groups = {};
  must(for_each_wanted(results, options, NoteKind::restart, [&](const Incident& restart) {
    ++restarts;
    groups.add(restart);
    return true;
  }));
  if (restarts == 0) return;
  std::cout << '\n'
            << counted(restarts, "restart")
            << ", which are not faults: a process ended between two games\n\n";
  list_groups(results, options, NoteKind::restart, std::move(groups));
}

/// Prints the number of timeouts that `--waited` omits because it is unknown how long their bots waited.
void tell_of_unknown_waits(const Results& results, const FaultsOptions& options) {
  if (!options.waited) return;
  std::uint64_t unknown = 0;
  auto all = options;
  all.waited.reset();
  const auto walked = for_each_wanted(results, all, NoteKind::fault, [&](const Incident& fault) {
    unknown += fault.fault->kind == FaultKind::timeout && !has_waited(fault, 0) ? 1 : 0;
    return true;
  });
  if (walked && unknown > 0)
    std::cerr << "tribunal: note: for " << counted(unknown, "timeout")
              << " it is unknown how long the bot waited for a processor; --waited omits them\n";
}

ExitCode list(const FaultsOptions& options) {
  const auto results = must(Results::open(options.folder, RoundSource::nowhere));
  if (!options.bot.empty()) must(bot_of_plan(results.tournament().plan, options.bot, " in this tournament"));
  const auto differences =
      must(compare_folder(results, options.folder.string(), {.choice = {.with_faults = true}}));
  if (!is_any_printed({options.json, options.csv})) list_text(results, options, differences);
  if (options.json.is_wanted()) list_json(results, options, differences);
  if (options.csv.is_wanted()) list_csv(results, options, differences);
  tell_of_unknown_waits(results, options);
  return differences.conclude();
}

}  // namespace

void add_faults_command(CommandLine& command) {
  auto& options = command.runs(list);
  command.add("folder", options.folder, Value::results, "results folder")->required();
  command.add("--bot", options.bot, Value::bot_name, "only faults of this bot");
  auto kinds = list_of_names<FaultKind>();
  kinds.emplace_back(restart_kind);
  command.add("--kind", options.kind, choice(kinds), "only faults of this kind");
  command.add(
      "--waited", options.waited, whole(0, 100, "PERCENT"),
      "only timeouts in which the bot waited for a processor for at least this share of the measured time");
  options.json.add(command, "--json", "a JSON list of all faults, including repeated ones");
  options.csv.add(command, "--csv", "comma-separated values, a line for each fault");
}

}  // namespace tribunal
