#include <algorithm>
#include <exception>
#include <filesystem>
#include <iostream>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include <CLI/CLI.hpp>

#include "bots/sandbox/own_limits.hpp"
#include "cli/cluster/cluster_commands.hpp"
#include "cli/commands/commands.hpp"
#include "cli/manual/command_tree.hpp"
#include "cli/manual/manual_page.hpp"
#include "cli/manual/version.hpp"
#include "cli/options/help_format.hpp"
#include "cli/options/whole_numbers.hpp"
#include "cli/terminal/output_words.hpp"
#include "cli/terminal/report_option.hpp"
#include "games/core/spelling.hpp"
#include "record/utf8.hpp"

namespace {

// The command of this name; null if there is none.
const CLI::App* find_command(const CLI::App& app, const std::string& word) {
  const auto found = app.get_subcommands([&](const CLI::App* command) { return command->check_name(word); });
  return found.empty() ? nullptr : found.front();
}

// The words of the command line, at least one. `tribunal` alone shows help; `help COMMAND` is `COMMAND
// --help`.
std::vector<std::string> words_of(int argc, char** argv, const CLI::App& app) {
  std::vector<std::string> words{argv + std::min(argc, 1), argv + argc};
  if (words.empty()) return {"--help"};
  if (words.front() != "help") return words;
  if (words.size() > 1 && (words[1] == "help" || find_command(app, words[1]) == nullptr)) return words;
  words.erase(words.begin());
  words.emplace_back("--help");
  return words;
}

// CLI11 would only say that a subcommand is required.
std::optional<std::string> unknown_command(const CLI::App& app, const std::string& word) {
  if (word.starts_with('-') || find_command(app, word) != nullptr) return std::nullopt;
  std::vector<std::string> names;
  for (const auto& command : tribunal::command_tree(app)) names.push_back(command.name);
  return "there is no command '" + word + "'" + tribunal::suggestion(word, names);
}

// Where the words could not be read: CLI11 names those behind it, from the last to the first.
std::optional<std::string> unknown_option(const CLI::App& app, const std::vector<std::string>& words) {
  const auto* const command = find_command(app, words.front());
  if (command == nullptr) return std::nullopt;
  for (const auto& word : words) {
    if (word == "--") break;
    const auto name = word.substr(0, word.find('='));
    if (!name.starts_with("--") || command->get_option_no_throw(name) != nullptr) continue;
    std::vector<std::string> names;
    for (const auto* const option : command->get_options())
      for (const auto& known : option->get_lnames()) names.push_back("--" + known);
    return command->get_name() + " has no option '" + name + "'" + tribunal::suggestion(name, names);
  }
  return std::nullopt;
}

// A file after a report's flag, which takes it only when joined by `=`.
std::optional<std::string> file_after_flag(const std::vector<std::string>& words) {
  for (std::size_t next = 1; next < words.size(); ++next) {
    const auto& flag = words[next - 1];
    if (tribunal::is_report_flag(flag) && !words[next].starts_with('-'))
      return tribunal::loose_file(flag, words[next]);
  }
  return std::nullopt;
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
    return static_cast<int>(tribunal::complain(ExitCode::no_sandbox, stack.error()));
  CLI::App app{"Tribunal: a referee and tournament runner for card-playing bots", "tribunal"};
  app.set_version_flag("-V,--version", tribunal::version_text,
                       "Print version, commit, and the version of the games");
  app.require_subcommand(1);
  app.footer(
      "tribunal help COMMAND shows the options of a command, tribunal help DOCUMENT a page: protocol,\n"
      "tournaments, sandbox, ratings, and others; tribunal help documents lists them.");
  tribunal::set_help_format(app);
  app.failure_message([](const CLI::App*, const CLI::Error& error) {
    return "tribunal: " + tribunal::harmless(error.what()) + " (--help shows the options)\n";
  });

  auto exit_code = ExitCode::ok;
  tribunal::add_deal_commands(app, exit_code);
  tribunal::add_games_command(app, exit_code);
  tribunal::add_play_command(app, exit_code);
  tribunal::add_check_command(app, exit_code);
  tribunal::add_compare_command(app, exit_code);
  tribunal::add_verify_command(app, exit_code);
  tribunal::add_replay_command(app, exit_code);
  tribunal::add_new_plan_command(app, exit_code);
  tribunal::add_tournament_command(app, exit_code);
  tribunal::add_merge_command(app, exit_code);
  tribunal::add_submit_command(app, exit_code);
  tribunal::add_report_command(app, exit_code);
  tribunal::add_standings_command(app, exit_code);
  tribunal::add_faults_command(app, exit_code);
  tribunal::add_ratings_command(app, exit_code);
  tribunal::add_export_command(app, exit_code);
  tribunal::add_doctor_command(app, exit_code);
  tribunal::add_completion_command(app, exit_code);
  tribunal::add_human_seat_command(app, exit_code);
  tribunal::add_help_command(app, exit_code);

  tribunal::require_whole_numbers(app);
  const auto words = words_of(argc, argv, app);
  if (const auto problem = unknown_command(app, words.front()))
    return static_cast<int>(tribunal::complain(ExitCode::usage, *problem));
  try {
    if (const auto problem = tribunal::output_named_twice(words))
      return static_cast<int>(tribunal::complain(ExitCode::usage, *problem));
    app.parse(std::vector<std::string>{words.rbegin(), words.rend()});
  } catch (const CLI::ParseError& error) {
    const bool is_help = error.get_exit_code() == 0;
    auto problem = is_help ? std::nullopt : unknown_option(app, words);
    if (!is_help && !problem) problem = file_after_flag(words);
    if (problem) return static_cast<int>(tribunal::complain(ExitCode::usage, *problem));
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
