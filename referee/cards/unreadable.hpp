#pragma once

#include <array>
#include <filesystem>
#include <istream>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

namespace tribunal {

/// Why a file could not be read: `no such file`, or `otherwise`.
[[nodiscard]] inline std::string unreadable(const std::filesystem::path& file, std::string otherwise) {
  std::error_code error;
  const bool there = std::filesystem::exists(file, error);
  return there || error ? std::move(otherwise) : "no such file";
}

/// All that is left of `in`; nothing if it cannot be read: a directory, a disk that fails. Nothing is thrown,
/// which an iterator over the buffer does.
[[nodiscard]] inline std::optional<std::string> contents_of(std::istream& in) {
  std::string text;
  std::array<char, 65'536> block{};
  while (in.read(block.data(), block.size()) || in.gcount() > 0)
    text.append(block.data(), static_cast<std::size_t>(in.gcount()));
  return in.bad() ? std::nullopt : std::optional{std::move(text)};
}

}  // namespace tribunal
