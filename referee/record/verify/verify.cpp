#include "record/verify/verify.hpp"

#include <fmt/format.h>
#include <limits>
#include <sstream>

#include "base/text/utf8.hpp"
#include "parallel/in_order.hpp"

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

/// Consecutive lines of a log, from the first line of a game on.
struct LogPiece {
  std::string text;              ///< complete games if the log is valid, and the line after them
  std::size_t lines_before = 0;  ///< number of lines before this piece in the log
  std::size_t end = 0;           ///< `lines_before` of the next piece
  bool is_cut_off = false;       ///< whether reading the log failed after it
};

/// Cuts a log before lines that look like the first of a game, without parsing them. If a game does not end
/// in its piece, it runs into the line after the piece, as in the log: so a piece differs exactly where the
/// log does.
class LogPieces {
 public:
  /// Each piece but the last has `size` bytes or more.
  LogPieces(std::istream& in, std::size_t size) : in_{in}, size_{size} {}

  /// The next piece; nothing after the last one.
  [[nodiscard]] std::optional<LogPiece> next() {
    // Lines of a game are longer than their ends, so a larger piece without a second game is not a log: its
    // reader notices before the piece ends.
    constexpr auto largest = 2 * largest_logged_game;
    std::size_t looked_at = size_;  // bytes in which only the first game begins
    while (!is_over_) {
      if (buffer_.size() > looked_at + before_a_game.size()) {
        const auto end = buffer_.find(before_a_game, looked_at);
        if (end != std::string::npos) return cut(end + 1);
        looked_at = std::max(size_, buffer_.size() - before_a_game.size());
      }
      if (buffer_.size() > size_ + largest || read_into(buffer_, in_) == 0) return cut_last();
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] LogPiece cut(std::size_t size) {
    auto end = buffer_.find('\n', size);
    while (end == std::string::npos && buffer_.size() - size <= longest_log_line &&
           read_into(buffer_, in_) > 0)
      end = buffer_.find('\n', size);
    LogPiece piece{.text = buffer_.substr(0, end == std::string::npos ? end : end + 1),
                   .lines_before = lines_,
                   .is_cut_off = end == std::string::npos && in_.bad()};
    lines_ += static_cast<std::size_t>(
        std::count(buffer_.begin(), buffer_.begin() + static_cast<std::ptrdiff_t>(size), '\n'));
    buffer_.erase(0, size);
    piece.end = lines_;
    return piece;
  }

  [[nodiscard]] LogPiece cut_last() {
    is_over_ = true;
    return {.text = std::move(buffer_),
            .lines_before = lines_,
            .end = std::numeric_limits<std::size_t>::max(),
            .is_cut_off = in_.bad()};
  }

  std::istream& in_;
  std::size_t size_;
  std::string buffer_;
  std::size_t lines_ = 0;  ///< number of lines in all pieces so far
  bool is_over_ = false;
};

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

/// A piece that was verified.
struct VerifiedPiece {
  VerifyResult result;
  std::vector<VerifiedGame> games;  ///< correct games; only if `on_game` is set
};

VerifiedPiece verify_piece(const LogPiece& piece, const VerifyOptions& options) {
  VerifiedPiece verified;
  auto& result = verified.result;
  std::istringstream in{piece.text};
  LogReader reader{in, options.rules, piece.lines_before};
  for (auto lines = piece.lines_before; lines < piece.end;) {
    auto logged = reader.next();
    if (piece.is_cut_off && in.eof() && (!logged || !*logged))
      logged = failure(ErrorCode::unreadable, Place{.line = lines + 1}, "reading the log failed");
    if (!logged) {
      result = unreadable(std::move(result), logged.error().place.line, logged.error().message);
      return verified;
    }
    if (!*logged) return verified;
    VerifiedGame game{.logged = **std::move(logged)};
    lines = game.logged.first_line + game.logged.lines.size() - 1;
    if (!GameCheck{game, result}.holds(options.secret)) return verified;
    ++result.games;
    if (options.on_game) verified.games.push_back(std::move(game));
  }
  return verified;
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

std::optional<VerifyResult> difference_in(VerifiedGame& game, const std::optional<Secret>& secret) {
  VerifyResult result;
  if (GameCheck{game, result}.holds(secret)) return std::nullopt;
  return result;
}

VerifyResult verify_log(std::istream& in, const VerifyOptions& options) {
  VerifyResult result;
  LogPieces pieces{in, options.piece_size};
  const auto take = [&](VerifiedPiece piece) {
    for (auto& game : piece.games) options.on_game(game);
    piece.result.games += result.games;
    result = std::move(piece.result);
    return result.verdict == Verdict::holds;
  };
  if (options.threads > 1) {
    in_order(
        options.threads, [&] { return pieces.next(); },
        [&] { return [&](const LogPiece& piece) { return verify_piece(piece, options); }; }, take);
  } else {
    for (auto piece = pieces.next(); piece && take(verify_piece(*piece, options));) piece = pieces.next();
  }
  if (result.verdict == Verdict::holds && result.games == 0)
    return unreadable(std::move(result), 1,
                      "the log contains no game; expected one that 'tribunal play --log' or 'tribunal export "
                      "--logs' wrote");
  return result;
}

}  // namespace tribunal
