// tribunal submit: writes the jobs that play a tournament under a scheduler. tribunal merge: merges its parts
// into one.
#include <filesystem>
#include <fmt/format.h>
#include <iostream>
#include <set>

#include <boost/asio/io_context.hpp>
#include <boost/asio/read.hpp>
#include <boost/process/v2/popen.hpp>
#include <nlohmann/json.hpp>

#include "base/escape.hpp"
#include "base/text/number_text.hpp"
#include "base/text/text_width.hpp"
#include "base/text/utf8.hpp"
#include "cli/commands/commands.hpp"
#include "cli/options/bot_options.hpp"
#include "cli/options/plan_options.hpp"
#include "cli/run/session.hpp"
#include "cli/terminal/output.hpp"
#include "tournament/cluster/merge.hpp"
#include "tournament/cluster/shard_folder.hpp"
#include "tournament/plan/planned_bots.hpp"
#include "tournament/plan/toml/mistaken_file.hpp"
#include "tournament/plan/tournament.hpp"
#include "tournament/results/folder.hpp"
#include "tournament/results/results.hpp"
#include "tournament/schedule/schedule.hpp"

namespace tribunal {
namespace {

/// A tournament for the jobs of a scheduler. Paths are those on the machines of the jobs.
struct JobOrder {
  std::filesystem::path program;  ///< program of this version of Tribunal
  std::string name;               ///< name of the tournament
  std::filesystem::path plan;
  std::filesystem::path out;     ///< folder for the merged results
  std::filesystem::path shards;  ///< folder for the results of the shards
  int tasks = 1;
  bool in_rounds = false;
  bool has_rounds = false;           ///< whether `out` has complete rounds
  std::vector<std::string> options;  ///< options of the scheduler's own command
};

/// Further settings for a pod of Kubernetes.
struct PodOrder {
  std::string image;   ///< image with Tribunal, the bots, and what they need
  std::string claim;   ///< name of a PersistentVolumeClaim that all nodes can write to
  std::string folder;  ///< mount point; plan and results are below it
};

constexpr int most_restarts = 100;
constexpr int seconds_to_stop = 60;

std::string shell_words(const std::vector<std::string>& words) {
  std::string text;
  for (const auto& word : words) text += (text.empty() ? "" : " ") + shell_word(word);
  return text;
}

std::vector<std::string> play_words(const JobOrder& order) {
  std::vector<std::string> words{order.program.string(),
                                 "tournament",
                                 order.plan.string(),
                                 "--shard",
                                 fmt::format("auto/{}", order.tasks),
                                 "--out",
                                 order.shards.string()};
  if (order.has_rounds) words.insert(words.end(), {"--after", order.out.string()});
  return words;
}

/// A valid name for Kubernetes: lower case letters, digits and hyphens, with letters at both ends.
std::string job_name(const std::string& name) {
  constexpr std::size_t longest = 50;
  std::string job = "tribunal-";
  for (const char letter : name.substr(0, longest)) {
    const bool is_digit = letter >= '0' && letter <= '9';
    const bool is_upper = letter >= 'A' && letter <= 'Z';
    const bool is_lower = letter >= 'a' && letter <= 'z';
    job += is_upper ? static_cast<char>(letter - 'A' + 'a') : is_lower || is_digit ? letter : '-';
  }
  return job.ends_with('-') ? job + 'x' : job;
}

/// A JSON value as YAML, which includes JSON.
std::string yaml(const nlohmann::json& value) {
  return value.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
}

/// The script of one task of a Slurm array. It plays a shard, forwards the signal that precedes the time
/// limit, and requeues itself if the shard is incomplete.
std::string slurm_play_script(const JobOrder& order) {
  return fmt::format(R"(#!/bin/sh
# One shard of the tournament {name}; made by 'tribunal submit slurm'.
played= stopped=
trap 'stopped=yes; [ -z "$played" ] || kill -TERM "$played"' TERM
{command} --workers "${{SLURM_CPUS_ON_NODE:-1}}" &
played=$!
[ -z "$stopped" ] || kill -TERM "$played"
# A signal ends the waiting, not the program.
while true; do
  wait "$played"
  code=$?
  kill -0 "$played" 2>/dev/null || break
done
# Interrupted: 75, or any other code if the signal came before the first game or while results were copied.
[ -z "$stopped" ] || [ "$code" -eq 0 ] || code=75
if [ "$code" -eq 75 ] && [ "${{SLURM_RESTART_COUNT:-0}}" -lt {restarts} ]; then
  scontrol requeue "${{SLURM_ARRAY_JOB_ID}}_${{SLURM_ARRAY_TASK_ID}}" && exit
  echo "this site does not queue the task again: after the merge, 'tribunal submit' plays the remaining games" >&2
fi
exit "$code"
)",
                     fmt::arg("name", printable(order.name)),
                     fmt::arg("command", shell_words(play_words(order))),
                     fmt::arg("restarts", most_restarts));
}

/// The script that merges the shards once all tasks have ended. In a format of rounds, it then submits the
/// next round.
std::string slurm_merge_script(const JobOrder& order) {
  const auto program = order.program.string();
  auto text = fmt::format(
      "#!/bin/sh\n# Merges the shards of the tournament {}; made by 'tribunal submit slurm'.\n{} || exit\n",
      printable(order.name), shell_words({program, "merge", order.out.string(), order.shards.string()}));
  if (!order.in_rounds) return text;
  std::vector<std::string> next{
      program, "submit",          "slurm", order.plan.string(), "--tasks", std::to_string(order.tasks),
      "--out", order.out.string()};
  if (!order.options.empty()) next.emplace_back("--");
  next.insert(next.end(), order.options.begin(), order.options.end());
  return text + "# The next round, if there is one.\n" + shell_words(next) + '\n';
}

/// The manifest of an Indexed Job that plays all shards. If an index cannot succeed, it fails at once. If it
/// is interrupted, it is retried. A node that is taken away does not count as a retry.
std::string kubernetes_manifest(const JobOrder& order, const PodOrder& pod) {
  auto words = play_words(order);
  words.insert(words.end(), {"--scratch", "/scratch/shards"});
  return fmt::format(R"(# The shards of the tournament {title}; made by 'tribunal submit kubernetes'.
apiVersion: batch/v1
kind: Job
metadata:
  name: {name}
spec:
  completionMode: Indexed
  completions: {tasks}
  parallelism: {tasks}
  backoffLimitPerIndex: 6
  podFailurePolicy:
    rules:
      # A node that is taken away is nobody's fault.
      - action: Ignore
        onPodConditions:
          - type: DisruptionTarget
            status: "True"
      # The plan, a bot or the machine is at fault; 75 asks for another try.
      - action: FailIndex
        onExitCodes:
          containerName: shard
          operator: In
          values: [2, 4, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 76, 77, 78]
  template:
    spec:
      restartPolicy: Never
      terminationGracePeriodSeconds: {grace}
      containers:
        - name: shard
          image: {image}
          command: {command}
          volumeMounts:
            - name: tournament
              mountPath: {folder}
            - name: scratch
              mountPath: /scratch
      volumes:
        - name: tournament
          persistentVolumeClaim:
            claimName: {claim}
        - name: scratch
          emptyDir: {{}}
)",
                     fmt::arg("title", yaml(order.name)), fmt::arg("name", job_name(order.name)),
                     fmt::arg("tasks", order.tasks), fmt::arg("grace", seconds_to_stop),
                     fmt::arg("image", yaml(pod.image)), fmt::arg("command", yaml(words)),
                     fmt::arg("folder", yaml(pod.folder)), fmt::arg("claim", yaml(pod.claim)));
}

namespace fs = std::filesystem;
namespace process = boost::process::v2;

struct SubmitOptions {
  std::string plan;
  int tasks = 1;
  fs::path out;
  bool dry_run = false;
  std::vector<std::string> scheduler;
  PodOrder pod;
};

/// Whether the bots have the same paths on the machines of the jobs as on this one.
enum class BotPlace : std::uint8_t { here, elsewhere };

/// The jobs to submit. None if everything has been played.
std::optional<JobOrder> order_of(const SubmitOptions& options, BotPlace bots) {
  const auto plan_file = plan_named(options.plan);
  const auto tournament =
      must(bots == BotPlace::here ? load_tournament(plan_file, {}, options.out, builder(options.out))
                                  : load_without_bots(plan_file));
  const auto& plan = tournament.plan;
  must_name_secret(plan);
  const auto out = fs::absolute(options.out.empty() ? fs::path{usual_results} / plan.name : options.out);
  bool has_rounds = false;
  if (fs::exists(database_of(out))) {
    const auto results = must(Results::open(out));
    if (must(results.progress()).is_finished()) {
      std::cout << out.string() << ": the tournament is complete; nothing is submitted\n";
      return std::nullopt;
    }
    has_rounds = results.tournament().schedule.in_rounds();
  }
  return JobOrder{.program = fs::read_symlink("/proc/self/exe"),
                  .name = plan.name,
                  .plan = fs::absolute(plan.file),
                  .out = out,
                  .shards = fs::path{out}.concat(".shards"),
                  .tasks = options.tasks,
                  .in_rounds = tournament.schedule.in_rounds(),
                  .has_rounds = has_rounds,
                  .options = options.scheduler};
}

/// A path in a pattern for Slurm's file names (sbatch(1)), in which `%` begins a replacement.
std::string slurm_pattern(const fs::path& path) {
  std::string pattern;
  for (const char letter : path.string()) pattern += letter == '%' ? std::string{"%%"} : std::string{letter};
  return pattern;
}

/// Runs sbatch and returns the number of the job. The error is a sentence; sbatch itself has printed more.
Result<std::string> sbatch(const std::vector<std::string>& words) {
  std::vector<std::string> all{"sbatch"};
  all.insert(all.end(), words.begin(), words.end());
  boost::asio::io_context context;
  process::popen running{context, "/usr/bin/env", all};
  std::string text;
  boost::system::error_code end;
  boost::asio::read(running, boost::asio::dynamic_buffer(text), end);
  const int code = running.wait();
  constexpr int not_found = 127;
  if (code == not_found) return std::unexpected{"sbatch, of Slurm, is not in PATH here"};
  if (code != 0) return std::unexpected{"sbatch failed with exit code " + std::to_string(code)};
  return text.substr(0, text.find_first_of("\n;"));  // NUMBER, or NUMBER;CLUSTER
}

/// The words of sbatch for a job. The user's options come last, because they take precedence.
std::vector<std::string> job_words(const JobOrder& order, const std::string& suffix, const std::string& log,
                                   const std::vector<std::string>& own, const fs::path& script) {
  std::vector<std::string> words{"--parsable", "--job-name=" + order.name + suffix,
                                 "--output=" + slurm_pattern(script.parent_path()) + '/' + log,
                                 "--open-mode=append"};
  words.insert(words.end(), own.begin(), own.end());
  words.insert(words.end(), order.options.begin(), order.options.end());
  words.push_back(script.string());
  return words;
}

ExitCode submit_slurm(const SubmitOptions& options) {
  const auto found = order_of(options, BotPlace::here);
  if (!found) return ExitCode::ok;
  const JobOrder& order = *found;
  if (order.shards.string().contains('\\'))
    return complain(ExitCode::usage, order.shards.string() +
                                         ": Slurm cannot write logs to a path with a backslash; expected "
                                         "--out with another folder");
  const auto folder = order.shards / "slurm";
  const auto play = folder / "play.sh";
  const auto merge = folder / "merge.sh";
  const std::array scripts{std::pair{play, slurm_play_script(order)},
                           std::pair{merge, slurm_merge_script(order)}};
  const auto array_words =
      job_words(order, "", "play-%a.log",
                {"--array=1-" + std::to_string(order.tasks), "--signal=B:TERM@60", "--requeue"}, play);
  // The merge starts once all tasks of the array have ended, whether or not they succeeded.
  const auto merge_words = [&](const std::string& array) {
    return job_words(order, "-merge", "merge.log", {"--dependency=afterany:" + array}, merge);
  };
  if (options.dry_run) {
    for (const auto& [file, text] : scripts) std::cout << "== " << file.string() << '\n' << text;
    std::cout << "== commands\nsbatch " << shell_words(array_words) << "\nsbatch "
              << shell_words(merge_words("ARRAY")) << '\n';
    return ExitCode::ok;
  }
  std::error_code ignored;
  fs::create_directories(folder, ignored);
  for (const auto& [file, text] : scripts) must(write_output(file.string(), text));
  const auto array = sbatch(array_words);
  if (!array)
    return complain(ExitCode::failed, array.error().text() +
                                          "; if it objects to the array, --tasks must be below the site's "
                                          "MaxArraySize ('scontrol show config', usually 1001)");
  const auto merging = sbatch(merge_words(*array));
  if (!merging)
    return complain(ExitCode::failed, "array " + *array + " is submitted, but the merge after it is not: " +
                                          merging.error().message);
  std::cout << order.name << ": array " << *array << " of "
            << counted(static_cast<std::uint64_t>(order.tasks), "task") << ", then merge " << *merging
            << "; logs in " << folder.string() << ", results in " << order.out.string() << '\n';
  return ExitCode::ok;
}

/// Whether a path is below a folder, judged by their names.
bool is_below(const fs::path& path, const fs::path& folder) {
  const auto there = path.lexically_normal().lexically_relative(folder.lexically_normal());
  return !there.empty() && *there.begin() != "..";
}

ExitCode submit_kubernetes(const SubmitOptions& options) {
  const auto order = order_of(options, BotPlace::elsewhere);
  if (!order) return ExitCode::ok;
  auto jobs = *order;
  jobs.program = "tribunal";  // program in the image
  for (const auto& path : {jobs.plan, jobs.out}) {
    if (!is_below(path, options.pod.folder)) {
      return complain(ExitCode::usage, path.string() + " is not below " + options.pod.folder +
                                           ", where pods see the volume; expected --folder, or another path");
    }
  }
  std::cout << kubernetes_manifest(jobs, options.pod);
  std::cerr << "when the job has ended: tribunal merge " << shell_word(jobs.out.string()) << ' '
            << shell_word(jobs.shards.string())
            << (jobs.in_rounds ? ", and this command again for the next round\n" : "\n");
  return ExitCode::ok;
}

void add_common_options(CommandLine& command, SubmitOptions& options) {
  command
      .add("plan", options.plan, Value::plan,
           "the plan: a TOML file at a path that all machines see, or the name of a plan that came with the "
           "program")
      ->required();
  command.add("--tasks", options.tasks, whole(1, most_shards), "number of shards; each is one task")
      ->required();
  command.add(
      "-o,--out", options.out, Value::output_folder,
      "results folder that all machines can write to (default: results/NAME); shards are in DIR.shards");
}

struct MergeOptions {
  fs::path out;
  std::vector<fs::path> folders;
  bool accept_changes = false;
  bool unverified = false;
};

/// The results folders in the given folders. Each of these must have at least one.
std::vector<fs::path> all_results(const MergeOptions& options) {
  std::vector<fs::path> all;
  for (const auto& folder : options.folders) {
    const auto [below, links] = results_below(folder);
    for (const auto& link : links)
      std::cerr << "tribunal: " << harmless(link.string())
                << ": this is a link and is not followed; to merge the folder that it leads to, name that "
                   "folder too\n";
    if (below.empty()) {
      constexpr ExpectedFile expected{"a tournament's folder, such as results/demo, or a folder of shards",
                                      FileKind::results};
      const Error none_opens{ErrorCode::unreadable, Place{folder.string()},
                             "there are no results that can be opened"};
      throw Complaint{objection_to_file(folder, expected).value_or(none_opens)};
    }
    all.insert(all.end(), below.begin(), below.end());
  }
  return all;
}

void show_unequal(const MergeReport& report) {
  if (report.unequal == 0) return;
  std::cerr << "tribunal: " << counted(report.unequal, "game") << (report.unequal == 1 ? " was" : " were")
            << " different in two folders; the first is kept. A bot that decides differently in the same "
               "position is not deterministic:\n";
  for (const auto& game : report.unequal_games) {
    std::cerr << "  game " << game.game << " in " << game.kept.string() << " and " << game.other.string();
    if (game.decision > 0) std::cerr << ": decision " << game.decision;
    if (!game.bot.empty()) std::cerr << ", by " << printable(game.bot);
    std::cerr << '\n';
  }
}

/// The shards that are missing in `folders`, if these are named like shards of one tournament. Each comes
/// with the folder in which it should be.
std::vector<std::pair<fs::path, Shard>> absent_shards(const std::vector<fs::path>& folders) {
  std::map<fs::path, std::set<int>> there;
  std::map<fs::path, int> counts;
  for (const auto& folder : folders) {
    const auto shard = shard_named(folder.filename().string());
    if (!shard) continue;
    there[folder.parent_path()].insert(shard->number);
    counts[folder.parent_path()] = shard->count;
  }
  std::vector<std::pair<fs::path, Shard>> absent;
  for (const auto& [parent, numbers] : there)
    for (int number = 1; number <= counts[parent]; ++number)
      if (!numbers.contains(number)) absent.emplace_back(parent, Shard{number, counts[parent]});
  return absent;
}

void show_missing(const MergeReport& report, const Results& results, const std::vector<fs::path>& folders,
                  const fs::path& out) {
  constexpr std::size_t most_shown = 10;
  const auto& schedule = results.tournament().schedule;
  std::cerr << "tribunal: " << counted(report.missing, "game") << " missing:\n";
  std::size_t shown = 0;
  for (const auto& range : report.missing_games) {
    if (++shown > most_shown) {
      std::cerr << "  and " << report.missing_games.size() - most_shown << " more\n";
      break;
    }
    std::cerr << "  games " << range.begin << " to " << range.end - 1 << " (deals "
              << schedule.game(range.begin).deal << " to " << schedule.game(range.end - 1).deal << ")\n";
  }
  const auto plan = shell_word(results.tournament().plan.file.string());
  const auto merged = shell_word(out.string());
  const auto absent = absent_shards(folders);
  std::error_code ignored;
  shown = 0;
  for (const auto& [parent, shard] : absent) {
    if (++shown > most_shown) break;
    const auto all = schedule.in_rounds() ? parent.parent_path() : parent;
    const auto folder = parent / folder_name(shard);
    if (fs::exists(database_of(folder), ignored)) {  // a link, or not named
      std::cerr << "tribunal merge " << merged << ' ' << shell_word(folder.string()) << '\n';
      continue;
    }
    std::cerr << "tribunal tournament " << plan << " --shard " << to_text(shard) << " --out "
              << shell_word(all.string())
              << (schedule.in_rounds() && schedule.rounds().size() > 1 ? " --after " + merged : "") << '\n';
  }
  if (absent.size() > most_shown) std::cerr << "... and " << absent.size() - most_shown << " more shards\n";
  std::cerr << (absent.empty() ? "" : "or, here: ") << "tribunal tournament " << plan << " --out " << merged
            << '\n';
}

ExitCode merge(const MergeOptions& options) {
  const auto folders = all_results(options);
  const MergeTerms terms{.accept_changes = options.accept_changes,
                         .verify = !options.unverified,
                         .threads = ThreadsOption{}.count()};
  const auto report = must(merge_results(options.out, folders, terms));
  const auto results = must(Results::open(options.out));
  std::cout << options.out.string() << ": " << counted(report.games, "game") << " from "
            << counted(report.sources, "folder") << (options.unverified ? ", not verified" : "");
  if (report.replaced > 0)
    std::cout << "; " << counted(report.replaced, "damaged game") << " of " << options.out.string()
              << " replaced";
  if (report.duplicates > 0) std::cout << "; " << report.duplicates << " of them in several folders";
  if (report.next_round) {
    std::cout << "; round " << results.tournament().schedule.rounds().size() << " comes next";
  } else if (report.missing == 0) {
    std::cout << ": the tournament is complete; 'tribunal standings " << options.out.string() << "' shows it";
  }
  std::cout << std::endl;
  show_unequal(report);
  if (report.missing > 0) show_missing(report, results, folders, options.out);
  if (report.unequal > 0) return ExitCode::failed;
  if (report.missing > 0) return ExitCode::inconclusive;
  return report.next_round ? ExitCode::ok : verdict_on_bots(results, options.out);
}

}  // namespace

void add_submit_command(CommandLine& command) {
  command.require_subcommand(1);
  const auto options = std::make_shared<SubmitOptions>();

  auto& slurm = command.add_command({.name = "slurm",
                                     .help = "Submit an array of shards and the job that merges them; in a "
                                             "format of rounds, each round in turn",
                                     .group = command.spec().group});
  add_common_options(slurm, *options);
  slurm.add("--dry-run", options->dry_run, "print the scripts and commands, but submit nothing");
  slurm.add("sbatch", options->scheduler, "after --: options of sbatch, for both jobs");
  slurm.runs([options] { return submit_slurm(*options); });

  auto& kubernetes = command.add_command({.name = "kubernetes",
                                          .help = "Print the manifest of a job that plays all shards",
                                          .group = command.spec().group});
  add_common_options(kubernetes, *options);
  kubernetes.add("--image", options->pod.image, "image with Tribunal and the bots")->required();
  kubernetes.add("--claim", options->pod.claim, "PersistentVolumeClaim with the plan and the results")
      ->required();
  kubernetes.add("--folder", options->pod.folder, "mount path of that volume")->required();
  kubernetes.runs([options] { return submit_kubernetes(*options); });
}

void add_merge_command(CommandLine& command) {
  auto& options = command.runs(merge);
  command.add("out", options.out, Value::results, "results folder; the games that it already has are kept")
      ->required();
  command
      .add("folders", options.folders, Value::results,
           "results folders of the same tournament, or folders that contain them; a game that is in several "
           "of them is taken from the first")
      ->required();
  command.add("--accept-changes", options.accept_changes,
              "unite shards even if limits, bots or their sandbox differ");
  command.add("--unverified", options.unverified,
              "copy the games without verifying them: about 12 times as fast; the results are marked as not "
              "verified");
}

}  // namespace tribunal
