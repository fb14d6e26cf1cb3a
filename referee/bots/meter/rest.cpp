#include "bots/meter/rest.hpp"

#include <unistd.h>

namespace tribunal {
namespace {

constexpr std::chrono::milliseconds between_checks{5};

/// Longer than a process takes to go to sleep after an answer.
constexpr std::chrono::microseconds going_to_sleep{100};

}  // namespace

void Rest::begin(bool answered) {
  if (!idle_) return;
  restless_ = restless_ || !answered;
  if (restless_) {
    is_idle_ = ::pwrite(idle_.get(), "1", 1, 0) == 1;
  } else if (Clock::now() >= next_look_) {
    used_before_ = meter_->cpu().total;
  }
}

void Rest::end() {
  if (is_idle_) is_idle_ = ::pwrite(idle_.get(), "0", 1, 0) != 1;
  if (!used_before_) return;
  restless_ = meter_->cpu().total - *used_before_ > going_to_sleep;
  used_before_.reset();
  next_look_ = Clock::now() + between_checks;
}

}  // namespace tribunal
