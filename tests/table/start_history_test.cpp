#include <catch2/catch.hpp>

#include "table/start_desk.hpp"

namespace tribunal {
namespace {

using namespace std::chrono_literals;
using Standing = StartHistory::Standing;

StartFailure ended_at_once() { return {.message = "ended", .took = 100ms, .alone = true, .quiet = true}; }

StartFailure silent_for(std::chrono::microseconds took) {
  return {.message = "was silent", .took = took, .silent = true, .alone = true, .quiet = true};
}

/// A bot of which every start fails as `failure` says, tried as soon as it may be, until it is gone.
struct Trials {
  int starts = 0;
  StartHistory::Clock::duration time{};
  std::string why;
};

Trials until_gone(const StartFailure& failure, StartPatience patience = {}) {
  StartHistory history{patience};
  const StartHistory::Clock::time_point begin{1h};
  auto now = begin;
  Trials trials;
  while (history.standing() != Standing::gone && trials.starts < 1000) {
    now = std::max(now, history.next_try()) + failure.took;
    history.failed(failure, now);
    ++trials.starts;
  }
  trials.time = now - begin;
  trials.why = history.why_gone();
  return trials;
}

TEST_CASE("A bot that is left out is gone without a start, and says why") {
  StartHistory history;
  history.leave_out("cannot run 'node': not found in PATH");
  CHECK(history.standing() == Standing::gone);
  CHECK(history.why_gone() == "cannot run 'node': not found in PATH");
  CHECK(history.failures_in_all() == 0);
}

TEST_CASE("A bot whose process ends at each start is given up after half a minute") {
  const auto trials = until_gone(ended_at_once());
  CHECK(trials.starts >= 8);
  CHECK(trials.time >= 30s);
  CHECK(trials.time <= 45s);
}

TEST_CASE("A bot that is silent at each start is given up after two minutes") {
  const auto startup = GENERATE(1s, 10s);
  const auto trials = until_gone(silent_for(startup));
  CHECK(trials.starts >= 7);
  CHECK(trials.time >= 120s);
  CHECK(trials.time <= 150s);
  CHECK(trials.why.ends_with("; the last one: was silent"));
}

TEST_CASE("A bot with a long limit of its start is given up after three starts alone") {
  CHECK(until_gone(silent_for(60s)).starts == 3);
}

TEST_CASE("Starts that failed while others were being started do not make a bot one that is gone") {
  StartHistory history{{.ended = 1s}};
  const StartHistory::Clock::time_point begin{1h};
  for (int second = 0; second < 100; ++second) {
    history.failed({.message = "", .took = 1s}, begin + 1s * second);
    CHECK(history.standing() == Standing::in_doubt);
    CHECK(history.next_try() <= begin + 1s * second);  // alone, at once
  }
}

TEST_CASE("A bot is not given up while another game is played") {
  StartHistory history;
  const StartHistory::Clock::time_point begin{1h};
  auto failure = ended_at_once();
  failure.quiet = false;
  CHECK_FALSE(history.wants_quiet(begin));
  for (int second = 0; second < 60; ++second) history.failed(failure, begin + 1s * second);
  CHECK(history.standing() == Standing::in_doubt);
  CHECK(history.wants_quiet(begin + 60s));
  history.failed(ended_at_once(), begin + 61s);
  CHECK(history.standing() == Standing::gone);
}

TEST_CASE("A bot that starts again is sound, and is started alone for a while") {
  StartHistory history;
  CHECK_FALSE(history.wants_alone());
  history.failed(silent_for(1s), StartHistory::Clock::time_point{1h});
  history.succeeded();
  CHECK(history.standing() == Standing::sound);
  CHECK(history.wants_alone());
  for (int starts = 0; starts < 20; ++starts) history.succeeded();
  CHECK_FALSE(history.wants_alone());
  CHECK(history.failures_in_all() == 1);
}

TEST_CASE("A bot that is silent at every second start costs ten minutes in all") {
  StartHistory history;
  StartHistory::Clock::time_point now{1h};
  std::chrono::seconds lost{0};
  while (history.standing() != Standing::gone && lost < 1h) {
    history.failed(silent_for(10s), now += 10s);
    lost += 10s;
    if (history.standing() != Standing::gone) history.succeeded();
  }
  CHECK(lost == 10min);
  CHECK(history.why_gone() == "60 of its starts failed, which took 10 minutes; the last one: was silent");
}

TEST_CASE("In a single game a start is tried once more") {
  StartHistory history{one_more_try};
  const StartHistory::Clock::time_point begin{1h};
  history.failed({.message = "", .took = 1s, .quiet = true}, begin);
  CHECK(history.standing() == Standing::in_doubt);
  CHECK(history.next_try() <= begin);
  history.failed(ended_at_once(), begin);
  CHECK(history.standing() == Standing::gone);
}

TEST_CASE("In a single game a start that would certainly fail again is not repeated, in a run it is") {
  const StartFailure certain{.message = "slept", .took = 10s, .silent = true, .quiet = true, .certain = true};
  StartHistory single{one_more_try};
  single.failed(certain, StartHistory::Clock::time_point{1h});
  CHECK(single.standing() == Standing::gone);
  StartHistory run;
  run.failed(certain, StartHistory::Clock::time_point{1h});
  CHECK(run.standing() == Standing::in_doubt);
}

}  // namespace
}  // namespace tribunal
