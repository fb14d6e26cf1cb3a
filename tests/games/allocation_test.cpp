// A search applies millions of actions to muted games. None of these may allocate memory. Sanitizers bring
// their own operator new, so this test does not run with them.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

#include <cstdlib>
#include <new>

#include <catch2/catch.hpp>

#include "cards/deal.hpp"
#include "support/random_rules.hpp"

namespace {

// NOLINTNEXTLINE(*-avoid-non-const-global-variables): of this whole test program, which has one thread
std::size_t allocations = 0;

}  // namespace

// Not inlined: g++ 12 would see malloc's memory deleted, and new's memory freed, where the two are one.
// NOLINTBEGIN(cppcoreguidelines-owning-memory): this is what owns memory
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* const memory = std::malloc(size)) return memory;
  throw std::bad_alloc{};
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t /*size*/) noexcept { std::free(memory); }
// NOLINTEND(cppcoreguidelines-owning-memory)

using namespace tribunal;
using testing::Dice;

namespace {

/// Plays random games of each kind to their ends. `choose` makes every decision, and nothing may be
/// allocated.
template <class Choose>
void play_without_allocation(Dice& dice, int games, Choose choose) {
  auto events = EventLog::muted();
  for (const auto& info : catalogue()) {
    for (int i = 0; i < games; ++i) {
      const auto rules = testing::random_rules(info, dice);
      CAPTURE(testing::describe(rules), i);
      const auto game = rules.deal(std::make_shared<const FastDeal>(dice.below(1'000'000)));
      const auto before = allocations;
      game->begin(events);
      testing::play_out(*game, events, choose);
      const auto after = allocations;
      REQUIRE(after == before);
    }
  }
}

}  // namespace

TEST_CASE(
    "listing and applying actions on a muted log allocates nothing, in the first hand and in later ones") {
  Dice dice{6};
  ActionList actions;
  actions.reserve(10'000);
  play_without_allocation(dice, 200, [&](const Game& game, Seat seat) {
    game.legal_actions(seat, actions);
    return dice.flip() ? dice.pick(actions) : game.default_action(seat);
  });
  // The counter works: a clone allocates memory.
  const auto game = make_rules("mitch", 3, {})->deal(testing::numbered_deal(0));
  const auto before = allocations;
  const auto clone = game->clone();
  CHECK(allocations > before);
}

TEST_CASE("redrawing allocates only the clone, and a redrawn game plays on without allocations") {
  Dice dice{7};
  auto events = EventLog::muted();
  ActionList actions;
  actions.reserve(10'000);
  Stream stream = FastDeal{7}.stream("redraw");
  for (const auto& info : catalogue()) {
    for (int i = 0; i < 100; ++i) {
      const auto rules = testing::random_rules(info, dice);
      CAPTURE(testing::describe(rules), i);
      const auto game = rules.deal(std::make_shared<const FastDeal>(dice.below(1'000'000)));
      game->begin(events);
      testing::play_out(*game, dice, events, dice.below(60));
      const auto before = allocations;
      const auto world = game->clone();
      const auto cloned = allocations;
      dice.flip() ? world->redraw_chance(stream) : world->redraw_hidden(0, stream);
      testing::play_out(*world, events, [&](const Game& now, Seat seat) {
        now.legal_actions(seat, actions);
        return dice.pick(actions);
      });
      const auto after = allocations;
      REQUIRE(cloned == before + 1);
      REQUIRE(after == cloned);
    }
  }
}

TEST_CASE("valuing and describing actions does not allocate once the lists are large enough") {
  Dice dice{8};
  ActionList actions;
  ActionValues values;
  std::vector<float> features;
  actions.reserve(10'000);
  values.reserve(10'000);
  features.reserve(1'000'000);
  play_without_allocation(dice, 50, [&](const Game& game, Seat seat) {
    game.legal_actions(seat, actions);
    game.value_actions(seat, actions, values);
    game.describe_actions(seat, actions, features);
    return dice.pick(actions);
  });
}

#endif
