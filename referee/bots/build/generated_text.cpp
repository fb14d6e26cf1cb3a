#include "bots/build/generated_text.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <unordered_set>
#include <vector>

#include "bots/build/build_targets.hpp"
#include "bots/build/frozen_folder.hpp"
#include "bots/build/pack_source.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

/// The end of a generated file's name, and that of its source, which has the same beginning.
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

/// The folders in which the source of a file may lie: its own, and `src` or the one above for those that
/// generators fill.
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

/// The names of files in a folder, and what they are made of.
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
    for (const auto& folder : folders_of_source(file))
      for (const auto& [end, source] : generators)
        if (name.ends_with(end)) {
          auto origin = folder / (name.substr(0, name.size() - end.size()) + std::string{source});
          if (origin != file && files_.contains(origin.native())) return origin;
        }
    for (const auto& [own, source] : by_one_name)
      if (name == own && kinds_.contains((file.parent_path() / source).native()))
        return file.parent_path() / ("*" + std::string{source});
    return {};
  }

  std::unordered_set<std::string> files_;
  std::unordered_set<std::string> kinds_;  ///< folders with the ending of a file in them: `src/.y`
  std::set<fs::path> as_sent_;
  std::map<std::string, BuildTarget> targets_;  ///< targets of the rules in build files
};

}  // namespace

std::string note_of_generated_text(const fs::path& folder, bool is_built,
                                   const std::vector<std::string>& machine_made) {
  const auto generated = Sent{folder, is_built, machine_made}.generated();
  if (generated.empty()) return {};
  return "taken as sent, whether it is of the newest source or not: " + escaped_names(generated);
}

}  // namespace tribunal
