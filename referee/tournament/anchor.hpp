#pragma once

#include <string>

namespace tribunal {

/// The bot whose rating is fixed, so that tables of several tournaments can be compared.
struct Anchor {
  std::string bot;
  double elo = 1500;

  bool operator==(const Anchor&) const = default;
};

}  // namespace tribunal
