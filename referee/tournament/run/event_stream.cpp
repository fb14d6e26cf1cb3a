#include "tournament/run/event_stream.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>
#include <utility>

#include <climits>
#include <nlohmann/json.hpp>

#include "tournament/run/event_line.hpp"

namespace tribunal {
namespace {

using Steady = std::chrono::steady_clock;

constexpr std::chrono::seconds patience_at_end{1};
constexpr std::chrono::milliseconds look_up{100};  // whether it ends

/// A pipe without a reader is opened for both ends: only so does opening it not wait for one.
int open_to_append(const std::string& name) {
  constexpr int how = O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY | O_NONBLOCK;
  constexpr mode_t rights = 0666;
  const int file = ::open(name.c_str(), O_WRONLY | how, rights);
  return file < 0 && errno == ENXIO ? ::open(name.c_str(), O_RDWR | how, rights) : file;
}

}  // namespace

Result<std::shared_ptr<EventStream>> EventStream::open(const std::string& name,
                                                       std::function<void(const std::string&)> on_trouble) {
  Descriptor file{name == "-" ? ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0) : open_to_append(name)};
  if (!file) return std::unexpected{name + ": events cannot be written: " + std::strerror(errno)};
  return std::make_shared<EventStream>(name == "-" ? "standard output" : name, std::move(file),
                                       std::move(on_trouble));
}

EventStream::EventStream(std::string name, Descriptor file,
                         std::function<void(const std::string&)> on_trouble)
    : name_{std::move(name)},
      file_{std::move(file)},
      on_trouble_{std::move(on_trouble)},
      writer_{most_waiting,
              [](std::size_t lines) {
                return event_line("left_out", {{"lines", lines}}) + '\n';
              },
              [this](std::string_view line, const std::stop_token& end) { return send_or_tell(line, end); }} {
}

bool EventStream::send_or_tell(std::string_view line, const std::stop_token& end) {
  const auto sent = send(line, end);
  if (sent == Sent::all) return true;
  on_trouble_(name_ + ": events cannot be written any more; the run continues: " +
              (sent == Sent::late ? "its reader is too slow" : std::strerror(errno)));
  return false;
}

/// Into a pipe of which `poll` says that there is room, PIPE_BUF bytes go without waiting.
EventStream::Sent EventStream::send(std::string_view text, const std::stop_token& end) {
  while (!text.empty()) {
    if (!wait_for_room(end)) return Sent::late;
    const auto count = ::write(file_.get(), text.data(), std::min<std::size_t>(text.size(), PIPE_BUF));
    if (count >= 0) {
      text.remove_prefix(static_cast<std::size_t>(count));
    } else if (errno != EAGAIN && errno != EINTR) {
      return Sent::failed;
    }
  }
  return Sent::all;
}

/// Waits until the file takes more. Returns false once the time that the reader has after the end is over.
bool EventStream::wait_for_room(const std::stop_token& end) {
  while (true) {
    if (end.stop_requested()) {
      if (!last_moment_) last_moment_ = Steady::now() + patience_at_end;
      if (Steady::now() > *last_moment_) return false;
    }
    pollfd place{.fd = file_.get(), .events = POLLOUT, .revents = 0};
    if (::poll(&place, 1, static_cast<int>(look_up.count())) > 0) return true;
  }
}

}  // namespace tribunal
