// tribunal verify: verifies a log, a results folder, or the published files of an event.
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iostream>
#include <numeric>
#include <unistd.h>

#include "base/escape.hpp"
#include "base/files.hpp"
#include "base/text/number_text.hpp"
#include "base/text/utf8.hpp"
#include "base/try.hpp"
#include "bots/system/random_bits.hpp"
#include "cli/commands/commands.hpp"
#include "cli/options/game_options.hpp"
#include "cli/results/recorded_games.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/terminal.hpp"
#include "record/verify/verify.hpp"
#include "report/standings/rounds_report.hpp"
#include "report/standings/standings_report.hpp"
#include "report/standings/tournament_json.hpp"
#include "tournament/luck/luck_run.hpp"
#include "tournament/luck/stored_luck.hpp"
#include "tournament/plan/toml/mistaken_file.hpp"
#include "tournament/results/resume_check.hpp"
#include "tournament/standings/verify_tournament.hpp"

namespace tribunal {
namespace {

struct LuckVerifyOptions {
  std::string file;          ///< file with published luck; empty: none
  std::string games = "50";  ///< number of games whose luck is computed again, or `all`
  std::string seed;          ///< seed that draws them; empty: a random one

  void add_options(CommandLine& command) {
    command.add("--luck", file, Value::file,
                "with --plan: verify that this 'luck.jsonl' of 'tribunal luck' follows from the log");
    command
        .add("--luck-games", games, {Value::text, "N|all"},
             "games whose luck is recomputed: a number, with a new draw each time, or all")
        ->check([](const std::string& text) {
          if (text == "all" || number_from<std::uint64_t>(text).value_or(0) > 0) return std::string{};
          return "'" + text + "' is neither a number from 1 nor 'all'";
        });
    command.add("--luck-seed", seed, "draw the games that an earlier 'verify' with this seed drew");
  }
  /// The games to draw. The seed is random if none was given.
  [[nodiscard]] LuckSample sample() const {
    constexpr auto all = std::numeric_limits<std::uint64_t>::max();
    return {.games = number_from<std::uint64_t>(games).value_or(all),
            .seed = seed.empty() ? random_digits(16) : seed};
  }
};

ExitCode tell_of_luck(const std::string& name, const StoredLuck& luck, const EachGame& each_game,
                      std::size_t bots, unsigned threads, const LuckSample& sample) {
  const auto check = must(check_luck(luck, each_game, bots, threads, sample));
  const bool is_drawn = sample.games < luck.games.size();
  const auto again = is_drawn
                         ? fmt::format("; --luck-seed {} draws these games again", shell_word(sample.seed))
                         : std::string{};
  if (!check.holds)
    return complain(ExitCode::failed,
                    name + ": " + check.text + "; 'tribunal luck' computes it again" + again);
  const auto drawn = is_drawn ? fmt::format(", drawn from {},", luck.games.size()) : std::string{};
  std::cout << fmt::format(
      "{}: the luck of {}{} follows from the games, and so do the models of the bots{}\n", harmless(name),
      counted(check.games, "game"), drawn, harmless(again));
  return ExitCode::ok;
}

/// The games of a log. Those with luck get the indices that the published luck has for them.
EachGame each_logged(const std::string& log, const StoredLuck& luck) {
  return [log, &luck](const std::function<bool(const GameForLuck&)>& visit) -> Result<void> {
    LaterChance later_chance;
    std::size_t next = 0;
    const auto index = [&](const Record& record) {
      constexpr auto none = std::numeric_limits<std::uint64_t>::max();
      if (!later_chance.has(record.rules) || next >= luck.games.size()) return none;
      return luck.games[next++].game;
    };
    TRY(RecordedGames{log}.all_of_log([&](const ListedGame& /*game*/, const Record* record) {
      if (record == nullptr) return true;
      return visit({.index = index(*record), .record = *record});
    }));
    return {};
  };
}

/// Checks the luck that is stored in a results folder, if there is any, and prints the result.
ExitCode verify_luck_of_folder(const std::string& folder, const LuckVerifyOptions& options,
                               unsigned threads) {
  const auto results = must(Results::open(folder, RoundSource::nowhere));
  const auto luck = must(luck_in(folder));
  if (!luck) return ExitCode::ok;
  const auto name = folder + "/" + std::string{luck_file_name};
  const auto content = must(results.content());
  if (content != luck->results)
    return complain(Error{ErrorCode::unreadable,
                          {name},
                          "this is the luck of other games; 'tribunal luck' computes the luck of these"});
  const auto secret = must(results.secret());
  return tell_of_luck(name, *luck, each_stored(results, secret), results.tournament().plan.bots.size(),
                      threads, options.sample());
}

/// Reads the luck that was published with a log.
StoredLuck read_published_luck(const LuckVerifyOptions& options) {
  std::ifstream in{options.file, std::ios::binary};
  if (!in) {
    throw Complaint{Error{ErrorCode::unreadable,
                          {options.file},
                          unreadable(options.file, "cannot be read") +
                              "; expected the file 'luck.jsonl' that 'tribunal luck' writes"}};
  }
  auto luck = read_luck(in);
  if (!luck) throw Complaint{luck.error().at(ErrorCode::unreadable, options.file)};
  return *std::move(luck);
}

/// Checks luck that was published with a log, and prints the result. The games of the log must be correct,
/// with this content (`TournamentStandings::content`). The log must be a file. `bots`: the number of bots in
/// the plan.
ExitCode verify_published_luck(const std::string& log, const StoredLuck& luck, const Bytes32& content,
                               std::size_t bots, const LuckVerifyOptions& options, unsigned threads) {
  if (log == "-")
    return complain(ExitCode::usage,
                    "--luck reads the log twice, which standard input does not allow; expected a file");
  if (luck.results != content)
    return complain(ExitCode::failed,
                    options.file + ": this is the luck of different games, not of those in the log");
  return tell_of_luck(options.file, luck, each_logged(log, luck), bots, threads, options.sample());
}

struct VerifyCommandOptions {
  std::string path;
  SecretSource secret;
  std::string plan;
  std::string standings;
  std::string origin;
  LuckVerifyOptions luck;
  LayoutOptions layout;
};

ExitCode exit_code_of(Verdict verdict) {
  if (verdict == Verdict::holds) return ExitCode::ok;
  return verdict == Verdict::differs ? ExitCode::failed : ExitCode::usage;
}

ExitCode verify_stream(std::istream& in, const std::string& name, const VerifyOptions& options) {
  const auto result = verify_log(in, options);
  if (result.verdict == Verdict::holds) {
    std::cout << name << ": " << result.text() << '\n';
    return ExitCode::ok;
  }
  return complain(exit_code_of(result.verdict), name + ": " + result.text());
}

/// Reports bots that have changed since they played. The results are valid anyway.
void tell_of_other_bots(const std::string& path) {
  const auto results = Results::open(path, RoundSource::nowhere);
  if (!results) return;
  std::vector<std::size_t> all(results->tournament().plan.bots.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  for (const auto& sentence : changes_since_results(*results, path, all))
    std::cerr << "tribunal: note: " << harmless(sentence) << '\n';
}

ExitCode verify_folder(const VerifyCommandOptions& options) {
  const auto& path = options.path;
  const auto result = verify_tournament(path, ThreadsOption{}.count(), options.origin);
  if (result.verdict != Verdict::holds)
    return complain(exit_code_of(result.verdict), path + ": " + result.text);
  std::cout << path << ": " << result.text << '\n'
            << "played, regardless of the files of the bots: " << to_hex(result.played) << '\n'
            << "rulings of the organiser: " << to_hex(result.rulings) << '\n';
  tell_of_other_bots(path);
  return verify_luck_of_folder(path, options.luck, ThreadsOption{}.count());
}

/// The published standings to compare. None if there are none.
std::optional<PublishedStandings> read_standings(const std::string& file) {
  if (file.empty()) return std::nullopt;
  std::ifstream stream{file};
  if (!stream)
    throw Complaint{file + ": " + unreadable(file, "cannot be read") +
                    "; expected the output of 'tribunal standings --json'"};
  auto published = PublishedStandings::read(stream);
  if (!published) throw Complaint{published.error().at(ErrorCode::unreadable, file)};
  return *std::move(published);
}

/// A clause on the games in the logs that the standings exclude by rulings. Empty if there are none.
std::string exclusions_clause(const Tournament& tournament, const TournamentStandings& standings) {
  std::string bots;
  for (const auto& ruling : tournament.rulings)
    if (exclusion_of(tournament.rulings, ruling.subject) == &ruling)
      bots +=
          fmt::format("{}{} by ruling {}", bots.empty() ? "" : ", ", harmless(ruling.subject), ruling.number);
  if (bots.empty()) return {};
  return fmt::format(" except for {} of {}, which the standings omit because these bots are excluded: {}",
                     standings.excluded_games, counted(standings.progress.stored(), "game"), bots);
}

/// Verifies the published files of an event: plan, logs and secret, and standings if they are given.
ExitCode verify_event(std::istream& in, const std::string& name, const VerifyCommandOptions& options) {
  auto tournament = must(load_without_bots(options.plan));
  auto source = options.secret;
  if (!source.given()) source.seed = tournament.plan.seed;
  const auto secret = must(source.committed());
  const auto published = read_standings(options.standings);
  if (published)
    if (const auto applied = apply_rulings(tournament, published->rulings); !applied)
      return complain(applied.error().at(ErrorCode::unreadable, options.standings));
  std::shared_ptr<const StoredLuck> luck;
  if (!options.luck.file.empty()) {
    auto read = read_published_luck(options.luck);
    luck = std::make_shared<const StoredLuck>(std::move(read));
  }
  std::optional<LuckTakenOut> taken_out;
  if (luck && published && published->luck) taken_out = {.luck = luck, .kind = *published->luck};
  StandingsOptions wanted;
  if (published) wanted = {.bootstrap = published->bootstrap, .latest = published->latest};
  const auto result = verify_published(in, tournament, secret, wanted, ThreadsOption{}.count(), taken_out);
  if (result.verdict != Verdict::holds)
    return complain(exit_code_of(result.verdict), name + ": " + result.text);
  tournament.schedule = *result.schedule;
  if (published) {
    const auto expected =
        tournament_json(tournament, *result.standings, {.commitment = secret.commitment()}, published->more);
    if (const auto member = first_difference(published->json, expected)) {
      return complain(ExitCode::failed,
                      options.standings + ": \"" + *member + "\" does not follow from the logs");
    }
  }
  const auto layout = options.layout.layout(STDOUT_FILENO);
  std::cout << name << ": " << result.text << '\n'
            << (published ? options.standings + ": the standings follow from the logs" +
                                exclusions_clause(tournament, *result.standings) + '\n'
                          : "the standings that follow from the logs:\n\n" +
                                standings_table(*result.standings, {.ranking = ranking_columns(
                                                                        tournament.plan, tournament.schedule),
                                                                    .layout = layout}) +
                                rounds_text(tournament.plan, tournament.schedule, layout));
  if (published && published->luck && !luck)
    std::cerr << "tribunal: note: " << harmless(options.standings)
              << ": the standings without luck are not verified; --luck FILE with the published 'luck.jsonl' "
                 "verifies them\n";
  if (!luck) return ExitCode::ok;
  return verify_published_luck(options.path, *luck, result.standings->content, tournament.plan.bots.size(),
                               options.luck, ThreadsOption{}.count());
}

ExitCode verify(const VerifyCommandOptions& options) {
  if (options.plan.empty() && !options.standings.empty()) throw Complaint{"--standings needs --plan"};
  if (options.plan.empty() && !options.luck.file.empty())
    throw Complaint{"--luck needs --plan; the luck in a results folder is verified with it"};
  VerifyOptions checks{.threads = ThreadsOption{}.count()};
  if (options.secret.given()) {
    const auto secret = must(options.secret.secret());
    checks.secret = secret;
  }
  if (!options.origin.empty() && !std::filesystem::is_directory(options.path))
    throw Complaint{"--origin needs a results folder that plays on from another one"};
  const auto check = [&](std::istream& in, const std::string& name) {
    return options.plan.empty() ? verify_stream(in, name, checks) : verify_event(in, name, options);
  };
  if (options.path == "-") return check(std::cin, "standard input");
  if (std::filesystem::is_directory(options.path)) {
    if (options.plan.empty() && !options.secret.given()) return verify_folder(options);
    return complain(ExitCode::usage, options.path +
                                         ": a folder is verified with its own plan and secret; --plan and "
                                         "--secret-file are for logs, which 'tribunal export " +
                                         options.path + " --logs FILE' writes");
  }
  if (const auto objection = objection_to_file(options.path, expected_files::log))
    return complain(*objection);
  std::ifstream file{options.path, std::ios::binary};
  if (!file)
    return complain(ExitCode::usage,
                    options.path + ": this log cannot be read; expected a file that you may read");
  return check(file, options.path);
}

}  // namespace

void add_verify_command(CommandLine& command) {
  auto& options = command.runs(verify);
  command.add("path", options.path, Value::source, "a replay log (-: standard input) or a results folder")
      ->required();
  options.secret.add_options(command);
  command.add("--plan", options.plan, Value::plan,
              "verify that the log holds all games of this plan, with the deals of the secret");
  command.add("--standings", options.standings, Value::file,
              "with --plan: verify that this output of 'standings --json' follows from the log");
  command.add("--origin", options.origin, Value::folder,
              "results that this folder continues after a ruling, if they are not beside it");
  options.luck.add_options(command);
  options.layout.add_options(command);
}

}  // namespace tribunal
