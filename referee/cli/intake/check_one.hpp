#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "bots/process/host.hpp"
#include "check/examination.hpp"
#include "cli/intake/intake_context.hpp"
#include "tournament/intake/memory.hpp"

namespace tribunal {

/// The page for the author of a submission: the stages of its intake and, if it gets that far, its check. It
/// shows no paths of the organiser and nothing about other authors.
class AuthorPage {
 public:
  /// `result`: that of the submission, as far as it is known; it must outlive the page.
  AuthorPage(const IntakeContext& context, const IntakeResult& result, WithoutPlaces places);

  /// Adds a stage.
  void add(Examination stage);
  /// Sets the folder in which the bot runs.
  void own_folder(const std::filesystem::path& folder);
  [[nodiscard]] std::string without_places(const std::string& text) const;
  /// Checks the bot in `folder`, in its place in the plan. Returns the report in the form that its author
  /// reads.
  CheckReport check(Host& host, const std::filesystem::path& folder);
  /// The text of the page. An error is a bug of the referee.
  [[nodiscard]] Result<std::string> finish();

 private:
  void clean(Examination& examination) const;

  const IntakeContext& context_;
  const IntakeResult& result_;
  std::vector<WithoutPlaces> places_;
  std::vector<Examination> stages_;
  CheckReport report_;
  std::vector<PlayedGame> games_;
  CheckOrder order_;
};

/// The page for an author who is excluded by the organiser's list.
[[nodiscard]] Result<std::string> page_of_excluded(const IntakeContext& context,
                                                   const Submission& submission);

}  // namespace tribunal
