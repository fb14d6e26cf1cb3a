#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cli/options/exit_code.hpp"
#include "cli/results/joint_options.hpp"

namespace tribunal {

/// The options of a site: the pages of an event or a season in one folder, to publish it.
struct SiteOptions {
  std::vector<std::string> folders;  ///< results folders, a night each
  std::filesystem::path www;         ///< folder of the site
  std::string title;
  std::filesystem::path
      authors;  ///< list of the authors' folders, outside of the site; empty: no pages for authors
  bool hide_others = false;
  AnchorOptions anchors;
  ExclusionOptions exclusions;
  PersonsOption persons;
};

/// Writes the site. Files that would not change stay as they are. Throws `Complaint` if a game differs from
/// its record.
[[nodiscard]] ExitCode make_site(const SiteOptions& options);

}  // namespace tribunal
