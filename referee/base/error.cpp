#include "base/error.hpp"

namespace tribunal {

std::string Place::text() const {
  if (line == 0) return file;
  if (file.empty()) return "line " + std::to_string(line);
  return file + ':' + std::to_string(line) + (column == 0 ? "" : ':' + std::to_string(column));
}

std::string Error::text() const {
  const auto where = place.text();
  return where.empty() ? message : where + ": " + message;
}

}  // namespace tribunal
