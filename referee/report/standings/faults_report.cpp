#include "report/standings/faults_report.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <sstream>
#include <utility>

#include "base/escape.hpp"
#include "base/text/number_text.hpp"
#include "base/text/text_width.hpp"
#include "check/order.hpp"
#include "report/format/columns_and_csv.hpp"
#include "table/silence.hpp"

namespace tribunal {
namespace {

const std::string& bot_of(const Plan& plan, const StoredFault& fault) {
  return plan.bots.at(static_cast<std::size_t>(fault.seat().bot)).name;
}

const std::string& bot_of(const Plan& plan, const StoredRestart& restart) {
  return plan.bots.at(static_cast<std::size_t>(restart.bot())).name;
}

const std::string& name_of_game(const Plan& plan, const GameResult& game) {
  return plan.games.at(static_cast<std::size_t>(game.game)).name;
}

/// `game 17, deal 5 of chez, seat 1`
std::string place_of(const Plan& plan, const GameResult& game, Seat seat) {
  return fmt::format("game {}, deal {}{}, seat {}", game.index, game.deal,
                     plan.games.size() > 1 ? " of " + printable(name_of_game(plan, game)) : "", seat);
}

/// The measurements as an object, whose members are null where nobody knows them.
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

/// A fault or a restart, which has neither a decision nor a command to see it again.
template <class Incident>
Json incident_json(const Plan& plan, const Incident& incident, Seat seat, std::string_view kind,
                   const Json& decision, const Json& again) {
  return {{"schema", report_schema},
          {"game", incident.game.index},
          {"deal", incident.game.deal},
          {"game_name", name_of_game(plan, incident.game)},
          {"seat", seat},
          {"bot", bot_of(plan, incident)},
          {"kind", kind},
          {"decision", decision},
          {"message", incident.message},
          {"stderr", incident.error_tail},
          {"again", again},
          {"content_sha256", to_hex(incident.game.content)}};
}

/// The columns of CSV: members of the JSON, or of an object in it.
constexpr std::array<std::string_view, 15> csv_of_faults{
    "game",   "deal",      "game_name", "seat",   "bot",   "kind", "decision",      "message",
    "ran_ms", "waited_ms", "span_ms",   "tables", "cores", "load", "content_sha256"};

constexpr std::size_t most_ranges = 16;

Bytes32 key_of(int bot, std::uint64_t kind, std::string_view message, std::string_view error_tail) {
  Sha256 hash;
  for (const auto number :
       {static_cast<std::uint64_t>(bot), kind, static_cast<std::uint64_t>(message.size())})
    hash.add(big_endian_64(number));
  hash.add(message);
  hash.add(error_tail);
  return hash.finish();
}

Bytes32 key_of(const StoredFault& fault) {
  return key_of(fault.seat().bot, static_cast<std::uint64_t>(fault.fault.kind),
                without_measurements(fault.message), fault.error_tail);
}

Bytes32 key_of(const StoredRestart& restart) {
  constexpr std::uint64_t no_fault = ~std::uint64_t{0};
  return key_of(restart.bot(), no_fault, restart.message, restart.error_tail);
}

}  // namespace

std::string see_again(std::string_view program, std::string_view folder, const StoredFault& fault) {
  const auto name = shell_word(program);
  return fmt::format("{} replay {} --game {}", name, shell_word(folder), fault.game.index);
}

std::string error_tail_text(std::string_view tail) {
  if (tail.empty()) return {};
  std::string text = "  it wrote to stderr:\n";
  std::istringstream lines{std::string{tail}};
  for (std::string line; std::getline(lines, line);) text += "    " + escaped(line) + '\n';
  return text;
}

std::string fault_text(const Plan& plan, const StoredFault& fault, const std::string& again) {
  return fmt::format("{}: {} ({}, decision {}): {}\n{}  see again: {}\n", printable(bot_of(plan, fault)),
                     name_of(fault.fault.kind), place_of(plan, fault.game, fault.fault.seat),
                     fault.fault.decision + 1, printable(fault.message), error_tail_text(fault.error_tail),
                     again);
}

std::string restart_text(const Plan& plan, const StoredRestart& restart) {
  return fmt::format("{}: {} ({}): {}\n{}", printable(bot_of(plan, restart)), restart_kind,
                     place_of(plan, restart.game, restart.seat), printable(restart.message),
                     error_tail_text(restart.error_tail));
}

Json restart_json(const Plan& plan, const StoredRestart& restart) {
  return incident_json(plan, restart, restart.seat, restart_kind, nullptr, nullptr);
}

Json fault_json(const Plan& plan, const StoredFault& fault, const std::string& again,
                const std::string& differs) {
  auto json = incident_json(plan, fault, fault.fault.seat, name_of(fault.fault.kind),
                            fault.fault.decision + 1, again);
  json["measured"] = measured_json(measurements_of(fault));
  if (!differs.empty()) json["differs"] = differs;
  return json;
}

std::optional<Measurements> measurements_of(const StoredFault& fault) {
  if (fault.fault.kind != FaultKind::timeout) return std::nullopt;
  return measurements_of(fault.message);
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

void GameNumbers::add(std::uint64_t game) {
  if (!ranges_.empty() && ranges_.back().last == game) return;
  ++size_;
  if (!ranges_.empty() && ranges_.back().last + 1 == game) {
    ranges_.back().last = game;
  } else {
    ranges_.push_back({game, game});
  }
}

std::string GameNumbers::text() const {
  std::string text;
  std::uint64_t named = 0;
  for (std::size_t at = 0; at < ranges_.size() && at < most_ranges; ++at) {
    const auto [first, last] = ranges_[at];
    text += (at == 0 ? "" : ", ") + std::to_string(first);
    if (last > first) text += (last == first + 1 ? ", " : "-") + std::to_string(last);
    named += last - first + 1;
  }
  if (named < size_) text += fmt::format(" and {} more up to {}", size_ - named, ranges_.back().last);
  return text;
}

void FaultGroups::add(const StoredFault& fault) {
  auto& group = add(key_of(fault), fault.game.index);
  const auto found = measurements_of(fault);
  if (!found || !found->share) return;
  const auto waited = found->share->waited;
  auto [least, most] = group.waited.value_or(std::pair{waited, waited});
  group.waited = {std::min(least, waited), std::max(most, waited)};
}
void FaultGroups::add(const StoredRestart& restart) { (void)add(key_of(restart), restart.game.index); }

std::optional<FaultGroup> FaultGroups::take_led_by(const StoredFault& fault) {
  return take(key_of(fault), fault.game.index);
}

std::optional<FaultGroup> FaultGroups::take_led_by(const StoredRestart& restart) {
  return take(key_of(restart), restart.game.index);
}

FaultGroup& FaultGroups::add(const Bytes32& key, std::uint64_t game) {
  const auto [found, is_new] = groups_.try_emplace(key, FaultGroup{game, {}, {}});
  if (!is_new && game != found->second.first_game) found->second.more_games.add(game);
  return found->second;
}

std::optional<FaultGroup> FaultGroups::take(const Bytes32& key, std::uint64_t game) {
  const auto found = groups_.find(key);
  if (found == groups_.end() || found->second.first_game != game) return std::nullopt;
  auto group = std::move(found->second);
  groups_.erase(found);
  return group;
}

std::string same_again_text(const FaultGroup& group) {
  const auto games = group.more_games.size();
  if (games == 0) return {};
  const auto waited = group.waited ? fmt::format("; in all of them it waited {} to {} ms for a processor",
                                                 group.waited->first, group.waited->second)
                                   : "";
  return fmt::format("  the same as in game {} in {}: {}{}\n", group.first_game, counted(games, "more game"),
                     group.more_games.text(), waited);
}

}  // namespace tribunal
