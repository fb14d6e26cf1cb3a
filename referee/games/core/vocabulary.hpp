#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tribunal {

/// Every word that an action or an event can begin with: the card table's own words, one list for all games.
enum class Verb : std::uint8_t {
  // Cards
  hand,
  deal,
  draw,
  ace,
  stock,
  take,
  play,
  discard,
  call,
  pass,
  conquer,
  score,
  turn,

  // Betting
  ante,
  pay,
  win,
  chips,
  fold,
  check,
  bet,
  raise,
  doubles,  // `double` is taken
  accept,
  drop,

  // Tennis
  round,
  trick,
  aside,
  remove,
  place,

  // Anarchy
  bid,
  give,
  exchange,
  bomb,
  capture,
  gather,
  bonus,

  // Chez
  lay,
  castle,
  court,
  pair,
  revolution,
  extend,
  siege,
  betting_man,
  nope,
  swap,
  offer,
  retry,
  next,
  burden,
  raze,
  favour,
  roll,
  extra,
  direction,
  deliver,
  reshuffle,
  reveal,
  conceal,
  disband,
  revolt,
  forever,
  peace,
  execute,
  ruin,
  seize,
  killed,
  finish,
  lose,
};

/// What an argument of a verb means, and how it is written.
enum class ArgumentKind : std::uint8_t {
  card,    ///< `Kh`, or `??` to a seat that may not see it
  number,  ///< a decimal integer
  seat,    ///< a seat's number
  suit,    ///< `clubs`, `diamonds`, `hearts` or `spades`
  bid,     ///< a `Bid`: `spades`, `no-suit`, `misere`, ...
};

/// A verb as documented: the arguments of its event after the verb and the seat; the last one may repeat.
struct VerbInfo {
  Verb verb;
  std::string_view name;
  std::span<const ArgumentKind> arguments;
  bool last_repeats;
  std::string_view meaning;  ///< one sentence, for the documents
};

/// All verbs, in the order of `Verb`.
[[nodiscard]] std::span<const VerbInfo> vocabulary();
[[nodiscard]] const VerbInfo& info(Verb verb);
[[nodiscard]] std::optional<Verb> find_verb(std::string_view name);

/// Appends `value` as an argument of `kind`; a card is given by its index.
void append_argument(std::string& text, ArgumentKind kind, std::int32_t value);
/// Reads an argument of `kind`, written exactly as `append_argument` writes it.
[[nodiscard]] std::optional<std::int32_t> parse_argument(ArgumentKind kind, std::string_view text);

}  // namespace tribunal
