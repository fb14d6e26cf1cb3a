#include "report/format/markdown.hpp"

#include <sstream>

#include "base/escape.hpp"

namespace tribunal {

std::string markdown_lines(std::string_view lines) {
  std::istringstream stream{std::string{lines}};
  std::string text;
  for (std::string line; std::getline(stream, line);)
    text += line.empty() ? "\n" : escaped_for_markdown(line) + "  \n";
  return text;
}

std::string markdown_block(std::string_view text) {
  return text.empty() ? ""
                      : "\n~~~~~~\n" + std::string{text.substr(text.find_first_not_of('\n'))} + "~~~~~~\n";
}

}  // namespace tribunal
