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
#include "tournament/schedule/schedule.hpp"

namespace tribunal {

struct Tournament;

/// The kinds of an organiser's rulings on results.
enum class RulingKind : std::uint8_t {
  void_games,  ///< games do not count and are played again
  exclude,     ///< no game of a bot counts, and the bot plays no more
  reinstate,   ///< a bot is no longer excluded
  play_on,     ///< games of a round do not count, and the later rounds are drawn again, in a new folder
};

template <>
inline constexpr auto enum_names<RulingKind> = in_words("void", "exclude", "reinstate", "play on");

[[nodiscard]] constexpr bool voids_games(RulingKind kind) {
  return kind == RulingKind::void_games || kind == RulingKind::play_on;
}

/// A ruling of the organiser, as it is stored in the results folder and published.
struct Ruling {
  std::int64_t number = 0;  ///< number in the order of the rulings, from 1
  RulingKind kind{};
  std::string subject;  ///< games as `games_text` writes them, the name of a bot, or a `PlayedOn`
  std::string reason;   ///< text by the organiser; untrusted in a folder from elsewhere
  std::string made;     ///< time, ISO 8601 in UTC

  bool operator==(const Ruling&) const = default;
};

/// The largest number of rulings in a folder, and the largest length of a reason in bytes.
inline constexpr std::size_t most_rulings = 10'000;
inline constexpr std::size_t longest_reason = 500;

/// The games in a text such as `17,20-25`, in ascending order and without overlaps. The error is a sentence.
[[nodiscard]] Result<std::vector<GameRange>> parse_games(std::string_view text);
/// The games as text, such as `17,20-25`.
[[nodiscard]] std::string games_text(std::span<const GameRange> games);
[[nodiscard]] std::uint64_t count_of(std::span<const GameRange> games);

/// Results of another folder. This folder plays on from one of their rounds, instead of their later rounds.
struct PlayedOn {
  std::string games;      ///< games of that round that are void, as `games_text` writes them
  std::uint64_t end = 0;  ///< number behind the last game of the round
  std::string content;    ///< SHA-256 over the content of all games of those results, 64 hexadecimal digits
  std::string folder;     ///< name of their folder, without its parents
};
/// The subject of a ruling of kind `play_on`.
[[nodiscard]] std::string to_text(const PlayedOn& results);
/// The results that a ruling of kind `play_on` names. None if it is of another kind or damaged.
[[nodiscard]] std::optional<PlayedOn> played_on(const Ruling& ruling);

/// The games that a ruling made void. Empty if it is about a bot.
[[nodiscard]] std::vector<GameRange> games_made_void(const Ruling& ruling);
/// For each ruling, the games that it made void and that this folder still has. A folder that plays on lacks
/// the later rounds of the earlier folder.
[[nodiscard]] std::vector<std::vector<GameRange>> void_games_kept(std::span<const Ruling> rulings);

/// The games that rulings made void.
class VoidedGames {
 public:
  explicit VoidedGames(std::span<const Ruling> rulings);
  /// The number of the last ruling that made this game void. None if no ruling did.
  [[nodiscard]] std::optional<std::int64_t> ruling_of(std::uint64_t game) const;
  /// The number of the last ruling that made this game void or drew its round again. 0 if there is none. A
  /// deterministic bot repeats a void game, so only this number tells the games apart.
  [[nodiscard]] std::int64_t played_after(std::uint64_t game) const;

 private:
  struct ByRuling {
    std::int64_t ruling = 0;
    GameRange games;
  };
  std::vector<ByRuling> ranges_;
  std::vector<ByRuling> redrawn_;  ///< games of later rounds, which rulings of kind `play_on` drew again
};

/// A sentence that says why this text cannot be the reason of a ruling: it is blank, too long, or not one
/// printable line of UTF-8. Empty if it can.
[[nodiscard]] std::string objection_to_reason(std::string_view reason);

/// SHA-256 over all rulings in their order: the number, kind, subject, reason and time of each, as
/// netstrings. An organiser publishes it, because rulings change standings and no hash of games covers them.
[[nodiscard]] Bytes32 sha256_of(std::span<const Ruling> rulings);

/// The ruling that excludes the bot of this name now. Null if it is not excluded.
[[nodiscard]] const Ruling* exclusion_of(std::span<const Ruling> rulings, std::string_view bot);

/// Applies rulings to a tournament: excluded bots play no more (`Stay::excluded`). The error says
/// why the rulings do not fit the tournament: their numbers, a bot or games. Only the length of reasons is
/// checked, because readers escape them.
[[nodiscard]] Result<void> apply_rulings(Tournament& tournament, std::vector<Ruling> rulings);

/// The rulings in published standings, the member `rulings` of their JSON. They are not checked. The error is
/// a sentence.
[[nodiscard]] Result<std::vector<Ruling>> parse_rulings(const nlohmann::json& list);

}  // namespace tribunal
