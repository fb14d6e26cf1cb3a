#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "check/examination.hpp"
#include "check/order.hpp"
#include "report/page/page_builder.hpp"

namespace tribunal {

/// The page of a check, for the author of the bot. It is given each game as soon as that is over.
class CheckPage {
 public:
  /// `log`: the file with the replay logs of these games, as its user named it; empty if there is none.
  CheckPage(CheckOrder order, std::string_view log, std::string version);

  /// The next game. The error is one sentence.
  [[nodiscard]] Result<void> add(const PlayedGame& game);
  [[nodiscard]] PageContent finish(const CheckReport& report);

 private:
  [[nodiscard]] PageGame listed(const PlayedGame& game) const;

  CheckOrder order_;
  PageBuilder page_;
  std::uint64_t games_ = 0;
};

}  // namespace tribunal
