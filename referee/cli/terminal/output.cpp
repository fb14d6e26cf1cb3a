#include "cli/terminal/output.hpp"

#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <iostream>
#include <system_error>
#include <unistd.h>

namespace tribunal {

Output::Output(const std::string& name) : name_{name} {
  if (name != "-") file_.open(name, std::ios::binary | std::ios::trunc);
}

std::optional<std::string> Output::trouble_with(const std::string& name) {
  namespace fs = std::filesystem;
  if (name.empty() || name == "-") return std::nullopt;
  const auto refuse = [&](int error) {
    return problem_with(name) + ": " + std::generic_category().message(error);
  };
  const auto may = [](const fs::path& path, int what) {
    return ::faccessat(AT_FDCWD, path.c_str(), what, AT_EACCESS) == 0;
  };
  std::error_code ignored;
  if (fs::is_directory(name, ignored)) return refuse(EISDIR);
  if (fs::exists(name, ignored)) return may(name, W_OK) ? std::nullopt : std::optional{refuse(errno)};
  const auto parent = fs::absolute(name).parent_path();
  if (!fs::is_directory(parent, ignored)) return refuse(fs::exists(parent, ignored) ? ENOTDIR : ENOENT);
  return may(parent, W_OK | X_OK) ? std::nullopt : std::optional{refuse(errno)};
}

void Output::write(std::string_view text) { stream() << text; }

bool Output::is_good() { return static_cast<bool>(stream()); }

bool Output::finish() {
  stream().flush();
  return static_cast<bool>(stream());
}

std::ostream& Output::stream() { return name_ == "-" ? std::cout : file_; }

}  // namespace tribunal
