#include "report/standings/rulings_report.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <vector>

#include "base/text/number_text.hpp"
#include "base/text/utf8.hpp"

namespace tribunal {
namespace {

constexpr std::uint64_t most_looked_at = 10'000;  // games of a ruling; a folder may be untrusted

bool has_excluded(const Tournament& tournament) {
  return std::ranges::any_of(tournament.plan.bots, [](const PlannedBot& bot) { return bot.stay.excluded; });
}

/// The number of a ruling's games that are not played while a bot in them is excluded.
std::uint64_t games_of_excluded(const Tournament& tournament, std::span<const GameRange> games) {
  const auto& bots = tournament.plan.bots;
  const auto is_excluded = [&](int bot) { return bots.at(static_cast<std::size_t>(bot)).stay.excluded; };
  if (!has_excluded(tournament)) return 0;
  std::uint64_t count = 0;
  for (const auto& range : games)
    for (auto game = range.begin; game < std::min(range.end, tournament.schedule.size()); ++game)
      count += std::ranges::any_of(tournament.schedule.game(game).seating, is_excluded) ? 1 : 0;
  return count;
}

/// A clause on what happens to the games that a ruling made void.
std::string what_becomes_of(const Tournament& tournament, const Ruling& ruling) {
  const auto games = games_made_void(ruling);
  const auto all = count_of(games);
  if (all > most_looked_at && has_excluded(tournament))
    return "to be played again, except for those in which a bot is excluded";
  const auto left_out = games_of_excluded(tournament, games);
  if (left_out == 0) return "to be played again";
  if (left_out == all)
    return fmt::format("omitted while a bot in {} is excluded", all == 1 ? "it" : "each of them");
  return fmt::format("to be played again, except for {} of them, omitted while a bot in {} is excluded",
                     left_out, left_out == 1 ? "it" : "each");
}

std::string what_it_says(const Tournament& tournament, const Ruling& ruling) {
  if (ruling.kind == RulingKind::exclude)
    return fmt::format("bot {} is excluded: none of its games counts", harmless(ruling.subject));
  if (ruling.kind == RulingKind::reinstate)
    return fmt::format("bot {} is reinstated", harmless(ruling.subject));
  const auto from = played_on(ruling);
  const auto games = harmless(from ? from->games : ruling.subject);
  const bool is_one = games.find_first_of(",-") == std::string::npos;
  return fmt::format(
      "game{} {} {} void, {}{}", is_one ? "" : "s", games, is_one ? "is" : "are",
      what_becomes_of(tournament, ruling),
      from ? fmt::format(", and the rounds from game {} on are played again, instead of those of {} "
                         "(content SHA-256 {})",
                         from->end, harmless(from->folder), from->content)
           : "");
}

}  // namespace

Json rulings_json(std::span<const Ruling> rulings) {
  auto list = Json::array();
  for (const auto& ruling : rulings) {
    auto& json = list.emplace_back(
        Json{{"number", static_cast<std::uint64_t>(ruling.number)}, {"kind", name_of(ruling.kind)}});
    if (const auto from = played_on(ruling))
      json.update({{"games", from->games},
                   {"rounds_before_game", from->end},
                   {"content_sha256", from->content},
                   {"folder", from->folder}});
    else
      json[voids_games(ruling.kind) ? "games" : "bot"] = ruling.subject;
    json.update({{"reason", harmless(ruling.reason)}, {"made", harmless(ruling.made)}});
  }
  return list;
}

Json rulings_report(std::span<const Ruling> rulings) {
  auto list = Json::array();
  for (auto& ruling : rulings_json(rulings)) {
    list.push_back({{"schema", report_schema}});
    list.back().update(ruling);
  }
  return list;
}

std::string ruling_line(const Tournament& tournament, const Ruling& ruling) {
  return fmt::format("{}  {}  {}: {}", ruling.number, harmless(ruling.made), what_it_says(tournament, ruling),
                     harmless(ruling.reason));
}

std::vector<std::string> rulings_notes(const Tournament& tournament) {
  constexpr std::size_t most_shown = 100;
  const std::span<const Ruling> rulings{tournament.rulings};
  const auto hidden = rulings.size() - std::min(rulings.size(), most_shown);
  std::vector<std::string> notes;
  if (hidden > 0)
    notes.push_back(fmt::format("The first {} are not shown here; 'tribunal ruling FOLDER' shows all.",
                                counted(hidden, "ruling")));
  for (const auto& ruling : rulings.subspan(hidden))
    notes.push_back(fmt::format("Ruling {} of {}: {}: {}", ruling.number, harmless(ruling.made),
                                what_it_says(tournament, ruling), harmless(ruling.reason)));
  return notes;
}

std::string replayed_otherwise_sentence(std::uint64_t games) {
  return fmt::format(
      "{} that rulings made void {} played again under conditions that differ from the original (another "
      "version "
      "of a bot, limits or sandbox), because --accept-changes asked for it.",
      counted(games, "game"), games == 1 ? "was" : "were");
}

std::string rulings_sentence(std::span<const Ruling> rulings) {
  if (rulings.empty()) return {};
  std::uint64_t voided = 0;
  std::vector<std::string> effects;
  std::vector<std::string> excluded;
  for (const auto& ruling : rulings) {
    voided += count_of(games_made_void(ruling));
    if (const auto from = played_on(ruling))
      effects.push_back(fmt::format("played on from an earlier round of {}", harmless(from->folder)));
    if (exclusion_of(rulings, ruling.subject) == &ruling) excluded.push_back(harmless(ruling.subject));
  }
  if (voided > 0) effects.push_back(fmt::format("{} void", counted(voided, "game")));
  if (!excluded.empty()) effects.push_back(fmt::format("excluded: {}", fmt::join(excluded, ", ")));
  return fmt::format(
      "The organiser has made {}{}{}; 'tribunal ruling FOLDER' shows them, with their reasons. SHA-256 of "
      "all "
      "rulings: {}.",
      counted(rulings.size(), "ruling"), effects.empty() ? "" : ": ", fmt::join(effects, "; "),
      to_hex(sha256_of(rulings)));
}

}  // namespace tribunal
