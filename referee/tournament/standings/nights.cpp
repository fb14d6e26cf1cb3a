#include "tournament/standings/nights.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <utility>

namespace tribunal {
namespace {

int index_of(const std::vector<std::string>& names, const std::string& name) {
  return static_cast<int>(std::ranges::find(names, name) - names.begin());
}

/// The versions of one bot.
std::span<const EntrantNights> of_bot(const std::vector<EntrantNights>& played, const Versions& versions,
                                      std::size_t bot) {
  std::size_t first = 0;
  for (std::size_t other = 0; other < bot; ++other) first += versions.count(other);
  return std::span{played}.subspan(first, versions.count(bot));
}

bool has_games(std::span<const EntrantNights> versions) {
  return std::ranges::any_of(versions, [](const EntrantNights& one) { return one.period.games > 0; });
}

/// The version of a bot that played last in a tournament, among those with games that count; nothing if there
/// are none.
std::optional<std::size_t> newest_that_counts(const Versions& versions, std::size_t bot,
                                              const std::vector<PlayPeriod>& periods) {
  const auto newest = versions.newest(bot);
  if (periods.at(newest).games > 0) return newest;
  for (std::size_t version = periods.size(); version > 0; --version)
    if (periods[version - 1].games > 0) return version - 1;
  return std::nullopt;
}

/// The version whose last game is the last of all that count; nothing if none counts.
std::optional<std::size_t> last_by_time(std::span<const EntrantNights> versions) {
  std::optional<std::size_t> last;
  for (std::size_t version = 0; version < versions.size(); ++version) {
    const auto& period = versions[version].period;
    if (!period.last) continue;
    if (!last || *period.last >= *versions[*last].period.last) last = version;
  }
  return last;
}

}  // namespace

std::vector<std::vector<int>> entrants_of(const Versions& versions, Versions& all) {
  std::vector<std::vector<int>> entrants;
  for (std::size_t bot = 0; bot < versions.names().size(); ++bot) {
    SeatResult seat;
    seat.bot = index_of(all.names(), versions.names()[bot]);
    entrants.emplace_back();
    for (const auto& hash : versions.hashes(bot)) {
      seat.version = all.number(seat.bot, hash);
      entrants.back().push_back(all.entrant(seat));
    }
  }
  return entrants;
}

NightTimes unknown_times(const std::vector<std::filesystem::path>& folders) {
  NightTimes times;
  for (const auto& folder : folders) {
    times.order.push_back(times.nights.size());
    times.nights.emplace_back().folder = folder.string();
  }
  return times;
}

Result<NightTimes> times_of(const std::vector<std::filesystem::path>& folders,
                            const std::vector<Results>& tournaments) {
  NightTimes times;
  for (std::size_t at = 0; at < tournaments.size(); ++at) {
    auto periods = tournaments[at].periods();
    if (!periods) return std::unexpected{periods.error()};
    auto& night = times.nights.emplace_back();
    night.folder = folders[at].string();
    night.last_known = tournaments[at].last_played();
    for (const auto& of_bot : *periods)
      for (const auto& period : of_bot) night.period.add(period);
    times.periods.push_back(*std::move(periods));
    times.order.push_back(at);
  }
  std::ranges::stable_sort(times.order, {}, [&](std::size_t at) { return times.nights[at].order(); });
  return times;
}

std::vector<EntrantNights> played_by(const std::vector<Results>& tournaments, const NightTimes& times,
                                     Versions& versions) {
  std::vector<EntrantNights> played(versions.entrants().size());
  for (std::size_t place = 0; place < times.order.size(); ++place) {
    const auto at = times.order[place];
    const auto entrants = entrants_of(tournaments[at].versions(), versions);
    for (std::size_t bot = 0; bot < entrants.size(); ++bot) {
      for (std::size_t version = 0; version < entrants[bot].size(); ++version) {
        const auto& period = times.periods[at].at(bot).at(version);
        if (period.games == 0) continue;
        auto& entrant = played.at(static_cast<std::size_t>(entrants[bot][version]));
        entrant.period.add(period);
        entrant.nights.push_back(place);
      }
    }
  }
  return played;
}

void set_newest(const std::vector<Results>& tournaments, const NightTimes& times,
                const std::vector<EntrantNights>& played, Versions& versions) {
  for (const auto at : times.order) {
    const auto& there = tournaments[at].versions();
    for (std::size_t bot = 0; bot < there.names().size(); ++bot) {
      if (there.hashes(bot).empty()) continue;
      const auto number = index_of(versions.names(), there.names()[bot]);
      const auto counting = newest_that_counts(there, bot, times.periods[at].at(bot));
      if (!counting && has_games(of_bot(played, versions, static_cast<std::size_t>(number)))) continue;
      versions.set_newest(
          number, versions.number(number, there.hashes(bot).at(counting.value_or(there.newest(bot)))));
    }
  }
  for (std::size_t bot = 0; bot < versions.names().size(); ++bot)
    if (const auto last = last_by_time(of_bot(played, versions, bot)))
      versions.set_newest(static_cast<int>(bot), static_cast<int>(*last));
}

VersionHistory joint_history(const Standings& standings, const Versions& versions, const NightTimes& times,
                             const std::vector<EntrantNights>& played) {
  VersionHistory history;
  for (const auto at : times.order) history.nights.push_back(times.nights[at]);
  history.rows = version_rows(standings, versions, played);
  return history;
}

Versions versions_of_all(const std::vector<Results>& tournaments, const NightTimes& times,
                         const std::vector<std::string>& others) {
  std::vector<std::string> names;
  std::set<std::string> known;
  const auto add = [&](const std::string& name) {
    if (known.insert(name).second) names.push_back(name);
  };
  for (const auto& tournament : tournaments)
    for (const auto& name : tournament.versions().names()) add(name);
  for (const auto& name : others) add(name);
  Versions all{names};
  for (const auto at : times.order) {
    const auto& versions = tournaments[at].versions();
    for (std::size_t bot = 0; bot < versions.names().size(); ++bot) {
      for (const auto& hash : versions.hashes(bot))
        (void)all.number(index_of(names, versions.names()[bot]), hash);
    }
  }
  return all;
}

}  // namespace tribunal
