// Plays Tennis by search: deals what it has not seen at random, again and again, plays every such game on,
// and does what comes out best. Other games it plays at random. It looks at no clock and throws no dice: all
// chance follows from the lines of the game, so that equal games stay equal.
#include "searcher.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "games/catalogue.hpp"
#include "games/imagine.hpp"
#include "tribunal_bot.hpp"

namespace bot = tribunal::bot;

namespace {

constexpr int deals = 60;  // to imagine for a decision

class Searcher {
 public:
  void begin(const bot::View& view) {
    heard_ = 14695981039346656037U;
    hear(std::to_string(view.me));
    lines_.clear();
    rules_.reset();
    if (view.game != "tennis") return;
    tribunal::OptionTexts options;
    if (const auto lead = view.option("round_lead"); !lead.empty()) options["round_lead"] = lead;
    if (auto rules = tribunal::make_rules(view.game, view.players, options)) rules_ = *std::move(rules);
  }

  void hear(const bot::Event& event) {
    auto line = std::string{event.verb} + " " + std::to_string(event.seat);
    for (const auto argument : event.arguments) line.append(" ").append(argument);
    hear(line);
    lines_.push_back(std::move(line));
  }

  bot::Decision decide(const bot::View& view) {
    if (view.legal.size() == 1) return view.legal.front();
    auto chance = tribunal::FastDeal{heard_}.stream("search");
    const auto me = static_cast<tribunal::Seat>(view.me);
    if (rules_) {
      const auto position = tribunal::imagine(*rules_, me, lines_, chance);
      if (position && (*position)->wanted().has(me)) {
        const auto best = searcher::best_action(**position, me, deals, chance);
        const auto found = std::find(view.legal.begin(), view.legal.end(), bot::Action{best.text()});
        if (found != view.legal.end()) return *found;
      }
    }
    return view.legal[chance.uniform(static_cast<std::uint32_t>(view.legal.size()))];
  }

 private:
  /// The hash FNV-1a of all lines heard in this game.
  void hear(std::string_view line) {
    for (const char letter : line) heard_ = (heard_ ^ static_cast<unsigned char>(letter)) * 1099511628211U;
    heard_ = (heard_ ^ 0xffU) * 1099511628211U;
  }

  std::uint64_t heard_ = 0;
  std::optional<tribunal::Rules> rules_;
  std::vector<std::string> lines_;  // all events that I was told
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
