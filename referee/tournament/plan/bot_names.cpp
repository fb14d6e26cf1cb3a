#include "tournament/plan/bot_names.hpp"

#include "base/spelling.hpp"
#include "bots/system/program.hpp"

namespace tribunal {

std::optional<std::string> near_sample_bot(const std::string& word) {
  if (word.contains('/') || !find_program(word).empty()) return std::nullopt;
  const auto near = nearest(word, sample_bot_names());
  if (near.empty()) return std::nullopt;
  return not_found(word) + "; " + did_you_mean(near);
}

}  // namespace tribunal
