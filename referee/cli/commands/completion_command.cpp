// tribunal completion: the script by which a shell completes command lines. What may stand where is found
// when it is asked for, by `tribunal complete`, which help does not list; nor `manual`, from which manual
// pages are made.
#include <iostream>
#include <memory>

#include <CLI/CLI.hpp>

#include "base/text/utf8.hpp"
#include "bots/system/program.hpp"
#include "cli/commands/commands.hpp"
#include "cli/manual/completion.hpp"
#include "cli/manual/documents.hpp"
#include "cli/manual/manual_page.hpp"
#include "cli/manual/shell_scripts.hpp"
#include "cli/options/help_format.hpp"
#include "cli/options/shipped_plan.hpp"
#include "games/catalogue.hpp"
#include "tournament/results/results.hpp"

namespace tribunal {
namespace {

std::vector<Candidate> games_to_choose() {
  std::vector<Candidate> games;
  for (const auto& game : catalogue()) {
    games.push_back({game.name, game.summary});
    for (const auto& preset : game.presets) games.push_back({preset.name, preset.meaning});
  }
  return games;
}

/// `key=` for each option; once that is there, `key=value` for each value that is a word.
std::vector<Candidate> rules_to_choose(const std::string& name, const std::string& begun) {
  const auto* const game = find_game(name);
  if (game == nullptr) return {};
  std::vector<Candidate> rules;
  for (const auto& option : game->options) {
    if (!begun.starts_with(option.name + '=')) {
      rules.push_back({option.name + '=', option.meaning});
      continue;
    }
    const bool is_switch = std::holds_alternative<bool>(option.default_value);
    for (const auto& word : is_switch ? std::vector<std::string>{"on", "off"} : option.words)
      rules.push_back({option.name + '=' + word, ""});
  }
  return rules;
}

std::vector<Candidate> bots_in(const std::vector<std::string>& words) {
  std::vector<Candidate> bots;
  for (const auto& word : words) {
    std::error_code ignored;
    const auto add_all = [&](const Plan& plan) {
      for (const auto& bot : plan.bots) bots.push_back({bot.name, bot.command_text});
    };
    if (word.ends_with(".toml") && std::filesystem::is_regular_file(word, ignored)) {
      if (const auto tournament = load_without_bots(word)) add_all(tournament->plan);
    } else if (std::filesystem::exists(std::filesystem::path{word} / "results.db", ignored)) {
      if (const auto results = Results::open(word, RoundSource::nowhere)) add_all(results->tournament().plan);
    }
  }
  return bots;
}

std::vector<Candidate> plans_to_choose() {
  std::vector<Candidate> plans;
  for (auto& plan : shipped_plans()) plans.push_back({std::move(plan.name), std::move(plan.meaning)});
  return plans;
}

std::vector<Candidate> sample_bots_to_choose() {
  std::vector<Candidate> bots;
  for (auto& name : sample_bot_names()) bots.push_back({std::move(name), "a sample bot"});
  return bots;
}

std::vector<Candidate> documents_to_choose() {
  std::vector<Candidate> names;
  for (const auto& document : documents())
    names.push_back({std::string{document.name}, std::string{document.title()}});
  return names;
}

void print_completion(const CLI::App& app, const std::vector<std::string>& words) {
  const auto found = complete(command_tree(app), words,
                              {.games = games_to_choose,
                               .rules = rules_to_choose,
                               .plans = plans_to_choose,
                               .sample_bots = sample_bots_to_choose,
                               .bots = bots_in,
                               .documents = documents_to_choose});
  // Each candidate takes one line. A plan from elsewhere may have control characters in names and commands:
  // words with them are left out, meanings are escaped.
  for (const auto& [word, meaning] : found.words)
    if (harmless(word) == word && !word.empty()) std::cout << word << '\t' << harmless(meaning) << '\n';
  if (found.files == Completion::Files::files) std::cout << ":files\n";
  if (found.files == Completion::Files::plans) std::cout << ":plans\n";
  if (found.files == Completion::Files::folders) std::cout << ":folders\n";
}

ExitCode print_manual(const CLI::App& app, const std::string& name) {
  const auto tree = command_tree(app);
  if (name.empty()) {
    std::cout << manual_page_of_program(tree, TRIBUNAL_VERSION);
    return ExitCode::ok;
  }
  const auto command = std::ranges::find(tree, name, &CommandEntry::name);
  if (const auto* const document = find_document(name); command == tree.end() && document != nullptr) {
    std::cout << manual_page_of_document(*document, TRIBUNAL_VERSION);
    return ExitCode::ok;
  }
  if (command == tree.end())
    return complain(ExitCode::usage, "there is no command and no document '" + name + "'");
  std::cout << manual_page(*command, TRIBUNAL_VERSION);
  return ExitCode::ok;
}

}  // namespace

void add_completion_command(CLI::App& app, ExitCode& exit_code) {
  auto* const command = app.add_subcommand(
      "completion", "Print the script by which a shell completes the command lines of tribunal");
  set_examples(*command, {"completion bash > ~/.local/share/bash-completion/completions/tribunal",
                          "completion zsh > ~/.zfunc/_tribunal",
                          "completion fish > ~/.config/fish/completions/tribunal.fish"});
  const auto shell = std::make_shared<std::string>();
  command->add_option("shell", *shell, "bash, zsh or fish")
      ->required()
      ->check(CLI::IsMember(std::vector<std::string>{"bash", "zsh", "fish"}));
  command->callback([shell] { std::cout << completion_script(*shell); });

  const auto words = std::make_shared<std::vector<std::string>>();
  auto* const candidates = app.add_subcommand("complete", "How a command line may go on")->group("");
  candidates->add_option("words", *words, "the words so far");
  candidates->callback([words, &app] { print_completion(app, *words); });

  const auto page = std::make_shared<std::string>();
  auto* const manual =
      app.add_subcommand("manual", "The manual page of a command or a document, as Markdown")->group("");
  manual->add_option("command", *page, "the command or document; none: of the program");
  manual->callback([page, &app, &exit_code] { exit_code = print_manual(app, *page); });
}

}  // namespace tribunal
