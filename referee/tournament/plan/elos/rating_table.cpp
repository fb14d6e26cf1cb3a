#include "tournament/plan/elos/rating_table.hpp"

#include <cmath>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <set>
#include <string_view>

#include <nlohmann/json.hpp>

#include "base/text/utf8.hpp"
#include "cards/unreadable.hpp"

namespace tribunal {
namespace {

using nlohmann::json;

constexpr std::size_t longest_table = std::size_t{16} << 20U;
constexpr std::size_t most_rows = 100'000;
constexpr std::size_t longest_rated_name = 255;
constexpr int deepest = 16;
constexpr double largest_elo = 1e6;
constexpr std::string_view expected_table =
    "; expected the JSON that 'tribunal ratings --json=FILE' or 'tribunal standings --json=FILE' writes "
    "(schema 2)";

std::unexpected<Error> not_a_table(const std::string& why) {
  return std::unexpected{Error{ErrorCode::unreadable, why + std::string{expected_table}}};
}

/// The member; null if there is none.
json member_of(const json& object, const char* name) {
  const auto found = object.find(name);
  return found == object.end() ? json(nullptr) : *found;
}

/// Leaves a number in `value`, if there is one. False if the member is anything else but null, or no Elo.
bool read_number(const json& row, const char* name, std::optional<double>& value) {
  const auto member = member_of(row, name);
  if (member.is_null()) return true;
  if (!member.is_number()) return false;
  value = member.get<double>();
  return std::isfinite(*value) && std::abs(*value) < largest_elo;
}

bool is_name(const json& member) {
  return member.is_string() && !member.get_ref<const std::string&>().empty() &&
         member.get_ref<const std::string&>().size() <= longest_rated_name;
}

/// The phrase for what is wrong with a row; empty if nothing is.
std::string read_row(const json& row, RatedBot& rated) {
  if (!row.is_object() || !is_name(member_of(row, "bot"))) return "has no 'bot', a name";
  rated.bot = row.at("bot").get<std::string>();
  const auto name = member_of(row, "name");
  if (!name.is_null() && !is_name(name)) return "has a 'name' that is none";
  rated.name = name.is_null() ? rated.bot : name.get<std::string>();
  const auto sha256 = member_of(row, "sha256");
  if (!sha256.is_null() && !sha256.is_string()) return "has a 'sha256' that is no text";
  if (row.contains("sha256")) rated.sha256 = sha256.is_null() ? std::string{} : sha256.get<std::string>();
  const auto superseded = member_of(row, "superseded");
  if (!superseded.is_null() && !superseded.is_boolean())
    return "has a 'superseded' that is not true or false";
  rated.superseded = superseded.is_boolean() && superseded.get<bool>();
  rated.is_bound = !member_of(row, "sweep").is_null();
  if (!row.contains("elo")) return "has no 'elo', a number or null";
  if (!read_number(row, "elo", rated.elo)) return "has an 'elo' that is no number below a million";
  if (!read_number(row, "elo_error", rated.elo_error)) return "has an 'elo_error' that is no number";
  return {};
}

/// The name without the digits of a version: of tables that do not tell names.
std::string without_version(const std::string& bot) {
  constexpr std::size_t digits = 8;
  const auto at = bot.rfind('@');
  return at == std::string::npos || bot.size() - at != digits + 1 ? bot : bot.substr(0, at);
}

/// The reason why the rows together are no table; empty if they are.
std::string objection_to_rows(const std::vector<RatedBot>& rows) {
  std::set<std::string> bots;
  std::map<std::string, std::size_t> newest;
  std::map<std::string, std::size_t> unversioned;
  for (const auto& row : rows) {
    if (!bots.insert(row.bot).second) return fmt::format("has the bot '{}' twice", harmless(row.bot));
    if (!row.sha256 && ++unversioned[without_version(row.bot)] > 1)
      return fmt::format(
          "does not say which version of '{}' is the newest; write it again with 'tribunal ratings --json'",
          harmless(without_version(row.bot)));
    if (!row.superseded && ++newest[row.name] > 1)
      return fmt::format("has two newest versions of '{}'", harmless(row.name));
  }
  return {};
}

}  // namespace

Result<std::vector<RatedBot>> parse_rating_table(const std::string& text) {
  bool is_deep = false;
  const auto within = [&](int depth, json::parse_event_t, json&) {
    is_deep = is_deep || depth > deepest;
    return depth <= deepest;
  };
  const auto table = json::parse(text, within, false);
  if (is_deep) return not_a_table(fmt::format("is nested deeper than {} levels", deepest));
  if (table.is_discarded() || !table.is_object()) return not_a_table("is no JSON object");
  const auto schema = member_of(table, "schema");
  if (!schema.is_number_integer() || schema != rating_table_schema)
    return not_a_table(schema.is_null() ? std::string{"has no 'schema'"}
                                        : fmt::format("has the schema {}",
                                                      harmless(schema.dump(-1, ' ', true)).substr(0, 40)));
  const auto standings = member_of(table, "standings");
  if (!standings.is_object() || !member_of(standings, "rows").is_array())
    return not_a_table("has no 'standings' with 'rows'");
  const auto& rows = standings.at("rows");
  if (rows.size() > most_rows) return not_a_table(fmt::format("has more than {} rows", most_rows));
  std::vector<RatedBot> bots;
  for (std::size_t at = 0; at < rows.size(); ++at) {
    RatedBot rated;
    if (const auto wrong = read_row(rows[at], rated); !wrong.empty())
      return not_a_table(fmt::format("row {} {}", at + 1, wrong));
    if (member_of(rows[at], "by_referee") != true) bots.push_back(std::move(rated));
  }
  if (bots.empty()) return not_a_table("has no bot");
  if (const auto wrong = objection_to_rows(bots); !wrong.empty()) return not_a_table(wrong);
  return bots;
}

Result<std::vector<RatedBot>> read_rating_table(const std::filesystem::path& file) {
  if (const auto kind = odd_kind_of(file); !kind.empty()) return not_a_table("is " + kind);
  std::ifstream stream{file, std::ios::binary};
  const auto text = stream ? contents_of(stream, longest_table) : std::nullopt;
  if (!text) return not_a_table(unreadable(file, "cannot be read"));
  if (text->size() > longest_table) return not_a_table("is longer than 16 MiB");
  return parse_rating_table(*text);
}

}  // namespace tribunal
