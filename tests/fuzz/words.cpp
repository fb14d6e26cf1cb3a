// Fuzzes the parsers of lines: greetings, answers, actions, events, cards, and texts as they are shown and
// written.
#include <algorithm>
#include <limits>
#include <string>
#include <wordexp.h>

#include "base/digest.hpp"
#include "base/escape.hpp"
#include "base/text/utf8.hpp"
#include "bots/system/command.hpp"
#include "bots/system/lines.hpp"
#include "bots/system/program.hpp"
#include "fuzz/fuzz.hpp"
#include "fuzz/second_reading.hpp"
#include "games/core/event.hpp"
#include "games/vocabulary.hpp"
#include "record/json_line.hpp"
#include "table/protocol.hpp"

namespace tribunal::fuzz {
namespace {

bool is_printable(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c >= 0x20 && c < 0x7f; });
}

/// The number that the digits of `text` spell, without a leading zero, if it fits into 64 bits.
std::optional<std::uint64_t> number_of(std::string_view text) {
  if (text.empty() || (text.size() > 1 && text.front() == '0')) return std::nullopt;
  std::uint64_t number = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    const auto digit = static_cast<std::uint64_t>(c - '0');
    if (number > (std::numeric_limits<std::uint64_t>::max() - digit) / 10) return std::nullopt;
    number = number * 10 + digit;
  }
  return number;
}

void check_ready(std::string_view line) {
  const auto words = pieces_of(line, ' ');
  const bool ready = words.size() == 3 && words[0] == "ready" && !words[1].empty() && !words[2].empty();
  const auto read = parse_ready(line);
  must(read.has_value() == ready, "a greeting is read wrongly", line);
  must(!read || *read == words[1] + ' ' + words[2], "a name and version are read wrongly", line);
}

void check_answer(std::string_view line) {
  const auto words = pieces_of(line, ' ');
  const auto number = words.size() == 3 ? number_of(words[1]) : std::nullopt;
  const bool answers = number && words[0] == "move" && !words[2].empty();
  const auto read = parse_answer(line);
  must(read.has_value() == answers, "an answer is read wrongly", line);
  must(!read || (read->id == *number && read->action == words[2]), "an answer says something else", line);
}

/// Checks that each word that is read is written in the same way, so that no action, event or card has two
/// spellings.
void check_vocabulary(std::string_view line) {
  for (const auto& word : pieces_of(line, ' ')) {
    if (const auto action = parse_action(word))
      must(action->text() == word, "an action has two spellings", word);
    if (const auto card = Card::parse(word)) must(card->text() == word, "a card has two spellings", word);
  }
  if (const auto decision = parse_decision(line)) {
    const auto [seat, action] = *decision;
    must(Event::decision(seat, action).text() == line, "a decision has two spellings", line);
  }
  if (const auto key = from_hex(line)) must(to_hex(*key) == line, "a key has two spellings", line);
}

void check_utf8(std::string_view text) {
  must(is_plain_text(text) == is_utf8_without_nul(text), "the two checks of UTF-8 differ", text);
  bool good = true;
  for (auto rest = text; !rest.empty();) {
    const auto before = rest;
    const auto code_point = take_code_point(rest);
    must(rest.size() < before.size(), "no byte is taken", before);
    const bool is_none = code_point == 0xfffd && before.size() - rest.size() == 1;
    good = good && code_point != 0 && !is_none;
  }
  must(good == is_utf8_without_nul(text), "code points are read where there are none", text);
}

void check_shown(std::string_view text) {
  must(is_printable(escaped(text)), "a bot's words are shown as they are", text);
  must(escaped(text).size() <= 4 * 200 + 3, "too many of a bot's words are shown", text);
  const auto shown = harmless(text);
  must(is_utf8_without_nul(shown) && is_one_line("." + shown) && !shown.contains('\x1b'),
       "a text is shown with what does harm", text);
  must(harmless(shown) == shown, "what is harmless is changed", text);
}

void check_json(std::string_view text) {
  std::string written = R"({"text":)";
  append_json_string(written, text);
  written += '}';
  must(is_printable(written), "a text in JSON is not ASCII", text);
  const auto read = parse_json_object(written, 1);
  must(read.has_value(), "a text in JSON cannot be read again", text);
  const auto again = read->at("text").get<std::string>();
  must(!is_plain_text(text) || again == text, "a text in JSON is another", text);
  std::string rewritten = R"({"text":)";
  append_json_string(rewritten, again);
  must(rewritten + '}' == written, "a text in JSON has two spellings", text);
}

/// Command lines without variables, patterns and empty quotes (which glibc makes into words) are split as the
/// C library splits them. The name of a sample bot becomes its file, and an assignment is refused.
void check_command(const std::string& line) {
  const auto command = parse_command(line, ".");
  must(command || is_one_line(command.error().text()), "a command is refused in more than a line", line);
  if (line.find_first_of(std::string_view{"$~*?[\0", 6}) != std::string::npos) return;
  if (line.contains("\"\"") || line.contains("''")) return;
  wordexp_t expansion{};
  const bool cut = ::wordexp(line.c_str(), &expansion, WRDE_NOCMD) == 0;
  std::vector<std::string> words;
  if (cut) words.assign(expansion.we_wordv, expansion.we_wordv + expansion.we_wordc);
  if (cut) ::wordfree(&expansion);
  const auto first = words.empty() ? std::string{} : words.front();
  if (command && !words.empty() && !sample_bot(first).empty()) words.front() = command->words.front();
  must(command ? command->words == words : first.empty() || first.contains('='),
       "a command is cut in another way", line);
}

}  // namespace

bool targets::words(std::string_view input) {
  for (const auto& line : pieces_of(input, '\n')) {
    check_ready(line);
    check_answer(line);
    check_vocabulary(line);
    check_utf8(line);
    check_shown(line);
    check_json(line);
    check_command(line);
  }
  return true;
}

}  // namespace tribunal::fuzz
