#include "games/chez/swap.hpp"

namespace tribunal {
namespace {

Card drawn_blind(ChezTable& table, Seat from) {
  const auto& hand = table.state.hand(from);
  return hand.at(static_cast<int>(table.chance.draws.uniform(static_cast<std::uint32_t>(hand.size()))));
}

void exchange(ChezTable& table) {
  auto& [state, chance, log] = table;
  auto& pending = state.pending;
  for (std::size_t i = 0; i < pending.offers; ++i) {
    pending.taken[i] = drawn_blind(table, pending.target);
    deliver(table, pending.target, state.actor, pending.taken[i]);
  }
  for (std::size_t i = 0; i < pending.offers; ++i) {
    deliver(table, state.actor, pending.target, pending.offered[i]);
  }
}

}  // namespace

bool make_swap(ChezTable& table) {
  const auto& pending = table.state.pending;
  const auto missing = pending.offers - table.state.hand(pending.target).size();
  if (!pick_up(table, pending.target, missing)) return false;
  exchange(table);
  return true;
}

void swap_again(ChezTable& table) {
  const auto& pending = table.state.pending;
  for (std::size_t i = 0; i < pending.offers; ++i) {
    deliver(table, table.state.actor, pending.target, pending.taken[i]);
  }
  for (std::size_t i = 0; i < pending.offers; ++i) {
    deliver(table, pending.target, table.state.actor, pending.offered[i]);
  }
  exchange(table);
}

}  // namespace tribunal
