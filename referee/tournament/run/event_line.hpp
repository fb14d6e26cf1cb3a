#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace tribunal {

/// An event as docs/events.md describes it: a line of JSON in ASCII, without its end, with the name of the
/// event, the current time and further members.
[[nodiscard]] std::string event_line(std::string_view event, const nlohmann::ordered_json& members);

}  // namespace tribunal
