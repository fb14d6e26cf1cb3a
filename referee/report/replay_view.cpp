#include "report/replay_view.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "record/judge.hpp"
#include "record/names.hpp"
#include "record/utf8.hpp"
#include "report/table_state.hpp"
#include "report/text_width.hpp"

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

// Cards of each hand's stock: packs of 52, as many as the option `packs` says; Tennis has no aces.
int pack_size(const Rules& rules) {
  if (rules.game() == "tennis") return 48;
  for (const auto& [name, value] : rules.options()) {
    const auto* const packs = std::get_if<std::int64_t>(&value);
    if (name == "packs" && packs != nullptr) return static_cast<int>(52 * *packs);
  }
  return 52;
}

std::string cards_of(const Event& event, CardStyle style, std::size_t first = 0) {
  std::vector<Card> cards;
  for (std::size_t i = first; i < event.size; ++i) {
    cards.push_back(Card::from_index(static_cast<std::uint8_t>(event.arguments.at(i))));
  }
  return shown_cards(cards, style);
}

std::string number(std::int32_t value) { return std::to_string(value); }

// Writes the frames of a record that holds.
class Frames {
 public:
  Frames(const Record& record, const Played& played, CardStyle style)
      : record_{record},
        played_{played},
        style_{style},
        table_{played.outcome.seats, pack_size(record.rules)},
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
    frame_ += "  stock " + std::to_string(table_.stock()) + ", discards " +
              std::to_string(table_.discards().size());
    if (!table_.discards().empty()) frame_ += " (top " + shown_card(table_.discards().back(), style_) + ")";
    frame_ += ", aces " + std::to_string(table_.aces()) + '\n';
    std::size_t names = 0;
    std::size_t cards = 0;
    for (Seat seat = 0; seat < played_.outcome.seats; ++seat) {
      names = std::max(names, columns_of(who(seat)));
      cards = std::max(cards, table_.places()[static_cast<std::size_t>(seat)].hand.size());
    }
    for (Seat seat = 0; seat < played_.outcome.seats; ++seat) add_place(seat, names, cards);
  }

  void add_place(Seat seat, std::size_t names, std::size_t cards) {
    const auto& place = table_.places()[static_cast<std::size_t>(seat)];
    const auto score = std::to_string(place.score);
    frame_ += is_next(seat) ? "  > " : "    ";
    frame_ += padded(who(seat), names) + spaces(score.size(), 6) + score;
    frame_ += "  hand " + shown_cards(place.hand, style_) +
              spaces(card_columns(place.hand.size()), card_columns(cards));
    frame_ += "  melds";
    for (const auto& meld : place.melds) {
      if (!meld.empty()) frame_ += "  " + shown_meld(meld, style_);
    }
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

std::string told(const Event& event, const std::string& who, CardStyle style) {
  switch (event.verb) {
    case Verb::hand:
      return who + " deals hand " + number(event.arguments[0]);
    case Verb::deal:
      return who + " is dealt " + cards_of(event, style);
    case Verb::draw:
      return who + " draws " + cards_of(event, style);
    case Verb::ace:
      return who + " puts " + cards_of(event, style) + " aside";
    case Verb::stock:
      return who + " chooses the stock";
    case Verb::take:
      return who + " takes " + cards_of(event, style) + " from the discards";
    case Verb::play:
      return who + " plays " + cards_of(event, style);
    case Verb::discard:
      return who + " discards " + cards_of(event, style);
    case Verb::call:
      return who + " calls";
    case Verb::pass:
      return who + " passes";
    case Verb::conquer: {
      std::string suit;
      append_argument(suit, ArgumentKind::suit, event.arguments[0]);
      return who + " conquers " + suit + " for " + number(event.arguments[1]);
    }
    case Verb::score:
      return who + " scores " + number(event.arguments[0]) + ", " + number(event.arguments[1]) + " in all";
    case Verb::ante:
      return who + " antes " + number(event.arguments[0]);
    case Verb::pay:
      return who + " pays " + number(event.arguments[0]) + " into the pot";
    case Verb::win:
      return who + " takes " + number(event.arguments[0]) + " out of the pot";
    case Verb::chips:
      return who + " has won " + number(event.arguments[0]) + " chips, " + number(event.arguments[1]) +
             " in all";
    case Verb::fold:
      return who + " folds";
    case Verb::check:
      return who + " checks";
    case Verb::bet:
      return who + " bets";
    case Verb::raise:
      return who + " raises";
    case Verb::doubles:
      return who + " doubles to " + number(event.arguments[0]);
    case Verb::accept:
      return who + " accepts";
    case Verb::drop:
      return who + " drops the hand";
    case Verb::round:
      return who + " leads round " + number(event.arguments[0]);
    case Verb::trick:
      return who + " wins the trick and " + number(event.arguments[0]) + " cards";
    case Verb::aside:
      return who + " led a trick that nobody wins; " + number(event.arguments[0]) + " cards lie aside";
    case Verb::remove:
      return who + " led the last trick; the " + number(event.arguments[0]) + " cards aside leave the game";
    case Verb::place:
      return who + " ends in place " + number(event.arguments[0]);
    case Verb::turn:
      return who + " turns up " + cards_of(event, style);
    case Verb::bid: {
      std::string bid;
      append_argument(bid, ArgumentKind::bid, event.arguments[0]);
      return who + " bids " + bid;
    }
    case Verb::give:
      return who + " passes " + cards_of(event, style, 1) + " to seat " + number(event.arguments[0]);
    case Verb::exchange:
      return who + " takes the joker in exchange for " + cards_of(event, style);
    case Verb::bomb:
      return who + " throws the bomb" + (event.size == 0 ? "" : ": " + cards_of(event, style));
    case Verb::capture:
      return who + " captures " + cards_of(event, style);
    case Verb::gather:
      return who + " takes " + cards_of(event, style) + " into hand";
    case Verb::bonus:
      return who + " earns " + number(event.arguments[0]) + " for missing suits and " +
             number(event.arguments[1]) + " for quartets";
    default:
      return event.text();
  }
}

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
