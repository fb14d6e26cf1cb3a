#include <array>
#include <string>

#include <catch2/catch.hpp>

#include "base/escape.hpp"
#include "base/spelling.hpp"
#include "base/text/utf8.hpp"
#include "base/utc.hpp"

using namespace tribunal;

TEST_CASE("a shown text is printable ASCII") {
  CHECK(escaped("move 1 play:Kh") == "move 1 play:Kh");
  CHECK(escaped("a\\b\x1b[2J\n\xe9") == "a\\\\b\\x1b[2J\\x0a\\xe9");
  CHECK(escaped(std::string(300, 'x')) == std::string(200, 'x') + "...");
}

TEST_CASE("a text in XML or HTML cannot make a tag or an entity, nor end an attribute") {
  CHECK(escaped_for_xml("<b a=\"1\">&amp;</b>") == "&lt;b a=&quot;1&quot;&gt;&amp;amp;&lt;/b&gt;");
}

TEST_CASE("a text is escaped in Markdown") {
  CHECK(escaped_for_markdown("a|b") == "a\\|b");
  CHECK(escaped_for_markdown("[x](http://y)") == "\\[x\\](http://y)");
  CHECK(escaped_for_markdown("<img src=x>") == "\\<img src=x\\>");
  CHECK(escaped_for_markdown("plain-name 3.5") == "plain-name 3.5");
}

TEST_CASE("a TOML string keeps quotes, backslashes and unprintable characters") {
  CHECK(toml_string("a \"b\" \\c") == R"("a \"b\" \\c")");
  CHECK(toml_string("a\tb\nc\x7f") == R"("a\u0009b\u000ac\u007f")");
  CHECK(toml_string("\xc3\xbc '") == "\"\xc3\xbc '\"");
}

TEST_CASE("a word of a shell is quoted when it must be") {
  CHECK(shell_word("./my-bot_1.0") == "./my-bot_1.0");
  CHECK(shell_word("python3 bot.py") == "'python3 bot.py'");
  CHECK(shell_word("it's") == "'it'\\''s'");
  CHECK(shell_word("") == "''");
  CHECK(shell_word("$HOME") == "'$HOME'");
}

// The part of a bot's text that reaches a terminal.

TEST_CASE("only what could harm a terminal is escaped") {
  const auto [text, shown] = GENERATE(table<std::string, std::string>({
      {"plain text", "plain text"},
      {"caf\u00e9 \u2665", "caf\u00e9 \u2665"},
      {"\x1b[2J", "\\x1b[2J"},
      {"a\nb\r\t\x7f", "a\\x0ab\\x0d\\x09\\x7f"},
      {std::string(1, '\0'), "\\x00"},
      {"\u009b1m", "\\u009b1m"},
      {"\u202egreedy", "\\u202egreedy"},
      {"\xff\xc3", "\\xff\\xc3"},
      {"\xe2\x99", "\\xe2\\x99"},
  }));
  CHECK(harmless(text) == shown);
}

TEST_CASE("a name in a sentence keeps its UTF-8, and is cut between characters") {
  CHECK(legible("b\u00f6t\n\\\xc3") == "b\u00f6t\\x0a\\\\\\xc3");
  CHECK(legible("a\u00f6b", 2) == "a...");
  CHECK(legible("\x80\x80", 1) == "...");
  CHECK(legible("a\u00f6", 3) == "a\u00f6");
}

TEST_CASE("code points are read one by one, and an invalid byte is skipped alone") {
  std::string_view text{"a\u00e9\u2665\U0001f0a1\xed\xa0\x80"};
  for (const std::uint32_t expected : {0x61U, 0xe9U, 0x2665U, 0x1f0a1U, 0xfffdU, 0xfffdU, 0xfffdU}) {
    CHECK(take_code_point(text) == expected);
  }
  CHECK(text.empty());
}

TEST_CASE("a time is written in UTC to the second") {
  using namespace std::chrono;
  CHECK(utc_text(system_clock::time_point{}) == "1970-01-01T00:00:00");
  CHECK(utc_text(sys_days{2028y / February / 29} + 23h + 59min + 59s + 999ms) == "2028-02-29T23:59:59");
}

TEST_CASE("a time in UTC is read as it is written, and nothing else is") {
  CHECK(utc_seconds("1970-01-01T00:00:00Z") == 0);
  CHECK(utc_seconds("2028-02-29T23:59:59Z") == 1'835'481'599);
  const auto* const wrong = GENERATE("", "2028-02-29T23:59:59", "2027-02-29T23:59:59Z",
                                     "2028-02-29T24:00:00Z", "2028-02-29 23:59:59Z", "2028-02-29T23:59:59Z ",
                                     "28-02-29T23:59:59Z", "2028-02-29T23:60:59Z", "2028-0a-29T23:59:59Z");
  CHECK(!utc_seconds(wrong));
}

TEST_CASE("a word is suggested only if few of its letters differ, else all are listed") {
  const std::array<std::string, 4> options{"mob", "tyrant", "hands", "all"};
  const std::string list = "; expected mob, tyrant, hands or all";
  const auto suggested = [&](std::string_view given) { return suggestion(given, options); };
  for (const auto* const far : {"foo", "bob2", "m", "", "ten", "band", "grant"}) {
    CAPTURE(far);
    CHECK(suggested(far) == list);
  }
  CHECK(suggested("mobs") == "; did you mean 'mob'?");
  CHECK(suggested("mb") == "; did you mean 'mob'?");
  CHECK(suggested("omb") == "; did you mean 'mob'?");  // exchanging two neighbours is one error
  CHECK(suggested("tyrantt") == "; did you mean 'tyrant'?");
  CHECK(suggested("tyarnt") == "; did you mean 'tyrant'?");
  CHECK(suggested("teirant") == "; did you mean 'tyrant'?");
  CHECK(suggested("hnads") == "; did you mean 'hands'?");
}
