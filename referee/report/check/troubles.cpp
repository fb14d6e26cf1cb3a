#include "report/check/troubles.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tribunal {
namespace {

void note(std::vector<Trouble>& troubles, const Examination& examination) {
  const auto known = std::ranges::find_if(troubles, [&](const Trouble& trouble) {
    return !examination.cause.empty() && trouble.first->cause == examination.cause;
  });
  if (known != troubles.end()) {
    known->others.push_back(&examination);
  } else {
    troubles.push_back({&examination, {}});
  }
}

}  // namespace

bool Trouble::holds(const Examination& examination) const {
  return first == &examination || std::ranges::find(others, &examination) != others.end();
}

std::string Trouble::names_of_others() const {
  std::vector<std::string_view> names;
  for (const auto* const other : others) names.emplace_back(other->name);
  return fmt::format("{}", fmt::join(names, ", "));
}

bool is_error(Finding finding) { return finding == Finding::failed || finding == Finding::error; }

std::vector<Trouble> troubles_of(const CheckReport& report) {
  std::vector<Trouble> troubles;
  for (const auto& examination : report.examinations)
    if (is_error(examination.finding)) note(troubles, examination);
  for (const auto& examination : report.examinations)
    if (examination.finding == Finding::warning) note(troubles, examination);
  return troubles;
}

}  // namespace tribunal
