#include "fuzz/second_reading.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace tribunal::fuzz {
namespace {

constexpr std::size_t longest = 4096;

using Range = std::pair<unsigned char, unsigned char>;

/// A row of table 3-7: the ranges of the bytes of a code point.
struct Row {
  std::size_t size;
  std::array<Range, 4> bytes;
};
constexpr Range tail{0x80, 0xbf};
constexpr std::array rows{
    Row{1, {{{0x01, 0x7f}}}},                      // NUL is left out
    Row{2, {{{0xc2, 0xdf}, tail}}},                //
    Row{3, {{{0xe0, 0xe0}, {0xa0, 0xbf}, tail}}},  //
    Row{3, {{{0xe1, 0xec}, tail, tail}}},          //
    Row{3, {{{0xed, 0xed}, {0x80, 0x9f}, tail}}},  //
    Row{3, {{{0xee, 0xef}, tail, tail}}},          //
    Row{4, {{{0xf0, 0xf0}, {0x90, 0xbf}, tail, tail}}},
    Row{4, {{{0xf1, 0xf3}, tail, tail, tail}}},
    Row{4, {{{0xf4, 0xf4}, {0x80, 0x8f}, tail, tail}}},
};

bool begins_with(std::string_view text, const Row& row) {
  if (text.size() < row.size) return false;
  for (std::size_t i = 0; i < row.size; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte < row.bytes.at(i).first || byte > row.bytes.at(i).second) return false;
  }
  return true;
}

}  // namespace

std::vector<std::string> pieces_of(std::string_view text, char separator) {
  std::vector<std::string> pieces{""};
  for (const char c : text) {
    if (c == separator) {
      pieces.emplace_back();
    } else {
      pieces.back() += c;
    }
  }
  return pieces;
}

bool is_utf8_without_nul(std::string_view text) {
  while (!text.empty()) {
    const auto* const row =
        std::ranges::find_if(rows, [&](const Row& its) { return begins_with(text, its); });
    if (row == rows.end()) return false;
    text.remove_prefix(row->size);
  }
  return true;
}

Cut cut_into_lines(std::string_view text) {
  Cut cut{.lines = pieces_of(text, '\n'), .too_long = {}, .rest = {}};
  cut.rest = std::move(cut.lines.back());
  cut.lines.pop_back();
  for (std::size_t i = 0; i < cut.lines.size(); ++i) {
    auto& line = cut.lines[i];
    if (line.ends_with('\r')) line.pop_back();
    if (line.size() <= longest) continue;
    cut.too_long = line.substr(0, longest);
    cut.lines.resize(i);
    return cut;
  }
  // The additional byte may be the \r at the end of the line.
  if (cut.rest.size() > longest + 1) cut.too_long = cut.rest.substr(0, longest);
  return cut;
}

}  // namespace tribunal::fuzz
