#include "bots/hints/sandbox_hint.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <ranges>

#include "base/text/utf8.hpp"

namespace tribunal {
namespace {

/// Words with which programs, language runtimes and shells report a restriction, in lower case, separated by
/// `|`.
struct Symptoms {
  Lack lack;
  std::string_view words;
  bool also_of_builds = true;  ///< false: in the output of compilers they are too common to show this
};

constexpr std::array symptoms{
    Symptoms{Lack::writing, "read-only file system|erofs|readonlyfilesystem"},
    Symptoms{Lack::network,
             "network is unreachable|enetunreach|name or service not known|name resolution|could not resolve "
             "host|enotfound|eai_again|nodename nor servname|no such host|unknownhostexception|no address "
             "associated|no route to host|ehostunreach"},
    Symptoms{Lack::open_files, "too many open files|emfile|no file descriptors available"},
    Symptoms{Lack::processes, "pthread_create|eagain", false},
    Symptoms{Lack::processes,
             "can't start new thread|create native thread|failed to create new os thread|cannot fork|can't "
             "fork|fork: retry|thread constructor failed|resource temporarily unavailable"},
    Symptoms{Lack::file_mb, "file too large|file size limit exceeded|efbig"},
    Symptoms{Lack::tmp_mb, "no space left on device|enospc"},
    Symptoms{Lack::memory_mb, "memoryerror|bad_alloc", false},
    Symptoms{Lack::memory_mb, "mib of memory allowed|mib allowed|cannot allocate memory"}};

/// Whether one of the words occurs, but not within another word: `ModuleNotFoundError` does not contain
/// ENOTFOUND.
bool says_any(std::string_view said, std::string_view words) {
  for (const auto part : std::views::split(words, '|')) {
    const std::string_view word{part.begin(), part.end()};
    for (auto at = said.find(word); at != std::string_view::npos; at = said.find(word, at + 1))
      if (at == 0 || std::isalnum(static_cast<unsigned char>(said[at - 1])) == 0) return true;
  }
  return false;
}

std::string about_limit(const Resources& resources, std::string_view key) {
  const auto* const field = std::ranges::find(resource_fields, key, &NumberField<Resources, int>::key);
  const int value = resources.*field->member;
  return "it may have reached the sandbox's limit " + std::string{key} + " = " + std::to_string(value) +
         "; a plan raises it: [resources] " + std::string{key} + " = " + std::to_string(2 * value);
}

/// A hint about Java's heap. While the machine has memory, its virtual machine takes more before it collects
/// garbage.
std::string about_heap(const Resources& resources, std::string_view program) {
  if (program != "java" && !program.ends_with("/java")) return {};
  return "; or bound its heap: java -Xmx" + std::to_string(resources.memory_mb / 4 * 3) + "m";
}

}  // namespace

std::optional<Lack> lack_in(std::string_view said, SandboxLevel level, bool is_build) {
  const auto lower = lower_case(said);
  for (const auto& [lack, words, also_of_builds] : symptoms) {
    const bool may_be = level >= SandboxLevel::bwrap || (lack != Lack::writing && lack != Lack::network);
    if (may_be && (also_of_builds || !is_build) && says_any(lower, words)) return lack;
  }
  return std::nullopt;
}

std::string sandbox_hint(const Sandbox& sandbox, std::string_view error_tail, std::string_view program) {
  if (sandbox.level == SandboxLevel::none) return {};
  const auto lack = lack_in(error_tail, sandbox.level);
  if (!lack) return {};
  if (*lack == Lack::writing)
    return "the sandbox lets it write to /tmp alone ($TMPDIR; a plan sets its size: [resources] tmp_mb = " +
           std::to_string(sandbox.resources.tmp_mb) + "), and all other files are read-only";
  if (*lack == Lack::network)
    return "the sandbox has no network: put what it needs into the folder of the bot, or run it with "
           "--sandbox limits (in a plan: sandbox = \"limits\")";
  return about_limit(sandbox.resources, name_of(*lack)) +
         (*lack == Lack::memory_mb ? about_heap(sandbox.resources, program) : std::string{});
}

}  // namespace tribunal
