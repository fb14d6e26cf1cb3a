#include "report/standings/faults_report.hpp"

#include <fmt/format.h>
#include <sstream>

#include <nlohmann/json.hpp>

#include "base/escape.hpp"
#include "base/text/text_width.hpp"
#include "check/again.hpp"
#include "report/format/schema.hpp"

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

std::string in_a_line(const nlohmann::ordered_json& json) {
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
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

std::string restart_json(const Plan& plan, const StoredRestart& restart) {
  return in_a_line({{"schema", report_schema},
                    {"game", restart.game.index},
                    {"deal", restart.game.deal},
                    {"game_name", name_of_game(plan, restart.game)},
                    {"seat", restart.seat},
                    {"bot", bot_of(plan, restart)},
                    {"kind", restart_kind},
                    {"decision", nullptr},
                    {"message", restart.message},
                    {"stderr", restart.error_tail},
                    {"again", nullptr}});
}

std::string fault_json(const Plan& plan, const StoredFault& fault, const std::string& again,
                       const std::string& differs) {
  nlohmann::ordered_json json{{"schema", report_schema},
                              {"game", fault.game.index},
                              {"deal", fault.game.deal},
                              {"game_name", name_of_game(plan, fault.game)},
                              {"seat", fault.fault.seat},
                              {"bot", bot_of(plan, fault)},
                              {"kind", name_of(fault.fault.kind)},
                              {"decision", fault.fault.decision + 1},
                              {"message", fault.message},
                              {"stderr", fault.error_tail},
                              {"again", again}};
  if (!differs.empty()) json["differs"] = differs;
  return in_a_line(json);
}

}  // namespace tribunal
