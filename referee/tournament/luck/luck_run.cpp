#include "tournament/luck/luck_run.hpp"

#include <cmath>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>

#include "base/descriptor.hpp"
#include "base/durable_files.hpp"
#include "base/text/number_text.hpp"
#include "base/try.hpp"
#include "parallel/in_order.hpp"
#include "record/transcript.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

/// Differences between weights below this, in thousandths, are due to floating-point arithmetic.
constexpr std::int64_t near_weights = 10;

Error wrong_game(std::uint64_t game, const std::string& why) {
  return {ErrorCode::failed, fmt::format("game {}: {}; 'tribunal verify' gives the reasons", game, why)};
}

/// Fits models to all games that have luck.
Result<std::vector<LuckModel>> fit_models(const EachGame& each_game, std::size_t bots, unsigned threads) {
  ModelsOfBots models{bots};
  LaterChance later_chance;
  std::optional<Error> problem;
  TRY(each_game([&](const GameForLuck& game) {
    if (!later_chance.has(game.record.rules)) return true;
    const auto added = models.add(game.record);
    if (!added) problem = wrong_game(game.index, added.error().message);
    return added.has_value();
  }));
  if (problem) return std::unexpected{*problem};
  return models.fit(threads);
}

Result<LuckOfGame> luck_of_game(const GameForLuck& game, const StoredLuck& luck) {
  const auto& record = game.record;
  const auto played = play_again(record);
  if (!played) return std::unexpected{wrong_game(game.index, played.error().text(record))};
  if (game.stored && played->outcome.scores != game.stored->scores)
    return std::unexpected{
        wrong_game(game.index, "the scores that follow from its record differ from the stored ones")};
  const auto* const info = find_game(record.rules.game());
  std::vector<PolicyWeights> policies;
  for (const auto& entrant : record.entrants)
    policies.push_back(luck.policy(entrant.bot, info == nullptr ? "" : info->family, record.deal.number));
  auto found = luck_of(record, policies, {.pairs = luck.pairs, .alike = luck.alike});
  if (!found) return std::unexpected{wrong_game(game.index, found.error().message)};
  return in_units(game.index, static_cast<std::size_t>(played->outcome.seats), *found);
}

/// Computes the luck of the games that `wanted` accepts, on several threads. Passes it to `take` in the order
/// of the games until that returns false.
Result<void> for_each_luck(const EachGame& each_game, const StoredLuck& luck, unsigned threads,
                           const std::function<bool(const GameForLuck&)>& wanted,
                           const std::function<bool(LuckOfGame)>& take) {
  constexpr std::size_t games_a_thread = 16;
  std::vector<GameForLuck> waiting;
  Result<void> end;
  bool goes_on = true;
  const auto compute = [&] {
    std::size_t at = 0;
    in_order(
        threads, [&] { return at < waiting.size() ? std::optional{at++} : std::nullopt; },
        [&] { return [&](std::size_t game) { return luck_of_game(waiting[game], luck); }; },
        [&](Result<LuckOfGame> made) {
          if (!made) end = std::unexpected{made.error()};
          return goes_on = made && take(*std::move(made));
        });
    waiting.clear();
    return goes_on;
  };
  TRY(each_game([&](const GameForLuck& game) {
    if (!wanted(game)) return true;
    waiting.push_back(game);
    return waiting.size() < games_a_thread * threads || compute();
  }));
  if (goes_on) compute();
  return end;
}

Error unwritable(const fs::path& file) {
  return {ErrorCode::cannot_write,
          {file.string()},
          "this file cannot be written; expected space on the disk and a folder that you may write to"};
}

/// The file in which a run saves its progress. No other run can use it while it is open.
class PartFile {
 public:
  /// Continues after the games of an earlier run with the same head. If there is none, begins without games.
  static Result<PartFile> open(fs::path path, StoredLuck& luck) {
    constexpr mode_t mode = 0644;
    Descriptor file{::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, mode)};
    if (!file) return std::unexpected{unwritable(path)};
    if (!lock_in_place(file, path)) {
      return failure(ErrorCode::in_use, path.parent_path(),
                     "another 'tribunal luck' is running here; run this one again later");
    }
    PartFile part{std::move(path), std::move(file)};
    part.take_earlier(luck);
    return part;
  }

  void add(const LuckOfGame& game) { file_ << luck_line(game) << std::flush; }
  /// Moves the file to its final place.
  [[nodiscard]] Result<void> finish(const fs::path& place) {
    file_.close();
    if (!file_ || !replace_durably(path_, place)) return std::unexpected{unwritable(place)};
    return {};
  }
  [[nodiscard]] bool good() const { return file_.good(); }

 private:
  PartFile(fs::path path, Descriptor lock) : path_{std::move(path)}, lock_{std::move(lock)} {}

  void take_earlier(StoredLuck& luck) {
    {
      std::ifstream before{path_, std::ios::binary};
      auto done = before ? read_luck(before, true) : Result<StoredLuck>{std::unexpected{Error{"none"}}};
      if (done && luck_head_line(*done) == luck_head_line(luck)) luck.games = std::move(done->games);
    }
    file_.open(path_, std::ios::binary | std::ios::trunc);
    file_ << luck_head_line(luck);
    for (const auto& game : luck.games) file_ << luck_line(game);
    file_.flush();
  }

  fs::path path_;
  Descriptor lock_;
  std::ofstream file_;
};

/// The numbers of the games to check.
std::set<std::uint64_t> drawn_games(const StoredLuck& luck, const LuckSample& sample) {
  std::set<std::uint64_t> drawn;
  if (luck.games.size() <= sample.games) {
    for (const auto& game : luck.games) drawn.insert(game.game);
    return drawn;
  }
  Stream stream{DealKey{sha256(sample.seed)}, "check of luck"};
  while (drawn.size() < sample.games)
    drawn.insert(luck.games[stream.uniform(static_cast<std::uint32_t>(luck.games.size()))].game);
  return drawn;
}

}  // namespace

std::vector<bool> games_with_luck(const Tournament& tournament) {
  std::vector<bool> has;
  for (const auto& rules : tournament.rules) has.push_back(has_later_chance(rules));
  return has;
}

bool has_luck(const Tournament& tournament) {
  return std::ranges::any_of(tournament.rules, has_later_chance);
}

std::string no_later_chance(const Tournament& tournament) {
  std::string names;
  for (const auto& rules : tournament.rules)
    if (!has_later_chance(rules) && names.find(rules.game()) == std::string::npos)
      names += (names.empty() ? "" : ", ") + rules.game();
  if (names.empty()) return {};
  return names +
         ": all chance is in the deal, and playing each deal from every seat already evens out that luck; "
         "there is none to remove";
}

EachGame each_stored(const Results& results, const Secret& secret) {
  return [&results, secret](const std::function<bool(const GameForLuck&)>& visit) {
    return results.for_each_record(secret, [&](const GameResult& game, const Record& record) {
      return visit({.index = game.index, .record = record, .stored = game.outcome});
    });
  };
}

Result<StoredLuck> compute_luck(const fs::path& folder, const Results& results, const LuckRun& run) {
  const auto secret = TRY(results.secret());
  const auto content = TRY(results.content());
  const auto all = TRY(results.size());
  const auto each_game = each_stored(results, secret);
  const auto& bots = results.tournament().plan.bots;
  auto models = TRY(fit_models(each_game, bots.size(), run.threads));
  StoredLuck luck{.results = content,
                  .pairs = run.pairs,
                  .alike = std::ranges::any_of(bots, &PlannedBot::candidate),
                  .models = std::move(models),
                  .games = {}};
  const auto place = folder / luck_file_name;
  auto file = TRY(PartFile::open(place.string() + ".part", luck));
  const std::optional<std::uint64_t> last =
      luck.games.empty() ? std::nullopt : std::optional{luck.games.back().game};
  std::uint64_t done = 0;
  LaterChance later_chance;
  const auto is_wanted = [&](const GameForLuck& game) {
    if (later_chance.has(game.record.rules) && (!last || game.index > *last)) return true;
    ++done;
    return false;
  };
  TRY(for_each_luck(each_game, luck, run.threads, is_wanted, [&](LuckOfGame game) {
    file.add(game);
    luck.games.push_back(std::move(game));
    if (run.progress) run.progress(++done, all);
    return file.good();
  }));
  TRY(file.finish(place));
  return luck;
}

Result<LuckCheck> check_luck(const StoredLuck& luck, const EachGame& each_game, std::size_t bots,
                             unsigned threads, const LuckSample& sample) {
  const auto models = TRY(fit_models(each_game, bots, threads));
  const auto far = distance(models, luck.models);
  if (!far || *far > near_weights)
    return LuckCheck{.holds = false, .text = "its models of bots do not follow from the games"};
  LuckCheck check;
  std::uint64_t expected = 0;
  std::uint64_t missing = 0;
  LaterChance later_chance;
  const auto drawn = drawn_games(luck, sample);
  const auto is_wanted = [&](const GameForLuck& game) {
    if (!later_chance.has(game.record.rules)) return false;
    expected += luck.find(game.index) != nullptr ? 1 : 0;
    missing += luck.find(game.index) == nullptr ? 1 : 0;
    return drawn.contains(game.index);
  };
  TRY(for_each_luck(each_game, luck, threads, is_wanted, [&](const LuckOfGame& game) {
    ++check.games;
    check.holds = game == *luck.find(game.game);
    if (!check.holds)
      check.text = fmt::format("the luck of game {} does not follow from its record", game.game);
    return check.holds;
  }));
  if (check.holds && (missing > 0 || expected != luck.games.size())) {
    return LuckCheck{
        .holds = false,
        .games = check.games,
        .text = fmt::format("it lacks the luck of {}, and has that of {}", counted(missing, "game"),
                            counted(luck.games.size() - expected, "other"))};
  }
  return check;
}

Result<void> append_decisions(const Record& record, std::size_t most,
                              const std::function<DescribedDecisions&(const std::string& bot)>& of_bot) {
  std::set<std::string> seen;
  for (const auto& entrant : record.entrants) {
    if (!seen.insert(entrant.bot).second) continue;
    auto& decisions = of_bot(entrant.bot);
    if (decisions.size() >= most) continue;
    const auto more = TRY(describe_decisions(record, entrant.bot));
    TRY(decisions.append(more, most));
  }
  return {};
}

std::vector<std::int32_t> in_thousandths(const std::vector<double>& weights) {
  std::vector<std::int32_t> rounded;
  for (const auto weight : weights)
    rounded.push_back(static_cast<std::int32_t>(std::lround(weight * luck_units)));
  return rounded;
}

ModelsOfBots::ModelsOfBots(std::size_t bots)
    : most_{std::clamp(most_in_all / std::max<std::size_t>(bots, 1), fewest_decisions, most_decisions)} {}

Result<void> ModelsOfBots::add(const Record& record) {
  const auto* const info = find_game(record.rules.game());
  if (info == nullptr) return {};
  return append_decisions(record, most_, [&](const std::string& bot) -> DescribedDecisions& {
    return decisions_[{bot, std::string{info->family}, record.deal.number % 2 == 1}];
  });
}

Result<std::vector<LuckModel>> ModelsOfBots::fit(unsigned threads) const {
  std::vector<LuckModel> models;
  for (const auto& [key, decisions] : decisions_) {
    if (decisions.size() == 0) continue;
    const auto& [bot, family, of_odd_deals] = key;
    const auto weights = TRY(fit_model(decisions, bot, {.threads = threads}));
    models.push_back({.bot = bot,
                      .family = family,
                      .of_odd_deals = of_odd_deals,
                      .decisions = decisions.size(),
                      .weights = in_thousandths(weights)});
  }
  return models;
}

std::optional<std::int64_t> distance(const std::vector<LuckModel>& one, const std::vector<LuckModel>& other) {
  std::int64_t most = 0;
  const auto is_alike = [&](const LuckModel& a, const LuckModel& b) {
    if (std::tie(a.bot, a.family, a.of_odd_deals, a.decisions) !=
            std::tie(b.bot, b.family, b.of_odd_deals, b.decisions) ||
        a.weights.size() != b.weights.size())
      return false;
    for (std::size_t i = 0; i < a.weights.size(); ++i)
      most = std::max(most, std::abs(std::int64_t{a.weights[i]} - b.weights[i]));
    return true;
  };
  if (!std::ranges::equal(one, other, is_alike)) return std::nullopt;
  return most;
}

}  // namespace tribunal
