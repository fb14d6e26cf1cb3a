#include "report/standings/fault_groups.hpp"

#include <fmt/format.h>
#include <utility>

#include "base/text/number_text.hpp"
#include "table/silence.hpp"

namespace tribunal {
namespace {

constexpr std::size_t most_ranges = 16;

Bytes32 key_of(int bot, std::uint64_t kind, std::string_view message, std::string_view error_tail) {
  Sha256 hash;
  for (const auto number :
       {static_cast<std::uint64_t>(bot), kind, static_cast<std::uint64_t>(message.size())})
    hash.add(big_endian_64(number));
  hash.add(message);
  hash.add(error_tail);
  return hash.finish();
}

Bytes32 key_of(const StoredFault& fault) {
  return key_of(fault.seat().bot, static_cast<std::uint64_t>(fault.fault.kind),
                without_measurements(fault.message), fault.error_tail);
}

Bytes32 key_of(const StoredRestart& restart) {
  constexpr std::uint64_t no_fault = ~std::uint64_t{0};
  return key_of(restart.bot(), no_fault, restart.message, restart.error_tail);
}

}  // namespace

void GameNumbers::add(std::uint64_t game) {
  if (!ranges_.empty() && ranges_.back().last == game) return;
  ++size_;
  if (!ranges_.empty() && ranges_.back().last + 1 == game) {
    ranges_.back().last = game;
  } else {
    ranges_.push_back({game, game});
  }
}

std::string GameNumbers::text() const {
  std::string text;
  std::uint64_t named = 0;
  for (std::size_t at = 0; at < ranges_.size() && at < most_ranges; ++at) {
    const auto [first, last] = ranges_[at];
    text += (at == 0 ? "" : ", ") + std::to_string(first);
    if (last > first) text += (last == first + 1 ? ", " : "-") + std::to_string(last);
    named += last - first + 1;
  }
  if (named < size_) text += fmt::format(" and {} more up to {}", size_ - named, ranges_.back().last);
  return text;
}

void FaultGroups::add(const StoredFault& fault) { add(key_of(fault), fault.game.index); }
void FaultGroups::add(const StoredRestart& restart) { add(key_of(restart), restart.game.index); }

std::optional<FaultGroup> FaultGroups::take_led_by(const StoredFault& fault) {
  return take(key_of(fault), fault.game.index);
}

std::optional<FaultGroup> FaultGroups::take_led_by(const StoredRestart& restart) {
  return take(key_of(restart), restart.game.index);
}

void FaultGroups::add(const Bytes32& key, std::uint64_t game) {
  const auto [found, is_new] = groups_.try_emplace(key, FaultGroup{game, {}});
  if (!is_new && game != found->second.first_game) found->second.more_games.add(game);
}

std::optional<FaultGroup> FaultGroups::take(const Bytes32& key, std::uint64_t game) {
  const auto found = groups_.find(key);
  if (found == groups_.end() || found->second.first_game != game) return std::nullopt;
  auto group = std::move(found->second);
  groups_.erase(found);
  return group;
}

std::string same_again_text(const FaultGroup& group) {
  const auto games = group.more_games.size();
  if (games == 0) return {};
  return fmt::format("  the same as in game {} in {}: {}\n", group.first_game, counted(games, "more game"),
                     group.more_games.text());
}

}  // namespace tribunal
