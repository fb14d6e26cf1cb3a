#include "bots/hints/reported_error.hpp"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "base/text/utf8.hpp"

using namespace tribunal;

namespace {

struct Program {
  std::string_view wrote;
  std::string_view text;
  std::string_view place;  ///< `FILE:LINE`; empty if none is known
};

/// The last words of programs in several languages, as current implementations write them.
const std::vector<Program> programs{
    {"thinking...\nTraceback (most recent call last):\n  File \"/home/me/my bot/bot.py\", line 16, in "
     "<module>\n    "
     "x()\n  File \"/usr/lib/python3.11/socket.py\", line 827, in create_connection\n    for res in y\n"
     "socket.gaierror: [Errno -3] Temporary failure in name resolution\n",
     "socket.gaierror: [Errno -3] Temporary failure in name resolution", "/home/me/my bot/bot.py:16"},
    {"  File \"/home/me/bot.py\", line 4\n    def f(:\n          ^\nSyntaxError: invalid syntax\n",
     "SyntaxError: invalid syntax", "/home/me/bot.py:4"},
    {"Traceback (most recent call last):\n  File \"a.py\", line 1, in f\nKeyError: 1\n\nDuring handling of "
     "the "
     "above exception, another exception occurred:\n\nTraceback (most recent call last):\n  File \"a.py\", "
     "line "
     "7, in <module>\n  File \"/p/tribunal_bot.py\", line 99, in run\nValueError: no such card\n",
     "ValueError: no such card", "a.py:7"},
    {"/tmp/b.js:1\nfunction f(c){ return c.rank.value; }\n                             ^\n\nTypeError: "
     "Cannot read "
     "properties of undefined (reading 'value')\n    at f (/tmp/b.js:1:30)\n    at Object.<anonymous> "
     "(/tmp/b.js:2:1)\n    at node:internal/main/run_main_module:28:49\n\nNode.js v20.20.2\n",
     "TypeError: Cannot read properties of undefined (reading 'value')", "/tmp/b.js:1"},
    {"/tmp/s.js:2\nlet y = ;\n        ^\n\nSyntaxError: Unexpected token ';'\n    at wrapSafe "
     "(node:internal/modules/cjs/loader:1464:18)\n\nNode.js v20.20.2\n",
     "SyntaxError: Unexpected token ';'", "/tmp/s.js:2"},
    {"node:internal/modules/cjs/loader:1210\n  throw err;\n  ^\n\nError: Cannot find module 'x'\nRequire "
     "stack:\n- "
     "/tmp/m.js\n    at Module._resolveFilename (node:internal/modules/cjs/loader:1207:15)\n    at "
     "Object.<anonymous> (/tmp/m.js:1:1) {\n  code: 'MODULE_NOT_FOUND',\n  requireStack: [ '/tmp/m.js' "
     "]\n}\n\nNode.js v20.20.2\n",
     "Error: Cannot find module 'x'", "/tmp/m.js:1"},
    {"Exception in thread \"main\" java.lang.IllegalStateException: no card\n\tat B.main(B.java:2)\nCaused "
     "by: "
     "java.lang.ArrayIndexOutOfBoundsException: Index 3 out of bounds for length 1\n\tat "
     "java.base/java.util.X.f(X.java:9)\n\tat B.f(B.java:1)\n\t... 1 more\n",
     "java.lang.ArrayIndexOutOfBoundsException: Index 3 out of bounds for length 1", "B.java:1"},
    {"Exception in thread \"main\" java.lang.IllegalStateException: odd\n\tat "
     "tribunal.TribunalBot$View.seat(TribunalBot.java:9)\n\tat MyTribunalBot.decide(MyTribunalBot.java:7)\n",
     "java.lang.IllegalStateException: odd", "MyTribunalBot.java:7"},
    {"Error: Could not find or load main class Bot\nCaused by: java.lang.ClassNotFoundException: Bot\n",
     "Error: Could not find or load main class Bot", ""},
    {"node:internal/process/promises:394\n      triggerUncaughtException(err, true);\n      "
     "^\n\nUnhandledPromiseRejection: This error originated either by throwing. The promise rejected with "
     "the "
     "reason \"no card\".\n    at throwMode (node:internal/process/promises:392:7) {\n  code: 1\n}\n",
     "promise rejected with the reason \"no card\".", ""},
    {"node:internal/deps/undici/undici:13510\n      Error.captureStackTrace(err);\n            "
     "^\n\nTypeError: fetch "
     "failed\n    at node:internal/deps/undici/undici:13510:13\n    at async file:///b/net.mjs:1:11 {\n  "
     "[cause]: "
     "Error: getaddrinfo EAI_AGAIN example.com\n      at GetAddrInfoReqWrap.onlookupall (node:dns:122:26) "
     "{\n    "
     "errno: -3001\n  }\n}\n",
     "Error: getaddrinfo EAI_AGAIN example.com", "/b/net.mjs:1"},
    {"Unhandled exception. System.Exception: no\n   at Program.Main() in /src/Program.cs:line 5\n",
     "System.Exception: no", "/src/Program.cs:5"},
    {"panic: runtime error: index out of range [5] with length 1\n\ngoroutine 1 "
     "[running]:\nruntime.f()\n\t/usr/local/go/src/runtime/panic.go:3 +0x1\nmain.f(...)\n\t/tmp/g.go:3 "
     "+0x2\nexit status 2\n",
     "panic: runtime error: index out of range [5] with length 1", "/tmp/g.go:3"},
    {"# command-line-arguments\n./g.go:4:20: undefined: os.Environ2\n", "./g.go:4:20: undefined: os.Environ2",
     "./g.go:4"},
    {"\nthread 'main' (19547) panicked at src/main.rs:1:88:\nindex out of bounds: the len is 0 but the index "
     "is "
     "1\nnote: run with `RUST_BACKTRACE=1`\n",
     "panicked: index out of bounds: the len is 0 but the index is 1", "src/main.rs:1"},
    {"thread 'main' panicked at 'no card', src/main.rs:2:5\n", "panicked at 'no card', src/main.rs:2:5",
     "src/main.rs:2"},
    {"error[E0308]: mismatched types\n --> r2.rs:1:25\n  |\n", "error[E0308]: mismatched types", "r2.rs:1"},
    {"terminate called after throwing an instance of 'std::out_of_range'\n  what():  "
     "vector::_M_range_check\n",
     "std::out_of_range: vector::_M_range_check", ""},
    {"a: src/a.cpp:4: int main(int, char**): Assertion `v.size()>3' failed.\n",
     "a: src/a.cpp:4: int main(int, char**): Assertion `v.size()>3' failed.", "src/a.cpp:4"},
    {"bot.cpp:7:3: runtime error: signed integer overflow\n",
     "bot.cpp:7:3: runtime error: signed integer overflow", "bot.cpp:7"},
    {"c.cpp: In function 'int main()':\nc.cpp:1:13: error: 'retrun' was not declared\n",
     "error: 'retrun' was not declared", "c.cpp:1"},
    {"C.java:1: error: ';' expected\nclass C { int x }\n               ^\n1 error\n", "error: ';' expected",
     "C.java:1"},
    {"bot.rb:3:in 'f': no card (RuntimeError)\n\tfrom bot.rb:9:in '<main>'\n",
     "bot.rb:3:in 'f': no card (RuntimeError)", "bot.rb:3"},
    {"lua: bot.lua:3: no card\n", "lua: bot.lua:3: no card", "bot.lua:3"},
    {"oops at bot.pl line 12.\n", "oops at bot.pl line 12.", "bot.pl:12"},
    {"s.sh: line 1: nosuch: command not found\n", "s.sh: line 1: nosuch: command not found", "s.sh:1"},
    {"s.sh: 1: nosuch: not found\n", "s.sh: 1: nosuch: not found", "s.sh:1"},
};

std::string text_of(const std::optional<SourcePlace>& place) {
  return place ? place->file + ':' + std::to_string(place->line) : "";
}

}  // namespace

TEST_CASE(
    "the error of a program in any usual language is found, with its place in the program's own files") {
  for (const auto& program : programs) {
    INFO(program.wrote);
    const auto error = reported_error(program.wrote);
    REQUIRE(error);
    CHECK(error->is_recognized);
    CHECK(error->text == program.text);
    CHECK(text_of(error->place) == program.place);
  }
}

TEST_CASE("an exception of a program that runs on is found, and nothing else that it writes") {
  for (const auto& [wrote, cause] : std::vector<std::pair<std::string, std::string>>{
           {"Exception in thread Thread-1 (think):\nTraceback (most recent call last):\n  File \"bot.py\", "
            "line 7, in "
            "think\nKeyError: 3\nthinking on\n",
            ": KeyError: 3 (bot.py:7)"},
           {"Exception in thread \"pool-1-thread-2\" java.lang.IllegalStateException: no card\n\tat "
            "B.f(B.java:1)\n",
            ": java.lang.IllegalStateException: no card (B.java:1)"},
           {"(node:12) UnhandledPromiseRejectionWarning: Error: no card\n    at f (/b/bot.js:3:9)\n(node:12) "
            "[DEP0018] DeprecationWarning: x\n",
            ": Error: no card (bot.js:3)"},
           {"thread 'w' panicked at src/w.rs:3:9:\nno card\nnote: x\n", ": panicked: no card (w.rs:3)"},
           {"#<Thread:0x1 bot.rb:2 run> terminated with exception (report_on_exception is "
            "true):\nbot.rb:2:in 'f': "
            "no card (RuntimeError)\n",
            ": bot.rb:2:in 'f': no card (RuntimeError)"},
           {"Thread 1 terminated abnormally: no card at bot.pl line 4.\n",
            ": Thread 1 terminated abnormally: no card at bot.pl line 4. (bot.pl:4)"},
           {"bot.py:3: thinking\nerror: none\n1 error: x\nbot.py:9: DeprecationWarning: x\n", ""},
       })
    CHECK(as_cause(reported_exception(wrote)) == cause);
}

TEST_CASE("an error is found above a gap in a stack trace, and no line that a gap has cut is told") {
  CHECK(as_cause(reported_error(
            "one\nException in thread \"main\" java.lang.StackOverflowError\n\tat B.f(B.java:3)\n"
            "[...]\n\tat B.f(B.java:3)\n")) == ": java.lang.StackOverflowError (B.java:3)");
  CHECK_FALSE(reported_error("one\n[...]\n\tat B.f(B.java:3)\n")->is_recognized);
  CHECK(as_cause(reported_error("[...]xx\n")).empty());
  CHECK(as_cause(reported_error("  File \"a.py\", line 3\n[...]alueError: x\n")).contains("ends with 'File"));
}

TEST_CASE("an error is told with the name of its file once") {
  CHECK(as_cause(reported_error(programs[0].wrote)) ==
        ": socket.gaierror: [Errno -3] Temporary failure in name resolution (bot.py:16)");
  CHECK(as_cause(reported_error("./g.go:4:20: undefined: os.Environ2\n")) ==
        ": ./g.go:4:20: undefined: os.Environ2");
}

TEST_CASE("words without a known form are told as the last line, and no word as nothing") {
  CHECK(as_cause(reported_error("one\noh no\n\nexit status 1\n")) ==
        "; its standard error ends with 'oh no'");
  CHECK(as_cause(reported_error("")).empty());
  CHECK(as_cause(reported_error("\n \n")).empty());
}

TEST_CASE("an error is escaped and of bounded length, however hostile") {
  const auto nasty =
      reported_error("Traceback (most recent call last):\n  File \"a.py\", line 99999999999999\nX\x1b[0m" +
                     std::string(5000, 'x') + "::error::\n");
  REQUIRE(nasty);
  CHECK(nasty->text.starts_with("X\\x1b[0m"));
  CHECK(nasty->text.size() < 300);
  CHECK_FALSE(nasty->place);
  for (const std::string_view start :
       {"panic: ", "thread '", "terminate called after throwing", "    at ", "\"", ".py:"})
    for (const auto* const end : {"", "\n", "'", "\n    at ", " panicked at ", ":0", ":-1", ":12345678"})
      CHECK(as_cause(reported_error(std::string{start} + end)).size() < 400);
}

TEST_CASE("errors of any bytes, cut and spliced anywhere, are read without harm") {
  std::mt19937 dice{1};  // NOLINT(cert-msc51-cpp): the same cases in every run
  const auto below = [&](std::size_t end) {
    return std::uniform_int_distribution<std::size_t>{0, end - 1}(dice);
  };
  const auto piece = [&] {
    const auto text = programs[below(programs.size())].wrote;
    const auto begin = below(text.size());
    return std::string{text.substr(begin, below(text.size() - begin) + 1)};
  };
  for (int round = 0; round < 20'000; ++round) {
    auto text = piece() + piece();
    for (auto changes = below(4); changes > 0; --changes)
      text[below(text.size())] = static_cast<char>(below(256));
    const auto error = reported_error(text);
    const bool is_plain = !error || harmless(error->text) == error->text;
    const bool is_placed = !error || !error->place || (error->place->line > 0 && !error->place->file.empty());
    if (is_plain && is_placed && as_cause(error).size() < 1000) continue;
    FAIL("misread: " << text);
  }
}
