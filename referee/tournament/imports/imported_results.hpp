#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/digest.hpp"
#include "base/error.hpp"
#include "ratings/model/rankings.hpp"

namespace tribunal {

/// The longest name of a bot in an import, in bytes of UTF-8.
inline constexpr std::size_t longest_imported_name = 255;
/// Seats that may share a place: the likelihood of a tie averages over all orders.
inline constexpr std::size_t most_tied_seats = 12;

/// A game that another program played, or that was exported.
struct ImportedGame {
  struct Seat {
    std::string bot;
    int place = 1;           ///< only the order counts; equal places are a tie
    bool forfeited = false;  ///< behind all that played the game through
  };

  std::uint64_t line = 0;  ///< where it begins
  std::vector<Seat> seats;
  std::string deal;                ///< games of one deal depend on each other; empty: a deal of its own
  std::optional<Bytes32> content;  ///< the hash by which `export` names the game
};

/// A game that an import left out, and the reason.
struct LeftOutGame {
  std::uint64_t line = 0;
  std::string reason;
};

/// The error `line N: what`.
[[nodiscard]] std::unexpected<std::string> wrong_line(std::uint64_t line, const std::string& what);

/// A number of the ranking of a game: the same for the same bots in the same order, within this process.
[[nodiscard]] std::uint64_t number_of_ranking(std::vector<ImportedGame::Seat> seats);

/// An account of one file.
struct ImportedFile {
  static constexpr std::size_t most_examples = 5;

  std::string name;
  std::uint64_t games = 0;            ///< that count
  std::uint64_t unfinished = 0;       ///< without a result, which do not count
  std::uint64_t excluded = 0;         ///< with a bot that the organiser excluded, which do not count
  std::uint64_t left_out = 0;         ///< odd games, which do not count
  std::string only_round;             ///< that all games have, so that it names no opening; mostly empty
  std::uint64_t rankings = 0;         ///< sum over its games: equal for equal results in any order
  std::vector<LeftOutGame> examples;  ///< of `left_out`, the first ones

  /// Whether it most likely holds these games, by their number and the sum of their rankings. Fewer than
  /// eight games are often ranked alike.
  [[nodiscard]] bool looks_like(std::uint64_t other_games, std::uint64_t other_rankings) const {
    constexpr std::uint64_t fewest = 8;
    return games >= fewest && games == other_games && rankings == other_rankings;
  }
};

/// Results imported from files of other programs: the places in each game. A game takes about ten bytes.
class ImportedResults {
 public:
  ImportedResults() : rankings_{max_rated_bots - 1} {}

  /// Begins the next file. With `strict` a game that would be left out is an error.
  void begin_file(std::string name, bool strict);
  /// Adds a game, or leaves it out if it cannot be rated. The error is `line N: what is wrong; expected
  /// what`: names that a table cannot tell apart, a bot that is twice in a game, or more bots than can be
  /// rated.
  [[nodiscard]] Result<void> add(const ImportedGame& game);
  /// The error, if the file is strict, is a line.
  [[nodiscard]] Result<void> leave_out(std::uint64_t line, std::string reason);
  void count_unfinished() { ++files_.back().unfinished; }
  void count_excluded() { ++files_.back().excluded; }
  void note_only_round(std::string round) { files_.back().only_round = std::move(round); }
  /// Ends a file by the digest of its bytes, if it is known. The error: an earlier file has the same bytes,
  /// or no game counts.
  [[nodiscard]] Result<void> end_file(const std::optional<Bytes32>& digest);

  /// The bots as tables show them, in the order in which they were first seen.
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  /// Bots are numbered as in `names`, deals from 0.
  [[nodiscard]] const Rankings& rankings() const { return rankings_; }
  [[nodiscard]] const std::vector<ImportedFile>& files() const { return files_; }
  /// Whether any game has a content hash, and whether the game with this one was counted.
  [[nodiscard]] bool has_contents() const { return !contents_.empty(); }
  [[nodiscard]] bool has(const Bytes32& content) const;

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
  };
  template <class Value>
  using ByText = std::unordered_map<std::string, Value, Hash, std::equal_to<>>;

  static constexpr std::uint32_t unknown_bot = ~0U;

  /// Numbers the bots of the seats that are known, the others as `unknown_bot`. Returns the reason why no bot
  /// can have one of the names; empty if all can be.
  [[nodiscard]] std::string find_bots(const ImportedGame& game, std::span<Placed> seats) const;
  /// The number of the bot that a file calls `name`.
  [[nodiscard]] Result<std::uint32_t> bot_of(std::string_view name);
  [[nodiscard]] std::uint64_t deal_of(const std::string& deal);

  std::vector<ImportedFile> files_;
  bool strict_ = false;
  std::vector<std::string> names_;
  ByText<std::uint32_t> bots_;         ///< by the name in the files
  ByText<std::string> by_appearance_;  ///< the name in the files, by how it looks
  Rankings rankings_;
  std::uint64_t next_deal_ = 0;
  ByText<std::uint64_t> deals_;                 ///< of the present file
  std::unordered_set<std::uint64_t> contents_;  ///< the first bytes of each hash
  std::map<Bytes32, std::string> digests_;      ///< the names of files
};

}  // namespace tribunal
