#include "cli/options/exit_code.hpp"

#include <array>
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
  constexpr std::array codes{std::pair{ErrorCode::usage, ExitCode::usage},
                             std::pair{ErrorCode::unreadable, ExitCode::usage},
                             std::pair{ErrorCode::failed, ExitCode::failed},
                             std::pair{ErrorCode::in_use, ExitCode::interrupted},
                             std::pair{ErrorCode::machine, ExitCode::interrupted},
                             std::pair{ErrorCode::wrong_plan, ExitCode::bad_plan},
                             std::pair{ErrorCode::cannot_write, ExitCode::cannot_write},
                             std::pair{ErrorCode::no_sandbox, ExitCode::no_sandbox},
                             std::pair{ErrorCode::bot, ExitCode::bot_does_not_start}};
  for (const auto& [error, exit_code] : codes)
    if (error == code) return exit_code;
  return ExitCode::our_bug;
}

ExitCode complain(const Error& error) { return complain(exit_code_of(error.code), error.text()); }

void must_not(const std::optional<std::string>& objection, ExitCode code) {
  if (objection) throw Complaint{code, *objection};
}

}  // namespace tribunal
