#include "bots/hints/sandbox_hint.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "base/text/utf8.hpp"

namespace tribunal {
namespace {

/// Words by which a program or a language runtime reports a limit, in lower case, and the key of that limit.
struct Complaint {
  std::string_view words;
  std::string_view key;
};

constexpr std::array<Complaint, 21> complaints_of_limits{{{"too many open files", "open_files"},
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
                                                          {"enospc", "tmp_mb"},
                                                          {"mib of memory allowed", "memory_mb"},
                                                          {"mib allowed", "memory_mb"},
                                                          {"memoryerror", "memory_mb"},
                                                          {"bad_alloc", "memory_mb"},
                                                          {"cannot allocate memory", "memory_mb"}}};

/// Words by which programs report that they cannot reach another machine, in lower case.
constexpr std::array<std::string_view, 12> complaints_of_network{
    "network is unreachable", "enetunreach",      "name or service not known",
    "name resolution",        "enotfound",        "eai_again",
    "nodename nor servname",  "no such host",     "unknownhostexception",
    "no address associated",  "no route to host", "ehostunreach"};

/// Words of complaints about a file that cannot be written, in lower case.
constexpr std::array<std::string_view, 3> complaints_of_files{"read-only file system", "erofs",
                                                              "readonlyfilesystem"};

/// Whether the words occur, but not within another word: `ModuleNotFoundError` is no ENOTFOUND.
bool says(std::string_view said, std::string_view words) {
  for (auto at = said.find(words); at != std::string_view::npos; at = said.find(words, at + 1))
    if (at == 0 || std::isalnum(static_cast<unsigned char>(said[at - 1])) == 0) return true;
  return false;
}

bool complains(std::string_view said, auto complaints) {
  return std::ranges::any_of(complaints, [&](auto words) { return says(said, words); });
}

std::string about_limit(const Resources& resources, std::string_view key) {
  const auto* const field = std::ranges::find(resource_fields, key, &NumberField<Resources, int>::key);
  const int value = resources.*field->member;
  return "it may have met the sandbox's limit " + std::string{key} + " = " + std::to_string(value) +
         "; a plan raises it: [resources] " + std::string{key} + " = " + std::to_string(2 * value);
}

/// A hint about Java's heap: its virtual machine takes more memory while the machine has some, before it
/// collects garbage.
std::string about_heap(const Resources& resources, std::string_view program) {
  if (program != "java" && !program.ends_with("/java")) return {};
  return "; or bound its heap: java -Xmx" + std::to_string(resources.memory_mb / 4 * 3) + "m";
}

}  // namespace

std::string sandbox_hint(const Sandbox& sandbox, std::string_view error_tail, std::string_view program) {
  if (sandbox.level == SandboxLevel::none) return {};
  const auto said = lower_case(error_tail);
  if (sandbox.level >= SandboxLevel::bwrap && complains(said, complaints_of_files)) {
    return "the sandbox lets it write to /tmp alone ($TMPDIR; a plan sets its size: [resources] tmp_mb = " +
           std::to_string(sandbox.resources.tmp_mb) + "), and all other files are read-only";
  }
  if (sandbox.level >= SandboxLevel::bwrap && complains(said, complaints_of_network))
    return "the sandbox has no network: put what it needs into the folder of the bot, or run it with "
           "--sandbox "
           "limits (in a plan: sandbox = \"limits\")";
  const auto* const found = std::ranges::find_if(
      complaints_of_limits, [&](const Complaint& complaint) { return says(said, complaint.words); });
  if (found == complaints_of_limits.end()) return {};
  return about_limit(sandbox.resources, found->key) +
         (found->key == "memory_mb" ? about_heap(sandbox.resources, program) : std::string{});
}

}  // namespace tribunal
