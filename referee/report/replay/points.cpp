#include "report/replay/points.hpp"

#include <array>
#include <string_view>
#include <utility>

#include "games/anarchy/family.hpp"
#include "games/core/verbs.hpp"
#include "games/layout/family.hpp"

namespace tribunal {
namespace {

/// The first argument as the protocol writes it.
std::string word_of(const Event& event) {
  std::string text;
  append_argument(text, event.verb->kind_at(0), event.arguments[0]);
  return text;
}

constexpr std::string_view snark_rest = "cards in hand";

/// The name of the points that no event shows. The multiple of a hand is part of them.
std::string rest_in(std::string_view game) {
  if (game == "mitch") return "cards in suits that others won, penalties";
  if (game == "revolution") return "cards in suits that others won";
  if (game == "snark") return std::string{snark_rest};
  if (game == "tennis") return "2 for each seat outlasted, 1 for each seat out at the same time";
  if (game == "chez") return "1 for each seat behind";
  return "bid";
}

/// The events of a seat since its last points.
struct Told {
  std::vector<PointsPart> points{};
  std::int32_t paid = 0;
  std::int32_t won = 0;
  std::string bid{};
  std::int32_t held = 0;  ///< cards in hand
};

/// Follows the events of a game, and collects the parts of each seat's points.
class PointsTally {
 public:
  explicit PointsTally(std::string_view game) : rest_{rest_in(game)} {}

  void follow(const Event& event, std::size_t index) {
    const auto first = event.arguments[0];
    if (event.verb == verbs::hand) {
      hand_ = first;
      is_multiplied_ = is_dropped_ = false;
      told_ = {};
    }
    auto& told = told_.at(index_of(event.seat));
    if (event.verb == verbs::doubles || event.verb == verbs::call) is_multiplied_ = true;
    if (event.verb == verbs::drop) is_dropped_ = true;
    if (event.verb == verbs::bid) told.bid = word_of(event);
    if (event.verb == verbs::conquer) told.points.push_back({word_of(event), event.arguments[1]});
    if (event.verb == verbs::deal || event.verb == verbs::gather)
      told.held += static_cast<std::int32_t>(event.size);
    if (event.verb == verbs::play) --told.held;
    if (event.verb == verbs::bonus) add_bonus(told, event);
    if (event.verb == verbs::bid_card)
      told.bid = arguments::suit_names.at(
          static_cast<std::size_t>(Card::from_index(static_cast<std::uint8_t>(first)).suit()));
    if (event.verb == verbs::ante || event.verb == verbs::pay) told.paid += first;
    if (event.verb == verbs::win) told.won += first;
    if (event.verb == verbs::score) add_points(told, event, index);
    if (event.verb == verbs::chips) add_chips(told, event, index);
  }

  void add_result(const Outcome& outcome, std::size_t events) {
    if (!all_.empty()) return;
    for (const Seat seat : SeatSet::first(outcome.ranked())) {
      const auto score = outcome.scores.at(index_of(seat));
      all_.push_back({.event = events, .seat = seat, .points = score, .total = score});
      if (score != 0) all_.back().parts.push_back({rest_, score});
    }
  }

  [[nodiscard]] std::vector<SeatPoints> all() && { return std::move(all_); }

 private:
  static void add_bonus(Told& told, const Event& event) {
    constexpr std::array<std::string_view, 2> names{"missing suits", "quartets"};
    for (std::size_t i = 0; i < names.size(); ++i)
      if (const auto points = event.arguments.at(i); points != 0)
        told.points.push_back({std::string{names.at(i)}, points});
  }

  void add_points(Told& told, const Event& event, std::size_t index) {
    auto parts = std::exchange(told.points, {});
    auto rest = event.arguments[0];
    for (const auto& part : parts) rest -= part.points;
    if (rest != 0 || !told.bid.empty()) parts.push_back({rest_of(told), rest});
    add(event, index, false, std::move(parts));
  }

  void add_chips(Told& told, const Event& event, std::size_t index) {
    std::vector<PointsPart> parts;
    if (told.paid != 0) parts.push_back({"paid into the pot", -std::exchange(told.paid, 0)});
    if (told.won != 0) parts.push_back({"taken out of the pot", std::exchange(told.won, 0)});
    add(event, index, true, std::move(parts));
  }

  [[nodiscard]] std::string rest_of(const Told& told) const {
    if (is_dropped_) return "the refused double";
    if (rest_ == snark_rest && told.held == 0) return "running out of cards";
    if (is_multiplied_) return rest_ + ", and the multiple of the hand";
    return told.bid.empty() ? rest_ : rest_ + ' ' + told.bid;
  }

  void add(const Event& event, std::size_t index, bool in_chips, std::vector<PointsPart> parts) {
    all_.push_back({.event = index,
                    .hand = hand_,
                    .seat = event.seat,
                    .in_chips = in_chips,
                    .points = event.arguments[0],
                    .total = event.arguments[1],
                    .parts = std::move(parts)});
  }

  std::string rest_;
  std::array<Told, max_seats> told_{};
  std::vector<SeatPoints> all_;
  int hand_ = 0;
  bool is_multiplied_ = false;
  bool is_dropped_ = false;
};

}  // namespace

std::vector<SeatPoints> points_of(std::string_view game, std::span<const Event> events,
                                  const Outcome& outcome) {
  PointsTally tally{game};
  for (std::size_t index = 0; index < events.size(); ++index) tally.follow(events[index], index);
  tally.add_result(outcome, events.size());
  return std::move(tally).all();
}

}  // namespace tribunal
