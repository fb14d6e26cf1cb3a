// Writes into each kit what the verbs of the catalogue do to the table, and what is special about a game's
// table.
//
//     kits            writes the part between the marks of each kit
//     kits --check    writes nothing; exit code 1 if a part differs
//
// An effect is a list of steps, separated by commas; docs/kits.md has their grammar. A kit in Go, Rust or
// Java has a call of a primitive for each step, which its compiler checks. The kits in C++, Python and
// JavaScript have the texts themselves, and interpret them.
#include <algorithm>
#include <array>
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

// ---- The tables of the catalogue ----

/// The facts of a game's table, as docs/kits.md names them.
struct Facts {
  std::string dealt = "52", piles = "0", ace_limit = "4", without, more, more_for = "0", play = "hand>melds";
};

Facts facts_of(std::string_view table) {
  Facts facts;
  for (const auto& word : split(table, ' ')) {
    const auto value = word.substr(word.find_first_of("=:") + 1);
    if (word.starts_with("dealt=")) facts.dealt = value;
    if (word.starts_with("piles=")) facts.piles = value;
    if (word.starts_with("ace_limit=")) facts.ace_limit = value;
    if (word.starts_with("without=")) facts.without = value;
    if (word.starts_with("play:")) facts.play = value;
    if (!word.starts_with("more")) continue;
    facts.more = value;
    facts.more_for = word.substr(4, word.find('=') - 4);
  }
  return facts;
}

/// The effect of a verb in a game; empty if it is the usual one.
std::string own_effect(std::string_view table, std::string_view verb) {
  for (const auto& word : split(table, ' '))
    if (word.starts_with(std::string{verb} + ':')) return word.substr(verb.size() + 1);
  return {};
}

/// Names with the same value, in the order of their first ones.
struct Group {
  Words names;
  std::string value;
};

void add_to(std::vector<Group>& groups, std::string_view name, const std::string& value) {
  auto found = std::ranges::find(groups, value, &Group::value);
  if (found == groups.end()) found = groups.insert(groups.end(), {{}, value});
  found->names.emplace_back(name);
}

/// A step: `FROM>TO`, `13:FROM>TO`, `NAME=0` or a word.
struct Step {
  std::string what;  ///< `move`, `give`, `all`, `each`, `under`, `last`, `set`, `add`, `bid`, or the word
  Words from;        ///< places
  std::string to;    ///< place, or empty
  std::string number{};
};

Step step_of(const std::string& text) {
  const auto arrow = text.find('>');
  const auto colon = text.find(':');
  const auto sign = text.find_first_of("=+-");
  if (arrow != std::string::npos) {
    const auto to = text.substr(arrow + 1);
    if (colon == std::string::npos) {
      if (to.starts_with("to.")) return {"give", split(text.substr(0, arrow), '|'), to.substr(3)};
      return {"move", split(text.substr(0, arrow), '|'), to};
    }
    const auto which = text.substr(0, colon);
    const Words from{text.substr(colon + 1, arrow - colon - 1)};
    if (which.find_first_not_of("0123456789") == std::string::npos) return {"last", from, to, which};
    return {which, from, to};
  }
  if (colon != std::string::npos) return {"expect", split(text.substr(colon + 1), '|'), ""};
  if (sign == std::string::npos) return {text, {}, ""};
  const auto name = text.substr(0, sign);
  if (name == "bid") return {"bid", {}, "", text.substr(sign + 1)};
  return {text[sign] == '=' ? "set" : "add",
          {},
          name,
          text.substr(sign + 1) + (text[sign] == '='   ? ""
                                   : text[sign] == '+' ? ", 1"
                                                       : ", -1")};
}

// ---- Calls ----

using Lines = std::vector<std::string>;

/// The code of a language in which an effect is calls of the kit's primitives.
struct Language {
  std::string_view file, outer, tab, tab_of_case;  ///< outer: before every line
  std::string (*place)(const std::string& name);
  std::string_view begin_list, end_list;                  ///< around places
  std::string_view self;                                  ///< before the name of a primitive
  bool has_camels;                                        ///< `moveCards`, or `move_cards`
  std::map<std::string, std::string, std::less<>> steps;  ///< steps that are not calls of their own name
  std::string_view begin_case, or_case, end_case, other_case;
  std::string_view begin_block{}, end_block{};  ///< around several statements; empty: none is needed
  std::size_t widest = 100;                     ///< most letters of a case in one line
  std::string_view end_line{}, end_inline{};    ///< after a statement in a block, and after the only one
  std::string_view follow, of_verb, end_verbs, of_game;  ///< the function of verbs, and its switches
  std::string_view facts, of_facts, begin_facts, end_facts, end_of_facts{};
  std::array<std::string_view, 3> played_to;  ///< melds, trick, pile
};

std::string replaced(std::string text, std::string_view what, std::string_view with) {
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
    text.replace(at, what.size(), with);
  return text;
}

std::string primitive(const Language& in, std::string_view name) {
  std::string text{in.self};
  for (std::size_t i = 0; i < name.size(); ++i) {
    const bool is_hump = in.has_camels && name[i] == '_';
    if (is_hump) ++i;
    text += is_hump ? static_cast<char>(name[i] - 'a' + 'A') : name[i];
  }
  return text;
}

/// The statements of an effect, each of one or several lines.
Lines statements_of(const Language& in, const std::string& effect) {
  static const std::map<std::string, std::string, std::less<>> calls{{"move", "move_cards({places}, {to})"},
                                                                     {"give", "give_cards({places})"},
                                                                     {"all", "move_all({from}, {to})"},
                                                                     {"each", "move_each({from}, {to})"},
                                                                     {"last", "move_last({n}, {from}, {to})"},
                                                                     {"under", "keep_top({from})"},
                                                                     {"set", "set({to}, {n})"},
                                                                     {"add", "add({to}, {n})"},
                                                                     {"bid", "bid({n})"},
                                                                     {"expect", "expect({places})"}};
  Lines statements;
  for (const auto& text : split(effect, ',')) {
    const auto step = step_of(text);
    if ((step.what == "give" && step.to != "hand") || (step.what == "under" && !step.to.empty()))
      throw std::runtime_error{"'" + text + "' has no primitive; add one to each kit, and here"};
    Lines places;
    for (const auto& place : step.from) places.push_back(in.place(place));
    std::string call;
    if (const auto own = in.steps.find(step.what); own != in.steps.end()) {
      call = own->second;
    } else {
      const auto known = calls.find(step.what);
      call = known == calls.end() ? step.what + "()" : known->second;
      const auto name_size = call.find('(');
      call = primitive(in, call.substr(0, name_size)) + call.substr(name_size);
    }
    const auto list = std::string{in.begin_list} + joined(places, ", ") + std::string{in.end_list};
    call = replaced(replaced(call, "{places}", list), "{from}", places.empty() ? "" : places[0]);
    statements.push_back(replaced(replaced(call, "{to}", in.place(step.to)), "{n}", step.number));
  }
  return statements;
}

std::string indented(std::string_view tab, const std::string& lines) {
  return std::string{tab} + replaced(lines, "\n", "\n" + std::string{tab});
}

/// A case of a switch, without the end of its last line.
std::string case_of(const Language& in, const std::string& head, const Lines& statements) {
  if (statements.size() == 1 && !in.end_inline.empty() && !statements[0].starts_with("switch")) {
    const auto first_line = std::min(statements[0].find('\n'), statements[0].size());
    if (head.size() + first_line < in.widest) return head + " " + statements[0] + std::string{in.end_inline};
    return head + std::string{in.begin_block} + "\n" + indented(in.tab, statements[0]) +
           std::string{in.end_block};
  }
  auto text = head + std::string{in.begin_block};
  for (const auto& statement : statements) {
    const auto end = statement.ends_with('}') ? "" : in.end_line;
    text += "\n" + indented(in.tab, statement) + std::string{end};
  }
  return text + std::string{in.end_block};
}

std::string head_of(const Language& in, const Words& names) {
  Words in_quotes;
  for (const auto& name : names) in_quotes.push_back('"' + name + '"');
  return std::string{in.begin_case} + joined(in_quotes, in.or_case) + std::string{in.end_case};
}

/// The statements of a verb: those of its effect, or one that depends on the game.
Lines statements_of(const Language& in, const Group& verb) {
  std::vector<Group> games;
  for (const auto& game : catalogue())
    if (const auto own = own_effect(game.table, verb.names[0]); !own.empty()) add_to(games, game.name, own);
  if (games.empty()) return statements_of(in, verb.value);
  std::string text{in.of_game};
  for (const auto& game : games)
    text +=
        "\n" + indented(in.tab_of_case, case_of(in, head_of(in, game.names), statements_of(in, game.value)));
  text +=
      "\n" + indented(in.tab_of_case, case_of(in, std::string{in.other_case}, statements_of(in, verb.value)));
  return {text + "\n}"};
}

/// The verbs by their effects; those with another effect in some game are alone.
std::vector<Group> verbs() {
  std::vector<Group> groups;
  std::vector<Group> special;
  const auto is_special = [](std::string_view verb) {
    return std::ranges::any_of(catalogue(),
                               [&](const auto& game) { return !own_effect(game.table, verb).empty(); });
  };
  for (const auto verb : vocabulary()) {
    if (verb->effect.empty()) continue;
    if (is_special(verb->name)) {
      special.push_back({{std::string{verb->name}}, std::string{verb->effect}});
    } else {
      add_to(groups, verb->name, std::string{verb->effect});
    }
  }
  groups.insert(groups.end(), special.begin(), special.end());
  return groups;
}

std::string facts_of(const Language& in, const std::string& table) {
  const auto facts = facts_of(table);
  const auto to = facts.play.substr(facts.play.find('>') + 1);
  const auto place = in.played_to[to == "trick" ? 1 : to == "discards" ? 2 : 0];
  return std::string{in.begin_facts} + facts.dealt + ", " + facts.piles + ", " + facts.ace_limit + ", \"" +
         facts.without + "\", \"" + facts.more + "\", " + facts.more_for + ", " + std::string{place} +
         std::string{in.end_facts};
}

/// The function that does what a verb does, and the one that has the facts of a game.
std::string functions(const Language& in) {
  std::string cases{in.of_verb};
  for (const auto& verb : verbs())
    cases += "\n" + indented(in.tab_of_case, case_of(in, head_of(in, verb.names), statements_of(in, verb)));
  cases += std::string{in.end_verbs};
  std::vector<Group> games;
  for (const auto& game : catalogue())
    if (!game.table.empty()) add_to(games, game.name, facts_of(in, std::string{game.table}));
  std::string facts{in.of_facts};
  for (const auto& game : games)
    facts += "\n" + indented(in.tab_of_case, case_of(in, head_of(in, game.names), {game.value}));
  facts += "\n" + indented(in.tab_of_case, case_of(in, std::string{in.other_case}, {facts_of(in, "")})) +
           "\n}" + std::string{in.end_of_facts};
  const auto text = std::string{in.follow} + indented(in.tab, cases) + "\n}\n\n" + std::string{in.facts} +
                    indented(in.tab, facts) + "\n}\n";
  return replaced(indented(in.outer, text) + "\n", "\n" + std::string{in.outer} + "\n", "\n\n");
}

std::string pascal(const std::string& name) {
  return std::string(1, static_cast<char>(name[0] - 'a' + 'A')) + name.substr(1);
}

std::string place_in_go(const std::string& name) {
  static const std::map<std::string, std::string> places{{"", "nil"},
                                                         {"next", "next{}"},
                                                         {"royals", "(*royals)(&s.Open)"},
                                                         {"number", "&v.HandNumber"},
                                                         {"stock", "&v.StockSize"}};
  if (const auto found = places.find(name); found != places.end()) return found->second;
  constexpr std::array<std::string_view, 5> of_all{"aside", "discards", "pot", "trick", "turned"};
  return (std::ranges::count(of_all, name) > 0 ? "&v." : "&s.") + pascal(name);
}

// Generated code has the form that the formatter of its language produces.
const Language go{
    .file = "go/tribunal_bot.go",
    .outer = "",
    .tab = "\t",
    .tab_of_case = "",
    .place = place_in_go,
    .begin_list = "from{",
    .end_list = "}",
    .self = "t.",
    .has_camels = true,
    .steps = {{"each", "for i := range v.Seats {\n\ts := &v.Seats[i]\n\tt.moveAll({from}, {to})\n}"},
              {"under", "keepTop({from})"},
              {"expect", "t.expect(func(s *Seat) from { return {places} })"},
              {"out", "s.Out = true"},
              {"count", "t.counted++"},
              {"forget", "t.counted, t.expected = 0, nil"}},
    .begin_case = "case ",
    .or_case = ", ",
    .end_case = ":",
    .other_case = "default:",
    .follow =
        "// follow does to the table what the verb of the event does.\n"
        "func (t *table) follow() {\n",
    .of_verb = "v, s := t.view, t.seat\nswitch t.event.Verb {",
    .end_verbs = "\n}",
    .of_game = "switch v.Game {",
    .facts = "func factsOf(game string) facts {\n",
    .of_facts = "switch game {",
    .begin_facts = "return facts{",
    .end_facts = "}",
    .played_to = {"ToMelds", "ToTrick", "ToPile"}};

/// Places that are members of an enumeration.
std::string place_in_rust(const std::string& name) { return name.empty() ? "Nowhere" : pascal(name); }

const Language rust{
    .file = "rust/tribunal_bot.rs",
    .outer = "",
    .tab = "    ",
    .tab_of_case = "    ",
    .place = place_in_rust,
    .begin_list = "&[",
    .end_list = "]",
    .self = "t.",
    .has_camels = false,
    .steps = {{"out", "t.leave()"}, {"count", "t.counted += 1"}},
    .begin_case = "",
    .or_case = " | ",
    .end_case = " =>",
    .other_case = "_ =>",
    .begin_block = " {",
    .end_block = "\n}",
    .widest = 106,
    .end_line = ";",
    .end_inline = ",",
    .follow =
        "/// Does to the table what the verb of the event does.\n"
        "fn follow(t: &mut Table) {\n    use self::Place::*;\n",
    .of_verb = "match t.event.verb.as_str() {",
    .end_verbs = "\n    _ => {}\n}",
    .of_game = "match t.view.game.as_str() {",
    .facts = "fn facts_of(game: &str) -> Facts {\n",
    .of_facts = "let (dealt, piles, ace_limit, without, more, more_for, played_to) = match game {",
    .begin_facts = "(",
    .end_facts = ")",
    .end_of_facts = ";\nFacts { dealt, piles, ace_limit, without, more, more_for, played_to }",
    .played_to = {"PlayedTo::Melds", "PlayedTo::Trick", "PlayedTo::Pile"}};

std::string place_in_java(const std::string& name) {
  if (name.empty()) return "NOWHERE";
  std::string capitals;
  for (const char letter : name) capitals += static_cast<char>(letter - 'a' + 'A');
  return capitals;
}

const Language java{.file = "java/TribunalBot.java",
                    .outer = "    ",
                    .tab = "  ",
                    .tab_of_case = "  ",
                    .place = place_in_java,
                    .begin_list = "List.of(",
                    .end_list = ")",
                    .self = "",
                    .has_camels = true,
                    .steps = {{"out", "seat.out = true"}, {"count", "counted++"}},
                    .begin_case = "case ",
                    .or_case = ", ",
                    .end_case = " ->",
                    .other_case = "default ->",
                    .begin_block = " {",
                    .end_block = "\n}",
                    .widest = 200,
                    .end_line = ";",
                    .end_inline = ";",
                    .follow = "/** Does to the table what the verb of the event does. */\nvoid follow() {\n",
                    .of_verb = "switch (event.verb()) {",
                    .end_verbs = "\n}",
                    .of_game = "switch (view.game) {",
                    .facts = "static Facts factsOf(String game) {\n",
                    .of_facts = "return switch (game) {",
                    .begin_facts = "new Facts(",
                    .end_facts = ")",
                    .end_of_facts = ";",
                    .played_to = {"PlayedTo.MELDS", "PlayedTo.TRICK", "PlayedTo.PILE"}};

// ---- Texts ----

/// The code of a language in which a kit has the texts of the catalogue: around all rows of a table, around
/// one, and between its two texts.
struct Texts {
  std::string_view file, begin_verbs, begin_games, end, begin_row, middle_of_row, end_row;
};

constexpr std::array texts{
    Texts{"cpp/tribunal_bot.hpp", "inline constexpr std::array effects{\n",
          "inline constexpr std::array games{\n", "};\n", "    Row{\"", "\", \"", "\"},\n"},
    Texts{"python/tribunal_bot.py", "_EFFECTS = {\n", "_GAMES = {\n", "}\n", "    \"", "\": \"", "\",\n"},
    Texts{"javascript/tribunal_bot.mjs", "const EFFECTS = {\n  __proto__: null,\n",
          "const GAMES = {\n  __proto__: null,\n", "};\n", "  \"", "\": \"", "\",\n"},
};

std::string tables(const Texts& in) {
  std::string text{in.begin_verbs};
  const auto add_row = [&](std::string_view name, std::string_view value) {
    if (!value.empty())
      text.append(in.begin_row).append(name).append(in.middle_of_row).append(value).append(in.end_row);
  };
  for (const auto verb : vocabulary()) add_row(verb->name, verb->effect);
  text.append(in.end).append(in.begin_games);
  for (const auto& game : catalogue()) add_row(game.name, game.table);
  return text.append(in.end);
}

// ---- Files ----

std::string content_of(const std::filesystem::path& file) {
  std::ostringstream content;
  if (!(content << std::ifstream{file, std::ios::binary}.rdbuf()))
    throw std::runtime_error{"cannot read " + file.string()};
  return content.str();
}

/// Puts `generated` between the marks of a kit; with `only_check` tells whether it is there.
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
  std::map<std::string, std::string> kits;
  for (const auto& language : texts) kits[std::string{language.file}] = tables(language);
  for (const auto* language : {&go, &rust, &java}) kits[std::string{language->file}] = functions(*language);
  return kits;
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
