#include "check/tables.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <span>

#include "base/text/number_text.hpp"
#include "check/evidence.hpp"
#include "check/order.hpp"
#include "record/clocks_and_strikes.hpp"

namespace tribunal {
namespace {

using GameResult = std::expected<PlayedGame, GameVoid>;

constexpr std::uint64_t first_deal = 1;
const Novelties no_novelties;

/// The first difference between the decisions of two games of the same deal; nothing if there is none.
std::optional<std::string> difference(const Record& one, const Record& other) {
  const auto same = [](const Decision& a, const Decision& b) { return a.action == b.action; };
  const auto [first, second] = std::ranges::mismatch(one.decisions, other.decisions, same);
  if (first == one.decisions.end() || second == other.decisions.end()) return std::nullopt;
  return fmt::format("decision {} (seat {}) was {}, then {}", first - one.decisions.begin() + 1, first->seat,
                     first->action.text(), second->action.text());
}

/// The game as far as it was played; null if nothing of it was.
const PlayedGame* played(const GameResult& result) {
  if (result) return &*result;
  return result.error().so_far ? &*result.error().so_far : nullptr;
}

bool has_fault(const GameResult& result) {
  const auto* const game = played(result);
  return game != nullptr && !game->reports.empty();
}

/// Whether the game was cut before the bot had answered one question.
bool is_cut_unanswered(const GameResult& result) {
  if (result || !result.error().interrupted || has_fault(result)) return false;
  return played(result) == nullptr || played(result)->record.decisions.empty();
}

bool has_timeout(const GameResult& result) {
  return has_fault(result) && played(result)->reports.front().fault.kind == FaultKind::timeout;
}

void note_fault(Examination& found, const CheckOrder& order, const PlayedGame& game,
                const Novelties& novelties) {
  const auto& report = game.reports.front();
  found.finding = Finding::failed;
  found.message = message_of(game);
  found.cause = cause_of(report.fault.kind, report.error_tail);
  found.evidence = evidence_of(game, report, novelties);
  if (ends_the_bot(report.fault.kind))
    found.evidence.place = place_of_failure(order.bot.command, report.error_tail);
}

/// The outcome of games that were repeated after a fault.
enum class Again : std::uint8_t { failed, passed, unknown };

/// The games of one table, one after the other.
class TableVisit {
 public:
  TableVisit(asio::io_context& context, Host& host, const CheckOrder& order, const CheckedTable& table,
             TableTime time)
      : context_{context}, host_{host}, order_{order}, table_{table}, time_{time} {
    findings_.examination.name = name_of(table);
  }

  [[nodiscard]] asio::awaitable<TableFindings> run(bool leaves_well);

 private:
  [[nodiscard]] Examination& found() { return findings_.examination; }
  [[nodiscard]] bool ever_answered() const {
    return !std::ranges::all_of(findings_.decisions, &Decision::by_referee);
  }
  [[nodiscard]] asio::awaitable<void> play_all(SelfPlay& table);
  void note_sound(PlayedGame game, std::uint64_t deal);
  void note_cut(const GameVoid& cut);
  [[nodiscard]] bool go_on(GameResult result, std::uint64_t deal);
  void warn_of_restarts();
  void note_times(const Record& record);
  [[nodiscard]] asio::awaitable<Again> repeat(std::span<const std::uint64_t> deals);
  [[nodiscard]] asio::awaitable<void> find_command(std::span<const std::uint64_t> deals);

  asio::io_context& context_;
  Host& host_;
  const CheckOrder& order_;
  const CheckedTable& table_;
  TableTime time_;
  CheckClock::time_point start_ = CheckClock::now();
  bool timed_out_ = false;
  std::uint64_t restarts_ = 0;
  std::optional<RestartReport> first_restart_;
  TableFindings findings_;
};

void TableVisit::note_times(const Record& record) {
  findings_.decisions.insert(findings_.decisions.end(), record.decisions.begin(), record.decisions.end());
}

void TableVisit::note_sound(PlayedGame game, std::uint64_t deal) {
  ++findings_.games;
  if (deal != first_deal) return;
  if (findings_.first) {
    findings_.compared = true;
    findings_.differs = difference(*findings_.first, game.record);
  } else {
    findings_.first = std::move(game.record);
  }
}

void TableVisit::note_cut(const GameVoid& cut) {
  if (!cut.interrupted) {
    found().finding = Finding::error;
    found().message = "the referee could not play on: " + cut.reason;
  } else if (findings_.games == 0) {
    found().finding = findings_.decisions.empty() ? Finding::skipped : Finding::warning;
    found().message = "no fault in " + counted(findings_.decisions.size(), "decision") +
                      ", but there was no time to play the game to its end (--seconds gives more)";
  }
}

/// Notes a game's result; false if no other game follows.
bool TableVisit::go_on(GameResult result, std::uint64_t deal) {
  if (const auto* const game = played(result)) {
    note_times(game->record);
    restarts_ += game->restarts.size();
    if (!first_restart_ && !game->restarts.empty()) first_restart_ = game->restarts.front();
  }
  if (has_fault(result)) {
    timed_out_ = has_timeout(result);
    note_fault(found(), order_, *played(result), no_novelties);
  } else if (result) {
    note_sound(std::move(*result), deal);
    return true;
  } else {
    note_cut(result.error());
  }
  return false;
}

asio::awaitable<void> TableVisit::play_all(SelfPlay& table) {
  std::vector<std::uint64_t> deals;
  const auto ordered = std::size_t(order_.deals) + 1;
  CheckClock::time_point begun;
  CheckClock::time_point no_later =
      time_.share;  // than this ends a further game, if it takes as long as the last
  while (deals.size() < std::max<std::size_t>(ordered, time_.further.count() > 0 ? long_session : 0)) {
    const auto now = CheckClock::now();
    if (deals.size() == ordered) no_later = std::min(no_later, now + time_.further);
    if (deals.size() >= ordered && now + (now - begun) > no_later) co_return;
    begun = now;
    deals.push_back(first_deal + (deals.empty() ? 0 : deals.size() - 1));
    const auto shown = deals.size() > ordered ? Shown::with_fault : Shown::always;
    auto result = co_await table.play(deals.back(), no_novelties, time_.share, shown);
    if (deals.size() == 1 && is_cut_unanswered(result))
      result = co_await table.play(deals.back(), no_novelties, time_.latest);
    const bool sound = go_on(std::move(result), deals.back());
    if (!sound && found().finding == Finding::failed) co_await find_command(deals);
    if (!sound) co_return;
  }
}

/// Lets fresh processes play these deals, one after the other.
asio::awaitable<Again> TableVisit::repeat(std::span<const std::uint64_t> deals) {
  SelfPlay table{context_, host_, order_, table_.rules};
  const auto now = CheckClock::now();
  const auto until = std::min(std::max(time_.share, now + 2 * (now - start_)), time_.latest + order_.budget);
  for (const auto deal : deals) {
    const auto result = co_await table.play(deal, no_novelties, until);
    if (has_fault(result)) co_return Again::failed;
    if (!result) co_return Again::unknown;
  }
  co_return Again::passed;
}

/// Finds the command that repeats the fault in the last of the deals. A fault in the first game of fresh
/// processes is repeated by that game. A later game may depend on those before it, so it is tried alone. A
/// busy machine can cause a timeout, so its game is tried again too, alone and then after the same games;
/// only if it recurs in neither is it a warning. A bot that has never answered is not excused by games that
/// could not be repeated.
asio::awaitable<void> TableVisit::find_command(std::span<const std::uint64_t> deals) {
  auto alone = deals.size() == 1 && !timed_out_ ? Again::failed : Again::unknown;
  if (alone != Again::failed) alone = co_await repeat(deals.last(1));
  auto last = alone;
  if (alone != Again::failed && timed_out_ && deals.size() > 1) last = co_await repeat(deals);
  const bool is_known = last != Again::unknown;
  found().again = alone == Again::failed ? play_command(order_, table_, deals.back())
                                         : check_command(order_, examinations::games, table_, deals.size());
  findings_.is_too_slow = timed_out_ && (last == Again::failed || (!is_known && !ever_answered()));
  if (alone == Again::failed) co_return;
  if (last == Again::failed) {
    found().message += "; not when this game is played alone, but again after the same games";
  } else if (!is_known) {
    found().message += "; the game could not be played again";
    if (timed_out_ && ever_answered()) found().finding = Finding::error;
  } else if (!timed_out_) {
    found().message += "; not when this game is played alone: after others, or by chance";
  } else {
    found().message += "; not when the game is played again: is this machine busy?";
    found().finding = Finding::warning;
    findings_.was_late_once = true;
  }
}

/// Adds a warning after restarts: a process that ends between two games costs only a start, but a bot must
/// stay.
void TableVisit::warn_of_restarts() {
  if (found().finding != Finding::passed || !first_restart_) return;
  found().finding = Finding::warning;
  found().message +=
      fmt::format(", but it had to be started again {}: a process {} (seat {}); a bot stays until `quit`",
                  restarts_ == 1 ? "once" : std::to_string(restarts_) + " times", first_restart_->message,
                  first_restart_->seat);
  found().evidence = evidence_of_lines({}, {}, first_restart_->error_tail);
  found().evidence.rule = rules::stay;
  found().again = check_command(order_, examinations::games, table_);
  found().cause = "restart: " + cause_of(FaultKind::crash, first_restart_->error_tail);
}

asio::awaitable<TableFindings> TableVisit::run(bool leaves_well) {
  SelfPlay table{context_, host_, order_, table_.rules};
  co_await play_all(table);
  if (found().message.empty()) {
    found().message = "no fault in " + counted(static_cast<std::uint64_t>(findings_.games), "game") + ", " +
                      counted(findings_.decisions.size(), "decision");
  }
  if (found().finding == Finding::passed && table.failed_starts() > 0) {
    found().finding = Finding::warning;
    found().message += ", but " + counted(table.failed_starts(), "start") + " failed and " +
                       (table.failed_starts() == 1 ? "was" : "were") +
                       " tried again: does it always start, or is this machine busy?";
  }
  warn_of_restarts();
  if (leaves_well) {
    const auto leaving = co_await table.leave();
    findings_.used = leaving.used;
    if (found().finding == Finding::passed && !leaving.trouble.empty()) {
      found().finding = Finding::warning;
      found().message += ", but after the last a copy " + leaving.trouble;
      found().again = check_command(order_, examinations::games, table_);
    }
  } else {
    findings_.used = table.dismiss();
  }
  found().took = std::chrono::duration_cast<std::chrono::microseconds>(CheckClock::now() - start_);
  co_return std::move(findings_);
}

}  // namespace

std::string name_of(const CheckedTable& table) {
  return fmt::format("game {} for {}", table.game_text(), table.rules.players());
}

asio::awaitable<TableFindings> examine_table(asio::io_context& context, Host& host, const CheckOrder& order,
                                             const CheckedTable& table, TableTime time, bool leaves_well) {
  TableVisit visit{context, host, order, table, time};
  co_return co_await visit.run(leaves_well);
}

asio::awaitable<Examination> examine_unknown_words(asio::io_context& context, Host& host,
                                                   const CheckOrder& order, const CheckedTable& table,
                                                   const Record& plain, bool deterministic,
                                                   CheckClock::time_point deadline) {
  Examination found{.name = std::string{examinations::unknown_words}, .message = {}};
  const Novelties novelties{.keys = "colour=green lamps=3", .lines = "weather 0 sunny 21\nwelcome\n"};
  SelfPlay seats{context, host, order, table.rules};
  auto result = co_await seats.play(first_deal, novelties, deadline);
  if (has_timeout(result)) result = co_await seats.play(first_deal, novelties, deadline);  // a busy machine?
  seats.dismiss();
  if (has_fault(result)) {
    note_fault(found, order, *played(result), novelties);
    found.evidence.rule = rules::ignore;
  } else if (!result) {
    found.finding = result.error().interrupted ? Finding::skipped : Finding::error;
    found.message = result.error().interrupted ? "there was no time for it (--seconds gives more)"
                                               : "the referee could not play on: " + result.error().reason;
    co_return found;
  } else {
    found.message = "no fault with lines and keys that it cannot know";
    if (deterministic && difference(plain, result->record))
      found.message += ", though they change what it does";
    co_return found;
  }
  found.again = check_command(order, examinations::unknown_words, table);
  co_return found;
}

}  // namespace tribunal
