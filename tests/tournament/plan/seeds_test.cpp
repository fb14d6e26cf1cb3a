#include "tournament/plan/seeds.hpp"

#include <fstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "tournament/plan/elos.hpp"
#include "tournament/plan/plan.hpp"

using namespace tribunal;

namespace {

using Names = std::vector<std::string>;

/// A table with these rows.
std::string table_of(const std::string& rows, const std::string& schema = "2") {
  return R"({"schema": )" + schema + R"(, "standings": {"rows": [)" + rows + "]}}";
}

RatedBot rated(std::string name, std::optional<double> elo) {
  auto bot = name;
  return {.bot = std::move(bot), .name = std::move(name), .sha256 = "", .elo = elo};
}

const std::string plan_head = R"(name = "cup"
game = "mitch"
players = 2
deals = 1
format = "knockout"
)";

std::string with_bots(const Names& names) {
  std::string text;
  for (const auto& name : names) text += "[[bots]]\nname = \"" + name + "\"\ncommand = \"greedy\"\n";
  return text;
}

Names order_of(const Plan& plan) {
  Names names;
  for (const auto& bot : plan.bots) names.push_back(bot.name);
  return names;
}

}  // namespace

TEST_CASE("a rating table is read with the version, the bound and the Elo of each bot") {
  const auto table = parse_rating_table(table_of(
      R"({"bot": "a@11111111", "name": "a", "sha256": "11", "superseded": true, "sweep": null, "elo": 1500.5, "elo_error": 20},
         {"bot": "a@22222222", "name": "a", "sha256": null, "superseded": false, "sweep": "perfect", "elo": 1900, "elo_error": null},
         {"bot": "the Mob", "name": "the Mob", "by_referee": true, "elo": 1000},
         {"bot": "old", "elo": null})"));
  REQUIRE(table.has_value());
  REQUIRE(table->size() == 3);
  CHECK(table->at(0) == RatedBot{.bot = "a@11111111",
                                 .name = "a",
                                 .sha256 = "11",
                                 .superseded = true,
                                 .elo = 1500.5,
                                 .elo_error = 20});
  CHECK(table->at(1) ==
        RatedBot{.bot = "a@22222222", .name = "a", .sha256 = "", .is_bound = true, .elo = 1900});
  CHECK(table->at(2) == RatedBot{.bot = "old", .name = "old"});
}

TEST_CASE("what is not a rating table is refused with what is wrong and what is expected") {
  const std::string row = R"({"bot": "a", "elo": 1})";
  const auto [text, wrong] = GENERATE_COPY(table<std::string, std::string>({
      {"", "it is not JSON from byte"},
      {"[]", "it should be a JSON object"},
      {"{", "it is not JSON from byte"},
      {"{}", "has no 'schema'"},
      {table_of(row, "1"), "has the schema 1"},
      {table_of(row, "\"2\""), "has the schema"},
      {table_of(row, "2.0"), "has the schema"},
      {R"({"schema": 2})", "the table lacks \"standings\""},
      {R"({"schema": 2, "standings": {"rows": {}}})", "\"rows\" of \"standings\" should be a list"},
      {table_of(""), "has no bot"},
      {table_of("1"), "row 1 lacks \"bot\""},
      {table_of(R"({"elo": 1})"), "row 1 lacks \"bot\""},
      {table_of(R"({"bot": "a"})"), "row 1 lacks \"elo\", a number or null"},
      {table_of(R"({"bot": "a", "elo": "1500"})"), "\"elo\" of row 1 should be a number"},
      {table_of(R"({"bot": "a", "elo": 1e7})"), "\"elo\" of row 1 should be a number from"},
      {table_of(R"({"bot": "a", "elo": NaN})"), "it is not JSON from byte"},
      {table_of(R"({"bot": "a", "elo": 1, "elo_error": true})"), "\"elo_error\" of row 1 should be a number"},
      {table_of(R"({"bot": "a", "elo": 1, "superseded": 1})"),
       "\"superseded\" of row 1 should be true or false"},
      {table_of(row + ", " + row), "has the bot 'a' twice"},
      {table_of(R"({"bot": "b@11111111", "elo": 1}, {"bot": "b@22222222", "elo": 1})"),
       "does not say which version of 'b' is the newest"},
      {table_of(R"({"bot": "x", "name": "b", "sha256": "1", "elo": 1},
                   {"bot": "y", "name": "b", "sha256": "2", "elo": 1})"),
       "two newest versions of 'b'"},
      {std::string(100, '['), "nested more than 16 deep"},
      {table_of(R"({"bot": ")" + std::string(256, 'a') + R"(", "elo": 1})"), "row 1 has a name of 256 bytes"},
  }));
  const auto read = parse_rating_table(text);
  REQUIRE(!read.has_value());
  CHECK(read.error().message.find(wrong) != std::string::npos);
  CHECK(read.error().message.find("; expected the JSON that") != std::string::npos);
  CHECK(read.error().message.find('\n') == std::string::npos);
}

TEST_CASE("seeds go by the Elo of the newest version, equals and the unrated by the plan") {
  std::vector<RatedBot> table{rated("c", 1700), rated("a", 1500), rated("b", 1700), rated("d", std::nullopt),
                              rated("stranger", 3000)};
  table.push_back(
      {.bot = "a@1", .name = "a", .sha256 = "1", .superseded = true, .is_bound = false, .elo = 2500});
  table.front().is_bound = true;
  const auto seeding = seeding_of({"a", "b", "c", "d", "e"}, table);
  CHECK(seeding.order == Names{"b", "c", "a"});
  CHECK(seeding.bounds == Names{"c"});
  CHECK(seeding.unrated == Names{"d"});
  CHECK(seeding.absent == Names{"e"});
}

TEST_CASE("a list of seeds is the order of the bots, and others follow in the order of the text") {
  const auto text = plan_head + "seeds = [\"d\", \"b\"]\n" + with_bots({"a", "b", "c", "d"});
  const auto plan = parse_plan(text, "cup.toml");
  REQUIRE(plan.has_value());
  CHECK(order_of(*plan) == Names{"d", "b", "a", "c"});
  CHECK(plan->bots[0].position == 3);
  CHECK(plan->seeds == Names{"d", "b"});
}

TEST_CASE("bots that join later come after those that are there before, whatever their seeds") {
  auto text = plan_head + "seeds = [\"late\", \"b\"]\nrounds = 3\n" + with_bots({"a", "b", "late"}) +
              "joins_after = 1\n";
  text.replace(text.find("knockout"), 8, "swiss");
  const auto plan = parse_plan(text, "cup.toml");
  REQUIRE(plan.has_value());
  CHECK(order_of(*plan) == Names{"b", "a", "late"});
}

TEST_CASE("a file of seeds becomes a list in the text of the plan, and nothing else changes") {
  const auto commented = std::string{"# Käfer \xf0\x9f\x90\x9e\n"} + plan_head;
  const auto bots = with_bots({"a", "b"});
  const auto recorded = [&](const std::string& name) {
    CHECK(name == "cup");
    return plan_head + "seeds = [\"b\", \"a\"]\n" + bots;
  };
  const auto seeded =
      with_seeds(commented + "seeds   =  'no such.json' # best first\n" + bots, "cup.toml", recorded);
  REQUIRE(seeded.has_value());
  CHECK(seeded->text == commented + "seeds   =  [\"b\",\"a\"] # best first\n" + bots);
  REQUIRE(seeded->remarks.size() == 1);
  CHECK(seeded->remarks[0].find("can no longer be used") != std::string::npos);
  const auto listed = commented + "seeds = [\"a\"]\n" + bots;
  CHECK(with_seeds(listed, "cup.toml")->text == listed);
  CHECK(with_seeds("no plan = = \n", "cup.toml")->text == "no plan = = \n");
}

TEST_CASE("a file of seeds that is missing is refused with its place in the plan") {
  const auto refused = with_seeds(plan_head + "seeds = 'no such.json'\n" + with_bots({"a", "b"}), "cup.toml");
  REQUIRE(!refused.has_value());
  CHECK(refused.error().place.line == 6);
  CHECK(refused.error().message.find("no such file; expected the JSON") != std::string::npos);
}
