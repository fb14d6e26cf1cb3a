#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/spelling.hpp"
#include "base/text/utf8.hpp"
#include "bots/system/program.hpp"
#include "tournament/plan/plan.hpp"

namespace tribunal {

/// The rule for bot names of a plan, as a phrase. Such a name needs no quotes in a shell, a file system or a
/// table.
inline constexpr std::string_view rule_of_bot_names =
    "of letters and digits of any script, '.', '_', '+' and '-', not first a '-'";

/// The names of a plan, each of which makes similar names invalid: those that differ at most in the case of
/// letters, in the form of accents, or in characters of no width. Names that the program itself gives must
/// also differ in their look.
class SimilarNames {
 public:
  using Key = std::string (*)(std::string_view);
  explicit SimilarNames(Key key =
                            [](std::string_view name) { return appearance_of(name, LetterCase::ignored); })
      : key_{key} {}

  /// Adds a name. Returns an earlier name that it can be mistaken for, or an empty text.
  [[nodiscard]] std::string add(const std::string& name) {
    const auto [other, is_new] = names_.emplace(key_(name), name);
    return is_new ? std::string{} : other->second;
  }

 private:
  Key key_;
  std::map<std::string, std::string, std::less<>> names_;
};

/// The text as a valid bot name for a plan: characters that are not allowed become `-`.
[[nodiscard]] inline std::string usable_bot_name(std::string_view text) {
  std::string name;
  while (!text.empty()) {
    auto rest = text;
    (void)take_code_point(rest);
    const auto letter = std::string{text.substr(0, text.size() - rest.size())};
    const auto next = name + (needs_no_quotes("x" + letter) ? letter : "-");
    if (next.size() > longest_word) break;
    name = next;
    text = rest;
  }
  const auto first = name.find_first_not_of('-');
  name = first == std::string::npos ? "" : name.substr(first);
  return needs_no_quotes(name) ? name : "bot";
}

/// The name itself, or, if it looks like one of `names`, the name with a number appended. The result is added
/// to `names`.
[[nodiscard]] inline std::string different_name(const std::string& name, SimilarNames& names) {
  auto different = name;
  for (int number = 2; !names.add(different).empty(); ++number) {
    const auto end = "-" + std::to_string(number);
    auto cut = name;
    while (cut.size() + end.size() > longest_word || !needs_no_quotes(cut)) cut.pop_back();
    different = cut + end;
  }
  return different;
}

/// A message for the first word of a command that names no program but resembles a sample bot: `cannot run
/// 'greddy': not found in PATH; did you mean 'greedy'?` None if the word names a program or resembles no
/// sample bot.
[[nodiscard]] inline std::optional<std::string> near_sample_bot(const std::string& word) {
  if (word.contains('/') || !find_program(word).empty()) return std::nullopt;
  const auto near = nearest(word, sample_bot_names());
  if (near.empty()) return std::nullopt;
  return not_found(word) + "; " + did_you_mean(near);
}

}  // namespace tribunal
