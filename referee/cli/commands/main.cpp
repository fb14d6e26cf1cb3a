#include <algorithm>
#include <exception>
#include <filesystem>
#include <iostream>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include <CLI/CLI.hpp>

#include "base/text/utf8.hpp"
#include "cli/commands/commands.hpp"
#include "cli/manual/manual_page.hpp"
#include "cli/manual/version.hpp"
#include "cli/mistakes/command_words.hpp"
#include "cli/mistakes/mistake.hpp"
#include "cli/options/help_format.hpp"
#include "cli/options/own_limits.hpp"
#include "cli/run/play_table.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/terminal.hpp"

namespace {

// The words of the command line, at least one. `tribunal` alone shows help; `help COMMAND` is `COMMAND
// --help`.
std::vector<std::string> words_of(int argc, char** argv, const CLI::App& app) {
  std::vector<std::string> words{argv + std::min(argc, 1), argv + argc};
  if (words.empty()) return {"--help"};
  if (words.front() != "help") return words;
  if (words.size() > 2 ||
      (words.size() == 2 && (words[1] == "help" || tribunal::find_command(app, words[1]) == nullptr)))
    return words;
  words.erase(words.begin());
  words.emplace_back("--help");
  return words;
}

using AddCommand = void (*)(CLI::App&, tribunal::ExitCode&);

// Commands by what a person wants to do, in the order of help.
struct CommandGroup {
  const char* title;
  std::vector<AddCommand> commands;
};

std::vector<CommandGroup> command_groups() {
  using namespace tribunal;
  return {{"Play a game", {add_games_command, add_play_command, add_replay_command}},
          {"Test a bot", {add_check_command, add_compare_command}},
          {"Play a tournament",
           {add_new_plan_command, add_intake_command, add_tournament_command, add_merge_command,
            add_submit_command, add_ruling_command}},
          {"See the results",
           {add_standings_command, add_luck_command, add_faults_command, add_analyse_command,
            add_ratings_command, add_report_command, add_export_command, add_verify_command}},
          {"Prove the deals of an event", {add_deal_commands}},
          {"Set up this machine", {add_doctor_command, add_completion_command}},
          {"", {add_human_seat_command, add_help_command}}};
}

// Commands that are in no group of their own, which help does not show, stay so.
void add_commands(CLI::App& app, tribunal::ExitCode& exit_code) {
  std::size_t grouped = 0;
  for (const auto& [title, commands] : command_groups()) {
    for (const auto add : commands) add(app, exit_code);
    const auto all = app.get_subcommands([](CLI::App*) { return true; });
    for (; grouped < all.size(); ++grouped)
      if (!all[grouped]->get_group().empty()) all[grouped]->group(title);
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
  add_commands(app, exit_code);
  const auto words = words_of(argc, argv, app);
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
