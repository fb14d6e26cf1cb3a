#include "games/checked_game.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace tribunal {

namespace {

constexpr std::size_t most_named = 12;

std::string seats_text(SeatSet seats) {
  std::string text;
  for (const auto seat : seats) text += (text.empty() ? "" : ", ") + std::to_string(int{seat});
  return text;
}

Error not_asked(int seat, SeatSet wanted) {
  if (wanted.empty()) return "the game is over: no seat is asked";
  return "seat " + std::to_string(seat) +
         " is not asked now; expected one of the seats asked: " + seats_text(wanted);
}

Error not_legal(const SeatAction& decision, const ActionList& legal) {
  std::string text = "'" + decision.action.text() + "' is not legal for seat " +
                     std::to_string(int{decision.seat}) + "; legal are:";
  const auto named = std::min(legal.size(), most_named);
  for (const auto& action : std::span{legal}.first(named)) text += " " + action.text();
  return named == legal.size() ? text : text + " and " + std::to_string(legal.size() - named) + " more";
}

bool is_in(int seat, SeatSet seats) {
  return seat >= 0 && seat < max_seats && seats.has(static_cast<Seat>(seat));
}

}  // namespace

Result<CheckedGame> CheckedGame::deal(const Rules& rules, DealPointer deal) {
  const bool is_stacked = dynamic_cast<const StackedDeal*>(deal.get()) != nullptr;
  auto game = rules.deal(std::move(deal));
  EventLog log;
  try {
    game->begin(log);
  } catch (const std::invalid_argument& error) {
    return std::unexpected{Error{error.what()}};
  }
  return CheckedGame{std::move(game), is_stacked, std::move(log)};
}

CheckedGame::CheckedGame(std::unique_ptr<Game> game, bool may_refuse, EventLog log)
    : game_{std::move(game)}, may_refuse_{may_refuse}, log_{std::move(log)} {
  look();
}

CheckedGame::CheckedGame(std::unique_ptr<Game> game, Seat seat, std::vector<std::string> lines)
    : game_{std::move(game)},
      lines_before_{std::move(lines)},
      is_as_dealt_{false},
      unchanged_{SeatSet::only(seat)} {
  look();
}

CheckedGame::CheckedGame(const CheckedGame& other)
    : game_{other.game_->clone()},
      may_refuse_{other.may_refuse_},
      lines_before_{other.lines_before_},
      log_{other.log_},
      changes_{other.changes_},
      is_as_dealt_{other.is_as_dealt_},
      unchanged_{other.unchanged_},
      wanted_{other.wanted_},
      legal_{other.legal_} {}

Result<void> CheckedGame::refuse_viewer(int viewer) const {
  if (viewer == referee_view || is_in(viewer, SeatSet::first(game_->players()))) return {};
  return std::unexpected{Error{"there is no seat " + std::to_string(viewer) +
                               "; players have the seats 0 to " + std::to_string(game_->players() - 1)}};
}

Result<std::vector<std::string>> CheckedGame::lines(int viewer) const {
  if (auto known = refuse_viewer(viewer); !known) return std::unexpected{known.error()};
  const auto seat = static_cast<Seat>(viewer);
  if (seat == referee_view ? !is_as_dealt_ : !unchanged_.has(seat))
    return std::unexpected{
        Error{"hidden cards were redrawn for another seat, so earlier lines of this one are no longer true"}};
  auto lines = lines_before_;
  for (const auto& event : log_.events())
    if (event.is_told_to(seat)) lines.push_back(event.text(seat));
  return lines;
}

Result<std::span<const Action>> CheckedGame::legal_actions(int seat) const {
  if (!is_in(seat, wanted_)) return std::unexpected{not_asked(seat, wanted_)};
  return legal_[index_of(static_cast<Seat>(seat))];
}

Result<Choices> CheckedGame::choices_of(std::span<const SeatAction> decisions) const {
  Choices choices;
  SeatSet missing = wanted_;
  for (const auto& decision : decisions) {
    if (!is_in(decision.seat, wanted_)) return std::unexpected{not_asked(decision.seat, wanted_)};
    if (!missing.has(decision.seat))
      return std::unexpected{
          Error{"seat " + std::to_string(int{decision.seat}) + " has two decisions; one is expected"}};
    const auto& legal = legal_[index_of(decision.seat)];
    if (std::ranges::find(legal, decision.action) == legal.end())
      return std::unexpected{not_legal(decision, legal)};
    missing.remove(decision.seat);
    choices[decision.seat] = decision.action;
  }
  if (!missing.empty())
    return std::unexpected{Error{"a decision is missing for seat " + seats_text(missing) +
                                 "; asked are: " + seats_text(wanted_)}};
  return choices;
}

Result<void> CheckedGame::apply(std::span<const SeatAction> decisions) {
  if (wanted_.empty()) return std::unexpected{Error{"the game is over: no seat is asked"}};
  const auto choices = choices_of(decisions);
  if (!choices) return std::unexpected{choices.error()};
  if (auto advanced = advance(*choices); !advanced) return advanced;
  for (const auto seat : wanted_) changes_.emplace_back(SeatAction{seat, (*choices)[seat]});
  look();
  return {};
}

Result<void> CheckedGame::advance(const Choices& choices) {
  auto before = may_refuse_ ? game_->clone() : nullptr;
  EventLog latest;
  try {
    game_->apply(choices, latest);
  } catch (const std::invalid_argument& error) {
    if (before == nullptr) throw;
    game_ = std::move(before);
    return std::unexpected{Error{error.what()}};
  }
  for (const auto& event : latest.events()) log_.add(event);
  return {};
}

Result<void> CheckedGame::redraw(int viewer, std::uint64_t seed) {
  if (auto known = refuse_viewer(viewer); !known) return known;
  Stream stream{seed, "redraw"};
  const auto seat = static_cast<Seat>(viewer);
  if (seat == referee_view) {
    game_->redraw_chance(stream);
  } else {
    game_->redraw_hidden(seat, stream);
    is_as_dealt_ = false;
    unchanged_ = unchanged_.has(seat) ? SeatSet::only(seat) : SeatSet{};
  }
  changes_.emplace_back(Redraw{seat, seed});
  look();
  return {};
}

Result<void> CheckedGame::repeat(std::span<const GameChange> changes) {
  std::vector<SeatAction> together;
  for (const auto& change : changes) {
    if (const auto* decision = std::get_if<SeatAction>(&change)) {
      together.push_back(*decision);
      if (together.size() < static_cast<std::size_t>(wanted_.size())) continue;
      if (auto applied = apply(together); !applied) return applied;
      together.clear();
    } else {
      const auto& again = std::get<Redraw>(change);
      if (auto redrawn = redraw(again.viewer, again.seed); !redrawn) return redrawn;
    }
  }
  return together.empty() ? Result<void>{} : apply(together);
}

void CheckedGame::look() {
  wanted_ = game_->wanted();
  for (const auto seat : wanted_) game_->legal_actions(seat, legal_[index_of(seat)]);
}

}  // namespace tribunal
