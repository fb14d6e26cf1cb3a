#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

#include "base/descriptor.hpp"
#include "base/error.hpp"
#include "parallel/background_writer.hpp"
#include "tournament/plan/tournament.hpp"
#include "tournament/run/run_observer.hpp"

namespace tribunal {

/// Writes lines to a file, a pipe or a terminal whose reader may be slow or gone. `write` never blocks. If
/// more than `most_waiting` bytes are queued, lines are dropped, and a line states their number. Safe to use
/// from several threads.
class EventStream {
 public:
  static constexpr std::size_t most_waiting = std::size_t{4} << 20U;

  /// Opens a stream that appends to the file `name`, which is created if it does not exist. `-` is standard
  /// output. A named pipe need not have a reader yet. If nothing more can be written, `on_trouble` is called
  /// once with a sentence. The error is a sentence.
  [[nodiscard]] static Result<std::shared_ptr<EventStream>> open(
      const std::string& name, std::function<void(const std::string&)> on_trouble);
  EventStream(std::string name, Descriptor file, std::function<void(const std::string&)> on_trouble);
  EventStream(const EventStream&) = delete;
  EventStream& operator=(const EventStream&) = delete;
  /// Waits at most one second for the reader to take the queued lines.
  ~EventStream() = default;

  /// Queues `line`, which has no line end.
  void write(std::string line) { writer_.write(std::move(line) + '\n'); }
  /// Like `write`, even if the queue is full.
  void write_last(std::string line) { writer_.write_always(std::move(line) + '\n'); }

 private:
  enum class Sent : std::uint8_t { all, late, failed };

  [[nodiscard]] bool send_or_tell(std::string_view line, const std::stop_token& end);
  [[nodiscard]] Sent send(std::string_view text, const std::stop_token& end);
  [[nodiscard]] bool wait_for_room(const std::stop_token& end);

  std::string name_;
  Descriptor file_;
  std::function<void(const std::string&)> on_trouble_;
  std::optional<std::chrono::steady_clock::time_point> last_moment_{};  ///< deadline after the end
  BackgroundWriter writer_;  ///< last member, because it uses the others
};

/// An observer that writes the events of a run of `tournament` as docs/events.md describes them. `tournament`
/// must outlive it.
[[nodiscard]] std::shared_ptr<RunObserver> events_of_run(const Tournament& tournament,
                                                         std::shared_ptr<EventStream> stream);

}  // namespace tribunal
