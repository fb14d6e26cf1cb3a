// A compact record from arbitrary bytes is refused with one line, or is exactly what the record would be
// written as.
#include "record/compact.hpp"

#include <string>

#include "fuzz/fuzz.hpp"
#include "fuzz/soundness.hpp"
#include "record/replay_log.hpp"

namespace tribunal::fuzz {
namespace {

/// The input: two bytes that choose the rules, one the deal, one the limits; the rest is the record.
void check_compact(Bytes input) {
  const auto& rules = all_rules()[(input.byte() + 256U * input.byte()) % all_rules().size()];
  RecordFrame frame{.rules = rules, .deal = {}, .entrants = {}, .limits = {}, .host = {}};
  frame.deal.key.bytes.front() = input.byte();
  frame.entrants.resize(static_cast<std::size_t>(rules.players()));
  if (input.below(2) != 0) frame.limits.on_fault = FaultPolicy::strikes;
  const auto text = input.rest();
  const auto record = from_compact(text, frame);
  if (!record)
    return must(is_one_line(record.error().text()), "a compact record is refused in more than a line");
  must(to_compact(*record) == text, "a compact record is read that we would write in another way", text);
  const auto played = play_again(*record);
  if (!played) return must(is_one_line(played.error().text(*record)), "a contradiction is not one line");
  if (!check_times(*record)) must_be_sound(*record, *played);
}

}  // namespace

bool targets::compact(std::string_view input) {
  check_compact(Bytes{input});
  return true;
}

}  // namespace tribunal::fuzz
