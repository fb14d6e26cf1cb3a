#include "tournament/plan/commitment.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include <toml++/toml.h>

#include "tournament/plan/toml/plan_table.hpp"

namespace tribunal {
namespace {

/// A line to add to a plan, or a member to add to an inline table, and the position of the key before which
/// it is inserted.
struct Addition {
  toml::source_position before;
  bool inline_table = false;
  std::string key;
  std::string value;
};

/// The position of `key` in a table. The position is empty if there is no such key.
toml::source_position position_of(const toml::table& table, std::string_view key) {
  for (const auto& [name, value] : table)
    if (name.str() == key) return name.source().begin;
  return {};
}

/// The missing keys of the plan, in the order of the text.
std::vector<Addition> additions_to(const toml::table& table, const Tournament& tournament,
                                   const Secret& committed) {
  const auto& plan = tournament.plan;
  std::vector<Addition> additions;
  if (!plan.commitment)
    additions.push_back({position_of(table, "name"), false, "commitment", to_hex(committed.commitment())});
  const auto* const bots = table.get_as<toml::array>("bots");
  for (std::size_t bot = 0; bot < plan.bots.size(); ++bot) {
    if (!plan.bots[bot].sha256.empty() || plan.bots[bot].stay.withdrawn_after) continue;
    const auto& entry = *bots->get_as<toml::table>(plan.bots[bot].position);
    additions.push_back({position_of(entry, "command"), entry.is_inline(), "sha256", tournament.sha256[bot]});
  }
  std::ranges::sort(additions, {}, [](const Addition& addition) {
    return std::pair{addition.before.line, addition.before.column};
  });
  return additions;
}

/// `text` with `additions`. Each is inserted before a key, with that key's indentation.
std::string with(std::string_view text, const std::vector<Addition>& additions) {
  std::string more;
  std::size_t done = 0;
  for (const auto& [before, inline_table, key, value] : additions) {
    const auto offset = offset_of(text, before);
    const auto line = text.substr(0, offset).rfind('\n') + 1;  // 0 if there is no earlier line
    more += text.substr(done, offset - done);
    more += key + " = \"" + value + '"';
    more += inline_table ? ", " : "\n" + std::string{text.substr(line, offset - line)};
    done = offset;
  }
  return more.append(text.substr(done));
}

}  // namespace

bool is_committed(const PlannedBot& bot, const Entrant& entrant) {
  return bot.sha256.empty() || bot.sha256 == entrant.sha256;
}

std::string clause_of_bots(const Plan& plan) {
  const auto without = std::ranges::count_if(plan.bots, [](const auto& bot) { return bot.sha256.empty(); });
  if (without == 0) return "; every bot's files have the hash that the plan commits to";
  if (std::cmp_less(without, plan.bots.size()))
    return "; the plan does not commit to the files of " + std::to_string(without) +
           " of its bots, so they may be any files";
  return "; the plan does not commit to the files of its bots, so they may be any files";
}

Result<std::string> published_plan(const Tournament& tournament, const Secret& committed) {
  const auto& plan = tournament.plan;
  const auto fail = [&](const std::string& why) {
    return std::unexpected{Error{ErrorCode::wrong_plan, Place{plan.file.string()}, why}};
  };
  if (plan.commitment && *plan.commitment != committed.commitment())
    return fail(
        "the secret does not match the commitment in the plan; expected the matching secret, or a plan "
        "without the line 'commitment'");
  for (std::size_t bot = 0; bot < plan.bots.size(); ++bot) {
    if (tournament.sha256[bot].empty() && !plan.bots[bot].stay.withdrawn_after) {
      return fail("bot " + plan.bots[bot].name +
                  " has no files to commit to; expected a command that names its program by a path, 'files', "
                  "or a 'directory' of its own");
    }
  }
  const auto table = toml::parse(tournament.plan_text);
  auto text = with(tournament.plan_text, additions_to(table, tournament, committed));
  const auto again = parse_plan(text, plan.file);
  if (!again) return std::unexpected{again.error()};
  return text;
}

}  // namespace tribunal
