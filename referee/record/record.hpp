#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/enum_names.hpp"
#include "cards/commit_reveal.hpp"
#include "games/catalogue.hpp"
#include "games/core/action.hpp"
#include "games/core/game.hpp"
#include "record/limits.hpp"

namespace tribunal {

/// The faults of a bot; docs/faults.md says when each is found and what it costs.
enum class FaultKind : std::uint8_t { start, crash, timeout, illegal, garbage, flood, early };

template <>
inline constexpr auto enum_names<FaultKind> =
    in_words("start", "crash", "timeout", "illegal", "garbage", "flood", "early");

/// The deal that was played, and the key that opens it.
struct DealReference {
  std::string event = "play";  ///< the tournament's name, or `play`
  std::uint64_t number = 0;
  DealKey key;
};

/// The bot in a seat that bots play.
struct Entrant {
  std::string bot;      ///< the name the organiser uses
  std::string version;  ///< name and version that `ready` announced; empty if it never did
  std::string sha256;   ///< hash of its files, 64 hexadecimal digits; empty if there is nothing to hash
};

/// One decision, in the order of the transcript (at simultaneous decisions: by seat).
struct Decision {
  Seat seat = 0;
  Action action;
  std::int64_t us = 0;      ///< time taken, microseconds; 0 where the referee decided without asking
  bool by_referee = false;  ///< the default action of a seat in fault
};

/// Longest time that a log or a compact record may name: thirty years.
inline constexpr std::int64_t longest_us = 1'000'000'000'000'000;

/// A fault. It comes before the decision at index `decision` (always of the same seat and by the referee); a
/// fault of kind `start` comes before everything, with `decision` 0.
struct Fault {
  FaultKind kind{};
  Seat seat = 0;
  std::size_t decision = 0;
  std::int64_t us = 0;  ///< time from the question to the verdict, microseconds
  std::string got;  ///< line received, escaped and cut, of illegal, garbage and early; part of the content
};

/// A `#` line of a bot, stored with the decision during which it arrived. Not part of the content.
struct Comment {
  Seat seat = 0;
  std::size_t decision = 0;
  std::string text;
};

/// The largest number of a `SeatUsage` that is read.
inline constexpr std::int64_t most_used = 1'000'000'000'000'000;

/// The resources that a seat's bot used for a game, all its processes together. Not part of the content.
struct SeatUsage {
  std::int64_t cpu_us = 0;    ///< CPU time from the end of its game before, or from its `ready`
  std::int64_t peak_kib = 0;  ///< the most memory its processes ever had, up to the end of the game
  std::int64_t voluntary_switches = 0;
  std::int64_t involuntary_switches = 0;

  bool operator==(const SeatUsage&) const = default;
};

/// Facts of the host, recorded but not part of the content.
struct HostFacts {
  std::string referee;           ///< version of the program
  std::string sandbox = "none";  ///< level in force
};

/// A finished game: all data from which the rest (transcript, scores, places, hash) can be computed.
struct Record {
  Rules rules;
  DealReference deal;
  std::vector<Entrant> entrants;  ///< one per player's seat
  Limits limits;
  HostFacts host;
  std::vector<Decision> decisions;
  std::vector<Fault> faults;  ///< faults in the order of `decision`, start faults first
  std::vector<Comment> comments;
  std::vector<SeatUsage> usage = {};  ///< one per player's seat; none if not measured
  /// The limits of each player's seat where they are not `limits` for all; else none. Clock and fault policy
  /// are those of `limits`.
  std::vector<Limits> own_limits = {};

  [[nodiscard]] const Limits& limits_of(Seat seat) const {
    return own_limits.empty() ? limits : own_limits.at(static_cast<std::size_t>(seat));
  }
};

}  // namespace tribunal
