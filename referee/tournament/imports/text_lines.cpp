#include "tournament/imports/text_lines.hpp"

#include <cstring>
#include <fmt/format.h>
#include <zlib.h>
#include <zstd.h>

#include "base/try.hpp"

namespace tribunal {
namespace {

constexpr std::size_t piece = std::size_t{64} * 1024;
constexpr std::string_view gzip_magic = "\x1f\x8b";
constexpr std::string_view zstd_magic = "\x28\xb5\x2f\xfd";
constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
/// The largest window of zstd, 128 MiB, as in its own default for files.
constexpr int zstd_window_log = 27;

using BytesRead = Result<std::size_t>;

std::unexpected<std::string> damaged(std::string_view format) {
  return std::unexpected{
      fmt::format("is damaged or cut short: it cannot be decompressed as {} to its end", format)};
}

}  // namespace

/// The decompressed bytes of a stream.
class TextLines::Source {
 public:
  Source(std::istream& in, bool with_digest) : in_{in} {
    if (with_digest) digest_.emplace();
  }
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  ~Source() {
    if (is_inflating_) inflateEnd(&inflate_);
    ZSTD_freeDStream(zstd_);
  }

  /// Fills a part of `out` and returns the number of bytes; 0 at the end.
  [[nodiscard]] BytesRead read(std::span<char> out) {
    if (!began_) {
      began_ = true;
      TRY(begin());
    }
    const auto count = is_inflating_ ? read_gzip(out) : zstd_ != nullptr ? read_zstd(out) : read_plain(out);
    if (digest_ && count) digest_->add(std::string_view{out.data(), *count});
    return count;
  }

  [[nodiscard]] std::optional<Bytes32> digest() {
    return digest_ ? std::optional{digest_->finish()} : std::nullopt;
  }

 private:
  [[nodiscard]] Result<void> begin() {
    TRY(fill());
    const auto front = input();
    if (front.starts_with(gzip_magic)) {
      // 15 + 32: the largest window, and the headers of gzip and zlib.
      if (inflateInit2(&inflate_, 15 + 32) != Z_OK) return std::unexpected{std::string{"no memory"}};
      is_inflating_ = true;
    } else if (front.starts_with(zstd_magic)) {
      zstd_ = ZSTD_createDStream();
      if (zstd_ == nullptr) return std::unexpected{std::string{"no memory"}};
      (void)ZSTD_DCtx_setParameter(zstd_, ZSTD_d_windowLogMax, zstd_window_log);
    }
    return {};
  }

  /// Reads the next bytes of the stream.
  [[nodiscard]] BytesRead read_block(std::span<char> out) {
    if (!in_) return 0;
    in_.read(out.data(), static_cast<std::streamsize>(out.size()));
    if (in_.bad()) return std::unexpected{std::string{"cannot be read"}};
    return static_cast<std::size_t>(in_.gcount());
  }

  /// Reads the next block of the stream if the last one is used up.
  [[nodiscard]] Result<void> fill() {
    if (used_ < size_) return {};
    const auto count = TRY(read_block(block_));
    used_ = 0;
    size_ = count;
    return {};
  }

  [[nodiscard]] std::string_view input() const {
    return std::string_view{block_.data(), size_}.substr(used_);
  }

  [[nodiscard]] BytesRead read_plain(std::span<char> out) {
    const auto count = std::min(out.size(), input().size());
    if (count == 0) return read_block(out);  // saves a copy
    std::memcpy(out.data(), input().data(), count);
    used_ += count;
    return count;
  }

  /// Decompresses into `out`. A gzip file may consist of several members (RFC 1952, 2.2).
  [[nodiscard]] BytesRead read_gzip(std::span<char> out) {
    inflate_.next_out = reinterpret_cast<Bytef*>(out.data());
    inflate_.avail_out = static_cast<uInt>(out.size());
    while (inflate_.avail_out == out.size()) {
      TRY(fill());
      if (input().empty()) {
        if (!is_between_) return damaged("gzip");
        return 0;
      }
      if (std::exchange(is_between_, false) && inflateReset(&inflate_) != Z_OK) return damaged("gzip");
      inflate_.next_in = reinterpret_cast<Bytef*>(block_.data() + used_);
      inflate_.avail_in = static_cast<uInt>(size_ - used_);
      const int status = inflate(&inflate_, Z_NO_FLUSH);
      used_ = size_ - inflate_.avail_in;
      if (status == Z_STREAM_END)
        is_between_ = true;
      else if (status != Z_OK && status != Z_BUF_ERROR)
        return damaged("gzip");
    }
    return out.size() - inflate_.avail_out;
  }

  [[nodiscard]] BytesRead read_zstd(std::span<char> out) {
    ZSTD_outBuffer to{out.data(), out.size(), 0};
    while (to.pos == 0) {
      TRY(fill());
      const bool no_more = input().empty();
      ZSTD_inBuffer from{block_.data(), size_, used_};
      const auto left = ZSTD_decompressStream(zstd_, &to, &from);
      used_ = from.pos;
      if (ZSTD_isError(left) != 0) return damaged("zstd");
      if (no_more && to.pos == 0) {
        if (!is_between_) return damaged("zstd");
        return 0;
      }
      is_between_ = left == 0;
    }
    return to.pos;
  }

  std::istream& in_;
  std::array<char, piece> block_{};
  std::size_t used_ = 0;
  std::size_t size_ = 0;
  std::optional<Sha256> digest_;
  bool began_ = false;
  bool is_between_ = false;  ///< whether a compressed frame has ended and no other has begun
  bool is_inflating_ = false;
  z_stream inflate_{};
  ZSTD_DStream* zstd_ = nullptr;
};

TextLines::TextLines(std::istream& in, bool with_digest)
    : source_{std::make_unique<Source>(in, with_digest)} {}
TextLines::TextLines(TextLines&&) noexcept = default;
TextLines& TextLines::operator=(TextLines&&) noexcept = default;
TextLines::~TextLines() = default;

Result<bool> TextLines::read_more() {
  buffer_.erase(0, std::exchange(begin_, 0));
  const auto before = buffer_.size();
  buffer_.resize(before + piece);
  const auto count = source_->read(std::span{buffer_}.subspan(before));
  buffer_.resize(before + count.value_or(0));
  if (!count) return std::unexpected{count.error()};
  if (std::string_view{buffer_}.substr(before).contains('\0')) {
    return std::unexpected{fmt::format(
        "line {}: a NUL byte; expected text in UTF-8, plain or compressed by gzip or zstd", number_ + 1)};
  }
  if (*count == 0) return false;
  if (number_ == 0 && !buffer_.contains('\n')) {
    const auto inner =
        std::string_view{buffer_}.substr(0, buffer_.size() - 1);  // the last CR may be of CR LF
    if (inner.contains('\r')) line_end_ = '\r';
  }
  return true;
}

Result<std::optional<std::string_view>> TextLines::next() {
  if (std::exchange(is_put_back_, false)) return line_;
  auto end = buffer_.find(line_end_, begin_);
  while (end == std::string::npos && !at_end_) {
    const auto searched = buffer_.size() - begin_;
    if (searched > longest_imported_line) {
      return std::unexpected{fmt::format("line {} is longer than {} bytes; expected lines of text",
                                         number_ + 1, longest_imported_line)};
    }
    const auto more = TRY(read_more());
    at_end_ = !more;
    end = buffer_.find(line_end_, begin_ + searched);
  }
  if (end == std::string::npos && begin_ == buffer_.size()) return std::nullopt;
  line_ = std::string_view{buffer_}.substr(begin_, end == std::string::npos ? end : end - begin_);
  begin_ = std::min(begin_ + line_.size() + 1, buffer_.size());
  if (number_++ == 0 && line_.starts_with(byte_order_mark)) line_.remove_prefix(byte_order_mark.size());
  if (line_.ends_with('\r')) line_.remove_suffix(1);
  return line_;
}

std::optional<Bytes32> TextLines::digest() { return source_->digest(); }

std::optional<TwoResult> result_of_text(std::string_view text) {
  constexpr std::size_t longest = 40;
  constexpr auto forms = std::to_array<std::pair<std::string_view, std::string_view>>({
      {" ", ""},
      {"\u00a0", ""},
      {"\u2013", "-"},
      {"\u2014", "-"},
      {"\u2212", "-"},
      {"\u00bd", "1/2"},
      {"0.5", "1/2"},
      {"0,5", "1/2"},
  });
  const auto result = result_of_word(text);
  if (result || text.size() > longest) return result;
  std::string word{text};
  for (const auto& [form, plain] : forms)
    for (auto at = word.find(form); at != std::string::npos; at = word.find(form, at))
      word.replace(at, form.size(), plain);
  return result_of_word(word);
}

}  // namespace tribunal
