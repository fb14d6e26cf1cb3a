#include "games/core/verb.hpp"

#include "base/text/number_text.hpp"

namespace tribunal {

void append_argument(std::string& text, const ArgumentKind& kind, std::int32_t value) {
  if (kind.form == ArgumentForm::card) {
    Card::from_index(static_cast<std::uint8_t>(value)).append_to(text);
  } else if (kind.form == ArgumentForm::word) {
    text += kind.words[static_cast<std::size_t>(value)];
  } else {
    std::array<char, 12> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    text.append(digits.data(), end.ptr);
  }
}

std::optional<std::int32_t> parse_argument(const ArgumentKind& kind, std::string_view text) {
  if (kind.form == ArgumentForm::card) {
    const auto read = Card::parse(text);
    if (!read) return std::nullopt;
    return read->index();
  }
  if (kind.form == ArgumentForm::word) {
    const auto found = std::ranges::find(kind.words, text);
    if (found == kind.words.end()) return std::nullopt;
    return static_cast<std::int32_t>(found - kind.words.begin());
  }
  const auto value = number_from<std::int32_t>(text);
  if (!value) return std::nullopt;
  std::string again;
  append_argument(again, kind, *value);
  if (again != text) return std::nullopt;  // 007 and -0 are numbers, but not canonical
  return value;
}

}  // namespace tribunal
