#include "table/silent_start.hpp"

#include <fmt/format.h>

#include "bots/hints/activity.hpp"

namespace tribunal {
namespace {

using namespace std::chrono_literals;

/// The time for a reaction to `quit`, and for one to the end of the input.
constexpr auto reaction_time = 500ms;

std::string used_text(std::chrono::microseconds computed) {
  return fmt::format("; it used {} ms of CPU time",
                     std::chrono::duration_cast<std::chrono::milliseconds>(computed).count());
}

/// The bot's reaction within the reaction time.
asio::awaitable<Input::Kind> reaction(BotProcess& process) {
  process.open_question(reaction_time);
  const auto input = co_await process.listen();
  co_return input.kind;
}

}  // namespace

bool would_be_late_again(const BotProcess& process, std::chrono::microseconds time,
                         std::chrono::microseconds computed) {
  const auto activity = activity_of(process.pid());
  if (activity.compiles || activity.waits_for_disk) return false;
  return !activity.computes || computed > time / 10 * 9;
}

asio::awaitable<std::string> why_silent_at_start(BotProcess& process, std::chrono::microseconds time,
                                                 std::chrono::microseconds computed) {
  const auto activity = activity_of(process.pid());
  if (activity.compiles)
    co_return "; it was compiling: build it before, and let the command run the program that was built";
  const bool computes = computed > time / 2 || (activity.computes && computed > time / 10);
  if (computes)
    co_return used_text(computed) +
        ": let it say 'ready' before it prepares, or prepare less (or raise startup_ms, --startup-ms)";
  process.post("quit\n");
  auto reacted = co_await reaction(process);
  if (reacted == Input::Kind::line)
    co_return "; its output came only when it ended: let it flush its output after every line";
  if (reacted == Input::Kind::timed_out) {
    process.end_input();
    reacted = co_await reaction(process);
    if (reacted == Input::Kind::line)
      co_return "; its output came only at the end of its input: let it read line by line, not all of it, and "
                "flush its output after every line";
  }
  if (reacted == Input::Kind::timed_out)
    co_return used_text(computed) +
        " and did not read its input: it sleeps, or waits for something else before it says 'ready'";
  co_return "; it wrote nothing at all: does it say 'ready NAME VERSION', and flush its output?";
}

}  // namespace tribunal
