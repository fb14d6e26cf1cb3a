#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tournament/schedule/formats/round.hpp"
#include "tournament/schedule/formats/shape.hpp"
#include "tournament/schedule/formats/tie_breaks.hpp"

namespace tribunal {

/// A key of plans that belongs to a format. Its value is a whole number of at least 1.
struct FormatKey {
  std::string_view name;
  int (*highest)(int players);  ///< largest value; less than 1 if there is no choice
  int otherwise = 0;            ///< value in plans without the key; 0 if the key is required
  int example = 0;              ///< value that a message about a missing key shows
  bool flag = false;            ///< whether the key is true or false in plans; then its setting is 1 or
                                ///< absent
};

/// The bots that can join a running tournament.
enum class Newcomers : std::uint8_t {
  any,         ///< any bot that states when it joins (`Stay`)
  candidates,  ///< candidates, at any time, at the end of the plan
  nobody
};

/// The bounds of a tournament's size before it begins. They differ if results decide. Games of withdrawn bots
/// may have been played; this is unknown here, so they are counted.
struct Bounds {
  std::uint64_t fewest_games = 0;
  std::uint64_t most_games = 0;
  std::uint64_t fewest_rounds = 0;  ///< 0 in formats without rounds
  std::uint64_t most_rounds = 0;

  bool operator==(const Bounds&) const = default;
};

/// The bounds in blocks, each of which is a deal played by a group. None means more than `most_games`.
struct BlockBounds {
  std::optional<std::uint64_t> fewest;
  std::optional<std::uint64_t> most;
  std::uint64_t fewest_rounds = 0;
  std::uint64_t most_rounds = 0;
};

/// A number of games, or deals, of one bot. If results decide it, the two bounds differ.
struct GamesOfBot {
  std::uint64_t fewest = 0;
  std::uint64_t most = 0;

  GamesOfBot& operator+=(const GamesOfBot& more) {
    fewest += more.fewest;
    most += more.most;
    return *this;
  }
  bool operator==(const GamesOfBot&) const = default;
};

/// The standing of a Swiss tournament, the best first.
using SwissState = std::vector<Ranked>;

/// A known round of a knockout.
struct KnockoutRound {
  std::size_t left = 0;           ///< number of bots in the bracket before the round
  bool further_deal = false;      ///< whether the round before left its stage undecided
  std::vector<int> by_bracket{};  ///< `Bracket::by_bracket` after the round; empty until it is complete
};

struct KnockoutState {
  std::vector<KnockoutRound> rounds;
  std::vector<int> left;        ///< `Bracket::left` after the complete rounds
  std::optional<int> winner{};  ///< winner once the knockout is over; none if all bots have been withdrawn
};

enum class Placing : std::uint8_t { found, looked_for, withdrawn };

/// The rounds in which one bot, or the field, found its place in a ladder.
struct LadderSearch {
  std::vector<int> bots;
  std::uint64_t rounds = 0;  ///< number of complete rounds played for it
  std::uint64_t deals = 0;   ///< number of deals in these rounds
  std::size_t end = 0;       ///< index of the first round that was not played for it
  Placing place = Placing::found;
};
using LadderState = std::vector<LadderSearch>;

/// A bot of a final.
struct Finalist {
  int bot = 0;
  int place = 1;
  double chance = 0;       ///< probability that it is the best of those that take part, 0 .. 1
  std::int64_t games = 0;  ///< number of games that it has played
};
using FinalState = std::vector<Finalist>;  ///< bots, the best first

/// The decisions in a tournament's rounds so far. `report/standings/rounds_report` puts them into words.
using RoundsState = std::variant<SwissState, KnockoutState, LadderState, FinalState>;

/// A way to decide the pairings; docs/formats.md explains each format. A format has no state, and all of its
/// functions are pure, so that neither the number of workers nor interruptions can make a difference.
/// `formats::all` lists the formats.
class Format {
 public:
  Format() = default;
  Format(const Format&) = delete;
  Format& operator=(const Format&) = delete;
  virtual ~Format() = default;

  /// The name in plans, tables and JSON.
  [[nodiscard]] virtual std::string_view name() const = 0;
  [[nodiscard]] virtual std::span<const FormatKey> keys() const { return {}; }
  /// Whether some bots are on trial against the others.
  [[nodiscard]] virtual bool has_candidates() const { return false; }
  /// Whether `Shape::tie_breaks` decide ties in the ranking.
  [[nodiscard]] virtual bool has_tie_breaks() const { return false; }
  /// Whether the order of the bots is a seeding that decides pairings.
  [[nodiscard]] virtual bool has_seeds() const { return false; }
  /// Whether bots meet bots with equal results, so that bots far apart hardly meet (`RatingOptions`).
  [[nodiscard]] virtual bool pairs_by_results() const { return false; }
  [[nodiscard]] virtual Newcomers newcomers() const { return Newcomers::any; }
  /// A clause that says why no bot can join a running tournament, for formats that do not allow it.
  [[nodiscard]] std::string closed_clause() const {
    return "the bracket of a " + std::string{name()} +
           " is drawn before its first game, and no bot can join it later";
  }
  /// The number of deals or rounds after which the last bot can join, for formats that allow it.
  [[nodiscard]] virtual std::uint64_t latest_joining(const Shape& shape) const { return shape.deals; }
  /// A sentence about a contradiction in a shape with enough bots for all seats. Empty if there is none.
  [[nodiscard]] virtual std::string objection(const Shape& shape) const;

  /// Whether groups follow from results and become known round by round.
  [[nodiscard]] virtual bool in_rounds() const = 0;
  /// Without rounds: the groups that play each deal if all bots take part. Empty if there are too few bots.
  [[nodiscard]] virtual FixedGroups groups(const Shape& /*shape*/) const { return {}; }
  /// Without rounds: whether late bots make up for earlier deals (`phases_of`).
  [[nodiscard]] virtual bool newcomers_make_up() const { return false; }
  /// With rounds: the round after `played`, which are complete. None if the tournament is over.
  [[nodiscard]] virtual std::optional<Round> next_round(const Shape& /*shape*/,
                                                        PlayedRounds /*played*/) const {
    return std::nullopt;
  }
  /// With rounds: the bots that take part but have a bye in `round`, which comes after `played`. Empty in
  /// formats in which a round without games is not a bye.
  [[nodiscard]] virtual std::vector<int> byes_in(const Shape& /*shape*/, PlayedRounds /*played*/,
                                                 const Round& /*round*/) const {
    return {};
  }
  /// With rounds: whether a bot may be in two groups of a round.
  [[nodiscard]] virtual bool seats_bots_twice() const { return false; }

  /// With rounds: the place of each bot after complete rounds, from 1, with ties sharing the better place.
  /// Empty in formats in which the better rating ranks higher.
  [[nodiscard]] virtual std::vector<int> places_after(const Shape& /*shape*/, PlayedRounds /*played*/) const {
    return {};
  }

  [[nodiscard]] virtual BlockBounds blocks(const Shape& shape) const = 0;
  /// Without rounds: the number of deals that `bot` plays. A deal counts once for each of the bot's groups.
  [[nodiscard]] virtual GamesOfBot deals_of(int /*bot*/, const Shape& /*shape*/) const { return {}; }

  /// A phrase for the number of groups that play a deal and, with rounds, of rounds: `3 rounds x 2 groups`.
  [[nodiscard]] virtual std::string groups_text(const Shape& shape) const = 0;
  /// A phrase for the number of deals that they play: `10 deals`.
  [[nodiscard]] virtual std::string deals_text(const Shape& shape) const;
  /// With rounds: the decisions in the known rounds, of which the first `complete` are complete.
  [[nodiscard]] virtual RoundsState state_of(const Shape& /*shape*/, PlayedRounds /*rounds*/,
                                             std::size_t /*complete*/) const {
    return {};
  }
};

/// A format whose games are all known from the start.
class FixedFormat : public Format {
 public:
  [[nodiscard]] bool in_rounds() const final { return false; }
  [[nodiscard]] FixedGroups groups(const Shape& shape) const override = 0;
  [[nodiscard]] bool newcomers_make_up() const override { return true; }
  [[nodiscard]] BlockBounds blocks(const Shape& shape) const final;
  [[nodiscard]] GamesOfBot deals_of(int bot, const Shape& shape) const override;
  [[nodiscard]] std::string groups_text(const Shape& shape) const override;
};

/// A format in which results decide the pairings.
class FormatInRounds : public Format {
 public:
  [[nodiscard]] bool in_rounds() const final { return true; }
  [[nodiscard]] std::optional<Round> next_round(const Shape& shape, PlayedRounds played) const override = 0;
  [[nodiscard]] RoundsState state_of(const Shape& shape, PlayedRounds rounds,
                                     std::size_t complete) const override = 0;

 protected:
  /// Whether bots are withdrawn, so that there may be nobody left to play.
  [[nodiscard]] static bool may_be_cut_short(const Shape& shape) { return !shape.stays.empty(); }
};

/// A format in rounds whose plan states their number under the key `rounds`.
class FormatWithRounds : public FormatInRounds {
 public:
  [[nodiscard]] std::uint64_t latest_joining(const Shape& shape) const final { return rounds_of(shape) - 1; }
  [[nodiscard]] BlockBounds blocks(const Shape& shape) const final;
  [[nodiscard]] std::string groups_text(const Shape& shape) const final;

 protected:
  /// The number of groups in a round with this number of bots.
  [[nodiscard]] virtual std::uint64_t groups_a_round(int bots, const Shape& shape) const = 0;
  [[nodiscard]] static std::uint64_t rounds_of(const Shape& shape) {
    return static_cast<std::uint64_t>(shape.setting("rounds"));
  }
};

/// The bounds of a shape without contradictions. None if there may be more than 2^48 games.
[[nodiscard]] std::optional<Bounds> bounds_of(const Shape& shape);

/// The number of games of each bot, for a shape that has bounds. Empty for a format in rounds.
[[nodiscard]] std::vector<GamesOfBot> games_of_bots(const Shape& shape);

/// The number of groups that this number of bots can fill.
[[nodiscard]] std::uint64_t groups_filled(int bots, const Shape& shape);

/// The number of deals that each bot plays if all groups that can be filled play `count` deals. Deals are
/// shared as evenly as they can be divided.
[[nodiscard]] GamesOfBot even_share(std::uint64_t count, const Shape& shape);

/// A number with its verb: `is 1` or `are 2`.
[[nodiscard]] std::string are_counted(int bots);

/// `groups`, if all bots take part from beginning to end. Otherwise a phrase that replaces it.
[[nodiscard]] std::string unless_bots_change(const Shape& shape, std::string groups);

/// The table of formats. To add a format, write a file in this folder that defines its function, and name it
/// here twice.
namespace formats {

// round_robin() is declared in shape.hpp, because it is the default format of a shape.
[[nodiscard]] const Format& gauntlet();
[[nodiscard]] const Format& sampled();
[[nodiscard]] const Format& swiss();
[[nodiscard]] const Format& knockout();
[[nodiscard]] const Format& ladder();
[[nodiscard]] const Format& final();

/// All formats, in the order in which they are listed.
[[nodiscard]] inline std::span<const Format* const> all() {
  static const std::array table{&round_robin(), &gauntlet(), &sampled(), &swiss(),
                                &knockout(),    &ladder(),   &final()};
  return table;
}

}  // namespace formats

}  // namespace tribunal
