// Plays Tennis by search: deals the unseen cards at random many times, plays every such game out, and takes
// the best action. Other games it plays at random. It does not use a clock, and all chance follows from the
// lines of the game, so that equal games stay equal.
#include "searcher.hpp"

#include <string>

#include "imaginer.hpp"
#include "tribunal_bot.hpp"

namespace bot = tribunal::bot;

namespace {

constexpr int deals = 60;  // number of imagined deals for a decision

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
