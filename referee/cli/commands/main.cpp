#include <algorithm>
#include <exception>
#include <filesystem>
#include <iostream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/text/utf8.hpp"
#include "bots/sandbox/written_files.hpp"
#include "cli/commands/commands.hpp"
#include "cli/manual/version.hpp"
#include "cli/mistakes/mistake.hpp"
#include "cli/options/help_format.hpp"
#include "cli/options/own_limits.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/terminal.hpp"

namespace {

bool is_in_help(std::string_view word) {
  return std::ranges::any_of(tribunal::command_table(), [&](const tribunal::CommandSpec& command) {
    return command.name == word && !command.group.empty();
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

constexpr tribunal::CommandSpec program_spec{
    .name = "tribunal",
    .help =
        "Tribunal: a referee and tournament runner for card-playing bots\n"
        "\n"
        "Begin here:\n"
        "    help bots     a first bot, from its first line to a tournament\n"
        "    check         test it\n"
        "    play          play one game with it, or against it yourself\n"
        "    compare       find out whether a change made it better\n"
        "    new-plan      write the plan of a tournament\n"
        "    tournament    play it\n"
        "    report        publish its results as a page\n",
    .group = "",
    .document = ""};

void set_up(tribunal::CommandLine& program) {
  program.set_version_flag("-V,--version", tribunal::version_text,
                           "Print version, commit, and the version of the games");
  program.require_subcommand(1);
  program.footer(
      "The options of a command: tribunal help COMMAND\n"
      "A page, such as protocol or tournaments: tribunal help DOCUMENT\n"
      "All pages, and files to copy: tribunal help documents");
  tribunal::set_help_format(program,
                            tribunal::columns_of_terminal(STDOUT_FILENO).value_or(tribunal::full_help_width));
  program.failure_message([](const CLI::App*, const CLI::Error& error) {
    return "tribunal: " + tribunal::harmless(error.what()) + " (--help shows the options)\n";
  });
  for (const auto& spec : tribunal::command_table()) program.add_command(spec);
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
  tribunal::CommandLine program{program_spec};
  auto exit_code = ExitCode::ok;
  const auto words = words_of(argc, argv);
  try {
    set_up(program);
    (void)program.find(words.front());  // alone: the options of all take longer than many a command
    tribunal::must_not(tribunal::mistake_in(program, words));
    program.parse(std::vector<std::string>{words.rbegin(), words.rend()});
    const auto& command = program.chosen();
    tribunal::must_not(tribunal::output_named_twice(command));
    exit_code = command.run();
  } catch (const CLI::ParseError& error) {
    const bool is_help = error.get_exit_code() == 0;
    (void)program.exit(error);
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
