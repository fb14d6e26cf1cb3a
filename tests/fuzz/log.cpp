// A log from arbitrary bytes is read, or refused with one line. A valid one is what we would have written.
#include <sstream>
#include <string>

#include "fuzz/fuzz.hpp"
#include "fuzz/second_reading.hpp"
#include "record/compact.hpp"
#include "record/verify/verify.hpp"

namespace tribunal::fuzz {
namespace {

/// The record that the log of a game describes, written in both forms.
std::string written_again(const LoggedGame& game, const Played& played) {
  const auto& record = game.record;
  const auto compact = to_compact(record);
  const auto again =
      from_compact(compact, {record.rules, record.deal, record.entrants, record.limits, record.host});
  must(again && to_compact(*again) == compact, "a compact record holds another game", compact);
  std::string log;
  append_log(log, record, played);
  return log;
}

/// Games that are read although they cannot have happened: the error says where they are wrong.
void check_contradictions(const std::string& text) {
  std::istringstream in{text};
  LogReader reader{in};
  while (const auto game = reader.next()) {
    if (!*game) return;
    const auto log = write_log((*game)->record);
    must(log.has_value() || is_one_line(log.error().text()), "a contradiction is not one line");
  }
}

void check_log(const std::string& text) {
  std::string rewritten;
  std::istringstream in{text};
  const auto result = verify_log(in, {.on_game = [&](const VerifiedGame& game) {
                                   rewritten += written_again(game.logged, game.played);
                                 }});
  const auto said = result.text();
  must(text.starts_with(rewritten), "a game holds that we would write in another way", text);
  if (result.verdict == Verdict::holds)
    return must(rewritten == text, "a log holds that we would write in another way", text);
  must(result.line > 0, "it is not said where a log is wrong", said);
  must(pieces_of(said, '\n').size() == (result.verdict == Verdict::differs ? 3 : 1),
       "a verdict has too many lines", said);
  if (result.verdict == Verdict::differs) check_contradictions(text);
}

}  // namespace

bool targets::log(std::string_view input) {
  check_log(std::string{input});
  return true;
}

}  // namespace tribunal::fuzz
