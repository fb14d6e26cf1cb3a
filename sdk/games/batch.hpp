#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/error.hpp"
#include "games/core/rules.hpp"

namespace tribunal {

/// Memory that numpy may still read. A batch that needs more takes new memory and never frees this.
template <class Value>
using Shared = std::shared_ptr<std::vector<Value>>;

/// Many games of the same rules, each of which asks one or more seats. A row is a seat that must decide; rows
/// are in the order of games, then of seats.
class Batch {
 public:
  /// `games`: from 1. Each game is dealt by `FastDeal` with its own seed, which follows from `seed`.
  Batch(Rules rules, std::size_t games, std::uint64_t seed);

  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;
  ~Batch() = default;

  [[nodiscard]] const Rules& rules() const { return rules_; }
  [[nodiscard]] std::size_t games() const { return games_.size(); }
  [[nodiscard]] std::size_t rows() const { return rows_; }
  /// The number of actions for which each row has room: the largest number in any row so far.
  [[nodiscard]] std::size_t width() const { return width_; }
  [[nodiscard]] std::size_t features() const { return features_; }

  // By row: the number of the game, the seat, and the number of legal actions; for each of `width()` places,
  // whether there is an action, and its features.
  [[nodiscard]] const Shared<std::int32_t>& game_of_row() const { return game_of_row_; }
  [[nodiscard]] const Shared<std::int32_t>& seat_of_row() const { return seat_of_row_; }
  [[nodiscard]] const Shared<std::int32_t>& counts() const { return counts_; }
  [[nodiscard]] const Shared<std::uint8_t>& mask() const { return mask_; }
  [[nodiscard]] const Shared<float>& values_of_features() const { return values_; }

  /// The games that the last step ended: their numbers, and the score and place of each seat.
  [[nodiscard]] const Shared<std::int32_t>& ended() const { return ended_; }
  [[nodiscard]] const Shared<std::int32_t>& scores() const { return scores_; }
  [[nodiscard]] const Shared<std::int32_t>& places() const { return places_; }

  /// The game and the seat of a row; `row` is less than `rows()`.
  [[nodiscard]] const Game& game(std::size_t row) const {
    return *games_[static_cast<std::size_t>((*game_of_row_)[row])];
  }
  [[nodiscard]] Seat seat(std::size_t row) const { return static_cast<Seat>((*seat_of_row_)[row]); }

  /// The legal actions of a row; null if there is no such row.
  [[nodiscard]] const ActionList* actions(std::size_t row) const;

  /// Takes the legal action of this number in each row; games that end are replaced by new ones. The error
  /// names the first row whose number is not that of a legal action; then nothing changes.
  [[nodiscard]] Result<void> step(std::span<const std::int64_t> choices);

 private:
  void deal(std::size_t number);
  void look();
  void fill();

  Rules rules_;
  Stream seeds_;
  std::vector<std::unique_ptr<Game>> games_;
  std::size_t features_ = 0;
  std::size_t rows_ = 0;
  std::size_t width_ = 1;
  std::vector<ActionList> actions_;  ///< by row
  EventLog muted_ = EventLog::muted();
  std::vector<float> described_;
  Shared<std::int32_t> game_of_row_, seat_of_row_, counts_, ended_, scores_, places_;
  Shared<std::uint8_t> mask_;
  Shared<float> values_;
};

}  // namespace tribunal
