#include "fuzz/fuzz.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>

namespace tribunal::fuzz {

namespace {

/// The beginning of `text` in printable ASCII.
std::string shown(std::string_view text) {
  std::string ascii;
  for (const char c : text.substr(0, 1000)) {
    std::array<char, 8> escape{};
    const bool printable = c >= 0x20 && c < 0x7f;
    (void)std::snprintf(escape.data(), escape.size(), printable ? "%c" : "\\x%02x",
                        static_cast<unsigned char>(c));
    ascii += escape.data();
  }
  return ascii;
}

}  // namespace

void must(bool good, std::string_view what, std::string_view about) {
  if (good) return;
  const auto line = std::string{what} + (about.empty() ? "" : ": ") + shown(about) + '\n';
  (void)std::fwrite(line.data(), 1, line.size(), stderr);
  std::abort();
}

bool is_one_line(std::string_view text) { return !text.empty() && !text.contains('\n'); }

std::uint8_t Bytes::byte() {
  const auto one = take(1);
  return one.empty() ? 0 : static_cast<std::uint8_t>(one.front());
}

std::string_view Bytes::take(std::size_t count) {
  const auto taken = rest_.substr(0, count);
  rest_.remove_prefix(taken.size());
  return taken;
}

}  // namespace tribunal::fuzz
