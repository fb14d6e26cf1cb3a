#include "tournament/plan/ruling.hpp"

#include <fmt/format.h>
#include <numeric>
#include <ranges>
#include <set>

#include "base/text/number_text.hpp"
#include "base/text/utf8.hpp"
#include "base/try.hpp"
#include "record/json_line.hpp"
#include "tournament/plan/tournament.hpp"
#include "tournament/schedule/formats/format.hpp"

namespace tribunal {
namespace {

constexpr std::uint64_t largest_game = std::uint64_t{1} << 48U;  // above any game of any schedule
constexpr std::size_t most_ranges = 10'000;

std::unexpected<Error> no_games(std::string_view part) {
  return std::unexpected{
      Error{fmt::format("expected games as in 17,20-25, not '{}'", harmless(part.substr(0, 40)))}};
}

std::optional<std::uint64_t> game_from(std::string_view digits) {
  const auto game = number_from<std::uint64_t>(digits);
  return game && *game < largest_game ? game : std::nullopt;
}

Result<GameRange> range_from(std::string_view part) {
  const auto dash = part.find('-');
  const auto first = game_from(part.substr(0, dash));
  const auto last = dash == std::string_view::npos ? first : game_from(part.substr(dash + 1));
  if (!first || !last || *last < *first) return no_games(part);
  return GameRange{*first, *last + 1};
}

/// The ranges in ascending order. Overlapping and adjacent ones are merged.
std::vector<GameRange> united(std::vector<GameRange> ranges) {
  std::ranges::sort(ranges, {}, &GameRange::begin);
  std::vector<GameRange> all;
  for (const auto& range : ranges) {
    if (!all.empty() && range.begin <= all.back().end) {
      all.back().end = std::max(all.back().end, range.end);
    } else {
      all.push_back(range);
    }
  }
  return all;
}

std::string objection_to_void_games(const Tournament& tournament, const Ruling& ruling) {
  const auto games = games_made_void(ruling);
  const auto from = played_on(ruling);
  const bool plays_on = ruling.kind == RulingKind::play_on;
  if (games.empty() ||
      (plays_on ? !from || from->games != games_text(games) : games_text(games) != ruling.subject))
    return "has its games in a form that Tribunal does not write";
  const auto bounds = bounds_of(tournament.schedule.shape());
  if (!bounds || games.back().end > bounds->most_games) return "voids games that are not in the plan";
  if (plays_on && (!tournament.schedule.in_rounds() || from->end < games.back().end))
    return "plays on from a round that does not exist";
  return {};
}

bool is_bot(const Tournament& tournament, const std::string& name) {
  return std::ranges::find(tournament.plan.bots, name, &PlannedBot::name) != tournament.plan.bots.end();
}

/// The objection to a ruling, given the bots that earlier rulings excluded. Updates `excluded`.
std::string objection_to(const Tournament& tournament, const Ruling& ruling,
                         std::set<std::string>& excluded) {
  if (ruling.reason.empty() || ruling.reason.size() > longest_reason)
    return "has no reason, or one that is too long";
  if (voids_games(ruling.kind)) return objection_to_void_games(tournament, ruling);
  if (!is_bot(tournament, ruling.subject)) return "names a bot that is not in the plan";
  if (ruling.kind == RulingKind::reinstate)
    return excluded.erase(ruling.subject) == 0 ? "reinstates a bot that is not excluded" : std::string{};
  if (tournament.schedule.in_rounds()) return "excludes a bot from a tournament with rounds";
  return excluded.insert(ruling.subject).second ? std::string{} : "excludes a bot that is excluded already";
}

std::string objection_to_all(const Tournament& tournament, std::span<const Ruling> rulings) {
  if (rulings.size() > most_rulings) return fmt::format("there are more than {} rulings", most_rulings);
  std::set<std::string> excluded;
  for (std::size_t i = 0; i < rulings.size(); ++i) {
    if (!std::cmp_equal(rulings[i].number, i + 1)) return "the rulings are not numbered from 1";
    if (const auto wrong = objection_to(tournament, rulings[i], excluded); !wrong.empty())
      return fmt::format("ruling {} {}", i + 1, wrong);
  }
  return {};
}

}  // namespace

Result<std::vector<GameRange>> parse_games(std::string_view text) {
  std::vector<GameRange> ranges;
  for (auto rest = text;;) {
    const auto comma = rest.find(',');
    const auto range = TRY(range_from(rest.substr(0, comma)));
    ranges.push_back(range);
    if (comma == std::string_view::npos) return united(std::move(ranges));
    if (ranges.size() == most_ranges)
      return std::unexpected{Error{fmt::format("at most {} numbers and ranges of games", most_ranges)}};
    rest.remove_prefix(comma + 1);
  }
}

std::string games_text(std::span<const GameRange> games) {
  std::string text;
  for (const auto& range : games) {
    text += fmt::format("{}{}", text.empty() ? "" : ",", range.begin);
    if (range.end - range.begin > 1) text += fmt::format("-{}", range.end - 1);
  }
  return text;
}

std::uint64_t count_of(std::span<const GameRange> games) {
  return std::transform_reduce(games.begin(), games.end(), std::uint64_t{0}, std::plus<>{},
                               [](const GameRange& range) { return range.end - range.begin; });
}

std::string to_text(const PlayedOn& results) {
  return fmt::format("{} {} {} {}", results.games, results.end, results.content, results.folder);
}

std::optional<PlayedOn> played_on(const Ruling& ruling) {
  if (ruling.kind != RulingKind::play_on) return std::nullopt;
  std::vector<std::string_view> parts;
  for (const auto word : std::views::split(ruling.subject, ' ') | std::views::take(3))
    parts.emplace_back(word.begin(), word.end());
  if (parts.size() < 3 || !from_hex(parts[2])) return std::nullopt;
  const auto rest = ruling.subject.find(parts[2]) + parts[2].size() + 1;
  PlayedOn results{.games = std::string{parts[0]},
                   .end = game_from(parts[1]).value_or(0),
                   .content = std::string{parts[2]},
                   .folder = ruling.subject.substr(std::min(rest, ruling.subject.size()))};
  const auto& name = results.folder;
  const bool is_name = !name.empty() && name != ".." && !name.contains('/') && harmless(name) == name;
  return is_name && to_text(results) == ruling.subject ? std::optional{results} : std::nullopt;
}

std::vector<GameRange> games_made_void(const Ruling& ruling) {
  if (!voids_games(ruling.kind)) return {};
  const auto games =
      ruling.kind == RulingKind::play_on ? played_on(ruling).value_or(PlayedOn{}).games : ruling.subject;
  return parse_games(games).value_or(std::vector<GameRange>{});
}

std::vector<std::vector<GameRange>> void_games_kept(std::span<const Ruling> rulings) {
  std::vector<std::vector<GameRange>> kept(rulings.size());
  auto end = largest_game;
  for (auto at = rulings.size(); at-- > 0;) {
    kept[at] = games_made_void(rulings[at]);
    for (auto& range : kept[at]) range.end = std::min(range.end, end);
    std::erase_if(kept[at], [](const GameRange& range) { return range.begin >= range.end; });
    if (const auto from = played_on(rulings[at])) end = std::min(end, from->end);
  }
  return kept;
}

VoidedGames::VoidedGames(std::span<const Ruling> rulings) {
  const auto kept = void_games_kept(rulings);
  for (std::size_t at = 0; at < kept.size(); ++at) {
    for (const auto& range : kept[at]) ranges_.push_back({rulings[at].number, range});
    if (const auto from = played_on(rulings[at]))
      redrawn_.push_back({rulings[at].number, {from->end, largest_game}});
  }
}

std::int64_t VoidedGames::played_after(std::uint64_t game) const {
  auto last = ruling_of(game).value_or(0);
  for (const auto& [ruling, games] : redrawn_)
    if (games.begin <= game) last = std::max(last, ruling);
  return last;
}

std::optional<std::int64_t> VoidedGames::ruling_of(std::uint64_t game) const {
  std::optional<std::int64_t> last;
  for (const auto& [ruling, games] : ranges_)
    if (games.begin <= game && game < games.end) last = ruling;
  return last;
}

std::string objection_to_reason(std::string_view reason) {
  if (reason.find_first_not_of(' ') == std::string_view::npos)
    return "expected a reason, which is published with the results";
  if (reason.size() > longest_reason)
    return fmt::format("expected at most {} bytes, not {}", longest_reason, reason.size());
  if (harmless(reason) != reason)
    return fmt::format("expected one line of printable text, not '{}'", harmless(reason));
  return {};
}

Bytes32 sha256_of(std::span<const Ruling> rulings) {
  std::string text;
  for (const auto& ruling : rulings) {
    append_netstring(text, std::to_string(ruling.number));
    append_netstring(text, name_of(ruling.kind));
    for (const auto& cell : {ruling.subject, ruling.reason, ruling.made}) append_netstring(text, cell);
  }
  return sha256(text);
}

const Ruling* exclusion_of(std::span<const Ruling> rulings, std::string_view bot) {
  const Ruling* last = nullptr;
  for (const auto& ruling : rulings)
    if (!voids_games(ruling.kind) && ruling.subject == bot) last = &ruling;
  return last != nullptr && last->kind == RulingKind::exclude ? last : nullptr;
}

Result<void> apply_rulings(Tournament& tournament, std::vector<Ruling> rulings) {
  if (auto wrong = objection_to_all(tournament, rulings); !wrong.empty())
    return failure(ErrorCode::unreadable, std::move(wrong));
  bool is_changed = false;
  for (auto& bot : tournament.plan.bots) {
    const bool is_excluded = exclusion_of(rulings, bot.name) != nullptr;
    is_changed = is_changed || is_excluded != bot.stay.excluded;
    bot.stay.excluded = is_excluded;
  }
  tournament.rulings = std::move(rulings);
  if (!is_changed) return {};
  auto schedule = TRY(schedule_of(tournament.plan));
  tournament.schedule = std::move(schedule);
  return {};
}

Result<std::vector<Ruling>> parse_rulings(const nlohmann::json& list) {
  std::vector<Ruling> rulings;
  std::string problem;
  for (const auto& entry : list) {
    JsonFields fields{entry, "a ruling", problem};
    const auto kind = find_name<RulingKind>(fields.text("kind"));
    if (!kind) fields.refuse("its kind is unknown");
    const bool plays_on = kind == RulingKind::play_on;
    const bool voids = plays_on || kind == RulingKind::void_games;
    auto subject = fields.text(voids ? "games" : "bot");
    if (plays_on) {
      subject = to_text({.games = subject,
                         .end = fields.natural("rounds_before_game"),
                         .content = fields.text("content_sha256"),
                         .folder = fields.text("folder")});
    }
    rulings.push_back({.number = fields.number("number", 0, most_rulings),
                       .kind = kind.value_or(RulingKind::exclude),
                       .subject = std::move(subject),
                       .reason = fields.text("reason"),
                       .made = fields.text("made")});
    if (!problem.empty()) break;
  }
  if (!list.is_array() || list.size() > most_rulings || !problem.empty())
    return std::unexpected{Error{"\"rulings\" is not a list of rulings as 'tribunal ruling' makes them"}};
  return rulings;
}

}  // namespace tribunal
