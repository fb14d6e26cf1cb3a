#include "bench_worth.hpp"

#include <cstddef>
#include <fmt/format.h>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <string>

#include "tournament/worth/worth_of_deals.hpp"

namespace tribunal {
namespace {

std::string text_of(const std::optional<Measured>& measured) {
  return measured ? fmt::format("{:.2f} {:.2f}", measured->value, measured->error) : "- -";
}

}  // namespace

void print_worths(const std::filesystem::path& folder) {
  const auto results = Results::open(folder, RoundSource::nowhere);
  if (!results) throw std::invalid_argument{results.error().text()};
  const auto worths = worths_by(*results);
  if (!worths) throw std::invalid_argument{worths.error().text()};
  for (std::size_t game = 0; game < worths->size(); ++game) {
    const auto& rules = results->tournament().rules[game];
    const auto& worth = worths->at(game);
    std::cout << fmt::format("{} {} ", rules.game(), rules.players())
              << (worth ? fmt::format("{} {} {}", worth->deals, text_of(worth->seatings),
                                      text_of(worth->likeness))
                        : "- - - - -")
              << '\n';
  }
}

}  // namespace tribunal
