// Plays every game by search: it imagines games that it cannot tell from its own, plays them on after each of
// its actions, and does what comes out best. It counts what it plays and looks at no clock, and its random
// numbers follow from the lines that it has heard, so that equal games stay equal. With `--ms N` it thinks N
// milliseconds about each decision instead: then equal games may differ.
#include "thinker.hpp"

#include <algorithm>
#include <charconv>
#include <iostream>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "games/catalogue.hpp"
#include "games/imagine.hpp"
#include "tribunal_bot.hpp"

namespace bot = tribunal::bot;

namespace {

class Thinker {
 public:
  explicit Thinker(const thinker::Effort& effort) : effort_{effort} {}

  void begin(const bot::View& view) {
    lines_.clear();
    rules_.reset();
    const auto* const info = tribunal::find_game(view.game);
    if (info == nullptr) return;
    aim_.hand_by_hand = info->family == "layout" || info->family == "anarchy";
    const auto told = [&](std::string_view name) { return view.option(name); };
    if (auto rules = tribunal::rules_as_told(view.game, view.players, told)) rules_ = *std::move(rules);
  }

  void hear(const bot::Event& event) {
    auto& line = lines_.emplace_back(event.verb);
    line.append(" ").append(std::to_string(event.seat));
    for (const auto argument : event.arguments) line.append(" ").append(argument);
  }

  [[nodiscard]] bot::Decision decide(const bot::View& view) const {
    if (view.legal.size() == 1) return view.legal.front();
    auto chance = tribunal::FastDeal{heard()}.stream("search");
    if (rules_) {
      const auto me = static_cast<tribunal::Seat>(view.me);
      const auto position = tribunal::imagine(*rules_, me, lines_, chance);
      if (position && (*position)->wanted().has(me)) {
        const auto thought = thinker::best_action(**position, me, effort_, aim_, chance);
        const auto found = std::find(view.legal.begin(), view.legal.end(), bot::Action{thought.best.text()});
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

  thinker::Effort effort_;
  thinker::Aim aim_;
  std::optional<tribunal::Rules> rules_;
  std::vector<std::string> lines_;  // all events that I was told
};

/// The effort of the command line; nothing if it is wrong.
std::optional<thinker::Effort> effort_of(std::span<const char* const> arguments) {
  thinker::Effort effort;
  if (arguments.empty()) return effort;
  if (arguments.size() != 2) return {};
  const std::string_view option = arguments[0];
  const std::string_view text = arguments[1];
  int number = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), number);
  if (end.ec != std::errc{} || end.ptr != text.data() + text.size() || number < 1) return {};
  if (option == "--steps") {
    effort.steps = number;
  } else if (option == "--ms") {
    effort.time = std::chrono::milliseconds{number};
  } else {
    return {};
  }
  return effort;
}

}  // namespace

int main(int count, char** arguments) {
  const auto effort =
      effort_of(std::span<const char* const>{arguments, static_cast<std::size_t>(count)}.subspan(1));
  if (!effort) {
    std::cerr << "usage: thinker [--steps N | --ms N], with N from 1; default: --steps 20000\n";
    return 2;
  }
  Thinker thinker{*effort};
  const bot::Hooks hooks{
      .game_start = [&](const bot::View& view) { thinker.begin(view); },
      .event = [&](const bot::View& /*view*/, const bot::Event& event) { thinker.hear(event); },
      .game_end = nullptr};
  return bot::run(
      "thinker", "1.0", [&](const bot::View& view) { return thinker.decide(view); }, hooks);
}
