#include "report/page/page_builder.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <memory>
#include <ranges>
#include <span>
#include <utility>

#include "base/text/utf8.hpp"
#include "games/vocabulary.hpp"
#include "ratings/model/student.hpp"
#include "record/clocks_and_strikes.hpp"
#include "report/replay/points.hpp"
#include "table/protocol.hpp"

namespace tribunal {
namespace {

/// The seats that see an event, as bits: those that bots play, and the dummy behind them.
std::uint32_t sight_of(const Event& event, Seat seats) {
  std::uint32_t sight = 0;
  for (Seat seat = 0; seat < seats; ++seat)
    if (event.sees.has(seat)) sight |= 1U << static_cast<unsigned>(seat);
  return sight;
}

bool has_cards(const Event& event) {
  for (std::size_t i = 0; i < event.size; ++i)
    if (event.verb->kind_at(i).form == ArgumentForm::card) return true;
  return false;
}

/// Actions as text: `play:Kh;Qd pass`.
std::string actions_text(const ActionList& actions) {
  std::string text;
  std::string_view verb;
  for (const auto& action : actions) {
    const auto word = action.text();
    const bool again = !action.arguments().empty() && action.verb()->name == verb;
    if (!text.empty()) text += again ? ';' : ' ';
    text += again ? std::string_view{word}.substr(word.find(':') + 1) : std::string_view{word};
    verb = action.verb()->name;
  }
  return text;
}

/// The choices and the time of a decision.
struct Question {
  std::string us;          ///< time in microseconds; empty if the referee decided
  std::string legal;       ///< legal actions as in `actions_text`
  std::size_t events = 0;  ///< number of events before it; equal for all that are asked at the same time
  ScoresNow scores;        ///< before it
  std::vector<TableFact> facts{};  ///< before it
};

/// Changes of the scores before each decision, as text: `a4f-1,,c2` says that before the first decision
/// figure `a` is 4 and `f` -1, and that before the third one `c` is 2 higher. The figures are the scores by
/// seat, then the suits.
std::string scores_text(std::span<const Question> questions, std::size_t seats) {
  std::string text;
  const auto add_change = [&](std::size_t figure, std::int32_t change) {
    if (change != 0) text += static_cast<char>('a' + figure) + std::to_string(change);
  };
  ScoresNow before;
  for (const auto& [us, legal, events, now, facts] : questions) {
    for (std::size_t seat = 0; seat < seats; ++seat) add_change(seat, now.scores[seat] - before.scores[seat]);
    for (std::size_t suit = 0; suit < now.suits.size(); ++suit)
      add_change(seats + suit, now.suits[suit] - before.suits[suit]);
    before = now;
    text += ',';
  }
  return text.substr(0, text.find_last_not_of(',') + 1);
}

/// The facts before the decisions at which they change, each as decision and rows.
Json facts_json(std::span<const Question> questions) {
  Json changes = Json::array();
  std::vector<TableFact> before;
  for (std::size_t decision = 0; decision < questions.size(); ++decision) {
    const auto& facts = questions[decision].facts;
    if (std::exchange(before, facts) == facts) continue;
    Json rows = Json::array();
    for (const auto& [name, text] : facts) rows.push_back({name, text});
    changes.push_back({decision, std::move(rows)});
  }
  return changes;
}

/// The numbers of decisions that were made at the same time, in order.
std::vector<std::size_t> together(std::span<const Question> questions) {
  std::vector<std::size_t> groups;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    if (i == 0 || questions[i].events != questions[i - 1].events) groups.push_back(0);
    ++groups.back();
  }
  return groups;
}

/// A game that is played again, as an object that `web/src/data.ts` reads (`ReplayData`).
///
/// `events` are the lines of the replay log. `=` precedes a decision. If not all seats see the cards of a
/// line, `|` and a hexadecimal number follow, with bit s for seat s, and then `!` if the others do not
/// receive the line at all. `#` precedes the reason of a capture. `us` and `legal` have one element per
/// decision: microseconds, empty if the referee decided, and the legal actions, `play:Kh;Qd pass` for
/// `play:Kh play:Qd pass`. Without `together`, each decision was made alone. `now` is a `scores_text`.
/// `points` are those of `points_of`, each as event, hand, seat, unit, points, total and parts.
///
/// With `only`, the game is as that seat saw it: cards of others are `??`, it has only that seat's questions,
/// comments and texts of faults, and no key to the deal.
class Replayed {
 public:
  Replayed(const Record& record, std::optional<Seat> only) : record_{record}, only_{only} {}

  std::optional<Contradiction> play() {
    auto wrong = play_again(record_, played_, [this](const Moment& moment) {
      explain(moment.events);
      if (reached_ < moment.events.size()) before_ = moment.game.clone();
      reached_ = moment.events.size();
      ask(moment);
    });
    if (!wrong) explain(played_.events);
    return wrong;
  }

  [[nodiscard]] Json json(std::uint64_t number) {
    Json game{{"game", number}, {"event", harmless(record_.deal.event)}, {"deal", record_.deal.number}};
    std::string line;
    append_game_line(line, record_.rules, only_.value_or(0), record_.limits_of(only_.value_or(0)));
    line.pop_back();
    game["line"] = line;
    if (only_) game["seat"] = *only_;
    if (!only_) game["key"] = to_hex(record_.deal.key.bytes);
    for (const auto& entrant : record_.entrants)
      game["bots"].push_back({harmless(entrant.bot), harmless(entrant.version)});
    add_events(game);
    add_questions(game);
    add_points(game);
    game["faults"] = faults();
    game["comments"] = comments();
    add_outcome(game);
    return game;
  }

 private:
  /// Stores the reasons of the captures since the decisions at which the game was `before_`.
  void explain(std::span<const Event> events) {
    if (!before_ || events.size() == reached_) return;
    for (auto& [event, text] : before_->reasons(events.subspan(reached_)))
      reasons_.emplace(reached_ + event, std::move(text));
  }

  void ask(const Moment& moment) {
    auto& question = questions_.emplace_back();
    question.events = moment.events.size();
    question.scores = moment.game.scores_now();
    question.facts = moment.game.table_facts();
    if (only_ && moment.seat != *only_) return;
    if (const auto& decision = record_.decisions[moment.decision]; !decision.by_referee)
      question.us = std::to_string(decision.us);
    ActionList legal;
    moment.game.legal_actions(moment.seat, legal);
    question.legal = actions_text(legal);
  }

  /// Adds the events that are shown, and keeps the questions of those that are decisions.
  void add_events(Json& game) {
    std::string events;
    auto question = questions_.begin();
    for (std::size_t i = 0; i < played_.events.size(); ++i) {
      const auto& event = played_.events[i];
      const bool is_told = event.is_told_to(only_.value_or(referee_view));
      if (event.is_decision) {
        told_before_.push_back(told_questions_.size());
        if (is_told) told_questions_.push_back(std::move(*question));
        ++question;
      }
      if (!is_told) continue;
      append_line(events, event);
      if (const auto reason = reasons_.find(i); reason != reasons_.end()) events += '#' + reason->second;
      told_events_.push_back(event);
    }
    told_before_.push_back(told_questions_.size());
    game["events"] = events;
  }

  void add_questions(Json& game) const {
    const auto joined = [&](auto member, const char* gap) {
      return fmt::format("{}", fmt::join(told_questions_ | std::views::transform(member), gap));
    };
    game["us"] = joined(&Question::us, ",");
    game["legal"] = joined(&Question::legal, "\n");
    game["now"] = scores_text(told_questions_, static_cast<std::size_t>(played_.outcome.seats));
    if (auto facts = facts_json(told_questions_); !facts.empty()) game["facts"] = std::move(facts);
    const auto groups = together(told_questions_);
    if (groups.size() < told_questions_.size()) game["together"] = groups;
  }

  void add_points(Json& game) const {
    Json all = Json::array();
    const bool is_forfeit = !forfeited(record_).empty();
    for (const auto& [event, hand, seat, in_chips, points, total, parts] :
         points_of(record_.rules.game(), told_events_, played_.outcome)) {
      if (is_forfeit && event == told_events_.size()) continue;  // the forfeit decides these points too
      Json named = Json::array();
      for (const auto& part : parts) named.push_back({part.what, part.points});
      all.push_back({event, hand, seat, in_chips ? "chips" : "points", points, total, named});
    }
    game["points"] = std::move(all);
  }

  void append_line(std::string& text, const Event& event) const {
    if (!text.empty()) text += '\n';
    if (event.is_decision) text += '=';
    event.append_to(text, only_.value_or(referee_view));
    if (only_) return;
    const auto seats = static_cast<Seat>(played_.outcome.seats);
    const auto sight = sight_of(event, seats);
    if (sight == sight_of(Event{}, seats) || !(has_cards(event) || event.unnoticed)) return;
    fmt::format_to(std::back_inserter(text), "|{:x}{}", sight, event.unnoticed ? "!" : "");
  }

  /// The number of a decision among those that are shown.
  [[nodiscard]] std::size_t told_place(std::size_t decision) const {
    return told_before_.at(std::min(decision, told_before_.size() - 1));
  }

  [[nodiscard]] Json faults() const {
    Json all = Json::array();
    for (const auto& fault : record_.faults) {
      const bool own = fault.seat == only_.value_or(fault.seat);
      all.push_back({name_of(fault.kind), fault.seat, told_place(fault.decision), own ? fault.us : 0,
                     own ? harmless(fault.got) : ""});
    }
    return all;
  }

  [[nodiscard]] Json comments() const {
    Json all = Json::array();
    for (const auto& comment : record_.comments)
      if (comment.seat == only_.value_or(comment.seat))
        all.push_back({comment.seat, told_place(comment.decision), harmless(comment.text)});
    return all;
  }

  void add_outcome(Json& game) const {
    game["scores"] = Json::array();
    game["places"] = Json::array();
    game["forfeited"] = Json::array();
    const auto given_up = forfeited(record_);
    for (const Seat seat : SeatSet::first(played_.outcome.ranked())) {
      game["scores"].push_back(played_.outcome.scores[index_of(seat)]);
      game["places"].push_back(played_.outcome.places[index_of(seat)]);
      if (given_up.has(seat)) game["forfeited"].push_back(seat);
    }
  }

  const Record& record_;
  std::optional<Seat> only_;
  Played played_;
  std::vector<Question> questions_;
  std::unique_ptr<Game> before_;                ///< game before the last decisions
  std::size_t reached_ = 0;                     ///< number of events before them
  std::map<std::size_t, std::string> reasons_;  ///< by index of the event
  std::vector<Event> told_events_;
  std::vector<Question> told_questions_;  ///< questions of the shown decisions
  std::vector<std::size_t> told_before_;  ///< number of shown decisions before each decision
};

/// The number of games for replay that are packed together. To see one, a reader unpacks them all.
constexpr std::size_t games_in_block = 75;
/// The largest number of faults on a page. The page states their total number.
constexpr std::size_t most_faults = 2000;

Json sentences() {
  Json verbs;
  for (const auto verb : vocabulary()) verbs[std::string{verb->name}] = verb->sentence;
  return verbs;
}

}  // namespace

int PageBuilder::Names::number_of(const std::string& name) {
  const auto [found, is_new] = numbers_.try_emplace(name, static_cast<int>(numbers_.size()));
  if (is_new) all_.push_back(harmless(name));
  return found->second;
}

PageBuilder::PageBuilder(PageTerms terms) : terms_{std::move(terms)} {
  if (terms_.analysis) analyst_.emplace(*terms_.analysis, terms_.bot);
  report_ = {{"version", terms_.version},
             {"title", harmless(terms_.title)},
             {"sources", Json::array()},
             {"bot", harmless(terms_.bot)},
             {"how_far", ""},
             {"move_ms", 0},
             {"fewest_deals", fewest_deals},
             {"facts", Json::array()},
             {"differences", Json::array()},
             {"notes", Json::array()},
             {"information", Json::array()}};
}

void PageBuilder::set(const std::string& member, Json value) { report_[member] = std::move(value); }

void PageBuilder::add_fact(std::string_view name, std::string_view value) {
  report_["facts"].push_back({{"name", name}, {"value", harmless(value)}});
}

void PageBuilder::add_source(std::string_view name, std::uint64_t first) {
  report_["sources"].push_back({{"name", harmless(name)}, {"first", first}});
}

void PageBuilder::add_difference(std::string_view text) {
  // In the found and the expected text, there may be cards that an author's bot did not see.
  if (!terms_.bot.empty()) text = text.substr(0, std::min(text.find('\n'), text.find(": expected ")));
  Json lines = Json::array();
  for (const auto line : std::views::split(text, '\n'))
    lines.push_back(harmless(std::string_view{line.begin(), line.end()}));
  report_["differences"].push_back(std::move(lines));
}

void PageBuilder::add_information(std::string_view sentence) {
  report_["information"].push_back(harmless(sentence));
}

void PageBuilder::add_notes(std::string_view lines) {
  for (const auto line : split_lines(lines))
    if (!line.empty()) report_["notes"].push_back(harmless(line));
}

void PageBuilder::list(const ListedGame& game) {
  columns_["number"].push_back(game.number);
  columns_["deal"].push_back(game.deal);
  columns_["what"].push_back(what_.number_of(game.game));
  if (analyst_ && game.counted) played_[game.number] = game.game;
  Json bots = Json::array();
  Json scores = Json::array();
  Json places = Json::array();
  for (const auto& seat : game.seats) {
    bots.push_back(bots_.number_of(seat.bot));
    scores.push_back(seat.score);
    places.push_back(seat.place);
  }
  columns_["bots"].push_back(std::move(bots));
  columns_["scores"].push_back(std::move(scores));
  columns_["places"].push_back(std::move(places));
  if (!game.mark.empty()) columns_["marks"][std::to_string(game.number)] = harmless(game.mark);
  if (!game.again.empty()) columns_["again"][std::to_string(game.number)] = harmless(game.again);
  if (!game.has_fault()) return;
  auto& faults = columns_["faults"][std::to_string(game.number)];
  for (const auto& seat : game.seats) faults.push_back(faults_json(seat.faults));
}

void PageBuilder::add_fault(std::uint64_t game, std::string_view bot, const FaultReport& report) {
  if (faults_.size() == most_faults) {
    ++faults_left_out_;
    return;
  }
  faults_.push_back({{"game", game},
                     {"bot", harmless(bot)},
                     {"seat", report.fault.seat},
                     {"decision", report.fault.decision},
                     {"kind", name_of(report.fault.kind)},
                     {"message", report.message}});
  if (!report.error_tail.empty()) faults_.back()["stderr"] = report.error_tail;
}

std::expected<void, Contradiction> PageBuilder::add_replay(std::uint64_t number, const Record& record,
                                                           std::optional<Seat> only, Json analysis,
                                                           Json others) {
  if (const auto what = played_.find(number); what != played_.end())
    analysis = analyst_->decisions_of(record, number, what->second, only);
  Replayed replayed{record, only};
  if (auto wrong = replayed.play()) return std::unexpected{*std::move(wrong)};
  auto replay = replayed.json(number);
  if (!analysis.is_null()) replay["analysis"] = std::move(analysis);
  if (!others.is_null()) replay["others"] = std::move(others);
  const bool begins_block = replays_.size() % games_in_block == 0;
  if (begins_block) blocks_.emplace_back();
  blocks_.back() += (begins_block ? "[" : ",\n") + replay.dump();
  replays_.push_back(number);
  return {};
}

PageContent PageBuilder::finish(std::string plain) {
  std::string differences;
  for (const auto& lines : report_["differences"])
    for (const auto& line : lines) differences += line.get<std::string>() + '\n';
  if (!differences.empty()) plain.insert(0, differences + '\n');
  report_["verbs"] = sentences();
  report_["bots"] = bots_.all();
  report_["what"] = what_.all();
  report_["games"] = std::move(columns_);
  report_["faults"] = std::move(faults_);
  report_["faults_left_out"] = faults_left_out_;
  report_["replays"] = std::move(replays_);
  report_["block"] = games_in_block;
  if (analyst_) report_["analysis"] = analyst_->summary();
  for (auto& block : blocks_) block += ']';
  return {.title = harmless(terms_.title),
          .report = json_line(report_),
          .blocks = std::move(blocks_),
          .plain = std::move(plain)};
}

std::string options_text(const Rules& rules) {
  std::string text;
  for (const auto& [name, value] : rules.options())
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, to_text(value));
  return text;
}

std::string rules_text(const Rules& rules) {
  return fmt::format("{}, {} players: {}", rules.game(), rules.players(), options_text(rules));
}

}  // namespace tribunal
