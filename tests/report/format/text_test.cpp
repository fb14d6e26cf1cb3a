#include <optional>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "base/text/number_text.hpp"
#include "base/text/text_width.hpp"
#include "report/format/columns_and_csv.hpp"
#include "report/format/text_table.hpp"

using namespace tribunal;

TEST_CASE("times are short to read") {
  const auto [us, text] = GENERATE(table<std::int64_t, std::string>({{0, "0us"},
                                                                     {999, "999us"},
                                                                     {1'000, "1.0ms"},
                                                                     {9'949, "9.9ms"},
                                                                     {9'950, "10ms"},
                                                                     {64'400, "64ms"},
                                                                     {999'499, "999ms"},
                                                                     {999'500, "1.0s"},
                                                                     {2'460'000, "2.5s"},
                                                                     {120'000'000, "120s"}}));
  CHECK(short_time(us) == text);
}

TEST_CASE("numbers have their decimals and no minus zero") {
  CHECK(fixed(1.25, 1) == "1.2");
  CHECK(fixed(-0.004, 2) == "0.00");
  CHECK(fixed(-0.006, 2) == "-0.01");
  CHECK(fixed(1500, 0) == "1500");
  CHECK(rounded(2.34567, 3) == 2.346);
  CHECK_FALSE(std::signbit(rounded(-0.0001, 2)));
}

TEST_CASE("text takes as many columns as a terminal gives it") {
  const auto [text, columns] = GENERATE(table<std::string, std::size_t>({{"", 0},
                                                                         {"bot", 3},
                                                                         {"żółw", 4},
                                                                         {"o\u0308", 1},
                                                                         {"将軍", 4},
                                                                         {"\U0001F0A1", 1},
                                                                         {"\U0001F600", 2},
                                                                         {"\xff\xfe", 2}}));
  CAPTURE(text);
  CHECK(columns_of(text) == columns);
}

TEST_CASE("a name from right to left keeps the columns after it on their side, on a terminal") {
  TextTable table{{{"bot", TextTable::Align::left}, {"games"}}};
  table.add({"لاعب", "12"});
  table.add({"greedy", "7"});
  CHECK(table.fitted(40).text == "bot     games\n\u2068لاعب\u2069       12\ngreedy      7\n");
  CHECK(table.fitted(std::nullopt).text == "bot     games\nلاعب       12\ngreedy      7\n");
}

TEST_CASE("text is cut between characters") {
  const auto [most, front] = GENERATE(table<std::size_t, std::string>(
      {{0, ""}, {1, "a"}, {2, "a"}, {3, "a将"}, {4, "a将o\u0308"}, {9, "a将o\u0308"}}));
  CHECK(first_columns("a将o\u0308", most) == front);
}

TEST_CASE("bytes that cannot be shown safely are question marks") {
  const auto [text, shown] =
      GENERATE(table<std::string, std::string>({{"plain żółw 将", "plain żółw 将"},
                                                {"a\tb\nc\x7f", "a?b?c?"},
                                                {"\xc0\x80", "??"},
                                                {"\xed\xa0\x80", "???"},
                                                {"cut \xe5\xb0", "cut ??"},
                                                {"turned \u202e text", "turned ? text"}}));
  CHECK(printable(text) == shown);
}

TEST_CASE("columns line up") {
  TextTable table{{{"Name", TextTable::Align::left}, {"N"}}};
  table.add({"将軍", "1"});
  table.add({"bob", "1000"});
  CHECK(table.text() ==
        "Name     N\n"
        "将軍     1\n"
        "bob   1000\n");
}

namespace {

TextTable table_of_ranks() {
  TextTable table{{{"Bot", TextTable::Align::left},
                   {"Won", TextTable::Align::right, 2},
                   {"Elo"},
                   {"+/-", TextTable::Align::right, 1, "+/- of Elo"},
                   {"Lost", TextTable::Align::right, 2}}};
  table.add({"将軍", "10", "1500", "20", "7"});
  return table;
}

TEST_CASE("columns that do not fit are left out by rank, those of a rank together") {
  using Names = std::vector<std::string>;
  const auto [width, text, left_out] = GENERATE(table<std::optional<std::size_t>, std::string, Names>(
      {{std::nullopt, "Bot   Won   Elo  +/-  Lost\n将軍   10  1500   20     7\n", {}},
       {26, "Bot   Won   Elo  +/-  Lost\n将軍   10  1500   20     7\n", {}},
       {25, "Bot  Won  Elo +/- Lost\n将軍  10 1500  20    7\n", {}},
       {22, "Bot  Won  Elo +/- Lost\n将軍  10 1500  20    7\n", {}},
       {21, "Bot    Elo  +/-\n将軍  1500   20\n", {"Won", "Lost"}},
       {14, "Bot   Elo +/-\n将軍 1500  20\n", {"Won", "Lost"}},
       {12, "Bot    Elo\n将軍  1500\n", {"Won", "+/- of Elo", "Lost"}},
       {9, "Bot   Elo\n将軍 1500\n", {"Won", "+/- of Elo", "Lost"}},
       {3, "Bot   Elo\n将軍 1500\n", {"Won", "+/- of Elo", "Lost"}}}));
  CAPTURE(width);
  const auto fitted = table_of_ranks().fitted(width);
  CHECK(fitted.text == text);
  CHECK(fitted.left_out == left_out);
}

TEST_CASE("no line of a fitted table is wider than the terminal while a column can be left out") {
  CHECK(rc::check([] {
    const auto widths = *rc::gen::nonEmpty(
        rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(1, 12)));
    std::vector<TextTable::Column> columns;
    std::vector<std::string> cells;
    for (std::size_t i = 0; i < widths.size(); ++i) {
      columns.push_back({std::to_string(i), TextTable::Align::right, i});
      cells.emplace_back(widths[i], 'x');
    }
    TextTable table{columns};
    table.add(cells);
    const auto width = *rc::gen::inRange<std::size_t>(12, 80);
    const auto [text, left_out] = table.fitted(width);
    RC_ASSERT(text.find('\n') <= width);
    RC_ASSERT(left_out.size() < widths.size());
    for (std::size_t i = 0; i < left_out.size(); ++i) {  // the last columns, and no others
      RC_ASSERT(left_out[i] == std::to_string(widths.size() - left_out.size() + i));
    }
  }));
}

TEST_CASE("the line under a table names what does not fit and the command that shows it") {
  const std::vector<std::string> some{"p50", "max"};
  TextTable table{{{"bot"}, {"p50", TextTable::Align::right, 1}}};
  table.add({"x", "1"});
  CHECK(laid_out(table, {.columns = 80}) == table.text());
  CHECK(laid_out(table, {.columns = 4}) == table.fitted(4).text + "Left out: p50 (all: --wide or a pipe)\n");
  CHECK(layout_line(some, {.columns = 80}) == "Left out: p50, max (all: --wide or a pipe)\n");
  CHECK(layout_line({}, {.columns = 80, .legend = true}).empty());
  CHECK(layout_line({}, {.columns = 80, .legend = false}) == "--legend explains the columns.\n");
  CHECK(layout_line(some, {.columns = 80, .legend = false, .command = "tribunal standings results/a "}) ==
        "Left out: p50, max (all: tribunal standings results/a --wide or a pipe; meanings: --legend)\n");
}

TEST_CASE(
    "text is coloured line by line if the layout has colours, and keeps its width; commands stay whole") {
  const TextLayout plain{.columns = 20};
  const TextLayout coloured{.columns = 20, .colour = true};
  CHECK(inked(Ink::fault, "a\n\nb\n", plain) == "a\n\nb\n");
  CHECK(inked(Ink::fault, "a\n\nb\n", coloured) == "\x1b[31ma\x1b[0m\n\n\x1b[31mb\x1b[0m\n");
  CHECK(inked(Ink::warning, "a", coloured) == "\x1b[33ma\x1b[0m");
  const std::string wide = "twenty columns are few\n";
  const auto bare = fitted_text(wide, plain);
  CHECK(bare == "twenty columns are\n      few\n");
  CHECK(fitted_text(inked(Ink::legend, wide, coloured), coloured) ==
        "\x1b[2m" + bare.substr(0, bare.size() - 1) + "\x1b[0m\n");
  const std::string command = "  see again: tribunal replay results/cup --game 5\n";
  CHECK(fitted_text(command, plain) == command);
}

TEST_CASE("fields of comma-separated values are quoted where they must be") {
  CHECK(csv_line({"a", "", "b c"}) == "a,,b c,2\r\n");
  CHECK(csv_line({"a,b", "say \"x\"", "two\nlines"}) == "\"a,b\",\"say \"\"x\"\"\",\"two\nlines\",2\r\n");
}

/// The fields of one line, by the grammar of RFC 4180.
std::vector<std::string> csv_fields(const std::string& line) {
  std::vector<std::string> fields{""};
  bool quoted = false;
  for (std::size_t at = 0; at + 2 < line.size(); ++at) {
    const char character = line[at];
    if (quoted && character == '"' && line[at + 1] == '"') {
      fields.back() += line[++at];
    } else if (character == '"') {
      quoted = !quoted;
    } else if (character == ',' && !quoted) {
      fields.emplace_back();
    } else {
      fields.back() += character;
    }
  }
  return fields;
}

TEST_CASE("comma-separated values read back") {
  CHECK(rc::check([] {
    const auto fields = *rc::gen::nonEmpty(rc::gen::container<std::vector<std::string>>(
        rc::gen::container<std::string>(rc::gen::elementOf(std::string{"ab,\"\r\n "}))));
    auto shown = fields;
    shown.emplace_back("2");  // the version of the columns
    for (auto& field : shown)
      if (field.starts_with('\r')) field.insert(0, 1, '\'');  // not a formula for a spreadsheet
    RC_ASSERT(csv_fields(csv_line(fields)) == shown);
  }));
}

TEST_CASE("lines are broken between words where they are wider than the terminal") {
  CHECK(wrapped_to("short\nlines\n", 10) == "short\nlines\n");
  CHECK(wrapped_to("  seat 0  hand 9c 4c Kd\n", 16) == "  seat 0  hand\n      9c 4c Kd\n");
  CHECK(wrapped_to("abcdefghijklmnop\n", 14) == "abcdefghijklmn\n      op\n");
  CHECK(wrapped_to("\x1b[31m9\u2665\x1b[0m \x1b[31m4\u2665\x1b[0m\n", 5) ==
        "\x1b[31m9\u2665\x1b[0m \x1b[31m4\u2665\x1b[0m\n");  // colours take no columns
  CHECK(wrapped_to("将将将\n", 1) == "将\n将\n将\n");        // a character that fits nowhere has its own line
}

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

TEST_CASE("lines in Markdown keep their ends, and a block its letters") {
  CHECK(fitted_text("> one\n\ntwo\n", {.markdown = true}) == "\\> one  \n\ntwo  \n");
  CHECK(markdown_block("\n1  a\n") == "\n~~~~~~\n1  a\n~~~~~~\n");
  CHECK(markdown_block("").empty());
}

TEST_CASE("a table in Markdown keeps its columns and their sides") {
  TextTable table{{{"Bot", TextTable::Align::left}, {"Elo"}}};
  table.add({"a|b\nc", "1500"});
  CHECK(table.markdown() == "| Bot | Elo |\n| :-- | --: |\n| a\\|b?c | 1500 |\n");
}

}  // namespace
