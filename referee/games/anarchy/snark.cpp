#include <algorithm>
#include <array>
#include <cassert>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "cards/pack.hpp"
#include "games/anarchy/family.hpp"
#include "games/anarchy/features.hpp"
#include "games/anarchy/snark_values.hpp"
#include "games/anarchy/tricks.hpp"
#include "games/core/option_values.hpp"
#include "games/core/redrawing.hpp"
#include "games/core/telling.hpp"

namespace tribunal {
namespace {

constexpr int snark_hand_size = 7;
constexpr int points_for_running_out = 10;
constexpr int snark_most_tricks = 1000;
constexpr int snark_usual_target = 31;
constexpr std::size_t snark_pack_size = 52;

struct SnarkRules {
  int players = 5;                  ///< 3 .. 7
  int target = snark_usual_target;  ///< a score that ends the game
};

/// The rules and the fresh pack, shared by all games and clones.
struct SnarkSetting {
  SnarkRules rules;
  std::vector<Card> pack = fresh_pack({});
};

/// Simultaneous tricks whose cards are captured into the hand, until a hand is empty. All chance is the order
/// of the pack, shuffled under `hand N`. A flat value except for the shared parts.
class SnarkGame final : public Game {
 public:
  SnarkGame(std::shared_ptr<const SnarkSetting> setting, DealPointer deal)
      : setting_{std::move(setting)}, deal_{std::move(deal)} {}

  [[nodiscard]] std::unique_ptr<Game> clone() const override { return std::make_unique<SnarkGame>(*this); }
  [[nodiscard]] int seats() const override { return rules().players; }
  [[nodiscard]] int players() const override { return rules().players; }

  void begin(EventLog& events) override { begin_hand(events); }
  [[nodiscard]] SeatSet wanted() const override {
    return is_over_ ? SeatSet{} : SeatSet::first(rules().players);
  }
  void legal_actions(Seat seat, ActionList& actions) const override {
    assert(wanted().has(seat));
    actions.clear();
    append_each(actions, verbs::play, hands_[index_of(seat)].faces());
  }
  [[nodiscard]] Action default_action(Seat seat) const override {
    assert(wanted().has(seat));
    return {verbs::play, lowest_card(hands_[index_of(seat)].faces())};
  }
  void value_actions(Seat seat, const ActionList& actions, ActionValues& values) const override {
    value_snark_cards(table_of(seat), actions, values);
  }
  [[nodiscard]] std::span<const std::string_view> feature_names() const override {
    return anarchy_feature_names;
  }
  void describe_actions(Seat seat, const ActionList& actions, std::vector<float>& features) const override {
    describe_snark_cards(table_of(seat), actions, features);
  }
  void apply(const Choices& choices, EventLog& events) override;
  [[nodiscard]] Outcome outcome() const override {
    Outcome outcome{.seats = seats(), .scores = totals_};
    place_by_score(outcome);
    return outcome;
  }
  [[nodiscard]] Position position() const override;
  [[nodiscard]] ChanceSoFar chance_so_far() const override {
    return {.hands = static_cast<std::uint32_t>(hand_number_)};
  }

 private:
  void redraw(Seat viewer, Stream& stream) override;

  [[nodiscard]] const SnarkRules& rules() const { return setting_->rules; }
  [[nodiscard]] std::span<Hand> hands() {
    return std::span{hands_}.first(static_cast<std::size_t>(rules().players));
  }

  [[nodiscard]] SnarkTable table_of(Seat seat) const {
    const auto places = static_cast<std::size_t>(rules().players);
    return {std::span{hands_}.first(places), std::span{shown_}.first(places), seat};
  }

  void begin_hand(EventLog& events);
  void end_hand(EventLog& events);

  std::shared_ptr<const SnarkSetting> setting_;
  ChanceSource deal_;
  bool is_over_ = false;
  Seat dealer_ = no_seat;
  std::int16_t hand_number_ = 0;
  std::int16_t tricks_ = 0;  // of this hand
  std::array<std::int32_t, max_seats> totals_{};
  std::array<Hand, most_places> hands_{};
  std::array<FaceSet, most_places> shown_{};  // of the hands: captured before all eyes
};

void SnarkGame::begin_hand(EventLog& events) {
  ++hand_number_;
  tricks_ = 0;
  dealer_ = static_cast<Seat>((dealer_ + 1) % rules().players);
  hands_.fill({});
  shown_.fill(0);
  tell(events, verbs::hand, dealer_, {hand_number_});
  std::array<Card, snark_pack_size> stock{};
  std::ranges::copy(setting_->pack, stock.begin());
  deal_.shuffle_pack(stock, "hand " + std::to_string(hand_number_));
  deal_round(stock, dealer_, snark_hand_size, hands(), events);
}

void SnarkGame::apply(const Choices& choices, EventLog& events) {
  std::array<Card, most_places> cards{};
  const auto trick = std::span{cards}.first(hands().size());
  for (const auto seat : wanted()) {
    tell_decision(events, seat, choices[seat]);
    trick[index_of(seat)] = choices[seat].card();
    hands_[index_of(seat)].remove(choices[seat].card());
    shown_[index_of(seat)] &= ~face(choices[seat].card());
  }
  const CapturedCards captured{trick, capture_into_hands(trick)};
  for (const auto& [card, by] : captured.items()) {
    hands_[index_of(by)].add(card);
    shown_[index_of(by)] |= face(card);
  }
  tell_captures(events, verbs::gather, captured);
  ++tricks_;
  if (tricks_ == snark_most_tricks || std::ranges::any_of(hands(), &Hand::empty)) end_hand(events);
}

void SnarkGame::end_hand(EventLog& events) {
  for (std::size_t seat = 0; seat < hands().size(); ++seat) {
    const int points = hands_[seat].empty() ? points_for_running_out : hands_[seat].size();
    totals_[seat] += points;
    tell(events, verbs::score, static_cast<Seat>(seat), {points, totals_[seat]});
  }
  is_over_ = std::ranges::max(totals_) >= rules().target;
  if (!is_over_) begin_hand(events);
}

/// A captor keeps captured cards in its hand, so cards that are in no hand were never dealt.
Position SnarkGame::position() const {
  Position position{.hand_number = hand_number_, .dealer = dealer_, .hidden = setting_->pack};
  for (const auto seat : SeatSet::first(rules().players)) {
    position.seats.push_back({.hand = listed(hands_[index_of(seat)]), .score = totals_[index_of(seat)]});
    take_out(position.hidden, position.seats.back().hand);
  }
  return position;
}

/// The undealt cards never come into the game, so the referee's transcript has nothing to come but later
/// hands.
void SnarkGame::redraw(Seat viewer, Stream& stream) {
  deal_.exchange(stream);
  if (hand_number_ == 0 || viewer == referee_view) return;
  CardPool<snark_pack_size> pool;
  FaceSet held = 0;
  for (std::size_t seat = 0; seat < hands().size(); ++seat) {
    const auto faces = hands_[seat].faces();
    held |= faces;
    if (seat == index_of(viewer)) continue;
    for (auto rest = faces & ~shown_[seat]; rest != 0; rest &= rest - 1) pool.add(first_card(rest));
  }
  const auto concealed = pool.size();
  for (const auto card : setting_->pack) {
    if ((held & face(card)) == 0) pool.add(card);
  }
  draw_first(pool.cards(), concealed, stream);
  std::size_t drawn = 0;
  for (std::size_t seat = 0; seat < hands().size(); ++seat) {
    if (seat == index_of(viewer)) continue;
    const auto faces = hands_[seat].faces();
    hands_[seat] = {};
    for (auto rest = faces & shown_[seat]; rest != 0; rest &= rest - 1) hands_[seat].add(first_card(rest));
    for (auto rest = faces & ~shown_[seat]; rest != 0; rest &= rest - 1)
      hands_[seat].add(pool.cards()[drawn++]);
  }
}

/// The tie of Snark: each singleton takes the card of the next place whose singleton has the same rank.
void exchange_equals(std::span<const Card> trick, const SuitLeads& leads, Captors& captors) {
  for (std::size_t place = 0; place < trick.size(); ++place) {
    if (!is_singleton(leads, trick[place])) continue;
    auto next = place;
    do {
      next = (next + 1) % trick.size();
    } while (!is_singleton(leads, trick[next]) || trick[next].rank() != trick[place].rank());
    captors[next] = static_cast<Seat>(place);
  }
}

std::vector<OptionInfo> snark_options() {
  return {
      {.name = "target",
       .default_value = std::int64_t{snark_usual_target},
       .lowest = 1,
       .highest = 1000,
       .words = {},
       .meaning = "The game ends with the hand in which somebody's score comes to this."},
  };
}

std::vector<PresetInfo> snark_presets() { return {{"snark-long", "Up to 101 points.", {{"target", "101"}}}}; }

/// A hand gives every seat at least a point, and at most one for each card dealt: the seat runs out and gets
/// 10, or it gets one for each of its cards. The game ends with the hand in which a seat reaches the target,
/// so no seat has reached it before the last hand.
ScoreBounds score_bounds(const SnarkRules& rules) {
  const int most_of_hand = snark_hand_size * rules.players;
  static_assert(points_for_running_out <= 3 * snark_hand_size, "fewer than three players do not play");
  const int fewest_hands = (rules.target + most_of_hand - 1) / most_of_hand;
  return {.least = fewest_hands, .most = rules.target - 1 + most_of_hand};
}

Result<Rules> resolve_snark(const GameInfo& game, int players, OptionValues options) {
  const SnarkRules rules{players, number_of(options, "target")};
  auto dealer = [setting =
                     std::make_shared<const SnarkSetting>(rules)](DealPointer deal) -> std::unique_ptr<Game> {
    return std::make_unique<SnarkGame>(setting, std::move(deal));
  };
  return Rules{game.name, players, players, std::move(options), score_bounds(rules), std::move(dealer)};
}

}  // namespace

Captors capture_into_hands(std::span<const Card> trick) {
  const auto leads = lead_suits(trick, RankOrder::usual);
  auto captors = to_suit_leads(trick, leads);
  std::array<int, top_and_bottom> ranks{};
  for (const auto& lead : leads) {
    if (lead.cards == 1) ++ranks[static_cast<std::size_t>(lead.strength)];
  }
  Lead lowest;  // of those with a unique rank
  for (const auto& lead : leads) {
    if (lead.cards != 1 || ranks[static_cast<std::size_t>(lead.strength)] != 1) continue;
    lowest.see(lead.place, top_and_bottom - lead.strength);
  }
  if (lowest.cards == 0) {
    exchange_equals(trick, leads, captors);
    return captors;
  }
  for (std::size_t place = 0; place < trick.size(); ++place) {
    if (is_singleton(leads, trick[place])) captors[place] = lowest.place;
  }
  return captors;
}

GameInfo snark() {
  return {.name = "snark",
          .title = "Snark",
          .summary =
              "Everyone plays at the same time, high cards and lone low cards capture the others into "
              "hand, and who runs out of cards ends the hand.",
          .fewest_players = 3,
          .most_players = 7,
          .options = snark_options(),
          .presets = snark_presets(),
          .resolve = resolve_snark};
}

}  // namespace tribunal
