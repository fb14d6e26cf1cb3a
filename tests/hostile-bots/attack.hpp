#pragma once

#include <array>
#include <cerrno>
#include <cstring>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <sys/wait.h>
#include <utility>
#include <vector>

#include "speech.hpp"

/// The knowledge of an attack: the words of the command line, as a well-informed author would write them.
struct Situation {
  std::vector<std::string> targets;  ///< words after the attack's name
  int seat = 0;

  /// The `n`th target (from 0), or its replacement.
  [[nodiscard]] std::string target(std::size_t n, std::string_view otherwise = {}) const {
    return n < targets.size() ? targets[n] : std::string{otherwise};
  }
  [[nodiscard]] int number(std::size_t n, int otherwise) const {
    return n < targets.size() ? std::stoi(targets[n]) : otherwise;
  }
};

using Step = void (*)(const Situation&);

/// An attack: the steps at the first questions of a game, one per question. At other questions it plays
/// soundly.
struct Attack {
  std::string_view name;
  std::array<Step, 3> steps{};
};

std::span<const Attack> attacks_on_resources();
std::span<const Attack> attacks_on_rights();
std::span<const Attack> attacks_on_processes();
std::span<const Attack> attacks_on_files();
std::span<const Attack> attacks_on_sockets();
std::span<const Attack> attacks_on_the_kernel();
std::span<const Attack> channels_between_twins();
std::span<const Attack> leavings();

/// Comments, which are recorded: this succeeded.
inline void reached(const std::string& what) { say("# reached: " + what + '\n'); }
/// This was tried and did not succeed, so the attack did run.
inline void refused(const std::string& what) { say("# refused: " + what + '\n'); }

/// Reports an attempt by the result of its system call.
inline void report(bool success, const std::string& what) {
  const int error = std::exchange(errno, 0);
  if (success) {
    reached(what);
  } else {
    refused(error == 0 ? what : what + " (" + std::strerror(error) + ')');
  }
}

/// A child process that runs `task` and ends; its number, or -1.
pid_t in_child(const std::function<void()>& task);
/// True if a child process that runs `task` reported success. Changes that it makes to itself do not affect
/// this process.
bool succeeds_in_child(const std::function<bool()>& task);
std::string contents_of(const std::string& path);
/// A name for leftover files of this process in shared places. It contains the name of the folder above its
/// own, by which a search recognises it.
std::string own_name();
