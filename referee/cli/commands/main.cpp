#include <algorithm>
#include <exception>
#include <filesystem>
#include <iostream>
#include <system_error>

#include "base/text/utf8.hpp"
#include "bots/sandbox/written_files.hpp"
#include "cli/commands/commands.hpp"
#include "cli/manual/documents.hpp"
#include "cli/mistakes/mistake.hpp"
#include "cli/options/sandbox_option.hpp"
#include "cli/terminal/human_seat.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/terminal.hpp"

namespace {

using namespace tribunal;

// Makes a row of the table below. `group`: the readers for whom the command is. `document`: the page that
// says more.
constexpr CommandSpec row(std::string_view name, std::string_view group, std::string_view document,
                          Declare* declare, std::string_view help,
                          const std::array<std::string_view, 4>& examples = {}) {
  return {name, help, group, document, examples, declare};
}

// All commands in the order of help, grouped by reader.
constexpr std::array all_commands{
    row("new-bot", "Your bot", "first-bot", add_new_bot_command,
        "Write a first bot with its kit, in a folder of its own",
        {"new-bot python mybot", "new-bot cpp bots/ann --game mitch"}),
    row("check", "Your bot", "ci", add_check_command, "Test one bot",
        {"check --game mitch -- 'python3 mybot.py'", "check --plan cup.toml"}),
    row("play", "Your bot", "protocol", add_play_command, "Play one game between bots",
        {"play revolution --log game.jsonl -- greedy 'python3 mybot.py'", "play mitch -- human greedy",
         "play --from results/demo --game 17 --seat 1='python3 mybot.py'"}),
    row("compare", "Your bot", "compare", add_compare_command, "Test whether one bot is better than another",
        {"compare --candidate ./new --baseline ./old --field greedy --m1 0.5"}),
    row("replay", "Your bot", "replay-log", add_replay_command,
        "List recorded games, show one step by step, or replay it to a bot",
        {"replay results/demo --list --lost mybot", "replay results/demo --seat mybot -- 'python3 mybot.py'",
         "replay game.jsonl --seat 1 -- 'python3 mybot.py'"}),
    row("analyse", "Your bot", "analysis", add_analyse_command,
        "Find the decisions that cost points, and say why",
        {"analyse game.jsonl --seat 1", "analyse results/demo --bot mybot --budget 60"}),
    row("games", "Your bot", "protocol", add_games_command,
        "List the games, or the options, presets and possible scores of one",
        {"games revolution --rule scoring=basic"}),
    row("library", "Your bot", "library", add_library_command,
        "Print how to compile a bot with the engines of all games, a library for C++",
        {"library --cflags", "library --libs"}),
    row("new-plan", "A tournament", "plan", add_new_plan_command,
        "Write the plan of a tournament between bots", {"new-plan revolution bots/* -o cup.toml"}),
    row("tournament", "A tournament", "tournaments", add_tournament_command,
        "Play a tournament, or resume it",
        {"tournament demo --out results/demo", "tournament cup.toml --dry-run"}),
    row("standings", "A tournament", "ratings", add_standings_command,
        "Print the rating table of a tournament, even while it runs",
        {"standings results/demo --crosstable"}),
    row("report", "A tournament", "report", add_report_command,
        "Write a page to publish: standings, all games, replays; even during the run",
        {"report results/demo -o demo.html", "report results/demo --bot mybot -o mybot.html",
         "report results/night* --anchor greedy=1500 -o season.html"}),
    row("faults", "A tournament", "faults", add_faults_command,
        "List the faults in a tournament, even while it runs",
        {"faults results/demo --bot mybot --kind timeout",
         "faults results/demo --waited 50 --json=faults.json"}),
    row("ruling", "A tournament", "rulings", add_ruling_command,
        "Make games void, exclude or reinstate a bot, or list such rulings",
        {"ruling results/cup", "ruling results/cup --void 17,20-25 --reason 'power cut in the hall'",
         "ruling results/cup --void 4 --out results/new --reason 'a power cut'",
         "ruling results/cup --exclude amy --reason 'plays by the code of bob'"}),
    row("luck", "A tournament", "luck", add_luck_command, "Compute how much of the results was luck",
        {"luck results/demo"}),
    row("export", "A tournament", "reports", add_export_command,
        "Write replay logs and tables from a results folder",
        {"export results/demo --logs demo.jsonl --csv=demo.csv",
         "export results/demo --bot mybot --seen seen.txt --stderr errors.txt"}),
    row("site", "A season", "season", add_site_command,
        "Write the pages of an event or a season into a folder, to publish it",
        {"site results/night* --anchor greedy=1500 -o www",
         "site results/night* --anchor greedy=1500 --authors authors.txt -o www"}),
    row("intake", "A season", "intake", add_intake_command,
        "Build and check submissions, and write the plan of the sound ones",
        {"intake inbox -o cup.toml --plan base.toml --reports pages",
         "intake ann.zip --submission bob/ -o cup.toml --game revolution"}),
    row("ratings", "A season", "ratings", add_ratings_command,
        "Print one rating table over several tournaments",
        {"ratings results/spring results/autumn --anchor greedy=1500",
         "ratings results/night* --latest --history --anchors season.json",
         "ratings results/night* --since results/night3 --markdown",
         "ratings games.pgn ranks.txt export.csv"}),
    row("similar", "A season", "fair-play", add_similar_command, "Find bots that decide alike, as copies do",
        {"similar results/night1 results/night2", "similar results/night3 --ask 20"}),
    row("collusion", "A season", "fair-play", add_collusion_command,
        "Find bots whose decisions favour another bot", {"collusion results/night1 results/night2"}),
    row("submit", "Many machines", "cluster", add_submit_command, "Play a tournament as jobs of a scheduler",
        {"submit slurm cup.toml --tasks 64 -- --time=01:00:00 --partition=long"}),
    row("merge", "Many machines", "cluster", add_merge_command, "Merge the shards of a tournament",
        {"merge results/demo results/demo.shards"}),
    row("verify", "Proof", "replay-log", add_verify_command, "Verify a replay log or a results folder",
        {"verify results/demo"}),
    row("commit", "Proof", "deals", add_commit_command,
        "Print what to publish before an event: its plan with all hashes, or the commitment to a secret",
        {"commit --new cup.secret"}),
    row("reveal", "Proof", "deals", add_reveal_command,
        "Print a secret after an event, and check its commitment", {"reveal --secret-file cup.secret"}),
    row("deal", "Proof", "deals", add_deal_command, "Show the cards of a deal",
        {"deal revolution --players 3 --seed 42 --deal 7"}),
    row("doctor", "This machine", "sandbox", add_doctor_command,
        "Report which sandbox levels work here, and how to get the others", {"doctor --require bwrap"}),
    row("completion", "This machine", "", add_completion_command,
        "Print the script with which a shell completes the command lines of tribunal",
        {"completion bash > ~/.local/share/bash-completion/completions/tribunal",
         "completion zsh > ~/.zfunc/_tribunal",
         "completion fish > ~/.config/fish/completions/tribunal.fish"}),
    row("help", "", "", add_help_command, "Show the options of a command, or a document"),
    row("complete", "", "", add_complete_command, "The words that may continue a command line"),
    row("manual", "", "", add_manual_command, "The manual page of a command or a document, as Markdown"),
    row("human-seat", "", "", add_human_seat_command, "The seat of a person in a game")};

bool is_in_help(std::string_view word) {
  return std::ranges::any_of(all_commands, [&](const CommandSpec& command) {
    return command.name == word && !command.group.empty();
  });
}

// The words of the command line, at least one. `tribunal` alone becomes `--help`, and `help COMMAND` becomes
// `COMMAND --help`.
std::vector<std::string> words_of(int argc, char** argv) {
  std::vector<std::string> words{argv + std::min(argc, 1), argv + argc};
  if (words.empty()) return {"--help"};
  if (words.front() != "help" || words.size() > 2 || (words.size() == 2 && !is_in_help(words[1])))
    return words;
  words.erase(words.begin());
  words.emplace_back("--help");
  return words;
}

constexpr CommandSpec program_spec{
    .name = "tribunal",
    .help =
        "Tribunal: a referee and tournament runner for card-playing bots\n"
        "\n"
        "Begin here:\n"
        "    tribunal new-bot       write a first bot\n"
        "    tribunal help bots     make it better, from its first line to a tournament\n"
        "    tribunal check         test it\n"
        "    tribunal play          play one game with it, or against it yourself\n"
        "    tribunal compare       find out whether a change made it better\n"
        "    tribunal new-plan      write the plan of a tournament\n"
        "    tribunal tournament    play it\n"
        "    tribunal report        publish its results as a page\n\n"};

void set_up(CommandLine& program) {
  program.set_version_flag("-V,--version", version_text,
                           "Print version, commit, and the version of the games");
  program.require_subcommand(1);
  program.footer(
      "The options of a command: tribunal help COMMAND\n"
      "A page, such as protocol, or a section of it: tribunal help DOCUMENT [SECTION]\n"
      "All pages, and files to copy: tribunal help documents");
  set_help_format(program, columns_of_terminal(STDOUT_FILENO).value_or(full_help_width));
  program.failure_message([](const CLI::App*, const CLI::Error& error) {
    return "tribunal: " + harmless(error.what()) + " (--help shows the options)\n";
  });
  for (const auto& spec : all_commands) program.add_command(spec);
}

// Reports an error of the system: a resource has run out, or this is a bug of ours.
ExitCode trouble_of_the_system(const std::error_code& error) {
  for (const auto shortage : {std::errc::resource_unavailable_try_again, std::errc::not_enough_memory,
                              std::errc::too_many_files_open, std::errc::too_many_files_open_in_system}) {
    if (error == shortage) {
      return complain(ExitCode::interrupted, "the system refuses more processes, memory or open files (" +
                                                 error.message() +
                                                 "): raise a limit (ulimit -a) and run it again");
    }
  }
  return complain(ExitCode::our_bug, "internal error: " + error.message());
}

}  // namespace

int main(int argc, char** argv) {
  WrittenFiles::look_at_streams();
  if (const auto stack = ensure_stack(); !stack)
    return static_cast<int>(complain(ExitCode::no_sandbox, stack.error().text()));
  CommandLine program{program_spec};
  auto exit_code = ExitCode::ok;
  const auto words = words_of(argc, argv);
  try {
    set_up(program);
    (void)program.find(words.front());  // only this one, because the options of all commands take time
    must_not(mistake_in(program, words));
    program.parse(std::vector<std::string>{words.rbegin(), words.rend()});
    const auto& command = program.chosen();
    look_at_outputs(command);
    exit_code = command.run();
  } catch (const CLI::ParseError& error) {
    const bool is_help = error.get_exit_code() == 0;
    (void)program.exit(error);
    return is_help ? 0 : static_cast<int>(ExitCode::usage);
  } catch (const Complaint& complaint) {
    exit_code = complain(complaint.code, complaint.sentence);
  } catch (const std::filesystem::filesystem_error& error) {  // a loop of symbolic links, or a closed folder
    exit_code = complain(ExitCode::usage, error.path1().string() + ": " + error.code().message());
  } catch (const std::system_error& error) {
    exit_code = trouble_of_the_system(error.code());
  } catch (const std::exception& error) {
    exit_code = complain(ExitCode::our_bug, std::string{"internal error: "} + error.what());
  }
  std::cout.flush();
  if (!std::cout) exit_code = complain(ExitCode::cannot_write, "standard output could not be written");
  return static_cast<int>(exit_code);
}
