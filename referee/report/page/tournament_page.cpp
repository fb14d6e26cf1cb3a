#include "report/page/tournament_page.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>
#include <utility>

#include "base/text/utf8.hpp"
#include "bots/sandbox/sandbox.hpp"
#include "report/page/page_builder.hpp"
#include "report/standings/history_report.hpp"
#include "report/standings/luck_report.hpp"
#include "report/standings/outlook_report.hpp"
#include "report/standings/rulings_report.hpp"
#include "report/standings/standings_notes.hpp"
#include "report/standings/standings_report.hpp"
#include "report/standings/tournament_json.hpp"
#include "tournament/schedule/formats/format.hpp"
#include "tournament/standings/standings_of.hpp"

namespace tribunal {
namespace {

constexpr std::uint64_t most_listed = 100'000;
/// The number of points in the plot of the ratings' course; fewer where each costs seconds.
std::size_t course_points(std::uint64_t games) { return games <= 100'000 ? 24 : 8; }

PageGame page_game(const Plan& plan, const GameResult& result) {
  PageGame game{.number = result.index,
                .deal = result.deal,
                .what = plan.games.at(static_cast<std::size_t>(result.game)).name};
  for (std::size_t seat = 0; seat < result.seats.size(); ++seat) {
    game.bots.push_back(plan.bots.at(static_cast<std::size_t>(result.seats[seat].bot)).name);
    game.scores.push_back(result.outcome.scores.at(seat));
    game.places.push_back(result.outcome.places.at(seat));
    game.faults.push_back(result.seats[seat].faults);
  }
  return game;
}

/// The parts of a tournament's page, one after another.
class TournamentPage {
 public:
  TournamentPage(const Results& results, const PageTerms& terms, const ReplayChoice& choice)
      : results_{results}, plan_{results.tournament().plan}, terms_{terms}, choice_{choice}, page_{terms} {}

  Result<PageContent> make(std::string_view folder, const std::vector<std::string>& differences) {
    page_.add_source(folder, 0);
    for (const auto& difference : differences) page_.add_difference(difference);
    const auto parts = {&TournamentPage::add_games, &TournamentPage::add_standings,
                        &TournamentPage::add_course, &TournamentPage::add_faults,
                        &TournamentPage::add_replays};
    add_facts();
    for (const auto part : parts)
      if (auto done = (this->*part)(); !done) return std::unexpected{std::move(done).error()};
    auto content = page_.finish(std::move(plain_));
    content.alarms = std::move(alarms_);
    content.told = std::move(told_);
    return content;
  }

 private:
  using Done = Result<void>;

  void add_facts() {
    const auto& tournament = results_.tournament();
    page_.add_fact("games", what_is_played(tournament.schedule.shape()));
    page_.add_fact("format", plan_.format->name());
    for (std::size_t game = 0; game < plan_.games.size(); ++game)
      page_.add_fact(plan_.games.size() > 1 ? "rules of " + plan_.games[game].name : "rules",
                     rules_text(tournament.rules[game]));
    page_.add_fact("clock", clock_text(plan_.limits));
    for (const auto& bot : plan_.bots)
      if (bot.limits) page_.add_fact("clock of " + bot.name, clock_text(*bot.limits));
    page_.add_fact("a fault costs",
                   plan_.limits.on_fault == FaultPolicy::forfeit
                       ? "the game (forfeit)"
                       : fmt::format("a default action; {} the game (strikes)", strikes_allowed));
    if (plan_.sandbox) page_.add_fact("sandbox", name_of(*plan_.sandbox));
    page_.add_fact("commitment", to_hex(results_.commitment()));
    if (plan_.public_value) page_.add_fact("public value", *plan_.public_value);
    for (std::size_t bot = 0; bot < plan_.bots.size(); ++bot)
      if (!tournament.sha256.at(bot).empty())
        page_.add_fact("files of " + plan_.bots[bot].name, tournament.sha256[bot]);
    // The page compares times with one limit for all decisions, where there is one.
    const bool differs = plan_.limits.bank_ms > 0 || std::ranges::any_of(plan_.bots, [](const auto& bot) {
                           return bot.limits.has_value();
                         });
    page_.set("move_ms", differs ? 0 : plan_.limits.move_ms);
  }

  /// Lists the games, and chooses those that can be replayed.
  Done add_games() {
    std::uint64_t listed = 0;
    std::uint64_t others = 0;
    const auto add = [&](const GameResult& result) {
      auto game = page_game(plan_, result);
      if (!terms_.bot.empty() && !game.seat_of(terms_.bot)) return true;
      ++(listed < most_listed ? listed : others);
      if (listed == most_listed && others > 0) return true;
      game.mark = mark_of(result);
      game.counted = !seats_excluded(plan_, result);
      page_.list(game);
      note_for_replay(game);
      return true;
    };
    auto walked = results_.for_each(add, LastColumn::faults);
    if (walked && others > 0)
      page_.add_note(fmt::format("The first {} games are listed here, {} more are not.", listed, others));
    return walked;
  }

  /// The mark of a game by rulings; empty if there is none.
  [[nodiscard]] std::string mark_of(const GameResult& result) const {
    if (seats_excluded(plan_, result)) return "does not count: a bot is excluded";
    const auto ruling = voided_.ruling_of(result.index);
    return ruling ? fmt::format("played again: the original is void by ruling {}", *ruling) : std::string{};
  }

  void note_for_replay(const PageGame& game) {
    if (game.has_fault() && replayed_.size() < choice_.at_most) replayed_.insert(game.number);
    if (!game.has_fault() && !choice_.only_faults && rest_.size() < choice_.at_most)
      rest_.push_back(game.number);
    ++listed_;
  }

  Done add_standings() {
    auto standings =
        standings_of(results_, {.history = results_.versions().several()}, LastColumn::content, terms_.luck);
    if (!standings) return std::unexpected{standings.error()};
    told_ = terms_.persons.add_to(*standings);
    const auto notes = run_notes(results_);
    if (!notes) return std::unexpected{notes.error()};
    const auto& schedule = results_.tournament().schedule;
    page_.set("tournament", tournament_json(results_.tournament(), *standings,
                                            {.commitment = results_.commitment(),
                                             .notes = *notes,
                                             .unverified = !results_.unverified().empty()},
                                            {.crosstable = true, .los = true}));
    plain_ = standings_table(*standings);
    if (standings->without_luck) {
      plain_ += '\n' + luck_table(*standings, {});
      alarms_ = luck_alarms_text(*standings->without_luck);
    }
    const auto played = stored_games(*standings);
    if (played < schedule.size() || !schedule.is_whole() || results_.tournament().shard)
      page_.set("how_far",
                harmless(how_far(results_.tournament(), played, left_out_games(schedule, *standings))));
    page_.add_notes(alarms_);
    page_.add_notes(always_at_fault_text(standings->overall));
    page_.add_notes(not_starting_text(notes->not_starting));
    page_.add_notes(doubts_text(standings->overall));
    for (const auto& sentence : sentences_of(*notes)) page_.add_note(sentence);
    add_rulings();
    if (const auto& why = results_.unverified(); !why.empty()) page_.add_note(unverified_sentence(why));
    return {};
  }

  /// The rulings, with their reasons: who reads the page has no folder to ask.
  void add_rulings() {
    const auto rulings = rulings_notes(results_.tournament());
    for (const auto& ruling : rulings) page_.add_note(ruling);
    if (!rulings.empty()) plain_ += fmt::format("\n{}\n", fmt::join(rulings, "\n"));
  }

  Done add_course() {
    const auto course = rating_course(results_, course_points(listed_));
    if (!course) return std::unexpected{course.error()};
    Json json{{"games", course->games}, {"bots", Json::array()}};
    for (const auto& entrant : course->entrants) {
      Json elo = Json::array();
      Json error = Json::array();
      for (const auto& rating : entrant.ratings) {
        elo.push_back(rating ? Json(rating->elo) : Json());
        error.push_back(rating && rating->elo_error ? Json(*rating->elo_error) : Json());
      }
      json["bots"].push_back({{"bot", entrant.bot}, {"elo", elo}, {"error", error}});
    }
    page_.set("convergence", std::move(json));
    return {};
  }

  /// Adds the faults. The standard error of a bot is for its author alone.
  Done add_faults() {
    return results_.for_each_incident(NoteKind::fault, [&](const Incident& incident) {
      const auto& bot = plan_.bots.at(static_cast<std::size_t>(incident.bot())).name;
      if (!terms_.bot.empty() && bot != terms_.bot) return true;
      page_.add({.game = incident.game.index,
                 .deal = incident.game.deal,
                 .bot = bot,
                 .seat = incident.seat,
                 .decision = incident.fault->decision,
                 .kind = incident.fault->kind,
                 .message = incident.message,
                 .error_tail = terms_.bot.empty() ? std::string{} : incident.error_tail});
      return true;
    });
  }

  Done add_replays() {
    for (const auto number : rest_)
      if (replayed_.size() < choice_.at_most) replayed_.insert(number);
    if (replayed_.empty()) return {};
    const auto secret = results_.secret();
    if (!secret) {
      page_.add_note("No game can be replayed: the secret of the deals is not here (" +
                     secret.error().text() + ").");
      return {};
    }
    std::uint64_t replays = 0;
    auto walked = results_.for_each_record(*secret, [&](const GameResult& result, const Record& record) {
      if (!replayed_.contains(result.index)) return true;
      const auto only = terms_.bot.empty() ? std::nullopt : page_game(plan_, result).seat_of(terms_.bot);
      replays += page_.add_replay(result.index, record, only) ? 1 : 0;
      return true;
    });
    if (replays < listed_)
      page_.add_note(fmt::format("{} of the {} games can be replayed here{}.", replays, listed_,
                                 choice_.only_faults ? ": those with a fault" : ""));
    return walked;
  }

  const Results& results_;
  const Plan& plan_;
  const PageTerms& terms_;
  const ReplayChoice& choice_;
  VoidedGames voided_{results_.tournament().rulings};
  PageBuilder page_;
  std::string plain_;
  std::string alarms_;
  std::string told_;
  std::set<std::uint64_t> replayed_;
  std::vector<std::uint64_t> rest_;  ///< without faults
  std::uint64_t listed_ = 0;
};

}  // namespace

Result<PageContent> tournament_page(const Results& results, std::string_view folder, const PageTerms& terms,
                                    const ReplayChoice& choice, const std::vector<std::string>& differences) {
  return TournamentPage{results, terms, choice}.make(folder, differences);
}

PageContent season_page(const TournamentStandings& standings, const PageTerms& terms,
                        const std::vector<std::string>& differences, const std::vector<std::string>& notes) {
  PageBuilder page{terms};
  for (const auto& difference : differences) page.add_difference(difference);
  Json season{{"standings", standings_json(standings.overall)}};
  if (standings.history) {
    season["history"] = history_json(*standings.history);
    for (const auto& night : standings.history->nights) page.add_fact("results folder", night.folder);
    page.add_notes(unknown_times_note(*standings.history));
  }
  page.set("season", std::move(season));
  std::vector<std::string> anchors;
  for (const auto& fit : standings.overall.anchors) anchors.push_back(harmless(to_text(fit.anchor)));
  if (!anchors.empty())
    page.add_fact(anchors.size() == 1 ? "anchor" : "anchors", fmt::format("{}", fmt::join(anchors, ", ")));
  for (const auto& note : notes) page.add_note(note);
  page.add_notes(always_at_fault_text(standings.overall));
  page.add_notes(doubts_text(standings.overall));
  auto plain = standings_table(standings);
  if (standings.history) plain += '\n' + history_table(*standings.history);
  return page.finish(std::move(plain));
}

}  // namespace tribunal
