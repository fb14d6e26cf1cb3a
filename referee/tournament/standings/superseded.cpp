#include "tournament/standings/superseded.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <limits>
#include <utility>

#include "base/text/utf8.hpp"
#include "tournament/results/folder.hpp"
#include "tournament/results/read_database.hpp"
#include "tournament/results/tables/sqlite.hpp"
#include "tournament/results/tables/stored_rulings.hpp"

namespace tribunal {
namespace {

/// The numbers of games and their content.
using StoredContents = std::vector<std::pair<std::int64_t, std::string>>;
constexpr auto no_ruling = std::numeric_limits<std::int64_t>::max();

/// The games of a folder below `end` as they stood before a ruling: one that was made void since counted
/// until the first ruling that did so.
Result<StoredContents> contents_of(const std::filesystem::path& folder, std::int64_t before,
                                   std::uint64_t end) {
  return guarded(folder, [&]() -> Result<StoredContents> {
    const auto database = open_to_read(folder);
    if (!database) return std::unexpected{database.error().at(ErrorCode::unreadable, folder.string())};
    StoredContents contents;
    Rows games{*database,
               fmt::format("SELECT game, content, min(CASE ruling WHEN 0 THEN {} ELSE ruling END) FROM games "
                           "WHERE game < {} AND (ruling = 0 OR ruling >= {}) GROUP BY game ORDER BY game",
                           no_ruling, end, before)};
    while (games.step()) contents.emplace_back(games.number(0), games.text(1));
    return contents;
  });
}

/// A folder, and those of its rulings by which it plays on from others, the oldest first.
struct Heir {
  std::filesystem::path folder;
  std::string source;
  std::vector<Ruling> rulings;

  Heir(std::filesystem::path path, const Results& results)
      : folder{std::move(path)}, source{source_of_deals(results)} {
    std::ranges::copy_if(results.tournament().rulings, std::back_inserter(rulings),
                         [](const Ruling& ruling) { return ruling.kind == RulingKind::play_on; });
  }

  [[nodiscard]] std::int64_t number(std::size_t place) const {
    return place < rulings.size() ? rulings[place].number : no_ruling;
  }
  [[nodiscard]] std::uint64_t end(std::size_t place) const {
    const auto from = place < rulings.size() ? played_on(rulings[place]) : std::nullopt;
    return from ? from->end : std::uint64_t{1} << 48U;
  }
};

/// Whether the games of two folders are the same, as far as one has them, before they parted by these
/// rulings: then one comes of the other, or both of a third.
Result<bool> are_kin(const Heir& one, const Heir& other, std::size_t parted) {
  if (one.source != other.source) return false;
  const auto end = std::min(one.end(parted), other.end(parted));
  const auto games = contents_of(one.folder, one.number(parted), end);
  if (!games) return std::unexpected{games.error()};
  const auto others = contents_of(other.folder, other.number(parted), end);
  if (!others) return std::unexpected{others.error()};
  return std::ranges::includes(*games, *others) || std::ranges::includes(*others, *games);
}

}  // namespace

std::string source_of_deals(const Results& results) {
  const auto& plan = results.tournament().plan;
  return to_hex(results.commitment()) + ' ' + plan.public_value.value_or("") + ' ' + plan.name;
}

Result<std::vector<Superseded>> superseded_of(const std::vector<std::filesystem::path>& folders,
                                              const std::vector<Results>& results) {
  std::vector<Heir> heirs;
  for (std::size_t at = 0; at < results.size(); ++at) heirs.emplace_back(folders[at], results[at]);
  std::vector<Superseded> superseded;
  std::vector<std::pair<std::size_t, std::size_t>> rivals;
  for (std::size_t old = 0; old < heirs.size(); ++old) {
    for (std::size_t by = 0; by < heirs.size(); ++by) {
      const auto& one = heirs[old].rulings;
      const auto& other = heirs[by].rulings;
      if (old == by || other.empty() || one.size() > other.size()) continue;
      const auto parted = static_cast<std::size_t>(std::ranges::mismatch(one, other).in1 - one.begin());
      const auto kin = are_kin(heirs[old], heirs[by], parted);
      if (!kin) return std::unexpected{kin.error()};
      const bool are_copies = one == other;
      if (*kin && !are_copies && parted == one.size()) {
        superseded.push_back({old, by, other[parted]});
        break;
      }
      if (*kin != are_copies && heirs[old].source == heirs[by].source) rivals.emplace_back(old, by);
    }
  }
  for (const auto& [one, other] : rivals) {
    const auto is_left_out = [&](const Superseded& out) { return out.folder == one || out.folder == other; };
    if (std::ranges::any_of(superseded, is_left_out)) continue;
    return std::unexpected{Error{
        ErrorCode::usage,
        fmt::format("{} and {} both play on from the same results, and hold other games: only one of them "
                    "counts; give that one alone",
                    harmless(folders[one].native()), harmless(folders[other].native()))}};
  }
  return superseded;
}

Result<std::string> compare_with_origin(const Results& results, const std::filesystem::path& folder,
                                        const std::filesystem::path& origin) {
  const Heir heir{folder, results};
  if (heir.rulings.empty()) return std::string{};
  const auto last = heir.rulings.size() - 1;
  const auto from = played_on(heir.rulings[last]).value_or(PlayedOn{});
  std::error_code ignored;
  const auto beside = std::filesystem::canonical(folder, ignored).parent_path() / from.folder;
  const auto place = origin.empty() ? beside : origin;
  const auto clause =
      fmt::format("by ruling {} it plays on from {}", heir.number(last), harmless(from.folder));
  if (origin.empty() && !std::filesystem::exists(database_of(place), ignored))
    return "; " + clause + ", which is not beside it and was not compared (--origin DIR names it)";
  if (auto problem = objection_to_files(place); !problem.empty()) return std::unexpected{std::move(problem)};
  const auto here = contents_of(folder, heir.number(last), from.end);
  if (!here) return std::unexpected{here.error()};
  const auto there = contents_of(place, no_ruling, no_ruling);
  if (!there) return std::unexpected{there.error()};
  Sha256 content;
  for (const auto& [game, hash] : *there) content.add(hash);
  std::string wrong;
  if (const auto other = std::ranges::mismatch(*here, *there); other.in1 != here->end())
    wrong = fmt::format("game {} there is not the same", other.in1->first);
  else if (const auto now = to_hex(content.finish()); now != from.content)
    wrong = fmt::format("all games there come to the SHA-256 {}, not {}", now, from.content);
  if (wrong.empty())
    return fmt::format("; {}, where the {} games up to there are the same", clause, here->size());
  return std::unexpected{
      Error{ErrorCode::wrong_plan, fmt::format("{} ({}), but {}", clause, harmless(place.native()), wrong)}};
}

}  // namespace tribunal
