#include "report/standings/faults_report.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <sstream>

#include "base/escape.hpp"
#include "base/text/number_text.hpp"
#include "base/text/text_width.hpp"
#include "base/text/utf8.hpp"
#include "bots/build/build_bot.hpp"
#include "check/order.hpp"
#include "report/format/columns_and_csv.hpp"
#include "tournament/plan/ruling.hpp"

namespace tribunal {
namespace {

const std::string& bot_of(const Plan& plan, const Incident& incident) {
  return plan.bot(incident.bot()).name;
}

std::string_view kind_of(const Incident& incident) {
  return incident.fault != nullptr ? name_of(incident.fault->kind) : name_of(NoteKind::restart);
}

const std::string& name_of_game(const Plan& plan, const GameResult& game) {
  return plan.games.at(static_cast<std::size_t>(game.game)).name;
}

/// The place of a fault as text: `game 17, deal 5 of chez, seat 1, decision 3`.
std::string place_of(const Plan& plan, const Incident& incident) {
  const auto& game = incident.game;
  return fmt::format(
      "game {}, deal {}{}, seat {}{}", game.index, game.deal,
      plan.games.size() > 1 ? " of " + printable(name_of_game(plan, game)) : "", incident.seat,
      incident.fault != nullptr ? fmt::format(", decision {}", incident.fault->decision + 1) : "");
}

/// The measurements as an object. Unknown members are null.
Json measured_json(const std::optional<Measurements>& found) {
  if (!found) return nullptr;
  const auto of_bot = [&](std::int64_t MeasuredShare::*member) {
    return found->share ? Json(*found->share.*member) : Json();
  };
  return {{"ran_ms", of_bot(&MeasuredShare::ran)},
          {"waited_ms", of_bot(&MeasuredShare::waited)},
          {"span_ms", of_bot(&MeasuredShare::span)},
          {"tables", found->tables},
          {"cores", found->cores},
          {"load", found->load}};
}

/// The columns of CSV: members of the JSON, or of an object in it.
constexpr std::array<std::string_view, 16> csv_of_faults{
    "game",   "deal",      "game_name", "seat",   "bot",   "kind", "decision",       "message",
    "ran_ms", "waited_ms", "span_ms",   "tables", "cores", "load", "content_sha256", "after_ruling"};

/// Adds a game that is not before the last one. The last one again changes nothing.
void add_game(std::vector<GameRange>& games, std::uint64_t game) {
  if (games.empty() || games.back().end < game)
    games.push_back({game, game + 1});
  else
    games.back().end = game + 1;
}

/// The games as `tribunal ruling` takes them, `1-11,14`. Beyond sixteen ranges it ends with `and 5 more up to
/// 99`; `--json` lists all.
std::string some_games_text(std::span<const GameRange> games) {
  constexpr std::size_t most_ranges = 16;
  const auto shown = games.first(std::min(games.size(), most_ranges));
  const auto more = count_of(games.subspan(shown.size()));
  return games_text(shown) +
         (more == 0 ? "" : fmt::format(" and {} more up to {}", more, games.back().end - 1));
}

Bytes32 key_of(const Incident& incident) {
  constexpr std::uint64_t no_fault = ~std::uint64_t{0};
  const auto* const fault = incident.fault;
  const auto message = fault != nullptr ? without_measurements(incident.message) : incident.message;
  Sha256 hash;
  for (const auto number : {static_cast<std::uint64_t>(incident.bot()),
                            fault != nullptr ? static_cast<std::uint64_t>(fault->kind) : no_fault,
                            static_cast<std::uint64_t>(message.size())})
    hash.add(big_endian_64(number));
  hash.add(message);
  hash.add(incident.error_tail);
  return hash.finish();
}

}  // namespace

std::string see_again(std::string_view program, std::string_view folder, const Incident& incident) {
  if (incident.fault == nullptr) return {};
  return fmt::format("{} replay {} --game {}", shell_word(program), shell_word(folder), incident.game.index);
}

std::string error_tail_text(std::string_view tail) {
  if (tail.empty()) return {};
  std::string text = "  it wrote to stderr:\n";
  std::istringstream lines{std::string{tail}};
  for (std::string line; std::getline(lines, line);) text += "    " + legible(line) + '\n';
  return text;
}

WithoutPlaces for_author_of(int bot, const Plan& plan) {
  auto own = plan.bot(bot).command.directory.lexically_normal();
  if (!own.has_filename()) own = own.parent_path();  // the path ended with a slash
  return {{own}, {own.parent_path(), plan.file.parent_path(), usual_build_cache()}};
}

std::string incident_text(const Plan& plan, const Incident& incident, const std::string& again,
                          const TextLayout& layout) {
  auto head = fmt::format("{}: {} ({}): {}", printable(bot_of(plan, incident)), kind_of(incident),
                          place_of(plan, incident), printable(incident.message));
  if (incident.fault != nullptr) head = inked(Ink::fault, head, layout);
  return fitted_text(head + '\n' + error_tail_text(incident.error_tail) +
                         (again.empty() ? "" : "  see again: " + again + '\n'),
                     layout);
}

Json incident_json(const Plan& plan, const Incident& incident, const std::string& again,
                   const std::string& differs, std::int64_t after_ruling) {
  const auto* const fault = incident.fault;
  Json json{{"schema", report_schema},
            {"game", incident.game.index},
            {"deal", incident.game.deal},
            {"game_name", name_of_game(plan, incident.game)},
            {"seat", incident.seat},
            {"bot", bot_of(plan, incident)},
            {"kind", kind_of(incident)},
            {"decision", fault != nullptr ? Json(fault->decision + 1) : Json()},
            {"message", incident.message},
            {"stderr", incident.error_tail},
            {"again", fault != nullptr ? Json(again) : Json()},
            {"content_sha256", to_hex(incident.game.content)},
            {"after_ruling", after_ruling}};
  if (fault == nullptr) return json;
  json["measured"] = measured_json(measurements_of(incident));
  if (!differs.empty()) json["differs"] = differs;
  return json;
}

std::optional<Measurements> measurements_of(const Incident& incident) {
  if (incident.fault == nullptr || incident.fault->kind != FaultKind::timeout) return std::nullopt;
  return measurements_of(incident.message);
}

std::string faults_csv_heading() { return csv_heading({csv_of_faults.begin(), csv_of_faults.end()}); }

std::string faults_csv_line(const Json& fault) {
  const auto in_timeout = fault.value("measured", Json::object());
  std::vector<std::string> fields;
  for (const auto column : csv_of_faults) {
    const auto& holder = fault.contains(column) ? fault : in_timeout;
    fields.push_back(holder.contains(column) ? csv_field(holder[std::string{column}], 1) : "");
  }
  return csv_line(fields);
}

void FaultGroups::add(const Incident& incident) {
  const auto game = incident.game.index;
  const auto [found, is_new] = groups_.try_emplace(key_of(incident), FaultGroup{game, {}, {}});
  auto& group = found->second;
  if (!is_new && game != group.first_game) add_game(group.more_games, game);
  const auto in_message = measurements_of(incident);
  if (!in_message || !in_message->share) return;
  const auto waited = in_message->share->waited;
  auto [least, most] = group.waited.value_or(std::pair{waited, waited});
  group.waited = {std::min(least, waited), std::max(most, waited)};
}

std::optional<FaultGroup> FaultGroups::take_led_by(const Incident& incident) {
  const auto found = groups_.find(key_of(incident));
  if (found == groups_.end() || found->second.first_game != incident.game.index) return std::nullopt;
  auto group = std::move(found->second);
  groups_.erase(found);
  return group;
}

std::string same_again_text(const FaultGroup& group) {
  const auto games = count_of(group.more_games);
  if (games == 0) return {};
  const auto waited = group.waited ? fmt::format("; in all of them it waited {} to {} ms for a processor",
                                                 group.waited->first, group.waited->second)
                                   : "";
  return fmt::format("  the same as in game {} in {}: {}{}\n", group.first_game, counted(games, "more game"),
                     some_games_text(group.more_games), waited);
}

}  // namespace tribunal
