#include "report/replay/replay_view.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <sstream>
#include <tribunal_bot.hpp>
#include <utility>

#include "base/text/text_width.hpp"
#include "base/text/utf8.hpp"
#include "base/try.hpp"
#include "games/core/verbs.hpp"
#include "games/tennis/family.hpp"
#include "record/clocks_and_strikes.hpp"
#include "record/seat_lines.hpp"
#include "table/protocol.hpp"

namespace tribunal {
namespace {

/// A fault as text: `timeout after 1.00 s, said: play:Kh`.
std::string fault_text(const Fault& fault) {
  return fmt::format("{} after {}{}{}", name_of(fault.kind), shown_time(fault.us),
                     fault.got.empty() ? "" : ", said: ", harmless(fault.got));
}

bool begins_hand(const Event& event) { return event.verb == verbs::hand || event.verb == verbs::round; }

std::vector<std::string> names_of(const Record& record) {
  std::vector<std::string> names;
  for (const auto& entrant : record.entrants) names.push_back(harmless(entrant.bot));
  return names;
}

// Writes the frames of a valid record. The table is the SDK's, which receives everything that the referee
// sees.
class Frames {
 public:
  Frames(const Record& record, const Played& played, CardStyle style)
      : record_{record},
        played_{played},
        style_{style},
        table_{names_of(record), style},
        forfeited_{forfeited(record)} {}

  std::vector<ReplayFrame> all() {
    std::string lines;
    append_game_line(lines, record_.rules, 0, record_.limits_of(0));
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
    while (next_fault_ < record_.faults.size() && record_.faults[next_fault_].kind == FaultKind::start)
      add_fault(record_.faults[next_fault_++]);
    table_.begin(view);
    end_frame(view);
  }

  void add_event(const bot::View& view) {
    const auto& event = played_.events[next_event_++];
    if (event.is_decision) begin_frame(event.seat);
    if (frame_.empty()) frame_ = fmt::format("{} {}\n", event.verb->name, event.arguments[0]);
    frame_ += "  " + told(event, who(event.seat), style_);
    if (event.is_decision) frame_ += how_decided();
    frame_ += '\n';
    table_.follow(view);
    end_frame(view);
  }

  // Begins the frame of a decision, with the comments and the fault before it.
  void begin_frame(Seat seat) {
    ++decision_;
    decides_ = seat;
    frame_ = fmt::format("decision {} of {}: {}\n", decision_, record_.decisions.size(), who(seat));
    add_comments(decision_ - 1);
    if (next_fault_ < record_.faults.size() && record_.faults[next_fault_].decision == decision_ - 1)
      add_fault(record_.faults[next_fault_++]);
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
    frame_ += fmt::format("  ! {} is at fault: {}\n", who(fault.seat), fault_text(fault));
  }

  // Ends the frame if a decision, a further hand or nothing follows.
  void end_frame(const bot::View& view) {
    if (next_event_ < played_.events.size() && !begins_frame(played_.events[next_event_])) return;
    frame_ += table_.text(view, next_seat());
    keep_frame();
  }

  [[nodiscard]] bool begins_frame(const Event& event) const {
    return event.is_decision || (next_event_ > 0 && begins_hand(event));
  }

  void keep_frame() {
    frames_.push_back({std::exchange(frame_, {}), std::exchange(decides_, {}), std::exchange(fault_, false)});
  }

  [[nodiscard]] std::optional<Seat> next_seat() const {
    if (decision_ == record_.decisions.size()) return std::nullopt;
    return record_.decisions[decision_].seat;
  }

  void add_result() {
    frame_ = "result\n";
    add_comments(record_.decisions.size());
    std::size_t names = 0;
    const auto ranked = played_.outcome.ranked();
    for (Seat seat = 0; seat < ranked; ++seat) names = std::max(names, columns_of(who(seat)));
    for (Seat seat = 0; seat < ranked; ++seat) {
      const auto index = index_of(seat);
      frame_ += fmt::format("  {}  place {} with {}{}\n", padded(who(seat), names),
                            int{played_.outcome.places[index]}, played_.outcome.scores[index],
                            forfeited_.has(seat) ? ", forfeit" : "");
    }
    keep_frame();
  }

  [[nodiscard]] std::string who(Seat seat) const { return table_.who(seat); }

  const Record& record_;
  const Played& played_;
  CardStyle style_;
  TableText table_;
  SeatSet forfeited_;
  std::vector<ReplayFrame> frames_;
  std::string frame_;
  std::optional<Seat> decides_;  // seat that decides in the frame
  bool fault_ = false;           // whether the frame has a fault so far
  std::size_t decision_ = 0;     // number of decisions shown
  std::size_t next_fault_ = 0;
  std::size_t next_comment_ = 0;
  std::size_t next_event_ = 0;
};

/// The comments and the fault of `seat` from the index `begin` up to a decision's index.
class Remarks {
 public:
  Remarks(const Record& record, Seat seat) : record_{record}, seat_{seat} {}

  std::string up_to(std::size_t decision) {
    std::string text;
    for (; comment_ < record_.comments.size() && record_.comments[comment_].decision <= decision; ++comment_)
      if (const auto& comment = record_.comments[comment_]; comment.seat == seat_)
        text += "# " + harmless(comment.text) + '\n';
    for (; fault_ < record_.faults.size() && record_.faults[fault_].decision <= decision; ++fault_) {
      const auto& fault = record_.faults[fault_];
      if (fault.seat == seat_) text += "! " + fault_text(fault) + '\n';
    }
    return text;
  }

 private:
  const Record& record_;
  Seat seat_;
  std::size_t comment_ = 0;
  std::size_t fault_ = 0;
};

}  // namespace

std::string shown_time(std::int64_t us) {
  if (us < 1000) return std::to_string(us) + " us";
  if (us < 1'000'000) return std::to_string(us / 1000) + "." + std::to_string(us / 100 % 10) + " ms";
  const auto hundredths = us / 10'000 % 100;
  return fmt::format("{}.{:02} s", us / 1'000'000, hundredths);
}

std::expected<std::vector<ReplayFrame>, Contradiction> replay_frames(const Record& record, CardStyle style) {
  const auto played = TRY(play_again(record));
  return Frames{record, played, style}.all();
}

std::expected<std::string, Contradiction> seen_text(const Record& record, Seat seat) {
  const auto seen = TRY(seat_lines(record, seat));
  std::string game;
  append_game_line(game, record.rules, seat, record.limits_of(seat));
  std::string text = "< " + game;
  Remarks remarks{record, seat};
  for (const auto& question : seen.questions) {
    for (const auto& line : question.lines) text += "< " + line + '\n';
    text += remarks.up_to(question.decision);
    const auto& decision = record.decisions.at(question.decision);
    text += fmt::format("> {}{}\n", decision.action.text(),
                        question.in_fault ? "  (by the referee)" : "  " + shown_time(decision.us));
  }
  for (const auto& line : seen.closing) text += "< " + line + '\n';
  text += remarks.up_to(record.decisions.size());
  const auto at = index_of(seat);
  return text + fmt::format("place {} of {} with {}\n\n", seen.outcome.places.at(at), seen.outcome.ranked(),
                            seen.outcome.scores.at(at));
}

}  // namespace tribunal
