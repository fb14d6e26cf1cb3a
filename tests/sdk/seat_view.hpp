#pragma once

#include <sstream>
#include <string>

#include "games/core/event.hpp"
#include "games/core/rules.hpp"
#include "tribunal_bot.hpp"

namespace tribunal::testing {

/// The line `game` of these rules; `viewer` is a seat, or the referee, which sits in seat 0.
[[nodiscard]] inline std::string game_line(const Rules& rules, Seat viewer) {
  std::string line = "game " + rules.game() + " players=" + std::to_string(rules.players()) +
                     " seats=" + std::to_string(rules.seats()) +
                     " you=" + std::to_string(viewer == referee_view ? 0 : viewer);
  for (const auto& [name, value] : rules.options()) line += " " + name + "=" + to_text(value);
  return line;
}

/// The C++ kit, fed with one seat's lines of a game, or all of them.
class SeatView {
 public:
  SeatView(const Rules& rules, Seat viewer) : viewer_{viewer} {
    hooks_.game_start = [this](const bot::View& view) { view_ = &view; };
    conversation_.hear(game_line(rules, viewer));
  }
  SeatView(const SeatView&) = delete;
  SeatView& operator=(const SeatView&) = delete;

  void hear(const Event& event) {
    if (!event.is_told_to(viewer_)) return;
    line_.clear();
    event.append_to(line_, viewer_);
    conversation_.hear(line_);
  }
  [[nodiscard]] Seat viewer() const { return viewer_; }
  [[nodiscard]] const bot::View& view() const { return *view_; }

 private:
  Seat viewer_;
  bot::Hooks hooks_;
  bot::Decide decide_ = [](const bot::View& view) { return view.legal.front(); };
  std::ostringstream out_;
  bot::detail::Conversation conversation_{"view", "1", decide_, hooks_, out_};
  const bot::View* view_ = nullptr;  // the conversation's own, which stays in its place
  std::string line_;
};

}  // namespace tribunal::testing
