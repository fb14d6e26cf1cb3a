#include "tournament/results/tables/game_row.hpp"

#include <fmt/ranges.h>
#include <ranges>

#include "base/text/number_text.hpp"
#include "base/text/utf8.hpp"
#include "record/json_line.hpp"

namespace tribunal {
namespace {

/// Reads a cell from its front. A reader stops at the first mistake.
class Cell {
 public:
  explicit Cell(std::string_view text) : at_{text.data()}, end_{text.data() + text.size()} {}

  [[nodiscard]] bool is_read() const { return at_ == end_; }
  [[nodiscard]] bool take(char character) {
    if (at_ == end_ || *at_ != character) return false;
    ++at_;
    return true;
  }
  template <std::integral Number>
  [[nodiscard]] bool take_number(Number& number) {
    if (end_ - at_ > 1 && is_digit(at_[0]) && !is_digit(at_[1])) {  // most numbers have one digit
      number = static_cast<Number>(*at_++ - '0');
      return true;
    }
    const bool negative = take('-');
    std::int64_t read = 0;
    const char* const behind = read_digits(at_, end_, read);
    if (behind == nullptr) return false;
    at_ = behind;
    if (negative) read = -read;
    number = static_cast<Number>(read);
    return number == read;
  }
  /// Reads a list such as `[1,2,3]` into the front of `numbers` and returns its length. None if it is not
  /// such a list, or if it is too long.
  template <std::integral Number, std::size_t most>
  [[nodiscard]] std::optional<std::size_t> take_numbers(std::array<Number, most>& numbers) {
    if (!take('[')) return std::nullopt;
    if (take(']')) return 0;
    std::size_t count = 0;
    do {
      if (count == most || !take_number(numbers[count])) return std::nullopt;
      ++count;
    } while (take(','));
    if (!take(']')) return std::nullopt;
    return count;
  }
  /// The text before the next `character`, which is consumed too. None if there is no such character.
  [[nodiscard]] std::optional<std::string_view> take_until(char character) {
    const auto text = std::string_view{at_, end_}.substr(0, std::string_view{at_, end_}.find(character));
    if (text.end() == end_) return std::nullopt;
    at_ += text.size() + 1;
    return text;
  }

 private:
  [[nodiscard]] static bool is_digit(char character) { return character >= '0' && character <= '9'; }

  const char* at_;
  const char* end_;
};

/// Parses a text that consists of such a list. Returns its length, or none.
template <std::integral Number, std::size_t most>
std::optional<std::size_t> parse_numbers(std::string_view text, std::array<Number, most>& numbers) {
  Cell cell{text};
  const auto count = cell.take_numbers(numbers);
  return cell.is_read() ? count : std::nullopt;
}

/// Reads a list with one element per seat. `take` removes an element from the front.
template <class Take>
bool read_seats(std::string_view text, std::vector<SeatResult>& seats, Take take) {
  Cell cell{text};
  char before = '[';
  for (auto& seat : seats) {
    if (!cell.take(before) || !take(cell, seat)) return false;
    before = ',';
  }
  return cell.take(']') && cell.is_read();
}

/// The largest number of faults of one kind: more than a seat can have in any game, and small enough for
/// 64-bit sums over billions of games.
constexpr std::int32_t most_faults = 1000;

constexpr auto take_faults = [](Cell& cell, SeatResult& seat) {
  if (!cell.take('{')) return false;
  if (cell.take('}')) return true;
  do {
    if (!cell.take('"')) return false;
    const auto name = cell.take_until('"');
    const auto kind = name ? find_name<FaultKind>(*name) : std::nullopt;
    std::int32_t count = 0;
    if (!kind || !cell.take(':') || !cell.take_number(count)) return false;
    if (count < 1 || count > most_faults) return false;
    seat.faults[*kind] = count;
  } while (cell.take(','));
  return cell.take('}');
};

constexpr auto take_times = [](Cell& cell, SeatResult& seat) {
  if (!cell.take('[')) return false;
  const auto times = cell.take_until(']');
  return times && seat.times.read(*times);
};

constexpr auto take_usage = [](Cell& cell, SeatResult& seat) {
  std::array<std::int64_t, 5> numbers{};
  const auto count = cell.take_numbers(numbers);
  const auto is_possible = [](std::int64_t number) { return number >= 0 && number <= most_used; };
  if (!count || *count < 4 || !std::ranges::all_of(numbers, is_possible)) return false;
  seat.usage = SeatUsage{numbers[0], numbers[1], numbers[2], numbers[3]};
  if (*count == 5) seat.asked_cpu_us = numbers[4];
  return true;
};

/// Reads the bots of the seats. In seats that are read for the first time, everything else is empty. False if
/// there are too many.
bool read_bots(std::string_view text, std::vector<SeatResult>& seats) {
  std::array<std::int32_t, max_seats> bots{};
  const auto count = parse_numbers(text, bots);
  if (!count) return false;
  seats.resize(*count);
  for (std::size_t seat = 0; seat < *count; ++seat) {
    seats[seat].bot = bots.at(seat);
    seats[seat].version = 0;
    seats[seat].faults.clear();
    seats[seat].usage.reset();
    seats[seat].asked_cpu_us.reset();
  }
  return true;
}

/// A list such as `[1,2]`, made without fmt for speed: every comparison of a stored game calls `to_row`.
template <class Range>
std::string list_text(Range&& elements) {
  std::string text;
  char before = '[';
  for (const auto& element : elements) {
    text += before;
    before = ',';
    if constexpr (std::is_convertible_v<decltype(element), std::string_view>) {
      text += element;
    } else {
      append_json_number(text, element);
    }
  }
  return text.empty() ? "[]" : text + ']';
}

/// A list such as `[a,b]` with the texts that `text_of` makes of the seats.
template <class TextOf>
std::string seats_text(const std::vector<SeatResult>& seats, TextOf text_of) {
  return list_text(seats | std::views::transform(text_of));
}

std::string faults_text(const SeatResult& seat) {
  const auto text = [](const auto& fault) {
    return fmt::format(R"("{}":{})", name_of(fault.first), fault.second);
  };
  return fmt::format("{{{}}}", fmt::join(seat.faults | std::views::transform(text), ","));
}

std::string usage_text(const SeatResult& seat) {
  const auto& usage = seat.usage.value();
  std::vector<std::int64_t> numbers{usage.cpu_us, usage.peak_kib, usage.voluntary_switches,
                                    usage.involuntary_switches};
  if (seat.asked_cpu_us) numbers.push_back(*seat.asked_cpu_us);
  return list_text(numbers);
}

/// The error for a damaged column. `found` is the beginning of its contents.
std::unexpected<std::string> damaged(const GameRowView& row, std::string_view column, std::string_view found,
                                     std::string_view wanted) {
  constexpr std::size_t shown = 40;
  return std::unexpected{damaged_game(
      row.index, fmt::format("{} is \"{}{}\"; expected {}", column, harmless(found.substr(0, shown)),
                             found.size() > shown ? "..." : "", wanted))};
}

}  // namespace

std::string damaged_game(std::int64_t index, std::string_view what) {
  return fmt::format("game {} is damaged in the database: {}", index, what);
}

GameRow to_row(const GameResult& result) {
  const auto all_seats = static_cast<std::ptrdiff_t>(result.outcome.seats);
  const auto at_fault = [](const SeatResult& seat) { return !seat.faults.empty(); };
  const auto measured = [](const SeatResult& seat) { return seat.usage.has_value(); };
  GameRow row;
  row.index = static_cast<std::int64_t>(result.index);
  row.deal = static_cast<std::int64_t>(result.deal);
  row.bots = seats_text(result.seats, &SeatResult::bot);
  row.scores = list_text(std::views::take(result.outcome.scores, all_seats));
  row.places = list_text(std::views::take(result.outcome.places, all_seats));
  if (std::ranges::any_of(result.seats, at_fault)) row.faults = seats_text(result.seats, faults_text);
  row.times = seats_text(result.seats, [](const SeatResult& seat) { return "[" + seat.times.text() + "]"; });
  if (std::ranges::all_of(result.seats, measured)) row.usage = seats_text(result.seats, usage_text);
  return row;
}

Result<void> from_row(const GameRowView& row, LastColumn last, GameResult& result) {
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
  if (!read_bots(row.bots, result.seats)) return damaged(row, "bots", row.bots, "the bot of each seat");
  if (!row.faults.empty() && !read_seats(row.faults, result.seats, take_faults))
    return damaged(row, "faults", row.faults, "how often each seat was at fault");
  if (last >= LastColumn::times && !read_seats(row.times, result.seats, take_times))
    return damaged(row, "times", row.times, "how long each seat's decisions took");
  if (!row.usage.empty() && !read_seats(row.usage, result.seats, take_usage))
    return damaged(row, "usage", row.usage, "what each seat used");
  if (last < LastColumn::content) return {};
  if (row.content.size() != result.content.size())
    return damaged(row, "content", row.content, "a hash of 32 bytes");
  std::ranges::copy(row.content, result.content.begin());
  return {};
}

std::string groups_text(const std::vector<std::vector<int>>& groups) {
  return list_text(groups | std::views::transform([](const auto& group) { return list_text(group); }));
}

std::optional<std::vector<int>> parse_bots(std::string_view cell) {
  std::array<std::int32_t, max_seats> bots{};
  const auto count = parse_numbers(cell, bots);
  if (!count) return std::nullopt;
  return std::vector<int>(bots.begin(), bots.begin() + static_cast<std::ptrdiff_t>(*count));
}

std::optional<std::vector<std::vector<int>>> parse_groups(std::string_view text) {
  std::vector<std::vector<int>> groups;
  Cell cell{text};
  for (char before = '['; cell.take(before); before = ',') {
    std::array<std::int32_t, max_seats> bots{};
    const auto count = cell.take_numbers(bots);
    if (!count) return std::nullopt;
    groups.emplace_back(bots.begin(), bots.begin() + static_cast<std::ptrdiff_t>(*count));
  }
  return cell.take(']') && cell.is_read() ? std::optional{groups} : std::nullopt;
}

GameSeal::GameSeal(const GameRowView& row, const Bytes32& conditions, std::string_view record) {
  text_.reserve(1024 + record.size());
  append_netstring(text_, std::to_string(row.index));
  append_netstring(text_, std::to_string(row.deal));
  append_netstring(text_, as_text(conditions));
  for (const auto cell : {row.bots, row.scores, row.places, row.faults, row.times, row.usage, row.content})
    append_netstring(text_, cell);
  append_netstring(text_, record);
}

void GameSeal::add_note(NoteKind kind, std::int64_t seat, std::string_view message,
                        std::string_view error_tail) {
  append_netstring(text_, name_of(kind));
  append_netstring(text_, std::to_string(seat));
  append_netstring(text_, message);
  append_netstring(text_, error_tail);
}

Bytes32 GameSeal::finish() const { return sha256(text_); }

GameRowView view_of(const GameRow& row, const Bytes32& content) {
  return {{row.index, row.deal, row.bots, row.scores, row.places, row.faults, row.times, row.usage},
          as_text(content)};
}

}  // namespace tribunal
