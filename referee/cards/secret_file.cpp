#include "cards/secret_file.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <unistd.h>

namespace tribunal {

std::expected<Secret, std::string> read_secret_file(const std::filesystem::path& path) {
  std::ifstream file{path};
  std::string line;
  if (!file || !std::getline(file, line)) {
    return std::unexpected{path.string() + ": the secret cannot be read"};
  }
  const auto bytes = from_hex(line);
  if (!bytes) return std::unexpected{path.string() + ":1: a secret is 64 hexadecimal digits in lower case"};
  return Secret{*bytes};
}

std::expected<void, std::string> write_secret_file(const std::filesystem::path& path, const Secret& secret) {
  // O_EXCL: a secret is never overwritten, and the mode holds from the first moment on.
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0)
    return std::unexpected{path.string() + ": the secret cannot be written: " + std::strerror(errno)};
  const auto line = to_hex(secret.bytes) + "\n";
  const bool written =
      write(file, line.data(), line.size()) == static_cast<ssize_t>(line.size()) && fsync(file) == 0;
  const bool closed = close(file) == 0;
  if (!written || !closed) return std::unexpected{path.string() + ": the secret could not be written whole"};
  return {};
}

}  // namespace tribunal
