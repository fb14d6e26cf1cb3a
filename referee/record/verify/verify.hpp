#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <istream>
#include <optional>
#include <string>

#include "cards/commit_reveal.hpp"
#include "record/replay_log.hpp"

namespace tribunal {

/// The result of the check of a log; the values are the exit codes of `tribunal verify`.
enum class Verdict : std::uint8_t { holds = 0, differs = 1, unreadable = 2 };

struct VerifyResult {
  Verdict verdict = Verdict::holds;
  std::size_t games = 0;  ///< number of correct games
  std::size_t line = 0;   ///< the first line that differs or cannot be read, from 1
  std::string found;      ///< the line as found, if it differs
  std::string expected;   ///< the expected line, or a phrase that describes it
  std::string problem;    ///< the problem, if a line cannot be read

  /// A text for people: one line if the log is correct or cannot be read, three if it differs.
  [[nodiscard]] std::string text() const;
};

/// The number in words: `1 game holds`, `2 games hold`.
[[nodiscard]] std::string games_hold(std::uint64_t games);

/// A game that was read and replayed.
struct VerifiedGame {
  LoggedGame logged;
  Played played = {};
  std::string content_sha256 = {};  ///< empty if the game is impossible
};

/// Replays a game of a log and compares its lines with those that follow from its deal and decisions. Returns
/// the first difference like `verify_log`; nothing if the game is correct. Fills in the rest of `game`.
/// `secret`: as in `VerifyOptions`.
[[nodiscard]] std::optional<VerifyResult> difference_in(VerifiedGame& game,
                                                        const std::optional<Secret>& secret = {});

struct VerifyOptions {
  /// The secret, if it is known: every deal key must follow from it. If there is a public value, apply
  /// `Secret::with_public_value` first.
  std::optional<Secret> secret = {};
  RulesMaker rules = make_rules;
  /// Called with every correct game, in order, on the calling thread, for checks across games. It may change
  /// the game.
  std::function<void(VerifiedGame&)> on_game = {};
  /// Number of verifying threads in addition to the calling one; below 2, only the calling one verifies. The
  /// result is the same.
  unsigned threads = 1;
  /// The least number of bytes of the log that a thread takes at a time: pieces hold complete games.
  std::size_t piece_size = std::size_t{256} << 10U;
};

/// Checks every game of a log: replays it from its deal key and decisions, writes its log again, and compares
/// the two byte by byte. Only the times within the limits, the host's facts and the comments may differ.
[[nodiscard]] VerifyResult verify_log(std::istream& in, const VerifyOptions& options = {});

}  // namespace tribunal
