#include "tournament/plan/new_plan.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include "base/escape.hpp"
#include "base/spelling.hpp"
#include "bots/system/paths.hpp"
#include "bots/system/program.hpp"
#include "tournament/plan/bot_names.hpp"
#include "tournament/schedule/formats/format.hpp"

namespace tribunal {
namespace {

const std::string comparison_name = "compare-";
constexpr std::size_t comparison_digits = 10;

namespace fs = std::filesystem;

/// The interpreters of scripts by file ending.
constexpr std::array<std::pair<std::string_view, std::string_view>, 6> interpreters{{{".py", "python3 "},
                                                                                     {".js", "node "},
                                                                                     {".mjs", "node "},
                                                                                     {".rb", "ruby "},
                                                                                     {".sh", "sh "},
                                                                                     {".jar", "java -jar "}}};

bool is_program(const fs::path& file) {
  return fs::is_regular_file(file) && ::access(file.c_str(), X_OK) == 0;
}

std::optional<std::string> command_for(const fs::path& file) {
  const auto name = file.filename().string();
  if (is_program(file)) return shell_word("./" + name);
  for (const auto& [end, interpreter] : interpreters)
    if (name.ends_with(end)) return std::string{interpreter} + shell_word(name);
  const bool is_inner = name.contains('$');  // a Java class within another
  if (name.ends_with(".class") && !is_inner) return "java -cp . " + shell_word(file.stem().string());
  return std::nullopt;
}

/// The program that starts the bot in a folder of its own: the only program there, or the script with a usual
/// name.
std::optional<fs::path> start_of(const fs::path& folder) {
  std::vector<fs::path> programs;
  std::vector<fs::path> scripts;
  for (const auto& entry : fs::directory_iterator{folder}) {
    const auto& path = entry.path();
    if (is_program(path)) {
      programs.push_back(path);
    } else if (entry.is_regular_file() && path.stem() != kit_stem && command_for(path)) {
      scripts.push_back(path);
    }
  }
  const auto own = folder.filename().string();
  for (const auto* found : {&programs, &scripts}) {
    if (found->size() == 1) return found->front();
    for (const auto& name :
         {std::string{"bot"}, std::string{"main"}, std::string{"Bot"}, std::string{"Main"}, own}) {
      const auto usual =
          std::ranges::find(*found, name, [](const fs::path& path) { return path.stem().string(); });
      if (usual != found->end()) return *usual;
    }
  }
  return std::nullopt;
}

/// The kit beside a script whose language has this file ending: `tribunal_bot.py` for `.py`. None if there is
/// no kit, or if the script is the kit. Interpreters look beside the file that a link leads to.
std::optional<fs::path> kit_beside(const fs::path& link, const std::string& ending) {
  const auto script = real_path(link);
  const auto kit = script.parent_path() / (std::string{kit_stem} + ending);
  std::error_code ignored;
  if (ending.empty() || kit == script || !fs::is_regular_file(kit, ignored)) return std::nullopt;
  return kit;
}

/// A path with its folder resolved. A link stays a link: `venv/bin/python` is one, and so is the bot that an
/// author calls `current`.
fs::path with_real_folder(const fs::path& path) {
  return fs::weakly_canonical(fs::absolute(path).parent_path()) / path.filename();
}

/// A path as a command names it. The command runs in a real folder, so links to folders are resolved, too.
fs::path located(const fs::path& path) {
  return fs::is_directory(path) ? fs::weakly_canonical(path) : with_real_folder(path);
}

NewBot from_file(const fs::path& file, const std::string& name, const std::string& command,
                 const fs::path& folder) {
  NewBot bot{.name = usable_bot_name(name), .command = command};
  const auto directory = located(file).parent_path();
  const auto home = fs::weakly_canonical(folder);
  if (directory != home) bot.directory = directory.lexically_relative(home);
  for (const auto& kit : kits_of({.words = {fs::absolute(file).string()}, .directory = {}}))
    bot.files.push_back(kit.lexically_relative(directory).string());
  return bot;
}

/// The file ending for the language of a script, by the interpreter that it names. Empty if that has no kit.
std::string ending_by_interpreter(const fs::path& script) {
  for (const auto& program : programs_of({.words = {script.string()}, .directory = {}})) {
    const auto name = program.filename().string();
    if (program != script && name.starts_with("python")) return ".py";
    if (program != script && name.starts_with("node")) return ".mjs";
  }
  return {};
}

void make_names_differ(std::vector<NewBot>& bots) {
  SimilarNames names{look_of};
  for (auto& bot : bots) bot.name = different_name(bot.name, names);
}

std::unexpected<Unplaced> unplaced(const std::string& path, const std::string& why) {
  return std::unexpected{Unplaced{true, path + ": " + why}};
}

std::expected<NewBot, Unplaced> bot_in_folder(const std::string& path, const fs::path& folder) {
  const auto place = place_of_folder(path);
  const auto start = start_of(place);
  if (!start) {
    return unplaced(path,
                    "it is not clear what starts the bot in this folder; expected one program, or a script "
                    "named bot, main or like the folder; or give its command: " +
                        shell_word("PROGRAM " + shell_word(path)));
  }
  auto bot = from_file(*start, place.filename().string(), command_for(*start).value_or(""), folder);
  bot.files.clear();  // a bot sees its own folder
  if (!bot.directory.empty()) bot.directory = place.lexically_relative(fs::weakly_canonical(folder));
  return bot;
}

std::expected<NewBot, Unplaced> bot_of_file(const std::string& path, const fs::path& folder) {
  const fs::path file{path};
  if (file.stem() == kit_stem) return unplaced(path, "this is a kit; expected the bots that use it");
  if (const auto command = command_for(file)) return from_file(file, file.stem().string(), *command, folder);
  return unplaced(path,
                  "this is neither a program (chmod +x makes it one) nor a script of a known kind; or give "
                  "its command: " +
                      shell_word("PROGRAM " + shell_word(path)));
}

/// A word of a command line that names files: the text before them (`PYTHONPATH=`), and each path.
struct PathWord {
  std::string before;
  std::vector<std::string> paths;  ///< paths in the word, separated by `:`
};

/// Whether a word probably means an existing path: one with a slash or a dot in it, or a folder.
bool names_path(const std::string& text) {
  std::error_code ignored;
  if (text.empty() || !fs::exists(text, ignored)) return false;
  return text.find_first_of("/.") != std::string::npos || fs::is_directory(text, ignored);
}

std::vector<std::string> parts_of(const std::string& text) {
  std::vector<std::string> parts;
  std::istringstream stream{text};
  for (std::string part; std::getline(stream, part, ':');) parts.push_back(part);
  return parts;
}

/// The paths in a word. Empty if it does not name paths.
PathWord paths_in(const std::string& word) {
  const auto sign = word.find('=');
  for (const auto begin : {std::size_t{0}, sign == std::string::npos ? word.size() : sign + 1}) {
    auto parts = parts_of(word.substr(begin));
    if (!parts.empty() && std::ranges::all_of(parts, names_path))
      return {word.substr(0, begin), std::move(parts)};
  }
  return {word, {}};
}

/// `path` as it is named from within `directory`.
std::string called_from(const fs::path& directory, const std::string& path, bool is_program) {
  auto name = located(path).lexically_relative(directory).string();
  return is_program && !name.contains('/') ? "./" + name : name;
}

/// The directory that a command runs in: that of the first path among its words. A program that is a link,
/// such as the interpreter of a virtual environment, is looked at last. None if no word names a path.
std::optional<fs::path> directory_for(std::span<const PathWord> words) {
  std::optional<fs::path> of_link;
  for (const auto& word : words) {
    if (word.paths.empty()) continue;
    const auto first = located(word.paths.front());
    auto directory = fs::is_directory(first) ? first : first.parent_path();
    if (&word != &words.front() || !fs::is_symlink(first)) return directory;
    of_link = std::move(directory);
  }
  return of_link;
}

/// The bot of a command line.
std::expected<NewBot, Unplaced> bot_of_command(const std::string& text, const fs::path& folder) {
  const auto command = parse_command(text, fs::current_path());
  if (!command) return std::unexpected{Unplaced{false, text + ": " + command.error().message}};
  std::vector<PathWord> words;
  for (const auto& word : command->words) {
    const bool is_bare_program = words.empty() && !word.contains('/');  // found by PATH
    words.push_back(is_bare_program || is_sample_bot(word) ? PathWord{word, {}} : paths_in(word));
  }
  const auto directory = directory_for(words);
  if (!directory) {
    const auto name = is_sample_bot(words.front().before) ? fs::path{words.front().before}.stem()
                                                          : fs::path{words.front().before}.filename();
    return NewBot{.name = usable_bot_name(name.string()), .command = text};
  }
  NewBot bot;
  fs::path last;
  for (const auto& word : words) {
    std::vector<std::string> called;
    for (const auto& path : word.paths) {
      called.push_back(called_from(*directory, path, &word == &words.front()));
      last = located(path);
      // Files that are whole words of the command are known from it. Files within other words must be listed.
      const bool is_known = word.before.empty() && word.paths.size() == 1;
      if (!is_known && fs::is_regular_file(last)) bot.files.push_back(called.back());
    }
    bot.command += (bot.command.empty() ? "" : " ") +
                   shell_word(word.before + fmt::format("{}", fmt::join(called, ":")));
  }
  bot.name = usable_bot_name(last.stem().string());
  const auto home = fs::weakly_canonical(folder);
  if (*directory != home) bot.directory = directory->lexically_relative(home);
  for (const auto& kit : kits_of(*command)) bot.files.push_back(called_from(*directory, kit.string(), false));
  return bot;
}

/// The lines of a plan for limits that differ from the defaults.
std::string other_limits_text(const Limits& limits) {
  const Limits usual;
  std::string text;
  for (const auto& field : std::span{all_limit_fields}.subspan(1))
    if (const auto value = limits.*field.member; value != usual.*field.member)
      text += plan_line(field.key, value);
  return text;
}

std::string plan_text(const ComparisonOrder& order, const std::string& name) {
  auto text = "# " + order.question + '\n' + plan_line("name", name) + plan_line("format", "gauntlet") +
              plan_line("game", order.game) + plan_line("players", order.players) +
              plan_line("deals", static_cast<std::int64_t>(order.deals));
  if (order.seed) text += plan_line("seed", *order.seed);
  if (order.secret_file)
    text += plan_line("secret_file", std::filesystem::absolute(*order.secret_file).native());
  if (order.public_value) text += plan_line("public_value", *order.public_value);
  if (order.sandbox) text += plan_line("sandbox", name_of(*order.sandbox));
  text += "\n[limits]\n" + plan_line("move_ms", order.limits.move_ms) +
          plan_line("clock", name_of(order.limits.clock)) + other_limits_text(order.limits);
  text += "\n[rules]\n";
  for (const auto& [key, value] : order.rules) text += plan_line(toml_string(key), value);
  for (const auto* const bot : {&order.candidate, &order.baseline})
    text += plan_text(*bot) + "candidate = true\n";
  for (const auto& bot : order.field) text += plan_text(bot);
  return text;
}

}  // namespace

bool is_comparison(const Plan& plan) {
  if (!plan.name.starts_with(comparison_name) || plan.format->name() != "gauntlet") return false;
  const auto digits = std::string_view{plan.name}.substr(comparison_name.size());
  return digits.size() == comparison_digits &&
         digits.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

fs::path place_of_folder(const std::string& path) {
  const fs::path named{path.substr(0, path.find_last_not_of('/') + 1)};
  return fs::is_symlink(named) ? with_real_folder(named) : fs::weakly_canonical(path);
}

std::vector<fs::path> kits_of(const Command& command) {
  std::vector<fs::path> kits;
  for (const auto& file : files_of(command)) {
    auto kit = kit_beside(file, file.extension().string());
    if (!kit) kit = kit_beside(file, ending_by_interpreter(file));
    if (kit) kits.push_back(*kit);
  }
  return kits;
}

std::expected<NewBot, Unplaced> new_bot(const std::string& path, const fs::path& folder) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) return bot_in_folder(path, folder);
  if (fs::is_regular_file(path, ignored)) return bot_of_file(path, folder);
  if (!sample_bot(path).empty()) return NewBot{.name = path, .command = path};
  if (path.contains(' ')) return bot_of_command(path, folder);
  const auto near = nearest(path, sample_bot_names());
  return std::unexpected{
      Unplaced{false, path + ": no such file" + (near.empty() ? "" : "; " + did_you_mean(near))}};
}

std::string plan_line(std::string_view key, std::string_view text) {
  return fmt::format("{} = {}\n", key, toml_string(text));
}

std::string plan_line(std::string_view key, std::int64_t number) {
  return fmt::format("{} = {}\n", key, number);
}

std::string plan_text(const NewBot& bot) {
  auto text = "\n[[bots]]\n" + plan_line("name", bot.name) + plan_line("command", bot.command);
  if (!bot.directory.empty()) text += plan_line("directory", bot.directory.native());
  if (!bot.build.empty()) text += plan_line("build", bot.build);
  std::vector<std::string> files;
  for (const auto& file : bot.files) files.push_back(toml_string(file));
  if (!files.empty()) text += fmt::format("files = [{}]\n", fmt::join(files, ", "));
  return text;
}

std::string text_of(NewPlan plan) {
  make_names_differ(plan.bots);
  auto text = "# Who plays whom, how often and within which limits: tribunal help plan explains all keys.\n" +
              plan_line("name", plan.name) + plan_line("game", plan.game) +
              plan_line("players", plan.players) + plan_line("deals", static_cast<std::int64_t>(plan.deals)) +
              plan_line("format", plan.format);
  for (const auto& line : plan.format_lines) text += line + '\n';
  if (!plan.rules.empty()) text += "\n[rules]\n";
  for (const auto& [key, value] : plan.rules) text += plan_line(key, value);
  for (const auto& bot : plan.bots) text += plan_text(bot);
  return text;
}

Result<Tournament> tournament_of(const ComparisonOrder& order, const BuildPlanned& build) {
  const auto file = std::filesystem::current_path() / "comparison.toml";  // never written; bots run beside it
  const std::string unnamed = "comparison";
  auto tournament = make_tournament(plan_text(order, unnamed), file, order.results, build);
  if (!tournament)
    return failure(tournament.error().code, tournament.error().message);  // its place is not in a file
  auto any = order;
  any.deals = 1;  // with more deals it is the same comparison, resumed
  Sha256 hash;
  hash.add(plan_text(any, unnamed));
  for (const auto& bot : tournament->sha256) hash.add(bot + '\n');
  tournament->plan.name = comparison_name + to_hex(hash.finish()).substr(0, comparison_digits);
  tournament->plan_text = plan_text(order, tournament->plan.name);
  return tournament;
}

}  // namespace tribunal
