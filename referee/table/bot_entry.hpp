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

/// A bot as the organiser entered it.
struct BotEntry {
  std::string name;
  Command command;
  Sandbox sandbox;
  std::string sha256;  ///< the hash of the bot's files in the record; may be empty
  Restart restart = Restart::never;
  Grace grace;
  Tap tap = {};                                   ///< gets all data on the pipes of its processes
  std::function<void(const Bot&)> on_ready = {};  ///< called whenever one of its processes is ready
  /// Decides when it is started, and how often a start is repeated. Without one, the first failed start
  /// counts.
  StartDesk* starts = nullptr;
  int number = 0;  ///< the bot's number at that desk
};

}  // namespace tribunal
