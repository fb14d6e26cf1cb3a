#pragma once

#include <optional>
#include <string_view>
#include <sys/types.h>

#include "base/descriptor.hpp"

namespace tribunal {

/// Users that bots run as when the program was started as root: numbers that nobody has, one for each running
/// bot. The second range is for containers that have no more than 65536 users.
struct UserRange {
  uid_t first = 0;
  uid_t count = 0;

  bool operator==(const UserRange&) const = default;
};
inline constexpr UserRange usual_users{1'900'000'000, 4096};
inline constexpr UserRange users_of_a_container{60'100, 1000};

/// The range to be used where `uid_map`, the text of /proc/self/uid_map, says which users there are.
[[nodiscard]] UserRange users_in(std::string_view uid_map);

/// A user that no other running bot of this machine has. Held as a name of an abstract socket: given back
/// with this, and by the system when this program dies in any way.
class OwnUser {
 public:
  /// Nothing if all are taken. It begins to look at a random number: what another program left running when
  /// it was killed may still be ending, and in another container the same number may be taken unseen.
  [[nodiscard]] static std::optional<OwnUser> claim(const UserRange& range);

  [[nodiscard]] uid_t uid() const { return uid_; }

 private:
  OwnUser(uid_t uid, Descriptor claim) : uid_{uid}, claim_{std::move(claim)} {}

  uid_t uid_;
  Descriptor claim_;
};

}  // namespace tribunal
