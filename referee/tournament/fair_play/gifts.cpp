#include "tournament/fair_play/gifts.hpp"

#include <cmath>
#include <numeric>

#include "base/try.hpp"
#include "ratings/model/student.hpp"

namespace tribunal {
namespace {

/// The seats of the opponents at a decision, and the points that each opponent gets after an action.
class Opponents {
 public:
  Opponents(const Question& question, std::size_t players, std::span<const ActionAnalysis> actions)
      : me_{question.seat}, now_{question.game->scores_now()}, players_{players}, actions_{actions} {
    for (const auto seat : SeatSet::first(static_cast<int>(players)))
      if (seat != me_) seats_.push_back(seat);
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
  /// all opponents, those of its neighbours, those of the leader by expected scores, which count once more if
  /// the bot itself is last or first, and those of the leader by the scores so far.
  [[nodiscard]] std::vector<GiftTally::Style> style() const {
    const auto expected = [&](Seat seat) {
      return std::accumulate(actions_.begin(), actions_.end(), 0.0, [&](double sum, const auto& action) {
        return sum + action.share * action.of_seats[index_of(seat)].mean;
      });
    };
    const auto lead = std::ranges::max(seats_, {}, expected);
    const auto next = more_for(static_cast<Seat>((index_of(me_) + 1) % players_));
    const auto previous = more_for(static_cast<Seat>((index_of(me_) + players_ - 1) % players_));
    const auto leader = more_for(lead);
    const auto so_far = [&](Seat seat) { return now_.scores.at(index_of(seat)); };
    const auto leader_so_far = more_for(std::ranges::max(seats_, {}, so_far));
    const auto if_last = expected(me_) < expected(std::ranges::min(seats_, {}, expected)) ? 1.0F : 0.0F;
    const auto if_first = expected(me_) > expected(lead) ? 1.0F : 0.0F;
    std::vector<GiftTally::Style> style;
    for (std::size_t i = 0; i < actions_.size(); ++i)
      style.push_back({static_cast<float>(actions_[i].of_seats[index_of(me_)].mean),
                       static_cast<float>(sum_of(actions_[i])), next[i], previous[i], leader[i],
                       if_last * leader[i], if_first * leader[i], leader_so_far[i]});
    return style;
  }

 private:
  [[nodiscard]] double sum_of(const ActionAnalysis& action) const {
    double sum = 0;
    for (const auto seat : seats_) sum += action.of_seats[index_of(seat)].mean;
    return sum;
  }

  Seat me_;
  ScoresNow now_;
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

}  // namespace

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

void GiftTally::add(const AnalysedGame& analysed, std::size_t folder) {
  const auto& game = *analysed.game;
  const auto deal = deals_.try_emplace(game.key.bytes, deals_.size()).first->second;
  for (std::size_t i = 0; i < analysed.decisions.size(); ++i) {
    const auto& analysis = analysed.decisions[i].analysis;
    const auto& question = game.questions.open[i];
    const Opponents opponents{question, game.bots.size(), analysis.actions};
    Occasion occasion{{folder, game.number, question.decision, question.legal[question.taken]}, deal, {}};
    for (const auto seat : opponents.seats())
      occasion.more_for.emplace_back(game.bots[index_of(seat)], opponents.more_for(seat));
    add(game, question, opponents.style(), std::move(occasion));
    ++decisions_;
  }
}

Result<std::vector<Gift>> GiftTally::gifts(double looks, unsigned threads) const {
  auto pairs = TRY(pairs_of(threads));
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

void GiftTally::add(const GameToAnalyse& game, const Question& question, const std::vector<Style>& style,
                    Occasion occasion) {
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

Result<GiftTally::Pairs> GiftTally::pairs_of(unsigned threads) const {
  Pairs pairs;
  for (const auto& [key, half] : halves_) {
    const auto& [bot, family, is_odd] = key;
    const auto other = halves_.find({bot, family, !is_odd});
    if (other == halves_.end()) continue;
    const auto weights = TRY(fit_model(other->second.described, bot, {.threads = threads}));
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

}  // namespace tribunal
