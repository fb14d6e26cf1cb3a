// tribunal human-seat: what `tribunal play` starts where a person has a seat. Not for command lines.
#include "cli/commands/human_seat_command.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <system_error>
#include <unistd.h>

#include <CLI/CLI.hpp>

#include "base/text/utf8.hpp"
#include "bots/sandbox/profile.hpp"
#include "cli/commands/commands.hpp"
#include "cli/terminal/human_seat.hpp"
#include "cli/terminal/terminal.hpp"

namespace tribunal {
namespace {

constexpr auto signs_word = "signs";

/// The words of the command line by which this program plays a person's seat.
std::vector<std::string> words_for(const std::vector<BotEntry>& entries, std::size_t seat, CardStyle style) {
  std::vector<std::string> words{"", "human-seat", "--", style == CardStyle::signs ? signs_word : "letters"};
  std::error_code ignored;
  words.front() = std::filesystem::read_symlink("/proc/self/exe", ignored).string();
  for (std::size_t other = 0; other < entries.size(); ++other)
    words.push_back(other == seat ? "you" : harmless(entries[other].name));
  return words;
}

}  // namespace

Result<bool> seat_a_person(std::vector<BotEntry>& entries, const std::vector<std::string>& words,
                           int screen) {
  const auto seats = std::ranges::count(words, human_word);
  if (seats == 0) return false;
  if (seats > 1)
    return std::unexpected{"one person can sit at a terminal; expected 'human' once, not " +
                           std::to_string(seats) + " times"};
  const auto seat = static_cast<std::size_t>(std::ranges::find(words, human_word) - words.begin());
  entries[seat].command.words = words_for(entries, seat, card_style_of(screen));
  entries[seat].sandbox = {.level = SandboxLevel::none,
                           .resources = {},
                           .shown = {},
                           .hidden = {},
                           .environment = {},
                           .terminal = Terminal{.keyboard = STDIN_FILENO, .screen = screen}};
  return true;
}

void add_human_seat_command(CLI::App& app, ExitCode& exit_code) {
  const auto words = std::make_shared<std::vector<std::string>>();
  auto* const command = app.add_subcommand("human-seat", "The seat of a person in a game")->group("");
  command->add_option("words", *words, "how cards are shown, then the names of the seats")->required();
  command->callback([words, &exit_code] {
    HumanSeat seat{.terminal = {.keyboard = keyboard_descriptor, .screen = screen_descriptor},
                   .style = words->front() == signs_word ? CardStyle::signs : CardStyle::letters,
                   .names = {words->begin() + 1, words->end()}};
    exit_code = play_for_a_person(seat) == 0 ? ExitCode::ok : ExitCode::failed;
  });
}

}  // namespace tribunal
