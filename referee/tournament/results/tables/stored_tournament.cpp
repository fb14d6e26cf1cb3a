#include "tournament/results/tables/stored_tournament.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>

#include <nlohmann/json.hpp>

#include "base/try.hpp"
#include "record/json_line.hpp"
#include "tournament/results/tables/game_row.hpp"
#include "tournament/results/tables/schema.hpp"
#include "tournament/results/tables/sqlite.hpp"
#include "tournament/schedule/formats/format.hpp"

namespace tribunal {

std::string objection(const Conditions& conditions, std::size_t bots) {
  if (conditions.sha256.size() == conditions.commands.size() && conditions.sha256.size() <= bots) return {};
  return fmt::format("the conditions have {} commands and {} hashes, the plan has {} bots",
                     conditions.commands.size(), conditions.sha256.size(), bots);
}

Result<AllConditions> read_conditions(SQLite::Database& database) {
  AllConditions all;
  SQLite::Statement select{database, "SELECT id, text FROM conditions"};
  while (select.executeStep()) {
    auto conditions = TRY(parse_conditions(select.getColumn(1).getString()));
    all.emplace(select.getColumn(0).getInt64(), std::move(conditions));
  }
  if (all.empty()) return std::unexpected{"the conditions of games are missing"};
  return all;
}

Result<Tournament> read_tournament(const SQLite::Database& database, const Conditions& last) {
  auto text = read_meta(database, meta::plan_text);
  const std::filesystem::path file = read_meta(database, meta::plan_file);
  if (!file.is_absolute()) return std::unexpected{"the path of the plan is damaged in the database"};
  auto plan = TRY(parse_plan(text, file));
  auto rules = TRY(rules_of(plan));
  auto schedule = TRY(schedule_of(plan));
  plan.sandbox = find_name<SandboxLevel>(last.host.sandbox);
  if (last.sha256.size() != plan.bots.size())
    return std::unexpected{"the last conditions have different bots from those of the plan"};
  std::optional<ShardGames> shard;
  if (const auto part = read_meta(database, meta::shard); !part.empty()) {
    shard = parse_shard_games(part);
    const auto bounds = bounds_of(schedule.shape());
    if (!shard || !bounds || shard->games.end > bounds->most_games)
      return std::unexpected{"the number of the shard is damaged in the database"};
  }
  return Tournament{std::move(plan), std::move(text), std::move(rules), schedule, last.sha256, shard, {}};
}

namespace {

/// Whether a bot was absent (`is_absent`) in all games under these conditions: it has a hash only under
/// others.
bool was_absent(const SQLite::Database& database, const AllConditions& conditions, std::int64_t id,
                std::size_t bot, std::int64_t ruling) {
  const auto has_hash = [&](const auto& each) { return !each.second.sha256.at(bot).empty(); };
  if (has_hash(*conditions.find(id)) || std::ranges::none_of(conditions, has_hash)) return false;
  return !has_played(database, bot, fmt::format("games.conditions = {} AND {}", id, ids_of(ruling)));
}

}  // namespace

bool has_played(const SQLite::Database& database, std::size_t bot, const std::string& where) {
  Rows seats{
      database,
      fmt::format("SELECT 1 FROM games, json_each(iif(json_valid(games.bots), games.bots, '[]')) AS seat "
                  "WHERE seat.value = {} AND {}",
                  bot, where)};
  return seats.step();
}

VersionNumbers number_versions(const SQLite::Database& database, const AllConditions& conditions,
                               std::int64_t ruling, Versions& versions) {
  VersionNumbers numbers;
  std::vector<std::int64_t> used{conditions.rbegin()->first};
  if (conditions.size() > 1) {
    used.clear();
    SQLite::Statement select{
        database, "SELECT DISTINCT conditions FROM games WHERE typeof(conditions) = 'integer' AND " +
                      ids_of(ruling) + " ORDER BY 1"};
    while (select.executeStep()) used.push_back(select.getColumn(0).getInt64());
  }
  for (const auto id : used) {
    const auto found = conditions.find(id);
    if (found == conditions.end()) continue;
    auto& of_bots = numbers[id];
    for (const auto& sha256 : found->second.sha256) {
      const auto& name = versions.names().at(of_bots.size());
      const bool withdrawn = found->second.withdrawn_after.contains(name);  // no version of it played then
      const auto bot = static_cast<int>(of_bots.size());
      const bool no_version = withdrawn || was_absent(database, conditions, id, of_bots.size(), ruling);
      of_bots.push_back(no_version ? 0 : versions.number(bot, sha256));
      if (!no_version) versions.set_newest(bot, of_bots.back());
    }
  }
  return numbers;
}

std::optional<std::uint64_t> last_index(const SQLite::Database& database) {
  return first_number(database, "SELECT max(id) FROM games WHERE " + ids_of(0));
}

void write_round(SQLite::Database& database, std::size_t number, const Round& round) {
  execute(database, "INSERT OR REPLACE INTO rounds VALUES (?, ?, ?)", static_cast<std::int64_t>(number),
          static_cast<std::int64_t>(round.deals), groups_text(round.groups));
}

void forget_rounds_from(SQLite::Database& database, std::uint64_t number) {
  database.exec(fmt::format("DELETE FROM rounds WHERE number >= {}", number));
}

namespace {

constexpr auto of_no_conditions =
    " WHERE sha256 NOT IN (SELECT value FROM conditions, json_each(conditions.text, '$.sha256'))";

constexpr auto of_no_game = " WHERE id NOT IN (SELECT conditions FROM games)";

}  // namespace

std::optional<std::int64_t> unused_conditions(const SQLite::Database& database) {
  return first_number(database, std::string{"SELECT min(id) FROM conditions"} + of_no_game);
}

void forget_unused(SQLite::Database& database) {
  if (first_number(database, "SELECT count(*) FROM conditions") > 1)  // otherwise no game is read
    database.exec(std::string{"DELETE FROM conditions"} + of_no_game +
                  " AND id < (SELECT max(id) FROM conditions)");
  database.exec(std::string{"DELETE FROM bot_files"} + of_no_conditions);
}

std::string unknown_bot(const SQLite::Database& database) {
  SQLite::Statement select{database,
                           std::string{"SELECT sha256 FROM bot_files"} + of_no_conditions + " LIMIT 1"};
  return select.executeStep() ? select.getColumn(0).getString() : std::string{};
}

Result<std::vector<Round>> started_rounds(const SQLite::Database& database, const Schedule& schedule,
                                          const GameBounds& bounds) {
  std::vector<Round> rounds;
  const auto last = last_index(database);
  if (!last) return rounds;
  std::uint64_t games = 0;
  SQLite::Statement select{database, "SELECT number, deals, groups FROM rounds ORDER BY number"};
  while (games <= *last && select.executeStep()) {
    const auto number = select.getColumn(0).getInt64();
    if (!std::cmp_equal(number, rounds.size())) break;
    auto groups = parse_groups(select.getColumn(2).getString());
    Round round{std::move(groups).value_or(std::vector<std::vector<int>>{}),
                static_cast<std::uint64_t>(select.getColumn(1).getInt64())};
    if (const auto wrong = bounds.objection(round, games); !wrong.empty())
      return std::unexpected{"round " + std::to_string(number) + " is damaged in the database: " + wrong};
    games += round.deals * round.groups.size() * schedule.seatings() *
             static_cast<std::uint64_t>(schedule.shape().games);
    rounds.push_back(std::move(round));
  }
  return rounds;
}

using nlohmann::ordered_json;

void write_not_starting(SQLite::Database& database, std::span<const NotStarting> bots) {
  if (bots.empty()) {
    execute(database, "DELETE FROM meta WHERE key = ?", meta::not_starting);
    return;
  }
  auto list = ordered_json::array();
  for (const auto& bot : bots) list.push_back({{"bot", bot.bot}, {"message", bot.message}});
  write_meta(database, meta::not_starting, list.dump(-1, ' ', true, ordered_json::error_handler_t::replace));
}

Result<std::vector<NotStarting>> read_not_starting(const SQLite::Database& database) {
  const auto text = read_meta(database, meta::not_starting);
  std::vector<NotStarting> bots;
  if (text.empty()) return bots;
  const auto list = nlohmann::json::parse(text, nullptr, false);
  std::string problem;
  for (const auto& entry : list) {
    JsonFields fields{entry, "a bot", problem};
    bots.push_back({fields.text("bot"), fields.text("message")});
  }
  if (list.is_array() && problem.empty()) return bots;
  return std::unexpected{"the list of bots that no longer start is damaged in the database"};
}

void write_bot_files(SQLite::Database& database, const std::string& sha256, const Manifest& files) {
  SQLite::Statement stored{database, "SELECT 1 FROM bot_files WHERE sha256 = ? LIMIT 1"};
  stored.bind(1, sha256);
  if (sha256.empty() || stored.executeStep()) return;
  for (const auto& file : files)
    execute(database, "INSERT OR REPLACE INTO bot_files VALUES (?, ?, ?, ?)", sha256, file.path,
            std::string{file.kind}, file.content);
}

Manifest read_bot_files(const SQLite::Database& database, const std::string& sha256) {
  Manifest files;
  SQLite::Statement select{database, "SELECT path, kind, content FROM bot_files WHERE sha256 = ?"};
  select.bind(1, sha256);
  while (select.executeStep()) {
    const auto kind = select.getColumn(1).getString();
    files.push_back({.path = select.getColumn(0).getString(),
                     .kind = kind.empty() ? BotFile::file : kind.front(),
                     .content = select.getColumn(2).getString(),
                     .key = {}});
  }
  std::ranges::sort(files, {}, &BotFile::path);
  return files;
}

namespace {

/// The number of rows of `games` with ids from `first` to `last`.
std::int64_t count_games(const SQLite::Database& database, std::int64_t first, std::int64_t last) {
  return first_number(database,
                      fmt::format("SELECT count(*) FROM games WHERE id BETWEEN {} AND {}", first, last))
      .value_or(0);
}

}  // namespace

Result<std::vector<Ruling>> read_rulings(const SQLite::Database& database) {
  std::vector<Ruling> rulings;
  Rows rows{database,
            fmt::format("SELECT number, kind, subject, reason, made FROM rulings ORDER BY number LIMIT {}",
                        most_rulings + 1)};
  while (rows.step()) {
    const auto kind = find_name<RulingKind>(rows.text(1));
    bool are_texts = true;
    for (int column = 1; column <= 4; ++column) are_texts = are_texts && rows.type(column) == SQLITE_TEXT;
    if (!kind || !are_texts)
      return std::unexpected{
          fmt::format("ruling {} is damaged in the database: its kind or a text", rows.number(0))};
    rulings.push_back({.number = rows.number(0),
                       .kind = *kind,
                       .subject = std::string{rows.text(2)},
                       .reason = std::string{rows.text(3)},
                       .made = std::string{rows.text(4)}});
  }
  return rulings;
}

void write_ruling(SQLite::Database& database, const Ruling& ruling) {
  execute(database, "INSERT INTO rulings VALUES (?, ?, ?, ?, ?)", ruling.number,
          std::string{name_of(ruling.kind)}, ruling.subject, ruling.reason, ruling.made);
}

void void_games(SQLite::Database& database, std::int64_t ruling, std::span<const GameRange> games) {
  for (const auto& range : games)
    for (const auto* table : {"games", "records", "notes"})
      database.exec(fmt::format("UPDATE {} SET id = id + {} WHERE id BETWEEN {} AND {}", table,
                                first_id(ruling), range.begin, range.end - 1));
}

void forget_games_from(SQLite::Database& database, std::uint64_t game) {
  for (const auto* table : {"games", "records", "notes", "void_attempts"})
    database.exec(fmt::format("DELETE FROM {} WHERE game >= {}", table, game));
}

Bytes32 content_of_all(const SQLite::Database& database) {
  Sha256 hash;
  Rows games{database, "SELECT content FROM games WHERE " + ids_of(0) + " ORDER BY id"};
  while (games.step()) hash.add(games.text(0));
  return hash.finish();
}

std::optional<std::uint64_t> first_not_stored(const SQLite::Database& database,
                                              std::span<const GameRange> games) {
  for (const auto& range : games) {
    auto next = range.begin;
    Rows stored{database, fmt::format("SELECT id FROM games WHERE id BETWEEN {} AND {} ORDER BY id",
                                      range.begin, range.end - 1)};
    while (stored.step() && std::cmp_equal(stored.number(0), next)) ++next;
    if (next < range.end) return next;
  }
  return std::nullopt;
}

bool has_content(const SQLite::Database& database, std::uint64_t game, const Bytes32& content) {
  SQLite::Statement same{database, "SELECT 1 FROM games WHERE id = ? AND content = ?"};
  same.bind(1, static_cast<std::int64_t>(game));
  same.bind(2, content.data(), static_cast<int>(content.size()));
  return same.executeStep();
}

std::string difference_in_voided(const SQLite::Database& database, std::span<const Ruling> rulings) {
  std::uint64_t voided = 0;
  const auto kept = void_games_kept(rulings);
  for (std::size_t at = 0; at < kept.size(); ++at) {
    const auto& ruling = rulings[at];
    for (const auto& range : kept[at]) {
      const auto first = first_id(ruling.number) + static_cast<std::int64_t>(range.begin);
      if (!std::cmp_equal(count_games(database, first, first + static_cast<std::int64_t>(range.size()) - 1),
                          range.size()))
        return fmt::format("not all of games {}, which ruling {} made void, are stored",
                           games_text(games_made_void(ruling)), ruling.number);
      voided += range.size();
    }
  }
  if (std::cmp_equal(count_games(database, first_id(1), std::numeric_limits<std::int64_t>::max()), voided))
    return {};
  return "the table games has void games that no ruling made void";
}
namespace {

/// The largest number of stored games: more than any disk holds. One bit for each is held in memory.
constexpr std::uint64_t most_stored_games = std::uint64_t{1} << 31U;

/// The number in the signed type of the database.
std::int64_t signed_number(std::uint64_t number) { return static_cast<std::int64_t>(number); }

/// Whether these are places that count from 1, with ties sharing the better place: each place is one more
/// than the number of better ones.
bool are_places(std::span<const std::int8_t> places) {
  return std::ranges::all_of(places, [&](int place) {
    return place == 1 + std::ranges::count_if(places, [&](int other) { return other < place; });
  });
}

std::uint64_t games_at_most(const Schedule& schedule) {
  return schedule.in_rounds() ? most_games_in_rounds : schedule.size();
}

}  // namespace

GameBounds::GameBounds(const Tournament& tournament)
    : games_{std::min(games_at_most(tournament.schedule), most_stored_games)},
      deals_{tournament.schedule.in_rounds() ? games_ : tournament.plan.deals},
      deals_a_round_{tournament.plan.deals},
      games_a_deal_{tournament.rules.size() * tournament.schedule.seatings()},
      players_{tournament.plan.players},
      bots_{static_cast<int>(tournament.plan.bots.size())},
      group_twice_{tournament.plan.format->seats_bots_twice()} {
  for (const auto& rules : tournament.rules) {
    seats_.push_back(rules.seats());
    ranked_.push_back(rules.ranked_seats());
    scores_.push_back(rules.score_bounds());
  }
}

std::string GameBounds::objection_to_index(std::uint64_t index) const {
  if (index < games_) return {};
  return fmt::format("its place in the schedule is {}, not 0 .. {}", signed_number(index), games_ - 1);
}

std::string GameBounds::objection(const GameResult& result) const {
  if (result.deal >= deals_)
    return fmt::format("its deal is {}, not 0 .. {}", signed_number(result.deal), deals_ - 1);
  const auto seats = static_cast<std::size_t>(seats_.at(static_cast<std::size_t>(result.game)));
  if (std::cmp_not_equal(result.outcome.seats, seats)) {
    return fmt::format("it has the places of {} seats, not of {}", result.outcome.seats, seats);
  }
  const auto places = std::span{result.outcome.places}.first(seats);
  const auto ranked = static_cast<std::size_t>(ranked_.at(static_cast<std::size_t>(result.game)));
  const auto has_place = [](int place) { return place != no_place; };
  if (!are_places(places.first(ranked)) || std::ranges::any_of(places.subspan(ranked), has_place)) {
    return fmt::format("its places are {}, which is impossible for {} seats", fmt::join(places, " "), seats);
  }
  if (auto wrong = objection_to_bots(result.seats); !wrong.empty()) return wrong;
  return objection_to_scores(result);
}

std::string GameBounds::objection_to_scores(const GameResult& result) const {
  const auto bounds = scores_.at(static_cast<std::size_t>(result.game));
  for (std::size_t seat = 0; seat < result.seats.size(); ++seat) {
    const auto score = result.outcome.scores.at(seat);
    if (bounds.has(score)) continue;
    return fmt::format("seat {} has {} points; the rules allow {} .. {}", seat, score, bounds.least,
                       bounds.most);
  }
  return {};
}

std::string GameBounds::objection_to_bots(const std::vector<SeatResult>& seats) const {
  if (std::cmp_not_equal(seats.size(), players_))
    return fmt::format("it has {} players, not {}", seats.size(), players_);
  for (auto seat = seats.begin(); seat != seats.end(); ++seat) {
    if (seat->bot < 0 || seat->bot >= bots_)
      return fmt::format("its bot {} is not in the plan, which has 0 .. {}", seat->bot, bots_ - 1);
    if (std::find_if(seats.begin(), seat, [&](const auto& other) { return other.bot == seat->bot; }) != seat)
      return fmt::format("its bot {} sits in two seats", seat->bot);
  }
  return {};
}

std::string GameBounds::objection(const Round& round, std::uint64_t games_before) const {
  if (round.deals < 1 || round.deals > deals_a_round_)
    return fmt::format("it has {} deals, not 1 .. {}", signed_number(round.deals), deals_a_round_);
  const auto most = (games_ - std::min(games_, games_before)) / games_a_deal_ / round.deals;
  if (round.groups.empty() || round.groups.size() > most)
    return fmt::format("it has {} groups, not 1 .. {}", round.groups.size(), most);
  std::vector<bool> in_round(static_cast<std::size_t>(bots_));
  for (const auto& group : round.groups) {
    std::vector<SeatResult> seats;
    for (const int bot : group) seats.push_back({.bot = bot, .faults = {}, .times = {}});
    if (auto wrong = objection_to_bots(seats); !wrong.empty()) return wrong;
    for (const int bot : group) {
      if (!group_twice_ && in_round[static_cast<std::size_t>(bot)])
        return fmt::format("its bot {} is in two groups", bot);
      in_round[static_cast<std::size_t>(bot)] = true;
    }
  }
  return {};
}

}  // namespace tribunal
