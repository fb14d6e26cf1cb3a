// Options as a person types them are refused in one line, or are rules whose games end.
#include <charconv>
#include <memory>
#include <string>

#include "fuzz/fuzz.hpp"
#include "fuzz/second_reading.hpp"
#include "games/catalogue.hpp"
#include "support/random_play.hpp"

namespace tribunal::fuzz {
namespace {

/// The bound on the decisions of a game; a game of many hands is not played to its end.
constexpr int most_decisions = 1000;

void play_defaults(const Rules& rules, std::uint8_t key) {
  DealKey deal;
  deal.bytes.front() = key;
  const auto game = rules.deal(std::make_shared<KeyedDeal>(deal));
  auto events = EventLog::muted();
  game->begin(events);
  const auto by_default = [](const Game& now, Seat seat) { return now.default_action(seat); };
  testing::play_out(*game, events, by_default, most_decisions);
  if (!game->wanted().empty()) return;
  const auto outcome = game->outcome();
  must(outcome.seats == rules.seats() && game->players() == rules.players(), "seats are lost or added");
}

/// The input: lines with the deal, the game, the players, and one option each, `name=value`.
void check_rules(std::string_view input) {
  const auto lines = pieces_of(input, '\n');
  if (lines.size() < 3) return;
  int players = 0;
  (void)std::from_chars(lines[2].data(), lines[2].data() + lines[2].size(), players);
  OptionTexts options;
  for (std::size_t i = 3; i < lines.size(); ++i) {
    const auto equals = lines[i].find('=');
    options[lines[i].substr(0, equals)] = equals == std::string::npos ? "" : lines[i].substr(equals + 1);
  }
  const auto rules = make_rules(lines[1], players, options);
  if (!rules)
    return must(is_one_line(rules.error().text()), "rules are refused in more than a line",
                rules.error().text());
  OptionTexts spelled;
  for (const auto& [name, value] : rules->options()) spelled[name] = to_text(value);
  const auto again = make_rules(rules->game(), players, spelled);
  must(again && std::ranges::equal(again->options(), rules->options()) && again->game() == rules->game(),
       "rules differ when all their options are given");
  play_defaults(*rules, Bytes{lines[0]}.byte());
}

}  // namespace

bool targets::rules(std::string_view input) {
  check_rules(input);
  return true;
}

}  // namespace tribunal::fuzz
