#include "tournament/game_row.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <ranges>

#include "record/names.hpp"

namespace tribunal {
namespace {

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (const auto part : std::views::split(text, separator)) parts.emplace_back(part.begin(), part.end());
  return parts;
}

template <typename Number = std::int32_t>
std::optional<Number> parse_number(std::string_view text) {
  Number number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// Numbers separated by a space; nothing if one of them is none.
template <typename Number = std::int32_t>
std::optional<std::vector<Number>> parse_numbers(std::string_view text) {
  std::vector<Number> numbers;
  for (const auto word : split(text, ' ')) {
    const auto number = parse_number<Number>(word);
    if (!number) return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

std::string faults_text(const FaultCounts& faults) {
  std::string text;
  for (const auto& [kind, count] : faults) {
    text += (text.empty() ? "" : " ") + std::string{name_of(kind)} + ' ' + std::to_string(count);
  }
  return text;
}

std::optional<FaultCounts> parse_faults(std::string_view text) {
  FaultCounts faults;
  if (text.empty()) return faults;
  const auto words = split(text, ' ');
  if (words.size() % 2 != 0) return std::nullopt;
  for (std::size_t i = 0; i < words.size(); i += 2) {
    const auto kind = find_fault_kind(words[i]);
    const auto count = parse_number(words[i + 1]);
    if (!kind || !count) return std::nullopt;
    faults[*kind] = *count;
  }
  return faults;
}

std::string usage_text(const SeatResult& seat) {
  if (!seat.usage) return {};
  std::string text = std::to_string(seat.usage->cpu_us) + ' ' + std::to_string(seat.usage->peak_kib) + ' ' +
                     std::to_string(seat.usage->voluntary_switches) + ' ' +
                     std::to_string(seat.usage->involuntary_switches);
  if (seat.asked_cpu_us) text += ' ' + std::to_string(*seat.asked_cpu_us);
  return text;
}

bool read_usage(const std::string& text, std::vector<SeatResult>& seats) {
  if (text.empty()) return true;
  const auto parts = split(text, ',');
  if (parts.size() != seats.size()) return false;
  for (std::size_t seat = 0; seat < seats.size(); ++seat) {
    const auto numbers = parse_numbers<std::int64_t>(parts[seat]);
    if (!numbers || numbers->size() < 4 || numbers->size() > 5) return false;
    seats[seat].usage = SeatUsage{(*numbers)[0], (*numbers)[1], (*numbers)[2], (*numbers)[3]};
    if (numbers->size() == 5) seats[seat].asked_cpu_us = numbers->back();
  }
  return true;
}

/// Scores and places; false if they are not as many as one another or more than there can be seats.
bool read_outcome(const GameRow& row, Outcome& outcome) {
  const auto scores = parse_numbers(row.scores);
  const auto places = parse_numbers(row.places);
  if (!scores || !places || scores->size() != places->size() || scores->size() > outcome.scores.size())
    return false;
  outcome.seats = static_cast<int>(scores->size());
  std::ranges::copy(*scores, outcome.scores.begin());
  std::ranges::transform(*places, outcome.places.begin(),
                         [](auto place) { return static_cast<std::int8_t>(place); });
  return true;
}

bool read_seats(const GameRow& row, std::vector<SeatResult>& seats) {
  const auto bots = parse_numbers(row.seating);
  const auto faults = split(row.faults, ',');
  const auto times = split(row.times, ',');
  if (!bots || faults.size() < bots->size() || times.size() != bots->size()) return false;
  for (std::size_t seat = 0; seat < bots->size(); ++seat) {
    auto counts = parse_faults(faults[seat]);
    auto seat_times = MoveTimes::parse(times[seat]);
    if (!counts || !seat_times) return false;
    seats.push_back({(*bots)[seat], std::move(*counts), std::move(*seat_times)});
  }
  return true;
}

}  // namespace

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

std::expected<GameResult, std::string> from_row(const GameRow& row) {
  GameResult result;
  result.index = static_cast<std::uint64_t>(row.index);
  result.deal = static_cast<std::uint64_t>(row.deal);
  const auto content = from_hex(row.content);
  if (!content || !read_outcome(row, result.outcome) || !read_seats(row, result.seats) ||
      !read_usage(row.usage, result.seats))
    return std::unexpected{"game " + std::to_string(row.index) + " is damaged in the database"};
  result.content = *content;
  return result;
}

}  // namespace tribunal
