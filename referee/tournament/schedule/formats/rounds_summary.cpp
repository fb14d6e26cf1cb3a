#include "tournament/schedule/formats/rounds_summary.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text/number_text.hpp"

namespace tribunal {

double whole_points(std::int64_t halves) { return static_cast<double>(halves) / 2; }
std::string points_text(std::int64_t halves) { return fixed(whole_points(halves), 1); }

nlohmann::ordered_json points_json(const std::string& bot, const PlacePoints& points) {
  return {{"bot", bot}, {"place_points", whole_points(points.halves)}, {"of", whole_points(points.most)}};
}

std::string contests_text(const BotNames& names, const PlayedRound& played, int seats,
                          const std::vector<int>& by_bracket) {
  const auto points = points_of(played, seats);
  std::string text;
  for (std::size_t group = 0; group < points.size(); ++group) {
    text += group == 0 ? " " : "; ";
    const auto bots = names.of(played.round.groups[group]);
    for (std::size_t bot = 0; bot < bots.size(); ++bot)
      text += (bot == 0 ? "" : ", ") + bots[bot] + ' ' + points_text(points[group][bot].halves);
    if (std::ranges::count(by_bracket, played.round.groups[group].front()) > 0)
      text += " (equal: the better place in the bracket decides)";
  }
  return text;
}

std::string byes_text(const std::vector<std::string>& names) {
  if (names.empty()) return {};
  return fmt::format("{}: {}", names.size() == 1 ? "bye" : "byes", fmt::join(names, ", "));
}

}  // namespace tribunal
