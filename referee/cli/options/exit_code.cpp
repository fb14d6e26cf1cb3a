#include "cli/options/exit_code.hpp"

#include <iostream>
#include <ranges>

#include "base/text/utf8.hpp"

namespace tribunal {

ExitCode complain(ExitCode code, std::string_view sentence) {
  std::cout.flush();
  std::cerr << "tribunal:";
  std::string_view before = " ";
  for (const auto line : std::views::split(sentence, '\n')) {
    std::cerr << before << harmless(std::string_view{line.begin(), line.end()});
    before = "\n";
  }
  std::cerr << '\n';
  return code;
}

}  // namespace tribunal
