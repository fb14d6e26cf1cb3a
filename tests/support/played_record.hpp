#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cards/commit_reveal.hpp"
#include "record/record.hpp"
#include "support/random_play.hpp"

namespace tribunal::testing {

/// The record of a game without faults. The deal has this number in an event of this name, and follows from
/// the secret of this seed. `choose`: the action of a seat that is asked, as a function of the game and the
/// seat.
template <class Choose>
[[nodiscard]] Record played_record(const Rules& rules, const std::string& event, std::uint64_t deal,
                                   const std::string& seed, std::vector<Entrant> entrants, Choose choose) {
  Record record{rules, {event, deal, deal_key(Secret::from_seed(seed), event, deal)}, {}, {}, {}, {}, {}, {}};
  record.entrants = std::move(entrants);
  const auto game = rules.deal(std::make_shared<const KeyedDeal>(record.deal.key));
  auto muted = EventLog::muted();
  game->begin(muted);
  play_out(*game, muted, [&](const Game& now, Seat seat) {
    record.decisions.push_back({seat, choose(now, seat), 0, false});
    return record.decisions.back().action;
  });
  return record;
}

/// Entrants of the same name, one for each player.
[[nodiscard]] inline std::vector<Entrant> alike_entrants(const Rules& rules) {
  return std::vector<Entrant>(static_cast<std::size_t>(rules.players()), {"bot", "", ""});
}

}  // namespace tribunal::testing
