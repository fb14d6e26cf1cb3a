#include "bots/sandbox/resource_hint.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace tribunal {
namespace {

/// Words by which a program or a language runtime reports a limit, in lower case, and the key of that limit.
struct Complaint {
  std::string_view words;
  std::string_view key;
};

constexpr std::array<Complaint, 16> complaints_of_limits{{{"too many open files", "open_files"},
                                                          {"emfile", "open_files"},
                                                          {"no file descriptors available", "open_files"},
                                                          {"pthread_create", "processes"},
                                                          {"can't start new thread", "processes"},
                                                          {"create native thread", "processes"},
                                                          {"failed to create new os thread", "processes"},
                                                          {"cannot fork", "processes"},
                                                          {"can't fork", "processes"},
                                                          {"thread constructor failed", "processes"},
                                                          {"resource temporarily unavailable", "processes"},
                                                          {"eagain", "processes"},
                                                          {"file too large", "file_mb"},
                                                          {"efbig", "file_mb"},
                                                          {"no space left on device", "tmp_mb"},
                                                          {"enospc", "tmp_mb"}}};

int value_of(const Resources& resources, std::string_view key) {
  if (key == "open_files") return resources.open_files;
  if (key == "processes") return resources.processes;
  return key == "file_mb" ? resources.file_mb : resources.tmp_mb;
}

}  // namespace

std::string resource_hint(const Sandbox& sandbox, std::string_view error_tail) {
  if (sandbox.level == SandboxLevel::none) return {};
  std::string said{error_tail};
  std::ranges::transform(said, said.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const auto* const found = std::ranges::find_if(
      complaints_of_limits, [&](const Complaint& complaint) { return said.contains(complaint.words); });
  if (found == complaints_of_limits.end()) return {};
  const std::string key{found->key};
  const auto value = value_of(sandbox.resources, key);
  return "it may have met the sandbox's limit " + key + " = " + std::to_string(value) +
         "; a plan raises it: [resources] " + key + " = " + std::to_string(2 * value);
}

}  // namespace tribunal
