#include "report/replay/replay_view.hpp"

#include <algorithm>
#include <iterator>
#include <sstream>
#include <string_view>
#include <tribunal_bot.hpp>
#include <utility>

#include "record/clocks_and_strikes.hpp"
#include "record/names.hpp"
#include "record/utf8.hpp"
#include "report/format/text_width.hpp"
#include "report/replay/told.hpp"
#include "table/protocol.hpp"

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

std::vector<Card> cards_of(const bot::Cards& seen) {
  std::vector<Card> cards;
  for (const auto card : seen) cards.push_back(Card::parse(card.text()).value_or(Card{}));
  return cards;
}

// By suit, the highest of each first.
std::vector<Card> hand_of(const bot::Seat& seat) {
  auto hand = seat.hand;
  std::ranges::sort(hand, {}, [](bot::Card card) { return std::pair{card.suit, -card.rank}; });
  return cards_of(hand);
}

// Writes the frames of a record that holds. The table is the SDK's, which is told all that the referee is.
class Frames {
 public:
  Frames(const Record& record, const Played& played, CardStyle style)
      : record_{record}, played_{played}, style_{style}, forfeited_{forfeited(record)} {}

  std::vector<ReplayFrame> all() {
    std::string lines;
    append_game_line(lines, record_.rules, 0, record_.limits);
    for (const auto& event : played_.events) lines += event.text() + '\n';
    bot::Hooks hooks;
    hooks.game_start = [this](const bot::View& view) { start(view); };
    hooks.event = [this](const bot::View& view, const bot::Event&) { add_event(view); };
    const bot::Decide never_asked = [](const bot::View&) { return ""; };
    std::istringstream in{lines};
    std::ostringstream out;
    bot::run("", "", never_asked, hooks, in, out);
    add_result();
    return std::move(frames_);
  }

 private:
  void start(const bot::View& view) {
    frame_ = record_.rules.game() + ", deal " + std::to_string(record_.deal.number) + " of " +
             harmless(record_.deal.event) + '\n';
    for (; next_fault_ < record_.faults.size() && record_.faults[next_fault_].kind == FaultKind::start;
         ++next_fault_) {
      add_fault(record_.faults[next_fault_]);
    }
    has_stock_ = view.stock_size > 0;
    has_piles_ = view.mine().pile > 0;
    end_frame(view);
  }

  void add_event(const bot::View& view) {
    const auto& event = played_.events[next_event_++];
    if (event.is_decision) begin_frame(event.seat);
    frame_ += "  " + told(event, who(event.seat), style_);
    if (event.is_decision) frame_ += how_decided();
    frame_ += '\n';
    has_pot_ = has_pot_ || view.pot != 0;
    follow_aside(view);
    end_frame(view);
  }

  // Shows each trick in the order of its seats, whoever led it.
  void follow_aside(const bot::View& view) {
    if (view.aside.empty()) aside_.clear();
    if (view.aside.size() > aside_.size()) {
      std::ranges::stable_sort(trick_, {}, &bot::Play::seat);
      std::ranges::transform(trick_, std::back_inserter(aside_), &bot::Play::card);
    }
    trick_ = view.trick;
  }

  // The head of a decision, with the comments and the fault before it.
  void begin_frame(Seat seat) {
    ++decision_;
    decides_ = seat;
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
    fault_ = true;
    frame_ += "  ! " + who(fault.seat) + " is at fault: " + std::string{name_of(fault.kind)} + " after " +
              shown_time(fault.us);
    if (!fault.got.empty()) frame_ += ", said: " + harmless(fault.got);
    frame_ += '\n';
  }

  // If a decision is next, or nothing.
  void end_frame(const bot::View& view) {
    if (next_event_ < played_.events.size() && !played_.events[next_event_].is_decision) return;
    add_table(view);
    keep_frame();
  }

  void keep_frame() {
    frames_.push_back({std::exchange(frame_, {}), std::exchange(decides_, {}), std::exchange(fault_, false)});
  }

  void add_table(const bot::View& view) {
    if (const auto middle = middle_of(view); !middle.empty()) frame_ += "  " + middle + '\n';
    std::size_t names = 0;
    std::size_t cards = 0;
    const auto seats = static_cast<Seat>(view.seats.size());
    for (Seat seat = 0; seat < seats; ++seat) {
      names = std::max(names, columns_of(who(seat)));
      cards = std::max(cards, view.seat(seat).hand.size());
    }
    for (Seat seat = 0; seat < seats; ++seat) add_seat(view, seat, names, cards);
  }

  // What lies in the middle of the table.
  [[nodiscard]] std::string middle_of(const bot::View& view) const {
    const bool melds = view.played_to == bot::PlayedTo::melds;
    std::string text;
    if (has_stock_) {
      text += ", stock " + std::to_string(view.stock_size);
      text += (melds ? ", discards " : ", pile ") + std::to_string(view.discards.size());
      if (!view.discards.empty()) text += " (top " + shown({view.discards.back()}) + ")";
    }
    if (melds) text += ", aces " + std::to_string(view.aces_shown());
    text += labelled(", ", "turned up", shown(view.turned));
    text += labelled(", ", "aside", shown(aside_));
    if (has_pot_) text += ", pot " + std::to_string(view.pot);
    return text.empty() ? text : text.substr(2);
  }

  void add_seat(const bot::View& view, Seat number, std::size_t names, std::size_t cards) {
    const auto& seat = view.seat(number);
    const auto score = std::to_string(seat.score);
    frame_ += is_next(number) ? "  > " : "    ";
    frame_ += padded(who(number), names) + spaces(score.size(), 6) + score;
    frame_ += "  hand " + shown_cards(hand_of(seat), style_);
    const auto more = more_of(view, number);
    if (!more.empty()) frame_ += spaces(card_columns(seat.hand.size()), card_columns(cards)) + more;
    frame_ += '\n';
  }

  // What lies before a seat, beside its hand.
  [[nodiscard]] std::string more_of(const bot::View& view, Seat number) const {
    const auto& seat = view.seat(number);
    std::string text = view.played_to == bot::PlayedTo::melds ? "  melds" : "";
    for (const auto& meld : seat.melds) {
      if (!meld.empty()) text += "  " + shown_meld(cards_of(meld), style_);
    }
    if (has_piles_) text += "  pile " + std::to_string(seat.pile);
    bot::Cards in_trick;
    for (const auto& play : view.trick) {
      if (play.seat == number) in_trick.push_back(play.card);
    }
    text += labelled("  ", "plays", shown(in_trick));
    text += labelled("  ", "open", shown(seat.open));
    text += labelled("  ", "bid", seat.bid);
    if (!seat.taken.empty()) text += "  captured " + std::to_string(seat.taken.size());
    if (has_pot_) text += "  chips " + std::to_string(seat.chips);
    return seat.out ? text + "  out" : text;
  }

  [[nodiscard]] std::string shown(const bot::Cards& cards) const {
    return shown_cards(cards_of(cards), style_);
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
    keep_frame();
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
  SeatSet forfeited_;
  std::vector<ReplayFrame> frames_;
  std::string frame_;
  std::optional<Seat> decides_;  // in the frame
  bool fault_ = false;           // so far in it
  std::size_t decision_ = 0;     // of those shown
  std::size_t next_fault_ = 0;
  std::size_t next_comment_ = 0;
  std::size_t next_event_ = 0;
  bool has_stock_ = false;
  bool has_piles_ = false;
  bool has_pot_ = false;          // from the first chips in it on
  std::vector<bot::Play> trick_;  // before the event
  bot::Cards aside_;
};

}  // namespace

std::string shown_time(std::int64_t us) {
  if (us < 1000) return std::to_string(us) + " us";
  if (us < 1'000'000) return std::to_string(us / 1000) + "." + std::to_string(us / 100 % 10) + " ms";
  const auto hundredths = us / 10'000 % 100;
  return std::to_string(us / 1'000'000) + (hundredths < 10 ? ".0" : ".") + std::to_string(hundredths) + " s";
}

std::expected<std::vector<ReplayFrame>, Contradiction> replay_frames(const Record& record, CardStyle style) {
  const auto played = play_again(record);
  if (!played) return std::unexpected{played.error()};
  return Frames{record, *played, style}.all();
}

}  // namespace tribunal
