// tribunal merge: the parts of a tournament, played on several machines, become one.
#include <filesystem>
#include <iostream>
#include <set>

#include "base/escape.hpp"
#include "base/text/number_text.hpp"
#include "base/text/text_width.hpp"
#include "base/text/utf8.hpp"
#include "bots/system/machine.hpp"
#include "cli/commands/commands.hpp"
#include "cli/run/run_options.hpp"
#include "tournament/cluster/merge.hpp"
#include "tournament/cluster/shard_folder.hpp"
#include "tournament/plan/toml/mistaken_file.hpp"
#include "tournament/results/results.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

struct MergeOptions {
  fs::path out;
  std::vector<fs::path> folders;
  bool accept_changes = false;
  bool unverified = false;
};

/// The folders of results in those given, of which each must have some.
std::vector<fs::path> all_results(const MergeOptions& options) {
  std::vector<fs::path> all;
  for (const auto& folder : options.folders) {
    const auto [below, links] = results_below(folder);
    for (const auto& link : links)
      std::cerr << "tribunal: " << harmless(link.string())
                << ": a link, which is not followed; to merge where it leads, name that folder too\n";
    if (below.empty()) {
      constexpr ExpectedFile expected{"a tournament's folder, such as results/demo, or a folder of shards",
                                      FileKind::results};
      const Error none_opens{ErrorCode::unreadable, Place{folder.string()},
                             "there are no results that can be opened"};
      throw Complaint{objection_to_file(folder, expected).value_or(none_opens)};
    }
    all.insert(all.end(), below.begin(), below.end());
  }
  return all;
}

void show_unequal(const MergeReport& report) {
  if (report.unequal == 0) return;
  std::cerr << "tribunal: " << counted(report.unequal, "game") << (report.unequal == 1 ? " was" : " were")
            << " not played the same in two folders; the first is kept. A bot that decides otherwise in the "
               "same position is not deterministic:\n";
  for (const auto& game : report.unequal_games) {
    std::cerr << "  game " << game.game << " in " << game.kept.string() << " and " << game.other.string();
    if (game.decision > 0) std::cerr << ": decision " << game.decision;
    if (!game.bot.empty()) std::cerr << ", by " << printable(game.bot);
    std::cerr << '\n';
  }
}

/// The shards that are not among `folders`, if these are named as the shards of one tournament; by the folder
/// in which they should be.
std::vector<std::pair<fs::path, Shard>> absent_shards(const std::vector<fs::path>& folders) {
  std::map<fs::path, std::set<int>> there;
  std::map<fs::path, int> counts;
  for (const auto& folder : folders) {
    const auto shard = shard_named(folder.filename().string());
    if (!shard) continue;
    there[folder.parent_path()].insert(shard->number);
    counts[folder.parent_path()] = shard->count;
  }
  std::vector<std::pair<fs::path, Shard>> absent;
  for (const auto& [parent, numbers] : there)
    for (int number = 1; number <= counts[parent]; ++number)
      if (!numbers.contains(number)) absent.emplace_back(parent, Shard{number, counts[parent]});
  return absent;
}

void show_missing(const MergeReport& report, const Results& results, const std::vector<fs::path>& folders,
                  const fs::path& out) {
  constexpr std::size_t most_shown = 10;
  const auto& schedule = results.tournament().schedule;
  std::cerr << "tribunal: " << counted(report.missing, "game") << " missing:\n";
  std::size_t shown = 0;
  for (const auto& range : report.missing_games) {
    if (++shown > most_shown) {
      std::cerr << "  and " << report.missing_games.size() - most_shown << " more\n";
      break;
    }
    std::cerr << "  games " << range.begin << " to " << range.end - 1 << " (deals "
              << schedule.game(range.begin).deal << " to " << schedule.game(range.end - 1).deal << ")\n";
  }
  const auto plan = shell_word(results.tournament().plan.file.string());
  const auto merged = shell_word(out.string());
  const auto absent = absent_shards(folders);
  shown = 0;
  for (const auto& [parent, shard] : absent) {
    if (++shown > most_shown) break;
    const auto all = schedule.in_rounds() ? parent.parent_path() : parent;
    std::cerr << "tribunal tournament " << plan << " --shard " << to_text(shard) << " --out "
              << shell_word(all.string())
              << (schedule.in_rounds() && schedule.rounds().size() > 1 ? " --after " + merged : "") << '\n';
  }
  if (absent.size() > most_shown) std::cerr << "... and " << absent.size() - most_shown << " more shards\n";
  std::cerr << (absent.empty() ? "" : "or, here: ") << "tribunal tournament " << plan << " --out " << merged
            << '\n';
}

ExitCode merge(const MergeOptions& options) {
  const auto folders = all_results(options);
  const MergeTerms terms{.accept_changes = options.accept_changes,
                         .verify = !options.unverified,
                         .threads = static_cast<unsigned>(available_cores().size())};
  const auto report = must(merge_results(options.out, folders, terms));
  const auto results = must(Results::open(options.out));
  std::cout << options.out.string() << ": " << counted(report.games, "game") << " from "
            << counted(report.sources, "folder") << (options.unverified ? ", not verified" : "");
  if (report.replaced > 0)
    std::cout << "; " << counted(report.replaced, "damaged game") << " of " << options.out.string()
              << " replaced";
  if (report.duplicates > 0) std::cout << "; " << report.duplicates << " of them more than once";
  if (report.next_round) {
    std::cout << "; round " << results.tournament().schedule.rounds().size() << " comes next";
  } else if (report.missing == 0) {
    std::cout << ": the tournament is complete; 'tribunal standings " << options.out.string() << "' shows it";
  }
  std::cout << std::endl;
  show_unequal(report);
  if (report.missing > 0) show_missing(report, results, folders, options.out);
  if (report.unequal > 0) return ExitCode::failed;
  if (report.missing > 0) return ExitCode::inconclusive;
  return report.next_round ? ExitCode::ok : verdict_on_bots(results, options.out);
}

}  // namespace

void add_merge_command(CommandLine& command) {
  auto& options = command.runs(merge);
  command.add("out", options.out, Value::results, "results folder; games that are there already are kept")
      ->required();
  command
      .add("folders", options.folders, Value::results,
           "results folders of the same tournament, or folders of them; of a game that several have, the "
           "first is taken")
      ->required();
  command.add("--accept-changes", options.accept_changes,
              "unite them although limits, bots or their sandbox differ");
  command.add("--unverified", options.unverified,
              "copy the games without verifying them: some 12 times as fast; the results say so");
}

}  // namespace tribunal
