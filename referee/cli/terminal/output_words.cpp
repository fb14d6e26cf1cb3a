#include "cli/terminal/output_words.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <sstream>
#include <string_view>

#include "base/text/utf8.hpp"
#include "cli/terminal/report_option.hpp"
#include "tournament/store/folder.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

/// Options, apart from the flags of reports, whose value is a file that the command writes. `-o` and `--out`
/// also name folders, which are not checked.
constexpr std::array<std::string_view, 10> output_options{
    "--log", "--log-file", "--events", "--junit", "--logs", "--seen", "--stderr", "--out", "--output", "-o"};

struct WrittenFile {
  std::string option;
  std::string file;
};

struct SortedWords {
  std::vector<WrittenFile> written;
  std::vector<std::string> others;
};

bool is_output_option(std::string_view word) {
  return std::ranges::find(output_options, word) != output_options.end();
}

/// A word may name a file, a folder of results, `KEY=FILE`, or a quoted command with files in it.
void add_files_of(const std::string& word, std::vector<fs::path>& files) {
  files.emplace_back(word);
  if (const auto sign = word.find('='); sign != std::string::npos) files.emplace_back(word.substr(sign + 1));
  std::error_code ignored;
  if (fs::exists(database_of(word), ignored)) {
    std::ranges::move(files_of_results(word), std::back_inserter(files));
    files.push_back(journal_of(word));
  }
  std::istringstream parts{word};
  for (std::string part; word.contains(' ') && parts >> part;) files.emplace_back(part);
}

SortedWords sorted(const std::vector<std::string>& words) {
  SortedWords named;
  bool options_end = false;
  for (std::size_t at = 1; at < words.size(); ++at) {
    const auto& word = words[at];
    const auto sign = word.find('=');
    const auto option = word.substr(0, sign);
    const bool is_output = is_output_option(option) || is_report_flag(option);
    options_end = options_end || word == "--";
    if (!options_end && is_output && sign != std::string::npos) {
      named.written.push_back({option, word.substr(sign + 1)});
    } else if (!options_end && is_output_option(word) && at + 1 < words.size()) {
      named.written.push_back({word, words[++at]});
    } else if (!options_end && word.starts_with("-o") && !word.starts_with("--") && word.size() > 2) {
      named.written.push_back({"-o", word.substr(2)});
    } else {
      named.others.push_back(word);
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
  const auto named = sorted(words);
  if (named.written.empty()) return std::nullopt;
  std::vector<fs::path> others;
  for (const auto& word : named.others) add_files_of(word, others);
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
