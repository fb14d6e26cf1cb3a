#include "bots/process/error_drain.hpp"

#include <chrono>
#include <utility>

#include <boost/asio/buffer.hpp>

namespace tribunal {
namespace {

using namespace std::chrono_literals;
constexpr auto window = 10ms;
constexpr int reads_a_window = 16;

}  // namespace

ErrorDrain::ErrorDrain(boost::asio::io_context& context, Descriptor errors, Tap tap)
    : errors_{context, errors.release()}, pause_{context}, tap_{std::move(tap)} {
  errors_.non_blocking(true);
}

void ErrorDrain::start() { read(); }

void ErrorDrain::read() {
  errors_.async_read_some(boost::asio::buffer(block_),
                          [self = shared_from_this()](auto error, std::size_t count) {
                            if (error || !self->errors_.is_open()) return;
                            self->took(count);
                            const auto now = std::chrono::steady_clock::now();
                            if (now - self->window_start_ > window) {
                              self->window_start_ = now;
                              self->reads_in_window_ = 0;
                            }
                            if (++self->reads_in_window_ < reads_a_window) {
                              self->read();
                              return;
                            }
                            self->pause_.expires_at(self->window_start_ + window);
                            self->pause_.async_wait([self](auto cancelled) {
                              if (!cancelled && self->errors_.is_open()) self->read();
                            });
                          });
}

void ErrorDrain::took(std::size_t count) {
  if (tap_ && count > 0) tap_(Overheard::errors, {block_.data(), count});
  total_ += count;
  tail_.append(block_.data(), count);
  if (tail_.size() > 2 * error_tail_size) tail_.erase(0, tail_.size() - error_tail_size);
}

void ErrorDrain::stop() {
  if (!errors_.is_open()) return;
  errors_.cancel();
  pause_.cancel();
  boost::system::error_code error;
  constexpr std::size_t pipe_size = 64 << 10;
  for (std::size_t total = 0; total < pipe_size && !error;) {
    const auto count = errors_.read_some(boost::asio::buffer(block_), error);
    took(count);
    total += count;
  }
  errors_.close(error);
  if (tail_.size() > error_tail_size) tail_.erase(0, tail_.size() - error_tail_size);
}

}  // namespace tribunal
