// A recorded game shown step by step.
#include "report/replay/replay_view.hpp"

#include <iterator>
#include <map>
#include <sstream>

#include <catch2/catch.hpp>

#include "games/anarchy/family.hpp"
#include "games/chez/family.hpp"
#include "games/layout/family.hpp"
#include "games/tennis/family.hpp"
#include "games/vocabulary.hpp"
#include "record/pennies.hpp"
#include "record/transcript.hpp"
#include "report/replay/points.hpp"
#include "report/replay/table_text.hpp"
#include "support/random_record.hpp"

using namespace tribunal;
using namespace tribunal::testing;
using Catch::StartsWith;

namespace {

constexpr auto letters = CardStyle::letters;

Card card(std::string_view text) { return Card::parse(text).value(); }

std::vector<Card> cards(std::initializer_list<std::string_view> texts) {
  std::vector<Card> some;
  for (const auto text : texts) some.push_back(card(text));
  return some;
}

Event with(Verb verb, Seat seat, std::initializer_list<std::string_view> texts) {
  return Event::with_cards(verb, seat, cards(texts));
}

std::vector<Card> by_suits(std::vector<Card> hand) {
  std::ranges::sort(hand, {}, [](Card card) {
    return card.is_joker() ? std::pair{suit_count, 0}
                           : std::pair{static_cast<int>(card.suit()), -static_cast<int>(card.rank())};
  });
  return hand;
}

/// The frames of decisions, by the index of the decision.
std::vector<std::size_t> frames_of_decisions(const std::vector<ReplayFrame>& frames) {
  std::vector<std::size_t> places;
  for (std::size_t at = 0; at < frames.size(); ++at)
    if (frames[at].seat) places.push_back(at);
  return places;
}

/// The line of a seat in a frame.
std::string line_of(const std::string& frame, Seat seat) {
  const auto name = " seat " + std::to_string(seat) + " ";
  const auto at = std::min(frame.find("\n   " + name), frame.find("\n  >" + name));
  return at == frame.npos ? "" : frame.substr(at + 1, frame.find('\n', at + 1) - at - 1);
}

/// The text after that name in a line, up to two spaces.
std::string part_of(const std::string& line, const std::string& name) {
  const auto at = line.find("  " + name + " ");
  if (at == line.npos) return "";
  const auto begin = at + name.size() + 3;
  return line.substr(begin, line.find("  ", begin) - begin);
}

std::string in_any_order(const std::string& text) {
  std::istringstream in{text};
  std::vector<std::string> words{std::istream_iterator<std::string>{in}, {}};
  std::ranges::sort(words);
  std::string sorted;
  for (const auto& word : words) sorted += word + " ";
  return sorted;
}

/// Compares the line of each seat with the engine; a seat that has folded holds nothing.
void compare_with_engine(const std::string& frame, const Position& table, bool has_melds) {
  for (Seat seat = 0; index_of(seat) < table.seats.size(); ++seat) {
    const auto& real = table.seats[index_of(seat)];
    const auto line = line_of(frame, seat);
    CAPTURE(frame, line);
    if (!has_melds || !real.out) CHECK(part_of(line, "hand") == shown_cards(by_suits(real.hand), letters));
    CHECK(in_any_order(part_of(line, "open")) == in_any_order(shown_cards(real.open, letters)));
  }
}

}  // namespace

TEST_CASE("a game is shown as its deal, a frame a decision and a further deal, and its result") {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    Dice dice{seed};
    const auto record = random_record(dice, {5, 5, 5});
    const auto frames = replay_frames(record, letters);
    REQUIRE(frames);
    const auto decided = frames_of_decisions(*frames);
    REQUIRE(decided.size() == record.decisions.size());
    for (std::size_t at = 0; at < record.decisions.size(); ++at)
      CHECK(frames->at(decided[at]).seat == record.decisions[at].seat);
    std::size_t deals = 0;
    const auto played = play_again(record);
    REQUIRE(played);
    for (const auto& event : played->events)
      if (event.verb == verbs::hand || event.verb == verbs::round) ++deals;
    CHECK(frames->size() == record.decisions.size() + deals + 1);
    for (const auto at : decided) CHECK_FALSE(frames->at(at).text.contains(" deals hand "));
    CHECK_THAT(frames->front().text, StartsWith(record.rules.game() + ", deal "));
    CHECK_THAT(frames->back().text, StartsWith("result\n"));
    std::size_t comments = 0;
    std::size_t faults = 0;
    for (const auto& [frame, seat, fault] : *frames) {
      CHECK(frame.ends_with('\n'));
      CHECK(fault == frame.contains("\n  ! "));
      CHECK(std::ranges::none_of(
          frame, [](char byte) { return (byte >= 0 && byte < ' ' && byte != '\n') || byte == 0x7f; }));
      for (auto at = frame.find("\n  # "); at != frame.npos; at = frame.find("\n  # ", at + 1)) ++comments;
      for (auto at = frame.find("\n  ! "); at != frame.npos; at = frame.find("\n  ! ", at + 1)) ++faults;
    }
    CHECK(comments == record.comments.size());
    CHECK(faults == record.faults.size());
  }
}

TEST_CASE("a frame shows who decided what in what time, then the table with who is next") {
  const auto frames = replay_frames(pennies_record(), letters);
  REQUIRE(frames);
  CHECK(frames->at(0).text ==
        "pennies, deal 0 of play\n"
        "  seat 0 left deals hand 1\n"
        "  stock 52, discards 0, aces 0\n"
        "  > seat 0 left      0  hand   melds\n"
        "    seat 1 right     0  hand   melds\n");
  CHECK(frames->at(4).text ==
        "decision 4 of 6: seat 1 right\n"
        "  # seat 0 left: well\n"
        "  ! seat 1 right is at fault: garbage after 14 us, said: eh\n"
        "  seat 1 right passes (by the referee)\n"
        "  seat 1 right scores 1, 1 in all\n"
        "  stock 52, discards 0, aces 0\n"
        "  > seat 0 left      1  hand   melds  h K K\n"
        "    seat 1 right     1  hand   melds  s K\n");
  CHECK(frames->at(5).text.starts_with("decision 5 of 6: seat 0 left\n  seat 0 left passes (13 us)\n"));
  CHECK(frames->back().text ==
        "result\n"
        "  seat 0 left   place 1 with 2\n"
        "  seat 1 right  place 2 with 1, forfeit\n");
}

TEST_CASE("the frames of a game show what there is on its table") {
  const auto [game, players, options, middle, place] =
      GENERATE(table<std::string, int, OptionTexts, std::string, std::string>({
          {"revolution", 3, {}, "\n  stock 33, discards 0, aces 3", "  melds"},
          {"mitch", 6, {{"packs", "2"}}, "\n  stock 69, discards 0, aces 4", "  melds"},
          {"revolution", 3, {{"session", "gambling"}}, ", pot 15", "  chips -5"},
          {"tennis", 4, {}, "deal 0 of play\n", "  pile 6"},
          {"anarchist-bomb", 3, {}, "\n  turned up ", "seat 3 the referee"},
          {"organised-chaos", 4, {}, "deal 0 of play\n", "  hand "},
          {"snark", 4, {}, "deal 0 of play\n", "  hand "},
          {"chez", 4, {}, "\n  stock 25, pile 1 (top ", "  hand "},
      }));
  Dice dice{7};
  const auto rules = make_rules(game, players, options).value();
  const auto record = RandomGame{rules, {}, {0, 0, 0}, dice}.play(
      DealReference{"play", 0, deal_key(Secret::from_seed("42"), "play", 0)});
  const auto frames = replay_frames(record, letters);
  REQUIRE(frames);
  CAPTURE(frames->front().text);
  CHECK_THAT(frames->front().text, Catch::Contains(middle));
  CHECK_THAT(frames->front().text, Catch::Contains(place));
  const auto draws = middle.starts_with("\n  stock") || middle.contains("pot");
  CHECK(frames->front().text.contains("stock") == draws);
}

TEST_CASE("a hand is shown by suits from the highest, a trick aside by its seats") {
  Dice dice{7};
  const auto rules = make_rules("tennis", 3, {}).value();
  const auto record = RandomGame{rules, {}, {0, 0, 0}, dice}.play(
      DealReference{"play", 0, deal_key(Secret::from_seed("42"), "play", 0)});
  const auto frames = replay_frames(record, letters);
  REQUIRE(frames);
  CHECK(frames->at(5).text ==
        "decision 5 of 152: seat 2 greedy\n"
        "  seat 2 greedy plays 4s (107 us)\n"
        "  > seat 0 greedy     0  hand Tc 4c 7d Qs 2s  pile 10\n"
        "    seat 1 greedy     0  hand Ts 7s 6s 5s     pile 13  plays 9c\n"
        "    seat 2 greedy     0  hand Jc 8d 5d 4h     pile 10  plays 4s\n");
  CHECK(frames->at(6).text ==
        "decision 6 of 152: seat 0 greedy\n"
        "  seat 0 greedy plays Qs (192 us)\n"
        "  seat 1 greedy led a trick that nobody wins; 3 cards lie aside\n"
        "  aside Qs 9c 4s\n"
        "    seat 0 greedy     0  hand Tc 4c 7d 2s  pile 10\n"
        "    seat 1 greedy     0  hand Ts 7s 6s 5s  pile 13\n"
        "  > seat 2 greedy     0  hand Jc 8d 5d 4h  pile 10\n");
}

TEST_CASE("cards have letters, or the signs of their suits with the red ones red") {
  CHECK(shown_cards(cards({"Kh", "2c", "Jo", "??"}), letters) == "Kh 2c Jo ??");
  CHECK(shown_cards(cards({"Kh", "Td", "2c", "As", "Jo", "??"}), CardStyle::signs) ==
        "\x1b[31mK\u2665\x1b[0m \x1b[31mT\u2666\x1b[0m 2\u2663 A\u2660 Jo ??");
  CHECK(shown_meld(cards({"Kh", "9h"}), letters) == "h K 9");
  CHECK(shown_meld(cards({"Kh", "9h"}), CardStyle::signs) == "\x1b[31m\u2665 K 9\x1b[0m");
}

TEST_CASE("every verb of the vocabulary has a sentence, and each of its arguments a place in it") {
  for (const auto verb : vocabulary()) {
    Event event{.verb = verb, .seat = 1};
    event.size = static_cast<std::uint8_t>(verb->arguments.size());
    INFO(verb->name);
    const auto text = told(event, "seat 1", letters);
    CHECK_THAT(text, StartsWith("seat 1 ") && !Catch::Contains("{"));
    for (std::size_t i = 0; i < event.size; ++i) {
      const auto field = [i](std::string_view end) { return '{' + std::to_string(i) + std::string{end}; };
      const bool is_told = verb->sentence.contains(field("}")) || verb->sentence.contains(field(":")) ||
                           verb->sentence.contains(field("*}")) || verb->sentence.contains("{*}");
      CHECK(is_told);
    }
  }
  CHECK(told(with(verbs::play, 1, {"Kh"}), "seat 1 greedy", letters) == "seat 1 greedy plays Kh");
  CHECK(told(Event::with_numbers(verbs::conquer, 1, {2, 8}), "seat 1", letters) ==
        "seat 1 conquers hearts for 8");
  CHECK(told(Event::with_numbers(verbs::give, 1, {2, card("3c").index(), card("Jo").index()}), "seat 1",
             letters) == "seat 1 passes 3c Jo to seat 2");
  CHECK(told(Event::with_numbers(verbs::next, 1, {2, 0}), "seat 1", letters) ==
        "seat 1 makes seat 2 play next, and then downwards");
  CHECK(told(Event::with_numbers(verbs::direction, 1, {1}), "seat 1", letters) ==
        "seat 1 makes play go upwards");
  CHECK(told(with(verbs::bomb, 1, {}), "seat 1", letters) == "seat 1 throws the bomb");
}

TEST_CASE("times are shown in the unit that fits") {
  CHECK(shown_time(0) == "0 us");
  CHECK(shown_time(999) == "999 us");
  CHECK(shown_time(1000) == "1.0 ms");
  CHECK(shown_time(25'499) == "25.4 ms");
  CHECK(shown_time(999'999) == "999.9 ms");
  CHECK(shown_time(1'000'213) == "1.00 s");
  CHECK(shown_time(61'230'000) == "61.23 s");
}

TEST_CASE("a record that cannot have happened is not shown") {
  auto record = pennies_record();
  record.decisions.pop_back();
  CHECK_FALSE(replay_frames(record, letters));
}

TEST_CASE("each frame shows the hands and the open cards that the engine knows, with two packs as well") {
  const auto [game, players] = GENERATE(table<std::string, int>({
      {"chez", 6},
      {"chez-two-packs", 2},
      {"mitch-two-packs", 7},
      {"revolution", 3},
      {"organised-chaos", 5},
      {"anarchist-bomb", 3},
      {"tennis", 3},
  }));
  const auto rules = make_rules(game, players, {}).value();
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    Dice dice{seed};
    const auto record = RandomGame{rules, {}, {0, 0, 0}, dice}.play();
    const auto frames = replay_frames(record, letters);
    REQUIRE(frames);
    const auto live = rules.deal(std::make_shared<const KeyedDeal>(record.deal.key));
    auto events = EventLog::muted();
    live->begin(events);
    const auto places = frames_of_decisions(*frames);
    std::size_t decided = 0;
    while (!live->wanted().empty()) {
      const auto before = places.at(decided) - 1;
      compare_with_engine(frames->at(before).text, live->position(), rules.game() != "chez");
      Choices choices;
      for (const auto seat : live->wanted()) choices[seat] = record.decisions[decided++].action;
      live->apply(choices, events);
    }
    CHECK(decided == record.decisions.size());
  }
}

// The breakdown of a game's points.

TEST_CASE("the parts of a seat's points add up to them, and its points to its score") {
  Dice dice{29};
  for (int game = 0; game < 200; ++game) {
    const auto record = random_record(dice, {.faults = 0, .start_faults = 0, .comments = 0});
    const auto played = play_again(record);
    REQUIRE(played);
    std::map<Seat, std::int32_t> points;
    std::map<Seat, std::int32_t> chips;
    for (const auto& one : points_of(record.rules.game(), played->events, played->outcome)) {
      CAPTURE(record.rules.game(), one.seat, one.hand);
      std::int32_t sum = 0;
      for (const auto& part : one.parts) {
        CHECK((part.points != 0 || part.what.starts_with("bid ")));
        sum += part.points;
      }
      CHECK(sum == one.points);
      auto& total = (one.in_chips ? chips : points)[one.seat];
      total += one.points;
      CHECK(total == one.total);
    }
    const auto& scores = chips.empty() ? points : chips;
    for (const Seat seat : SeatSet::first(played->outcome.ranked())) {
      const auto had = scores.find(seat);  // none if no player's chips changed
      CHECK((had == scores.end() ? 0 : had->second) == played->outcome.scores.at(index_of(seat)));
    }
  }
}

TEST_CASE("points are named after suits, bonuses, bids and the pot") {
  Dice dice{30};
  std::map<std::string, int> names;
  for (int game = 0; game < 200; ++game) {
    const auto record = random_record(dice, {.faults = 0, .start_faults = 0, .comments = 0});
    const auto played = play_again(record);
    REQUIRE(played);
    for (const auto& one : points_of(record.rules.game(), played->events, played->outcome))
      for (const auto& part : one.parts) ++names[part.what];
  }
  for (const auto* name : {"clubs", "missing suits", "quartets", "paid into the pot", "bid spades",
                           "cards in suits that others won", "cards in suits that others won, penalties",
                           "1 for each seat behind"})
    CHECK(names[name] > 0);
}
