#include "bots/hints/missed_files.hpp"

#include <algorithm>
#include <cctype>
#include <string>

#include "bots/system/paths.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

bool is_of_name(char character) {
  return std::isalnum(static_cast<unsigned char>(character)) != 0 || character == '_' || character == '-';
}

/// Whether `word` occurs in `text` as a whole word, not as part of a longer name.
bool names(std::string_view text, std::string_view word) {
  if (word.empty()) return false;
  for (auto at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const auto end = at + word.size();
    const bool begins = at == 0 || !is_of_name(text[at - 1]);
    if (begins && (end == text.size() || !is_of_name(text[end]))) return true;
  }
  return false;
}

/// The directories of the files that a command names, else its working directory.
std::vector<fs::path> folders_of(const Command& command) {
  std::vector<fs::path> folders;
  for (const auto& file : files_of(command)) {
    const auto folder = real_path(file).parent_path();
    if (std::ranges::find(folders, folder) == folders.end()) folders.push_back(folder);
  }
  if (folders.empty()) folders.push_back(real_path(command.directory));
  return folders;
}

/// The entries hidden from the bot that the text names.
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

}  // namespace

std::vector<fs::path> missed_files(const Command& command, const FileView& view, std::string_view said) {
  std::vector<fs::path> unseen;
  for (const auto& folder : folders_of(command)) {
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator{folder, ignored})
      if (!sees(view, entry.path())) unseen.push_back(entry.path());
  }
  std::ranges::sort(unseen);
  auto missed = named_in(last_line(said), unseen);  // earlier lines may be any account of the cause
  return missed.empty() ? named_in(said, unseen) : missed;
}

fs::path absent_file(const Command& command, std::string_view said) {
  for (std::size_t i = 1; i < command.words.size(); ++i) {
    const fs::path word{command.words[i]};
    if (word.native().starts_with('-') || (!word.has_extension() && !word.has_parent_path())) continue;
    std::error_code ignored;
    const auto path = command.directory / word;
    if (!fs::exists(path, ignored) && names(said, word.filename().native())) return path.lexically_normal();
  }
  return {};
}

}  // namespace tribunal
