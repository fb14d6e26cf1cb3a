#include "tournament/intake/stated_recipe.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "base/escape.hpp"
#include "base/text/utf8.hpp"
#include "bots/system/command.hpp"
#include "bots/system/program.hpp"
#include "tournament/plan/toml/plan_table.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_command = 1'000;
constexpr std::size_t longest_build = 4'000;
constexpr std::size_t longest_text = 200;
constexpr std::size_t longest_message = 400;

constexpr std::string_view top_of_recipe = "at the top of bot.toml";

/// Folders of the system's programs, which every bot may start.
constexpr std::array<std::string_view, 3> of_the_system{"/usr/", "/bin/", "/lib/"};

/// The reason that a word of an untrusted command is refused. Empty if it is accepted.
std::string objection_to_word(const std::string& word) {
  if (std::ranges::any_of(word, is_control))
    return "has a control character in the word '" + legible(word) + "'; expected none";
  const auto path = fs::path{word}.lexically_normal();
  const bool is_systems = std::ranges::any_of(
      of_the_system, [&](std::string_view place) { return path.native().starts_with(place); });
  const bool leads_out = !path.empty() && *path.begin() == "..";
  if (leads_out || (path.is_absolute() && !is_systems))
    return "names '" + legible(word) + "', which is not in the folder of the bot; expected a path within it";
  return {};
}

/// Whether a plan would read this first word of a command as the name of a sample bot.
bool is_taken_for_sample(const std::string& word) {
  return !word.contains('/') && find_program(word).empty() && !sample_bot(word).empty();
}

Result<void> check_build(const std::string& build) {
  if (build.size() > longest_build)
    return std::unexpected{fmt::format("'build' is longer than {} bytes; expected a command", longest_build)};
  const auto is_odd = [](char character) {
    return is_control(character) && character != '\n' && character != '\t';
  };
  if (std::ranges::any_of(build, is_odd))
    return std::unexpected{"'build' has a control character; expected a command of a shell"};
  return {};
}

/// Reads bot.toml as strictly as plans are read.
Recipe recipe_of_table(const PlanTable& table) {
  const std::vector<PlanPart> parts{{top_of_recipe, {"command", "build", "name", "author", "contact"}}};
  table.allow_only(parts, top_of_recipe);
  Recipe recipe{.how = "bot.toml"};
  if (table.has("command") || table.has("build")) {
    const auto command = table.required_text("command", "command = \"python3 bot.py\"");
    if (auto clean = command_of_stranger(command)) {
      recipe.command = *std::move(clean);
    } else {
      table.report("command", clean.error().message);
    }
  }
  recipe.build = table.text("build").value_or("");
  if (const auto built = check_build(recipe.build); !built) table.report("build", built.error().message);
  for (const auto& [key, member] : {std::pair{"name", &Recipe::name}, std::pair{"author", &Recipe::author},
                                    std::pair{"contact", &Recipe::contact}}) {
    recipe.*member = table.text(key).value_or("");
    if ((recipe.*member).size() > longest_text)
      table.report(key, fmt::format("'{}' is longer than {} bytes", key, longest_text));
  }
  return recipe;
}

}  // namespace

Result<std::string> command_of_stranger(const std::string& text) {
  if (const auto at = text.find_first_of("$~"); at != std::string::npos)
    return std::unexpected{std::string{"the command has a '"} + text[at] +
                           "'; expected no variables and no home directory, which would be the organiser's"};
  if (text.size() > longest_command || text.contains('\0'))
    return std::unexpected{
        fmt::format("the command is longer than {} bytes or has a byte 0", longest_command)};
  auto command = parse_command(text, "/");
  if (!command) return std::unexpected{legible(command.error().message)};
  auto& program = command->words.front();
  if (is_sample_bot(program)) program = fs::path{program}.stem().string();
  if (is_taken_for_sample(program))
    return std::unexpected{"the command names '" + program + "', a sample bot; a file of the bot is './" +
                           program + "'"};
  std::string clean;
  for (const auto& word : command->words) {
    if (const auto objection = objection_to_word(word); !objection.empty())
      return std::unexpected{"the command " + objection};
    clean += (clean.empty() ? "" : " ") + shell_word(word);
  }
  return clean;
}

Result<void> look_at_first_line(const Command& command) {
  constexpr int most_scripts = 5;  // each names the next; the kernel follows no more
  auto script = command.words.front();
  for (int i = 0; i < most_scripts && script.contains('/'); ++i) {
    const auto named = interpreters_in(head_of(command.directory / script, longest_first_line));
    for (const auto& word : named)
      if (const auto objection = objection_to_word(word); !objection.empty())
        return std::unexpected{"the first line of '" + legible(script, 80) + "' " + objection +
                               ", or '#!/usr/bin/env PROGRAM'"};
    script = named.empty() ? std::string{} : named.back();
  }
  return {};
}

Result<std::optional<Recipe>> stated_recipe(const SourceTree& source) {
  if (source.find("bot.toml") == nullptr) return std::nullopt;
  const auto text = source.read("bot.toml");
  if (text.size() >= SourceTree::longest_read)
    return std::unexpected{fmt::format("bot.toml: is longer than {} KiB", SourceTree::longest_read >> 10U)};
  auto recipe = read_toml(text, "bot.toml", recipe_of_table);
  if (!recipe) return std::unexpected{legible(recipe.error().text(), longest_message)};
  return *std::move(recipe);
}

}  // namespace tribunal
