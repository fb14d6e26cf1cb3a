#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <toml++/toml.h>

#include "base/enum_names.hpp"
#include "base/error.hpp"

namespace tribunal {

/// The table of a text. None if the text is not TOML; the reader of the plan reports that.
[[nodiscard]] inline std::optional<toml::table> toml_of(std::string_view text) {
  try {
    return toml::parse(text);
  } catch (const toml::parse_error&) {
    return std::nullopt;
  }
}

/// The number of bytes of a TOML `text` before a position. The position's columns count code points.
[[nodiscard]] inline std::size_t offset_of(std::string_view text, toml::source_position position) {
  constexpr std::string_view mark = "\xef\xbb\xbf";
  const auto is_continuation = [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) == 0x80U; };
  std::size_t offset = position.line == 1 && text.starts_with(mark) ? mark.size() : 0;
  for (toml::source_index line = 1; line < position.line; ++line) offset = text.find('\n', offset) + 1;
  for (toml::source_index column = 1; column < position.column && offset < text.size(); ++column) {
    ++offset;
    while (offset < text.size() && is_continuation(text[offset])) ++offset;
  }
  return offset;
}

/// `text` with another value in place of one of its nodes.
[[nodiscard]] inline std::string with_value(std::string text, const toml::node& node,
                                            std::string_view value) {
  const auto begin = offset_of(text, node.source().begin);
  return text.replace(begin, offset_of(text, node.source().end) - begin, value);
}

/// A mistake in the text of a plan: its place, and a sentence that says what is expected.
struct TomlMistake {
  toml::source_position place;
  std::string sentence;
};

/// Explains why `text` is not TOML, for readers who do not know the grammar. It looks for a common mistake in
/// the line that the parser could not read. If it finds none, it returns the parser's own message.
[[nodiscard]] TomlMistake explain(std::string_view text, const toml::parse_error& error);

/// The first problem in a plan.
class PlanProblem {
 public:
  explicit PlanProblem(std::string file) : file_{std::move(file)} {}

  /// Reports a problem. Later problems are dropped, because they often follow from the first.
  void report(const toml::source_region& where, std::string_view sentence);
  /// Reports a problem without a place in the file.
  void report(std::string_view sentence) { report({}, sentence); }
  [[nodiscard]] const std::optional<Error>& found() const { return found_; }

 private:
  std::string file_;
  std::optional<Error> found_;
};

/// A part of a plan: its place (`under [limits]`) and the keys that it may have.
struct PlanPart {
  std::string_view place;
  std::vector<std::string_view> keys;
};

/// Reads a TOML table strictly. A value of the wrong type or out of range is reported, and then treated as
/// missing.
class PlanTable {
 public:
  PlanTable(const toml::table& table, PlanProblem& problem) : table_{table}, problem_{problem} {}

  /// Reports each key that does not belong to the part at `place`, and says in which of `parts` it belongs.
  void allow_only(std::span<const PlanPart> parts, std::string_view place) const;

  [[nodiscard]] std::optional<std::string> text(std::string_view key) const;
  /// A required text; `example` shows a correct one.
  [[nodiscard]] std::string required_text(std::string_view key, std::string_view example) const;
  [[nodiscard]] std::optional<std::int64_t> number(std::string_view key, std::int64_t lowest,
                                                   std::int64_t highest) const;
  /// The index in `words` of the value under `key`.
  [[nodiscard]] std::optional<std::size_t> word(std::string_view key,
                                                std::span<const std::string_view> words) const;
  /// The enumerator whose name is the value under `key`.
  template <NamedEnum Enum>
  [[nodiscard]] std::optional<Enum> choice(std::string_view key) const {
    const auto found = word(key, enum_names<Enum>);
    return found ? std::optional{static_cast<Enum>(*found)} : std::nullopt;
  }
  /// The flag under `key`. False if the key is absent.
  [[nodiscard]] bool flag(std::string_view key) const;
  [[nodiscard]] std::vector<std::string> texts(std::string_view key) const;
  /// The value under `key`: one text, or a list of texts. Empty without the key.
  [[nodiscard]] std::vector<std::string> text_or_texts(std::string_view key) const;
  /// The table under `key`. Empty without the key.
  [[nodiscard]] PlanTable table(std::string_view key) const;
  /// The tables of `[[key]]`.
  [[nodiscard]] std::vector<PlanTable> tables(std::string_view key) const;

  [[nodiscard]] bool has(std::string_view key) const { return table_.contains(key); }
  [[nodiscard]] const toml::table& entries() const { return table_; }
  /// Reports a problem with the value of `key`, or with the whole table if it has no such key.
  void report(std::string_view key, std::string_view sentence) const;

 private:
  const toml::table& table_;
  PlanProblem& problem_;
};

/// Reads a TOML text by `read`, which takes its top table. The error is the first problem, with its place in
/// `file`.
template <class Read>
[[nodiscard]] auto read_toml(std::string_view text, const std::string& file, Read read)
    -> Result<std::invoke_result_t<Read, const PlanTable&>> {
  PlanProblem problem{file};
  std::optional<std::invoke_result_t<Read, const PlanTable&>> value;
  try {
    const toml::table table = toml::parse(text, std::string_view{file});
    value = read(PlanTable{table, problem});
  } catch (const toml::parse_error& error) {
    const auto [place, sentence] = explain(text, error);
    problem.report({place, place, nullptr}, sentence);
  }
  if (problem.found()) return std::unexpected{*problem.found()};
  return *std::move(value);
}

}  // namespace tribunal
