#pragma once

#include <array>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

namespace tribunal {

/// The reason for a failure to read a file: `no such file`, or `otherwise`.
[[nodiscard]] inline std::string unreadable(const std::filesystem::path& file, std::string otherwise) {
  std::error_code error;
  const bool there = std::filesystem::exists(file, error);
  return there || error ? std::move(otherwise) : "no such file";
}

/// The kind of an existing file that is not regular, after links: `a pipe`; empty for any other file. To open
/// such a file may block for ever.
[[nodiscard]] inline std::string odd_kind_of(const std::filesystem::path& file) {
  using std::filesystem::file_type;
  std::error_code ignored;
  switch (std::filesystem::status(file, ignored).type()) {
    case file_type::fifo:
      return "a pipe";
    case file_type::socket:
      return "a socket";
    case file_type::directory:
      return "a folder";
    case file_type::block:
    case file_type::character:
      return "a device";
    default:
      return {};
  }
}

/// The rest of `in`, at most `most` + 1 bytes; nothing if it cannot be read, because it is a directory or the
/// disk fails. It does not throw, unlike an iterator over the buffer.
[[nodiscard]] inline std::optional<std::string> contents_of(std::istream& in, std::size_t most) {
  std::string text;
  std::array<char, 65'536> block{};
  while (text.size() <= most && (in.read(block.data(), block.size()) || in.gcount() > 0))
    text.append(block.data(), static_cast<std::size_t>(in.gcount()));
  if (in.bad()) return std::nullopt;
  if (text.size() > most) text.resize(most + 1);
  return text;
}

/// The contents of a file in the same way. Nothing if it is not regular or cannot be opened.
[[nodiscard]] inline std::optional<std::string> contents_of(const std::filesystem::path& file,
                                                            std::size_t most = std::string::npos) {
  if (!odd_kind_of(file).empty()) return std::nullopt;
  std::ifstream stream{file, std::ios::binary};
  return stream ? contents_of(stream, most) : std::nullopt;
}

}  // namespace tribunal
