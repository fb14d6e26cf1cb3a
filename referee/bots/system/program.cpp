#include "bots/system/program.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace tribunal {
namespace {

namespace fs = std::filesystem;

bool is_executable_file(const fs::path& path) {
  std::error_code ignored;
  const auto status = fs::status(path, ignored);
  constexpr auto executable = fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec;
  return fs::is_regular_file(status) && (status.permissions() & executable) != fs::perms::none &&
         ::access(path.c_str(), X_OK) == 0;
}

/// The number of the processor (`e_machine`) of an ELF program. 0 for anything else.
unsigned processor_of_elf(std::string_view head) {
  constexpr std::size_t order_at = 5;
  constexpr std::size_t machine_at = 18;
  if (!is_compiled(head) || head.size() < machine_at + 2) return 0;
  const auto low = static_cast<unsigned char>(head[machine_at]);
  const auto high = static_cast<unsigned char>(head[machine_at + 1]);
  const bool is_big_endian = head[order_at] == 2;
  return is_big_endian ? (unsigned{low} << 8U) | high : (unsigned{high} << 8U) | low;
}

/// Whether the kernel starts programs for other processors with QEMU.
bool emulates() {
  std::error_code ignored;
  return std::ranges::any_of(
      fs::directory_iterator{"/proc/sys/fs/binfmt_misc", ignored},
      [](const auto& entry) { return entry.path().filename().native().starts_with("qemu-"); });
}

/// Whether the system runs a file that begins like this. If it is the interpreter of a script and does not
/// run, /bin/sh runs the script instead, which could then read the file.
bool can_run(std::string_view head) {
  return (head.starts_with("#!") || is_compiled(head)) && foreign_system(head).empty();
}

/// The extensions of sample bots, which are programs and scripts.
constexpr std::array<std::string_view, 3> endings{"", ".py", ".mjs"};

fs::path folder_of_samples() { return shipped_folder() / "bots"; }

}  // namespace

std::string head_of(const fs::path& file, std::size_t most) {
  std::ifstream stream{file, std::ios::binary};
  std::string head(most, '\0');
  stream.read(head.data(), static_cast<std::streamsize>(most));
  head.resize(static_cast<std::size_t>(stream.gcount()));
  return head;
}

std::vector<std::string> interpreters_in(std::string_view head) {
  if (!head.starts_with("#!")) return {};
  head = head.substr(0, std::min(head.find('\n'), longest_first_line));
  std::istringstream line{std::string{head.substr(2)}};
  std::string word;
  if (!(line >> word)) return {};
  std::vector<std::string> interpreters{word};
  // A sandbox shows what is found here, so only the system's env counts, which a bot cannot replace, and a
  // word that may not be the program that it runs ends the search.
  if (word != "/usr/bin/env" && word != "/bin/env") return interpreters;
  constexpr std::array<std::string_view, 7> options{"-", "-S", "-i", "-v", "-iS", "-vS", "--"};
  while (line >> word && word.find_first_of("\"'\\$#") == std::string::npos) {
    if (std::ranges::find(options, word) != options.end()) continue;
    if (word.starts_with('-')) break;
    if (word.contains('=')) continue;
    interpreters.push_back(word);
    break;
  }
  return interpreters;
}

fs::path find_program(const std::string& word) {
  if (word.contains('/')) return word;
  const char* const path = std::getenv("PATH");
  std::istringstream directories{path ? path : "/usr/bin:/bin"};
  for (std::string directory; std::getline(directories, directory, ':');) {
    auto program = fs::path{directory} / word;
    if (is_executable_file(program)) return program;
  }
  return {};
}

std::string not_found(const std::string& word) { return "cannot run '" + word + "': not found in PATH"; }

std::string cannot_run(const std::string& program, const fs::path& directory, int error) {
  std::string message = "cannot run '" + program + "': " + std::generic_category().message(error);
  std::error_code ignored;
  if (error == ENOENT && fs::exists(directory / program, ignored)) {
    std::ifstream file{directory / program, std::ios::binary};
    std::string line;
    std::getline(file, line);
    message += line.ends_with('\r') ? " (its first line ends with \\r: save the file with Unix line endings)"
                                    : " (it exists, but the interpreter in its first line does not)";
  } else if (error == EACCES) {
    message += " (is it executable? chmod +x)";
  } else if (error == ENOEXEC) {
    message += " (neither a program nor a script that begins with #!)";
  }
  return message;
}

// \x45 is E, which would otherwise belong to the number before it.
bool is_compiled(std::string_view head) { return head.starts_with("\x7f\x45LF"); }

std::string foreign_system(std::string_view head) {
  constexpr std::array<std::pair<unsigned, std::string_view>, 8> processors{{{3, "i386"},
                                                                             {8, "mips"},
                                                                             {20, "ppc"},
                                                                             {21, "ppc64"},
                                                                             {40, "arm"},
                                                                             {62, "x86_64"},
                                                                             {183, "aarch64"},
                                                                             {243, "riscv"}}};
  if (head.starts_with("MZ")) return "Windows";
  for (const std::string_view mark : {"\xcf\xfa\xed\xfe", "\xce\xfa\xed\xfe"})
    if (head.starts_with(mark)) return "macOS";
  const auto theirs = processor_of_elf(head);
  if (theirs == 0) return {};
  const auto ours = processor_of_elf(head_of("/proc/self/exe", longest_first_line));
  const bool is_older = ours == 62 && theirs == 3;  // the same processor runs such programs
  if (theirs == ours || is_older || emulates()) return {};
  const auto* const known =
      std::ranges::find(processors, theirs, &std::pair<unsigned, std::string_view>::first);
  return known == processors.end() ? "another processor" : std::string{known->second};
}

Result<void> look_at(const Command& command) {
  const auto& word = command.words.front();
  const auto found = find_program(word);
  if (found.empty()) return std::unexpected{not_found(word)};
  const auto program = command.directory / found;
  const auto refuse = [&](int error) { return std::unexpected{cannot_run(word, command.directory, error)}; };
  std::error_code ignored;
  if (!fs::exists(program, ignored)) return refuse(ENOENT);
  if (!is_executable_file(program)) return refuse(EACCES);
  const auto head = head_of(program, longest_first_line);
  if (const auto system = foreign_system(head); !system.empty())
    return std::unexpected{"cannot run '" + word + "': it is a program for " + system +
                           ", not for this machine; build it here, or send its source"};
  if (is_compiled(head)) return {};
  const auto interpreters = interpreters_in(head);
  if (interpreters.empty()) return refuse(ENOEXEC);
  if (!is_executable_file(command.directory / interpreters.front())) return refuse(ENOENT);
  return {};
}

std::vector<fs::path> programs_of(const Command& command) {
  constexpr std::size_t most_interpreters = 4;  // for scripts run by scripts; the kernel has the same limit
  std::vector<fs::path> programs;
  std::vector<std::string> words{command.words.front()};
  for (std::size_t depth = 0; depth < most_interpreters && !words.empty(); ++depth) {
    std::vector<std::string> next;
    for (const auto& word : words) {
      const auto found = find_program(word);
      const auto program = fs::absolute(command.directory / found);
      const auto head = head_of(program, longest_first_line);
      if (found.empty() || (depth > 0 && !(is_executable_file(program) && can_run(head)))) continue;
      programs.push_back(program);
      for (auto& interpreter : interpreters_in(head)) next.push_back(std::move(interpreter));
    }
    words = std::move(next);
  }
  return programs;
}

fs::path shipped_folder() {
  std::error_code ignored;
  return (fs::read_symlink("/proc/self/exe", ignored).parent_path() / "../lib/tribunal").lexically_normal();
}

fs::path sample_bot(const std::string& name) {
  if (name.empty() || name.contains('/') || name.contains('.') || name == kit_stem) return {};
  std::error_code ignored;
  for (const auto ending : endings) {
    const auto file = folder_of_samples() / (name + std::string{ending});
    if (fs::is_regular_file(file, ignored)) return fs::canonical(file, ignored);
  }
  return {};
}

std::vector<std::string> sample_bot_names() {
  std::vector<std::string> names;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator{folder_of_samples(), ignored}) {
    auto name = entry.path().stem().string();
    if (!sample_bot(name).empty()) names.push_back(std::move(name));
  }
  std::ranges::sort(names);
  return names;
}

bool is_sample_bot(const fs::path& file) { return sample_bot(file.stem().string()) == file; }

}  // namespace tribunal
