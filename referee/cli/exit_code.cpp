#include "cli/exit_code.hpp"

#include <iostream>

namespace tribunal {

ExitCode complain(ExitCode code, std::string_view sentence) {
  std::cout.flush();
  std::cerr << "tribunal: " << sentence << '\n';
  return code;
}

}  // namespace tribunal
