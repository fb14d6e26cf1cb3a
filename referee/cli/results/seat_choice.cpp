#include "cli/results/seat_choice.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text/number_text.hpp"
#include "base/text/utf8.hpp"

namespace tribunal {
namespace {

constexpr std::string_view seat_mark = "seat:";
constexpr std::string_view bot_mark = "bot:";

/// The number that the word states in canonical form. None if it does not.
std::optional<std::size_t> number_of(std::string_view word) {
  const auto number = number_from<std::size_t>(word);
  return number && std::to_string(*number) == word ? number : std::nullopt;
}

}  // namespace

SeatChoice SeatChoice::of(std::string_view word) {
  if (word.starts_with(bot_mark)) return {std::nullopt, std::string{word.substr(bot_mark.size())}};
  if (word.starts_with(seat_mark))
    if (const auto number = number_of(word.substr(seat_mark.size()))) return {number, {}};
  return {number_of(word), std::string{word}};
}

std::string ambiguity_of(const SeatChoice& choice) {
  return fmt::format("is both a seat and a bot; expected {}{} for the seat, or {}{} for the bot", seat_mark,
                     *choice.number, bot_mark, choice.name);
}

Result<std::size_t> seat_among(const SeatChoice& choice, const std::vector<std::string>& bots) {
  std::vector<std::size_t> named;
  for (std::size_t seat = 0; seat < bots.size(); ++seat)
    if (!choice.name.empty() && bots[seat] == choice.name) named.push_back(seat);
  const bool is_seat = choice.number && *choice.number < bots.size();
  const bool is_elsewhere = std::ranges::any_of(named, [&](auto seat) { return seat != choice.number; });
  if (is_seat && is_elsewhere) return std::unexpected{ambiguity_of(choice)};
  if (is_seat) return *choice.number;
  if (named.size() == 1) return named.front();
  if (named.empty()) return std::unexpected{std::string{}};
  return std::unexpected{fmt::format("bot {} has the seats {}; expected one of them", harmless(choice.name),
                                     fmt::join(named, ", "))};
}

}  // namespace tribunal
