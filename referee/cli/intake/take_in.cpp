#include "cli/intake/take_in.hpp"

#include <chrono>
#include <fmt/format.h>
#include <fstream>
#include <span>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>

#include "base/digest.hpp"
#include "base/escape.hpp"
#include "base/spelling.hpp"
#include "base/text/number_text.hpp"
#include "base/text/utf8.hpp"
#include "base/try.hpp"
#include "bots/build/archives.hpp"
#include "bots/build/build_bot.hpp"
#include "bots/build/build_trouble.hpp"
#include "bots/build/frozen_folder.hpp"
#include "bots/build/generated_text.hpp"
#include "bots/hints/file_hint.hpp"
#include "bots/hints/start_hint.hpp"
#include "bots/sandbox/confinement.hpp"
#include "bots/sandbox/file_view.hpp"
#include "bots/system/paths.hpp"
#include "bots/system/program.hpp"
#include "check/check.hpp"
#include "cli/manual/documents.hpp"
#include "cli/options/bot_options.hpp"
#include "cli/terminal/output.hpp"
#include "report/check/check_report.hpp"
#include "report/page/check_page.hpp"
#include "tournament/intake/author_names.hpp"
#include "tournament/intake/recipe.hpp"
#include "tournament/intake/stated_recipe.hpp"
#include "tournament/intake/submissions.hpp"
#include "tournament/plan/planned_bots.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

/// Whether an error is due to the machine and not to the author. If so, the next intake tries again.
bool is_of_machine(ErrorCode code) {
  return code == ErrorCode::machine || code == ErrorCode::cannot_write || code == ErrorCode::no_sandbox ||
         code == ErrorCode::in_use || code == ErrorCode::our_bug;
}

std::unexpected<Error> refuse(std::string why) { return failure(ErrorCode::bot, std::move(why)); }

std::unexpected<Error> not_judged(std::string why) { return failure(ErrorCode::machine, std::move(why)); }

std::vector<std::string> end_of_log(const fs::path& log) {
  constexpr std::size_t most_lines = 40;
  std::vector<std::string> lines;
  std::ifstream file{log, std::ios::binary};
  for (std::string line; std::getline(file, line);) lines.push_back(legible(line));
  if (lines.size() > most_lines) lines.erase(lines.begin(), lines.end() - most_lines);
  return lines;
}

std::string joined_hash(std::initializer_list<std::string_view> parts) {
  Sha256 hash;
  for (const auto part : parts) hash.add(std::to_string(part.size()) + ':' + std::string{part});
  return to_hex(hash.finish());
}

/// Whether the files of a bot have not changed since its admission.
bool is_stored(const IntakePlace& place, const IntakeResult& result) {
  const auto folder = place.bots() / result.folder();
  std::error_code ignored;
  if (result.sha256.empty() || !fs::is_directory(fs::symlink_status(folder, ignored))) return false;
  const auto now = identity_of_folder(folder);
  return now && now->sha256 == result.sha256;
}

/// The plan with the bot in the place that the context has for it.
Tournament with_bot(const IntakeContext& context, const IntakeResult& result, const fs::path& folder) {
  auto event = context.event;
  PlannedBot bot;
  bot.name = result.bot;
  bot.command_text = result.command;
  bot.command = {{result.command}, folder};
  if (auto command = parse_command(result.command, folder)) bot.command = *std::move(command);
  bot.has_directory = true;
  event.plan.bots.back() = std::move(bot);
  event.sha256.back() = result.sha256;
  return event;
}

CheckOrder order_of(const IntakeContext& context, const Tournament& event,
                    const std::vector<Sandbox>& sandboxes, const std::string& build) {
  const auto last = static_cast<int>(event.plan.bots.size()) - 1;
  auto order = check_order_of(context.check, event, sandboxes, last);
  order.program = "tribunal";
  if (!build.empty()) order.options += " --build " + shell_word(build);
  return order;
}

CheckReport run_check(Host& host, const CheckOrder& order) {
  asio::io_context io{1};
  auto report = asio::co_spawn(io, check_bot(io, host, order, [](const Examination&) {}), asio::use_future);
  io.run();
  return report.get();
}

/// The page for the author of a submission: the stages of its intake and, if it gets that far, its check. It
/// shows no paths of the organiser and nothing about other authors.
class AuthorPage {
 public:
  /// `result`: that of the submission, as far as it is known; it must outlive the page.
  AuthorPage(const IntakeContext& context, const IntakeResult& result, WithoutPlaces places)
      : context_{context}, result_{result}, places_{std::move(places)} {}

  void add(std::string name, Finding finding, std::string message, std::vector<std::string> errors = {}) {
    Examination stage{.name = std::move(name), .finding = finding, .message = std::move(message)};
    stage.evidence.errors = std::move(errors);
    clean(stage);
    stages_.push_back(std::move(stage));
  }
  /// Sets the folder in which the bot runs.
  void own_folder(const fs::path& folder) { places_.insert(places_.begin(), WithoutPlaces{{folder}, {}}); }
  [[nodiscard]] std::string without_places(std::string text) const {
    for (const auto& places : places_) text = places(std::move(text));
    return text;
  }

  /// Checks the bot in `folder`, in its place in the plan. Returns the report in the form that its author
  /// reads.
  CheckReport check(Host& host, const fs::path& folder) {
    const auto event = with_bot(context_, result_, folder);
    const auto results = fs::absolute(usual_results) / event.plan.name;
    order_ = order_of(context_, event, sandboxes_of(event.plan, context_.level, std::span{&results, 1}),
                      result_.build);
    order_.on_game = [this](const PlayedGame& game) { games_.push_back(game); };
    report_ = run_check(host, order_);
    report_.version = without_places(report_.version);
    for (auto& one : report_.examinations) clean(one);
    return report_;
  }

  /// The text of the page. An error is a bug of the referee.
  [[nodiscard]] Result<std::string> finish() {
    if (report_.bot.empty()) {
      const auto event = with_bot(context_, result_, {});
      order_ = order_of(context_, event, std::vector<Sandbox>(event.plan.bots.size()), result_.build);
      report_.bot = result_.bot;
      report_.command = result_.command;
      report_.sandbox = name_of(context_.level);
    }
    report_.examinations.insert(report_.examinations.begin(), std::make_move_iterator(stages_.begin()),
                                std::make_move_iterator(stages_.end()));
    CheckPage page{order_, "", version_text()};
    for (auto& game : games_) {
      for (auto& entrant : game.record.entrants) entrant.version = without_places(entrant.version);
      for (auto& report : game.reports) {
        report.message = without_places(report.message);
        report.error_tail = without_places(report.error_tail);
      }
      page.add(game);
    }
    const auto content = TRY(page.finish(report_));
    return page_in_one_file(content);
  }

 private:
  void clean(Examination& examination) const {
    auto& evidence = examination.evidence;
    for (auto* const text :
         {&examination.message, &examination.hint, &examination.again, &evidence.came_back})
      *text = without_places(*text);
    for (auto* const lines : {&evidence.errors, &evidence.sent})
      for (auto& line : *lines) line = without_places(line);
    if (evidence.place) evidence.place->file = without_places(evidence.place->file);
  }

  const IntakeContext& context_;
  const IntakeResult& result_;
  std::vector<WithoutPlaces> places_;
  std::vector<Examination> stages_;
  CheckReport report_;
  std::vector<PlayedGame> games_;
  CheckOrder order_;
};

/// The work folder of a submission. It is removed at the end.
class WorkFolder {
 public:
  explicit WorkFolder(fs::path path) : path_{std::move(path)} { remove_folder(path_); }
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;
  ~WorkFolder() { remove_folder(path_); }
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

class OneIntake {
 public:
  OneIntake(Host& host, const IntakeContext& context, const Submission& submission, IntakeResult& result)
      : host_{host},
        context_{context},
        submission_{submission},
        result_{result},
        work_{context.place.work() / (submission.bot + ".work")} {}

  /// Runs all stages, and returns the page for the author. `last`: the last admitted version, which plays if
  /// this one does not; may be null.
  Result<std::string> run(const Result<std::string>& address, const IntakeResult* last) {
    AuthorPage page{context_, result_, places()};
    const auto done = go(address, page);
    result_.verdict = IntakeVerdict::admitted;
    if (!done) {
      const bool is_refused = !is_of_machine(done.error().code);
      result_.verdict = is_refused ? IntakeVerdict::refused : IntakeVerdict::untried;
      if (is_new_) remove_folder(stored_);
      auto why = done.error().text();
      for (const auto& note : notes_) why += "; " + note;
      result_.why = page.without_places(harmless(why));
      if (result_.stage != "check")
        page.add(result_.stage, is_refused ? Finding::failed : Finding::error, result_.why, std::move(log_));
      if (last != nullptr) keep(*last, page);
    }
    return page.finish();
  }

  /// The last version, judged again by other rules than at its admission. None if there was no need.
  [[nodiscard]] std::optional<IntakeResult> judged_anew() { return std::move(judged_anew_); }

 private:
  /// Makes the last admitted version play, if it can.
  void keep(const IntakeResult& last, AuthorPage& page) {
    constexpr std::string_view neither = "the last version that was admitted does not play either: ";
    if (!is_stored(context_.place, last)) {
      result_.lost = last.sha256;
      page.add("kept", Finding::error,
               fmt::format("{}its files, of sha256 {}, were removed or changed since", neither, last.sha256));
    } else if (const auto why = objection_to(last, page); !why.empty()) {
      result_.why += fmt::format("; {}{}", neither, why);
      page.add("kept", Finding::error, std::string{neither} + why);
    } else {
      result_.kept = last.sha256;
      page.add(
          "kept", Finding::warning,
          "this submission does not play; the last version that was admitted does, with files of sha256 " +
              last.sha256);
    }
  }

  /// The reason that the last version cannot play by the rules of this plan. Empty if it can. If it was
  /// judged by other rules, it is checked again from its stored files.
  std::string objection_to(const IntakeResult& last, const AuthorPage& page) {
    if (last.conditions == context_.conditions) return last.why;
    auto again = last;
    again.conditions = context_.conditions;
    AuthorPage own{context_, again, places()};
    const auto report = own.check(host_, context_.place.bots() / last.folder());
    again.check = name_of(report.verdict());
    again.verdict =
        report.verdict() == CheckVerdict::sound ? IntakeVerdict::admitted : IntakeVerdict::refused;
    again.why = report.verdict() == CheckVerdict::sound
                    ? ""
                    : page.without_places("by the rules of this plan, " + reason_of(report));
    auto why = again.why;
    if (report.verdict() == CheckVerdict::sound || report.verdict() == CheckVerdict::failed)
      judged_anew_ = std::move(again);
    return why;
  }

  /// The paths to hide. The folders of the bot come first, because they are within others.
  [[nodiscard]] WithoutPlaces places() const {
    const auto& place = context_.place;
    return {{work_.path() / "files" / submission_.stem, work_.path() / "files", submission_.path},
            {place.bots(), place.folder, usual_build_cache(), place.plan.parent_path(),
             submission_.path.parent_path()}};
  }

  Result<void> go(const Result<std::string>& address, AuthorPage& page) {
    result_.stage = "submission";
    if (!address) return std::unexpected{address.error()};
    TRY(fetch(*address));
    TRY(in_time());
    page.add("submission", Finding::passed,
             fmt::format("{}, {}", counted(source_.files.size(), "file"), result_.address));
    add_notes(page, notes_);
    result_.stage = "recipe";
    TRY(find_recipe());
    TRY(in_time());
    page.add("recipe", Finding::passed, recipe_text());
    result_.stage = "build";
    TRY(build());
    if (!result_.build.empty())
      page.add("build", Finding::passed, "built by " + legible(result_.build, 400) + cached_);
    add_notes(page, notes_of_build_);
    result_.stage = "command";
    TRY(store());
    TRY(in_time());
    page.own_folder(stored_);
    result_.stage = "check";
    return check(page);
  }

  /// The time left until the bot must be ready to be checked.
  [[nodiscard]] std::chrono::seconds left() const {
    using std::chrono::seconds;
    return std::max(std::chrono::ceil<seconds>(until_ - std::chrono::steady_clock::now()), seconds{});
  }
  [[nodiscard]] int seconds_for_all() const { return context_.event.plan.build.seconds; }

  [[nodiscard]] Result<void> in_time() const {
    if (left().count() > 0) return {};
    return refuse(
        fmt::format("unpacking, copying and building it took more than the {} s allowed ([build] seconds)",
                    seconds_for_all()));
  }

  static void add_notes(AuthorPage& page, const std::vector<std::string>& notes) {
    for (const auto& note : notes) page.add("note", Finding::warning, note);
  }

  [[nodiscard]] std::string recipe_text() const {
    auto text = "found by " + result_.found;
    if (!result_.build.empty()) text += ", build: " + legible(result_.build, 400);
    if (!result_.command.empty()) text += ", command: " + legible(result_.command, 400);
    return text;
  }

  Result<void> fetch(const std::string& address) {
    const auto files = work_.path() / "files";
    TRY(create_folder(files));
    auto bounds = context_.bounds;
    bounds.time = std::min(bounds.time, left());
    auto fetched = TRY(fetch_submission(submission_, address, files, bounds, goes_by_modes(context_.level)));
    root_ = std::move(fetched.folder);
    notes_ = std::move(fetched.notes);
    foreign_ = std::move(fetched.foreign);
    source_ = TRY(source_tree(root_));
    return {};
  }

  Result<void> find_recipe() {
    auto recipe = TRY(recipe_of(source_, context_.machine));
    result_.found = recipe.how;
    result_.build = recipe.build;
    result_.command = recipe.command;
    result_.name = recipe.name;
    result_.author = recipe.author;
    result_.contact = recipe.contact;
    restore_program();
    for (const auto& program : recipe.needs)
      if (!context_.machine.has(program)) return lacking(program);
    return {};
  }

  /// Makes the submitted program of the command executable, because zip files from Windows lose that mode.
  void restore_program() const {
    const auto command = parse_command(result_.command, root_);
    const auto program = command ? root_ / command->words.front() : fs::path{};
    if (command && command->words.front().contains('/') && is_in(real_path(program), real_path(root_)))
      make_executable(program);
  }

  /// The error for a program that this machine lacks. It is the author's mistake if the name resembles that
  /// of an interpreter.
  static std::unexpected<Error> lacking(const std::string& program) {
    if (auto lack = lack_of(program); !lack.empty()) return not_judged(std::move(lack));
    if (const auto near = near_interpreter(program); !near.empty())
      return refuse(not_found(legible(program)) + "; " + did_you_mean(near));
    return not_judged("this machine has no program '" + legible(program) + "'");
  }

  Result<void> build() {
    if (result_.build.empty()) {
      if (auto note = note_of_generated_text(root_, false); !note.empty())
        notes_of_build_.push_back(std::move(note));
      return {};
    }
    const auto& plan = context_.event.plan;
    auto limits = plan.build;
    limits.seconds = static_cast<int>(left().count());
    const BuildOrder order{.command = result_.build,
                           .source = root_,
                           .level = context_.level,
                           .limits = limits,
                           .hidden = hidden_from_builds(plan, {}),
                           .plan = plan.file,
                           .again = context_.again};
    auto built = build_bot(host_, usual_build_cache(), order);
    if (!built) {
      auto& failed = built.error();
      if (failed.lacks_program) failed.error.code = ErrorCode::machine;
      log_ = end_of_log(failed.log);
      if (left().count() == 0 && limits.seconds < seconds_for_all())
        failed.error.message +=
            fmt::format("; {} of the {} s ([build] seconds) were used before its build began",
                        seconds_for_all() - limits.seconds, seconds_for_all());
      return std::unexpected{std::move(failed.error)};
    }
    auto tree = TRY(source_tree(built->folder));
    if (result_.command.empty()) {
      const auto sent = taken_as_sent(built->folder);
      for (auto& file : tree.files) file.is_as_sent = std::ranges::binary_search(sent, file.path);
      result_.command = TRY(program_of_build(source_, tree));
    }
    notes_of_build_ = std::move(built->notes);
    if (!built->cached_at.empty()) cached_ = ", taken from the cache of " + built->cached_at;
    root_ = built->folder;
    return {};
  }

  /// Stores the files of the bot where nothing changes them, and checks its command there.
  Result<void> store() {
    if (harmless(result_.command) != result_.command) {
      return refuse(
          "its command '" + legible(result_.command, 400) +
          "' has control characters or is not UTF-8, which a plan needs; expected another name of its file");
    }
    const auto identity = TRY(identity_of_folder(root_));
    result_.sha256 = identity.sha256;
    if (!context_.secret.empty()) result_.place = joined_hash({context_.secret, result_.bot, result_.sha256});
    stored_ = context_.place.bots() / result_.folder();
    if (!is_stored(context_.place, result_)) {
      is_new_ = true;
      TRY(store_bot(root_, identity.files, stored_, goes_by_modes(context_.level)));
    }
    return look_at_command();
  }

  Result<void> look_at_command() {
    const auto command = TRY(parse_command(result_.command, stored_));
    const auto& program = command.words.front();
    if (!program.contains('/') && find_program(program).empty()) return lacking(program);
    TRY(look_at_first_line(command));
    if (auto can_run = look_at(command); !can_run) {
      if (!foreign_system(head_of(stored_ / program, longest_first_line)).empty())  // the error says it
        std::erase_if(notes_,
                      [&](const auto& note) { return std::ranges::find(foreign_, note) != foreign_.end(); });
      if (const auto hint = capitals_hint(program + " not found", stored_); !hint.empty())
        can_run.error().message += "; " + hint;
      return can_run;
    }
    TRY(reached_by_users(command));
    if (!program.contains('/')) return {};
    const auto interpreters = interpreters_in(head_of(stored_ / program, longest_first_line));
    if (interpreters.size() < 2) return {};
    const auto interpreter = std::filesystem::path{interpreters.back()}.filename().string();
    if (find_program(interpreter).empty()) return lacking(interpreter);
    return {};
  }

  /// Checks that bots' users can reach the program. At the level `limits`, bots started by root run as other
  /// users. If such a user cannot reach the program, the machine is to blame.
  [[nodiscard]] Result<void> reached_by_users(const Command& command) const {
    if (!goes_by_modes(context_.level)) return {};
    Sandbox sandbox;
    sandbox.level = context_.level;
    if (const auto closed = view_of(command, sandbox).closed; !closed.empty()) {
      return not_judged(
          fmt::format("bots run as users of their own (sandbox limits), who may not enter {}, which holds "
                      "files that '{}' needs; use chmod o+rx {}, or programs and files elsewhere",
                      harmless(closed.string()), harmless(command.words.front()), harmless(closed.string())));
    }
    for (const auto& file : files_of(command)) {
      std::error_code ignored;
      if ((fs::status(file, ignored).permissions() & fs::perms::others_read) == fs::perms::none) {
        return not_judged(
            fmt::format("bots run as users of their own (sandbox limits), who may not read its '{}'; use "
                        "chmod -R o+rX on the submission, or another sandbox level",
                        harmless(file.lexically_relative(stored_).string())));
      }
    }
    return {};
  }

  Result<void> check(AuthorPage& page) {
    const auto report = page.check(host_, stored_);
    result_.check = name_of(report.verdict());
    const auto warnings = report.count(Finding::warning);
    if (warnings > 0) result_.check += fmt::format(", {} warning{}", warnings, warnings == 1 ? "" : "s");
    if (report.verdict() == CheckVerdict::failed) return refuse(reason_of(report));
    if (report.verdict() != CheckVerdict::sound) return not_judged(reason_of(report));
    if (is_stored(context_.place, result_)) return {};
    return refuse(
        "its files changed while it was checked, but the files of a bot must stay as they are; expected a "
        "bot that writes elsewhere, such as in /tmp");
  }

  Host& host_;
  const IntakeContext& context_;
  const Submission& submission_;
  IntakeResult& result_;
  std::chrono::steady_clock::time_point until_ =
      std::chrono::steady_clock::now() + std::chrono::seconds{seconds_for_all()};
  WorkFolder work_;
  fs::path root_;
  fs::path stored_;
  std::vector<std::string> notes_;           ///< about the submission
  std::vector<std::string> foreign_;         ///< those of `notes_` about programs for other machines
  std::vector<std::string> notes_of_build_;  ///< about the build's output
  std::vector<std::string> log_;             ///< end of a failed build's output
  std::string cached_;                       ///< clause for a build that was reused
  bool is_new_ = false;                      ///< whether this intake stored the files
  std::optional<IntakeResult> judged_anew_;
  SourceTree source_;
};

}  // namespace

Result<TakenIn> take_in(Host& host, const IntakeContext& context, const Submission& submission,
                        const IntakeResult* before, const IntakeResult* sound) {
  const auto address = address_of_submission(submission, context.bounds);
  IntakeResult result{
      .bot = submission.bot, .stem = author_name(submission.stem).key(), .conditions = context.conditions};
  result.address = address ? *address : "refused:" + to_hex(sha256(address.error().text()));
  result.key = joined_hash({"tribunal intake 1", result.conditions, result.bot, result.stem, result.address});
  const auto* const kept = context.keeps_sound ? sound : nullptr;
  const bool is_lost = kept != nullptr && !is_stored(context.place, *kept);
  if (!context.again && before != nullptr && before->key == result.key &&
      before->verdict != IntakeVerdict::untried) {
    const bool plays = before->verdict == IntakeVerdict::admitted;
    const bool is_judged = plays || kept == nullptr || is_lost || kept->conditions == context.conditions;
    const bool has_last = !plays && kept != nullptr && (is_lost || kept->verdict == IntakeVerdict::admitted);
    const auto last = has_last ? kept->sha256 : std::string{};
    std::error_code ignored;
    const bool is_known = is_judged && last == (is_lost ? before->lost : before->kept) &&
                          (is_lost ? before->kept : before->lost).empty() &&
                          (!plays || is_stored(context.place, *before)) &&
                          fs::is_regular_file(page_of(context.place, *before), ignored);
    if (is_known) return TakenIn{*before, true};
  }
  OneIntake intake{host, context, submission, result};
  const auto page = TRY(intake.run(address, kept));
  TRY(write_output(page_of(context.place, result).string(), page));
  return TakenIn{std::move(result), false, intake.judged_anew()};
}

Result<std::string> page_of_excluded(const IntakeContext& context, const Submission& submission) {
  const IntakeResult result{.bot = submission.bot};
  AuthorPage page{context, result, {{}, {}}};
  page.add("excluded", Finding::failed,
           "the organiser has excluded this bot, and it does not play: " + submission.excluded);
  return page.finish();
}

}  // namespace tribunal
