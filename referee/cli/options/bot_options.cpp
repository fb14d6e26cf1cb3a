#include "cli/options/bot_options.hpp"

#include <algorithm>
#include <fmt/ranges.h>
#include <iostream>
#include <utility>

#include "base/escape.hpp"
#include "base/spelling.hpp"
#include "base/text/text_width.hpp"
#include "base/text/utf8.hpp"
#include "bots/build/build_bot.hpp"
#include "bots/sandbox/visibility.hpp"
#include "bots/system/command.hpp"
#include "bots/system/program.hpp"
#include "cli/options/command_line.hpp"
#include "cli/options/sandbox_option.hpp"
#include "tournament/plan/bot_names.hpp"
#include "tournament/plan/new_plan.hpp"
#include "tournament/plan/planned_bots.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

// The name of a bot: that of the last word that names a file, because it says more than an interpreter before
// it. Otherwise the name of the program.
std::string name_of(const Command& command) {
  const auto files = files_of(command);
  const auto path = files.empty() ? fs::path{command.words.front()} : files.back();
  const auto name = path.stem().string();
  return name.empty() ? "bot" : name;
}

/// The command of a command line with one word. None if it has several, or if it cannot be split.
std::optional<Command> single_word(const std::string& line) {
  auto command = parse_command(line, fs::current_path());
  if (!command || command->words.size() != 1) return std::nullopt;
  return std::move(*command);
}

/// Whether the word names no program, or a file that cannot be run: `-u`, `bot.py`.
bool is_no_program(const Command& command) {
  if (command.words.front() == human_word) return false;
  const auto found = find_program(command.words.front());
  std::error_code ignored;
  return !look_at(command) && (found.empty() || fs::is_regular_file(command.directory / found, ignored));
}

/// Whether `command` is a script that can be run by itself, and `before` is only its interpreter.
bool is_script_of(const Command& command, const Command& before) {
  const auto programs = programs_of(command);
  const auto interpreter = fs::path{before.words.front()}.filename();
  return programs.size() > 1 &&
         std::ranges::any_of(programs.begin() + 1, programs.end(),
                             [&](const auto& program) { return program.filename() == interpreter; });
}

std::expected<void, FailedBuild> build(const Plan& plan, PlannedBot& bot, SandboxLevel level,
                                       const fs::path& results) {
  const BuildOrder order{.command = bot.build,
                         .source = fs::absolute(bot.command.directory),
                         .level = level,
                         .limits = plan.build,
                         .sees = bot.sees,
                         .hidden = hidden_from_builds(plan, results),
                         .plan = plan.file};
  Host host;
  auto built = build_bot(host, usual_build_cache(), order, [&] {
    std::cerr << "tribunal: building " << harmless(bot.name) << ": " << escaped(bot.build) << '\n';
  });
  if (!built) return std::unexpected{std::move(built.error())};
  if (!built->cached_at.empty())
    std::cerr << "tribunal: " << harmless(bot.name) << ": taken from the cache of " << built->cached_at
              << (level < SandboxLevel::bwrap ? "; a change of files outside of its folder is only seen if "
                                                "'sees' lists them\n"
                                              : "\n");
  for (const auto& note : built->notes)
    std::cerr << "tribunal: " << harmless(bot.name) << ": " << note << '\n';
  bot.command.directory = std::move(built->folder);
  bot.build.clear();
  return {};
}

}  // namespace

std::string unused_name(const std::string& name, const std::function<bool(const std::string&)>& is_taken) {
  auto candidate = name;
  for (int count = 2; is_taken(candidate); ++count) candidate = name + "-" + std::to_string(count);
  return candidate;
}

Plan plan_of(const std::vector<std::string>& command_lines, const fs::path& directory) {
  const auto where = directory.empty() ? fs::current_path() : fs::absolute(directory);
  Plan plan;
  for (const auto& line : command_lines) {
    PlannedBot bot;
    bot.command_text = line;
    bot.command = must(parse_command(line, where));
    must_not(near_sample_bot(bot.command.words.front()));
    bot.name = unused_name(name_of(bot.command), [&](const std::string& name) {
      return std::ranges::find(plan.bots, name, &PlannedBot::name) != plan.bots.end();
    });
    for (const auto& kit : kits_of(bot.command)) bot.files.push_back(kit.string());
    plan.bots.push_back(std::move(bot));
  }
  return plan;
}

Result<std::vector<BotIdentity>> identities_here(const Plan& plan, const fs::path& output) {
  OrganiserFiles organiser{.results = {fs::absolute(usual_results)}};
  if (!output.empty() && output != "-") organiser.results.push_back(output);
  std::vector<BotFiles> bots;
  for (const auto& bot : plan.bots)
    bots.push_back({.name = bot.name, .command = bot.command, .files = kits_of(bot.command)});
  return identities_of(bots, organiser);
}

std::vector<std::string> hashes_of(const std::vector<BotIdentity>& identities) {
  std::vector<std::string> hashes;
  for (const auto& identity : identities) hashes.push_back(identity.sha256);
  return hashes;
}

std::vector<BotEntry> entries_of(const Plan& plan, const std::vector<std::string>& sha256, SandboxLevel level,
                                 std::span<const fs::path> results) {
  auto sandboxes = sandboxes_of(plan, level, results);
  std::vector<BotEntry> entries;
  for (std::size_t bot = 0; bot < plan.bots.size(); ++bot) {
    entries.push_back({.name = plan.bots[bot].name,
                       .command = plan.bots[bot].command,
                       .sandbox = std::move(sandboxes.at(bot)),
                       .sha256 = sha256.at(bot),
                       .restart = plan.restart});
  }
  return entries;
}

Result<int> bot_of_plan(const Plan& plan, const std::string& name, std::string_view where) {
  const auto names = plan.names();
  const auto found = std::ranges::find(names, name);
  if (found != names.end()) return static_cast<int>(found - names.begin());
  return std::unexpected{"there is no bot named '" + printable(name) + "'" + std::string{where} +
                         suggestion(name, names)};
}

std::string one_bot_wanted(std::string_view who, std::string_view usage,
                           const std::vector<std::string>& words) {
  const auto bot = words.empty() ? "python3 mybot.py" : fmt::format("{}", fmt::join(words, " "));
  return std::string{who} + " takes one bot, quoted as one word: tribunal " + std::string{usage} + ' ' +
         escaped(shell_word(bot));
}

std::optional<std::string> unquoted(std::string_view usage, const std::vector<std::string>& bots) {
  std::vector<std::vector<std::string>> meant;
  std::optional<Command> before;
  std::string why;
  for (const auto& line : bots) {
    auto word = single_word(line);
    const bool no_program = word && before && is_no_program(*word);
    if (const auto near = no_program ? near_sample_bot(line) : std::nullopt) return escaped(*near);
    const bool is_script = word && before && meant.back().size() == 1 && is_script_of(*word, *before);
    if (no_program || is_script) {
      if (why.empty())
        why = escaped(no_program ? look_at(*word).error().message
                                 : "'" + line + "' comes after its interpreter");
      meant.back().push_back(line);
    } else {
      meant.push_back({line});
      before = std::move(word);
    }
  }
  if (why.empty()) return std::nullopt;
  why += "; each bot is one command, quoted as one word, for example: tribunal " + std::string{usage} + " --";
  for (const auto& words : meant) why += ' ' + escaped(shell_word(fmt::format("{}", fmt::join(words, " "))));
  return why;
}

std::vector<fs::path> hidden_from_builds(const Plan& plan, const fs::path& results) {
  std::vector<fs::path> hidden{fs::absolute(results.empty() ? fs::path{usual_results} : results)};
  if (plan.secret_file) hidden.push_back(*plan.secret_file);
  return hidden;
}

std::expected<void, FailedBuild> build_planned(const Plan& plan, PlannedBot& bot, const fs::path& results) {
  const auto level = settle_level(plan.sandbox, {.bots = 1});
  if (!level) return std::unexpected{FailedBuild{level.error()}};
  return build(plan, bot, *level, results);
}

BuildPlanned builder(const fs::path& results) {
  return [results](const Plan& plan, PlannedBot& bot) -> Result<void> {
    const auto built = build_planned(plan, bot, results);
    if (!built) return std::unexpected{built.error().with_log()};
    return {};
  };
}

Result<void> build_again(Plan& plan, const std::vector<std::size_t>& bots, SandboxLevel level,
                         const fs::path& results) {
  for (const auto number : bots) {
    auto& bot = plan.bots.at(number);
    if (bot.build.empty()) continue;
    if (const auto built = build(plan, bot, level, results); !built)
      return failure(built.error().error.code, "bot " + bot.name + ": " + built.error().with_log().text());
  }
  return {};
}

PlannedBot bot_to_build_here(const std::string& command) {
  PlannedBot bot;
  bot.name = "the bot";
  bot.build = command;
  bot.command.directory = fs::current_path();
  return bot;
}

fs::path build_here(const std::string& command, std::optional<SandboxLevel> demanded) {
  if (command.empty()) return fs::path{};
  Plan plan;
  plan.sandbox = demanded;
  auto bot = bot_to_build_here(command);
  if (const auto built = build_planned(plan, bot); !built) throw Complaint{built.error().with_log()};
  return std::move(bot.command.directory);
}

void add_build_option(CommandLine& command, std::string& build) {
  command.add("--build", build, {Value::text, "COMMAND"},
              "first build the current folder with this shell command, in the sandbox, and run the bots from "
              "its output (tribunal help plan)");
}

}  // namespace tribunal
