#include "tournament/plan/versions.hpp"

#include <algorithm>

namespace tribunal {

Versions::Versions(std::vector<std::string> names) : names_{std::move(names)}, hashes_(names_.size()) {}

namespace {

std::vector<std::string> names_of_bots(const Plan& plan) {
  std::vector<std::string> names;
  for (const auto& bot : plan.bots) names.push_back(bot.name);
  return names;
}

}  // namespace

Versions::Versions(const Plan& plan) : Versions{names_of_bots(plan)} {}

int Versions::number(int bot, const std::string& sha256) {
  auto& hashes = hashes_.at(static_cast<std::size_t>(bot));
  const auto found = std::ranges::find(hashes, sha256);
  const auto number = found - hashes.begin();
  if (found == hashes.end()) hashes.push_back(sha256);
  return static_cast<int>(number);
}

void Versions::set_newest(int bot, int version) {
  newest_.at(static_cast<std::size_t>(bot)) = static_cast<std::size_t>(version);
}

std::size_t Versions::newest(std::size_t bot) const { return newest_.at(bot).value_or(count(bot) - 1); }

std::size_t Versions::count(std::size_t bot) const { return std::max<std::size_t>(hashes(bot).size(), 1); }

bool Versions::several() const {
  return std::ranges::any_of(hashes_, [](const auto& hashes) { return hashes.size() > 1; });
}

std::vector<std::string> Versions::entrants() const {
  std::vector<std::string> entrants;
  for (std::size_t bot = 0; bot < names_.size(); ++bot) {
    for (std::size_t version = 0; version < count(bot); ++version) entrants.push_back(name(bot, version));
  }
  return entrants;
}

std::string Versions::name(std::size_t bot, std::size_t version) const {
  constexpr std::size_t digits = 8;
  if (hashes_[bot].size() < 2) return names_[bot];
  return names_[bot] + '@' + hashes_[bot][version].substr(0, digits);
}

}  // namespace tribunal
