#pragma once

#include <string>
#include <vector>

#include "check/examination.hpp"

namespace tribunal {

/// One trouble of a bot, found by one examination or several.
struct Trouble {
  const Examination* first;                ///< of the report that it was made from
  std::vector<const Examination*> others;  ///< the other examinations that found it

  [[nodiscard]] bool holds(const Examination& examination) const;
  /// The names of the others: `game mitch for 3, unknown-game`; empty if there are none.
  [[nodiscard]] std::string names_of_others() const;
};

/// True for a fault of the bot, the referee or the machine.
[[nodiscard]] bool is_error(Finding finding);

/// Errors first, then warnings: a warning with the cause of an error belongs to that error. The result refers
/// to the examinations of `report`.
[[nodiscard]] std::vector<Trouble> troubles_of(const CheckReport& report);

}  // namespace tribunal
