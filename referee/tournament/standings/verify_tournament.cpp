#include "tournament/standings/verify_tournament.hpp"

#include <fmt/format.h>

#include "base/text/number_text.hpp"
#include "base/text/utf8.hpp"
#include "base/try.hpp"
#include "bots/system/machine.hpp"
#include "cards/secret_file.hpp"
#include "record/json_line.hpp"
#include "tournament/results/folder.hpp"
#include "tournament/results/folder_check.hpp"

namespace tribunal {
namespace {

bool is_seated_as(const ScheduledGame& scheduled, const GameResult& stored) {
  return std::ranges::equal(stored.seats, scheduled.seating, {}, &SeatResult::bot);
}

/// A phrase about a difference between the game and the plan. Empty if there is none.
std::string objection_by_plan(const Plan& plan, const ScheduledGame& scheduled, const StoredGame& stored) {
  const auto& result = stored.result;
  if (result.deal != scheduled.deal) {
    return "is of deal " + std::to_string(result.deal) + ", not " + std::to_string(scheduled.deal) +
           " as the plan says";
  }
  if (!is_seated_as(scheduled, result)) return "is not seated as the plan says";
  for (std::size_t seat = 0; seat < result.seats.size(); ++seat) {
    const auto& planned = plan.bot(result.seats[seat].bot);
    const auto& entrant = stored.record->entrants.at(seat);
    if (!is_committed(planned, entrant)) {
      return "has different files of " + planned.name + " than the plan commits to: sha256 " +
             entrant.sha256 + ", not " + planned.sha256;
    }
  }
  return {};
}

/// The difference between the stored game and the game played again, which has this outcome and this hash of
/// its content. Empty if there is none.
std::string difference_from(const ScheduledGame& scheduled, const StoredGame& stored, const Outcome& outcome,
                            const Bytes32& content) {
  const auto& expected = stored.result;
  auto result = result_of(scheduled, *stored.record, outcome, content);
  if (const auto late = check_times(*stored.record))
    return "decision " + std::to_string(late->decision) + ": expected " + late->expected;
  if (result.content != expected.content) return "has a different content hash when it is replayed";
  if (result.outcome != expected.outcome) return "has different scores and places when it is replayed";
  for (std::size_t seat = 0; seat < expected.seats.size(); ++seat)
    result.seats[seat].version = expected.seats[seat].version;  // known only to the store
  if (result != expected) return "has different faults and times when they are recounted";
  return stored.damage;
}

/// Whether the plan has this game. A shard has only a part of the games.
bool is_in_plan(const Tournament& tournament, std::uint64_t index) {
  const auto& shard = tournament.shard;
  return shard ? index >= shard->games.begin && index < shard->games.end : index < tournament.schedule.size();
}

/// The game as scheduled. A shard lacks the rounds before its own, so only the stored fields of their games
/// are known.
ScheduledGame scheduled_as(const Schedule& schedule, const GameResult& stored) {
  if (stored.index < schedule.size()) return schedule.game(stored.index);
  ScheduledGame game{.index = stored.index, .deal = stored.deal, .game = stored.game, .seating = {}};
  for (const auto& seat : stored.seats) game.seating.push_back(seat.bot);
  return game;
}

/// A phrase that follows `game 7 `, about the difference between a game that was played again and the stored
/// one. Empty if there is none.
std::string difference_of(const Tournament& tournament, const ComparedGame& game,
                          const std::optional<Contradiction>& contradiction) {
  if (!is_in_plan(tournament, game.stored.index)) return "is not in the plan";
  const auto scheduled = scheduled_as(tournament.schedule, game.stored.result);
  if (auto objection = objection_by_plan(tournament.plan, scheduled, game.stored); !objection.empty())
    return objection;
  if (contradiction)
    return fmt::format("cannot have happened: game {}, decision {}: expected {}", scheduled.index,
                       contradiction->decision, contradiction->expected);
  return difference_from(scheduled, game.stored, game.played->outcome, game.hash);
}

/// Plays a game again, and compares it.
void compare(const Tournament& tournament, ComparedGame& game) {
  const auto& record = game.stored.record;
  if (!record) {
    game.difference = record.error().message;
    return;
  }
  std::optional<Contradiction> contradiction;
  if (auto played = play_again(*record)) {
    game.content = content_of(*record, *played);
    game.hash = sha256(game.content);
    game.played = *std::move(played);
  } else {
    contradiction = std::move(played.error());
  }
  if (const auto difference = difference_of(tournament, game, contradiction); !difference.empty())
    game.difference = fmt::format("game {} {}", game.stored.index, difference);
}

TournamentVerification unreadable(const Error& error, std::uint64_t games) {
  const bool differs = error.code == ErrorCode::wrong_plan;
  return {.verdict = differs ? Verdict::differs : Verdict::unreadable, .games = games, .text = error.message};
}

class Check {
 public:
  Check(const Results& results, std::filesystem::path folder, unsigned threads, std::filesystem::path origin)
      : results_{results}, folder_{std::move(folder)}, threads_{threads}, origin_{std::move(origin)} {}

  TournamentVerification operator()() {
    const auto secret = results_.secret();
    if (!secret) return unreadable(secret.error(), counts_.games);
    const auto look = [this](const ComparedGame& game) -> TakeGame {
      if (!game.difference.empty()) return {};
      const auto index = game.stored.index;
      return [this, index, with_any_files = sha256_with_any_files(*game.stored.record, game.content)] {
        take(index, with_any_files);
        return true;
      };
    };
    const auto walked = compare_stored(results_, *secret, threads_, {.look = look}, [&](const auto& found) {
      problem_ = found;
      return false;
    });
    if (!walked) return unreadable(walked.error(), counts_.games);
    if (problem_)
      return {.verdict = problem_->is_unreadable ? Verdict::unreadable : Verdict::differs,
              .games = counts_.games,
              .text = problem_->text};
    if (auto wrong = look_at_voided(*secret)) return *std::move(wrong);
    const auto beside = difference_beside_games(results_, folder_);
    if (!beside) return unreadable(beside.error(), counts_.games);
    const auto damage = damage_of_file(folder_);
    if (!damage) return unreadable(damage.error(), counts_.games);
    if (!damage->empty()) return {.verdict = Verdict::unreadable, .games = counts_.games, .text = *damage};
    const auto progress = progress_of(schedule_, part_of(results_.tournament()), counts_);
    if (progress.missing > 0)
      return {.verdict = Verdict::differs,
              .games = counts_.games,
              .text = not_finished(progress) + (beside->empty() ? "" : "; and " + *beside)};
    if (!beside->empty()) return {.verdict = Verdict::differs, .games = counts_.games, .text = *beside};
    const auto played_on = compare_with_origin(results_, folder_, origin_);
    if (!played_on) return unreadable(played_on.error(), counts_.games);
    return {.verdict = Verdict::holds,
            .games = counts_.games,
            .text = games_hold(counts_.games) +
                    left_out_clause(results_.tournament().plan, progress.left_out) + what_holds() +
                    rulings_clause() + *played_on,
            .played = played_.finish(),
            .rulings = sha256_of(results_.tournament().rulings)};
  }

 private:
  [[nodiscard]] std::string what_holds() const {
    if (!shard_) return ": every deal in every seating, and the standings follow";
    return ": all of " + named(shard_) +
           (shard_->games.end > results_.tournament().schedule.size()
                ? "; verify the merged tournament to see that the rounds before lead to them"
                : "");
  }

  /// Verifies the games that rulings made void. None if they are correct.
  std::optional<TournamentVerification> look_at_voided(const Secret& secret) {
    for (const auto& ruling : results_.tournament().rulings) {
      if (!voids_games(ruling.kind)) continue;
      const auto voided = Results::open(folder_, RoundSource::nowhere, ruling.number);
      if (!voided) return unreadable(voided.error(), counts_.games);
      std::optional<StoredDifference> wrong;
      const auto note = [&](const StoredDifference& difference) {
        wrong = difference;
        return false;
      };
      const auto hold =
          compare_stored(*voided, secret, threads_, {.tournament = &results_.tournament()}, note);
      if (!hold) return unreadable(hold.error(), counts_.games);
      if (wrong)
        return TournamentVerification{
            .verdict = wrong->is_unreadable ? Verdict::unreadable : Verdict::differs,
            .games = counts_.games,
            .text = fmt::format("of the games that ruling {} made void, {}", ruling.number, wrong->text)};
      voided_ += *hold;
    }
    return std::nullopt;
  }

  /// A clause on the rulings that the standings apply.
  [[nodiscard]] std::string rulings_clause() const {
    const auto& rulings = results_.tournament().rulings;
    if (rulings.empty()) return {};
    auto text = fmt::format(", by {} of the organiser", counted(rulings.size(), "ruling"));
    if (voided_ > 0)
      text += fmt::format("; {} of games that {} made void {}", counted(voided_, "original"),
                          voided_ == 1 ? "was" : "were", voided_ == 1 ? "holds, too" : "hold, too");
    for (const auto& bot : results_.tournament().plan.bots)
      if (bot.stay.excluded) text += fmt::format("; {} is excluded", bot.name);
    return text;
  }

  /// The message if games are missing. A removed game cannot be distinguished from an unplayed one, because
  /// several tables play at the same time.
  [[nodiscard]] std::string not_finished(const Progress& progress) {
    while (!first_missing_) pass_absent();
    if (shard_) {
      return fmt::format(
          "{} is not finished: {} hold, game {} is missing; run the command that started it again",
          named(shard_), counted(counts_.games, "game"), *first_missing_);
    }
    return fmt::format(
        "the tournament is not finished: {} of {} games{} are stored and hold{}, game {} is missing; run the "
        "command that started it again to resume it",
        progress.counted, progress.known(), schedule_.is_whole() ? "" : " of the rounds known so far",
        beside_clause(results_.tournament().plan, progress), *first_missing_);
  }

  /// Takes the next correct game. `with_any_files`: the hash of its content without hashes of the bots'
  /// files.
  void take(std::uint64_t index, const Bytes32& with_any_files) {
    while (next_ < index) pass_absent();
    played_.add(to_hex(with_any_files));
    counts_.add(schedule_.shape(), is_known() ? schedule_.game(next_).seating : std::vector<int>{});
    ++next_;
  }

  /// Skips a game of the schedule that is not stored.
  void pass_absent() {
    const bool is_left_out = is_known() && schedule_.seats_withdrawn(schedule_.game(next_).seating);
    if (!is_left_out && !first_missing_) first_missing_ = next_;
    ++next_;
  }

  [[nodiscard]] bool is_known() const { return next_ < schedule_.size(); }

  const Results& results_;
  const Schedule& schedule_ = results_.tournament().schedule;
  std::filesystem::path folder_;
  unsigned threads_;
  std::filesystem::path origin_;
  Sha256 played_;
  StoredCounts counts_;  ///< correct games
  std::optional<ShardGames> shard_ = results_.tournament().shard;
  std::uint64_t next_ = shard_ ? shard_->games.begin : 0;  ///< index in the schedule
  std::uint64_t voided_ = 0;  ///< number of correct games among those that rulings made void
  std::optional<std::uint64_t> first_missing_;
  std::optional<StoredDifference> problem_;
};

}  // namespace

Result<std::uint64_t> compare_stored(const Results& results, const std::optional<Secret>& secret,
                                     unsigned threads, const ComparedGames& games,
                                     const std::function<bool(const StoredDifference&)>& on_difference) {
  const auto& tournament = games.tournament != nullptr ? *games.tournament : results.tournament();
  std::uint64_t hold = 0;
  const auto look = [&](StoredGame& stored) -> TakeGame {
    ComparedGame game{.stored = stored};
    game.is_wanted = secret.has_value() && (!stored.record || !games.wanted || games.wanted(stored.result));
    if (game.is_wanted) compare(tournament, game);
    const StoredDifference found{stored.index, game.difference, !stored.record};
    auto take = games.look ? games.look(game) : TakeGame{};
    if (!game.is_wanted) return take;
    return [&, found, take = std::move(take)] {
      const bool goes_on = !take || take();
      hold += found.text.empty() ? 1 : 0;
      return (found.text.empty() || on_difference(found)) && goes_on;
    };
  };
  TRY(results.each_game(secret.value_or(Secret{}), threads, games.choice, look));
  return hold;
}

TournamentVerification verify_tournament(const std::filesystem::path& folder, unsigned threads,
                                         const std::filesystem::path& origin) {
  const auto results = Results::open(folder, RoundSource::results);
  if (!results) return unreadable(results.error(), 0);
  return Check{*results, folder, threads, origin}();
}

namespace {

/// Verifies results that can be cited.
Result<TournamentVerification> verified(const std::filesystem::path& folder, const Results& results) {
  const auto refused = [&](const std::string& why) { return failure(ErrorCode::failed, folder, why); };
  if (results.tournament().shard) return refused("this is a shard; expected the merged tournament");
  if (!results.tournament().rulings.empty())
    return refused("a plan does not repeat rulings; expected results without");
  auto verification = verify_tournament(folder, static_cast<unsigned>(available_cores().size()));
  if (verification.verdict != Verdict::holds) return refused(verification.text);
  return verification;
}

/// The reason that the plan, played from the start, does not repeat these games. Empty if it does.
Result<std::string> objection_to_repetition(const Results& results) {
  constexpr std::string_view one_version =
      "and a plan repeats only one version of each bot; expected results of one version each";
  const auto& bots = results.tournament().plan.bots;
  for (std::size_t bot = 0; bot < bots.size(); ++bot) {
    if (bots[bot].stay.withdrawn_after)
      return fmt::format(
          "bot {} was withdrawn, and a plan with withdrawn bots cannot be played from the start; "
          "expected results without",
          bots[bot].name);
    if (results.versions().hashes(bot).size() > 1)
      return fmt::format("the files of bot {} changed between games, {}", bots[bot].name, one_version);
  }
  const auto changes = TRY(results.changed_conditions());
  for (const auto& changed : changes)
    if (!changed.command_of.empty())
      return fmt::format("the command of bot {} changed between games, {}", changed.command_of, one_version);
  return std::string{};
}

}  // namespace

Result<std::string> cite(const std::filesystem::path& folder, const std::string& referee) {
  const auto results = TRY(Results::open(folder, RoundSource::nowhere));
  const auto verification = TRY(verified(folder, results));
  if (auto why = TRY(objection_to_repetition(results)); !why.empty())
    return failure(ErrorCode::failed, folder, std::move(why));
  const auto content = TRY(results.content());
  const auto secret = TRY(read_secret_file(secret_file_of(folder)));
  nlohmann::ordered_json json{{"citation", 1},
                              {"referee", referee},
                              {"games", verification.games},
                              {"content_sha256", to_hex(content)},
                              {"played_sha256", to_hex(verification.played)},
                              {"commitment", to_hex(secret.commitment())},
                              {"secret", to_hex(secret.bytes)}};
  const auto& tournament = results.tournament();
  for (std::size_t bot = 0; bot < tournament.plan.bots.size(); ++bot)
    json["bots"][tournament.plan.bots[bot].name] = tournament.sha256.at(bot);
  json["plan"] = tournament.plan_text;
  return json.dump(1, ' ', true) + '\n';
}

Result<bool> repeats(const std::filesystem::path& folder, const Citation& cited) {
  const auto results = TRY(Results::open(folder, RoundSource::nowhere));
  const auto verification = TRY(verified(folder, results));
  return verification.played == cited.played;
}

Result<Citation> parse_citation(std::string_view text) {
  constexpr int deepest = 3;
  const auto object = TRY(parse_json_object(text, deepest));
  std::string problem;
  JsonFields fields{object, "the citation", problem};
  const auto hash = [&](const char* key) {
    const auto bytes = from_hex(fields.text(key));
    if (!bytes) fields.refuse(fmt::format("\"{}\" should have 64 hexadecimal digits in lower case", key));
    return bytes.value_or(Bytes32{});
  };
  if (fields.natural("citation") != 1) fields.refuse("\"citation\" should be 1");
  Citation citation{.plan = fields.text("plan"), .secret = {hash("secret")}, .played = hash("played_sha256")};
  if (hash("commitment") != citation.secret.commitment())
    fields.refuse("\"secret\" does not match \"commitment\"");
  if (!problem.empty()) return std::unexpected{problem};
  return citation;
}
namespace {

std::string named(std::uint64_t index) { return "game " + std::to_string(index); }

/// Compares the games of logs, one by one, with those of a plan.
class EventCheck {
 public:
  EventCheck(Tournament tournament, const Versions& versions, const std::optional<LuckTakenOut>& luck)
      : tournament_{std::move(tournament)},
        versions_{versions},
        tally_{tournament_, versions, LastColumn::content, luck} {}

  void look(const VerifiedGame& game) {
    if (!problem_.empty()) return;
    const Record& record = game.logged.record;
    pass_left_out(&record);
    if (next_ >= schedule_.size()) {
      problem_ = named(next_) + " is not in the plan";
      return;
    }
    const auto scheduled = schedule_.game(next_);
    problem_ = objection(scheduled, record);
    if (!problem_.empty()) return;
    auto result =
        result_of(scheduled, record, game.played.outcome, from_hex(game.content_sha256).value_or(Bytes32{}));
    for (std::size_t seat = 0; seat < result.seats.size(); ++seat) {
      auto& had = result.seats[seat];
      had.version = versions_.number(had.bot, record.entrants.at(seat).sha256);
    }
    schedule_.note(result);
    tally_.add(result);
    ++games_;
    ++next_;
  }

  PublishedVerification end(const std::string& what_holds, const StandingsOptions& options) {
    pass_left_out(nullptr);
    if (problem_.empty() && next_ < schedule_.size()) {
      const auto games = schedule_.games_to_play(next_);
      problem_ = named(next_) + " is missing; " + counted(games, "game") + " of the plan " +
                 (games == 1 ? "is" : "are") + " not in the logs";
    }
    if (!problem_.empty()) return {Verdict::differs, games_, problem_};
    tally_.entrants().learn(tournament_, versions_);
    auto standings = tally_.standings(options_of(tournament_.plan, schedule_, options));
    if (!standings) return {Verdict::unreadable, games_, standings.error().message};
    return {Verdict::holds, games_,
            games_hold(games_) + left_out_clause(tournament_.plan, left_out_) + what_holds,
            *std::move(standings), std::move(schedule_)};
  }

 private:
  /// Skips games of withdrawn bots, up to the game of `record` or the next one that should have been played.
  void pass_left_out(const Record* record) {
    for (;; ++next_, ++left_out_) {
      if (next_ == schedule_.size()) schedule_.leave_out();  // without them, this round is over
      if (next_ >= schedule_.size()) return;
      const auto scheduled = schedule_.game(next_);
      if (!schedule_.seats_withdrawn(scheduled.seating) || (record != nullptr && is_of(scheduled, *record)))
        return;
    }
  }

  /// Whether this record is of this game.
  [[nodiscard]] bool is_of(const ScheduledGame& scheduled, const Record& record) const {
    return record.deal.number == scheduled.deal &&
           same_rules(record.rules, tournament_.rules.at(static_cast<std::size_t>(scheduled.game))) &&
           std::ranges::equal(
               scheduled.seating, record.entrants, {},
               [this](int bot) -> const std::string& { return tournament_.plan.bot(bot).name; },
               &Entrant::bot);
  }

  /// A sentence about a difference between a record and the plan. Empty if there is none.
  [[nodiscard]] std::string objection(const ScheduledGame& scheduled, const Record& record) const {
    const auto& plan = tournament_.plan;
    const auto& rules = tournament_.rules.at(static_cast<std::size_t>(scheduled.game));
    const auto differs = [&](const std::string& what, const std::string& there, const std::string& planned) {
      return named(scheduled.index) + ": " + what + ": " + harmless(there) + " in the logs, " + planned +
             " in the plan";
    };
    const auto& deal = record.deal;
    if (deal.event != plan.name) return differs("event", deal.event, plan.name);
    if (deal.number != scheduled.deal)
      return differs("deal", std::to_string(deal.number), std::to_string(scheduled.deal));
    if (record.rules.game() != rules.game()) return differs("game", record.rules.game(), rules.game());
    if (!same_rules(record.rules, rules))
      return named(scheduled.index) + " is not played by the rules of the plan";
    for (std::size_t seat = 0; seat < scheduled.seating.size(); ++seat) {
      const auto& planned = plan.bot(scheduled.seating[seat]);
      const auto& entrant = record.entrants.at(seat);
      const auto seat_text = "seat " + std::to_string(seat);
      if (entrant.bot != planned.name) return differs(seat_text, entrant.bot, planned.name);
      if (!is_committed(planned, entrant))
        return differs(seat_text + ", sha256 of " + planned.name, entrant.sha256, planned.sha256);
    }
    if (record.limits != plan.limits || record.own_limits != own_limits_of(plan, scheduled.seating))
      return named(scheduled.index) + " is not played within the limits of the plan";
    return {};
  }

  Tournament tournament_;
  Schedule& schedule_ = tournament_.schedule;  ///< schedule to which the games are passed
  Versions versions_;
  Tally tally_;
  std::uint64_t games_ = 0;
  std::uint64_t next_ = 0;  ///< index in the schedule
  std::uint64_t left_out_ = 0;
  std::string problem_;
};

/// The versions that the headers of games name, in the order of the logs. Leaves `logs` at their beginning.
/// Logs that can be read only once are not read here, and one version of each bot is assumed.
Versions versions_in(std::istream& logs, const Plan& plan) {
  Versions versions{plan};
  const auto& names = versions.names();
  if (logs.tellg() == std::istream::pos_type{-1}) {
    logs.clear();
    return versions;
  }
  for (std::string line; std::getline(logs, line);) {
    if (!line.starts_with(R"({"tribunal")")) continue;
    const auto header = nlohmann::json::parse(line, nullptr, false);
    if (!header.is_object() || !header.contains("seats") || !header["seats"].is_array()) continue;
    for (const auto& seat : header["seats"]) {
      if (!seat.is_object()) continue;
      const auto name = seat.value("bot", nlohmann::json{});
      const auto sha256 = seat.value("sha256", nlohmann::json{});
      if (!name.is_string() || !sha256.is_string()) continue;
      const auto bot = std::ranges::find(names, name.get<std::string>());
      if (bot == names.end()) continue;
      const auto number = static_cast<int>(bot - names.begin());
      versions.set_newest(number, versions.number(number, sha256.get<std::string>()));
    }
  }
  logs.clear();
  logs.seekg(0);
  return versions;
}

}  // namespace

PublishedVerification verify_published(std::istream& logs, const Tournament& tournament,
                                       const Secret& committed, const StandingsOptions& options,
                                       unsigned threads, const std::optional<LuckTakenOut>& luck) {
  const auto& plan = tournament.plan;
  if (plan.commitment && *plan.commitment != committed.commitment())
    return {Verdict::differs, 0, "the secret does not match the commitment in the plan"};
  EventCheck check{tournament, versions_in(logs, plan), luck};
  const auto checked = verify_log(
      logs, {.secret = plan.public_value ? committed.with_public_value(*plan.public_value) : committed,
             .on_game = [&](const VerifiedGame& game) { check.look(game); },
             .threads = threads});
  if (checked.verdict != Verdict::holds) return {checked.verdict, checked.games, checked.text()};
  return check.end(
      ": every deal in every seating matches the plan" +
          (plan.public_value ? ", the public value \"" + *plan.public_value + '"' : std::string{}) +
          " and its secret" +
          (plan.commitment ? ", and the secret matches the commitment"
                           : "; the plan has no commitment, so any secret is possible") +
          clause_of_bots(plan),
      options);
}

}  // namespace tribunal
