#include "tournament/finished_game.hpp"

#include "record/replay_log.hpp"
#include "record/transcript.hpp"

namespace tribunal {

std::expected<GameResult, std::string> result_of(const ScheduledGame& game, const Record& record) {
  const auto played = play_again(record);
  if (!played) {
    return std::unexpected{"game " + std::to_string(game.index) + ", decision " +
                           std::to_string(played.error().decision) + ": expected " + played.error().expected};
  }
  GameResult result{.index = game.index,
                    .deal = game.deal,
                    .game = game.game,
                    .seats = {},
                    .outcome = played->outcome,
                    .content = from_hex(content_sha256(record, *played)).value_or(Bytes32{})};
  for (const int bot : game.seating) result.seats.push_back({.bot = bot, .faults = {}, .times = {}});
  for (const auto& fault : record.faults)
    ++result.seats.at(static_cast<std::size_t>(fault.seat)).faults[fault.kind];
  for (const auto& decision : record.decisions)
    if (!decision.by_referee) result.seats.at(static_cast<std::size_t>(decision.seat)).times.add(decision.us);
  return result;
}

}  // namespace tribunal
