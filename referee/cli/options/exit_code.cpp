#include "cli/options/exit_code.hpp"

#include <iostream>
#include <ranges>

#include "base/text/utf8.hpp"

namespace tribunal {

ExitCode complain(ExitCode code, std::string_view sentence) {
  std::cout.flush();
  std::cerr << "tribunal:";
  std::string_view before = " ";
  for (const auto line : std::views::split(sentence, '\n')) {
    std::cerr << before << harmless(std::string_view{line.begin(), line.end()});
    before = "\n";
  }
  std::cerr << '\n';
  return code;
}

ExitCode exit_code_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::usage:
    case ErrorCode::unreadable:
      return ExitCode::usage;
    case ErrorCode::failed:
      return ExitCode::failed;
    case ErrorCode::in_use:
    case ErrorCode::machine:
      return ExitCode::interrupted;
    case ErrorCode::wrong_plan:
      return ExitCode::bad_plan;
    case ErrorCode::cannot_write:
      return ExitCode::cannot_write;
    case ErrorCode::no_sandbox:
      return ExitCode::no_sandbox;
    case ErrorCode::bot:
      return ExitCode::bot_does_not_start;
    default:
      return ExitCode::our_bug;
  }
}

ExitCode complain(const Error& error) { return complain(exit_code_of(error.code), error.text()); }

void must_not(const std::optional<std::string>& objection, ExitCode code) {
  if (objection) throw Complaint{code, *objection};
}

}  // namespace tribunal
