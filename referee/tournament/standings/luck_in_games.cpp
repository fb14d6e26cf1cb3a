#include "tournament/standings/luck_in_games.hpp"

#include <fmt/format.h>
#include <string>
#include <utility>

#include "tournament/luck/luck_run.hpp"

namespace tribunal {

LuckInGames::LuckInGames(const Tournament& tournament, LuckTakenOut taken_out)
    : taken_out_{std::move(taken_out)}, has_luck_{games_with_luck(tournament).has} {}

const LuckOfGame* LuckInGames::next(const GameResult& game) {
  const auto* const luck = taken_out_.luck->find(game.index);
  const bool has_luck = has_luck_.at(static_cast<std::size_t>(game.game));
  const bool fits =
      luck == nullptr ? !has_luck : has_luck && std::cmp_equal(luck->draws.size(), game.outcome.seats);
  found_ += luck != nullptr ? 1 : 0;
  if (!fits && !odd_game_) odd_game_ = game.index;
  return fits ? luck : nullptr;
}

Result<void> LuckInGames::check(const Bytes32& content) const {
  const auto refuse = [](const std::string& why) {
    return std::unexpected{Error{ErrorCode::unreadable, std::string{luck_file_name} + ": " + why +
                                                            "; 'tribunal luck' computes it anew"}};
  };
  if (content != taken_out_.luck->results) return refuse("this is the luck of other games");
  if (odd_game_)
    return refuse(fmt::format("the luck of game {} is missing, or is of other seats", *odd_game_));
  if (found_ != taken_out_.luck->games.size()) return refuse("it has the luck of games that were not played");
  return {};
}

}  // namespace tribunal
