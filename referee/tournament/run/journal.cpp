// The one file that includes spdlog, which is slow to compile.
#include "tournament/run/journal.hpp"

#include <atomic>
#include <system_error>
#include <utility>

#include <spdlog/logger.h>
#include <spdlog/sinks/basic_file_sink.h>

#include "base/text/utf8.hpp"

namespace tribunal {
namespace {

void write(const std::shared_ptr<spdlog::logger>& logger, spdlog::level::level_enum level,
           std::string_view text) {
  if (logger && logger->should_log(level)) logger->log(level, harmless(text));
}

}  // namespace

Result<Journal> Journal::open(const std::filesystem::path& file, const std::string& level,
                              std::function<void(const std::string&)> on_trouble) {
  Journal journal;
  const auto least = spdlog::level::from_str(level);
  if (least == spdlog::level::off) return journal;
  const auto refuse = [&](const std::string& why) {
    return std::unexpected{
        Error{ErrorCode::cannot_write, Place{file.string()}, "the journal cannot be written: " + why}};
  };
  std::error_code ignored;  // spdlog would make the folder
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
      on_trouble(name + ": the journal cannot be written any more; the run continues: " + why);
  });
  return journal;
}

void Journal::trace(std::string_view text) const { write(logger_, spdlog::level::trace, text); }
void Journal::debug(std::string_view text) const { write(logger_, spdlog::level::debug, text); }
void Journal::info(std::string_view text) const { write(logger_, spdlog::level::info, text); }
void Journal::warning(std::string_view text) const { write(logger_, spdlog::level::warn, text); }
void Journal::error(std::string_view text) const { write(logger_, spdlog::level::err, text); }

bool Journal::writes_trace() const { return logger_ && logger_->should_log(spdlog::level::trace); }

}  // namespace tribunal
