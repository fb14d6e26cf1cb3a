// The common part of searcher, sampler and thinker (docs/library.md): a bot that imagines games consistent
// with its lines, and chooses in them. It does not use a clock or random numbers of the system: all chance
// follows from the lines of the game, so that equal games stay equal.
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

/// The lines of a game that the bot has received, and the decisions that follow from them.
class Imaginer {
 public:
  /// A game begins. `searches`: whether the bot searches in this game; else it takes any legal action.
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

  /// Makes all chance depend on this text, too, by the hash FNV-1a.
  void mix(std::string_view text) {
    for (const char letter : text) hash_ = (hash_ ^ static_cast<unsigned char>(letter)) * hash_prime;
    hash_ = (hash_ ^ 0xffU) * hash_prime;
  }

  /// The action that `choose` (a function of a game, the seat and a stream) returns for an imagined game with
  /// these lines. Any legal action if no such game is found.
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

  /// The last received line; empty before the first.
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
