// tribunal verify: does a log, or a whole results folder, hold?
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>

#include <CLI/CLI.hpp>

#include "cli/commands.hpp"
#include "cli/secret_source.hpp"
#include "record/verify.hpp"
#include "tournament/verify_tournament.hpp"

namespace tribunal {
namespace {

struct VerifyCommandOptions {
  std::string path;
  SecretSource secret;
};

ExitCode exit_code_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::holds:
      return ExitCode::ok;
    case Verdict::differs:
      return ExitCode::failed;
    case Verdict::unreadable:
      break;
  }
  return ExitCode::usage;
}

ExitCode verify_stream(std::istream& in, const std::string& name, const VerifyOptions& options) {
  const auto result = verify_log(in, options);
  if (result.verdict == Verdict::holds) {
    std::cout << name << ": " << result.text() << '\n';
    return ExitCode::ok;
  }
  return complain(exit_code_of(result.verdict), name + ": " + result.text());
}

ExitCode verify_folder(const std::string& path) {
  const auto result = verify_tournament(path);
  if (result.verdict != Verdict::holds)
    return complain(exit_code_of(result.verdict), path + ": " + result.text);
  std::cout << path << ": " << result.text << '\n';
  return ExitCode::ok;
}

ExitCode verify(const VerifyCommandOptions& options) {
  VerifyOptions checks;
  if (options.secret.given()) {
    const auto secret = options.secret.secret();
    if (!secret) return complain(ExitCode::usage, secret.error());
    checks.secret = *secret;
  }
  if (options.path == "-") return verify_stream(std::cin, "standard input", checks);
  if (std::filesystem::is_directory(options.path)) return verify_folder(options.path);
  std::ifstream file{options.path, std::ios::binary};
  if (!file) return complain(ExitCode::usage, options.path + ": this log cannot be read");
  return verify_stream(file, options.path, checks);
}

}  // namespace

void add_verify_command(CLI::App& app, ExitCode& exit_code) {
  auto* const command = app.add_subcommand("verify", "Check a replay log or a results folder, game by game");
  const auto options = std::make_shared<VerifyCommandOptions>();
  command->add_option("path", options->path, "a log (-: standard input), or a folder of results")->required();
  options->secret.add_options(*command);
  command->callback([options, &exit_code] { exit_code = verify(*options); });
}

}  // namespace tribunal
