// Only this file includes spdlog, because it is slow to compile.
#include "tournament/run/run_journal.hpp"

#include <atomic>
#include <fmt/format.h>
#include <system_error>
#include <unistd.h>

#include <spdlog/logger.h>
#include <spdlog/sinks/basic_file_sink.h>

#include "base/text/number_text.hpp"
#include "base/text/utf8.hpp"
#include "table/bot.hpp"
#include "table/start_desk.hpp"

namespace tribunal {
namespace {

void write(const std::shared_ptr<spdlog::logger>& logger, spdlog::level::level_enum level,
           std::string_view text) {
  if (logger && logger->should_log(level)) logger->log(level, harmless(text));
}

class RunJournal final : public RunObserver {
 public:
  RunJournal(const Tournament& tournament, Journal journal)
      : tournament_{tournament}, journal_{std::move(journal)} {}

  void start(const RunStart& run) override {
    journal_.info(fmt::format("start: tribunal {}, tournament {}, plan sha256 {}, {}, sandbox {}, process {}",
                              run.host.referee, tournament_.plan.name, to_hex(sha256(tournament_.plan_text)),
                              counted(static_cast<std::uint64_t>(run.workers), "worker"), run.host.sandbox,
                              ::getpid()));
    journal_.info("conditions: " + to_text(conditions_of(tournament_, run.host)));
    journal_.info("commitment to the deals: " + to_hex(run.store.commitment()));
    if (run.store.size() > 0)
      journal_.info(fmt::format("resumption: {} stored before, the last by tribunal {}",
                                counted(run.store.size(), "game"), run.store.referee_before()));
  }

  void ready(const Bot& bot) override {
    const auto& entry = bot.entry();
    const auto text = entry.name + " (" + bot.version() + ")";
    if (bot.starts() > 1 && entry.restart == Restart::never)
      return journal_.info(fmt::format("restart: {}, process {} at its table", text, bot.starts()));
    journal_.debug("ready: " + text);
  }

  void game(const FinishedGame& game, std::uint64_t /*stored*/) override {
    for (const auto& report : game.reports) journal_.warning(fault_line(tournament_.plan, game, report));
    for (const auto& restart : game.restarts) {
      journal_.info(fmt::format("restarted: {}, before game {} or in it: {}",
                                name_at(tournament_.plan, game, restart.seat), game.result.index,
                                restart.message));
    }
    if (!journal_.writes_trace()) return;
    journal_.trace(fmt::format("game {}, deal {}: stored", game.result.index, game.result.deal));
  }

  void void_game(const VoidGame& game) override {
    journal_.warning(fmt::format("void: game {}: {}", game.index, game.reason));
  }

  void start_news(const StartNews& news) override {
    const auto line = start_line(tournament_.plan, news);
    if (news.standing == StartDesk::Standing::sound) return journal_.info(line);
    if (news.standing == StartDesk::Standing::in_doubt) return journal_.warning(line);
    journal_.error(line);
  }

  void crowding(const std::string& sentence) override { journal_.warning("load: " + sentence); }

  void rounds(std::size_t first, std::size_t count, std::uint64_t /*games*/) override {
    const auto last = first + count;
    journal_.info(count == 1 ? fmt::format("round {} is drawn", last)
                             : fmt::format("rounds {} to {} are drawn", first + 1, last));
  }

  void interrupted(int signal, bool again) override {
    journal_.warning(name_of_signal(signal) +
                     (again ? ": slow bots are not waited for" : ": running games are abandoned"));
  }

  void failure(const std::string& why) override { journal_.error("failure: " + why); }

  void end(std::string_view how, const Store& store) override {
    journal_.info(fmt::format("end: {}, {} stored, {}", how, counted(store.size(), "game"),
                              counted(store.faults(), "fault")));
  }

 private:
  const Tournament& tournament_;
  Journal journal_;
};

}  // namespace

Result<Journal> Journal::open(const std::filesystem::path& file, const std::string& level,
                              std::function<void(const std::string&)> on_trouble) {
  Journal journal;
  const auto least = spdlog::level::from_str(level);
  if (least == spdlog::level::off) return journal;
  const auto refuse = [&](const std::string& why) {
    return failure(ErrorCode::cannot_write, file, "the journal cannot be written: " + why);
  };
  std::error_code ignored;  // otherwise spdlog would create the folder
  if (!std::filesystem::is_directory(std::filesystem::absolute(file).parent_path(), ignored))
    return refuse("there is no such folder");
  try {
    auto sink = std::make_shared<spdlog::sinks::basic_file_sink_mt>(file.string());
    journal.logger_ = std::make_shared<spdlog::logger>("run", std::move(sink));
  } catch (const spdlog::spdlog_ex& error) {
    return refuse(error.what());
  }
  journal.logger_->set_level(least);
  journal.logger_->flush_on(least);
  journal.logger_->set_pattern("%Y-%m-%dT%H:%M:%S.%eZ %-7l %v", spdlog::pattern_time_type::utc);
  journal.logger_->set_error_handler([said = std::make_shared<std::atomic_flag>(),
                                      on_trouble = std::move(on_trouble),
                                      name = file.string()](const std::string& why) {
    if (!said->test_and_set())
      on_trouble(name + ": the journal can no longer be written; the run continues: " + why);
  });
  return journal;
}

void Journal::trace(std::string_view text) const { write(logger_, spdlog::level::trace, text); }
void Journal::debug(std::string_view text) const { write(logger_, spdlog::level::debug, text); }
void Journal::info(std::string_view text) const { write(logger_, spdlog::level::info, text); }
void Journal::warning(std::string_view text) const { write(logger_, spdlog::level::warn, text); }
void Journal::error(std::string_view text) const { write(logger_, spdlog::level::err, text); }

bool Journal::writes_trace() const { return logger_ && logger_->should_log(spdlog::level::trace); }

const std::string& name_at(const Plan& plan, const FinishedGame& game, Seat seat) {
  return plan.bots.at(static_cast<std::size_t>(game.result.seats.at(index_of(seat)).bot)).name;
}

std::string fault_line(const Plan& plan, const FinishedGame& game, const FaultReport& report) {
  const auto& fault = report.fault;
  return fmt::format("fault: {}: {} (game {}, deal {}, seat {}): {}", name_at(plan, game, fault.seat),
                     name_of(fault.kind), game.result.index, game.result.deal, fault.seat, report.message);
}

std::string start_line(const Plan& plan, const StartNews& news) {
  const auto& name = plan.bot(news.bot).name;
  switch (news.standing) {
    case StartDesk::Standing::sound:
      return fmt::format("start: {} is ready, after {}", name, counted(news.failures, "failed start"));
    case StartDesk::Standing::in_doubt:
      return fmt::format("start: {}: {}; it is tried again, and its games wait", name, news.message);
    case StartDesk::Standing::gone:
      break;
  }
  return fmt::format("start: {} is withdrawn, since it does not start: {}", name, news.message);
}

std::string name_of_signal(int signal) {
  const char* const name = ::sigabbrev_np(signal);
  return name != nullptr ? std::string{"SIG"} + name : "signal " + std::to_string(signal);
}

std::shared_ptr<RunObserver> journal_of_run(const Tournament& tournament, Journal journal) {
  return std::make_shared<RunJournal>(tournament, std::move(journal));
}

}  // namespace tribunal
