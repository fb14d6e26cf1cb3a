// The part of a bot's text that reaches a terminal.
#include "base/text/utf8.hpp"

#include <catch2/catch.hpp>

using namespace tribunal;

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

TEST_CASE("code points are read one by one, and a byte that begins none is passed over alone") {
  std::string_view text{"a\u00e9\u2665\U0001f0a1\xed\xa0\x80"};
  for (const std::uint32_t expected : {0x61U, 0xe9U, 0x2665U, 0x1f0a1U, 0xfffdU, 0xfffdU, 0xfffdU}) {
    CHECK(take_code_point(text) == expected);
  }
  CHECK(text.empty());
}
