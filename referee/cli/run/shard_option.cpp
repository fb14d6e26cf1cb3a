#include "cli/run/shard_option.hpp"

#include <array>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <string_view>

namespace tribunal {
namespace {

/// The environment variables by which a scheduler numbers its tasks.
struct SchedulerVariables {
  const char* index;
  const char* count;  ///< null if it does not tell
  int first;          ///< the index of the first task
};

constexpr std::array schedulers{
    SchedulerVariables{"SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", 1},
    SchedulerVariables{"JOB_COMPLETION_INDEX", nullptr, 0},  // Kubernetes
    SchedulerVariables{"PBS_ARRAY_INDEX", nullptr, 1},
    SchedulerVariables{"AWS_BATCH_JOB_ARRAY_INDEX", "AWS_BATCH_JOB_ARRAY_SIZE", 0},
    SchedulerVariables{"TEST_SHARD_INDEX", "TEST_TOTAL_SHARDS", 0},  // Bazel
};

std::optional<int> number_of(std::string_view digits) {
  int number = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (read.ec != std::errc{} || read.ptr != digits.data() + digits.size()) return std::nullopt;
  return number;
}

std::optional<int> number_in(const char* variable) {
  const char* const text = variable == nullptr ? nullptr : std::getenv(variable);
  return text == nullptr ? std::nullopt : number_of(text);
}

/// Slurm's arrays may begin anywhere. One from 0 to `count` - 1 is numbered from 0; any other is one from 1
/// to `count`, or a part of it.
int first_in_slurm(int count) {
  return number_in("SLURM_ARRAY_TASK_MIN") == 0 && number_in("SLURM_ARRAY_TASK_MAX") == count - 1 ? 0 : 1;
}

/// Slurm's count is that of the shards only if the array has no gaps and begins at 0 or 1.
bool is_whole_slurm_array() {
  const auto lowest = number_in("SLURM_ARRAY_TASK_MIN").value_or(1);
  const auto highest = number_in("SLURM_ARRAY_TASK_MAX").value_or(0);
  return (lowest == 0 || lowest == 1) && number_in("SLURM_ARRAY_TASK_COUNT") == highest - lowest + 1;
}

std::unexpected<std::string> no_shard(const std::string& why) {
  return std::unexpected{"--shard auto: " + why};
}

Result<Shard> shard_of_task(const SchedulerVariables& scheduler, const std::string& given_count) {
  const std::string index_name = scheduler.index;
  const bool is_slurm = index_name.starts_with("SLURM");
  const auto index = number_in(scheduler.index);
  if (!index) return no_shard(index_name + " is no number");
  const auto count = given_count.empty() ? number_in(scheduler.count) : number_of(given_count);
  if (!count && !given_count.empty()) return parse_shard("auto/" + given_count);
  if (!count || (given_count.empty() && is_slurm && !is_whole_slurm_array())) {
    return no_shard(index_name + " is " + std::to_string(*index) +
                    ", but how many shards there are is not told; expected --shard auto/COUNT");
  }
  const int first = is_slurm ? first_in_slurm(*count) : scheduler.first;
  return parse_shard(std::to_string(*index - first + 1) + '/' + std::to_string(*count));
}

}  // namespace

Result<Shard> shard_of(const std::string& given) {
  if (!given.starts_with("auto")) return parse_shard(given);
  const auto count = given.starts_with("auto/") ? given.substr(5) : "";
  if (count.empty() && given != "auto") return parse_shard(given);
  for (const auto& scheduler : schedulers)
    if (std::getenv(scheduler.index) != nullptr) return shard_of_task(scheduler, count);
  std::string names;
  for (const auto& scheduler : schedulers)
    names += (names.empty() ? "" : ", ") + std::string{scheduler.index};
  return no_shard("no scheduler has set a number; expected one of " + names);
}

}  // namespace tribunal
