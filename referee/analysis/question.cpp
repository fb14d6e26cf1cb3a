#include "analysis/question.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "record/transcript.hpp"

namespace tribunal {
namespace {

/// Decisions of a seat in a hand, from the first to the last.
using HandOfSeat = std::pair<int, Seat>;

/// Collects the decisions of a record while it is played again.
class Collector {
 public:
  Collector(const Record& record, SeatSet seats) : record_{record}, seats_{seats} {}

  void see(const Moment& moment) {
    if (!seats_.has(moment.seat) || moment.decision >= record_.decisions.size()) return;
    const auto& decision = record_.decisions[moment.decision];
    if (decision.by_referee) {
      ++found_.by_referee[index_of(moment.seat)];
      return;
    }
    Question question{.game = {}, .seat = moment.seat, .decision = moment.decision, .legal = {}, .cards = {}};
    moment.game.legal_actions(moment.seat, question.legal);
    const auto taken = std::ranges::find(question.legal, decision.action);
    if (taken == question.legal.end()) return;  // the record contradicts itself here
    question.taken = static_cast<std::size_t>(taken - question.legal.begin());
    auto position = moment.game.position();
    const HandOfSeat hand{position.hand_number, moment.seat};
    const auto place = decisions_[hand]++;
    if (question.legal.size() == 1) {
      ++found_.without_choice[index_of(moment.seat)];
      return;
    }
    if (index_of(moment.seat) < position.seats.size())
      question.cards = std::move(position.seats[index_of(moment.seat)].hand);
    question.game = moment.game.clone();
    found_.open.push_back(std::move(question));
    places_.push_back({hand, place});
  }

  Questions finish() {
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const auto& [hand, place] = places_[i];
      found_.open[i].phase = static_cast<HandPhase>(3 * place / decisions_.at(hand));
    }
    return std::move(found_);
  }

 private:
  struct Place {
    HandOfSeat hand;
    std::size_t place = 0;
  };

  const Record& record_;
  SeatSet seats_;
  Questions found_;
  std::map<HandOfSeat, std::size_t> decisions_;
  std::vector<Place> places_;  ///< of each open question
};

}  // namespace

std::optional<Questions> questions_of(const Record& record, SeatSet seats) {
  Collector collector{record, seats};
  Played played;
  if (play_again(record, played, [&](const Moment& moment) { collector.see(moment); })) return std::nullopt;
  return collector.finish();
}

}  // namespace tribunal
