#include "cli/options/shipped_plan.hpp"

#include <algorithm>
#include <fstream>
#include <system_error>

#include "base/spelling.hpp"
#include "cli/options/exit_code.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

fs::path folder_of_plans() {
  std::error_code ignored;
  const auto here = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  return (here / "../lib/tribunal/plans").lexically_normal();
}

/// The first sentence of the comment at the head of a plan.
std::string meaning_of(const fs::path& plan) {
  std::ifstream stream{plan};
  std::string line;
  if (!std::getline(stream, line) || !line.starts_with("# ")) return {};
  line.erase(0, 2);
  line.erase(std::min(line.find(". "), line.size()));
  if (line.ends_with('.')) line.pop_back();
  return line;
}

/// The names of plans that could be meant: those that came with the program, and files in the folder of
/// `file`.
std::vector<std::string> known_plans(const fs::path& file) {
  std::vector<std::string> names;
  const auto folder = file.has_parent_path() ? file.parent_path() : fs::path{"."};
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator{folder, ignored})
    if (entry.path().extension() == ".toml")
      names.push_back((file.has_parent_path() ? entry.path() : entry.path().filename()).string());
  std::ranges::sort(names);
  if (!file.has_parent_path() && !file.has_extension())
    for (auto& plan : shipped_plans()) names.push_back(std::move(plan.name));
  return names;
}

}  // namespace

std::vector<ShippedPlan> shipped_plans() {
  std::vector<ShippedPlan> plans;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator{folder_of_plans(), ignored})
    if (entry.path().extension() == ".toml")
      plans.push_back({entry.path().stem().string(), meaning_of(entry.path())});
  std::ranges::sort(plans, {}, &ShippedPlan::name);
  return plans;
}

fs::path plan_named(const std::string& given) {
  std::error_code ignored;
  fs::path file{given};
  if (given == "-" || fs::exists(fs::symlink_status(file, ignored))) return file;
  if (!file.has_parent_path() && !file.has_extension()) {
    auto plan = folder_of_plans() / (given + ".toml");
    if (fs::exists(plan, ignored)) return plan;
  }
  const auto near = nearest(given, known_plans(file));
  if (near.empty()) return file;  // its reader reports why it cannot be read
  throw Complaint{given + ": no such file; " + did_you_mean(near)};
}

}  // namespace tribunal
