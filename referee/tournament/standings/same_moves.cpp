#include "tournament/standings/same_moves.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "tournament/standings/comparison.hpp"

namespace tribunal {
namespace {

/// The deal, and the bot of each seat, the one on trial left blank.
using Table = std::pair<std::uint64_t, std::vector<int>>;

Table table_of(const GameResult& game) {
  Table table{game.deal, {}};
  for (const auto& seat : game.seats) {
    const bool on_trial = seat.bot == Comparison::candidate || seat.bot == Comparison::baseline;
    table.second.push_back(on_trial ? -1 : seat.bot);
  }
  return table;
}

bool is_same(const Decision& one, const Decision& other) {
  return one.seat == other.seat && one.action == other.action && one.by_referee == other.by_referee;
}

}  // namespace

Result<bool> same_moves(const Results& results, const Secret& secret, std::uint64_t deals) {
  bool same = true;
  std::map<Table, std::vector<Decision>> alone;  // games of one of the two, the other's still to come
  const auto walked = results.for_each_record(secret, [&](const GameResult& game, const Record& record) {
    if (game.deal >= deals) return false;
    const auto [partner, is_first] = alone.try_emplace(table_of(game), record.decisions);
    if (is_first) return true;
    same = std::ranges::equal(partner->second, record.decisions, is_same);
    alone.erase(partner);
    return same;
  });
  if (!walked) return std::unexpected{walked.error()};
  return same && alone.empty();
}

}  // namespace tribunal
