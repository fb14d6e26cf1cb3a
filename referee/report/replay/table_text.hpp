#pragma once

#include <optional>
#include <string>
#include <tribunal_bot.hpp>
#include <vector>

#include "games/core/seat.hpp"
#include "report/replay/told.hpp"

namespace tribunal {

/// The table as text, from an SDK's `View`. It follows each change of the view, because a column exists only
/// once something has been in it.
class TableText {
 public:
  /// `names`: those of the seats that bots or people play, escaped. The referee's seats follow them.
  TableText(std::vector<std::string> names, CardStyle style) : names_{std::move(names)}, style_{style} {}

  void begin(const bot::View& view);
  void follow(const bot::View& view);

  /// Lines of text: the middle of the table, then one line per seat. `next`: the seat that decides next.
  [[nodiscard]] std::string text(const bot::View& view, std::optional<Seat> next) const;
  /// The name of a seat: `seat 1 greedy`.
  [[nodiscard]] std::string who(Seat seat) const;

 private:
  [[nodiscard]] std::string middle_of(const bot::View& view) const;
  [[nodiscard]] std::string more_of(const bot::View& view, Seat number) const;
  [[nodiscard]] std::string shown(const bot::Cards& cards) const;

  std::vector<std::string> names_;
  CardStyle style_;
  bool has_stock_ = false;
  bool has_piles_ = false;
  bool has_pot_ = false;          ///< whether there have been chips in it
  std::vector<bot::Play> trick_;  ///< trick before the last event
  bot::Cards aside_;
};

}  // namespace tribunal
