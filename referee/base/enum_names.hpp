#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace tribunal {

/// The words for the values of an enumeration, in their order. Each enumeration with words specialises this
/// beside it, by `in_words`.
template <class Enum>
inline constexpr std::nullptr_t enum_names = nullptr;

[[nodiscard]] constexpr auto in_words(auto... words) {
  return std::array<std::string_view, sizeof...(words)>{words...};
}

template <class Enum>
concept NamedEnum = std::is_enum_v<Enum> && requires { enum_names<Enum>.size(); };

template <NamedEnum Enum>
[[nodiscard]] constexpr std::string_view name_of(Enum value) {
  return enum_names<Enum>.at(static_cast<std::size_t>(value));
}

/// The value of this name.
template <NamedEnum Enum>
[[nodiscard]] constexpr std::optional<Enum> find_name(std::string_view name) {
  const auto* const found = std::ranges::find(enum_names<Enum>, name);
  if (found == enum_names<Enum>.end()) return std::nullopt;
  return static_cast<Enum>(found - enum_names<Enum>.begin());
}

template <NamedEnum Enum>
[[nodiscard]] std::vector<std::string> list_of_names() {
  return {enum_names<Enum>.begin(), enum_names<Enum>.end()};
}

/// All names, separated by commas: `start, crash, ...`.
template <NamedEnum Enum>
[[nodiscard]] std::string all_names() {
  std::string text;
  for (const auto name : enum_names<Enum>) text.append(text.empty() ? "" : ", ").append(name);
  return text;
}

}  // namespace tribunal
