#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/digest.hpp"
#include "tournament/results/tables/game_row.hpp"

namespace tribunal {

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
