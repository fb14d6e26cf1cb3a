// A bot's output in pieces: the lines do not depend on the pieces, and are those of a simple splitter.
#include <algorithm>
#include <string>

#include "bots/system/lines.hpp"
#include "fuzz/fuzz.hpp"
#include "fuzz/second_reading.hpp"

namespace tribunal::fuzz {
namespace {

/// An input is a series of steps: a byte that says what to do, and the data for it.
class Framing {
 public:
  explicit Framing(std::string_view input) : input_{input} {}

  void run() {
    while (!input_.empty() && !overflowed_) {
      const auto step = input_.byte();
      if (step == forget_step) {
        forget();
      } else if (step == look_step) {
        take_lines();
      } else if (step >= run_steps) {
        receive(std::string(std::size_t{16} * (step - run_steps + 1U), static_cast<char>(input_.byte())));
      } else {
        receive(input_.take(step));
        if (input_.below(4) != 0) take_lines();
      }
    }
    take_lines();
  }

 private:
  static constexpr std::uint8_t forget_step = 0;
  static constexpr std::uint8_t look_step = 1;
  static constexpr std::uint8_t run_steps = 0xc0;  // from here on: a run of one byte

  /// Receives bytes, at each step as many as the buffer has space for.
  void receive(std::string_view bytes) {
    while (!bytes.empty() && !overflowed_) {
      const auto space = buffer_.space();
      if (space.empty()) {
        take_lines();
        continue;
      }
      const auto piece = bytes.substr(0, space.size());
      std::ranges::copy(piece, space.begin());
      buffer_.filled(piece.size());
      pending_ += piece;
      bytes.remove_prefix(piece.size());
    }
  }

  void take_lines() {
    if (overflowed_) return;
    pass_over_forgotten();
    auto cut = cut_into_lines(pending_);
    for (const auto& line : cut.lines) {
      const auto found = buffer_.next();
      must(found && found->text == line, "a line is another, or missing", line);
      const auto kind = is_utf8_without_nul(line) ? Line::Kind::text : Line::Kind::not_text;
      must(found->kind == kind, "a line is taken for text wrongly, or not taken for it", line);
    }
    const auto last = buffer_.next();
    must(cut.too_long.has_value() == last.has_value(), "a line is too long, or one more is there", pending_);
    if (last) {
      must(last->kind == Line::Kind::too_long && last->text == *cut.too_long,
           "a line that is too long is shown wrongly", pending_);
      must(buffer_.next()->kind == Line::Kind::too_long, "a line comes after one that is too long");
      overflowed_ = true;
    } else {
      must(!buffer_.space().empty(), "there is no room for more, though all lines were taken");
    }
    pending_ = std::move(cut.rest);
  }

  void forget() {
    buffer_.forget();
    if (!pending_.empty()) forgetting_ = !pending_.ends_with('\n');
    pending_.clear();
  }

  void pass_over_forgotten() {
    if (!forgetting_) return;
    const auto end = pending_.find('\n');
    forgetting_ = end == std::string::npos;
    pending_.erase(0, forgetting_ ? end : end + 1);
  }

  Bytes input_;
  LineBuffer buffer_;
  std::string pending_;  ///< bytes received but not yet taken as a line
  bool forgetting_ = false;
  bool overflowed_ = false;
};

}  // namespace

bool targets::framing(std::string_view input) {
  Framing{input}.run();
  return true;
}

}  // namespace tribunal::fuzz
