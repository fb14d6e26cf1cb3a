// tribunal new-bot: writes the folder of a first bot. tribunal new-plan: writes the plan of a tournament
// between given bots.
#include <algorithm>
#include <expected>
#include <filesystem>
#include <fmt/format.h>
#include <iostream>
#include <system_error>

#include "base/escape.hpp"
#include "base/spelling.hpp"
#include "base/text/utf8.hpp"
#include "base/try.hpp"
#include "bots/system/program.hpp"
#include "cli/commands/commands.hpp"
#include "cli/manual/documents.hpp"
#include "cli/options/game_options.hpp"
#include "cli/options/plan_options.hpp"
#include "cli/terminal/output.hpp"
#include "games/catalogue.hpp"
#include "tournament/intake/stated_recipe.hpp"
#include "tournament/plan/bot_names.hpp"
#include "tournament/plan/new_plan.hpp"
#include "tournament/plan/plan.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

/// The language of a first bot. Its commands run in the folder of the bot.
struct Language {
  std::string_view name;   ///< word of the command line
  std::string_view title;  ///< name for readers
  /// Its sources and kits, whose names are those of their forms in the program: the bot, the kit, and one
  /// more, or empty.
  std::array<std::string_view, 3> files;
  std::string_view build;  ///< empty: there is nothing to build
  std::string_view command;
  std::string_view ignored;  ///< what a build or a run leaves there, as lines of .gitignore
};

constexpr std::array languages{
    Language{"python", "Python", {"bot.py", "tribunal_bot.py"}, "", "python3 bot.py", "__pycache__/"},
    Language{"cpp", "C++", {"bot.cpp", "tribunal_bot.hpp"}, "g++ -O2 bot.cpp -o bot", "./bot", "/bot"},
    Language{"javascript",
             "JavaScript",
             {"bot.mjs", "tribunal_bot.mjs", "tribunal_bot.d.mts"},
             "",
             "node bot.mjs",
             "node_modules/"},
    Language{
        "go", "Go", {"bot.go", "tribunal/tribunal_bot.go", "go.mod"}, "go build -o bot .", "./bot", "/bot"},
    Language{"rust", "Rust", {"bot.rs", "tribunal_bot.rs"}, "rustc -O -o bot bot.rs", "./bot", "/bot"},
    // A file of the command makes the folder the bot's own. Warnings of a virtual machine go to standard
    // output, unless they are sent elsewhere.
    Language{"java",
             "Java",
             {"Bot.java", "tribunal/TribunalBot.java"},
             "javac -encoding UTF-8 -d classes Bot.java && jar cfe bot.jar Bot -C classes .",
             "java -XX:+DisplayVMOutputToStderr -jar bot.jar",
             "/classes/\n/bot.jar"}};

struct NewBotCommand {
  std::string language;
  std::string path;
  RuleOptions rules{.game = "revolution"};
};

using Word = std::pair<std::string_view, std::string>;

/// A form with each `@WORD@` replaced.
std::string filled(std::string_view form, const std::vector<Word>& words) {
  std::string text{form};
  for (const auto& [word, value] : words) {
    const auto mark = fmt::format("@{}@", word);
    for (auto at = text.find(mark); at != std::string::npos; at = text.find(mark, at + value.size()))
      text.replace(at, mark.size(), value);
  }
  return text;
}

/// The text of a form for a first bot, or of a kit, with this name.
std::string_view form_named(std::string_view name) {
  const auto forms = first_bot_forms();
  const auto form = std::ranges::find(forms, name, &Document::name);
  return form == forms.end() ? find_document(name)->text : form->text;
}

/// The name of the bot in the folder at `path`: the last part of the path. Throws `Complaint` if no plan can
/// have it, or if the folder would be hidden.
std::string name_for(const fs::path& path) {
  auto name = path.filename().string();
  if (needs_no_quotes(name) && !name.starts_with('.') && name.size() <= longest_word) return name;
  auto usable = usable_bot_name(name);
  usable.erase(0, std::min(usable.find_first_not_of('.'), usable.size()));
  throw Complaint{ExitCode::usage,
                  fmt::format("'{}' cannot be the name of a bot; expected one word {} or '.', of at most {} "
                              "bytes; for example {}",
                              legible(name), rule_of_bot_names, longest_word,
                              needs_no_quotes(usable) ? usable : "mybot")};
}

/// The other bots of a table at which a first bot can play this game: three seats, or as near as possible.
std::string others_for(const RuleOptions& rules) {
  const auto options = must(rules.options());
  int players = 3;
  for (const int number : {3, 2, 4, 5, 6, 7, 8, 9, 10, 1}) {
    if (!make_rules(rules.name(), number, options)) continue;
    players = number;
    break;
  }
  std::string others;
  for (int seat = 1; seat < players; ++seat) others += seat % 2 == 1 ? " greedy" : " careful";
  return others;
}

std::vector<Word> words_for(const NewBotCommand& order, const Language& language, const std::string& name) {
  const auto game = shell_word(order.rules.game);
  const auto build = language.build.empty() ? "" : fmt::format(" --build {}", shell_word(language.build));
  const auto bot = fmt::format("{} -- {}", build, shell_word(language.command));
  return {{"NAME", name},
          {"LANGUAGE", std::string{language.title}},
          {"BOT", std::string{language.files[0]}},
          {"KIT", std::string{language.files[1]}},
          {"GAME", order.rules.game},
          {"CHECK", fmt::format("tribunal check --game {}{}", game, bot)},
          {"PLAY", fmt::format("tribunal play {}{}{}", game, bot, others_for(order.rules))},
          {"RECIPE", (language.build.empty() ? "" : plan_line("build", language.build)) +
                         plan_line("command", language.command) + plan_line("name", name)},
          {"COMMAND", std::string{language.command}},
          {"BUILD", language.build.empty() ? "" : fmt::format("\n          build: {}", language.build)},
          {"IGNORED", std::string{language.ignored}},
          {"VERSION", TRIBUNAL_VERSION}};
}

/// Writes the files of a first bot into `folder`, which is empty.
Result<void> write_files(const fs::path& folder, const Language& language, const std::vector<Word>& words) {
  std::vector<std::pair<std::string, std::string_view>> files{{"README.md", "README"},
                                                              {"bot.toml", "bot.toml"},
                                                              {".gitignore", "gitignore"},
                                                              {".github/workflows/bot.yml", "bot.yml"}};
  for (const auto file : language.files)
    if (!file.empty()) files.emplace_back(file, file.substr(file.rfind('/') + 1));
  for (const auto& [file, form] : files) {
    const auto path = folder / file;
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    if (error)
      return failure(ErrorCode::cannot_write, path.string() + ": cannot be written: " + error.message());
    TRY(write_output(path.string(), filled(form_named(form), words)));
  }
  return {};
}

/// Makes the folder, which must be new: nothing there is overwritten. If it cannot be completed, it is
/// removed again.
ExitCode make_bot(const NewBotCommand& order) {
  const auto& language = *std::ranges::find(languages, std::string_view{order.language}, &Language::name);
  auto folder = fs::path{order.path}.lexically_normal();
  if (!folder.has_filename()) folder = folder.parent_path();
  const auto name = name_for(folder);
  must_not(order.rules.objection());
  auto words = words_for(order, language, name);
  words.emplace_back("FOLDER", shell_word(folder.string()));
  std::error_code error;
  if (!fs::create_directory(folder, error)) {
    const bool is_there = !error || error == std::errc::file_exists;
    throw Complaint{ExitCode::cannot_write,
                    folder.string() + (is_there ? ": this exists already; expected the name of a new folder"
                                                : ": cannot be created: " + error.message() +
                                                      (error == std::errc::no_such_file_or_directory
                                                           ? "; first make " + folder.parent_path().string()
                                                           : ""))};
  }
  if (const auto written = write_files(folder, language, words); !written) {
    fs::remove_all(folder, error);
    throw Complaint{written.error()};
  }
  std::cerr << filled("next: cd @FOLDER@ && @CHECK@\n", words);
  return ExitCode::ok;
}

struct NewPlanCommand {
  NewPlanOptions options;
  std::vector<std::string> bots;
  std::string out;
};

/// The bot in a folder whose `bot.toml` states how it is built and run. None if no file states that.
std::optional<std::expected<NewBot, Unplaced>> stated_bot(const std::string& path, const fs::path& folder) {
  std::error_code ignored;
  if (!fs::is_regular_file(fs::path{path} / "bot.toml", ignored)) return std::nullopt;
  const auto read = [&](const std::string& file) {
    return head_of(fs::path{path} / file, SourceTree::longest_read);
  };
  const auto recipe = stated_recipe({.files = {{.path = "bot.toml"}}, .read = read});
  if (!recipe)
    return std::unexpected{Unplaced{true, (fs::path{path} / "").string() + recipe.error().message}};
  if (!*recipe || (*recipe)->command.empty()) return std::nullopt;
  const auto& stated = **recipe;
  const auto place = place_of_folder(path);
  return NewBot{.name = usable_bot_name(stated.name.empty() ? place.filename().string() : stated.name),
                .command = stated.command,
                .directory = place.lexically_relative(fs::weakly_canonical(folder)),
                .build = stated.build};
}

/// The bots that a plan in `folder` can have. For each other path, adds the reason to `left_out`.
std::vector<NewBot> bots_for(const std::vector<std::string>& paths, const fs::path& folder,
                             std::vector<std::string>& left_out) {
  std::vector<NewBot> bots;
  for (const auto& path : paths) {
    const auto stated = stated_bot(path, folder);
    auto bot = stated ? *stated : new_bot(path, folder);
    if (bot) {
      bots.push_back(*std::move(bot));
    } else if (bot.error().is_there) {
      left_out.push_back(bot.error().sentence);
    } else {
      throw Complaint{bot.error().sentence};
    }
  }
  if (bots.empty()) throw Complaint{left_out.front()};
  return bots;
}

/// The reason that these bots cannot form a table. It includes the next step if the number of players comes
/// from the number of bots.
std::optional<std::string> problem_of_table(const NewPlan& plan, bool players_are_given) {
  const auto rules = make_rules(plan.game, plan.players, plan.rules);
  const auto problem =
      rules ? fmt::format("{} is played by {}", plan.game, plan.players) : rules.error().message;
  const bool is_alone = !players_are_given && plan.bots.size() == 1;
  if (is_alone && (!rules || plan.players > 1))
    return fmt::format("there is only one bot, {}: name more, or sample bots, such as greedy and careful; {}",
                       plan.bots.front().name, problem);
  if (rules) return std::nullopt;
  return problem;
}

/// The text of the plan. Adds the reason for each omitted bot to `left_out`.
std::string plan_for(const NewPlanCommand& command, const fs::path& file,
                     std::vector<std::string>& left_out) {
  const auto& options = command.options;
  const auto name = command.out.empty() || command.out == "-" ? "cup" : file.stem().string();
  must(options.plan(command.bots.size(), name));
  auto bots = bots_for(command.bots, file.parent_path(), left_out);
  auto plan = must(options.plan(bots.size(), name));
  plan.bots = std::move(bots);
  must_not(problem_of_table(plan, options.players > 0));
  auto text = text_of(std::move(plan));
  if (const auto parsed = parse_plan(text, file); !parsed)
    throw Complaint{parsed.error().message};  // the plan has no file yet
  return text;
}

ExitCode make_plan(const NewPlanCommand& options) {
  const bool to_file = !options.out.empty() && options.out != "-";
  const auto file = fs::absolute(to_file ? fs::path{options.out} : fs::path{"cup.toml"});
  if (to_file && fs::exists(file))
    throw Complaint{ExitCode::cannot_write, options.out + ": this file exists already; expected a new one"};
  std::vector<std::string> left_out;
  must(write_output(to_file ? options.out : "-", plan_for(options, file, left_out)));
  for (const auto& sentence : left_out) std::cerr << "tribunal: left out: " << harmless(sentence) << '\n';
  if (to_file) std::cerr << "next: tribunal tournament " << options.out << " --dry-run\n";
  return ExitCode::ok;
}

}  // namespace

void add_new_bot_command(CommandLine& command) {
  auto& order = command.runs(make_bot);
  std::vector<std::string> names;
  for (const auto& language : languages) names.emplace_back(language.name);
  command.add("language", order.language, choice(names), "language: " + alternatives(names))->required();
  command
      .add("name", order.path, Value::output_folder,
           "path of the new folder; its last part is the bot's name")
      ->required();
  command.add("-g,--game", order.rules.game, Value::game,
              "game or preset for its check, with options as NAME:key=value,...");
}

void add_new_plan_command(CommandLine& command) {
  auto& options = command.runs(make_plan);
  command
      .add("game", options.options.rules.game, Value::game, "a game or preset (tribunal games lists them)")
      ->required();
  command
      .add("bots", options.bots, Value::bot,
           "sample bots, programs, scripts, folders with a bot, or quoted commands; paths are relative to "
           "the current directory; anything else is skipped")
      ->required();
  command.add("-o,--out", options.out, Value::output,
              "write the plan to FILE, which must be new (default: standard output)");
  options.options.add_options(command);
}

}  // namespace tribunal
