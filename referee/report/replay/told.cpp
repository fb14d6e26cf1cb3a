#include "report/replay/told.hpp"

#include <string_view>

namespace tribunal {
namespace {

std::string shown_argument(const Event& event, std::size_t index, CardStyle style) {
  const auto& kind = event.verb->kind_at(index);
  const auto value = event.arguments.at(index);
  if (kind.form == ArgumentForm::card)
    return shown_card(Card::from_index(static_cast<std::uint8_t>(value)), style);
  std::string text;
  append_argument(text, kind, value);
  return text;
}

/// The one of `no|yes|...` with that number, or the last one.
std::string_view choice(std::string_view words, std::int32_t number) {
  for (auto bar = words.find('|'); number > 0 && bar != words.npos; bar = words.find('|'), --number)
    words.remove_prefix(bar + 1);
  return words.substr(0, words.find('|'));
}

/// What stands in the place of `{` field `}` (`VerbInfo::sentence`).
std::string filled(std::string_view field, const Event& event, CardStyle style) {
  const auto first = field == "*" ? std::size_t{0} : static_cast<std::size_t>(field.front() - '0');
  if (const auto colon = field.find(':'); colon != field.npos && first < event.size)
    return std::string{choice(field.substr(colon + 1), event.arguments.at(first))};
  if (!field.ends_with('*')) return first < event.size ? shown_argument(event, first, style) : std::string{};
  std::string text;
  for (std::size_t i = first; i < event.size; ++i)
    text += (text.empty() ? "" : " ") + shown_argument(event, i, style);
  return text;
}

}  // namespace

std::string told(const Event& event, const std::string& who, CardStyle style) {
  auto text = who + ' ';
  auto words = event.verb->sentence;
  for (auto open = words.find('{'); open != words.npos; open = words.find('{')) {
    const auto close = words.find('}');
    text += words.substr(0, open);
    text += filled(words.substr(open + 1, close - open - 1), event, style);
    words.remove_prefix(close + 1);
  }
  text += words;
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

}  // namespace tribunal
