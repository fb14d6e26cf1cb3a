#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <utility>

#include "games/anarchy/family.hpp"
#include "sampler.hpp"

namespace sampler {

using namespace tribunal;

namespace {

constexpr int usual_deals = 300;
constexpr int snark_tricks = 6;

bool is_bid(const Action& action) { return action.verb() == verbs::bid || action.verb() == verbs::bid_card; }

/// A game that is played out at random, except for given decisions of mine.
class PlayingOn {
 public:
  PlayingOn(std::unique_ptr<Game> game, Seat me)
      : game_{std::move(game)}, me_{me}, before_{game_->outcome().scores} {}

  [[nodiscard]] PlayingOn clone() const {
    PlayingOn same{game_->clone(), me_};
    same.before_ = before_;
    return same;
  }

  void step(Stream& chance, const Action* mine = nullptr) {
    for (const auto seat : game_->wanted()) {
      game_->legal_actions(seat, actions_);
      choices_[seat] = actions_[chance.uniform(static_cast<std::uint32_t>(actions_.size()))];
      if (seat != me_) continue;
      if (mine != nullptr) choices_[seat] = *mine;
      if (choices_[seat].verb() == verbs::play) ++played_;
    }
    game_->apply(choices_, muted_);
  }
  /// Plays until I am asked for a bid, and fills in the bids.
  void step_to_bid(ActionList& bids, Stream& chance) {
    while (true) {
      if (game_->wanted().has(me_)) {
        game_->legal_actions(me_, bids);
        if (is_bid(bids.front())) return;
      }
      step(chance);
    }
  }
  /// My points of the hand, after the tricks in which I play this number of cards.
  [[nodiscard]] double finish(int cards, bool is_snark, Stream& chance) {
    const auto tricks = is_snark ? std::min(cards, snark_tricks) : cards;
    while (played_ < tricks && !game_->wanted().empty() && !(is_snark && is_counted())) step(chance);
    if (!is_snark || is_counted()) return game_->outcome().scores[index_of(me_)] - before_[index_of(me_)];
    game_->legal_actions(me_, actions_);
    return static_cast<double>(actions_.size());
  }

 private:
  /// A hand of Snark brings each seat a point or more.
  [[nodiscard]] bool is_counted() const { return game_->outcome().scores != before_; }

  std::unique_ptr<Game> game_;
  Seat me_;
  std::array<std::int32_t, max_seats> before_;
  int played_ = 0;
  EventLog muted_ = EventLog::muted();
  ActionList actions_;
  Choices choices_;
};

/// Adds up the points of each bid, in the order of the list, by playing the hand out from the moment of the
/// bid.
void add_points_of_bids(const PlayingOn& at_bid, const ActionList& bids, int cards, Stream& chance,
                        std::map<Bid, double>& points) {
  const auto before = chance;
  for (const auto& bid : bids) {
    chance = before;  // the rest continues in the same way
    auto playing = at_bid.clone();
    playing.step(chance, &bid);
    points[bid_of(bid)] += playing.finish(cards, false, chance);
  }
}

}  // namespace

std::vector<double> points_of(const Question& question, int worlds, Stream& chance) {
  ActionList actions;
  question.position.legal_actions(question.me, actions);
  std::vector<double> points(actions.size());
  for (int i = 0; i < worlds; ++i) {
    const auto world = question.position.clone();
    world->redraw_hidden(question.me, chance);
    const auto before = chance;
    for (std::size_t a = 0; a < actions.size(); ++a) {
      chance = before;  // the rest continues in the same way, as far as possible
      PlayingOn playing{world->clone(), question.me};
      playing.step(chance, &actions[a]);
      points[a] += playing.finish(question.cards, question.is_snark, chance) / worlds;
    }
  }
  return points;
}

BidPoints usual_points(const Rules& rules, int cards, Stream& chance) {
  BidPoints points;
  auto muted = EventLog::muted();
  ActionList bids;
  for (int i = 0; i < usual_deals; ++i) {
    auto game = rules.deal(std::make_shared<const FastDeal>(chance.next_word()));
    game->begin(muted);
    PlayingOn playing{std::move(game), 0};
    playing.step_to_bid(bids, chance);
    add_points_of_bids(playing, bids, cards, chance, points);
  }
  for (auto& [bid, sum] : points) sum /= usual_deals;
  return points;
}

Action best_gift(const Question& question, const BidPoints& usual, int worlds, Stream& chance) {
  ActionList gifts;
  ActionList bids;
  question.position.legal_actions(question.me, gifts);
  BidPoints all;
  std::map<Bid, std::array<double, 64>> by_card;  // points in worlds in which the card was passed
  std::array<int, 64> passed{};
  for (int i = 0; i < worlds; ++i) {
    const auto& gift = gifts[chance.uniform(static_cast<std::uint32_t>(gifts.size()))];
    auto world = question.position.clone();
    world->redraw_hidden(question.me, chance);
    PlayingOn playing{std::move(world), question.me};
    playing.step(chance, &gift);
    playing.step_to_bid(bids, chance);
    BidPoints points;
    add_points_of_bids(playing, bids, question.cards, chance, points);
    for (const auto& [bid, sum] : points) {
      all[bid] += sum / worlds;
      for (std::size_t card = 1; card < gift.arguments().size(); ++card)
        by_card[bid][gift.arguments()[card]] += sum;
    }
    for (std::size_t card = 1; card < gift.arguments().size(); ++card) ++passed[gift.arguments()[card]];
  }
  const auto promise = [&](const auto& entry) {
    const auto found = usual.find(entry.first);
    return entry.second - (found == usual.end() ? 0 : found->second);
  };
  const auto best = std::ranges::max_element(all, {}, promise)->first;
  return *std::ranges::max_element(gifts, {}, [&](const Action& gift) {
    double sum = 0;
    for (std::size_t card = 1; card < gift.arguments().size(); ++card) {
      const auto index = gift.arguments()[card];
      sum += passed[index] == 0 ? -1e9 : by_card[best][index] / passed[index];
    }
    return sum;
  });
}

}  // namespace sampler
