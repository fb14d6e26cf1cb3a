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

/// The faults of a bot; docs/faults.md has the detection and the cost of each.
enum class FaultKind : std::uint8_t { start, crash, timeout, illegal, garbage, flood, early };

template <>
inline constexpr auto enum_names<FaultKind> =
    in_words("start", "crash", "timeout", "illegal", "garbage", "flood", "early");

/// The played deal and its key.
struct DealReference {
  std::string event = "play";  ///< the tournament's name, or `play`
  std::uint64_t number = 0;
  DealKey key;
};

/// The bot in a seat that bots play.
struct Entrant {
  std::string bot;      ///< the name that the organiser gave it
  std::string version;  ///< name and version that `ready` announced; empty if it never did
  std::string sha256;   ///< hash of its files, 64 hexadecimal digits; empty if it has no files
};

/// One decision, in the order of the transcript (at simultaneous decisions: by seat).
struct Decision {
  Seat seat = 0;
  Action action;
  std::int64_t us = 0;      ///< time taken, microseconds; 0 if the referee decided without a question
  bool by_referee = false;  ///< whether it is the default action of a seat with a fault
};

/// The longest time that a log or a compact record may have: thirty years.
inline constexpr std::int64_t longest_us = 1'000'000'000'000'000;

/// A fault. It precedes the decision at index `decision` (always of the same seat and by the referee); a
/// fault of kind `start` precedes everything, with `decision` 0.
struct Fault {
  FaultKind kind{};
  Seat seat = 0;
  std::size_t decision = 0;
  std::int64_t us = 0;  ///< time from the question to the verdict, microseconds
  std::string got;  ///< received line, escaped and cut, for illegal, garbage and early; part of the content
};

/// A `#` line of a bot, stored with the decision during which it arrived. Not part of the content.
struct Comment {
  Seat seat = 0;
  std::size_t decision = 0;
  std::string text;
};

/// The largest number that a `SeatUsage` may have.
inline constexpr std::int64_t most_used = 1'000'000'000'000'000;

/// The resources that all processes of a seat's bot together used for a game. Not part of the content.
struct SeatUsage {
  std::int64_t cpu_us = 0;    ///< CPU time since the end of its previous game, or since its `ready`
  std::int64_t peak_kib = 0;  ///< peak memory of its processes up to the end of the game
  std::int64_t voluntary_switches = 0;
  std::int64_t involuntary_switches = 0;

  bool operator==(const SeatUsage&) const = default;
};

/// Facts of the host, recorded but not part of the content.
struct HostFacts {
  std::string referee;           ///< version of the program
  std::string sandbox = "none";  ///< level of the sandbox
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
  /// The limits of each player's seat if they are not `limits` for all; otherwise none. Clock and fault
  /// policy are those of `limits`.
  std::vector<Limits> own_limits = {};

  [[nodiscard]] const Limits& limits_of(Seat seat) const {
    return own_limits.empty() ? limits : own_limits.at(static_cast<std::size_t>(seat));
  }
};

}  // namespace tribunal
