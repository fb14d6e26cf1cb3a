#include "bots/identity/manifest.hpp"

#include <algorithm>

#include "base/digest.hpp"
#include "base/text/utf8.hpp"

namespace tribunal {
namespace {

constexpr std::size_t most_named = 5;

const BotFile* find_path(const Manifest& files, const std::string& path) {
  const auto found = std::ranges::lower_bound(files, path, {}, &BotFile::path);
  return found != files.end() && found->path == path ? &*found : nullptr;
}

std::string_view word_for(const Manifest& before, const BotFile& change) {
  if (change.kind == BotFile::absent) return "removed";
  const auto* const old = find_path(before, change.path);
  if (old == nullptr) return "new";
  return old->content == change.content ? "other mode" : "changed";
}

}  // namespace

std::string address_of(const Manifest& files) {
  if (std::ranges::all_of(files, [](const BotFile& file) { return file.kind == BotFile::folder; })) return {};
  Sha256 hash;
  hash.add("tribunal bot 1\n");
  for (const auto& file : files) {
    hash.add(std::string{file.kind} + ' ' + file.content + ' ' + file.path);
    hash.add(std::string_view{"\0", 1});
  }
  return to_hex(hash.finish());
}

Manifest changes_between(const Manifest& before, const Manifest& now) {
  Manifest changes;
  for (const auto& file : now) {
    const auto* const old = find_path(before, file.path);
    if (old == nullptr || *old != file) changes.push_back(file);
  }
  for (const auto& file : before) {
    if (find_path(now, file.path) == nullptr)
      changes.push_back({.path = file.path, .kind = BotFile::absent, .content = {}, .key = {}});
  }
  std::ranges::sort(changes, {}, &BotFile::path);
  return changes;
}

std::string changes_text(const Manifest& before, const Manifest& changes) {
  std::string text;
  for (std::size_t i = 0; i < std::min(changes.size(), most_named); ++i) {
    text += (text.empty() ? "" : ", ") + legible(changes[i].path) + " (" +
            std::string{word_for(before, changes[i])} + ')';
  }
  if (changes.size() > most_named) text += ", and " + std::to_string(changes.size() - most_named) + " more";
  return text;
}

}  // namespace tribunal
