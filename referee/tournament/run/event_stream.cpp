#include "tournament/run/event_stream.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/file.h>

#include <nlohmann/json.hpp>

#include "base/utc.hpp"
#include "table/start_desk.hpp"
#include "tournament/run/run_journal.hpp"

namespace tribunal {
namespace {

using nlohmann::ordered_json;
using Steady = std::chrono::steady_clock;

constexpr std::chrono::seconds patience_at_end{1};
constexpr std::chrono::milliseconds look_up{100};  // interval at which the end is checked

/// Opens a file for appending. A pipe without a reader is opened for reading and writing, because otherwise
/// it could not be opened without waiting.
int open_to_append(const std::string& name) {
  constexpr int how = O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY | O_NONBLOCK;
  constexpr mode_t rights = 0666;
  const int file = ::open(name.c_str(), O_WRONLY | how, rights);
  return file < 0 && errno == ENXIO ? ::open(name.c_str(), O_RDWR | how, rights) : file;
}

/// The current time in UTC: `2026-01-31T23:59:59.123Z`.
std::string utc_now() {
  const auto time = std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
  return fmt::format("{}.{:03}Z", utc_text(time), time.time_since_epoch().count() % 1000);
}

/// A line of JSON in ASCII without its line end: the name of the event, the current time and further members.
std::string event_line(std::string_view event, const ordered_json& members) {
  ordered_json line{{"event", event}, {"time", utc_now()}};
  line.update(members);
  return line.dump(-1, ' ', true, ordered_json::error_handler_t::replace);
}

class RunEvents final : public RunObserver {
 public:
  RunEvents(const Tournament& tournament, std::shared_ptr<EventStream> stream)
      : tournament_{tournament}, stream_{std::move(stream)} {}

  void start(const RunStart& run) override {
    const auto& plan = tournament_.plan;
    ordered_json members{{"schema", 1},
                         {"tournament", plan.name},
                         {"plan_sha256", to_hex(sha256(tournament_.plan_text))},
                         {"commitment", to_hex(run.store.commitment())},
                         {"referee", run.host.referee},
                         {"sandbox", run.host.sandbox},
                         {"workers", run.workers},
                         {"process", ::getpid()},
                         {"bots", plan.names()},
                         {"games", run.games},
                         {"more_rounds", !run.is_whole}};
    if (tournament_.shard) members["shard"] = to_text(tournament_.shard->shard);
    write("started", members);
    stored_ = run.stored;
    if (run.store.size() > 0) write("resumed", {{"stored", stored_}, {"faults", run.store.faults()}});
  }

  void game(const FinishedGame& game, std::uint64_t stored) override {
    stored_ = stored;
    ordered_json bots = ordered_json::array();
    ordered_json scores = ordered_json::array();
    ordered_json places = ordered_json::array();
    for (std::size_t seat = 0; seat < game.result.seats.size(); ++seat) {
      bots.push_back(name_at(tournament_.plan, game, static_cast<Seat>(seat)));
      scores.push_back(game.result.outcome.scores.at(seat));
      places.push_back(game.result.outcome.places.at(seat));
    }
    for (const auto& [fault, message, error_tail, question] : game.reports) {
      write("fault", {{"game", game.result.index},
                      {"deal", game.result.deal},
                      {"seat", fault.seat},
                      {"bot", name_at(tournament_.plan, game, fault.seat)},
                      {"kind", name_of(fault.kind)},
                      {"message", message}});
    }
    write("game", {{"game", game.result.index},
                   {"deal", game.result.deal},
                   {"rules", tournament_.rules.at(static_cast<std::size_t>(game.result.game)).game()},
                   {"bots", bots},
                   {"scores", scores},
                   {"places", places},
                   {"faults", game.reports.size()},
                   {"stored", stored}});
  }

  void void_game(const VoidGame& game) override {
    write("void", {{"game", game.index}, {"reason", game.reason}});
  }

  void start_news(const StartNews& news) override {
    using Standing = StartDesk::Standing;
    const auto* const state = news.standing == Standing::sound      ? "ready"
                              : news.standing == Standing::in_doubt ? "failed"
                                                                    : "withdrawn";
    ordered_json members{
        {"bot", tournament_.plan.bot(news.bot).name}, {"state", state}, {"failures", news.failures}};
    if (!news.message.empty()) members["message"] = news.message;
    write("start", members);
  }

  void crowding(const std::string& sentence) override { write("warning", {{"message", sentence}}); }

  void rounds(std::size_t first, std::size_t count, std::uint64_t games) override {
    write("round", {{"first", first + 1}, {"last", first + count}, {"games", games}});
  }

  void interrupted(int signal, bool /*again*/) override {
    write("interrupted", {{"signal", name_of_signal(signal)}});
  }

  void failure(const std::string& why) override { problem_ = why; }

  void end(std::string_view how, const Store& store) override {
    ordered_json members{{"how", how}, {"stored", stored_}, {"faults", store.faults()}};
    if (!problem_.empty()) members["problem"] = problem_;
    stream_->write_last(event_line("finished", members));
  }

 private:
  void write(std::string_view event, const ordered_json& members) const {
    stream_->write(event_line(event, members));
  }

  const Tournament& tournament_;
  std::shared_ptr<EventStream> stream_;
  std::uint64_t stored_ = 0;  ///< number of stored games that count
  std::string problem_;       ///< reason that the run failed
};

}  // namespace

Result<std::shared_ptr<EventStream>> EventStream::open(const std::string& name,
                                                       std::function<void(const std::string&)> on_trouble) {
  Descriptor file{name == "-" ? ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0) : open_to_append(name)};
  if (!file) return std::unexpected{name + ": events cannot be written: " + std::strerror(errno)};
  struct stat status {};
  const bool is_regular = name != "-" && ::fstat(file.get(), &status) == 0 && S_ISREG(status.st_mode);
  if (is_regular && ::flock(file.get(), LOCK_EX | LOCK_NB) != 0)
    return std::unexpected{name + ": another run writes its events to this file; expected a file of its own"};
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
  on_trouble_(name_ + ": events can no longer be written; the run continues: " +
              (sent == Sent::late ? "its reader is too slow" : std::strerror(errno)));
  return false;
}

/// If `poll` reports room in a pipe, PIPE_BUF bytes can be written without waiting.
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

/// Waits until the file can take more. Returns false when the reader's time after the end is over.
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

std::shared_ptr<RunObserver> events_of_run(const Tournament& tournament,
                                           std::shared_ptr<EventStream> stream) {
  return std::make_shared<RunEvents>(tournament, std::move(stream));
}

}  // namespace tribunal
