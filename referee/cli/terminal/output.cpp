#include "cli/terminal/output.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <iostream>
#include <iterator>
#include <sstream>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include "base/durable_files.hpp"
#include "base/escape.hpp"
#include "base/text/utf8.hpp"
#include "bots/sandbox/written_files.hpp"
#include "bots/system/paths.hpp"
#include "bots/system/random_bits.hpp"
#include "cli/options/command_line.hpp"
#include "tournament/results/folder.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

/// The path by which a file without a name can be opened and linked.
std::string path_of(const Descriptor& file) { return "/proc/self/fd/" + std::to_string(file.get()); }

/// A hidden name in the same folder. It is random, because machines that share the folder may have processes
/// with the same number.
fs::path name_beside(const fs::path& file) {
  constexpr std::size_t digits = 16;
  return file.parent_path() / ('.' + file.filename().string() + '.' + random_digits(digits));
}

std::string problem_with(const std::string& name, int error) {
  return name + ": cannot be written" + (error == 0 ? "" : ": " + std::generic_category().message(error));
}

/// Adds the files that a word may name. It may be a file, a results folder, `KEY=FILE`, or a quoted command
/// with files in it.
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

/// Whether both are the same file, even if it does not exist yet.
bool are_same(const std::string& one, const std::string& other) {
  std::error_code error;
  if (fs::exists(one, error)) return fs::is_regular_file(one, error) && fs::equivalent(one, other, error);
  return fs::weakly_canonical(one, error) == fs::weakly_canonical(other, error);
}

/// The reason that a file of this name cannot be written. None if it probably can, and for `-` or an empty
/// name.
std::optional<std::string> trouble_with(const std::string& name) {
  if (name.empty() || name == "-") return std::nullopt;
  const auto refuse = [&](int error) { return problem_with(name, error); };
  const auto may = [](const fs::path& path, int what) {
    return ::faccessat(AT_FDCWD, path.c_str(), what, AT_EACCESS) == 0;
  };
  std::error_code ignored;
  if (fs::is_directory(name, ignored)) return refuse(EISDIR);
  if (fs::exists(name, ignored)) return may(name, W_OK) ? std::nullopt : std::optional{refuse(errno)};
  const auto parent = fs::absolute(name).parent_path();
  if (!fs::is_directory(parent, ignored)) return refuse(fs::exists(parent, ignored) ? ENOTDIR : ENOENT);
  return may(parent, W_OK | X_OK) ? std::nullopt : std::optional{refuse(errno)};
}

struct NamedOutput {
  std::string option;
  std::string file;
  const OptionSpec* spec;

  [[nodiscard]] std::string with_file() const {
    return option + (spec->kind == Value::report ? "=FILE" : " FILE");
  }
};

std::optional<std::string> objection_to_both(const NamedOutput& one, const NamedOutput& other) {
  if (one.file == "-" && other.file == "-")
    return "only one report can be printed, not " + one.option + " and " + other.option +
           "; write the others to files: " + one.with_file();
  if (one.file == "-" || one.file.empty() || !are_same(one.file, other.file)) return std::nullopt;
  return one.option + ' ' + harmless(one.file) + ": this is the file of " + other.option +
         " too; expected a file of its own";
}

}  // namespace

Output::Output(const std::string& name) : name_{name} {
  if (name == "-") return;
  std::error_code unresolved;
  target_ = std::filesystem::weakly_canonical(name, unresolved);
  struct stat old {};
  const bool is_there = !unresolved && ::stat(target_.c_str(), &old) == 0;
  const bool is_file = !unresolved && (!is_there || S_ISREG(old.st_mode));
  errno = 0;
  if (is_there && ::faccessat(AT_FDCWD, target_.c_str(), W_OK, AT_EACCESS) != 0) {
    file_.setstate(std::ios::failbit);
  } else if (is_file && open_own()) {
    if (is_there) (void)::fchmod(own_.get(), old.st_mode & 07777U);
  } else {
    file_.open(name, std::ios::binary | std::ios::trunc);
  }
  if (!file_) note_error();
}

Output::~Output() {
  if (!beside_.empty()) ::unlink(beside_.c_str());
}

void Output::write(std::string_view text) {
  if (!is_good()) return;
  errno = 0;
  stream() << text;
  if (!stream()) note_error();
}

bool Output::is_good() { return static_cast<bool>(stream()); }

Result<void> Output::finish() {
  if (is_good()) {
    errno = 0;
    stream().flush();
    if (name_ != "-") file_.close();
    if (is_good() && (!own_ || put_into_place())) return {};
    note_error();
  }
  return failure(ErrorCode::cannot_write, problem_with(name_, error_));
}

std::ostream& Output::stream() { return name_ == "-" ? std::cout : file_; }

bool Output::open_own() {
  constexpr mode_t rights = 0666;
  const auto folder = fs::path{target_}.parent_path();
  own_ = Descriptor{::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, rights)};
  if (!own_) {  // as on network file systems
    const auto beside = name_beside(target_);
    own_ = Descriptor{::open(beside.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, rights)};
    if (!own_) return false;
    beside_ = beside;
  }
  file_.open(beside_.empty() ? path_of(own_) : beside_.string(),
             std::ios::binary | std::ios::in | std::ios::out);
  if (file_ || !beside_.empty()) return true;
  file_.clear();
  own_ = Descriptor{};
  return false;
}

/// A link cannot replace an existing file, but a rename can.
bool Output::put_into_place() {
  if (beside_.empty()) {
    const auto beside = name_beside(target_);
    if (::linkat(AT_FDCWD, path_of(own_).c_str(), AT_FDCWD, beside.c_str(), AT_SYMLINK_FOLLOW) != 0)
      return false;
    beside_ = beside;
  }
  if (!replace_durably(beside_, target_)) return false;
  beside_.clear();
  return true;
}

void Output::note_error() {
  if (error_ == 0) error_ = errno;
}

Result<void> write_output(const std::string& name, std::string_view text) {
  Output out{name};
  out.write(text);
  return out.finish();
}

Result<void> check_place_in(const fs::path& folder, const fs::path& name) {
  std::error_code ignored;
  auto place = folder;
  for (const auto& part : name) {
    place /= part;
    const bool is_file = place == folder / name;
    const auto type = fs::symlink_status(place, ignored).type();
    if (type == fs::file_type::not_found ||
        type == (is_file ? fs::file_type::regular : fs::file_type::directory))
      continue;
    const auto* const problem = type == fs::file_type::symlink ? "is a symbolic link, which is not followed"
                                : is_file                      ? "is not a regular file"
                                                               : "is not a folder";
    return std::unexpected{Error{
        ErrorCode::cannot_write, {place.string()}, std::string{problem} + "; expected a folder without it"}};
  }
  return {};
}

void empty_old_reports(const std::vector<std::string>& files) {
  std::vector<std::string> emptied;
  std::error_code ignored;
  std::ranges::copy_if(files, std::back_inserter(emptied),
                       [&](const auto& file) { return fs::is_regular_file(file, ignored); });
  for (const auto& file : emptied) must(write_output(file, {}));
  WrittenFiles::note(emptied);  // still not a part of the bot
}

Result<void> create_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (!error) return {};
  return failure(ErrorCode::cannot_write, folder, "cannot be created: " + error.message());
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

void spare_files_of_bots(std::span<const Visibility> bots, const std::vector<OptionFile>& outputs) {
  const WrittenFiles written;
  for (const auto& [option, name] : outputs) {
    std::error_code ignored;
    const auto file = fs::weakly_canonical(name, ignored);
    const auto key = name.empty() || name == "-" ? std::nullopt : key_of_file(file);
    if (!key || key->size == 0 || written.has(*key)) continue;
    const auto holds = [&](const fs::path& folder) { return is_in(file, folder); };
    const auto owns = [&](const Visibility& bot) { return std::ranges::any_of(bot.own, holds); };
    if (std::ranges::any_of(bots, owns))
      throw Complaint{std::string{option} + ' ' + harmless(name) +
                      ": this file is in a bot's folder and was not written by 'check', 'compare' or 'play'; "
                      "delete it if the bot does not need it; expected a file of its own"};
  }
}

void look_at_outputs(const CommandLine& command) {
  std::vector<NamedOutput> outputs;
  std::vector<fs::path> others;
  for (const auto* const option : command.get_options()) {
    const auto& spec = command.spec_of(*option);
    if (spec.is_written() && option->count() > 0)
      outputs.push_back({typed_name(*option), option->results().back(), &spec});
    else if (!spec.is_flag())
      for (const auto& word : option->results()) add_files_of(word, others);
  }
  for (const auto& output : outputs) {
    for (const auto* other = &output + 1; other != outputs.data() + outputs.size(); ++other)
      must_not(objection_to_both(output, *other));
    must_not(output_is_input(output.option, output.file, others));
  }
  for (const auto& [option, file, spec] : outputs)
    if (spec->kind == Value::report || spec->kind == Value::output)
      must_not(trouble_with(file), ExitCode::cannot_write);
}

std::string replay_command(const std::string& source, std::uint64_t game) {
  return fmt::format("{} replay {} --game {}", shell_word(program_invocation_name), shell_word(source), game);
}

void ReportOption::add(CommandLine& command, const std::string& name, const std::string& what) {
  command.add(name + "{-}", file_, Value::report,
              "print " + what + "; =FILE: write it to FILE in addition to the text");
}

bool is_any_printed(ReportOptions reports) { return std::ranges::any_of(reports, &ReportOption::is_printed); }

}  // namespace tribunal
