#include "cli/results/analysis_set.hpp"

#include <algorithm>
#include <ctime>
#include <fmt/format.h>
#include <span>

#include "base/text/number_text.hpp"
#include "cli/terminal/output.hpp"
#include "report/analysis/analysis_report.hpp"

namespace tribunal {
namespace {

constexpr std::size_t sample_size = 16;

/// The CPU time of this thread in seconds.
double thread_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  constexpr double nanosecond = 1e-9;
  return static_cast<double>(now.tv_sec) + nanosecond * static_cast<double>(now.tv_nsec);
}

/// The seconds that one core takes for one world of a decision.
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

bool AnalysisSet::add(const GameToAnalyse& game) {
  if (!contents_.insert(game.questions.content).second) {
    ++repeated_;
    return false;
  }
  const auto& open = game.questions.open;
  decisions_ += open.size();
  if (open.empty()) return true;
  // All games have the same probability to be in the sample (reservoir sampling).
  const auto place = sampled_++ < sample_size ? sampled_ - 1 : chance_.uniform(sampled_);
  if (place >= sample_size) return true;
  auto one = game;
  one.questions.open = {open[chance_.uniform(static_cast<std::uint32_t>(open.size()))]};
  if (place == sample_.size())
    sample_.push_back(std::move(one));
  else
    sample_[place] = std::move(one);
  return true;
}

WorldsInBudget AnalysisSet::worlds_in(std::int64_t seconds, const AnalysisOptions& options,
                                      unsigned threads) const {
  const auto of_all =
      seconds_a_world(sample_, options) * static_cast<double>(std::max<std::size_t>(1, decisions_));
  const auto available = static_cast<double>(seconds) * threads;
  const auto most = static_cast<double>(most_worlds);
  const auto fit = of_all <= 0 ? most : std::clamp(available / of_all, 0.0, most);
  WorldsInBudget fits{.worlds = std::max(fewest_worlds, static_cast<std::size_t>(fit) / 2 * 2)};
  if (fit < static_cast<double>(fewest_worlds))
    fits.seconds_of_fewest = of_all * static_cast<double>(fewest_worlds) / threads;
  return fits;
}

std::string WorldsInBudget::note(std::int64_t seconds) const {
  auto note = fmt::format(
      "--budget {}: {} per decision at the speed of this machine; --worlds {} repeats the output.", seconds,
      counted(worlds, "world"), worlds);
  if (seconds_of_fewest > 0)
    note += fmt::format(" Fewer worlds would say nothing; these take about {} s.", about(seconds_of_fewest));
  return note;
}

std::string mistakes_text(const AnalysisTotals& totals, const std::string& source) {
  std::string text;
  for (const auto& mistake : totals.worst())
    text += mistake_text(mistake, source.empty() ? "" : replay_command(source, mistake.game->number));
  return text;
}

Json mistakes_json(const AnalysisTotals& totals) {
  auto worst = Json::array();
  for (const auto& mistake : totals.worst()) worst.push_back(json_of(mistake));
  return worst;
}

Json bots_json(const AnalysisTotals& totals) {
  auto bots = Json::array();
  for (const auto& bot : totals.bots()) bots.push_back(json_of(bot));
  return bots;
}

}  // namespace tribunal
