#include "tournament/intake/recipe.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <ranges>
#include <set>
#include <span>

#include <nlohmann/json.hpp>

#include "base/escape.hpp"
#include "base/spelling.hpp"
#include "base/text/utf8.hpp"
#include "base/try.hpp"
#include "bots/system/program.hpp"
#include "tournament/intake/stated_recipe.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

using Guess = Result<std::optional<Recipe>>;

/// The largest number of programs, files or guesses that a message names.
constexpr std::size_t most_in_message = 5;
constexpr std::size_t most_of_java = 200;  // largest number of files that are searched for a main

std::string name_in_quotes(const std::string& path) { return '\'' + legible(path, 80) + '\''; }

std::string ending_of(const std::string& path) { return fs::path{path}.extension().string(); }
std::string stem_of(const std::string& path) { return fs::path{path}.stem().string(); }

bool is_one_of(const std::string& text, std::span<const std::string_view> words) {
  return std::ranges::find(words, text) != words.end();
}

/// Whether a file tests or installs a bot, is a kit, or comes from a system or an editor.
bool is_no_bot(const std::string& path) {
  if (path.starts_with('.') || path.starts_with('#') || path.ends_with('~')) return true;
  const auto stem = stem_of(path);
  constexpr std::array<std::string_view, 4> others{kit_stem, "setup", "conftest", "__init__"};
  return is_one_of(stem, others) || stem.starts_with("test_") || stem.ends_with("_test") ||
         stem.ends_with(".test") || stem.ends_with(".config") || path.ends_with(".d.ts");
}

/// Whether a script or program only supports a bot: a wrapper of a build tool, or a program that builds,
/// trains or tests the bot.
bool is_helper(const std::string& path) {
  constexpr std::array<std::string_view, 14> helpers{"gradlew", "mvnw",  "build",    "compile",  "install",
                                                     "clean",   "test",  "tests",    "train",    "training",
                                                     "deploy",  "bench", "evaluate", "benchmark"};
  const auto stem = stem_of(path);
  return is_one_of(stem, helpers) || stem.starts_with("run_game") || stem.starts_with("play_game") ||
         stem.starts_with("train_") || stem.starts_with("build_");
}

/// The files at the top with one of these endings that may be a bot. Helpers are included only if there is
/// nothing else.
std::vector<std::string> at_top(const SourceTree& source, std::span<const std::string_view> endings) {
  std::vector<std::string> found;
  for (const auto& file : source.files)
    if (!file.path.contains('/') && is_one_of(ending_of(file.path), endings) && !is_no_bot(file.path))
      found.push_back(file.path);
  if (!std::ranges::all_of(found, is_helper)) std::erase_if(found, is_helper);
  return found;
}

/// The names of the first few of these files, in quotes.
std::vector<std::string> first_names(const std::vector<std::string>& files) {
  std::vector<std::string> named;
  for (const auto& file : files | std::views::take(most_in_message)) named.push_back(name_in_quotes(file));
  return named;
}

std::unexpected<Error> several(const std::vector<std::string>& files) {
  const auto named = first_names(files);
  return std::unexpected<Error>{
      fmt::format("it is not clear which file runs it: {}{}; {}", alternatives(named),
                  files.size() > named.size() ? " and more" : "", advice_of_bot_toml)};
}

/// The file in `files` that starts the bot: the only one with a usual name, or otherwise the only file. None
/// if `files` is empty. The error names several candidates.
Result<std::optional<std::string>> start_among(const std::vector<std::string>& files,
                                               std::span<const std::string_view> stems) {
  if (files.empty()) return std::nullopt;
  if (files.size() == 1) return files.front();
  std::vector<std::string> usual;
  for (const auto& file : files)
    if (is_one_of(stem_of(file), stems)) usual.push_back(file);
  if (usual.size() == 1) return usual.front();
  return several(usual.empty() ? files : usual);
}

// Kits of several contests use the name MyBot.
constexpr std::array<std::string_view, 3> usual_stems{"main", "bot", "MyBot"};
constexpr std::array<std::string_view, 4> usual_stems_of_node{"main", "bot", "index", "MyBot"};

Guess of_python(const SourceTree& source) {
  constexpr std::array<std::string_view, 1> endings{".py"};
  const auto start = TRY(start_among(at_top(source, endings), usual_stems));
  if (!start) return std::nullopt;
  return Recipe{
      .how = name_in_quotes(*start), .command = "python3 " + shell_word(*start), .needs = {"python3"}};
}

/// The file that package.json names as its `main`. None if that file does not exist.
std::optional<std::string> main_of_package(const SourceTree& source) {
  if (source.find("package.json") == nullptr) return std::nullopt;
  const auto package = nlohmann::json::parse(source.read("package.json"), nullptr, false);
  if (!package.is_object() || !package.contains("main") || !package["main"].is_string()) return std::nullopt;
  auto file = fs::path{package["main"].get<std::string>()}.lexically_normal().string();
  if (source.find(file) == nullptr) return std::nullopt;
  return file;
}

Recipe of_typescript(const std::string& file, const Toolchains& machine) {
  const auto word = shell_word(file);
  if (!machine.has("tsc") && machine.node_strips_types)
    return {.how = name_in_quotes(file) + ", by node, which ignores its types, because there is no tsc",
            .command = "node --experimental-strip-types " + word,
            .needs = {"node"}};
  const auto made = "built/" + stem_of(file) + ".js";
  return {.how = name_in_quotes(file) + ", by tsc",
          .build = "tsc --outDir built --target es2022 --module commonjs --skipLibCheck " + word +
                   "; test -f " + shell_word(made),  // tsc writes its output even if types are wrong
          .command = "node " + shell_word(made),
          .needs = {"tsc", "node"}};
}

Guess of_node(const SourceTree& source, const Toolchains& machine) {
  constexpr std::array<std::string_view, 3> endings{".js", ".mjs", ".cjs"};
  constexpr std::array<std::string_view, 2> typed{".ts", ".mts"};
  auto start = Result<std::optional<std::string>>{main_of_package(source)};
  if (!*start) start = start_among(at_top(source, endings), usual_stems_of_node);
  if (start && !*start) start = start_among(at_top(source, typed), usual_stems_of_node);
  if (!start) return std::unexpected{start.error()};
  if (!*start) return std::nullopt;
  const auto folder = fs::path{**start}.parent_path();
  const auto is_its_source = [&](const SubmittedFile& file) {
    const auto other = fs::path{file.path}.parent_path();
    const bool may_be_of_it =
        other == folder || (!folder.empty() && folder != "src" && (other.empty() || other == "src"));
    return may_be_of_it && is_one_of(ending_of(file.path), typed) && stem_of(file.path) == stem_of(**start) &&
           !is_no_bot(file.path);
  };
  // The source may lie beside the output of tsc for another version, or where package.json names it.
  const auto typed_source = std::ranges::find_if(source.files, is_its_source);
  if (typed_source != source.files.end()) return of_typescript(typed_source->path, machine);
  return Recipe{.how = name_in_quotes(**start), .command = "node " + shell_word(**start), .needs = {"node"}};
}

/// The package that a Java file states on a line of its own. Empty if there is none.
std::string package_of_java(std::string_view text) {
  constexpr std::string_view keyword = "package ";
  while (!text.empty()) {
    auto line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    line.remove_prefix(std::min(line.size(), line.find_first_not_of(" \t")));
    if (!line.starts_with(keyword)) continue;
    line.remove_prefix(std::min(line.size(), line.find_first_not_of(' ', keyword.size())));
    return std::string{line.substr(0, line.find_first_of("; \t\r"))};
  }
  return {};
}

/// The class of a Java file that has a main, with its package. None if there is no main.
std::optional<std::string> class_with_main(const std::string& path, const std::string& text) {
  if (!text.contains("void main(") && !text.contains("void main (")) return std::nullopt;
  const auto package = package_of_java(text);
  return package.empty() ? stem_of(path) : package + '.' + stem_of(path);
}

/// Whether a file is a test that Maven and Gradle compile separately, with libraries of its own.
bool is_test_of_java(const std::string& path) {
  return path.starts_with("src/test/") || path.contains("/src/test/");
}

/// The build of a Java bot. Maven and Gradle fetch dependencies from a network, but a build has no network.
/// Therefore javac compiles what they would: the sources without the tests, with the resources and the jars
/// in `lib`.
Recipe recipe_of_java(const SourceTree& source, const std::string& start, const std::string& name) {
  const auto has = [&](auto is_wanted) {
    return std::ranges::any_of(source.files, [&](const auto& file) { return is_wanted(file.path); });
  };
  const bool has_tests = has(is_test_of_java);
  const bool has_resources = has([](const auto& path) { return path.starts_with("src/main/resources/"); });
  const bool has_jars = has([](const auto& path) {
    return path.starts_with("lib/") && path.ends_with(".jar") && path.find('/', 4) == std::string::npos;
  });
  const bool has_tool =
      has([](const auto& path) { return path == "pom.xml" || path.starts_with("build.gradle"); });
  Recipe recipe{.how = name_in_quotes(start) + ", which has a main", .needs = {"javac", "java"}};
  if (has_tool) recipe.how += ", by javac, because Maven and Gradle need a network";
  recipe.build = std::string{"mkdir -p classes && find . -name '[!.]*.java'"} +
                 (has_tests ? " -not -path '*/src/test/*'" : "") + " -exec javac" +
                 (has_jars ? " -cp 'lib/*'" : "") + " -d classes {} +" +
                 (has_resources ? " && cp -R src/main/resources/. classes" : "");
  recipe.command = (has_jars ? "java -cp 'classes:lib/*' " : "java -cp classes ") + shell_word(name);
  return recipe;
}

Guess of_java(const SourceTree& source) {
  std::vector<std::string> starts;
  std::vector<std::string> classes;
  std::size_t looked_at = 0;
  for (const auto& file : source.files) {
    if (ending_of(file.path) != ".java" || is_test_of_java(file.path)) continue;
    if (++looked_at > most_of_java) break;
    auto name = class_with_main(file.path, source.read(file.path));
    if (!name) continue;
    starts.push_back(file.path);
    classes.push_back(*std::move(name));
  }
  if (starts.empty()) return std::nullopt;
  constexpr std::array<std::string_view, 5> stems{"Main", "Bot", "MyBot", "main", "bot"};
  const auto start = TRY(start_among(starts, stems));
  const auto at = static_cast<std::size_t>(std::ranges::find(starts, *start) - starts.begin());
  return recipe_of_java(source, *start, classes[at]);
}

/// The recipe of a single file in C or C++.
Guess of_c(const SourceTree& source, std::span<const std::string_view> endings, const std::string& compiler,
           const std::string& options) {
  const auto files = at_top(source, endings);
  if (files.empty()) return std::nullopt;
  if (files.size() > 1) return several(files);
  return Recipe{.how = name_in_quotes(files.front()) + ", the only source",
                .build = compiler + " -O2 -o bot " + shell_word("./" + files.front()) + options,
                .command = "./bot",
                .needs = {compiler}};
}

/// The recipe of the program `bot`, even if an archive has lost its mode.
Guess of_program(const SourceTree& source) {
  const auto* const bot = source.find("bot");
  if (bot == nullptr) return std::nullopt;
  Recipe recipe{.how = "the program 'bot'", .command = "./bot"};
  if (bot->runs) return recipe;
  const auto head = source.read("bot");
  if (!is_compiled(head) && !head.starts_with("#!")) return std::nullopt;
  recipe.how += ", made executable";
  recipe.build = "chmod +x bot";
  return recipe;
}

/// Adds the program `bot` to the other guesses, unless the build of one of them makes it. A compiled program
/// is refused if there are sources that no recipe builds, because it is unknown whether it was built from
/// them.
Result<void> add_program(const SourceTree& source, std::vector<Recipe>& guesses) {
  constexpr std::array<std::string_view, 16> endings{".c",   ".cc",  ".cpp",  ".cxx",  ".go",  ".rs",
                                                     ".hs",  ".ml",  ".nim",  ".cs",   ".zig", ".kt",
                                                     ".f90", ".pas", ".java", ".swift"};
  const auto program = TRY(of_program(source));
  if (!program || std::ranges::any_of(guesses, [](const Recipe& guess) { return guess.command == "./bot"; }))
    return {};
  const auto of = std::ranges::find_if(
      source.files, [&](const SubmittedFile& file) { return is_one_of(ending_of(file.path), endings); });
  if (guesses.empty() && of != source.files.end() && is_compiled(source.read("bot")))
    return std::unexpected{
        fmt::format("nothing shows how its program 'bot' is built from its source, such as {}; {}",
                    name_in_quotes(of->path), advice_of_bot_toml)};
  guesses.push_back(*program);
  return {};
}

/// The recipe of a script at the top that begins with #!.
Guess of_script(const SourceTree& source) {
  constexpr std::array<std::string_view, 8> endings{"", ".sh", ".bash", ".pl", ".rb", ".lua", ".php", ".tcl"};
  constexpr std::array<std::string_view, 3> stems{"main", "bot", "run"};
  std::vector<std::string> scripts;
  for (const auto& file : at_top(source, endings))
    if (file != "bot" && !is_helper(file) && source.read(file).starts_with("#!")) scripts.push_back(file);
  const auto start = TRY(start_among(scripts, stems));
  if (!start) return std::nullopt;
  const auto how = "the script " + name_in_quotes(*start);
  if (source.find(*start)->runs) return Recipe{.how = how, .command = shell_word("./" + *start)};
  const auto interpreters = interpreters_in(source.read(*start));
  if (interpreters.empty()) return std::nullopt;
  const auto interpreter = fs::path{interpreters.back()}.filename().string();
  return Recipe{.how = how,
                .command = shell_word(interpreter) + ' ' + shell_word("./" + *start),
                .needs = {interpreter}};
}

/// The recipes for the sources, scripts and programs at the top of a submission, one for each language. The
/// error names several files of a language if none of them has a usual name.
Result<std::vector<Recipe>> guesses_of(const SourceTree& source, const Toolchains& machine) {
  constexpr std::array<std::string_view, 1> endings_of_c{".c"};
  constexpr std::array<std::string_view, 4> endings_of_cpp{".cpp", ".cc", ".cxx", ".C"};
  std::vector<Recipe> guesses;
  for (auto& guess : std::array{of_java(source), of_python(source), of_node(source, machine),
                                of_c(source, endings_of_c, "gcc", " -lm"),
                                of_c(source, endings_of_cpp, "g++", " -std=c++20"), of_script(source)}) {
    if (!guess) return std::unexpected{guess.error()};
    if (*guess) guesses.push_back(**guess);
  }
  TRY(add_program(source, guesses));
  return guesses;
}

/// A file at the top that builds a submission, and its build command. CMake builds in a folder whose name no
/// submission uses, so that it cannot be stale.
struct BuildFile {
  std::string_view file;
  std::string_view build;
  std::string_view command;               ///< empty: the program that the build leaves
  std::array<std::string_view, 2> needs;  ///< required programs; the second may be empty
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

std::vector<Recipe> by_build_files(const SourceTree& source) {
  std::vector<Recipe> found;
  for (const auto& [file, build, command, needs] : build_files) {
    if (source.find(file) == nullptr) continue;
    // `cmake .` leaves a Makefile beside the CMakeLists.txt that it comes from.
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
  if (ways.size() > most_in_message) ways.resize(most_in_message);
  return std::unexpected<Error>{
      fmt::format("it is not clear what builds and runs it: {}; {}", alternatives(ways), advice_of_bot_toml)};
}

/// The folders at the top that would each have a recipe by themselves.
std::vector<std::string> folders_that_show_it(const SourceTree& source, const Toolchains& machine);

std::unexpected<Error> nothing_found(const SourceTree& source, const Toolchains& machine) {
  const auto folders = first_names(folders_that_show_it(source, machine));
  return std::unexpected<Error>{fmt::format(
      "nothing shows how it is run: there is no bot.toml with a command, no Makefile, CMakeLists.txt, "
      "Cargo.toml, go.mod, *.java with a main, package.json, main.py, bot.py, single *.py, *.js, *.ts, *.c "
      "or *.cpp, program 'bot' or script with #! at its top; {}{}",
      folders.empty() ? "" : "send what is in its folder " + alternatives(folders) + " alone, or ",
      advice_of_bot_toml)};
}

/// The name that a file at the top was meant to have. It has other capitals, or an ending `.txt` that its
/// system hides. Empty if the file is not of that kind.
std::string_view name_meant_by(const std::string& path) {
  constexpr std::array<std::string_view, 6> names{"bot.toml",   "Makefile", "CMakeLists.txt",
                                                  "Cargo.toml", "go.mod",   "package.json"};
  if (path == "makefile") return {};
  for (const auto name : names)
    for (const auto& meant : {std::string{name}, std::string{name} + ".txt"})
      if (path != name && lower_case(path) == lower_case(meant)) return name;
  return {};
}

/// Refuses a file that nothing reads because its name differs from the intended one.
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
    found = TRY(guesses_of(source, machine));
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

/// Whether a file that a build made executable may be the bot. Libraries are not, nor programs that cmake or
/// cargo made for their own use.
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
  auto stated = TRY(stated_recipe(source));
  if (stated && !stated->command.empty()) return *std::move(stated);
  TRY(check_names(source));
  auto found = recipe_by_files(source, machine);
  if (found && stated) {
    found->name = std::move(stated->name);
    found->author = std::move(stated->author);
    found->contact = std::move(stated->contact);
  }
  return found;
}

Result<std::string> program_of_build(const SourceTree& before, const SourceTree& after) {
  std::set<std::string, std::less<>> programs_before;
  for (const auto& file : before.files)
    if (file.runs) programs_before.insert(file.path);
  std::vector<std::string> made;
  std::vector<std::string> made_again;  // executables that replaced submitted ones
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
        "its build left no program; expected one, best named 'bot', or a bot.toml with command = \"...\" and "
        "build = \"...\""};
  const auto named = first_names(made);
  return std::unexpected{
      fmt::format("its build left {} programs, {}{}; expected one named 'bot', or a bot.toml with command = "
                  "\"...\" and build = \"...\"",
                  made.size(), alternatives(named), made.size() > named.size() ? ", ..." : "")};
}

}  // namespace tribunal
