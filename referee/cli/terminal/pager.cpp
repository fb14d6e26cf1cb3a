#include "cli/terminal/pager.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <functional>
#include <iostream>
#include <optional>
#include <poll.h>
#include <string>
#include <string_view>
#include <termios.h>
#include <unistd.h>
#include <utility>

#include "base/text/number_text.hpp"
#include "base/text/text_width.hpp"
#include "cli/terminal/terminal.hpp"

namespace tribunal {
namespace {

constexpr std::size_t page = 10;

using KeyName = std::pair<std::string_view, char>;

/// The letters for the bytes that other keys send, as in ECMA-48 and in xterm. A longer sequence precedes
/// those with which it begins.
constexpr std::array keys{
    KeyName{"\x1b[C", 'n'},  KeyName{"\x1b[B", 'n'},  KeyName{"\x1b[D", 'b'}, KeyName{"\x1b[A", 'b'},
    KeyName{"\x1bOC", 'n'},  KeyName{"\x1bOB", 'n'},  KeyName{"\x1bOD", 'b'}, KeyName{"\x1bOA", 'b'},
    KeyName{"\x1b[6~", '>'}, KeyName{"\x1b[5~", '<'}, KeyName{"\x1b[H", '^'}, KeyName{"\x1b[F", '$'},
    KeyName{"\x1b[1~", '^'}, KeyName{"\x1b[4~", '$'}, KeyName{"\x1bOH", '^'}, KeyName{"\x1bOF", '$'},
    KeyName{" ", 'n'},       KeyName{"\n", 'n'},      KeyName{"\r", 'n'},     KeyName{"p", 'b'},
    KeyName{"\x7f", 'b'},    KeyName{"h", '?'},       KeyName{"\x03", 'q'},   KeyName{"\x04", 'q'},
};
constexpr std::string_view letters = "nbfFgs?q";

constexpr std::string_view help =
    "right, down, space, Enter   next step\n"
    "left, up, b                 step back\n"
    "PgDn, PgUp                  ten steps\n"
    "Home, End                   the deal, the result\n"
    "g N Enter                   decision N\n"
    "s N Enter                   next decision of seat N\n"
    "f, F                        next fault, fault before\n"
    "q                           quit\n";

/// The letter of the key at the front of the bytes that a terminal sent. Its bytes are removed. 0 if they are
/// not a known key; none if more bytes are needed.
std::optional<char> take_key(std::string_view& sent) {
  for (const auto& [bytes, letter] : keys) {
    if (!sent.starts_with(bytes)) continue;
    sent.remove_prefix(bytes.size());
    return letter;
  }
  if (std::ranges::any_of(keys, [&](const KeyName& key) { return key.first.starts_with(sent); }))
    return std::nullopt;
  const char letter = letters.contains(sent.front()) ? sent.front() : '\0';
  sent.remove_prefix(1);
  return letter;
}

/// Standard input as keys. ncurses would take over the whole screen, and less does not know the steps of a
/// replay.
class Keyboard {
 public:
  /// The letter of the next key. `q` at the end of the input.
  char next() {
    for (;;) {
      std::string_view rest{sent_};
      const auto key = rest.empty() ? std::nullopt : take_key(rest);
      sent_.erase(0, sent_.size() - rest.size());
      if (key && *key != '\0') return *key;
      if (!sent_.empty() && !more_comes()) {
        sent_.clear();  // the Escape key
        continue;
      }
      if (!read_more()) return 'q';
    }
  }

  /// Waits for any key.
  void any() {
    if (sent_.empty()) (void)read_more();
    sent_.clear();
  }

  /// Reads a number that is typed and ended by Enter, and shows it meanwhile. None if something else is
  /// typed.
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
    return number_from<std::size_t>(digits);
  }

 private:
  /// Whether the rest of a sequence arrives within 50 ms.
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

/// Makes standard input deliver keys when they are pressed, without showing them, while this object lives.
class RawKeys {
 public:
  RawKeys() {
    termios now{};
    if (::tcgetattr(STDIN_FILENO, &now) != 0) return;
    before_ = now;
    // Ctrl-C must be a key too, because otherwise the terminal would keep these settings.
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
  std::optional<termios> before_;  ///< none if standard input is not a terminal
};

/// The position in a replay.
class ReplayPlace {
 public:
  ReplayPlace(const std::vector<ReplayFrame>& frames, std::size_t at) : frames_{frames}, at_{at} {}

  [[nodiscard]] std::size_t at() const { return at_; }
  [[nodiscard]] bool is_last() const { return at_ + 1 == frames_.size(); }
  /// Moves to the position that the key of this letter names. `number`: the number that follows the key.
  /// False if there is no such position.
  bool go(char letter, std::size_t number) {
    const auto last = frames_.size() - 1;
    const auto any = [](const ReplayFrame&) { return true; };
    const auto of_seat = [&](const ReplayFrame& frame) {
      return frame.seat && std::cmp_equal(*frame.seat, number);
    };
    switch (letter) {
      case 'n':
        return search(1, any);
      case 'b':
        return search(-1, any);
      case 'f':
        return search(1, &ReplayFrame::fault);
      case 'F':
        return search(-1, &ReplayFrame::fault);
      case 's':
        return search(1, of_seat);
      case 'g':
        if (number == 0 || number >= last) return false;
        at_ = number;
        break;
      case '>':
        at_ = std::min(at_ + page, last);
        break;
      case '<':
        at_ -= std::min(at_, page);
        break;
      default:
        at_ = letter == '$' ? last : 0;
    }
    return true;
  }

 private:
  template <class Wanted>
  bool search(int step, const Wanted& wanted) {
    for (auto at = static_cast<std::ptrdiff_t>(at_) + step; at >= 0 && std::cmp_less(at, frames_.size());
         at += step) {
      if (!std::invoke(wanted, frames_[static_cast<std::size_t>(at)])) continue;
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
    if (key == 'q') break;
    if (key == '?') {
      show(std::string{help}, "[any key]");
      keyboard.any();
      continue;
    }
    const bool with_number = key == 'g' || key == 's';
    if (with_number) std::cout << (key == 's' ? "\nseat " : "\ndecision ") << std::flush;
    const auto number = with_number ? keyboard.number() : std::optional<std::size_t>{0};
    if (key == 'n' && place.is_last()) break;
    if (!number || !place.go(key, *number)) note = "there is none; ";
  }
  std::cout << '\n';
}

}  // namespace tribunal
