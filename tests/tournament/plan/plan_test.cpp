#include "tournament/plan/plan.hpp"

#include <fstream>
#include <sstream>

#include <catch2/catch.hpp>

#include "support/scratch_folder.hpp"
#include "tournament/plan/tournament.hpp"
#include "tournament/schedule/formats/formats.hpp"

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
  CHECK(plan.limits == Limits{50, 2000, 10, 3000, FaultPolicy::strikes});
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
  struct Example {
    std::string text;
    std::string error;
  };
  const auto example = GENERATE(values<Example>({
      {"name = \"cup\"\ngame = ", "some/cup.toml:2:8: "},
      {head + "dealz = 3\n" + three_bots,
       "some/cup.toml:4:1: there is no key 'dealz'; did you mean 'deals'?"},
      {head + "\"de\\nals\" = 3\n" + three_bots,
       "some/cup.toml:4:1: there is no key 'de\\x0aals'; did you mean"},
      {head + "[limits]\nmove_sm = 3\n" + three_bots,
       "some/cup.toml:5:1: there is no key 'move_sm'; did you mean 'move_ms'?"},
      {head + three_bots + "comand = \"x\"\n", "did you mean 'command'?"},
      {head + "move_ms = 200\n" + three_bots,
       "some/cup.toml:4:1: 'move_ms' stands at the top of the plan, before the first line that begins with "
       "[; "
       "expected it under [limits]"},
      {head + "[limits]\nsandbox = \"none\"\n" + three_bots,
       "some/cup.toml:5:1: 'sandbox' stands under [limits]; expected it at the top of the plan"},
      {head + three_bots + "memory_mb = 64\n",
       "'memory_mb' stands under [[bots]]; expected it under [resources]"},
      {"game = \"revolution\"\ndeals = 20\n" + three_bots, "some/cup.toml:1:1: there is no 'name'"},
      {"name = \"cup\"\ngame = \"revolution\"\n" + three_bots,
       "there is no 'deals'; for example deals = 100"},
      {"name = \"a/b\"\ngame = \"revolution\"\ndeals = 1\n" + three_bots, "some/cup.toml:1:8: "},
      {"name = 3\ngame = \"revolution\"\ndeals = 1\n" + three_bots,
       "some/cup.toml:1:8: 'name' must be a text"},
      {"name = \"cup\"\ngame = \"revolutoin\"\ndeals = 1\n" + three_bots,
       "some/cup.toml:2:8: there is no game 'revolutoin'; did you mean 'revolution'?"},
      {head + "players = 9\n" + three_bots, "some/cup.toml:4:11: "},
      {head + "players = 4\n" + three_bots, "a game of 4 players needs 4 bots, there are 3"},
      {"name = \"cup\"\ngame = \"revolution\"\ndeals = 0\n" + three_bots,
       "some/cup.toml:3:9: 'deals' must be a whole number from 1 to"},
      {"name = \"cup\"\ngame = \"revolution\"\ndeals = 2.5\n" + three_bots, "'deals' must be a whole number"},
      {head + "seed = 42\n" + three_bots, "some/cup.toml:4:8: 'seed' must be a text"},
      {head + "seed = \"4\"\nsecret_file = \"f\"\n" + three_bots, "some/cup.toml:5:15: a secret comes from"},
      {head + "permutations = \"al\"\n" + three_bots, "'permutations' cannot be 'al'; did you mean 'all'?"},
      {head + "restart = \"always\"\n" + three_bots, "'restart' cannot be 'always'"},
      {head + "workers = 0\n" + three_bots, "'workers' must be a whole number from 1"},
      {head + "anchor = \"ann\"\n" + three_bots, "for example anchor = \"greedy=1500\""},
      {head + "anchor = \"ann=fast\"\n" + three_bots, "for example anchor = \"greedy=1500\""},
      {head + "anchor = \"zoe=1500\"\n" + three_bots, "there is no bot of the name 'zoe'"},
      {head + "rules = 4\n" + three_bots, "some/cup.toml:4:9: 'rules' must be a table"},
      {head + "[rules]\nhands = 2\nscoring = \"advancd\"\n" + three_bots, "some/cup.toml:6:11: "},
      {head + "[rules]\nhadns = 2\n" + three_bots, "some/cup.toml:5:9: revolution has no option 'hadns'"},
      {head + "[rules]\nhands = [2]\nscoring = \"advancd\"\n" + three_bots,
       "some/cup.toml:5:9: a rule is true or false"},
      {head + "[rules]\nhands = [2]\n" + three_bots, "some/cup.toml:5:9: a rule is true or false"},
      {head + "[[[[", "some/cup.toml:4:1: '[[[[' names no table; expected a name, as in [limits]"},
      {head + "[ ]", "some/cup.toml:4:1: '[ ]' names no table"},
      {head + "[limits]\nmove_ms = -1\n" + three_bots,
       "some/cup.toml:5:11: 'move_ms' must be a whole number"},
      {head + "[limits]\nmove_ms = 0\n" + three_bots, "nothing would ever end"},
      {head + "[limits]\nincrement_ms = 5\n" + three_bots, "needs 'game_ms'"},
      {head + "[limits]\non_fault = \"forgive\"\n" + three_bots, "'on_fault' cannot be 'forgive'"},
      {head + two_games + three_bots,
       "some/cup.toml:2:8: in a plan with [[games]] each of them has its own 'game'"},
      {games_head + "[rules]\nhands = 2\n" + two_games + three_bots,
       "some/cup.toml:3:1: in a plan with [[games]] each of them has its own 'rules'"},
      {games_head + three_bots, "there is no 'game'; for example game = \"revolution\""},
      {games_head + "games = []\n" + three_bots,
       "some/cup.toml:3:9: 'games' must be tables; expected a line [[games]] for each"},
      {games_head + "games = [\"mitch\"]\n" + three_bots, "some/cup.toml:3:9: 'games' must be tables"},
      {games_head + "[[games]]\nname = \"x\"\n" + three_bots, "some/cup.toml:3:1: there is no 'game'"},
      {games_head + "[[games]]\ngame = \"mich\"\n" + three_bots,
       "some/cup.toml:4:8: there is no game 'mich'; did you mean 'mitch'?"},
      {games_head + two_games + "[[games]]\ngame = \"revolution\"\n" + three_bots,
       "some/cup.toml:12:8: there is another game of the name 'revolution'; expected a 'name' of its own"},
      {games_head + "[[games]]\ngame = \"mitch\"\nname = \"a b\"\n" + three_bots,
       "some/cup.toml:5:8: a game's name is one word of at most 40 bytes"},
      {games_head + "[[games]]\ngame = \"mitch\"\nrules = { hand_sise = 3 }\n" + three_bots,
       "some/cup.toml:5:23: mitch has no option 'hand_sise'; did you mean 'hand_size'?"},
      {games_head + "players = 1\n" + two_games + three_bots, "some/cup.toml:3:11: "},
      {games_head + "[[games]]\ngame = \"mitch-two-packs\"\n" + three_bots,
       "a game of 6 players needs 6 bots, there are 3"},
      {games_head + two_games + "[[games]]\ngame = \"cube\"\n[[games]]\ngame = \"snark\"\n" + three_bots,
       "some/cup.toml:12:8: session=cube is for exactly 2 players, not 3"},
      {games_head + "[[games]]\ngame = \"mitch\"\nrule = 3\n" + three_bots,
       "some/cup.toml:5:1: there is no key 'rule'; did you mean 'rules'?"},
      {head, "there are no bots; expected a line [[bots]]"},
      {head + "[bots]\nname = \"ann\"\n", "'bots' must be tables; expected a line [[bots]] for each"},
      {head + three_bots + "[[bots]]\nname = \"ann\"\ncommand = \"x\"\n", "another bot of the name 'ann'"},
      {head + three_bots + "[[bots]]\nname = \"a b\"\ncommand = \"x\"\n", "a bot's name is one word"},
      {head + three_bots + "[[bots]]\nname = \"" + std::string(41, 'x') + "\"\ncommand = \"x\"\n",
       "at most 40 bytes"},
      {head + three_bots + "[[bots]]\nname = \"dan\"\n", "some/cup.toml:14:1: there is no 'command'"},
      {head + three_bots + "[[bots]]\nname = \"dan\"\ncommand = \"\"\n", "'command' is empty"},
      {head + three_bots + "[[bots]]\nname = \"dan\"\ncommand = \"./dan 'x\"\n", "some/cup.toml:16:11: "},
      {head + three_bots + "files = \"weights\"\n", "'files' must be a list of texts"},
      {head + "format = \"swis\"\n" + three_bots,
       "some/cup.toml:4:10: 'format' cannot be 'swis'; did you mean 'swiss'?"},
      {head + "format = \"swiss\"\n" + three_bots,
       "some/cup.toml:4:10: this format needs 'rounds'; for example rounds = 7"},
      {head + "format = \"ladder\"\n" + three_bots + "candidate = true\n",
       "some/cup.toml:4:10: this format needs 'target_error'; for example target_error = 30"},
      {head + "format = \"gauntlet\"\n" + three_bots,
       "some/cup.toml:4:10: this format needs bots on trial, each with a line candidate = true"},
      {head + three_bots + "candidate = true\n",
       "some/cup.toml:14:13: candidates belong to format = \"gauntlet\" or format = \"ladder\""},
      {head + three_bots + "sha256 = \"12\"\n",
       "some/cup.toml:14:10: a hash is 64 hexadecimal digits in lower case, not '12'; 'tribunal commit PLAN' "
       "writes "
       "it"},
      {head + "public_value = \"DAX 18000\\n\"\n" + three_bots,
       "some/cup.toml:4:16: a public value is 1 to 200"},
      {head + "public_value = \"DAX  18000\"\n" + three_bots,
       "some/cup.toml:4:16: a public value is 1 to 200"},
      {head + three_bots + "candidate = 1\n", "some/cup.toml:14:13: 'candidate' must be true or false"},
      {head + "rounds = 3\n" + three_bots, "some/cup.toml:4:10: 'rounds' belongs to format = \"swiss\""},
      {head + "format = \"swiss\"\nrounds = 3\nadvance = 2\n" + three_bots,
       "some/cup.toml:6:11: 'advance' belongs to format = \"knockout\""},
      {head + "format = \"swiss\"\nrounds = 0\n" + three_bots,
       "some/cup.toml:5:10: 'rounds' must be a whole number from 1 to 1000"},
      {head + "format = \"knockout\"\nadvance = 3\n" + three_bots,
       "some/cup.toml:5:11: 'advance' must be a whole number from 1 to 2"},
      {head + "format = \"ladder\"\ntarget_error = 9\n" + three_bots + "candidate = true\n",
       "a ladder of 3 players needs 3 bots that are no candidates, there are 2"},
      {"name = \"s\"\ngame = \"solitaire\"\nplayers = 1\ndeals = 1\nformat = \"sampled\"\n" + three_bots,
       "format sampled needs two players at a table"},
      {"name = \"cup\"\ngame = \"revolution\"\ndeals = 9000000\nformat = \"knockout\"\n" + three_bots,
       "some/cup.toml:3:9: a format with rounds has at most 10,000,000 games, not 27000024"},
  }));
  const auto error = error_of(example.text);
  CAPTURE(example.text);
  CHECK_THAT(error, Catch::Contains(example.error));
  CHECK_THAT(error, Catch::StartsWith("some/cup.toml:"));
  CHECK(error.find('\n') == std::string::npos);
}

TEST_CASE("the plans that come with Tribunal hold, and the document lists them") {
  std::ifstream stream{TRIBUNAL_ROOT "/docs/tournaments.md"};
  const std::string document{std::istreambuf_iterator<char>{stream}, {}};
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
  std::ifstream stream{TRIBUNAL_ROOT "/docs/tournaments.md"};
  const std::string document{std::istreambuf_iterator<char>{stream}, {}};
  int keys_seen = 0;
  // The error for an unknown key with no near neighbour lists what there is.
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
