#include "tournament/standings/entrants.hpp"

#include <numeric>

#include "base/try.hpp"

namespace tribunal {
namespace {

/// Calls `use` with the rows of each bot.
template <class Row, class Use>
void for_each_bot(std::span<Row> rows, Use use) {
  while (!rows.empty()) {
    const auto other = [&](const VersionRow& row) { return row.name != rows.front().name; };
    const auto count = static_cast<std::size_t>(std::ranges::find_if(rows, other) - rows.begin());
    use(rows.first(count));
    rows = rows.subspan(count);
  }
}

void set_newest(std::span<VersionRow> versions, const VersionRow& newest) {
  for (auto& version : versions) version.newest = &version == &newest;
}

}  // namespace

Entrants::Entrants(const std::vector<Source>& sources, const std::vector<std::size_t>& order,
                   const std::vector<std::string>& imported) {
  std::vector<std::string> names;
  std::map<std::string, int> numbers;
  const auto add = [&](const std::string& name) {
    if (numbers.emplace(name, static_cast<int>(names.size())).second) names.push_back(name);
  };
  for (const auto& source : sources) std::ranges::for_each(source.versions.names(), add);
  std::ranges::for_each(imported, add);
  Versions all{names};
  for (const auto at : order) {
    const auto& versions = sources[at].versions;
    for (std::size_t bot = 0; bot < versions.names().size(); ++bot) {
      const auto number = numbers.at(versions.names()[bot]);
      const auto& hashes = versions.hashes(bot);
      for (const auto& hash : hashes) (void)all.number(number, hash);
      if (!hashes.empty()) all.set_newest(number, all.number(number, hashes.at(versions.newest(bot))));
    }
  }
  const auto entrants = all.entrants();
  std::vector<std::size_t> first_rows;
  for (std::size_t bot = 0; bot < names.size(); ++bot) {
    first_rows.push_back(rows_.size());
    const auto& hashes = all.hashes(bot);
    for (std::size_t version = 0; version < all.count(bot); ++version) {
      rows_.push_back({.bot = entrants[rows_.size()],
                       .name = names[bot],
                       .sha256 = hashes.empty() ? std::string{} : hashes[version],
                       .newest = version == all.newest(bot)});
    }
  }
  for (const auto& [plan, versions] : sources) {
    auto& rows_of_bots = rows_of_.emplace_back();
    for (std::size_t bot = 0; bot < versions.names().size(); ++bot) {
      const auto number = numbers.at(versions.names()[bot]);
      const auto first = first_rows[static_cast<std::size_t>(number)];
      auto& rows_of_bot = rows_of_bots.emplace_back();
      for (const auto& hash : versions.hashes(bot))
        rows_of_bot.push_back(first + static_cast<std::size_t>(all.number(number, hash)));
      if (rows_of_bot.empty()) rows_of_bot.push_back(first);
      if (plan.bots.at(bot).stay.excluded)
        for (const auto row : rows_of_bot) rows_[row].excluded = true;
    }
  }
  for (const auto at : order)  // the latest decides
    for (std::size_t bot = 0; bot < rows_of_[at].size(); ++bot)
      for (const auto row : rows_of_[at][bot])
        rows_[row].withdrawn = sources[at].plan.bots.at(bot).stay.withdrawn_after.has_value();
}

Entrants::Entrants(const Tournament& tournament, const Versions& versions)
    : Entrants{{{tournament.plan, versions}}, {0}, {}} {}

Result<Entrants> Entrants::of(std::span<const Results> tournaments,
                              std::span<const std::filesystem::path> folders,
                              const std::vector<std::string>& imported, bool with_times) {
  std::vector<Source> sources;
  for (const auto& results : tournaments) sources.push_back({results.tournament().plan, results.versions()});
  std::vector<std::size_t> order(tournaments.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  Entrants as_named{sources, order, imported};
  const bool several = std::ranges::any_of(as_named.rows_, std::not_fn(&VersionRow::newest));
  if (!with_times && !several) return as_named;
  std::vector<PlayPeriods> periods;
  std::vector<Night> nights;
  for (const auto& results : tournaments) {
    auto of_bots = TRY(results.periods());
    auto& night = nights.emplace_back(folders[nights.size()].string(), PlayPeriod{}, results.last_played());
    for (const auto& of_bot : of_bots)
      for (const auto& period : of_bot) night.period.add(period);
    periods.push_back(std::move(of_bots));
  }
  std::ranges::stable_sort(order, {}, [&](std::size_t at) { return nights[at].order(); });
  Entrants entrants{sources, order, imported};
  for (const auto at : order) entrants.add_night(std::move(nights[at]), at, periods[at]);
  entrants.set_newest_by_time();
  return entrants;
}

std::vector<std::string> Entrants::names() const {
  std::vector<std::string> names;
  for (const auto& row : rows_) names.push_back(row.bot);
  return names;
}

int Entrants::at(std::size_t tournament, const SeatResult& seat) const {
  const auto& versions = rows_of_.at(tournament).at(static_cast<std::size_t>(seat.bot));
  return static_cast<int>(versions[std::min(static_cast<std::size_t>(seat.version), versions.size() - 1)]);
}

std::vector<VersionRow> Entrants::that_count(const std::vector<bool>& has_games) const {
  auto rows = rows_;
  const auto counts = [&](const VersionRow& row) {
    return has_games.at(static_cast<std::size_t>(&row - rows.data()));
  };
  for_each_bot(std::span{rows}, [&](std::span<VersionRow> versions) {
    if (counts(*std::ranges::find_if(versions, &VersionRow::newest))) return;
    const auto last = std::find_if(versions.rbegin(), versions.rend(), counts);
    if (last != versions.rend()) set_newest(versions, *last);
  });
  return rows;
}

void Entrants::learn(const Tournament& tournament, const Versions& versions) {
  if (Entrants learned{tournament, versions}; learned.rows_.size() == rows_.size())
    *this = std::move(learned);
}

void Entrants::add_night(Night night, std::size_t tournament, const PlayPeriods& periods) {
  night.period = {};
  for (std::size_t bot = 0; bot < periods.size(); ++bot) {
    for (std::size_t version = 0; version < periods[bot].size(); ++version) {
      const auto& period = periods[bot][version];
      night.period.add(period);
      if (period.games == 0) continue;
      auto& row = rows_.at(rows_of_.at(tournament).at(bot).at(version));
      row.period.add(period);
      row.nights.push_back(nights_.size());
    }
  }
  nights_.push_back(std::move(night));
}

void Entrants::set_newest_by_time() {
  for_each_bot(std::span{rows_}, [](std::span<VersionRow> versions) {
    const auto last_game = [](const VersionRow& row) { return row.period.last; };
    const auto last = std::ranges::max_element(versions.rbegin(), versions.rend(), {}, last_game);
    if (last->period.last) set_newest(versions, *last);
  });
}

VersionHistory Entrants::history(const Standings& standings, std::vector<VersionRow> rows) const {
  std::map<std::string, std::size_t> places;
  for (const auto& row : standings.rows) places.emplace(row.name, places.size());
  for (auto& row : rows) {
    const auto* const standing = standings.row_of(row.bot);
    row.excluded = row.nights.empty() && standing != nullptr && standing->excluded;
    if (standing != nullptr) row.rating = standing->rating;
  }
  std::erase_if(rows, [](const VersionRow& row) { return row.nights.empty() && !row.excluded; });
  // Bots are ordered by their best row, whether it is the newest or not. The rows of a bot keep their order.
  std::ranges::stable_sort(rows, {}, [&](const VersionRow& row) {
    const auto found = places.find(row.name);
    return found == places.end() ? places.size() : found->second;
  });
  return {.rows = std::move(rows), .nights = nights_};
}

}  // namespace tribunal
