#include "table/measurements.hpp"

#include <charconv>
#include <cmath>
#include <fmt/format.h>

#include "base/text/number_text.hpp"
#include "bots/system/machine.hpp"
#include "table/silence.hpp"

namespace tribunal {
namespace {

/// Takes a text apart, from its beginning on.
class Parts {
 public:
  explicit Parts(std::string_view text) : rest_{text} {}

  /// Takes these words, if they come next.
  bool take(std::string_view words) {
    const bool is_next = rest_.starts_with(words);
    if (is_next) rest_.remove_prefix(words.size());
    return is_next;
  }
  /// Takes a number, if one comes next.
  template <class Number>
  bool take_number(Number& number) {
    return tribunal::take_number(rest_, number);
  }

 private:
  std::string_view rest_;
};

}  // namespace

std::string to_text(const Measurements& measurements) {
  std::string text{measured};
  if (const auto& share = measurements.share)
    text += fmt::format("it had the processor for {} of the last {} ms and waited for one for {} ms; ",
                        share->ran, share->span, share->waited);
  return text + fmt::format("{} on {}, load {}", counted(measurements.tables, "table"),
                            cores_text(measurements.cores), fixed(measurements.load, 1));
}

std::optional<Measurements> measurements_of(std::string_view message) {
  const auto text = message.substr(without_measurements(message).size());
  Parts parts{text};
  Measurements found;
  if (!parts.take(measured)) return std::nullopt;
  if (parts.take("it had the processor for ")) {
    auto& share = found.share.emplace();
    if (!parts.take_number(share.ran) || !parts.take(" of the last ") || !parts.take_number(share.span) ||
        !parts.take(" ms and waited for one for ") || !parts.take_number(share.waited) ||
        !parts.take(" ms; "))
      return std::nullopt;
  }
  if (!parts.take_number(found.tables) || !(parts.take(" tables on ") || parts.take(" table on ")) ||
      !parts.take_number(found.cores) || !(parts.take(" cores, load ") || parts.take(" core, load ")) ||
      !parts.take_number(found.load))
    return std::nullopt;
  // A text in other letters than these is of somebody else: plurals, signs, more digits.
  const bool is_finite = std::isfinite(found.cores) && std::isfinite(found.load);
  return is_finite && to_text(found) == text ? std::optional{found} : std::nullopt;
}

}  // namespace tribunal
