#include <algorithm>
#include <array>
#include <cassert>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cards/deal.hpp"
#include "cards/pack.hpp"
#include "games/core/card_list.hpp"
#include "games/core/family.hpp"
#include "games/core/game.hpp"
#include "games/core/hand.hpp"
#include "games/core/option_values.hpp"
#include "games/core/redrawing.hpp"
#include "games/core/telling.hpp"
#include "games/tennis/family.hpp"
#include "games/tennis/values.hpp"

namespace tribunal {
namespace {

constexpr int most_players = most_tennis_players;
constexpr std::size_t tennis_hand_size = 6;
constexpr int most_rounds = 500;  // a ruling: random games end long before
constexpr std::size_t tennis_pack_size = 48;

/// A face-down pile, a ring with space for the whole pack.
class Pile {
 public:
  [[nodiscard]] constexpr Card take_top() {
    const auto card = cards_[top_];
    top_ = next(top_);
    --size_;
    return card;
  }
  constexpr void put_under(Card card) {
    const auto place = static_cast<std::size_t>(top_) + size_++;
    cards_[place < tennis_pack_size ? place : place - tennis_pack_size] = card;
  }
  constexpr void put_under(std::span<const Card> cards) {
    for (const auto card : cards) put_under(card);
  }
  [[nodiscard]] constexpr int size() const { return size_; }
  /// Calls `see` with each card from the top down; it may exchange the card.
  template <typename See>
  constexpr void each(See see) {
    for (std::uint8_t left = size_, place = top_; left > 0; --left, place = next(place)) see(cards_[place]);
  }
  /// The cards, from the top down.
  [[nodiscard]] std::vector<Card> cards() const {
    std::vector<Card> cards;
    for (auto place = top_; cards.size() < size_; place = next(place)) cards.push_back(cards_[place]);
    return cards;
  }

 private:
  static constexpr std::uint8_t next(std::uint8_t place) {
    return static_cast<std::uint8_t>(place + 1 == tennis_pack_size ? 0 : place + 1);
  }

  std::array<Card, tennis_pack_size> cards_{};
  std::uint8_t top_ = 0;
  std::uint8_t size_ = 0;
};

/// The rule for the leader of the first trick of a round, if seat 0 dealt the cards. Within a round the lead
/// passes clockwise.
enum class RoundLead : std::uint8_t {
  passes_on,   ///< the next after the leader of the last trick
  dealer,      ///< the dealer, or else the next seat that is in
  next_player  ///< the next after the leader of the last round's first trick
};

constexpr std::pair<std::string_view, RoundLead> round_leads[]{{"passes-on", RoundLead::passes_on},
                                                               {"dealer", RoundLead::dealer},
                                                               {"next-player", RoundLead::next_player}};

/// The data that all games and clones of one table share.
struct Setting {
  int players = 2;
  RoundLead round_lead = RoundLead::passes_on;
  std::vector<Card> pack = fresh_pack({.highest = Rank::king});
};

/// Rounds of up to six tricks with six cards from a seat's pile; cards that it wins go under the pile. All
/// chance is the deal of the piles, shuffled under `hand 1`. A flat value except for the shared parts.
class TennisGame final : public Game {
 public:
  TennisGame(std::shared_ptr<const Setting> setting, DealPointer deal)
      : setting_{std::move(setting)}, deal_{std::move(deal)} {}

  [[nodiscard]] std::unique_ptr<Game> clone() const override { return std::make_unique<TennisGame>(*this); }
  [[nodiscard]] int seats() const override { return setting_->players; }
  [[nodiscard]] int players() const override { return setting_->players; }

  void begin(EventLog& events) override {
    is_over_ = false;
    in_ = SeatSet::first(players());
    deal_piles();
    begin_round(events);
  }

  [[nodiscard]] SeatSet wanted() const override { return is_over_ ? SeatSet{} : SeatSet::only(turn_); }
  void legal_actions(Seat seat, ActionList& actions) const override {
    assert(wanted().has(seat));
    actions.clear();
    for (const auto card : player(seat).hand.cards()) actions.emplace_back(verbs::play, card);
  }

  [[nodiscard]] Action default_action(Seat seat) const override {
    assert(wanted().has(seat));
    return {verbs::play, player(seat).hand.cards().front()};
  }

  void value_actions(Seat seat, const ActionList& actions, ActionValues& values) const override {
    value_tennis_cards(trick_of(seat), actions, values);
  }
  [[nodiscard]] std::span<const std::string_view> feature_names() const override {
    return tennis_feature_names;
  }
  void describe_actions(Seat seat, const ActionList& actions, std::vector<float>& features) const override {
    describe_tennis_cards(trick_of(seat), actions, features);
  }
  void apply(const Choices& choices, EventLog& events) override {
    if (is_over_) return;
    const auto& action = choices[turn_];
    tell_decision(events, turn_, action);
    player(turn_).hand.remove(action.card());
    played_ |= face(action.card());
    trick_.add(action.card());
    turn_ = after(turn_);
    if (turn_ == leader_) end_trick(events);
  }

  /// Ranks seats by the number of rounds in which they had cards, then by their number of cards; provisional
  /// during the game.
  [[nodiscard]] Outcome outcome() const override {
    Outcome outcome{.seats = seats()};
    std::array<int, most_players> stamina{};
    for (const Seat seat : SeatSet::first(players())) {
      const auto& [pile, hand, lasted] = player(seat);
      stamina[index_of(seat)] =
          in_.has(seat) ? most_rounds + pile.size() + static_cast<int>(hand.size()) : lasted;
    }
    for (const Seat seat : SeatSet::first(players())) {
      auto& score = outcome.scores[index_of(seat)];
      for (const Seat other : SeatSet::first(players())) {
        if (other == seat) continue;
        if (stamina[index_of(other)] <= stamina[index_of(seat)]) ++score;
        if (stamina[index_of(other)] < stamina[index_of(seat)]) ++score;
      }
    }
    place_by_score(outcome);
    return outcome;
  }

  [[nodiscard]] std::vector<Reason> reasons(std::span<const Event> events) const override {
    const auto end = std::ranges::find_if(
        events, [](const Event& event) { return event.verb == verbs::trick || event.verb == verbs::aside; });
    if (end == events.end()) return {};
    auto trick = trick_;
    trick.add(Card::from_index(static_cast<std::uint8_t>(events.front().arguments[0])));
    TennisRecords records;
    for (const auto card : trick.cards()) records.add(tennis_rank(card));
    const auto best = records.best();
    int most = 0;
    for (std::size_t i = 0; i < records.size(); ++i) most = std::max(most, records.record(i));
    std::array<std::string, 3> lists;  // beaten by the best card, beating it, or with the best record
    for (std::size_t i = 0; i < records.size(); ++i) {
      const auto effect = best ? tennis_effect(records.rank(*best), records.rank(i)) : 0;
      if (!best && records.record(i) != most) continue;
      if (best && effect == 0) continue;
      auto& list = lists.at(best ? (effect > 0 ? 0 : 1) : 2);
      list += (list.empty() ? "" : ", ") + trick.cards()[i].text();
    }
    const auto text = best ? trick.cards()[*best].text() + " beats " + lists[0] +
                                 (lists[1].empty() ? "" : ", and loses to fewer: " + lists[1])
                           : "the best record is shared: " + lists[2];
    return {{static_cast<std::size_t>(end - events.begin()), text}};
  }

  /// Cards that no seat has were removed, face up.
  [[nodiscard]] Position position() const override {
    Position position{.hand_number = round_, .discards = setting_->pack};
    const auto is_elsewhere = [&](std::span<const Card> cards) { take_out(position.discards, cards); };
    for (const Seat seat : SeatSet::first(players())) {
      const auto& [pile, hand, lasted] = player(seat);
      position.seats.push_back(
          {.hand = {hand.cards().begin(), hand.cards().end()}, .pile = pile.cards(), .out = !in_.has(seat)});
      is_elsewhere(position.seats.back().hand);
      is_elsewhere(position.seats.back().pile);
    }
    for (std::size_t place = 0; place < trick_.cards().size(); ++place) {
      position.trick.push_back({player_of(place), trick_.cards()[place]});
    }
    is_elsewhere(trick_.cards());
    position.aside.assign(aside_.cards().begin(), aside_.cards().end());
    is_elsewhere(aside_.cards());
    return position;
  }

 private:
  /// Redraws the cards that the viewer has not seen, wherever they are. Exception to uniformity: if unseen
  /// cards in another's hand are separated by seen ones and the seat plays one of them, the remaining order
  /// reveals which card it was, so that order is kept.
  void redraw(Seat viewer, Stream& stream) override {
    deal_.exchange(stream);
    std::array<Card*, tennis_pack_size> places{};
    CardList<tennis_pack_size> pool;
    FaceSet unseen = 0;
    each_unseen(viewer, [&](Card& card) {
      places[pool.size()] = &card;
      pool.add(card);
      unseen |= face(card);
    });
    shuffle(pool.cards(), stream);
    const auto taken = taken_;
    taken_ &= ~unseen;
    for (std::size_t i = 0; i < pool.size(); ++i) {
      if ((taken & face(*places[i])) != 0) taken_ |= face(pool.cards()[i]);
      *places[i] = pool.cards()[i];
    }
  }

  struct Player {
    Pile pile;
    CardList<tennis_hand_size> hand;  ///< cards in the order in which they were taken
    std::int16_t lasted = 0;          ///< rounds of a seat that is out
  };

  [[nodiscard]] Player& player(Seat seat) { return players_[index_of(seat)]; }
  [[nodiscard]] const Player& player(Seat seat) const { return players_[index_of(seat)]; }
  /// The next seat clockwise that is in.
  [[nodiscard]] Seat after(Seat seat) const {
    do {
      seat = static_cast<Seat>(seat + 1 == players() ? 0 : seat + 1);
    } while (!in_.has(seat));
    return seat;
  }

  /// The leader of the next round, among the seats that are in.
  [[nodiscard]] Seat next_round_leader() const {
    if (setting_->round_lead == RoundLead::dealer) return *in_.begin();  // the first from seat 0, clockwise
    return after(setting_->round_lead == RoundLead::passes_on ? leader_ : round_leader_);
  }

  /// A played card is known wherever it is; of the others the seat knows only its own.
  [[nodiscard]] TennisTrick trick_of(Seat seat) const {
    TennisTrick trick;
    trick.aside = static_cast<int>(aside_.size());
    for (const auto card : trick_.cards()) trick.played.add(tennis_rank(card));
    auto unseen = tennis_pack & ~played_;
    for (const auto card : player(seat).hand.cards()) unseen &= ~face(card);
    for (auto follower = after(seat); follower != leader_; follower = after(follower))
      trick.followers[trick.follower_count++] =
          tennis_chances(player(follower).hand.cards(), played_, unseen);
    return trick;
  }

  void deal_piles() {
    std::array<Card, tennis_pack_size> pack{};
    std::ranges::copy(setting_->pack, pack.begin());
    deal_.shuffle_pack(pack, "hand 1");
    Seat seat = leader_;
    for (const auto card : pack) {
      seat = after(seat);
      player(seat).pile.put_under(card);
    }
  }

  void begin_round(EventLog& events) {
    ++round_;
    turn_ = round_leader_ = leader_;
    tell(events, verbs::round, leader_, {round_});
    auto tricks = tennis_hand_size;
    Seat seat = leader_;
    do {
      auto& [pile, hand, lasted] = player(seat);
      while (hand.size() < tennis_hand_size && pile.size() > 0) {
        hand.add(pile.take_top());
        taken_ |= face(hand.cards().back());
      }
      tell(events, verbs::deal, seat, hand.cards(), SeatSet::only(seat));
      tricks = std::min(tricks, hand.size());
      seat = after(seat);
    } while (seat != leader_);
    tricks_left_ = static_cast<std::uint8_t>(tricks);
  }

  void end_trick(EventLog& events) {
    TennisRecords records;
    for (const auto card : trick_.cards()) records.add(tennis_rank(card));
    if (const auto best = records.best()) {
      const auto winner = player_of(*best);
      auto& pile = player(winner).pile;
      pile.put_under(aside_.cards());
      pile.put_under(trick_.cards());
      tell(events, verbs::trick, winner, {static_cast<std::int32_t>(aside_.size() + trick_.size())});
      aside_.clear();
    } else {
      aside_.add(trick_.cards());
      tell(events, verbs::aside, leader_, {static_cast<std::int32_t>(aside_.size())});
    }
    trick_.clear();
    if (--tricks_left_ == 0) return end_round(events);
    leader_ = turn_ = after(leader_);
  }

  [[nodiscard]] Seat player_of(std::size_t place_in_trick) const {
    Seat seat = leader_;
    for (std::size_t i = 0; i < place_in_trick; ++i) seat = after(seat);
    return seat;
  }

  void end_round(EventLog& events) {
    if (!aside_.empty()) tell(events, verbs::remove, leader_, {static_cast<std::int32_t>(aside_.size())});
    aside_.clear();
    SeatSet done;
    for (const Seat seat : in_) {
      auto& [pile, hand, lasted] = player(seat);
      pile.put_under(hand.cards());
      hand.clear();
      if (pile.size() > 0) continue;
      done.add(seat);
      lasted = round_;
    }
    const auto before = in_;
    in_ = in_.without(done);
    is_over_ = in_.size() <= 1 || round_ == most_rounds;
    tell_places(is_over_ ? before : done, events);
    if (is_over_) return;
    leader_ = next_round_leader();
    begin_round(events);
  }

  void tell_places(SeatSet seats, EventLog& events) const {
    if (seats.empty() || events.is_muted()) return;
    const auto places = outcome().places;
    for (const Seat seat : seats) tell(events, verbs::place, seat, {places[index_of(seat)]});
  }

  /// Calls `see` with each card in a hand or a pile that the viewer has not seen; the order does not depend
  /// on the cards. The referee's transcript shows all hands.
  template <typename See>
  void each_unseen(Seat viewer, See see) {
    for (const Seat seat : in_) {
      const auto seen = viewer == referee_view ? taken_ : seat == viewer ? taken_ | played_ : played_;
      const auto see_unseen = [&](Card& card) {
        if ((seen & face(card)) == 0) see(card);
      };
      std::ranges::for_each(player(seat).hand.cards(), see_unseen);
      player(seat).pile.each(see_unseen);
    }
  }

  std::shared_ptr<const Setting> setting_;
  ChanceSource deal_;

  bool is_over_ = true;
  Seat leader_ = 0;        // leader of this trick; seat 0 deals, and the dealer leads the first trick
  Seat round_leader_ = 0;  // leader of this round's first trick
  Seat turn_ = 0;
  std::uint8_t tricks_left_ = 0;  // remaining tricks of this round
  std::int16_t round_ = 0;
  SeatSet in_;
  CardList<most_players> trick_;  // in the order of play
  CardList<tennis_pack_size> aside_;
  std::array<Player, most_players> players_{};
  FaceSet taken_ = 0;   // cards taken from a pile into a hand at least once
  FaceSet played_ = 0;  // cards played in any trick
};

std::vector<OptionInfo> tennis_options() {
  return {
      {.name = "round_lead",
       .default_value = std::string{"passes-on"},
       .words = {"passes-on", "dealer", "next-player"},
       .meaning = "Who leads the first trick of a round: the player after the leader of the last trick, the "
                  "dealer, or "
                  "the player after the one who led the round before."},
  };
}

std::vector<PresetInfo> tennis_presets() {
  return {
      {"tennis-dealer-leads", "The dealer leads every round.", {{"round_lead", "dealer"}}},
      {"tennis-next-player-leads", "Players take turns leading rounds.", {{"round_lead", "next-player"}}}};
}

Result<Rules> resolve_tennis(const GameInfo& game, int players, OptionValues options) {
  if (tennis_pack_size % static_cast<std::size_t>(players) != 0) {
    return std::unexpected{"tennis is for 2, 3, 4 or 6 players, not " + std::to_string(players) +
                           ": its 48 cards are dealt out evenly"};
  }
  const auto lead = meaning_of(word_of(options, "round_lead"), round_leads);
  leave_out_default(game, options, "round_lead");
  auto dealer = [setting = std::make_shared<const Setting>(Setting{.players = players, .round_lead = lead})](
                    DealPointer deal) -> std::unique_ptr<Game> {
    return std::make_unique<TennisGame>(setting, std::move(deal));
  };
  // Two points for each seat that this one outlasts.
  const ScoreBounds scores{.least = 0, .most = 2 * (players - 1)};
  return Rules{game.name, players, players, std::move(options), scores, std::move(dealer)};
}

GameInfo tennis() {
  return {.name = "tennis",
          .title = "Tennis",
          .summary =
              "For 2, 3, 4 or 6: tricks with six cards from one's pile, where a card beats the two ranks "
              "below it, round the corner; the best record takes all, and the last who has cards wins.",
          .fewest_players = 2,
          .most_players = most_players,
          .options = tennis_options(),
          .presets = tennis_presets(),
          .resolve = resolve_tennis};
}

}  // namespace

Family tennis_family() {
  return {.name = "tennis",
          .title = "Tennis",
          .verbs = tennis_verbs,
          .first_verb = first_tennis_verb,
          .games = {tennis()},
          .table = "dealt=0 piles=48 without=A play=trick"};
}

}  // namespace tribunal
