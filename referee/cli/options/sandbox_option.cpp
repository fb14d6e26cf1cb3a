#include "cli/options/sandbox_option.hpp"

#include <iostream>

#include "base/text/utf8.hpp"
#include "bots/process/host.hpp"
#include "bots/process/probe.hpp"
#include "tournament/results/results.hpp"

namespace tribunal {
namespace {

std::string fewer_tables(const Crowd& crowd) {
  return crowd.tables == 1 ? "; raise the limit" : "; raise the limit, or play at fewer tables (--workers)";
}

std::unexpected<Error> no_level(std::string sentence) {
  return std::unexpected{Error{ErrorCode::no_sandbox, std::move(sentence)}};
}

}  // namespace

Result<SandboxLevel> settle_level(std::optional<SandboxLevel> demanded, Crowd crowd,
                                  const Resources& resources) {
  crowd.level = demanded.value_or(SandboxLevel::bwrap_cgroup);
  // The bots' limits are checked first: they are the larger ones, so one refusal names everything that is
  // missing.
  if (demanded != SandboxLevel::none)
    if (const auto limit = limit_out_of_reach(resources))
      return no_level(*limit + "; raise the limit, or choose sandbox level none");
  if (const auto room = make_room(crowd); !room) return no_level(room.error().message + fewer_tables(crowd));
  if (demanded == SandboxLevel::none) return SandboxLevel::none;
  for (const auto& lack : lacks_of_kernel()) std::cerr << "tribunal: " << lack << '\n';
  Host host;
  if (!demanded) return highest_level(host);
  const auto found = probe(host, *demanded);
  if (found.works()) return *demanded;
  return no_level(refusal(found));
}

Result<SandboxLevel> settle_level(const Plan& plan, const Crowd& crowd, const std::filesystem::path& out) {
  if (plan.sandbox) return settle_level(plan.sandbox, crowd, plan.resources);
  const auto results = Results::open(out, RoundSource::nowhere);
  return settle_level(results ? results->tournament().plan.sandbox : std::nullopt, crowd, plan.resources);
}

Result<SandboxLevel> settle_level_again(std::optional<SandboxLevel> asked, const Record& record,
                                        CommandSource source, const Resources& resources) {
  const Crowd crowd{.bots = static_cast<int>(record.entrants.size())};
  if (asked) return settle_level(asked, crowd, resources);
  const auto recorded = find_name<SandboxLevel>(record.host.sandbox);
  if (!recorded) {
    return no_level("the game is recorded with the unknown sandbox level '" + harmless(record.host.sandbox) +
                    "'; expected --sandbox LEVEL");
  }
  if (source == CommandSource::results_folder && *recorded < SandboxLevel::bwrap) {
    return no_level("the game was played at sandbox level " + record.host.sandbox +
                    ", at which the folder's commands could do anything that you can do; expected --sandbox "
                    "bwrap, or --sandbox " +
                    record.host.sandbox + " if you trust the maker of the folder");
  }
  auto level = settle_level(recorded, crowd, resources);
  if (!level)
    level.error().message += "; the game was played at this level, and --sandbox LEVEL chooses another";
  return level;
}

void tell_of_level(std::ostream& out, SandboxLevel level) {
  out << "sandbox: " << name_of(level);
  if (level < SandboxLevel::bwrap)
    out << (level == SandboxLevel::none
                ? "; the bots can do anything that you can do"
                : "; the bots can read your files unless the system forbids it, and use the network");
  out << std::endl;
}

}  // namespace tribunal
