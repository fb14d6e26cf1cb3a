#include "cli/results/folder_comparison.hpp"

#include "base/text/number_text.hpp"
#include "base/text/utf8.hpp"
#include "bots/system/cores.hpp"
#include "tournament/store/folder.hpp"

namespace tribunal {

Result<Differences> compare_folder(const std::string& folder, const ComparedGames& games,
                                   TablesBeside tables) {
  const auto results = Results::open(folder, RoundSource::results);
  if (!results) return std::unexpected{results.error()};
  Differences differences{folder};
  const auto secret = results->secret();
  if (!secret) {
    if (secret.error().code == ErrorCode::wrong_plan) {
      differences.add(harmless(secret.error().message));
    } else {
      differences.note(
          "the games are not compared with their records, as the secret of the deals is not here");
    }
    return differences;
  }
  const auto cores = static_cast<unsigned>(available_cores().size());
  std::uint64_t without_text = 0;
  const auto compared =
      compare_stored(*results, *secret, cores, games, [&](const StoredDifference& difference) {
        without_text += difference.has_no_text ? 1 : 0;
        differences.add(difference.game, harmless(difference.text),
                        difference.is_unreadable ? ErrorCode::unreadable : ErrorCode::failed);
        return true;
      });
  if (!compared) return std::unexpected{compared.error()};
  if (!games.texts.empty() && without_text > 0)
    differences.note(counted(without_text, "game") +
                     " left out: what cannot be read or played again is not written");
  const auto beside = difference_beside_games(*results, folder, tables);
  if (!beside) return std::unexpected{beside.error()};
  if (!beside->empty()) differences.add(harmless(*beside));
  return differences;
}

}  // namespace tribunal
