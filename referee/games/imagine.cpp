#include "games/imagine.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "cards/pack.hpp"
#include "games/core/action.hpp"
#include "games/core/seat.hpp"
#include "games/heard_chez.hpp"
#include "games/heard_line.hpp"

namespace tribunal {
namespace {

void append(std::vector<std::size_t>& to, std::vector<std::size_t>& from) {
  to.insert(to.end(), from.begin(), from.end());
  from.clear();
}

/// A deal as one seat's lines show it: the known cards at their places in each hand's stock. `imagine` uses
/// it for the layout games, Tennis and the Anarchy games.
class HeardDeal {
 public:
  /// `pack`: the cards of a hand, in any order.
  HeardDeal(const Rules& rules, std::vector<Card> pack)
      : rules_{rules}, pack_{std::move(pack)}, is_tennis_{rules.game() == "tennis"} {
    if (!is_tennis_) return;
    begin_hand();  // the game has no line `hand`
    const auto players = static_cast<std::size_t>(rules.players());
    for (std::size_t i = 0; i < pack_.size(); ++i) piles_[static_cast<Seat>((i + 1) % players)].push_back(i);
  }

  /// Processes the next line; false if it is impossible after the others.
  [[nodiscard]] bool hear(std::string_view text, Stream& stream) {
    Line line{.words = words_of(text), .stock = stocks_.size() - 1, .hidden = {}};
    if (line.words.size() < 2 || !seat_of(line.words[1])) return false;
    if (line.words[0] != "give") finish_gifts();
    if (line.words[0] == "hand") begin_hand();
    if (stocks_.empty()) return false;
    line.stock = stocks_.size() - 1;
    lines_.push_back(std::move(line));
    const bool heard = hear(lines_.back(), stream);
    const auto& words = lines_.back().words;
    if (words[0] != "draw") drawn_.reset();
    if (words[0] != "take") taken_ = Card{};
    return heard;
  }

  /// A deal with the known cards, and the rest at random; nothing if there is none.
  [[nodiscard]] std::optional<StackedDeal::Stocks> complete(Stream& stream) {
    finish_gifts();
    StackedDeal::Stocks stocks;
    for (auto& stock : stocks_) {
      if (!fill(stock, stream)) return {};
      stocks["hand " + std::to_string(stocks.size() + 1)] = stock.cards;
    }
    return stocks;
  }

  /// The action whose echo is the line with this number, with the completed deal's cards for hidden ones.
  [[nodiscard]] std::optional<Action> decision(std::size_t number) const {
    if (number >= lines_.size()) return {};
    const auto& line = lines_[number];
    auto words = line.words;
    std::vector<Card> hidden;
    for (const auto place : line.hidden) hidden.push_back(stocks_[line.stock].cards[place]);
    std::ranges::sort(hidden);
    auto next = hidden.begin();
    for (auto& word : words) {
      if (word == "??" && next != hidden.end()) word = (next++)->text();
    }
    return action_of(words);
  }

 private:
  using Places = std::vector<std::size_t>;

  /// The stock of one hand in its order, with hidden cards at unknown places.
  struct Stock {
    std::vector<Card> cards;
    std::vector<bool> dealt;  ///< whether the card was dealt into a hand, so that it cannot be a hidden ace
    Places to_dummy;          ///< places of gifts, in the order of the pack
  };
  struct Line {
    std::vector<std::string> words;
    std::size_t stock = 0;
    Places hidden;  ///< the places of hidden cards in a decision
  };

  [[nodiscard]] Stock& stock() { return stocks_.back(); }
  [[nodiscard]] bool is_known(std::size_t place) { return !stock().cards.at(place).is_hidden(); }
  void begin_hand() {
    const auto size = pack_.size();
    stocks_.push_back({.cards = std::vector<Card>(size), .dealt = std::vector<bool>(size), .to_dummy = {}});
    held_.clear();
    piles_.clear();
    dealt_to_.clear();
    dealt_to_last_ = next_ = turned_ = 0;
    not_dealt_in_ = 0;
    table_.clear();
    discards_.clear();
    aside_.clear();
  }

  void finish_gifts() {
    for (auto& [to, places] : gifts_) append(held_[to], places);
    gifts_.clear();
  }

  [[nodiscard]] bool hear(const Line& heard, Stream& stream) {
    const auto& words = heard.words;
    const auto& verb = words[0];
    const auto seat = *seat_of(words[1]);
    const auto cards = cards_of(words, 2);
    const auto card = cards.empty() ? Card{} : cards[0];
    if (verb == "deal") return is_tennis_ ? take_from_pile(seat, cards) : deal(seat, cards);
    if (verb == "draw") {
      if (next_ == pack_.size() || cards.empty()) return false;
      drawn_ = next_++;
      stock().dealt[*drawn_] = true;
      held_[seat].push_back(*drawn_);
      return card.is_hidden() || put(*drawn_, card);
    }
    if (verb == "ace") return show_ace(seat, card);
    if (verb == "play") return !cards.empty() && lay(seat, card, table_, stream);
    if (verb == "discard") return !cards.empty() && lay(seat, card, discards_, stream);
    if (verb == "bid-card") return find(seat, card, stream).has_value();
    if (verb == "take") {
      if (discards_.empty() || stock().cards[discards_.back()] != card) return false;
      held_[seat].push_back(discards_.back());
      discards_.pop_back();
      taken_ = card;
    }
    if (verb == "fold") {
      held_.erase(seat);
      if (dealt_to_.empty()) ++not_dealt_in_;
    }
    if (verb == "turn") {
      // The odd card is the last of the pack; undealt cards are turned up from the first on.
      return put(rules_.game() == "anarchy" ? next_ + turned_++ : pack_.size() - 1, card);
    }
    if (verb == "exchange") {
      if (held_[seat].empty()) return false;
      return put(std::exchange(held_[seat].back(), pack_.size() - 1), card);
    }
    if (verb == "give" && words.size() > 2) {
      const auto to = seat_of(words[2]);
      return to && give(seat, *to, cards, stream);
    }
    if (verb == "gather") {
      for (const auto each : cards) {
        const auto place =
            std::ranges::find_if(table_, [&](std::size_t at) { return stock().cards[at] == each; });
        if (place == table_.end()) return false;
        held_[seat].push_back(*place);
        table_.erase(place);
      }
    }
    if (verb == "trick") {
      append(piles_[seat], aside_);
      append(piles_[seat], table_);
    }
    if (verb == "aside") append(aside_, table_);
    if (verb == "remove") aside_.clear();
    if (verb == "capture") table_.clear();
    if (verb == "round") {
      for (auto& [owner, hand] : held_) append(piles_[owner], hand);
    }
    return true;
  }

  /// Cards are dealt one at a time round the table; a line has at most sixteen cards of a seat.
  [[nodiscard]] bool deal(Seat seat, const std::vector<Card>& cards) {
    const auto players = static_cast<std::size_t>(rules_.players() - not_dealt_in_);
    if (dealt_to_.empty() || dealt_to_.back() != seat) {
      dealt_to_.push_back(seat);
      dealt_to_last_ = 0;
    }
    for (const auto card : cards) {
      // The dummy's cards follow those of all players.
      const bool is_dummy = dealt_to_.size() > players;
      const auto place = is_dummy ? next_ : dealt_to_last_++ * players + dealt_to_.size() - 1;
      if (place >= pack_.size()) return false;
      ++next_;
      held_[seat].push_back(place);
      stock().dealt[place] = true;
      if (!card.is_hidden() && !put(place, card)) return false;
    }
    return true;
  }

  [[nodiscard]] bool take_from_pile(Seat seat, const std::vector<Card>& cards) {
    auto& pile = piles_[seat];
    if (pile.size() < cards.size() || !held_[seat].empty()) return false;
    const auto end = pile.begin() + static_cast<std::ptrdiff_t>(cards.size());
    held_[seat].assign(pile.begin(), end);
    pile.erase(pile.begin(), end);
    for (std::size_t i = 0; i < cards.size(); ++i) {
      if (!cards[i].is_hidden() && !put(held_[seat][i], cards[i])) return false;
    }
    return true;
  }

  /// An ace is the card just drawn, or else one of those dealt.
  [[nodiscard]] bool show_ace(Seat seat, Card ace) {
    auto& held = held_[seat];
    const auto may_be = [&](std::size_t place) { return !is_known(place) || stock().cards[place] == ace; };
    auto place = held.end();
    if (drawn_ && may_be(*drawn_)) place = std::ranges::find(held, *drawn_);
    if (place == held.end()) place = std::ranges::find_if(held, may_be);
    if (!ace.is_ace() || place == held.end() || !put(*place, ace)) return false;
    held.erase(place);
    return true;
  }

  /// Gifts are passed at the same time, so a received card is not passed on.
  [[nodiscard]] bool give(Seat seat, Seat to, const std::vector<Card>& cards, Stream& stream) {
    const bool is_dummy = seat >= rules_.players();
    for (const auto card : cards) {
      auto& held = held_[seat];
      std::optional<std::size_t> place;
      if (is_dummy) {
        if (!held.empty()) place = held.front();
        if (place && !card.is_hidden() && !put(*place, card)) return false;
      } else {
        place = find(seat, card, stream);
      }
      if (!place) return false;
      std::erase(held, *place);
      gifts_[to].push_back(*place);
      if (card.is_hidden()) lines_.back().hidden.push_back(*place);
      if (to >= rules_.players()) stock().to_dummy.push_back(*place);
    }
    return true;
  }

  /// Notes that the place has the card; false if it has a different one.
  [[nodiscard]] bool put(std::size_t place, Card card) {
    auto& there = stock().cards.at(place);
    if (!there.is_hidden()) return there == card;
    there = card;
    return std::ranges::count(stock().cards, card) <= std::ranges::count(pack_, card);
  }

  /// The place of a card that the seat holds: the place known to have it, else any possible one, which has it
  /// from now on. A hidden card takes any unknown place.
  [[nodiscard]] std::optional<std::size_t> find(Seat seat, Card card, Stream& stream) {
    auto& held = held_[seat];
    if (seat >= rules_.players() && !held.empty()) {  // the dummy plays from the top
      return card.is_hidden() || put(held.front(), card) ? std::optional{held.front()} : std::nullopt;
    }
    Places unknown;
    for (const auto place : held) {
      if (!card.is_hidden() && stock().cards[place] == card) return place;
      if (!is_known(place)) unknown.push_back(place);
    }
    if (unknown.empty()) return {};
    const auto place = unknown[stream.uniform(static_cast<std::uint32_t>(unknown.size()))];
    if (!card.is_hidden() && !put(place, card)) return {};
    return place;
  }

  [[nodiscard]] bool lay(Seat seat, Card card, Places& onto, Stream& stream) {
    // If a seat discards the face that it has just taken, it is another card of that face.
    auto& held = held_[seat];
    const auto just_taken = held.empty() ? 0 : held.back();
    const bool is_another = &onto == &discards_ && !card.is_hidden() && card == taken_;
    if (is_another) held.pop_back();
    const auto place = find(seat, card, stream);
    if (is_another) held.push_back(just_taken);
    if (!place) return false;
    std::erase(held, *place);
    onto.push_back(*place);
    if (card.is_hidden()) lines_.back().hidden.push_back(*place);
    return true;
  }

  /// Deals the unseen cards to the unknown places: first to the dummy's gifts, which are in the order of the
  /// pack, then to the hands, which cannot hide aces in games in which aces are shown.
  [[nodiscard]] bool fill(Stock& stock, Stream& stream) const {
    auto rest = pack_;
    for (const auto card : stock.cards) {
      if (card.is_hidden()) continue;
      const auto found = std::ranges::find(rest, card);
      if (found == rest.end()) return false;
      rest.erase(found);
    }
    shuffle(rest, stream);
    const auto take = [&](std::size_t place, auto may_be) {
      if (!stock.cards[place].is_hidden()) return true;
      const auto card = std::ranges::find_if(rest, may_be);
      if (card == rest.end()) return false;
      stock.cards[place] = *card;
      rest.erase(card);
      return true;
    };
    Card floor = Card::from_index(0);
    std::vector<std::size_t> gifts;
    for (const auto place : stock.to_dummy) {
      if (stock.cards[place].is_hidden()) {
        gifts.push_back(place);
      } else {
        floor = std::max(floor, stock.cards[place]);
      }
    }
    for (const auto place : gifts) {
      if (!take(place, [&](Card card) { return card >= floor; })) return false;
    }
    std::vector<Card> ascending;
    for (const auto place : gifts) ascending.push_back(stock.cards[place]);
    std::ranges::sort(ascending);
    for (std::size_t i = 0; i < gifts.size(); ++i) stock.cards[gifts[i]] = ascending[i];
    const bool shows_aces = rules_.game() == "mitch" || rules_.game() == "revolution";
    for (const bool dealt : {true, false}) {
      for (std::size_t place = 0; place < stock.cards.size(); ++place) {
        if (stock.dealt[place] != dealt) continue;
        if (!take(place, [&](Card card) { return !dealt || !shows_aces || !card.is_ace(); })) return false;
      }
    }
    return true;
  }

  const Rules& rules_;
  std::vector<Card> pack_;
  bool is_tennis_;
  std::vector<Line> lines_;
  std::vector<Stock> stocks_;

  // The hand in play:
  std::map<Seat, Places> held_;
  std::map<Seat, Places> piles_;
  std::map<Seat, Places> gifts_;
  std::vector<Seat> dealt_to_;
  std::size_t dealt_to_last_ = 0;
  std::size_t next_ = 0;  // the next place to draw
  std::size_t turned_ = 0;
  int not_dealt_in_ = 0;  // number of players who stay out of this hand
  Places table_;          // the trick
  Places discards_;
  Places aside_;
  std::optional<std::size_t> drawn_;  // place of the card drawn by the previous line
  Card taken_;                        // card taken by the previous line
};

constexpr int most_tries = 100;

/// All cards of a hand, collected from the position right after the deal.
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

/// A game that is played along the lines, and the number of lines that it has produced.
struct Followed {
  std::unique_ptr<Game> game;
  std::size_t told = 0;
  bool fits = false;
};

/// Compares the lines of the events; false at the first that differs.
bool tell(const EventLog& events, Seat seat, std::span<const std::string> lines, std::size_t& told) {
  for (const auto& event : events.events()) {
    if (!event.is_told_to(seat)) continue;
    if (told == lines.size() || event.text(seat) != lines[told]) return false;
    ++told;
  }
  return true;
}

/// Plays the deal with the decisions of the lines. The echoes of simultaneous decisions are consecutive, from
/// the next line on.
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
    if (line == followed.told) return followed;  // the lines are complete
    events.clear();
    game.apply(choices, events);
  }
  return followed;
}

/// A game consistent with the lines, if this attempt finds one. Raises `most_told` to the largest number of
/// lines that a game has produced.
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
  // The search for a game of Chez is not complete: a refusal is not a proof.
  const std::string refusal =
      is_chez ? "found no deal that gives seat " : "no deal under these rules gives seat ";
  return std::unexpected{Error{refusal + std::to_string(seat) +
                               " these lines; the first that does not fit is line " +
                               std::to_string(most_told + 1) + ", " + first}};
}

}  // namespace tribunal
