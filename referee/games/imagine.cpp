#include "games/imagine.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "games/heard_deal.hpp"

namespace tribunal {
namespace {

constexpr int most_tries = 100;

/// All cards of a hand: whatever the position of a game as dealt names.
std::vector<Card> pack_of(const Rules& rules) {
  const auto game = rules.deal(std::make_shared<const FastDeal>(0));
  auto muted = EventLog::muted();
  game->begin(muted);
  const auto position = game->position();
  std::vector<Card> pack;
  const auto add = [&](std::span<const Card> cards) { pack.insert(pack.end(), cards.begin(), cards.end()); };
  for (const auto* cards : {&position.stock, &position.hidden, &position.discards, &position.turned,
                            &position.aside, &position.aces, &position.folded, &position.captured})
    add(*cards);
  for (const auto& card : position.trick) pack.push_back(card.card);
  for (const auto& seat : position.seats) {
    add(seat.hand);
    add(seat.open);
    add(seat.pile);
    for (const auto& meld : seat.melds) add(meld);
  }
  return pack;
}

/// A game that is played along the lines, and how many of them it has told.
struct Followed {
  std::unique_ptr<Game> game;
  std::size_t told = 0;
  bool fits = false;
};

/// Tells the lines of the events; false at the first that was not heard.
bool tell(const EventLog& events, Seat seat, std::span<const std::string> lines, std::size_t& told) {
  for (const auto& event : events.events()) {
    if (!event.is_told_to(seat)) continue;
    if (told == lines.size() || event.text(seat) != lines[told]) return false;
    ++told;
  }
  return true;
}

/// Plays the deal with the decisions that were heard. The echoes of decisions follow each other, from the
/// first line on that was not told yet.
Followed follow(const Rules& rules, Seat seat, std::span<const std::string> lines, const HeardDeal& heard,
                StackedDeal::Stocks stocks) {
  Followed followed{.game = rules.deal(std::make_shared<const StackedDeal>(std::move(stocks)))};
  auto& game = *followed.game;
  EventLog events;
  ActionList actions;
  Choices choices;
  game.begin(events);
  while (tell(events, seat, lines, followed.told)) {
    if (followed.told == lines.size()) {
      followed.fits = true;
      break;
    }
    auto line = followed.told;
    for (const auto asked : game.wanted()) {
      const auto decision = heard.decision(line++);
      game.legal_actions(asked, actions);
      if (!decision || std::ranges::find(actions, *decision) == actions.end()) return followed;
      choices[asked] = *decision;
    }
    if (line == followed.told) return followed;  // it is over
    events.clear();
    game.apply(choices, events);
  }
  return followed;
}

}  // namespace

Result<std::unique_ptr<Game>> imagine(const Rules& rules, Seat seat, std::span<const std::string> lines,
                                      Stream& stream) {
  if (rules.game() == "chez") {
    return std::unexpected{
        Error{"a game of Chez cannot be imagined from its lines; redraw a clone of the game itself"}};
  }
  const auto pack = pack_of(rules);
  std::size_t most_told = 0;
  for (int tries = 0; tries < most_tries; ++tries) {
    HeardDeal heard{rules, pack};
    const auto bad = std::ranges::find_if(lines, [&](const auto& line) { return !heard.hear(line, stream); });
    if (bad != lines.end()) {
      most_told = std::max(most_told, static_cast<std::size_t>(bad - lines.begin()));
      continue;
    }
    auto stocks = heard.complete(stream);
    if (!stocks) continue;
    auto followed = follow(rules, seat, lines, heard, *std::move(stocks));
    if (followed.fits) {
      followed.game->redraw_hidden(seat, stream);
      return std::move(followed.game);
    }
    most_told = std::max(most_told, followed.told);
  }
  const auto first = most_told < lines.size() ? "'" + lines[most_told] + "'" : std::string{"the end"};
  return std::unexpected{Error{"no deal of these rules tells seat " + std::to_string(seat) +
                               " these lines; the first that does not fit is line " +
                               std::to_string(most_told + 1) + ", " + first}};
}

}  // namespace tribunal
