#include "cards/secret_file.hpp"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files.hpp"

namespace tribunal {

Result<Secret> read_secret_file(const std::filesystem::path& path) {
  constexpr std::size_t more_than_any = 256;
  std::ifstream file{path};
  std::array<char, more_than_any> line{};
  if (!file || (!file.getline(line.data(), line.size()) && file.gcount() == 0)) {
    return std::unexpected{path.string() + ": " + unreadable(path, "the secret cannot be read")};
  }
  const auto bytes = from_hex(line.data());
  if (!bytes) return std::unexpected{path.string() + ":1: a secret is 64 hexadecimal digits in lower case"};
  return Secret{*bytes};
}

Result<Secret> read_private_secret_file(const std::filesystem::path& path) {
  constexpr mode_t of_others = S_IRWXG | S_IRWXO;
  struct stat facts {};
  if (::stat(path.c_str(), &facts) == 0 && (facts.st_mode & of_others) != 0) {
    return std::unexpected{path.string() +
                           ": users other than its owner may read or write the secret; use chmod 600 " +
                           path.string()};
  }
  return read_secret_file(path);
}

Result<void> write_secret_file(const std::filesystem::path& path, const Secret& secret) {
  const auto fail = [&] {
    return std::unexpected{path.string() + ": the secret cannot be written: " + std::strerror(errno)};
  };
  // The file gets its name only when it is complete, and never replaces another file.
  auto part = path.string() + ".XXXXXX";
  const int file = mkostemp(part.data(), O_CLOEXEC);  // mode 600
  if (file < 0) return fail();
  const auto line = to_hex(secret.bytes) + "\n";
  const bool done = write(file, line.data(), line.size()) == static_cast<ssize_t>(line.size()) &&
                    fsync(file) == 0 && link(part.c_str(), path.c_str()) == 0;
  auto result = done ? Result<void>{} : fail();
  close(file);
  unlink(part.c_str());
  return result;
}

}  // namespace tribunal
