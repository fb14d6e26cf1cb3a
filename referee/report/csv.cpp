#include "report/csv.hpp"

namespace tribunal {

std::string csv_line(const std::vector<std::string>& fields) {
  std::string line;
  for (const auto& field : fields) {
    if (&field != &fields.front()) line += ',';
    if (field.find_first_of(",\"\r\n") == std::string::npos) {
      line += field;
      continue;
    }
    line += '"';
    for (const char character : field) {
      if (character == '"') line += '"';
      line += character;
    }
    line += '"';
  }
  return line + "\r\n";
}

}  // namespace tribunal
