#include <nlohmann/json.hpp>

#include "base/text/number_text.hpp"
#include "report/format/csv.hpp"
#include "report/format/decimals.hpp"
#include "report/standings/games_csv.hpp"
#include "report/standings/standings_report.hpp"

namespace tribunal {
namespace {

using Json = nlohmann::ordered_json;

constexpr int elo_decimals = 4;

Json number(const std::optional<double>& value, int digits) {
  return value ? Json(rounded(*value, digits)) : Json(nullptr);
}

std::string text(const std::optional<double>& value, int digits) {
  return value ? fixed(*value, digits) : "";
}

/// The one part of an optional value.
template <class Value, class Part>
std::optional<double> part(const std::optional<Value>& value, Part Value::*member) {
  if (!value) return std::nullopt;
  return (*value).*member;
}

std::optional<std::string> name_of(const std::optional<Rating>& rating) {
  if (!rating || rating->sweep == Sweep::no) return std::nullopt;
  return rating->sweep == Sweep::perfect ? "perfect" : "hopeless";
}

std::optional<Interval> drawn_of(const StandingsRow& row) {
  return row.rating ? row.rating->drawn : std::nullopt;
}

Json seats_json(const std::vector<SeatEffect>& seats) {
  Json all = Json::array();
  for (std::size_t seat = 0; seat < seats.size(); ++seat) {
    all.push_back({{"seat", seat},
                   {"points", rounded(seats[seat].points, points_decimals)},
                   {"points_error", number(seats[seat].error, points_decimals)},
                   {"first_percent", rounded(seats[seat].first_percent, elo_decimals)}});
  }
  return all;
}

Json times_json(const MoveTimeTotals& times) {
  if (times.count() == 0) return nullptr;
  return {{"count", times.count()},
          {"p50", times.quantile_us(0.5)},
          {"p99", times.quantile_us(0.99)},
          {"max", times.max_us()}};
}

Json usage_json(const UsageTotal& usage) {
  if (usage.games == 0) return nullptr;
  return {{"games", usage.games},
          {"moves", usage.moves},
          {"cpu_us", usage.cpu_us},
          {"unasked_cpu_us", usage.unasked_cpu_us ? Json(*usage.unasked_cpu_us) : Json(nullptr)},
          {"peak_kib", usage.peak_kib},
          {"voluntary_switches", usage.voluntary_switches},
          {"involuntary_switches", usage.involuntary_switches}};
}

Json row_json(const StandingsRow& row) {
  Json faults = Json::object();
  for (const auto& [kind, times_seen] : row.faults) faults[std::string{name_of(kind)}] = times_seen;
  const auto sweep = name_of(row.rating);
  const auto drawn = drawn_of(row);
  return {{"rank", row.rank},
          {"bot", row.bot},
          {"by_referee", row.by_referee},
          {"withdrawn", row.withdrawn},
          {"elo", number(part(row.rating, &Rating::elo), elo_decimals)},
          {"elo_error", number(part(row.rating, &Rating::elo_error), elo_decimals)},
          {"elo_drawn", drawn ? Json{rounded(drawn->low, elo_decimals), rounded(drawn->high, elo_decimals)}
                              : Json(nullptr)},
          {"sweep", sweep ? Json(*sweep) : Json(nullptr)},
          {"superiority", number(row.superiority, points_decimals)},
          {"deals_to_separate", number(row.deals_to_separate, 0)},
          {"points", number(part(row.points, &DealMean::mean), points_decimals)},
          {"points_error", number(part(row.points, &DealMean::error), points_decimals)},
          {"deals", row.deals},
          {"games", row.games},
          {"places", row.places},
          {"shared_places", row.shared_places},
          {"score_percent", number(row.score_percent(), elo_decimals)},
          {"faults", faults},
          {"fault_count", row.fault_count()},
          {"move_us", times_json(row.times)},
          {"usage", usage_json(row.usage)}};
}

std::vector<std::string> headings(std::size_t places) {
  std::vector<std::string> headings{"rank",        "bot",    "by_referee",   "elo",   "elo_error", "sweep",
                                    "superiority", "points", "points_error", "deals", "games"};
  for (std::size_t place = 1; place <= places; ++place) headings.push_back("place_" + std::to_string(place));
  for (const auto* heading :
       {"faults", "move_p50_us", "move_p99_us", "move_max_us", "cpu_us", "unasked_cpu_us", "peak_kib",
        "voluntary_switches", "involuntary_switches", "elo_drawn_low", "elo_drawn_high", "withdrawn",
        "faults_by_kind", "score_percent"})
    headings.emplace_back(heading);
  for (std::size_t place = 1; place <= places; ++place) headings.push_back("shared_" + std::to_string(place));
  return headings;
}

/// A bot's line, with a column per place.
std::vector<std::string> fields_of(const StandingsRow& row, std::size_t places) {
  std::vector<std::string> fields{std::to_string(row.rank),
                                  row.bot,
                                  row.by_referee ? "true" : "false",
                                  text(part(row.rating, &Rating::elo), elo_decimals),
                                  text(part(row.rating, &Rating::elo_error), elo_decimals),
                                  name_of(row.rating).value_or(""),
                                  text(row.superiority, points_decimals),
                                  text(part(row.points, &DealMean::mean), points_decimals),
                                  text(part(row.points, &DealMean::error), points_decimals),
                                  std::to_string(row.deals),
                                  std::to_string(row.games)};
  for (std::size_t place = 0; place < places; ++place)
    fields.push_back(std::to_string(place < row.places.size() ? row.places[place] : 0));
  fields.push_back(std::to_string(row.fault_count()));
  const bool timed = row.times.count() > 0;
  for (const double quantile : {0.5, 0.99})
    fields.push_back(timed ? std::to_string(row.times.quantile_us(quantile)) : "");
  fields.push_back(timed ? std::to_string(row.times.max_us()) : "");
  const auto& usage = row.usage;
  const auto measured = [&](std::int64_t number) {
    fields.push_back(usage.games > 0 ? std::to_string(number) : "");
  };
  measured(usage.cpu_us);
  fields.push_back(usage.games > 0 && usage.unasked_cpu_us ? std::to_string(*usage.unasked_cpu_us) : "");
  measured(usage.peak_kib);
  measured(usage.voluntary_switches);
  measured(usage.involuntary_switches);
  const auto drawn = drawn_of(row);
  fields.push_back(text(part(drawn, &Interval::low), elo_decimals));
  fields.push_back(text(part(drawn, &Interval::high), elo_decimals));
  fields.emplace_back(row.withdrawn ? "true" : "false");
  fields.push_back(faults_text(row.faults));
  fields.push_back(text(row.score_percent(), elo_decimals));
  for (std::size_t place = 0; place < places; ++place)
    fields.push_back(std::to_string(place < row.places.size() ? row.shared_places[place] : 0));
  return fields;
}

std::vector<std::string> with_first(const std::string& first, std::vector<std::string> fields) {
  fields.insert(fields.begin(), first);
  return fields;
}

/// The only anchor; null without one, and with several.
Json anchor_json(const std::vector<Anchor>& anchors) {
  if (anchors.size() != 1) return nullptr;
  return {{"bot", anchors.front().bot}, {"elo", anchors.front().elo}};
}

Json misfit_json(const std::optional<NamedMisfit>& misfit) {
  if (!misfit) return nullptr;
  return {{"first", misfit->first},
          {"second", misfit->second},
          {"seen_percent", rounded(100 * misfit->seen, elo_decimals)},
          {"expected_percent", rounded(100 * misfit->expected, elo_decimals)}};
}

}  // namespace

std::string standings_json(const Standings& standings) {
  Json rows = Json::array();
  for (const auto& row : standings.rows) rows.push_back(row_json(row));
  Json anchors = Json::array();
  for (const auto& anchor : standings.anchors)
    anchors.push_back({{"bot", anchor.bot}, {"elo", anchor.elo}, {"deviation", anchor.deviation}});
  const Json all{{"games", standings.games},
                 {"deals", standings.deals},
                 {"anchor", anchor_json(standings.anchors)},
                 {"anchors", anchors},
                 {"spread", number(standings.spread, elo_decimals)},
                 {"typical_error", number(standings.typical_error, elo_decimals)},
                 {"close_field", standings.is_close_field()},
                 {"dispersion", number(standings.dispersion, elo_decimals)},
                 {"paired_by_results", standings.paired_by_results},
                 {"misfit", misfit_json(standings.misfit)},
                 {"groups", standings.groups},
                 {"variance_ratio", number(standings.variance_ratio, points_decimals)},
                 {"seats", seats_json(standings.seats)},
                 {"standings", rows}};
  return all.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::string standings_csv(const Standings& standings) {
  const auto places = standings.rows.empty() ? 0 : standings.rows.front().places.size();
  auto csv = csv_heading(headings(places));
  for (const auto& row : standings.rows) csv += csv_line(fields_of(row, places));
  return csv;
}

std::string standings_csv(const TournamentStandings& standings) {
  if (standings.games.empty()) return standings_csv(standings.overall);
  const auto& all = standings.overall.rows;
  const auto places = all.empty() ? 0 : all.front().places.size();
  auto csv = csv_heading(with_first("game", headings(places)));
  for (const auto& row : all) csv += csv_line(with_first("", fields_of(row, places)));
  for (const auto& [name, alone] : standings.games)
    for (const auto& row : alone.rows) csv += csv_line(with_first(name, fields_of(row, places)));
  return csv;
}

}  // namespace tribunal
