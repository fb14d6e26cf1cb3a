#include "bots/system/lines.hpp"

#include <algorithm>
#include <cstring>

#include <boost/locale/utf.hpp>

namespace tribunal {

bool is_plain_text(std::string_view text) {
  const auto is_plain_ascii = [](char c) { return c > 0; };
  const auto* position = std::ranges::find_if_not(text, is_plain_ascii);
  while (position != text.end()) {
    if (*position == '\0') return false;
    const auto point = boost::locale::utf::utf_traits<char>::decode(position, text.end());
    if (point == boost::locale::utf::illegal || point == boost::locale::utf::incomplete) return false;
  }
  return true;
}

std::span<char> LineBuffer::space() {
  if (begin_ == end_ || overflowed_) {
    begin_ = looked_ = end_ = 0;
  } else if (begin_ > 0) {
    std::memmove(bytes_.data(), bytes_.data() + begin_, end_ - begin_);
    looked_ -= begin_;
    end_ -= begin_;
    begin_ = 0;
  }
  return std::span{bytes_}.subspan(end_);
}

/// Skips the rest of a discarded line. False if its end has not arrived.
bool LineBuffer::skip_line() {
  const auto* const newline =
      static_cast<const char*>(std::memchr(bytes_.data() + begin_, '\n', end_ - begin_));
  begin_ = looked_ = newline ? static_cast<std::size_t>(newline + 1 - bytes_.data()) : end_;
  skips_line_ = newline == nullptr;
  return !skips_line_;
}

std::optional<Line> LineBuffer::next() {
  if (overflowed_) return Line{Line::Kind::too_long, {}};
  if (skips_line_ && !skip_line()) return std::nullopt;
  const auto* const from = bytes_.data() + looked_;
  const auto* const newline = static_cast<const char*>(std::memchr(from, '\n', end_ - looked_));
  std::string_view text{
      bytes_.data() + begin_,
      static_cast<std::size_t>((newline ? newline : bytes_.data() + end_) - bytes_.data()) - begin_};
  if (newline && text.ends_with('\r')) text.remove_suffix(1);
  if (text.size() > longest_line + (newline ? 0 : 1)) {  // the extra byte may be the \r of the line end
    overflowed_ = true;
    return Line{Line::Kind::too_long, text.substr(0, longest_line)};
  }
  if (!newline) {
    looked_ = end_;
    return std::nullopt;
  }
  begin_ = looked_ = static_cast<std::size_t>(newline + 1 - bytes_.data());
  return Line{is_plain_text(text) ? Line::Kind::text : Line::Kind::not_text, text};
}

std::string_view LineBuffer::unfinished() const {
  if (skips_line_) return {};
  return {bytes_.data() + begin_, end_ - begin_};
}

void LineBuffer::forget() {
  if (begin_ != end_) skips_line_ = bytes_[end_ - 1] != '\n';
  begin_ = looked_ = end_;
}

}  // namespace tribunal
