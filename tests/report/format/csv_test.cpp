#include <catch2/catch.hpp>

#include "report/format/columns.hpp"

using namespace tribunal;

TEST_CASE("a spreadsheet takes no text of ours for a formula") {
  CHECK(csv_line({"=1+1", "+cmd|x", "-bot", "@SUM(A1)", "\tx", "-", "="}) ==
        "'=1+1,'+cmd|x,'-bot,'@SUM(A1),'\tx,'-,'=,2\r\n");
  CHECK(csv_line({"=HYPERLINK(\"x\",1)"}) == "\"'=HYPERLINK(\"\"x\"\",1)\",2\r\n");
}

TEST_CASE("numbers and other text stay as they are") {
  CHECK(csv_line({"-3", "-3.02", "+4", "-1.5e-07", "bot=1", "a-b", ""}) ==
        "-3,-3.02,+4,-1.5e-07,bot=1,a-b,,2\r\n");
}

TEST_CASE("the last column is the version of the others") {
  CHECK(csv_heading({"bot", "elo"}) + csv_line({"ada", "1500"}) == "bot,elo,schema\r\nada,1500,2\r\n");
}
