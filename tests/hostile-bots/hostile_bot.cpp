// Misbehaves in the way that its argument names; otherwise it plays honestly. docs/faults.md states the cost
// of each way.
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <iostream>
#include <map>
#include <string>
#include <string_view>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

#include "speech.hpp"

namespace {

using namespace std::chrono_literals;

[[noreturn]] void sleep_forever() {
  while (true) std::this_thread::sleep_for(1h);
}

/// A question: an honest bot's answer, and the data for a different one.
struct Question {
  int number = 0;  ///< in this game, from 1
  int game = 0;    ///< number of the game in this process, from 1
  std::string line;
  std::string id;
  std::string answer;  ///< with its newline
};

std::string other_id(const Question& question, int difference) {
  return std::to_string(std::stoi(question.id) + difference);
}

void fill_stdout(std::string_view piece) {
  std::string block;
  while (block.size() < 65536) block += piece;
  while (true) say(block);
}

/// Uses this much CPU time of this thread.
void burn(std::chrono::nanoseconds time) {
  const auto now = [] {
    timespec used{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return std::chrono::seconds{used.tv_sec} + std::chrono::nanoseconds{used.tv_nsec};
  };
  const auto end = now() + time;
  while (now() < end) {
  }
}

/// Waits until an orphaned process has done it.
template <typename Task>
void wait_for_orphan(Task task) {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) return;
  const auto child = ::fork();
  if (child == 0) {
    if (::fork() == 0) task();
    ::_exit(0);
  }
  ::waitpid(child, nullptr, 0);
  ::close(ends[1]);
  char byte = 0;
  while (::read(ends[0], &byte, 1) > 0) {
  }
  ::close(ends[0]);
}

/// Continues as a separate process that holds all the pipes.
void leave_child(bool own_session) {
  if (::fork() != 0) return;
  if (own_session) ::setsid();
  sleep_forever();
}

/// A grandchild in its own session, whose parent has ended.
void leave_orphan() {
  if (::fork() != 0) return;
  leave_child(true);
  ::_exit(0);
}

/// A child in its own session traces this process as a debugger: a traced process cannot be reaped by its
/// parent. If tracing is refused, as in a sandbox, the child only lives on.
void be_followed() {
  ::prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY);
  std::array<int, 2> done{};
  if (::pipe(done.data()) != 0) std::abort();
  const pid_t followed = ::getpid();
  if (::fork() == 0) {
    ::setsid();
    const bool follows = ::ptrace(PTRACE_SEIZE, followed, nullptr, nullptr) == 0 || errno == EPERM;
    if (!follows || ::write(done[1], "x", 1) != 1) std::abort();
    sleep_forever();
  }
  ::close(done[1]);
  char byte = 0;
  if (::read(done[0], &byte, 1) != 1) std::abort();
}

/// Continues as its own child, and ends only when the child has been asked a question. The child says nothing
/// before that.
class Daemon {
 public:
  void go_into_background() {
    std::array<int, 2> told{};
    std::array<int, 2> gone{};
    if (::pipe(told.data()) != 0 || ::pipe(gone.data()) != 0) std::abort();
    parent_ = ::getpid();
    const bool is_parent = ::fork() != 0;
    ::close(is_parent ? told[1] : told[0]);
    ::close(is_parent ? gone[0] : gone[1]);
    if (is_parent) wait_for_end_of(told[0]);
    if (is_parent) ::_exit(0);
    told_ = told[1];
    gone_ = gone[0];
  }
  /// Its pipes are closed before other processes can see that it is gone.
  void wait_for_parents_end() {
    ::close(std::exchange(told_, -1));
    wait_for_end_of(gone_);
    while (::getppid() == parent_) ::usleep(100);
  }

 private:
  static void wait_for_end_of(int end) {
    char byte = 0;
    while (::read(end, &byte, 1) > 0) {
    }
  }

  int told_ = -1;
  int gone_ = -1;
  pid_t parent_ = -1;
};

Daemon& daemon() {
  static Daemon only;
  return only;
}

/// The changes that a way of misbehaving makes. Everything that it does not set is done honestly.
struct Way {
  std::function<void()> start = [] {};
  std::function<void()> greet = [] { say("ready hostile 1.0\n"); };
  std::function<void(const Question&)> ask = [](const Question& question) { say(question.answer); };
  std::function<void()> end = [] {};
  std::function<void()> quit = [] { std::exit(0); };
};

using Ask = std::function<void(const Question&)>;

/// Plays honestly except for its answers.
Way always(Ask misbehave) { return {.ask = std::move(misbehave)}; }

/// Plays honestly until the second question.
Way later(Ask misbehave) {
  return always([misbehave = std::move(misbehave)](const Question& question) {
    if (question.number < 2) return say(question.answer);
    misbehave(question);
  });
}

void write_stderr_forever() {
  const std::string block(65536, 'e');
  while (::write(STDERR_FILENO, block.data(), block.size()) > 0) {
  }
}

const std::map<std::string, Way, std::less<>>& ways() {
  static const std::map<std::string, Way, std::less<>> all{
      // at the start
      {"crash-at-start", {.start = [] { std::exit(3); }}},
      {"silent-at-start", {.greet = [] {}}},
      {"ready-not-flushed", {.greet = [] { std::fputs("ready hostile 1.0\n", stdout); }}},
      {"wrong-ready", {.greet = [] { say("hello, referee\n"); }}},
      {"ready-without-version", {.greet = [] { say("ready hostile\n"); }}},
      {"huge-ready", {.greet = [] { say("ready " + std::string(1 << 20, 'x') + " 1.0\n"); }}},
      {"daemon",
       {.start =
            [] {
              if (::fork() != 0) std::exit(0);
              std::this_thread::sleep_for(50ms);  // plays on once its parent's end is known
            }}},
      {"daemon-in-haste",
       {.start = [] { daemon().go_into_background(); },
        .ask =
            [](const Question& question) {
              if (question.number == 1) daemon().wait_for_parents_end();
              say(question.answer);
            }}},
      {"daemon-at-leisure",
       {.start =
            [] {
              if (::fork() == 0) return;
              burn(5ms);  // like a runtime that cleans up
              std::exit(0);
            }}},
      // the end of the process, and of its pipes
      {"crash-in-game", later([](const Question&) { std::abort(); })},
      {"half-a-line-then-crash", later([](const Question& question) {
         say(question.answer.substr(0, question.answer.size() - 1));
         std::exit(0);
       })},
      {"crash-at-end", {.end = [] { std::abort(); }}},
      {"child-keeps-pipes", later([](const Question&) {
         leave_child(false);
         std::abort();
       })},
      {"closes-stdin", later([](const Question& question) {
         ::close(STDIN_FILENO);
         say(question.answer);
         sleep_forever();
       })},
      {"closes-stdout", later([](const Question&) {
         ::close(STDOUT_FILENO);
         sleep_forever();
       })},
      // time
      {"silent", later([](const Question&) {})},
      {"silent-from-second-game", always([](const Question& question) {
         if (question.game < 2) say(question.answer);
       })},
      {"counts-anew", always([](const Question& question) {
         say(answer_with(std::to_string(question.number), words_of(question.line)[3]));
       })},
      {"late", later([](const Question& question) {
         std::this_thread::sleep_for(400ms);
         say(question.answer);
       })},
      {"one-byte-a-time", later([](const Question& question) {
         for (const char c : question.answer) {
           say({&c, 1});
           std::this_thread::sleep_for(60ms);
         }
       })},
      {"comments-forever", later([](const Question&) {
         while (true) {
           say("# still thinking\n");
           std::this_thread::sleep_for(20ms);
         }
       })},
      {"never-reads", later([](const Question&) { sleep_forever(); })},
      {"stops-itself", later([](const Question&) { std::raise(SIGSTOP); })},
      {"ignores-sigterm", {.start = [] { ::signal(SIGTERM, SIG_IGN); }, .ask = later([](const Question&) {
                                                                                 sleep_forever();
                                                                               }).ask}},
      {"burns", later([](const Question& question) {
         burn(60ms);
         say(question.answer);
       })},
      {"burns-in-threads", later([](const Question& question) {
         std::vector<std::thread> threads;
         for (int i = 0; i < 4; ++i) threads.emplace_back([] { burn(15ms); });
         for (auto& thread : threads) thread.join();
         say(question.answer);
       })},
      {"burns-in-child", later([](const Question& question) {
         const auto child = ::fork();
         if (child == 0) {
           burn(120ms);
           ::_exit(0);
         }
         ::waitpid(child, nullptr, 0);
         say(question.answer);
       })},
      {"burns-in-orphans", later([](const Question& question) {
         for (int i = 0; i < 4; ++i) wait_for_orphan([] { burn(15ms); });
         say(question.answer);
       })},
      {"burns-forever", later([](const Question&) { burn(1h); })},
      {"burns-between", always([](const Question& question) {
         say(question.answer);
         burn(40ms);
       })},
      // too much
      {"endless-lines", later([](const Question&) { fill_stdout("# " + std::string(100, 'x') + "\n"); })},
      {"endless-line", later([](const Question&) { fill_stdout("blah"); })},
      {"line-of-5000", later([](const Question&) { say("# " + std::string(5000, 'x') + "\n"); })},
      {"endless-lines-unasked", later([](const Question& question) {
         say(question.answer);
         fill_stdout("# " + std::string(100, 'x') + "\n");
       })},
      // the wrong words
      {"answers-twice", always([](const Question& question) { say(question.answer + question.answer); })},
      {"answers-early", always([](const Question& question) {
         say(question.answer + answer_with(other_id(question, 1), "pass"));
       })},
      {"answers-old-id",
       later([](const Question& question) { say(answer_with(other_id(question, -1), "pass")); })},
      {"illegal", later([](const Question& question) { say(answer_with(question.id, "castle")); })},
      {"foreign-card", later([](const Question& question) {
         std::string card = "play:2c";  // legal only if it is in the list
         for (const char* const other : {"play:2c", "play:7d", "play:Th", "play:Js", "play:Qc"}) {
           if (question.line.find(other) == std::string::npos) card = other;
         }
         say(answer_with(question.id, card));
       })},
      {"garbage", later([](const Question&) { say("I resign\n"); })},
      {"empty-line", later([](const Question& question) { say("\n" + question.answer); })},
      {"huge-id", later([](const Question&) { say("move 99999999999999999999999 pass\n"); })},
      {"nul", later([](const Question& question) {
         auto answer = question.answer;
         answer[answer.size() - 1] = '\0';
         say(answer + '\n');
       })},
      {"bad-utf8", later([](const Question&) { say("# caf\xe9\n"); })},
      {"echoes-referee", later([](const Question& question) { say(question.line + "\nend\n"); })},
      // odd, but not a fault
      {"crlf",
       {.greet = [] { say("ready hostile 1.0\r\n"); },
        .ask =
            [](const Question& question) {
              say(question.answer.substr(0, question.answer.size() - 1) + "\r\n");
            }}},
      {"talkative", always([](const Question& question) {
         say("# caf\xc3\xa9 " + question.line + "\n" + question.answer);
       })},
      {"talks-on-and-on",  // 4 KiB per question
       always([](const Question& question) { say("# " + std::string(4000, 'x') + "\n" + question.answer); })},
      {"in-pieces", always([](const Question& question) {
         say(question.answer.substr(0, 3));
         std::this_thread::sleep_for(2ms);
         say(question.answer.substr(3));
       })},
      {"slow", always([](const Question& question) {
         std::this_thread::sleep_for(60ms);
         say(question.answer);
       })},
      {"late-once", always([](const Question& question) {
         if (question.number == 2) std::this_thread::sleep_for(300ms);
         say(question.answer);
       })},
      {"complains-then-crashes", later([](const Question&) {
         std::cerr << "Traceback: out of luck" << std::endl;
         std::exit(1);
       })},
      {"endless-stderr", {.start = [] { std::thread{write_stderr_forever}.detach(); }}},
      {"setsid-grandchild", {.start = leave_orphan}},
      {"many-children",
       {.start =
            [] {
              for (int i = 0; i < 20; ++i) leave_child(i % 2 == 0);
            }}},
      {"moves-to-referees-group",
       {.start = [] { ::setpgid(0, ::getpgid(::getppid())); }, .quit = sleep_forever}},
      {"followed-by-its-child", {.start = be_followed}},
      {"stays-after-quit",
       {.quit =
            [] {
              ::signal(SIGTERM, SIG_IGN);
              sleep_forever();
            }}},
  };
  return all;
}

}  // namespace

int main(int count, char** words) {
  const auto found = ways().find(count > 1 ? words[1] : "");
  if (found == ways().end()) {
    for (const auto& [name, way] : ways()) std::cout << name << '\n';
    return 2;
  }
  const auto& way = found->second;
  std::cin.tie(nullptr);  // reading must not flush what was written
  way.start();
  int games = 0;
  int questions = 0;
  for (std::string line; std::getline(std::cin, line);) {
    const auto parts = words_of(line);
    if (parts.empty()) continue;
    if (parts[0] == "tribunal") way.greet();
    if (parts[0] == "game") {
      questions = 0;
      ++games;
    }
    if (parts[0] == "ask") way.ask({++questions, games, line, parts[1], answer_with(parts[1], parts[3])});
    if (parts[0] == "end") way.end();
    if (parts[0] == "quit") way.quit();
  }
  return 0;
}
