#pragma once

#include <string>
#include <string_view>

#include "check/examination.hpp"

namespace tribunal {

/// An examination as people read it: a line, and what explains it if it did not pass. No line of it can be
/// taken for a command by a continuous integration that reads commands from its log.
[[nodiscard]] std::string text_of(const Examination& examination);
/// The same without the evidence, which would only be like that of an examination shown before.
[[nodiscard]] std::string short_text_of(const Examination& examination);

/// The last line: how many of each, and what follows.
[[nodiscard]] std::string summary_of(const CheckReport& report);

/// One object with everything (docs/ci.md).
[[nodiscard]] std::string json_of(const CheckReport& report);

/// JUnit's XML as Jenkins' schema junit-10.xsd has it; `timestamp` is ISO 8601 without a zone.
[[nodiscard]] std::string junit_of(const CheckReport& report, std::string_view timestamp);

/// Workflow commands of GitHub Actions: an error for each failure and a warning for each warning, at most ten
/// of a kind, which is what is shown.
[[nodiscard]] std::string annotations_of(const CheckReport& report);

}  // namespace tribunal
