#include "bots/hints/build_hint.hpp"

#include <array>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "base/escape.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

/// A program that builds and runs in one step.
struct BuildAndRun {
  std::string_view program;
  std::string_view verb;    ///< its first argument that is no option
  std::string_view build;   ///< the command that only builds
  std::string_view result;  ///< the command of what was built
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

/// The package's name in Cargo.toml, else NAME.
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
  if (builder.program == "cargo") result.replace(result.find("NAME"), 4, escaped(cargo_name(folder)));
  return std::string{builder.program} + ' ' + std::string{builder.verb} +
         " builds the bot at every start: build it before, with " + std::string{builder.build} +
         " (here: --build '" + std::string{builder.build} + "'), and let the command be " + result;
}

/// The command for a class or a source of Java that was given as a file.
std::string about_java(const fs::path& file) {
  const auto folder = file.parent_path();
  const auto right =
      "java -cp " + escaped(folder.empty() ? "." : folder.native()) + ' ' + escaped(file.stem().native());
  if (file.extension() == ".class")
    return "java wants the name of the class, not its file: the command is " + right;
  if (file.extension() != ".java") return {};
  return "java compiles " + escaped(file.native()) + " at every start: build it before, with javac " +
         escaped(file.native()) + ", and let the command be " + right;
}

}  // namespace

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

}  // namespace tribunal
