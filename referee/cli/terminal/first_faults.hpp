#pragma once

#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <utility>

#include "record/record.hpp"
#include "tournament/plan/plan.hpp"
#include "tournament/store/finished_game.hpp"

namespace tribunal {

/// Tells of faults while a tournament is played: one line for the first of each kind and bot.
class FirstFaults {
 public:
  /// `say` is given each line; the first names the results `folder`.
  FirstFaults(const Plan& plan, std::filesystem::path folder, std::function<void(const std::string&)> say)
      : plan_{plan}, folder_{std::move(folder)}, say_{std::move(say)} {}

  void note(const FinishedGame& game);

 private:
  const Plan& plan_;
  std::filesystem::path folder_;
  std::function<void(const std::string&)> say_;
  std::set<std::pair<int, FaultKind>> known_;  ///< by the bot's index
};

}  // namespace tribunal
