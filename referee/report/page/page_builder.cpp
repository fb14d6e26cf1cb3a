#include "report/page/page_builder.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <ranges>
#include <utility>

#include "base/text/utf8.hpp"
#include "games/vocabulary.hpp"
#include "ratings/model/student.hpp"
#include "report/page/replay_data.hpp"

namespace tribunal {
namespace {

constexpr int page_schema = 1;
/// Games to replay that are packed together: gzip looks back 32 KiB, which is about this number of games.
constexpr std::size_t games_in_block = 50;
/// The maximum number of faults on a page; the page says how many there are.
constexpr std::size_t most_faults = 2000;

Json sentences() {
  Json verbs;
  for (const auto verb : vocabulary()) verbs[std::string{verb->name}] = verb->sentence;
  return verbs;
}

Json counts_json(const FaultCounts& faults) {
  Json counts = Json::object();
  for (const auto& [kind, count] : faults) counts[std::string{name_of(kind)}] = count;
  return counts;
}

}  // namespace

int PageBuilder::Names::number_of(const std::string& name) {
  const auto [found, is_new] = numbers_.try_emplace(name, static_cast<int>(numbers_.size()));
  if (is_new) all_.push_back(harmless(name));
  return found->second;
}

bool PageGame::has_fault() const {
  return std::ranges::any_of(faults, [](const FaultCounts& counts) { return !counts.empty(); });
}

std::optional<Seat> PageGame::seat_of(std::string_view bot) const {
  const auto found = std::ranges::find(bots, bot);
  if (found == bots.end()) return std::nullopt;
  return static_cast<Seat>(found - bots.begin());
}

PageBuilder::PageBuilder(PageTerms terms) : terms_{std::move(terms)} {
  if (terms_.analysis) analyst_.emplace(*terms_.analysis, terms_.bot);
  report_ = {{"schema", page_schema},
             {"version", terms_.version},
             {"title", harmless(terms_.title)},
             {"sources", Json::array()},
             {"bot", harmless(terms_.bot)},
             {"how_far", ""},
             {"move_ms", 0},
             {"fewest_deals", fewest_deals},
             {"facts", Json::array()},
             {"differences", Json::array()},
             {"notes", Json::array()}};
}

void PageBuilder::set(const std::string& member, Json value) { report_[member] = std::move(value); }

void PageBuilder::add_fact(std::string_view name, std::string_view value) {
  report_["facts"].push_back({{"name", name}, {"value", harmless(value)}});
}

void PageBuilder::add_source(std::string_view name, std::uint64_t first) {
  report_["sources"].push_back({{"name", harmless(name)}, {"first", first}});
}

void PageBuilder::add_difference(std::string_view text) {
  // The found and the expected text may name cards that an author's bot did not see.
  if (!terms_.bot.empty()) text = text.substr(0, std::min(text.find('\n'), text.find(": expected ")));
  Json lines = Json::array();
  for (const auto line : std::views::split(text, '\n'))
    lines.push_back(harmless(std::string_view{line.begin(), line.end()}));
  report_["differences"].push_back(std::move(lines));
}

void PageBuilder::add_note(std::string_view sentence) { report_["notes"].push_back(harmless(sentence)); }

void PageBuilder::add_notes(std::string_view lines) {
  for (auto end = lines.find('\n'); end != lines.npos; end = lines.find('\n')) {
    add_note(lines.substr(0, end));
    lines.remove_prefix(end + 1);
  }
}

void PageBuilder::list(const PageGame& game) {
  columns_["number"].push_back(game.number);
  columns_["deal"].push_back(game.deal);
  columns_["what"].push_back(what_.number_of(game.what));
  if (analyst_ && game.counted) played_[game.number] = game.what;
  Json bots = Json::array();
  for (const auto& bot : game.bots) bots.push_back(bots_.number_of(bot));
  columns_["bots"].push_back(std::move(bots));
  columns_["scores"].push_back(game.scores);
  columns_["places"].push_back(game.places);
  if (!game.mark.empty()) columns_["marks"][std::to_string(game.number)] = harmless(game.mark);
  if (!game.again.empty()) columns_["again"][std::to_string(game.number)] = harmless(game.again);
  if (!game.has_fault()) return;
  auto& faults = columns_["faults"][std::to_string(game.number)];
  for (const auto& counts : game.faults) faults.push_back(counts_json(counts));
}

void PageBuilder::add(const PageFault& fault) {
  if (faults_.size() == most_faults) {
    ++faults_left_out_;
    return;
  }
  faults_.push_back({{"game", fault.game},
                     {"deal", fault.deal},
                     {"bot", harmless(fault.bot)},
                     {"seat", fault.seat},
                     {"decision", fault.decision},
                     {"kind", name_of(fault.kind)},
                     {"message", fault.message}});
  if (!fault.error_tail.empty()) faults_.back()["stderr"] = fault.error_tail;
}

std::expected<void, Contradiction> PageBuilder::add_replay(std::uint64_t number, const Record& record,
                                                           std::optional<Seat> only, Json analysis) {
  if (const auto what = played_.find(number); what != played_.end())
    analysis = analyst_->decisions_of(record, number, what->second, only);
  const auto replay = replay_data(record, number, only, std::move(analysis));
  if (!replay) return std::unexpected{replay.error()};
  const bool begins_block = replays_.size() % games_in_block == 0;
  if (begins_block) blocks_.emplace_back();
  blocks_.back() += (begins_block ? "[" : ",\n") + *replay;
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
