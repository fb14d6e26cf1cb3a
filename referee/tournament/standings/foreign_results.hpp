#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tribunal {

/// Seats of a game from elsewhere, and how many of them may share a place: ties are averaged over all orders.
inline constexpr std::size_t most_foreign_seats = 64;
inline constexpr std::size_t most_tied_seats = 12;

/// A game that another program played: who took which place. Equal places are a tie.
struct ForeignGame {
  struct Seat {
    std::string bot;
    int place = 1;

    bool operator==(const Seat&) const = default;
  };

  std::vector<Seat> seats;
  std::string deal;  ///< games of one deal depend on each other; empty: a deal of its own

  bool operator==(const ForeignGame&) const = default;
};

/// Games of one source.
struct ForeignResults {
  std::vector<ForeignGame> games;
  std::uint64_t unfinished = 0;  ///< games without a result, which do not count
};

/// Reads results of games in one of three forms, told apart by what is in them (docs/ratings.md):
/// - rank lists, a game a line: `greedy > careful = random`, also with commas or blanks for `>`;
/// - comma-separated values (RFC 4180) with the columns `game`, `bot` and `place`, and perhaps `deal`, as
///   `tribunal export --csv` writes them;
/// - the tags White, Black and Result of games in PGN (S. J. Edwards, Portable Game Notation, 1994, 8.1.1).
/// The text is untrusted. The error is `line N: what is wrong; expected what`.
[[nodiscard]] std::expected<ForeignResults, std::string> read_foreign_results(std::string_view text);

}  // namespace tribunal
