#include "cli/manual/manual_page.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <fmt/format.h>
#include <utility>

#include "base/escape.hpp"
#include "base/text/utf8.hpp"

namespace tribunal {
namespace {

/// The documents that say more of a command; each is a page of section 7.
constexpr std::array<std::pair<std::string_view, std::string_view>, 23> documents_of_commands{
    {{"deal", "deals"},        {"commit", "deals"},   {"reveal", "deals"},     {"games", "protocol"},
     {"play", "protocol"},     {"check", "ci"},       {"compare", "compare"},  {"verify", "replay-log"},
     {"replay", "replay-log"}, {"new-plan", "plan"},  {"intake", "intake"},    {"tournament", "tournaments"},
     {"standings", "ratings"}, {"faults", "faults"},  {"analyse", "analysis"}, {"ratings", "ratings"},
     {"export", "reports"},    {"doctor", "sandbox"}, {"merge", "cluster"},    {"submit", "cluster"},
     {"report", "report"},     {"ruling", "rulings"}, {"luck", "luck"}}};

std::string heading(std::string name, char section, std::string_view version) {
  std::ranges::transform(name, name.begin(), [](char c) {
    return static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  });
  return fmt::format("% {} {} \"\" \"tribunal {}\" \"Tribunal\"\n\n", name, section, version);
}

std::string term_of(const OptionEntry& entry) {
  std::string term;
  for (const auto& name : entry.names)
    term += fmt::format("{}**{}**", term.empty() ? "" : ", ", escaped_for_markdown(name));
  if (entry.takes_file) term += "[=*FILE*]";
  if (entry.takes_word()) term += " *" + escaped_for_markdown(entry.value) + '*';
  return term;
}

std::string list_of(std::string_view title, const std::vector<OptionEntry>& entries) {
  if (entries.empty()) return {};
  auto text = fmt::format("# {}\n\n", title);
  for (const auto& entry : entries)
    text += term_of(entry) + "\n: " + escaped_for_markdown(entry.description) + ".\n\n";
  return text;
}

std::string positional_words(const CommandEntry& command) {
  std::string words;
  for (const auto& positional : command.positionals) {
    const auto word = fmt::format("*{}*{}", escaped_for_markdown(positional.names.front()),
                                  positional.is_repeated ? " ..." : "");
    words += positional.is_required ? ' ' + word : " [" + word + ']';
  }
  return words;
}

std::string see_also(std::string_view command) {
  std::string pages = "**tribunal**(1), **tribunal-cli**(7)";
  if (const auto document = document_of_command(command); !document.empty())
    pages += fmt::format(", **tribunal-{}**(7)", document);
  return "# SEE ALSO\n\n" + pages + '\n';
}

}  // namespace

std::string_view document_of_command(std::string_view command) {
  const auto* const found = std::ranges::find(documents_of_commands, command,
                                              &std::pair<std::string_view, std::string_view>::first);
  return found == documents_of_commands.end() ? std::string_view{} : found->second;
}

std::string manual_page_of_program(const std::vector<CommandEntry>& tree, std::string_view version) {
  auto text = heading("tribunal", '1', version);
  text +=
      "# NAME\n\ntribunal - referee and tournament runner for card-playing bots\n\n"
      "# SYNOPSIS\n\n**tribunal** *COMMAND* [*OPTIONS*]\n\n"
      "# DESCRIPTION\n\nTribunal deals seeded games, talks to bot programs over their standard input and "
      "output, enforces "
      "the rules and the clock, runs tournaments with Elo tables, and keeps logs from which every game can "
      "be "
      "reproduced and verified.\n\n# COMMANDS\n\n";
  for (const auto& command : tree)
    text +=
        fmt::format("**tribunal-{}**(1)\n: {}.\n\n", command.name, escaped_for_markdown(command.description));
  return text +
         "# EXIT STATUS\n\n**tribunal-cli**(7) lists what each status means. It means the same in all "
         "commands.\n\n# SEE ALSO\n\n**tribunal-cli**(7), **tribunal-protocol**(7), "
         "**tribunal-tournaments**(7)\n";
}

std::string manual_page(const CommandEntry& command, std::string_view version) {
  auto text = heading("tribunal-" + command.name, '1', version);
  text +=
      fmt::format("# NAME\n\ntribunal-{} - {}\n\n", command.name, escaped_for_markdown(command.description));
  text +=
      fmt::format("# SYNOPSIS\n\n**tribunal {}** [*OPTIONS*]{}\n\n", command.name, positional_words(command));
  text += list_of("ARGUMENTS", command.positionals) + list_of("OPTIONS", command.options);
  if (!command.examples.empty()) text += "# EXAMPLES\n\n";
  for (const auto& example : command.examples) text += "    " + example + '\n';
  return text + '\n' + see_also(command.name);
}

std::string manual_page_of_document(const Document& document, std::string_view version) {
  const auto name = fmt::format("tribunal-{}", document.name);
  const auto title = lower_case(document.title());
  return heading(name, '7', version) + fmt::format("# NAME\n\n{} - {}\n\n", name, title) +
         document_for_manual(document.text);
}

}  // namespace tribunal
