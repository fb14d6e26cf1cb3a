#include "tournament/run/event_line.hpp"

#include <chrono>
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/utc.hpp"

namespace tribunal {
namespace {

/// `2026-01-31T23:59:59.123Z`
std::string utc_now() {
  using namespace std::chrono;
  const auto time = floor<milliseconds>(system_clock::now());
  return fmt::format("{}.{:03}Z", utc_text(time), time.time_since_epoch().count() % 1000);
}

}  // namespace

std::string event_line(std::string_view event, const nlohmann::ordered_json& members) {
  nlohmann::ordered_json line{{"event", event}, {"time", utc_now()}};
  line.update(members);
  return line.dump(-1, ' ', true, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace tribunal
