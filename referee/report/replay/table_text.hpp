#pragma once

#include <optional>
#include <string>
#include <tribunal_bot.hpp>
#include <vector>

#include "games/core/seat.hpp"
#include "report/replay/told.hpp"

namespace tribunal {

/// The table as text, as an SDK's `View` keeps it. It is told of each change of the view: what has lain on
/// the table before decides what has a column.
class TableText {
 public:
  /// `names`: of the seats that bots or people play, harmless; the referee has those behind.
  TableText(std::vector<std::string> names, CardStyle style) : names_{std::move(names)}, style_{style} {}

  void begin(const bot::View& view);
  void follow(const bot::View& view);

  /// Some lines, each with its newline: what lies in the middle, then a line a seat. `next` decides next.
  [[nodiscard]] std::string text(const bot::View& view, std::optional<Seat> next) const;
  /// `seat 1 greedy`
  [[nodiscard]] std::string who(Seat seat) const;

 private:
  [[nodiscard]] std::string middle_of(const bot::View& view) const;
  [[nodiscard]] std::string more_of(const bot::View& view, Seat number) const;
  [[nodiscard]] std::string shown(const bot::Cards& cards) const;

  std::vector<std::string> names_;
  CardStyle style_;
  bool has_stock_ = false;
  bool has_piles_ = false;
  bool has_pot_ = false;          ///< from the first chips in it on
  std::vector<bot::Play> trick_;  ///< before the last event
  bot::Cards aside_;
};

}  // namespace tribunal
