#pragma once

#include <functional>
#include <string>

#include "bots/process/grace.hpp"
#include "bots/process/tap.hpp"
#include "bots/sandbox/sandbox.hpp"
#include "bots/system/command.hpp"
#include "table/restart.hpp"

namespace tribunal {

class Bot;
class StartDesk;

/// A bot in the form in which the organiser entered it.
struct BotEntry {
  std::string name;
  Command command;
  Sandbox sandbox;
  std::string sha256;  ///< hash of the bot's files for the record; may be empty
  Restart restart = Restart::never;
  Grace grace{};
  Tap tap = {};                                   ///< receives all data on the pipes of its processes
  std::function<void(const Bot&)> on_ready = {};  ///< called whenever one of its processes becomes ready
  /// Decides when the bot is started, and how often a start is repeated. If null, the first failed start
  /// counts.
  StartDesk* starts = nullptr;
  int number = 0;  ///< number of the bot at that desk
};

}  // namespace tribunal
