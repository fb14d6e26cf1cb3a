#include "cli/output.hpp"

#include <iostream>

namespace tribunal {

Output::Output(const std::string& name) : name_{name} {
  if (name != "-") file_.open(name, std::ios::binary | std::ios::trunc);
}

void Output::write(std::string_view text) { stream() << text; }

bool Output::finish() {
  stream().flush();
  return static_cast<bool>(stream());
}

std::ostream& Output::stream() { return name_ == "-" ? std::cout : file_; }

}  // namespace tribunal
