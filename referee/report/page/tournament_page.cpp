#include "report/page/tournament_page.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <map>
#include <optional>
#include <ranges>
#include <set>
#include <utility>

#include "base/text/number_text.hpp"
#include "base/text/utf8.hpp"
#include "base/try.hpp"
#include "bots/sandbox/sandbox.hpp"
#include "report/page/same_cards.hpp"
#include "report/standings/faults_report.hpp"
#include "report/standings/luck_report.hpp"
#include "report/standings/outlook_report.hpp"
#include "report/standings/standings_notes.hpp"
#include "report/standings/standings_report.hpp"
#include "report/standings/tournament_json.hpp"
#include "table/silence.hpp"
#include "tournament/schedule/formats/format.hpp"
#include "tournament/standings/standings_of.hpp"

namespace tribunal {
namespace {

constexpr std::uint64_t most_listed = 100'000;
/// The number of points in the plot of ratings.
constexpr std::uint64_t course_points = 24;
/// The number of other bots with the same cards that a replay for an author names, the best first.
constexpr std::size_t most_others = 8;
/// The number of deals whose results are drawn for an author.
constexpr std::size_t most_worst_deals = 5;

/// The message of a fault for all readers: nothing that the bot wrote to standard error, nor a path in it.
std::string public_message(const Incident& incident) {
  const auto kind = incident.fault->kind;
  const bool may_quote = kind == FaultKind::crash || kind == FaultKind::start ||
                         (kind == FaultKind::timeout && !incident.error_tail.empty());
  return std::string{may_quote ? without_cause(incident.message) : incident.message};
}

class PageOfGames : public TournamentPage {
 public:
  PageOfGames(const Results& results, std::string_view folder, PageTerms terms, ReplayChoice choice)
      : results_{results},
        folder_{folder},
        plan_{results.tournament().plan},
        terms_{std::move(terms)},
        choice_{choice},
        page_{terms_},
        standings_{results, LastColumn::content, terms_.luck,
                   std::max<std::uint64_t>(1, results.size().value_or(0) / course_points)} {
    page_.add_source(folder, 0);
    add_facts();
  }

  TakeGame look(ComparedGame& game) override {
    auto& stored = game.stored;
    if (!stored.has_result) {  // then there are no standings
      return [this, why = stored.record.error()] {
        done_ = std::unexpected{unreadable(why)};
        return false;
      };
    }
    return [this, result = stored.result, record = std::move(stored.record)]() mutable {
      list(result);
      if (!record && !unreadable_) unreadable_ = unreadable(record.error());
      if (!terms_.bot.empty()) same_cards_.add(result);
      done_ = standings_.add(result);
      return done_.has_value();
    };
  }

  Result<PageContent> finish(const std::vector<std::string>& differences) override {
    TRY(done_);
    for (const auto& difference : differences) page_.add_difference(difference);
    if (not_listed_ > 0)
      page_.add_notes(
          fmt::format("The first {} games are listed here; {} more are not.", listed_.size(), not_listed_));
    compare_own_games();
    for (const auto part : {&PageOfGames::add_standings, &PageOfGames::add_faults, &PageOfGames::add_replays})
      TRY((this->*part)());
    auto content = page_.finish(std::move(plain_));
    content.alarms = std::move(alarms_);
    content.told = std::move(told_);
    return content;
  }

 private:
  using Done = Result<void>;
  [[nodiscard]] Error unreadable(const Error& why) const {
    return {ErrorCode::unreadable, Place{folder_}, why.message};
  }

  void add_facts() {
    const auto& tournament = results_.tournament();
    page_.add_fact("games", what_is_played(tournament.schedule.shape()));
    page_.add_fact("format", plan_.format->name());
    for (std::size_t game = 0; game < plan_.games.size(); ++game)
      page_.add_fact(plan_.games.size() > 1 ? "rules of " + plan_.games[game].name : "rules",
                     rules_text(tournament.rules[game]));
    const auto changes = results_.changed_conditions();
    const std::string_view when = changes && !changes->empty() ? ", in the last games" : "";
    page_.add_fact("clock", fmt::format("{}{}", clock_text(plan_.limits), when));
    for (const auto& bot : plan_.bots)
      if (bot.limits) page_.add_fact("clock of " + bot.name, clock_text(*bot.limits));
    page_.add_fact("a fault costs",
                   plan_.limits.on_fault == FaultPolicy::forfeit
                       ? "the game (forfeit)"
                       : fmt::format("a default action; {} the game (strikes)", strikes_allowed));
    if (plan_.sandbox) page_.add_fact("sandbox", fmt::format("{}{}", name_of(*plan_.sandbox), when));
    page_.add_fact("commitment", to_hex(results_.commitment()));
    if (plan_.public_value) page_.add_fact("public value", *plan_.public_value);
    for (std::size_t bot = 0; bot < plan_.bots.size(); ++bot)
      if (!tournament.sha256.at(bot).empty())
        page_.add_fact("files of " + plan_.bots[bot].name, tournament.sha256[bot]);
    // The page compares times with the limit for all decisions, if there is only one.
    const bool differs = plan_.limits.bank_ms > 0 || std::ranges::any_of(plan_.bots, [](const auto& bot) {
                           return bot.limits.has_value();
                         });
    page_.set("move_ms", differs ? 0 : plan_.limits.move_ms);
  }

  void list(const GameResult& result) {
    auto game = listed_game(plan_, result);
    const auto own = terms_.bot.empty() ? std::optional<Seat>{0} : game.seat_of(terms_.bot);
    if (!own) return;
    if (listed_.size() == most_listed) {
      ++not_listed_;
      return;
    }
    game.mark = mark_of(result);
    game.counted = !seats_excluded(plan_, result);
    page_.list(game);
    listed_.push_back({.number = game.number,
                       .cards = {result.game, game.deal, *own},
                       .score = game.seats.at(index_of(*own)).score,
                       .has_fault = game.has_fault()});
  }

  /// The text on rulings about a game. Empty if there are none.
  [[nodiscard]] std::string mark_of(const GameResult& result) const {
    if (seats_excluded(plan_, result)) return "does not count: a bot is excluded";
    const auto ruling = voided_.ruling_of(result.index);
    return ruling ? fmt::format("played again: the original is void by ruling {}", *ruling) : std::string{};
  }

  Done add_standings() {
    auto standings = TRY(standings_.finish({.history = results_.versions().several()}));
    told_ = terms_.persons.add_to(standings);
    const auto notes = TRY(run_notes(results_));
    page_.set("tournament", tournament_json(results_.tournament(), standings,
                                            {.commitment = results_.commitment(),
                                             .notes = notes,
                                             .unverified = !results_.unverified().empty()},
                                            {.crosstable = true, .los = true}));
    plain_ = standings_table(standings);
    if (standings.without_luck) {
      plain_ += '\n' + luck_table(standings, {});
      alarms_ = luck_alarms_text(*standings.without_luck);
    }
    const auto& progress = standings.progress;
    const auto far = harmless(how_far(results_.tournament(), progress));
    if (!progress.is_finished() || results_.tournament().shard)
      page_.set("how_far", far);
    else if (progress.left_out > 0)
      page_.add_information(far);
    page_.add_notes(alarms_);
    page_.add_notes(always_at_fault_text(standings.overall));
    page_.add_notes(not_starting_text(notes.not_starting));
    page_.add_notes(doubts_text(standings.overall));
    add_run_notes(notes, standings.overall);
    add_rulings();
    if (const auto& why = results_.unverified(); !why.empty()) page_.add_notes(unverified_sentence(why));
    add_course();
    return {};
  }

  /// If no bot of the page had a timeout, load is a condition of the run and not a warning.
  void add_run_notes(RunNotes notes, const Standings& standings) {
    const bool had_timeout = std::ranges::any_of(standings.rows, [&](const auto& row) {
      return (terms_.bot.empty() || row.bot == terms_.bot) && row.faults.contains(FaultKind::timeout);
    });
    if (!had_timeout && !notes.crowding.empty()) page_.add_fact("load", std::exchange(notes.crowding, {}));
    for (const auto& sentence : sentences_of(notes)) page_.add_notes(sentence);
  }

  /// Adds the rulings with their reasons, because readers of the page do not have the folder.
  void add_rulings() {
    const auto rulings = rulings_notes(results_.tournament());
    for (const auto& ruling : rulings) page_.add_information(ruling);
    if (!rulings.empty()) plain_ += fmt::format("\n{}\n", fmt::join(rulings, "\n"));
  }

  void add_course() {
    const auto& course = standings_.course();
    Json json{{"games", course.games}, {"bots", Json::array()}};
    for (const auto& entrant : course.entrants) {
      Json elo = Json::array();
      Json error = Json::array();
      for (const auto& rating : entrant.ratings) {
        elo.push_back(rating ? Json(rating->elo) : Json());
        error.push_back(rating && rating->elo_error ? Json(*rating->elo_error) : Json());
      }
      json["bots"].push_back({{"bot", entrant.bot}, {"elo", elo}, {"error", error}});
    }
    page_.set("convergence", std::move(json));
  }

  /// Adds the faults. Only the author of a bot may see its stderr, without paths of the organiser.
  Done add_faults() {
    std::optional<WithoutPlaces> without_places;
    return results_.for_each_incident(NoteKind::fault, [&](const Incident& incident) {
      const auto& bot = plan_.bot(incident.bot()).name;
      FaultReport report{.fault = *incident.fault, .message = public_message(incident)};
      if (!terms_.bot.empty()) {
        if (bot != terms_.bot) return true;
        if (!without_places) without_places = for_author_of(incident.bot(), plan_);
        report.message = (*without_places)(incident.message);
        report.error_tail = (*without_places)(incident.error_tail);
      }
      page_.add_fault(incident.game.index, bot, report);
      return true;
    });
  }

  /// Adds to each game of the author's bot what it made over others with the same cards, in all games of
  /// the tournament and not only in those on the page.
  void compare_own_games() {
    if (terms_.bot.empty()) return;
    own_ =
        static_cast<int>(std::ranges::find(plan_.bots, terms_.bot, &PlannedBot::name) - plan_.bots.begin());
    Json against = Json::array();
    for (auto& game : listed_) {
      const auto over = same_cards_.against_others(game.cards, own_, game.score);
      game.lost = -over.value_or(0);
      against.push_back(over ? rounded_json(*over, points_decimals) : Json(nullptr));
    }
    page_.set("against_others", std::move(against));
    add_worst_deals();
  }

  /// Adds the games in which the author's bot lost most by its play, one of each deal, with the scores of
  /// all others with these cards.
  void add_worst_deals() {
    auto costliest = listed_;
    std::ranges::stable_sort(costliest, std::greater<>{}, &ReplayCandidate::lost);
    std::set<std::pair<int, std::uint64_t>> deals;
    Json worst = Json::array();
    for (const auto& [number, cards, score, has_fault, lost] : costliest) {
      if (lost <= 0 || worst.size() == most_worst_deals) break;
      if (!deals.emplace(cards.game, cards.deal).second) continue;
      Json scores = Json::array();
      for (const auto& other : same_cards_.of_others(cards, own_)) scores.push_back(other.score);
      worst.push_back({{"game", number}, {"seat", cards.seat}, {"others", std::move(scores)}});
    }
    page_.set("worst_deals", std::move(worst));
  }

  Done add_replays() {
    const auto order = !terms_.bot.empty() ? ReplayOrder::costliest
                       : terms_.analysis   ? ReplayOrder::spread
                                           : ReplayOrder::earliest;
    const auto chosen = chosen_for_replay(listed_, order, choice_.only_faults, choice_.at_most);
    if (chosen.empty()) return {};
    const auto secret = results_.secret();
    if (!secret) {
      page_.add_notes("No game is verified or can be replayed: the secret of the deals is missing.");
      return {};
    }
    if (unreadable_) return std::unexpected{*unreadable_};
    std::uint64_t replays = 0;
    std::set<std::pair<int, std::uint64_t>> deals;
    for (const auto& game : chosen) {
      const auto added = add_replay(*secret, game);
      if (!added) return std::unexpected{unreadable(added.error())};
      replays += *added ? 1 : 0;
      deals.emplace(game.cards.game, game.cards.deal);
    }
    if (replays < listed_.size()) {
      page_.add_information(
          fmt::format("{} of the {} can be replayed here{}.", replays, counted(listed_.size(), "game"),
                      choice_.only_faults              ? ": those with a fault"
                      : order == ReplayOrder::earliest ? ""
                      : order == ReplayOrder::costliest
                          ? fmt::format(": games with faults, then the worst games of {}, at most two of "
                                        "each deal at first, of {}",
                                        terms_.bot, counted(deals.size(), "deal"))
                          : fmt::format(", spread over {}", counted(deals.size(), "deal"))));
    }
    return {};
  }

  /// Makes a game replayable, for an author with the other bots that had the same cards. Returns false if
  /// the game cannot have happened.
  Result<bool> add_replay(const Secret& secret, const ReplayCandidate& game) {
    bool is_added = false;
    const auto add = [&](const GameResult&, const Record& record) {
      std::optional<Seat> only;
      Json others;
      if (!terms_.bot.empty()) only = game.cards.seat;
      if (only && !terms_.hide_others)
        others = others_with_cards(secret, game.cards, heard_lines(record, *only));
      is_added = page_.add_replay(game.number, record, only, nullptr, std::move(others)).has_value();
      return false;
    };
    TRY(results_.for_each_record(secret, add, game.number));
    return is_added;
  }

  /// The other bots with these cards (`ReplayData.others`), and where their seat heard something else.
  Json others_with_cards(const Secret& secret, const SeatCards& cards, const std::vector<HeardLine>& own) {
    const auto deal = std::pair{cards.game, cards.deal};
    if (std::exchange(heard_deal_, deal) != deal) heard_.clear();
    Json rows = Json::array();
    const auto others = same_cards_.of_others(cards, own_);
    for (const auto& [bot, score, number] : others | std::views::take(most_others)) {
      auto [heard, is_new] = heard_.try_emplace({cards, number});
      const auto keep = [&, &lines = heard->second](const GameResult&, const Record& record) {
        lines = heard_lines(record, cards.seat);
        return false;
      };
      const bool is_known = !is_new || results_.for_each_record(secret, keep, number).has_value();
      const auto differs = is_known ? first_difference(own, heard->second) : std::nullopt;
      rows.push_back({harmless(plan_.bot(bot).name), score, differs ? Json(differs->line) : Json(nullptr),
                      differs ? differs->action : ""});
    }
    return {{"rows", std::move(rows)}, {"count", others.size()}};
  }

  const Results& results_;
  std::string folder_;
  const Plan& plan_;
  PageTerms terms_;
  ReplayChoice choice_;
  VoidedGames voided_{results_.tournament().rulings};
  PageBuilder page_;
  StandingsInPassing standings_;
  Done done_;
  std::string plain_;
  std::string alarms_;
  std::string told_;
  std::optional<Error> unreadable_;  ///< error of the first record that cannot be read
  int own_ = 0;                      ///< index of the bot whose author reads the page
  SameCards same_cards_;             ///< on the page of an author
  std::pair<int, std::uint64_t> heard_deal_;
  /// Lines that seats heard in games of that deal.
  std::map<std::pair<SeatCards, std::uint64_t>, std::vector<HeardLine>> heard_;
  std::vector<ReplayCandidate> listed_;
  std::uint64_t not_listed_ = 0;
};

}  // namespace

std::unique_ptr<TournamentPage> tournament_page(const Results& results, std::string_view folder,
                                                PageTerms terms, ReplayChoice choice) {
  return std::make_unique<PageOfGames>(results, folder, std::move(terms), choice);
}

/// The largest number of bots that are columns of the first table (`web/src/overall.tsx`).
constexpr std::size_t most_heat_columns = 12;

PageContent season_page(const TournamentStandings& standings, const PageTerms& terms,
                        const std::vector<std::string>& differences, const std::vector<std::string>& notes,
                        Json nights) {
  PageBuilder page{terms};
  for (const auto& difference : differences) page.add_difference(difference);
  auto season = tables_json(standings, {.crosstable = standings.overall.rows.size() <= most_heat_columns});
  if (standings.history) {
    for (const auto& night : standings.history->nights) page.add_fact("results folder", night.folder);
    page.add_notes(unknown_times_note(*standings.history));
  }
  if (!nights.is_null()) season["nights"] = std::move(nights);
  page.set("season", std::move(season));
  std::vector<std::string> anchors;
  for (const auto& fit : standings.overall.anchors) anchors.push_back(harmless(to_text(fit.anchor)));
  if (!anchors.empty())
    page.add_fact(anchors.size() == 1 ? "anchor" : "anchors", fmt::format("{}", fmt::join(anchors, ", ")));
  for (const auto& note : notes) page.add_notes(note);
  page.add_notes(always_at_fault_text(standings.overall));
  page.add_notes(doubts_text(standings.overall));
  auto plain = standings_table(standings);
  if (standings.history) plain += '\n' + history_table(*standings.history);
  return page.finish(std::move(plain));
}

}  // namespace tribunal
