#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/utf8.hpp"

namespace tribunal {

using CsvFields = std::vector<std::string>;

/// The text in lower case without blanks and underscores.
[[nodiscard]] std::string heading_of(std::string_view field);

/// The columns that are read.
enum class Heading : std::uint8_t {
  game,
  bot,
  place,
  deal,
  seat,
  faults,
  forfeited,
  content,
  white,
  black,
  result,
  winner,
  loser,
  player1,
  player2,
  excluded,
  voided,
  score1,
  score2,
  winner_score,
  loser_score,
  count,
  draw,
};
constexpr std::size_t column_count = static_cast<std::size_t>(Heading::draw) + 1;

/// The forms of a table: one line per seat, or one line per game of two bots.
enum class TableForm : std::uint8_t { seats, colours, winners, players, scores };

/// The columns that identify a form, as text for a message.
[[nodiscard]] std::string_view name_of(TableForm form);
/// The further columns of a form that are read, as text for a message.
[[nodiscard]] std::string_view expected_beside(TableForm form);

/// The columns of a table, found by its line of headings.
class CsvColumns {
 public:
  explicit CsvColumns(const CsvFields& headings);

  [[nodiscard]] bool has(Heading column) const { return place_in(column).has_value(); }
  [[nodiscard]] bool has(Heading one, Heading two) const { return has(one) && has(two); }
  [[nodiscard]] std::string_view of(const CsvFields& fields, Heading column) const {
    return has(column) ? trimmed(fields.at(*place_in(column))) : std::string_view{};
  }
  [[nodiscard]] std::size_t count() const { return headings_.size(); }
  /// The name of a column that occurs twice. Empty if there is none.
  [[nodiscard]] const std::string& twice() const { return twice_; }
  [[nodiscard]] std::optional<TableForm> form() const;
  /// The heading of a column that tells about results but is not read. Empty if there is none.
  [[nodiscard]] std::string unread(TableForm form) const;

 private:
  [[nodiscard]] bool reads(TableForm form, Heading column) const;
  [[nodiscard]] const std::optional<std::size_t>& place_in(Heading column) const {
    return at_.at(static_cast<std::size_t>(column));
  }

  std::array<std::optional<std::size_t>, column_count> at_;
  CsvFields headings_;
  std::string twice_;
};

}  // namespace tribunal
