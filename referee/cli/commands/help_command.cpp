// tribunal help: shows the options of a command (main.cpp turns that into `--help`), a page of the documents,
// or a file that they name.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <iostream>
#include <ranges>
#include <unistd.h>

#include "base/spelling.hpp"
#include "base/text/utf8.hpp"
#include "bots/system/program.hpp"
#include "cli/commands/commands.hpp"
#include "cli/manual/documents.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/terminal.hpp"
#include "report/format/text_table.hpp"

namespace tribunal {
namespace {

constexpr std::size_t columns_without_terminal = 100;
constexpr std::size_t sections_of_a_long_page = 5;

struct ClosePipe {
  void operator()(std::FILE* pipe) const { ::pclose(pipe); }
};

/// The user's pager, found in the same way as by `man` and `git`. Empty if there is none.
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
         "\ntribunal help NAME shows one; if a command has the same name, tribunal help NAME.md.\n\n" +
         files + "\ntribunal help NAME > NAME writes one.\n";
}

/// The commands that show other pages with these words in the title or in a heading. If there are none, the
/// sections of `page`.
std::string other_places(const Document& page, const std::string& words) {
  std::vector<std::string> places;
  for (const auto& other : documents() | std::views::filter(&Document::is_page)) {
    if (lower_case(other.title()).contains(lower_case(words)))
      places.push_back(fmt::format("tribunal help {}", other.name));
    else if (!sections_of(other.text, words).empty())
      places.push_back(fmt::format("tribunal help {} {}", other.name, words));
  }
  return places.empty() ? fmt::format("its sections: {}", fmt::join(headings_of(page.text), ", "))
                        : fmt::format("see: {}", fmt::join(places, ", "));
}

/// A page, or those of its sections whose headings contain `words`. A long page lists its sections after its
/// first lines.
std::string shown_of(const Document& page, const std::string& words) {
  if (!words.empty()) {
    auto sections = sections_of(page.text, words);
    if (sections.empty())
      throw Complaint{ExitCode::usage, fmt::format("the page {} has no section '{}'; {}", page.name,
                                                   harmless(words), other_places(page, words))};
    return sections;
  }
  std::string text{page.text};
  if (const auto headings = headings_of(text); headings.size() >= sections_of_a_long_page)
    text.insert(text.find("\n## ") + 1, fmt::format("Sections (`tribunal help {} SECTION` shows one): {}\n\n",
                                                    page.name, fmt::join(headings, ", ")));
  return text;
}

struct HelpTopic {
  std::string name;                  ///< name of a command or a document
  std::vector<std::string> section;  ///< words of a heading
};

ExitCode show_help(const HelpTopic& wanted, const CommandLine& help) {
  const auto& topic = wanted.name;
  const auto section = fmt::format("{}", fmt::join(wanted.section, " "));
  if (topic == "documents") {
    std::cout << fitted_text(list_of_documents(), layout_of(STDOUT_FILENO));
    return ExitCode::ok;
  }
  const auto* const document = find_document(topic);
  if (!section.empty() && (document == nullptr || !document->is_page()))
    return complain(ExitCode::usage, "'" + harmless(topic) +
                                         "' is not a page with sections; 'tribunal help " +
                                         "documents' lists the pages, and help takes one command");
  if (topic == "help") {
    return complain(
        ExitCode::usage,
        "help takes a command or a document, not 'help'; for example: tribunal help play; 'tribunal "
        "help' lists the commands, 'tribunal help documents' the documents");
  }
  if (document == nullptr) {
    std::vector<std::string> names;
    for (const auto* const command : help.parent()->listed()) names.push_back(command->get_name());
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
  show(document_for_terminal(shown_of(*document, section), columns.value_or(columns_without_terminal),
                             columns && is_capable_terminal(STDOUT_FILENO)));
  return ExitCode::ok;
}

}  // namespace

void add_help_command(CommandLine& command) {
  auto& topic = command.runs(show_help);
  command.add("topic", topic.name, "a command or a document");
  command.add("section", topic.section, "words of a heading of the document, to show only that section");
}

}  // namespace tribunal
