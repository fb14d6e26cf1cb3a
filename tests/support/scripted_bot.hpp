#pragma once

#include <string>

namespace tribunal::testing {

/// The behaviour of a scripted bot as shell commands, at its start and at lines of the protocol. `$2` is the
/// number of a question and `$4` its first action; `$g` counts games.
struct BotScript {
  std::string start = ":";
  std::string ask = ":";
  std::string answer = R"(echo "move $2 $4")";
  std::string end = ":";
};

/// The text of a bot for /bin/sh. It gets ready, plays the first action and exits at `quit`.
[[nodiscard]] inline std::string scripted_bot(const BotScript& script = {}) {
  return script.start + "; g=0; while read -r line; do set -- $line; case $1 in " +
         "tribunal) echo 'ready script 1';; game) g=$((g + 1));; ask) " + script.ask + "; " + script.answer +
         ";; end) " + script.end + ";; quit) exit;; esac; done";
}

}  // namespace tribunal::testing
