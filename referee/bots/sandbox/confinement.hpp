#pragma once

#include <optional>
#include <string_view>
#include <sys/types.h>

#include "base/descriptor.hpp"
#include "base/error.hpp"
#include "bots/sandbox/profile.hpp"
#include "bots/sandbox/sandbox.hpp"
#include "bots/system/command.hpp"

namespace tribunal {

/// User numbers for bots of a program that root started: numbers without an account, one for each running
/// bot. The second range is for containers with at most 65536 users.
struct UserRange {
  uid_t first = 0;
  uid_t count = 0;

  bool operator==(const UserRange&) const = default;
};
inline constexpr UserRange usual_users{1'900'000'000, 4096};
inline constexpr UserRange users_of_a_container{60'100, 1000};

/// The range for a system whose /proc/self/uid_map, which lists its users, has the text `uid_map`.
[[nodiscard]] UserRange users_in(std::string_view uid_map);

/// A user that no other running bot on this machine has. It is claimed by the name of an abstract socket. The
/// destructor releases it, and so does the system when this program dies in any way.
class OwnUser {
 public:
  /// Claims a user. None if all are taken. The search begins at a random number, because processes of a
  /// killed program may still be ending, and another container may use the same number unnoticed.
  [[nodiscard]] static std::optional<OwnUser> claim(const UserRange& range);

  [[nodiscard]] uid_t uid() const { return uid_; }

 private:
  OwnUser(uid_t uid, Descriptor claim) : uid_{uid}, claim_{std::move(claim)} {}

  uid_t uid_;
  Descriptor claim_;
};

/// The launch of one bot, and the resources of the machine that it holds while it runs. The destructor
/// releases them.
struct Confinement {
  Profile profile{};
  SandboxLevel level = SandboxLevel::none;
  Resources resources;
  std::optional<OwnUser> user;
};

/// Whether bots of this level run as users of their own whose access depends on the modes of files: they can
/// read what everybody may read, and nothing else.
[[nodiscard]] bool goes_by_modes(SandboxLevel level);

/// Prepares everything that a bot needs at its level. Errors are found before anything runs.
[[nodiscard]] Result<Confinement> confine(const Command& command, const Sandbox& sandbox);

}  // namespace tribunal
