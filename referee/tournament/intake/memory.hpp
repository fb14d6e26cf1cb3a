#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/enum_names.hpp"
#include "base/error.hpp"
#include "tournament/intake/author_names.hpp"

namespace tribunal {

/// The decision on a submission. Admitted: it plays. Refused: its author is sent the reason. Untried: this
/// machine could not judge it, and the next intake tries again.
enum class IntakeVerdict : std::uint8_t { admitted, refused, untried };

template <>
inline constexpr auto enum_names<IntakeVerdict> = in_words("admitted", "refused", "not judged");

/// The result of the intake of one submission.
struct IntakeResult {
  std::string bot;
  std::string stem{};  ///< key of the author's name (`AuthorName`); may hold any bytes
  std::string key{};   ///< hash of everything that the result depends on; with an equal key the result is
                       ///< used again
  std::string conditions{};  ///< part of the key that all submissions share: rules, limits, version
  std::string address{};     ///< address of the submission's content
  std::string found{};       ///< source of the recipe (`Recipe::how`); empty if there is no recipe
  std::string build{};
  std::string command{};
  std::string name{};  ///< stated in bot.toml, like the next two
  std::string author{};
  std::string contact{};
  std::string stage{};  ///< last stage: `submission`, `recipe`, `build`, `command` or `check`
  std::string check{};  ///< verdict of the check, with its warnings; empty if there was no check
  IntakeVerdict verdict = IntakeVerdict::untried;
  std::string why{};     ///< reason that it is not admitted: a sentence, escaped; else empty
  std::string sha256{};  ///< hash of the files of a bot that plays (`BotIdentity`)
  std::string kept{};   ///< hash of the earlier version that plays in place of one that is not admitted; else
                        ///< empty
  std::string lost{};   ///< hash of the earlier version that would be kept, but whose files have changed
  std::string place{};  ///< secret hash in the name of its folder; may be empty

  /// The folder of the bot's files, relative to the folder of all bots.
  [[nodiscard]] std::string folder() const;

  bool operator==(const IntakeResult&) const = default;
};

/// Everything that an intake remembers of earlier ones: a file in a folder beside the plan.
struct IntakeMemory {
  SubmissionNames names;
  std::map<std::string, IntakeResult> results;  ///< last result of each bot, by its name
  /// The last admitted result of each bot. It becomes `refused` if the rules changed afterwards and the bot
  /// was not sound under the new ones.
  std::map<std::string, IntakeResult> sound;
  std::string secret{};                ///< secret part of the names of folders; may be empty
  std::vector<std::string> playing{};  ///< bots in the last plan that was written
  /// Pairs of bots whose lines are or were similar, by their names in order. The value is the bot whose files
  /// were there first; empty if that is unknown.
  std::map<std::pair<std::string, std::string>, std::string> alike{};
  /// Bots whose files differ from those at the end of the last intake. The value says whether all of the
  /// earlier files are known; those of a refused submission are not.
  std::map<std::string, bool> changed{};

  bool operator==(const IntakeMemory&) const = default;
};

/// The bots to which submissions of an author belong or belonged, according to an intake's memory.
[[nodiscard]] std::set<std::string> bots_of(const StatedAuthor& author, const IntakeMemory& memory);

/// A bot of another author, according to an intake's memory, whose name looks like the stated author's bot.
/// Empty if there is none, or if the names are equal, which the list may intend.
[[nodiscard]] std::string similar_bot_of_another(const StatedAuthor& author, const IntakeMemory& memory);

/// The objection to a bot of the organiser that has the name of an author's earlier bot, or one that looks
/// like it. Its games would count as later games of that author. Empty if there is none. `last`: the authors'
/// bots in the last plan, which are known even if the memory was removed.
[[nodiscard]] std::string objection_to_house_bot(const std::string& name, const IntakeMemory& memory,
                                                 std::span<const std::string> last);

/// Reads the memory from a file. It is empty if there is no file. The error names a file that is damaged.
[[nodiscard]] Result<IntakeMemory> read_intake_memory(const std::filesystem::path& file);

/// The memory as the text of its file.
[[nodiscard]] std::string text_of(const IntakeMemory& memory);

}  // namespace tribunal
