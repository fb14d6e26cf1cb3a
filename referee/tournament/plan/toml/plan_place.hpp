#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string_view>

#include "base/error.hpp"

namespace tribunal {

/// The place of a key in a plan's text, `cup.toml:12:11`: at the top, or of the bot with this number. It is
/// that of the bot's table if it has no such key, and `file` alone if the text is no TOML.
[[nodiscard]] Place place_in_plan(std::string_view text, const std::filesystem::path& file,
                                  std::optional<std::size_t> bot, std::string_view key);

}  // namespace tribunal
