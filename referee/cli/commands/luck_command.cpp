// tribunal luck: computes how much chance gave to each bot in a tournament.
#include <fmt/format.h>
#include <iostream>
#include <unistd.h>

#include "analysis/luck/chance_luck.hpp"
#include "base/text/number_text.hpp"
#include "base/text/utf8.hpp"
#include "cli/commands/commands.hpp"
#include "cli/run/run_terminal.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/terminal.hpp"
#include "report/standings/luck_report.hpp"
#include "tournament/luck/luck_run.hpp"
#include "tournament/results/results.hpp"
#include "tournament/standings/standings_of.hpp"

namespace tribunal {
namespace {

struct LuckCommandOptions {
  std::string folder;
  std::uint32_t pairs = usual_pairs;
  ThreadsOption threads;
};

/// Prints the standings without the luck of draws.
ExitCode show(const std::string& folder, const Results& results, const StoredLuck& luck) {
  const auto standings = must(standings_of(results, {}, LastColumn::content,
                                           LuckTakenOut{.luck = std::make_shared<const StoredLuck>(luck)}));
  std::cout << '\n'
            << luck_table(standings, LayoutOptions{}.layout(STDOUT_FILENO))
            << fmt::format("\n'tribunal standings {} --luck' shows this beside the standings.\n",
                           harmless(folder));
  return standings.without_luck->alarms().empty() ? ExitCode::ok : ExitCode::failed;
}

ExitCode luck(const LuckCommandOptions& options) {
  const auto results = must(Results::open(options.folder, RoundSource::nowhere));
  if (const auto why = no_later_chance(results.tournament()); !why.empty())
    std::cout << harmless(why) << '\n';
  if (!has_luck(results.tournament())) return ExitCode::ok;
  CountProgress line{"game"};
  auto computed =
      compute_luck(options.folder, results,
                   {.pairs = options.pairs,
                    .threads = options.threads.count(),
                    .progress = [&](std::uint64_t done, std::uint64_t all) { line.show(done, all); }});
  line.finish();
  const auto found = must(std::move(computed));
  std::uint64_t events = 0;
  for (const auto& game : found.games) events += game.events;
  std::cout << fmt::format("{}: the luck of {}, with {} after decisions, each measured by {} of playouts\n",
                           harmless(options.folder), counted(found.games.size(), "game"),
                           counted(events, "chance event"), counted(found.pairs, "pair"));
  return show(options.folder, results, found);
}

}  // namespace

void add_luck_command(CommandLine& command) {
  auto& options = command.runs(luck);
  command.add("folder", options.folder, Value::results, "a results folder")->required();
  command.add("--pairs", options.pairs, whole(1, most_luck_pairs),
              "pairs of playouts for each decision that chance followed; more pairs reduce the scatter");
  options.threads.add(command);
}

}  // namespace tribunal
