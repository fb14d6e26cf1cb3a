#include "cli/terminal/pager.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <fmt/format.h>
#include <iostream>
#include <optional>
#include <poll.h>
#include <string>
#include <string_view>
#include <termios.h>
#include <unistd.h>
#include <utility>

#include "base/text/text_width.hpp"
#include "cli/terminal/terminal.hpp"

namespace tribunal {
namespace {

constexpr std::size_t page = 10;

/// The commands of keys in a replay.
enum class ReplayKey : std::uint8_t {
  none,
  next,
  back,
  page_on,
  page_back,
  first,
  last,
  next_fault,
  fault_before,
  decision,  ///< the number of one follows
  seat,      ///< the number of one follows: to its next decision
  help,
  quit
};

using KeyName = std::pair<std::string_view, ReplayKey>;

/// The bytes that keys send, as in ECMA-48 and in xterm, and letters. The longer comes first where one begins
/// another.
constexpr std::array keys{
    KeyName{"\x1b[C", ReplayKey::next},     KeyName{"\x1b[B", ReplayKey::next},
    KeyName{"\x1b[D", ReplayKey::back},     KeyName{"\x1b[A", ReplayKey::back},
    KeyName{"\x1bOC", ReplayKey::next},     KeyName{"\x1bOB", ReplayKey::next},
    KeyName{"\x1bOD", ReplayKey::back},     KeyName{"\x1bOA", ReplayKey::back},
    KeyName{"\x1b[6~", ReplayKey::page_on}, KeyName{"\x1b[5~", ReplayKey::page_back},
    KeyName{"\x1b[H", ReplayKey::first},    KeyName{"\x1b[F", ReplayKey::last},
    KeyName{"\x1b[1~", ReplayKey::first},   KeyName{"\x1b[4~", ReplayKey::last},
    KeyName{"\x1bOH", ReplayKey::first},    KeyName{"\x1bOF", ReplayKey::last},
    KeyName{" ", ReplayKey::next},          KeyName{"\n", ReplayKey::next},
    KeyName{"\r", ReplayKey::next},         KeyName{"n", ReplayKey::next},
    KeyName{"b", ReplayKey::back},          KeyName{"p", ReplayKey::back},
    KeyName{"\x7f", ReplayKey::back},       KeyName{"f", ReplayKey::next_fault},
    KeyName{"F", ReplayKey::fault_before},  KeyName{"g", ReplayKey::decision},
    KeyName{"s", ReplayKey::seat},          KeyName{"?", ReplayKey::help},
    KeyName{"h", ReplayKey::help},          KeyName{"q", ReplayKey::quit},
    KeyName{"\x03", ReplayKey::quit},       KeyName{"\x04", ReplayKey::quit},
};

constexpr std::string_view help =
    "right, down, space, Enter   next step\n"
    "left, up, b                 step back\n"
    "PgDn, PgUp                  ten steps\n"
    "Home, End                   the deal, the result\n"
    "g N Enter                   decision N\n"
    "s N Enter                   next decision of seat N\n"
    "f, F                        next fault, fault before\n"
    "q                           quit\n";

/// The key at the front of what a terminal sent, which is taken off; nothing if more of it has to come.
std::optional<ReplayKey> take_key(std::string_view& sent) {
  for (const auto& [bytes, key] : keys) {
    if (sent.starts_with(bytes)) {
      sent.remove_prefix(bytes.size());
      return key;
    }
  }
  const bool may_go_on =
      std::ranges::any_of(keys, [&](const KeyName& key) { return key.first.starts_with(sent); });
  if (may_go_on) return std::nullopt;
  sent.remove_prefix(1);
  return ReplayKey::none;
}

/// Standard input as keys: ncurses would take the whole screen, and less knows no steps of a replay.
class Keyboard {
 public:
  /// The next key; `quit` at the end of the input.
  ReplayKey next() {
    for (;;) {
      std::string_view rest{sent_};
      const auto key = rest.empty() ? std::nullopt : take_key(rest);
      sent_.erase(0, sent_.size() - rest.size());
      if (key && *key != ReplayKey::none) return *key;
      if (!sent_.empty() && !more_comes()) {
        sent_.clear();  // Escape alone
        continue;
      }
      if (!read_more()) return ReplayKey::quit;
    }
  }

  /// Waits for any key.
  void any() {
    if (sent_.empty()) (void)read_more();
    sent_.clear();
  }

  /// A number up to Enter, which is shown as it is typed; nothing if something else is.
  std::optional<std::size_t> number() {
    std::string digits;
    for (;;) {
      while (sent_.empty())
        if (!read_more()) return std::nullopt;
      const char typed = sent_.front();
      sent_.erase(0, 1);
      if (typed == '\n' || typed == '\r') break;
      if (typed < '0' || typed > '9') return std::nullopt;
      digits += typed;
      std::cout << typed << std::flush;
    }
    std::size_t value = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return read.ec == std::errc{} ? std::optional{value} : std::nullopt;
  }

 private:
  /// Whether the rest of a sequence is on its way.
  static bool more_comes() {
    constexpr int ms = 50;
    pollfd input{STDIN_FILENO, POLLIN, 0};
    return ::poll(&input, 1, ms) > 0;
  }
  bool read_more() {
    std::array<char, 64> bytes{};
    const auto count = ::read(STDIN_FILENO, bytes.data(), bytes.size());
    if (count <= 0) return false;
    sent_.append(bytes.data(), static_cast<std::size_t>(count));
    return true;
  }

  std::string sent_;
};

/// Has standard input give keys as they are pressed, without showing them, until its end.
class RawKeys {
 public:
  RawKeys() {
    termios now{};
    if (::tcgetattr(STDIN_FILENO, &now) != 0) return;
    before_ = now;
    // Ctrl-C comes as a key too, or the terminal would stay as it is.
    now.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO | ISIG);
    now.c_cc[VMIN] = 1;
    now.c_cc[VTIME] = 0;
    (void)::tcsetattr(STDIN_FILENO, TCSADRAIN, &now);
  }
  RawKeys(const RawKeys&) = delete;
  RawKeys& operator=(const RawKeys&) = delete;
  ~RawKeys() {
    if (before_) (void)::tcsetattr(STDIN_FILENO, TCSADRAIN, &*before_);
  }

 private:
  std::optional<termios> before_;  ///< nothing if standard input is no terminal
};

/// A place in a replay.
class ReplayPlace {
 public:
  ReplayPlace(const std::vector<ReplayFrame>& frames, std::size_t at) : frames_{frames}, at_{at} {}

  [[nodiscard]] std::size_t at() const { return at_; }
  [[nodiscard]] bool is_last() const { return at_ + 1 == frames_.size(); }
  /// Goes where `key` leads. `number`: the number that follows the key. False if there is no such place.
  bool go(ReplayKey key, std::size_t number) {
    const auto any = [](const ReplayFrame&) { return true; };
    const auto fault = [](const ReplayFrame& frame) { return frame.fault; };
    const auto of_seat = [&](const ReplayFrame& frame) {
      return frame.seat && std::cmp_equal(*frame.seat, number);
    };
    switch (key) {
      case ReplayKey::next:
        return search(1, any);
      case ReplayKey::back:
        return search(-1, any);
      case ReplayKey::page_on:
        at_ = std::min(at_ + page, frames_.size() - 1);
        return true;
      case ReplayKey::page_back:
        at_ -= std::min(at_, page);
        return true;
      case ReplayKey::first:
        at_ = 0;
        return true;
      case ReplayKey::last:
        at_ = frames_.size() - 1;
        return true;
      case ReplayKey::next_fault:
        return search(1, fault);
      case ReplayKey::fault_before:
        return search(-1, fault);
      case ReplayKey::decision:
        if (number == 0 || number + 1 >= frames_.size()) return false;
        at_ = number;
        return true;
      case ReplayKey::seat:
        return search(1, of_seat);
      default:
        return true;
    }
  }

 private:
  template <class Wanted>
  bool search(int step, const Wanted& wanted) {
    for (auto at = static_cast<std::ptrdiff_t>(at_) + step; at >= 0 && std::cmp_less(at, frames_.size());
         at += step) {
      if (!wanted(frames_[static_cast<std::size_t>(at)])) continue;
      at_ = static_cast<std::size_t>(at);
      return true;
    }
    return false;
  }

  const std::vector<ReplayFrame>& frames_;
  std::size_t at_;
};

void show(const std::string& text, const std::string& prompt) {
  const auto columns = columns_of_terminal(STDOUT_FILENO);
  std::cout << (is_capable_terminal(STDOUT_FILENO) ? "\x1b[2J\x1b[H" : "\n")
            << (columns ? wrapped_to(text, *columns) : text) << '\n'
            << (columns ? first_columns(prompt, *columns - 1) : prompt) << ' ' << std::flush;
}

}  // namespace

std::size_t first_fault(const std::vector<ReplayFrame>& frames) {
  const auto found = std::ranges::find(frames, true, &ReplayFrame::fault);
  return found == frames.end() ? 0 : static_cast<std::size_t>(found - frames.begin());
}

void page_through(const std::vector<ReplayFrame>& frames, std::size_t first) {
  const RawKeys raw;
  Keyboard keyboard;
  ReplayPlace place{frames, first};
  std::string note;
  for (;;) {
    show(frames[place.at()].text,
         fmt::format("[{}/{}] {}?: help, q: quit", place.at() + 1, frames.size(), note));
    note.clear();
    const auto key = keyboard.next();
    if (key == ReplayKey::quit) break;
    if (key == ReplayKey::help) {
      show(std::string{help}, "[any key]");
      keyboard.any();
      continue;
    }
    const bool with_number = key == ReplayKey::decision || key == ReplayKey::seat;
    if (with_number) std::cout << (key == ReplayKey::seat ? "\nseat " : "\ndecision ") << std::flush;
    const auto number = with_number ? keyboard.number() : std::optional<std::size_t>{0};
    if (key == ReplayKey::next && place.is_last()) break;
    if (!number || !place.go(key, *number)) note = "there is none; ";
  }
  std::cout << '\n';
}

}  // namespace tribunal
