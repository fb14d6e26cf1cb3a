#include "bots/process/bot_process.hpp"

#include <chrono>
#include <csignal>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <utility>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <catch2/catch.hpp>

#include "bots/system/machine.hpp"
#include "support/scratch_folder.hpp"

namespace tribunal {
namespace {

using namespace std::chrono_literals;
using std::chrono::steady_clock;

/// One process that runs a shell script, and a loop to talk to it.
class Talk {
 public:
  explicit Talk(const std::string& script) : Talk{Command{{"/bin/sh", "-c", script}, "."}} {}
  explicit Talk(const Command& command, Tap tap = {})
      : bot_{BotProcess::launch(context_, host_, command, {}, std::move(tap)).value()} {}

  Input ask(const std::string& text, std::chrono::microseconds allowance = 5s) {
    bot_->post(text);
    bot_->open_question(allowance);
    return listen();
  }
  Input listen() {
    Input input;
    run([](BotProcess& bot, Input& heard) -> asio::awaitable<void> { heard = co_await bot.listen(); }(*bot_,
                                                                                                      input));
    return input;
  }
  /// True if it exited by itself.
  bool end(Grace grace, Farewell farewell = Farewell::quit) {
    bool left = false;
    run([](BotProcess& bot, Grace given, Farewell said, bool& result) -> asio::awaitable<void> {
      result = co_await bot.end(given, said);
    }(*bot_, grace, farewell, left));
    return left;
  }
  BotProcess& bot() { return *bot_; }
  asio::io_context& context() { return context_; }

  void run(asio::awaitable<void> task) {
    asio::co_spawn(context_, std::move(task), [&](const std::exception_ptr& error) {
      context_.stop();
      if (error) std::rethrow_exception(error);
    });
    context_.restart();
    context_.run();
  }

 private:
  Host host_;
  asio::io_context context_{1};
  RunningBot bot_;
};

bool is_alive(pid_t pid) { return ::kill(pid, 0) == 0; }

using Kind = Input::Kind;

TEST_CASE("A bot hears lines and answers") {
  Talk talk{"while read line; do echo \"got $line\"; done"};
  const auto input = talk.ask("one\n");
  CHECK(input.kind == Kind::line);
  CHECK(input.text == "got one");
  CHECK_FALSE(input.unasked);
  CHECK(input.us > 0us);
  CHECK(talk.ask("two\n").text == "got two");
}

TEST_CASE("An answer in time is in time, however little too late this program looks") {
  Talk talk{"while read line; do sleep 0.02; echo \"got $line\"; done"};
  const auto late = GENERATE(1ms, 5ms, 20ms);
  asio::steady_timer nap{talk.context(), 20ms};  // an eighth of 100 ms after the first look
  nap.async_wait([until = std::chrono::steady_clock::now() + 100ms + late](auto) {
    std::this_thread::sleep_until(until);
  });
  CHECK(talk.ask("one\n", 100ms).kind == Kind::line);
}

TEST_CASE("A line that came before the question is unasked, and the question is sent after it") {
  Talk talk{"echo early; while read line; do echo \"got $line\"; done"};
  std::this_thread::sleep_for(200ms);
  const auto early = talk.ask("one\n");
  CHECK(early.text == "early");
  CHECK(early.unasked);
  CHECK(early.us == 0us);
  CHECK(talk.listen().text == "got one");
}

TEST_CASE("Partial lines do not extend a deadline") {
  Talk talk{"while true; do printf x; sleep 0.02; done"};
  const auto start = steady_clock::now();
  const auto input = talk.ask("move\n", 150ms);
  CHECK(input.kind == Kind::timed_out);
  CHECK(input.us >= 150ms);
  CHECK(steady_clock::now() - start < 1s);
}

TEST_CASE("A later question may have an earlier deadline") {
  Talk talk{"while read line; do [ $line = fast ] && echo ok; done"};
  CHECK(talk.ask("fast\n", 60s).text == "ok");
  const auto input = talk.ask("never\n", 50ms);
  CHECK(input.kind == Kind::timed_out);
  CHECK(input.us < 2s);
}

TEST_CASE("A bot that never reads does not hold up the writer") {
  Talk talk{"exec sleep 1000"};
  const auto input = talk.ask(std::string(1 << 20, 'x') + "\n", 100ms);
  CHECK(input.kind == Kind::timed_out);
  CHECK(talk.bot().reads_nothing());
}

TEST_CASE("Up to a mebibyte of unread input is buffered for a bot, and then it is given up") {
  Talk talk{"exec sleep 1000"};
  const std::string text(most_output / 2, 'x');
  CHECK(talk.ask(text, 1ms).kind == Kind::timed_out);
  CHECK(talk.bot().forget_output());
  CHECK(talk.ask(text, 1ms).kind == Kind::timed_out);
  CHECK(talk.ask(text, 1ms).kind == Kind::timed_out);
  CHECK_FALSE(talk.bot().forget_output());
}

TEST_CASE("A bot that reads slowly gets all of it") {
  Talk talk{"sleep 0.1; wc -c"};
  const auto input = talk.ask(std::string(300000, 'x') + "\n", 100ms);
  CHECK(input.kind == Kind::timed_out);
  CHECK(talk.ask("more\n", 300ms).kind == Kind::timed_out);
  CHECK_FALSE(talk.bot().reads_nothing());
}

TEST_CASE("The last words of a process that ends are heard") {
  Talk talk{"read line; echo last words; exit 3"};
  CHECK(talk.ask("go\n").text == "last words");
  CHECK(talk.listen().kind == Kind::ended);
  talk.bot().kill();
  CHECK(talk.bot().ending() == "exited with 3");
}

TEST_CASE("A process killed by a signal is reported as such") {
  Talk talk{"kill -SEGV $$"};
  CHECK(talk.ask("go\n").kind == Kind::ended);
  talk.bot().kill();
  CHECK(talk.bot().ending() == "was killed by signal 11 (Segmentation fault)");
}

TEST_CASE("A process that ends is found out though its child keeps the pipes open") {
  Talk talk{"sleep 1000 & exit 0"};
  const auto input = talk.ask("go\n", 5s);
  CHECK(input.kind == Kind::ended);
  CHECK(input.us < 2s);
}

TEST_CASE("More output than a mebibyte is a flood") {
  Talk talk{"yes '# blah'"};
  auto input = talk.ask("go\n", 60s);
  while (input.kind == Kind::line) input = talk.listen();
  CHECK(input.kind == Kind::flood);
}

TEST_CASE("The end of stderr is stored") {
  Talk talk{"i=0; while [ $i -lt 3000 ]; do echo \"line $i\" >&2; i=$((i+1)); done; read line; echo done"};
  CHECK(talk.ask("go\n").text == "done");
  talk.bot().kill();
  const auto stored = talk.bot().error_tail();
  CHECK(stored.size() <= 8 << 10);
  CHECK_THAT(stored, Catch::StartsWith("line 0\nline 1\n") && Catch::EndsWith("line 2998\nline 2999\n"));
  const auto mark = stored.find("\n[...]\nline ");  // between whole lines
  REQUIRE(mark != std::string::npos);
  CHECK(stored.size() - mark > 6000);
  CHECK(talk.bot().error_bytes() == 10 * 7 + 90 * 8 + 900 * 9 + 2000 * 10);
}

TEST_CASE(
    "Of a long stderr the beginning since the last question is stored, and no line looks whole that is cut") {
  const std::string much = "i=0; while [ $i -lt 3000 ]; do echo \"line $i\" >&2; i=$((i+1)); done; ";
  Talk talk{much + "read line; echo one; read line; echo deep >&2; " + much +
            "head -c 9000 /dev/zero | tr '\\0' x >&2; "
            "echo two"};
  CHECK(talk.ask("go\n").text == "one");
  CHECK(talk.ask("go\n").text == "two");
  talk.bot().kill();
  const auto stored = talk.bot().error_tail();
  CHECK(stored.contains("deep\nline 0\n"));
  CHECK_THAT(stored, Catch::Contains("\n[...]x") && Catch::EndsWith("xx"));
}

TEST_CASE("A bot that exits on quit is not killed") {
  Talk talk{"while read line; do [ $line = quit ] && exit 7; done"};
  CHECK(talk.end({20s, 5s}));
  CHECK(talk.bot().ending() == "exited with 7");
}

TEST_CASE("The end of its input alone ends a bot") {
  Talk talk{"while read line; do [ $line = quit ] && exit 7; done; exit 8"};
  CHECK(talk.end({20s, 5s}, Farewell::end_of_input));
  CHECK(talk.bot().ending() == "exited with 8");
}

TEST_CASE("A bot that does not exit gets SIGTERM, then is killed with its whole group") {
  Talk polite{"trap 'exit 5' TERM; while true; do sleep 0.01; done"};
  CHECK_FALSE(polite.end({20ms, 5s}));
  CHECK(polite.bot().ending() == "exited with 5");

  Talk stubborn{"trap '' TERM; sleep 1000 & echo $!; wait"};
  const auto child = static_cast<pid_t>(std::stoi(std::string{stubborn.ask("go\n").text}));
  CHECK_FALSE(stubborn.end({20ms, 20ms}));
  CHECK_FALSE(is_alive(child));
}

TEST_CASE("A grandchild in a session of its own does not outlive the bot") {
  Talk talk{"setsid sh -c 'echo $$; exec sleep 1000' & wait"};
  const auto grandchild = static_cast<pid_t>(std::stoi(std::string{talk.ask("go\n").text}));
  REQUIRE(is_alive(grandchild));
  talk.bot().kill();
  CHECK_FALSE(is_alive(grandchild));
}

TEST_CASE("An orphan of another bot is spared while that bot lives") {
  Host host;
  asio::io_context context{1};
  const auto launch = [&](const std::string& script) {
    return BotProcess::launch(context, host, {{"/bin/sh", "-c", script}, "."}, {}).value();
  };
  const testing::ScratchFolder folder;
  const auto file = folder / "orphan";
  auto living =
      launch("(setsid sh -c 'echo $$ > " + file.string() + "; exec sleep 1000' &); exec sleep 1000");
  pid_t orphan = 0;
  for (int i = 0; i < 500 && orphan == 0; ++i, std::this_thread::sleep_for(10ms))
    std::ifstream{file} >> orphan;
  REQUIRE(orphan != 0);
  launch("exit 0")->kill();
  CHECK(is_alive(orphan));
  living->kill();
  CHECK_FALSE(is_alive(orphan));
}

// The first question's timer expires, and its bot answers the second, while the referee is busy. Both are
// noticed at once, the answer first.
TEST_CASE("A bot that stays is ended though the timer of its question expires in the same moment") {
  Talk talk{
      "trap '' TERM; read line; echo one; read line; sleep 0.05; echo two; while true; do sleep 1; done"};
  talk.bot().post("go\n");
  bool left = true;
  talk.run([](BotProcess& bot, bool& result) -> asio::awaitable<void> {
    bot.open_question(150ms);
    (void)co_await bot.listen();
    bot.post("go\n");
    bot.open_question(20s);
    asio::post(co_await asio::this_coro::executor, [] { std::this_thread::sleep_for(400ms); });
    const auto answer = co_await bot.listen();
    CHECK(answer.text == "two");
    result = co_await bot.end({20ms, 20ms});
  }(talk.bot(), left));
  CHECK_FALSE(left);
}

TEST_CASE("A listener hears all that goes over a bot's pipes, and how the bot ends") {
  std::map<Overheard, std::string> heard;
  const auto note = [&heard](Overheard what, std::string_view text) { heard[what] += text; };
  const std::string script = "read word; echo got $word; echo oops >&2; read word; exit 3";
  Talk talk{Command{{"/bin/sh", "-c", script}, "."}, note};
  CHECK(talk.ask("one\n").text == "got one");
  CHECK(heard[Overheard::input] == "one\n");
  CHECK(heard[Overheard::output] == "got one\n");
  CHECK(talk.end({.quit = 20s, .terminate = 20s}));
  CHECK(heard[Overheard::input] == "one\nquit\n");
  CHECK(heard[Overheard::errors] == "oops\n");
  CHECK(heard[Overheard::end] == "exited with 3");
}

TEST_CASE("A bot gets three descriptors and no more") {
  const Talk other{"exec sleep 1000"};  // its pipes must not be inherited
  Talk talk{Command{{"ls", "/proc/self/fd"}, "."}};
  for (const char* const descriptor : {"0", "1", "2", "3"}) {  // 3 is the directory that ls reads
    CHECK(talk.ask("").text == descriptor);
  }
  CHECK(talk.ask("").kind == Kind::ended);
}

TEST_CASE("A bot gets a process group of its own and a minimal environment") {
  ::setenv("SECRET_OF_THE_REFEREE", "42", 1);
  Talk talk{"read line; ps -o pgid= -p $$ | tr -d ' '; env | cut -d= -f1 | sort | tr '\\n' ' '; echo"};
  CHECK(talk.ask("go\n").text == std::to_string(talk.bot().pid()));
  const std::string environment{talk.listen().text};
  CHECK_FALSE(environment.contains("SECRET"));
  CHECK(environment.contains("PYTHONUNBUFFERED"));
}

TEST_CASE("A program that cannot be run is reported with the reason") {
  Host host;
  asio::io_context context{1};
  const auto message_of = [&](const std::string& program) {
    return BotProcess::launch(context, host, {{program}, "."}, {}).error().message;
  };
  CHECK(message_of("./nowhere") == "cannot run './nowhere': No such file or directory");
  CHECK(message_of("no-such-program") == "cannot run 'no-such-program': not found in PATH");
  CHECK(message_of("/etc/passwd") ==
        "cannot run '/etc/passwd': Permission denied (is it executable? chmod +x)");
  const auto nowhere = BotProcess::launch(context, host, {{"sh"}, "/no/such/place"}, {});
  CHECK(nowhere.error().message == "there is no directory '/no/such/place' to run it in");
  CHECK(nowhere.error().code == ErrorCode::bot);
}

TEST_CASE("Having no descriptors left is the referee's own trouble") {
  Host host;
  asio::io_context context{1};
  rlimit before{};
  REQUIRE(::getrlimit(RLIMIT_NOFILE, &before) == 0);
  const auto entries = std::distance(std::filesystem::directory_iterator{"/proc/self/fd"}, {});
  const rlimit few{static_cast<rlim_t>(entries + 2), before.rlim_max};
  REQUIRE(::setrlimit(RLIMIT_NOFILE, &few) == 0);
  const auto launched = BotProcess::launch(context, host, {{"/bin/sh"}, "."}, {});
  REQUIRE(::setrlimit(RLIMIT_NOFILE, &before) == 0);
  REQUIRE_FALSE(launched);
  CHECK(launched.error().code == ErrorCode::machine);
}

TEST_CASE("A bot does not outlive the thread that started it, nor the program") {
  Host host;
  pid_t pid = 0;
  std::thread{[&] { pid = host.launch({{"sleep", "1000"}, "."}, {}).value().pid; }}.join();
  siginfo_t info{};
  REQUIRE(::waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOWAIT) == 0);
  CHECK(info.si_status == SIGKILL);
}

TEST_CASE("A bot runs on the core of the thread that started it") {
  const auto cores = available_cores();
  std::string seen;
  std::thread{[&] {
    REQUIRE(run_on_cores({cores.back()}));
    Talk talk{"read line; grep Cpus_allowed_list /proc/self/status"};
    seen = talk.ask("go\n").text;
  }}.join();
  CHECK(seen == "Cpus_allowed_list:\t" + std::to_string(cores.back()));
  CHECK_FALSE(run_on_cores({100000}));
}

}  // namespace
}  // namespace tribunal
