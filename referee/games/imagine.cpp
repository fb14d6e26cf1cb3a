#include "games/imagine.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "games/heard_chez.hpp"
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

/// A game that the lines lead to, if this try finds one. Raises `most_told` to the number of lines that a
/// game told.
using Try = std::function<std::unique_ptr<Game>(std::size_t& most_told)>;

Try tries_of_chez(const Rules& rules, Seat seat, std::span<const std::string> lines, Stream& stream) {
  const auto heard = std::make_shared<HeardChez>(rules, pack_of(rules), seat, lines, stream);
  return [heard](std::size_t& most_told) {
    auto game = heard->imagine();
    most_told = std::max(most_told, heard->most_told());
    return game;
  };
}

Try tries_of_stocks(const Rules& rules, Seat seat, std::span<const std::string> lines, Stream& stream) {
  return [&rules, seat, lines, &stream, pack = pack_of(rules)](std::size_t& most_told) {
    HeardDeal heard{rules, pack};
    const auto bad = std::ranges::find_if(lines, [&](const auto& line) { return !heard.hear(line, stream); });
    if (bad != lines.end()) {
      most_told = std::max(most_told, static_cast<std::size_t>(bad - lines.begin()));
      return std::unique_ptr<Game>{};
    }
    auto stocks = heard.complete(stream);
    if (!stocks) return std::unique_ptr<Game>{};
    auto followed = follow(rules, seat, lines, heard, *std::move(stocks));
    most_told = std::max(most_told, followed.told);
    return followed.fits ? std::move(followed.game) : nullptr;
  };
}

}  // namespace

Result<std::unique_ptr<Game>> imagine(const Rules& rules, Seat seat, std::span<const std::string> lines,
                                      Stream& stream) {
  const bool is_chez = rules.game() == "chez";
  const auto try_once =
      is_chez ? tries_of_chez(rules, seat, lines, stream) : tries_of_stocks(rules, seat, lines, stream);
  std::size_t most_told = 0;
  for (int tries = 0; tries < most_tries; ++tries) {
    if (auto game = try_once(most_told)) {
      game->redraw_hidden(seat, stream);
      return game;
    }
  }
  const auto first = most_told < lines.size() ? "'" + lines[most_told] + "'" : std::string{"the end"};
  // The search for a game of Chez is not complete: a refusal is no proof.
  const std::string refusal =
      is_chez ? "found no deal that tells seat " : "no deal of these rules tells seat ";
  return std::unexpected{Error{refusal + std::to_string(seat) +
                               " these lines; the first that does not fit is line " +
                               std::to_string(most_told + 1) + ", " + first}};
}

}  // namespace tribunal
