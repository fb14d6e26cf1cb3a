#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "bots/build/build_bot.hpp"
#include "bots/system/command.hpp"
#include "check/examination.hpp"
#include "table/played_game.hpp"

namespace tribunal {

/// The rules that bots break. They are quoted from docs/protocol.md; a table's cells are joined by a colon.
namespace rules {
inline constexpr ProtocolRule ready{"What a bot says", "`ready NAME VERSION`: once, after `tribunal 1`"};
inline constexpr ProtocolRule answer{
    "What a bot says", "`move ID ACTION`: the answer to `ask ID`: one of its actions, letter by letter"};
inline constexpr ProtocolRule nothing_else{"What a bot says", "Any other line is a fault."};
inline constexpr ProtocolRule measure{
    "What a bot says",
    "A line has at most 4096 bytes, and a bot writes at most 1 MiB in response to one question."};
inline constexpr ProtocolRule in_time{
    "What the referee says",
    "`ask ID MS ACTION ...`: decide within MS milliseconds; the words after MS are all legal actions"};
inline constexpr ProtocolRule stay{"What the referee says",
                                   "Stay until `quit`; the end of your input means the same."};
inline constexpr ProtocolRule leave{"What the referee says",
                                    "`quit`: exit; after one second the referee kills the bot"};
inline constexpr ProtocolRule ignore{"What the referee says",
                                     "Ignore lines that begin with a word you do not know, and `key=value` "
                                     "words you do not know: later versions may add some."};
}  // namespace rules

/// The evidence of the last of the `sent` lines, the bot's output (escaped) and the end of stderr, without a
/// rule.
[[nodiscard]] Evidence evidence_of_lines(std::string_view sent, std::string came_back,
                                         std::string_view error_tail);

/// The evidence of `report`: the question at which the fault occurred, as it was sent to the bot.
[[nodiscard]] Evidence evidence_of(const PlayedGame& game, const FaultReport& report,
                                   const Novelties& novelties);

/// `Examination::cause` of a fault: its kind and, if the program ended, the place of its failure, or else its
/// error.
[[nodiscard]] std::string cause_of(FaultKind kind, std::string_view error_tail);

/// The place in source code where the bot failed, from the end of its stderr, as a path relative to the
/// working directory. None if no such file exists there.
[[nodiscard]] std::optional<SourcePlace> place_of_failure(const Command& command,
                                                          std::string_view error_tail);

/// The examination `build` of a bot whose build from `source` failed. It is an error if the machine is the
/// cause.
[[nodiscard]] Examination examination_of(const FailedBuild& failed, const std::filesystem::path& source);

/// The message of a game with a fault: `timeout: gave no answer within 200 ms (seat 1, question 2)`, with the
/// number of other seats that have faults.
[[nodiscard]] std::string message_of(const PlayedGame& game);

}  // namespace tribunal
