#include <algorithm>
#include <array>
#include <cassert>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cards/deal.hpp"
#include "cards/pack.hpp"
#include "games/chez/actions.hpp"
#include "games/chez/family.hpp"
#include "games/chez/outlook.hpp"
#include "games/chez/redraw.hpp"
#include "games/chez/state.hpp"
#include "games/chez/table.hpp"
#include "games/core/family.hpp"
#include "games/core/game.hpp"
#include "games/core/option_values.hpp"
#include "games/core/telling.hpp"

namespace tribunal {
namespace {

constexpr int chez_pack_size = 55;

/// The rules and their fresh pack, shared by all games and clones.
struct ChezSetting {
  explicit ChezSetting(const ChezRules& of) : rules{of}, pack{fresh_pack({.jokers = 3, .packs = of.packs})} {}
  ChezRules rules;
  std::vector<Card> pack;
};

std::vector<Card> in_order(const ChezCards& cards) {
  std::vector<Card> list;
  cards.each([&](Card card) { list.push_back(card); });
  return list;
}

void append(std::vector<Card>& to, std::span<const Card> cards) {
  std::ranges::copy(cards, std::back_inserter(to));
}

SeatPosition seat_position(const ChezState& state, Seat seat) {
  const auto i = index_of(seat);
  auto concealed = state.hands[i];
  concealed.remove(state.shown[i]);
  SeatPosition position;
  position.hand = in_order(concealed);
  position.open = in_order(state.shown[i]);
  if (state.with_castle.has(seat)) append(position.open, state.castles[i]);
  position.out = !state.in.has(seat);
  return position;
}

std::string seat_text(Seat seat) { return "seat " + std::to_string(seat); }

std::string cards_text(int count) { return std::to_string(count) + (count == 1 ? " card" : " cards"); }

/// The effect that may be noped, with all choices and rolls.
std::string effect_text(const ChezState& state) {
  const auto& pending = state.pending;
  const auto actor = seat_text(state.actor);
  const auto target = seat_text(pending.target);
  switch (pending.effect) {
    case ChezEffect::none:
      return {};
    case ChezEffect::revolution:
      return "a revolution of " + actor + " begins";
    case ChezEffect::pick_up:
      return actor + " picks up " + cards_text(pending.amount);
    case ChezEffect::extra:
      return actor + " has " + std::to_string(pending.amount) + " more actions";
    case ChezEffect::direction:
      return std::string{"play goes "} + (pending.amount > 0 ? "upwards" : "downwards") +
             (pending.target == no_seat ? "" : " from " + target);
    case ChezEffect::swap:
      return actor + " swaps " + cards_text(pending.offers) + " with " + target;
    case ChezEffect::burden:
      return target + " picks up " + cards_text(pending.amount);
    case ChezEffect::raze:
      return "the castle of " + target + " falls";
    case ChezEffect::give:
      return actor + " gives " + cards_text(pending.offers) + " to " + target;
  }
  return {};
}

/// One deal of Chez (docs/rules/chez.md): a player without cards leaves with the best free place.
class ChezGame final : public Game {
 public:
  ChezGame(std::shared_ptr<const ChezSetting> setting, DealPointer deal)
      : setting_{std::move(setting)}, chance_{std::move(deal)} {
    const auto players = setting_->rules.players;
    state_.players = static_cast<std::uint8_t>(players);
    state_.in = SeatSet::first(players);
    state_.worst_place = static_cast<std::int8_t>(players);
  }

  [[nodiscard]] std::unique_ptr<Game> clone() const override { return std::make_unique<ChezGame>(*this); }
  [[nodiscard]] int seats() const override { return state_.players; }
  [[nodiscard]] int players() const override { return state_.players; }

  void begin(EventLog& events) override { begin(events, nullptr); }
  [[nodiscard]] SeatSet wanted() const override {
    return state_.is_over() ? SeatSet{} : SeatSet::only(state_.asked);
  }
  void legal_actions(Seat seat, ActionList& actions) const override {
    assert(wanted().has(seat));
    static_cast<void>(seat);
    actions.clear();
    append_chez_actions(setting_->rules, state_, actions);
  }

  [[nodiscard]] Action default_action(Seat seat) const override {
    assert(wanted().has(seat));
    static_cast<void>(seat);
    return default_chez_action(state_);
  }

  void value_actions(Seat /*seat*/, const ActionList& actions, ActionValues& values) const override {
    value_chez_actions(setting_->rules, state_, actions, values);
  }
  [[nodiscard]] std::span<const std::string_view> feature_names() const override {
    return chez_feature_names;
  }
  void describe_actions(Seat /*seat*/, const ActionList& actions,
                        std::vector<float>& features) const override {
    describe_chez_actions(setting_->rules, state_, actions, features);
  }
  void apply(const Choices& choices, EventLog& events) override {
    if (state_.is_over()) return;
    apply(choices[state_.asked], events, nullptr);
  }

  [[nodiscard]] Outcome outcome() const override { return chez_outcome(state_); }
  [[nodiscard]] Position position() const override {
    const auto& state = state_;
    Position position{.hand_number = 1, .dealer = static_cast<Seat>(state.players - 1)};
    append(position.stock, state.stock.cards());
    std::ranges::reverse(position.stock);
    append(position.hidden, state.secondary.cards());
    append(position.discards, state.pile.cards());
    // The position shows the cards of a run on the pile from the first one on, although the engine puts them
    // there only when the run is complete.
    const bool lays_run =
        state.question == ChezQuestion::extend_run || state.question == ChezQuestion::raise_siege;
    if (lays_run) append(position.discards, std::span{state.run.cards}.first(state.run.size));
    if (state.siege) append(position.turned, state.siege_circle);
    for (const auto seat : SeatSet::first(state.players)) {
      position.seats.push_back(seat_position(state, seat));
    }
    return position;
  }

  [[nodiscard]] std::vector<TableFact> table_facts() const override {
    const auto& state = state_;
    std::vector<TableFact> facts;
    if (state.is_over()) return facts;
    if (state.question == ChezQuestion::nope)
      facts.push_back(
          {"attack", effect_text(state) + (state.pending.noped ? ": noped, unless an ace nopes that"
                                                               : ", unless an ace nopes it")});
    if (state.question == ChezQuestion::aim_joker) {
      const auto dice = joker_dice(state.play.count);
      facts.push_back({"attack", seat_text(state.actor) + " chooses who picks up " +
                                     std::to_string(dice.count) + "d" + std::to_string(dice.sides) +
                                     " cards, or whose castle falls"});
    }
    if (state.revolt)
      facts.push_back({"revolt", state.siege      ? "the siege of " + seat_text(state.siege_by)
                                 : state.for_ever ? "until the game is over"
                                                  : std::to_string(state.heads) + " more must die"});
    facts.push_back({"who cannot play", state.revolt ? "is killed" : "picks up 1 card"});
    if (state.extra > 0) facts.push_back({"actions left", std::to_string(state.extra + 1)});
    if (state.in.size() > 2)
      facts.push_back(
          {"play goes", state.direction > 0 ? "to the next higher seat" : "to the next lower seat"});
    return facts;
  }

  [[nodiscard]] ChanceSoFar chance_so_far() const override { return {.draws = chance_.drawn, .hands = 1}; }

  /// Begins the game and plays it as the guide leads; false if it departs from the guide's lines.
  [[nodiscard]] bool follow(ChezGuide& guide) {
    EventLog events;
    ActionList actions;
    begin(events, &guide);
    ChezTable table{state_, chance_, events, &guide};
    while (guide.has_gone_on(table)) {
      if (guide.is_at_end()) {
        follow_to_question(guide.viewer());
        return true;
      }
      if (state_.is_over()) return false;
      const auto action = guide.decide(table);
      legal_actions(state_.asked, actions);
      if (!action || std::ranges::find(actions, *action) == actions.end()) return false;
      apply(*action, events, &guide);
    }
    return false;
  }

 private:
  void redraw(Seat viewer, Stream& stream) override { redraw_chez(state_, chance_, viewer, stream); }

  void begin(EventLog& events, ChezGuide* guide) {
    deal_cards(events);
    state_.question = ChezQuestion::act;
    ChezTable table{state_, chance_, events, guide};
    begin_turn(table);
    if (state_.is_over()) tell_result(events);
  }

  void apply(const Action& action, EventLog& events, ChezGuide* guide) {
    ChezTable table{state_, chance_, events, guide};
    apply_chez_decision(table, action);
    if (state_.is_over()) tell_result(events);
  }

  /// Before the viewer, others may have been asked in secret and have passed.
  void follow_to_question(Seat viewer) {
    EventLog events;
    ChezGame further{*this};
    const auto& state = further.state_;
    const auto is_told = [viewer](const Event& event) { return event.is_told_to(viewer); };
    while (state.asked != viewer && is_secret(state.question)) {
      further.apply(Action{verbs::pass}, events, nullptr);
      if (state.is_over() || std::ranges::any_of(events.events(), is_told)) return;
    }
    if (state.asked == viewer) state_ = state;
  }

  void deal_cards(EventLog& events) {
    const auto dealer = static_cast<Seat>(state_.players - 1);
    tell(events, verbs::hand, dealer, {1});
    std::array<Card, most_chez_cards> cards{};
    const auto stock = std::span{cards}.first(setting_->pack.size());
    std::ranges::copy(setting_->pack, stock.begin());
    chance_.deal.shuffle_pack(stock, "hand 1");

    state_.trace.use_packs(setting_->rules.packs);
    const auto hand_size = static_cast<std::size_t>(setting_->rules.hand_size);
    std::array<Card, 10> dealt{};
    for (const auto seat : SeatSet::first(state_.players)) {
      for (std::size_t round = 0; round < hand_size; ++round) {
        dealt[round] = stock[round * state_.players + index_of(seat)];
        state_.hand(seat).add(dealt[round]);
        state_.trace.come(seat, dealt[round], SeatSet::only(seat));
      }
      tell(events, verbs::deal, seat, std::span{dealt}.first(hand_size), SeatSet::only(seat));
    }
    const auto used = hand_size * state_.players;
    state_.pile.add(stock[used]);
    tell(events, verbs::turn, dealer, stock[used]);
    for (auto i = stock.size(); i > used + 1; --i) state_.stock.add(stock[i - 1]);
  }

  void tell_result(EventLog& events) const {
    if (events.is_muted()) return;
    const auto result = outcome();
    for (const auto seat : SeatSet::first(state_.players)) {
      tell(events, verbs::place, seat, {result.places[index_of(seat)]});
    }
    for (const auto seat : SeatSet::first(state_.players)) {
      const auto score = result.scores[index_of(seat)];
      tell(events, verbs::score, seat, {score, score});
    }
  }

  std::shared_ptr<const ChezSetting> setting_;
  ChezChance chance_;
  ChezState state_;
};

std::vector<OptionInfo> chez_options() {
  return {
      {.name = "hand_size",
       .default_value = std::int64_t{7},
       .lowest = 5,
       .highest = 10,
       .words = {},
       .meaning = "Cards dealt to each player."},
      {.name = "packs",
       .default_value = std::string{"usual"},
       .lowest = 1,
       .highest = 2,
       .words = {"usual"},
       .meaning = "Packs of 55, with three jokers each; usual means one; two for five or six players."},
  };
}

std::vector<PresetInfo> chez_presets() {
  return {
      {"chez-two-packs",
       "Sets of up to eight, and six jokers for the betting man, at a small table too.",
       {{"packs", "2"}}},
  };
}

Result<Rules> resolve_chez(const GameInfo& game, int players, OptionValues options) {
  const ChezRules rules{.players = players,
                        .packs = settle_number(options, "packs", players > 4 ? 2 : 1),
                        .hand_size = number_of(options, "hand_size")};
  const int needed = players * rules.hand_size + 1;
  if (needed > chez_pack_size * rules.packs) {
    return std::unexpected{"chez for " + std::to_string(players) +
                           " players with hand_size=" + std::to_string(rules.hand_size) + " needs packs=2"};
  }
  auto dealer = [setting =
                     std::make_shared<const ChezSetting>(rules)](DealPointer deal) -> std::unique_ptr<Game> {
    return std::make_unique<ChezGame>(setting, std::move(deal));
  };
  // A point for each seat in a worse place.
  const ScoreBounds scores{.least = 0, .most = players - 1};
  return Rules{game.name, players, players, std::move(options), scores, std::move(dealer)};
}

GameInfo chez() {
  return {
      .name = "chez",
      .title = "Chez",
      .summary =
          "Be rid of your cards: red takes higher, black takes lower, royals and sixes have powers, aces say "
          "nope, and a revolution turns all of it over.",
      .fewest_players = 2,
      .most_players = 6,
      .options = chez_options(),
      .presets = chez_presets(),
      .resolve = resolve_chez};
}

}  // namespace

std::unique_ptr<Game> follow_chez(const Rules& rules, DealPointer deal, ChezGuide& guide) {
  auto game = rules.deal(std::move(deal));
  return dynamic_cast<ChezGame&>(*game).follow(guide) ? std::move(game) : nullptr;
}

Family chez_family() {
  return {.name = "chez",
          .title = "Chez",
          .verbs = chez_verbs,
          .first_verb = first_chez_verb,
          .games = {chez()},
          .table = "dealt=55 play=discards"};
}

}  // namespace tribunal
