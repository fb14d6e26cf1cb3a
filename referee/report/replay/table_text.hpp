#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tribunal_bot.hpp>
#include <vector>

#include "cards/card.hpp"
#include "games/core/event.hpp"
#include "games/core/seat.hpp"

namespace tribunal {

/// The style of cards. `letters`: `Kh`, as in the protocol. `signs`: with the signs of suits, hearts and
/// diamonds in red (ECMA-48 escape sequences), for a terminal that supports them.
enum class CardStyle : std::uint8_t { letters, signs };

/// The cards with single spaces between them.
[[nodiscard]] std::string shown_cards(std::span<const Card> cards, CardStyle style);
/// The suit and then only ranks: `h K 9 4`. All cards must be of one suit, and there must be at least one.
[[nodiscard]] std::string shown_meld(std::span<const Card> cards, CardStyle style);

/// An event as a sentence: `seat 1 greedy plays Kh`. `arguments` are those of a line of the protocol. A
/// hidden card is `??`.
[[nodiscard]] std::string told(Verb verb, std::span<const std::string_view> arguments, const std::string& who,
                               CardStyle style);
/// An action of the protocol in readable form: `play Kh`, `give 2 3c 4c`.
[[nodiscard]] std::string shown_action(std::string_view action, CardStyle style);
/// An event as a sentence, with all its cards.
[[nodiscard]] std::string told(const Event& event, const std::string& who, CardStyle style);

/// The table as text, from an SDK's `View`. It follows each change of the view, because a column exists only
/// once something has been in it.
class TableText {
 public:
  /// `names`: those of the seats that bots or people play, escaped. The referee's seats follow them.
  TableText(std::vector<std::string> names, CardStyle style) : names_{std::move(names)}, style_{style} {}

  void begin(const bot::View& view);
  void follow(const bot::View& view);

  /// Lines of text: the middle of the table, then one line per seat. `next`: the seat that decides next.
  [[nodiscard]] std::string text(const bot::View& view, std::optional<Seat> next) const;
  /// The name of a seat: `seat 1 greedy`.
  [[nodiscard]] std::string who(Seat seat) const;

 private:
  [[nodiscard]] std::string middle_of(const bot::View& view) const;
  [[nodiscard]] std::string more_of(const bot::View& view, Seat number) const;
  [[nodiscard]] std::string shown(const bot::Cards& cards) const;

  std::vector<std::string> names_;
  CardStyle style_;
  bool has_stock_ = false;
  bool has_piles_ = false;
  bool has_pot_ = false;          ///< whether there have been chips in it
  std::vector<bot::Play> trick_;  ///< trick before the last event
  bot::Cards aside_;
};

}  // namespace tribunal
