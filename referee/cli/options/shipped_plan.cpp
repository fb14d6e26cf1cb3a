#include "cli/options/shipped_plan.hpp"

#include <system_error>

namespace tribunal {

std::filesystem::path plan_named(const std::string& given) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  fs::path file{given};
  if (file.has_parent_path() || file.has_extension() || given == "-" || fs::exists(file, ignored))
    return file;
  const auto here = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  auto plan = (here / "../lib/tribunal/plans").lexically_normal() / (given + ".toml");
  return fs::exists(plan, ignored) ? plan : file;
}

}  // namespace tribunal
