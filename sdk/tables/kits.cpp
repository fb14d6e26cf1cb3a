// Writes into each kit what the verbs of the catalogue do to the table, and what is special about a game's
// table.
//
//     kits            writes the part between the marks of each kit
//     kits --check    writes nothing; exit code 1 if a part differs
//
// An effect is a list of steps, separated by commas; docs/kits.md has their grammar. A kit in Go or Java has
// a call of a primitive for each step, and that in Rust a value, which its compiler checks. The kits in C++,
// Python and JavaScript have the texts themselves, and interpret them.
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

/// A language in which an effect is calls of the kit's primitives. Generated code has the form that the
/// formatter of its language produces.
struct Language {
  std::string (*place)(const std::string& name);
  std::string_view begin_list, end_list;                  ///< around places
  std::string_view self;                                  ///< before the name of a primitive
  std::map<std::string, std::string, std::less<>> steps;  ///< steps that are not calls of their own name
  std::string_view begin_facts, end_facts;
  std::array<std::string_view, 3> played_to;  ///< melds, trick, pile
};

std::string replaced(std::string text, std::string_view what, std::string_view with) {
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
    text.replace(at, what.size(), with);
  return text;
}

/// The calls of an effect.
Words calls_of(const Language& in, const std::string& effect) {
  static const std::map<std::string, std::string, std::less<>> calls{{"move", "moveCards({places}, {to})"},
                                                                     {"give", "giveCards({places})"},
                                                                     {"all", "moveAll({from}, {to})"},
                                                                     {"each", "moveEach({from}, {to})"},
                                                                     {"last", "moveLast({n}, {from}, {to})"},
                                                                     {"under", "keepTop({from})"},
                                                                     {"set", "set({to}, {n})"},
                                                                     {"add", "add({to}, {n})"},
                                                                     {"bid", "bid({n})"},
                                                                     {"expect", "expect({places})"}};
  Words statements;
  for (const auto& text : split(effect, ',')) {
    const auto step = step_of(text);
    if ((step.what == "give" && step.to != "hand") || (step.what == "under" && !step.to.empty()))
      throw std::runtime_error{"'" + text + "' has no primitive; add one to each kit, and here"};
    Words places;
    for (const auto& place : step.from) places.push_back(in.place(place));
    const auto own = in.steps.find(step.what);
    const auto known = calls.find(step.what);
    auto call = std::string{in.self} + (known == calls.end() ? step.what + "()" : known->second);
    if (own != in.steps.end()) call = own->second;
    const auto list = std::string{in.begin_list} + joined(places, ", ") + std::string{in.end_list};
    call = replaced(replaced(call, "{places}", list), "{from}", joined(places, ", "));
    statements.push_back(replaced(replaced(call, "{to}", in.place(step.to)), "{n}", step.number));
  }
  return statements;
}

/// An effect of verbs in games; in all others if there are none.
struct Row {
  Words verbs, games;
  std::string effect;
};

/// The effects of verbs; those that a verb has in some games are before its usual one, after those of other
/// verbs.
std::vector<Row> rows() {
  std::vector<Group> usual;
  std::vector<Row> special;
  for (const auto verb : vocabulary()) {
    if (verb->effect.empty()) continue;
    std::vector<Group> games;
    for (const auto& game : catalogue())
      if (const auto own = own_effect(game.table, verb->name); !own.empty()) add_to(games, game.name, own);
    for (const auto& [names, own] : games) special.push_back({{std::string{verb->name}}, names, own});
    if (games.empty()) {
      add_to(usual, verb->name, std::string{verb->effect});
    } else {
      special.push_back({{std::string{verb->name}}, {}, std::string{verb->effect}});
    }
  }
  std::vector<Row> rows;
  for (const auto& [names, effect] : usual) rows.push_back({names, {}, effect});
  rows.insert(rows.end(), special.begin(), special.end());
  return rows;
}

std::string facts_of(const Language& in, const std::string& table) {
  const auto facts = facts_of(table);
  const auto to = facts.play.substr(facts.play.find('>') + 1);
  const auto place = in.played_to[to == "trick" ? 1 : to == "discards" ? 2 : 0];
  return std::string{in.begin_facts} + facts.dealt + ", " + facts.piles + ", " + facts.ace_limit + ", \"" +
         facts.without + "\", \"" + facts.more + "\", " + facts.more_for + ", " + std::string{place} +
         std::string{in.end_facts};
}

/// The games by their facts; those of all others last, without a name.
std::vector<Group> rows_of_facts(const Language& in) {
  std::vector<Group> games;
  for (const auto& game : catalogue())
    if (!game.table.empty()) add_to(games, game.name, facts_of(in, std::string{game.table}));
  games.push_back({{}, facts_of(in, "")});
  return games;
}

std::string pascal(const std::string& name) {
  return std::string(1, static_cast<char>(name[0] - 'a' + 'A')) + name.substr(1);
}

/// Words as patterns of a language; `other` if there are none.
std::string patterns(const Words& names, const std::string& separator, const std::string& other) {
  return names.empty() ? other : '"' + joined(names, '"' + separator + '"') + '"';
}

std::string place_in_go(const std::string& name) {
  return name.empty() ? "nowhere" : name == "number" ? "handNumber" : name;
}

/// A map, with its values below each other.
std::string map_in_go(const std::string& name, const std::string& type, const std::vector<Group>& rows) {
  std::size_t widest = 0;
  for (const auto& [keys, value] : rows)
    for (const auto& key : keys) widest = std::max(widest, key.size());
  std::string text = "var " + name + " = map[string]" + type + "{\n";
  for (const auto& [keys, value] : rows)
    for (const auto& key : keys.empty() ? Words{""} : keys)
      text += "\t\"" + key + "\":" + std::string(widest + 1 - key.size(), ' ') + value + ",\n";
  return text + "}\n\n";
}

std::string part_of_go() {
  static const Language go{place_in_go,
                           "from{",
                           "}",
                           "t.",
                           {{"out", "t.seat.Out = true"},
                            {"count", "t.counted++"},
                            {"expect", "t.expect({from})"},
                            {"forget", "t.counted, t.expected = 0, nil"}},
                           "{",
                           "}",
                           {"ToMelds", "ToTrick", "ToPile"}};
  std::vector<Group> effects;
  for (const auto& [verbs, games, effect] : rows()) {
    const auto body = "func(t *table) { " + joined(calls_of(go, effect), "; ") + " }";
    for (const auto& verb : verbs) {
      if (games.empty()) effects.push_back({{verb}, body});
      for (const auto& game : games) effects.push_back({{game + " " + verb}, body});
    }
  }
  return map_in_go("effects", "func(t *table)", effects) + map_in_go("games", "facts", rows_of_facts(go));
}

/// Places and steps are members of enumerations.
std::string place_in_rust(const std::string& name) { return name.empty() ? "Nowhere" : pascal(name); }

std::string part_of_rust() {
  static const Language rust{
      place_in_rust, "&[", "]", "", {}, "(", ")", {"PlayedTo::Melds", "PlayedTo::Trick", "PlayedTo::Pile"}};
  std::string text =
      "/// The steps of a verb in a game.\n"
      "fn steps_of(verb: &str, game: &str) -> &'static [Step] {\n"
      "    use self::{Place::*, Step::*};\n"
      "    match (verb, game) {\n";
  for (const auto& [verbs, games, effect] : rows()) {
    Words steps;
    for (const auto& call : calls_of(rust, effect)) steps.push_back(pascal(replaced(call, "()", "")));
    text += "        (" + patterns(verbs, " | ", "") + ", " + patterns(games, " | ", "_") + ") => &[" +
            joined(steps, ", ") + "],\n";
  }
  text +=
      "        _ => &[],\n    }\n}\n\nfn facts_of(game: &str) -> Facts {\n"
      "    let (dealt, piles, ace_limit, without, more, more_for, played_to) = match game {\n";
  for (const auto& [names, facts] : rows_of_facts(rust))
    text += "        " + patterns(names, " | ", "_") + " => " + facts + ",\n";
  return text + "    };\n    Facts { dealt, piles, ace_limit, without, more, more_for, played_to }\n}\n\n";
}

std::string place_in_java(const std::string& name) {
  if (name.empty()) return "NOWHERE";
  std::string capitals;
  for (const char letter : name) capitals += static_cast<char>(letter - 'a' + 'A');
  return capitals;
}

std::string label_in_java(const Words& names) {
  return names.empty() ? "default" : "case " + patterns(names, ", ", "");
}

/// A case of a switch, with a call or several.
std::string case_in_java(const std::string& tab, const Words& names, const Words& calls) {
  const auto label = tab + label_in_java(names) + " -> ";
  return label + (calls.size() == 1 ? calls[0] + ";\n" : "{ " + joined(calls, "; ") + "; }\n");
}

std::string part_of_java() {
  static const Language java{place_in_java,
                             "List.of(",
                             ")",
                             "",
                             {{"out", "seat.out = true"}, {"count", "counted++"}},
                             "new Facts(",
                             ")",
                             {"PlayedTo.MELDS", "PlayedTo.TRICK", "PlayedTo.PILE"}};
  std::string text =
      "    /** Does to the table what the verb of the event does. */\n"
      "    void follow() {\n      switch (event.verb()) {\n";
  bool of_game = false;
  for (const auto& [verbs, games, effect] : rows()) {
    if (!of_game && !games.empty())
      text += "        " + label_in_java(verbs) + " -> {\n          switch (view.game) {\n";
    of_game = of_game || !games.empty();
    text +=
        case_in_java(of_game ? "            " : "        ", of_game ? games : verbs, calls_of(java, effect));
    if (!of_game || !games.empty()) continue;
    text += "          }\n        }\n";
    of_game = false;
  }
  text += "      }\n    }\n\n    static Facts factsOf(String game) {\n      return switch (game) {\n";
  for (const auto& [names, facts] : rows_of_facts(java)) text += case_in_java("        ", names, {facts});
  return text + "      };\n    }\n\n";
}

// ---- Texts ----

/// The code of a language in which a kit has the texts of the catalogue: around all rows of a table, around
/// the names of one, and after its text.
struct Texts {
  std::string_view file, begin_verbs, begin_games, end, begin_row, middle_of_row, end_row;
};

constexpr std::array texts{
    Texts{"cpp/tribunal_bot.hpp", "inline const Rows effects = each_name({\n",
          "inline const Rows games = each_name({\n", "});\n", "    {\"", "\", \"", "\"},\n"},
    Texts{"python/tribunal_bot.py", "_EFFECTS = _each_name({\n", "_GAMES = _each_name({\n", "})\n", "    \"",
          "\": \"", "\",\n"},
    Texts{"javascript/tribunal_bot.mjs", "const EFFECTS = eachName({\n", "const GAMES = eachName({\n",
          "});\n", "  \"", "\": \"", "\",\n"},
};

std::string tables(const Texts& in) {
  std::vector<Group> effects;
  std::vector<Group> games;
  for (const auto verb : vocabulary()) add_to(effects, verb->name, std::string{verb->effect});
  for (const auto& game : catalogue()) add_to(games, game.name, std::string{game.table});
  std::string text{in.begin_verbs};
  const auto add_rows = [&](const std::vector<Group>& rows) {
    for (const auto& [names, value] : rows)
      if (!value.empty())
        text.append(in.begin_row)
            .append(joined(names, " "))
            .append(in.middle_of_row)
            .append(value)
            .append(in.end_row);
    text.append(in.end);
  };
  add_rows(effects);
  text.append(in.begin_games);
  add_rows(games);
  return text;
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
  kits["go/tribunal_bot.go"] = part_of_go();
  kits["rust/tribunal_bot.rs"] = part_of_rust();
  kits["java/TribunalBot.java"] = part_of_java();
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
