#pragma once

#include "bots/system/machine.hpp"
#include "cli/options/command_line.hpp"

namespace tribunal {

/// The option `--workers` of commands that compute alone.
struct ThreadsOption {
  unsigned workers = 0;  ///< 0: all cores

  void add(CommandLine& command) {
    command.add("-j,--workers", workers, whole(1, 1024),
                "threads (default: number of cores); the output is the same");
  }
  [[nodiscard]] unsigned count() const {
    return workers > 0 ? workers : static_cast<unsigned>(available_cores().size());
  }
};

}  // namespace tribunal
