#pragma once

#include <optional>
#include <string>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

#include "bots/process/host.hpp"
#include "check/check.hpp"
#include "table/table_fixture.hpp"

namespace tribunal {

/// An order that is over soon: Revolution for two, one deal, and nobody is given long to leave.
inline CheckOrder small_check(BotEntry bot) {
  auto order = CheckOrder{.bot = std::move(bot),
                          .tables = {{"revolution", {}, make_rules("revolution", 2, {}).value()}},
                          .limits = {.move_ms = 20'000, .startup_ms = 20'000},
                          .host = {.referee = "test"},
                          .budget = std::chrono::seconds{300},
                          .deals = 1,
                          .command = "./"};
  order.command += order.bot.name;
  return order;
}

inline CheckReport check_of(const CheckOrder& order) {
  Host host;
  asio::io_context context{1};
  std::optional<CheckReport> report;
  const auto keep = [&]() -> asio::awaitable<void> {
    report.emplace(co_await check_bot(context, host, order, [](const Examination&) {}));
  };
  asio::co_spawn(context, keep(), [&](const std::exception_ptr& error) {
    context.stop();
    if (error) std::rethrow_exception(error);
  });
  context.run();
  return std::move(report.value());
}

/// The examination of that name; it must be there.
inline Examination found_in(const CheckReport& report, std::string_view name) {
  for (const auto& examination : report.examinations) {
    if (examination.name == name) return examination;
  }
  throw std::runtime_error{"there is no examination " + std::string{name}};
}

}  // namespace tribunal
