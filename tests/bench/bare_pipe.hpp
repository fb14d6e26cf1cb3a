#pragma once

#include <cstddef>
#include <string>

#include "bots/process/host.hpp"

namespace tribunal {

/// Bytes of an average decision in both directions.
struct Bytes {
  std::size_t question = 0;
  std::size_t answer = 0;
};

/// The physical minimum of a decision: a blocking write and a blocking read on each side, and nothing else.
class BarePipe {
 public:
  /// Starts `program --echo QUESTION ANSWER`, which must call `echo`, at a sandbox level.
  BarePipe(Host& host, const std::string& program, const Bytes& bytes, SandboxLevel level);
  ~BarePipe();
  BarePipe(const BarePipe&) = delete;
  BarePipe& operator=(const BarePipe&) = delete;

  /// Nanoseconds per round trip, over `count` of them.
  [[nodiscard]] double measure(int count);

  /// The other end of the pipes.
  static void echo(const Bytes& bytes);

 private:
  Host& host_;
  Bytes bytes_;
  Launched child_;
};

}  // namespace tribunal
