#pragma once

#include <string>
#include <vector>

#include "support/random_play.hpp"

namespace tribunal::fuzz {

/// One of `corpus`, changed in a few places: bits, bytes, numbers, pieces left out, doubled, or taken from
/// another of the corpus. At most `longest` bytes.
[[nodiscard]] std::string mutated(const std::vector<std::string>& corpus, std::size_t longest,
                                  testing::Dice& dice);

}  // namespace tribunal::fuzz
