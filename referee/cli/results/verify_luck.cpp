#include "cli/results/verify_luck.hpp"

#include <fmt/format.h>
#include <fstream>
#include <iostream>
#include <limits>
#include <optional>
#include <utility>

#include "base/escape.hpp"
#include "base/text/number_text.hpp"
#include "base/text/utf8.hpp"
#include "bots/system/random_bits.hpp"
#include "cards/unreadable.hpp"
#include "cli/options/command_line.hpp"
#include "cli/results/recorded_games.hpp"
#include "cli/terminal/output.hpp"
#include "tournament/luck/luck_run.hpp"

namespace tribunal {
namespace {

ExitCode tell(const std::string& name, const StoredLuck& luck, const EachGame& each_game, std::size_t bots,
              unsigned threads, const LuckSample& sample) {
  const auto check = must(check_luck(luck, each_game, bots, threads, sample));
  const bool is_drawn = sample.games < luck.games.size();
  const auto again = is_drawn
                         ? fmt::format("; --luck-seed {} draws these games again", shell_word(sample.seed))
                         : std::string{};
  if (!check.holds)
    return complain(ExitCode::failed,
                    name + ": " + check.text + "; 'tribunal luck' computes it anew" + again);
  const auto drawn = is_drawn ? fmt::format(", drawn from {},", luck.games.size()) : std::string{};
  std::cout << fmt::format(
      "{}: the luck of {}{} follows from the games, and so do the models of the bots{}\n", harmless(name),
      counted(check.games, "game"), drawn, harmless(again));
  return ExitCode::ok;
}

/// The games of a log, with the indices that the luck gives to those in which there is any.
EachGame each_logged(const std::string& log, const StoredLuck& luck) {
  return [log, &luck](const std::function<bool(const GameForLuck&)>& visit) -> Result<void> {
    LaterChance later_chance;
    std::size_t next = 0;
    const auto index = [&](const Record& record) {
      constexpr auto none = std::numeric_limits<std::uint64_t>::max();
      if (!later_chance.has(record.rules) || next >= luck.games.size()) return none;
      return luck.games[next++].game;
    };
    bool goes_on = true;
    const auto walked =
        RecordedGames{log}.for_each_record([&](const ListedGame& /*game*/, const Record& record) {
          goes_on = goes_on && visit({.index = index(record), .deal = record.deal.number, .record = record});
        });
    if (!walked) return std::unexpected{walked.error()};
    return {};
  };
}

}  // namespace

void LuckVerifyOptions::add_options(CommandLine& command) {
  command.add("--luck", file, Value::file,
              "with --plan: verify that this 'luck.jsonl' of 'tribunal luck' follows from the log");
  command
      .add("--luck-games", games, {Value::text, "N|all"},
           "games whose luck is recomputed: a number, drawn anew each time, or all")
      ->check([](const std::string& text) {
        std::uint64_t number = 0;
        if (text == "all" ||
            (!text.starts_with('-') && CLI::detail::lexical_cast(text, number) && number > 0))
          return std::string{};
        return "'" + text + "' is neither a number from 1 nor 'all'";
      });
  command.add("--luck-seed", seed, "draw the games that an earlier 'verify' with this seed drew");
}

LuckSample LuckVerifyOptions::sample() const {
  std::uint64_t number = std::numeric_limits<std::uint64_t>::max();
  if (games != "all") CLI::detail::lexical_cast(games, number);
  return {.games = number, .seed = seed.empty() ? random_digits(16) : seed};
}

ExitCode verify_luck_of_folder(const std::string& folder, const LuckVerifyOptions& options,
                               unsigned threads) {
  const auto results = must(Results::open(folder, RoundSource::nowhere));
  const auto luck = must(luck_in(folder));
  if (!luck) return ExitCode::ok;
  const auto name = folder + "/" + std::string{luck_file_name};
  const auto content = must(content_of(results));
  if (content != luck->results)
    return complain(Error{ErrorCode::unreadable,
                          {name},
                          "this is the luck of other games; 'tribunal luck' computes that of these"});
  const auto secret = must(results.secret());
  return tell(name, *luck, each_stored(results, secret), results.tournament().plan.bots.size(), threads,
              options.sample());
}

StoredLuck read_published_luck(const LuckVerifyOptions& options) {
  std::ifstream in{options.file, std::ios::binary};
  if (!in) {
    throw Complaint{Error{ErrorCode::unreadable,
                          {options.file},
                          unreadable(options.file, "cannot be read") +
                              "; expected the file 'luck.jsonl' that 'tribunal luck' writes"}};
  }
  auto luck = read_luck(in);
  if (!luck) throw Complaint{luck.error().at(ErrorCode::unreadable, options.file)};
  return *std::move(luck);
}

ExitCode verify_published_luck(const std::string& log, const StoredLuck& luck, const Bytes32& content,
                               std::size_t bots, const LuckVerifyOptions& options, unsigned threads) {
  if (log == "-")
    return complain(ExitCode::usage,
                    "--luck reads the log twice, which standard input does not allow; expected a file");
  if (luck.results != content)
    return complain(ExitCode::failed,
                    options.file + ": this is the luck of other games than those of the log");
  return tell(options.file, luck, each_logged(log, luck), bots, threads, options.sample());
}

}  // namespace tribunal
