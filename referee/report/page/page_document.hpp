#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tribunal {

/// The contents of a page.
struct PageContent {
  std::string title;
  std::string report;               ///< JSON (`web/src/data.ts`: `Report`)
  std::vector<std::string> blocks;  ///< JSON arrays of games to replay, `Report::block` each
  std::string plain;                ///< the text that is shown where no script may run
  std::string told{};               ///< a line for who makes the page; may be empty
  std::string alarms{};             ///< lines of it for which who makes the page should fail
};

/// A page and the files beside it; without script and style there are none.
struct PageFiles {
  std::string html;
  std::string_view script;
  std::string_view style;
};

/// One HTML document that fetches nothing: its Content-Security-Policy allows its own script and style sheet,
/// by their hashes, and nothing else. The data are gzip in base64 and not a byte of them is HTML.
[[nodiscard]] std::string page_in_one_file(const PageContent& content);

/// The page with `page.js` and `page.css` in files beside it, for hosts that forbid inline scripts.
[[nodiscard]] PageFiles page_in_files(const PageContent& content);

/// The page with `page.js`, `page.css` and `watch.js` beside it, for a server of this machine: the page may
/// ask only this server, at `/events`, for the number of games there. `games`: the number that the page
/// shows.
[[nodiscard]] std::string page_to_watch(const PageContent& content, std::uint64_t games);

/// The page's script and style sheet, built from `web/src` (`./dev page`).
[[nodiscard]] std::string_view page_script();
[[nodiscard]] std::string_view page_style();
/// The additional script of a page that a server of this machine updates.
[[nodiscard]] std::string_view watch_script();

}  // namespace tribunal
