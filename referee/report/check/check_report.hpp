#pragma once

#include <span>
#include <string>
#include <string_view>

#include "check/examination.hpp"
#include "report/format/json.hpp"
#include "report/format/text_table.hpp"

namespace tribunal {

/// An examination as text: a line, and an explanation if it did not pass. No line can be taken for a command
/// by a continuous integration that reads commands from its log.
[[nodiscard]] std::string text_of(const Examination& examination, const TextLayout& layout = {});

/// All examinations as text: failures first, and those that passed last, if `passed`. Each cause and each
/// rule is explained once. Tables that failed for one cause are one failure: `game revolution for 2, 3, 4`.
[[nodiscard]] std::string findings_text(const CheckReport& report, bool passed = true,
                                        const TextLayout& layout = {});

/// The rule, and the section of the document that contains it.
[[nodiscard]] std::string text_of(const ProtocolRule& rule);

/// The last line: the number of each finding, and the verdict.
[[nodiscard]] std::string summary_of(const CheckReport& report);

/// The first finding that decided the verdict: `games revolution 3: crash: ...`. Empty if the bot is sound.
[[nodiscard]] std::string reason_of(const CheckReport& report);

/// A table of several bots, one per line, with the verdict and the first reason for it.
[[nodiscard]] std::string overview_of(std::span<const CheckReport> reports);

/// The whole report as a JSON object (docs/ci.md).
[[nodiscard]] Json json_of(const CheckReport& report);

/// JUnit's XML in the form of Jenkins' schema junit-10.xsd. `timestamp` is ISO 8601 without a zone. One cause
/// is one failure: other examinations that failed for it are `skipped`, with a message that says so.
[[nodiscard]] std::string junit_of(const CheckReport& report, std::string_view timestamp);

/// The text without `##`, because a continuous integration reads `##[` and `##vso[` anywhere in a line as its
/// own commands. (Commands that begin with `::` count only at the beginning of a line, where there is never
/// any text of a bot.)
[[nodiscard]] std::string without_commands(std::string text);

/// Workflow commands of GitHub Actions: an error for each cause of failures, and a warning for each cause of
/// warnings, at most ten of each kind, because no more are shown. They name the file and the line if these
/// are known. `folder`, empty or with `/` at its end, is the bot's folder in the repository.
[[nodiscard]] std::string annotations_of(const CheckReport& report, const std::string& folder = {});

}  // namespace tribunal
