#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "base/digest.hpp"
#include "base/enum_names.hpp"
#include "base/error.hpp"
#include "tournament/schedule/shard.hpp"

namespace tribunal {

struct Tournament;

/// The kinds of decisions that an organiser makes on results.
enum class RulingKind : std::uint8_t {
  void_games,  ///< games do not count, and are played again
  exclude,     ///< no game of a bot counts, and it plays no more
  reinstate,   ///< a bot is excluded no longer
  play_on,     ///< games of a round do not count, and the rounds behind it are drawn anew, in a new folder
};

template <>
inline constexpr auto enum_names<RulingKind> = in_words("void", "exclude", "reinstate", "play on");

[[nodiscard]] constexpr bool voids_games(RulingKind kind) {
  return kind == RulingKind::void_games || kind == RulingKind::play_on;
}

/// A decision of the organiser, as the folder of results stores it and as it is published.
struct Ruling {
  std::int64_t number = 0;  ///< from 1, in the order in which they were made
  RulingKind kind{};
  std::string subject;  ///< games as `games_text` writes them, the name of a bot, or a `PlayedOn`
  std::string reason;   ///< text of the organiser; of a folder from elsewhere, of anybody
  std::string made;     ///< when, ISO 8601 in UTC

  bool operator==(const Ruling&) const = default;
};

/// Rulings of one folder, and bytes of a reason.
inline constexpr std::size_t most_rulings = 10'000;
inline constexpr std::size_t longest_reason = 500;

/// The games of such a text, `17,20-25`, in ascending order and without overlaps. The error is a sentence.
[[nodiscard]] Result<std::vector<GameRange>> parse_games(std::string_view text);
/// These games as text: `17,20-25`.
[[nodiscard]] std::string games_text(std::span<const GameRange> games);
[[nodiscard]] std::uint64_t count_of(std::span<const GameRange> games);

/// The results in place of whose later rounds a folder plays on from one of their rounds.
struct PlayedOn {
  std::string games;      ///< of that round: they are void; as `games_text` writes them
  std::uint64_t end = 0;  ///< behind the last game of the round
  std::string content;    ///< SHA-256 over the content of all games of the results, 64 digits
  std::string folder;     ///< its name, without those above it
};
/// The subject of a ruling of that kind.
[[nodiscard]] std::string to_text(const PlayedOn& results);
/// The results of such a ruling; nothing if it is of another kind, or damaged.
[[nodiscard]] std::optional<PlayedOn> played_on(const Ruling& ruling);

/// The games that a ruling made void; none if it is about a bot.
[[nodiscard]] std::vector<GameRange> games_made_void(const Ruling& ruling);
/// Those of each ruling that a folder with these rulings holds: it plays on without the later rounds of an
/// earlier one.
[[nodiscard]] std::vector<std::vector<GameRange>> void_games_kept(std::span<const Ruling> rulings);

/// The games that rulings made void.
class VoidedGames {
 public:
  explicit VoidedGames(std::span<const Ruling> rulings);
  /// The number of the last ruling that made this game void, if any did.
  [[nodiscard]] std::optional<std::int64_t> ruling_of(std::uint64_t game) const;

 private:
  struct ByRuling {
    std::int64_t ruling = 0;
    GameRange games;
  };
  std::vector<ByRuling> ranges_;
};

/// The reason why this is no reason of a ruling, a sentence: it is blank, too long, or no printable line of
/// UTF-8. Empty if it is one.
[[nodiscard]] std::string objection_to_reason(std::string_view reason);

/// SHA-256 over all rulings in their order: of each the number, kind, subject, reason and time, as
/// netstrings. An organiser publishes it, as rulings change standings and are in no hash of games.
[[nodiscard]] Bytes32 sha256_of(std::span<const Ruling> rulings);

/// The ruling by which the bot of this name is excluded now; null if it is not.
[[nodiscard]] const Ruling* exclusion_of(std::span<const Ruling> rulings, std::string_view bot);

/// Lets a tournament take account of its rulings: excluded bots play no more (`Stay::excluded`). The error is
/// the reason why these are not its rulings: their numbers, a bot or games. Reasons are checked for their
/// length alone, as readers escape them.
[[nodiscard]] Result<void> apply_rulings(Tournament& tournament, std::vector<Ruling> rulings);

/// The rulings of published standings, `rulings` of their JSON. They are not checked. The error is a
/// sentence.
[[nodiscard]] Result<std::vector<Ruling>> parse_rulings(const nlohmann::json& list);

}  // namespace tribunal
