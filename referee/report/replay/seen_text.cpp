#include "report/replay/seen_text.hpp"

#include <fmt/format.h>

#include "base/text/utf8.hpp"
#include "record/seat_lines.hpp"
#include "report/replay/replay_view.hpp"
#include "table/protocol.hpp"

namespace tribunal {
namespace {

/// The comments and the fault of `seat` from `begin` on, up to the decision of that index.
class Remarks {
 public:
  Remarks(const Record& record, Seat seat) : record_{record}, seat_{seat} {}

  std::string up_to(std::size_t decision) {
    std::string text;
    for (; comment_ < record_.comments.size() && record_.comments[comment_].decision <= decision; ++comment_)
      if (const auto& comment = record_.comments[comment_]; comment.seat == seat_)
        text += "# " + harmless(comment.text) + '\n';
    for (; fault_ < record_.faults.size() && record_.faults[fault_].decision <= decision; ++fault_) {
      const auto& fault = record_.faults[fault_];
      if (fault.seat != seat_) continue;
      text += fmt::format("! {} after {}{}{}\n", name_of(fault.kind), shown_time(fault.us),
                          fault.got.empty() ? "" : ", said: ", harmless(fault.got));
    }
    return text;
  }

 private:
  const Record& record_;
  Seat seat_;
  std::size_t comment_ = 0;
  std::size_t fault_ = 0;
};

}  // namespace

std::expected<std::string, Contradiction> seen_text(const Record& record, Seat seat) {
  const auto seen = seat_lines(record, seat);
  if (!seen) return std::unexpected{seen.error()};
  std::string game;
  append_game_line(game, record.rules, seat, record.limits);
  std::string text = "< " + game;
  Remarks remarks{record, seat};
  for (const auto& question : seen->questions) {
    for (const auto& line : question.lines) text += "< " + line + '\n';
    text += remarks.up_to(question.decision);
    const auto& decision = record.decisions.at(question.decision);
    text += fmt::format("> {}{}\n", decision.action.text(),
                        question.in_fault ? "  (by the referee)" : "  " + shown_time(decision.us));
  }
  for (const auto& line : seen->closing) text += "< " + line + '\n';
  text += remarks.up_to(record.decisions.size());
  const auto at = index_of(seat);
  return text + fmt::format("place {} of {} with {}\n\n", seen->outcome.places.at(at), seen->outcome.ranked(),
                            seen->outcome.scores.at(at));
}

}  // namespace tribunal
