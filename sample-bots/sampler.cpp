// Plays the Anarchy games by sampling: imagines games that it cannot tell from its own, some hundred times,
// plays each of them on at random, and does what came out best on average. It throws no dice: its random
// numbers follow from what it hears. In other games it does anything legal.
#include "sampler.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "games/anarchy/family.hpp"
#include "games/catalogue.hpp"
#include "games/imagine.hpp"
#include "tribunal_bot.hpp"

namespace bot = tribunal::bot;

namespace {

constexpr int worlds_for_bids = 400;
constexpr int worlds_for_gifts = 800;
constexpr int worlds_for_cards = 200;

class Sampler {
 public:
  void begin(const bot::View& view) {
    lines_.clear();
    usual_.clear();
    rules_.reset();
    const auto* const info = tribunal::find_game(view.game);
    if (info == nullptr || info->family != "anarchy") return;
    const auto told = [&](std::string_view name) { return view.option(name); };
    if (auto rules = tribunal::rules_as_told(view.game, view.players, told)) rules_ = *std::move(rules);
  }

  void hear(const bot::Event& event) {
    auto& line = lines_.emplace_back(event.verb);
    line.append(" ").append(std::to_string(event.seat));
    for (const auto argument : event.arguments) line.append(" ").append(argument);
  }

  bot::Decision decide(const bot::View& view) {
    if (view.legal.size() == 1) return view.legal.front();
    auto chance = tribunal::FastDeal{heard()}.stream("search");
    if (rules_) {
      const auto me = static_cast<tribunal::Seat>(view.me);
      const auto position = tribunal::imagine(*rules_, me, lines_, chance);
      if (position && (*position)->wanted().has(me)) {
        const auto best = choose({.position = **position,
                                  .me = me,
                                  .cards = static_cast<int>(view.hand().size()),
                                  .is_snark = view.game == "snark"},
                                 chance);
        const auto found = std::find(view.legal.begin(), view.legal.end(), bot::Action{best.text()});
        if (found != view.legal.end()) return *found;
      }
    }
    return view.legal[chance.uniform(static_cast<std::uint32_t>(view.legal.size()))];
  }

 private:
  /// The hash FNV-1a of all lines heard in this game.
  [[nodiscard]] std::uint64_t heard() const {
    std::uint64_t hash = 14695981039346656037U;
    for (const auto& line : lines_) {
      for (const char letter : line) hash = (hash ^ static_cast<unsigned char>(letter)) * 1099511628211U;
      hash = (hash ^ 0xffU) * 1099511628211U;
    }
    return hash;
  }

  [[nodiscard]] tribunal::Action choose(const sampler::Question& question, tribunal::Stream& chance) {
    // If every bid has to be made once, it should be made with a hand that does better with it than hands do.
    const bool once_each = rules_->game() == "organised-chaos";
    if (once_each && usual_.empty()) usual_ = sampler::usual_points(*rules_, question.cards, chance);
    tribunal::ActionList actions;
    question.position.legal_actions(question.me, actions);
    const auto verb = actions.front().verb();
    if (verb == tribunal::verbs::give) return sampler::best_gift(question, usual_, worlds_for_gifts, chance);
    const bool bids = verb != tribunal::verbs::play;
    auto points = sampler::points_of(question, bids ? worlds_for_bids : worlds_for_cards, chance);
    for (std::size_t i = 0; bids && once_each && i < actions.size(); ++i)
      points[i] -= usual_[sampler::bid_of(actions[i])];
    return actions[static_cast<std::size_t>(std::ranges::max_element(points) - points.begin())];
  }

  std::optional<tribunal::Rules> rules_;
  std::vector<std::string> lines_;  // all events that I was told
  sampler::BidPoints usual_;        // in this game, once it is known
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
