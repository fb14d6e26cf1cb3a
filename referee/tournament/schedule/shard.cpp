#include "tournament/schedule/shard.hpp"

#include <charconv>

namespace tribunal {
namespace {

/// The number in front of `text`, which it is taken off; nothing if there is none.
bool take_number(std::string_view& text, int& number) {
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (read.ec != std::errc{}) return false;
  text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
  return true;
}

}  // namespace

std::expected<Shard, std::string> parse_shard(std::string_view text) {
  Shard shard;
  auto rest = text;
  const bool is_read = take_number(rest, shard.number) && rest.starts_with('/') &&
                       (rest.remove_prefix(1), take_number(rest, shard.count)) && rest.empty();
  if (is_read && shard.number >= 1 && shard.number <= shard.count && shard.count <= most_shards) return shard;
  return std::unexpected{"'" + std::string{text} + "' is no shard; expected NUMBER/COUNT, as in 1/7 .. 7/7"};
}

std::string to_text(Shard shard) { return std::to_string(shard.number) + '/' + std::to_string(shard.count); }

GameRange games_of(const Schedule& schedule, Shard shard) {
  const auto first = schedule.begin_of_last_round();
  const auto blocks = (schedule.size() - first) / schedule.seatings();
  const auto count = static_cast<std::uint64_t>(shard.count);
  const auto begin_of = [&](int number) {
    const auto before = static_cast<std::uint64_t>(number - 1);
    const auto begin =
        first + (blocks / count * before + blocks % count * before / count) * schedule.seatings();
    return count > schedule.deals() || begin == schedule.size() ? begin : schedule.begin_of_deal(begin);
  };
  return {begin_of(shard.number), begin_of(shard.number + 1)};
}

}  // namespace tribunal
