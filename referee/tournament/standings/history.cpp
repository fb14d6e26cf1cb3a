#include "tournament/standings/history.hpp"

#include <algorithm>
#include <map>

namespace tribunal {
namespace {

/// Calls `use` with each bot and version, and its name among the entrants.
template <class Use>
void for_each_version(const Versions& versions, Use use) {
  const auto entrants = versions.entrants();
  std::size_t entrant = 0;
  for (std::size_t bot = 0; bot < versions.names().size(); ++bot)
    for (std::size_t version = 0; version < versions.count(bot); ++version, ++entrant)
      use(bot, version, entrants[entrant]);
}

std::string hash_of(const Versions& versions, std::size_t bot, std::size_t version) {
  const auto& hashes = versions.hashes(bot);
  return version < hashes.size() ? hashes[version] : std::string{};
}

/// The rows in the order of the standings: bots by their best row, newest or not; a bot's rows keep their
/// order.
void order_by_standings(std::vector<VersionRow>& rows, const Standings& standings) {
  std::map<std::string, std::size_t> places;
  for (const auto& row : standings.rows) places.emplace(row.name, places.size());
  const auto place_of = [&](const VersionRow& row) {
    const auto found = places.find(row.name);
    return found == places.end() ? places.size() : found->second;
  };
  std::ranges::stable_sort(rows, {}, place_of);
}

}  // namespace

void mark_versions(Standings& standings, const Versions& versions) {
  std::map<std::string, std::pair<std::size_t, std::size_t>> by_entrant;
  for_each_version(versions, [&](std::size_t bot, std::size_t version, const std::string& entrant) {
    by_entrant[entrant] = {bot, version};
  });
  for (auto* const some : {&standings.rows, &standings.left_out}) {
    for (auto& row : *some) {
      row.name = row.bot;
      const auto found = by_entrant.find(row.bot);
      if (row.by_referee || found == by_entrant.end()) continue;
      const auto [bot, version] = found->second;
      row.name = versions.names()[bot];
      row.sha256 = row.games > 0 ? hash_of(versions, bot, version) : std::string{};
      row.superseded = version != versions.newest(bot);
    }
  }
}

Versions with_newest_of(Versions versions, const std::vector<bool>& has_games) {
  std::size_t first = 0;
  for (std::size_t bot = 0; bot < versions.names().size(); ++bot) {
    const auto count = versions.count(bot);
    auto version = versions.newest(bot);
    if (!has_games.at(first + version)) {
      version = count;
      while (version > 0 && !has_games.at(first + version - 1)) --version;
      if (version > 0) versions.set_newest(static_cast<int>(bot), static_cast<int>(version - 1));
    }
    first += count;
  }
  return versions;
}

std::vector<bool> older_versions(const Versions& versions) {
  std::vector<bool> older;
  for_each_version(versions, [&](std::size_t bot, std::size_t version, const std::string&) {
    older.push_back(version != versions.newest(bot));
  });
  return older;
}

std::vector<VersionRow> version_rows(const Standings& standings, const Versions& versions,
                                     const std::vector<EntrantNights>& played) {
  std::vector<VersionRow> rows;
  std::size_t number = 0;
  for_each_version(versions, [&](std::size_t bot, std::size_t version, const std::string& entrant) {
    const auto& [period, nights] = played.at(number++);
    const auto* const row = standings.row_of(entrant);
    const bool excluded = nights.empty() && row != nullptr && row->excluded;
    if (nights.empty() && !excluded) return;
    rows.push_back({.bot = entrant,
                    .name = versions.names()[bot],
                    .sha256 = hash_of(versions, bot, version),
                    .newest = version == versions.newest(bot),
                    .excluded = excluded,
                    .period = period,
                    .nights = nights,
                    .rating = row == nullptr ? std::nullopt : row->rating});
  });
  order_by_standings(rows, standings);
  return rows;
}

VersionHistory history_of(const Standings& standings, const Versions& versions, const PlayPeriods& periods) {
  VersionHistory history;
  auto& night = history.nights.emplace_back();
  std::vector<EntrantNights> played;
  for_each_version(versions, [&](std::size_t bot, std::size_t version, const std::string&) {
    const auto& period = periods.at(bot).at(version);
    night.period.add(period);
    played.push_back({period, period.games > 0 ? std::vector<std::size_t>{0} : std::vector<std::size_t>{}});
  });
  history.rows = version_rows(standings, versions, played);
  return history;
}

}  // namespace tribunal
