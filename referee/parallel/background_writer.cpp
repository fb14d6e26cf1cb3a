#include "parallel/background_writer.hpp"

#include <utility>

namespace tribunal {

BackgroundWriter::BackgroundWriter(std::size_t most_waiting, LeftOut left_out, Send send)
    : most_waiting_{most_waiting},
      line_for_left_out_{std::move(left_out)},
      send_{std::move(send)},
      thread_{[this](const std::stop_token& end) { work(end); }} {}

BackgroundWriter::~BackgroundWriter() {
  thread_.request_stop();
  thread_.join();
}

void BackgroundWriter::write(std::string line) {
  const std::scoped_lock lock{mutex_};
  if (waiting_ + line.size() > most_waiting_) {
    ++left_out_;
  } else {
    append(std::move(line));
  }
}

void BackgroundWriter::write_always(std::string line) {
  const std::scoped_lock lock{mutex_};
  append(std::move(line));
}

void BackgroundWriter::append(std::string line) {
  if (left_out_ > 0) {
    lines_.push_back(line_for_left_out_(std::exchange(left_out_, 0)));
    waiting_ += lines_.back().size();
  }
  waiting_ += line.size();
  lines_.push_back(std::move(line));
  something_.notify_one();
}

std::string BackgroundWriter::next_line(const std::stop_token& end) {
  std::unique_lock lock{mutex_};
  something_.wait(lock, end, [this] { return !lines_.empty(); });
  if (lines_.empty()) return left_out_ > 0 ? line_for_left_out_(std::exchange(left_out_, 0)) : std::string{};
  auto line = std::move(lines_.front());
  lines_.pop_front();
  waiting_ -= line.size();
  return line;
}

void BackgroundWriter::work(const std::stop_token& end) {
  for (auto line = next_line(end); !line.empty(); line = next_line(end))
    if (!send_(line, end)) return;
}

}  // namespace tribunal
