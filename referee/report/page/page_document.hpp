#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tribunal {

/// What a page shows.
struct PageContent {
  std::string title;
  std::string report;               ///< JSON (`web/src/data.ts`: `Report`)
  std::vector<std::string> blocks;  ///< JSON arrays of games to replay, `Report::block` each
  std::string plain;                ///< what is shown where no script may run
};

/// A page and what lies beside it; without script and style there is nothing beside.
struct PageFiles {
  std::string html;
  std::string_view script;
  std::string_view style;
};

/// One HTML document that fetches nothing: its Content-Security-Policy allows its own script and style sheet,
/// by their hashes, and nothing else. The data are gzip in base64 and not a byte of them is HTML.
[[nodiscard]] std::string page_in_one_file(const PageContent& content);

/// The same with `page.js` and `page.css` in files beside it, for hosts that forbid inline scripts.
[[nodiscard]] PageFiles page_in_files(const PageContent& content);

/// The same with `watch.js` as well, for a server of this machine: it alone may be asked, at `/events`, for
/// how many games there are; the page has `games`.
[[nodiscard]] std::string page_to_watch(const PageContent& content, std::uint64_t games);

}  // namespace tribunal
