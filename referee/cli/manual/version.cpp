#include <fmt/format.h>
#include <tribunal_commit.hpp>

#include "base/digest.hpp"
#include "cli/manual/documents.hpp"
#include "games/catalogue.hpp"

namespace tribunal {
namespace {

std::string text_of(const GameInfo& game) {
  auto text = fmt::format("{} {} {}\n", game.name, game.fewest_players, game.most_players);
  for (const auto& option : game.options)
    text += fmt::format("{} {} = {}\n", option.name, values_text(option), to_text(option.default_value));
  for (const auto& preset : game.presets) {
    text += preset.name;
    for (const auto& [key, value] : preset.options) text += fmt::format(" {}={}", key, value);
    text += '\n';
  }
  return text;
}

}  // namespace

std::string version_text() {
  Sha256 games;
  for (const auto& game : catalogue()) games.add(text_of(game));
  return fmt::format("tribunal {}, commit {}, games {}", TRIBUNAL_VERSION, TRIBUNAL_COMMIT,
                     to_hex(games.finish()).substr(0, 8));
}

}  // namespace tribunal
