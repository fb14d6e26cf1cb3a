#include "bots/sandbox/visibility.hpp"

#include <algorithm>
#include <optional>

#include "bots/system/paths.hpp"
#include "bots/system/program.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;
using Paths = std::vector<fs::path>;

/// A bot with all its paths resolved.
struct Resident {
  const BotFiles* bot;
  Paths files;    ///< files that it consists of
  Paths folders;  ///< folders that may be its own
};

void add(Paths& paths, const fs::path& path) {
  if (std::ranges::find(paths, path) == paths.end()) paths.push_back(path);
}

bool is_any_in(const Paths& paths, const fs::path& folder) {
  return std::ranges::any_of(paths, [&](const auto& path) { return is_in(path, folder); });
}

bool are_same(const Resident& one, const Resident& other) {
  if (one.files != other.files) return false;
  return !one.files.empty() || one.bot->command == other.bot->command;
}

Paths files_of_bot(const BotFiles& bot) {
  Paths files;
  for (const auto& file : files_of(bot.command)) add(files, real_path(file));
  for (const auto& file : bot.files) add(files, real_path(file));
  return files;
}

/// Finds the folders that may be a bot's own. `alone`: no other bot runs. Otherwise, if a bot names no file
/// in its working directory, that directory may belong to any bot.
void find_folders(Resident& resident, bool alone) {
  const auto directory = real_path(fs::absolute(resident.bot->command.directory));
  if (resident.bot->has_directory || alone || is_any_in(resident.files, directory))
    add(resident.folders, directory);
  for (const auto& file : files_of(resident.bot->command)) {
    add(resident.folders, real_path(fs::absolute(file).parent_path()));
    add(resident.folders, real_path(file).parent_path());
  }
}

/// Whether a folder belongs to the system. It holds no bot's files, but may be named, as in `--words
/// /etc/hosts`.
bool is_of_system(const fs::path& folder) {
  constexpr std::array system{"/usr", "/bin", "/sbin", "/lib", "/lib64",
                              "/etc", "/dev", "/proc", "/sys", "/run"};
  return folder == "/" || std::ranges::any_of(system, [&](const char* path) { return is_in(folder, path); });
}

/// The reason that a folder that was not given to the bot holds more than bots. Empty if it does not.
std::string what_it_is(const fs::path& folder) {
  if (is_of_system(folder)) return "is the system's";
  const auto home = environment("HOME");
  if (!home.empty() && is_in(real_path(home), folder)) return "is a home directory";
  std::error_code ignored;
  const auto mode = fs::status(folder, ignored).permissions();
  if ((mode & fs::perms::others_write) != fs::perms::none) return "everybody can write to";
  return {};
}

/// The reason that a folder is not the bot's own. None if it is.
std::optional<std::string> objection(const fs::path& folder, const Resident& resident,
                                     const std::vector<Resident>& all, const Paths& plan) {
  for (const auto& other : all) {
    if (are_same(resident, other)) continue;
    const bool is_others = other.bot->has_directory && is_in(other.folders.front(), folder);
    if (is_others || is_any_in(other.files, folder)) return "it shares with bot " + other.bot->name;
  }
  if (is_any_in(plan, folder)) return "it shares with the plan";
  const bool was_given =
      resident.bot->has_directory && !resident.folders.empty() && folder == resident.folders.front();
  auto more = was_given ? std::string{} : what_it_is(folder);
  if (more.empty()) return std::nullopt;
  return more;
}

Paths resolved(const Paths& paths) {
  Paths real;
  for (const auto& path : paths) add(real, real_path(path));
  return real;
}

/// Hides the paths of other bots from a bot, unless it needs them or something in them.
void hide(const Paths& others, const Paths& needed, Paths& hidden) {
  for (const auto& path : others) {
    const bool shared = std::ranges::any_of(needed, [&](const auto& own) { return is_in(own, path); });
    if (!shared && !is_in(path, "/usr")) add(hidden, path);
  }
}

void hide_version_control(const Paths& folders, Paths& hidden) {
  for (const auto& folder : folders) {
    for (const auto name : version_control) {
      std::error_code ignored;
      if (fs::exists(folder / name, ignored)) add(hidden, folder / name);
    }
  }
}

}  // namespace

std::vector<Visibility> visibility_of(std::span<const BotFiles> bots, const OrganiserFiles& organiser) {
  std::vector<Resident> residents;
  for (const auto& bot : bots) residents.push_back({&bot, files_of_bot(bot), {}});
  for (auto& resident : residents) {
    const bool alone =
        std::ranges::all_of(residents, [&](const auto& other) { return are_same(resident, other); });
    find_folders(resident, alone);
  }
  const auto plan = resolved(organiser.plan);
  std::vector<Visibility> all;
  for (const auto& resident : residents) {
    Visibility visibility{.files = resident.files, .shown = resident.files};
    for (const auto& path : resident.bot->sees) add(visibility.shown, real_path(path));
    for (const auto& folder : resident.folders) {
      if (const auto reason = objection(folder, resident, residents, plan)) {
        visibility.shared.push_back({folder, *reason});
      } else {
        add(visibility.shown, folder);
        add(visibility.own, folder);
      }
    }
    all.push_back(std::move(visibility));
  }
  std::vector<Paths> programs;
  for (const auto& bot : bots) programs.push_back(resolved(programs_of(bot.command)));
  for (std::size_t bot = 0; bot < all.size(); ++bot) {
    auto needed = all[bot].shown;
    needed.insert(needed.end(), programs[bot].begin(), programs[bot].end());
    auto& hidden = all[bot].hidden;
    hidden = organiser.results;
    hidden.insert(hidden.end(), plan.begin(), plan.end());
    hide_version_control(all[bot].own, hidden);
    for (std::size_t other = 0; other < all.size(); ++other) {
      hide(all[other].shown, needed, hidden);
      // If a command names no file, the bot is the program found in PATH.
      if (residents[other].files.empty()) hide(programs[other], needed, hidden);
    }
  }
  // A bot finds a file by the name that the plan has, so it sees a link, too. The others' targets are hidden.
  for (std::size_t bot = 0; bot < all.size(); ++bot)
    for (const auto* const paths : {&bots[bot].files, &bots[bot].sees})
      for (const auto& path : *paths)
        if (fs::is_symlink(path)) add(all[bot].shown, fs::absolute(path));
  return all;
}

}  // namespace tribunal
