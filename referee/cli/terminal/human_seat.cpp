#include "cli/terminal/human_seat.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <poll.h>
#include <span>
#include <string_view>
#include <system_error>
#include <termios.h>
#include <tribunal_bot.hpp>
#include <unistd.h>
#include <utility>

#include "base/text/number_text.hpp"
#include "base/text/text_width.hpp"
#include "base/text/utf8.hpp"
#include "bots/sandbox/profile.hpp"
#include "cli/options/bot_options.hpp"
#include "cli/options/command_line.hpp"
#include "cli/terminal/terminal.hpp"
#include "games/core/game.hpp"
#include "games/vocabulary.hpp"
#include "report/replay/table_text.hpp"

namespace tribunal {
namespace {

constexpr auto signs_word = "signs";

/// The result of waiting for a person.
enum class Typed : std::uint8_t {
  line,
  nothing,  ///< the referee continued without an answer
  left,     ///< the input has ended
};

class TypedLines {
 public:
  explicit TypedLines(int descriptor) : descriptor_{descriptor} {}

  /// Discards what was typed so far.
  void forget() {
    typed_.clear();
    ::tcflush(descriptor_, TCIFLUSH);
  }
  /// Waits for a line, but only until the referee sends something.
  Typed read(std::string& line) {
    while (true) {
      if (const auto end = typed_.find('\n'); end != typed_.npos) {
        line = typed_.substr(0, end);
        typed_.erase(0, end + 1);
        return Typed::line;
      }
      std::array waiting{pollfd{.fd = descriptor_, .events = POLLIN, .revents = 0},
                         pollfd{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0}};
      if (::poll(waiting.data(), waiting.size(), -1) < 0 && errno != EINTR) return Typed::left;
      if (waiting[1].revents != 0) return Typed::nothing;
      if (waiting[0].revents != 0 && !read_more()) return Typed::left;
    }
  }

 private:
  bool read_more() {
    std::array<char, 4096> bytes{};
    const auto count = ::read(descriptor_, bytes.data(), bytes.size());
    if (count > 0) typed_.append(bytes.data(), static_cast<std::size_t>(count));
    return count > 0;
  }

  int descriptor_;
  std::string typed_;
};

/// The person's terminal. Write errors are ignored.
class Screen {
 public:
  explicit Screen(int descriptor) : descriptor_{descriptor} {}

  void show(std::string_view text) const {
    while (!text.empty()) {
      const auto count = ::write(descriptor_, text.data(), text.size());
      if (count < 0 && errno != EINTR) return;
      text.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    }
  }
  [[nodiscard]] std::size_t columns() const { return columns_of_terminal(descriptor_).value_or(80); }

 private:
  int descriptor_;
};

/// A word in a plain form that is equal for an action of the protocol and its displayed form: `play:Kh` and
/// `play Kh`.
std::string plain_words(std::string_view typed) {
  std::string words;
  for (const char letter : typed) {
    const bool parts = letter == ':' || letter == ',' || letter == ' ' || letter == '\t' || letter == '\r';
    if (!parts) words += letter;
    if (parts && !words.empty() && words.back() != ' ') words += ' ';
  }
  if (words.ends_with(' ')) words.pop_back();
  return words;
}

/// The action that a person names by its number, from 1, or by its words. Null if the words name no action.
const bot::Action* chosen(std::string_view typed, std::span<const bot::Action> legal) {
  const auto words = plain_words(typed);
  if (const auto number = number_from<std::size_t>(words))
    return *number >= 1 && *number <= legal.size() ? &legal[*number - 1] : nullptr;
  const auto found = std::ranges::find_if(
      legal, [&](const bot::Action& action) { return plain_words(action.text()) == words; });
  return found == legal.end() ? nullptr : &*found;
}

/// The actions in columns, numbered downwards.
std::string menu(std::span<const bot::Action> legal, CardStyle style, std::size_t columns) {
  std::size_t width = 0;
  for (const auto& action : legal)
    width = std::max(width, columns_of(shown_action(action.text(), CardStyle::letters)));
  const auto digits = std::to_string(legal.size()).size();
  const auto in_a_row = std::max<std::size_t>(1, (columns - 2) / (digits + width + 4));
  const auto rows = (legal.size() + in_a_row - 1) / in_a_row;
  std::string text;
  for (std::size_t row = 0; row < rows; ++row) {
    for (auto at = row; at < legal.size(); at += rows) {
      const auto letters = shown_action(legal[at].text(), CardStyle::letters);
      text += fmt::format("  {:>{}}  {}", at + 1, digits, shown_action(legal[at].text(), style));
      if (at + rows < legal.size()) text.append(width - columns_of(letters), ' ');
    }
    text += '\n';
  }
  return text;
}

constexpr std::string_view choosing_help =
    "  a number or the words of an action: play it; text after # is stored in the log with it\n"
    "  Enter: show the table again; quit: leave the game, which you then lose by forfeit\n";

class Person {
 public:
  /// `names`: of all seats of bots and people, escaped.
  Person(CardStyle style, const std::vector<std::string>& names) : style_{style}, table_{names, style} {}

  void begin(const bot::View& view) {
    screen_.show(fmt::format("{}: you have {} of {}; ? for help\n\n", view.game,
                             table_.who(static_cast<Seat>(view.me)), view.players));
    table_.begin(view);
  }

  void hear(const bot::View& view, const bot::Event& event) {
    table_.follow(view);
    tell_if_late();
    const auto who = table_.who(static_cast<Seat>(event.seat));
    if (const auto verb = find_verb(event.verb))
      screen_.show("  " + told(*verb, event.arguments, who, style_) + '\n');
  }

  bot::Decision decide(const bot::View& view) {
    if (is_terminal_) keyboard_.forget();  // it was typed before the question, so it is no answer
    show_question(view);
    std::string line;
    while (true) {
      switch (keyboard_.read(line)) {
        case Typed::line:
          if (!is_terminal_) screen_.show(printable(line) + '\n');  // a terminal shows typed text itself
          break;
        case Typed::nothing:
          is_late_ = true;
          return view.legal.front();  // any answer would be late
        case Typed::left:
          leave();
      }
      if (auto decision = decision_in(line, view)) return *std::move(decision);
    }
  }

  void end(const bot::View& view) {
    tell_if_late();
    const auto me = static_cast<std::size_t>(view.me);
    const auto have_none = std::ranges::count(view.places, int{no_place});
    screen_.show(fmt::format("\nthe game is over: you finished in place {} of {}, with {}\n\n",
                             view.places.at(me), std::ssize(view.places) - have_none, view.scores.at(me)));
  }

 private:
  /// Says so if time ran out. An interrupted game ends without a further event, and is not late.
  void tell_if_late() {
    if (std::exchange(is_late_, false)) screen_.show("\nyour time is up\n");
  }

  /// The decision in a line. If there is none, shows the question or the mistake, and returns none.
  std::optional<bot::Decision> decision_in(std::string_view line, const bot::View& view) {
    const auto remark = std::min(line.find('#'), line.size());
    const auto typed = plain_words(line.substr(0, remark));
    if (typed == "quit") leave();
    if (typed.empty()) {
      show_question(view);
      return std::nullopt;
    }
    if (const auto* const action = chosen(typed, view.legal))
      return bot::Decision{*action, std::string{line.substr(std::min(remark + 1, line.size()))}};
    screen_.show(typed == "?"
                     ? std::string{choosing_help}
                     : fmt::format("'{}' is not one of your actions; expected 1 to {}, or the words\n",
                                   printable(typed), view.legal.size()));
    prompt(view);
    return std::nullopt;
  }

  void show_question(const bot::View& view) const {
    const auto columns = screen_.columns();
    screen_.show('\n' + wrapped_to(table_.text(view, static_cast<Seat>(view.me)), columns) + '\n' +
                 menu(view.legal, style_, columns));
    prompt(view);
  }

  void prompt(const bot::View& view) const {
    screen_.show(view.legal.size() == 1 ? "your action (1): "
                                        : fmt::format("your action (1 to {}): ", view.legal.size()));
  }

  [[noreturn]] void leave() const {
    screen_.show("\nyou have left the game\n");
    std::_Exit(1);
  }

  CardStyle style_;
  bool is_terminal_ = ::isatty(keyboard_descriptor) == 1;
  TypedLines keyboard_{keyboard_descriptor};
  Screen screen_{screen_descriptor};
  TableText table_;
  bool is_late_ = false;
};

/// The command line by which this program plays a person's seat, as words.
std::vector<std::string> words_for(const std::vector<BotEntry>& entries, std::size_t seat, CardStyle style) {
  std::vector<std::string> words{"", "human-seat", "--", style == CardStyle::signs ? signs_word : "letters"};
  std::error_code ignored;
  words.front() = std::filesystem::read_symlink("/proc/self/exe", ignored).string();
  for (std::size_t other = 0; other < entries.size(); ++other)
    words.push_back(other == seat ? "you" : harmless(entries[other].name));
  return words;
}

ExitCode play_for_a_person(const std::vector<std::string>& words) {
  Person person{words.front() == signs_word ? CardStyle::signs : CardStyle::letters,
                {words.begin() + 1, words.end()}};
  bot::Hooks hooks;
  hooks.game_start = [&](const bot::View& view) { person.begin(view); };
  hooks.event = [&](const bot::View& view, const bot::Event& event) { person.hear(view, event); };
  hooks.game_end = [&](const bot::View& view) { person.end(view); };
  const auto decide = [&](const bot::View& view) { return person.decide(view); };
  // If it failed, the person has left or cannot be reached.
  return bot::run("human", "1", decide, hooks) == 0 ? ExitCode::ok : ExitCode::failed;
}

}  // namespace

bool seat_a_person(std::vector<BotEntry>& entries, const std::vector<std::string>& words, int screen) {
  const auto seats = std::ranges::count(words, human_word);
  if (seats == 0) return false;
  if (seats > 1)
    throw Complaint{"'human' is given " + std::to_string(seats) +
                    " times; only one person can play at a terminal"};
  const auto seat = static_cast<std::size_t>(std::ranges::find(words, human_word) - words.begin());
  entries[seat].command.words = words_for(entries, seat, card_style_of(screen));
  entries[seat].sandbox = {.level = SandboxLevel::none,
                           .terminal = Terminal{.keyboard = STDIN_FILENO, .screen = screen}};
  return true;
}

void add_human_seat_command(CommandLine& command) {
  command.add("words", command.runs(play_for_a_person), "how cards are shown, then the names of the seats")
      ->required();
}

}  // namespace tribunal
