#include "analysis/question.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "record/replay_log.hpp"

namespace tribunal {
namespace {

/// Decisions of a seat in a hand, from the first to the last.
using HandOfSeat = std::pair<int, Seat>;

/// A hash of everything that a seat received, computed event by event.
class Heard {
 public:
  Heard(const Record& record, Seat seat) : seat_{seat} {
    std::string text{record.rules.game()};
    for (const auto& [name, value] : record.rules.options()) text += ' ' + name + '=' + to_text(value);
    text += ' ' + std::to_string(record.rules.players()) + ' ' + std::to_string(int{seat}) + ' ' +
            std::to_string(record.deal.number) + ' ' + record.deal.event + '\n';
    hash_ = sha256(text.append(as_text(record.deal.key.bytes)));
  }

  /// The hash up to the last of `events`, which must begin with those of the previous call.
  const Bytes32& of(std::span<const Event> events) {
    std::string text{as_text(hash_)};
    for (; told_ < events.size(); ++told_) {
      if (!events[told_].is_told_to(seat_)) continue;
      events[told_].append_to(text, seat_);
      text += '\n';
    }
    return hash_ = sha256(text);
  }

 private:
  Seat seat_;
  Bytes32 hash_{};
  std::size_t told_ = 0;
};

/// Collects the decisions of a record while it is played again.
class Collector {
 public:
  Collector(const Record& record, SeatSet seats) : record_{record}, seats_{seats} {
    for (const auto seat : SeatSet::first(record.rules.players())) heard_.emplace_back(record, seat);
  }

  void see(const Moment& moment) {
    if (!seats_.has(moment.seat) || moment.decision >= record_.decisions.size()) return;
    const auto& decision = record_.decisions[moment.decision];
    const auto& situation = heard_.at(index_of(moment.seat)).of(moment.events);
    if (decision.by_referee) {
      ++found_.by_referee[index_of(moment.seat)];
      return;
    }
    Question question{.seat = moment.seat, .decision = moment.decision};
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
    question.situation = situation;
    found_.open.push_back(std::move(question));
    places_.push_back({hand, place});
  }

  Questions finish(const Played& played) {
    found_.content = content_without_files(record_, played);
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
  std::vector<Heard> heard_;  ///< hashes by seat
  Questions found_;
  std::map<HandOfSeat, std::size_t> decisions_;
  std::vector<Place> places_;  ///< place of each open question
};

}  // namespace

Bytes32 content_without_files(const Record& record, const Played& played) {
  return sha256_with_any_files(record, content_of(record, played));
}

std::optional<Questions> questions_of(const Record& record, SeatSet seats) {
  Collector collector{record, seats};
  Played played;
  if (play_again(record, played, [&](const Moment& moment) { collector.see(moment); })) return std::nullopt;
  return collector.finish(played);
}

}  // namespace tribunal
