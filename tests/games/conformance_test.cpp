// Every game of the catalogue, with its options and presets, has the properties of games/conformance.hpp.
#include "games/conformance.hpp"

#include <catch2/catch.hpp>

#include "games/anarchy/family.hpp"
#include "games/layout/family.hpp"
#include "games/tennis/family.hpp"
#include "support/repetitions.hpp"

using namespace tribunal;
using testing::Dice;
using Verbs = std::set<Verb>;

namespace {

/// True if this number of players can play the game, by itself or in one of its presets. Not every number
/// between the fewest and the most can.
bool is_for(const GameInfo& game, int players) {
  const auto possible = [players](const std::string& name) {
    return make_rules(name, players, {}).has_value();
  };
  return possible(game.name) || std::ranges::any_of(game.presets, possible, &PresetInfo::name);
}

/// Games for each of these numbers of players, and the verbs that must occur in some of them.
struct Trial {
  std::string game;
  std::vector<int> players;
  int games;  ///< at full length, per number of players
  OptionTexts fixed = {};
  Verbs verbs = {};
  bool nothing_else = false;  ///< except for these verbs
  bool shared_wins = false;   ///< some games have several winners
};

/// True if everything that this trial expects occurred in these games, which are listed by their number of
/// players.
bool is_complete(const Trial& trial, const std::map<int, testing::Heard>& heard) {
  Verbs verbs;
  for (const auto& [players, here] : heard) {
    if (trial.nothing_else && here.verbs != trial.verbs) return false;
    if (trial.shared_wins && here.shared_wins == 0) return false;
    verbs.insert(here.verbs.begin(), here.verbs.end());
  }
  return std::ranges::includes(verbs, trial.verbs);
}

/// Plays a part of the games, and more, up to the full number, while something expected has not occurred yet,
/// because rare events need more games than a short test has. 15 wrong rules were put into three families,
/// one by one, and each was found in the first 300 games. A short test plays 3,000 of 100,000.
void check(const Trial& trial) {
  const auto games = testing::repetitions(trial.games, 3);
  std::map<int, testing::Heard> heard;
  Dice dice{2026};
  for (int played = 0; played < games || (!is_complete(trial, heard) && played < trial.games);
       played += games)
    for (const int players : trial.players)
      testing::check_by_second_referee(*find_game(trial.game), players, games, dice, trial.fixed,
                                       heard[players]);
  CAPTURE(trial.game, trial.fixed);
  CHECK(is_complete(trial, heard));
}

Verbs operator+(Verbs verbs, const Verbs& more) {
  verbs.insert(more.begin(), more.end());
  return verbs;
}

/// The verbs of cards in the layout family.
const Verbs card_verbs{verbs::hand, verbs::deal,    verbs::draw,    verbs::ace,
                       verbs::play, verbs::discard, verbs::conquer, verbs::score};

}  // namespace

TEST_CASE("random rules cover every option and number of players") {
  // The generator of rules must reach every value of every option. Otherwise the tests below prove less than
  // they claim.
  Dice dice{7};
  std::map<std::string, int> seen;
  for (const auto& game : catalogue()) {
    for (int i = 0; i < 15'000; ++i) {
      const auto rules = testing::random_rules(game, dice);
      ++seen[rules.game() + " players=" + std::to_string(rules.players())];
      for (const auto& option : game.options) {  // some are named only if they differ from the default
        const auto& options = rules.options();
        const auto named = std::ranges::find(options, option.name, &OptionValues::value_type::first);
        const auto& value = named == options.end() ? option.default_value : named->second;
        ++seen[rules.game() + " " + option.name + "=" + to_text(value)];
      }
    }
  }
  const auto check_seen = [&](const GameInfo& game, const std::string& option, const std::string& value) {
    CAPTURE(game.name, option, value);
    CHECK(seen[game.name + " " + option + "=" + value] > 20);
  };
  for (const auto& game : catalogue()) {
    for (int players = game.fewest_players; players <= game.most_players; ++players) {
      if (is_for(game, players)) check_seen(game, "players", std::to_string(players));
    }
    for (const auto& option : game.options) {
      const bool is_switch = std::holds_alternative<bool>(option.default_value);
      if (!is_switch && option.highest > option.lowest) {
        const auto highest = option.name == "hands" ? 3 : std::min<std::int64_t>(option.highest, 10);
        for (auto number = option.lowest; number <= highest; ++number)
          check_seen(game, option.name, std::to_string(number));
        continue;
      }
      if (is_switch) check_seen(game, option.name, "on");
      for (const auto& word : option.words) check_seen(game, option.name, word);
    }
  }
}

TEST_CASE("random games of random rules have the properties of every game") {
  Dice dice{4};
  for (int i = 0; i < testing::repetitions(1'000); ++i)
    testing::check_game(testing::random_rules(dice), testing::numbered_deal(static_cast<std::uint64_t>(i)),
                        dice);
}

TEST_CASE("every game and preset, for every number of players, has the properties of every game") {
  Dice dice{5};
  for (const auto& game : catalogue()) {
    std::vector<std::string> names{game.name};
    for (const auto& preset : game.presets) names.push_back(preset.name);
    for (const auto& name : names) {
      for (int players = game.fewest_players; players <= game.most_players; ++players) {
        const auto rules = make_rules(name, players, {});
        if (rules)
          testing::check_game(*rules, testing::numbered_deal(static_cast<std::uint64_t>(players)), dice);
      }
    }
  }
}

// By a second referee, random games of all rules end, keep their cards and chips, obey the rules, and score
// as a second scorer does. Everything that can happen does happen.

TEST_CASE("mitch: random games of up to five players agree with a second referee") {
  check({"mitch", {2, 3, 4, 5}, 100'000, {}, card_verbs + Verbs{verbs::stock, verbs::take}});
}

TEST_CASE("mitch: random games of six and more players agree with a second referee") {
  check({"mitch", {6, 7, 8, 9, 10}, 100'000, {}, card_verbs + Verbs{verbs::stock, verbs::take}});
}

TEST_CASE("mitch: random games with hands as large as the packs allow agree with a second referee") {
  for (const int packs : {1, 2}) {
    for (int players = 2; players <= 10; ++players) {
      const int largest = (48 * packs - 1) / players;
      for (const int hand_size : {largest - 1, largest}) {
        check({"mitch",
               {players},
               2'000,
               {{"packs", std::to_string(packs)}, {"hand_size", std::to_string(hand_size)}}});
      }
    }
  }
}

TEST_CASE("revolution: random games agree with a second referee") {
  check({"revolution", {1, 2, 3, 4, 5}, 100'000});
}

TEST_CASE("revolution: random sessions agree with a second referee") {
  const Verbs chips{verbs::ante, verbs::pay, verbs::win, verbs::chips, verbs::fold};
  const Verbs tyrant{verbs::call, verbs::pass};
  const auto trial =
      GENERATE_COPY(Trial{"revolution", {1, 2, 3, 4, 5}, 20'000, {{"session", "plain"}}, tyrant},
                    Trial{"revolution", {2, 3, 4, 5}, 20'000, {{"session", "gambling"}}, chips},
                    Trial{"revolution",
                          {3, 4, 5},
                          20'000,
                          {{"session", "gambling"}, {"rejoin", "ask"}},
                          chips + Verbs{verbs::check}},
                    Trial{"revolution", {2}, 20'000, {{"session", "hustler"}, {"mob", "on"}}, chips},
                    Trial{"revolution",
                          {2, 3, 4, 5},
                          20'000,
                          {{"session", "stud"}},
                          chips + tyrant + Verbs{verbs::check, verbs::bet, verbs::raise}},
                    Trial{"revolution",
                          {2},
                          20'000,
                          {{"session", "cube"}},
                          {verbs::pass, verbs::doubles, verbs::accept, verbs::drop}});
  auto with_cards = trial;
  with_cards.verbs = trial.verbs + card_verbs;
  check(with_cards);
  auto with_tyrant = with_cards;
  with_tyrant.fixed["tyrant"] = "any";
  with_tyrant.games = 8'000;
  with_tyrant.verbs = card_verbs + tyrant;
  if (with_tyrant.players.front() == 1) with_tyrant.players.erase(with_tyrant.players.begin());
  check(with_tyrant);
}

TEST_CASE("tennis: random games agree with a second referee") {
  // Everything that can happen does happen, except for the end after 500 rounds.
  const auto* const lead = GENERATE("passes-on", "dealer", "next-player");
  check({"tennis",
         {2, 3, 4, 6},
         40'000,
         {{"round_lead", lead}},
         {verbs::deal, verbs::play, verbs::round, verbs::trick, verbs::aside, verbs::remove, verbs::place},
         true,
         true});
}

TEST_CASE("the Anarchy family: random games agree with a second referee") {
  const Verbs tricks{verbs::hand, verbs::deal, verbs::play, verbs::score};
  const Verbs bids{verbs::bid, verbs::capture};
  const Verbs anarchy = tricks + bids + Verbs{verbs::bid_card};
  const Verbs bomb = tricks + bids + Verbs{verbs::bomb, verbs::bonus};
  check(GENERATE_COPY(
      Trial{"anarchy", {4}, 100'000, {}, anarchy, true},
      Trial{"anarchy", {5}, 100'000, {}, anarchy + Verbs{verbs::turn}, true},
      Trial{"anarchist-bomb", {3, 4}, 100'000, {}, bomb + Verbs{verbs::turn, verbs::exchange}, true},
      Trial{"anarchist-bomb", {5}, 100'000, {}, bomb, true},
      // Each game has ten hands.
      Trial{"organised-chaos", {3, 4, 5}, 20'000, {}, tricks + bids + Verbs{verbs::bonus, verbs::give}, true},
      Trial{"snark", {3, 4, 5, 6, 7}, 100'000, {}, tricks + Verbs{verbs::gather}, true}));
}
