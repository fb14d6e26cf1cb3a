#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <string>

namespace tribunal {

/// How far the tournament is that a page shows.
struct WatchedGames {
  std::uint64_t stored = 0;
  std::uint64_t known = 0;  ///< games to be played, as far as is known
  bool is_complete = false;

  bool operator==(const WatchedGames&) const = default;
};

/// What a server shows; each is asked anew. The errors are sentences.
struct Watched {
  std::function<std::expected<std::string, std::string>()> page;  ///< HTML, as `page_to_watch` makes it
  std::function<std::expected<WatchedGames, std::string>()> games;
};

/// Serves the page, and events of new games, on 127.0.0.1 and to programs of this machine alone, until SIGINT
/// or SIGTERM. `port` 0: any that is free. `on_ready` is called with the address once it listens. The error
/// is a sentence.
[[nodiscard]] std::expected<void, std::string> serve_watched(
    const Watched& watched, std::uint16_t port, const std::function<void(const std::string&)>& on_ready);

}  // namespace tribunal
