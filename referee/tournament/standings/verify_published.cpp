#include "tournament/standings/verify_published.hpp"

#include <nlohmann/json.hpp>

#include "base/text/number_text.hpp"
#include "base/text/utf8.hpp"

namespace tribunal {
namespace {

std::string named(std::uint64_t index) { return "game " + std::to_string(index); }

/// Compares the games of logs, one by one, with those of a plan.
class EventCheck {
 public:
  EventCheck(const Tournament& tournament, const Versions& versions, const std::optional<LuckTakenOut>& luck)
      : tournament_{tournament},
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
