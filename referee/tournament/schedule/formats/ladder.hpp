#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "tournament/schedule/formats/round.hpp"

namespace tribunal {

/// Rounds in which a bot of the ladder finds its place, if all its deals are needed.
inline constexpr std::uint64_t most_ladder_rounds = 20;

/// For whom a round of a ladder is played: a candidate, by its number among them (the last of those in the
/// round), or -1, the field.
[[nodiscard]] int ladder_owner(const Round& round, const Shape& shape);

/// The deals of a bot of the ladder are played in rounds of so many; the last may have fewer.
[[nodiscard]] std::uint64_t ladder_round_deals(const Shape& shape);

/// The round of a ladder that follows `played`; nothing when every bot has its place.
///
/// First the field plays itself, in sampled groups. Then the candidates come, one after the other in the
/// order of the plan; each plays those whose ratings are nearest to its own (before its first game, to the
/// middle), and of the nearest those that it has met least. It has its place when its Elo error (half a 95 %
/// interval) is no more than `shape.target_error`, or when it has played `shape.deals` deals; from then on it
/// is among the opponents of those that come. The field goes on until this holds for all of it. Who is
/// withdrawn looks for no place any more, and is nobody's opponent.
[[nodiscard]] std::optional<Round> next_ladder_round(const Shape& shape, std::span<const PlayedRound> played);

}  // namespace tribunal
