#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "bots/sandbox/sandbox.hpp"
#include "bots/system/command.hpp"

namespace tribunal {

/// One entry of the file system that a bot sees.
struct Sight {
  enum class Kind : std::uint8_t {
    as_outside,    ///< the file or directory `source`, read-only
    link,          ///< a symbolic link to `source`
    folder,        ///< a directory that holds nothing but what is put into it
    empty_folder,  ///< hides the directory that would be there
    empty_file,    ///< hides the file that would be there
  };
  Kind kind{};
  std::filesystem::path path;  ///< where the bot sees it: absolute
  std::filesystem::path source;

  bool operator==(const Sight&) const = default;
};

/// What a bot sees of the file system, in the order in which it is put together.
struct FileView {
  std::vector<Sight> sights;
  std::filesystem::path directory;  ///< in which the bot runs
  /// Every user of this machine can reach and read all of it.
  bool open_to_all = true;
};

/// What a bot is to see: the system's programs and libraries, the program that its command names with what
/// belongs to that, the files that the command names, and what `sandbox` shows; at the same places as
/// outside, without what `sandbox` hides. A symbolic link is a link there too: it opens nothing by itself.
[[nodiscard]] FileView view_of(const Command& command, const Sandbox& sandbox);

/// Whether there is anything at `path`, an absolute one, for the bot: where its links lead, too.
[[nodiscard]] bool sees(const FileView& view, const std::filesystem::path& path);

/// The directory of the installation that a program belongs to, found as by convention: a `bin` (or `sbin`,
/// or the `shims` of a version manager) beside a `lib` or a `libexec`. Empty if there is none, if it is the
/// system's, or if it holds more than programs: a home directory, its `.local`.
[[nodiscard]] std::filesystem::path installation_of(const std::filesystem::path& program);

}  // namespace tribunal
