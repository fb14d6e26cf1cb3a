#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "analysis/question.hpp"
#include "cards/deal.hpp"
#include "ratings/similarity.hpp"
#include "table/bot_entry.hpp"
#include "tournament/results/results.hpp"

namespace tribunal {

/// A version of a bot in some results folders.
struct BotVersion {
  std::string name;
  std::string sha256;  ///< hash of its files; may be empty
  std::string label;   ///< `greedy`, or `greedy@0c1f66a2` if there are several versions
};

/// The decisions of all bots in some results folders, by situation.
class BotsAlike {
 public:
  /// The largest number of decisions that are kept. Further games are not read.
  static constexpr std::size_t most_decisions = 1'000'000;
  /// The largest number of versions of bots.
  static constexpr std::size_t most_bots = 500;

  /// Reads the games of the folders on `threads` threads. Throws `Complaint`.
  BotsAlike(std::vector<std::filesystem::path> folders, unsigned threads);
  /// Sends bots that can be started here the lines of `seats` seats, drawn from all games, unless they had
  /// the seat themselves. `sandbox`: as in `settle_level_again`. `tell` is called before each game with a
  /// line of text. Throws `Complaint`.
  using Tell = std::function<void(const std::string& line)>;
  void ask(std::uint64_t seats, std::optional<SandboxLevel> sandbox, const Tell& tell);
  /// Completes the similarity. Call it last.
  void finish() { similarity_->finish(); }

  [[nodiscard]] const std::vector<std::filesystem::path>& folders() const { return folders_; }
  [[nodiscard]] const std::vector<BotVersion>& bots() const { return bots_; }
  [[nodiscard]] const Similarity& similarity() const { return *similarity_; }
  [[nodiscard]] std::uint64_t games() const { return games_; }
  /// Sentences about games that were not read, or bots that were not asked.
  [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }
  /// The action of the bot in this situation.
  [[nodiscard]] std::string action_of(const Sighting& sighting) const;

 private:
  /// A seat whose lines are sent to bots.
  struct Seating {
    std::uint16_t folder = 0;
    std::uint64_t game = 0;
    Seat seat = 0;
  };
  struct Asked;

  void read_models(unsigned threads);
  void read_games(std::uint16_t folder, std::size_t most, unsigned threads);
  /// The number of the bot in a seat. None if there are too many bots.
  [[nodiscard]] std::optional<std::uint16_t> number_of(const Entrant& entrant) const;
  void name_bots();
  void draw_seats(std::uint16_t folder, std::uint64_t game, int players);  // reservoir sampling
  /// The probability of an action by a model of the bot that was fitted to other deals. 0 without a model.
  [[nodiscard]] float foretold(std::uint16_t bot, const Record& record, const Question& question,
                               std::size_t action) const;
  /// The sighting for the action with this index, without its deal and its place.
  [[nodiscard]] Sighting sighting_of(const Record& record, const Question& question, std::uint16_t bot,
                                     std::size_t action) const;
  [[nodiscard]] std::uint32_t number_of(const DealKey& deal);
  /// The sandbox of the bots of a folder. `record` is of any of the games. Throws `Complaint`.
  [[nodiscard]] SandboxLevel level_of(std::uint16_t folder, Record record,
                                      std::optional<SandboxLevel> sandbox) const;
  void ask_folder(std::uint16_t folder, const std::vector<Asked>& asked, std::optional<SandboxLevel> sandbox,
                  const Tell& tell, std::set<std::uint16_t>& done);
  void ask_bot(std::uint16_t number, const BotEntry& entry, const std::vector<Asked>& asked,
               const Tell& tell);

  std::vector<std::filesystem::path> folders_;
  std::vector<Results> results_;
  std::vector<Secret> secrets_;
  std::vector<BotVersion> bots_;
  std::map<std::pair<std::string, std::string>, std::uint16_t> numbers_;  ///< numbers by name and hash
  std::map<std::tuple<std::string, std::string, bool>, std::vector<double>> models_;
  std::unique_ptr<Similarity> similarity_;
  std::map<Bytes32, std::uint32_t> deals_;  ///< numbers of deals by key
  std::vector<Seating> seats_;
  std::uint64_t seats_seen_ = 0;
  Stream chance_{1, "similar"};
  std::uint64_t games_ = 0;
  std::vector<std::string> notes_;
};

}  // namespace tribunal
