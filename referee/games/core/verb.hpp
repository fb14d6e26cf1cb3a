#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "cards/card.hpp"

namespace tribunal {

/// The written form of an argument, and its number in an action or event.
enum class ArgumentForm : std::uint8_t {
  card,    ///< `Kh`, or `??` for a seat that may not see it; the number is its index
  number,  ///< a decimal integer
  word,    ///< one of the words of its kind; the number is its place among them
};

/// The meaning of an argument of a verb.
struct ArgumentKind {
  std::string_view name;  ///< name in the documents
  ArgumentForm form;
  std::span<const std::string_view> words{};
};

namespace arguments {

inline constexpr std::array<std::string_view, suit_count> suit_names{"clubs", "diamonds", "hearts", "spades"};

inline constexpr ArgumentKind card{"card", ArgumentForm::card};
inline constexpr ArgumentKind number{"number", ArgumentForm::number};
inline constexpr ArgumentKind seat{"seat", ArgumentForm::number};
inline constexpr ArgumentKind suit{"suit", ArgumentForm::word, suit_names};

inline constexpr std::array<ArgumentKind, 0> none{};
inline constexpr std::array one_card{card};
inline constexpr std::array one_number{number};
inline constexpr std::array two_numbers{number, number};
inline constexpr std::array three_numbers{number, number, number};
inline constexpr std::array one_seat{seat};
inline constexpr std::array seat_and_number{seat, number};
inline constexpr std::array seat_and_card{seat, card};
inline constexpr std::array suit_and_points{suit, number};

}  // namespace arguments

/// A verb with its documentation. The arguments are those of its event after the verb and the seat; the last
/// one may repeat.
struct VerbInfo {
  std::string_view name;
  std::span<const ArgumentKind> arguments;
  bool last_repeats;
  std::string_view meaning;  ///< one sentence, for the documents
  /// The sentence of the replay view about the seat. `{0}` is the first argument, `{*}` all from the first
  /// on, `{1*}` all from the second, and `{0:no|yes}` one of these words, by the first argument's number.
  std::string_view sentence;
  /// The steps that change the table as a seat sees it, for the kits; docs/kits.md has their grammar.
  std::string_view effect{};

  /// The kind of the argument at `i`, for a verb with arguments.
  [[nodiscard]] constexpr const ArgumentKind& kind_at(std::size_t i) const {
    return arguments[std::min(i, arguments.size() - 1)];
  }
};

/// The first word of an action or an event: one that is declared in `shared_verbs` or by a family. It is a
/// number within this program, so that an action has 16 bytes: with a pointer instead, engines are a few
/// percent slower. The numbers of each table begin with its own first one.
class Verb {
 public:
  explicit constexpr Verb(std::uint8_t number) : number_{number} {}

  [[nodiscard]] const VerbInfo* operator->() const;

  constexpr bool operator==(const Verb&) const = default;
  constexpr auto operator<=>(const Verb&) const = default;

 private:
  std::uint8_t number_;
};

/// The verb of this name in `table`, whose numbers begin with `first`; without one the program does not
/// compile.
[[nodiscard]] consteval Verb verb_in(std::uint8_t first, std::span<const VerbInfo> table,
                                     std::string_view name) {
  const auto place = std::ranges::find(table, name, &VerbInfo::name) - table.begin();
  if (static_cast<std::size_t>(place) == table.size()) throw name;
  return Verb{static_cast<std::uint8_t>(first + place)};
}

/// Appends `value` as an argument of `kind`.
void append_argument(std::string& text, const ArgumentKind& kind, std::int32_t value);
/// Reads an argument of `kind` in exactly the form of `append_argument`.
[[nodiscard]] std::optional<std::int32_t> parse_argument(const ArgumentKind& kind, std::string_view text);

}  // namespace tribunal
