#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "table/start_desk.hpp"
#include "tournament/plan/tournament.hpp"
#include "tournament/run/event_stream.hpp"
#include "tournament/store/finished_game.hpp"
#include "tournament/store/store.hpp"

namespace tribunal {

/// Writes the events of a tournament's run as lines of JSON (docs/events.md). Safe to use from several
/// threads.
class RunEvents {
 public:
  /// `stream`: null if no program listens.
  RunEvents(const Tournament& tournament, std::shared_ptr<EventStream> stream)
      : tournament_{tournament}, stream_{std::move(stream)} {}

  /// `games`: of this run and those before it, as far as is known; `is_whole`: there will be no more.
  void start(const Store& store, const HostFacts& host, int workers, std::uint64_t games,
             bool is_whole) const;
  /// A game was stored, with its faults.
  void game(const FinishedGame& game, std::uint64_t stored) const;
  void void_game(const VoidGame& game) const;
  void start_news(const StartNews& news) const;
  /// Something that may spoil the results, a sentence.
  void warning(const std::string& sentence) const;
  /// Rounds are known, of which `first` (from 0) is the first.
  void rounds(std::size_t first, std::size_t count, std::uint64_t games) const;
  void interrupted(const std::string& signal) const;
  /// `how`: complete, interrupted or failed; `problem`: what failed.
  void end(std::string_view how, const std::string& problem, const Store& store) const;

 private:
  void write(std::string_view event, const nlohmann::ordered_json& members) const;

  const Tournament& tournament_;
  std::shared_ptr<EventStream> stream_;
};

}  // namespace tribunal
