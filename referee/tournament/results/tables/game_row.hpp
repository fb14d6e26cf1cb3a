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

/// A `GameResult` as the cells of a row of the table `games`, JSON without blanks and one element per seat
/// (docs/results-db.md). Which of the plan's games it is follows from the index, by the schedule; `content`
/// is stored as its bytes.
struct GameRow {
  std::int64_t index = 0;
  std::int64_t deal = 0;
  std::string bots;    ///< `[0,3,2]`: of players' seats
  std::string scores;  ///< `[8,3,8]`: of all seats
  std::string places;  ///< of all seats
  std::string faults;  ///< `[{"timeout":1},{},{}]`: of players' seats; empty if nobody was at fault
  std::string times;   ///< `[[179,54,54],[0],[0]]`: `MoveTimes::text` of players' seats
  /// `[[647,548,0,0],...]`: cpu_us, peak_kib, voluntary and involuntary switches of players' seats, by the
  /// CPU clock also the CPU time of decisions. Empty if it was not measured.
  std::string usage;
};

/// The kinds of rows in the table `notes`.
enum class NoteKind : std::uint8_t {
  fault,    ///< of a bot in the game
  restart,  ///< of a bot that was started again for the game
};

template <>
inline constexpr auto enum_names<NoteKind> = in_words("fault", "restart");

/// The last column of `games` that is read: games are read by the million, and few of their readers need
/// all of a row.
enum class LastColumn : std::uint8_t { faults, times, usage, content };

/// A row where it lies, while it lies there; columns that are not read are empty.
struct GameRowView {
  std::int64_t index = 0;
  std::int64_t deal = 0;
  std::string_view bots;
  std::string_view scores;
  std::string_view places;
  std::string_view faults;
  std::string_view times;
  std::string_view usage;
  std::string_view content;  ///< 32 bytes
};

/// `game 7 is damaged in the database: its deal is 70, not 0 .. 19`, where `what` is what stands behind the
/// colon.
[[nodiscard]] std::string damaged_game(std::int64_t index, std::string_view what);

[[nodiscard]] GameRow to_row(const GameResult& result);
/// Sets `result` to the contents of the row up to its column `last`. The game and the bots' versions, which
/// are not in the row, become 0, and no seat has forfeited. Times and content hash do not change if they are
/// not read. After an error, which names the column, `result` is unusable. `GameBounds` decides whether the
/// tournament can have such a game.
[[nodiscard]] Result<void> from_row(const GameRowView& row, LastColumn last, GameResult& result);

/// The groups of a round as JSON: `[[0,3],[1,2]]`.
[[nodiscard]] std::string groups_text(const std::vector<std::vector<int>>& groups);
/// The groups of such a text; nothing if it is malformed.
[[nodiscard]] std::optional<std::vector<std::vector<int>>> parse_groups(std::string_view text);

/// The seal of a stored game: a hash of all its data in the database, stored in the same transaction. It
/// shows changes of what cannot be computed again: times, usage, comments, notes, and the conditions
/// with their host. It has no key: a program that changes a game can make its seal anew.
///
/// SHA-256 of the cells below, each as a netstring (`5:hello,`), in their order.
class GameSeal {
 public:
  /// `conditions`: SHA-256 of the text of the game's conditions. `row.content` is 32 bytes.
  GameSeal(const GameRowView& row, const Bytes32& conditions, std::string_view record);

  /// A row of the table `notes`; in their order.
  void add_note(NoteKind kind, std::int64_t seat, std::string_view message, std::string_view error_tail);
  [[nodiscard]] Bytes32 finish() const;

 private:
  std::string text_;
};

/// `row` with `content` as a view; valid while both live.
[[nodiscard]] GameRowView view_of(const GameRow& row, const Bytes32& content);

}  // namespace tribunal
