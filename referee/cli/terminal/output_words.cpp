#include "cli/terminal/output_words.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <sstream>
#include <string_view>
#include <utility>

#include "record/utf8.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

/// Options whose value is a file that the command writes. `-o` and `--out` also name folders, which are not
/// looked at.
constexpr std::array<std::string_view, 13> output_options{
    "--log",  "--log-file", "--events", "--json", "--csv",    "--markdown", "--junit",
    "--logs", "--seen",     "--stderr", "--out",  "--output", "-o"};
/// Of these, the ones that take a file only when joined by `=`.
constexpr std::array<std::string_view, 3> joined_only{"--json", "--csv", "--markdown"};

struct WrittenFile {
  std::string option;
  std::string file;
};

struct FilesOfWords {
  std::vector<WrittenFile> written;
  std::vector<std::string> others;
};

bool is_one_of(std::string_view word, auto& names) { return std::ranges::find(names, word) != names.end(); }

/// A word may be a file, a folder of results, `KEY=FILE`, or a quoted command with files in it.
void add_other(const std::string& word, std::vector<std::string>& others) {
  others.push_back(word);
  if (const auto sign = word.find('='); sign != std::string::npos) others.push_back(word.substr(sign + 1));
  std::error_code ignored;
  if (fs::exists(fs::path{word} / "results.db", ignored)) {
    for (const auto& file : files_of_results_in(word)) others.push_back(file.string());
    others.push_back((fs::path{word} / "run.log").string());
  }
  std::istringstream parts{word};
  for (std::string part; word.contains(' ') && parts >> part;) others.push_back(part);
}

FilesOfWords files_of_words(const std::vector<std::string>& words) {
  FilesOfWords named;
  bool options_end = false;
  for (std::size_t at = 1; at < words.size(); ++at) {
    const auto& word = words[at];
    const auto sign = word.find('=');
    const auto option = word.substr(0, sign);
    options_end = options_end || word == "--";
    if (!options_end && is_one_of(option, output_options) && sign != std::string::npos) {
      named.written.push_back({option, word.substr(sign + 1)});
    } else if (!options_end && is_one_of(word, output_options) && !is_one_of(word, joined_only) &&
               at + 1 < words.size()) {
      named.written.push_back({word, words[++at]});
    } else if (!options_end && word.starts_with("-o") && !word.starts_with("--") && word.size() > 2) {
      named.written.push_back({"-o", word.substr(2)});
    } else {
      add_other(word, named.others);
    }
  }
  return named;
}

/// Whether both are the same file, which may be yet to be written.
bool are_same(const std::string& one, const std::string& other) {
  std::error_code error;
  if (fs::exists(one, error)) return fs::is_regular_file(one, error) && fs::equivalent(one, other, error);
  return fs::weakly_canonical(one, error) == fs::weakly_canonical(other, error);
}

}  // namespace

std::vector<fs::path> files_of_results_in(const fs::path& folder) {
  return {folder / "results.db", folder / "results.db-journal", folder / "results.db-wal", folder / "secret",
          folder / "lock"};
}

std::optional<std::string> output_is_input(const std::string& option, const std::string& file,
                                           const std::vector<fs::path>& inputs) {
  std::error_code ignored;
  if (file.empty() || file == "-" || !fs::exists(file, ignored)) return std::nullopt;
  if (std::ranges::none_of(inputs, [&](const auto& input) { return are_same(file, input.string()); }))
    return std::nullopt;
  return option + ' ' + harmless(file) +
         ": the command reads this file too, and writing would destroy it; expected a file of its own";
}

std::optional<std::string> output_named_twice(const std::vector<std::string>& words) {
  const auto named = files_of_words(words);
  const std::vector<fs::path> others{named.others.begin(), named.others.end()};
  for (auto output = named.written.begin(); output != named.written.end(); ++output) {
    const auto& [option, file] = *output;
    if (file.empty() || file == "-") continue;
    if (auto problem = output_is_input(option, file, others)) return problem;
    const auto same = std::find_if(output + 1, named.written.end(),
                                   [&](const WrittenFile& other) { return are_same(file, other.file); });
    if (same != named.written.end())
      return option + ' ' + harmless(file) + ": this is the file of " + same->option +
             " too; expected a file of its own";
  }
  return std::nullopt;
}

}  // namespace tribunal
