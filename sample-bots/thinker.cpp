// Plays every game by search: it imagines games that are consistent with its lines, plays them out after each
// of its actions, and takes the best one. It limits the number of playouts, not the time, and its random
// numbers follow from the lines that it has received, so that equal games stay equal. With `--ms N` it thinks
// N milliseconds about each decision instead; then equal games may differ.
#include "thinker.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <iostream>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "games/anarchy/family.hpp"
#include "games/layout/family.hpp"
#include "games/vocabulary.hpp"
#include "imaginer.hpp"
#include "opponents.hpp"
#include "thinker_models.hpp"
#include "tribunal_bot.hpp"

namespace bot = tribunal::bot;

namespace {

/// The search in a game: the settings that did best against the other sample bots.
struct Search {
  thinker::Aim aim;
  thinker::Effort effort;
  std::int64_t gift_steps = 0;  ///< steps for a gift, instead of those for a card
  thinker::Habits others{};     ///< the habits of another seat before its first action
};

Search search_in(std::string_view family, std::string_view game) {
  Search search{.aim = {.hand_by_hand = family == "layout" || family == "anarchy"}, .effort = {}};
  if (family == "layout") {
    search.aim.prior = 50;
    search.effort.steps = 50'000;
  }
  if (family == "tennis" || family == "anarchy") search.others.random = 0.05;
  if (family == "anarchy") {
    search.aim.place = 0;
    search.aim.model = thinker::model_in(game);
    search.others.model = 0.5;
  }
  if (game == "organised-chaos") {
    search.aim.widest = 32;     // a gift has 286 choices
    search.gift_steps = 1'200;  // in each step all seats choose one of many gifts
  }
  if (game == "snark") {
    search.aim.horizon = 3;  // tricks of some twenty; late tricks have little to do with the first
  }
  return search;
}

/// Whether a seat is asked for chips rather than for a card.
bool is_about_chips(const tribunal::ActionList& actions) {
  return std::ranges::any_of(actions, [](const tribunal::Action& action) {
    return action.verb() == tribunal::verbs::fold || action.verb() == tribunal::verbs::bet;
  });
}

/// A rival without melds often drops, and the hand ends; later it stays, and the stakes rise.
constexpr int turns_before_doubling = 4;

class Thinker {
 public:
  explicit Thinker(const std::optional<thinker::Effort>& effort) : effort_{effort} {}

  void begin(const bot::View& view) {
    const auto* const info = tribunal::find_game(view.game);
    search_ = search_in(info == nullptr ? "" : info->family, view.game);
    const auto session = view.option("session");
    is_for_pots_ = session == "gambling" || session == "stud";
    search_.aim.cube_rests = session == "cube";
    turns_ = 0;
    opponents_ = thinker::Opponents{search_.others, search_.aim.model};
    if (effort_) search_.effort = *effort_;
    imaginer_.begin(view, info != nullptr);
    if (view.game == "organised-chaos" && imaginer_.rules()) plan_bids(*imaginer_.rules());
  }
  void hear(const bot::Event& event) {
    imaginer_.hear(event);
    if (!opponents_.expect_decisions()) return;
    if (const auto decision = tribunal::parse_decision(imaginer_.last_line()))
      opponents_.learn(decision->first, decision->second);
  }

  [[nodiscard]] bot::Decision decide(const bot::View& view) {
    opponents_.forget();
    return imaginer_.decide(view, [&](const tribunal::Game& position, tribunal::Seat me,
                                      tribunal::Stream& chance) { return choose(position, me, chance); });
  }

 private:
  [[nodiscard]] tribunal::Action choose(const tribunal::Game& position, tribunal::Seat me,
                                        tribunal::Stream& chance) {
    if (search_.others.random > 0) guess_habits(position, me);
    tribunal::ActionList actions;
    position.legal_actions(me, actions);
    if (thinker::may_double(actions) && count_turn(position) <= turns_before_doubling)
      return tribunal::Action{tribunal::verbs::pass};
    if (is_for_pots_ && is_about_chips(actions)) return best_by_values(position, me, chance);
    auto effort = search_.effort;
    if (!effort_ && actions.front().verb() == tribunal::verbs::give) effort.steps = search_.gift_steps;
    return thinker::best_action(position, me, effort, search_.aim, chance).best;
  }

  void plan_bids(const tribunal::Rules& rules) {
    auto chance = tribunal::FastDeal{0}.stream("bids");  // the same in equal games
    search_.aim.bids = std::make_shared<const thinker::BidPlan>(rules, chance);
  }

  /// Counts another turn of this hand in which it might double, and returns its number, from 1.
  int count_turn(const tribunal::Game& position) {
    const auto hand = position.chance_so_far().hands;
    turns_ = hand == hand_ ? turns_ + 1 : 1;
    hand_ = hand;
    return turns_;
  }

  /// Sets the habits of the others; this seat plays by the model as often as they do on average.
  void guess_habits(const tribunal::Game& position, tribunal::Seat me) {
    if (position.wanted().size() > 1) opponents_.note(position, me);
    auto& habits = search_.aim.habits;
    double models = 0;
    for (const auto seat : tribunal::SeatSet::first(position.players())) {
      if (seat == me) continue;
      const auto of_seat = opponents_.habits(seat);
      habits[tribunal::index_of(seat)] = of_seat;
      models += of_seat.model;
    }
    habits[tribunal::index_of(me)] = {.model = models / (position.players() - 1)};
  }

  /// In a pot the results of playouts vary so much that the game's own values are better.
  [[nodiscard]] tribunal::Action best_by_values(const tribunal::Game& position, tribunal::Seat me,
                                                tribunal::Stream& chance) const {
    auto aim = search_.aim;
    aim.prior = 1e6;
    return thinker::best_action(position, me, {.steps = 1}, aim, chance).best;
  }

  std::optional<thinker::Effort> effort_;  // the effort of the command line
  Search search_;
  bool is_for_pots_ = false;
  int turns_ = 0;  // turns of this hand in which it might double
  std::size_t hand_ = 0;
  Imaginer imaginer_;
  thinker::Opponents opponents_;
};

/// The effort that two words of the command line state; nothing if they are wrong.
std::optional<thinker::Effort> effort_of(std::span<const char* const> arguments) {
  thinker::Effort effort;
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
  const auto words = std::span<const char* const>{arguments, static_cast<std::size_t>(count)}.subspan(1);
  const auto effort = effort_of(words);
  if (!effort && !words.empty()) {
    std::cerr
        << "usage: thinker [--steps N | --ms N], with N from 1; default: a number of steps by the game\n";
    return 2;
  }
  Thinker thinker{effort};
  const bot::Hooks hooks{
      .game_start = [&](const bot::View& view) { thinker.begin(view); },
      .event = [&](const bot::View& /*view*/, const bot::Event& event) { thinker.hear(event); },
      .game_end = nullptr};
  return bot::run(
      "thinker", "1.0", [&](const bot::View& view) { return thinker.decide(view); }, hooks);
}
