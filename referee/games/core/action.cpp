#include "games/core/action.hpp"

namespace tribunal {
namespace {

ArgumentKind kind_at(const VerbInfo& verb, std::size_t i) {
  return i < verb.arguments.size() ? verb.arguments[i] : verb.arguments.back();
}

}  // namespace

std::optional<Action> Action::parse(std::string_view word) {
  const auto colon = word.find(':');
  const auto verb = find_verb(word.substr(0, colon));
  if (!verb) return std::nullopt;
  Action action{*verb};
  if (colon == std::string_view::npos) return action;
  auto rest = word.substr(colon + 1);
  while (true) {
    if (info(*verb).arguments.empty() || action.size_ == max_arguments) return std::nullopt;
    const auto comma = rest.find(',');
    const auto value = parse_argument(kind_at(info(*verb), action.size_), rest.substr(0, comma));
    if (!value || *value < 0 || *value > 255) return std::nullopt;
    action.arguments_[action.size_++] = static_cast<std::uint8_t>(*value);
    if (comma == std::string_view::npos) return action;
    rest.remove_prefix(comma + 1);
  }
}

void Action::append_to(std::string& text) const {
  const auto& verb = info(verb_);
  text += verb.name;
  for (std::size_t i = 0; i < size_; ++i) {
    text += i == 0 ? ':' : ',';
    append_argument(text, kind_at(verb, i), arguments_[i]);
  }
}

std::string Action::text() const {
  std::string text;
  append_to(text);
  return text;
}

}  // namespace tribunal
