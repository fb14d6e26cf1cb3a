// The table of tribunal play: from the words of the command line to rules, deal and bots.
#include "cli/run/play_table.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iostream>
#include <memory>
#include <span>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "base/escape.hpp"
#include "base/text/number_text.hpp"
#include "base/text/utf8.hpp"
#include "bots/sandbox/profile.hpp"
#include "cli/options/bot_options.hpp"
#include "cli/options/build_bots.hpp"
#include "cli/options/sandbox_option.hpp"
#include "cli/results/seat_choice.hpp"
#include "cli/terminal/human_seat.hpp"
#include "cli/terminal/terminal.hpp"
#include "tournament/plan/new_plan.hpp"
#include "tournament/plan/planned_bots.hpp"
#include "tournament/plan/tournament.hpp"
#include "tournament/results/bot_changes.hpp"
#include "tournament/results/results.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

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

/// Gives a person the seats whose word is `human_word`, at most one; `entries` are of the same bots as
/// `words`. What they are shown goes to `screen`, a descriptor of this program. True if there is such a seat.
bool seat_a_person(std::vector<BotEntry>& entries, const std::vector<std::string>& words, int screen) {
  const auto seats = std::ranges::count(words, human_word);
  if (seats == 0) return false;
  if (seats > 1)
    throw Complaint{"'human' is given " + std::to_string(seats) +
                    " times; only one person can play at a terminal"};
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

GameOrder order_of(const PlayOptions& options, SandboxLevel level) {
  const auto rules = options.rules.rules(static_cast<int>(options.bots.size()));
  auto secret = Secret::random();
  if (options.secret.given()) {
    secret = must(options.secret.secret());
  }
  return GameOrder{.rules = rules,
                   .deal = {.number = options.deal, .key = deal_key(secret, "play", options.deal)},
                   .limits = options.limits,
                   .host = {.referee = TRIBUNAL_VERSION, .sandbox = std::string{name_of(level)}},
                   .cards = {}};
}

/// The recorded deal, within the limits of that game unless others are given.
GameOrder order_again(const PlayOptions& options, const Record& record, SandboxLevel level) {
  return GameOrder{.rules = record.rules,
                   .deal = record.deal,
                   .limits = options.limits_given ? options.limits : record.limits,
                   .host = {.referee = TRIBUNAL_VERSION, .sandbox = std::string{name_of(level)}},
                   .cards = {},
                   .own_limits = options.limits_given ? std::vector<Limits>{} : record.own_limits};
}

/// Gives a person the seat whose word is theirs, if there is one.
void seat_people(const PlayOptions& options, std::vector<BotEntry>& entries,
                 const std::vector<std::string>& words) {
  const bool plays = seat_a_person(entries, words, options.log == "-" ? STDERR_FILENO : STDOUT_FILENO);
  if (plays && options.trace)
    throw Complaint{"--trace shows what other seats see; expected it without 'human'"};
}

/// The bots of these words, each in its sandbox, and a person where one is to play. To hash their folders, of
/// which the current one may hold anything, takes long; so they are hashed only if the hashes are written.
std::vector<BotEntry> players_of(const PlayOptions& options, const std::vector<std::string>& words,
                                 SandboxLevel level) {
  const auto built = build_here(options.build, level);
  const bool hashes_are_written = !options.log.empty() || !options.journal.file().empty();
  auto entries = hashes_are_written ? entries_of(words, options.log, built) : named_entries_of(words, built);
  confine(entries, level);
  seat_people(options, entries, words);
  return entries;
}

/// A bot that takes a seat of a recorded game in place of the one that had it.
struct Substitute {
  std::size_t seat = 0;
  std::string command;  ///< quoted as for a shell, from the current directory
};

/// The bots of `--seat S=COMMAND` in a game of these bots.
std::vector<Substitute> substitutes_of(const std::vector<std::string>& words,
                                       const std::vector<std::string>& bots) {
  std::vector<Substitute> substitutes;
  for (const auto& word : words) {
    const auto equals = std::min(word.find('='), word.size());
    const auto seat = seat_among(SeatChoice::of(std::string_view{word}.substr(0, equals)), bots);
    if (!seat && !seat.error().message.empty())
      throw Complaint{fmt::format("--seat {}: {}", harmless(word), seat.error().message)};
    if (equals + 1 >= word.size() || !seat) {
      throw Complaint{
          ExitCode::usage,
          fmt::format("--seat {}: expected S=COMMAND, such as 0='python3 mybot.py', with a seat from 0 to {} "
                      "or the name of a bot: {}",
                      harmless(word), bots.size() - 1, harmless(fmt::format("{}", fmt::join(bots, ", "))))};
    }
    if (std::ranges::find(substitutes, *seat, &Substitute::seat) != substitutes.end())
      throw Complaint{fmt::format("--seat {}: two bots are given for one seat; expected one", *seat)};
    substitutes.push_back({*seat, word.substr(equals + 1)});
  }
  return substitutes;
}

/// A person has a day for each decision, unless a limit was given.
void be_patient(GameOrder& order, const PlayOptions& options) {
  const auto is_person = [](const std::string& word) {
    return word == human_word || word.ends_with('=' + std::string{human_word});
  };
  const bool plays = std::ranges::find(options.bots, human_word) != options.bots.end() ||
                     std::ranges::any_of(options.seats, is_person);
  if (!plays || options.clock_given) return;
  order.limits.move_ms = longest_limit_ms;
  order.limits.game_ms = 0;
  order.limits.bank_ms = 0;
  order.own_limits.clear();
}

/// A new deal between the bots of the command line.
Table new_table(const PlayOptions& options) {
  must_not(options.rules.objection());
  must_not(unquoted("play " + escaped(options.rules.game), options.bots));
  if (options.bots.empty()) {
    throw Complaint{"no bots are given; expected one command per seat after --, for example: tribunal play " +
                    escaped(options.rules.game) + " -- greedy careful"};
  }
  const auto level = must(settle_level(options.sandbox, {.bots = static_cast<int>(options.bots.size())}));
  auto order = order_of(options, level);
  auto entries = players_of(options, options.bots, level);
  return Table{std::move(order), std::move(entries)};
}

std::size_t number_of(const Plan& plan, const std::string& name) {
  return static_cast<std::size_t>(std::ranges::find(plan.bots, name, &PlannedBot::name) - plan.bots.begin());
}

/// Writes the substitute into the plan, and its number into `bots`, those of the seats. It takes the place of
/// the bot whose seat it has, unless that bot plays in another seat too: then it is one more.
void substitute(Plan& plan, std::vector<std::size_t>& bots, const Substitute& instead) {
  auto entries = named_entries_of({instead.command});
  auto& entry = entries.front();
  auto& bot = bots.at(instead.seat);
  if (std::ranges::count(bots, bot) > 1) {
    bot = plan.bots.size();
    plan.bots.emplace_back();
  }
  PlannedBot planned;
  planned.name = unused_name(entry.name, [&](const std::string& name) {
    return std::ranges::any_of(bots,
                               [&](auto other) { return other != bot && plan.bots[other].name == name; });
  });
  planned.command_text = instead.command;
  planned.command = std::move(entry.command);
  for (const auto& kit : kits_of(planned.command)) planned.files.push_back(kit.string());
  plan.bots[bot] = std::move(planned);
}

/// The bots that had the seats of a game of a results folder, with their files of today, and the substitutes
/// in theirs, as if the plan had named them. Their commands come from the author of the folder and are
/// untrusted. Says on standard error what has changed since.
std::vector<BotEntry> bots_of_folder(const Results& results, const fs::path& folder, const Record& record,
                                     SandboxLevel level, std::span<const Substitute> substitutes) {
  auto tournament = results.tournament();
  std::vector<std::size_t> bots;
  for (const auto& entrant : record.entrants) bots.push_back(number_of(tournament.plan, entrant.bot));
  for (const auto& instead : substitutes) substitute(tournament.plan, bots, instead);
  build_again(tournament.plan, bots, level, folder);
  const auto sandboxes = sandboxes_of(tournament.plan, level, std::span{&folder, 1});
  const auto now = must(identities_of(tournament.plan, std::span{&folder, 1}));
  for (const auto& sentence : changes_since_results(results, folder))
    std::cerr << "tribunal: note: " << harmless(sentence) << '\n';
  const auto& recorded = results.tournament();
  for (const auto bot : bots) {
    if (bot < recorded.plan.bots.size() && !recorded.plan.bots[bot].build.empty() &&
        recorded.sha256.at(bot) != now.at(bot).sha256)
      std::cerr << "tribunal: note: bot " << harmless(recorded.plan.bots[bot].name)
                << " is not the one that played the last games: its source makes other files by now\n";
  }
  tournament.sha256.resize(tournament.plan.bots.size());
  std::vector<BotEntry> entries;
  for (const auto bot : bots) {
    entries.push_back(entry_of(tournament, sandboxes, static_cast<int>(bot)));
    entries.back().sha256 = now.at(bot).sha256;
  }
  return entries;
}

/// A game of a results folder between the bots that played it, but for the substitutes.
Table table_of_folder(const PlayOptions& options, const RecordedGame& recorded) {
  const auto results = must(Results::open(options.from, RoundSource::nowhere));
  const auto level = settle_level_again(options.sandbox, recorded.record, CommandSource::results_folder,
                                        results.tournament().plan.resources);
  if (!level) throw Complaint{level.error().at(ErrorCode::no_sandbox, options.from)};
  std::vector<std::string> bots;
  for (const auto& entrant : recorded.record.entrants) bots.push_back(entrant.bot);
  const auto substitutes = substitutes_of(options.seats, bots);
  auto entries = bots_of_folder(results, options.from, recorded.record, *level, substitutes);
  std::vector<std::string> words(entries.size());
  for (const auto& [seat, command] : substitutes) words[seat] = command;
  seat_people(options, entries, words);
  return Table{order_again(options, recorded.record, *level), std::move(entries), recorded.differences};
}

/// A recorded game's deal, between the bots of the command line; of a results folder, without any, its own.
Table table_again(const PlayOptions& options) {
  const RecordedGames games{options.from};
  const auto recorded = must(games.first({.number = options.game.value_or(0), .deal = {}, .bot = {}}));
  const auto& record = recorded.record;
  auto words = options.bots;  // there is no name of a game before them
  if (!options.rules.game.empty()) words.insert(words.begin(), options.rules.game);
  if (!options.seats.empty() && !words.empty())
    throw Complaint{"--seat replaces single bots of a folder; expected it without commands after --"};
  if (words.empty() && games.is_folder()) return table_of_folder(options, recorded);
  if (!options.seats.empty())
    throw Complaint{
        ExitCode::usage,
        options.from +
            ": a log has no commands of bots; expected a bot for each seat after -- in place of --seat"};
  must_not(unquoted("play --from " + escaped(options.from), words));
  if (words.size() != record.entrants.size()) {
    throw Complaint{options.from + ": game " + std::to_string(recorded.number) + " has " +
                    counted(record.entrants.size(), "seat") + "; expected a bot for each after --, not " +
                    std::to_string(words.size())};
  }
  const auto level = settle_level_again(options.sandbox, record, CommandSource::command_line);
  if (!level) throw Complaint{level.error().at(ErrorCode::no_sandbox, options.from)};
  auto entries = players_of(options, words, *level);
  return Table{order_again(options, record, *level), std::move(entries), recorded.differences};
}

ExitCode seat_a_person(const std::vector<std::string>& words) {
  HumanSeat seat{.terminal = {.keyboard = keyboard_descriptor, .screen = screen_descriptor},
                 .style = words.front() == signs_word ? CardStyle::signs : CardStyle::letters,
                 .names = {words.begin() + 1, words.end()}};
  return play_for_a_person(seat) == 0 ? ExitCode::ok : ExitCode::failed;
}

}  // namespace

Table table_for(const PlayOptions& options) {
  auto table = options.from.empty() ? new_table(options) : table_again(options);
  be_patient(table.order, options);
  return table;
}

/// `tribunal human-seat`, which `tribunal play` starts where a person has a seat; not for command lines.
void add_human_seat_command(CommandLine& command) {
  command.add("words", command.runs(seat_a_person), "how cards are shown, then the names of the seats")
      ->required();
}

}  // namespace tribunal
