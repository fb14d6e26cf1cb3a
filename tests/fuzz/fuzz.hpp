#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tribunal::fuzz {

/// The fuzz targets. libFuzzer (libfuzzer.cpp) or our own driver (driver.cpp) calls one with each input. A
/// target returns false for an input that a corpus need not keep; a finding ends the program.
namespace targets {
bool framing(std::string_view input);
bool words(std::string_view input);
bool game(std::string_view input);
bool log(std::string_view input);
bool compact(std::string_view input);
bool rules(std::string_view input);
bool plan(std::string_view input);
bool results(std::string_view input);
}  // namespace targets

/// Ends the program, with `what` and `about` on standard error, unless it is `good`.
void must(bool good, std::string_view what, std::string_view about = {});

/// True if `text` is one line that can be shown to a person.
[[nodiscard]] bool is_one_line(std::string_view text);

/// Takes numbers and texts from the front of an input. From an exhausted input it takes zeros and empty
/// texts.
class Bytes {
 public:
  explicit Bytes(std::string_view rest) : rest_{rest} {}

  [[nodiscard]] bool empty() const { return rest_.empty(); }
  [[nodiscard]] std::uint8_t byte();
  [[nodiscard]] std::size_t below(std::size_t n) { return byte() % n; }
  /// The next `count` bytes, or all remaining ones if they are fewer.
  [[nodiscard]] std::string_view take(std::size_t count);
  [[nodiscard]] std::string_view rest() { return take(rest_.size()); }

 private:
  std::string_view rest_;
};

}  // namespace tribunal::fuzz
