#include "cli/cluster/shard_option.hpp"

#include <array>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <string_view>

namespace tribunal {
namespace {

/// How a scheduler tells a task which of how many it is.
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

std::optional<int> number_in(const char* variable) {
  const char* const text = variable == nullptr ? nullptr : std::getenv(variable);
  if (text == nullptr) return std::nullopt;
  const std::string_view digits{text};
  int number = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (read.ec != std::errc{} || read.ptr != digits.data() + digits.size()) return std::nullopt;
  return number;
}

/// Of an array with gaps, or that does not begin at 1, Slurm's count is not that of the shards.
bool is_whole_slurm_array() {
  const auto lowest = number_in("SLURM_ARRAY_TASK_MIN");
  const auto highest = number_in("SLURM_ARRAY_TASK_MAX");
  return lowest.value_or(1) == 1 && highest == number_in("SLURM_ARRAY_TASK_COUNT");
}

std::unexpected<std::string> no_shard(const std::string& why) {
  return std::unexpected{"--shard auto: " + why};
}

std::expected<Shard, std::string> shard_of_task(const SchedulerVariables& scheduler,
                                                const std::string& given_count) {
  const std::string index_name = scheduler.index;
  const auto index = number_in(scheduler.index);
  if (!index) return no_shard(index_name + " is no number");
  if (!given_count.empty())
    return parse_shard(std::to_string(*index - scheduler.first + 1) + '/' + given_count);
  const auto count = number_in(scheduler.count);
  if (!count || (index_name.starts_with("SLURM") && !is_whole_slurm_array())) {
    return no_shard(index_name + " is " + std::to_string(*index) +
                    ", but how many shards there are is not told; expected --shard auto/COUNT");
  }
  return parse_shard(std::to_string(*index - scheduler.first + 1) + '/' + std::to_string(*count));
}

}  // namespace

std::expected<Shard, std::string> shard_of(const std::string& given) {
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
