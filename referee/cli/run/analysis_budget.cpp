#include "cli/run/analysis_budget.hpp"

#include <algorithm>
#include <ctime>
#include <fmt/format.h>

#include "base/text/number_text.hpp"

namespace tribunal {
namespace {

/// CPU time of this thread, in seconds.
double thread_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  constexpr double nanosecond = 1e-9;
  return static_cast<double>(now.tv_sec) + nanosecond * static_cast<double>(now.tv_nsec);
}

/// Seconds of one core that a world of a decision takes.
double seconds_a_world(std::span<const GameToAnalyse> sample, AnalysisOptions options) {
  constexpr std::size_t measured_worlds = 60;
  options.worlds = measured_worlds;
  DecisionAnalyst analyst;
  const auto begin = thread_seconds();
  std::size_t worlds = 0;
  for (const auto& game : sample) {
    for (const auto& question : game.questions.open) {
      static_cast<void>(analyst.analyse(question, game.rules, game.key, options));
      worlds += measured_worlds;
    }
  }
  return worlds == 0 ? 0 : (thread_seconds() - begin) / static_cast<double>(worlds);
}

}  // namespace

WorldsInBudget worlds_in_budget(std::int64_t seconds, std::span<const GameToAnalyse> sample,
                                std::size_t decisions, const AnalysisOptions& options, unsigned threads) {
  const auto of_all =
      seconds_a_world(sample, options) * static_cast<double>(std::max<std::size_t>(1, decisions));
  const auto available = static_cast<double>(seconds) * threads;
  const auto most = static_cast<double>(most_worlds);
  const auto fit = of_all <= 0 ? most : std::clamp(available / of_all, 0.0, most);
  WorldsInBudget fits{.worlds = std::max(fewest_worlds, static_cast<std::size_t>(fit) / 2 * 2)};
  if (fit < static_cast<double>(fewest_worlds))
    fits.seconds_of_fewest = of_all * static_cast<double>(fewest_worlds) / threads;
  return fits;
}

std::string budget_note(std::int64_t seconds, const WorldsInBudget& fits) {
  auto note =
      fmt::format("--budget {}: {} a decision by the speed of this machine; --worlds {} repeats the output.",
                  seconds, counted(fits.worlds, "world"), fits.worlds);
  if (fits.seconds_of_fewest > 0)
    note += fmt::format(" No fewer mean anything; they take about {} s.", about(fits.seconds_of_fewest));
  return note;
}

}  // namespace tribunal
