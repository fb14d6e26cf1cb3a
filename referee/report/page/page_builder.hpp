#pragma once

#include <cstdint>
#include <expected>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/core/rules.hpp"
#include "record/record.hpp"
#include "record/transcript.hpp"
#include "report/format/json.hpp"
#include "report/page/page_analysis.hpp"
#include "report/page/page_document.hpp"
#include "report/standings/games_csv.hpp"
#include "table/played_game.hpp"
#include "tournament/schedule/game_result.hpp"
#include "tournament/standings/persons.hpp"
#include "tournament/standings/standings_of.hpp"

namespace tribunal {

/// The readers of a page, its title, and the version of the program.
struct PageTerms {
  std::string title;
  std::string version;  ///< version of this program
  /// The bot whose author reads the page. The page then has only the games of that bot, as its seat saw them.
  /// Empty: the page has everything, for all readers.
  std::string bot = {};
  std::optional<PageAnalysisTerms> analysis = {};  ///< analysis of the decisions in games that can be
                                                   ///< replayed
  std::optional<LuckTakenOut> luck = {};           ///< luck taken out of further standings
  Persons persons = {};                            ///< persons behind the bots
  bool hide_others = false;  ///< with `bot`: whether replays lack what others did with the same cards
};

/// Builds the data of a page (`web/src/data.ts`: `Report`).
class PageBuilder {
 public:
  explicit PageBuilder(PageTerms terms);

  void set(const std::string& member, Json value);
  /// Adds a line about the tournament.
  void add_fact(std::string_view name, std::string_view value);
  /// States that games from `first` on are from this folder or log, by its name on the command line. Commands
  /// on the page use the name.
  void add_source(std::string_view name, std::uint64_t first);
  /// Adds a difference between the record and the page, which is shown above everything else. Texts may have
  /// several lines.
  void add_difference(std::string_view text);
  /// Adds sentences that readers must see, each in a line.
  void add_notes(std::string_view lines);
  /// Adds a note that is not a warning.
  void add_information(std::string_view sentence);
  void list(const ListedGame& game);
  /// Adds the next fault, which is of this bot. After the first 2000, faults are only counted. Only the
  /// author of a bot may see its stderr: on a page for others, `error_tail` must be empty.
  void add_fault(std::uint64_t game, std::string_view bot, const FaultReport& report);
  /// Makes a listed game replayable, with all cards or as `only` saw it. `analysis`: that of its decisions
  /// (`decision_rows`), or null. If the terms of the page ask for an analysis, it is made here instead.
  /// `others`: other bots with the same cards (`web/src/data.ts`: `ReplayData.others`), or null.
  [[nodiscard]] std::expected<void, Contradiction> add_replay(std::uint64_t number, const Record& record,
                                                              std::optional<Seat> only,
                                                              Json analysis = nullptr, Json others = nullptr);
  /// The content of the page. `plain`: text that is shown, below the differences, if no script may run.
  [[nodiscard]] PageContent finish(std::string plain);

 private:
  /// Numbers for names, in the order of their first use.
  class Names {
   public:
    int number_of(const std::string& name);
    [[nodiscard]] const Json& all() const { return all_; }

   private:
    std::map<std::string, int> numbers_;
    Json all_ = Json::array();
  };

  PageTerms terms_;
  std::optional<PageAnalyst> analyst_;
  std::map<std::uint64_t, std::string> played_;  ///< name of the game played in each game, if games are
                                                 ///< analysed
  Json report_;
  Names bots_;
  Names what_;
  Json columns_{{"number", Json::array()},  {"deal", Json::array()},   {"what", Json::array()},
                {"bots", Json::array()},    {"scores", Json::array()}, {"places", Json::array()},
                {"faults", Json::object()}, {"again", Json::object()}};
  Json faults_ = Json::array();
  std::uint64_t faults_left_out_ = 0;
  Json replays_ = Json::array();
  std::vector<std::string> blocks_;
};

/// All options as text: `packs 1, high_low off`.
[[nodiscard]] std::string options_text(const Rules& rules);

/// The rules as text with all options: `mitch, 2 players: packs 1, high_low off, ...`.
[[nodiscard]] std::string rules_text(const Rules& rules);

}  // namespace tribunal
