#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/core/rules.hpp"
#include "record/limits.hpp"
#include "record/record.hpp"
#include "record/transcript.hpp"
#include "report/format/json.hpp"
#include "report/page/page_analysis.hpp"
#include "report/page/page_document.hpp"
#include "tournament/schedule/game_result.hpp"
#include "tournament/standings/persons.hpp"
#include "tournament/standings/standings_of.hpp"

namespace tribunal {

/// The readers of a page, its title, and the version of the program that makes it.
struct PageTerms {
  std::string title;
  std::string version;  ///< of this program
  /// The bot whose author reads the page: it has only the games of that bot, seen from its seat. Empty: the
  /// page has everything, for all readers.
  std::string bot = {};
  std::optional<PageAnalysisTerms> analysis = {};  ///< of the decisions in games that can be replayed
  std::optional<LuckTakenOut> luck = {};           ///< out of standings beside the usual ones
  Persons persons = {};                            ///< of the bots
};

/// A game as the page lists it.
struct PageGame {
  std::uint64_t number = 0;  ///< in the log or the schedule
  std::uint64_t deal = 0;
  std::string what;                    ///< the name of what is played
  std::vector<std::string> bots{};     ///< of players' seats
  std::vector<std::int32_t> scores{};  ///< of these
  std::vector<int> places{};
  std::vector<FaultCounts> faults{};
  std::string mark{};   ///< of a ruling of the organiser; empty if there is none
  bool counted = true;  ///< no bot in it is excluded
  std::string again{};  ///< command that plays it again; empty where its source says that

  [[nodiscard]] bool has_fault() const;
  /// The first seat of that bot.
  [[nodiscard]] std::optional<Seat> seat_of(std::string_view bot) const;
};

/// A fault as the page lists it.
struct PageFault {
  std::uint64_t game = 0;
  std::uint64_t deal = 0;
  std::string bot;
  Seat seat = 0;
  std::uint64_t decision = 0;
  FaultKind kind{};
  std::string message;
  std::string error_tail{};  ///< the end of the bot's standard error, on a page for its author
};

/// Puts the data of a page together (`web/src/data.ts`: `Report`).
class PageBuilder {
 public:
  explicit PageBuilder(PageTerms terms);

  /// A member of the report.
  void set(const std::string& member, Json value);
  /// A line of what the tournament is.
  void add_fact(std::string_view name, std::string_view value);
  /// Games from `first` on are of this folder or log, as its user named it: commands on the page name it.
  void add_source(std::string_view name, std::uint64_t first);
  /// Adds a difference between the record and the page, shown above everything else. Texts may have several
  /// lines.
  void add_difference(std::string_view text);
  /// A sentence that readers must not miss.
  void add_note(std::string_view sentence);
  /// Such sentences, each with a line end behind it.
  void add_notes(std::string_view lines);
  void list(const PageGame& game);
  /// Adds the next fault. After the first 2000, faults are counted and not listed.
  void add(const PageFault& fault);
  /// Lets a game that is listed be replayed, by all cards or as `only` saw it. `analysis`: of its decisions
  /// (`decision_rows`), on a page whose terms ask for none; null if there is none.
  [[nodiscard]] std::expected<void, Contradiction> add_replay(std::uint64_t number, const Record& record,
                                                              std::optional<Seat> only,
                                                              Json analysis = nullptr);
  /// `plain`: what is shown where no script may run, below the differences.
  [[nodiscard]] PageContent finish(std::string plain);

 private:
  /// Names by their numbers, in the order in which they are met.
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
  std::map<std::uint64_t, std::string> played_;  ///< what is played in each game, if games are analysed
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

/// The text of every option: `packs 1, high_low off`.
[[nodiscard]] std::string options_text(const Rules& rules);

/// `mitch, 2 players: packs 1, high_low off, ...`: every option.
[[nodiscard]] std::string rules_text(const Rules& rules);

}  // namespace tribunal
