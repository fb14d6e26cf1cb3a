#include "cli/results/luck_option.hpp"

#include <memory>
#include <utility>

#include <CLI/CLI.hpp>

#include "tournament/luck/luck_run.hpp"

namespace tribunal {

void LuckOption::add_options(CLI::App& command, const std::string& adds, const std::string& more) {
  command.add_flag("--luck", draws,
                   "add " + adds + "without the luck of draws, which 'tribunal luck' computed" + more +
                       "; exit with 1 if a bot has luck that no honest bot has");
  command.add_flag("--luck-hands", hands, "like --luck, without the luck of the hands dealt too");
}

Result<std::optional<LuckTakenOut>> LuckOption::read(const std::filesystem::path& folder,
                                                     const Results& results) const {
  if (!is_wanted()) return std::nullopt;
  const auto refuse = [&](const std::string& why) {
    return std::unexpected{Error{ErrorCode::usage, {folder.string()}, why}};
  };
  if (!games_with_luck(results.tournament()).any()) return refuse(no_later_chance(results.tournament()));
  auto stored = luck_in(folder);
  if (!stored) return std::unexpected{stored.error()};
  if (!*stored)
    return refuse("the luck of these games is not known yet; 'tribunal luck " + folder.string() +
                  "' computes it");
  return LuckTakenOut{.luck = std::make_shared<const StoredLuck>(**std::move(stored)),
                      .kind = hands ? LuckKind::draws_and_hands : LuckKind::draws};
}

}  // namespace tribunal
