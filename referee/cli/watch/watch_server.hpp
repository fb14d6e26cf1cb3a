#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "base/error.hpp"

namespace tribunal {

/// The games of a tournament that is being watched.
struct WatchedGames {
  std::uint64_t stored = 0;
  std::uint64_t known = 0;  ///< games to be played, as far as is known
  bool is_complete = false;

  bool operator==(const WatchedGames&) const = default;
};

/// The content that a server shows. The errors are sentences.
struct Watched {
  /// The games now; called at most once a second, however many browsers there are.
  std::function<Result<WatchedGames>()> games;
  /// HTML, as `page_to_watch` makes it, which shows these games or more; called when there are others.
  std::function<Result<std::string>(const WatchedGames&)> page;
};

/// Serves the page, and server-sent events of new games, on 127.0.0.1 until SIGINT or SIGTERM. `port` 0: any
/// free one. `on_ready` is called with the address once it listens. The error is a sentence.
[[nodiscard]] Result<void> serve_watched(const Watched& watched, std::uint16_t port,
                                         const std::function<void(const std::string&)>& on_ready);

}  // namespace tribunal
