#include "tournament/plan/plan.hpp"

#include <sstream>

#include <catch2/catch.hpp>

#include "support/scratch_folder.hpp"
#include "support/words.hpp"
#include "tournament/plan/tournament.hpp"
#include "tournament/schedule/formats/format.hpp"

using namespace tribunal;
using tribunal::testing::ScratchFolder;

namespace {

const std::string three_bots = R"(
[[bots]]
name = "ann"
command = "./ann"
[[bots]]
name = "bob"
command = "./bob --careful 'with spaces'"
[[bots]]
name = "cyd"
command = "python3 cyd.py"
)";

const std::string head = "name = \"cup\"\ngame = \"revolution\"\ndeals = 20\n";

/// The beginning of a plan with several games, which follow.
const std::string games_head = "name = \"cup\"\ndeals = 20\n";
const std::string two_games =
    "[[games]]\ngame = \"revolution\"\nrules = { scoring = \"advanced\", hands = 2 }\n"
    "[[games]]\nname = \"short\"\ngame = \"mitch\"\n[games.rules]\nhand_size = 3\n";

Result<Plan> plan_of(const std::string& text) { return parse_plan(text, "some/cup.toml"); }

std::string error_of(const std::string& text) {
  const auto plan = plan_of(text);
  return plan ? "no error" : plan.error().text();
}

}  // namespace

TEST_CASE("a plan that says the least gets the usual for the rest") {
  const auto plan = plan_of(head + three_bots).value();
  CHECK(plan.name == "cup");
  CHECK(plan.players == 3);
  CHECK(plan.deals == 20);
  CHECK(plan.limits == Limits{});
  CHECK(plan.permutations == Permutations::rotations);
  CHECK(plan.cores_per_table == 1);
  CHECK(plan.restart == Restart::never);
  CHECK_FALSE(plan.seed);
  CHECK_FALSE(plan.workers);
  REQUIRE(plan.bots.size() == 3);
  CHECK(plan.bots[1].name == "bob");
  CHECK(plan.bots[1].command.words == std::vector<std::string>{"./bob", "--careful", "with spaces"});
  CHECK(plan.bots[1].command.directory == std::filesystem::absolute("some"));
}

TEST_CASE("every key of a plan is heard") {
  const auto plan = plan_of(R"(
name = "autumn cup"
game = "revolution"
players = 2
deals = 7
seed = "42"
public_value = "DAX 18000"
permutations = "all"
workers = 4
cores_per_table = 2
restart = "match"
anchor = "ann=1600.5"
[rules]
scoring = "advanced"
hands = 2
tyrant = true
[limits]
move_ms = 50
game_ms = 2000
increment_ms = 10
startup_ms = 3000
on_fault = "strikes"
)" + three_bots + "directory = \"../there\"\nfiles = [\"weights.bin\"]\n")
                        .value();
  CHECK(plan.players == 2);
  CHECK(plan.seed == "42");
  CHECK(plan.public_value == "DAX 18000");
  CHECK(plan.permutations == Permutations::all);
  CHECK(plan.workers == 4);
  CHECK(plan.cores_per_table == 2);
  CHECK(plan.restart == Restart::match);
  CHECK(plan.anchors == std::vector{Anchor{"ann", 1600.5}});
  CHECK(plan.games.front().options == OptionTexts{{"scoring", "advanced"}, {"hands", "2"}, {"tyrant", "on"}});
  CHECK(plan.limits == Limits{50, 2000, 10, 3000, 0, FaultPolicy::strikes});
  CHECK(plan.bots[2].command.directory == std::filesystem::absolute("there"));
  CHECK(plan.bots[2].files == std::vector<std::string>{"weights.bin"});
}

TEST_CASE("a format is heard, with the keys that belong to it") {
  const auto shape_of = [](const std::string& keys, const std::string& last = "") {
    return schedule_of(plan_of(head + keys + three_bots + last).value()).value().shape();
  };
  CHECK(shape_of("").format == &formats::round_robin());
  CHECK(shape_of("format = \"round-robin\"\n").format == &formats::round_robin());
  CHECK(shape_of("format = \"sampled\"\n").format == &formats::sampled());
  const auto swiss = shape_of("format = \"swiss\"\nrounds = 4\n");
  CHECK(swiss.format == &formats::swiss());
  CHECK(swiss.setting("rounds") == 4);
  const auto knockout = shape_of("format = \"knockout\"\nadvance = 2\n");
  CHECK(knockout.format == &formats::knockout());
  CHECK(knockout.setting("advance") == 2);
  CHECK(shape_of("format = \"knockout\"\n").setting("advance") == 1);
  const auto gauntlet = shape_of("format = \"gauntlet\"\n", "candidate = true\n");
  CHECK(gauntlet.format == &formats::gauntlet());
  CHECK(gauntlet.candidates == std::vector<int>{2});
  const auto ladder = shape_of("players = 2\nformat = \"ladder\"\ntarget_error = 45\n", "candidate = true\n");
  CHECK(ladder.format == &formats::ladder());
  CHECK(ladder.setting("target_error") == 45);
}

TEST_CASE("a preset is a game") {
  const auto plan =
      plan_of("name = \"s\"\ngame = \"solitaire\"\nplayers = 1\ndeals = 1\n" + three_bots).value();
  CHECK(rules_of(plan).value().front().game() == "revolution");
  CHECK(rules_of(plan).value().front().seats() == 2);
}

TEST_CASE("a plan may have several games, each with rules of its own") {
  const auto plan = plan_of(games_head + two_games + three_bots).value();
  CHECK(plan.players == 3);
  CHECK(plan.games ==
        std::vector<PlannedGame>{{"revolution", "revolution", {{"scoring", "advanced"}, {"hands", "2"}}},
                                 {"short", "mitch", {{"hand_size", "3"}}}});
  const auto rules = rules_of(plan).value();
  REQUIRE(rules.size() == 2);
  CHECK(rules[0].game() == "revolution");
  CHECK(rules[1].game() == "mitch");
  CHECK(schedule_of(plan).value().size() == 120);  // 20 deals of 2 games, 3 seatings each
}

TEST_CASE("a plan with one game under [[games]] is the plan with that game") {
  const auto one = plan_of(games_head + "[[games]]\ngame = \"revolution\"\n" + three_bots).value();
  CHECK(one.games == plan_of(head + three_bots).value().games);
}

TEST_CASE("an error in a plan is one line with its place and what is expected") {
  const auto is_told = [](const std::string& text, const std::string& expected) {
    const auto error = error_of(text);
    CAPTURE(text);
    CHECK_THAT(error, Catch::Contains(expected));
    CHECK_THAT(error, Catch::StartsWith("some/cup.toml:"));
    CHECK(error.find('\n') == std::string::npos);
  };
  using Errors = std::vector<std::pair<std::string, std::string>>;
  const Errors of_keys{
      {"dealz = 3\n", "some/cup.toml:4:1: there is no key 'dealz'; did you mean 'deals'?"},
      {"\"de\\nals\" = 3\n", "some/cup.toml:4:1: there is no key 'de\\x0aals'; did you mean"},
      {"[limits]\nmove_sm = 3\n", "some/cup.toml:5:1: there is no key 'move_sm'; did you mean 'move_ms'?"},
      {"move_ms = 200\n",
       "some/cup.toml:4:1: 'move_ms' stands at the top of the plan, before the first line that begins with "
       "[; expected it under [limits]"},
      {"[limits]\nsandbox = \"none\"\n",
       "some/cup.toml:5:1: 'sandbox' stands under [limits]; expected it at the top of the plan"},
      {"players = 9\n", "some/cup.toml:4:11: "},
      {"players = 4\n", "a game of 4 players needs 4 bots, but there are 3"},
      {"seed = 42\n", "some/cup.toml:4:8: 'seed' must be a text"},
      {"seed = \"4\"\nsecret_file = \"f\"\n", "some/cup.toml:5:15: a secret comes from"},
      {"permutations = \"al\"\n", "'permutations' cannot be 'al'; did you mean 'all'?"},
      {"restart = \"always\"\n", "'restart' cannot be 'always'"},
      {"workers = 0\n", "'workers' must be a whole number from 1"},
      {"anchor = \"ann\"\n", "for example anchor = \"greedy=1500\""},
      {"anchor = \"ann=fast\"\n", "for example anchor = \"greedy=1500\""},
      {"anchor = \"zoe=1500\"\n", "there is no bot named 'zoe'"},
      {"rules = 4\n", "some/cup.toml:4:9: 'rules' must be a table"},
      {"[rules]\nhands = 2\nscoring = \"advancd\"\n", "some/cup.toml:6:11: "},
      {"[rules]\nhadns = 2\n", "some/cup.toml:5:9: revolution has no option 'hadns'"},
      {"[rules]\nhands = [2]\nscoring = \"advancd\"\n", "some/cup.toml:5:9: a rule is true or false"},
      {"[rules]\nhands = [2]\n", "some/cup.toml:5:9: a rule is true or false"},
      {"[limits]\nmove_ms = -1\n", "some/cup.toml:5:11: 'move_ms' must be a whole number"},
      {"[limits]\nmove_ms = 0\n", "a game may never end"},
      {"[limits]\nincrement_ms = 5\n", "needs 'game_ms'"},
      {"[limits]\non_fault = \"forgive\"\n", "'on_fault' cannot be 'forgive'"},
      {"format = \"swis\"\n", "some/cup.toml:4:10: 'format' cannot be 'swis'; did you mean 'swiss'?"},
      {"format = \"swiss\"\n", "some/cup.toml:4:10: this format needs 'rounds'; for example rounds = 7"},
      {"format = \"gauntlet\"\n",
       "some/cup.toml:4:10: this format needs bots on trial, each with a line candidate = true"},
      {"public_value = \"DAX 18000\\n\"\n", "some/cup.toml:4:16: a public value is 1 to 200"},
      {"public_value = \"DAX  18000\"\n", "some/cup.toml:4:16: a public value is 1 to 200"},
      {"rounds = 3\n", "some/cup.toml:4:10: 'rounds' belongs to format = \"swiss\""},
      {"format = \"swiss\"\nrounds = 3\nadvance = 2\n",
       "some/cup.toml:6:11: 'advance' belongs to format = \"knockout\""},
      {"format = \"swiss\"\nrounds = 0\n",
       "some/cup.toml:5:10: 'rounds' must be a whole number from 1 to 1000"},
      {"format = \"knockout\"\nadvance = 3\n",
       "some/cup.toml:5:11: 'advance' must be a whole number from 1 to 2"}};
  for (const auto& [keys, error] : of_keys) is_told(head + keys + three_bots, error);
  const Errors of_bots{
      {"comand = \"x\"\n", "did you mean 'command'?"},
      {"memory_mb = 64\n", "'memory_mb' stands under [[bots]]; expected it under [resources]"},
      {"[[bots]]\nname = \"ann\"\ncommand = \"x\"\n", "another bot named 'ann'"},
      {"[[bots]]\nname = \"a b\"\ncommand = \"x\"\n", "a bot's name is one word"},
      {"[[bots]]\nname = \"dan\"\n", "some/cup.toml:14:1: there is no 'command'"},
      {"[[bots]]\nname = \"dan\"\ncommand = \"\"\n", "'command' is empty"},
      {"[[bots]]\nname = \"dan\"\ncommand = \"./dan 'x\"\n", "some/cup.toml:16:11: "},
      {"files = \"weights\"\n", "'files' must be a list of texts"},
      {"candidate = true\n",
       "some/cup.toml:14:13: candidates belong to format = \"gauntlet\" or format = \"ladder\""},
      {"sha256 = \"12\"\n",
       "some/cup.toml:14:10: a hash is 64 hexadecimal digits in lower case, not '12'; 'tribunal commit PLAN' "
       "writes it"},
      {"candidate = 1\n", "some/cup.toml:14:13: 'candidate' must be true or false"}};
  for (const auto& [keys, error] : of_bots) is_told(head + three_bots + keys, error);
  const Errors of_games{
      {"games = []\n", "some/cup.toml:3:9: 'games' must be tables; expected a line [[games]] for each"},
      {"games = [\"mitch\"]\n", "some/cup.toml:3:9: 'games' must be tables"},
      {"[[games]]\nname = \"x\"\n", "some/cup.toml:3:1: there is no 'game'"},
      {"[[games]]\ngame = \"mich\"\n", "some/cup.toml:4:8: there is no game 'mich'; did you mean 'mitch'?"},
      {"[[games]]\ngame = \"mitch\"\nname = \"a b\"\n",
       "some/cup.toml:5:8: a game's name is one word of at most 40 bytes"},
      {"[[games]]\ngame = \"mitch\"\nrules = { hand_sise = 3 }\n",
       "some/cup.toml:5:23: mitch has no option 'hand_sise'; did you mean 'hand_size'?"},
      {"[[games]]\ngame = \"mitch-two-packs\"\n", "a game of 6 players needs 6 bots, but there are 3"},
      {"[[games]]\ngame = \"mitch\"\nrule = 3\n",
       "some/cup.toml:5:1: there is no key 'rule'; did you mean 'rules'?"}};
  for (const auto& [games, error] : of_games) is_told(games_head + games + three_bots, error);
  const Errors of_plans{
      {"name = \"cup\"\ngame = ", "some/cup.toml:2:8: "},
      {"game = \"revolution\"\ndeals = 20\n" + three_bots, "some/cup.toml:1:1: there is no 'name'"},
      {"name = \"cup\"\ngame = \"revolution\"\n" + three_bots,
       "there is no 'deals'; for example deals = 100"},
      {"name = \"a/b\"\ngame = \"revolution\"\ndeals = 1\n" + three_bots, "some/cup.toml:1:8: "},
      {"name = 3\ngame = \"revolution\"\ndeals = 1\n" + three_bots,
       "some/cup.toml:1:8: 'name' must be a text"},
      {"name = \"cup\"\ngame = \"revolutoin\"\ndeals = 1\n" + three_bots,
       "some/cup.toml:2:8: there is no game 'revolutoin'; did you mean 'revolution'?"},
      {"name = \"cup\"\ngame = \"revolution\"\ndeals = 0\n" + three_bots,
       "some/cup.toml:3:9: 'deals' must be a whole number from 1 to"},
      {"name = \"cup\"\ngame = \"revolution\"\ndeals = 2.5\n" + three_bots, "'deals' must be a whole number"},
      {head + "[[[[", "some/cup.toml:4:3: "},
      {head + "[ ]", "some/cup.toml:4:3: "},
      {head + two_games + three_bots,
       "some/cup.toml:2:8: in a plan with [[games]] each game has its own 'game'"},
      {games_head + "[rules]\nhands = 2\n" + two_games + three_bots,
       "some/cup.toml:3:1: in a plan with [[games]] each game has its own 'rules'"},
      {games_head + three_bots, "there is no 'game'; for example game = \"revolution\""},
      {games_head + two_games + "[[games]]\ngame = \"revolution\"\n" + three_bots,
       "some/cup.toml:12:8: there is another game named 'revolution'; expected a 'name' of its own"},
      {games_head + "players = 1\n" + two_games + three_bots, "some/cup.toml:3:11: "},
      {games_head + two_games + "[[games]]\ngame = \"cube\"\n[[games]]\ngame = \"snark\"\n" + three_bots,
       "some/cup.toml:12:8: session=cube is for exactly 2 players, not 3"},
      {head, "there are no bots; expected a line [[bots]]"},
      {head + "[bots]\nname = \"ann\"\n", "'bots' must be tables; expected a line [[bots]] for each"},
      {head + three_bots + "[[bots]]\nname = \"" + std::string(41, 'x') + "\"\ncommand = \"x\"\n",
       "at most 40 bytes"},
      {head + "format = \"ladder\"\n" + three_bots + "candidate = true\n",
       "some/cup.toml:4:10: this format needs 'target_error'; for example target_error = 30"},
      {head + "format = \"ladder\"\ntarget_error = 9\n" + three_bots + "candidate = true\n",
       "a ladder of 3 players needs 3 bots that are not candidates, but there are 2"},
      {"name = \"s\"\ngame = \"solitaire\"\nplayers = 1\ndeals = 1\nformat = \"sampled\"\n" + three_bots,
       "format sampled needs two or more players at a table"},
      {"name = \"cup\"\ngame = \"revolution\"\ndeals = 9000000\nformat = \"knockout\"\n" + three_bots,
       "some/cup.toml:3:9: a format with rounds has at most 10,000,000 games, not 27000024"}};
  for (const auto& [text, error] : of_plans) is_told(text, error);
}

TEST_CASE("the plans that come with Tribunal hold, and the document lists them") {
  const auto document = testing::content_of(TRIBUNAL_ROOT "/docs/tournaments.md");
  int plans = 0;
  for (const auto& entry : std::filesystem::directory_iterator{TRIBUNAL_ROOT "/tournaments"}) {
    if (entry.path().extension() != ".toml") continue;
    ++plans;
    const auto plan = parse_plan(read_plan_text(entry.path()).value(), entry.path());
    CAPTURE(entry.path());
    CHECK((plan ? std::string{"sound"} : plan.error().text()) == "sound");
    CHECK(plan->name == entry.path().stem());
    CHECK(plan->bots.size() >= 5);
    CHECK_THAT(document, Catch::Contains('`' + entry.path().stem().string() + '`'));
  }
  CHECK(plans >= 4);
  const auto demo =
      parse_plan(read_plan_text(TRIBUNAL_ROOT "/tournaments/demo.toml").value(), "demo.toml").value();
  CHECK(schedule_of(demo).value().size() >= 600);
}

TEST_CASE("the document explains every key of a plan") {
  const auto document = testing::content_of(TRIBUNAL_ROOT "/docs/plan.md");
  int keys_seen = 0;
  // The error for an unknown key without a similar key lists all keys.
  for (const auto& text :
       {head + "xyzzyxyzzy = 1\n" + three_bots, head + "[limits]\nxyzzyxyzzy = 1\n" + three_bots,
        head + "[resources]\nxyzzyxyzzy = 1\n" + three_bots, games_head + "[[games]]\nxyzzyxyzzy = 1\n",
        head + three_bots + "xyzzyxyzzy = 1\n"}) {
    auto keys = error_of(text);
    keys.erase(0, keys.find("expected ", keys.find(';')) + 9);
    std::istringstream words{keys};
    for (std::string word; words >> word;) {
      if (word.ends_with(',')) word.pop_back();
      if (word == "or") continue;
      const auto documented = document.contains('`' + word + '`') || document.contains("`[" + word + "]`") ||
                              document.contains("`[[" + word + "]]`");
      ++keys_seen;
      CAPTURE(word);
      CHECK(documented);
    }
  }
  CHECK(keys_seen >= 20);
}

TEST_CASE("a plan that cannot be read is an error in one line") {
  CHECK_THAT(load_tournament("no/such/plan.toml").error().text(),
             Catch::StartsWith("no/such/plan.toml: no such file"));
  CHECK_THAT(load_tournament("/").error().text(), Catch::StartsWith("/: is a folder; expected a plan"));
}

TEST_CASE("a bot's hash covers the files that its command names and those that the plan adds") {
  const ScratchFolder folder;
  folder.write("ann", "#!/bin/sh\n");
  folder.write("weights", "1 2 3");
  folder.write("cup.toml", head +
                               "players = 1\n[rules]\nmob = true\n[[bots]]\nname = \"ann\"\ncommand = "
                               "\"./ann\"\nfiles = [\"weights\"]\n");
  const auto hash = [&] { return load_tournament(folder / "cup.toml").value().sha256.at(0); };
  const auto before = hash();
  CHECK(before.size() == 64);
  CHECK(hash() == before);
  folder.write("weights", "1 2 4");
  const auto weights_changed = hash();
  CHECK(weights_changed != before);
  folder.write("ann", "#!/bin/bash\n");
  CHECK(hash() != weights_changed);
}

TEST_CASE("the number of deals in a plan's text is replaced, and nothing else") {
  for (const auto& [before, after] : std::vector<std::pair<std::string, std::string>>{
           {"deals = 40 # many\nname = \"é\"\n", "deals = 7 # many\nname = \"é\"\n"},
           {"# é\n\n  deals=1_000\r\nx = 1\n", "# é\n\n  deals=7\r\nx = 1\n"},
           {"\"deals\" = 0x10", "\"deals\" = 7"},
           {"[rules]\ndeals = 3\n", "[rules]\ndeals = 3\n"},
           {"deals = = 3\n", "deals = = 3\n"}})
    CHECK(with_deals(before, 7) == after);
}
