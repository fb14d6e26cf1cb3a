#include "report/format/text_width.hpp"

#include <utf8proc.h>

#include "record/utf8.hpp"

namespace tribunal {
namespace {

constexpr std::uint32_t not_utf8 = 0xfffd;  ///< what `take_code_point` makes of it

std::size_t width_of(std::uint32_t code_point) {
  return static_cast<std::size_t>(utf8proc_charwidth(static_cast<utf8proc_int32_t>(code_point)));
}

}  // namespace

std::string printable(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const auto before = text;
    const auto code_point = take_code_point(text);
    const auto bytes = before.substr(0, before.size() - text.size());
    shown += code_point == not_utf8 || harmless(bytes) != bytes ? "?" : bytes;
  }
  return shown;
}

std::size_t columns_of(std::string_view text) {
  std::size_t columns = 0;
  while (!text.empty()) columns += width_of(take_code_point(text));
  return columns;
}

std::string_view first_columns(std::string_view text, std::size_t most) {
  auto rest = text;
  for (std::size_t columns = 0; !rest.empty();) {
    auto behind = rest;
    columns += width_of(take_code_point(behind));
    if (columns > most) break;
    rest = behind;
  }
  return text.substr(0, text.size() - rest.size());
}

}  // namespace tribunal
