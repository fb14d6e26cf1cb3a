#include "base/escape.hpp"

#include <catch2/catch.hpp>

namespace tribunal {
namespace {

TEST_CASE("a text that is shown is printable ASCII") {
  CHECK(escaped("move 1 play:Kh") == "move 1 play:Kh");
  CHECK(escaped("a\\b\x1b[2J\n\xe9") == "a\\\\b\\x1b[2J\\x0a\\xe9");
  CHECK(escaped(std::string(300, 'x')) == std::string(200, 'x') + "...");
}

TEST_CASE("a text in XML or HTML makes no tag, no entity, and does not end an attribute") {
  CHECK(escaped_for_xml("<b a=\"1\">&amp;</b>") == "&lt;b a=&quot;1&quot;&gt;&amp;amp;&lt;/b&gt;");
}

TEST_CASE("a text in Markdown means no more than itself") {
  CHECK(escaped_for_markdown("a|b") == "a\\|b");
  CHECK(escaped_for_markdown("[x](http://y)") == "\\[x\\](http://y)");
  CHECK(escaped_for_markdown("<img src=x>") == "\\<img src=x\\>");
  CHECK(escaped_for_markdown("plain-name 3.5") == "plain-name 3.5");
}

TEST_CASE("a text as a string of TOML keeps quotes, backslashes and what is not printable") {
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

}  // namespace
}  // namespace tribunal
