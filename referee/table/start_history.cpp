#include "table/start_history.hpp"

#include <algorithm>
#include <cstddef>
#include <fmt/format.h>
#include <utility>

namespace tribunal {
namespace {

/// The number of starts that a bot makes alone after a failed one. If concurrent starts were the cause, it
/// would fail again at several tables at the same time.
constexpr int careful_starts = 20;

std::chrono::milliseconds wait_after(int failures_alone) {
  const auto& waits = pace.between_starts;
  return waits[std::min(static_cast<std::size_t>(failures_alone), waits.size() - 1)];
}

}  // namespace

bool StartHistory::is_time_over(Clock::time_point now) const {
  return failures_alone_ >= patience_.alone &&
         now - first_failure_ >= (silent_ ? patience_.silent : patience_.ended);
}

void StartHistory::failed(const StartFailure& start, Clock::time_point now) {
  if (standing_ == Standing::gone) return;
  if (standing_ == Standing::sound) {
    first_failure_ = now;
    failures_ = failures_alone_ = 0;
    silent_ = false;
  }
  standing_ = Standing::in_doubt;
  message_ = start.message;
  last_failure_ = now;
  silent_ = silent_ || start.silent;
  alone_left_ = careful_starts;
  ++failures_;
  ++failures_in_all_;
  if (start.alone) ++failures_alone_;
  if (start.alone) lost_ += start.took;
  next_try_ = now + wait_after(failures_alone_);
  wore_out_ = lost_ >= patience_.in_all && failures_in_all_ > static_cast<std::uint64_t>(patience_.alone);
  const bool is_known = start.certain && patience_.trusts_certainty;
  if (is_known || wore_out_ || (start.quiet && is_time_over(now))) standing_ = Standing::gone;
}

void StartHistory::leave_out(std::string why) {
  standing_ = Standing::gone;
  message_ = std::move(why);
}

void StartHistory::succeeded() {
  if (standing_ == Standing::gone) return;
  standing_ = Standing::sound;
  alone_left_ = std::max(alone_left_ - 1, 0);
}

bool StartHistory::wants_quiet(Clock::time_point now) const {
  const auto span = silent_ ? patience_.silent : patience_.ended;
  return standing_ == Standing::in_doubt && failures_alone_ + 1 >= patience_.alone &&
         now - first_failure_ >= span;
}

std::string StartHistory::why_gone() const {
  if (failures_ == 0) return message_;
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(last_failure_ - first_failure_);
  if (wore_out_ && failures_ < patience_.alone)
    return fmt::format("{} of its starts failed, which took {} minutes; the last one: {}", failures_in_all_,
                       std::chrono::duration_cast<std::chrono::minutes>(lost_).count(), message_);
  return fmt::format("{} starts in a row failed in {} s; the last one: {}", failures_, seconds.count(),
                     message_);
}

}  // namespace tribunal
