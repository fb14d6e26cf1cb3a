#include "tournament/results/tables/stored_rounds.hpp"

#include <utility>

#include "tournament/results/tables/game_row.hpp"

namespace tribunal {

std::optional<std::uint64_t> last_index(const SQLite::Database& database) {
  SQLite::Statement select{database, "SELECT max(game) FROM results"};
  if (!select.executeStep() || select.getColumn(0).isNull()) return std::nullopt;
  return static_cast<std::uint64_t>(select.getColumn(0).getInt64());
}

Result<std::vector<Round>> started_rounds(const SQLite::Database& database, const Schedule& schedule,
                                          const GameBounds& bounds) {
  std::vector<Round> rounds;
  const auto last = last_index(database);
  if (!last) return rounds;
  std::uint64_t games = 0;
  SQLite::Statement select{database, "SELECT number, deals, groups FROM rounds ORDER BY number"};
  while (games <= *last && select.executeStep()) {
    const auto number = select.getColumn(0).getInt64();
    if (!std::cmp_equal(number, rounds.size())) break;
    auto groups = parse_groups(select.getColumn(2).getString());
    Round round{std::move(groups).value_or(std::vector<std::vector<int>>{}),
                static_cast<std::uint64_t>(select.getColumn(1).getInt64())};
    if (const auto wrong = bounds.objection(round, games); !wrong.empty())
      return std::unexpected{"round " + std::to_string(number) + " is damaged in the database: " + wrong};
    games += round.deals * round.groups.size() * schedule.seatings() *
             static_cast<std::uint64_t>(schedule.shape().games);
    rounds.push_back(std::move(round));
  }
  return rounds;
}

}  // namespace tribunal
