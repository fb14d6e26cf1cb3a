// tribunal collusion: finds bots whose decisions favour one opponent over the others.
#include <algorithm>
#include <cstddef>
#include <fmt/format.h>
#include <iostream>
#include <numeric>
#include <set>
#include <unistd.h>

#include "analysis/analysed_game.hpp"
#include "base/text/number_text.hpp"
#include "base/text/utf8.hpp"
#include "cards/deal.hpp"
#include "cli/commands/commands.hpp"
#include "cli/results/joint_options.hpp"
#include "cli/run/run_terminal.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/terminal.hpp"
#include "games/core/action.hpp"
#include "report/format/columns_and_csv.hpp"
#include "tournament/fair_play/gifts.hpp"
#include "tournament/results/results.hpp"

namespace tribunal {
namespace {

struct CollusionOptions {
  std::vector<std::string> folders;
  std::size_t games = 2000;  ///< number of games to examine, drawn from all
  std::size_t worlds = 20;   ///< `AnalysisOptions::worlds`; from 100 on, hopeless actions are dropped
  std::string seed{};        ///< seed of everything that is drawn
  ThreadsOption threads;
  ReportOption json;
  LayoutOptions layout;
};

struct GiftsFound {
  std::size_t games = 0;
  std::size_t decisions = 0;
  std::vector<std::string> notes{};  ///< sentences about games that were not examined
  std::vector<Gift> gifts{};         ///< gifts, those least explained by chance first
};

/// Draws games with at least three bots. Returns their indices by folder, in order.
std::vector<std::vector<std::uint64_t>> draw(const std::vector<Results>& results,
                                             const CollusionOptions& options,
                                             std::vector<std::string>& notes) {
  std::vector<std::pair<std::size_t, std::uint64_t>> all;
  for (std::size_t folder = 0; folder < results.size(); ++folder) {
    const auto look = [&](const GameResult& game) {
      if (game.seats.size() > 2) all.emplace_back(folder, game.index);
      return true;
    };
    must(results[folder].for_each(look, LastColumn::faults));
  }
  if (all.empty()) throw Complaint{"no game has three or more bots; with two, no bot can favour another"};
  const auto count = std::min(all.size(), options.games);
  std::vector<std::vector<std::uint64_t>> drawn(results.size());
  if (count < all.size())
    notes.push_back(
        fmt::format("{} of {} were drawn; --games N draws more.", count, counted(all.size(), "game")));
  Stream chance{deal_key(Secret::from_seed(options.seed), "collusion", 0), "games"};
  for (std::size_t i = 0; i < count; ++i) {
    std::swap(all[i], all[i + chance.uniform(static_cast<std::uint32_t>(all.size() - i))]);
    drawn[all[i].first].push_back(all[i].second);
  }
  for (auto& games : drawn) std::ranges::sort(games);
  return drawn;
}

/// Examines games with at least three bots in results folders, and shows the progress. Throws `Complaint`.
GiftsFound find_gifts(const CollusionOptions& options) {
  const auto threads = options.threads.count();
  std::vector<Results> results;
  for (const auto& folder : options.folders)
    results.push_back(must(Results::open(folder, RoundSource::nowhere)));
  GiftsFound found;
  const auto drawn = draw(results, options, found.notes);
  const auto count = std::accumulate(drawn.begin(), drawn.end(), std::size_t{0},
                                     [](std::size_t sum, const auto& games) { return sum + games.size(); });
  CountProgress progress{"game"};
  GiftTally tally;
  std::set<Bytes32> seen;
  std::size_t left_out = 0;
  const auto seed = options.seed.empty() ? std::nullopt : std::optional{options.seed};
  for (std::size_t folder = 0; folder < results.size(); ++folder) {
    GameAnalysis analysis{
        {.worlds = options.worlds, .open = false, .reasons = false}, threads, [&](const AnalysedGame& game) {
          tally.add(game, folder);
          progress.show(++found.games, count);
        }};
    const auto look = [&](const StoredGame& stored) -> TakeGame {
      if (!std::ranges::binary_search(drawn[folder], stored.index)) return {};
      auto game = std::make_shared<std::optional<GameToAnalyse>>();
      if (stored.record && stored.damage.empty()) {
        const auto& rules = stored.record->rules;
        *game = game_to_analyse(*stored.record, stored.index, rules.game(), SeatSet::first(rules.players()),
                                seed);
      }
      return [&, game] {
        const bool is_new = *game && seen.insert((*game)->questions.content).second;
        if (is_new) analysis.add(std::move(**game));
        left_out += is_new ? 0 : 1;
        return true;
      };
    };
    must(results[folder].each_game(must(results[folder].secret()), threads, {}, look));
    analysis.finish();
  }
  progress.finish();
  if (left_out > 0)
    found.notes.push_back(
        counted(left_out, "game") +
        " omitted: damaged, or repeating another one ('tribunal verify' gives the reasons).");
  found.decisions = tally.decisions();
  found.gifts = must(tally.gifts(static_cast<double>(results.size()), threads));
  return found;
}

constexpr std::size_t most_gifts_in_text = 20;  ///< number of pairs in text

Columns<Gift> gift_columns() {
  constexpr auto left = TextTable::Align::left;
  const auto if_tested = [](double Gift::*member) {
    return [=](const Gift& gift) { return gift.is_tested() ? Json(gift.*member) : Json(); };
  };
  return {
      {"bot", &Gift::bot, 0, {{"Bot", left}}},
      {"partner", &Gift::partner, 0, {{"Partner", left}}},
      {"games", [](const Gift& gift) { return std::llround(gift.all.games); }, 0, {{"Games"}}},
      {"deals", [](const Gift& gift) { return gift.deals.size(); }, 0, {{"Deals", {}, 1}}},
      {"gift", &Gift::mean, points_decimals, {{"Gift"}, {}, 2}},
      {"error", if_tested(&Gift::error), points_decimals, {{"+/-"}, {}, 2}},
      {"share", &Gift::share, 4, {{"Share"}, {}, 1, 100}},
      {"z", if_tested(&Gift::z), 2, {{"z"}, {}, 1}},
      {"z_both",
       [](const Gift& gift) { return gift.both != 0 ? Json(gift.both) : Json(); },
       2,
       {{"Both"}, {}, 1}},
      {"expected",
       &Gift::expected,
       9,
       {{"Expected"},
        [](const Gift& gift) { return gift.error > 0 ? fmt::format("{:.2g}", gift.expected) : "-"; }}},
      {"finding", [](const Gift& gift) { return gift.is_alarm() ? "favours" : ""; }, 0, {{"Finding", left}}},
  };
}

PairsTested tested_of(const GiftsFound& found) {
  const auto count = [&](auto is) {
    return static_cast<std::size_t>(std::ranges::count_if(found.gifts, is));
  };
  return {found.gifts.size(), count(&Gift::is_tested), count(&Gift::is_alarm)};
}

Json json_of(const GiftsFound& found, const CollusionOptions& options) {
  auto rows = Json::array();
  for (const auto& gift : found.gifts) {
    rows.push_back(json_row(gift_columns(), gift));
    if (!gift.is_alarm()) continue;
    for (const auto& at : gift.examples) {
      rows.back()["decisions"].push_back({{"folder", options.folders.at(at.folder)},
                                          {"game", at.game},
                                          {"decision", at.decision + 1},
                                          {"did", at.taken.text()},
                                          {"points", rounded(at.points, points_decimals)},
                                          {"see", replay_command(options.folders.at(at.folder), at.game)}});
    }
  }
  return tested_of(found).added_to({{"schema", report_schema},
                                    {"folders", options.folders},
                                    {"games", found.games},
                                    {"decisions", found.decisions},
                                    {"worlds", options.worlds},
                                    {"seed", options.seed},
                                    {"notes", found.notes},
                                    {"pairs", rows}});
}

std::string text_of(const GiftsFound& found, const CollusionOptions& options) {
  const auto layout = options.layout.layout(STDOUT_FILENO);
  auto head = fmt::format("{} of three or more bots, {} with a choice, {} worlds each.\n",
                          counted(found.games, "game"), counted(found.decisions, "decision"), options.worlds);
  for (const auto& note : found.notes) head += note + '\n';
  head += tested_of(found).text("No bot favours another beyond what chance explains.",
                                "In the tested pairs, no bot favours the other beyond what chance explains.");
  auto rows = found.gifts;
  rows.resize(std::min(rows.size(), most_gifts_in_text));
  std::string below;
  if (layout.legend) {
    below = fmt::format(
        "Gift: points a game that its decisions give the partner beyond what they give other opponents, "
        "compared with a model of the bot that does not know who sits where; +/-: 95 %.\nShare: in % of the "
        "largest possible gift. z: "
        "standard errors. Both: z of both directions. -: unknown, with fewer than {} deals.\nExpected: pairs "
        "that "
        "would show as much by chance in a season of honest bots.\n",
        fewest_deals_tested);
  }
  for (const auto& gift : found.gifts) {
    if (!gift.is_alarm()) continue;
    below += fmt::format("\n{} favours {} beyond what chance explains:\n", harmless(gift.bot),
                         harmless(gift.partner));
    for (const auto& at : gift.examples)
      below += fmt::format("  game {}, decision {}: {}, {} points\n    see it: {}\n", at.game,
                           at.decision + 1, at.taken.text(), fixed(at.points, 1),
                           replay_command(options.folders.at(at.folder), at.game));
  }
  below += "\nA finding is a reason to ask the author, not a proof (tribunal help fair-play).\n";
  return fitted_text(head, layout) + '\n' + laid_out(text_table(gift_columns(), rows), layout) +
         fitted_text(below, layout);
}

ExitCode show_collusion(const CollusionOptions& options) {
  must_differ(options.folders);
  const auto found = find_gifts(options);
  if (!is_any_printed({options.json})) std::cout << text_of(found, options);
  if (options.json.is_wanted()) options.json.write(json_text(json_of(found, options)));
  return tested_of(found).code();
}

}  // namespace

void add_collusion_command(CommandLine& command) {
  auto& options = command.runs(show_collusion);
  add_season_folders(command, options.folders);
  command.add("--games", options.games, whole(1, 20'000),
              "analyse N games, drawn from all with three bots or more");
  command.add("--worlds", options.worlds, whole(20, 100),
              "playouts of each legal action, each with the unknown cards dealt again");
  command.add("-s,--seed", options.seed,
              "seed of the random draws (default: a fixed one, so that the output repeats)");
  options.threads.add(command);
  options.layout.add_options(command);
  options.json.add(command, "--json", "JSON: all pairs, with the largest gifts of those found");
}

}  // namespace tribunal
