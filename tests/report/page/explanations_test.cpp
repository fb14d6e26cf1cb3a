// The reasons of captures and the facts about the table on the page, compared with the engine.
#include <algorithm>
#include <map>
#include <regex>
#include <sstream>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "games/catalogue.hpp"
#include "record/transcript.hpp"
#include "report/page/page_builder.hpp"
#include "support/random_record.hpp"

using namespace tribunal;
using namespace tribunal::testing;

namespace {

nlohmann::json explained_page(const Record& record, std::optional<Seat> only = {}) {
  PageBuilder builder{{.title = "games", .version = "1"}};
  REQUIRE(builder.add_replay(0, record, only));
  return nlohmann::json::parse(builder.finish("").blocks.at(0)).at(0);
}

std::map<std::size_t, std::string> reasons_of(const nlohmann::json& page) {
  std::map<std::size_t, std::string> reasons;
  std::istringstream text{page.at("events").get<std::string>()};
  std::size_t event = 0;
  for (std::string line; std::getline(text, line); ++event)
    if (const auto at = line.find('#'); at != std::string::npos) reasons[event] = line.substr(at + 1);
  return reasons;
}

/// The lines of the page's events, as lists of words.
std::vector<std::vector<std::string>> lines_of(const nlohmann::json& page) {
  std::vector<std::vector<std::string>> lines;
  std::istringstream text{page.at("events").get<std::string>()};
  for (std::string line; std::getline(text, line);) {
    std::istringstream words{line.substr(line.starts_with('=') ? 1 : 0, line.find_first_of("|#"))};
    lines.emplace_back();
    for (std::string word; words >> word;) lines.back().push_back(word);
  }
  return lines;
}

/// The number of suits in a game of melds that passed from one seat to another, or to none, within a hand.
std::size_t suits_taken(const Record& record) {
  std::size_t taken = 0;
  Played played;
  std::optional<Position> before;
  REQUIRE_FALSE(play_again(record, played, [&](const Moment& moment) {
    const auto now = moment.game.position();
    for (std::size_t suit = 0; before && suit < suit_count; ++suit)
      if (before->hand_number == now.hand_number && before->winners[suit] != no_seat &&
          before->winners[suit] != now.winners[suit])
        ++taken;
    before = now;
  }));
  return taken;
}

}  // namespace

TEST_CASE("each card that captures is the highest of its suit, or alone in it, as the reason says") {
  const std::regex highest{"([2-9TJQKA])([cdhs]) is the highest of the (clubs|diamonds|hearts|spades)"};
  const std::regex alone{"([2-9TJQKA][cdhs]) is alone in its suit"};
  const std::string ranks = "23456789TJQKA";
  const std::string turned_up = ", and takes the card turned up";
  std::size_t of_suits = 0;
  std::size_t with_turn_up = 0;
  for (const auto& [name, players] :
       std::map<std::string, int>{{"anarchy", 5}, {"organised-chaos", 4}, {"snark", 4}}) {
    const auto page = explained_page(quiet_record(name, players, 1));
    const auto lines = lines_of(page);
    const auto reasons = reasons_of(page);
    std::map<std::string, std::string> trick;  // cards by seat
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const auto& words = lines[i];
      CAPTURE(name, i, words);
      if (words[0] == "play" && trick.size() == static_cast<std::size_t>(players)) trick.clear();
      if (words[0] == "play") trick[words[1]] = words[2];
      if (words[0] != "capture" && words[0] != "gather") continue;
      REQUIRE(reasons.contains(i));
      auto reason = reasons.at(i);
      CAPTURE(reason, trick);
      const auto is_played = [&](const std::string& card) {
        return std::ranges::any_of(trick, [&](const auto& one) { return one.second == card; });
      };
      const bool has_turn_up = !std::all_of(words.begin() + 2, words.end(), is_played);
      CHECK(reason.ends_with(turned_up) == has_turn_up);
      if (has_turn_up) reason.resize(reason.size() - turned_up.size());
      with_turn_up += has_turn_up ? 1 : 0;
      const auto of_suit = [&](char suit) {
        return std::ranges::count_if(trick, [&](const auto& card) { return card.second[1] == suit; });
      };
      std::smatch found;
      if (std::regex_match(reason, found, highest)) {
        ++of_suits;
        CHECK(trick.at(words[1]) == found.str(1) + found.str(2));
        CHECK(of_suit(found.str(2)[0]) > 1);
        for (const auto& [seat, card] : trick)
          CHECK((card[1] != found.str(2)[0] || ranks.find(card[0]) <= ranks.find(found.str(1))));
      } else if (std::regex_match(reason, found, alone)) {
        CHECK(words.size() == (has_turn_up ? 4 : 3));
        CHECK(of_suit(found.str(1)[1]) == 1);
      }
    }
  }
  CHECK(of_suits > 20);
  CHECK(with_turn_up > 0);
}

TEST_CASE("each trick of tennis has a reason, which names the winner's card first") {
  const auto page = explained_page(quiet_record("tennis", 3, 2));
  const auto lines = lines_of(page);
  const auto reasons = reasons_of(page);
  std::map<std::string, std::string> played;
  std::size_t tricks = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i][0] == "play") played[lines[i][1]] = lines[i][2];
    const bool is_won = lines[i][0] == "trick";
    CHECK(reasons.contains(i) == (is_won || lines[i][0] == "aside"));
    if (is_won) CHECK(reasons.at(i).starts_with(played.at(lines[i][1]) + " beats "));
    tricks += is_won ? 1 : 0;
  }
  CHECK(tricks > 5);
}

TEST_CASE("each suit that changes hands in games of melds has a reason") {
  std::size_t all = 0;
  for (const std::string name : {"mitch", "revolution"}) {
    for (std::uint64_t number = 0; number < 10; ++number) {
      const auto record = quiet_record(name, 3, number);
      const auto page = explained_page(record);
      const auto lines = lines_of(page);
      CAPTURE(name, number);
      std::size_t before_end = 0;
      for (const auto& [event, reason] : reasons_of(page)) {
        CAPTURE(event, reason);
        CHECK(lines.at(event).at(0) == "play");
        CHECK(std::regex_match(
            reason,
            std::regex{"takes (clubs|diamonds|hearts|spades) from seat [0-2], ([2-9]|1[0-2]) cards to [1-9]+|"
                       "takes \\w+ from seat [0-2], [0-9]+ cards? each, and its lowest is higher than .."}));
        const bool is_last =
            std::none_of(lines.begin() + static_cast<std::ptrdiff_t>(event) + 1, lines.end(),
                         [](const auto& line) { return line[0] == "play" || line[0] == "discard"; });
        before_end += is_last ? 0 : 1;
      }
      CHECK(before_end == suits_taken(record));
      all += before_end;
    }
  }
  CHECK(all > 20);
}

TEST_CASE("the page of chez says what is to be picked up, whom it hits, and that an ace may nope it") {
  std::size_t attacks = 0;
  std::size_t revolts = 0;
  for (std::uint64_t number = 0; number < 30; ++number) {
    const auto record = quiet_record("chez", 3, number);
    const auto page = explained_page(record);
    std::vector<std::vector<TableFact>> engine;
    Played played;
    REQUIRE_FALSE(play_again(record, played,
                             [&](const Moment& moment) { engine.push_back(moment.game.table_facts()); }));
    nlohmann::json now = nlohmann::json::array();
    std::size_t change = 0;
    const auto facts = page.at("facts");
    for (std::size_t decision = 0; decision < engine.size(); ++decision) {
      if (change < facts.size() && facts[change].at(0) == decision) now = facts[change++].at(1);
      CAPTURE(number, decision);
      REQUIRE(now.size() == engine[decision].size());
      for (std::size_t i = 0; i < now.size(); ++i) {
        CHECK(now[i].at(0) == engine[decision][i].name);
        CHECK(now[i].at(1) == engine[decision][i].text);
        const auto text = now[i].at(1).get<std::string>();
        if (now[i].at(0) == "attack" && text.contains("picks up")) ++attacks;
        if (now[i].at(0) == "who cannot play") revolts += text == "is killed" ? 1 : 0;
      }
    }
    CHECK(change == facts.size());
  }
  CHECK(attacks > 10);
  CHECK(revolts > 0);
}
