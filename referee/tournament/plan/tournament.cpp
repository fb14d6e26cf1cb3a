#include "tournament/plan/tournament.hpp"

#include <toml++/toml.h>

#include "base/try.hpp"
#include "bots/system/program.hpp"
#include "tournament/plan/toml/plan_table.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

/// A tournament before its bots are hashed.
Result<Tournament> scheduled(const std::string& plan_text, const std::filesystem::path& file) {
  auto plan = TRY(parse_plan(plan_text, file));
  auto rules = rules_of(plan);
  if (!rules) return std::unexpected{rules.error().at(ErrorCode::wrong_plan, file.string())};
  auto schedule = schedule_of(plan);
  if (!schedule) return std::unexpected{schedule.error().at(ErrorCode::wrong_plan, file.string())};
  std::vector<std::string> hashes(plan.bots.size());
  return Tournament{std::move(plan), plan_text, std::move(*rules), *std::move(schedule), std::move(hashes),
                    std::nullopt,    {}};
}

/// The reason that a bot differs from the one that the plan commits to. Empty if it does not, or if the plan
/// commits to none.
std::string objection_to_hash(const PlannedBot& bot, const std::string& sha256) {
  if (bot.sha256.empty() || bot.sha256 == sha256) return {};
  return "bot " + bot.name + " is not the one that the plan commits to: sha256 of its files is " +
         (sha256.empty() ? "that of nothing" : sha256) + ", " + bot.sha256 + " in the plan";
}

/// A remark on a bot whose files cannot be hashed. None if the program is missing, because the check of
/// starts reports that.
std::optional<std::string> remark_on_no_hash(const PlannedBot& bot) {
  const auto& program = bot.command.words.front();
  if (find_program(program).empty()) return std::nullopt;
  return "bot " + bot.name + " has no files to hash, because PATH finds '" + program +
         "': if the program changes, it still counts as the same version; name it by a path, or give the bot "
         "'files' or a 'directory' of its own";
}

/// Builds the bots that are given as source and still take part.
Result<void> build_all(Plan& plan, const std::string& plan_text, const fs::path& file,
                       const BuildPlanned& build) {
  for (std::size_t i = 0; i < plan.bots.size(); ++i) {
    auto& bot = plan.bots[i];
    if (bot.build.empty() || bot.stay.withdrawn_after) continue;
    const auto refused = [&](ErrorCode code, const std::string& why) {
      return failure(code, place_in_plan(plan_text, file, bot.position, "build"),
                     "bot " + bot.name + ": " + why);
    };
    if (!build) return refused(ErrorCode::wrong_plan, "this command does not build bots from source");
    if (const auto built = build(plan, bot); !built) return refused(built.error().code, built.error().text());
  }
  return {};
}

fs::path results_of(const Plan& plan, const fs::path& results) {
  return results.empty() ? fs::absolute(usual_results) / plan.name : results;
}

}  // namespace

Result<Tournament> load_without_bots(const std::filesystem::path& file) {
  const auto text = TRY(read_plan_text(file));
  auto seeded = TRY(with_seeds(text, file));
  return scheduled(seeded.text, file);
}

Result<Tournament> load_tournament(const std::filesystem::path& file, std::optional<std::uint64_t> deals,
                                   const std::filesystem::path& results, const BuildPlanned& build,
                                   const RecordedPlan& recorded) {
  const auto text = TRY(read_plan_text(file));
  auto seeded = TRY(with_seeds(deals ? with_deals(text, *deals) : text, file, recorded));
  auto tournament = TRY(make_tournament(seeded.text, file, results, build));
  tournament.seeds_file = std::move(seeded.file);
  auto& remarks = tournament.remarks;
  remarks.insert(remarks.begin(), seeded.remarks.begin(), seeded.remarks.end());
  return tournament;
}

Result<Tournament> make_tournament(const std::string& plan_text, const std::filesystem::path& file,
                                   const std::filesystem::path& results, const BuildPlanned& build) {
  auto tournament = TRY(scheduled(plan_text, file));
  TRY(build_all(tournament.plan, plan_text, file, build));
  const auto& plan = tournament.plan;
  if (const auto missing = missing_file(plan)) {
    return failure(ErrorCode::wrong_plan,
                   place_in_plan(plan_text, file, plan.bots[missing->bot].position, missing->key),
                   "bot " + plan.bots[missing->bot].name + ": " + missing->sentence);
  }
  const auto hidden = results_of(plan, results);
  auto identities = identities_of(plan, std::span{&hidden, 1});
  if (!identities) return std::unexpected{identities.error().at(ErrorCode::wrong_plan, file.string())};
  for (std::size_t bot = 0; bot < plan.bots.size(); ++bot) {
    if (plan.bots[bot].stay.withdrawn_after || is_absent(plan.bots[bot])) continue;  // its files may be gone
    auto& identity = identities->at(bot);
    if (auto wrong = objection_to_hash(plan.bots[bot], identity.sha256); !wrong.empty())
      return failure(ErrorCode::wrong_plan, place_in_plan(plan_text, file, plan.bots[bot].position, "sha256"),
                     std::move(wrong));
    if (identity.sha256.empty())
      if (auto remark = remark_on_no_hash(plan.bots[bot])) tournament.remarks.push_back(*std::move(remark));
    tournament.sha256[bot] = std::move(identity.sha256);
    identity.sha256.clear();
  }
  for (auto& identity : *identities) tournament.files.push_back(std::move(identity.files));
  return tournament;
}

Result<std::vector<Manifest>> changes_since(const Tournament& tournament, const fs::path& results) {
  std::vector<BotIdentity> known;
  for (const auto& files : tournament.files) known.push_back({files, ""});
  const auto hidden = results_of(tournament.plan, results);
  const auto now = TRY(identities_of(tournament.plan, std::span{&hidden, 1}, known));
  std::vector<Manifest> changes;
  for (std::size_t bot = 0; bot < now.size(); ++bot)
    changes.push_back(changes_between(tournament.files.at(bot), now.at(bot).files));
  return changes;
}

Place place_in_plan(std::string_view text, const std::filesystem::path& file, std::optional<std::size_t> bot,
                    std::string_view key) {
  const auto plan = toml_of(text);
  const auto* const table = !plan ? nullptr : bot ? (*plan)["bots"][*bot].as_table() : &*plan;
  if (table == nullptr) return {file.string()};
  const auto* const value = table->get(key);
  const auto& place = (value != nullptr ? value->source() : table->source()).begin;
  return {file.string(), place.line, place.column};
}

Versions::Versions(std::vector<std::string> names) : names_{std::move(names)}, hashes_(names_.size()) {}

Versions::Versions(const Plan& plan) : Versions{plan.names()} {}

int Versions::number(int bot, const std::string& sha256) {
  auto& hashes = hashes_.at(static_cast<std::size_t>(bot));
  const auto found = std::ranges::find(hashes, sha256);
  const auto number = found - hashes.begin();
  if (found == hashes.end()) hashes.push_back(sha256);
  return static_cast<int>(number);
}

void Versions::set_newest(int bot, int version) {
  newest_.at(static_cast<std::size_t>(bot)) = static_cast<std::size_t>(version);
}

std::size_t Versions::newest(std::size_t bot) const { return newest_.at(bot).value_or(count(bot) - 1); }

std::size_t Versions::count(std::size_t bot) const { return std::max<std::size_t>(hashes(bot).size(), 1); }

bool Versions::several() const {
  return std::ranges::any_of(hashes_, [](const auto& hashes) { return hashes.size() > 1; });
}

std::vector<std::string> Versions::entrants() const {
  std::vector<std::string> entrants;
  for (std::size_t bot = 0; bot < names_.size(); ++bot) {
    for (std::size_t version = 0; version < count(bot); ++version) entrants.push_back(name(bot, version));
  }
  return entrants;
}

std::string Versions::name(std::size_t bot, std::size_t version) const {
  constexpr std::size_t digits = 8;
  if (hashes_[bot].size() < 2) return names_[bot];
  return names_[bot] + '@' + hashes_[bot][version].substr(0, digits);
}

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
  const auto fail = [&](const std::string& why) { return failure(ErrorCode::wrong_plan, plan.file, why); };
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
  TRY(parse_plan(text, plan.file));
  return text;
}

}  // namespace tribunal
