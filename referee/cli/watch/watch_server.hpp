#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "base/error.hpp"

namespace tribunal {

/// The games of a tournament that is being watched.
struct WatchedGames {
  std::uint64_t stored = 0;  ///< number of stored games that count
  std::uint64_t known = 0;   ///< number of games that count, played or not, as far as they are known
  bool is_complete = false;

  bool operator==(const WatchedGames&) const = default;
};

/// The content that a server shows. Errors are sentences.
struct Watched {
  /// Returns the current games. Called at most once a second, for any number of browsers.
  std::function<Result<WatchedGames>()> games;
  /// Returns HTML, made by `page_to_watch`, that shows at least these games. Called when there are new games.
  std::function<Result<std::string>(const WatchedGames&)> page;
};

/// Serves the page, and server-sent events for new games, on 127.0.0.1 until SIGINT or SIGTERM. `port` 0: any
/// free port. `on_ready` is called with the address once the server listens. The error is a sentence.
[[nodiscard]] Result<void> serve_watched(const Watched& watched, std::uint16_t port,
                                         const std::function<void(const std::string&)>& on_ready);

}  // namespace tribunal
