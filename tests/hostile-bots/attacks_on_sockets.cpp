// Attacks on listeners: on this machine, in the next process, outside.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "attack.hpp"

namespace {

/// True once it is connected, within a second.
bool connects(int socket, const sockaddr* address, socklen_t size) {
  if (socket < 0) return false;
  if (::connect(socket, address, size) == 0) return true;
  if (errno != EINPROGRESS) return false;
  pollfd ready{socket, POLLOUT, 0};
  if (::poll(&ready, 1, 1000) <= 0) {
    errno = ETIMEDOUT;
    return false;
  }
  socklen_t length = sizeof errno;
  ::getsockopt(socket, SOL_SOCKET, SO_ERROR, &errno, &length);
  return errno == 0;
}

bool connects_to(const std::string& address, int port) {
  sockaddr_in place{};
  place.sin_family = AF_INET;
  place.sin_port = htons(static_cast<std::uint16_t>(port));
  ::inet_pton(AF_INET, address.c_str(), &place.sin_addr);
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  const bool good = connects(socket, reinterpret_cast<const sockaddr*>(&place), sizeof place);
  const int error = errno;
  ::close(socket);
  errno = error;
  return good;
}

/// targets[0]: the port of a listener of this machine.
void loopback(const Situation& situation) {
  report(connects_to("127.0.0.1", situation.number(0, 22)), "a listener of this machine");
}

/// Looks for a route to the internet. The route of a datagram is looked up without sending it.
void outside(const Situation&) {
  sockaddr_in place{};
  place.sin_family = AF_INET;
  place.sin_port = htons(9);
  ::inet_pton(AF_INET, "192.0.2.1", &place.sin_addr);  // TEST-NET-1: nobody's
  const int socket = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  report(::connect(socket, reinterpret_cast<const sockaddr*>(&place), sizeof place) == 0,
         "a way to the outside");
  ::close(socket);
  const int raw = ::socket(AF_INET, SOCK_RAW | SOCK_CLOEXEC, IPPROTO_ICMP);
  report(raw >= 0, "a raw socket");
  ::close(raw);
}

/// targets: names of abstract sockets, and then, with a slash, of sockets in a folder.
void local_sockets(const Situation& situation) {
  for (const auto& name : situation.targets) {
    sockaddr_un place{};
    place.sun_family = AF_UNIX;
    const bool is_path = name.starts_with('/');
    name.copy(place.sun_path + (is_path ? 0 : 1), sizeof place.sun_path - 2);
    const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size() + 1);
    const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    report(connects(socket, reinterpret_cast<const sockaddr*>(&place), size), "the socket " + name);
    ::close(socket);
  }
}

constexpr std::array socket_attacks{
    Attack{"loopback", {loopback}},
    Attack{"outside", {outside}},
    Attack{"local-sockets", {local_sockets}},
};

}  // namespace

std::span<const Attack> attacks_on_sockets() { return socket_attacks; }
