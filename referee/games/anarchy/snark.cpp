#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cards/pack.hpp"
#include "games/anarchy/family.hpp"
#include "games/anarchy/outlook.hpp"
#include "games/anarchy/tricks.hpp"
#include "games/core/action.hpp"
#include "games/core/card_list.hpp"
#include "games/core/hand.hpp"
#include "games/core/named_row.hpp"
#include "games/core/option_values.hpp"
#include "games/core/redrawing.hpp"
#include "games/core/seat.hpp"
#include "games/core/telling.hpp"

namespace tribunal {
namespace {

/// One seat's knowledge of the hands in a trick of Snark: its own hand, the number of cards of each other
/// hand, and the cards that these captured openly.
struct SnarkTable {
  std::span<const Hand> hands;
  std::span<const FaceSet> shown;
  Seat seat = 0;
};

constexpr std::size_t snark_ranks = 13;
constexpr FaceSet all_faces = (FaceSet{1} << (snark_ranks * suit_count)) - 1;

/// The sums, by suit, of a number of each card below each rank, from the twos; the last is the sum of the
/// suit.
template <typename Number>
using Below = std::array<std::array<Number, snark_ranks + 1>, suit_count>;

/// Sums up numbers, each of which is one place above its card.
template <typename Number>
void add_up(Below<Number>& cards) {
  for (auto& below : cards) {
    for (std::size_t rank = 0; rank < snark_ranks; ++rank) below[rank + 1] += below[rank];
  }
}

template <typename Number>
Number& sum_above(Below<Number>& cards, Card card) {
  return cards[static_cast<std::size_t>(card.suit())][static_cast<std::size_t>(card.rank()) - 1];
}

constexpr std::size_t most_cards = 7 * most_places;

/// The expected points at the end of the hand by the number of cards in hand: 10 for running out, which each
/// further card makes less likely, or the remaining cards.
constexpr std::array<float, most_cards + 2> prospects_by_cards() {
  constexpr float for_running_out = 10;
  constexpr float for_each_card = 0.6065F;  // exp(-1/2)
  std::array<float, most_cards + 2> prospects{};
  float chance = 1;
  float cards = 0;
  for (auto& prospect : prospects) {
    prospect = cards + (for_running_out - cards) * chance;
    chance *= for_each_card;
    ++cards;
  }
  return prospects;
}

float snark_prospect(float cards) {
  static constexpr auto prospects = prospects_by_cards();
  const auto whole = static_cast<std::size_t>(cards);
  const auto part = cards - static_cast<float>(whole);
  return prospects[whole] * (1 - part) + prospects[whole + 1] * part;
}

/// The prospects of a card.
struct SnarkChances {
  float points = 0;  ///< expected at the end of the hand
  float lost = 0;    ///< the chance that another seat takes it
  float won = 0;     ///< the mean number of cards of others that it takes
};

/// The other seats at a trick of Snark. Each may show any card of its hand; some of these are known, the rest
/// were never seen.
class Others {
 public:
  explicit Others(const SnarkTable& table) {
    auto seen = table.hands[index_of(table.seat)].faces();
    for (std::size_t seat = 0; seat < table.hands.size(); ++seat) {
      if (seat != index_of(table.seat)) seen |= table.shown[seat];
    }
    const auto unseen = all_faces & ~seen;
    const auto unseen_cards = static_cast<float>(std::max(1, std::popcount(unseen)));
    float each_unseen = 0;
    for (std::size_t seat = 0; seat < table.hands.size(); ++seat) {
      if (seat == index_of(table.seat)) continue;
      add(table.hands[seat].size(), table.shown[seat], unseen_cards);
      each_unseen += others_[size_ - 1].each_unseen;
    }
    for (auto rest = unseen; rest != 0; rest &= rest - 1) {
      ++sum_above(unseen_, first_card(rest));
      sum_above(all_, first_card(rest)) += each_unseen;
    }
    add_up(known_);
    add_up(unseen_);
    add_up(all_);
  }

  /// The prospects of a card that is shown from a hand of `cards`.
  [[nodiscard]] SnarkChances chances_of(Card card, float cards) const {
    const auto suit = static_cast<std::size_t>(card.suit());
    const auto place = static_cast<std::size_t>(card.rank()) - 2;
    float none_higher = 1;
    float alone = 1;
    float lower = 0;  // the mean number of cards that it takes
    for (std::size_t i = 0; i < size_; ++i) {
      const auto below = chance_below(i, suit, place);
      const auto other_suit = 1 - chance_below(i, suit, snark_ranks);
      lower = lower * (other_suit + below) + none_higher * below;
      none_higher *= other_suit + below;
      alone *= other_suit;
    }
    auto chances = chances_alone(suit, place, cards, alone);
    const auto takes = none_higher - alone;
    chances.lost += 1 - none_higher;
    chances.won += lower;
    chances.points += (1 - none_higher) * snark_prospect(cards - 1);
    if (takes > 0)
      chances.points += takes * snark_prospect(cards + std::min(lower / takes, static_cast<float>(size_)));
    return chances;
  }

 private:
  struct Other {
    float each_known = 0;   ///< the chance of each known card
    float each_unseen = 0;  ///< the chance of each card that was never seen
  };

  void add(int cards, FaceSet known, float unseen_cards) {
    const auto each_known = 1 / static_cast<float>(cards);
    const auto unknown = static_cast<float>(cards - std::popcount(known)) * each_known;
    for (auto rest = known; rest != 0; rest &= rest - 1) {
      sum_above(known_, first_card(rest)) += std::uint64_t{1} << (8U * size_);
      sum_above(all_, first_card(rest)) += each_known;
    }
    others_[size_++] = {each_known, unknown / unseen_cards};
  }

  [[nodiscard]] float chance_below(std::size_t other, std::size_t suit, std::size_t place) const {
    const auto known = known_[suit][place] >> (8U * other) & 0xffU;
    return others_[other].each_known * static_cast<float>(known) +
           others_[other].each_unseen * static_cast<float>(unseen_[suit][place]);
  }

  /// The prospects of a card that is alone in its suit with the chance `alone`: the lowest of such cards
  /// takes all of them.
  [[nodiscard]] SnarkChances chances_alone(std::size_t suit, std::size_t place, float cards,
                                           float alone) const {
    float lower = 0;
    float all = 0;
    for (std::size_t other = 0; other < suit_count; ++other) {
      if (other == suit) continue;
      lower += all_[other][place + 1];
      all += all_[other][snark_ranks];
    }
    const auto is_lower = all > 0 ? std::max(0.0F, 1 - lower / all) : 0;
    const auto if_lost = snark_prospect(cards - 1);
    SnarkChances chances;
    float lowest = 1;
    float taken = 0;
    for (const auto chance : singletons_among(static_cast<int>(size_))) {
      chances.points += alone * chance * (lowest * snark_prospect(cards + taken) + (1 - lowest) * if_lost);
      chances.lost += alone * chance * (1 - lowest);
      chances.won += alone * chance * lowest * taken;
      lowest *= is_lower;
      ++taken;
    }
    return chances;
  }

  Below<std::uint64_t> known_{};  ///< the numbers of known cards, a byte for each other seat
  Below<std::uint32_t> unseen_{};
  Below<float> all_{};  ///< the chances of all other seats
  std::array<Other, most_places - 1> others_{};
  std::size_t size_ = 0;
};

/// The values of the seat's cards, by the size of its hand after the trick.
void value_snark_cards(const SnarkTable& table, const ActionList& actions, ActionValues& values) {
  const Others others{table};
  const auto cards = static_cast<float>(actions.size());
  values.clear();
  for (const auto& action : actions) values.push_back(others.chances_of(action.card(), cards).points);
}

/// Describes them by the features of the family.
void describe_snark_cards(const SnarkTable& table, const ActionList& actions, std::vector<float>& features) {
  const Others others{table};
  const auto cards = static_cast<float>(actions.size());
  const auto left = cards / anarchy_points_scale;
  features.assign(actions.size() * anarchy_feature_names.size(), 0);
  std::array<int, suit_count> lengths{};
  for (const auto& action : actions) ++lengths[static_cast<std::size_t>(action.card().suit())];
  for (std::size_t i = 0; i < actions.size(); ++i) {
    const FeatureRow<anarchy_feature_names> row{features, i};
    const auto card = actions[i].card();
    const auto chances = others.chances_of(card, cards);
    row["value"] = chances.points;
    row["value, early in the hand"] = chances.points * left;
    row["rank"] = static_cast<float>(card.rank()) / anarchy_rank_scale;
    row["rank, early in the hand"] = row["rank"] * left;
    row["chance to take the card"] = 1 - chances.lost;
    row["chance to take the card, early in the hand"] = (1 - chances.lost) * left;
    row["cards expected in the trick"] = chances.won;
    row["other cards of the suit in hand"] =
        static_cast<float>(lengths[static_cast<std::size_t>(card.suit())]) / anarchy_points_scale;
  }
}

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
  void apply(const Choices& choices, EventLog& events) override {
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

  [[nodiscard]] Outcome outcome() const override {
    Outcome outcome{.seats = seats(), .scores = totals_};
    place_by_score(outcome);
    return outcome;
  }
  [[nodiscard]] ScoresNow scores_now() const override {
    ScoresNow now{.scores = totals_};
    if (is_over_) return now;
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(seats()); ++seat)
      now.scores[seat] += points(seat);
    return now;
  }

  [[nodiscard]] std::vector<Reason> reasons(std::span<const Event> events) const override {
    return capture_reasons(events, TrickKind::into_hands, {});
  }
  /// A captor keeps captured cards in its hand, so cards outside all hands were never dealt.
  [[nodiscard]] Position position() const override {
    Position position{.hand_number = hand_number_, .dealer = dealer_, .hidden = setting_->pack};
    for (const auto seat : SeatSet::first(rules().players)) {
      position.seats.push_back({.hand = listed(hands_[index_of(seat)]), .score = totals_[index_of(seat)]});
      take_out(position.hidden, position.seats.back().hand);
    }
    return position;
  }

  [[nodiscard]] ChanceSoFar chance_so_far() const override {
    return {.hands = static_cast<std::uint32_t>(hand_number_)};
  }

 private:
  /// The undealt cards never come into the game, so only later hands can still come into the referee's
  /// transcript.
  void redraw(Seat viewer, Stream& stream) override {
    deal_.exchange(stream);
    if (hand_number_ == 0 || viewer == referee_view) return;
    CardList<snark_pack_size> pool;
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

  [[nodiscard]] const SnarkRules& rules() const { return setting_->rules; }
  [[nodiscard]] std::span<Hand> hands() {
    return std::span{hands_}.first(static_cast<std::size_t>(rules().players));
  }

  [[nodiscard]] SnarkTable table_of(Seat seat) const {
    const auto places = static_cast<std::size_t>(rules().players);
    return {std::span{hands_}.first(places), std::span{shown_}.first(places), seat};
  }

  void begin_hand(EventLog& events) {
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

  void end_hand(EventLog& events) {
    for (std::size_t seat = 0; seat < hands().size(); ++seat) {
      totals_[seat] += points(seat);
      tell(events, verbs::score, static_cast<Seat>(seat), {points(seat), totals_[seat]});
    }
    is_over_ = std::ranges::max(totals_) >= rules().target;
    if (!is_over_) begin_hand(events);
  }

  [[nodiscard]] int points(std::size_t seat) const {
    return hands_[seat].empty() ? points_for_running_out : hands_[seat].size();
  }

  std::shared_ptr<const SnarkSetting> setting_;
  ChanceSource deal_;
  bool is_over_ = false;
  Seat dealer_ = no_seat;
  std::int16_t hand_number_ = 0;
  std::int16_t tricks_ = 0;  // number of tricks in this hand
  std::array<std::int32_t, max_seats> totals_{};
  std::array<Hand, most_places> hands_{};
  std::array<FaceSet, most_places> shown_{};  // cards of the hands that were captured openly
};

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
       .meaning = "The game ends with the hand in which a score reaches this."},
  };
}

std::vector<PresetInfo> snark_presets() { return {{"snark-long", "Up to 101 points.", {{"target", "101"}}}}; }

/// A hand gives every seat at least one point, and at most one for each dealt card: the seat runs out and
/// gets 10, or it gets one for each of its cards. The game ends with the hand in which a seat reaches the
/// target, so no seat has reached it before the last hand.
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
  Lead lowest;  // the lowest card with a unique rank
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
              "hand, and whoever runs out of cards ends the hand.",
          .fewest_players = 3,
          .most_players = 7,
          .options = snark_options(),
          .presets = snark_presets(),
          .resolve = resolve_snark};
}

}  // namespace tribunal
