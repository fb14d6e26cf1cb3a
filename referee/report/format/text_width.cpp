#include "report/format/text_width.hpp"

#include <utf8proc.h>

#include "record/utf8.hpp"

namespace tribunal {
namespace {

std::size_t width_of(std::uint32_t code_point) {
  return static_cast<std::size_t>(utf8proc_charwidth(static_cast<utf8proc_int32_t>(code_point)));
}

}  // namespace

std::string printable(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const auto before = text;
    const bool as_it_is = is_harmless(take_code_point(text));
    shown += as_it_is ? before.substr(0, before.size() - text.size()) : "?";
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
