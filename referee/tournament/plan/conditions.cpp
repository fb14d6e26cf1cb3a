#include "tournament/plan/conditions.hpp"

#include <fmt/format.h>

#include <climits>
#include <nlohmann/json.hpp>

#include "record/json_line.hpp"
#include "tournament/schedule/formats/format.hpp"

namespace tribunal {
namespace {

using Json = nlohmann::ordered_json;

constexpr int deepest_text = 8;  // nesting of identities and conditions

Json json_of(const auto& owner, const auto& fields) {
  Json json = Json::object();
  for (const auto& field : fields) json[field.key] = owner.*field.member;
  return json;
}

Json limits_json(const Limits& limits) {
  auto json = json_of(limits, limit_fields);
  for (const auto& field : later_limit_fields)
    if (limits.*field.member != 0) json[field.key] = limits.*field.member;
  json["on_fault"] = name_of(limits.on_fault);
  if (limits.clock != ClockKind::wall) json["clock"] = name_of(limits.clock);  // absent in older stores
  return json;
}

Limits limits_from(JsonFields& fields) {
  Limits limits;
  for (const auto& field : limit_fields) limits.*field.member = fields.number(field.key, 0, field.highest);
  for (const auto& field : later_limit_fields)
    if (fields.has(field.key)) limits.*field.member = fields.number(field.key, 1, field.highest);
  if (!is_bank_clear(limits)) fields.refuse("\"bank_ms\" cannot be combined with the other limits");
  const auto on_fault = find_name<FaultPolicy>(fields.text("on_fault"));
  const auto clock = fields.has("clock") ? find_name<ClockKind>(fields.text("clock")) : limits.clock;
  if (!on_fault || !clock) fields.refuse("\"on_fault\" or \"clock\" of the limits is unknown");
  limits.on_fault = on_fault.value_or(limits.on_fault);
  limits.clock = clock.value_or(limits.clock);
  return limits;
}

/// The limits of bots that have limits of their own. Empty if the member is absent.
std::map<std::string, Limits> limits_of_bots(JsonFields& fields, std::string& problem) {
  std::map<std::string, Limits> all;
  if (!fields.has("bot_limits")) return all;
  for (const auto& [bot, object] : fields.object("bot_limits").items()) {
    if (!object.is_object()) {
      fields.refuse("\"bot_limits\" should hold the limits of bots");
      return all;
    }
    JsonFields limits{object, "the limits of a bot", problem};
    all.emplace(bot, limits_from(limits));
  }
  return all;
}

Resources resources_from(JsonFields& fields) {
  Resources resources;
  for (const auto& field : resource_fields)
    resources.*field.member = static_cast<int>(fields.number(field.key, 0, INT_MAX));
  return resources;
}

/// Reads a list of hashes. They must be hexadecimal, because they become part of the names of versions, and
/// so of tables.
std::vector<std::string> hashes_from(JsonFields& fields, const char* key) {
  const auto is_digit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z'); };
  auto hashes = fields.texts(key);
  for (const auto& hash : hashes)
    if (hash.size() > 64 || !std::ranges::all_of(hash, is_digit))
      fields.refuse("\"" + std::string{key} + "\" should list hashes");
  return hashes;
}

std::map<std::string, std::uint64_t> numbers_from(JsonFields& fields, const char* key) {
  std::map<std::string, std::uint64_t> numbers;
  if (!fields.has(key)) return numbers;
  for (const auto& [name, number] : fields.object(key).items()) {
    if (!number.is_number_unsigned()) fields.refuse("\"" + std::string{key} + "\" should hold whole numbers");
    numbers[name] = number.is_number_unsigned() ? number.get<std::uint64_t>() : 0;
  }
  return numbers;
}

Json game_json(const Rules& rules) {
  Json options = Json::object();
  for (const auto& [name, value] : rules.options()) options[name] = to_text(value);
  return {{"game", rules.game()}, {"rules", options}};
}

/// The game that is played, or an array if there are several.
Json games_json(const Tournament& tournament) {
  if (tournament.rules.size() == 1) return game_json(tournament.rules.front());
  Json games = Json::array();
  for (std::size_t i = 0; i < tournament.rules.size(); ++i) {
    games.push_back({{"name", tournament.plan.games[i].name}});
    games.back().update(game_json(tournament.rules[i]));
  }
  return {{"games", games}};
}

/// The format, and everything else that decides the pairings. If results decide them, the deals of a round
/// matter too.
Json format_json(const Plan& plan) {
  Json json{{"format", plan.format->name()}};
  for (const auto& bot : plan.bots)
    if (bot.candidate) json["candidates"].push_back(bot.name);
  if (plan.format->in_rounds()) json["deals"] = plan.deals;
  for (const auto& [key, value] : plan.settings) json[key] = value;
  return json;
}

/// Whether late bots of the format with this name are candidates.
bool takes_only_candidates(std::string_view name) {
  const auto found = std::ranges::find(formats::all(), name, &Format::name);
  return found != formats::all().end() && (*found)->newcomers() == Newcomers::candidates;
}

/// The path `/bots/0/name` as `bots 0 name`.
std::string readable(std::string path) {
  if (path.starts_with('/')) path.erase(0, 1);
  for (auto& character : path)
    if (character == '/') character = ' ';
  return path;
}

}  // namespace

Conditions conditions_of(const Tournament& tournament, const HostFacts& host) {
  Conditions conditions{.limits = tournament.plan.limits,
                        .resources = tournament.plan.resources,
                        .restart = std::string{name_of(tournament.plan.restart)},
                        .commands = {},
                        .sha256 = tournament.sha256,
                        .joins_after = {},
                        .withdrawn_after = {},
                        .bot_limits = {},
                        .host = host};
  for (const auto& bot : tournament.plan.bots) {
    conditions.commands.push_back(bot.command_text);
    if (bot.stay.joins_after > 0) conditions.joins_after[bot.name] = bot.stay.joins_after;
    if (bot.limits) conditions.bot_limits[bot.name] = *bot.limits;
    if (bot.stay.withdrawn_after) conditions.withdrawn_after[bot.name] = *bot.stay.withdrawn_after;
  }
  return conditions;
}

std::string to_text(const Conditions& conditions) {
  Json json{{"limits", limits_json(conditions.limits)},
            {"resources", json_of(conditions.resources, resource_fields)},
            {"restart", conditions.restart},
            {"commands", conditions.commands},
            {"sha256", conditions.sha256},
            {"host", {{"referee", conditions.host.referee}, {"sandbox", conditions.host.sandbox}}}};
  if (!conditions.joins_after.empty()) json["joins_after"] = conditions.joins_after;
  if (!conditions.withdrawn_after.empty()) json["withdrawn_after"] = conditions.withdrawn_after;
  for (const auto& [bot, limits] : conditions.bot_limits) json["bot_limits"][bot] = limits_json(limits);
  return json.dump();
}

Result<Conditions> parse_conditions(std::string_view text) {
  const auto fail = [](const std::string& why) {
    return std::unexpected{"the conditions of the games cannot be read: " + why};
  };
  const auto object = parse_json_object(text, deepest_text);
  if (!object) return fail(object.error().message);
  std::string problem;
  JsonFields fields{*object, "the conditions", problem};
  JsonFields limits{fields.object("limits"), "the limits", problem};
  JsonFields resources{fields.object("resources"), "the resources", problem};
  JsonFields host{fields.object("host"), "the host", problem};
  Conditions conditions{.limits = limits_from(limits),
                        .resources = resources_from(resources),
                        .restart = fields.text("restart"),
                        .commands = fields.texts("commands"),
                        .sha256 = hashes_from(fields, "sha256"),
                        .joins_after = numbers_from(fields, "joins_after"),
                        .withdrawn_after = numbers_from(fields, "withdrawn_after"),
                        .bot_limits = limits_of_bots(fields, problem),
                        .host = {.referee = host.text("referee"), .sandbox = host.text("sandbox")}};
  if (!problem.empty()) return fail(problem);
  return conditions;
}

bool is_identity(std::string_view text) {
  const auto object = parse_json_object(text, deepest_text);
  if (!object || object->contains("host")) return false;
  const auto are_names = [&](const char* key) {
    return !object->contains(key) || object->at(key).is_array();
  };
  return object->contains("bots") && are_names("bots") && are_names("candidates");
}

std::string identity_of(const Tournament& tournament, const Bytes32& commitment) {
  const auto& plan = tournament.plan;
  Json json{{"name", plan.name},
            {"players", plan.players},
            {"permutations", name_of(plan.permutations)},
            {"commitment", to_hex(commitment)},
            {"public_value", plan.public_value.value_or("")},
            {"bots", plan.names()}};
  json.update(games_json(tournament));
  if (plan.format != &formats::round_robin())
    json.update(format_json(plan));  // the first stores had no other format
  return json.dump();
}

std::string without_newcomers(std::string_view plan, std::string_view there) {
  auto now = Json::parse(plan);
  const auto before = Json::parse(there);
  const bool only_candidates = takes_only_candidates(now.value("format", ""));
  auto& bots = now.at("bots");
  auto candidates = now.value("candidates", Json::array());
  while (bots.size() > before.at("bots").size()) {
    const bool on_trial = !candidates.empty() && bots.back() == candidates.back();
    if (only_candidates && !on_trial) break;
    bots.erase(bots.size() - 1);
    if (on_trial) candidates.erase(candidates.size() - 1);
  }
  if (now.contains("candidates")) now["candidates"] = std::move(candidates);
  return now.dump();
}

std::vector<ChangedValue> changed_values(std::string_view there, std::string_view plan) {
  auto before = Json::parse(there);
  auto now = Json::parse(plan);
  for (auto* const json : {&before, &now})
    if (json->contains("host")) (*json)["host"].erase("referee");
  before = before.flatten();
  now = now.flatten();
  std::vector<ChangedValue> changes;
  for (const auto& [path, value] : now.items())
    if (!before.contains(path) || before[path] != value)
      changes.push_back(
          {readable(path), before.contains(path) ? before[path].dump() : "nothing", value.dump()});
  for (const auto& [path, value] : before.items())
    if (!now.contains(path)) changes.push_back({readable(path), value.dump(), "nothing"});
  return changes;
}

std::string clause_of(const ChangedValue& change, std::string_view its_place) {
  return fmt::format("{}: {} there, {} {}", change.what, change.before, change.now,
                     change.what.starts_with("host") ? "here" : its_place);
}

std::string difference(std::string_view there, std::string_view plan, std::string_view its_place) {
  const auto changes = changed_values(there, plan);
  return changes.empty() ? std::string{} : clause_of(changes.front(), its_place);
}

}  // namespace tribunal
