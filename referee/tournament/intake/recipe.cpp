#include "tournament/intake/recipe.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <set>

#include "base/escape.hpp"
#include "base/spelling.hpp"
#include "base/text/utf8.hpp"
#include "bots/system/program.hpp"
#include "tournament/intake/guesses.hpp"
#include "tournament/intake/stated_recipe.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

/// A file at the top by which a submission is built, and the build. The folder of CMake has a name that no
/// submission has a stale one of.
struct BuildFile {
  std::string_view file;
  std::string_view build;
  std::string_view command;               ///< empty: the program that the build leaves
  std::array<std::string_view, 2> needs;  ///< programs; the second may be empty
};
constexpr std::array build_files{
    BuildFile{"Makefile", "make", "", {"make"}},
    BuildFile{"makefile", "make", "", {"make"}},
    BuildFile{"GNUmakefile", "make", "", {"make"}},
    BuildFile{"CMakeLists.txt",
              "cmake -S . -B tribunal-build -DCMAKE_BUILD_TYPE=Release && cmake --build tribunal-build",
              "",
              {"cmake", "make"}},
    BuildFile{"Cargo.toml", "cargo build --release", "", {"cargo"}},
    BuildFile{"go.mod", "go build -o bot .", "./bot", {"go"}},
};

/// The number of programs or guesses that a message names.
constexpr std::size_t most_named = 5;

std::vector<Recipe> by_build_files(const SourceTree& source) {
  std::vector<Recipe> found;
  for (const auto& [file, build, command, needs] : build_files) {
    if (source.find(file) == nullptr) continue;
    // `cmake .` leaves one beside the file that it is made of.
    if (source.read(std::string{file}).starts_with("# CMAKE generated file")) continue;
    auto& recipe = found.emplace_back();
    recipe.how = file;
    recipe.build = build;
    recipe.command = command;
    for (const auto program : needs)
      if (!program.empty()) recipe.needs.emplace_back(program);
  }
  return found;
}

std::unexpected<Error> unclear(const std::vector<Recipe>& guesses) {
  std::vector<std::string> ways;
  for (const auto& guess : guesses) ways.push_back(guess.how);
  if (ways.size() > most_named) ways.resize(most_named);
  return std::unexpected<Error>{
      fmt::format("it is not clear what builds and runs it: {}; {}", alternatives(ways), advice_of_bot_toml)};
}

/// The folders at the top that would be understood by themselves.
std::vector<std::string> folders_that_show_it(const SourceTree& source, const Toolchains& machine);

std::unexpected<Error> nothing_found(const SourceTree& source, const Toolchains& machine) {
  std::vector<std::string> folders;
  for (const auto& folder : folders_that_show_it(source, machine))
    if (folders.size() < most_named) folders.push_back('\'' + legible(folder, 80) + '\'');
  return std::unexpected<Error>{fmt::format(
      "nothing shows how it is run: there is no bot.toml, Makefile, "
      "CMakeLists.txt, Cargo.toml, "
      "go.mod, *.java with a main, package.json, main.py, bot.py, single *.py, *.js, *.ts, *.c "
      "or *.cpp, program "
      "'bot' or script with #! at its top; {}{}",
      folders.empty() ? "" : "send what is in its folder " + alternatives(folders) + " alone, or ",
      advice_of_bot_toml)};
}

/// The name that a file at the top is meant to have, in other capitals or with an ending `.txt` that its
/// system does not show; empty if it is no such file.
std::string_view name_meant_by(const std::string& path) {
  constexpr std::array<std::string_view, 6> names{"bot.toml",   "Makefile", "CMakeLists.txt",
                                                  "Cargo.toml", "go.mod",   "package.json"};
  if (path == "makefile") return {};
  for (const auto name : names)
    for (const auto& meant : {std::string{name}, std::string{name} + ".txt"})
      if (path != name && lower_case(path) == lower_case(meant)) return name;
  return {};
}

/// Refuses a file that nothing reads as its name is not what its author meant.
Result<void> check_names(const SourceTree& source) {
  for (const auto& file : source.files) {
    const auto meant = name_meant_by(file.path);
    if (!meant.empty() && source.find(meant) == nullptr)
      return std::unexpected{
          fmt::format("'{}' is not read; expected its name to be {}", legible(file.path, 80), meant)};
  }
  return {};
}

Result<Recipe> recipe_by_files(const SourceTree& source, const Toolchains& machine) {
  auto found = by_build_files(source);
  if (found.empty()) {
    auto guesses = guesses_of(source, machine);
    if (!guesses) return std::unexpected{std::move(guesses.error())};
    found = *std::move(guesses);
  }
  if (found.empty()) return nothing_found(source, machine);
  if (found.size() > 1) return unclear(found);
  return std::move(found.front());
}

std::vector<std::string> folders_that_show_it(const SourceTree& source, const Toolchains& machine) {
  std::map<std::string, SourceTree> folders;
  for (const auto& file : source.files) {
    const auto end = file.path.find('/');
    if (end != std::string::npos && file.path.find('/', end + 1) == std::string::npos)
      folders[file.path.substr(0, end)].files.push_back({file.path.substr(end + 1), file.runs});
  }
  std::vector<std::string> found;
  for (auto& [name, tree] : folders) {
    tree.read = [&, folder = name](const std::string& path) { return source.read(folder + '/' + path); };
    const auto guesses = guesses_of(tree, machine);
    if (tree.find("bot.toml") != nullptr || !by_build_files(tree).empty() || (guesses && !guesses->empty()))
      found.push_back(name);
  }
  return found;
}

/// Whether a file that a build made executable may be the bot: no library, and no program that cmake or cargo
/// made for their own use.
bool may_be_the_bot(const std::string& path) {
  constexpr std::array<std::string_view, 8> others{".so", ".a", ".o", ".d", ".rlib", ".py", ".cmake", ".bin"};
  if (path.contains("CMakeFiles/") || path.contains(".so.")) return false;
  if (std::ranges::any_of(others, [&](std::string_view end) { return path.ends_with(end); })) return false;
  constexpr std::string_view cargo = "target/";
  if (!path.starts_with(cargo)) return true;
  constexpr std::string_view release = "target/release/";
  return path.starts_with(release) && !path.substr(release.size()).contains('/');
}

}  // namespace

const SubmittedFile* SourceTree::find(std::string_view path) const {
  const auto found = std::ranges::find(files, path, &SubmittedFile::path);
  return found == files.end() ? nullptr : &*found;
}

Result<Recipe> recipe_of(const SourceTree& source, const Toolchains& machine) {
  auto stated = stated_recipe(source);
  if (!stated) return std::unexpected{std::move(stated.error())};
  if (*stated) return **std::move(stated);
  if (auto named = check_names(source); !named) return std::unexpected{std::move(named.error())};
  return recipe_by_files(source, machine);
}

Result<std::string> program_of_build(const SourceTree& before, const SourceTree& after) {
  std::set<std::string, std::less<>> programs_before;
  for (const auto& file : before.files)
    if (file.runs) programs_before.insert(file.path);
  std::vector<std::string> made;
  std::vector<std::string> made_again;  // over one that was sent
  std::vector<std::string> sent;
  for (const auto& file : after.files) {
    if (!file.runs || !may_be_the_bot(file.path)) continue;
    if (!programs_before.contains(file.path)) {
      made.push_back(file.path);
    } else if (is_compiled(after.read(file.path))) {
      (file.is_as_sent ? sent : made_again).push_back(file.path);
    }
  }
  if (made.empty()) made = std::move(made_again);
  if (made.empty()) made = std::move(sent);
  if (const auto* bot = after.find("bot"); bot != nullptr && bot->runs)
    if (!bot->is_as_sent || std::ranges::find(made, bot->path) != made.end()) return std::string{"./bot"};
  std::vector<std::string> bots;
  for (const auto& path : made)
    if (fs::path{path}.filename() == "bot") bots.push_back(path);
  if (bots.size() == 1) return shell_word("./" + bots.front());
  if (made.size() == 1) return shell_word("./" + made.front());
  if (made.empty())
    return std::unexpected{
        "its build left no program; expected one, best named 'bot', or a bot.toml with "
        "command = \"...\" and build = \"...\""};
  std::vector<std::string> named;
  for (const auto& path : made)
    if (named.size() < most_named) named.push_back('\'' + legible(path, 80) + '\'');
  return std::unexpected{
      fmt::format("its build left {} programs, {}{}; expected one named 'bot', or a bot.toml "
                  "with command = \"...\" and build = \"...\"",
                  made.size(), alternatives(named), made.size() > named.size() ? ", ..." : "")};
}

}  // namespace tribunal
