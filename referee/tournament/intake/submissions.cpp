#include "tournament/intake/submissions.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <fstream>
#include <map>
#include <unistd.h>

#include "base/descriptor.hpp"
#include "base/digest.hpp"
#include "base/text/utf8.hpp"
#include "base/try.hpp"
#include "bots/build/frozen_folder.hpp"
#include "bots/identity/folder_walk.hpp"
#include "bots/system/paths.hpp"
#include "bots/system/program.hpp"
#include "tournament/intake/stated_recipe.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 8> archives{".zip",    ".tar.gz", ".tgz",     ".tar",
                                                   ".tar.xz", ".txz",    ".tar.zst", ".tzst"};
/// Endings of archives that are not supported, but that authors mean as submissions.
constexpr std::array<std::string_view, 8> other_archives{".rar",  ".7z", ".tar.bz2", ".tbz",
                                                         ".tbz2", ".gz", ".xz",      ".zst"};
constexpr std::string_view expected_forms =
    "expected a folder, or an archive .zip, .tar.gz, .tgz, .tar.xz, .tar.zst or .tar";

constexpr std::size_t longest_path = 400;

/// Names that systems leave in archives and folders.
constexpr std::array<std::string_view, 4> leftovers{"__MACOSX", "__pycache__", ".DS_Store", "Thumbs.db"};

bool is_leftover(const fs::path& path) {
  return std::ranges::find(leftovers, path.filename().native()) != leftovers.end();
}

/// Whether a hidden name is one that systems, editors and version control use.
bool is_hidden_by_tools(std::string_view name) {
  constexpr std::array<std::string_view, 8> tools{".idea",    ".vscode", ".cache",     ".venv",
                                                  ".Trashes", ".Trash",  ".fseventsd", ".Spotlight-V100"};
  return name.starts_with("._") || std::ranges::find(version_control, name) != version_control.end() ||
         std::ranges::find(tools, name) != tools.end();
}

/// The one of `ends` with which an archive's name ends. Empty if there is none.
std::string_view end_among(const std::string& name, std::span<const std::string_view> ends) {
  const auto found =
      std::ranges::find_if(ends, [&](std::string_view end) { return lower_case(name).ends_with(end); });
  return found == ends.end() ? std::string_view{} : *found;
}

fs::file_type type_of(const fs::path& path) {
  std::error_code ignored;
  return fs::symlink_status(path, ignored).type();
}

/// The names in a folder, sorted; at most 100,000 of them.
std::vector<std::string> names_in(const fs::path& folder) {
  constexpr std::size_t most = 100'000;
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator entry{folder, error};
       !error && entry != fs::directory_iterator{} && names.size() < most; entry.increment(error))
    names.push_back(entry->path().filename().string());
  std::ranges::sort(names);
  return names;
}

/// A folder, which has the name of a link that leads to it.
Submission of_folder(const fs::path& path) {
  const auto real = real_path(fs::absolute(path));
  const auto named = path.has_filename() ? path : path.parent_path();
  const auto name = (fs::is_symlink(named) ? named : real).filename().string();
  return {.path = real, .stem = stem_of_submission(name)};
}

/// Whether a name is that of an archive, even one of an unsupported kind.
bool names_archive(const std::string& name) {
  return !end_among(name, archives).empty() || !end_among(name, other_archives).empty();
}

Submission of_file(const fs::path& path) {
  const auto name = path.filename().string();
  Submission submission{.path = real_path(fs::absolute(path).parent_path()) / path.filename(),
                        .stem = stem_of_submission(name)};
  if (type_of(path) == fs::file_type::symlink)
    submission.refusal = "it is a link, and links are not followed; " + std::string{expected_forms};
  else if (end_among(name, archives).empty())
    submission.refusal = "it is neither a folder nor an archive; " + std::string{expected_forms};
  else if (type_of(path) != fs::file_type::regular)
    submission.refusal = "it is not a regular file; " + std::string{expected_forms};
  return submission;
}

void add_all_in(const fs::path& folder, FoundSubmissions& found) {
  const auto before = found.all.size();
  const auto left_out = found.left_out.size();
  for (const auto& name : names_in(folder)) {
    const auto path = folder / name;
    const auto type = type_of(path);
    if (is_leftover(name)) continue;
    if (name.starts_with('.')) {
      const bool is_submission = type == fs::file_type::directory || names_archive(name);
      if (is_submission && !is_hidden_by_tools(name))
        found.left_out.push_back(legible(path.string(), longest_path) +
                                 ": its name begins with a dot; expected a name without it");
    } else if (type == fs::file_type::directory && name.ends_with("_assignsubmission_onlinetext")) {
      found.left_out.push_back(
          legible(path.string(), longest_path) +
          ": it is text that was typed into Moodle, in addition to files or instead of them");
    } else if (type == fs::file_type::directory) {
      found.all.push_back(of_folder(path));
    } else if (type == fs::file_type::regular && !names_archive(name)) {
      found.left_out.push_back(legible(path.string(), longest_path) +
                               ": it is neither a folder nor an archive");
    } else {
      found.all.push_back(of_file(path));  // refuses links, FIFOs and the like
    }
  }
  const auto text = legible(folder.string(), longest_path);
  if (found.all.size() == before && found.left_out.size() > left_out) {
    found.left_out.push_back(text +
                             " is read as an inbox, but contains no submission; if it is the submission "
                             "of one author: --submission " +
                             text);
  }
}

std::string in_mib(std::uint64_t bytes) { return std::to_string(bytes >> 20U) + " MiB"; }

/// The address of an archive, made from its bytes. They are also written to `copy` if that is not empty.
Result<std::string> address_of_archive(const fs::path& file, const UnpackBounds& bounds,
                                       const fs::path& copy = {}) {
  const Descriptor in{::open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)};
  struct stat status {};
  if (!in || ::fstat(in.get(), &status) != 0 || !S_ISREG(status.st_mode))
    return std::unexpected{"it cannot be read; " + std::string{expected_forms}};
  if (static_cast<std::uint64_t>(status.st_size) > bounds.bytes)
    return std::unexpected{"it is larger than " + in_mib(bounds.bytes) + " ([build] output_mb)"};
  std::ofstream out;
  if (!copy.empty()) out.open(copy, std::ios::binary);
  Sha256 hash;
  std::vector<char> block(std::size_t{1} << 18U);
  for (std::uint64_t bytes = 0; bytes <= bounds.bytes;) {
    const auto count = ::read(in.get(), block.data(), block.size());
    if (count < 0) return std::unexpected{std::string{"it cannot be read"}};
    if (count == 0) break;
    bytes += static_cast<std::uint64_t>(count);
    hash.add({block.data(), static_cast<std::size_t>(count)});
    if (!copy.empty()) out.write(block.data(), count);
  }
  out.flush();
  if (!copy.empty() && !out) return failure(ErrorCode::cannot_write, copy, "cannot be written");
  return "archive:" + to_hex(hash.finish());
}

/// Refuses a folder that is too large or empty, or that leads elsewhere.
Result<void> check_folder(const fs::path& folder, const UnpackBounds& bounds) {
  const auto files = TRY(files_within(folder, bounds, "it"));
  for (const auto& file : files)
    if (file.key && file.source != folder / file.path)
      return std::unexpected{"it holds '" + legible(file.path) +
                             "', a link to a file elsewhere; expected the file itself"};
  if (files.empty()) return std::unexpected{std::string{"it holds no file"}};
  return {};
}

/// Whether a file is a document or a setting of an editor or system, so that it cannot hold a bot.
bool is_aside(const fs::path& file) {
  constexpr std::array<std::string_view, 8> ends{".txt", ".md",  ".pdf", ".docx",
                                                 ".odt", ".rtf", ".png", ".jpg"};
  constexpr std::array<std::string_view, 3> names{"README", "LICENSE", "COPYING"};
  const auto name = file.filename().native();
  if (name.starts_with('.')) return true;
  if (type_of(file) != fs::file_type::regular || name == "CMakeLists.txt") return false;
  return std::ranges::find(ends, file.extension().native()) != ends.end() ||
         std::ranges::find(names, name) != names.end();
}

/// Whether a file can be a program or a part of one, or state how a program is built and run.
bool may_be_program(const fs::path& file) {
  // In lower case, with a dot on both sides.
  constexpr std::string_view endings =
      ".a.adb.ads.asm.awk.bas.bash.bat.bazel.bzl.c.c++.cabal.cbl.cc.cjs.cl.class.clj.cljc.cljs.cmake.cmd.cob."
      "coffee.cpp.cr.cs.csproj.csx.cts.cxx.d.dart.dll.dpr.el.elm.erl.ex.exe.exs.f.f03.f08.f77.f90.f95.fish."
      "fnl."
      "for.fs.fsproj.fsx.fth.gd.gemspec.go.gradle.groovy.h.hh.hpp.hs.hx.hxx.hy.idr.ijs.ipynb.janet.jar.java."
      "jl."
      "js.json.jsx.kt.kts.ksh.lean.lhs.lisp.lpr.lsp.lua.m.mak.mjs.mk.ml.mli.mm.mod.mts.nim.nimble.nims.ninja."
      "o."
      "odin.opam.p6.pas.php.pl.pm.pp.pro.prolog.ps1.py.pyc.pyw.pyx.pyz.r.raku.rb.rkt.rmd.rockspec.rs.s.sbt."
      "sc."
      "scala.scm.sh.sln.sml.so.sql.ss.st.swift.tcl.toml.ts.tsx.v.vala.vb.vbproj.vcxproj.war.wasm.whl.xml."
      "yaml."
      "yml.zig.zsh.";
  const auto name = lower_case(file.filename().string());
  if (is_leftover(file) || is_aside(file) || name.ends_with('~') || name.starts_with('#')) return false;
  if (type_of(file) != fs::file_type::regular || names_archive(name)) return true;
  const auto ending = fs::path{name}.extension().string();
  if (ending.empty() || endings.contains(ending + '.')) return true;
  const auto head = head_of(file, 64);
  return head.starts_with("#!") || is_compiled(head) || !foreign_system(head).empty();
}

/// Whether the files of a folder are not the author's: those of a system, a tool or installed packages.
bool is_folder_of_tools(const fs::path& folder) {
  std::error_code ignored;
  const auto name = folder.filename().native();
  return is_leftover(folder) || name.starts_with('.') || name == "node_modules" ||
         fs::exists(folder / "pyvenv.cfg", ignored);
}

/// Whether a file, or one in a folder, can be a program of the author.
bool can_hold_bot(const fs::path& path) {
  if (type_of(path) != fs::file_type::directory) return may_be_program(path);
  if (is_folder_of_tools(path)) return false;
  std::error_code error;
  for (fs::recursive_directory_iterator entry{path, error};
       !error && entry != fs::recursive_directory_iterator{}; entry.increment(error)) {
    if (type_of(entry->path()) != fs::file_type::directory) {
      if (may_be_program(entry->path())) return true;
    } else if (is_folder_of_tools(entry->path())) {
      entry.disable_recursion_pending();
    }
  }
  return static_cast<bool>(error);  // it is unknown what the folder holds
}

/// Whether the files of a folder show how a bot there is built and run, on whatever machine.
bool shows_how_it_is_run(const fs::path& folder) {
  const auto tree = source_tree(folder);
  return tree && recipe_of(*tree, {.has = [](const std::string&) { return true; }});
}

/// The names in a folder, without those that systems leave.
struct OwnNames {
  std::vector<std::string> others;  ///< names of everything that can hold a bot
  std::vector<std::string> aside;   ///< names of documents, settings and stray files
};

/// If all names but one in a folder are documents, settings or strays in which no program can be, the bot is
/// in that one. A bot of the folder itself may need the strays.
OwnNames own_names_in(const fs::path& folder) {
  OwnNames own;
  for (const auto& name : names_in(folder))
    if (!is_leftover(name)) (is_aside(folder / name) ? own.aside : own.others).push_back(name);
  if (own.others.size() < 2) return own;
  const auto can_hold = [&](const std::string& name) { return can_hold_bot(folder / name); };
  if (std::ranges::count_if(own.others, can_hold) != 1 || shows_how_it_is_run(folder)) return own;
  const auto strays = std::ranges::stable_partition(own.others, can_hold);
  own.aside.insert(own.aside.end(), strays.begin(), strays.end());
  own.others.erase(strays.begin(), strays.end());
  return own;
}

/// Names in a submission that are not part of the bot.
struct LeftOut {
  std::vector<std::string> links;  ///< links that belong to the author's Python installation
  std::vector<std::string> aside;  ///< names of documents, settings and stray files
};

/// The folder of the bot within `folder`. Steps into a folder as long as it is all that can hold a bot.
fs::path step_in(fs::path folder, LeftOut& left_out) {
  for (;;) {
    const auto own = own_names_in(folder);
    const bool has_one = own.others.size() == 1 && own.others.front() != "src" &&
                         type_of(folder / own.others.front()) == fs::file_type::directory;
    if (!has_one) return folder;
    left_out.aside.insert(left_out.aside.end(), own.aside.begin(), own.aside.end());
    folder /= own.others.front();
  }
}

/// If a folder holds only an archive and documents, as Moodle's do, unpacks the archive into `beside` and
/// returns that. Otherwise returns `folder`.
Result<fs::path> without_inner_archive(const fs::path& folder, const fs::path& beside,
                                       const UnpackBounds& bounds, LeftOut& left_out) {
  const auto own = own_names_in(folder);
  if (own.others.size() != 1 || type_of(folder / own.others.front()) != fs::file_type::regular) return folder;
  const auto& name = own.others.front();
  const auto said = "it holds only '" + legible(name, 80) + (own.aside.empty() ? "'" : "' and documents");
  if (end_among(name, archives).empty()) {
    if (end_among(name, other_archives).empty()) return folder;
    return std::unexpected{said + "; " + std::string{expected_forms}};
  }
  std::error_code error;
  fs::create_directories(beside, error);
  if (error) return failure(ErrorCode::cannot_write, beside, error.message());
  auto unpacked = unpack(folder / name, beside, bounds);
  if (!unpacked) return failure(unpacked.error().code, said + ": " + unpacked.error().message);
  left_out.links.insert(left_out.links.end(), unpacked->begin(), unpacked->end());
  left_out.aside.insert(left_out.aside.end(), own.aside.begin(), own.aside.end());
  return beside;
}

/// Subtracts the time since `begun` from the bounds.
void take_time(UnpackBounds& bounds, std::chrono::steady_clock::time_point begun) {
  using std::chrono::seconds;
  const auto used = std::chrono::ceil<seconds>(std::chrono::steady_clock::now() - begun);
  bounds.time = std::max(bounds.time - used, seconds{1});
}

bool is_archive(const Submission& submission) { return type_of(submission.path) != fs::file_type::directory; }

}  // namespace

Result<FoundSubmissions> find_submissions(std::span<const std::string> paths,
                                          std::span<const std::string> single) {
  FoundSubmissions found;
  std::error_code ignored;
  for (const auto& list : {paths, single}) {
    for (const auto& text : list) {
      std::string why;
      if (!fs::exists(fs::symlink_status(text, ignored)))
        why = "no such file or folder";
      else if (fs::is_regular_file(text, ignored) && !names_archive(text))
        why = "is neither a folder nor an archive";
      else if (fs::is_directory(text, ignored) && ::access(text.c_str(), R_OK | X_OK) != 0)
        why = "cannot be read by this user";
      if (!why.empty())
        return failure(ErrorCode::unreadable, Place{text}, why + "; " + std::string{expected_forms});
    }
  }
  for (const auto& path : paths) {
    if (!fs::is_directory(path, ignored)) {
      found.all.push_back(of_file(path));
    } else {
      found.folders.push_back(real_path(fs::absolute(path)));
      add_all_in(found.folders.back(), found);
    }
  }
  for (const auto& path : single)
    found.all.push_back(fs::is_directory(path, ignored) ? of_folder(path) : of_file(path));
  std::ranges::sort(found.all, {}, [](const Submission& one) {
    return std::pair{one.stem, one.path.native()};
  });
  const auto again = std::ranges::unique(found.all, {}, &Submission::path);
  found.all.erase(again.begin(), again.end());
  return found;
}

std::string stem_of_submission(const std::string& name) {
  auto end = end_among(name, archives);
  if (end.empty()) end = end_among(name, other_archives);
  return name.size() > end.size() ? name.substr(0, name.size() - end.size()) : name;
}

Result<std::string> address_of_submission(const Submission& submission, const UnpackBounds& bounds) {
  if (!submission.refusal.empty()) return std::unexpected{submission.refusal};
  if (::access(submission.path.c_str(), R_OK) != 0 && errno == EACCES)
    return failure(ErrorCode::machine, "the user of this intake cannot read it; use chmod -R u+rX");
  if (is_archive(submission)) return address_of_archive(submission.path, bounds);
  TRY(check_folder(submission.path, bounds));
  auto identity = TRY(identity_of_folder(submission.path));
  return "folder:" + identity.sha256;
}

namespace {

/// Checks the submitted files in a folder that belongs to this program. Scripts that begin with #! are made
/// executable, because zip files from Windows lose that mode. Notes Git LFS pointers in place of files, and
/// programs for other machines.
void look_over(FetchedSubmission& fetched) {
  const auto& folder = fetched.folder;
  std::vector<std::string> pointers;
  std::map<std::string, std::vector<std::string>> foreign;
  std::error_code error;
  for (fs::recursive_directory_iterator entry{folder, error};
       !error && entry != fs::recursive_directory_iterator{}; entry.increment(error)) {
    if (entry->is_symlink(error) || !entry->is_regular_file(error)) continue;
    const auto head = head_of(entry->path(), 64);
    if (head.starts_with("#!")) make_executable(entry->path());
    auto name = entry->path().lexically_relative(folder).string();
    if (head.starts_with("version https://git-lfs.github.com/spec/")) {
      pointers.push_back(std::move(name));
    } else if (auto system = foreign_system(head); !system.empty()) {
      foreign[system].push_back(std::move(name));
    }
  }
  std::ranges::sort(pointers);
  if (!pointers.empty())
    fetched.notes.push_back("pointers of Git LFS instead of files, which 'git lfs pull' gets: " +
                            escaped_names(pointers));
  for (auto& [system, names] : foreign) {
    std::ranges::sort(names);
    fetched.foreign.push_back("for " + system + ", not for this machine: " + escaped_names(names));
  }
  fetched.notes.insert(fetched.notes.end(), fetched.foreign.begin(), fetched.foreign.end());
}

/// Copies or unpacks a submission into `folder`. Returns the links that were omitted.
Result<std::vector<std::string>> fetch_into(const Submission& submission, const std::string& address,
                                            const fs::path& folder, const UnpackBounds& bounds,
                                            bool keeps_closed) {
  const auto check_address = [&](const Result<std::string>& now) -> Result<void> {
    if (now && *now == address) return {};
    return failure(ErrorCode::machine, "it changed while it was read; run the same command again");
  };
  if (is_archive(submission)) {
    // A copy is unpacked, because the file at an author's path can be replaced at any time.
    const fs::path copy{folder.native() + ".archive"};
    const auto now = address_of_archive(submission.path, bounds, copy);
    if (!now && now.error().code == ErrorCode::cannot_write) return std::unexpected{now.error()};
    TRY(check_address(now));
    return unpack(copy, folder, bounds);
  }
  const auto identity = TRY(identity_of_folder(submission.path));
  TRY(check_address("folder:" + identity.sha256));
  return copy_source(submission.path, identity.files, folder, keeps_closed);
}

}  // namespace

Result<FetchedSubmission> fetch_submission(const Submission& submission, const std::string& address,
                                           const fs::path& folder, UnpackBounds bounds, bool keeps_closed) {
  const auto begun = std::chrono::steady_clock::now();
  struct stat sent {};
  const bool is_closed = ::lstat(submission.path.c_str(), &sent) != 0 || (sent.st_mode & S_IROTH) == 0;
  if (keeps_closed && is_archive(submission) && is_closed) bounds.widest = S_IRWXU;
  auto links = TRY(fetch_into(submission, address, folder, bounds, keeps_closed));
  LeftOut left_out{.links = std::move(links), .aside = {}};
  take_time(bounds, begun);
  auto inner =
      TRY(without_inner_archive(step_in(folder, left_out), folder.native() + ".inner", bounds, left_out));
  FetchedSubmission fetched{.folder = step_in(std::move(inner), left_out)};
  if (names_in(fetched.folder).empty()) return std::unexpected{std::string{"it holds no file"}};
  if (const auto own = own_names_in(fetched.folder).others; own.size() == 1 && names_archive(own.front()))
    return std::unexpected{"it holds only '" + legible(own.front(), 80) +
                           "', an archive in an archive; expected the bot's files in one"};
  look_over(fetched);
  if (!left_out.links.empty()) fetched.notes.push_back(note_of_left_out(left_out.links));
  if (!left_out.aside.empty())
    fetched.notes.push_back("omitted, because the bot is in the folder or archive beside it: " +
                            escaped_names(left_out.aside));
  return fetched;
}

std::string stated_name(const Submission& submission, const fs::path& work) {
  if (!submission.refusal.empty()) return {};
  const auto begun = std::chrono::steady_clock::now();
  UnpackBounds small{.bytes = std::uint64_t{64} << 20U, .entries = 20'000, .time = std::chrono::seconds{20}};
  LeftOut left_out;
  const auto find_root = [&]() -> Result<fs::path> {
    auto root = submission.path;
    if (is_archive(submission)) {
      root = work / "files";
      std::error_code error;
      fs::create_directories(root, error);
      TRY(unpack(submission.path, root, small));
    }
    take_time(small, begun);
    return without_inner_archive(step_in(root, left_out), work / "inner", small, left_out);
  };
  std::string name;
  if (const auto root = find_root()) {
    const auto tree = source_tree(step_in(*root, left_out));
    const auto recipe = tree ? stated_recipe(*tree) : Result<std::optional<Recipe>>{};
    if (recipe && *recipe) name = (*recipe)->name;
  }
  remove_folder(work);
  return name;
}

Result<SourceTree> source_tree(const fs::path& folder) {
  const auto found = TRY(walk_folder(folder, {}, {}));
  SourceTree tree;
  for (const auto& file : found)
    if (file.key) tree.files.push_back({file.path, file.kind == BotFile::program});
  std::ranges::sort(tree.files, {}, &SubmittedFile::path);
  tree.read = [folder](const std::string& path) {
    const Descriptor in{::open((folder / path).c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)};
    std::string text(SourceTree::longest_read, '\0');
    std::size_t size = 0;
    while (in && size < text.size()) {
      const auto count = ::read(in.get(), text.data() + size, text.size() - size);
      if (count <= 0) break;
      size += static_cast<std::size_t>(count);
    }
    text.resize(size);
    return text;
  };
  return tree;
}

void make_executable(const fs::path& file) {
  constexpr mode_t readers = 0444;
  struct stat now {};
  if (::lstat(file.c_str(), &now) == 0 && S_ISREG(now.st_mode))
    ::chmod(file.c_str(), (now.st_mode & 0777U) | ((now.st_mode & readers) >> 2U));
}

}  // namespace tribunal
