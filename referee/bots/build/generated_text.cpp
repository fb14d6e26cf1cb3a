#include "bots/build/generated_text.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <sstream>
#include <string_view>
#include <sys/stat.h>
#include <unordered_set>

#include "bots/build/archives.hpp"
#include "bots/build/frozen_folder.hpp"
#include "bots/system/program.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

// Bounds, because these files are untrusted.
constexpr std::size_t most_of_build_file = std::size_t{1} << 16U;
constexpr int most_build_files = 32;
constexpr int most_patterns = 100;
constexpr int most_expansions = 1000;
constexpr std::size_t most_of_variable = 4096;

/// The lines of a file. A line that ends with `\` is joined with the next.
std::vector<std::string> lines_of(const fs::path& file) {
  std::vector<std::string> lines;
  std::istringstream all{head_of(file, most_of_build_file)};
  bool goes_on = false;
  for (std::string line; std::getline(all, line);) {
    if (line.ends_with('\r')) line.pop_back();
    const bool continues = line.ends_with('\\');
    if (continues) line.back() = ' ';
    if (goes_on) {
      lines.back() += line;
    } else {
      lines.push_back(line);
    }
    goes_on = continues;
  }
  return lines;
}

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream in{text};
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

/// Whether a line of a rule copies a file, or leaves an existing one unchanged.
bool copies(const std::string& line) {
  constexpr std::array<std::string_view, 7> programs{"cp", "mv", "ln", "install", "touch", "test", "["};
  const auto begin = line.find_first_not_of("\t @-");
  if (begin == std::string::npos) return true;
  const auto first = line.substr(begin, line.find(' ', begin) - begin);
  return std::ranges::find(programs, first) != programs.end();
}

/// The files that rules make.
class Targets {
 public:
  Targets(const fs::path& folder, const std::set<std::string>& files) : folder_{folder}, files_{files} {}

  void read(const fs::path& file) {
    const auto name = file.filename();
    const bool is_of_make =
        name == "Makefile" || name == "makefile" || name == "GNUmakefile" || name.extension() == ".mk";
    if (!is_of_make && name != "build.ninja" && name != "CMakeLists.txt") return;
    if (++build_files_ > most_build_files) return;
    file_ = file;
    folder_of_file_ = file.parent_path().empty() ? "" : file.parent_path().native() + '/';
    if (is_of_make) return read_make();
    if (name == "build.ninja") return read_ninja();
    read_cmake();
  }
  [[nodiscard]] std::map<std::string, BuildTarget> found() && { return std::move(found_); }

 private:
  struct Rule {
    std::vector<std::string> made;
    std::vector<std::string> of;
  };

  void add(const std::string& name) {
    const auto path = (file_.parent_path() / name).lexically_normal();
    if (path != file_ && files_.contains(path.native()))
      found_.emplace(path.native(), BuildTarget{file_.native(), is_copied_});
  }

  /// Adds the files of a pattern such as `%.h: %.h.in`: all with the first ending that are beside a file with
  /// the second.
  void add_pattern(const std::string& made, const std::string& of) {
    const auto own = made.find('%');
    const auto source = of.find('%');
    if (source == std::string::npos || ++patterns_ > most_patterns) return;
    const auto start = folder_of_file_ + made.substr(0, own);
    const auto end = made.substr(own + 1);
    for (auto file = files_.lower_bound(start); file != files_.end() && file->starts_with(start); ++file) {
      if (file->size() <= start.size() + end.size() || !file->ends_with(end)) continue;
      const auto stem = file->substr(start.size(), file->size() - start.size() - end.size());
      const auto origin = folder_of_file_ + of.substr(0, source) + stem + of.substr(source + 1);
      if (files_.contains(origin)) found_.emplace(*file, BuildTarget{file_.native(), is_copied_});
    }
  }

  void add(const Rule& rule) {
    for (const auto& made : rule.made) {
      if (!made.contains('%')) {
        add(made);
      } else if (!rule.of.empty()) {
        add_pattern(made, rule.of.front());
      }
    }
  }

  /// Reads a line `NAME = words`, or one with `:=`, `?=` or `+=`.
  void note_variable(const std::string& line, std::size_t sign) {
    const bool is_more = sign > 0 && line[sign - 1] == '+';
    const auto name = words_of(line.substr(0, line.find_last_not_of(":?+", sign - 1) + 1));
    if (name.size() != 1) return;
    auto& value = variables_[name.front()];
    value = (is_more ? value + ' ' : "") + line.substr(sign + 1, line.find('#', sign) - sign - 1);
    if (value.size() > most_of_variable) value.clear();
  }

  /// The line with the values of variables in place of `$(NAME)` and `${NAME}`. Unknown variables stay.
  std::string expanded(std::string line) {
    for (std::size_t at = line.find('$'); at < line.size() && line.size() <= 2 * most_of_variable;
         at = line.find('$', at)) {
      const auto end = line.find_first_of(")}", at);
      const bool is_named = end != std::string::npos && (line[at + 1] == '(' || line[at + 1] == '{');
      const auto known = is_named ? variables_.find(line.substr(at + 2, end - at - 2)) : variables_.end();
      if (known == variables_.end()) {
        ++at;
      } else {
        if (++expansions_ > most_expansions) break;
        line.replace(at, end + 1 - at, known->second);
      }
    }
    return line;
  }

  /// Reads a Makefile. A rule has a shell line below it; otherwise it only states dependencies.
  void read_make() {
    std::optional<Rule> rule;
    variables_.clear();
    for (const auto& raw : lines_of(folder_ / file_)) {
      if (raw.starts_with('\t')) {
        is_copied_ = copies(raw);
        if (rule) add(*rule);
        is_copied_ = false;
        rule.reset();
        continue;
      }
      if (raw.empty() || raw.starts_with('#')) continue;
      rule.reset();
      if (const auto sign = raw.find('='); sign < raw.find(':') || sign == raw.find(':') + 1) {
        note_variable(raw, sign);
        continue;
      }
      const auto line = expanded(raw);
      const auto colon = line.find(':');
      if (colon == std::string::npos) continue;
      const auto behind = std::min(line.find_first_not_of(':', colon), line.size());
      Rule next{words_of(line.substr(0, colon)), words_of(line.substr(behind))};
      if (!next.of.empty()) rule = std::move(next);
    }
  }

  void read_ninja() {
    for (const auto& line : lines_of(folder_ / file_))
      if (const auto colon = line.find(": "); line.starts_with("build ") && colon != std::string::npos)
        add(Rule{words_of(line.substr(0, colon)), {}});
  }

  /// Reads a CMakeLists.txt: the words after `OUTPUT` up to the next word in capitals.
  void read_cmake() {
    constexpr std::array<std::string_view, 3> own_folder{"${CMAKE_CURRENT_SOURCE_DIR}/",
                                                         "${CMAKE_SOURCE_DIR}/", "${PROJECT_SOURCE_DIR}/"};
    bool is_output = false;
    for (const auto& line : lines_of(folder_ / file_)) {
      for (auto word : words_of(line.substr(0, line.find('#')))) {
        is_output = is_output && word != "COMMAND" && word != "DEPENDS";
        for (const auto start : own_folder)
          if (word.starts_with(start)) word.erase(0, start.size());
        if (is_output) add(word);
        is_output = is_output || word.ends_with("OUTPUT");
      }
    }
  }

  const fs::path& folder_;
  const std::set<std::string>& files_;
  fs::path file_;
  std::string folder_of_file_;  ///< folder of the current file with `/`; empty at the top
  bool is_copied_ = false;      ///< whether the current rule copies its target
  int build_files_ = 0;
  int patterns_ = 0;
  int expansions_ = 0;
  std::map<std::string, std::string> variables_;  ///< values that the current file sets
  std::map<std::string, BuildTarget> found_;
};

/// The end of a generated file's name, and that of its source. The beginning is the same.
struct Generated {
  std::string_view end;
  std::string_view source;
};
constexpr std::array<Generated, 35> generators{{
    {".c", ".y"},
    {".tab.c", ".y"},
    {".tab.h", ".y"},
    {".cc", ".yy"},
    {".tab.cc", ".yy"},
    {".cpp", ".ypp"},
    {".tab.cpp", ".ypp"},
    {".c", ".l"},
    {".yy.c", ".l"},
    {".cc", ".ll"},
    {".cpp", ".lpp"},
    {".c", ".re"},
    {".cpp", ".re"},
    {".c", ".rl"},
    {".cpp", ".rl"},
    {".c", ".pyx"},
    {".cpp", ".pyx"},
    {".c", ".vala"},
    {".h", ".gperf"},
    {".pb.h", ".proto"},
    {".pb.cc", ".proto"},
    {"_pb2.py", ".proto"},
    {".pb.go", ".proto"},
    {"Parser.java", ".g4"},
    {"Lexer.java", ".g4"},
    {"Parser.py", ".g4"},
    {"Lexer.py", ".g4"},
    {".js", ".ts"},
    {".js", ".tsx"},
    {".mjs", ".mts"},
    {".cjs", ".cts"},
    {".js", ".coffee"},
    {".min.js", ".js"},
    {".rs", ".lalrpop"},
    {"configure", "configure.ac"},
}};
constexpr std::array<Generated, 3> by_one_name{{{"lex.yy.c", ".l"}, {"y.tab.c", ".y"}, {"y.tab.h", ".y"}}};

/// The folders in which the source of a file may be: its own folder and, for a folder that generators fill,
/// the one above and `src`.
std::vector<fs::path> folders_of_source(const fs::path& file) {
  constexpr std::array<std::string_view, 6> filled{"dist", "build", "out", "lib", "js", "gen"};
  const auto own = file.parent_path();
  std::vector<fs::path> folders{own};
  if (own.empty() || std::ranges::find(filled, own.begin()->native()) == filled.end()) return folders;
  const auto rest = own.lexically_relative(*own.begin()).lexically_normal();
  folders.push_back(rest == "." ? fs::path{} : rest);
  folders.push_back(rest == "." ? fs::path{"src"} : "src" / rest);
  return folders;
}

/// The names of files in a folder, and their possible sources.
class Sent {
 public:
  Sent(const fs::path& folder, bool is_built, const std::vector<std::string>& machine_made) {
    std::error_code error;
    for (fs::recursive_directory_iterator entry{folder, error};
         !error && entry != fs::recursive_directory_iterator{}; entry.increment(error)) {
      struct stat now {};
      const auto name = entry->path().filename();
      if (name == "node_modules" || name == "vendor" || name == ".git") entry.disable_recursion_pending();
      if (::lstat(entry->path().c_str(), &now) != 0 || !S_ISREG(now.st_mode)) continue;
      const auto path = entry->path().lexically_relative(folder);
      files_.insert(path.native());
      kinds_.insert((path.parent_path() / path.extension()).native());
      const auto time = now.st_mtim.tv_sec;
      if (!is_built || time == time_of_source || time == time_of_made) as_sent_.insert(path);
    }
    for (const auto& name : machine_made) as_sent_.erase(name);
    targets_ = build_targets(folder, {files_.begin(), files_.end()});
  }

  [[nodiscard]] std::vector<std::string> generated() const {
    std::vector<std::string> found;
    for (const auto& file : as_sent_) {
      if (const auto source = source_of(file); !source.empty()) {
        found.push_back(file.string() + " beside " + source.string());
      } else if (const auto target = targets_.find(file.native()); target != targets_.end()) {
        found.push_back(file.string() + " beside its rule in " + target->second.build_file);
      }
    }
    return found;
  }

 private:
  [[nodiscard]] fs::path source_of(const fs::path& file) const {
    const auto name = file.filename().native();
    for (const auto& folder : folders_of_source(file)) {
      for (const auto& [end, source] : generators) {
        if (name.ends_with(end)) {
          auto origin = folder / (name.substr(0, name.size() - end.size()) + std::string{source});
          if (origin != file && files_.contains(origin.native())) return origin;
        }
      }
    }
    for (const auto& [own, source] : by_one_name)
      if (name == own && kinds_.contains((file.parent_path() / source).native()))
        return file.parent_path() / ("*" + std::string{source});
    return {};
  }

  std::unordered_set<std::string> files_;
  std::unordered_set<std::string> kinds_;  ///< folders with the endings of files in them: `src/.y`
  std::set<fs::path> as_sent_;
  std::map<std::string, BuildTarget> targets_;  ///< targets of the rules in build files
};

}  // namespace

std::map<std::string, BuildTarget> build_targets(const fs::path& folder, const std::set<std::string>& files) {
  Targets targets{folder, files};
  for (const auto& file : files) targets.read(file);
  return std::move(targets).found();
}

std::string note_of_generated_text(const fs::path& folder, bool is_built,
                                   const std::vector<std::string>& machine_made) {
  const auto generated = Sent{folder, is_built, machine_made}.generated();
  if (generated.empty()) return {};
  return "taken as sent, although it may not match the newest source: " + escaped_names(generated);
}

}  // namespace tribunal
