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
  const auto found = std::ranges::find(order.tables, rules_text(rules),
                                       [](const CheckedTable& table) { return rules_text(table.rules); });
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
  auto listed = listed_game(number, game.record, game.outcome);
  if (const auto* const table = table_of(order_, game.record.rules)) {
    listed.game = name_of(*table);
    listed.again = play_command(order_, *table, listed.deal);
  }
  page_.list(listed);
  for (const auto& report : game.reports)
    page_.add_fault(number, game.record.entrants.at(index_of(report.fault.seat)).bot, report);
  records_.push_back(game.record);
}

void CheckPage::add_sums(const AnalysisTotals& totals, std::size_t worlds, std::size_t repeated,
                         const std::string& text) {
  sums_ = analysis_.summary(totals, worlds, repeated);
  about_analysis_ = text;
}

Result<PageContent> CheckPage::finish(const CheckReport& report) {
  for (std::size_t number = 0; number < records_.size(); ++number) {
    const auto& record = records_[number];
    Json decisions;
    if (!analysis_.empty())
      if (const auto played = play_again(record))
        decisions = analysis_.rows_of(content_without_files(record, *played));
    const auto added = page_.add_replay(number, record, std::nullopt, std::move(decisions));
    if (!added) return std::unexpected{"this game cannot have happened: " + added.error().text(record)};
  }
  page_.set("check", json_of(report));
  if (!sums_.is_null()) page_.set("analysis", std::move(sums_));
  return page_.finish(findings_text(report) + summary_of(report) + about_analysis_);
}

}  // namespace tribunal
