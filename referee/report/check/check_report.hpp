#pragma once

#include <span>
#include <string>
#include <string_view>

#include "check/examination.hpp"
#include "report/format/json.hpp"

namespace tribunal {

/// An examination as people read it: a line, and what explains it if it did not pass. No line of it can be
/// taken for a command by a continuous integration that reads commands from its log.
[[nodiscard]] std::string text_of(const Examination& examination);
/// Like `text_of`, without the evidence, which would repeat that of an examination shown before.
[[nodiscard]] std::string short_text_of(const Examination& examination);
/// One line for an examination with the cause of an earlier one, `first`.
[[nodiscard]] std::string repetition_of(const Examination& examination, std::string_view first);

/// The rule, and the section of the document in which it stands.
[[nodiscard]] std::string text_of(const ProtocolRule& rule);

/// The last line: the number of each finding, and what follows.
[[nodiscard]] std::string summary_of(const CheckReport& report);

/// The first thing that made the verdict: `games revolution 3: crash: ...`; empty if the bot is sound.
[[nodiscard]] std::string reason_of(const CheckReport& report);

/// A table of several bots: a line a bot, with its verdict and the first reason for it.
[[nodiscard]] std::string overview_of(std::span<const CheckReport> reports);

/// The whole report as a JSON object (docs/ci.md).
[[nodiscard]] Json json_of(const CheckReport& report);

/// JUnit's XML as Jenkins' schema junit-10.xsd has it; `timestamp` is ISO 8601 without a zone. One cause is
/// one failure: other examinations that failed of it are `skipped`, with a message that says so.
[[nodiscard]] std::string junit_of(const CheckReport& report, std::string_view timestamp);

/// The text without `##`: a continuous integration takes `##[` and `##vso[` for its own commands anywhere in
/// a line. (Those that begin with `::` count at the beginning of a line alone, where nothing of the bot's
/// ever stands.)
[[nodiscard]] std::string without_commands(std::string text);

/// Workflow commands of GitHub Actions: an error for each cause of failures and a warning for each cause of
/// warnings, at most ten of a kind, which is what is shown. They name the file and the line where those are
/// known; `folder`, empty or with `/` at its end, is the bot's in the repository.
[[nodiscard]] std::string annotations_of(const CheckReport& report, const std::string& folder = {});

}  // namespace tribunal
