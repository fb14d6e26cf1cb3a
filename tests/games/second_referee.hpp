#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "games/catalogue.hpp"

namespace tribunal::testing {

/// The seats that learn of a line.
struct Sight {
  SeatSet sees = SeatSet::all();  ///< the seats that see its cards
  bool unnoticed = false;         ///< whether the others are not sent the line at all

  bool operator==(const Sight&) const = default;
};

/// Reads the log of a game, line by line as the referee sees it, and compares it with the rules as a person
/// would with pencil and paper: a second opinion that shares no code with the engine.
class SecondReferee {
 public:
  /// Counts of events: `counter-nope`, `true revolution`, `turn`, ...
  using Tally = std::map<std::string, int>;
  /// A question to a seat, with its possible actions, as they are written.
  struct Question {
    int seat;  ///< -1 if no seat is to act
    std::set<std::string> choices;
    std::string otherwise;  ///< the next line, if only one is possible
  };

  virtual ~SecondReferee() = default;

  /// Throws std::runtime_error at the first line that the rules do not allow.
  virtual void read(const std::string& line) = 0;
  /// The seats that learn of the latest line, by the page of the rules.
  [[nodiscard]] virtual Sight sight(const std::string& line) const = 0;
  /// Call it after the last line: throws if the game is not over, or if cards or chips are missing.
  virtual void finish() const = 0;
  /// The score of each seat.
  [[nodiscard]] virtual const std::vector<int>& totals() const = 0;
  /// The place of each seat, if the scores do not determine it; otherwise empty.
  [[nodiscard]] virtual std::vector<int> places() const { return {}; }
  /// The question that is due; nothing if the possible decisions are unknown to it.
  [[nodiscard]] virtual std::optional<Question> question() const { return {}; }
  [[nodiscard]] virtual const Tally& tally() const {
    static const Tally none;
    return none;
  }
};

// The words of cards and lines: the only code that the second referees of all families share.

using Words = std::vector<std::string>;

/// The objection of a second referee to a line that breaks a rule: throws unless the rule holds.
inline void require(bool holds, std::string_view rule) {
  if (!holds) throw std::runtime_error{std::string{rule}};
}

[[nodiscard]] inline Words split(const std::string& line) {
  Words words;
  for (std::size_t begin = 0; begin < line.size();) {
    const auto end = std::min(line.find(' ', begin), line.size());
    words.push_back(line.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

/// 2 .. 14
[[nodiscard]] inline int rank_of(const std::string& card) {
  return static_cast<int>(std::string_view{"23456789TJQKA"}.find(card[0])) + 2;
}
[[nodiscard]] inline char suit_of(const std::string& card) { return card[1]; }

/// A card of each suit for each of these ranks.
[[nodiscard]] inline Words cards_of_ranks(std::string_view ranks) {
  Words cards;
  for (const char suit : std::string{"cdhs"}) {
    for (const char rank : ranks) cards.push_back(std::string{rank} + suit);
  }
  return cards;
}

inline void put(Words& pile, const Words& cards) { pile.insert(pile.end(), cards.begin(), cards.end()); }

/// Takes one card out of a pile; throws if it is not there.
inline void take_out(Words& pile, const std::string& card, std::string_view name) {
  const auto found = std::find(pile.begin(), pile.end(), card);
  require(found != pile.end(), card + " is not in " + std::string{name});
  pile.erase(found);
}

/// A second referee that knows some lines before they come, and looks at the others.
class SecondRefereeOfLines : public SecondReferee {
 public:
  void read(const std::string& line) final {
    auto words = split(line);
    require(words.size() >= 2, "a line is a verb, a seat and what they need");
    if (!expected_.empty()) {
      if (line != expected_.front()) throw std::runtime_error{"here '" + expected_.front() + "' was due"};
      expected_.erase(expected_.begin());
      return;
    }
    const auto verb = words[0];
    const int seat = std::stoi(words[1]);
    words.erase(words.begin(), words.begin() + 2);
    look(verb, seat, words);
  }
  [[nodiscard]] const std::vector<int>& totals() const final { return totals_; }

 protected:
  /// Looks at a line that was not known before: its verb, its seat and the words after it.
  virtual void look(const std::string& verb, int seat, const Words& words) = 0;

  void expect(const Words& lines) { put(expected_, lines); }
  [[nodiscard]] bool is_expecting() const { return !expected_.empty(); }

  std::vector<int> totals_;  ///< the score of each seat

 private:
  Words expected_;  ///< the lines that must follow now
};

// The second referees of the families.
[[nodiscard]] std::unique_ptr<SecondReferee> second_anarchy_referee(const Rules& rules);
[[nodiscard]] std::unique_ptr<SecondReferee> second_chez_referee(const Rules& rules);
[[nodiscard]] std::unique_ptr<SecondReferee> second_layout_referee(const Rules& rules);
[[nodiscard]] std::unique_ptr<SecondReferee> second_tennis_referee(const Rules& rules);

/// The second referee of that game's family.
[[nodiscard]] std::unique_ptr<SecondReferee> second_referee(const Rules& rules);

/// Passes the event to the second referee, which throws if a rule does not allow it, or if different seats
/// see it than the rules say.
void read_and_compare(SecondReferee& referee, const Event& event);

}  // namespace tribunal::testing
