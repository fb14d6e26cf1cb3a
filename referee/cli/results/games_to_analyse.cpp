#include "cli/results/games_to_analyse.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <utility>

#include "base/text/number_text.hpp"
#include "record/clocks_and_strikes.hpp"

namespace tribunal {
namespace {

constexpr std::size_t sample_size = 16;

SeatSet seats_of(const Record& record, const AnalysisChoice& choice) {
  SeatSet seats;
  for (const auto seat : SeatSet::first(record.rules.players())) {
    const bool is_named =
        choice.wanted.bot.empty() || record.entrants[index_of(seat)].bot == choice.wanted.bot;
    if (is_named && (!choice.seat || *choice.seat == seat)) seats.add(seat);
  }
  return seats;
}

std::optional<GameToAnalyse> game_of(const ListedGame& listed, const Record& record,
                                     const AnalysisChoice& choice) {
  return game_to_analyse(record, listed.number, listed.game, seats_of(record, choice), choice.seed);
}

/// Counts games and decisions in a first reading.
class Census {
 public:
  explicit Census(const AnalysisChoice& choice) : choice_{choice} {}

  void look_at(const ListedGame& listed, const Record& record) {
    most_players_ = std::max(most_players_, record.rules.players());
    if (!listed.mark.empty()) {
      ++excluded_;
      return;
    }
    auto game = game_of(listed, record, choice_);
    if (!game || game->seats.empty()) return;
    if (!contents_.insert(game->questions.content).second) {
      ++repeated_;
      return;
    }
    found_.games.push_back(listed.number);
    found_.decisions += game->questions.open.size();
    for (const auto seat : game->seats) by_referee_ += game->questions.by_referee[index_of(seat)];
    forfeited_ += forfeited(record).empty() ? 0 : 1;
    sample(*std::move(game));
  }

  GamesFound finish(std::uint64_t void_games) {
    note(void_games, "game", "void by a ruling, and not analysed");
    note(excluded_, "game", "of an excluded bot, and not analysed");
    note_repeated();
    note(by_referee_, "decision", "by the referee after a fault, and not analysed: not the bot's");
    if (forfeited_ > 0) {
      found_.notes.push_back(counted(forfeited_, "game") +
                             " with a forfeit: what came before it is analysed as if all had played on.");
    }
    return std::move(found_);
  }
  [[nodiscard]] int most_players() const { return most_players_; }

 private:
  void note(std::uint64_t count, const std::string& noun, const std::string& what) {
    if (count == 0) return;
    found_.notes.push_back(fmt::format("{} {} {}.", counted(count, noun), count == 1 ? "is" : "are", what));
  }

  void note_repeated() {
    if (repeated_ == 0) return;
    found_.notes.push_back(fmt::format("{} another, decision for decision, and {} not analysed again.",
                                       counted(repeated_, "game") + (repeated_ == 1 ? " repeats" : " repeat"),
                                       repeated_ == 1 ? "is" : "are"));
  }

  /// Keeps each game with the same probability, in place of one that was kept (reservoir sampling).
  void sample(GameToAnalyse game) {
    auto& open = game.questions.open;
    if (open.empty()) return;
    const auto place = sampled_++ < sample_size ? sampled_ - 1 : chance_.uniform(sampled_);
    if (place >= sample_size) return;
    auto question = std::move(open[chance_.uniform(static_cast<std::uint32_t>(open.size()))]);
    open.clear();
    open.push_back(std::move(question));
    if (place == found_.sample.size()) {
      found_.sample.push_back(std::move(game));
    } else {
      found_.sample[place] = std::move(game);
    }
  }

  const AnalysisChoice& choice_;
  GamesFound found_;
  Stream chance_{1, "sample"};
  std::uint32_t sampled_ = 0;
  std::set<Bytes32> contents_;  ///< of the games that were found
  std::uint64_t repeated_ = 0;
  std::uint64_t excluded_ = 0;
  std::uint64_t by_referee_ = 0;
  std::uint64_t forfeited_ = 0;
  int most_players_ = 0;
};

Error nothing_to_analyse(const RecordedGames& games, const GamesFound& found, const AnalysisChoice& choice,
                         int most_players) {
  auto sentence = std::string{"there is no decision to analyse"};
  if (choice.seat && *choice.seat >= most_players)
    sentence = fmt::format("no game has a seat {}; expected --seat 0 to {}", *choice.seat, most_players - 1);
  for (const auto& note : found.notes) sentence += "; " + note.substr(0, note.size() - 1);
  return {ErrorCode::usage, Place{games.source()}, sentence};
}

}  // namespace

Result<GamesFound> find_games_to_analyse(const RecordedGames& games, const AnalysisChoice& choice) {
  Census census{choice};
  const auto void_games = games.count_void(choice.wanted);
  if (!void_games) return std::unexpected{void_games.error()};
  auto differences = games.for_each(choice.wanted, [&](const ListedGame& listed, const Record& record) {
    census.look_at(listed, record);
    return true;
  });
  if (!differences) {
    if (*void_games == 0) return std::unexpected{differences.error()};
    return std::unexpected{nothing_to_analyse(games, census.finish(*void_games), choice, 0)};
  }
  auto found = census.finish(*void_games);
  for (const auto& note : differences->notes()) found.notes.push_back(note);
  if (found.games.empty() && differences->empty())
    return std::unexpected{nothing_to_analyse(games, found, choice, census.most_players())};
  found.differences = *std::move(differences);
  return found;
}

Result<void> for_each_to_analyse(const RecordedGames& games, const AnalysisChoice& choice,
                                 const GamesFound& found, const std::function<void(GameToAnalyse)>& visit) {
  std::size_t visited = 0;
  const auto look = [&](const ListedGame& listed, const Record& record) {
    if (!std::ranges::binary_search(found.games, listed.number)) return true;
    auto game = game_of(listed, record, choice);
    if (!game) return false;
    ++visited;
    visit(*std::move(game));
    return visited < found.games.size();
  };
  if (const auto read = games.read_again(choice.wanted, look); !read) return std::unexpected{read.error()};
  if (visited == found.games.size()) return {};
  return std::unexpected{Error{ErrorCode::unreadable, Place{games.source()},
                               "it changed while it was read; run the same command again"}};
}

}  // namespace tribunal
