#pragma once

#include <cstdint>
#include <functional>
#include <istream>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/digest.hpp"
#include "base/enum_names.hpp"
#include "base/error.hpp"
#include "ratings/model/rankings.hpp"

namespace tribunal {

/// The longest name of a bot in an import, in bytes of UTF-8.
inline constexpr std::size_t longest_imported_name = 255;
/// The largest number of seats that may share a place, because the likelihood of a tie averages over all
/// orders.
inline constexpr std::size_t most_tied_seats = 12;

/// A game that another program played, or that Tribunal exported.
struct ImportedGame {
  struct Seat {
    std::string bot;
    int place = 1;           ///< place in the game; only the order counts, and equal places are a tie
    bool forfeited = false;  ///< whether the bot forfeited, and so is placed behind all that finished the
                             ///< game
  };

  std::uint64_t line = 0;  ///< number of the line where it begins
  std::vector<Seat> seats;
  std::string deal;                ///< name of the deal, because games of one deal depend on each other;
                                   ///< empty: a deal of its own
  std::optional<Bytes32> content;  ///< content hash that `export` wrote for the game
};

/// A game that an import skipped, and the reason.
struct LeftOutGame {
  std::uint64_t line = 0;
  std::string reason;
};

/// The error for a line: `line N: what`.
[[nodiscard]] std::unexpected<std::string> wrong_line(std::uint64_t line, const std::string& what);

/// A number that identifies the ranking of a game: equal for the same bots in the same order, within this
/// process. Seats that forfeited have no order.
[[nodiscard]] std::uint64_t number_of_ranking(std::vector<ImportedGame::Seat> seats);

/// A summary of one imported file.
struct ImportedFile {
  static constexpr std::size_t most_examples = 5;

  std::string name;
  std::uint64_t games = 0;            ///< number of games that count
  std::uint64_t unfinished = 0;       ///< number of games without a result; they do not count
  std::uint64_t excluded = 0;         ///< number of games with a bot that the organiser excluded; they do not
                                      ///< count
  std::uint64_t left_out = 0;         ///< number of odd games; they do not count
  std::uint64_t understood = 0;       ///< number of these that are void or came before, so that no result is
                                      ///< missing
  std::string only_round;             ///< Round that all games share, so that it does not name an opening;
                                      ///< usually empty
  std::uint64_t rankings = 0;         ///< sum of the numbers of its rankings: equal for equal results in any
                                      ///< order
  std::vector<LeftOutGame> examples;  ///< first of the games counted by `left_out`

  /// Whether the file probably holds these games, by their number and the sum of their rankings. With fewer
  /// than eight games the answer is no, because so few are often ranked alike by chance.
  [[nodiscard]] bool looks_like(std::uint64_t other_games, std::uint64_t other_rankings) const {
    constexpr std::uint64_t fewest = 8;
    return games >= fewest && games == other_games && rankings == other_rankings;
  }
};

/// Results imported from files of other programs: the places in each game. Each game takes about ten bytes.
class ImportedResults {
 public:
  ImportedResults() : rankings_{max_rated_bots - 1} {}

  /// Begins the next file. `strict`: a game that would be skipped is an error.
  void begin_file(std::string name, bool strict);
  /// Adds a game, or skips it if it cannot be rated. The error reads `line N: what is wrong; expected what`.
  /// Errors are names that look alike in a table, a bot that occurs twice in a game, and more bots than can
  /// be rated.
  [[nodiscard]] Result<void> add(const ImportedGame& game);
  /// Skips a game. If the file is strict, this is an error that names the line. `understood`: as in
  /// `ImportedFile`.
  [[nodiscard]] Result<void> leave_out(std::uint64_t line, std::string reason, bool understood = false);
  void count_unfinished() { ++files_.back().unfinished; }
  void count_excluded() { ++files_.back().excluded; }
  void note_only_round(std::string round) { files_.back().only_round = std::move(round); }
  /// Ends a file. `digest`: that of its bytes, if it is known. It is an error if an earlier file has the same
  /// bytes, if no game counts, or if fewer games count than could not be read.
  [[nodiscard]] Result<void> end_file(const std::optional<Bytes32>& digest);

  /// The names of the bots as tables show them, in order of first appearance.
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  /// The rankings of all games. Bots are numbered as in `names`, deals from 0.
  [[nodiscard]] const Rankings& rankings() const { return rankings_; }
  [[nodiscard]] const std::vector<ImportedFile>& files() const { return files_; }
  /// Whether any game has a content hash, and whether a game with this hash was counted.
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

  /// Numbers the bots of the seats; bots that are new get `unknown_bot`. Returns the reason that one of the
  /// names is invalid, or an empty text.
  [[nodiscard]] std::string find_bots(const ImportedGame& game, std::span<Placed> seats) const;
  /// The number of the bot that a file calls `name`. A new bot gets the next number.
  [[nodiscard]] Result<std::uint32_t> bot_of(std::string_view name);
  [[nodiscard]] std::uint64_t deal_of(const std::string& deal);

  std::vector<ImportedFile> files_;
  bool strict_ = false;
  std::vector<std::string> names_;
  ByText<std::uint32_t> bots_;         ///< numbers of bots by their name in the files
  ByText<std::string> by_appearance_;  ///< names in the files by the look of the name
  Rankings rankings_;
  std::vector<std::uint64_t> ranking_numbers_;  ///< `number_of_ranking` of each pattern of `rankings_`
  std::uint64_t next_deal_ = 0;
  ByText<std::uint64_t> deals_;                 ///< numbers of the deals of the current file
  std::unordered_set<std::uint64_t> contents_;  ///< first bytes of the content hashes
  std::map<Bytes32, std::string> digests_;      ///< names of files by their digest
};

/// The formats of imported results (docs/ratings.md).
enum class ImportFormat : std::uint8_t {
  csv,    ///< a table with headings, RFC 4180
  pgn,    ///< tags of games (S. J. Edwards, Portable Game Notation, 1994)
  ranks,  ///< one game per line, from the best bot to the worst
};
template <>
inline constexpr auto enum_names<ImportFormat> = in_words("csv", "pgn", "ranks");

struct ImportOptions {
  std::optional<ImportFormat> format;  ///< none: recognised by the first line, or refused
  bool strict = false;                 ///< whether an odd game is an error instead of being skipped
  bool pairs = false;                  ///< PGN: whether games of two bots from one opening are one deal
  bool one_of_several = false;         ///< whether files with the same bytes are an error
};

/// Reads a file of results and adds its games to `results`. Nothing is guessed: an unknown format is refused,
/// and the error says what was found. An odd game is skipped and listed in the summary of the file. A
/// contradiction is an error. The text is untrusted and not held in memory. The error names the line.
[[nodiscard]] Result<void> read_results(std::istream& in, const std::string& name,
                                        const ImportOptions& options, ImportedResults& results);

}  // namespace tribunal
