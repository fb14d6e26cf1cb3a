#include "games/vocabulary.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <vector>

#include "games/catalogue.hpp"
#include "games/core/verbs.hpp"

namespace tribunal {

namespace {

/// All verbs, and the verb of each number.
struct Vocabulary {
  std::vector<Verb> verbs;
  std::array<const VerbInfo*, 256> infos{};

  Vocabulary() {
    add(shared_verbs, first_shared_verb);
    for (const auto& family : families()) add(family.verbs, family.first_verb);
  }

  void add(std::span<const VerbInfo> table, std::size_t first) {
    for (const auto& info : table) {
      if (std::exchange(infos.at(first), &info) != nullptr)
        throw std::logic_error{"two verbs have the number " + std::to_string(first)};
      verbs.emplace_back(static_cast<std::uint8_t>(first++));
    }
  }

  static const Vocabulary& all() {
    static const Vocabulary vocabulary;
    return vocabulary;
  }
};

}  // namespace

const VerbInfo* Verb::operator->() const { return Vocabulary::all().infos[number_]; }

std::span<const Verb> vocabulary() { return Vocabulary::all().verbs; }

std::optional<Verb> find_verb(std::string_view name) {
  const auto all = vocabulary();
  const auto found = std::ranges::find(all, name, [](Verb verb) { return verb->name; });
  if (found == all.end()) return std::nullopt;
  return *found;
}

std::optional<Action> parse_action(std::string_view word) {
  const auto colon = word.find(':');
  const auto verb = find_verb(word.substr(0, colon));
  if (!verb) return std::nullopt;
  if (colon == std::string_view::npos) return Action{*verb};
  if ((*verb)->arguments.empty()) return std::nullopt;
  auto rest = word.substr(colon + 1);
  std::array<std::uint8_t, Action::max_arguments> arguments{};
  for (std::size_t size = 0; size < arguments.size();) {
    const auto comma = rest.find(',');
    const auto value = parse_argument((*verb)->kind_at(size), rest.substr(0, comma));
    if (!value || *value < 0 || *value > 255) return std::nullopt;
    arguments[size++] = static_cast<std::uint8_t>(*value);
    if (comma == std::string_view::npos) return Action{*verb, std::span{arguments}.first(size)};
    rest.remove_prefix(comma + 1);
  }
  return std::nullopt;
}

std::optional<std::pair<Seat, Action>> parse_decision(std::string_view line) {
  // `verb seat a b c` is the echo of `verb:a,b,c`.
  if (line.find_first_of(":,") != std::string_view::npos) return std::nullopt;
  const auto first = line.find(' ');
  if (first == std::string_view::npos) return std::nullopt;
  const auto second = line.find(' ', first + 1);
  const auto seat = parse_argument(arguments::seat, line.substr(first + 1, second - first - 1));
  if (!seat || *seat < 0 || *seat >= max_seats) return std::nullopt;
  std::string word{line.substr(0, first)};
  if (second != std::string_view::npos) {
    word += ':';
    word += line.substr(second + 1);
    std::ranges::replace(word, ' ', ',');
  }
  const auto action = parse_action(word);
  if (!action) return std::nullopt;
  return std::pair{static_cast<Seat>(*seat), *action};
}

}  // namespace tribunal
