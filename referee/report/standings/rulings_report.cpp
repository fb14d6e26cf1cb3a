#include "report/standings/rulings_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <vector>

#include "base/text/number_text.hpp"
#include "base/text/utf8.hpp"

namespace tribunal {
namespace {

std::string what_it_says(const Ruling& ruling) {
  if (ruling.kind == RulingKind::exclude)
    return fmt::format("bot {} is excluded: none of its games counts", harmless(ruling.subject));
  if (ruling.kind == RulingKind::reinstate)
    return fmt::format("bot {} is reinstated", harmless(ruling.subject));
  const bool is_one = ruling.subject.find_first_of(",-") == std::string::npos;
  return fmt::format("game{} {} {} void, to be played again", is_one ? "" : "s", harmless(ruling.subject),
                     is_one ? "is" : "are");
}

}  // namespace

Json rulings_json(std::span<const Ruling> rulings) {
  auto list = Json::array();
  for (const auto& ruling : rulings) {
    list.push_back({{"number", static_cast<std::uint64_t>(ruling.number)},
                    {"kind", name_of(ruling.kind)},
                    {ruling.kind == RulingKind::void_games ? "games" : "bot", ruling.subject},
                    {"reason", harmless(ruling.reason)},
                    {"made", harmless(ruling.made)}});
  }
  return list;
}

std::string ruling_line(const Ruling& ruling) {
  return fmt::format("{}  {}  {}: {}", ruling.number, harmless(ruling.made), what_it_says(ruling),
                     harmless(ruling.reason));
}

std::string rulings_sentence(std::span<const Ruling> rulings) {
  if (rulings.empty()) return {};
  std::uint64_t voided = 0;
  std::vector<std::string> effects;
  std::vector<std::string> excluded;
  for (const auto& ruling : rulings) {
    if (ruling.kind == RulingKind::void_games)
      voided += count_of(parse_games(ruling.subject).value_or(std::vector<GameRange>{}));
    if (exclusion_of(rulings, ruling.subject) == &ruling) excluded.push_back(harmless(ruling.subject));
  }
  if (voided > 0) effects.push_back(fmt::format("{} void", counted(voided, "game")));
  if (!excluded.empty()) effects.push_back(fmt::format("excluded: {}", fmt::join(excluded, ", ")));
  return fmt::format(
      "The organiser has made {}{}{}; 'tribunal ruling FOLDER' shows them, with their reasons.",
      counted(rulings.size(), "ruling"), effects.empty() ? "" : ": ", fmt::join(effects, "; "));
}

}  // namespace tribunal
