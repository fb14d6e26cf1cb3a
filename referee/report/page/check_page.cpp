#include "report/page/check_page.hpp"

#include <algorithm>
#include <utility>

#include "check/tables.hpp"
#include "report/check/check_report.hpp"
#include "report/standings/outlook_report.hpp"

namespace tribunal {
namespace {

/// The table at which a game was played, found by its rules. Null if there is none.
const CheckedTable* table_of(const CheckOrder& order, const Rules& rules) {
  const auto text = rules_text(rules);
  const auto found = std::ranges::find_if(
      order.tables, [&](const CheckedTable& table) { return rules_text(table.rules) == text; });
  return found == order.tables.end() ? nullptr : &*found;
}

/// Adds the rules of each checked game, once for all its tables.
void add_rules(const CheckOrder& order, PageBuilder& page) {
  std::string before;
  for (const auto& table : order.tables) {
    if (table.game_text() != before)
      page.add_fact("rules of " + table.game_text(), options_text(table.rules));
    before = table.game_text();
  }
}

}  // namespace

CheckPage::CheckPage(CheckOrder order, std::string_view log, std::string version)
    : order_{std::move(order)}, page_{{.title = order_.bot.name, .version = std::move(version)}} {
  if (!log.empty()) page_.add_source(log, 0);
  add_rules(order_, page_);
  page_.add_fact("clock", clock_text(order_.limits));
  page_.add_fact("sandbox", order_.host.sandbox);
  if (!order_.bot.sha256.empty()) page_.add_fact("files of the bot", order_.bot.sha256);
  page_.set("move_ms", order_.limits.bank_ms > 0 ? 0 : order_.limits.move_ms);
}

void CheckPage::add(const PlayedGame& game) {
  const auto number = records_.size();
  page_.list(listed(game));
  for (const auto& report : game.reports)
    page_.add_fault(number, game.record.deal.number, game.record.entrants.at(index_of(report.fault.seat)).bot,
                    report);
  records_.push_back(game.record);
}

void CheckPage::add_sums(const AnalysisTotals& totals, std::size_t worlds, std::size_t repeated,
                         const std::string& text) {
  sums_ = analysis_.summary(totals, worlds, repeated);
  about_analysis_ = text;
}

Result<void> CheckPage::add_replays() {
  for (std::size_t number = 0; number < records_.size(); ++number) {
    const auto& record = records_[number];
    Json decisions;
    if (!analysis_.empty())
      if (const auto played = play_again(record))
        decisions = analysis_.rows_of(content_without_files(record, *played));
    const auto added = page_.add_replay(number, record, std::nullopt, std::move(decisions));
    if (!added) return std::unexpected{"this game cannot have happened: " + added.error().text(record)};
  }
  return {};
}

ListedGame CheckPage::listed(const PlayedGame& game) const {
  auto listed = listed_game(records_.size(), game.record, game.outcome);
  if (const auto* const table = table_of(order_, game.record.rules)) {
    listed.game = name_of(*table);
    listed.again = play_command(order_, *table, listed.deal);
  }
  return listed;
}

Result<PageContent> CheckPage::finish(const CheckReport& report) {
  if (auto added = add_replays(); !added) return std::unexpected{std::move(added.error())};
  page_.set("check", json_of(report));
  if (!sums_.is_null()) page_.set("analysis", std::move(sums_));
  return page_.finish(findings_text(report) + summary_of(report) + about_analysis_);
}

}  // namespace tribunal
