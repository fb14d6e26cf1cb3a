// Writes into each kit what the verbs of the catalogue do to the table, and what is special about a game's
// table.
//
//     kits            writes the part between the marks of each kit
//     kits --check    writes nothing; exit code 1 if a part differs
//
// An effect is a list of steps, separated by commas; docs/kits.md has their grammar. A kit in C++, Go, Rust
// or Java has statements for each step, which its compiler checks. The kits in Python and JavaScript have the
// texts themselves, and interpret them.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "games/catalogue.hpp"
#include "games/vocabulary.hpp"

namespace tribunal {
namespace {

using Words = std::vector<std::string>;

Words split(std::string_view text, char separator) {
  Words words;
  std::istringstream in{std::string{text}};
  for (std::string word; std::getline(in, word, separator);)
    if (!word.empty()) words.push_back(word);
  return words;
}

std::string joined(const Words& words, std::string_view separator) {
  std::string text;
  for (const auto& word : words) text.append(text.empty() ? "" : separator).append(word);
  return text;
}

std::string replaced(std::string text, std::string_view what, std::string_view with) {
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
    text.replace(at, what.size(), with);
  return text;
}

char capital(char letter) { return static_cast<char>(letter - 'a' + 'A'); }

std::string pascal(std::string name) {
  name[0] = capital(name[0]);
  return name;
}

std::string in_capitals(const std::string& name) {
  std::string capitals;
  std::ranges::transform(name, std::back_inserter(capitals), capital);
  return capitals;
}

/// `stockSize` for `stock_size`.
std::string camel(std::string name) {
  const auto at = name.find('_');
  return at == std::string::npos ? name : name.substr(0, at) + pascal(name.substr(at + 1));
}

// ---- The tables of the catalogue ----

/// Names with the same value.
struct Group {
  Words names;
  std::string value;
};

using Groups = std::vector<Group>;

/// Groups in the order of their first names. Names with an empty value are omitted.
void add_to(Groups& groups, std::string_view name, std::string_view value) {
  if (value.empty()) return;
  auto found = std::ranges::find(groups, value, &Group::value);
  if (found == groups.end()) found = groups.insert(groups.end(), {{}, std::string{value}});
  found->names.emplace_back(name);
}

std::size_t longest(const Groups& groups) {
  std::size_t longest = 0;
  for (const auto& group : groups)
    for (const auto& name : group.names) longest = std::max(longest, name.size());
  return longest;
}

Groups effects() {
  Groups groups;
  for (const auto verb : vocabulary()) add_to(groups, verb->name, verb->effect);
  return groups;
}

Groups games() {
  Groups groups;
  for (const auto& game : catalogue()) add_to(groups, game.name, game.table);
  return groups;
}

/// A step of an effect: `FROM>TO`, `13:FROM>TO`, `NAME=0` or a word.
struct Step {
  std::string kind;  ///< the key of its statement
  std::string from{}, to{}, number{};
};

Step step_of(const std::string& text) {
  const auto arrow = text.find('>');
  const auto colon = text.find(':');
  const auto sign = text.find_first_of("=+-");
  const auto before = text.substr(0, std::min({arrow, colon, sign}));
  if (arrow == std::string::npos && colon != std::string::npos) return {"expect", text.substr(colon + 1)};
  if (arrow == std::string::npos && sign == std::string::npos) return {text};
  if (arrow == std::string::npos)
    return {before == "bid" ? before : text.substr(sign, 1), "", before, text.substr(sign + 1)};
  const auto to = text.substr(arrow + 1);
  const auto end = to.empty() ? ">" : ">TO";
  if (colon == std::string::npos) return {to == "played" || to == "to.hand" ? '>' + to : end, before, to};
  const auto from = text.substr(colon + 1, arrow - colon - 1);
  const bool is_number = before.find_first_not_of("0123456789") == std::string::npos;
  return {(is_number ? "N" : before) + ":FROM" + end, from, to, before};
}

// ---- Statements ----

/// A language in which an effect is statements, in the form that its formatter produces, if any.
struct Language {
  std::string (*place)(bool is_of_seat, const std::string& name);
  std::string (*source)(const std::string& name);
  std::string (*played_to)(const std::string& place);
  std::string shown;  ///< the place of cards that are turned up
  std::string begin_facts, end_facts;
  /// By the step or its kind. `{to}` and `{place}` are places, `{from}` is sources, `{n}` a number.
  std::map<std::string, std::string> statements;
};

std::string place_in(const Language& in, const std::string& name) {
  static const Words of_seat{"hand", "open", "aces", "taken", "pile", "points", "score", "chips"};
  if (name == "shown") return in.shown;
  if (name == "stock") return in.place(false, "stock_size");
  if (name == "number") return in.place(false, "hand_number");
  return in.place(std::ranges::count(of_seat, name) > 0, name);
}

std::string statements_of(const Language& in, const std::string& effect) {
  Words statements;
  for (const auto& text : split(effect, ',')) {
    const auto step = step_of(text);
    auto statement = in.statements.find(text);
    if (statement == in.statements.end()) statement = in.statements.find(step.kind);
    if (statement == in.statements.end())
      throw std::runtime_error{"'" + text + "' is unknown; expected '" + step.kind + "' in each language"};
    Words sources;
    for (const auto& name : split(step.from, '|')) sources.push_back(in.source(name));
    auto code = replaced(replaced(statement->second, "{from}", joined(sources, ", ")), "{n}", step.number);
    code = replaced(replaced(code, "{to}", place_in(in, step.to)), "&*", "");
    statements.push_back(replaced(code, "{place}", place_in(in, step.from)));
  }
  return joined(statements, "; ");
}

/// The facts about the table of a game, in the order that all kits have.
std::string facts_of(const Language& in, std::string_view table) {
  std::map<std::string, std::string> facts{
      {"dealt", "52"}, {"piles", "0"}, {"ace_limit", "4"}, {"play", "melds"}};
  std::string more_for = "0";
  for (const auto& word : split(table, ' ')) {
    const auto name = word.substr(0, word.find('='));
    const bool is_more = name.starts_with("more");
    if (is_more) more_for = name.substr(4);
    facts[is_more ? "more" : name] = word.substr(name.size() + 1);
  }
  const auto place = facts["play"] == "discards" ? "pile" : facts["play"];
  return facts["dealt"] + ", " + facts["piles"] + ", " + facts["ace_limit"] + ", \"" + facts["without"] +
         "\", \"" + facts["more"] + "\", " + more_for + ", " + in.played_to(place);
}

/// The games by their facts; those of all others last, without a name.
Groups facts_of_games(const Language& in) {
  auto groups = games();
  groups.push_back({{}, ""});
  for (auto& [names, table] : groups) table = in.begin_facts + facts_of(in, table) + in.end_facts;
  return groups;
}

/// Names as patterns of a language; `other` if there are none.
std::string patterns(const Words& names, const std::string& separator, const std::string& other) {
  return names.empty() ? other : '"' + joined(names, '"' + separator + '"') + '"';
}

/// Rows `"NAME": VALUE`. With `widest`, the length of the longest name, the values are aligned.
std::string rows_of(const Groups& groups, const std::string& begin, const std::string& middle,
                    const std::string& end, std::size_t widest = 0) {
  std::string text;
  for (const auto& [names, value] : groups) {
    for (const auto& name : names.empty() ? Words{""} : names) {
      const auto blanks = std::string(std::max(widest, name.size()) - name.size() + 1, ' ');
      text += begin + name + middle + blanks + value + end;
    }
  }
  return text;
}

// ---- Languages ----

std::string part_of_go() {
  static const Language go{[](bool is_of_seat, const std::string& name) {
                             return (is_of_seat ? "t.seat." : "t.view.") + pascal(camel(name));
                           },
                           [](const std::string& name) { return "t." + name; },
                           [](const std::string& place) { return "To" + pascal(place); },
                           "*t.shown()",
                           "{",
                           "}",
                           {{">TO", "put(&{to}, t.take({from}))"},
                            {">", "t.take({from})"},
                            {">played", "t.play(t.take({from}))"},
                            {">to.hand", "t.give({from})"},
                            {"N:FROM>TO", "put(&{to}, takeLast(&{place}, {n}))"},
                            {"N:FROM>", "takeLast(&{place}, {n})"},
                            {"under:FROM>", "keepTop(&{place})"},
                            {"all:FROM>TO", "put(&{to}, {place}); {place} = nil"},
                            {"all:trick>aside", "put(&{to}, cardsOf({place})); {place} = nil"},
                            {"all:FROM>", "{place} = nil"},
                            {"all:stock>", "{place} = 0"},
                            {"each:hand>pile", "t.pileHands()"},
                            {"=", "{to} = t.number({n}, {to})"},
                            {"+", "{to} += t.number({n}, 0)"},
                            {"-", "{to} -= t.number({n}, 0)"},
                            {"bid", "t.bid({n})"},
                            {"out", "t.seat.Out = true"},
                            {"clear", "t.clear()"},
                            {"show", "t.show()"},
                            {"explode", "t.explode()"},
                            {"count", "t.counted++"},
                            {"forget", "t.counted, t.expected = 0, nil"},
                            {"expect", "t.expect({from})"}}};
  auto verbs = effects();
  for (auto& [names, effect] : verbs) effect = "func(t *table) { " + statements_of(go, effect) + " }";
  return "var effects = map[string]func(t *table){\n" + rows_of(verbs, "\t\"", "\":", ",\n", longest(verbs)) +
         "}\n\nvar games = map[string]facts{\n" +
         rows_of(facts_of_games(go), "\t\"", "\":", ",\n", longest(games())) + "}\n\n";
}

std::string part_of_cpp() {
  static const Language cpp{
      [](bool is_of_seat, const std::string& name) { return (is_of_seat ? "t.seat->" : "t.view.") + name; },
      [](const std::string& name) { return name; },
      [](const std::string& place) { return "PlayedTo::" + place; },
      "t.shown()",
      "{",
      "}",
      {{">TO", "put(t.take({{from}}), {to})"},
       {">", "t.take({{from}})"},
       {">played", "t.play(t.take({{from}}))"},
       {">to.hand", "t.give({{from}})"},
       {"N:FROM>TO", "put(take_last({place}, {n}), {to})"},
       {"N:FROM>", "take_last({place}, {n})"},
       {"under:FROM>", "{place} = take_last({place}, 1)"},
       {"all:FROM>TO", "put({place}, {to}); {place}.clear()"},
       {"all:trick>aside", "put(cards_of({place}), {to}); {place}.clear()"},
       {"all:FROM>", "{place}.clear()"},
       {"all:stock>", "{place} = 0"},
       {"each:hand>pile", "t.pile_hands()"},
       {"=", "{to} = t.number({n}, {to})"},
       {"+", "{to} += t.number({n})"},
       {"-", "{to} -= t.number({n})"},
       {"bid", "t.bid({n})"},
       {"out", "t.seat->out = true"},
       {"clear", "t.clear()"},
       {"show", "t.show()"},
       {"explode", "t.explode()"},
       {"count", "++t.counted"},
       {"forget", "t.counted = 0; t.expected.clear()"},
       {"expect", "t.expect({{from}})"}}};
  auto verbs = effects();
  for (auto& [names, effect] : verbs) effect = "[](Table& t) { " + statements_of(cpp, effect) + "; }";
  return "// clang-format off\ninline const std::map<std::string_view, void (*)(Table&)> effects{\n" +
         rows_of(verbs, "    {\"", "\",", "},\n") +
         "};\ninline const std::map<std::string_view, Facts> games{\n" +
         rows_of(facts_of_games(cpp), "    {\"", "\",", "},\n") + "};\n// clang-format on\n";
}

std::string part_of_rust() {
  static const Language rust{
      [](bool is_of_seat, const std::string& name) { return (is_of_seat ? "t.seat()." : "t.view.") + name; },
      in_capitals,
      [](const std::string& place) { return "PlayedTo::" + pascal(place); },
      "t.shown()",
      "(",
      ")",
      {{">TO", "let cards = t.take(&[{from}]); {to}.extend(cards)"},
       {">", "t.take(&[{from}])"},
       {">played", "let cards = t.take(&[{from}]); t.play(cards)"},
       {">to.hand", "t.give(&[{from}])"},
       {"N:FROM>TO", "let cards = take_last(&mut {place}, {n}); {to}.extend(cards)"},
       {"N:FROM>", "take_last(&mut {place}, {n})"},
       {"under:FROM>", "{place} = take_last(&mut {place}, 1)"},
       {"all:FROM>TO", "{to}.append(&mut {place})"},
       {"all:trick>aside", "{to}.extend({place}.drain(..).map(|play| play.card))"},
       {"all:FROM>", "{place}.clear()"},
       {"all:stock>", "{place} = 0"},
       {"each:hand>pile", "t.pile_hands()"},
       {"=", "set(t.number({n}), &mut {to})"},
       {"+", "{to} += t.number({n}).unwrap_or(0)"},
       {"-", "{to} -= t.number({n}).unwrap_or(0)"},
       {"bid", "t.bid({n})"},
       {"out", "t.seat().out = true"},
       {"clear", "t.clear()"},
       {"show", "t.show()"},
       {"explode", "t.explode()"},
       {"count", "t.counted += 1"},
       {"forget", "t.counted = 0; t.expected.clear()"},
       {"expect", "t.expect(&[{from}])"}}};
  std::string text =
      "/// Does to the table what the verb does.\n#[rustfmt::skip]\nfn apply(verb: &str, t: &mut Table) {\n  "
      "  match verb {\n";
  for (const auto& [names, effect] : effects())
    text += "        " + patterns(names, " | ", "_") + " => { " + statements_of(rust, effect) + "; }\n";
  text +=
      "        _ => {}\n    }\n}\n\nfn facts_of(game: &str) -> Facts {\n"
      "    let (dealt, piles, ace_limit, without, more, more_for, played_to) = match game {\n";
  for (const auto& [names, facts] : facts_of_games(rust))
    text += "        " + patterns(names, " | ", "_") + " => " + facts + ",\n";
  return text + "    };\n    Facts { dealt, piles, ace_limit, without, more, more_for, played_to }\n}\n\n";
}

std::string part_of_java() {
  static const Language java{
      [](bool is_of_seat, const std::string& name) { return (is_of_seat ? "seat." : "view.") + camel(name); },
      [](const std::string& name) { return "this::" + name; },
      [](const std::string& place) { return "PlayedTo." + in_capitals(place); },
      "shown()",
      "new Facts(",
      ")",
      {{">TO", "{to}.addAll(take({from}))"},
       {">", "take({from})"},
       {">played", "play(take({from}))"},
       {">to.hand", "give({from})"},
       {"N:FROM>TO", "{to}.addAll(takeLast({place}, {n}))"},
       {"N:FROM>", "takeLast({place}, {n})"},
       {"under:FROM>", "{place} = takeLast({place}, 1)"},
       {"all:FROM>TO", "{to}.addAll({place}); {place}.clear()"},
       {"all:trick>aside", "{to}.addAll(cardsOf({place})); {place}.clear()"},
       {"all:FROM>", "{place}.clear()"},
       {"all:stock>", "{place} = 0"},
       {"each:hand>pile", "pileHands()"},
       {"=", "{to} = number({n}, {to})"},
       {"+", "{to} += number({n}, 0)"},
       {"-", "{to} -= number({n}, 0)"},
       {"bid", "bid({n})"},
       {"out", "seat.out = true"},
       {"clear", "clear()"},
       {"show", "show()"},
       {"explode", "explode()"},
       {"count", "counted++"},
       {"forget", "counted = 0; expected.clear()"},
       {"expect", "expect({from})"}}};
  const auto cases = [](const Groups& groups) {
    std::string text;
    for (const auto& [names, code] : groups) {
      const bool is_block = code.find("; ") != std::string::npos;
      text += "        " + (names.empty() ? "default" : "case " + patterns(names, ", ", "")) + " -> " +
              (is_block ? "{ " + code + "; }\n" : code + ";\n");
    }
    return text;
  };
  auto verbs = effects();
  for (auto& [names, effect] : verbs) effect = statements_of(java, effect);
  const auto facts = facts_of_games(java);
  return "    /** Does to the table what the verb of the event does. */\n    void apply() {\n      switch "
         "(event.verb()) {\n" +
         cases(verbs) +
         "      }\n    }\n\n    static Facts factsOf(String game) {\n      return switch (game) {\n" +
         cases(facts) + "      };\n    }\n\n";
}

/// The catalogue's own texts, in a language whose kit interprets them.
std::string part_of_texts(const std::string& effects_name, const std::string& games_name,
                          const std::string& indent, const std::string& end) {
  const auto rows = [&indent](const Groups& groups) {
    std::string text;
    for (const auto& [names, value] : groups)
      text += indent + '"' + joined(names, " ") + "\": \"" + value + "\",\n";
    return text;
  };
  return effects_name + rows(effects()) + end + games_name + rows(games()) + end;
}

// ---- Files ----

std::string content_of(const std::filesystem::path& file) {
  std::ostringstream content;
  if (!(content << std::ifstream{file, std::ios::binary}.rdbuf()))
    throw std::runtime_error{"cannot read " + file.string()};
  return content.str();
}

/// Puts `generated` between the marks of a kit. With `only_check`, it only returns whether it is there.
bool is_written(const std::filesystem::path& file, const std::string& generated, bool only_check) {
  const auto kit = content_of(file);
  const std::string first = "generated by ./dev kits\n";
  const auto begin = kit.find(first);
  const auto end = kit.rfind('\n', kit.find("end of generated\n"));
  if (begin == std::string::npos || end == std::string::npos || end < begin)
    throw std::runtime_error{file.string() +
                             " has no marks; expected 'generated by ./dev kits' and 'end of generated'"};
  const auto whole = kit.substr(0, begin + first.size()) + generated + kit.substr(end + 1);
  if (only_check) return whole == kit;
  if (whole != kit && !(std::ofstream{file, std::ios::binary} << whole << std::flush))
    throw std::runtime_error{"cannot write " + file.string()};
  return true;
}

/// Every kit with its generated part.
std::map<std::string, std::string> kits() {
  return {{"cpp/tribunal_bot.hpp", part_of_cpp()},
          {"go/tribunal_bot.go", part_of_go()},
          {"rust/tribunal_bot.rs", part_of_rust()},
          {"java/TribunalBot.java", part_of_java()},
          {"python/tribunal_bot.py",
           part_of_texts("_EFFECTS = _each_name({\n", "_GAMES = _each_name({\n", "    ", "})\n")},
          {"javascript/tribunal_bot.mjs",
           part_of_texts("const EFFECTS = eachName({\n", "const GAMES = eachName({\n", "  ", "});\n")}};
}

}  // namespace
}  // namespace tribunal

int main(int count, char** words) {
  const bool only_check = count == 2 && std::string_view{words[1]} == "--check";
  if (count > 1 && !only_check) {
    std::cerr << "kits: expected --check or nothing\n";
    return 2;
  }
  try {
    bool are_written = true;
    for (const auto& [file, generated] : tribunal::kits()) {
      if (tribunal::is_written(std::filesystem::path{TRIBUNAL_SDK} / file, generated, only_check)) continue;
      std::cerr << "kits: sdk/" << file
                << " does not have the verbs and games of the catalogue; run: ./dev kits\n";
      are_written = false;
    }
    return are_written ? 0 : 1;
  } catch (const std::exception& error) {
    std::cerr << "kits: " << error.what() << '\n';
    return 1;
  }
}
