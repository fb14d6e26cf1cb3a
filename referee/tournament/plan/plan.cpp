#include "tournament/plan/plan.hpp"

#include <fmt/format.h>

#include "base/escape.hpp"
#include "base/spelling.hpp"
#include "base/text/utf8.hpp"
#include "base/try.hpp"
#include "tournament/plan/bot_names.hpp"
#include "tournament/plan/seeds.hpp"
#include "tournament/plan/toml/plan_table.hpp"
#include "tournament/schedule/formats/format.hpp"

namespace tribunal {
namespace {

/// Whether `name` can be the name of a bot or a game: it has no blank and no control character, and is not
/// too long.
bool is_a_word(std::string_view name) {
  return name.size() <= longest_word && !name.contains(' ') && std::ranges::none_of(name, is_control);
}

constexpr std::size_t longest_name = 100;
constexpr std::int64_t most_deals = 1'000'000'000'000;
constexpr int usual_players = 3;

constexpr std::string_view at_the_top = "at the top of the plan, before the first line that begins with [";
constexpr std::string_view under_limits = "under [limits]";
constexpr std::string_view under_limits_of_bot = "under [bots.limits]";
constexpr std::string_view under_resources = "under [resources]";
constexpr std::string_view under_build = "under [build]";
constexpr std::string_view under_bots = "under [[bots]]";
constexpr std::string_view under_games = "under [[games]]";

constexpr std::string_view tie_breaks_key = "tie_breaks";

/// The formats for which `holds` is true: `format = "gauntlet" or format = "ladder"`.
template <typename Holds>
std::string formats_that(const Holds& holds) {
  std::string text;
  for (const auto* const format : formats::all())
    if (holds(*format))
      text += (text.empty() ? "format = \"" : " or format = \"") + std::string{format->name()} + '"';
  return text;
}

bool has_key(const Format& format, std::string_view key) {
  if (key == tie_breaks_key) return format.has_tie_breaks();
  if (key == seeds_key) return format.has_seeds();
  return std::ranges::find(format.keys(), key, &FormatKey::name) != format.keys().end();
}

const Format& format_of(const PlanTable& table) {
  std::vector<std::string_view> names;
  for (const auto* const format : formats::all()) names.push_back(format->name());
  return *formats::all()[table.word("format", names).value_or(0)];
}

FormatSettings settings_of(const PlanTable& table, const Plan& plan) {
  FormatSettings settings;
  for (const auto& [key, highest, otherwise, example, flag] : plan.format->keys()) {
    const std::string name{key};
    if (flag) {
      if (table.flag(key)) settings[name] = 1;
      continue;
    }
    if (otherwise == 0 && !table.has(key))
      table.report("format", fmt::format("this format needs '{0}'; for example {0} = {1}", name, example));
    const auto most = highest(plan.players);
    const auto given = most < 1 ? std::nullopt : table.number(key, 1, most);
    settings[name] = given ? static_cast<int>(*given) : std::max(otherwise, 1);
  }
  return settings;
}

/// The default tie-breaks. The games between the tied bots come first. If these bots did not all meet, the
/// strength of their opponents follows, because a Swiss tournament assigns it unevenly. The results against
/// the strong opponents come last.
constexpr std::array usual_tie_breaks{TieBreak::direct_encounter, TieBreak::buchholz,
                                      TieBreak::sonneborn_berger};

std::vector<TieBreak> tie_breaks_of(const PlanTable& table, const Plan& plan) {
  if (!plan.format->has_tie_breaks()) return {};
  if (!table.has(tie_breaks_key)) return {usual_tie_breaks.begin(), usual_tie_breaks.end()};
  std::vector<TieBreak> rules;
  for (const auto& word : table.texts(tie_breaks_key)) {
    const auto rule = find_name<TieBreak>(word);
    if (!rule || std::ranges::count(rules, *rule) > 0) {
      table.report(tie_breaks_key,
                   fmt::format("'{}' is {}; expected some of {}, each once, in the order in which they count",
                               word, rule ? "given twice" : "not a tie-break", all_names<TieBreak>()));
      return {};
    }
    rules.push_back(*rule);
  }
  return rules;
}

void check_candidates(const PlanTable& table, const Plan& plan) {
  const auto candidate = std::ranges::find(plan.bots, true, &PlannedBot::candidate);
  if (plan.format->has_candidates() == (candidate != plan.bots.end())) return;
  if (plan.format->has_candidates())
    return table.report("format", "this format needs bots on trial, each with a line candidate = true");
  const auto at = static_cast<std::size_t>(candidate - plan.bots.begin());
  table.tables("bots").at(at).report(
      "candidate",
      "candidates belong to " + formats_that([](const Format& format) { return format.has_candidates(); }));
}

/// The reason that a bot cannot take part at the stated times. Empty if it can. `before` is the bot before it
/// in the plan.
std::string objection_to_joining(const Plan& plan, const PlannedBot& bot, const PlannedBot* before) {
  const auto joins_after = bot.stay.joins_after;
  if (before != nullptr && joins_after < before->stay.joins_after)
    return "bots must be in the order in which they join; expected the last to join at the end of the plan";
  if (joins_after == 0) return {};
  const std::string name{plan.format->name()};
  if (plan.format->newcomers() == Newcomers::nobody) return plan.format->closed_clause();
  if (plan.format->newcomers() == Newcomers::candidates)
    return "new candidates join a " + name +
           " when they are added at the end of its plan, without 'joins_after'";
  const auto most = plan.format->latest_joining({.deals = plan.deals, .settings = plan.settings});
  if (joins_after <= most) return {};
  return "'joins_after' is at most " + std::to_string(most) +
         (plan.format->in_rounds() ? ", so that a round is left" : ", the number of 'deals'");
}

void check_stays(const PlanTable& table, const Plan& plan) {
  const PlannedBot* before = nullptr;
  const auto entries = table.tables("bots");
  for (std::size_t i = 0; i < plan.bots.size(); ++i) {
    const auto& bot = plan.bots[i];
    if (const auto wrong = objection_to_joining(plan, bot, before); !wrong.empty())
      return entries.at(i).report("joins_after", wrong);
    if (bot.stay.withdrawn_after && *bot.stay.withdrawn_after < bot.stay.joins_after)
      return entries.at(i).report("withdrawn_after", "a bot is withdrawn after it has joined, not before");
    before = &bot;
  }
}

/// The keys that belong to any format.
std::vector<std::string_view> keys_of_formats() {
  std::vector<std::string_view> keys;
  for (const auto* const format : formats::all())
    for (const auto& key : format->keys()) keys.push_back(key.name);
  keys.push_back(tie_breaks_key);
  keys.push_back(seeds_key);
  return keys;
}

/// Reads the format of a plan and the keys that belong to it. Players and bots must have been read before.
void read_format(const PlanTable& table, Plan& plan) {
  plan.format = &format_of(table);
  for (const auto key : keys_of_formats()) {
    if (!table.has(key) || has_key(*plan.format, key)) continue;
    table.report(key, "'" + std::string{key} + "' belongs to " + formats_that([&](const Format& format) {
                        return has_key(format, key);
                      }) + "; expected that format, or a plan without this key");
  }
  check_candidates(table, plan);
  plan.settings = settings_of(table, plan);
  plan.tie_breaks = tie_breaks_of(table, plan);
  check_stays(table, plan);
}

std::vector<std::string_view> keys_of(const auto& fields, std::vector<std::string_view> others = {}) {
  std::vector<std::string_view> keys;
  for (const auto& field : fields) keys.emplace_back(field.key);
  keys.insert(keys.end(), others.begin(), others.end());
  return keys;
}

/// Writes the numbers that the plan states to `owner`.
template <class Owner, class Number, std::size_t count>
void read_numbers(const PlanTable& table, const std::array<NumberField<Owner, Number>, count>& fields,
                  Owner& owner) {
  for (const auto& field : fields)
    if (const auto value = table.number(field.key, field.lowest, field.highest))
      owner.*field.member = static_cast<Number>(*value);
}

/// All keys of plans, except for rules of games.
const std::vector<PlanPart>& parts_of_plans() {
  static const std::vector<PlanPart> parts = [] {
    PlanPart top{at_the_top,
                 {"name",        "game",         "games",      "players",      "deals",   "seed",
                  "secret_file", "public_value", "commitment", "permutations", "workers", "cores_per_table",
                  "restart",     "anchor",       "rules",      "limits",       "sandbox", "resources",
                  "build",       "bots",         "format"}};
    const auto of_formats = keys_of_formats();
    top.keys.insert(top.keys.end(), of_formats.begin(), of_formats.end());
    return std::vector<PlanPart>{std::move(top),
                                 {under_limits, keys_of(all_limit_fields, {"on_fault", "clock"})},
                                 {under_limits_of_bot, keys_of(all_limit_fields)},
                                 {under_resources, keys_of(resource_fields)},
                                 {under_build, keys_of(build_fields)},
                                 {under_bots,
                                  {"name", "command", "build", "sha256", "directory", "files", "sees",
                                   "candidate", "optional", "joins_after", "withdrawn_after", "limits"}},
                                 {under_games, {"game", "name", "rules"}}};
  }();
  return parts;
}

void read_name(const PlanTable& table, Plan& plan) {
  plan.name = table.required_text("name", "name = \"autumn cup\"");
  if (plan.name.size() > longest_name || plan.name.starts_with('.') || plan.name.contains('/') ||
      std::ranges::any_of(plan.name, is_control)) {
    table.report("name", "a tournament's name has at most " + std::to_string(longest_name) +
                             " bytes, no '/', no control character and does not begin with a dot; not '" +
                             plan.name + "'");
  }
}

void read_secret(const PlanTable& table, const std::filesystem::path& folder, Plan& plan) {
  plan.seed = table.text("seed");
  if (const auto file = table.text("secret_file")) plan.secret_file = folder / *file;
  if (plan.seed && plan.secret_file)
    table.report("secret_file", "a secret comes from 'seed' or from 'secret_file', not from both");
  plan.public_value = table.text("public_value");
  if (plan.public_value && !is_public_value(*plan.public_value))
    table.report("public_value", public_value_rule);
  const auto commitment = table.text("commitment");
  if (commitment) plan.commitment = from_hex(*commitment);
  if (commitment && !plan.commitment)
    table.report("commitment", "a commitment is 64 hexadecimal digits in lower case, not '" + *commitment +
                                   "'; 'tribunal commit' prints it");
}

void read_running(const PlanTable& table, Plan& plan) {
  plan.permutations = table.choice<Permutations>("permutations").value_or(plan.permutations);
  plan.restart = table.choice<Restart>("restart").value_or(plan.restart);
  if (const auto workers = table.number("workers", 1, 1024)) plan.workers = static_cast<int>(*workers);
  plan.cores_per_table = static_cast<int>(table.number("cores_per_table", 0, 1024).value_or(1));
}

/// Reports limits that contradict each other.
void check_limits(const PlanTable& table, const Limits& limits) {
  if (limits.move_ms == 0 && limits.game_ms == 0) {
    table.report("move_ms",
                 "without a limit per move or per game a game may never end; for example move_ms = 1000");
  }
  if (limits.increment_ms > 0 && limits.game_ms == 0)
    table.report("increment_ms", "'increment_ms' needs 'game_ms', the time to which it adds");
  if (limits.bank_ms > 0 && limits.game_ms > 0) {
    table.report("bank_ms",
                 "'bank_ms' and 'game_ms' exclude each other: the former is time for moves that take longer "
                 "than 'move_ms', the latter for the whole game");
  }
  if (limits.bank_ms > 0 && limits.move_ms == 0)
    table.report("bank_ms",
                 "'bank_ms' needs 'move_ms' above 0: it is time for moves that take longer than that limit");
}

void read_limits(const PlanTable& table, Limits& limits) {
  table.allow_only(parts_of_plans(), under_limits);
  read_numbers(table, all_limit_fields, limits);
  limits.on_fault = table.choice<FaultPolicy>("on_fault").value_or(limits.on_fault);
  limits.clock = table.choice<ClockKind>("clock").value_or(limits.clock);
  check_limits(table, limits);
}

/// The limits of a bot: those of the plan with the bot's own keys on top. None if the bot has no limits of
/// its own.
std::optional<Limits> read_own_limits(const PlanTable& bot, const Limits& of_plan) {
  if (!bot.has("limits")) return std::nullopt;
  const auto table = bot.table("limits");
  table.allow_only(parts_of_plans(), under_limits_of_bot);
  auto limits = of_plan;
  read_numbers(table, all_limit_fields, limits);
  check_limits(table, limits);
  return limits == of_plan ? std::nullopt : std::optional{limits};
}

void read_sandbox(const PlanTable& table, Plan& plan) {
  plan.sandbox = table.choice<SandboxLevel>("sandbox");
  const auto given = table.table("resources");
  given.allow_only(parts_of_plans(), under_resources);
  read_numbers(given, resource_fields, plan.resources);
  const auto build = table.table("build");
  build.allow_only(parts_of_plans(), under_build);
  read_numbers(build, build_fields, plan.build);
}

Stay read_stay(const PlanTable& table) {
  const auto number = [&](std::string_view key) { return table.number(key, 0, most_deals); };
  const auto joins_after = static_cast<std::uint64_t>(number("joins_after").value_or(0));
  const auto withdrawn_after = number("withdrawn_after");
  if (!withdrawn_after) return {joins_after};
  return {joins_after, static_cast<std::uint64_t>(*withdrawn_after)};
}

std::string read_sha256(const PlanTable& table) {
  const auto text = table.text("sha256");
  if (text && !from_hex(*text))
    table.report("sha256", "a hash is 64 hexadecimal digits in lower case, not '" + *text +
                               "'; 'tribunal commit PLAN' writes it");
  return text.value_or("");
}

PlannedBot read_bot(const PlanTable& table, const std::filesystem::path& folder, const Limits& limits) {
  table.allow_only(parts_of_plans(), under_bots);
  PlannedBot bot;
  bot.name = table.required_text("name", "name = \"greedy\"");
  if (!is_a_word(bot.name) || !needs_no_quotes(bot.name))
    table.report("name", "a bot's name is one word of at most " + std::to_string(longest_word) + " bytes, " +
                             std::string{rule_of_bot_names} + "; not '" + harmless(bot.name) + "'");
  bot.name = appearance_of(bot.name, LetterCase::matters);  // one name for all forms of accents
  bot.command_text = table.required_text("command", "command = \"python3 mybot.py\"");
  const auto given = table.text("directory");
  const auto directory = given ? (folder / *given).lexically_normal() : folder;
  if (auto command = parse_command(bot.command_text, directory)) {
    bot.command = std::move(*command);
    if (std::ranges::any_of(bot.command.words.front(), is_control)) {
      table.report(
          "command",
          "the program of 'command' has a control character in its name, because a backslash in double "
          "quotes begins one; expected single quotes, which leave it as it is");
    }
  } else {
    table.report("command", command.error().message);
  }
  bot.build = table.text("build").value_or("");
  if (!bot.build.empty() && !given)
    table.report("build",
                 "'build' needs the folder of the bot's source; expected directory = \"...\" beside it");
  bot.sha256 = read_sha256(table);
  bot.files = table.texts("files");
  bot.has_directory = given.has_value();
  bot.candidate = table.flag("candidate");
  bot.optional = table.flag("optional");
  bot.limits = read_own_limits(table, limits);
  bot.stay = read_stay(table);
  for (const auto& path : table.texts("sees")) bot.sees.push_back((directory / path).lexically_normal());
  return bot;
}

void read_bots(const PlanTable& table, const std::filesystem::path& folder, Plan& plan) {
  const auto entries = table.tables("bots");
  SimilarNames names;
  for (const auto& entry : entries) {
    auto bot = read_bot(entry, folder, plan.limits);
    bot.position = plan.bots.size();
    const auto similar = names.add(bot.name);
    if (std::ranges::find(plan.bots, bot.name, &PlannedBot::name) != plan.bots.end())
      entry.report("name", "there is another bot named '" + bot.name + "'; names must differ");
    else if (!similar.empty())
      entry.report("name", "the names '" + similar + "' and '" + bot.name +
                               "' look alike; names must differ in more than the case of letters");
    plan.bots.push_back(std::move(bot));
  }
  if (entries.empty())
    table.report("bots", "there are no bots; expected a line [[bots]] with a name and a command for each");
}

void read_anchors(const PlanTable& table, Plan& plan) {
  for (const auto& text : table.text_or_texts("anchor")) {
    auto anchor = parse_anchor(text);
    if (!anchor) {
      return table.report(
          "anchor", "'" + harmless(text) +
                        "' is not an anchor; expected a bot's name and its rating, for example anchor = "
                        "\"greedy=1500\", or a list of them: [\"greedy=1500\", \"careful=1550+-30\"]");
    }
    if (std::ranges::find(plan.bots, anchor->bot, &PlannedBot::name) == plan.bots.end())
      return table.report("anchor", "there is no bot named '" + anchor->bot + "' to be the anchor" +
                                        suggestion(anchor->bot, plan.names()));
    if (std::ranges::find(plan.anchors, anchor->bot, &Anchor::bot) != plan.anchors.end())
      return table.report("anchor", "the bot '" + anchor->bot + "' is an anchor twice; expected one rating");
    plan.anchors.push_back(*std::move(anchor));
  }
}

/// Puts the bots in the order of the seeds.
void read_seeds(const PlanTable& table, Plan& plan) {
  if (!table.has(seeds_key)) return;
  if (table.entries().get(seeds_key)->is_string())
    return table.report(seeds_key, "the file of seeds is not read here; expected a list of bots' names");
  for (auto name : table.texts(seeds_key)) {
    name = appearance_of(name, LetterCase::matters);
    if (std::ranges::find(plan.bots, name, &PlannedBot::name) == plan.bots.end())
      return table.report(seeds_key, "there is no bot named '" + harmless(name) + "' to be seeded" +
                                         suggestion(name, plan.names()));
    if (std::ranges::find(plan.seeds, name) != plan.seeds.end())
      return table.report(seeds_key, "the bot '" + name + "' is seeded twice; expected each once");
    plan.seeds.push_back(name);
  }
  std::ranges::stable_sort(plan.bots, {}, [&](const PlannedBot& bot) {
    return std::pair{bot.stay.joins_after, std::ranges::find(plan.seeds, bot.name) - plan.seeds.begin()};
  });
}

OptionTexts read_rules(const PlanTable& rules) {
  OptionTexts options;
  for (const auto& [key, value] : rules.entries()) {
    if (const auto* const flag = value.as_boolean()) {
      options.emplace(key.str(), flag->get() ? "on" : "off");
    } else if (const auto* const number = value.as_integer()) {
      options.emplace(key.str(), std::to_string(number->get()));
    } else if (const auto* const text = value.as_string()) {
      options.emplace(key.str(), text->get());
    } else {
      rules.report(key.str(), "a rule is true or false, a whole number or a word in quotes");
    }
  }
  return options;
}

/// The first rule, in the order of the file, that makes the rules invalid. The error points to it.
std::string_view first_refused(const PlanTable& rules, const PlannedGame& game, int players) {
  std::vector<std::pair<std::string_view, toml::source_position>> keys;
  for (const auto& [key, value] : rules.entries()) keys.emplace_back(key.str(), key.source().begin);
  std::ranges::sort(keys, {}, [](const auto& key) { return std::pair{key.second.line, key.second.column}; });
  OptionTexts so_far;
  for (const auto& [key, position] : keys) {
    const auto option = game.options.find(key);
    if (option == game.options.end()) continue;  // its value is invalid, which has been reported
    so_far.insert(*option);
    if (!make_rules(game.game, players, so_far)) return key;
  }
  return {};
}

/// The number of players of a plan that does not state it: three if all games are meant for three. Otherwise
/// the smallest number that all games are meant for, or else that their rules allow.
int players_by_default(const std::vector<PlannedGame>& games) {
  const auto allowed = [&](int players, bool unusual) {
    return std::ranges::all_of(games, [&](const auto& game) {
      const auto rules = make_rules(game.game, players, game.options);
      return rules && (unusual || rules->is_usual());
    });
  };
  int usual = usual_players;
  for (const auto& game : games) {
    if (const auto* const info = find_game(game.game))
      usual = std::clamp(usual, info->fewest_players, info->most_players);
  }
  for (const bool unusual : {false, true}) {
    if (allowed(usual, unusual)) return usual;
    for (int players = 1; players <= max_seats; ++players)
      if (allowed(players, unusual)) return players;
  }
  return usual;
}

/// The tables that name the games: those of `[[games]]`, or the plan itself.
std::vector<PlanTable> tables_of_games(const PlanTable& plan) {
  if (!plan.has("games")) return {plan};
  for (const auto* const key : {"game", "rules"}) {
    if (plan.has(key))
      plan.report(key, "in a plan with [[games]] each game has its own '" + std::string{key} + "'");
  }
  auto games = plan.tables("games");
  for (const auto& game : games) game.allow_only(parts_of_plans(), under_games);
  return games;
}

/// The name of one of several games in a plan.
std::string read_name_of_game(const PlanTable& table, const std::string& usual) {
  auto name = table.text("name").value_or(usual);
  if (!is_a_word(name) || name.empty())
    table.report("name", "a game's name is one word of at most " + std::to_string(longest_word) + " bytes");
  return name;
}

/// Reports errors in the rules of `game`, which `table` states.
void check_rules(const PlanTable& plan, const PlanTable& table, const PlannedGame& game, int players) {
  const auto rules = make_rules(game.game, players, game.options);
  if (rules) return;
  if (find_game(game.game) == nullptr) return table.report("game", rules.error().message);
  const auto plain = make_rules(game.game, players, {});
  if (plain || plain.error() != rules.error()) {
    const auto given = table.table("rules");
    return given.report(first_refused(given, game, players), rules.error().message);
  }
  if (plan.has("players")) return plan.report("players", rules.error().message);
  table.report("game", rules.error().message);
}

void read_games(const PlanTable& table, Plan& plan) {
  const auto tables = tables_of_games(table);
  for (const auto& entry : tables) {
    PlannedGame game;
    game.game = entry.required_text("game", "game = \"revolution\" (tribunal games lists them)");
    game.name = table.has("games") ? read_name_of_game(entry, game.game) : game.game;
    game.options = read_rules(entry.table("rules"));
    if (std::ranges::find(plan.games, game.name, &PlannedGame::name) != plan.games.end()) {
      entry.report(entry.has("name") ? "name" : "game",
                   "there is another game named '" + game.name + "'; expected a 'name' of its own");
    }
    plan.games.push_back(std::move(game));
  }
  const auto players = table.number("players", 1, max_seats);
  plan.players = players ? static_cast<int>(*players) : players_by_default(plan.games);
  for (std::size_t i = 0; i < tables.size(); ++i) check_rules(table, tables[i], plan.games[i], plan.players);
}

Plan read_plan(const PlanTable& table, const std::filesystem::path& folder) {
  table.allow_only(parts_of_plans(), at_the_top);
  Plan plan;
  read_name(table, plan);
  read_games(table, plan);
  if (!table.has("deals")) table.report("deals", "there is no 'deals'; for example deals = 100");
  plan.deals = static_cast<std::uint64_t>(table.number("deals", 1, most_deals).value_or(1));
  read_secret(table, folder, plan);
  read_running(table, plan);
  read_limits(table.table("limits"), plan.limits);
  read_sandbox(table, plan);
  read_bots(table, folder, plan);
  read_anchors(table, plan);
  read_format(table, plan);
  read_seeds(table, plan);
  if (const auto schedule = schedule_of(plan); !schedule) {
    table.report(plan.bots.size() < static_cast<std::size_t>(plan.players) ? "bots" : "deals",
                 schedule.error().message);
  }
  return plan;
}

}  // namespace

Result<Plan> parse_plan(std::string_view text, const std::filesystem::path& file) {
  auto plan = read_toml(text, file.string(), [&](const PlanTable& table) {
    return read_plan(table, std::filesystem::absolute(file).parent_path());
  });
  if (plan) plan->file = file;
  return plan;
}

Result<std::vector<Rules>> rules_of(const Plan& plan) {
  std::vector<Rules> all;
  for (const auto& game : plan.games) {
    auto rules = TRY(make_rules(game.game, plan.players, game.options));
    all.push_back(std::move(rules));
  }
  return all;
}

Result<Schedule> schedule_of(const Plan& plan) {
  Shape shape{.bots = static_cast<int>(plan.bots.size()),
              .seats = plan.players,
              .deals = plan.deals,
              .games = static_cast<int>(plan.games.size()),
              .permutations = plan.permutations,
              .format = plan.format,
              .settings = plan.settings,
              .tie_breaks = plan.tie_breaks};
  for (std::size_t bot = 0; bot < plan.bots.size(); ++bot)
    if (plan.bots[bot].candidate) shape.candidates.push_back(static_cast<int>(bot));
  const auto is_usual = [](const PlannedBot& bot) { return bot.stay == Stay{}; };
  if (!std::ranges::all_of(plan.bots, is_usual))
    for (const auto& bot : plan.bots) shape.stays.push_back(bot.stay);
  return Schedule::make(shape);
}

}  // namespace tribunal
