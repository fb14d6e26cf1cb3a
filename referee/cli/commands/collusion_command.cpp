// tribunal collusion: finds bots whose decisions favour one opponent over the others.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <fmt/format.h>
#include <iostream>
#include <numeric>
#include <set>
#include <span>
#include <tuple>
#include <unistd.h>

#include "analysis/analysed_game.hpp"
#include "analysis/model/fit.hpp"
#include "base/text/number_text.hpp"
#include "base/text/utf8.hpp"
#include "cards/deal.hpp"
#include "cli/commands/commands.hpp"
#include "cli/results/joint_options.hpp"
#include "cli/run/run_terminal.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/terminal.hpp"
#include "games/catalogue.hpp"
#include "games/core/action.hpp"
#include "ratings/model/student.hpp"
#include "report/format/columns_and_csv.hpp"
#include "tournament/results/results.hpp"

namespace tribunal {
namespace {

/// The smallest number of deals for which gifts of a bot to another are tested.
constexpr std::size_t fewest_deals_tested = 20;

/// A decision that gave points to a partner.
struct GivenAt {
  std::size_t folder = 0;
  std::uint64_t game = 0;
  std::size_t decision = 0;  ///< index in the record
  Action taken;
  double points = 0;
};

/// The gift of a bot to a partner: the points that its decisions give to this partner by the end of the game,
/// more than to the mean of the other opponents at the table. The gift of a model of the bot, which does not
/// know who has which seat, is subtracted.
struct Gift {
  /// The sums over the games of a deal, or over all games.
  struct Sum {
    double points = 0;
    double games = 0;
  };

  std::string bot;
  std::string partner;
  std::map<std::size_t, Sum> deals{};
  Sum all{};
  double most = 0;                  ///< points that it could have given
  std::vector<GivenAt> examples{};  ///< examples, the largest gifts first
  double mean = 0;                  ///< points per game
  double error = 0;                 ///< half of the 95 % interval; 0 if there are too few deals
  double z = 0;
  double both = 0;  ///< deviate of the sum of both directions
  /// The number of pairs that would show as much by chance, in all tests of an honest season. Infinite if
  /// there are too few deals.
  double expected = std::numeric_limits<double>::infinity();

  std::pair<std::size_t, std::uint64_t> last{};  ///< folder and game that were added last

  void add(const GivenAt& at, std::size_t deal, double could);
  [[nodiscard]] double share() const { return most > 0 ? all.points / most : 0; }
  /// Whether there are enough deals for `error`, `z` and `expected`.
  [[nodiscard]] bool is_tested() const { return error > 0; }
  /// Whether chance does not explain the gift, and it is large enough to be intended.
  [[nodiscard]] bool is_alarm() const { return expected < 0.01 && share() >= 0.03; }
};

struct GiftOptions {
  std::size_t games = 2000;  ///< number of games to examine, drawn from all
  std::size_t worlds = 20;   ///< `AnalysisOptions::worlds`; from 100 on, hopeless actions are dropped
  std::string seed{};        ///< seed of everything that is drawn
  unsigned threads = 1;      ///< number of threads; the result does not depend on it
};

struct GiftsFound {
  std::size_t games = 0;
  std::size_t decisions = 0;
  std::vector<std::string> notes{};  ///< sentences about games that were not examined
  std::vector<Gift> gifts{};         ///< gifts, those least explained by chance first
};

/// The seats of the opponents at a decision, and the points that each opponent gets after an action.
class Opponents {
 public:
  Opponents(Seat me, std::size_t players, std::span<const ActionAnalysis> actions)
      : me_{me}, players_{players}, actions_{actions} {
    for (const auto seat : SeatSet::first(static_cast<int>(players)))
      if (seat != me) seats_.push_back(seat);
  }
  [[nodiscard]] const std::vector<Seat>& seats() const { return seats_; }
  /// For each action, the points of an opponent minus the mean of the other opponents.
  [[nodiscard]] std::vector<float> more_for(Seat seat) const {
    std::vector<float> more;
    for (const auto& action : actions_) {
      const auto own = action.of_seats[index_of(seat)].mean;
      more.push_back(static_cast<float>(own - (sum_of(action) - own) / static_cast<double>(players_ - 2)));
    }
    return more;
  }
  /// Features by which a bot may treat opponents differently without knowing them: its own points, those of
  /// all opponents, those of its neighbours, and those of the leader, which count once more if the bot itself
  /// is last or first.
  [[nodiscard]] std::vector<std::array<float, 7>> style() const {
    const auto expected = [&](Seat seat) {
      return std::accumulate(actions_.begin(), actions_.end(), 0.0, [&](double sum, const auto& action) {
        return sum + action.share * action.of_seats[index_of(seat)].mean;
      });
    };
    const auto lead = std::ranges::max(seats_, {}, expected);
    const auto next = more_for(static_cast<Seat>((index_of(me_) + 1) % players_));
    const auto previous = more_for(static_cast<Seat>((index_of(me_) + players_ - 1) % players_));
    const auto leader = more_for(lead);
    const auto if_last = expected(me_) < expected(std::ranges::min(seats_, {}, expected)) ? 1.0F : 0.0F;
    const auto if_first = expected(me_) > expected(lead) ? 1.0F : 0.0F;
    std::vector<std::array<float, 7>> style;
    for (std::size_t i = 0; i < actions_.size(); ++i)
      style.push_back({static_cast<float>(actions_[i].of_seats[index_of(me_)].mean),
                       static_cast<float>(sum_of(actions_[i])), next[i], previous[i], leader[i],
                       if_last * leader[i], if_first * leader[i]});
    return style;
  }

 private:
  [[nodiscard]] double sum_of(const ActionAnalysis& action) const {
    double sum = 0;
    for (const auto seat : seats_) sum += action.of_seats[index_of(seat)].mean;
    return sum;
  }

  Seat me_;
  std::size_t players_;
  std::span<const ActionAnalysis> actions_;
  std::vector<Seat> seats_;
};

/// The mean over games, its error by deals of different sizes, and its deviate. The last two are 0
/// if there are too few deals.
struct GiftMean {
  explicit GiftMean(const std::map<std::size_t, Gift::Sum>& deals) {
    Gift::Sum all;
    for (const auto& [deal, sum] : deals) all = {all.points + sum.points, all.games + sum.games};
    mean = all.points / all.games;
    double squares = 0;
    for (const auto& [deal, sum] : deals) squares += std::pow(sum.points - sum.games * mean, 2);
    if (deals.size() < fewest_deals_tested || squares == 0) return;
    const auto count = static_cast<double>(deals.size());
    const auto standard = std::sqrt(squares * count / (count - 1)) / all.games;
    error = t95(deals.size()) * standard;
    z = normal_deviate(mean / standard, deals.size());
  }

  double mean = 0;
  double error = 0;  ///< half of the 95 % interval
  double z = 0;
};

/// The decisions of bots, and the points that they give to each opponent.
class BotsTogether {
 public:
  void add(const AnalysedGame& analysed, std::size_t folder, GiftsFound& found) {
    const auto& game = *analysed.game;
    ++found.games;
    const auto deal = deals_.try_emplace(game.key.bytes, deals_.size()).first->second;
    for (std::size_t i = 0; i < analysed.decisions.size(); ++i) {
      const auto& analysis = analysed.decisions[i].analysis;
      const auto& question = game.questions.open[i];
      const Opponents opponents{question.seat, game.bots.size(), analysis.actions};
      Occasion occasion{{folder, game.number, question.decision, question.legal[question.taken]}, deal, {}};
      for (const auto seat : opponents.seats())
        occasion.more_for.emplace_back(game.bots[index_of(seat)], opponents.more_for(seat));
      add(game, question, opponents.style(), std::move(occasion));
      ++found.decisions;
    }
  }

  /// The pairs, those least explained by chance first. `looks`: the number of looks at the season so far.
  [[nodiscard]] std::vector<Gift> gifts(double looks, unsigned threads) const {
    auto pairs = pairs_of(threads);
    std::size_t tests = 0;
    for (auto& [names, gift] : pairs) {
      const GiftMean one{gift.deals};
      std::tie(gift.mean, gift.error, gift.z) = std::tuple{one.mean, one.error, one.z};
      tests += one.error > 0 ? 1 : 0;
      const auto back = pairs.find({names.second, names.first});
      if (back == pairs.end()) continue;
      auto deals = gift.deals;
      for (const auto& [deal, sum] : back->second.deals)
        deals[deal] = {deals[deal].points + sum.points, deals[deal].games + sum.games};
      const GiftMean both{deals};
      gift.both = both.z;
      tests += both.error > 0 && names.first < names.second ? 1 : 0;
    }
    std::vector<Gift> gifts;
    for (auto& [names, gift] : pairs) {
      constexpr double itself = 2;  // a bot that gives to itself counts in both directions
      const auto z = gift.z > itself ? std::max(gift.z, gift.both) : gift.z;
      if (gift.error > 0)
        gift.expected = static_cast<double>(tests) * looks * (looks + 1) * std::erfc(z / std::sqrt(2)) / 2;
      gifts.push_back(std::move(gift));
    }
    std::ranges::stable_sort(gifts, {}, [](const Gift& gift) { return std::pair{gift.expected, -gift.z}; });
    return gifts;
  }

 private:
  struct Occasion {
    GivenAt at;
    std::size_t deal = 0;
    std::vector<std::pair<std::string, std::vector<float>>> more_for;  ///< points by opponent and action
  };
  /// The decisions of a bot in a family of games, in half of the deals.
  struct Half {
    DescribedDecisions described;
    std::vector<Occasion> occasions;  ///< occasions, one for each decision
  };
  using Pairs = std::map<std::pair<std::string, std::string>, Gift>;

  void add(const GameToAnalyse& game, const Question& question,
           const std::vector<std::array<float, 7>>& style, Occasion occasion) {
    std::vector<float> of_game;
    question.game->describe_actions(question.seat, question.legal, of_game);
    const auto width = of_game.size() / question.legal.size();
    std::vector<float> features;
    for (std::size_t row = 0; row < question.legal.size(); ++row) {
      const auto own = std::span{of_game}.subspan(row * width, width);
      features.insert(features.end(), own.begin(), own.end());
      features.insert(features.end(), style[row].begin(), style[row].end());
    }
    const auto* const info = find_game(game.rules.game());
    const std::string family = info == nullptr ? "" : info->family;
    auto& half = halves_[{game.bots[index_of(question.seat)], family, game.deal % 2 == 1}];
    if (half.occasions.empty())
      half.described = {family, std::vector<std::string>(width + style.front().size())};
    half.described.add(features, question.taken);
    half.occasions.push_back(std::move(occasion));
  }

  /// The sums of the pairs. A model is fitted to one half of the deals and used in the other.
  [[nodiscard]] Pairs pairs_of(unsigned threads) const {
    Pairs pairs;
    for (const auto& [key, half] : halves_) {
      const auto& [bot, family, is_odd] = key;
      const auto other = halves_.find({bot, family, !is_odd});
      if (other == halves_.end()) continue;
      const auto weights = must(fit_model(other->second.described, bot, {.threads = threads}));
      for (std::size_t i = 0; i < half.occasions.size(); ++i) {
        const auto& [at, deal, more_for] = half.occasions[i];
        const auto likely = likely_actions(half.described[i].features, weights);
        for (const auto& [partner, more] : more_for) {
          if (partner == bot) continue;
          const auto usual = std::inner_product(likely.begin(), likely.end(), more.begin(), 0.0);
          auto& gift = pairs.try_emplace({bot, partner}, Gift{.bot = bot, .partner = partner}).first->second;
          auto given = at;
          given.points = double{more[half.described[i].chosen]} - usual;
          gift.add(given, deal, double{std::ranges::max(more)} - usual);
        }
      }
    }
    return pairs;
  }

  std::map<std::tuple<std::string, std::string, bool>, Half> halves_;  ///< halves by bot, family and half
  std::map<Bytes32, std::size_t> deals_;                               ///< numbers of deals by key
};

/// Draws games with at least three bots. Returns their indices by folder, in order.
std::vector<std::vector<std::uint64_t>> draw(const std::vector<Results>& results, const GiftOptions& options,
                                             std::vector<std::string>& notes) {
  std::vector<std::pair<std::size_t, std::uint64_t>> all;
  for (std::size_t folder = 0; folder < results.size(); ++folder) {
    const auto look = [&](const GameResult& game) {
      if (game.seats.size() > 2) all.emplace_back(folder, game.index);
      return true;
    };
    must(results[folder].for_each(look, LastColumn::faults));
  }
  if (all.empty()) throw Complaint{"no game has three or more bots; with two, no bot can favour another"};
  const auto count = std::min(all.size(), options.games);
  std::vector<std::vector<std::uint64_t>> drawn(results.size());
  if (count < all.size())
    notes.push_back(
        fmt::format("{} of {} were drawn; --games N draws more.", count, counted(all.size(), "game")));
  Stream chance{deal_key(Secret::from_seed(options.seed), "collusion", 0), "games"};
  for (std::size_t i = 0; i < count; ++i) {
    std::swap(all[i], all[i + chance.uniform(static_cast<std::uint32_t>(all.size() - i))]);
    drawn[all[i].first].push_back(all[i].second);
  }
  for (auto& games : drawn) std::ranges::sort(games);
  return drawn;
}

void Gift::add(const GivenAt& at, std::size_t deal, double could) {
  constexpr std::size_t most_examples = 3;
  auto& sum = deals[deal];
  if (all.games == 0 || last != std::pair{at.folder, at.game}) {
    last = {at.folder, at.game};
    ++all.games;
    ++sum.games;
  }
  sum.points += at.points;
  all.points += at.points;
  most += could;
  examples.insert(std::ranges::upper_bound(examples, at.points, std::greater{}, &GivenAt::points), at);
  examples.resize(std::min(examples.size(), most_examples));
}

/// Examines games with at least three bots in results folders. `tell` is called after each game with the
/// number of finished games and of all games. Throws `Complaint`.
GiftsFound find_gifts(const std::vector<std::string>& folders, const GiftOptions& options,
                      const std::function<void(std::size_t, std::size_t)>& tell) {
  std::vector<Results> results;
  for (const auto& folder : folders) results.push_back(must(Results::open(folder, RoundSource::nowhere)));
  GiftsFound found;
  const auto drawn = draw(results, options, found.notes);
  const auto count = std::accumulate(drawn.begin(), drawn.end(), std::size_t{0},
                                     [](std::size_t sum, const auto& games) { return sum + games.size(); });
  BotsTogether together;
  std::set<Bytes32> seen;
  std::size_t left_out = 0;
  const auto seed = options.seed.empty() ? std::nullopt : std::optional{options.seed};
  for (std::size_t folder = 0; folder < results.size(); ++folder) {
    GameAnalysis analysis{{.worlds = options.worlds, .open = false, .reasons = false},
                          options.threads,
                          [&](const AnalysedGame& game) {
                            together.add(game, folder, found);
                            tell(found.games, count);
                          }};
    const auto look = [&](const StoredGame& stored) -> TakeGame {
      if (!std::ranges::binary_search(drawn[folder], stored.index)) return {};
      auto game = std::make_shared<std::optional<GameToAnalyse>>();
      if (stored.record && stored.damage.empty()) {
        const auto& rules = stored.record->rules;
        *game = game_to_analyse(*stored.record, stored.index, rules.game(), SeatSet::first(rules.players()),
                                seed);
      }
      return [&, game] {
        const bool is_new = *game && seen.insert((*game)->questions.content).second;
        if (is_new) analysis.add(std::move(**game));
        left_out += is_new ? 0 : 1;
        return true;
      };
    };
    must(results[folder].each_game(must(results[folder].secret()), options.threads, {}, look));
    analysis.finish();
  }
  if (left_out > 0)
    found.notes.push_back(
        counted(left_out, "game") +
        " omitted: damaged, or repeating another one ('tribunal verify' gives the reasons).");
  found.gifts = together.gifts(static_cast<double>(results.size()), options.threads);
  return found;
}

constexpr std::size_t most_gifts_in_text = 20;  ///< number of pairs in text

struct CollusionOptions {
  std::vector<std::string> folders;
  GiftOptions look;
  ThreadsOption threads;
  ReportOption json;
  LayoutOptions layout;
};

Columns<Gift> gift_columns() {
  constexpr auto left = TextTable::Align::left;
  const auto if_tested = [](double Gift::*member) {
    return [=](const Gift& gift) { return gift.is_tested() ? Json(gift.*member) : Json(); };
  };
  return {
      {"bot", &Gift::bot, 0, {{"Bot", left}}},
      {"partner", &Gift::partner, 0, {{"Partner", left}}},
      {"games", [](const Gift& gift) { return std::llround(gift.all.games); }, 0, {{"Games"}}},
      {"deals", [](const Gift& gift) { return gift.deals.size(); }, 0, {{"Deals", {}, 1}}},
      {"gift", &Gift::mean, points_decimals, {{"Gift"}, {}, 2}},
      {"error", if_tested(&Gift::error), points_decimals, {{"+/-"}, {}, 2}},
      {"share", &Gift::share, 4, {{"Share"}, {}, 1, 100}},
      {"z", if_tested(&Gift::z), 2, {{"z"}, {}, 1}},
      {"z_both",
       [](const Gift& gift) { return gift.both != 0 ? Json(gift.both) : Json(); },
       2,
       {{"Both"}, {}, 1}},
      {"expected",
       &Gift::expected,
       9,
       {{"Expected"},
        [](const Gift& gift) { return gift.error > 0 ? fmt::format("{:.2g}", gift.expected) : "-"; }}},
      {"finding", [](const Gift& gift) { return gift.is_alarm() ? "favours" : ""; }, 0, {{"Finding", left}}},
  };
}

Json json_of(const GiftsFound& found, const CollusionOptions& options) {
  auto rows = Json::array();
  for (const auto& gift : found.gifts) {
    rows.push_back(json_row(gift_columns(), gift));
    if (!gift.is_alarm()) continue;
    for (const auto& at : gift.examples)
      rows.back()["decisions"].push_back({{"folder", options.folders.at(at.folder)},
                                          {"game", at.game},
                                          {"decision", at.decision + 1},
                                          {"did", at.taken.text()},
                                          {"points", rounded(at.points, points_decimals)},
                                          {"see", replay_command(options.folders.at(at.folder), at.game)}});
  }
  return {{"schema", report_schema},       {"folders", options.folders},
          {"games", found.games},          {"decisions", found.decisions},
          {"worlds", options.look.worlds}, {"seed", options.look.seed},
          {"notes", found.notes},          {"pairs", rows}};
}

std::string text_of(const GiftsFound& found, const CollusionOptions& options) {
  const auto layout = options.layout.layout(STDOUT_FILENO);
  auto head =
      fmt::format("{} of three or more bots, {} with a choice, {} worlds each.\n",
                  counted(found.games, "game"), counted(found.decisions, "decision"), options.look.worlds);
  for (const auto& note : found.notes) head += note + '\n';
  if (std::ranges::none_of(found.gifts, &Gift::is_alarm))
    head += "No bot favours another beyond what chance explains.\n";
  head += untested_text(found.gifts.size(), std::ranges::count_if(found.gifts, &Gift::is_tested));
  auto rows = found.gifts;
  rows.resize(std::min(rows.size(), most_gifts_in_text));
  std::string below;
  if (layout.legend)
    below = fmt::format(
        "Gift: points a game that its decisions give the partner beyond what they give other opponents, "
        "compared with a model of the bot that does not know who sits where; +/-: 95 %.\nShare: in % of the "
        "largest possible gift. z: "
        "standard errors. Both: z of both directions. -: unknown, with fewer than {} deals.\nExpected: pairs "
        "that "
        "would show as much by chance in a season of honest bots.\n",
        fewest_deals_tested);
  for (const auto& gift : found.gifts) {
    if (!gift.is_alarm()) continue;
    below += fmt::format("\n{} favours {} beyond what chance explains:\n", harmless(gift.bot),
                         harmless(gift.partner));
    for (const auto& at : gift.examples)
      below += fmt::format("  game {}, decision {}: {}, {} points\n    see it: {}\n", at.game,
                           at.decision + 1, at.taken.text(), fixed(at.points, 1),
                           replay_command(options.folders.at(at.folder), at.game));
  }
  below += "\nA finding is a reason to ask the author, not a proof (tribunal help fair-play).\n";
  return fitted_text(head, layout) + '\n' + laid_out(text_table(gift_columns(), rows), layout) +
         fitted_text(below, layout);
}

ExitCode show_collusion(const CollusionOptions& options) {
  must_differ(options.folders);
  auto look = options.look;
  look.threads = options.threads.count();
  CountProgress progress{"game"};
  const auto found =
      find_gifts(options.folders, look, [&](std::size_t done, std::size_t all) { progress.show(done, all); });
  progress.finish();
  if (!is_any_printed({options.json})) std::cout << text_of(found, options);
  if (options.json.is_wanted()) options.json.write(json_text(json_of(found, options)));
  return std::ranges::any_of(found.gifts, &Gift::is_alarm) ? ExitCode::failed : ExitCode::ok;
}

}  // namespace

void add_collusion_command(CommandLine& command) {
  auto& options = command.runs(show_collusion);
  add_season_folders(command, options.folders);
  command.add("--games", options.look.games, whole(1, 20'000),
              "analyse N games, drawn from all with three bots or more");
  command.add("--worlds", options.look.worlds, whole(20, 100),
              "playouts of each legal action, each with the unknown cards dealt again");
  command.add("-s,--seed", options.look.seed,
              "seed of the random draws (default: a fixed one, so that the output repeats)");
  options.threads.add(command);
  options.layout.add_wide(command);
  options.layout.add_legend(command);
  options.json.add(command, "--json", "JSON: all pairs, with the largest gifts of those found");
}

}  // namespace tribunal
