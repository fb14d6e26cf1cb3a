#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/luck/chance_luck.hpp"
#include "base/digest.hpp"
#include "base/enum_names.hpp"
#include "base/error.hpp"

namespace tribunal {

/// The kinds of luck that can be taken out of results.
enum class LuckKind : std::uint8_t {
  draws,            ///< luck of chance after decisions
  draws_and_hands,  ///< that, and luck of the hands dealt
};

template <>
inline constexpr auto enum_names<LuckKind> = in_words("draws", "draws and hands");

/// Luck is stored in whole thousandths, so that sums are exact and do not depend on the order of games.
inline constexpr std::int64_t luck_units = 1000;

/// `SeatLuck` in thousandths.
struct SeatLuckUnits {
  std::int32_t points = 0;
  std::int32_t rank = 0;

  SeatLuckUnits& operator+=(const SeatLuckUnits& more) {
    points += more.points;
    rank += more.rank;
    return *this;
  }
  bool operator==(const SeatLuckUnits&) const = default;
};

/// The luck of one game of a tournament.
struct LuckOfGame {
  std::uint64_t game = 0;            ///< index in the schedule
  std::uint32_t events = 0;          ///< `GameLuck::events`
  std::vector<SeatLuckUnits> draws;  ///< luck of draws by seat
  std::vector<SeatLuckUnits> hands;  ///< luck of hands by seat

  /// The luck of a seat, in thousandths; 0 beyond the seats.
  [[nodiscard]] SeatLuckUnits of_seat(std::size_t seat, LuckKind kind) const;
  bool operator==(const LuckOfGame&) const = default;
};

/// The luck of a game, rounded.
[[nodiscard]] LuckOfGame in_units(std::uint64_t game, std::size_t seats, const GameLuck& luck);

/// The policy with these weights, in thousandths.
[[nodiscard]] PolicyWeights policy_of(const std::vector<std::int32_t>& weights);

/// The model for a bot's playouts in games of deals of the other half.
struct LuckModel {
  std::string bot;
  std::string family;                 ///< family of games
  bool of_odd_deals = false;          ///< whether it was fitted to games of odd deals; false: even ones
  std::uint64_t decisions = 0;        ///< number of decisions to which it was fitted
  std::vector<std::int32_t> weights;  ///< weights in thousandths

  bool operator==(const LuckModel&) const = default;
};

/// The luck of a tournament's games, and everything beside the games that it follows from.
struct StoredLuck {
  Bytes32 results{};        ///< `TournamentStandings::content` of the games
  std::uint32_t pairs = 0;  ///< `LuckOptions::pairs`
  bool alike = false;       ///< `LuckOptions::alike`
  std::vector<LuckModel> models;
  std::vector<LuckOfGame> games;  ///< games in which chance can occur after decisions; ascending by index

  [[nodiscard]] const LuckOfGame* find(std::uint64_t game) const;
  /// The policy of a bot in games of this deal. Empty if it has no model.
  [[nodiscard]] PolicyWeights policy(std::string_view bot, std::string_view family, std::uint64_t deal) const;
  bool operator==(const StoredLuck&) const = default;
};

/// The name of the luck file in a results folder.
inline constexpr std::string_view luck_file_name = "luck.jsonl";

/// The lines of the file, each with its line end: the head with the models, and a line per game.
[[nodiscard]] std::string luck_head_line(const StoredLuck& luck);
[[nodiscard]] std::string luck_line(const LuckOfGame& game);

/// Reads a luck file, which may be hostile. `unfinished`: the last line may be cut off. The error says what
/// is wrong in which line.
[[nodiscard]] Result<StoredLuck> read_luck(std::istream& in, bool unfinished = false);

/// The luck stored in a results folder. None if the folder has no such file. The caller must compare its
/// `results` with those of the folder. The error names the file and the problem.
[[nodiscard]] Result<std::optional<StoredLuck>> luck_in(const std::filesystem::path& folder);

}  // namespace tribunal
