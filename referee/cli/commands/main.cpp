#include <algorithm>
#include <exception>
#include <filesystem>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "base/text/utf8.hpp"
#include "bots/sandbox/written_files.hpp"
#include "cli/commands/commands.hpp"
#include "cli/manual/manual_page.hpp"
#include "cli/manual/version.hpp"
#include "cli/mistakes/mistake.hpp"
#include "cli/options/help_format.hpp"
#include "cli/options/own_limits.hpp"
#include "cli/run/play_table.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/terminal.hpp"

namespace {

using AddCommand = void (*)(CLI::App&, tribunal::ExitCode&);

// Commands by what a person wants to do, in the order of help.
struct CommandGroup {
  const char* title;
  std::vector<std::pair<std::string_view, AddCommand>> commands;
};

// The last group is not in help; its commands look at the others.
std::vector<CommandGroup> command_groups() {
  using namespace tribunal;
  return {{"Play a game",
           {{"games", add_games_command}, {"play", add_play_command}, {"replay", add_replay_command}}},
          {"Test a bot", {{"check", add_check_command}, {"compare", add_compare_command}}},
          {"Play a tournament",
           {{"new-plan", add_new_plan_command},
            {"intake", add_intake_command},
            {"tournament", add_tournament_command},
            {"merge", add_merge_command},
            {"submit", add_submit_command},
            {"ruling", add_ruling_command}}},
          {"See the results",
           {{"standings", add_standings_command},
            {"luck", add_luck_command},
            {"faults", add_faults_command},
            {"analyse", add_analyse_command},
            {"ratings", add_ratings_command},
            {"report", add_report_command},
            {"export", add_export_command},
            {"verify", add_verify_command}}},
          {"Prove the deals of an event",
           {{"deal", add_deal_command}, {"commit", add_commit_command}, {"reveal", add_reveal_command}}},
          {"Set up this machine", {{"doctor", add_doctor_command}, {"completion", add_completion_command}}},
          {"",
           {{"complete", add_complete_command},
            {"manual", add_manual_command},
            {"human-seat", add_human_seat_command},
            {"help", add_help_command}}}};
}

bool is_in_help(std::string_view word) {
  return std::ranges::any_of(command_groups(), [&](const CommandGroup& group) {
    return *group.title != '\0' &&
           std::ranges::any_of(group.commands, [&](const auto& command) { return command.first == word; });
  });
}

// The words of the command line, at least one. `tribunal` alone shows help; `help COMMAND` is `COMMAND
// --help`.
std::vector<std::string> words_of(int argc, char** argv) {
  std::vector<std::string> words{argv + std::min(argc, 1), argv + argc};
  if (words.empty()) return {"--help"};
  if (words.front() != "help" || words.size() > 2 || (words.size() == 2 && !is_in_help(words[1])))
    return words;
  words.erase(words.begin());
  words.emplace_back("--help");
  return words;
}

// Adds the command that the first word names, or all: the options of all take longer than many a command.
void add_commands(CLI::App& app, const std::string& first_word, tribunal::ExitCode& exit_code) {
  const bool is_alone = is_in_help(first_word);
  for (const auto& [title, commands] : command_groups()) {
    for (const auto& [name, add] : commands) {
      if (is_alone && name != first_word) continue;
      add(app, exit_code);
      app.get_subcommand(std::string{name})->group(title);
    }
  }
}

// Short of something, or else a bug of ours.
tribunal::ExitCode trouble_of_the_system(const std::error_code& error) {
  using tribunal::ExitCode;
  for (const auto shortage : {std::errc::resource_unavailable_try_again, std::errc::not_enough_memory,
                              std::errc::too_many_files_open, std::errc::too_many_files_open_in_system}) {
    if (error == shortage) {
      return tribunal::complain(ExitCode::interrupted,
                                "the system refuses more processes, memory or open files (" +
                                    error.message() + "): raise a limit (ulimit -a) and run it again");
    }
  }
  return tribunal::complain(ExitCode::our_bug, "this should not happen: " + error.message());
}

}  // namespace

int main(int argc, char** argv) {
  using tribunal::ExitCode;
  tribunal::WrittenFiles::look_at_streams();
  if (const auto stack = tribunal::ensure_stack(); !stack)
    return static_cast<int>(tribunal::complain(ExitCode::no_sandbox, stack.error().text()));
  CLI::App app{"Tribunal: a referee and tournament runner for card-playing bots", "tribunal"};
  app.set_version_flag("-V,--version", tribunal::version_text,
                       "Print version, commit, and the version of the games");
  app.require_subcommand(1);
  app.footer(
      "A first bot, from its first line to a tournament: tribunal help bots\n"
      "The options of a command: tribunal help COMMAND\n"
      "A page, such as protocol or tournaments: tribunal help DOCUMENT\n"
      "All pages, and files to copy: tribunal help documents");
  tribunal::set_help_format(app,
                            tribunal::columns_of_terminal(STDOUT_FILENO).value_or(tribunal::full_help_width));
  app.failure_message([](const CLI::App*, const CLI::Error& error) {
    return "tribunal: " + tribunal::harmless(error.what()) + " (--help shows the options)\n";
  });

  auto exit_code = ExitCode::ok;
  const auto words = words_of(argc, argv);
  add_commands(app, words.front(), exit_code);
  auto problem = tribunal::mistake_in(app, words);
  if (problem) return static_cast<int>(tribunal::complain(ExitCode::usage, *problem));
  try {
    problem = tribunal::output_named_twice(words);
    if (problem) return static_cast<int>(tribunal::complain(ExitCode::usage, *problem));
    app.parse(std::vector<std::string>{words.rbegin(), words.rend()});
  } catch (const CLI::ParseError& error) {
    const bool is_help = error.get_exit_code() == 0;
    (void)app.exit(error);
    if (const auto document = tribunal::document_of_command(words.front()); is_help && !document.empty())
      std::cout << "\nMore: tribunal help " << document << ".md\n";
    return is_help ? 0 : static_cast<int>(ExitCode::usage);
  } catch (const tribunal::Complaint& complaint) {
    exit_code = tribunal::complain(complaint.code, complaint.sentence);
  } catch (const std::filesystem::filesystem_error& error) {  // a loop of symbolic links, a closed folder
    exit_code = tribunal::complain(ExitCode::usage, error.path1().string() + ": " + error.code().message());
  } catch (const std::system_error& error) {
    exit_code = trouble_of_the_system(error.code());
  } catch (const std::exception& error) {
    exit_code = tribunal::complain(ExitCode::our_bug, std::string{"this should not happen: "} + error.what());
  }
  std::cout.flush();
  if (!std::cout)
    exit_code = tribunal::complain(ExitCode::cannot_write, "standard output could not be written");
  return static_cast<int>(exit_code);
}
