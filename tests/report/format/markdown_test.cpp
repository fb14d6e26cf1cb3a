#include <catch2/catch.hpp>

#include "report/format/text_table.hpp"

using namespace tribunal;

TEST_CASE("lines in Markdown keep their ends, and a block its letters") {
  CHECK(markdown_lines("> one\n\ntwo\n") == "\\> one  \n\ntwo  \n");
  CHECK(markdown_block("\n1  a\n") == "\n~~~~~~\n1  a\n~~~~~~\n");
  CHECK(markdown_block("").empty());
}

TEST_CASE("a table in Markdown keeps its columns and their sides") {
  TextTable table{{{"Bot", TextTable::Align::left}, {"Elo"}}};
  table.add({"a|b\nc", "1500"});
  CHECK(table.markdown() == "| Bot | Elo |\n| :-- | --: |\n| a\\|b?c | 1500 |\n");
}
