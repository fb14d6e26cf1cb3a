#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/digest.hpp"
#include "base/enum_names.hpp"
#include "base/error.hpp"
#include "tournament/schedule/game_result.hpp"

namespace tribunal {

/// A `GameResult` as the cells of a row of the table `games`: JSON without blanks, with one element per seat
/// (docs/results-db.md). The schedule and the index decide which of the plan's games it is. `content` is
/// stored as bytes.
template <class Text>
struct GameCells {
  std::int64_t index = 0;
  std::int64_t deal = 0;
  Text bots;    ///< bots of players' seats: `[0,3,2]`
  Text scores;  ///< scores of all seats: `[8,3,8]`
  Text places;  ///< places of all seats
  Text faults;  ///< faults of players' seats: `[{"timeout":1},{},{}]`; empty if there were none
  Text times;   ///< `MoveTimes::text` of players' seats: `[[179,54,54],[0],[0]]`
  /// Resource usage of players' seats: `[[647,548,0,0],...]`, that is cpu_us, peak_kib, voluntary and
  /// involuntary switches. With the CPU clock, also the CPU time of decisions. Empty if it was not measured.
  Text usage;
};

using GameRow = GameCells<std::string>;

/// A view of a row, valid as long as the row. Columns that are not read are empty.
struct GameRowView : GameCells<std::string_view> {
  std::string_view content;  ///< 32 bytes
};

/// The kinds of rows in the table `notes`.
enum class NoteKind : std::uint8_t {
  fault,    ///< fault of a bot in the game
  restart,  ///< restart of a bot for the game
};

template <>
inline constexpr auto enum_names<NoteKind> = in_words("fault", "restart");

/// The last column of `games` that is read. Games are read by the million, and few readers need the whole
/// row.
enum class LastColumn : std::uint8_t { faults, times, usage, content };

/// A sentence such as `game 7 is damaged in the database: its deal is 70, not 0 .. 19`; `what` is the part
/// behind the colon.
[[nodiscard]] std::string damaged_game(std::int64_t index, std::string_view what);

[[nodiscard]] GameRow to_row(const GameResult& result);
/// Sets `result` to the contents of the row up to the column `last`. The game and the bots' versions are not
/// in the row and become 0, and no seat has forfeited. If times and content hash are not read, they do not
/// change. The error names the column, and `result` is then unusable. `GameBounds` checks whether the
/// tournament can have such a game.
[[nodiscard]] Result<void> from_row(const GameRowView& row, LastColumn last, GameResult& result);

/// The bots that a cell of the column `bots` states. None if it is malformed.
[[nodiscard]] std::optional<std::vector<int>> parse_bots(std::string_view cell);
/// The groups of a round as JSON: `[[0,3],[1,2]]`.
[[nodiscard]] std::string groups_text(const std::vector<std::vector<int>>& groups);
/// The groups that such a text states. None if it is malformed.
[[nodiscard]] std::optional<std::vector<std::vector<int>>> parse_groups(std::string_view text);

/// The seal of a stored game: a hash of all its data in the database, stored in the same transaction. It
/// reveals changes of data that cannot be recomputed: times, usage, comments, notes, and the conditions with
/// their host. It has no key, so a program that changes a game can also renew its seal.
///
/// It is SHA-256 of the cells below in their order, each as a netstring (`5:hello,`).
class GameSeal {
 public:
  /// `conditions`: SHA-256 of the text of the game's conditions. `row.content` must have 32 bytes.
  GameSeal(const GameRowView& row, const Bytes32& conditions, std::string_view record);

  /// Adds a row of the table `notes`. Call it in the order of the rows.
  void add_note(NoteKind kind, std::int64_t seat, std::string_view message, std::string_view error_tail);
  [[nodiscard]] Bytes32 finish() const;

 private:
  std::string text_;
};

/// `row` with `content` as a view, valid while both live.
[[nodiscard]] GameRowView view_of(const GameRow& row, const Bytes32& content);

}  // namespace tribunal
