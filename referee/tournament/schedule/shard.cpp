#include "tournament/schedule/shard.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "base/text/number_text.hpp"

namespace tribunal {

Result<Shard> parse_shard(std::string_view text) {
  Shard shard;
  auto rest = text;
  const bool is_read = take_number(rest, shard.number) && rest.starts_with('/') &&
                       (rest.remove_prefix(1), take_number(rest, shard.count)) && rest.empty();
  if (is_read && shard.number >= 1 && shard.number <= shard.count && shard.count <= most_shards) return shard;
  return std::unexpected{"'" + std::string{text} +
                         "' is not a shard; expected NUMBER/COUNT, as in 1/7 .. 7/7"};
}

std::string to_text(Shard shard) { return std::to_string(shard.number) + '/' + std::to_string(shard.count); }

std::string to_text(const ShardGames& part) {
  return fmt::format("{} {} {}", to_text(part.shard), part.games.begin, part.games.end);
}

std::optional<ShardGames> parse_shard_games(std::string_view text) {
  const auto blank = std::min(text.find(' '), text.size());
  const auto shard = parse_shard(text.substr(0, blank));
  auto rest = text.substr(blank);
  GameRange games;
  const auto take_after_blank = [&](std::uint64_t& number) {
    return rest.starts_with(' ') && (rest.remove_prefix(1), take_number(rest, number));
  };
  if (!shard || !take_after_blank(games.begin) || !take_after_blank(games.end) || !rest.empty())
    return std::nullopt;
  return games.begin < games.end ? std::optional{ShardGames{*shard, games}} : std::nullopt;
}

std::string named(const std::optional<ShardGames>& part) {
  if (!part) return "a whole tournament";
  return fmt::format("shard {}, games {} to {}", to_text(part->shard), part->games.begin,
                     part->games.end - 1);
}

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
