#pragma once

#include <optional>
#include <string>
#include <vector>

#include "record/record.hpp"

namespace tribunal {

/// A way of tests/hostile-bots, its verdict at a table, and the message of a check. docs/faults.md has the
/// same table for people.
struct HostileWay {
  /// The places where the verdict is tried. In a sandbox only processes, signals and pipes can make a
  /// difference.
  enum class Tried : std::uint8_t { at_large, in_sandbox, at_both, in_check };

  std::string name;
  std::optional<FaultKind> fault;
  Tried tried = Tried::at_large;
  std::string says =
      {};  ///< messages of a check, in addition to the fault; separated by ` | `; empty if there is none
  std::int64_t limit_ms = 20'000;  ///< in a check; short if the bot is meant to run out of time
};

inline const std::vector<HostileWay>& hostile_ways() {
  using enum FaultKind;
  using enum HostileWay::Tried;
  static const std::vector<HostileWay> ways{
      {"crash-at-start", start, at_both, "exited with 3 before it was ready"},
      {"silent-at-start", start, at_both, "within 300 ms | it wrote nothing at all", 300},
      {"ready-not-flushed", start, at_both, "its output came only when it ended: let it flush", 300},
      {"wrong-ready", start, at_large, "said 'hello, referee' where 'ready NAME VERSION' was expected"},
      {"ready-without-version", start, at_large, "said 'ready hostile' where 'ready NAME VERSION'"},
      {"huge-ready", start, at_large, "wrote too much where 'ready NAME VERSION' was expected"},
      {"daemon", start, at_both, "exited with 0 before it was ready"},
      // In a sandbox its child dies with it, whether it has answered or not.
      {"daemon-in-haste", start, at_large, "exited with 0 before it had answered once"},
      {"daemon-at-leisure", start, at_both},
      {"crash-in-game", crash, at_both, "signal 6 | question 2"},
      {"half-a-line-then-crash", crash, at_both, "exited with 0 | question 2"},
      {"crash-at-end", std::nullopt, at_both},
      {"child-keeps-pipes", crash, at_both, "signal 6"},
      // The sandbox itself holds the other ends of the pipes, and does not close them while the bot lives.
      {"closes-stdin", crash, at_large, "closed its input or its output"},
      {"closes-stdin", timeout, in_sandbox},
      {"closes-stdout", crash, at_large, "closed its input or its output"},
      {"closes-stdout", timeout, in_sandbox},
      {"complains-then-crashes", crash, in_check, "exited with 1"},
      {"silent", timeout, at_large, "no answer within 200 ms", 200},
      {"silent-from-second-game", timeout, in_check, "but occurs again after the same games", 500},
      {"counts-anew", timeout, in_check, "but occurs again after the same games", 500},
      {"late", timeout, at_large, "no answer within 200 ms", 200},
      {"one-byte-a-time", timeout, at_large, "no answer within 200 ms", 200},
      {"comments-forever", timeout, at_large, "no answer within 200 ms", 200},
      {"never-reads", timeout, at_both, "no answer within 200 ms", 200},
      {"stops-itself", timeout, at_both, "no answer within 200 ms", 200},
      {"ignores-sigterm", timeout, at_both, "no answer within 200 ms", 200},
      {"endless-lines", flood, at_both, "more than 1 MiB"},
      {"endless-line", flood, at_large, "a line of more than 4 KiB"},
      {"line-of-5000", flood, at_large, "a line of more than 4 KiB"},
      {"endless-lines-unasked", flood, at_large, "more than 1 MiB"},
      {"answers-twice", garbage, at_large, "answered a question twice"},
      {"answers-early", early, at_large, "had not been asked | 'move 2 pass'"},
      {"answers-old-id", garbage, at_large,
       "answered a question twice | 'move 1 pass' | by the ID in its own `ask`"},
      {"illegal", illegal, at_large, "not in the list | 'move 2 castle'"},
      {"foreign-card", illegal, at_large, "not in the list | 'move 2 play:"},
      {"garbage", garbage, at_large,
       "unexpected line on standard output: 'I resign'; print diagnostics to standard error, or as '# ...'"},
      {"empty-line", garbage, at_large, "unexpected line on standard output: ''; it is an empty line"},
      {"huge-id", garbage, at_large, "'move 99999999999999999999999 pass'; expected 'move ID ACTION'"},
      {"nul", garbage, at_large, "a NUL byte | \\x00"},
      {"bad-utf8", garbage, at_large, "invalid UTF-8 | \\xe9"},
      {"echoes-referee", garbage, at_large, "unexpected line on standard output: 'ask 2 "},
      {"crlf", std::nullopt},
      {"talkative", std::nullopt},
      {"talks-on-and-on", std::nullopt},
      {"in-pieces", std::nullopt},
      {"slow", std::nullopt},
      {"endless-stderr", std::nullopt, at_both},
      {"setsid-grandchild", std::nullopt, at_both},
      {"many-children", std::nullopt, at_both},
      {"moves-to-referees-group", std::nullopt, at_both},
      {"followed-by-its-child", std::nullopt, at_both},
      {"stays-after-quit", std::nullopt, at_both},
  };
  return ways;
}

}  // namespace tribunal
