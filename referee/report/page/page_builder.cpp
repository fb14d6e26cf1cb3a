#include "report/page/page_builder.hpp"

#include <algorithm>
#include <map>
#include <ranges>
#include <utility>

#include "base/text/utf8.hpp"
#include "games/vocabulary.hpp"
#include "ratings/model/student.hpp"
#include "record/names.hpp"
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

/// Names by their numbers, in the order in which they are met.
class Names {
 public:
  int number_of(const std::string& name) {
    const auto [found, is_new] = numbers_.try_emplace(name, static_cast<int>(numbers_.size()));
    if (is_new) all_.push_back(harmless(name));
    return found->second;
  }
  [[nodiscard]] const Json& all() const { return all_; }

 private:
  std::map<std::string, int> numbers_;
  Json all_ = Json::array();
};

}  // namespace

bool PageGame::has_fault() const {
  return std::ranges::any_of(faults, [](const FaultCounts& counts) { return !counts.empty(); });
}

std::optional<Seat> PageGame::seat_of(std::string_view bot) const {
  const auto found = std::ranges::find(bots, bot);
  if (found == bots.end()) return std::nullopt;
  return static_cast<Seat>(found - bots.begin());
}

struct PageBuilder::Data {
  PageTerms terms;
  Json report;
  Names bots;
  Names what;
  Json columns{{"number", Json::array()},  {"deal", Json::array()},   {"what", Json::array()},
               {"bots", Json::array()},    {"scores", Json::array()}, {"places", Json::array()},
               {"faults", Json::object()}, {"again", Json::object()}};
  Json faults = Json::array();
  std::uint64_t faults_left_out = 0;
  Json replays = Json::array();
  std::vector<std::string> blocks;
};

PageBuilder::PageBuilder(PageTerms terms) : data_{std::make_unique<Data>()} {
  data_->terms = std::move(terms);
  data_->report = {{"schema", page_schema},
                   {"version", data_->terms.version},
                   {"title", harmless(data_->terms.title)},
                   {"sources", Json::array()},
                   {"bot", harmless(data_->terms.bot)},
                   {"how_far", ""},
                   {"move_ms", 0},
                   {"fewest_deals", fewest_deals},
                   {"facts", Json::array()},
                   {"differences", Json::array()},
                   {"notes", Json::array()}};
}

PageBuilder::~PageBuilder() = default;

void PageBuilder::set(const std::string& member, Json value) { data_->report[member] = std::move(value); }

void PageBuilder::set_text(const std::string& member, std::string_view text) {
  data_->report[member] = harmless(text);
}

void PageBuilder::add_fact(std::string_view name, std::string_view value) {
  data_->report["facts"].push_back({{"name", name}, {"value", harmless(value)}});
}

void PageBuilder::add_source(std::string_view name, std::uint64_t first) {
  data_->report["sources"].push_back({{"name", harmless(name)}, {"first", first}});
}

void PageBuilder::add_difference(std::string_view text) {
  // The found and the expected text may name cards that an author's bot did not see.
  if (!data_->terms.bot.empty()) text = text.substr(0, std::min(text.find('\n'), text.find(": expected ")));
  Json lines = Json::array();
  for (const auto line : std::views::split(text, '\n'))
    lines.push_back(harmless(std::string_view{line.begin(), line.end()}));
  data_->report["differences"].push_back(std::move(lines));
}

void PageBuilder::add_note(std::string_view sentence) {
  data_->report["notes"].push_back(harmless(sentence));
}

void PageBuilder::list(const PageGame& game) {
  auto& columns = data_->columns;
  columns["number"].push_back(game.number);
  columns["deal"].push_back(game.deal);
  columns["what"].push_back(data_->what.number_of(game.what));
  Json bots = Json::array();
  for (const auto& bot : game.bots) bots.push_back(data_->bots.number_of(bot));
  columns["bots"].push_back(std::move(bots));
  columns["scores"].push_back(game.scores);
  columns["places"].push_back(game.places);
  if (!game.again.empty()) columns["again"][std::to_string(game.number)] = harmless(game.again);
  if (!game.has_fault()) return;
  auto& faults = columns["faults"][std::to_string(game.number)];
  for (const auto& counts : game.faults) faults.push_back(counts_json(counts));
}

void PageBuilder::add(const PageFault& fault) {
  auto& faults = data_->faults;
  if (faults.size() == most_faults) {
    ++data_->faults_left_out;
    return;
  }
  faults.push_back({{"game", fault.game},
                    {"deal", fault.deal},
                    {"bot", harmless(fault.bot)},
                    {"seat", fault.seat},
                    {"decision", fault.decision},
                    {"kind", name_of(fault.kind)},
                    {"message", fault.message}});
  if (!fault.error_tail.empty()) faults.back()["stderr"] = fault.error_tail;
}

std::expected<void, Contradiction> PageBuilder::add_replay(std::uint64_t number, const Record& record,
                                                           std::optional<Seat> only) {
  const auto replay = replay_data(record, number, only);
  if (!replay) return std::unexpected{replay.error()};
  auto& blocks = data_->blocks;
  const bool begins_block = data_->replays.size() % games_in_block == 0;
  if (begins_block) blocks.emplace_back();
  blocks.back() += (begins_block ? "[" : ",\n") + *replay;
  data_->replays.push_back(number);
  return {};
}

PageContent PageBuilder::finish(std::string plain) {
  auto& report = data_->report;
  std::string differences;
  for (const auto& lines : report["differences"])
    for (const auto& line : lines) differences += line.get<std::string>() + '\n';
  if (!differences.empty()) plain.insert(0, differences + '\n');
  report["verbs"] = sentences();
  report["bots"] = data_->bots.all();
  report["what"] = data_->what.all();
  report["games"] = std::move(data_->columns);
  report["faults"] = std::move(data_->faults);
  report["faults_left_out"] = data_->faults_left_out;
  report["replays"] = std::move(data_->replays);
  report["block"] = games_in_block;
  for (auto& block : data_->blocks) block += ']';
  return {.title = harmless(data_->terms.title),
          .report = json_line(report),
          .blocks = std::move(data_->blocks),
          .plain = std::move(plain)};
}

}  // namespace tribunal
