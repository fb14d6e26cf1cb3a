#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "tournament/schedule/formats/round.hpp"
#include "tournament/schedule/formats/shape.hpp"
#include "tournament/schedule/game_result.hpp"

namespace tribunal {

/// The largest number of games in a format of rounds, because their places are held in memory.
inline constexpr std::uint64_t most_games_in_rounds = 10'000'000;

/// A game to be played.
struct ScheduledGame {
  std::uint64_t index = 0;
  std::uint64_t deal = 0;
  int game = 0;              ///< index among the games of the plan
  std::vector<int> seating;  ///< bot of each seat, by its index in the plan

  bool operator==(const ScheduledGame&) const = default;
};

/// The games of a tournament and their order. A deal number means the same cards for every group and seating.
/// A group plays a deal in all its seatings in a row; these games are a block.
///
/// In formats without rounds (`FixedFormat`), all games are known from the start. They are ordered by deal,
/// then game, then group, then seating. After every whole deal all bots have played equally often, each game
/// too; in between this holds nearly. If bots join or are withdrawn later, the schedule is a sequence of such
/// parts (`Phase`).
///
/// In formats with rounds (`FormatInRounds`), games become known round by round. A round follows from the
/// shape and the complete results of earlier rounds. Results are passed to the schedule by `note`. The
/// schedule itself is stored with them only to save time. Games are ordered by round, then deal, then group,
/// then game, then seating.
///
/// Games of withdrawn bots keep their index, whether they were played or are skipped.
class Schedule {
 public:
  using Shape = tribunal::Shape;

  /// Makes a schedule. The error is a sentence: parts of the shape contradict each other, or there are too
  /// many games (more than 2^48, or 10 million in a format of rounds).
  [[nodiscard]] static Result<Schedule> make(const Shape& shape);

  [[nodiscard]] const Shape& shape() const { return shape_; }
  /// Whether games become known round by round.
  [[nodiscard]] bool in_rounds() const;
  /// The number of games known so far. It includes all games once the schedule is whole.
  [[nodiscard]] std::uint64_t size() const { return size_; }
  /// Whether no further games will become known.
  [[nodiscard]] bool is_whole() const { return whole_; }
  /// The number of groups that play each deal at first. In formats of rounds: in the first round.
  [[nodiscard]] std::uint64_t groups() const;
  /// The index of the first game of the last known round, which may have no games. 0 in a format without
  /// rounds.
  [[nodiscard]] std::uint64_t begin_of_last_round() const {
    return ends_.size() < 2 ? 0 : ends_[ends_.size() - 2];
  }
  /// The number of seatings in which a group plays each deal. That many games in a row are a block.
  [[nodiscard]] std::uint64_t seatings() const { return seatings_; }
  /// The number of deals of all games. In a format of rounds: of the last known round.
  [[nodiscard]] std::uint64_t deals() const {
    return rounds_.empty() ? shape_.deals : rounds_.back().round.deals;
  }
  /// The index of the first game with the deal of the game at `index`, which must be known. All groups play a
  /// deal in a row.
  [[nodiscard]] std::uint64_t begin_of_deal(std::uint64_t index) const;
  /// The game at `index`, which must be below `size()`.
  [[nodiscard]] ScheduledGame game(std::uint64_t index) const;
  /// The game of the plan that is played at `index`, even if that index is still unknown.
  [[nodiscard]] int game_of(std::uint64_t index) const;

  /// The number of deals or rounds that have started once the game at `index`, which must be known, has
  /// started. Deals that a late bot makes up for are not counted again.
  [[nodiscard]] std::uint64_t started_by(std::uint64_t index) const;
  /// Whether a withdrawn bot has a seat. Such a game is skipped if it has not been played.
  [[nodiscard]] bool seats_withdrawn(std::span<const int> seating) const;
  /// The number of known games with a withdrawn bot, whether played or skipped.
  [[nodiscard]] std::uint64_t games_of_withdrawn() const;
  /// The number of known games from `begin` on without a withdrawn bot.
  [[nodiscard]] std::uint64_t games_to_play(std::uint64_t begin) const;

  /// Notes a finished game in a format of rounds. Any order is possible, and a repeated game is ignored.
  /// Returns true if it was the last game of its round, so that further games are known now, or that the
  /// tournament is over.
  bool note(const GameResult& result);
  /// Notes that no more games of withdrawn bots will come in the last round. Returns true if all other games
  /// of the round were finished, like `note`.
  bool leave_out();
  /// Provides the rounds that have started, from the first on, so that they need not be computed again from
  /// results. Only for formats of rounds.
  void foresee(std::vector<Round> rounds) { foreseen_ = std::move(rounds); }
  /// The rounds known so far. The last one may be incomplete. Empty in a format without rounds.
  [[nodiscard]] const std::vector<PlayedRound>& rounds() const { return rounds_; }
  /// The known rounds whose games are all finished.
  [[nodiscard]] PlayedRounds complete_rounds() const {
    return std::span{rounds_}.first(rounds_.size() - (whole_ ? 0 : 1));
  }

 private:
  struct Place {
    std::size_t round = 0;
    std::uint64_t game = 0;  ///< index of the game in the round
  };

  /// A phase of a format without rounds.
  struct Part {
    Phase phase;
    FixedGroups groups;
    std::uint64_t begin = 0;  ///< index of its first game
  };

  explicit Schedule(Shape shape);

  void add_parts();
  void add_round();
  [[nodiscard]] const Part& part_of(std::uint64_t index) const;
  [[nodiscard]] Place place_of(std::uint64_t index) const;
  [[nodiscard]] std::uint64_t games() const { return static_cast<std::uint64_t>(shape_.games); }

  Shape shape_;
  std::uint64_t seatings_;
  std::vector<Part> parts_;  ///< parts of a format without rounds
  std::vector<PlayedRound> rounds_;
  std::vector<Round> foreseen_;
  std::vector<std::uint64_t> ends_;  ///< end of each round, in games
  std::uint64_t missing_ = 0;        ///< number of unfinished games of the last round
  std::uint64_t left_out_ = 0;       ///< number of these that will not be played, because a bot is withdrawn
  std::uint64_t size_ = 0;
  bool whole_ = true;
};

/// One of the parts into which a tournament's games are split to be played on different machines.
struct Shard {
  int number = 1;  ///< number, from 1
  int count = 1;   ///< number of all parts

  bool operator==(const Shard&) const = default;
};

inline constexpr int most_shards = 1'000'000;

/// Reads a shard such as `3/7`. The error is a sentence.
[[nodiscard]] Result<Shard> parse_shard(std::string_view text);
/// The name of a shard's folder, such as `3-of-7`.
[[nodiscard]] std::string folder_name(Shard shard);
/// The shard that a folder with this name holds. None if the name is of another form.
[[nodiscard]] std::optional<Shard> shard_named(const std::string& name);
/// The shard as text, such as `3/7`.
[[nodiscard]] std::string to_text(Shard shard);

/// Consecutive games, by their index in the schedule.
struct GameRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;  ///< index behind the last game

  [[nodiscard]] std::uint64_t size() const { return end - begin; }
  bool operator==(const GameRange&) const = default;
};

/// A shard and its games.
struct ShardGames {
  Shard shard;
  GameRange games;

  bool operator==(const ShardGames&) const = default;
};

/// The part as text: `3/7 60 80` has the games 60 to 79.
[[nodiscard]] std::string to_text(const ShardGames& part);
/// Reads a text that `to_text` wrote. None if it has another form.
[[nodiscard]] std::optional<ShardGames> parse_shard_games(std::string_view text);
/// The part in words: `shard 3/7, games 60 to 79`. None is `a whole tournament`.
[[nodiscard]] std::string named(const std::optional<ShardGames>& part);

/// The games of a shard among all known games or, in a format of rounds, among those of the last round. They
/// are consecutive and consist of whole deals, so that shards can be rated separately by whole clusters.
/// Shards differ by at most one deal. If there are more shards than deals, they consist of whole blocks
/// (`Schedule`) and differ by at most one block.
[[nodiscard]] GameRange games_of(const Schedule& schedule, Shard shard);

}  // namespace tribunal
