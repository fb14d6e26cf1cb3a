#include "table/play_game.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>

#include <boost/asio/this_coro.hpp>

#include "base/text/number_text.hpp"
#include "record/clocks_and_strikes.hpp"
#include "table/answer.hpp"
#include "table/protocol.hpp"
#include "table/together.hpp"

namespace tribunal {
namespace {

/// The last comment of a seat, written by the referee. It differs from comments of bots, which begin with
/// `#`.
std::string dropped_text(std::uint64_t comments) {
  return "[" + counted(comments, "more comment") + " not kept: there is room for " +
         std::to_string(most_comment_bytes >> 10U) + " KiB a seat and game]";
}

/// Whether the caller was cancelled. Check this before any new task, because a cancellation reaches only
/// running tasks, and only once.
bool is_cancelled(const asio::cancellation_state& caller) {
  return caller.cancelled() != asio::cancellation_type::none;
}

class GameInPlay {
 public:
  GameInPlay(GameOrder order, std::span<Bot* const> bots)
      : bots_{bots},
        seats_(bots.size()),
        clocks_{order.limits, order.own_limits},
        game_{order.rules.deal(order.cards ? std::move(order.cards)
                                           : std::make_shared<KeyedDeal>(order.deal.key))},
        novelties_{std::move(order.novelties)},
        blamed_{order.blamed},
        tables_{order.tables},
        played_{.record = {.rules = std::move(order.rules),
                           .deal = std::move(order.deal),
                           .entrants = {},
                           .limits = order.limits,
                           .host = std::move(order.host),
                           .decisions = {},
                           .faults = {},
                           .comments = {},
                           .own_limits = std::move(order.own_limits)},
                .outcome = {},
                .reports = {}} {}

  asio::awaitable<std::expected<PlayedGame, GameVoid>> play() {
    co_await start_bots();
    note_starts();
    if (is_cancelled(co_await asio::this_coro::cancellation_state))
      void_ = GameVoid{.interrupted = true, .reason = "interrupted"};
    if (void_) co_return std::unexpected{std::move(*void_)};
    for (const auto seat : players()) {
      if (bot(seat).running()) tell_game(seat);
    }
    game_->begin(events_);
    tell_events();
    for (auto wanted = game_->wanted(); !wanted.empty() && !void_; wanted = game_->wanted()) {
      const auto asked = wanted.without(clocks_.forfeited());
      if (asked.size() == 1) {
        co_await ask_seat(*asked.begin());
      } else if (!asked.empty()) {
        co_await ask_seats(asked);
      }
      if (is_cancelled(co_await asio::this_coro::cancellation_state)) {
        co_return std::unexpected{
            GameVoid{.interrupted = true, .reason = "interrupted", .so_far = std::move(played_)}};
      }
      note_replies(wanted, asked);
      game_->apply(choices_, events_);
      tell_events();
    }
    if (void_) {
      void_->so_far = std::move(played_);
      co_return std::unexpected{std::move(*void_)};
    }
    tell_result();
    co_return std::move(played_);
  }

 private:
  struct SeatState {
    bool ran_before = false;        ///< whether its process is older than the game
    std::string opening;            ///< text that was sent before its first question
    std::size_t unread_before = 0;  ///< number of bytes of the previous game that it had not read then
    SeatTalk talk;
    ActionList legal;
    Reply reply;
    std::optional<Bot::StartTrouble> trouble;
  };

  [[nodiscard]] Bot& bot(Seat seat) { return *bots_[static_cast<std::size_t>(seat)]; }
  [[nodiscard]] SeatState& state(Seat seat) { return seats_[static_cast<std::size_t>(seat)]; }
  [[nodiscard]] SeatSet players() const { return SeatSet::first(static_cast<int>(bots_.size())); }
  [[nodiscard]] Record& record() { return played_.record; }
  [[nodiscard]] Allowance allowance(Seat seat) {
    return {clocks_.allowance_us(seat), record().limits.clock, !blamed_.has(seat), tables_};
  }

  asio::awaitable<void> start_bot(Seat seat) {
    state(seat).trouble = co_await bot(seat).make_ready(record().limits_of(seat));
  }

  asio::awaitable<void> start_bots() {
    std::vector<asio::awaitable<void>> starts;
    for (const auto seat : players()) {
      state(seat).ran_before = bot(seat).is_ready();
      if (state(seat).ran_before) continue;
      if (auto why = bot(seat).end_between_games(); !why.empty())
        played_.restarts.push_back({seat, std::move(why), bot(seat).error_tail()});
      starts.push_back(start_bot(seat));
    }
    co_await together(std::move(starts));
  }

  void note_starts() {
    using Kind = Bot::StartTrouble::Kind;
    for (const auto seat : players()) {
      const auto& trouble = state(seat).trouble;
      if (trouble && trouble->kind == Kind::fault) {
        note_fault({FaultKind::start, seat, 0, trouble->us.count(), {}}, trouble->message);
      } else if (trouble) {
        note_void(seat, *trouble);
      }
      const auto& entry = bot(seat).entry();
      record().entrants.push_back({entry.name, trouble ? "" : bot(seat).version(), entry.sha256});
    }
  }

  /// If several bots do not start, the one for which the game cannot wait takes precedence.
  void note_void(Seat seat, const Bot::StartTrouble& trouble) {
    using Kind = Bot::StartTrouble::Kind;
    const bool waits = trouble.kind == Kind::waits;
    if (waits && void_) {
      void_->tried = void_->tried || trouble.tried;
      return;
    }
    void_ = GameVoid{
        .interrupted = trouble.kind == Kind::interrupted,
        .reason = waits ? bot(seat).entry().name + " did not start: " + trouble.message : trouble.message,
        .waits = waits,
        .tried = trouble.tried};
  }

  void note_fault(Fault fault, std::string message) {
    clocks_.fault(fault.kind, fault.seat, fault.us);
    if (fault.kind == FaultKind::flood && clocks_.forfeited().has(fault.seat)) bot(fault.seat).kill();
    auto error_tail = bot(fault.seat).error_tail();
    const auto question = fault.kind == FaultKind::start ? 0 : bot(fault.seat).last_question();
    const auto place = place_of(fault);
    record().faults.insert(record().faults.begin() + place, fault);
    played_.reports.insert(played_.reports.begin() + place,
                           {std::move(fault), std::move(message), std::move(error_tail), question});
  }

  /// The index of a fault in the record. Faults of the start come first, by seat, whenever they are found.
  [[nodiscard]] std::ptrdiff_t place_of(const Fault& fault) const {
    const auto& faults = played_.record.faults;
    const auto stands_before = [&](const Fault& other) {
      return fault.kind != FaultKind::start || (other.kind == FaultKind::start && other.seat < fault.seat);
    };
    return std::ranges::find_if_not(faults, stands_before) - faults.begin();
  }

  asio::awaitable<void> ask_seat(Seat seat) {
    auto& its = state(seat);
    game_->legal_actions(seat, its.legal);
    bot(seat).process().post(novelties_.lines);
    const bool may_be_anew = its.ran_before && its.talk.answered.empty();
    if (may_be_anew) {
      its.opening = bot(seat).process().outbox();
      if (bot(seat).is_waited_for_reading()) co_await bot(seat).process().read_all(its.opening.size());
      its.unread_before = bot(seat).process().unread() - its.opening.size();
    }
    its.reply = co_await ask(bot(seat), its.talk, allowance(seat), its.legal);
    const bool crashed = its.reply.kind == Reply::Kind::fault && ends_the_bot(its.reply.fault);
    if (crashed && may_be_anew && !met_its_question(seat)) co_await ask_anew(seat);
  }

  /// Whether a process that ended at its first question of a game ended because of it: it had read all of the
  /// previous game when the question was sent, and has read some of the question.
  bool met_its_question(Seat seat) {
    if (!bot(seat).process().has_read_question()) return false;
    if (state(seat).unread_before == 0) return true;
    bot(seat).wait_for_reading();  // it may have read both at once; next time this will be known
    return false;
  }

  /// Restarts, once, a process that ended because of the previous game, and asks it again. Its end is not a
  /// fault, whether or not it is noticed in time. The result of the repeated question counts.
  asio::awaitable<void> ask_anew(Seat seat) {
    auto& its = state(seat);
    const bool is_sure = !bot(seat).process().has_read_question();
    const auto when = !is_sure ? " at the end of a game or at the next question" : " between two games";
    RestartReport restart{seat, bot(seat).process().ending() + when, bot(seat).error_tail()};
    co_await start_bot(seat);
    if (its.trouble) {
      if (its.trouble->kind == Bot::StartTrouble::Kind::fault) co_return;  // the crash counts
      const bool interrupted = its.trouble->kind == Bot::StartTrouble::Kind::interrupted;
      its.reply = {
          interrupted ? Reply::Kind::interrupted : Reply::Kind::referee, {}, {}, 0, {}, its.trouble->message};
      co_return;
    }
    its.talk = {};
    bot(seat).process().post(its.opening);
    its.reply = co_await ask(bot(seat), its.talk, allowance(seat), its.legal);
    // If it ends again, the question was the cause, and only the fault is reported.
    const bool ended_again = its.reply.kind == Reply::Kind::fault && ends_the_bot(its.reply.fault);
    if (is_sure || !ended_again) played_.restarts.push_back(std::move(restart));
  }

  /// Asks all seats of simultaneous decisions before it waits for any answer.
  asio::awaitable<void> ask_seats(SeatSet asked) {
    std::vector<asio::awaitable<void>> questions;
    for (const auto seat : asked) questions.push_back(ask_seat(seat));
    co_await together(std::move(questions));
  }

  /// Records the replies of the seats that were asked. For the others, the default action decides.
  void note_replies(SeatSet wanted, SeatSet asked) {
    using Kind = Reply::Kind;
    for (const auto seat : wanted) {
      auto& its = state(seat);
      const auto index = record().decisions.size();
      const bool decided = asked.has(seat) && its.reply.kind == Kind::action;
      choices_[seat] = decided ? its.reply.action : game_->default_action(seat);
      if (decided) clocks_.decided(seat, its.reply.us);
      if (asked.has(seat) && its.reply.kind == Kind::fault) {
        const bool never_started = its.reply.fault == FaultKind::start;
        if (never_started) record().entrants[static_cast<std::size_t>(seat)].version.clear();
        note_fault({its.reply.fault, seat, never_started ? 0 : index, its.reply.us, std::move(its.reply.got)},
                   std::move(its.reply.message));
      } else if (asked.has(seat) && !decided && its.trouble &&
                 its.trouble->kind == Bot::StartTrouble::Kind::waits) {
        note_void(seat, *its.trouble);
        void_->begun = true;
      } else if (asked.has(seat) && !decided) {
        void_ = GameVoid{.interrupted = its.reply.kind == Kind::interrupted,
                         .reason = std::move(its.reply.message),
                         .asked = seat};
      }
      for (auto& comment : its.talk.comments) record().comments.push_back({seat, index, std::move(comment)});
      its.talk.comments.clear();
      record().decisions.push_back({seat, choices_[seat], decided ? its.reply.us : 0, !decided});
    }
  }

  /// Adds new events to the text that each bot is sent with its next question.
  void tell_events() {
    for (const auto& event : events_.events()) {
      line_.clear();
      event.append_to(line_, referee_view);
      line_ += '\n';
      for (const auto seat : players()) {
        if (!bot(seat).running() || !event.is_told_to(seat)) continue;
        auto& outbox = bot(seat).process().outbox();
        if (event.sees.has(seat)) {
          outbox += line_;
        } else {
          event.append_to(outbox, seat);
          outbox += '\n';
        }
      }
    }
    events_.clear();
  }

  void tell_game(Seat seat) {
    auto& outbox = bot(seat).process().outbox();
    append_game_line(outbox, record().rules, seat, record().limits_of(seat));
    if (!novelties_.keys.empty()) outbox.insert(outbox.size() - 1, ' ' + novelties_.keys);
  }

  void tell_result() {
    played_.outcome = final_outcome(game_->outcome(), clocks_.forfeited());
    line_.clear();
    append_result_line(line_, played_.outcome);
    line_ += end_line;
    for (const auto seat : players()) {
      if (!bot(seat).running()) continue;
      bot(seat).process().post(line_);
      bot(seat).process().send_now();
    }
    for (const auto seat : players()) {
      record().usage.push_back(bot(seat).take_usage());
      if (const auto dropped = state(seat).talk.dropped_comments; dropped > 0)
        record().comments.push_back({seat, record().decisions.size(), dropped_text(dropped)});
    }
  }

  std::span<Bot* const> bots_;
  std::vector<SeatState> seats_;
  ClocksAndStrikes clocks_;
  std::unique_ptr<Game> game_;
  Novelties novelties_;
  SeatSet blamed_;
  int tables_;
  EventLog events_;
  Choices choices_;
  std::string line_;  ///< memory that is used again
  std::optional<GameVoid> void_;
  PlayedGame played_;
};

/// The bots to end after a game: all of them if it was abandoned, otherwise those that play one game per
/// process. Empty if the game waits and has not begun.
std::vector<Bot*> to_be_ended(std::span<Bot* const> seats,
                              const std::expected<PlayedGame, GameVoid>& result) {
  std::vector<Bot*> ending;
  const bool abandoned = !result;
  if (abandoned && result.error().waits && !result.error().begun) return ending;
  for (auto* const bot : seats) {
    if (abandoned || bot->entry().restart == Restart::game) ending.push_back(bot);
  }
  return ending;
}

}  // namespace

asio::awaitable<std::expected<PlayedGame, GameVoid>> play_game(GameOrder order, std::span<Bot* const> seats) {
  const bool throws = co_await asio::this_coro::throw_if_cancelled();
  co_await asio::this_coro::throw_if_cancelled(false);  // a cancellation is a result here, not an exception
  GameInPlay game{std::move(order), seats};
  auto result = co_await game.play();
  if (!result) co_await asio::this_coro::reset_cancellation_state();
  const auto ending = to_be_ended(seats, result);
  co_await end_all(ending);
  co_await asio::this_coro::throw_if_cancelled(throws);
  co_return std::move(result);
}

}  // namespace tribunal
