// Plays the Anarchy games by sampling: imagines some hundred games that are consistent with its lines, plays
// each of them out at random, and takes the action that is best on average. Its random numbers follow from
// the lines that it receives. In other games it takes any legal action.
#include "sampler.hpp"

#include <algorithm>
#include <cstddef>

#include "games/anarchy/family.hpp"
#include "imaginer.hpp"
#include "tribunal_bot.hpp"

namespace bot = tribunal::bot;

namespace {

constexpr int worlds_for_bids = 400;
constexpr int worlds_for_gifts = 800;
constexpr int worlds_for_cards = 200;

class Sampler {
 public:
  void begin(const bot::View& view) {
    usual_.clear();
    const auto* const info = tribunal::find_game(view.game);
    imaginer_.begin(view, info != nullptr && info->family == "anarchy");
  }
  void hear(const bot::Event& event) { imaginer_.hear(event); }

  bot::Decision decide(const bot::View& view) {
    return imaginer_.decide(view,
                            [&](const tribunal::Game& position, tribunal::Seat me, tribunal::Stream& chance) {
                              return choose({.position = position,
                                             .me = me,
                                             .cards = static_cast<int>(view.hand().size()),
                                             .is_snark = view.game == "snark"},
                                            chance);
                            });
  }

 private:
  [[nodiscard]] tribunal::Action choose(const sampler::Question& question, tribunal::Stream& chance) {
    // If every bid has to be made once, it should be made with a hand that suits it better than usual.
    const bool once_each = imaginer_.rules()->game() == "organised-chaos";
    if (once_each && usual_.empty())
      usual_ = sampler::usual_points(*imaginer_.rules(), question.cards, chance);
    tribunal::ActionList actions;
    question.position.legal_actions(question.me, actions);
    const auto verb = actions.front().verb();
    if (verb == tribunal::verbs::give) return sampler::best_gift(question, usual_, worlds_for_gifts, chance);
    const bool bids = verb != tribunal::verbs::play;
    auto points = sampler::points_of(question, bids ? worlds_for_bids : worlds_for_cards, chance);
    for (std::size_t i = 0; bids && once_each && i < actions.size(); ++i)
      points[i] -= usual_[tribunal::bid_of(actions[i])];
    return actions[static_cast<std::size_t>(std::ranges::max_element(points) - points.begin())];
  }

  Imaginer imaginer_;
  sampler::BidPoints usual_;  // for this game, once it is known
};

}  // namespace

int main() {
  Sampler sampler;
  const bot::Hooks hooks{
      .game_start = [&](const bot::View& view) { sampler.begin(view); },
      .event = [&](const bot::View& /*view*/, const bot::Event& event) { sampler.hear(event); },
      .game_end = nullptr};
  return bot::run(
      "sampler", "1.0", [&](const bot::View& view) { return sampler.decide(view); }, hooks);
}
