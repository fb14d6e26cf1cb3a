#include "fuzz/soundness.hpp"

#include <sstream>

#include "fuzz/fuzz.hpp"
#include "record/compact.hpp"
#include "record/verify/verify.hpp"

namespace tribunal::fuzz {
namespace {

void add_rules(std::string_view name, const GameInfo& game, std::vector<Rules>& all) {
  OptionTexts options;
  for (const auto& option : game.options) {
    if (option.name == "hands" || option.name == "target") options[option.name] = "1";
  }
  for (int players = game.fewest_players; players <= game.most_players; ++players) {
    if (auto rules = make_rules(name, players, options)) all.push_back(*std::move(rules));
  }
}

}  // namespace

const std::vector<Rules>& all_rules() {
  static const auto rules = [] {
    std::vector<Rules> all;
    for (const auto& game : catalogue()) {
      add_rules(game.name, game, all);
      for (const auto& preset : game.presets) add_rules(preset.name, game, all);
    }
    return all;
  }();
  return rules;
}

void must_be_sound(const Record& record, const Played& played) {
  std::string log;
  append_log(log, record, played);
  std::istringstream in{log};
  std::string compact;
  const auto result = verify_log(
      in, {.on_game = [&](const VerifiedGame& game) { compact = to_compact(game.logged.record); }});
  must(result.verdict == Verdict::holds && result.games == 1, "a log does not hold", result.text());
  must(compact == to_compact(record), "a log holds another record", compact);
  const auto again =
      from_compact(compact, {record.rules, record.deal, record.entrants, record.limits, record.host});
  must(again && to_compact(*again) == compact, "a compact record cannot be read again", compact);
}

}  // namespace tribunal::fuzz
