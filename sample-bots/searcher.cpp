// Plays Tennis by search: deals what it has not seen at random, again and again, plays every such game on,
// and does what comes out best. Other games it plays at random. It looks at no clock and throws no dice: all
// chance follows from the lines of the game, so that equal games stay equal.
#include "searcher.hpp"

#include <string>

#include "imaginer.hpp"
#include "tribunal_bot.hpp"

namespace bot = tribunal::bot;

namespace {

constexpr int deals = 60;  // to imagine for a decision

class Searcher {
 public:
  void begin(const bot::View& view) {
    imaginer_.begin(view, view.game == "tennis");
    imaginer_.mix(std::to_string(view.me));
  }
  void hear(const bot::Event& event) { imaginer_.hear(event); }

  bot::Decision decide(const bot::View& view) {
    return imaginer_.decide(view,
                            [](const tribunal::Game& position, tribunal::Seat me, tribunal::Stream& chance) {
                              return searcher::best_action(position, me, deals, chance);
                            });
  }

 private:
  Imaginer imaginer_;
};

}  // namespace

int main() {
  Searcher searcher;
  const bot::Hooks hooks{
      .game_start = [&](const bot::View& view) { searcher.begin(view); },
      .event = [&](const bot::View& /*view*/, const bot::Event& event) { searcher.hear(event); },
      .game_end = nullptr};
  return bot::run(
      "searcher", "1.0", [&](const bot::View& view) { return searcher.decide(view); }, hooks);
}
