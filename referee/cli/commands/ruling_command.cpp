// tribunal ruling: records an organiser's rulings on results, with their reasons.
#include <filesystem>
#include <fmt/format.h>
#include <iostream>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "base/escape.hpp"
#include "base/files.hpp"
#include "base/text/number_text.hpp"
#include "base/text/utf8.hpp"
#include "cli/commands/commands.hpp"
#include "cli/options/bot_options.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/terminal.hpp"
#include "report/standings/standings_notes.hpp"
#include "tournament/results/make_ruling.hpp"
#include "tournament/results/results.hpp"

namespace tribunal {
namespace {

struct RulingOptions {
  std::filesystem::path folder;
  std::string games;
  std::map<std::uint64_t, GameToVoid> listed{};  ///< games of a list
  std::filesystem::path out;
  std::string exclude;
  std::string reinstate;
  std::string reason;
  ReportOption json;
};

ExitCode list(const RulingOptions& options) {
  const auto results = must(Results::open(options.folder, RoundSource::nowhere));
  const auto& rulings = results.tournament().rulings;
  if (!options.json.is_printed()) {
    std::string text = rulings.empty() ? "no rulings\n"
                                       : fmt::format("{}, SHA-256 {}\n", counted(rulings.size(), "ruling"),
                                                     to_hex(sha256_of(rulings)));
    for (const auto& ruling : rulings) text += "  " + ruling_line(results.tournament(), ruling) + '\n';
    const auto [now, again] = must(results.void_games());
    if (now + again > 0)
      text += fmt::format("{} void now; {} void and played again\n", counted(now, "game"), again);
    const auto otherwise = must(results.run_facts()).replayed_otherwise;
    if (otherwise > 0) text += replayed_otherwise_sentence(otherwise) + '\n';
    std::cout << fitted_text(text, layout_of(STDOUT_FILENO));
  }
  if (options.json.is_wanted()) options.json.write(json_text(rulings_report(rulings)));
  return ExitCode::ok;
}

using GamesToVoid = std::map<std::uint64_t, GameToVoid>;

/// The games that are named by a JSON list, such as that of `faults --json`, or by lines of
/// JSON, such as some entries of that list.
Result<GamesToVoid> games_in_list(const std::string& text) {
  auto list = nlohmann::json::parse(text, nullptr, false);
  const std::string_view entry = list.is_array() ? "entry" : "line";
  if (!list.is_array()) {
    list = nlohmann::json::array();
    for (auto line : split_lines(text)) {
      line = trimmed(line);
      if (line.ends_with(',')) line.remove_suffix(1);  // left over from a list
      list.push_back(line.empty() ? nlohmann::json{} : nlohmann::json::parse(line, nullptr, false));
    }
  }
  GamesToVoid games;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const auto& json = list[i];
    if (json.is_null() && entry == "line") continue;
    if (!json.is_object() || !json.contains("game") || !json["game"].is_number_unsigned())
      return std::unexpected{fmt::format("{} {} is not a JSON object with a number 'game'", entry, i + 1)};
    const auto hash = json.contains("content_sha256") && json["content_sha256"].is_string()
                          ? from_hex(json["content_sha256"].get<std::string>())
                          : std::nullopt;
    if (!hash)
      return std::unexpected{
          fmt::format("{} {} has no 'content_sha256'; without it, the game may be one of another tournament",
                      entry, i + 1)};
    const auto after = json.contains("after_ruling") ? json["after_ruling"] : nlohmann::json(0U);
    if (!after.is_number_unsigned() || after > most_rulings)
      return std::unexpected{
          fmt::format("{} {}: 'after_ruling' is not the number of a ruling", entry, i + 1)};
    const GameToVoid listed{*hash, after.get<std::int64_t>()};
    const auto [known, is_new] = games.try_emplace(json["game"].get<std::uint64_t>(), listed);
    if (!is_new && known->second != listed)
      return std::unexpected{fmt::format("it lists game {} twice, with different content", known->first)};
  }
  if (games.empty()) return std::unexpected{std::string{"it lists no games"}};
  return games;
}

/// The games as `games_text` writes them.
std::string text_of(const GamesToVoid& games) {
  std::vector<GameRange> ranges;
  for (const auto& [game, listed] : games) {
    if (!ranges.empty() && ranges.back().end == game)
      ++ranges.back().end;
    else
      ranges.push_back({game, game + 1});
  }
  return games_text(ranges);
}

/// Reads the games of `--void` if they are in a file or on standard input.
void read_games(RulingOptions& options) {
  const auto given = options.games;
  std::error_code ignored;
  const bool is_there = given == "-" || std::filesystem::exists(given, ignored);
  if (!is_there && given.find_first_of("./") == std::string::npos) return;
  constexpr std::size_t longest = std::size_t{256} << 20U;
  const auto text = given == "-" ? contents_of(std::cin, longest) : contents_of(given, longest);
  const auto expected =
      "; expected numbers of games, such as 17,20-25, or a file (-: standard input) with the JSON "
      "that 'tribunal faults FOLDER --json' prints, or some lines of it";
  if (!text || text->size() > longest)
    throw Complaint{"--void " + harmless(given) + (is_there ? ": cannot be read" : ": no such file") +
                    expected};
  auto games = games_in_list(*text);
  if (!games) throw Complaint{"--void " + harmless(given) + ": " + games.error().message + expected};
  options.listed = *std::move(games);
  options.games = text_of(options.listed);
}

/// The ruling that these options request. None if they request the list.
std::optional<RulingOrder> order_of(const RulingOptions& options) {
  if (!options.games.empty())
    return RulingOrder{RulingKind::void_games, options.games, options.reason, options.out, options.listed};
  if (!options.exclude.empty()) return RulingOrder{RulingKind::exclude, options.exclude, options.reason};
  if (!options.reinstate.empty())
    return RulingOrder{RulingKind::reinstate, options.reinstate, options.reason};
  return std::nullopt;
}

/// The next step that makes a ruling effective.
std::string next_step(const Ruling& ruling, const std::string& folder) {
  if (ruling.kind == RulingKind::exclude)
    return "it plays no more games; 'tribunal standings " + folder + "' omits it";
  return "'tribunal tournament PLAN --out " + folder + "' plays the missing games" +
         (voids_games(ruling.kind)
              ? fmt::format("; 'tribunal replay {} --ruling {}' shows the originals", folder, ruling.number)
              : "");
}

ExitCode rule(RulingOptions& options) {
  if (!options.games.empty()) read_games(options);
  const auto order = order_of(options);
  if (!order && !options.reason.empty()) throw Complaint{"--reason needs --void, --exclude or --reinstate"};
  if (!order) return list(options);
  if (options.json.is_wanted())
    throw Complaint{"--json lists rulings; expected it without --void, --exclude and --reinstate"};
  if (order->kind != RulingKind::void_games) {
    const auto results = must(Results::open(options.folder, RoundSource::nowhere));
    must(bot_of_plan(results.tournament().plan, order->subject, " in this tournament"));
  }
  const auto ruling = must(make_ruling(options.folder, *order));
  const auto& folder = options.out.empty() ? options.folder : options.out;
  const auto results = must(Results::open(folder, RoundSource::nowhere));
  std::cout << "ruling " << ruling_line(results.tournament(), ruling) << '\n'
            << next_step(ruling, shell_word(folder.string())) << '\n'
            << "SHA-256 of all rulings now: " << to_hex(sha256_of(results.tournament().rulings)) << '\n';
  return ExitCode::ok;
}

}  // namespace

void add_ruling_command(CommandLine& command) {
  auto& options = command.runs(rule);
  command.add("folder", options.folder, Value::results, "results folder")->required();
  auto* const games =
      command.add("--void", options.games, {Value::text, "GAMES"},
                  "numbers of games, from 0, to make void and play again, such as 17,20-25; or a "
                  "file that 'tribunal faults --json' printed (-: standard input)");
  command
      .add("--out", options.out, Value::output_folder,
           "with --void, for games of an earlier round: a new folder, in which that round is corrected and "
           "the later ones are played again; the old folder stays")
      ->needs(games);
  auto* const exclude =
      command
          .add("--exclude", options.exclude, Value::bot_name,
               "exclude this bot: its games no longer count for anyone, and it no longer plays")
          ->excludes(games);
  command.add("--reinstate", options.reinstate, Value::bot_name, "end the exclusion of this bot")
      ->excludes(games)
      ->excludes(exclude);
  command.add("--reason", options.reason,
              "reason, required for a ruling: a line of text that is published with the results");
  options.json.add(command, "--json", "a JSON list of the rulings");
}

}  // namespace tribunal
