#include "check/order.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "base/escape.hpp"

namespace tribunal {
namespace {

std::string command_for(const CheckOrder& order, std::string_view kind, const std::string& tables) {
  std::string command = shell_word(order.program) + " check --only " + std::string{kind} + tables;
  if (order.must_be_deterministic) command += " --deterministic";
  return command + order.options + " -- " + shell_word(order.command);
}

}  // namespace

std::string CheckedTable::game_text() const {
  std::string text = game;
  char separator = ':';
  for (const auto& [name, value] : options) {
    text += separator + name + '=' + value;
    separator = ',';
  }
  return text;
}

std::string check_command(const CheckOrder& order, std::string_view kind) {
  return command_for(order, kind, order.games);
}

std::string check_command(const CheckOrder& order, std::string_view kind, const CheckedTable& table,
                          std::size_t games) {
  const auto deals = std::max<std::size_t>(static_cast<std::size_t>(order.deals), games > 0 ? games - 1 : 0);
  return command_for(order, kind,
                     fmt::format(" --game {} --players {} --deals {}", shell_word(table.game_text()),
                                 table.rules.players(), deals));
}

std::string play_command(const CheckOrder& order, const CheckedTable& table, std::uint64_t deal) {
  std::string command = shell_word(order.program) + " play " + table.game;
  for (const auto& [name, value] : table.options) command += " --rule " + shell_word(name + '=' + value);
  command += fmt::format(" --seed {} --deal {}{} --", check_seed, deal, order.options);
  for (int seat = 0; seat < table.rules.players(); ++seat) command += ' ' + shell_word(order.command);
  return command;
}

}  // namespace tribunal
