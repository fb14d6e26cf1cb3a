#include "tournament/standings/superseded.hpp"

#include <fmt/format.h>
#include <iterator>
#include <limits>
#include <ranges>

#include "base/text/utf8.hpp"
#include "base/try.hpp"
#include "tournament/results/folder.hpp"
#include "tournament/results/tables/sqlite.hpp"

namespace tribunal {
namespace {

/// The ids of games and their contents.
using StoredContents = std::vector<std::pair<std::int64_t, std::string>>;
constexpr auto no_ruling = std::numeric_limits<std::int64_t>::max();

/// The games of a folder below `end` as they were before a ruling. A game that was made void later counts
/// with the content that it had before the first such ruling.
Result<StoredContents> contents_of(const std::filesystem::path& folder, std::int64_t before,
                                   std::uint64_t end) {
  return guarded(folder, [&]() -> Result<StoredContents> {
    const auto database = TRY(open_to_read(folder));
    StoredContents contents;
    Rows games{database,
               fmt::format("SELECT game, content, min(CASE ruling WHEN 0 THEN {} ELSE ruling END) FROM games "
                           "WHERE game < {} AND (ruling = 0 OR ruling >= {}) GROUP BY game ORDER BY game",
                           no_ruling, end, before)};
    while (games.step()) contents.emplace_back(games.number(0), games.text(1));
    return contents;
  });
}

/// A folder and its rulings, the oldest first.
struct Heir {
  std::filesystem::path folder;
  std::string source;
  std::vector<Ruling> rulings;

  Heir(std::filesystem::path path, const Results& results)
      : folder{std::move(path)}, source{source_of_deals(results)}, rulings{results.tournament().rulings} {}

  [[nodiscard]] std::int64_t number(std::size_t place) const {
    return place < rulings.size() ? rulings[place].number : no_ruling;
  }
  [[nodiscard]] std::uint64_t end(std::size_t place) const {
    const auto from = plays_on(place) ? played_on(rulings[place]) : std::nullopt;
    return from ? from->end : std::uint64_t{1} << 48U;
  }
  [[nodiscard]] bool plays_on(std::size_t place) const {
    return place < rulings.size() && rulings[place].kind == RulingKind::play_on;
  }
  /// Whether the folder plays on by this ruling or a later one.
  [[nodiscard]] bool plays_on_from(std::size_t place) const {
    return std::ranges::any_of(rulings | std::views::drop(place),
                               [](const Ruling& one) { return one.kind == RulingKind::play_on; });
  }
};

/// The relation between the games of two folders before the ruling in which they differ.
enum class Kin : std::uint8_t {
  none,    ///< each has games that the other lacks: two different tournaments
  within,  ///< the other has all games of this one
  beyond,  ///< this one has all games of the other, and more
};

Result<Kin> kin_of(const Heir& one, const Heir& other, std::size_t parted) {
  if (one.source != other.source) return Kin::none;
  const auto end = std::min(one.end(parted), other.end(parted));
  const auto games = TRY(contents_of(one.folder, one.number(parted), end));
  const auto others = TRY(contents_of(other.folder, other.number(parted), end));
  if (std::ranges::includes(others, games)) return Kin::within;
  return std::ranges::includes(games, others) ? Kin::beyond : Kin::none;
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
      const auto parted = static_cast<std::size_t>(std::ranges::mismatch(one, other).in1 - one.begin());
      const bool are_copies = one == other;
      if (old == by || other.empty() || (parted == other.size() && !are_copies)) continue;
      const auto kin = TRY(kin_of(heirs[old], heirs[by], parted));
      // From the repaired round on, the old folder may have further games, and later rulings on them.
      const bool is_mended =
          kin != Kin::none && heirs[by].plays_on(parted) && !heirs[old].plays_on_from(parted);
      const bool is_before = kin == Kin::within && parted == one.size();
      if (!are_copies && (is_mended || is_before)) {
        superseded.push_back({old, by, other[parted]});
        break;
      }
      if ((kin != Kin::none) != are_copies && heirs[old].source == heirs[by].source)
        rivals.emplace_back(old, by);
    }
  }
  for (const auto& [one, other] : rivals) {
    const auto is_left_out = [&](const Superseded& out) { return out.folder == one || out.folder == other; };
    if (std::ranges::any_of(superseded, is_left_out)) continue;
    return failure(ErrorCode::usage,
                   fmt::format("{} and {} hold the same results, but differ in rulings and games; "
                               "expected only the one that counts",
                               harmless(folders[one].native()), harmless(folders[other].native())));
  }
  return superseded;
}

Result<std::string> compare_with_origin(const Results& results, const std::filesystem::path& folder,
                                        const std::filesystem::path& origin) {
  const Heir heir{folder, results};
  auto last = heir.rulings.size();
  while (last > 0 && !heir.plays_on(last - 1)) --last;
  if (last-- == 0) return std::string{};
  const auto from = played_on(heir.rulings[last]).value_or(PlayedOn{});
  std::error_code ignored;
  const auto beside = std::filesystem::canonical(folder, ignored).parent_path() / from.folder;
  const auto place = origin.empty() ? beside : origin;
  const auto clause =
      fmt::format("by ruling {} it plays on from {}", heir.number(last), harmless(from.folder));
  if (origin.empty() && !std::filesystem::exists(database_of(place), ignored))
    return "; " + clause + ", which is not beside it and was not compared (--origin DIR names it)";
  if (auto problem = objection_to_files(place); !problem.empty()) return std::unexpected{std::move(problem)};
  const auto here = TRY(contents_of(folder, heir.number(last), from.end));
  const auto there = TRY(contents_of(place, no_ruling, no_ruling));
  Sha256 content;
  for (const auto& [game, hash] : there) content.add(hash);
  std::string wrong;
  if (const auto other = std::ranges::mismatch(here, there); other.in1 != here.end())
    wrong = fmt::format("game {} there is not the same", other.in1->first);
  else if (const auto now = to_hex(content.finish()); now != from.content)
    wrong = fmt::format("all games there have the SHA-256 {}, not {}", now, from.content);
  const auto games =
      here.size() == 1 ? "the game up to there is" : fmt::format("the {} games up to there are", here.size());
  if (wrong.empty()) return fmt::format("; {}, where {} the same", clause, games);
  return failure(ErrorCode::wrong_plan,
                 fmt::format("{} ({}), but {}", clause, harmless(place.native()), wrong));
}

}  // namespace tribunal
