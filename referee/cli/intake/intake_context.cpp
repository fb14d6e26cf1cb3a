#include "cli/intake/intake_context.hpp"

#include <cstdio>
#include <fcntl.h>
#include <fmt/format.h>
#include <memory>
#include <sys/file.h>
#include <sys/stat.h>

#include "base/digest.hpp"
#include "base/try.hpp"
#include "bots/build/frozen_folder.hpp"
#include "bots/sandbox/confinement.hpp"
#include "bots/system/machine.hpp"
#include "bots/system/program.hpp"
#include "bots/system/random_bits.hpp"
#include "cli/manual/documents.hpp"
#include "cli/options/exit_code.hpp"
#include "cli/options/sandbox_option.hpp"
#include "cli/terminal/output.hpp"
#include "tournament/intake/author_names.hpp"
#include "tournament/plan/new_plan.hpp"
#include "tournament/plan/seeds.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view placeholder = "intake-placeholder";

/// The plan with bots of these names. If these are too few, as many others are added as it needs.
Plan plan_with_room(const std::string& base, const fs::path& file, const std::vector<std::string>& names) {
  auto text = without_seeds(base);
  for (const auto& name : names) text += plan_text(NewBot{.name = name, .command = "true"});
  auto plan = parse_plan(text, file);
  for (int more = 1; !plan && more <= 2 * max_seats; ++more) {
    text += plan_text(NewBot{.name = fmt::format("{}-{}", placeholder, more), .command = "true"});
    plan = parse_plan(text, file);
  }
  if (plan) return *std::move(plan);
  auto error = std::move(plan.error());
  // The error lists all bots; the reader does not know these names.
  if (const auto at = error.message.find(placeholder); at != std::string::npos)
    error.message = error.message.substr(0, error.message.rfind("; ", at)) +
                    "; expected a bot of this plan or one of the submissions";
  throw Complaint{error};
}

/// The bots whose versions are remembered although their submissions have other names now.
std::vector<std::string> names_of_others(const IntakeMemory& memory) {
  std::vector<std::string> names;
  for (const auto& [bot, result] : memory.sound)
    if (!is_of_bot(memory.names, result.stem, bot)) names.push_back(bot);
  return names;
}

/// Everything except the submission that decides its verdict, as text.
std::string conditions_text(const Plan& plan, SandboxLevel level, const CheckOptions& check) {
  auto text = version_text() + '\n' + std::string{name_of(level)} + '\n';
  for (const auto& game : plan.games) {
    text += game.name + ' ' + game.game;
    for (const auto& [key, value] : game.options) text += ' ' + key + '=' + value;
    text += '\n';
  }
  text += fmt::format("players {} seconds {} deals {}\n", plan.players, check.seconds, check.deals);
  const auto add = [&](const auto& fields, const auto& owner) {
    for (const auto& field : fields) text += fmt::format("{} {}\n", field.key, owner.*field.member);
  };
  add(all_limit_fields, plan.limits);
  add(resource_fields, plan.resources);
  add(build_fields, plan.build);
  return text + std::string{name_of(plan.limits.on_fault)} + ' ' + std::string{name_of(plan.limits.clock)};
}

/// Whether `node --version` runs TypeScript with --experimental-strip-types, which 22.6 and later do. Runs
/// node only if there is no tsc. Call it before there is a `Host`, which kills processes that it does not
/// know.
bool node_strips_types() {
  if (find_program("node").empty() || !find_program("tsc").empty()) return false;
  struct Close {
    void operator()(std::FILE* pipe) const { ::pclose(pipe); }
  };
  const std::unique_ptr<std::FILE, Close> pipe{::popen("node --version 2>/dev/null", "re")};
  int major = 0;
  int minor = 0;
  if (!pipe || std::fscanf(pipe.get(), "v%d.%d", &major, &minor) != 2) return false;
  return major > 22 || (major == 22 && minor >= 6);
}

}  // namespace

IntakePlace::IntakePlace(const fs::path& out) : plan{fs::absolute(out).lexically_normal()} {
  folder = plan.parent_path() / (plan.stem().string() + ".intake");
}

void IntakePlace::make_folders() const {
  for (const auto& made : {bots(), pages(), work()}) must(create_folder(made));
  // No other user of this machine may read the files of authors. Bots' users pass through to their own bot's
  // folder.
  constexpr mode_t only_through = 0711;
  constexpr mode_t own = 0700;
  for (const auto& [made, mode] : {std::pair{folder, only_through}, std::pair{bots(), only_through},
                                   std::pair{pages(), own}, std::pair{work(), own}})
    ::chmod(made.c_str(), mode);
}

Descriptor IntakePlace::hold() const {
  constexpr mode_t mode = 0644;
  Descriptor file{::open(lock().c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, mode)};
  if (!file) throw Complaint{Error{ErrorCode::cannot_write, {lock().string()}, "cannot be opened"}};
  if (::flock(file.get(), LOCK_EX | LOCK_NB) == 0) return file;
  throw Complaint{
      Error{ErrorCode::in_use, {folder.string()}, "another intake is running; run this one again later"}};
}

fs::path page_of(const IntakePlace& place, const IntakeResult& result) {
  return place.pages() / (result.key + (result.kept.empty() ? "" : "-" + result.kept) + ".html");
}

Result<void> store_bot(const fs::path& from, const std::vector<BotFile>& files, const fs::path& to,
                       bool keeps_closed) {
  const auto making = fs::path{to.native() + ".new"};
  remove_folder(making);
  remove_folder(to);
  TRY(create_folder(making));
  TRY(copy_source(from, files, making, keeps_closed));
  set_writable(making, false);
  std::error_code error;
  fs::rename(making, to, error);
  if (error) return failure(ErrorCode::cannot_write, to, error.message());
  return {};
}

IntakeContext intake_context(const IntakePlace& place, const std::string& base, const fs::path& file,
                             std::optional<int> workers, std::vector<Submission>& submissions,
                             IntakeMemory& memory) {
  const auto own = names_in_plan(base);
  NamingFacts facts{.taken = names_of_others(memory), .name_in = [&](const Submission& one) {
                      return stated_name(one, place.work() / "name");
                    }};
  facts.taken.insert(facts.taken.end(), own.begin(), own.end());
  name_bots(submissions, facts, memory.names);
  std::vector<std::string> added;
  for (const auto& submission : submissions) added.push_back(submission.bot);
  auto plan = plan_with_room(base, file, added);
  auto rules = must(rules_of(plan));
  auto schedule = must(schedule_of(plan));
  const auto tables = workers.value_or(plan.workers.value_or(cores_of_program()));
  const auto level =
      must(settle_level(plan.sandbox, {.bots = plan.players + 1, .tables = tables}, plan.resources));
  if (goes_by_modes(level) && memory.secret.empty()) memory.secret = random_digits(64);
  // The other bots, and one place for a submission.
  auto& bots = plan.bots;
  bots.resize(own.size());
  bots.emplace_back();
  std::vector<std::string> hashes(bots.size());
  const UnpackBounds bounds{.bytes = static_cast<std::uint64_t>(plan.build.output_mb) << 20U};
  return IntakeContext{.place = place,
                       .event = {.plan = std::move(plan),
                                 .plan_text = base,
                                 .rules = std::move(rules),
                                 .schedule = std::move(schedule),
                                 .sha256 = std::move(hashes)},
                       .level = level,
                       .workers = tables,
                       .bounds = bounds,
                       .machine = {.has = [](const auto& program) { return !find_program(program).empty(); },
                                   .node_strips_types = node_strips_types()},
                       .secret = goes_by_modes(level) ? memory.secret : std::string{}};
}

void settle_conditions(IntakeContext& context) {
  context.conditions = to_hex(sha256(conditions_text(context.event.plan, context.level, context.check)));
}

}  // namespace tribunal
