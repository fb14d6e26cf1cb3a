// tribunal replay: a recorded game step by step, or fed to a bot again.
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>
#include <unistd.h>

#include <CLI/CLI.hpp>

#include "bots/process/host.hpp"
#include "cli/commands/commands.hpp"
#include "cli/options/bot_options.hpp"
#include "cli/options/quoting.hpp"
#include "cli/terminal/interruptible.hpp"
#include "record/number_text.hpp"
#include "record/replay_log.hpp"
#include "record/seat_lines.hpp"
#include "report/replay/replay_view.hpp"
#include "table/rehearsal.hpp"

namespace tribunal {
namespace {

struct ReplayOptions {
  std::string log;
  std::uint64_t game = 0;
  bool all = false;
  std::string color = "auto";
  std::optional<int> seat;
  std::optional<std::int64_t> move_ms;
  std::vector<std::string> bot;
};

std::expected<Record, std::string> read_game(const ReplayOptions& options) {
  if (std::filesystem::is_directory(options.log)) {
    return std::unexpected{options.log +
                           ": this is a folder; expected a replay log, such as 'tribunal export " +
                           options.log + " --logs FILE' writes of a tournament"};
  }
  std::ifstream file{options.log, std::ios::binary};
  if (!file) return std::unexpected{options.log + ": this log cannot be read"};
  LogReader reader{file};
  for (std::uint64_t number = 0;; ++number) {
    auto game = reader.next();
    if (!game) return std::unexpected{options.log + ": " + game.error().text()};
    if (!*game && number == 0) return std::unexpected{options.log + ": the log holds no game"};
    if (!*game) {
      return std::unexpected{options.log + ": there is no game " + std::to_string(options.game) + ", only " +
                             counted(number, "game") + ", the first of which is game 0"};
    }
    if (number < options.game) continue;
    if (const auto behind = reader.next(); !behind)
      return std::unexpected{options.log + ": " + behind.error().text()};
    return std::move((*game)->record);
  }
}

CardStyle card_style(const std::string& choice) {
  if (choice != "auto") return choice == "always" ? CardStyle::signs : CardStyle::letters;
  const char* const no_color = std::getenv("NO_COLOR");  // https://no-color.org
  const bool wanted = no_color == nullptr || *no_color == '\0';
  return wanted && isatty(STDOUT_FILENO) == 1 ? CardStyle::signs : CardStyle::letters;
}

ExitCode refuse(const ReplayOptions& options, const Record& record, const Contradiction& contradiction) {
  return complain(ExitCode::failed,
                  options.log + ": this game cannot have happened: " + contradiction.text(record));
}

// Shows one step after another.
void walk(const std::vector<std::string>& steps) {
  for (std::size_t step = 0; step < steps.size();) {
    std::cout << "\x1b[2J\x1b[H" << steps[step] << "\n[" << step + 1 << "/" << steps.size()
              << "] Enter: next, b: back, q: quit " << std::flush;
    std::string answer;
    if (!std::getline(std::cin, answer) || answer == "q") return;
    if (answer == "b") {
      step -= step > 0 ? 1 : 0;
    } else {
      ++step;
    }
  }
}

ExitCode show(const ReplayOptions& options, const Record& record) {
  const auto steps = replay_frames(record, card_style(options.color));
  if (!steps) return refuse(options, record, steps.error());
  if (!options.all && isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1) {
    walk(*steps);
    return ExitCode::ok;
  }
  for (const auto& step : *steps) std::cout << step << '\n';
  return ExitCode::ok;
}

asio::awaitable<Rehearsal> rehearse_and_dismiss(Bot& bot, const Record& record, Seat seat,
                                                const SeatLines& lines,
                                                std::optional<std::chrono::milliseconds> patience) {
  auto rehearsal = co_await rehearse(bot, record, seat, lines, patience);
  co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
  co_await bot.end();
  co_return rehearsal;
}

ExitCode report(const Rehearsal& rehearsal) {
  std::size_t differences = 0;
  for (const auto& answer : rehearsal.answers) {
    for (const auto& comment : answer.comments) std::cout << "          " << comment << '\n';
    std::cout << (answer.differs() ? "differs   " : "          ") << "decision " << answer.decision + 1
              << ": " << answer.answered;
    if (answer.recorded_in_fault)
      std::cout << "  (recorded: a fault, " << answer.recorded << " by the referee)";
    if (answer.differs()) std::cout << "  (recorded: " << answer.recorded << ")";
    std::cout << "  " << answer.us.count() << " us\n";
    differences += answer.differs() ? 1 : 0;
  }
  if (rehearsal.timed_out)
    return complain(ExitCode::failed, rehearsal.trouble + " (--move-ms MS sets a longer limit; 0: a day)");
  if (!rehearsal.trouble.empty()) return complain(ExitCode::failed, rehearsal.trouble);
  std::cout << counted(rehearsal.answers.size(), "answer") << ", " << differences
            << (differences == 1 ? " differs" : " differ") << " from the record\n";
  return differences == 0 ? ExitCode::ok : ExitCode::failed;
}

/// What `--move-ms` says; nothing if it was not given.
std::optional<std::chrono::milliseconds> patience_of(const ReplayOptions& options) {
  if (!options.move_ms) return std::nullopt;
  return std::chrono::milliseconds{*options.move_ms == 0 ? longest_limit_ms : *options.move_ms};
}

ExitCode feed(const ReplayOptions& options, const Record& record) {
  if (options.bot.size() != 1)
    return complain(ExitCode::usage, one_bot_wanted("--seat", "replay LOG --seat S --", options.bot));
  if (*options.seat < 0 || *options.seat >= record.rules.players()) {
    return complain(ExitCode::usage, "--seat " + std::to_string(*options.seat) +
                                         ": this game's bots have the seats 0 to " +
                                         std::to_string(record.rules.players() - 1));
  }
  const auto seat = static_cast<Seat>(*options.seat);
  const auto lines = seat_lines(record, seat);
  if (!lines) return refuse(options, record, lines.error());
  const auto entries = entries_of(options.bot);
  if (!entries) return complain(ExitCode::usage, entries.error());

  Host host;
  asio::io_context context{1};
  Bot bot{context, host, entries->front()};
  bool interrupted = false;
  const auto rehearsal = run_interruptibly(
      context, rehearse_and_dismiss(bot, record, seat, *lines, patience_of(options)), interrupted);
  const auto code = report(rehearsal);
  show_error_tail(std::cerr, bot.error_tail());
  return interrupted ? ExitCode::interrupted : code;
}

ExitCode replay(const ReplayOptions& options) {
  if (!options.seat && !options.bot.empty())
    return complain(ExitCode::usage,
                    "a bot is given, but not which seat's lines it is to get: expected --seat S");
  const auto record = read_game(options);
  if (!record) return complain(ExitCode::usage, record.error());
  return options.seat ? feed(options, *record) : show(options, *record);
}

}  // namespace

void add_replay_command(CLI::App& app, ExitCode& exit_code) {
  auto* const command =
      app.add_subcommand("replay", "Show a recorded game step by step, or replay it to a bot");
  command->footer("Example: tribunal replay game.jsonl --seat 1 -- 'python3 mybot.py'");
  const auto options = std::make_shared<ReplayOptions>();
  command->add_option("log", options->log, "a replay log")->required();
  command->add_option("bot", options->bot, "with --seat, after --: the bot's command, quoted as for a shell");
  command->add_option("--game", options->game, "number of the game in the log, from 0")
      ->capture_default_str();
  command->add_flag("--all", options->all, "print all steps at once, also on a terminal");
  command->add_option("--color", options->color, "coloured cards (auto: on a terminal)")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->capture_default_str();
  command->add_option("--seat", options->seat,
                      "seat whose lines are sent to the bot; its answers are compared");
  command
      ->add_option(
          "--move-ms", options->move_ms,
          "with --seat: milliseconds per answer (0: a day; default: the limit of the game, at least 10000)")
      ->check(CLI::Range(std::int64_t{0}, longest_limit_ms));
  command->callback([options, &exit_code] { exit_code = replay(*options); });
}

}  // namespace tribunal
