#include "report/standings/tournament_json.hpp"

#include "base/try.hpp"
#include "record/json_line.hpp"
#include "report/standings/luck_report.hpp"
#include "report/standings/rounds_report.hpp"
#include "report/standings/standings_report.hpp"
#include "tournament/plan/elos.hpp"
#include "tournament/schedule/formats/format.hpp"

namespace tribunal {

static_assert(report_schema == rating_table_schema, "tables are read as they are written");

namespace {

/// Members that may be absent, or that are not always compared.
namespace member {
constexpr auto void_games = "void_games";
constexpr auto unverified = "unverified";
constexpr auto not_starting = "not_starting";
constexpr auto changed_conditions = "changed_conditions";
constexpr auto restarts = "restarts";
constexpr auto crowding = "crowding";
constexpr auto rulings = "rulings";
constexpr auto rulings_sha256 = "rulings_sha256";
constexpr auto bootstrap = "bootstrap";
constexpr auto by_game = "by_game";
constexpr auto crosstable = "crosstable";
constexpr auto los = "los";
constexpr auto history = "history";
constexpr auto standings = "standings";
constexpr auto without_luck = "without_luck";
constexpr auto latest = "older_versions_left_out";
}  // namespace member

Json times_json(const Limits& limits) {
  Json json;
  for (const auto& field : all_limit_fields) json[field.key] = limits.*field.member;
  return json;
}

}  // namespace

Json tables_json(const TournamentStandings& standings, MoreTables more) {
  Json json;
  if (standings.overall.bootstrap > 0) json[member::bootstrap] = standings.overall.bootstrap;
  json["standings"] = standings_json(standings.overall);
  for (const auto& [name, alone] : standings.games)
    json[member::by_game].push_back({{"name", name}, {"standings", standings_json(alone)}});
  if (standings.history) json[member::history] = history_json(*standings.history);
  if (standings.without_luck) json[member::without_luck] = luck_json(standings);
  if (more.los) json[member::los] = los_json(standings.overall);
  if (more.crosstable) json[member::crosstable] = crosstable_json(standings.overall);
  return json;
}

Json tournament_json(const Tournament& tournament, const TournamentStandings& standings,
                     const TournamentFacts& facts, MoreTables more) {
  const auto& plan = tournament.plan;
  const auto& schedule = tournament.schedule;
  Json json{{"schema", report_schema}, {"name", plan.name}};
  if (standings.games.empty()) json["game"] = tournament.rules.front().game();
  json.update({{"format", plan.format->name()},
               {"players", plan.players},
               {"commitment", to_hex(facts.commitment)},
               {"scheduled_games", schedule.size()},
               {"all_scheduled", schedule.is_whole()},
               {"played_games", standings.overall.games},
               {"left_out_games", standings.progress.left_out}});
  for (const auto& bot : plan.bots)
    if (bot.limits) json["limits_by_bot"][bot.name] = times_json(*bot.limits);
  if (standings.excluded_games > 0) json["excluded_games"] = standings.excluded_games;
  if (tournament.shard) json["shard"] = to_text(tournament.shard->shard);
  if (facts.notes) {
    json[member::void_games] = facts.notes->void_games;
    json[member::restarts] = facts.notes->restarts;
    if (!facts.notes->crowding.empty()) json[member::crowding] = facts.notes->crowding;
    for (const auto& changed : facts.notes->changed_conditions)
      json[member::changed_conditions].push_back(
          {{"first_game", changed.first}, {"games", changed.games}, {"changes", harmless(changed.text)}});
    for (const auto& [bot, message] : facts.notes->not_starting)
      json[member::not_starting].push_back({{"bot", bot}, {"message", message}});
  }
  if (facts.notes && !facts.notes->rulings.empty())
    json[member::rulings] = rulings_json(facts.notes->rulings);
  if (facts.unverified) json[member::unverified] = true;
  json["content_sha256"] = to_hex(standings.content);
  json[member::rulings_sha256] = to_hex(sha256_of(tournament.rulings));
  json.update(tables_json(standings, more));
  for (std::size_t game = 0; game < standings.games.size(); ++game)
    json[member::by_game][game]["game"] = tournament.rules[game].game();
  json.update(rounds_json(plan, schedule));
  return json;
}

Result<PublishedStandings> PublishedStandings::read(std::istream& in) {
  constexpr int deepest = 32;
  const auto parsed = parse_json_object(in, deepest);
  if (!parsed) {
    return std::unexpected{"cannot be read (" + parsed.error().message +
                           "); expected the output of 'tribunal standings --json'"};
  }
  const auto& json = *parsed;
  PublishedStandings published{.json = json,
                               .more = {json.contains(member::crosstable), json.contains(member::los)},
                               .latest = json.contains(member::standings) &&
                                         json[member::standings].is_object() &&
                                         json[member::standings].contains(member::latest)};
  const auto drawn = json.value(member::bootstrap, nlohmann::json(0U));
  if (!drawn.is_number_unsigned() || drawn > most_drawn)
    return std::unexpected{std::string{member::bootstrap} +
                           ": expected a number of resampled tournaments, at most " +
                           std::to_string(most_drawn)};
  if (json.contains(member::rulings)) published.rulings = TRY(parse_rulings(json[member::rulings]));
  published.bootstrap = drawn.get<std::size_t>();
  if (json.contains(member::without_luck)) {
    const auto& without = json[member::without_luck];
    const auto kind = without.is_object() ? without.value("kind", nlohmann::json{}) : nlohmann::json{};
    published.luck = kind.is_string() ? find_name<LuckKind>(kind.get<std::string>()) : std::nullopt;
    if (!published.luck)
      return std::unexpected{std::string{member::without_luck} +
                             ": expected \"kind\", which is one of: " + all_names<LuckKind>()};
  }
  return published;
}

namespace {

/// Removes the persons of the organiser's list from the rows of a table, because games do not contain them.
void remove_persons(nlohmann::json& table) {
  if (!table.is_object() || !table.contains("rows") || !table["rows"].is_array()) return;
  for (auto& row : table["rows"]) {
    if (!row.is_object()) continue;
    row.erase("person");
    row.erase("team");
  }
}

}  // namespace

std::optional<std::string> first_difference(nlohmann::json found, nlohmann::json wanted) {
  for (const auto* const of_no_game :
       {member::void_games, member::restarts, member::crowding, member::unverified, member::not_starting,
        member::changed_conditions, member::history, member::rulings})
    found.erase(of_no_game);
  if (found.contains(member::standings)) remove_persons(found[member::standings]);
  if (found.contains(member::by_game) && found[member::by_game].is_array())
    for (auto& game : found[member::by_game])
      if (game.is_object() && game.contains(member::standings)) remove_persons(game[member::standings]);
  if (!wanted.contains(member::without_luck)) found.erase(member::without_luck);
  for (const auto& [name, value] : wanted.items()) {
    const auto member = found.find(name);
    if (member == found.end() || *member != value) return name;
    found.erase(member);
  }
  return found.empty() ? std::nullopt : std::optional{found.begin().key()};
}

}  // namespace tribunal
