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
  std::vector<std::string> blocks;  ///< JSON arrays of games for replay, each a `Report::block`
  std::string plain;                ///< text that is shown if no script may run
  std::string told{};               ///< line for the user who makes the page; may be empty
  std::string alarms{};             ///< lines for that user, after which the command should fail
};

/// One HTML document that loads nothing. Its Content-Security-Policy allows only its own script and style
/// sheet, by their hashes. The data are gzip in base64, so that no byte of them is HTML.
[[nodiscard]] std::string page_in_one_file(const PageContent& content);

/// The page with `page.js` (`page_script`) and `page.css` (`page_style`) in files, for hosts that forbid
/// inline scripts. `way`: the path from the page to these files, such as `../`; empty: they are beside it.
[[nodiscard]] std::string page_in_files(const PageContent& content, const std::string& way = {});

/// The page with `page.js`, `page.css` and `watch.js` beside it, for a server on this machine. The page may
/// only ask this server, at `/events`, for the number of games. `games`: the number of games on the page.
[[nodiscard]] std::string page_to_watch(const PageContent& content, std::uint64_t games);

/// The text compressed by gzip (RFC 1952), without name and time, so that equal texts give equal bytes.
[[nodiscard]] std::string gzipped(std::string_view text);

/// The page's script and style sheet, built from `web/src` (`./dev page`).
[[nodiscard]] std::string_view page_script();
[[nodiscard]] std::string_view page_style();
/// The additional script of a page that a server of this machine updates.
[[nodiscard]] std::string_view watch_script();

}  // namespace tribunal
