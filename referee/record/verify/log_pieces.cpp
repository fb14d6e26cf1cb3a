#include "record/verify/log_pieces.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "record/replay_log.hpp"

namespace tribunal {
namespace {

constexpr std::size_t block = std::size_t{64} << 10U;
constexpr std::string_view before_a_game = "\n{\"tribunal\"";

std::size_t read_into(std::string& text, std::istream& in) {
  const auto before = text.size();
  text.resize(before + block);
  in.read(text.data() + before, static_cast<std::streamsize>(block));
  const auto count = static_cast<std::size_t>(in.gcount());
  text.resize(before + count);
  return count;
}

}  // namespace

std::optional<LogPiece> LogPieces::next() {
  std::size_t looked_at = size_;  // bytes in which no game begins but the first
  while (true) {
    if (buffer_.size() > looked_at + before_a_game.size()) {
      const auto end = buffer_.find(before_a_game, looked_at);
      if (end != std::string::npos) return cut(end + 1);
      looked_at = std::max(size_, buffer_.size() - before_a_game.size());
    }
    if (buffer_.size() > size_ + largest_logged_game) return cut(buffer_.size());  // no log
    if (read_into(buffer_, in_) == 0) break;
  }
  if (buffer_.empty()) return std::nullopt;
  return cut(buffer_.size());
}

LogPiece LogPieces::cut(std::size_t size) {
  LogPiece piece{.text = buffer_.substr(0, size), .lines_before = lines_};
  buffer_.erase(0, size);
  lines_ += static_cast<std::size_t>(std::ranges::count(piece.text, '\n'));
  return piece;
}

Rejoined::int_type Rejoined::underflow() {
  current_.clear();
  while (current_.empty() && !texts_.empty()) {
    current_ = std::move(texts_.front());
    texts_.pop_front();
  }
  if (current_.empty() && read_into(current_, rest_) == 0) {
    if (rest_.bad())
      throw std::runtime_error{"the stream cannot be read"};  // makes the reader's stream bad too
    return traits_type::eof();
  }
  setg(current_.data(), current_.data(), current_.data() + current_.size());
  return traits_type::to_int_type(current_.front());
}

}  // namespace tribunal
