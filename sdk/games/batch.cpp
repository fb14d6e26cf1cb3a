#include "batch.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace tribunal {

namespace {

/// Room for `size` values. If there is too little, it takes new memory, because a reader may still use the
/// old one.
template <class Value>
void make_room(Shared<Value>& values, std::size_t size) {
  if (values == nullptr || values->capacity() < size) {
    values = std::make_shared<std::vector<Value>>();
    values->reserve(size + size / 4);
  }
  values->resize(size);
}

}  // namespace

Batch::Batch(Rules rules, std::size_t games, std::uint64_t seed)
    : rules_{std::move(rules)}, seeds_{seed, "batch"}, games_(games) {
  for (std::size_t number = 0; number < games; ++number) deal(number);
  features_ = games_.front()->feature_names().size();
  for (auto* values : {&ended_, &scores_, &places_}) make_room(*values, 0);
  look();
}

void Batch::deal(std::size_t number) {
  do {  // a game may be over as soon as it is dealt
    games_[number] = rules_.deal(std::make_shared<FastDeal>(seeds_.next_seed()));
    games_[number]->begin(muted_);
  } while (games_[number]->wanted().empty());
}

const ActionList* Batch::actions(std::size_t row) const { return row < rows_ ? &actions_[row] : nullptr; }

Result<void> Batch::step(std::span<const std::int64_t> choices) {
  if (choices.size() != rows_) {
    return std::unexpected{Error{"expected a number for each of " + std::to_string(rows_) + " rows, found " +
                                 std::to_string(choices.size())}};
  }
  for (std::size_t row = 0; row < rows_; ++row) {
    if (choices[row] >= 0 && std::cmp_less(choices[row], actions_[row].size())) continue;
    return std::unexpected{Error{"row " + std::to_string(row) + " has the actions 0 to " +
                                 std::to_string(actions_[row].size() - 1) + ", not " +
                                 std::to_string(choices[row])}};
  }
  const auto seats = static_cast<std::size_t>(rules_.seats());
  ended_ = std::make_shared<std::vector<std::int32_t>>();
  scores_ = std::make_shared<std::vector<std::int32_t>>();
  places_ = std::make_shared<std::vector<std::int32_t>>();
  Choices together;
  for (std::size_t row = 0; row < rows_;) {
    const auto number = static_cast<std::size_t>((*game_of_row_)[row]);
    auto& game = *games_[number];
    for (; row < rows_ && std::cmp_equal((*game_of_row_)[row], number); ++row) {
      together[static_cast<Seat>((*seat_of_row_)[row])] =
          actions_[row][static_cast<std::size_t>(choices[row])];
    }
    game.apply(together, muted_);
    if (!game.wanted().empty()) continue;
    const auto outcome = game.outcome();
    ended_->push_back(static_cast<std::int32_t>(number));
    scores_->insert(scores_->end(), outcome.scores.begin(),
                    outcome.scores.begin() + static_cast<std::ptrdiff_t>(seats));
    places_->insert(places_->end(), outcome.places.begin(),
                    outcome.places.begin() + static_cast<std::ptrdiff_t>(seats));
    deal(number);
  }
  look();
  return {};
}

void Batch::look() {
  rows_ = 0;
  for (const auto& game : games_) rows_ += static_cast<std::size_t>(game->wanted().size());
  if (actions_.size() < rows_) actions_.resize(rows_);
  make_room(game_of_row_, rows_);
  make_room(seat_of_row_, rows_);
  make_room(counts_, rows_);
  std::size_t row = 0;
  for (std::size_t number = 0; number < games_.size(); ++number) {
    for (const auto seat : games_[number]->wanted()) {
      games_[number]->legal_actions(seat, actions_[row]);
      (*game_of_row_)[row] = static_cast<std::int32_t>(number);
      (*seat_of_row_)[row] = seat;
      (*counts_)[row] = static_cast<std::int32_t>(actions_[row].size());
      width_ = std::max(width_, actions_[row].size());
      ++row;
    }
  }
  fill();
}

void Batch::fill() {
  make_room(mask_, rows_ * width_);
  make_room(values_, rows_ * width_ * features_);
  for (std::size_t row = 0; row < rows_; ++row) {
    const auto count = actions_[row].size();
    const auto mask = mask_->begin() + static_cast<std::ptrdiff_t>(row * width_);
    std::fill_n(mask, count, std::uint8_t{1});
    std::fill(mask + static_cast<std::ptrdiff_t>(count), mask + static_cast<std::ptrdiff_t>(width_),
              std::uint8_t{0});
    if (features_ == 0) continue;
    game(row).describe_actions(seat(row), actions_[row], described_);
    const auto rest = values_->begin() + static_cast<std::ptrdiff_t>(row * width_ * features_);
    const auto end = std::ranges::copy(described_, rest).out;
    std::fill(end, rest + static_cast<std::ptrdiff_t>(width_ * features_), 0.0F);
  }
}

}  // namespace tribunal
