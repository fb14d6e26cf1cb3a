#include "bots/sandbox.hpp"

#include <string_view>

namespace tribunal {

Command Sandbox::around(const Command& bot) const {
  constexpr std::string_view placeholder = "{directory}";
  Command whole{words, bot.directory};
  for (auto& word : whole.words) {
    const auto place = word.find(placeholder);
    if (place != std::string::npos) word.replace(place, placeholder.size(), bot.directory.native());
  }
  whole.words.insert(whole.words.end(), bot.words.begin(), bot.words.end());
  return whole;
}

}  // namespace tribunal
