#include "cli/run/job_texts.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/escape.hpp"
#include "base/text/text_width.hpp"

namespace tribunal {
namespace {

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

/// A name as Kubernetes has them: lower case letters, digits and hyphens, letters at both ends.
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

/// The value as YAML, of which JSON is a part.
std::string yaml(const nlohmann::json& value) {
  return value.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
}

}  // namespace

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
  echo "this site does not queue the task again: after the merge, 'tribunal submit' plays the games that are left" >&2
fi
exit "$code"
)",
                     fmt::arg("name", printable(order.name)),
                     fmt::arg("command", shell_words(play_words(order))),
                     fmt::arg("restarts", most_restarts));
}

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

}  // namespace tribunal
