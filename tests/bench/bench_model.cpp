#include <cstddef>
#include <fmt/format.h>
#include <iostream>
#include <stdexcept>

#include "analysis/model/fit.hpp"
#include "benches.hpp"
#include "tournament/results/results.hpp"

namespace tribunal {

void print_model(const std::filesystem::path& folder, const std::string& bot) {
  constexpr std::size_t most_decisions = 20'000;
  const auto results = Results::open(folder, RoundSource::nowhere);
  if (!results) throw std::invalid_argument{results.error().text()};
  const auto secret = results->secret();
  if (!secret) throw std::invalid_argument{secret.error().text()};
  DescribedDecisions decisions;
  Result<void> added;
  const auto add = [&](const GameResult& /*game*/, const Record& record) {
    const auto more = describe_decisions(record, bot);
    added = more ? decisions.append(*more, most_decisions) : std::unexpected{more.error()};
    return added && decisions.size() < most_decisions;
  };
  const auto walked = results->for_each_record(*secret, add);
  if (!walked) throw std::invalid_argument{walked.error().text()};
  if (!added) throw std::invalid_argument{added.error().text()};
  const auto weights = fit_model(decisions, bot);
  if (!weights) throw std::invalid_argument{weights.error().text()};
  for (std::size_t i = 0; i < weights->size(); ++i)
    std::cout << fmt::format("{:6.2f}  {}\n", weights->at(i), decisions.names()[i]);
  std::cout << fmt::format("\nfitted to {} decisions{}\n", decisions.size(),
                           decisions.size() < most_decisions ? "" : ", the first of them: more are left out");
}

}  // namespace tribunal
