#include "ratings/similarity.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <span>
#include <tuple>

#include "ratings/model/student.hpp"

namespace tribunal {
namespace {

using Shares = std::map<std::uint16_t, double>;  // the share of each action

double share_of(const Shares& shares, std::uint16_t action) {
  const auto found = shares.find(action);
  return found == shares.end() ? 0 : found->second;
}

/// The actions of a bot in a situation.
struct Stand {
  std::uint16_t bot = 0;
  std::uint16_t author = 0;
  const Sighting* usual = nullptr;  ///< the first sighting with its most frequent action
  Shares shares{};
};

}  // namespace

/// The bots that decided in a situation. The versions of an author count once.
class Similarity::Situation {
 public:
  Situation(std::span<const Sighting> sightings, const std::vector<std::uint16_t>& author) {
    for (auto from = sightings.begin(); from != sightings.end();) {
      const auto end = std::find_if(from, sightings.end(), [&](const auto& s) { return s.bot != from->bot; });
      Stand stand{.bot = from->bot, .author = author.at(from->bot), .usual = &*from};
      const auto all = static_cast<double>(end - from);
      double most = 0;
      for (auto at = from; at != end; ++at) {
        const auto& first = *std::find_if(from, end, [&](const auto& s) { return s.action == at->action; });
        const auto share = stand.shares[at->action] += 1 / all;
        if (share > most + 1e-9) std::tie(most, stand.usual) = std::pair{share, &first};
      }
      stands_.push_back(std::move(stand));
      from = end;
    }
    std::map<std::uint16_t, double> versions;
    for (const auto& stand : stands_) ++versions[stand.author];
    for (const auto& stand : stands_)
      for (const auto& [action, share] : stand.shares)
        voices_[stand.author][action] += share / versions[stand.author];
    for (const auto& voice : voices_)
      for (const auto& [action, share] : voice.second) all_[action] += share;
  }

  [[nodiscard]] const std::vector<Stand>& stands() const { return stands_; }
  /// The number of authors other than those of the two bots.
  [[nodiscard]] std::size_t others() const { return voices_.size() - 2; }
  /// The number of these whose bots took the most frequent action of `one`.
  [[nodiscard]] double others_as(const Stand& one, const Stand& other) const {
    const auto action = one.usual->action;
    return std::max(0.0, share_of(all_, action) - share_of(voices_.at(one.author), action) -
                             share_of(voices_.at(other.author), action));
  }
  /// The rarity of the action of `one` among the others; 0 if all of them took it. Without others it is the
  /// usual one.
  [[nodiscard]] double rarity(const Stand& one, const Stand& other) const {
    constexpr double usual = 0.25;
    const auto all = static_cast<double>(others());
    const auto alike = others_as(one, other);
    if (all > 0 && alike > all - 1e-9) return 0;
    return (all - alike + usual) / (all + 1);
  }

 private:
  std::vector<Stand> stands_;
  std::map<std::uint16_t, Shares> voices_;  ///< the shares of each author
  Shares all_;
};

namespace {

/// Sums of a pair of bots.
struct PairSums {
  double agreed = 0;
  double weight = 0;
  double deal_agreed = 0;  ///< the sum for the current deal, as is the next member
  double deal_weight = 0;
  double agreed2 = 0;  ///< products over deals, like the next two members
  double both = 0;
  double weight2 = 0;
  std::size_t situations = 0;
  std::size_t same = 0;
  std::size_t deals = 0;

  void end_deal() {
    if (deal_weight == 0) return;
    agreed += deal_agreed;
    weight += deal_weight;
    agreed2 += deal_agreed * deal_agreed;
    both += deal_agreed * deal_weight;
    weight2 += deal_weight * deal_weight;
    ++deals;
    deal_agreed = deal_weight = 0;
  }
  /// The standard error of agreed / weight, a ratio of sums over deals (Cochran, Sampling Techniques, 6.3).
  [[nodiscard]] double error() const {
    const auto ratio = agreed / weight;
    const auto squares = std::max(0.0, agreed2 - 2 * ratio * both + ratio * ratio * weight2);
    const auto n = static_cast<double>(deals);
    return std::sqrt(squares * n / (n - 1)) / weight;
  }
};

}  // namespace

bool Likeness::is_tested() const {
  constexpr double fewest = 10;
  constexpr std::size_t fewest_situations = 30;
  constexpr std::size_t enough_deals = 3;
  return deals >= enough_deals && situations >= fewest_situations && weight >= fewest;
}

bool Likeness::is_alike() const {
  constexpr double beyond_independent = 0.8;
  return is_tested() && alike - error >= beyond_independent;
}

void Similarity::finish() {
  struct Habit {
    double first = 0;
    double last = 0;
    double all = 0;
  };
  std::vector<Habit> habits(author_.size());
  const auto is_last = [](const Sighting& s) { return s.action + 1 == s.legal; };
  for (const auto& sighting : sightings_) {
    auto& habit = habits[sighting.bot];
    habit.first += sighting.action == 0 ? 1 : 0;
    habit.last += is_last(sighting) ? 1 : 0;
    ++habit.all;
  }
  for (auto& sighting : sightings_) {
    const auto& habit = habits[sighting.bot];
    const auto share = std::max(sighting.action == 0 ? habit.first : 0, is_last(sighting) ? habit.last : 0);
    sighting.foretold = std::max(sighting.foretold, static_cast<float>(share / habit.all));
  }
  std::ranges::stable_sort(sightings_, {}, [](const Sighting& s) {
    return std::tuple{s.deal, s.situation, s.bot, s.asked, s.folder, s.game, s.decision};
  });
}

template <class Visit>
void Similarity::for_each_situation(const Visit& visit) const {
  for (auto from = sightings_.begin(); from != sightings_.end();) {
    const auto end = std::find_if(from, sightings_.end(), [&](const auto& sighting) {
      return std::tie(sighting.deal, sighting.situation) != std::tie(from->deal, from->situation);
    });
    visit(std::span{from, end});
    from = end;
  }
}

std::size_t Similarity::situations() const {
  std::size_t count = 0;
  for_each_situation([&](std::span<const Sighting>) { ++count; });
  return count;
}

std::vector<Likeness> Similarity::pairs() const {
  const auto bots = author_.size();
  std::vector<PairSums> sums(bots * bots);
  std::vector<std::pair<double, double>> foretold(bots);  // sum and number
  std::vector<std::size_t> of_deal;
  std::uint32_t deal = 0;
  const auto end_deal = [&] {
    for (const auto pair : of_deal) sums[pair].end_deal();
    of_deal.clear();
  };
  for_each_situation([&](std::span<const Sighting> sightings) {
    if (sightings.front().deal != std::exchange(deal, sightings.front().deal)) end_deal();
    const Situation situation{sightings, author_};
    const auto& stands = situation.stands();
    for (const auto& stand : stands) {
      foretold[stand.bot].first += double{stand.usual->foretold};
      ++foretold[stand.bot].second;
    }
    for (auto a = stands.begin(); a != stands.end(); ++a) {
      for (auto b = a + 1; b != stands.end(); ++b) {
        if (a->author == b->author) continue;
        const std::array rarity{situation.rarity(*a, *b), situation.rarity(*b, *a)};
        if (rarity[0] + rarity[1] == 0) continue;
        const auto pair = a->bot * bots + b->bot;
        auto& sum = sums[pair];
        if (sum.deal_weight == 0) of_deal.push_back(pair);
        ++sum.situations;
        sum.same += a->usual->action == b->usual->action ? 1 : 0;
        const std::array weight{rarity[0] * (1 - double{a->usual->foretold}),
                                rarity[1] * (1 - double{b->usual->foretold})};
        sum.deal_weight += weight[0] + weight[1];
        sum.deal_agreed += weight[0] * share_of(b->shares, a->usual->action) +
                           weight[1] * share_of(a->shares, b->usual->action);
      }
    }
  });
  end_deal();
  std::vector<Likeness> found;
  for (std::size_t pair = 0; pair < sums.size(); ++pair) {
    const auto& sum = sums[pair];
    if (sum.situations == 0 || sum.weight == 0) continue;
    const auto a = pair / bots;
    const auto b = pair % bots;
    found.push_back(
        {.a = static_cast<std::uint16_t>(a),
         .b = static_cast<std::uint16_t>(b),
         .situations = sum.situations,
         .same = sum.same,
         .alike = sum.agreed / sum.weight,
         .error = sum.deals > 1 ? t95(sum.deals) * sum.error() : 1,
         .weight = sum.weight / 2,
         .foretold = (foretold[a].first / foretold[a].second + foretold[b].first / foretold[b].second) / 2,
         .deals = sum.deals});
  }
  std::ranges::stable_sort(found, [](const Likeness& one, const Likeness& other) {
    return std::tuple{one.is_alarm(), one.is_alike(), one.alike} >
           std::tuple{other.is_alarm(), other.is_alike(), other.alike};
  });
  return found;
}

std::vector<SharedSituation> Similarity::evidence(std::uint16_t a, std::uint16_t b, std::size_t most) const {
  std::vector<SharedSituation> same;
  std::vector<SharedSituation> different;
  for_each_situation([&](std::span<const Sighting> sightings) {
    const auto has = [&](std::uint16_t bot) {
      return std::ranges::count(sightings, bot, &Sighting::bot) > 0;
    };
    if (!has(a) || !has(b)) return;
    const Situation situation{sightings, author_};
    const auto& of_a = *std::ranges::find(situation.stands(), a, &Stand::bot);
    const auto& of_b = *std::ranges::find(situation.stands(), b, &Stand::bot);
    const auto weight = situation.rarity(of_a, of_b) * (1 - double{of_a.usual->foretold}) +
                        situation.rarity(of_b, of_a) * (1 - double{of_b.usual->foretold});
    if (weight == 0) return;
    auto& list = of_a.usual->action == of_b.usual->action ? same : different;
    list.push_back({*of_a.usual, *of_b.usual, weight, situation.others(), situation.others_as(of_a, of_b),
                    situation.others_as(of_b, of_a)});
  });
  for (auto* const list : {&same, &different}) {
    std::ranges::stable_sort(*list, std::greater{}, &SharedSituation::weight);
    list->resize(std::min(list->size(), most));
  }
  same.insert(same.end(), different.begin(), different.end());
  return same;
}

}  // namespace tribunal
