#include "bots/sandbox/own_user.hpp"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <sstream>
#include <string>
#include <sys/socket.h>
#include <sys/un.h>

#include "bots/system/random_bits.hpp"

namespace tribunal {
namespace {

/// A socket bound to `name` in the abstract namespace (unix(7)); none, and EADDRINUSE, if it is taken.
Descriptor bind_name(const std::string& name) {
  Descriptor socket{::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)};
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path + 1, name.data(), std::min(name.size(), sizeof address.sun_path - 1));
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
  // NOLINTNEXTLINE(*-reinterpret-cast): what bind(2) asks for
  if (!socket || ::bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), size) != 0) return {};
  return socket;
}

}  // namespace

UserRange users_in(std::string_view uid_map) {
  std::istringstream lines{std::string{uid_map}};
  std::uint64_t inside = 0;
  std::uint64_t outside = 0;
  std::uint64_t count = 0;
  while (lines >> inside >> outside >> count) {
    if (inside <= usual_users.first && usual_users.first + usual_users.count <= inside + count)
      return usual_users;
  }
  return users_of_a_container;
}

std::optional<OwnUser> OwnUser::claim(const UserRange& range) {
  const auto start = random_bits() % range.count;
  for (uid_t i = 0; i < range.count; ++i) {
    const auto uid = range.first + (start + i) % range.count;
    auto claim = bind_name("tribunal-user-" + std::to_string(uid));
    if (claim) return OwnUser{uid, std::move(claim)};
    if (errno != EADDRINUSE) return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace tribunal
