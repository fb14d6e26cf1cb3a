#include "report/page/same_cards.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <ranges>
#include <utility>

#include "record/transcript.hpp"

namespace tribunal {
namespace {

/// The games in the order of their cost. At first there are at most two of each deal, because a bot repeats
/// its mistake whenever it gets the same cards.
std::vector<ReplayCandidate> costliest_first(std::vector<ReplayCandidate> games) {
  constexpr int at_first = 2;
  std::ranges::stable_sort(games, std::greater<>{}, &ReplayCandidate::lost);
  std::map<std::pair<int, std::uint64_t>, int> taken;
  std::ranges::stable_partition(games, [&](const ReplayCandidate& game) {
    return ++taken[{game.cards.game, game.cards.deal}] <= at_first;
  });
  return games;
}

/// `count` games, one from each of as many equal parts of the list. Multiples of the golden ratio choose its
/// place there. With equal distances the same bots would always meet, because tables repeat from deal to
/// deal.
std::vector<ReplayCandidate> spread_over(const std::vector<ReplayCandidate>& games, std::uint64_t count) {
  constexpr double golden_ratio = 0.61803398874989485;
  std::vector<ReplayCandidate> chosen;
  const auto part = static_cast<double>(games.size()) / static_cast<double>(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto step = static_cast<double>(i);
    const auto within = std::fmod(step * golden_ratio, 1.0);
    const auto place = static_cast<std::size_t>((step + within) * part);
    chosen.push_back(games.at(std::min(place, games.size() - 1)));
  }
  return chosen;
}

}  // namespace

void SameCards::add(const GameResult& result) {
  for (std::size_t seat = 0; seat < result.seats.size(); ++seat)
    results_[{result.game, result.deal, static_cast<Seat>(seat)}].push_back(
        {result.seats[seat].bot, result.outcome.scores.at(seat), result.index});
}

std::vector<CardsResult> SameCards::of_others(const SeatCards& cards, int bot) const {
  std::vector<CardsResult> others;
  if (const auto found = results_.find(cards); found != results_.end())
    std::ranges::copy_if(found->second, std::back_inserter(others),
                         [&](const CardsResult& result) { return result.bot != bot; });
  std::ranges::stable_sort(others, std::greater<>{}, &CardsResult::score);
  return others;
}

std::optional<double> SameCards::against_others(const SeatCards& cards, int bot, std::int32_t score) const {
  const auto others = of_others(cards, bot);
  if (others.empty()) return std::nullopt;
  double sum = 0;
  for (const auto& other : others) sum += other.score;
  return score - sum / static_cast<double>(others.size());
}

std::vector<HeardLine> heard_lines(const Record& record, Seat seat) {
  Played played;
  if (play_again(record, played)) return {};
  std::vector<HeardLine> lines;
  for (const auto& event : played.events) {
    if (!event.is_told_to(seat)) continue;
    auto& line = lines.emplace_back();
    event.append_to(line.text, seat);
    line.is_own_decision = event.is_decision && event.seat == seat;
  }
  return lines;
}

std::optional<FirstDifference> first_difference(const std::vector<HeardLine>& own,
                                                const std::vector<HeardLine>& other) {
  const auto [here, there] = std::ranges::mismatch(own, other);
  if (here == own.end()) return std::nullopt;
  FirstDifference difference{.line = static_cast<std::size_t>(here - own.begin())};
  if (there != other.end() && here->is_own_decision && there->is_own_decision)
    difference.action = there->text;
  return difference;
}

std::vector<ReplayCandidate> chosen_for_replay(const std::vector<ReplayCandidate>& all, ReplayOrder order,
                                               bool only_faults, std::uint64_t at_most) {
  std::vector<ReplayCandidate> chosen;
  std::vector<ReplayCandidate> others;
  for (const auto& game : all) (game.has_fault ? chosen : others).push_back(game);
  chosen.resize(std::min<std::uint64_t>(chosen.size(), at_most));
  const auto room = only_faults ? 0 : std::min<std::uint64_t>(others.size(), at_most - chosen.size());
  if (room < others.size() && order == ReplayOrder::costliest) others = costliest_first(std::move(others));
  if (room > 0 && room < others.size() && order == ReplayOrder::spread) others = spread_over(others, room);
  std::ranges::copy(others | std::views::take(room), std::back_inserter(chosen));
  std::ranges::sort(chosen, {}, &ReplayCandidate::number);
  return chosen;
}

}  // namespace tribunal
