// A log is valid if and only if every byte of it follows from the game's deal and decisions. Free are only
// the times within their limits, the host's facts and the comments.
#include "record/verify/verify.hpp"

#include <algorithm>
#include <sstream>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "record/compact.hpp"
#include "record/pennies.hpp"
#include "support/random_record.hpp"
#include "support/repetitions.hpp"

using namespace tribunal;
using namespace tribunal::testing;
using Catch::Contains;

namespace {

using Lines = std::vector<std::string>;

VerifyResult verify(const std::string& log, const VerifyOptions& options = {}) {
  std::istringstream in{log};
  return verify_log(in, options);
}

Lines split(const std::string& text) {
  Lines lines;
  std::istringstream in{text};
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::string join(const Lines& lines) {
  std::string text;
  for (const auto& line : lines) text += line + "\n";
  return text;
}

// The log without its free parts: times, host facts, comments.
std::string without_freedom(const std::string& log) {
  std::string text;
  for (const auto& line : split(log)) {
    auto object = nlohmann::ordered_json::parse(line);
    if (object.contains("comment")) continue;
    if (object.contains("us")) object["us"] = 0;
    for (const auto* measured : {"host", "usage"})
      if (object.contains(measured)) object[measured] = {};
    text += object.dump() + "\n";
  }
  return text;
}

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  const auto place = text.find(what);
  REQUIRE(place != std::string::npos);
  return text.replace(place, what.size(), by);
}

// A game of two with fixed lines to tamper with.
const std::string& plain_log() {
  static const auto log = log_of(quiet_record("revolution", 2, 1));
  return log;
}

Lines::iterator first_with(Lines& lines, std::string_view what) {
  const auto line =
      std::ranges::find_if(lines, [&](const auto& text) { return text.find(what) != text.npos; });
  REQUIRE(line != lines.end());
  return line;
}

}  // namespace

TEST_CASE("every written log verifies, whatever faults the game had") {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Dice dice{seed};
    const auto log = log_of(random_record(dice));
    const auto result = verify(log, {.secret = Secret::from_seed("tests")});
    INFO(result.text());
    CHECK(result.verdict == Verdict::holds);
    CHECK(result.games == 1);
  }
}

TEST_CASE("a game that is read separately differs where the log does") {
  Dice dice{11};
  for (int i = testing::repetitions(2'000); i > 0; --i) {
    auto log = log_of(random_record(dice, {10, 5, 10}));
    log[dice.below(log.size())] = static_cast<char>(dice.between(32, 126));
    const auto whole = verify(log);
    std::istringstream in{log};
    auto logged = LogReader{in}.next();
    if (whole.verdict == Verdict::unreadable) continue;
    REQUIRE((logged && *logged));
    VerifiedGame game{.logged = **std::move(logged)};
    const auto difference = difference_in(game);
    CHECK(difference.has_value() == (whole.verdict == Verdict::differs));
    if (difference) CHECK(difference->text() == whole.text());
    CHECK((difference.has_value() || !game.content_sha256.empty()));
  }
}

TEST_CASE("a log of several games is correct if each game is, and the first wrong game is named") {
  const auto log = plain_log() + plain_log();
  CHECK(verify(log).text() == "2 games hold");
  const auto lines = split(plain_log());
  const auto spoilt = plain_log() + replaced(plain_log(), R"("line":"hand )", R"("line":"hund )");
  CHECK(verify(spoilt).verdict == Verdict::differs);
  CHECK(verify(spoilt).line == lines.size() + 2);
  CHECK(verify(spoilt).games == 1);
}

TEST_CASE("a single changed byte is detected except in times, usage, host facts and comments") {
  Dice dice{7};
  int refused = 0;
  const int changes = testing::repetitions(15'000);
  for (int i = 0; i < changes; ++i) {
    const auto log = log_of(random_record(dice, {10, 5, 10}));
    auto changed = log;
    const auto place = dice.below(log.size());
    changed[place] = static_cast<char>(dice.flip() ? dice.between(32, 126) : dice.between(0, 255));
    if (changed == log) continue;
    const auto result = verify(changed);
    if (result.verdict != Verdict::holds) {
      const auto line = static_cast<std::size_t>(
                            std::count(log.begin(), log.begin() + static_cast<std::ptrdiff_t>(place), '\n')) +
                        1;
      INFO("byte " << place << "\n" << log << "\n" << changed << "\n" << result.text());
      REQUIRE(result.line >= 1);
      REQUIRE(result.line <= split(changed).size() + 1);
      // A change is found at its place, or on a later line that depends on it: rules, key, limits, times.
      REQUIRE(result.line + 1 >= line);
      ++refused;
      continue;
    }
    INFO("byte " << place << "\n" << log << "\n" << changed);
    REQUIRE(without_freedom(changed) == without_freedom(log));
  }
  CHECK(refused > changes / 3 * 2);
}

TEST_CASE("a log with a missing, doubled or swapped line is refused") {
  Dice dice{8};
  for (int i = testing::repetitions(3'000); i > 0; --i) {
    const auto log = log_of(random_record(dice, {5, 5, 0}));
    const auto lines = split(log);
    const auto at = static_cast<std::ptrdiff_t>(dice.below(lines.size()));
    auto missing = lines;
    missing.erase(missing.begin() + at);
    CHECK(verify(join(missing)).verdict != Verdict::holds);
    auto doubled = lines;
    doubled.insert(doubled.begin() + at, lines[static_cast<std::size_t>(at)]);
    CHECK(verify(join(doubled)).verdict != Verdict::holds);
    auto swapped = lines;
    const auto other = at + 1 < static_cast<std::ptrdiff_t>(lines.size()) ? at + 1 : at - 1;
    std::swap(swapped[static_cast<std::size_t>(at)], swapped[static_cast<std::size_t>(other)]);
    if (swapped != lines) CHECK(verify(join(swapped)).verdict != Verdict::holds);
  }
}

TEST_CASE("a log cut off anywhere cannot be read, and the last line is named") {
  const auto& log = plain_log();
  for (std::size_t size = 0; size < log.size(); size += 1 + size % 7) {
    const auto result = verify(log.substr(0, size));
    CHECK(result.verdict == Verdict::unreadable);
    const auto lines = static_cast<std::size_t>(
        std::count(log.begin(), log.begin() + static_cast<std::ptrdiff_t>(size), '\n'));
    CHECK(result.line == lines + 1);
  }
}

TEST_CASE("a decision of the wrong seat is refused with its line and the expected seat") {
  auto lines = split(plain_log());
  const auto decision = first_with(lines, R"("us":)");
  *decision = replaced(*decision, " 1 ", " 0 ");
  const auto result = verify(join(lines));
  CHECK(result.verdict == Verdict::differs);
  CHECK(result.line == static_cast<std::size_t>(decision - lines.begin()) + 1);
  CHECK(result.found == *decision);
  CHECK(result.expected == "a decision of seat 1");
}

TEST_CASE("an illegal decision is refused with the actions that would have been legal") {
  auto lines = split(plain_log());
  const auto decision = first_with(lines, R"("us":)");
  const auto us = decision->substr(decision->find(R"(","us")"));
  *decision = R"({"line":"play 1 Ac)" + us;
  const auto result = verify(join(lines));
  CHECK(result.verdict == Verdict::differs);
  CHECK_THAT(result.expected, Contains("a legal action of seat 1: play:") && Contains(" discard:"));
}

TEST_CASE("an event that does not follow from the deal is refused with the expected line") {
  auto lines = split(plain_log());
  const auto draw = first_with(lines, R"("line":"draw )");
  const auto right = *draw;
  *draw = replaced(*draw, right.substr(16, 2), right.substr(16, 2) == "2c" ? "3c" : "2c");
  const auto result = verify(join(lines));
  CHECK(result.text() == "line " + std::to_string(draw - lines.begin() + 1) +
                             ": differs\n  found:    " + *draw + "\n  expected: " + right);
}

TEST_CASE("a decision that took longer than the clock allowed is refused, a timeout that took less as well") {
  Dice dice{1};
  auto record = quiet_record("revolution", 2, 1);
  record.decisions[3].us = 1'000'000;
  CHECK(verify(log_of(record)).verdict == Verdict::holds);
  record.decisions[3].us = 1'000'001;
  const auto late = verify(log_of(record));
  CHECK(late.verdict == Verdict::differs);
  CHECK(late.expected == "made within 1000000 us");
  CHECK_THAT(late.found, Contains(R"("us":1000001})"));

  Record slow = record;
  do slow = random_record(dice, {5, 0, 0});
  while (slow.faults.empty() || slow.faults[0].kind != FaultKind::timeout || slow.faults[0].us < 1000);
  slow.faults[0].us = 999;
  const auto hasty = verify(log_of(slow));
  CHECK(hasty.verdict == Verdict::differs);
  CHECK_THAT(hasty.expected, Contains("found after ") && Contains(" us or more"));
  CHECK_THAT(hasty.found, Contains(R"("fault":"timeout")"));
}

TEST_CASE("the time of a decision is subtracted from the bank for later decisions") {
  auto record = quiet_record("revolution", 2, 1);
  record.limits = {.move_ms = 0, .game_ms = 1};
  for (auto& decision : record.decisions) decision.us = 0;
  record.decisions[0].us = 600;
  record.decisions[2].us = 400;
  CHECK(verify(log_of(record)).verdict == Verdict::holds);
  record.decisions[2].us = 401;
  CHECK(verify(log_of(record)).expected == "made within 400 us");
}

TEST_CASE("only the secret of the event opens its deals") {
  CHECK(verify(plain_log(), {.secret = Secret::from_seed("42")}).verdict == Verdict::holds);
  const auto other = Secret::from_seed("42").with_public_value("1234.5");
  const auto result = verify(plain_log(), {.secret = other});
  CHECK(result.verdict == Verdict::differs);
  CHECK(result.line == 1);
  CHECK(result.expected ==
        "the key " + to_hex(deal_key(other, "play", 1).bytes) + ", which follows from the secret");
}

TEST_CASE("the scores, the places and the hash must be those of the game") {
  const auto lines = split(plain_log());
  const auto result = nlohmann::ordered_json::parse(lines.back());
  const auto spoil = [&](const char* member, const nlohmann::ordered_json& value) {
    auto spoilt = lines;
    auto changed = result;
    changed[member] = value;
    spoilt.back() = changed.dump();
    const auto found = verify(join(spoilt));
    CHECK(found.verdict == Verdict::differs);
    CHECK(found.line == lines.size());
    CHECK(found.expected == lines.back());
  };
  spoil("result", {100, -100});
  spoil("places", {2, 2});
  spoil("content_sha256", std::string(64, '0'));
}

TEST_CASE("changed spaces, order of members, spelling of a text or line ends are detected") {
  const auto text =
      GENERATE(as<std::pair<std::string, std::string>>{}, std::pair{R"({"line":)", R"({ "line":)"},
               std::pair{R"("tribunal":1,"game":"revolution")", R"("game":"revolution","tribunal":1)"},
               std::pair{R"("bot":"greedy")", R"("bot":"gr\u0065edy")"}, std::pair{"\n", "\r\n"},
               std::pair{R"("us":)", R"("us":-0)"}, std::pair{R"("tyrant":false,)", ""},
               std::pair{R"("tyrant":false)", R"("tyrant":"off")"});
  const auto changed = replaced(plain_log(), text.first, text.second);
  CHECK(verify(changed).verdict != Verdict::holds);
}

TEST_CASE("a log with converted line ends or a byte order mark is refused with that reason") {
  const auto marked = verify("\xef\xbb\xbf" + plain_log());
  CHECK(marked.verdict == Verdict::unreadable);
  CHECK_THAT(marked.text(), Catch::StartsWith("line 1: it begins with a byte order mark"));
  auto lines = plain_log();
  lines.insert(lines.find('\n', lines.find('\n') + 1), "\r");
  const auto converted = verify(lines);
  CHECK(converted.verdict == Verdict::unreadable);
  CHECK_THAT(converted.text(), Catch::StartsWith("line 2: it ends with CR LF"));
}

TEST_CASE("the content hash covers decisions and limits, not times, host facts and comments") {
  const auto hash = [](const Record& record) { return content_sha256(record, *play_again(record)); };
  auto record = quiet_record("mitch", 3, 5);
  const auto before = hash(record);
  auto free = record;
  free.decisions[2].us += 7;
  free.host = {.referee = "9.9", .sandbox = "bwrap"};
  free.comments.push_back({0, 3, "hm"});
  CHECK(hash(free) == before);
  auto other = record;
  other.limits.startup_ms += 1;
  CHECK(hash(other) != before);
  other = record;
  other.entrants[0].version = "greedy 1.3";
  CHECK(hash(other) != before);
}

TEST_CASE("correct games are passed on for checks across games") {
  std::vector<std::uint64_t> numbers;
  const VerifyOptions options{.on_game = [&](const VerifiedGame& game) {
    numbers.push_back(game.logged.record.deal.number);
    CHECK(game.played.outcome.seats == 2);
    CHECK(game.content_sha256 == content_sha256(game.logged.record, game.played));
  }};
  CHECK(verify(plain_log() + log_of(quiet_record("mitch", 2, 9)), options).verdict == Verdict::holds);
  CHECK(numbers == std::vector<std::uint64_t>{1, 9});
}

TEST_CASE("a log with simultaneous decisions of a game from any catalogue verifies") {
  const auto log = log_of(pennies_record());
  CHECK(verify(log, {.rules = pennies}).verdict == Verdict::holds);
  CHECK(verify(log).text().starts_with("line 1: "));
}

TEST_CASE("several threads have the same result as one, for any log") {
  std::string log;
  for (int game = 0; game < 12; ++game)
    log += log_of(quiet_record("mitch", 2, static_cast<std::uint64_t>(game)));
  Dice dice{7};
  for (int damage = 0; damage < repetitions(100); ++damage) {
    auto text = log;
    const auto place = static_cast<std::size_t>(dice.below(text.size()));
    switch (damage % 5) {
      case 0:
        break;
      case 1:
        text.resize(place);
        break;
      case 2:
        text[place] = static_cast<char>(dice.below(256));
        break;
      case 3:
        text.insert(place, "\n{\"tribunal\":1");
        break;
      default:
        text.erase(place, dice.below(3000));
    }
    std::vector<std::uint64_t> alone;
    const auto expected = verify(text, {.on_game = [&](const VerifiedGame& game) {
                                   alone.push_back(game.logged.record.deal.number);
                                 }});
    std::vector<std::uint64_t> together;
    const auto found = verify(
        text,
        {.on_game = [&](const VerifiedGame& game) { together.push_back(game.logged.record.deal.number); },
         .threads = 3,
         .piece_size = 1 + static_cast<std::size_t>(dice.below(9000))});
    CHECK(found.verdict == expected.verdict);
    CHECK(found.text() == expected.text());
    CHECK(found.games == expected.games);
    CHECK(together == alone);
  }
}
