#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tribunal {

/// A tournament as jobs of a scheduler play it. Paths are as the machines of the jobs see them.
struct JobOrder {
  std::filesystem::path program;  ///< of this version of Tribunal
  std::string name;               ///< the tournament's
  std::filesystem::path plan;
  std::filesystem::path out;     ///< the folder for the merged results
  std::filesystem::path shards;  ///< the folder for the results of the shards
  int tasks = 1;
  bool in_rounds = false;
  bool has_rounds = false;           ///< `out` has complete rounds
  std::vector<std::string> options;  ///< for the scheduler's own command
};

/// The script of one task of a Slurm array: it plays a shard, forwards the signal that precedes the time
/// limit, and requeues itself if the shard is not complete.
[[nodiscard]] std::string slurm_play_script(const JobOrder& order);

/// The script that merges the shards once all tasks have ended and, in a format of rounds, submits the next
/// round.
[[nodiscard]] std::string slurm_merge_script(const JobOrder& order);

/// The settings that a pod of Kubernetes needs besides the order.
struct PodOrder {
  std::string image;   ///< with Tribunal, what the bots need, and the bots themselves
  std::string claim;   ///< the name of a PersistentVolumeClaim that all nodes can write to
  std::string folder;  ///< its mount point: plan and results lie below it
};

/// The manifest of an Indexed Job that plays all shards. An index that cannot succeed fails at once; an
/// interrupted one is retried; a node that is taken away does not count as a retry.
[[nodiscard]] std::string kubernetes_manifest(const JobOrder& order, const PodOrder& pod);

}  // namespace tribunal
