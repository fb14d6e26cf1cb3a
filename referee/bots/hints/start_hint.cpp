#include "bots/hints/start_hint.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <ranges>
#include <utility>

#include "base/spelling.hpp"
#include "base/text/utf8.hpp"
#include "bots/hints/file_hint.hpp"
#include "bots/hints/sandbox_hint.hpp"
#include "bots/system/paths.hpp"
#include "bots/system/program.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

/// A program that builds and runs in one step.
struct BuildAndRun {
  std::string_view program;
  std::string_view verb;    ///< its first argument that is not an option
  std::string_view build;   ///< command that only builds
  std::string_view result;  ///< command that runs the result
};

constexpr std::array<BuildAndRun, 13> builders{{
    {"cargo", "run", "cargo build --release", "./target/release/NAME"},
    {"go", "run", "go build -o mybot .", "./mybot"},
    {"dotnet", "run", "dotnet build -c Release -o out", "dotnet out/NAME.dll"},
    {"gradle", "run", "gradle jar", "java -jar build/libs/NAME.jar"},
    {"gradlew", "run", "./gradlew jar", "java -jar build/libs/NAME.jar"},
    {"mvn", "exec:java", "mvn package", "java -jar target/NAME.jar"},
    {"npm", "start", "npm install", "node bot.js, or what package.json starts"},
    {"npm", "run", "npm install", "node bot.js, or what package.json runs"},
    {"npx", "ts-node", "tsc", "node bot.js"},
    {"npx", "tsx", "tsc", "node bot.js"},
    {"cabal", "run", "cabal install --installdir=.", "./NAME"},
    {"stack", "run", "stack install --local-bin-path .", "./NAME"},
    {"swift", "run", "swift build -c release", ".build/release/NAME"},
}};

/// The package's name in Cargo.toml. NAME if there is none.
std::string cargo_name(const fs::path& folder) {
  std::ifstream manifest{folder / "Cargo.toml"};
  constexpr int most_lines = 1000;
  std::string line;
  for (int lines = 0; lines < most_lines && std::getline(manifest, line); ++lines) {
    const auto begin = line.find('"');
    const auto end = line.find('"', begin + 1);
    if (line.starts_with("name") && end != std::string::npos) return line.substr(begin + 1, end - begin - 1);
  }
  return "NAME";
}

std::string about_build(const BuildAndRun& builder, const fs::path& folder) {
  std::string result{builder.result};
  if (builder.program == "cargo") result.replace(result.find("NAME"), 4, legible(cargo_name(folder)));
  return std::string{builder.program} + ' ' + std::string{builder.verb} +
         " builds the bot at every start: build it once beforehand, with " + std::string{builder.build} +
         " (here: --build '" + std::string{builder.build} + "'), and use the command " + result;
}

/// The command for a Java class or source that was given as a file.
std::string about_java(const fs::path& file) {
  const auto folder = file.parent_path();
  const auto right =
      "java -cp " + legible(folder.empty() ? "." : folder.native()) + ' ' + legible(file.stem().native());
  if (file.extension() == ".class")
    return "java needs the name of the class, not its file: use the command " + right;
  if (file.extension() != ".java") return {};
  return "java compiles " + legible(file.native()) +
         " at every start: build it once beforehand, with javac " + legible(file.native()) +
         ", and use the command " + right;
}

/// The right command instead of one that builds the bot at each start (`cargo run`, `go run .`), or that
/// names a Java class by its file. One sentence; empty for any other command.
std::string build_hint(const Command& command) {
  const auto program = fs::path{command.words.front()}.filename();
  for (std::size_t i = 1; i < command.words.size(); ++i) {
    const auto& word = command.words[i];
    if (word.starts_with('-')) continue;
    if (program == "java") {
      if (auto hint = about_java(word); !hint.empty()) return hint;
      continue;
    }
    for (const auto& builder : builders)
      if (program == builder.program && word == builder.verb) return about_build(builder, command.directory);
    return {};
  }
  return {};
}

/// A module that a program of Python or JavaScript could not load.
struct MissedModule {
  std::string name;        ///< package or path; empty if no module was missing
  bool is_python = false;  ///< false: JavaScript
};

/// The part of a module's name that is a folder or a file.
std::string package_of(const MissedModule& module) {
  if (module.is_python) return module.name.substr(0, module.name.find('.'));
  const auto scope = module.name.starts_with('@') ? module.name.find('/') + 1 : 0;
  return module.name.substr(0, module.name.find('/', scope));
}

bool holds(const fs::path& folder, const std::string& package) {
  std::error_code ignored;
  return fs::exists(folder / package, ignored) || fs::exists(folder / (package + ".py"), ignored);
}

/// The folder of packages below `root` that holds the package; empty if none does.
fs::path packages_in(const fs::path& root, const std::string& package) {
  std::error_code ignored;
  if (root.empty()) return {};
  for (const auto& version : fs::directory_iterator{root / "lib", ignored}) {
    auto packages = version.path() / "site-packages";
    if (holds(packages, package)) return packages;
  }
  return {};
}

/// The entry of PYTHONPATH that holds the package; empty if none does.
fs::path entry_of_path(const std::string& package) {
  const auto entries = environment("PYTHONPATH");
  for (const auto part : std::views::split(entries, ':')) {
    fs::path entry{std::string_view{part.begin(), part.end()}};
    if (!entry.empty() && holds(entry, package)) return entry;
  }
  return {};
}

std::string about_python(const MissedModule& module, SandboxLevel level) {
  const auto package = package_of(module);
  const auto name = "module " + legible(package);
  if (const fs::path virtual_environment = environment("VIRTUAL_ENV");
      !packages_in(virtual_environment, package).empty())
    return name + " is installed in a virtual environment: use the command " +
           legible((virtual_environment / "bin" / "python").native()) + " and the script";
  if (const auto entry = entry_of_path(package); !entry.empty())
    return name + " is in " + legible(entry.native()) +
           ", through PYTHONPATH, a variable that bots do not get: copy it into the folder of the bot";
  const auto packages = level < SandboxLevel::bwrap
                            ? fs::path{}
                            : packages_in(fs::path{environment("HOME")} / ".local", package);
  if (!packages.empty()) {
    return name + " is installed in " + legible(packages.native()) +
           ", which the bot does not see in this sandbox: install it for the system, or into a virtual "
           "environment in the folder of the bot";
  }
  return name +
         " is not installed for this interpreter: install it for the system, or use the interpreter of its "
         "virtual environment in the command (venv/bin/python)";
}

/// The module named in the last complaint at the end of a program's stderr.
MissedModule missed_module(std::string_view error_tail) {
  constexpr std::array<std::pair<std::string_view, bool>, 3> complaints{
      {{"No module named '", true}, {"Cannot find module '", false}, {"Cannot find package '", false}}};
  MissedModule missed;
  std::size_t last = 0;
  for (const auto& [words, is_python] : complaints) {
    const auto at = error_tail.rfind(words);
    if (at == std::string_view::npos || at < last) continue;
    const auto rest = error_tail.substr(at + words.size());
    missed = {.name = std::string{rest.substr(0, rest.find_first_of("'\n"))}, .is_python = is_python};
    last = at;
  }
  return missed;
}

/// Advice for getting the module if it is a kit of this program: one sentence; else empty.
std::string about_kit(const MissedModule& module) {
  const auto file = fs::path{module.name}.filename();
  if (file.stem() != "tribunal_bot") return {};
  const std::string name = module.is_python ? "tribunal_bot.py" : "tribunal_bot.mjs";
  return "write the kit into the folder of the bot: tribunal help " + name + " > " + name;
}

/// Advice for a module in a folder beside the bot's, which the sandbox hides: one sentence; else empty.
std::string about_neighbour(const MissedModule& module, const FailedStart& start) {
  if (!module.is_python || start.sandbox.level < SandboxLevel::bwrap) return {};
  constexpr int most = 100;  // largest number of folders that are searched
  std::error_code ignored;
  int looked = 0;
  for (const auto& entry :
       fs::directory_iterator{real_path(start.command.directory).parent_path(), ignored}) {
    if (++looked > most) break;
    if (!holds(entry.path(), package_of(module)) || entry.path() == real_path(start.command.directory))
      continue;
    const auto folder = "../" + legible(entry.path().filename().native());
    return "module " + legible(package_of(module)) + " is in " + folder +
           ", which the sandbox hides from the bot: copy it into the folder of the bot";
  }
  return {};
}

/// Advice for a folder that was given to node as if it were a script: one sentence; else empty.
std::string about_folder(const MissedModule& module) {
  std::error_code ignored;
  const auto is_package = fs::exists(fs::path{module.name} / "package.json", ignored);
  if (!module.name.starts_with('/') || is_package || !fs::is_directory(module.name, ignored)) return {};
  return legible(module.name) + " is a folder: name the file in the command, as in node bot.js";
}

/// Advice for a module of another environment, depending on where it is installed for this user: one
/// sentence.
std::string about_environment(const MissedModule& module, SandboxLevel level) {
  if (module.name.empty()) return {};
  if (module.is_python) return about_python(module, level);
  if (!module.name.starts_with('/') && !module.name.starts_with('.'))
    return "package " + legible(package_of(module)) +
           " is not installed in the folder of the bot: run npm install there";
  std::error_code ignored;
  if (level < SandboxLevel::bwrap || !fs::exists(module.name, ignored)) return {};
  return legible(module.name) +
         " is hidden from the bot: the sandbox shows it only its own folder (in a plan: files = [...])";
}

/// Whether `word` occurs in `text` as a whole word, not as part of a longer name.
bool names(std::string_view text, std::string_view word) {
  if (word.empty()) return false;
  for (auto at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const auto end = at + word.size();
    const bool begins = at == 0 || !is_of_word(text[at - 1]);
    if (begins && (end == text.size() || !is_of_word(text[end]))) return true;
  }
  return false;
}

/// The directories of the files that a command names. If it names none, its working directory.
std::vector<fs::path> folders_of(const Command& command) {
  std::vector<fs::path> folders;
  for (const auto& file : files_of(command)) {
    const auto folder = real_path(file).parent_path();
    if (std::ranges::find(folders, folder) == folders.end()) folders.push_back(folder);
  }
  if (folders.empty()) folders.push_back(real_path(command.directory));
  return folders;
}

/// Those of the entries hidden from the bot that the text names.
std::vector<fs::path> named_in(std::string_view text, const std::vector<fs::path>& unseen) {
  std::vector<fs::path> named;
  for (const auto& path : unseen)
    if (names(text, path.filename().native()) || names(text, path.stem().native())) named.push_back(path);
  return named;
}

std::string_view last_line(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) text.remove_suffix(1);
  const auto before = text.rfind('\n');
  return before == std::string_view::npos ? text : text.substr(before + 1);
}

/// The usual interpreter of scripts with this extension; empty if none is known.
std::string_view interpreter_for(const fs::path& script) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 8> usual{{{".py", "python3"},
                                                                                {".js", "node"},
                                                                                {".mjs", "node"},
                                                                                {".jar", "java -jar"},
                                                                                {".rb", "ruby"},
                                                                                {".pl", "perl"},
                                                                                {".lua", "lua"},
                                                                                {".sh", "sh"}}};
  const auto extension = script.extension();
  const auto* const found =
      std::ranges::find(usual, extension.native(), [](const auto& row) { return row.first; });
  return found == usual.end() ? std::string_view{} : found->second;
}

/// The right command if a script is given to the interpreter of another language, or a jar to `java` without
/// its option. Empty otherwise.
std::string about_interpreter(const Command& command) {
  if (command.words.size() < 2) return {};
  const auto program = fs::path{command.words[0]}.filename().native();
  const auto right = interpreter_for(command.words[1]);
  constexpr std::array<std::string_view, 6> known{"python3", "node", "java", "ruby", "perl", "lua"};
  if (right.empty() || right == program || std::ranges::find(known, program) == known.end()) return {};
  return "use the command " + std::string{right} + ' ' + legible(command.words[1]);
}

/// The file or interpreter that the first word of a command probably means. Empty if none is similar.
std::string near_program(const Command& command) {
  const auto& word = command.words.front();
  if (word.contains('/')) {
    const auto near = near_name(command.directory / word);
    return near.empty() ? near : (fs::path{word}.parent_path() / near).native();
  }
  return near_interpreter(word);
}

/// The right command for a word that names no program, for a file that was named like a program in PATH, or
/// for a file that is not executable.
std::string how_to_run(const Command& command) {
  const auto& word = command.words.front();
  std::error_code ignored;
  if (look_at(command)) return {};
  if (!fs::exists(command.directory / word, ignored)) return did_you_mean(legible(near_program(command)));
  if (fs::is_directory(command.directory / word, ignored))
    return "it is a folder: start in it, with the command of the bot, such as './bot' or 'python3 bot.py'";
  if (!fs::is_regular_file(command.directory / word, ignored)) return {};
  const auto here = "./" + word;
  const bool lacks_path = !word.contains('/');
  if (lacks_path && look_at({.words = {here}, .directory = command.directory}))
    return "it is a file in the bot's directory: use the command " + legible(here);
  if (const auto interpreter = interpreter_for(word); !interpreter.empty())
    return "a script needs its interpreter: use the command " + std::string{interpreter} + ' ' +
           legible(word);
  constexpr std::array<std::string_view, 7> sources{".c", ".cpp", ".cc", ".rs", ".go", ".java", ".cs"};
  if (std::ranges::find(sources, fs::path{word}.extension().native()) != sources.end())
    return "it is source code, not a program: build it first (here: --build COMMAND), and use the built "
           "program as the command";
  return lacks_path ? "it is a file in the bot's directory: use the command " + legible(here) : std::string{};
}

/// A mistake in a script's first line, which names its interpreter. Empty if there is none.
std::string about_first_line(const Command& command) {
  const auto& word = command.words.front();
  std::ifstream script{command.directory / word};
  std::string line;
  if (!word.contains('/') || !std::getline(script, line) || !line.starts_with("#!")) return {};
  if (line.ends_with('\r'))
    return "the first line of " + legible(word) + " ends with \\r: save the file with Unix line endings";
  line.erase(0, std::min(line.find_first_not_of(" \t", 2), line.size()));
  const auto interpreter = line.substr(0, line.find_first_of(" \t"));
  std::error_code ignored;
  if (interpreter.empty() || fs::exists(interpreter, ignored)) return {};
  return "the first line of " + legible(word) + " names " + legible(interpreter) + ", which does not exist";
}

/// The reason that the contents of a folder of the bot's files are hidden from it.
std::string why_unseen(const std::vector<SharedFolder>& shared, const fs::path& folder) {
  const auto found = std::ranges::find(shared, folder, &SharedFolder::path);
  return found == shared.end() ? "" : " in a folder that " + found->reason;
}

std::string about_missed(const FailedStart& start, const std::vector<fs::path>& missed,
                         const ShowFiles& show) {
  std::vector<std::string> names;
  for (const auto& path : missed)
    names.push_back(path.lexically_relative(real_path(start.command.directory)).native());
  return legible(missed.front().filename().native()) + " is hidden from the bot: it is" +
         why_unseen(start.shared, missed.front().parent_path()) + "; " + show(names);
}

/// Whether a folder has a file that the bot does not see although the file is not in `Sandbox::hidden`.
bool has_unseen_files(const fs::path& folder, const FileView& view, const Sandbox& sandbox) {
  std::error_code ignored;
  return std::ranges::any_of(fs::directory_iterator{folder, ignored}, [&](const auto& entry) {
    return !entry.is_directory(ignored) && !sees(view, entry.path()) &&
           std::ranges::find(sandbox.hidden, real_path(entry.path())) == sandbox.hidden.end();
  });
}

std::string about_shared(const FailedStart& start, const FileView& view, const ShowFiles& show) {
  if (start.shared.empty() || (!start.error_tail.empty() && !complains_of_file(start.error_tail))) return {};
  const auto& shared = start.shared.front();
  if (!has_unseen_files(shared.path, view, start.sandbox)) return {};
  return "it does not see " + legible(shared.path.native()) + ", a folder that " + shared.reason + ": " +
         show({});
}

}  // namespace

std::string near_interpreter(const std::string& word) {
  std::vector<std::string> interpreters;
  for (const auto* name :
       {"python3", "node", "java", "ruby", "perl", "lua", "bash", "sh", "php", "dotnet", "go"})
    if (!find_program(name).empty()) interpreters.emplace_back(name);
  return nearest(word, interpreters);
}

std::vector<fs::path> missed_files(const Command& command, const FileView& view, std::string_view said) {
  std::vector<fs::path> unseen;
  for (const auto& folder : folders_of(command)) {
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator{folder, ignored})
      if (!sees(view, entry.path())) unseen.push_back(entry.path());
  }
  std::ranges::sort(unseen);
  auto missed = named_in(last_line(said), unseen);  // earlier lines need not be about the cause
  return missed.empty() ? named_in(said, unseen) : missed;
}

fs::path absent_file(const Command& command, std::string_view said) {
  for (std::size_t i = 1; i < command.words.size(); ++i) {
    const fs::path word{command.words[i]};
    const bool is_list = word.native().contains(':');  // like a class path
    if (word.native().starts_with('-') || is_list || (!word.has_extension() && !word.has_parent_path()))
      continue;
    std::error_code ignored;
    const auto path = command.directory / word;
    if (!fs::exists(path, ignored) && names(said, word.filename().native())) return path.lexically_normal();
  }
  return {};
}

std::string start_hint(const FailedStart& start, const ShowFiles& show) {
  if (auto hint = build_hint(start.command); !hint.empty()) return hint;
  if (!start.ran) return how_to_run(start.command);
  if (auto hint = about_interpreter(start.command); !hint.empty()) return hint;
  if (auto hint = about_first_line(start.command); !hint.empty()) return hint;
  const auto said = start.message + '\n' + start.error_tail;
  if (const auto absent = absent_file(start.command, said); !absent.empty()) {
    const auto near = did_you_mean(legible(near_name(absent)));
    return "there is no file " + legible(absent.native()) + (near.empty() ? near : "; " + near);
  }
  if (auto hint = capitals_hint(said, start.command.directory); !hint.empty()) return hint;
  if (auto hint = sandbox_hint(start.sandbox, said, start.command.words.front()); !hint.empty()) return hint;
  const auto module = missed_module(start.error_tail);
  const auto last_resort = [&] {
    auto hint = about_kit(module);
    if (hint.empty()) hint = about_folder(module);
    if (hint.empty()) hint = about_neighbour(module, start);
    const bool is_of_file = module.name.empty() || module.name.contains('/');
    if (hint.empty() && is_of_file) hint = file_hint(start.command, start.sandbox, start.error_tail);
    return hint.empty() ? about_environment(module, start.sandbox.level) : hint;
  };
  if (start.sandbox.level < SandboxLevel::bwrap) return last_resort();
  const auto view = view_of(start.command, start.sandbox);
  if (const auto missed = missed_files(start.command, view, said); !missed.empty())
    return about_missed(start, missed, show);
  if (auto hint = last_resort(); !hint.empty()) return hint;
  return about_shared(start, view, show);
}

}  // namespace tribunal
