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
#include "tournament/results/tables/stored_tournament.hpp"
#include "tournament/schedule/formats/round.hpp"

namespace tribunal {

/// The results of a tournament as its runner writes them, in a database in the tournament's folder. A game
/// counts once it is committed, and from then on survives everything but the loss of the disk.
class Store {
 public:
  /// Opens the folder of `tournament`, or creates it. A folder that holds another tournament is refused.
  /// Other conditions (deals, limits, commands, files of bots) are refused too, unless `accept_changes` is
  /// set; then all further games are played under the new ones. If the plan or its secret is refused, nothing
  /// is written.
  [[nodiscard]] static Result<Store> open(const std::filesystem::path& path, const Tournament& tournament,
                                          const HostFacts& host, bool accept_changes);
  /// Checks without writing whether `open` would accept this tournament. Returns the accepted changes as
  /// sentences.
  [[nodiscard]] static Result<std::vector<std::string>> foresee(const std::filesystem::path& path,
                                                                const Tournament& tournament,
                                                                const Bytes32& commitment,
                                                                const HostFacts& host, bool accept_changes);
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;
  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;
  /// Reduces the database to a single file, if no other process is reading it.
  ~Store();

  /// The path of the folder.
  [[nodiscard]] const std::filesystem::path& path() const;
  /// The secret that the deals follow from.
  [[nodiscard]] const Secret& secret() const;
  /// SHA-256 of the secret before the public value was mixed in.
  [[nodiscard]] Bytes32 commitment() const;
  /// For each game up to the last stored one, by index, whether it is stored.
  [[nodiscard]] const std::vector<bool>& stored() const;
  /// The version of Tribunal that played the last stored games. Empty if the tournament begins.
  [[nodiscard]] const std::string& referee_before() const;
  /// Sentences about changes that were accepted: of the plan, its bots or the sandbox since the last games,
  /// and void games that are played again under other conditions.
  [[nodiscard]] const std::vector<std::string>& accepted() const;
  /// The time at which the last games of earlier runs were stored, ISO 8601 in UTC. Empty if it is unknown.
  [[nodiscard]] const std::string& played_before() const;
  /// The number of stored games.
  [[nodiscard]] std::uint64_t size() const;
  /// The number of faults in the stored games.
  [[nodiscard]] std::uint64_t faults() const;
  /// Stores these games: all of them, or none after an error. A game that is already stored is an error.
  [[nodiscard]] Result<void> add(std::span<const FinishedGame> games);
  /// Stores the groups of the rounds from number `first` on, so that they need not be computed again.
  [[nodiscard]] Result<void> add_rounds(std::size_t first, std::span<const Round> rounds);
  /// Stores which bots no longer start. Replaces what was stored before.
  [[nodiscard]] Result<void> set_not_starting(std::span<const NotStarting> bots);
  /// Stores why bots had to wait for processors in this run.
  [[nodiscard]] Result<void> note_crowding(const std::string& sentence);
  /// Stores void attempts. Each is the next attempt at its game.
  [[nodiscard]] Result<void> add_void(std::span<const VoidGame> games);

 private:
  struct State;
  explicit Store(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace tribunal
