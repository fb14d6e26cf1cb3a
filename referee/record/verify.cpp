#include "record/verify.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>
#include <utility>

#include "record/log_lines.hpp"
#include "record/utf8.hpp"

namespace tribunal {
namespace {

std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const auto end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  return lines;
}

// Checks one game; fills `result` with the first line that differs.
class GameCheck {
 public:
  GameCheck(const LoggedGame& game, VerifyResult& result) : game_{game}, result_{result} {}

  bool holds(const std::optional<Secret>& secret) {
    if (secret && !follows_from(*secret)) return false;
    const auto wrong = play_again(game_.record, played_);
    std::string text;
    LogLines lines{text, game_.record, LogLines::Members::everything};
    lines.add_header();
    lines.add_transcript(played_.events, wrong);
    if (!wrong) lines.add_result(played_.outcome, content_sha256(game_.record, played_));
    if (!same(split_lines(text))) return false;
    if (wrong) return differs(lines.count(), wrong->expected);
    const auto late = check_times(game_.record);
    if (!late) return true;
    return differs(late->fault ? lines.fault_lines()[*late->fault] : lines.decision_lines()[late->decision],
                   late->expected);
  }

  [[nodiscard]] const Played& played() const { return played_; }

 private:
  bool follows_from(const Secret& secret) {
    const auto& deal = game_.record.deal;
    const auto key = deal_key(secret, deal.event, deal.number);
    if (key == deal.key) return true;
    return differs(0, "the key " + to_hex(key.bytes) + ", which follows from the secret");
  }

  bool same(const std::vector<std::string_view>& expected) {
    const auto [found_at, expected_at] = std::ranges::mismatch(game_.lines, expected);
    if (expected_at == expected.end()) return true;
    return differs(static_cast<std::size_t>(found_at - game_.lines.begin()), std::string{*expected_at});
  }

  bool differs(std::size_t line, std::string expected) {
    result_.verdict = Verdict::differs;
    result_.line = game_.first_line + line;
    result_.found = line < game_.lines.size() ? game_.lines[line] : "the end of the game";
    result_.expected = std::move(expected);
    return false;
  }

  const LoggedGame& game_;
  VerifyResult& result_;
  Played played_;
};

VerifyResult unreadable(VerifyResult result, std::size_t line, std::string problem) {
  result.verdict = Verdict::unreadable;
  result.line = line;
  result.problem = std::move(problem);
  return result;
}

}  // namespace

std::string VerifyResult::text() const {
  const auto place = "line " + std::to_string(line) + ": ";
  switch (verdict) {
    case Verdict::holds:
      return games_hold(games);
    case Verdict::unreadable:
      return place + harmless(problem);
    case Verdict::differs:
      break;
  }
  return fmt::format("{}differs\n  found:    {}\n  expected: {}", place, harmless(found), harmless(expected));
}

std::string games_hold(std::uint64_t games) {
  return std::to_string(games) + (games == 1 ? " game holds" : " games hold");
}

VerifyResult verify_log(std::istream& in, const VerifyOptions& options) {
  LogReader reader{in, options.rules};
  VerifyResult result;
  while (true) {
    const auto game = reader.next();
    if (!game) return unreadable(std::move(result), game.error().line, game.error().problem);
    if (!*game) break;
    GameCheck check{**game, result};
    if (!check.holds(options.secret)) return result;
    ++result.games;
    if (options.on_game) options.on_game(**game, check.played());
  }
  if (result.games == 0) return unreadable(std::move(result), 1, "the log holds no game");
  return result;
}

}  // namespace tribunal
