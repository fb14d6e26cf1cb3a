// tribunal intake: builds and checks the submissions of authors, and puts them into a plan.

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fstream>
#include <iostream>
#include <iterator>
#include <set>
#include <sys/stat.h>

#include "base/files.hpp"
#include "base/text/utf8.hpp"
#include "base/try.hpp"
#include "bots/build/frozen_folder.hpp"
#include "bots/system/paths.hpp"
#include "cli/intake/take_in.hpp"
#include "cli/manual/documents.hpp"
#include "cli/options/bot_options.hpp"
#include "cli/options/command_line.hpp"
#include "cli/options/plan_options.hpp"
#include "cli/options/sandbox_option.hpp"
#include "cli/terminal/answer_signals.hpp"
#include "cli/terminal/output.hpp"
#include "parallel/in_order.hpp"
#include "tournament/plan/bot_names.hpp"
#include "tournament/plan/seeds.hpp"
#include "tournament/plan/tournament.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

/// The command line of `intake`.
struct IntakeOptions {
  std::vector<std::string> submissions;  ///< inboxes and archives
  std::vector<std::string> single;       ///< single submissions, of one author each
  std::string out;
  std::string base;  ///< plan with the games, limits and other bots; empty: a new one by `plan`
  NewPlanOptions plan;
  std::string names;    ///< organiser's list of names; empty: names.toml beside the plan, if it exists
  std::string season;   ///< another plan, the memory of whose intake is used too; may be empty
  std::string reports;  ///< folder of the pages for authors; empty: none
  ReportOption json;
  std::optional<int> workers{};
  std::int64_t seconds = 45;
  bool keeps_sound = false;
  bool again = false;
  bool accepts_fewer = false;  ///< whether the plan is written even if many authors are missing
};

constexpr std::string_view first_line = "# Written by 'tribunal intake', which overwrites it: change ";

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";  // removed, because the text is not at the top
                                                              // of the file

/// The plan without submissions: the given one, or a new one.
std::string base_plan(const IntakeOptions& options, std::size_t submissions, const IntakePlace& place) {
  if (options.base.empty()) return text_of(must(options.plan.plan(submissions, place.plan.stem().string())));
  auto text = must(read_plan_text(options.base));
  if (text.starts_with(byte_order_mark)) text.erase(0, byte_order_mark.size());
  return text;
}

[[noreturn]] void refuse(ErrorCode code, const std::string& file, const std::string& sentence) {
  throw Complaint{Error{code, {file}, sentence}};
}

/// Refuses invalid plan files on the command line.
void check_files(const IntakeOptions& options, const IntakePlace& place, const FoundSubmissions& found) {
  std::error_code ignored;
  if (fs::exists(place.plan, ignored)) {
    std::string line;
    std::ifstream stream;
    if (fs::is_regular_file(place.plan, ignored)) stream.open(place.plan);
    std::getline(stream, line);
    if (!line.starts_with(first_line))
      refuse(ErrorCode::cannot_write, options.out,
             "this file exists already and is not a plan of 'tribunal intake'; expected a new file");
  }
  std::vector<fs::path> own{place.folder, place.plan};
  if (!options.reports.empty()) own.push_back(fs::absolute(options.reports));
  for (const auto& path : own) {
    const auto real = real_path(path);
    const auto holds = [&](const fs::path& folder) { return is_in(real, real_path(folder)); };
    if (std::ranges::any_of(found.folders, holds))
      refuse(ErrorCode::usage, path.string(),
             "is in a folder of submissions and would be taken for a submission; expected a path elsewhere");
    if (std::ranges::any_of(found.all, holds, &Submission::path))
      refuse(ErrorCode::usage, path.string(),
             "is in a submission, which would give its author files of others; expected a path elsewhere");
  }
  if (options.base.empty()) return;
  const auto base = fs::absolute(options.base).lexically_normal();
  if (base.parent_path() != place.plan.parent_path())
    refuse(
        ErrorCode::usage, options.out,
        "expected a file in the folder of " + options.base + ", because the paths in the plan start there");
}

/// The result of a bot. Null if no result is known.
const IntakeResult* find(const std::map<std::string, IntakeResult>& results, const std::string& bot) {
  const auto found = results.find(bot);
  return found == results.end() ? nullptr : &found->second;
}

/// One run of the command.
class Intake {
 public:
  Intake(const IntakeOptions& options, IntakePlace place) : options_{options}, place_{std::move(place)} {}

  ExitCode run() {
    auto found = must(find_submissions(options_.submissions, options_.single));
    check_files(options_, place_, found);
    report_.left_out = std::move(found.left_out);
    report_.submissions = std::move(found.all);
    if (report_.submissions.empty())
      throw Complaint{"there are no submissions; expected folders or archives" +
                      (report_.left_out.empty() ? "" : "; " + report_.left_out.back())};
    place_.make_folders();
    const auto locked = place_.hold();
    memory_ = must(read_intake_memory(place_.memory()));
    add_season();
    apply_names();
    const auto may_play = std::ranges::count(report_.submissions, "", &Submission::excluded);
    base_ = base_plan(options_, static_cast<std::size_t>(may_play), place_);
    check_listed_bots();
    check_house_bots();
    const auto origin = options_.base.empty() ? place_.plan : fs::path{options_.base};
    auto context = intake_context(place_, base_, origin, options_.workers, report_.submissions, memory_);
    leave_out_excluded();
    context.check.seconds = options_.seconds;
    context.keeps_sound = options_.keeps_sound;
    context.again = options_.again;
    settle_conditions(context);
    if (context.level < SandboxLevel::bwrap) tell_of_level(std::cerr, context.level);
    take_in_all(context);
    return finish(context);
  }

 private:
  /// Adds the memory of another plan's intake, and the files of its last sound versions.
  void add_season() {
    if (options_.season.empty()) return;
    const IntakePlace season{options_.season};
    const auto memory = must(read_intake_memory(season.memory()));
    if (memory.sound.empty())
      refuse(ErrorCode::unreadable, season.folder.string(),
             "contains no admitted bots; expected the plan of an earlier intake, such as "
             "--memory night.toml");
    memory_.names.insert(memory.names.begin(), memory.names.end());
    memory_.alike.insert(memory.alike.begin(), memory.alike.end());
    for (const auto& [bot, result] : memory.sound) {
      if (memory_.sound.contains(bot)) continue;
      const auto from = season.bots() / result.folder();
      const auto identity = identity_of_folder(from);
      // If the files of a version have changed, this is reported when it would play.
      if (identity && identity->sha256 == result.sha256)
        must(store_bot(from, identity->files, place_.bots() / result.folder(), true));
      memory_.sound.emplace(bot, result);
    }
  }

  /// Applies the organiser's list of names: the given file, or names.toml beside the plan.
  void apply_names() {
    std::error_code ignored;
    names_file_ =
        options_.names.empty() ? place_.plan.parent_path() / "names.toml" : fs::path{options_.names};
    if (options_.names.empty() && !fs::exists(names_file_, ignored)) return;
    stated_ = must(read_names(names_file_));
    auto notes = apply_list(report_.submissions, stated_, memory_.names);
    if (!notes) throw Complaint{notes.error().at(notes.error().code, names_file_.string())};
    report_.left_out.insert(report_.left_out.end(), notes->left_out.begin(), notes->left_out.end());
    report_.no_effect = std::move(notes->no_effect);
  }

  /// Refuses a bot in the organiser's list whose name is that of another bot, there or in the plan's base, or
  /// looks like that of another author's bot.
  void check_listed_bots() const {
    SimilarNames names{look_of};
    for (const auto& name : names_in_plan(base_)) (void)names.add(name);
    for (const auto& author : stated_) {
      const auto bot = author.own_bot();
      const auto is_its_own = [&](const Submission& one) { return one.bot == bot && author.lists(one.stem); };
      if (bot.empty() || std::ranges::none_of(report_.submissions, is_its_own)) continue;
      auto other = names.add(bot);
      if (other.empty()) other = similar_bot_of_another(author, memory_);
      if (!other.empty()) {
        refuse(ErrorCode::wrong_plan, names_file_.string(),
               fmt::format("the bot of '{}' is {}, but there is another bot named '{}'; "
                           "expected a different \"bot\" in its table",
                           legible(author.submissions.front()), bot, other));
      }
    }
  }

  /// Refuses a bot of the base plan with the name of an author's earlier bot.
  void check_house_bots() const {
    const auto last = last_authors().value_or(std::vector<std::string>{});
    for (const auto& name : names_in_plan(base_))
      if (const auto why = objection_to_house_bot(name, memory_, last); !why.empty())
        refuse(ErrorCode::wrong_plan, options_.base.empty() ? options_.out : options_.base, why);
  }

  /// Removes the submissions of excluded authors. They must have their names before, which no other
  /// submission may get.
  void leave_out_excluded() {
    for (auto& one : report_.submissions)
      if (!one.excluded.empty()) report_.excluded.push_back(one);
    std::erase_if(report_.submissions, [](const Submission& one) { return !one.excluded.empty(); });
    for (const auto& author : stated_)
      if (!author.excluded.empty()) excluded_.merge(bots_of(author, memory_));
    if (report_.submissions.empty())
      refuse(ErrorCode::wrong_plan, options_.out,
             "names.toml excludes all submissions, so the plan is not written; expected "
             "at least one that plays");
  }

  void take_in_all(const IntakeContext& context) {
    Host host;
    SignalWatch signals{answered_signals(
        SignalDeadline::second, "interrupted; run the same command again for the other submissions")};
    const auto before = memory_;  // read by the threads
    std::size_t number = 0;
    Result<void> end;
    const auto next = [&]() -> std::optional<std::size_t> {
      if (number == report_.submissions.size()) return std::nullopt;
      return number++;
    };
    const auto make_worker = [&] {
      return [&](std::size_t index) {
        const auto& submission = report_.submissions[index];
        const auto* const sound = find(before.sound, submission.bot);
        const bool is_its_own = sound != nullptr && is_of_bot(before.names, sound->stem, submission.bot);
        return take_in(host, context, submission, find(before.results, submission.bot),
                       is_its_own ? sound : nullptr);
      };
    };
    const auto take = [&](Result<TakenIn> taken) {
      const auto news = taken ? news_of(*taken) : std::string{};
      end = taken ? remember(*std::move(taken)) : std::unexpected{std::move(taken.error())};
      if (end) std::cerr << news;  // what is told is stored, if a signal comes now
      return end.has_value();
    };
    in_order(threads(context), next, make_worker, take);
    must(std::move(end));
  }

  [[nodiscard]] unsigned threads(const IntakeContext& context) const {
    return static_cast<unsigned>(
        std::min(static_cast<std::size_t>(context.workers), report_.submissions.size()));
  }

  [[nodiscard]] std::string news_of(const TakenIn& taken) const {
    if (taken.as_before) return {};
    return fmt::format("tribunal: {} of {}: {} {}\n", report_.taken.size() + 1, report_.submissions.size(),
                       taken.result.bot, name_of(taken.result.verdict));
  }

  Result<void> remember(TakenIn taken) {
    const auto& result = taken.result;
    const auto* const last = find(memory_.results, result.bot);
    const auto* const sound = find(memory_.sound, result.bot);
    const bool is_new = !taken.as_before || last == nullptr;
    if (result.verdict == IntakeVerdict::admitted && (sound == nullptr || sound->sha256 != result.sha256))
      memory_.changed.try_emplace(result.bot, last == nullptr || last->verdict == IntakeVerdict::admitted);
    memory_.results[result.bot] = result;
    if (result.verdict == IntakeVerdict::admitted) memory_.sound[result.bot] = result;
    if (taken.judged_anew) memory_.sound[result.bot] = *taken.judged_anew;
    report_.taken.push_back(std::move(taken));
    return is_new ? write_memory() : Result<void>{};
  }

  Result<void> write_memory() {
    constexpr mode_t own = 0600;
    TRY(write_output(place_.memory().string(), text_of(memory_)));
    if (::chmod(place_.memory().c_str(), own) == 0) return {};
    return failure(ErrorCode::cannot_write, place_.memory().string(), "cannot be written");
  }

  ExitCode finish(const IntakeContext& context) {
    report_.gone = gone();
    write_pages(context);
    report_.alike = alike();
    const auto plan = write_plan();
    // If no plan is written, the next intake names them again.
    if (plan) forget(report_.gone);
    if (plan) forget(moved());
    must(write_memory());
    remove_old_pages();
    report_.plan = options_.out;
    report_.plan_is_written = plan.has_value();
    report_.pages = options_.reports;
    if (!options_.json.is_printed()) std::cout << text_of(report_) << std::flush;
    auto code = exit_code_of(report_);
    if (!plan) code = complain(plan.error());
    if (options_.json.is_wanted()) options_.json.write(json_text(json_of(report_), true));
    return code;
  }

  [[nodiscard]] bool is_here(const std::string& bot) const {
    return std::ranges::count(report_.submissions, bot, &Submission::bot) > 0;
  }

  /// Whether, by the organiser's list, the submission of an earlier bot is another bot now.
  [[nodiscard]] bool is_moved(const std::string& bot) const {
    const auto* const last = find(memory_.results, bot);
    const auto* const known = last != nullptr ? last : find(memory_.sound, bot);
    if (known == nullptr || is_here(bot)) return false;
    const auto now = memory_.names.find(known->stem);
    return now != memory_.names.end() && now->second != bot && is_here(now->second);
  }

  /// The bots of the previous intake without a submission now. A bot that continues under another name is not
  /// included.
  [[nodiscard]] std::vector<std::string> gone() const {
    std::vector<std::string> bots;
    for (const auto& [bot, result] : memory_.results)
      if (!is_here(bot) && !is_moved(bot) && !excluded_.contains(bot)) bots.push_back(bot);
    return bots;
  }

  [[nodiscard]] std::vector<std::string> moved() const {
    std::vector<std::string> bots;
    for (const auto& [bot, result] : memory_.results)
      if (is_moved(bot)) bots.push_back(bot);
    return bots;
  }

  /// Deletes the results of bots, and removes their authors' pages if they have not been changed since an
  /// intake wrote them.
  void forget(const std::vector<std::string>& bots) {
    for (const auto& bot : bots) {
      const auto file = fs::path{options_.reports} / (bot + ".html");
      std::error_code ignored;
      if (!options_.reports.empty() && fs::is_regular_file(file, ignored)) {
        const auto written = contents_of(page_of(place_, memory_.results.at(bot)));
        if (written && contents_of(file) == written && fs::remove(file, ignored))
          report_.removed.push_back(file.string());
      }
      memory_.results.erase(bot);
    }
  }

  /// Removes the pages of results that are no longer the last ones.
  void remove_old_pages() {
    std::set<fs::path> used;
    for (const auto& [bot, result] : memory_.results) used.insert(page_of(place_, result).filename());
    std::vector<fs::path> unused;
    std::error_code ignored;
    for (fs::directory_iterator entry{place_.pages(), ignored}; entry != fs::directory_iterator{};
         entry.increment(ignored))
      if (!used.contains(entry->path().filename())) unused.push_back(entry->path());
    for (const auto& file : unused) fs::remove(file, ignored);
    remove_folder(place_.work());
  }

  void write_pages(const IntakeContext& context) {
    if (options_.reports.empty()) return;
    const fs::path folder{options_.reports};
    must(create_folder(folder));
    for (const auto& [result, as_before, again] : report_.taken) {
      const auto page = contents_of(page_of(place_, result));
      if (!page) refuse(ErrorCode::cannot_write, page_of(place_, result).string(), "cannot be read");
      const auto file = folder / (result.bot + ".html");
      if (!as_before || contents_of(file) != page) must(write_output(file.string(), *page));
    }
    for (const auto& one : report_.excluded)
      must(write_output((folder / (one.bot + ".html")).string(), must(page_of_excluded(context, one))));
  }

  /// The results whose bots play, as they were at admission, in the order of the plan.
  [[nodiscard]] std::vector<IntakeResult> playing() const {
    std::vector<IntakeResult> bots;
    for (const auto& [result, as_before, again] : report_.taken) {
      if (!result.kept.empty()) {
        bots.push_back(memory_.sound.at(result.bot));
      } else if (result.verdict == IntakeVerdict::admitted) {
        bots.push_back(result);
      }
    }
    return bots;
  }

  [[nodiscard]] std::string plan_text_of(const std::vector<IntakeResult>& bots) const {
    const auto origin = options_.base.empty() ? std::string{"the options of the command"}
                                              : fs::path{options_.base}.filename().string();
    auto text = std::string{first_line} + legible(origin) + '\n' + base_;
    for (const auto& bot : bots) {
      text += plan_text(
          NewBot{.name = bot.bot,
                 .command = bot.command,
                 .directory = (place_.bots() / bot.folder()).lexically_relative(place_.plan.parent_path())});
    }
    return text;
  }

  /// For a pair that is similar for the first time, the bot whose files were there first. Empty if that is
  /// unknown.
  [[nodiscard]] std::string source_of(const LikeBots& pair) const {
    for (const auto& [copy, source] :
         {std::pair{pair.first, pair.second}, std::pair{pair.second, pair.first}}) {
      const auto changed = memory_.changed.find(copy);
      if (changed != memory_.changed.end() && changed->second && !memory_.changed.contains(source))
        return source;
    }
    return {};
  }

  /// The similar pairs of a bot of this intake and another bot, of this or an earlier intake: most of their
  /// lines are equal. New pairs come first. All are remembered, so that a bot does not appear as the copy
  /// because its author changes more of it later.
  [[nodiscard]] std::vector<LikeBots> alike() {
    constexpr double most = 0.8;
    std::map<std::string, fs::path> folders;
    for (const auto& [bot, result] : memory_.sound)
      if (is_of_bot(memory_.names, result.stem, bot))  // otherwise names.toml gave it to another bot
        folders.emplace(bot, place_.bots() / result.folder());
    std::vector<std::string_view> given;
    for (const auto& document : documents()) given.push_back(document.text);
    for (const auto& form : first_bot_forms()) given.push_back(form.text);
    auto pairs = like_bots(folders, given, most);
    auto last = std::exchange(memory_.alike, {});
    for (auto& pair : pairs) {
      const std::pair names{pair.first, pair.second};
      const auto before = last.find(names);
      const auto source = before != last.end() ? before->second : source_of(pair);
      pair.as_before = before != last.end() && !memory_.changed.contains(pair.first) &&
                       !memory_.changed.contains(pair.second);
      pair.is_ordered = !source.empty();
      if (pair.is_ordered ? source == pair.first : !is_here(pair.first)) std::swap(pair.first, pair.second);
      memory_.alike.emplace(names, source);
    }
    // If two bots are no longer similar, their pair stays without a source, because either may copy from the
    // other next.
    for (const auto& [names, source] : last) memory_.alike.try_emplace(names, "");
    memory_.changed.clear();
    std::erase_if(pairs, [&](const LikeBots& pair) { return !concerns_this_plan(pair); });
    std::ranges::stable_sort(pairs, {}, &LikeBots::as_before);
    return pairs;
  }

  /// Whether a pair matters to the organiser. It must include a bot that is here. If the other bot is
  /// excluded, the pair matters only if that bot's files were there first, because the reason for an
  /// exclusion is known.
  [[nodiscard]] bool concerns_this_plan(const LikeBots& pair) const {
    return is_here(pair.first) &&
           (is_here(pair.second) || pair.is_ordered || !excluded_.contains(pair.second));
  }

  /// The authors' bots of the existing plan. If it has been moved away, the bots in the memory are used.
  [[nodiscard]] Result<std::vector<std::string>> last_authors() const {
    std::error_code error;
    if (!fs::exists(place_.plan, error) && !error) return memory_.playing;
    const auto text = contents_of(place_.plan);
    const auto last = text ? parse_plan(without_seeds(*text), place_.plan)
                           : Result<Plan>{std::unexpected{"cannot be read"}};
    if (!last) {
      return failure(ErrorCode::wrong_plan, options_.out,
                     "cannot be read as a plan, so it is unknown which authors would leave it; it is not "
                     "overwritten (--accept-fewer overwrites it). The problem: " +
                         last.error().message);
    }
    std::vector<std::string> authors;
    for (const auto& bot : last->bots)
      if (is_in(bot.command.directory, place_.bots())) authors.push_back(bot.name);
    return authors;
  }

  /// Refuses a plan in which many authors of the last one are missing: more than one, and more than a quarter
  /// of them.
  Result<void> check_dropped(const std::vector<IntakeResult>& playing) {
    auto last = last_authors();
    if (!last && options_.accepts_fewer) return {};
    if (!last) return std::unexpected{last.error()};
    std::erase_if(*last, [&](const std::string& bot) { return excluded_.contains(bot) || is_moved(bot); });
    const auto authors = last->size();
    std::ranges::copy_if(*last, std::back_inserter(report_.dropped), [&](const std::string& bot) {
      return std::ranges::count(playing, bot, &IntakeResult::bot) == 0;
    });
    const auto dropped = report_.dropped.size();
    constexpr std::size_t good_part = 4;
    if (options_.accepts_fewer || dropped < 2 || dropped * good_part <= authors) return {};
    return failure(ErrorCode::wrong_plan, options_.out,
                   fmt::format("{} of its {} authors would no longer play: {}; it is not written, and the "
                               "plan of the last intake stays. If this is intended, --accept-fewer writes it",
                               dropped, authors, fmt::join(report_.dropped, ", ")));
  }

  /// Writes the plan if it can be played, and if all bots are still as they were checked.
  Result<void> write_plan() {
    const auto bots = playing();
    const auto text = plan_text_of(bots);
    auto seeded = with_seeds(text, place_.plan);
    auto loaded = seeded ? make_tournament(seeded->text, place_.plan, {}, builder())
                         : Result<Tournament>{std::unexpected{std::move(seeded.error())}};
    if (!loaded) {
      auto why = std::move(loaded.error());
      why.message += "; " + options_.out + " is not written" +
                     (fs::exists(place_.plan) ? ", and the plan of the last intake stays" : "");
      return std::unexpected{std::move(why)};
    }
    TRY(check_dropped(bots));
    if (loaded->plan.seed)
      std::cerr << options_.out
                << ": because of its seed, every run with this name has the same deals, and unchanged bots "
                   "repeat their games; for new deals each night, remove the seed from the base plan\n";
    for (const auto& bot : bots) {
      // Only the folder counts here. As a bot of the plan, it may also include files of the system that its
      // command names.
      const auto now = identity_of_folder(place_.bots() / bot.folder());
      if (!now || now->sha256 != bot.sha256)
        return failure(ErrorCode::machine, (place_.bots() / bot.folder()).string(),
                       "has changed since it was checked; run the intake again");
    }
    if (contents_of(place_.plan) != text) TRY(write_output(place_.plan.string(), text));
    memory_.playing.clear();
    std::ranges::transform(bots, std::back_inserter(memory_.playing), &IntakeResult::bot);
    return {};
  }

  const IntakeOptions& options_;
  IntakePlace place_;
  IntakeReport report_;
  IntakeMemory memory_;
  fs::path names_file_;
  std::vector<StatedAuthor> stated_;  ///< entries of the organiser's list
  std::set<std::string> excluded_;    ///< bots that the list excludes
  std::string base_;
};

ExitCode intake(const IntakeOptions& options) {
  if (options.base.empty() && options.plan.rules.game.empty())
    throw Complaint{"intake: expected --plan PLAN, or --game GAME for a new plan"};
  if (options.submissions.empty() && options.single.empty())
    throw Complaint{"intake: expected INBOX, a folder of submissions, or --submission PATH for one"};
  if (fs::path{options.out}.extension() != ".toml")
    refuse(ErrorCode::usage, options.out,
           "expected the name of a plan, which ends in .toml: the folder of the intake has the name "
           "with .intake instead");
  return Intake{options, IntakePlace{options.out}}.run();
}

void add_plan_options(CommandLine& command, IntakeOptions& options) {
  command
      .add("-o,--out", options.out, Value::output,
           "write the plan to FILE; the memory of the intake is a folder beside it, cup.intake for cup.toml")
      ->required();
  auto* const base = command.add("--plan", options.base, Value::plan,
                                 "take games, limits and other bots from this plan, in the same folder");
  auto* const game = command.add("-g,--game", options.plan.rules.game, Value::game,
                                 "write a new plan of this game or preset (tribunal games lists them)");
  options.plan.add_options(command);
  command.exclude(*base, {"--game", "--name", "--format", "--players", "--rule", "--deals"});
  for (const auto* const name : {"--name", "--format", "--players", "--rule", "--deals"})
    command.get_option(name)->needs(game);
}

}  // namespace

void add_intake_command(CommandLine& command) {
  auto& options = command.runs(intake);
  command.add("inbox", options.submissions, {Value::file, "INBOX"},
              "folders with one folder or archive (.zip, .tar, .tar.gz, .tar.xz, .tar.zst) per author; or "
              "such archives");
  command.add("--submission", options.single, {Value::file, "PATH"},
              "take this folder or archive as the submission of one author; repeatable");
  add_plan_options(command, options);
  command.add("--reports", options.reports, Value::output_folder,
              "write a page for each author, BOT.html, to this folder");
  options.json.add(command, "--json", "JSON");
  command.add("--keep-last", options.keeps_sound,
              "if a version is not admitted, let the last admitted one play");
  command.add("--again", options.again, "build and check all submissions again, even unchanged ones");
  command.add("--names", options.names, Value::file,
              "list of persons and their submissions (default: names.toml beside the plan)");
  command.add(
      "--memory", options.season, Value::plan,
      "also use the names and last sound versions of this plan's intake, such as the season's for its final");
  command.add("--accept-fewer", options.accepts_fewer,
              "write the plan even if many authors of the last one are missing");
  command.add("--seconds", options.seconds, whole(1, 86400),
              "time limit of the check of each bot, in seconds");
  command.add("--workers", options.workers, whole(1, 1024),
              "submissions processed concurrently (default: number of cores)");
}

}  // namespace tribunal
