// tribunal manual: prints manual pages as Markdown, in the form that go-md2man reads (docs/manual.sh).
#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <iostream>

#include "base/escape.hpp"
#include "base/text/utf8.hpp"
#include "cli/manual/documents.hpp"
#include "cli/options/command_line.hpp"

namespace tribunal {
namespace {

std::string heading(std::string name, char section) {
  std::ranges::transform(name, name.begin(), [](char c) {
    return static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  });
  return fmt::format("% {} {} \"\" \"tribunal {}\" \"Tribunal\"\n\n", name, section, TRIBUNAL_VERSION);
}

std::string term_of(const CommandLine& command, const CLI::Option& option) {
  std::string term;
  for (const auto& name : option.get_positional() ? std::vector{option.get_name()} : typed_names(option))
    term += fmt::format("{}**{}**", term.empty() ? "" : ", ", escaped_for_markdown(name));
  const auto& spec = command.spec_of(option);
  if (spec.kind == Value::report) term += "[=*FILE*]";
  if (!option.get_positional() && !spec.is_flag()) term += " *" + escaped_for_markdown(spec.word) + '*';
  return term;
}

std::string list_of(std::string_view title, const CommandLine& command, bool of_positionals) {
  std::string list;
  for (const auto* const option : command.get_options())
    if (option->get_positional() == of_positionals)
      list += term_of(command, *option) + "\n: " + escaped_for_markdown(description_of(*option)) + ".\n\n";
  return list.empty() ? list : fmt::format("# {}\n\n{}", title, list);
}

std::string positional_words(const CommandLine& command) {
  std::string words;
  for (const auto* const option : command.get_options()) {
    if (!option->get_positional()) continue;
    const auto word = fmt::format("*{}*{}", escaped_for_markdown(option->get_name()),
                                  option->get_allow_extra_args() ? " ..." : "");
    words += option->get_required() ? ' ' + word : " [" + word + ']';
  }
  return words;
}

std::string see_also(std::string_view document) {
  std::string pages = "**tribunal**(1), **tribunal-cli**(7)";
  if (!document.empty()) pages += fmt::format(", **tribunal-{}**(7)", document);
  return "# SEE ALSO\n\n" + pages + '\n';
}

std::string page_of_program(const CommandLine& program) {
  auto text = heading("tribunal", '1');
  text +=
      "# NAME\n\ntribunal - referee and tournament runner for card-playing bots\n\n"
      "# SYNOPSIS\n\n**tribunal** *COMMAND* [*OPTIONS*]\n\n"
      "# DESCRIPTION\n\nTribunal deals seeded games, talks to bot programs over their standard input and "
      "output, enforces "
      "the rules and the clock, runs tournaments with Elo tables, and keeps logs from which every game can "
      "be "
      "reproduced and verified.\n\n# COMMANDS\n\n";
  for (const auto* const command : program.listed())
    text += fmt::format("**tribunal-{}**(1)\n: {}.\n\n", command->get_name(),
                        escaped_for_markdown(command->get_description()));
  return text +
         "# EXIT STATUS\n\n**tribunal-cli**(7) lists what each status means. It means the same in all "
         "commands.\n\n# SEE ALSO\n\n**tribunal-cli**(7), **tribunal-protocol**(7), "
         "**tribunal-tournaments**(7)\n";
}

std::string page_of_command(const CommandLine& command) {
  auto text = heading("tribunal-" + command.get_name(), '1');
  text += fmt::format("# NAME\n\ntribunal-{} - {}\n\n", command.get_name(),
                      escaped_for_markdown(command.get_description()));
  text += fmt::format("# SYNOPSIS\n\n**tribunal {}** [*OPTIONS*]{}\n\n", command.get_name(),
                      positional_words(command));
  text += list_of("ARGUMENTS", command, true) + list_of("OPTIONS", command, false);
  const auto examples = command.examples();
  if (!examples.empty()) text += "# EXAMPLES\n\n";
  for (const auto& example : examples) text += "    " + example + '\n';
  return text + '\n' + see_also(command.spec().document);
}

std::string page_of_document(const Document& document) {
  const auto name = fmt::format("tribunal-{}", document.name);
  const auto title = lower_case(document.title());
  return heading(name, '7') + fmt::format("# NAME\n\n{} - {}\n\n", name, title) +
         document_for_manual(document.text);
}

ExitCode print_manual(const std::string& name, const CommandLine& manual) {
  auto* const command = manual.parent()->find(name);
  const auto* const document = find_document(name);
  if (name.empty())
    std::cout << page_of_program(*manual.parent());
  else if (command != nullptr && !command->spec().group.empty())
    std::cout << page_of_command(*command);
  else if (document != nullptr)
    std::cout << page_of_document(*document);
  else
    throw Complaint{"there is no command and no document '" + name + "'"};
  return ExitCode::ok;
}

}  // namespace

void add_manual_command(CommandLine& command) {
  command.add("command", command.runs(print_manual), "the command or document; none: of the program");
}

}  // namespace tribunal
