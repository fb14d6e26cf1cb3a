#include "tournament/store/game_row.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

#include "record/names.hpp"
#include "record/utf8.hpp"

namespace tribunal {
namespace {

/// Takes all up to the first `separator` off the front of `text`, and that as well.
std::string_view take_part(std::string_view& text, char separator) {
  const auto end = std::min(text.find(separator), text.size());
  const auto part = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return part;
}

template <typename Number = std::int32_t>
std::optional<Number> parse_number(std::string_view text) {
  Number number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// Numbers separated by a space, into the front of `numbers`; nothing if one of them is none or they are too
/// many, else how many.
template <typename Number, std::size_t most>
std::optional<std::size_t> parse_numbers(std::string_view text, std::array<Number, most>& numbers) {
  std::size_t count = 0;
  for (; !text.empty(); ++count) {
    const auto number = parse_number<Number>(take_part(text, ' '));
    if (!number || count == numbers.size()) return std::nullopt;
    numbers[count] = *number;
  }
  return count;
}

/// More than a seat can have of one kind in any game; and a sum over billions of games fits into 64 bits.
constexpr std::int32_t most_faults = 1000;

std::string faults_text(const FaultCounts& faults) {
  std::string text;
  for (const auto& [kind, count] : faults) {
    text += (text.empty() ? "" : " ") + std::string{name_of(kind)} + ' ' + std::to_string(count);
  }
  return text;
}

bool read_faults(std::string_view text, FaultCounts& faults) {
  faults.clear();
  while (!text.empty()) {
    const auto kind = find_fault_kind(take_part(text, ' '));
    const auto count = parse_number(take_part(text, ' '));
    if (!kind || !count || *count < 1 || *count > most_faults) return false;
    faults[*kind] = *count;
  }
  return true;
}

std::string usage_text(const SeatResult& seat) {
  if (!seat.usage) return {};
  std::string text = std::to_string(seat.usage->cpu_us) + ' ' + std::to_string(seat.usage->peak_kib) + ' ' +
                     std::to_string(seat.usage->voluntary_switches) + ' ' +
                     std::to_string(seat.usage->involuntary_switches);
  if (seat.asked_cpu_us) text += ' ' + std::to_string(*seat.asked_cpu_us);
  return text;
}

bool read_usage(std::string_view text, std::vector<SeatResult>& seats) {
  for (auto& seat : seats) {
    seat.usage.reset();
    seat.asked_cpu_us.reset();
  }
  if (text.empty()) return true;
  for (auto& seat : seats) {
    std::array<std::int64_t, 5> numbers{};
    const auto count = parse_numbers(take_part(text, ','), numbers);
    const auto is_possible = [](std::int64_t number) { return number >= 0 && number <= most_used; };
    if (!count || *count < 4 || !std::ranges::all_of(numbers, is_possible)) return false;
    seat.usage = SeatUsage{numbers[0], numbers[1], numbers[2], numbers[3]};
    if (*count == 5) seat.asked_cpu_us = numbers[4];
  }
  return text.empty();
}

/// Bots, and where they are not asked for elsewhere nothing else of their seats; false if they are too many.
bool read_bots(std::string_view seating, std::vector<SeatResult>& seats) {
  std::array<std::int32_t, max_seats> bots{};
  const auto count = parse_numbers(seating, bots);
  if (!count) return false;
  seats.resize(*count);
  for (std::size_t seat = 0; seat < *count; ++seat) {
    seats[seat].bot = bots.at(seat);
    seats[seat].version = 0;
  }
  return true;
}

bool read_all_faults(std::string_view text, std::vector<SeatResult>& seats) {
  for (auto& seat : seats)
    if (!read_faults(take_part(text, ','), seat.faults)) return false;
  return text.empty();
}

bool read_all_times(std::string_view text, std::vector<SeatResult>& seats) {
  for (auto& seat : seats)
    if (!seat.times.read(take_part(text, ','))) return false;
  return text.empty();
}

std::string numbers_text(const std::vector<int>& numbers) {
  std::string text;
  for (const int number : numbers) text += (text.empty() ? "" : " ") + std::to_string(number);
  return text;
}

/// `found` is the beginning of what stands there.
std::unexpected<std::string> damaged(const GameRowView& row, std::string_view column, std::string_view found,
                                     std::string_view wanted) {
  constexpr std::size_t shown = 40;
  return std::unexpected{damaged_game(
      row.index, std::string{column} + " is \"" + harmless(found.substr(0, shown)) +
                     (found.size() > shown ? "...\"" : "\"") + "; expected " + std::string{wanted})};
}

/// All of `result` but its content, times and usage.
std::expected<void, std::string> read_outcome(const GameRowView& row, GameResult& result) {
  result.index = static_cast<std::uint64_t>(row.index);
  result.deal = static_cast<std::uint64_t>(row.deal);
  result.game = 0;
  result.outcome = {};
  result.forfeited = {};
  const auto seats = parse_numbers(row.places, result.outcome.places);
  if (!seats) return damaged(row, "places", row.places, "the place of each seat");
  result.outcome.seats = static_cast<int>(*seats);
  if (parse_numbers(row.scores, result.outcome.scores) != seats)
    return damaged(row, "scores", row.scores, "the points of each seat");
  if (!read_bots(row.seating, result.seats))
    return damaged(row, "seating", row.seating, "the bot of each seat");
  if (!read_all_faults(row.faults, result.seats))
    return damaged(row, "faults", row.faults, "how often each seat was at fault");
  return {};
}

}  // namespace

std::string damaged_game(std::int64_t index, std::string_view what) {
  return "game " + std::to_string(index) + " is damaged in the database: " + std::string{what};
}

GameRow to_row(const GameResult& result) {
  GameRow row;
  row.index = static_cast<std::int64_t>(result.index);
  row.deal = static_cast<std::int64_t>(result.deal);
  for (const auto& seat : result.seats) {
    row.seating += (row.seating.empty() ? "" : " ") + std::to_string(seat.bot);
    row.faults += faults_text(seat.faults) + ',';
    row.times += (row.times.empty() ? "" : ",") + seat.times.text();
    if (seat.usage) row.usage += (row.usage.empty() ? "" : ",") + usage_text(seat);
  }
  for (std::size_t seat = 0; seat < static_cast<std::size_t>(result.outcome.seats); ++seat) {
    row.scores += (seat == 0 ? "" : " ") + std::to_string(result.outcome.scores.at(seat));
    row.places += (seat == 0 ? "" : " ") + std::to_string(result.outcome.places.at(seat));
  }
  row.content = to_hex(result.content);
  return row;
}

std::expected<void, std::string> from_row(const GameRowView& row, GameResult& result) {
  const auto content = from_hex(row.content);
  if (!content) return damaged(row, "content", row.content, "64 hexadecimal digits");
  result.content = *content;
  if (auto is_read = read_outcome(row, result); !is_read) return is_read;
  if (!read_all_times(row.times, result.seats))
    return damaged(row, "times", row.times, "how long each seat's decisions took");
  if (!read_usage(row.usage, result.seats)) return damaged(row, "usage", row.usage, "what each seat used");
  return {};
}

std::expected<GameResult, std::string> outcome_of_row(const GameRowView& row) {
  GameResult result;
  if (auto is_read = read_outcome(row, result); !is_read) return std::unexpected{is_read.error()};
  return result;
}

std::string groups_text(const std::vector<std::vector<int>>& groups) {
  std::string text;
  for (const auto& group : groups) text += (text.empty() ? "" : ",") + numbers_text(group);
  return text;
}

std::optional<std::vector<std::vector<int>>> parse_groups(std::string_view text) {
  std::vector<std::vector<int>> groups;
  while (!text.empty()) {
    std::array<std::int32_t, max_seats> bots{};
    const auto count = parse_numbers(take_part(text, ','), bots);
    if (!count) return std::nullopt;
    groups.emplace_back(bots.begin(), bots.begin() + static_cast<std::ptrdiff_t>(*count));
  }
  return groups;
}

}  // namespace tribunal
