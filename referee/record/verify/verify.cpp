#include "record/verify/verify.hpp"

#include <algorithm>
#include <atomic>
#include <deque>
#include <fmt/format.h>
#include <sstream>
#include <stdexcept>
#include <streambuf>
#include <string_view>
#include <utility>

#include "base/text/utf8.hpp"
#include "parallel/in_order.hpp"
#include "record/replay_log.hpp"

namespace tribunal {
namespace {

constexpr std::size_t block = std::size_t{64} << 10U;
constexpr std::string_view before_a_game = "\n{\"tribunal\"";

std::size_t read_into(std::string& text, std::istream& in) {
  const auto before = text.size();
  text.resize(before + block);
  in.read(text.data() + before, static_cast<std::streamsize>(block));
  const auto count = static_cast<std::size_t>(in.gcount());
  text.resize(before + count);
  return count;
}

/// Consecutive lines of a log.
struct LogPiece {
  std::string text;
  std::size_t lines_before = 0;
};

/// Cuts a log before lines that look like the first of a game, without parsing them. Every piece of a valid
/// log is valid by itself. A caller that finds an invalid piece must read on from there without cuts.
class LogPieces {
 public:
  /// Each piece but the last has `size` bytes or more.
  LogPieces(std::istream& in, std::size_t size) : in_{in}, size_{size} {}

  /// The next piece; nothing after the last one.
  [[nodiscard]] std::optional<LogPiece> next();
  /// The text that was read but is in no piece.
  [[nodiscard]] std::string take_rest() { return std::exchange(buffer_, {}); }
  [[nodiscard]] std::size_t lines() const { return lines_; }  ///< in all pieces so far

 private:
  [[nodiscard]] LogPiece cut(std::size_t size);

  std::istream& in_;
  std::size_t size_;
  std::string buffer_;
  std::size_t lines_ = 0;
};

/// A stream of texts, followed by the rest of another stream.
class Rejoined : public std::streambuf {
 public:
  Rejoined(std::deque<std::string> texts, std::istream& rest) : texts_{std::move(texts)}, rest_{rest} {}

 protected:
  int_type underflow() override;

 private:
  std::deque<std::string> texts_;
  std::istream& rest_;
  std::string current_;
};

std::optional<LogPiece> LogPieces::next() {
  std::size_t looked_at = size_;  // bytes in which no game begins but the first
  while (true) {
    if (buffer_.size() > looked_at + before_a_game.size()) {
      const auto end = buffer_.find(before_a_game, looked_at);
      if (end != std::string::npos) return cut(end + 1);
      looked_at = std::max(size_, buffer_.size() - before_a_game.size());
    }
    if (buffer_.size() > size_ + largest_logged_game) return cut(buffer_.size());  // no log
    if (read_into(buffer_, in_) == 0) break;
  }
  if (buffer_.empty()) return std::nullopt;
  return cut(buffer_.size());
}

LogPiece LogPieces::cut(std::size_t size) {
  LogPiece piece{.text = buffer_.substr(0, size), .lines_before = lines_};
  buffer_.erase(0, size);
  lines_ += static_cast<std::size_t>(std::ranges::count(piece.text, '\n'));
  return piece;
}

Rejoined::int_type Rejoined::underflow() {
  current_.clear();
  while (current_.empty() && !texts_.empty()) {
    current_ = std::move(texts_.front());
    texts_.pop_front();
  }
  if (current_.empty() && read_into(current_, rest_) == 0) {
    if (rest_.bad())
      throw std::runtime_error{"the stream cannot be read"};  // makes the reader's stream bad too
    return traits_type::eof();
  }
  setg(current_.data(), current_.data(), current_.data() + current_.size());
  return traits_type::to_int_type(current_.front());
}

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
  GameCheck(VerifiedGame& game, VerifyResult& result)
      : game_{game.logged}, played_{game.played}, content_{game.content_sha256}, result_{result} {}

  bool holds(const std::optional<Secret>& secret) {
    if (secret && !follows_from(*secret)) return false;
    const auto wrong = play_again(game_.record, played_);
    std::string text;
    LogLines lines{text, game_.record, LogLines::Members::everything};
    lines.add_header();
    lines.add_transcript(played_.events, wrong);
    if (!wrong) {
      content_ = content_sha256(game_.record, played_);
      lines.add_result(played_.outcome, content_);
    }
    if (!same(split_lines(text))) return false;
    if (wrong) return differs(lines.count(), wrong->expected);
    const auto late = check_times(game_.record);
    if (!late) return true;
    return differs(late->fault ? lines.fault_lines()[*late->fault] : lines.decision_lines()[late->decision],
                   late->expected);
  }

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
  Played& played_;
  std::string& content_;
  VerifyResult& result_;
};

VerifyResult unreadable(VerifyResult result, std::size_t line, std::string problem) {
  result.verdict = Verdict::unreadable;
  result.line = line;
  result.problem = std::move(problem);
  return result;
}

/// Verifies the games of `in` and adds them to `result`.
void verify_on(std::istream& in, std::size_t lines_before, const VerifyOptions& options,
               VerifyResult& result) {
  LogReader reader{in, options.rules, lines_before};
  while (true) {
    auto logged = reader.next();
    if (!logged) {
      result = unreadable(std::move(result), logged.error().place.line, logged.error().message);
      return;
    }
    if (!*logged) return;
    VerifiedGame game{.logged = **std::move(logged)};
    if (!GameCheck{game, result}.holds(options.secret)) return;
    ++result.games;
    if (options.on_game) options.on_game(game);
  }
}

/// Verifies pieces of a log on several threads. From the first invalid piece on, all is verified again
/// without pieces, to find the exact problem and its line.
class SideBySide {
 public:
  SideBySide(std::istream& in, const VerifyOptions& options)
      : in_{in}, options_{options}, pieces_{in, options.piece_size} {}

  VerifyResult operator()() {
    in_order(
        options_.threads, [this] { return failed_ ? std::nullopt : pieces_.next(); },
        [this] { return [this](LogPiece piece) { return look_at(std::move(piece)); }; },
        [this](Looked looked) {
          take(std::move(looked));
          return true;
        });
    if (failed_ || in_.bad()) {
      again_.push_back(pieces_.take_rest());
      Rejoined rejoined{std::move(again_), in_};
      std::istream rest{&rejoined};
      verify_on(rest, failed_ ? lines_before_ : pieces_.lines(), options_, result_);
    }
    return std::move(result_);
  }

 private:
  struct Looked {
    LogPiece piece;
    bool holds = false;
    std::size_t count = 0;
    std::vector<VerifiedGame> games;  ///< only if `on_game` is set
  };

  [[nodiscard]] Looked look_at(LogPiece piece) const {
    Looked looked;
    std::istringstream in{piece.text};
    auto alone = options_;
    alone.on_game = {};
    if (options_.on_game)
      alone.on_game = [&](VerifiedGame& game) { looked.games.push_back(std::move(game)); };
    VerifyResult result;
    verify_on(in, piece.lines_before, alone, result);
    looked.holds = result.verdict == Verdict::holds;
    looked.count = result.games;
    looked.piece = std::move(piece);
    return looked;
  }

  void take(Looked looked) {
    if (!failed_ && looked.holds) {
      result_.games += looked.count;
      for (auto& game : looked.games) options_.on_game(game);
      return;
    }
    if (!failed_.exchange(true)) lines_before_ = looked.piece.lines_before;
    again_.push_back(std::move(looked.piece.text));
  }

  std::istream& in_;
  const VerifyOptions& options_;
  LogPieces pieces_;
  VerifyResult result_;
  std::atomic<bool> failed_ = false;
  std::size_t lines_before_ = 0;  ///< in front of the lines that are verified again
  std::deque<std::string> again_;
};

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

std::optional<VerifyResult> difference_in(VerifiedGame& game, const std::optional<Secret>& secret) {
  VerifyResult result;
  if (GameCheck{game, result}.holds(secret)) return std::nullopt;
  return result;
}

VerifyResult verify_log(std::istream& in, const VerifyOptions& options) {
  VerifyResult result;
  if (options.threads > 1) {
    result = SideBySide{in, options}();
  } else {
    verify_on(in, 0, options, result);
  }
  if (result.verdict == Verdict::holds && result.games == 0)
    return unreadable(
        std::move(result), 1,
        "the log holds no game; expected one that 'tribunal play --log' or 'tribunal export --logs' wrote");
  return result;
}

}  // namespace tribunal
