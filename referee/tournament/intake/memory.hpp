#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/enum_names.hpp"
#include "base/error.hpp"
#include "tournament/intake/author_names.hpp"

namespace tribunal {

/// The decision on a submission: it plays; its author is told why it does not; or this machine could not
/// judge it, and the next intake tries again.
enum class IntakeVerdict : std::uint8_t { admitted, refused, untried };

template <>
inline constexpr auto enum_names<IntakeVerdict> = in_words("admitted", "refused", "not judged");

/// The result of one submission's intake.
struct IntakeResult {
  std::string bot;
  std::string stem{};      ///< key of the author's name (`AuthorName`); any bytes
  std::string key;         ///< of all that the result depends on; an equal one makes it unnecessary to repeat
  std::string conditions;  ///< the part of it that is the same for all submissions: rules, limits, version
  std::string address;     ///< of the submission's content
  std::string found{};     ///< how it is built and run was found (`Recipe::how`); empty if it was not
  std::string build{};
  std::string command{};
  std::string name{};  ///< this and the next two as bot.toml states them
  std::string author{};
  std::string contact{};
  std::string stage{};  ///< the last one: `submission`, `recipe`, `build`, `command` or `check`
  std::string check{};  ///< the verdict of the check, with its warnings; empty if it was not checked
  IntakeVerdict verdict = IntakeVerdict::untried;
  std::string why{};     ///< it is not admitted: a sentence, escaped; else empty
  std::string sha256{};  ///< of the files of a bot that plays (`BotIdentity`)
  std::string kept{};  ///< of the earlier version that plays in place of one that is not admitted; else empty
  std::string lost{};  ///< of the earlier version that would be kept, but whose files are not as they were
  std::string place{};  ///< a hash that only this intake knows, for the name of its folder; may be empty

  /// The folder of the bot's files, relative to that of all bots.
  [[nodiscard]] std::string folder() const;

  bool operator==(const IntakeResult&) const = default;
};

/// All that an intake remembers of earlier ones: a file in a folder beside the plan.
struct IntakeMemory {
  SubmissionNames names;
  std::map<std::string, IntakeResult> results;  ///< the last of each bot, by its name
  /// The last that was admitted; refused if other rules came after that, and it was not sound by them.
  std::map<std::string, IntakeResult> sound;
  std::string secret{};  ///< the part of folders' names that others must not guess; may be empty
  std::vector<std::string> playing{};  ///< the bots of the last plan that was written
  /// Pairs of bots whose lines are or were alike, by their names in order, with the one whose files were
  /// there first; empty if that is not known.
  std::map<std::pair<std::string, std::string>, std::string> alike{};
  /// Bots with other files than at the end of the last intake, and whether all of their files of before are
  /// known: of a submission that was refused they are not.
  std::map<std::string, bool> changed{};

  bool operator==(const IntakeMemory&) const = default;
};

/// The bots that submissions of an author are or were, by an intake's memory.
[[nodiscard]] std::set<std::string> bots_of(const StatedAuthor& author, const IntakeMemory& memory);

/// The memory in a file; an empty one if there is no file. The error names a file that is damaged.
[[nodiscard]] Result<IntakeMemory> read_intake_memory(const std::filesystem::path& file);

/// The memory as the text of its file.
[[nodiscard]] std::string text_of(const IntakeMemory& memory);

}  // namespace tribunal
