#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "record/record.hpp"
#include "tournament/plan/tournament.hpp"
#include "tournament/results/finished_game.hpp"
#include "tournament/results/folder.hpp"
#include "tournament/results/tables/stored_tournament.hpp"
#include "tournament/schedule/formats/round.hpp"

namespace tribunal {

/// The results of a tournament as its runner writes them: a database in the tournament's folder. A
/// game counts once it is committed, and from then on survives everything but the loss of the disk.
class Store {
 public:
  /// Opens the folder of `tournament`, or creates it. A folder that holds another tournament is refused; so
  /// are other conditions (deals, limits, commands, files of bots) unless `accept_changes`: then games from
  /// now on are played under the new ones. Nothing is written where the plan or its secret is refused.
  [[nodiscard]] static Result<Store> open(const std::filesystem::path& path, const Tournament& tournament,
                                          const HostFacts& host, bool accept_changes);
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;
  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;
  /// Leaves a database of a single file, if no other process is reading it.
  ~Store();

  /// The folder.
  [[nodiscard]] const std::filesystem::path& path() const;
  /// The secret that the deals follow from.
  [[nodiscard]] const Secret& secret() const;
  /// SHA-256 of the secret before the public value was mixed in.
  [[nodiscard]] Bytes32 commitment() const;
  /// Whether each game up to the last one stored, by index, is stored.
  [[nodiscard]] const std::vector<bool>& stored() const;
  /// The version of Tribunal that the last stored games were played by; empty if the tournament begins.
  [[nodiscard]] const std::string& referee_before() const;
  /// A sentence on void games that are played again under other conditions than their originals, as was
  /// accepted; empty if there are none.
  [[nodiscard]] const std::string& changed_void_games() const;
  /// The time when the last games of earlier runs were stored, ISO 8601 in UTC; empty if it is unknown.
  [[nodiscard]] const std::string& played_before() const;
  /// Stored games.
  [[nodiscard]] std::uint64_t size() const;
  /// Faults in them.
  [[nodiscard]] std::uint64_t faults() const;
  /// Stores these games: all of them or, with an error, none. A game that is already stored is an error.
  [[nodiscard]] Result<void> add(std::span<const FinishedGame> games);
  /// Stores the groups of the rounds from number `first` on, so that they need not be computed again.
  [[nodiscard]] Result<void> add_rounds(std::size_t first, std::span<const Round> rounds);
  /// Stores which bots do not start any more, in place of what was stored before.
  [[nodiscard]] Result<void> set_not_starting(std::span<const NotStarting> bots);
  /// Stores why bots have to wait for processors in this run, for those who read the results.
  [[nodiscard]] Result<void> note_crowding(const std::string& sentence);
  /// Stores void attempts; each is the next attempt at its game.
  [[nodiscard]] Result<void> add_void(std::span<const VoidGame> games);

 private:
  struct State;
  explicit Store(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace tribunal
