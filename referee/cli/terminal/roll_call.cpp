#include "cli/terminal/roll_call.hpp"

#include <algorithm>
#include <chrono>
#include <iostream>
#include <map>

#include <boost/asio/this_coro.hpp>

#include "base/escape.hpp"
#include "base/text/number_text.hpp"
#include "bots/hints/start_hint.hpp"
#include "bots/process/host.hpp"
#include "bots/system/machine.hpp"
#include "bots/system/program.hpp"
#include "cli/options/bot_options.hpp"
#include "cli/terminal/answer_signals.hpp"
#include "table/together.hpp"
#include "tournament/plan/bot_entry.hpp"
#include "tournament/plan/planned_bots.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

/// The maximum number of concurrent starts. More would need more descriptors and processes than the games
/// that follow.
constexpr std::size_t most_at_a_time = 16;

/// The failed start of a bot.
struct Failure {
  Bot::StartTrouble trouble;
  std::string error_tail;
};

/// Starts bots, several at the same time on one thread, and keeps those that fail.
class RollCall {
 public:
  RollCall(const Tournament& tournament, std::vector<Sandbox> sandboxes)
      : tournament_{tournament}, sandboxes_{std::move(sandboxes)} {}

  /// Tries these bots, and those that fail once more, one at a time: the machine may have been busy.
  std::map<int, Failure> operator()(std::span<const int> bots) {
    const auto cores = std::min(available_cores().size(), most_at_a_time);
    start({bots.begin(), bots.end()}, std::min(4 * cores, most_at_a_time));  // some only wait
    if (interrupted_ || failed_.empty()) return std::move(failed_);
    std::vector<int> again;
    for (const auto& [bot, failure] : failed_) again.push_back(bot);
    failed_.clear();
    start(std::move(again), 1);
    return std::move(failed_);
  }

  [[nodiscard]] bool interrupted() const { return interrupted_; }

 private:
  void start(std::vector<int> bots, std::size_t at_a_time) {
    waiting_ = std::move(bots);
    next_ = 0;
    asio::io_context context{1};
    (void)run_interruptibly(context, start_all(context, std::max<std::size_t>(at_a_time, 1)), interrupted_);
  }

  asio::awaitable<bool> start_all(asio::io_context& context, std::size_t at_a_time) {
    std::vector<asio::awaitable<void>> starters;
    for (std::size_t i = 0; i < std::min(at_a_time, waiting_.size()); ++i)
      starters.push_back(start_each(context));
    co_await together(std::move(starters));
    co_return true;
  }

  /// Starts one bot after another, as long as bots are waiting.
  asio::awaitable<void> start_each(asio::io_context& context) {
    co_await asio::this_coro::throw_if_cancelled(false);
    while (next_ < waiting_.size() && !interrupted_) {
      const int index = waiting_[next_++];
      Bot bot{context, host_, entry_of(tournament_, sandboxes_, index)};
      auto trouble = co_await bot.make_ready(tournament_.plan.limits);
      // Bots are ended after Ctrl-C, too.
      co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
      co_await bot.end();
      co_await asio::this_coro::reset_cancellation_state(asio::enable_terminal_cancellation());
      if (trouble && trouble->kind != Bot::StartTrouble::Kind::interrupted)
        failed_.emplace(index, Failure{std::move(*trouble), bot.error_tail()});
    }
  }

  const Tournament& tournament_;
  std::vector<Sandbox> sandboxes_;
  Host host_;
  std::vector<int> waiting_;
  std::size_t next_ = 0;
  std::map<int, Failure> failed_;
  bool interrupted_ = false;
};

std::string quoted(const std::string& path) { return '"' + escaped(path) + '"'; }

/// A bot's part in a comparison, as the options name it.
std::string role_of(int bot) { return bot == 0 ? "candidate" : bot == 1 ? "baseline" : "field"; }

/// The line of the plan, or the options, that name these files of the bot, ready to be copied.
std::string naming(const Plan& plan, int bot, const std::vector<std::string>& missed, FilesNamedBy by) {
  std::string text;
  if (by == FilesNamedBy::options) {
    for (const auto& file : missed)
      text += (text.empty() ? "--" : " --") + role_of(bot) + "-files " + escaped(file);
    return text;
  }
  auto files = plan.bots.at(static_cast<std::size_t>(bot)).files;
  files.insert(files.end(), missed.begin(), missed.end());
  for (const auto& file : files) text += (text.empty() ? "" : ", ") + quoted(file);
  return "files = [" + text + "]";
}

/// The hint for the organiser on how to make more files visible to the bot.
std::string show_files(const Plan& plan, int bot, const std::vector<std::string>& missed, FilesNamedBy by) {
  const bool in_plan = by == FilesNamedBy::plan;
  if (!missed.empty())
    return (in_plan ? "list its files: " : "name its files: ") + naming(plan, bot, missed, by);
  const auto option = "--" + role_of(bot);
  return (in_plan ? "list those that it needs in `files`"
                  : "name those that it needs, " + option + "-files FILE") +
         ", or give it a folder of its own" + (in_plan ? "" : ", " + option + "-directory DIR");
}

}  // namespace

std::optional<std::vector<Absentee>> call_roll(const Tournament& tournament, std::span<const int> bots,
                                               SandboxLevel level, std::span<const fs::path> results,
                                               FilesNamedBy files) {
  const auto& plan = tournament.plan;
  const auto sandboxes = sandboxes_of(plan, level, results);
  RollCall roll{tournament, sandboxes};
  auto failed = roll(bots);
  if (roll.interrupted()) return std::nullopt;
  std::vector<Absentee> absent;
  if (failed.empty()) return absent;
  const auto visible = visibility_of(plan, results);
  for (auto& [bot, failure] : failed) {
    const auto index = static_cast<std::size_t>(bot);
    const FailedStart start{.command = plan.bots[index].command,
                            .sandbox = sandboxes.at(index),
                            .shared = visible.at(index).shared,
                            .ran = failure.trouble.us.count() > 0,
                            .message = failure.trouble.message,
                            .error_tail = failure.error_tail};
    auto hint = start_hint(start, [&](const auto& missed) { return show_files(plan, bot, missed, files); });
    absent.push_back({.bot = bot,
                      .machine = failure.trouble.kind == Bot::StartTrouble::Kind::ours,
                      .message = std::move(failure.trouble.message),
                      .error_tail = std::move(failure.error_tail),
                      .hint = std::move(hint)});
  }
  return absent;
}

std::vector<int> bots_on_roll(const Plan& plan) {
  std::vector<int> bots;
  for (std::size_t bot = 0; bot < plan.bots.size(); ++bot)
    if (!plan.bots[bot].stay.withdrawn_after) bots.push_back(static_cast<int>(bot));
  return bots;
}

void show_absentees(const Plan& plan, std::span<const Absentee> absent) {
  for (const auto& absentee : absent) {
    (void)complain(ExitCode::bot_does_not_start,
                   "bot " + plan.bots.at(static_cast<std::size_t>(absentee.bot)).name + " does not start: " +
                       absentee.message + (absentee.hint.empty() ? "" : "; ") + absentee.hint);
    show_error_tail(std::cerr, absentee.error_tail);
  }
}

bool is_left_out(const PlannedBot& bot) { return bot.optional && !look_at(bot.command); }

Result<std::vector<int>> require_all(const Tournament& tournament, std::span<const int> bots,
                                     SandboxLevel level, std::span<const fs::path> results,
                                     FilesNamedBy files, bool tolerated) {
  const auto refused = [](ErrorCode code, const std::string& sentence) {
    return std::unexpected{Error{code, sentence}};
  };
  const auto absent = call_roll(tournament, bots, level, results, files);
  if (!absent) {
    return refused(ErrorCode::machine,
                   "interrupted before the first game; run the same command again to resume");
  }
  std::vector<int> failing;
  if (absent->empty()) return failing;
  show_absentees(tournament.plan, *absent);
  if (std::ranges::any_of(*absent, &Absentee::machine)) {
    return refused(ErrorCode::machine,
                   "this machine cannot start the bots now; run the same command again to resume");
  }
  const auto count = std::to_string(absent->size()) + " of " + counted(bots.size(), "bot") +
                     (absent->size() == 1 ? " does not start" : " do not start");
  const auto left_out = [&](const Absentee& absentee) {
    return is_left_out(tournament.plan.bots.at(static_cast<std::size_t>(absentee.bot)));
  };
  const bool all_left_out = std::ranges::all_of(*absent, left_out);
  if (!tolerated && !all_left_out) {
    return refused(ErrorCode::bot,
                   count + "; nothing is played" +
                       (files == FilesNamedBy::plan ? " (--with-failing-bots plays anyway)" : ""));
  }
  std::cerr << "tribunal: " << count
            << (tolerated ? "; playing anyway\n" : "; optional in this plan: playing without its games\n");
  for (const auto& absentee : *absent) failing.push_back(absentee.bot);
  return failing;
}

}  // namespace tribunal
