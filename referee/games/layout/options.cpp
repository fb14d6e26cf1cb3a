#include <algorithm>

#include "games/core/option_values.hpp"
#include "games/layout/rules.hpp"

namespace tribunal {
namespace {

constexpr int usual_hustler_hands = 200;
constexpr int usual_drop_points = 5;

constexpr std::pair<std::string_view, SessionKind> sessions[]{{"plain", SessionKind::plain},
                                                              {"gambling", SessionKind::gambling},
                                                              {"hustler", SessionKind::hustler},
                                                              {"stud", SessionKind::stud},
                                                              {"cube", SessionKind::cube}};

/// The usual ante; 0 without a pot.
int usual_ante(SessionKind session) {
  switch (session) {
    case SessionKind::gambling:
      return 5;
    case SessionKind::hustler:
      return 20;
    case SessionKind::stud:
      return 1;
    default:
      return 0;
  }
}

std::string name_of(SessionKind session) {
  return std::string{
      std::ranges::find(sessions, session, [](const auto& entry) { return entry.second; })->first};
}

}  // namespace

std::vector<OptionInfo> session_options() {
  std::vector<std::string> words;
  for (const auto& [word, session] : sessions) words.emplace_back(word);
  auto hands = hands_option();
  hands.default_value = std::string{"usual"};
  hands.words = {"usual"};
  hands.meaning = "Hands in a game, at most; usual means 1, and 200 for hustler.";
  return {
      {.name = "session",
       .default_value = words.front(),
       .words = words,
       .meaning = "The stakes of the hands: their points, chips of a pot in one of three ways, or points "
                  "under a doubling cube."},
      {.name = "ante",
       .default_value = std::string{"usual"},
       .lowest = 0,
       .highest = 1000,
       .words = {"usual"},
       .meaning = "Chips that each player puts into an empty pot; usual means 5 for gambling, 20 for "
                  "hustler, 1 for stud, and 0 if there is no pot."},
      {.name = "drop_points",
       .default_value = std::int64_t{usual_drop_points},
       .lowest = 1,
       .highest = 100,
       .words = {},
       .meaning = "Points for a double that is dropped, times the cube (session=cube only)."},
      {.name = "rejoin",
       .default_value = std::string{"always"},
       .words = {"always", "ask"},
       .meaning = "Whether players who folded are always dealt in again while the pot stays, or are asked "
                  "(session=gambling only)."},
      std::move(hands),
  };
}

LayoutScoring scoring_of(const OptionValues& options) {
  return meaning_of<LayoutScoring>(word_of(options, "scoring"), {{"banilower", LayoutScoring::banilower},
                                                                 {"basic", LayoutScoring::basic},
                                                                 {"advanced", LayoutScoring::advanced},
                                                                 {"preferred", LayoutScoring::preferred}});
}

void read_session(OptionValues& options, LayoutRules& rules) {
  rules.session = meaning_of<SessionKind>(word_of(options, "session"), sessions);
  rules.ante = settle_number(options, "ante", usual_ante(rules.session));
  rules.drop_points = number_of(options, "drop_points");
  rules.rejoin = word_of(options, "rejoin") == "ask" ? Rejoin::ask : Rejoin::always;
  rules.hands =
      settle_number(options, "hands", rules.session == SessionKind::hustler ? usual_hustler_hands : 1);
}

std::optional<std::string> session_objection(const LayoutRules& rules) {
  const auto session = "session=" + name_of(rules.session);
  const auto not_players = ", not " + std::to_string(rules.players);
  if (rules.session == SessionKind::hustler && (rules.players != 2 || !rules.mob)) {
    return session + " is for exactly two players and the Mob: players=2 and mob=on";
  }
  if (rules.session == SessionKind::cube && rules.players != 2) {
    return session + " is for exactly 2 players" + not_players;
  }
  if (rules.has_pot() && rules.players == 1) {
    return session + " is for 2 to 5 players" + not_players + ": the Mob has no chips";
  }
  if (rules.has_pot() && rules.ante == 0) return session + " needs a pot: ante is 1 or more";
  if (!rules.has_pot() && rules.ante > 0) {
    return "ante=" + std::to_string(rules.ante) +
           " belongs to a session with a pot: gambling, hustler or stud";
  }
  if (rules.session != SessionKind::gambling && rules.rejoin == Rejoin::ask) {
    return "rejoin=ask belongs to session=gambling";
  }
  if (rules.session != SessionKind::cube && rules.drop_points != usual_drop_points) {
    return "drop_points=" + std::to_string(rules.drop_points) + " belongs to session=cube";
  }
  return std::nullopt;
}

}  // namespace tribunal
