#include "cli/options/game_options.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <sstream>

#include "base/try.hpp"
#include "cards/secret_file.hpp"
#include "cli/options/command_line.hpp"

namespace tribunal {
namespace {

/// Adds the option of a game that `setting`, in the form `key=value`, states. Returns a sentence about a
/// problem, or none.
std::optional<std::string> add_setting(const std::string& setting, OptionTexts& options) {
  const auto equals = setting.find('=');
  if (equals == std::string::npos) return "expected key=value, for example hands=3";
  if (options.emplace(setting.substr(0, equals), setting.substr(equals + 1)).second) return std::nullopt;
  return "an option is given twice";
}

/// The option for a key: `--move-ms` for `move_ms`.
std::string option_of(const char* key) {
  auto name = "--" + std::string{key};
  std::ranges::replace(name, '_', '-');
  return name;
}

}  // namespace

std::optional<std::string> add_rules(const std::vector<std::string>& settings, OptionTexts& options) {
  for (const auto& setting : settings)
    if (const auto problem = add_setting(setting, options)) return "--rule " + setting + ": " + *problem;
  return std::nullopt;
}

CLI::Option* add_rule_option(CommandLine& command, std::vector<std::string>& settings) {
  return command.add("-r,--rule", settings, Value::rule,
                     "option of the game (tribunal games NAME lists them); repeatable");
}

Result<GameText> parse_game(const std::string& text) {
  const auto colon = text.find(':');
  GameText game{text, text.substr(0, colon), {}};
  if (colon == std::string::npos) return game;
  std::istringstream settings{text.substr(colon + 1)};
  for (std::string setting; std::getline(settings, setting, ',');) {
    if (const auto problem = add_setting(setting, game.options))
      return std::unexpected{"--game " + text + ": " + *problem};
  }
  return game;
}

Result<OptionTexts> RuleOptions::options() const {
  auto named = TRY(parse_game(game));
  if (auto problem = add_rules(settings, named.options)) return std::unexpected{*std::move(problem)};
  return named.options;
}

std::optional<std::string> RuleOptions::objection() const {
  const auto given = options();
  if (!given) return given.error().message;
  const auto* const info = find_game(name());
  if (info == nullptr) return unknown_game(name());
  for (int players = 1; players <= max_seats; ++players)
    if (make_rules(name(), players, *given)) return std::nullopt;
  return make_rules(name(), info->fewest_players, *given).error().message;
}

Rules RuleOptions::rules(int players) const {
  const auto overrides = must(options());
  const auto* const info = find_game(name());
  return must(
      make_rules(name(), players == 0 && info != nullptr ? info->fewest_players : players, overrides));
}

void SecretSource::add_options(CommandLine& command) {
  auto* const seed_option = command.add("-s,--seed", seed, "text from which the secret is derived");
  command.add("--secret-file", file, Value::file, "file with the secret (64 hexadecimal digits)")
      ->excludes(seed_option);
  command.add("--public", public_value, "public value, fixed after the commitment, to mix into the secret")
      ->check([](const std::string& value) {
        return is_public_value(value) ? "" : std::string{public_value_rule};
      });
}

Result<Secret> SecretSource::committed() const {
  if (seed) return Secret::from_seed(*seed);
  if (file) return read_secret_file(*file);
  return std::unexpected{"a secret is needed: give --seed TEXT or --secret-file FILE"};
}

Result<Secret> SecretSource::secret() const {
  const auto secret = committed();
  if (!secret || !public_value) return secret;
  return secret->with_public_value(*public_value);
}

void add_limit_options(CommandLine& command, Limits& limits) {
  for (const auto& field : all_limit_fields)
    command.add(option_of(field.key), limits.*field.member, whole(field.lowest, field.highest), field.help);
  command.add("--clock", limits.clock, "unit of the limits: wall time, or CPU time of the bot's processes");
}

std::vector<std::string> limit_options() {
  std::vector<std::string> names{"--clock"};
  for (const auto& field : all_limit_fields) names.push_back(option_of(field.key));
  return names;
}

std::optional<std::string> objection(const Limits& limits) {
  if (!is_bank_clear(limits))
    return "--bank-ms is time for decisions that take longer than --move-ms; expected --move-ms above 0 and "
           "no --game-ms";
  if (limits.move_ms > 0 || limits.game_ms > 0) return std::nullopt;
  return "--move-ms and --game-ms are both 0; expected a limit in one of them";
}

std::string limit_words(const Limits& limits) {
  const Limits usual;
  std::string text;
  for (const auto& [key, member, lowest, highest, help] : all_limit_fields)
    if (limits.*member != usual.*member) text += fmt::format(" {} {}", option_of(key), limits.*member);
  if (limits.clock != usual.clock) text += fmt::format(" --clock {}", name_of(limits.clock));
  return text;
}

}  // namespace tribunal
