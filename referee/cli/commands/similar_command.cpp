// tribunal similar: finds bots that decide more alike than independent bots do.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <fmt/format.h>
#include <iostream>
#include <unistd.h>

#include "base/text/number_text.hpp"
#include "base/text/utf8.hpp"
#include "cli/commands/commands.hpp"
#include "cli/options/sandbox_option.hpp"
#include "cli/results/bots_alike.hpp"
#include "cli/results/joint_options.hpp"
#include "cli/run/run_terminal.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/terminal.hpp"
#include "report/format/columns_and_csv.hpp"

namespace tribunal {
namespace {

struct SimilarOptions {
  std::vector<std::string> folders;
  std::uint64_t ask = 0;  ///< number of seats
  std::optional<SandboxLevel> sandbox{};
  ThreadsOption threads;
  ReportOption json;
  ReportOption markdown;
  LayoutOptions layout;
};

constexpr std::size_t most_rows = 20;           ///< number of pairs in text
constexpr std::size_t most_pairs = 1000;        ///< number of pairs in JSON
constexpr std::size_t most_with_evidence = 20;  ///< number of pairs that decide alike
constexpr std::size_t most_situations = 10;     ///< per pair in JSON, for each of two lists
constexpr std::size_t most_in_text = 3;         ///< per pair in text, likewise

/// A situation in the form that is shown.
struct Shown {
  SharedSituation shared;
  std::string did_a;
  std::string did_b;
};

/// A pair of bots with everything that is shown of it.
struct PairRow {
  Likeness likeness;
  const BotVersion* a = nullptr;
  const BotVersion* b = nullptr;
  std::vector<Shown> evidence{};  ///< empty unless they decide alike

  [[nodiscard]] bool has_same_files() const { return !a->sha256.empty() && a->sha256 == b->sha256; }
  [[nodiscard]] std::string finding() const {
    if (!likeness.is_alike()) return "";
    return likeness.is_alarm() ? "alike" : "alike, simple";
  }
};

Columns<PairRow> pair_columns() {
  constexpr auto left = TextTable::Align::left;
  const auto of_bot = [](const BotVersion* PairRow::*bot) {
    return [=](const PairRow& row) { return (row.*bot)->label; };
  };
  const auto of = [](auto member) {
    return [=](const PairRow& row) { return Json(std::invoke(member, row.likeness)); };
  };
  return {
      {"bot_a", of_bot(&PairRow::a), 0, {{"Bot", left}}},
      {"bot_b", of_bot(&PairRow::b), 0, {{"Other bot", left}}},
      {"alike", of(&Likeness::alike), 4, {{"Alike"}, {}, 1, 100}},
      {"error", of(&Likeness::error), 4, {{"+/-"}, {}, 1, 100}},
      {"same", of(&Likeness::same), 0, {{"Same"}}},
      {"situations", of(&Likeness::situations), 0, {{"Of"}}},
      {"weight", of(&Likeness::weight), 1, {{"Weight", {}, 2}, {}, 1}},
      {"foretold", of(&Likeness::foretold), 4, {{"Foretold", {}, 1}, {}, 0, 100}},
      {"deals", of(&Likeness::deals), 0, {{"Deals", {}, 2}}},
      {"same_files", &PairRow::has_same_files},
      {"finding",
       &PairRow::finding,
       0,
       {{"Finding", left},
        [](const PairRow& row) {
          return row.finding() + (row.has_same_files() && row.likeness.is_alike() ? ", same files" : "");
        }}},
  };
}

std::vector<PairRow> rows_of(const BotsAlike& alike, const std::vector<Likeness>& pairs) {
  std::vector<PairRow> rows;
  std::size_t with_evidence = 0;
  for (const auto& likeness : pairs) {
    if (rows.size() == most_pairs) break;
    PairRow row{likeness, &alike.bots().at(likeness.a), &alike.bots().at(likeness.b)};
    if (likeness.is_alike() && ++with_evidence <= most_with_evidence) {
      for (const auto& shared : alike.similarity().evidence(likeness.a, likeness.b, most_situations))
        row.evidence.push_back({shared, alike.action_of(shared.a), alike.action_of(shared.b)});
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string command_for(const BotsAlike& alike, const Sighting& sighting) {
  return replay_command(alike.folders().at(sighting.folder).native(), sighting.game);
}

Json json_of(const BotsAlike& alike, const Sighting& sighting, const std::string& did) {
  return {{"did", did},
          {"asked", sighting.asked},
          {"folder", alike.folders().at(sighting.folder).native()},
          {"game", sighting.game},
          {"decision", sighting.decision + 1},
          {"foretold", rounded(double{sighting.foretold}, points_decimals)},
          {"see", command_for(alike, sighting)}};
}

Json json_of(const BotsAlike& alike, const std::vector<PairRow>& rows, const SimilarOptions& options) {
  auto bots = Json::array();
  for (const auto& bot : alike.bots())
    bots.push_back({{"bot", bot.label}, {"name", bot.name}, {"sha256", bot.sha256}});
  auto pairs = Json::array();
  const auto columns = pair_columns();
  for (const auto& row : rows) {
    auto pair = json_row(columns, row);
    for (const auto& [shared, did_a, did_b] : row.evidence)
      pair[shared.is_same() ? "shared" : "different"].push_back(
          {{"a", json_of(alike, shared.a, did_a)},
           {"b", json_of(alike, shared.b, did_b)},
           {"others", shared.others},
           {"others_as_a", rounded(shared.others_as_a, points_decimals)},
           {"others_as_b", rounded(shared.others_as_b, points_decimals)}});
    pairs.push_back(std::move(pair));
  }
  return {{"schema", report_schema},
          {"folders", options.folders},
          {"games", alike.games()},
          {"situations", alike.similarity().situations()},
          {"asked", options.ask},
          {"notes", alike.notes()},
          {"bots", bots},
          {"pairs", pairs}};
}

std::string did_text(const std::string& bot, const std::string& did, const Sighting& sighting) {
  return fmt::format("{}{} {}", harmless(bot), sighting.asked ? ", asked," : "", did);
}

std::string evidence_text(const BotsAlike& alike, const PairRow& row) {
  auto text = fmt::format(
      "\n{} and {}{}:\n", harmless(row.a->label), harmless(row.b->label),
      row.likeness.is_simple() ? " (a strategy so simple that others may have found it too)" : "");
  std::size_t same = 0;
  std::size_t different = 0;
  for (const auto& [shared, did_a, did_b] : row.evidence) {
    if (++(shared.is_same() ? same : different) > most_in_text) continue;
    const auto did = shared.is_same() ? fmt::format("both {}; {} of {} others did so", did_a,
                                                    fixed(shared.others_as_a, 0), shared.others)
                                      : did_text(row.a->label, did_a, shared.a) + "; " +
                                            did_text(row.b->label, did_b, shared.b);
    text +=
        fmt::format("  game {}, decision {}{}: {}\n    see it: {}\n", shared.a.game, shared.a.decision + 1,
                    shared.b.game == shared.a.game
                        ? ""
                        : fmt::format(" (game {}, decision {})", shared.b.game, shared.b.decision + 1),
                    did, command_for(alike, shared.a));
  }
  return text;
}

/// The number of pairs of versions by different authors.
std::size_t pairs_of_authors(const std::vector<BotVersion>& bots) {
  std::size_t pairs = 0;
  for (auto a = bots.begin(); a != bots.end(); ++a)
    pairs += static_cast<std::size_t>(
        std::count_if(a, bots.end(), [&](const auto& b) { return a->name != b.name; }));
  return pairs;
}

std::string text_of(const BotsAlike& alike, const std::vector<Likeness>& pairs,
                    const std::vector<PairRow>& rows, const TextLayout& layout) {
  auto head = fmt::format("{}, {}, {} with a choice.\n", counted(alike.games(), "game"),
                          counted(alike.bots().size(), "version") + " of bots",
                          counted(alike.similarity().situations(), "situation"));
  for (const auto& note : alike.notes()) head += note + '\n';
  const auto alarms =
      static_cast<std::size_t>(std::ranges::count_if(rows, &Likeness::is_alarm, &PairRow::likeness));
  head += alarms == 0 ? "No two bots decide alike beyond what independent bots share.\n"
                      : fmt::format(
                            "{} of bots decide{} alike beyond what independent bots share: a person "
                            "should look at them.\n",
                            counted(alarms, "pair"), alarms == 1 ? "s" : "");
  head += untested_text(pairs.empty() ? 0 : pairs_of_authors(alike.bots()),
                        std::ranges::count_if(pairs, &Likeness::is_tested));
  const auto shown = std::vector<PairRow>{
      rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(std::min(rows.size(), most_rows))};
  const auto table = text_table(pair_columns(), shown);
  const auto text = fitted_text(head, layout) + '\n' +
                    (layout.markdown ? table.markdown() + '\n' : laid_out(table, layout));
  std::string below;
  if (layout.legend || layout.markdown)
    below +=
        "Alike: of the decisions of a bot that neither other bots nor simple rules would make, the share in "
        "% that the other bot makes too; +/-: 95 %.\nSame, Of: situations that count. Foretold: decisions in "
        "% that simple rules predict; from 50 on, a copy cannot be distinguished from the same simple "
        "strategy.\n";
  for (const auto& row : rows)
    if (!row.evidence.empty()) below += evidence_text(alike, row);
  below += "\nA finding is a reason to ask the author, not a proof (tribunal help fair-play).\n";
  return text + fitted_text(below, layout);
}

ExitCode show_similar(const SimilarOptions& options) {
  must_differ(options.folders);
  BotsAlike alike{{options.folders.begin(), options.folders.end()}, options.threads.count()};
  ProgressLine progress;
  std::int64_t step = 0;
  if (options.ask > 0) {
    const auto begin = std::chrono::steady_clock::now();
    alike.ask(options.ask, options.sandbox, [&](const std::string& line) {
      const auto took = std::chrono::steady_clock::now() - begin;
      progress.show(line, ++step, std::chrono::duration_cast<std::chrono::milliseconds>(took));
    });
  }
  progress.finish();
  alike.finish();
  const auto pairs = alike.similarity().pairs();
  const auto rows = rows_of(alike, pairs);
  if (!is_any_printed({options.json, options.markdown}))
    std::cout << text_of(alike, pairs, rows, options.layout.layout(STDOUT_FILENO));
  if (options.markdown.is_wanted()) options.markdown.write(text_of(alike, pairs, rows, {.markdown = true}));
  if (options.json.is_wanted()) options.json.write(json_text(json_of(alike, rows, options)));
  return !rows.empty() && rows.front().likeness.is_alarm() ? ExitCode::failed : ExitCode::ok;
}

}  // namespace

void add_similar_command(CommandLine& command) {
  auto& options = command.runs(show_similar);
  add_season_folders(command, options.folders);
  command.add("--ask", options.ask, whole(1, 1000),
              "send bots that are on this machine the lines of N recorded seats, and compare their answers "
              "too (default: none)");
  command.add("--sandbox", options.sandbox,
              "with --ask: isolation of the bots (default: the level at which they played)");
  options.threads.add(command);
  options.layout.add_wide(command);
  options.layout.add_legend(command);
  options.json.add(command, "--json", "JSON: all pairs, with the situations of those that decide alike");
  options.markdown.add(command, "--markdown", "Markdown, for an organiser's notes");
}

}  // namespace tribunal
