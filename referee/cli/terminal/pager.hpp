#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "report/replay/replay_view.hpp"

namespace tribunal {

/// The commands of keys in a replay.
enum class ReplayKey : std::uint8_t {
  none,
  next,
  back,
  page_on,
  page_back,
  first,
  last,
  next_fault,
  fault_before,
  decision,  ///< the number of one follows
  seat,      ///< the number of one follows: to its next decision
  help,
  quit
};

/// The key at the front of what a terminal sent, which is taken off; nothing if more of it has to come.
[[nodiscard]] std::optional<ReplayKey> take_key(std::string_view& sent);

/// A place in a replay.
class ReplayPlace {
 public:
  ReplayPlace(const std::vector<ReplayFrame>& frames, std::size_t at) : frames_{frames}, at_{at} {}

  [[nodiscard]] std::size_t at() const { return at_; }
  [[nodiscard]] bool is_last() const { return at_ + 1 == frames_.size(); }
  /// Goes where `key` leads. `number`: the number that follows the key. False if there is no such place.
  bool go(ReplayKey key, std::size_t number = 0);

 private:
  template <class Wanted>
  bool search(int step, const Wanted& wanted);

  const std::vector<ReplayFrame>& frames_;
  std::size_t at_;
};

/// The first frame with a fault, or the first.
[[nodiscard]] std::size_t first_fault(const std::vector<ReplayFrame>& frames);

/// Shows one frame after another on the terminal, as the keys on standard input ask for.
void page_through(const std::vector<ReplayFrame>& frames, std::size_t first);

}  // namespace tribunal
