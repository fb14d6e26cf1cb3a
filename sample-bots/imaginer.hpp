// A bot that imagines games which it cannot tell from its own, and chooses in them: what searcher, sampler
// and thinker have in common (docs/library.md). It looks at no clock and throws no dice: all chance follows
// from the lines of the game, so that equal games stay equal.
#ifndef IMAGINER_HPP
#define IMAGINER_HPP

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "games/catalogue.hpp"
#include "games/imagine.hpp"
#include "tribunal_bot.hpp"

/// The lines of a game as its bot was told them, and the decisions that follow.
class Imaginer {
 public:
  /// A game begins. `searches`: whether the bot knows more of it than to do anything legal.
  void begin(const tribunal::bot::View& view, bool searches) {
    lines_.clear();
    rules_.reset();
    hash_ = hash_of_nothing;
    if (!searches) return;
    const auto told = [&](std::string_view name) { return view.option(name); };
    if (auto rules = tribunal::rules_as_told(view.game, view.players, told)) rules_ = *std::move(rules);
  }

  void hear(const tribunal::bot::Event& event) {
    auto& line = lines_.emplace_back(event.verb);
    line.append(" ").append(std::to_string(event.seat));
    for (const auto argument : event.arguments) line.append(" ").append(argument);
    mix(line);
  }

  /// Lets all chance depend on this text, too: by the hash FNV-1a.
  void mix(std::string_view text) {
    for (const char letter : text) hash_ = (hash_ ^ static_cast<unsigned char>(letter)) * hash_prime;
    hash_ = (hash_ ^ 0xffU) * hash_prime;
  }

  /// The action that `choose` finds in a game that has these lines: a function of the game, the seat and a
  /// stream. Any legal action where no such game is found.
  template <class Choose>
  [[nodiscard]] tribunal::bot::Decision decide(const tribunal::bot::View& view, Choose choose) const {
    if (view.legal.size() == 1) return view.legal.front();
    auto chance = tribunal::FastDeal{hash_}.stream("search");
    if (rules_) {
      const auto me = static_cast<tribunal::Seat>(view.me);
      const auto position = tribunal::imagine(*rules_, me, lines_, chance);
      if (position && (*position)->wanted().has(me)) {
        const tribunal::bot::Action best{choose(**position, me, chance).text()};
        const auto found = std::find(view.legal.begin(), view.legal.end(), best);
        if (found != view.legal.end()) return *found;
      }
    }
    return view.legal[chance.uniform(static_cast<std::uint32_t>(view.legal.size()))];
  }

  /// The line that it heard last; empty before the first.
  [[nodiscard]] std::string_view last_line() const {
    return lines_.empty() ? std::string_view{} : lines_.back();
  }

  /// The rules of the game, if it searches.
  [[nodiscard]] const std::optional<tribunal::Rules>& rules() const { return rules_; }

 private:
  static constexpr std::uint64_t hash_of_nothing = 14695981039346656037U;
  static constexpr std::uint64_t hash_prime = 1099511628211U;

  std::uint64_t hash_ = hash_of_nothing;
  std::optional<tribunal::Rules> rules_;
  std::vector<std::string> lines_;
};

#endif
