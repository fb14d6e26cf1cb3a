#include "bots/identity/identity.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <map>
#include <set>
#include <system_error>
#include <thread>
#include <unistd.h>

#include "base/descriptor.hpp"
#include "base/digest.hpp"
#include "base/text/utf8.hpp"
#include "base/try.hpp"
#include "bots/identity/folder_walk.hpp"
#include "bots/system/machine.hpp"
#include "bots/system/paths.hpp"
#include "parallel/in_order.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

/// A file to be read: its key and its path.
using WantedFile = std::pair<FileKey, fs::path>;

struct ReadFile {
  FileKey key;  ///< key when it was found
  Result<Bytes32> digest;
};

/// The digest of a file that did not change while it was read. None if it did.
Result<std::optional<Bytes32>> digest_at_rest(const WantedFile& wanted) {
  const auto& [key, path] = wanted;
  const Descriptor file{::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)};
  if (!file) {
    if (errno == ENOENT) return std::nullopt;
    return std::unexpected{legible(path.string()) + " cannot be read, which is needed to hash the bot"};
  }
  if (key_of_descriptor(file.get()) != key) return std::nullopt;
  Sha256 hash;
  std::vector<char> block(std::size_t{1} << 18U);
  std::uint64_t left = key.size;
  while (left > 0) {
    const auto count = ::read(file.get(), block.data(), std::min<std::uint64_t>(block.size(), left));
    if (count < 0)
      return std::unexpected{legible(path.string()) + " cannot be read, which is needed to hash the bot"};
    if (count == 0) return std::nullopt;
    hash.add({block.data(), static_cast<std::size_t>(count)});
    left -= static_cast<std::uint64_t>(count);
  }
  if (key_of_descriptor(file.get()) != key) return std::nullopt;
  return hash.finish();
}

/// Reads a file. If it changes meanwhile, repeats this a few times.
ReadFile read_file(const WantedFile& wanted) {
  constexpr int most_tries = 4;
  auto now = wanted;
  for (int tries = 1; tries <= most_tries; ++tries) {
    const auto digest = digest_at_rest(now);
    if (!digest) return {wanted.first, std::unexpected{digest.error()}};
    if (*digest) return {wanted.first, **digest};
    std::this_thread::sleep_for(std::chrono::milliseconds{20 * tries});
    if (const auto key = key_of_file(wanted.second)) now.first = *key;
  }
  return {wanted.first,
          std::unexpected{legible(wanted.second.string()) +
                          " changed while it was read; bots must write to TMPDIR, not to their folder"}};
}

/// One folder or single file of a bot.
struct Part {
  std::string prefix;  ///< prefix of its paths; a single file's own path
  fs::path place;
  bool is_folder = false;
};

/// Finds the files of bots and their digests.
class Identification {
 public:
  explicit Identification(std::vector<fs::path> left_out) : left_out_{std::move(left_out)} {
    std::error_code ignored;
    for (auto& path : left_out_) path = real_path(fs::absolute(path, ignored));
  }

  void know(const BotIdentity& known) {
    for (const auto& file : known.files) {
      const auto digest = from_hex(file.content);
      if (file.key && digest) digests_[*file.key] = *digest;
    }
  }

  /// Finds the files of a further bot. The error is a sentence.
  Result<void> find(const BotFiles& bot, const Visibility& visible) {
    std::vector<FoundFile> files;
    auto known = visible.own;
    known.insert(known.end(), visible.files.begin(), visible.files.end());
    for (const auto& path : bot.sees) known.push_back(real_path(path));
    for (const auto& part : parts_of(visible)) {
      auto found = part.is_folder ? walk(part.place, known) : single(part.place);
      if (!found) return std::unexpected{"bot " + bot.name + ": " + found.error().text()};
      for (auto& file : *found) {
        file.path = part.is_folder ? part.prefix + file.path : part.prefix;
        files.push_back(std::move(file));
      }
    }
    if (files.size() > most_bot_files)
      return std::unexpected{"bot " + bot.name + " has more than " + std::to_string(most_bot_files) +
                             " files"};
    found_.push_back(std::move(files));
    return {};
  }

  /// Reads the files whose digests are unknown. Returns the identities.
  Result<std::vector<BotIdentity>> identities() {
    TRY(read_unknown());
    std::vector<BotIdentity> identities;
    for (const auto& files : found_) {
      BotIdentity identity;
      for (const auto& file : files) identity.files.push_back(entry_for(file));
      std::ranges::sort(identity.files, {}, &BotFile::path);
      identity.sha256 = address_of(identity.files);
      identities.push_back(std::move(identity));
    }
    return identities;
  }

 private:
  Result<std::vector<FoundFile>> walk(const fs::path& folder, const std::vector<fs::path>& known) {
    std::pair key{folder, known};
    const auto walked = walked_.find(key);
    if (walked != walked_.end()) return walked->second;
    auto found = walk_folder(folder, left_out_, known);
    if (found) walked_.emplace(std::move(key), *found);
    return found;
  }

  static Result<std::vector<FoundFile>> single(const fs::path& file) {
    const auto key = key_of_file(file);
    if (!key) return std::unexpected{legible(file.string()) + " is no longer a file"};
    if (key->size > most_bot_bytes)
      return std::unexpected{legible(file.string()) + " is larger than " +
                             std::to_string(most_bot_bytes >> 30U) + " GiB, too large to be hashed"};
    std::error_code ignored;
    constexpr auto any_execute = fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec;
    const bool is_program = (fs::status(file, ignored).permissions() & any_execute) != fs::perms::none;
    return std::vector<FoundFile>{
        {.kind = is_program ? BotFile::program : BotFile::file, .source = file, .key = key}};
  }

  /// The folders and single files of a bot. Files in the first folder are named by their path in it, whatever
  /// its name. All others get names beside it.
  static std::vector<Part> parts_of(const Visibility& visible) {
    std::vector<Part> parts;
    std::set<std::string> taken;
    const auto beside = [&](const fs::path& path) {
      const std::string up = parts.empty() || !parts.front().is_folder ? "" : "../";
      auto name = up + path.filename().string();
      for (int number = 2; !taken.insert(name).second; ++number)
        name = up + path.filename().string() + '~' + std::to_string(number);
      return name;
    };
    const auto is_within_other = [&](const fs::path& folder) {
      return std::ranges::any_of(
          visible.own, [&](const fs::path& other) { return other != folder && is_in(folder, other); });
    };
    for (const auto& folder : visible.own) {
      if (is_within_other(folder)) continue;
      parts.push_back({parts.empty() ? "" : beside(folder) + '/', folder, true});
    }
    for (const auto& file : visible.files) {
      const auto holds = [&](const fs::path& folder) { return is_in(file, folder); };
      if (std::ranges::none_of(visible.own, holds)) parts.push_back({beside(file), file, false});
    }
    return parts;
  }

  Result<void> read_unknown() {
    std::map<FileKey, fs::path> unknown;
    for (const auto& files : found_) {
      for (const auto& file : files) {
        if (file.key && !digests_.contains(*file.key)) unknown.emplace(*file.key, file.source);
      }
    }
    auto next_file = unknown.begin();
    const auto next = [&]() -> std::optional<WantedFile> {
      if (next_file == unknown.end()) return std::nullopt;
      return *next_file++;
    };
    Result<void> end;
    const auto take = [&](const ReadFile& read) {
      if (!read.digest) {
        end = std::unexpected{read.digest.error()};
        return false;
      }
      digests_[read.key] = *read.digest;
      return true;
    };
    constexpr std::uint64_t worth_a_thread = 1U << 20U;
    std::uint64_t bytes = 0;
    for (const auto& [key, path] : unknown) bytes += key.size;
    const auto threads = bytes < worth_a_thread ? 1 : std::min(available_cores().size(), unknown.size());
    try {
      if (threads > 1)
        in_order(
            static_cast<unsigned>(threads), next, [] { return read_file; }, take);
    } catch (const std::system_error&) {  // the system allows no further thread
    }
    for (auto file = next(); end && file && take(read_file(*file)); file = next()) {
    }
    return end;
  }

  /// Whether a file's times identify its content. A second change within one tick of the clock does not alter
  /// them, so a file that changed just now cannot be recognised.
  [[nodiscard]] bool is_at_rest(const FileKey& key) const {
    constexpr std::int64_t rest_ns = 2'000'000'000;
    return std::max(key.changed_ns, key.modified_ns) < now_ns_ - rest_ns;
  }

  [[nodiscard]] BotFile entry_for(const FoundFile& found) {
    BotFile file{.path = found.path, .kind = found.kind};
    if (found.key) {
      file.content = to_hex(digests_.at(*found.key));
      if (is_at_rest(*found.key)) file.key = found.key;
    } else if (found.kind == BotFile::link) {
      file.content = to_hex(sha256(found.target));
    }
    return file;
  }

  std::vector<fs::path> left_out_;
  /// by the folder and the known places, because a link in a folder may be refused for one bot and accepted
  /// for another
  std::map<std::pair<fs::path, std::vector<fs::path>>, std::vector<FoundFile>> walked_;
  std::vector<std::vector<FoundFile>> found_;  ///< files of each bot
  std::map<FileKey, Bytes32> digests_;
  std::int64_t now_ns_ = clock_ns();
};

constexpr std::size_t most_named = 5;

const BotFile* find_path(const Manifest& files, const std::string& path) {
  const auto found = std::ranges::lower_bound(files, path, {}, &BotFile::path);
  return found != files.end() && found->path == path ? &*found : nullptr;
}

/// The entries that count: all but folders without files, which a run may create for its outputs.
Manifest counting(Manifest files) {
  std::set<std::string> holders;
  for (const auto& file : files)
    for (auto path = file.path; file.kind != BotFile::folder && path.contains('/');) {
      path.resize(path.rfind('/'));
      if (!holders.insert(path).second) break;
    }
  std::erase_if(files, [&](const BotFile& file) {
    return file.kind == BotFile::folder && !holders.contains(file.path);
  });
  return files;
}

std::string_view word_for(const Manifest& before, const BotFile& change) {
  if (change.kind == BotFile::absent) return "removed";
  const auto* const old = find_path(before, change.path);
  if (old == nullptr) return "new";
  return old->content == change.content ? "other mode" : "changed";
}

}  // namespace

Result<std::vector<BotIdentity>> identities_of(std::span<const BotFiles> bots,
                                               const OrganiserFiles& organiser,
                                               std::span<const BotIdentity> known,
                                               const std::vector<bool>& left_out) {
  const auto visible = visibility_of(bots, organiser);
  Identification identification{organiser.results};
  for (const auto& identity : known) identification.know(identity);
  for (std::size_t bot = 0; bot < bots.size(); ++bot) {
    const bool is_left_out = bot < left_out.size() && left_out[bot];
    TRY(identification.find(bots[bot], is_left_out ? Visibility{} : visible[bot]));
  }
  return identification.identities();
}

Result<BotIdentity> identity_by_named_files(const BotFiles& bot) {
  Identification identification{{}};
  Visibility named;
  for (const auto& file : files_of(bot.command)) named.files.push_back(real_path(file));
  for (const auto& file : bot.files) named.files.push_back(real_path(file));
  TRY(identification.find(bot, named));
  auto identities = TRY(identification.identities());
  return std::move(identities.front());
}

std::string address_of(const Manifest& all) {
  const auto files = counting(all);
  if (files.empty()) return {};
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
    if (find_path(now, file.path) == nullptr) changes.push_back({.path = file.path, .kind = BotFile::absent});
  }
  std::erase_if(changes, [&](const BotFile& change) {
    const auto* const old = find_path(before, change.path);
    return change.kind == BotFile::folder || (change.kind == BotFile::absent && old->kind == BotFile::folder);
  });
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
