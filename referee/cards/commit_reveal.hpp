#pragma once

#include <cstdint>
#include <string_view>

#include "base/digest.hpp"

namespace tribunal {

/// The 32 bytes from which all deals of an event follow. It never reaches a bot, a command line or a log.
struct Secret {
  Bytes32 bytes{};

  /// Fresh from the system's random source.
  [[nodiscard]] static Secret random();
  /// SHA-256("tribunal seed 1\0" || text): the secret of a seed that a person types.
  [[nodiscard]] static Secret from_seed(std::string_view text);
  /// HMAC(secret, "tribunal public 1\0" || value): mixes in a value that an outside source fixes after the
  /// commitment, so that nobody, including the organiser, can choose the deals.
  [[nodiscard]] Secret with_public_value(std::string_view value) const;
  /// SHA-256 of the secret: may be published before the event; the secret, shown after it, must match.
  [[nodiscard]] Bytes32 commitment() const;

  bool operator==(const Secret&) const = default;
};

/// Whether `value` can be a public value: 1 to 200 characters of printable ASCII, words separated by one
/// space. Any other text could look like such a value, or like another text, and would give different deals.
[[nodiscard]] bool is_public_value(std::string_view value);
/// The rule of public values, for messages, where it follows the name of the wrong value.
inline constexpr std::string_view public_value_rule =
    "a public value is 1 to 200 printable ASCII characters, words separated by one space, with none before "
    "or after them";

/// The key of a single deal; it reveals no other deal.
struct DealKey {
  Bytes32 bytes{};
  bool operator==(const DealKey&) const = default;
};

/// HMAC(secret, "tribunal deal 1\0" || event || "\0" || u64be(number)); `event` is a tournament's name, or
/// `play` for a single game.
[[nodiscard]] DealKey deal_key(const Secret& secret, std::string_view event, std::uint64_t number);

}  // namespace tribunal
