// tribunal help: the options of a command (main.cpp makes `--help` of it), a page of the documents, or a file
// that they name.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <iostream>
#include <memory>
#include <unistd.h>

#include <CLI/CLI.hpp>

#include "base/spelling.hpp"
#include "base/text/utf8.hpp"
#include "bots/system/program.hpp"
#include "cli/commands/commands.hpp"
#include "cli/manual/command_tree.hpp"
#include "cli/manual/documents.hpp"
#include "cli/options/exit_code.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/terminal.hpp"
#include "report/format/text_table.hpp"

namespace tribunal {
namespace {

constexpr std::size_t columns_without_terminal = 100;

struct ClosePipe {
  void operator()(std::FILE* pipe) const { ::pclose(pipe); }
};

/// The user's pager, as `man` and `git` find it; empty if there is none.
std::string pager() {
  const char* const own = std::getenv("PAGER");
  if (own != nullptr) return own;
  return find_program("less").empty() ? "" : "less -R";
}

void show(const std::string& text) {
  if (const auto command = pager(); ::isatty(STDOUT_FILENO) == 1 && !command.empty()) {
    const std::unique_ptr<std::FILE, ClosePipe> pipe{::popen(command.c_str(), "w")};
    if (pipe) {
      std::fwrite(text.data(), 1, text.size(), pipe.get());
      return;
    }
  }
  std::cout << text;
}

std::string list_of_documents() {
  std::string pages = "Documents:\n";
  std::string files = "Files to copy, kits for bots and scripts for pipelines:\n";
  for (const auto& document : documents()) {
    if (document.is_page())
      pages += fmt::format("  {:<16} {}\n", document.name, document.title());
    else
      files += fmt::format("  {}\n", document.name);
  }
  return pages +
         "\ntribunal help NAME shows one; where a command has the same name, tribunal help NAME.md.\n\n" +
         files + "\ntribunal help NAME > NAME writes one.\n";
}

ExitCode show_help(const CLI::App& app, const std::string& topic) {
  if (topic == "documents") {
    std::cout << fitted_text(list_of_documents(), layout_of(STDOUT_FILENO));
    return ExitCode::ok;
  }
  const auto* const document = find_document(topic);
  if (topic == "help") {
    return complain(
        ExitCode::usage,
        "help takes a command or a document, not 'help'; for example: tribunal help play; 'tribunal "
        "help' lists the commands, 'tribunal help documents' the documents");
  }
  if (document == nullptr) {
    std::vector<std::string> names;
    for (const auto& command : command_tree(app)) names.push_back(command.name);
    for (const auto& known : documents()) names.emplace_back(known.name);
    std::ranges::sort(names);
    names.erase(std::ranges::unique(names).begin(), names.end());
    return complain(
        ExitCode::usage,
        "there is no command or document '" + harmless(topic) + "'" +
            suggestion(topic, names,
                       "'tribunal help' lists the commands, 'tribunal help documents' the documents"));
  }
  const auto columns = columns_of_terminal(STDOUT_FILENO);
  if (!document->is_page()) {
    show(std::string{document->text});
    return ExitCode::ok;
  }
  show(document_for_terminal(document->text, columns.value_or(columns_without_terminal),
                             columns && is_capable_terminal(STDOUT_FILENO)));
  return ExitCode::ok;
}

}  // namespace

void add_help_command(CLI::App& app, ExitCode& exit_code) {
  const auto topic = std::make_shared<std::string>();
  auto* const command = app.add_subcommand("help", "Show the options of a command, or a document");
  command->add_option("topic", *topic, "a command or a document");
  command->callback([topic, &app, &exit_code] { exit_code = show_help(app, *topic); });
}

}  // namespace tribunal
