#include "report/replay/replay_view.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "record/judge.hpp"
#include "record/names.hpp"
#include "record/utf8.hpp"
#include "report/format/text_width.hpp"
#include "report/replay/table_state.hpp"
#include "report/replay/told.hpp"

namespace tribunal {
namespace {

// What is missing from `width` to `whole`.
std::string spaces(std::size_t width, std::size_t whole) {
  return std::string(width < whole ? whole - width : 0, ' ');
}

// Columns that so many cards take on a terminal, two each and one between.
std::size_t card_columns(std::size_t cards) { return cards == 0 ? 0 : 3 * cards - 1; }

std::string padded(const std::string& text, std::size_t width) {
  return text + spaces(columns_of(text), width);
}

std::string number(std::int32_t value) { return std::to_string(value); }

// `, name text`, unless there is no text.
std::string labelled(std::string_view gap, std::string_view name, const std::string& text) {
  return text.empty() ? text : std::string{gap} + std::string{name} + ' ' + text;
}

// What lies in the middle of the table.
std::string middle_of(const TableState& table, CardStyle style) {
  const bool melds = table.shape().played == TableShape::Played::in_melds;
  std::string text;
  if (table.shape().stock > 0) {
    text += ", stock " + std::to_string(table.stock());
    text += (melds ? ", discards " : ", pile ") + std::to_string(table.discards().size());
    if (!table.discards().empty()) text += " (top " + shown_card(table.discards().back(), style) + ")";
  }
  if (melds) text += ", aces " + std::to_string(table.aces());
  text += labelled(", ", "turned up", shown_cards(table.turned_up(), style));
  text += labelled(", ", "aside", shown_cards(table.aside(), style));
  if (const auto pot = table.pot()) text += ", pot " + std::to_string(*pot);
  return text.empty() ? text : text.substr(2);
}

// What lies before a seat, beside its hand.
std::string more_of(const TableState::Place& place, const TableState& table, CardStyle style) {
  std::string text;
  if (table.shape().played == TableShape::Played::in_melds) {
    text += "  melds";
    for (const auto& meld : place.melds) {
      if (!meld.empty()) text += "  " + shown_meld(meld, style);
    }
  }
  if (table.shape().pile > 0) text += "  pile " + std::to_string(place.pile);
  text += labelled("  ", "plays", shown_cards(place.in_trick, style));
  text += labelled("  ", "open", shown_cards(place.open, style));
  text += labelled("  ", "bid", place.bid);
  if (!place.captured.empty()) text += "  captured " + std::to_string(place.captured.size());
  if (table.pot()) text += "  chips " + std::to_string(place.chips);
  return place.out ? text + "  out" : text;
}

// Writes the frames of a record that holds.
class Frames {
 public:
  Frames(const Record& record, const Played& played, CardStyle style)
      : record_{record},
        played_{played},
        style_{style},
        table_{played.outcome.seats, shape_of(record.rules)},
        forfeited_{forfeited(record)} {}

  std::vector<std::string> all() {
    start();
    for (const auto& event : played_.events) {
      if (event.is_decision) {
        end_frame();
        begin_frame(event.seat);
      }
      table_.apply(event);
      frame_ += "  " + told(event, who(event.seat), style_);
      if (event.is_decision) frame_ += how_decided();
      frame_ += '\n';
    }
    end_frame();
    add_result();
    return std::move(frames_);
  }

 private:
  void start() {
    frame_ = record_.rules.game() + ", deal " + std::to_string(record_.deal.number) + " of " +
             harmless(record_.deal.event) + '\n';
    for (; next_fault_ < record_.faults.size() && record_.faults[next_fault_].kind == FaultKind::start;
         ++next_fault_) {
      add_fault(record_.faults[next_fault_]);
    }
  }

  // The head of a decision, with the comments and the fault before it.
  void begin_frame(Seat seat) {
    ++decision_;
    frame_ = "decision " + std::to_string(decision_) + " of " + std::to_string(record_.decisions.size()) +
             ": " + who(seat) + '\n';
    add_comments(decision_ - 1);
    if (next_fault_ < record_.faults.size() && record_.faults[next_fault_].decision == decision_ - 1) {
      add_fault(record_.faults[next_fault_++]);
    }
  }

  [[nodiscard]] std::string how_decided() const {
    const auto& decision = record_.decisions[decision_ - 1];
    return decision.by_referee ? " (by the referee)" : " (" + shown_time(decision.us) + ")";
  }

  void add_comments(std::size_t decision) {
    for (; next_comment_ < record_.comments.size() && record_.comments[next_comment_].decision <= decision;
         ++next_comment_) {
      const auto& comment = record_.comments[next_comment_];
      frame_ += "  # " + who(comment.seat) + ": " + harmless(comment.text) + '\n';
    }
  }

  void add_fault(const Fault& fault) {
    frame_ += "  ! " + who(fault.seat) + " is at fault: " + std::string{name_of(fault.kind)} + " after " +
              shown_time(fault.us);
    if (!fault.got.empty()) frame_ += ", said: " + harmless(fault.got);
    frame_ += '\n';
  }

  void end_frame() {
    add_table();
    frames_.push_back(std::exchange(frame_, {}));
  }

  void add_table() {
    if (const auto middle = middle_of(table_, style_); !middle.empty()) frame_ += "  " + middle + '\n';
    std::size_t names = 0;
    std::size_t cards = 0;
    const auto seats = static_cast<Seat>(table_.places().size());
    for (Seat seat = 0; seat < seats; ++seat) {
      names = std::max(names, columns_of(who(seat)));
      cards = std::max(cards, table_.places()[index_of(seat)].hand.size());
    }
    for (Seat seat = 0; seat < seats; ++seat) add_place(seat, names, cards);
  }

  void add_place(Seat seat, std::size_t names, std::size_t cards) {
    const auto& place = table_.places()[index_of(seat)];
    const auto score = std::to_string(place.score);
    frame_ += is_next(seat) ? "  > " : "    ";
    frame_ += padded(who(seat), names) + spaces(score.size(), 6) + score;
    frame_ += "  hand " + shown_cards(place.hand, style_);
    const auto more = more_of(place, table_, style_);
    if (!more.empty()) frame_ += spaces(card_columns(place.hand.size()), card_columns(cards)) + more;
    frame_ += '\n';
  }

  [[nodiscard]] bool is_next(Seat seat) const {
    return decision_ < record_.decisions.size() && record_.decisions[decision_].seat == seat;
  }

  void add_result() {
    frame_ = "result\n";
    add_comments(record_.decisions.size());
    std::size_t names = 0;
    for (Seat seat = 0; seat < played_.outcome.seats; ++seat) names = std::max(names, columns_of(who(seat)));
    for (Seat seat = 0; seat < played_.outcome.seats; ++seat) {
      const auto index = index_of(seat);
      frame_ += "  " + padded(who(seat), names) + "  place " + number(played_.outcome.places[index]) +
                " with " + number(played_.outcome.scores[index]);
      if (forfeited_.has(seat)) frame_ += ", forfeit";
      frame_ += '\n';
    }
    frames_.push_back(std::move(frame_));
  }

  [[nodiscard]] std::string who(Seat seat) const {
    const auto index = index_of(seat);
    const auto name =
        index < record_.entrants.size() ? harmless(record_.entrants[index].bot) : "the referee's";
    return "seat " + std::to_string(seat) + " " + name;
  }

  const Record& record_;
  const Played& played_;
  CardStyle style_;
  TableState table_;
  SeatSet forfeited_;
  std::vector<std::string> frames_;
  std::string frame_;
  std::size_t decision_ = 0;  // of those shown
  std::size_t next_fault_ = 0;
  std::size_t next_comment_ = 0;
};

}  // namespace

std::string shown_time(std::int64_t us) {
  if (us < 1000) return std::to_string(us) + " us";
  if (us < 1'000'000) return std::to_string(us / 1000) + "." + std::to_string(us / 100 % 10) + " ms";
  const auto hundredths = us / 10'000 % 100;
  return std::to_string(us / 1'000'000) + (hundredths < 10 ? ".0" : ".") + std::to_string(hundredths) + " s";
}

std::expected<std::vector<std::string>, Contradiction> replay_frames(const Record& record, CardStyle style) {
  const auto played = play_again(record);
  if (!played) return std::unexpected{played.error()};
  return Frames{record, *played, style}.all();
}

}  // namespace tribunal
