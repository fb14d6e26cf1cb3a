// Plays every game by search: it imagines games that it cannot tell from its own, plays them on after each of
// its actions, and does what comes out best. It counts what it plays and looks at no clock, and its random
// numbers follow from the lines that it has heard, so that equal games stay equal. With `--ms N` it thinks N
// milliseconds about each decision instead: then equal games may differ.
#include "thinker.hpp"

#include <charconv>
#include <chrono>
#include <iostream>
#include <optional>
#include <span>
#include <string_view>

#include "imaginer.hpp"
#include "tribunal_bot.hpp"

namespace bot = tribunal::bot;

namespace {

class Thinker {
 public:
  explicit Thinker(const thinker::Effort& effort) : effort_{effort} {}

  void begin(const bot::View& view) {
    const auto* const info = tribunal::find_game(view.game);
    aim_.hand_by_hand = info != nullptr && (info->family == "layout" || info->family == "anarchy");
    imaginer_.begin(view, info != nullptr);
  }
  void hear(const bot::Event& event) { imaginer_.hear(event); }

  [[nodiscard]] bot::Decision decide(const bot::View& view) const {
    return imaginer_.decide(view,
                            [&](const tribunal::Game& position, tribunal::Seat me, tribunal::Stream& chance) {
                              return thinker::best_action(position, me, effort_, aim_, chance).best;
                            });
  }

 private:
  thinker::Effort effort_;
  thinker::Aim aim_;
  Imaginer imaginer_;
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
