#include "bots/sandbox/file_view.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

#include "bots/sandbox/installation.hpp"
#include "bots/system/paths.hpp"
#include "bots/system/program.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

/// The paths that the system's programs need besides /usr: the linker's configuration, the alternatives of
/// programs, the time zone, and settings of languages.
constexpr std::array system_links{"/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"};
constexpr std::array system_settings{"/etc/ld.so.cache", "/etc/alternatives", "/etc/localtime", "/etc/mono",
                                     "/etc/R"};
constexpr std::string_view settings_of_java = "java";

bool is_link(const fs::path& path) {
  std::error_code ignored;
  return fs::is_symlink(path, ignored);
}

bool is_folder(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

bool has_mode(const fs::path& path, mode_t wanted) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && (status.st_mode & wanted) == wanted;
}

/// Whether every user may enter and list a directory, or read a file.
bool is_open(const fs::path& path) { return has_mode(path, is_folder(path) ? S_IROTH | S_IXOTH : S_IROTH); }

/// The folder above a path that not every user may enter. Empty if there is none.
fs::path closed_above(const fs::path& path) {
  for (auto folder = path.parent_path(); folder != folder.parent_path(); folder = folder.parent_path())
    if (!has_mode(folder, S_IXOTH)) return folder;
  return {};
}

class Builder {
 public:
  Builder(FileView& view, const Sandbox& sandbox) : view_{view}, sandbox_{sandbox} {}

  void show_system() {
    put(Sight::Kind::as_outside, "/usr", "/usr");
    for (const auto* const name : system_links) show(name);
    for (const auto* const name : system_settings) show(name);
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator{"/etc", ignored})
      if (entry.path().filename().native().starts_with(settings_of_java)) show(entry.path());
  }

  void folder(const fs::path& path) {
    if (!is_shown(path)) put(Sight::Kind::folder, path, {});
  }

  /// Shows the directories on a path, including `..`, because otherwise the path would not resolve.
  void show_way(const fs::path& path) {
    fs::path way;
    for (const auto& step : path.parent_path()) {
      way /= step;
      if (is_folder(way)) folder(real_path(way));
    }
  }

  /// Shows the target of a path, at its real place and under the path itself. Of a link it shows the links
  /// that follow, but not the target.
  void show(const fs::path& path) {
    std::error_code ignored;
    if (!fs::exists(fs::symlink_status(path, ignored))) return;
    const auto place = real_path(path.parent_path()) / path.filename();
    if (is_link(place)) {
      if (is_shown(place)) return;
      const auto target = fs::read_symlink(place, ignored);
      put(Sight::Kind::link, place, target);
      const auto next = place.parent_path() / target;
      if (is_link(next) && fs::exists(next, ignored)) show(next);  // at most 40 links, as Linux follows
      return;
    }
    const auto source = real_path(path);
    show_at(source, source);
    if (path != source) show_at(path.lexically_normal(), source);
  }

  /// Shows a program of this machine with the links that lead to it and the installation that it belongs to.
  void show_program(fs::path program) {
    constexpr int most_links = 40;
    for (int i = 0; i < most_links; ++i) {
      show_links_above(program);
      program = real_path(program.parent_path()) / program.filename();
      for (const auto& part : parts_of(installation_of(program), sandbox_.organiser)) show(part);
      show(program);
      if (!is_link(program)) return;
      std::error_code ignored;
      program = program.parent_path() / fs::read_symlink(program, ignored);
    }
  }

  void hide(const fs::path& path) {
    const auto hidden = real_path(path);
    const auto sights = view_.sights;
    for (const auto& sight : sights) {
      if (sight.kind != Sight::Kind::as_outside) continue;
      if (is_in(sight.source, hidden)) {
        cover(sight.path, sight.source);
      } else if (is_in(hidden, sight.source)) {
        cover(sight.path / hidden.lexically_relative(sight.source), hidden);
      }
    }
  }

 private:
  /// Shows the links among the folders above a path, such as PATH has for the current version of a language.
  void show_links_above(const fs::path& path) {
    fs::path way;
    for (const auto& step : path.parent_path()) {
      way /= step;
      const auto place = real_path(way.parent_path()) / way.filename();
      const bool is_folder_here =
          std::ranges::any_of(view_.sights, [&](const Sight& sight) { return is_in(sight.path, place); });
      if (!is_link(place) || is_shown(place) || is_folder_here) continue;
      std::error_code ignored;
      put(Sight::Kind::link, place, fs::read_symlink(place, ignored));
      show_links_above(place.parent_path() / fs::read_symlink(place, ignored) / "bin");
    }
  }

  /// An empty folder is read-only, so nothing below it can be covered again.
  void cover(const fs::path& path, const fs::path& what) {
    std::error_code ignored;
    if (!fs::exists(what, ignored)) return;
    if (std::ranges::any_of(view_.sights, [&](const Sight& sight) {
          return sight.kind == Sight::Kind::empty_folder && is_in(path, sight.path);
        }))
      return;
    put(is_folder(what) ? Sight::Kind::empty_folder : Sight::Kind::empty_file, path, {});
  }

  void put(Sight::Kind kind, const fs::path& path, const fs::path& source) {
    view_.sights.push_back({kind, path, source});
  }

  /// Whether a path is shown. The contents behind a link are shown if their real place is, and that is always
  /// shown first.
  [[nodiscard]] bool is_shown(const fs::path& path) const {
    return std::ranges::any_of(view_.sights, [&](const Sight& sight) {
      const bool leads_on = sight.kind == Sight::Kind::as_outside || sight.kind == Sight::Kind::link;
      return leads_on ? is_in(path, sight.path) : path == sight.path;
    });
  }

  /// Shows `source` at `path`. A directory that is closed to other users is built from its entries, so that
  /// its own mode does not matter.
  void show_at(const fs::path& path, const fs::path& source) {
    if (is_shown(path)) return;
    if (const auto closed = closed_above(source); !closed.empty()) close(closed);
    if (is_folder(source) && !is_open(source) && ::geteuid() == 0) {
      close(source);
      put(Sight::Kind::folder, path, {});
      std::error_code ignored;
      for (const auto& entry : fs::directory_iterator{source, ignored}) {
        if (entry.is_symlink(ignored)) {
          put(Sight::Kind::link, path / entry.path().filename(), fs::read_symlink(entry.path(), ignored));
        } else {
          put(Sight::Kind::as_outside, path / entry.path().filename(), entry.path());
        }
      }
      return;
    }
    put(Sight::Kind::as_outside, path, source);
  }

  void close(const fs::path& folder) {
    if (view_.closed.empty()) view_.closed = folder;
  }

  FileView& view_;
  const Sandbox& sandbox_;
};

}  // namespace

bool sees(const FileView& view, const fs::path& path) {
  const auto place = real_path(path);
  bool seen = false;
  for (const auto& sight : view.sights) {
    if (sight.kind == Sight::Kind::as_outside) seen = seen || is_in(place, sight.path);
    if (sight.kind == Sight::Kind::empty_folder || sight.kind == Sight::Kind::empty_file)
      seen = seen && !is_in(place, sight.path);
  }
  return seen;
}

FileView view_of(const Command& command, const Sandbox& sandbox) {
  FileView view;
  Builder builder{view, sandbox};
  builder.show_system();
  view.directory = real_path(fs::absolute(command.directory));
  for (const auto& path : sandbox.shown) builder.show(fs::absolute(path));
  const auto program = find_program(command.words.front());
  const bool found_by_path = !command.words.front().contains('/');
  for (const auto& path : programs_of(command)) {
    const bool is_bots_own = !found_by_path && path == fs::absolute(command.directory / program);
    if (!is_bots_own || is_virtual_environment(installation_of(path))) builder.show_program(path);
  }
  for (const auto& file : files_of(command)) {
    builder.show(fs::absolute(file));
    builder.show_way(fs::absolute(file));
  }
  builder.folder(view.directory);
  for (const auto& path : sandbox.hidden) builder.hide(fs::absolute(path));
  return view;
}

}  // namespace tribunal
