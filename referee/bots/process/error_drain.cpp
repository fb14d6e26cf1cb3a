#include "bots/process/error_drain.hpp"

#include <algorithm>
#include <chrono>
#include <string_view>
#include <sys/ioctl.h>
#include <utility>

#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>

#include "bots/system/lines.hpp"

namespace tribunal {
namespace {

using namespace std::chrono_literals;
constexpr auto window = 10ms;
constexpr int reads_a_window = 16;

/// Bytes that are stored of the beginning.
constexpr std::size_t head_size = 2 << 10;

}  // namespace

ErrorDrain::ErrorDrain(boost::asio::io_context& context, Descriptor errors, Tap tap)
    : errors_{context, errors.release()}, pause_{context}, tap_{std::move(tap)} {
  errors_.non_blocking(true);
}

void ErrorDrain::start() { wait(); }

/// Waits for bytes before it reads: a read that is pending when the bot is killed could take them with it.
void ErrorDrain::wait() {
  errors_.async_wait(boost::asio::posix::descriptor_base::wait_read, [self = shared_from_this()](auto error) {
    if (error || !self->errors_.is_open()) return;
    const auto trouble = self->read_block();
    if (trouble && trouble != boost::asio::error::would_block) return;
    const auto now = std::chrono::steady_clock::now();
    if (now - self->window_start_ > window) {
      self->window_start_ = now;
      self->reads_in_window_ = 0;
    }
    if (++self->reads_in_window_ < reads_a_window) return self->wait();
    self->pause_.expires_at(self->window_start_ + window);
    self->pause_.async_wait([self](auto cancelled) {
      if (!cancelled && self->errors_.is_open()) self->wait();
    });
  });
}

boost::system::error_code ErrorDrain::read_block() {
  boost::system::error_code error;
  const auto count = errors_.read_some(boost::asio::buffer(block_), error);
  if (tap_ && count > 0) tap_(Overheard::errors, {block_.data(), count});
  total_ += count;
  const auto before =
      std::min<std::uint64_t>(count, total_at_question_ - std::min(total_at_question_, total_ - count));
  const auto about = std::string_view{block_.data(), count}.substr(before);
  head_.append(about.substr(0, head_size - head_.size()));
  tail_.append(block_.data(), count);
  if (tail_.size() > 2 * error_tail_size) tail_.erase(0, tail_.size() - error_tail_size);
  return error;
}

void ErrorDrain::stop() {
  if (!errors_.is_open()) return;
  errors_.cancel();
  pause_.cancel();
  constexpr std::size_t pipe_size = 64 << 10;
  for (const auto before = total_; total_ - before < pipe_size && !read_block();) {
  }
  boost::system::error_code ignored;
  errors_.close(ignored);
}

/// Bytes that wait in the pipe are older than the question. A bot that writes nothing costs no system call.
void ErrorDrain::question_begins() {
  int waiting = 0;
  if (total_ != total_at_question_) ::ioctl(errors_.native_handle(), FIONREAD, &waiting);
  head_.clear();
  total_at_question_ = total_ + static_cast<std::uint64_t>(waiting);
}

std::string ErrorDrain::text() const {
  if (total_ <= error_tail_size) return tail_;
  std::string text;
  if (total_ > total_at_question_ + error_tail_size) text = head_.substr(0, head_.rfind('\n') + 1);
  text += left_out_mark;
  const auto room = error_tail_size - text.size();
  const auto rest = std::string_view{tail_}.substr(tail_.size() - std::min(tail_.size(), room));
  const auto line_end = rest.find('\n');
  const bool ends_with_a_line = line_end < rest.size() - 1;
  return text.append(ends_with_a_line ? rest.substr(line_end) : rest);
}

}  // namespace tribunal
