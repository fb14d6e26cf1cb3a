#include "tournament/plan/elos.hpp"

#include <cmath>
#include <fmt/format.h>
#include <map>
#include <set>
#include <string_view>

#include "base/files.hpp"
#include "base/text/number_text.hpp"
#include "base/text/utf8.hpp"
#include "record/json_line.hpp"

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

std::optional<double> number_in(std::string_view text) {
  const auto number = number_from<double>(text);
  return number && std::abs(*number) < 1e6 ? number : std::nullopt;
}

std::unexpected<Error> not_a_table(const std::string& why) {
  return failure(ErrorCode::unreadable, why + std::string{expected_table});
}

/// Reads a row. A member that is null is treated as absent.
RatedBot read_row(const json& row, std::size_t number, std::string& problem) {
  JsonFields fields{row, fmt::format("row {}", number), problem};
  const auto has = [&](const char* key) { return fields.has(key) && !row[key].is_null(); };
  RatedBot rated{.bot = fields.text("bot"), .name = {}};
  rated.name = has("name") ? fields.text("name") : rated.bot;
  for (const auto& name : {rated.bot, rated.name})
    if (name.empty() || name.size() > longest_rated_name)
      fields.refuse(fmt::format("row {} has a name of {} bytes", number, name.size()));
  if (fields.has("sha256")) rated.sha256 = has("sha256") ? fields.text("sha256") : "";
  rated.superseded = has("superseded") && fields.truth("superseded");
  rated.excluded = has("excluded") && fields.truth("excluded");
  rated.is_bound = has("sweep");
  if (!fields.has("elo")) fields.refuse(fmt::format("row {} lacks \"elo\", a number or null", number));
  if (has("elo")) rated.elo = fields.real("elo", -largest_elo, largest_elo);
  if (has("elo_error")) rated.elo_error = fields.real("elo_error", 0, largest_elo);
  return rated;
}

bool is_by_referee(const json& row) { return row.is_object() && row.value("by_referee", json{}) == true; }

/// The name without the digits of a version, for tables that do not state the name alone.
std::string without_version(const std::string& bot) {
  constexpr std::size_t digits = 8;
  const auto at = bot.rfind('@');
  return at == std::string::npos || bot.size() - at != digits + 1 ? bot : bot.substr(0, at);
}

/// The reason that the rows do not form a valid table. Empty if they do.
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

std::optional<Anchor> parse_anchor(const std::string& text) {
  const auto equals = text.rfind('=');
  if (equals == std::string::npos) return std::nullopt;
  const std::string_view numbers = std::string_view{text}.substr(equals + 1);
  const auto sign = numbers.find("+-");
  const auto elo = number_in(numbers.substr(0, sign));
  const auto deviation = sign == std::string_view::npos ? 0.0 : number_in(numbers.substr(sign + 2));
  if (!elo || !deviation || !(*deviation >= 0)) return std::nullopt;
  return Anchor{appearance_of(text.substr(0, equals), LetterCase::matters), *elo, *deviation};
}

std::string to_text(const Anchor& anchor) {
  return anchor.deviation > 0 ? fmt::format("{}={}+-{}", anchor.bot, anchor.elo, anchor.deviation)
                              : fmt::format("{}={}", anchor.bot, anchor.elo);
}

Result<std::vector<RatedBot>> parse_rating_table(const std::string& text) {
  const auto table = parse_json_object(text, deepest);
  if (!table) return not_a_table("is not a rating table: " + table.error().message);
  const auto schema = table->value("schema", json{});
  if (!schema.is_number_integer() || schema != rating_table_schema)
    return not_a_table(schema.is_null() ? std::string{"has no 'schema'"}
                                        : fmt::format("has the schema {}",
                                                      harmless(schema.dump(-1, ' ', true)).substr(0, 40)));
  std::string problem;
  JsonFields fields{*table, "the table", problem};
  const auto& rows = JsonFields{fields.object("standings"), "\"standings\"", problem}.list("rows");
  if (rows.size() > most_rows) return not_a_table(fmt::format("has more than {} rows", most_rows));
  std::vector<RatedBot> bots;
  for (std::size_t at = 0; at < rows.size() && problem.empty(); ++at) {
    auto rated = read_row(rows[at], at + 1, problem);
    if (!is_by_referee(rows[at])) bots.push_back(std::move(rated));
  }
  if (!problem.empty()) return not_a_table("is not a rating table: " + problem);
  if (bots.empty()) return not_a_table("has no bot");
  if (const auto wrong = objection_to_rows(bots); !wrong.empty()) return not_a_table(wrong);
  return bots;
}

Result<std::vector<RatedBot>> read_rating_table(const std::filesystem::path& file) {
  if (const auto kind = odd_kind_of(file); !kind.empty()) return not_a_table("is " + kind);
  const auto text = contents_of(file, longest_table);
  if (!text) return not_a_table(unreadable(file, "cannot be read"));
  if (text->size() > longest_table) return not_a_table("is longer than 16 MiB");
  return parse_rating_table(*text);
}

}  // namespace tribunal
