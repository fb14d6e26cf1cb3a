// A recorded game shown step by step.
#include "report/replay/replay_view.hpp"

#include <catch2/catch.hpp>

#include "games/anarchy/family.hpp"
#include "games/chez/family.hpp"
#include "games/layout/family.hpp"
#include "games/tennis/family.hpp"
#include "games/vocabulary.hpp"
#include "record/pennies.hpp"
#include "report/replay/table_state.hpp"
#include "report/replay/told.hpp"
#include "support/random_record.hpp"

using namespace tribunal;
using namespace tribunal::testing;
using Catch::Matchers::StartsWith;

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

}  // namespace

TEST_CASE("a game is shown as its deal, a frame a decision, and its result") {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    Dice dice{seed};
    const auto record = random_record(dice, {5, 5, 5});
    const auto frames = replay_frames(record, letters);
    REQUIRE(frames);
    REQUIRE(frames->size() == record.decisions.size() + 2);
    CHECK_THAT(frames->front(), StartsWith(record.rules.game() + ", deal "));
    CHECK_THAT(frames->back(), StartsWith("result\n"));
    std::size_t comments = 0;
    std::size_t faults = 0;
    for (const auto& frame : *frames) {
      CHECK(frame.ends_with('\n'));
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
  CHECK(frames->at(0) ==
        "pennies, deal 0 of play\n"
        "  seat 0 left deals hand 1\n"
        "  stock 52, discards 0, aces 0\n"
        "  > seat 0 left      0  hand   melds\n"
        "    seat 1 right     0  hand   melds\n");
  CHECK(frames->at(4) ==
        "decision 4 of 6: seat 1 right\n"
        "  # seat 0 left: well\n"
        "  ! seat 1 right is at fault: garbage after 14 us, said: eh\n"
        "  seat 1 right passes (by the referee)\n"
        "  seat 1 right scores 1, 1 in all\n"
        "  stock 52, discards 0, aces 0\n"
        "  > seat 0 left      1  hand   melds  h K K\n"
        "    seat 1 right     1  hand   melds  s K\n");
  CHECK(frames->at(5).starts_with("decision 5 of 6: seat 0 left\n  seat 0 left passes (13 us)\n"));
  CHECK(frames->back() ==
        "result\n"
        "  seat 0 left   place 1 with 2\n"
        "  seat 1 right  place 2 with 1, forfeit\n");
}

TEST_CASE("the frames of a game show what there is on its table") {
  struct Example {
    std::string game;
    int players;
    OptionTexts options;
    std::string middle;
    std::string place;
  };
  const auto example = GENERATE(values<Example>({
      {"revolution", 3, {}, "\n  stock 33, discards 0, aces 3", "  melds"},
      {"mitch", 6, {{"packs", "2"}}, "\n  stock 69, discards 0, aces 4", "  melds"},
      {"revolution", 3, {{"session", "gambling"}}, ", pot 15", "  chips -5"},
      {"tennis", 4, {}, "deal 0 of play\n", "  pile 6"},
      {"anarchist-bomb", 3, {}, "\n  turned up ", "seat 3 the referee's"},
      {"organised-chaos", 4, {}, "deal 0 of play\n", "  hand "},
      {"snark", 4, {}, "deal 0 of play\n", "  hand "},
      {"chez", 4, {}, "\n  stock 25, pile 1 (top ", "  hand "},
  }));
  Dice dice{7};
  const auto rules = make_rules(example.game, example.players, example.options).value();
  const auto record = RandomGame{rules, {}, {0, 0, 0}, dice}.play(
      DealReference{"play", 0, deal_key(Secret::from_seed("42"), "play", 0)});
  const auto frames = replay_frames(record, letters);
  REQUIRE(frames);
  CAPTURE(frames->front());
  CHECK_THAT(frames->front(), Catch::Contains(example.middle));
  CHECK_THAT(frames->front(), Catch::Contains(example.place));
  const auto draws = example.middle.starts_with("\n  stock") || example.middle.contains("pot");
  CHECK(frames->front().contains("stock") == draws);
}

TEST_CASE("the table follows the events: hands, melds, stock, discards, aces, scores") {
  TableState table{2, {}};
  table.apply(with(verbs::deal, 0, {"4d", "Ah", "Kd"}));
  table.apply(with(verbs::ace, 0, {"Ah"}));
  table.apply(with(verbs::draw, 0, {"7c"}));
  CHECK(table.places()[0].hand == cards({"7c", "Kd", "4d"}));
  CHECK(table.stock() == 48);
  CHECK(table.aces() == 1);
  table.apply(with(verbs::play, 0, {"Kd"}));
  table.apply(with(verbs::play, 0, {"4d"}));
  table.apply(with(verbs::discard, 0, {"7c"}));
  table.apply(with(verbs::take, 1, {"7c"}));
  table.apply(Event::with_numbers(verbs::score, 1, {3, -5}));
  CHECK(table.places()[0].melds[1] == cards({"Kd", "4d"}));
  CHECK(table.places()[1].hand == cards({"7c"}));
  CHECK(table.places()[1].score == -5);
  CHECK(table.discards().empty());
  table.apply(Event::with_numbers(verbs::hand, 0, {2}));
  CHECK(table.places()[0].melds[1].empty());
  CHECK(table.places()[1].hand.empty());
  CHECK(table.places()[1].score == -5);
  CHECK(table.stock() == 52);
  CHECK(table.aces() == 0);
}

TEST_CASE("the table follows tricks that go to piles, and what is set aside") {
  TableState table{2, {TableShape::Played::in_tricks, 0, 24}};
  table.apply(Event::with_numbers(verbs::round, 0, {1}));
  table.apply(with(verbs::deal, 0, {"4d", "Kh", "Kd"}));
  table.apply(with(verbs::deal, 1, {"4c", "Qc", "Kc"}));
  CHECK(table.places()[0].pile == 21);
  table.apply(with(verbs::play, 0, {"Kh"}));
  CHECK(table.places()[0].in_trick == cards({"Kh"}));
  table.apply(with(verbs::play, 1, {"Kc"}));
  table.apply(Event::with_numbers(verbs::aside, 0, {2}));
  CHECK(table.places()[0].in_trick.empty());
  CHECK(table.aside() == cards({"Kh", "Kc"}));
  table.apply(with(verbs::play, 1, {"Qc"}));
  table.apply(with(verbs::play, 0, {"Kd"}));
  table.apply(Event::with_numbers(verbs::trick, 0, {4}));
  CHECK(table.aside().empty());
  CHECK(table.places()[0].pile == 25);
  table.apply(Event::with_numbers(verbs::round, 1, {2}));
  CHECK(table.places()[0].hand.empty());
  CHECK(table.places()[0].pile == 26);
  CHECK(table.places()[1].pile == 22);
}

TEST_CASE("the table follows passes, the bomb and captures, with the dummy as one more place") {
  TableState table{3, {TableShape::Played::in_tricks, 0, 0}};
  table.apply(Event::with_numbers(verbs::hand, 0, {1}));
  table.apply(with(verbs::deal, 0, {"4d", "Kh", "Kd"}));
  table.apply(with(verbs::deal, 3, {"3c", "2c", "Qc"}));
  REQUIRE(table.places().size() == 4);
  CHECK(table.places()[3].hand.size() == 3);
  table.apply(with(verbs::turn, 0, {"Jo"}));
  table.apply(with(verbs::exchange, 0, {"4d"}));
  CHECK(table.turned_up() == cards({"4d"}));
  CHECK(std::ranges::count(table.places()[0].hand, Card::joker()) == 1);
  table.apply(Event::with_numbers(verbs::give, 0, {1, card("Kd").index()}));
  CHECK(table.places()[1].hand == cards({"Kd"}));
  table.apply(with(verbs::play, 0, {"Jo"}));
  table.apply(with(verbs::play, 3, {"3c"}));
  table.apply(with(verbs::bomb, 0, {"4d"}));
  CHECK(table.places()[0].in_trick == cards({"4d"}));
  CHECK(table.turned_up().empty());
  table.apply(with(verbs::capture, 3, {"3c", "4d"}));
  CHECK(table.places()[0].in_trick.empty());
  CHECK(table.places()[3].captured == cards({"3c", "4d"}));
  table.apply(with(verbs::gather, 1, {"2h"}));
  CHECK(table.places()[1].hand == cards({"Kd", "2h"}));
}

TEST_CASE("the table follows the chips") {
  TableState table{2, {}};
  CHECK_FALSE(table.pot());
  table.apply(Event::with_numbers(verbs::ante, 0, {5}));
  table.apply(Event::with_numbers(verbs::pay, 1, {1}));
  CHECK(table.pot() == 6);
  CHECK(table.places()[0].chips == -5);
  table.apply(Event::with_numbers(verbs::fold, 0, {}));
  table.apply(Event::with_numbers(verbs::win, 1, {6}));
  CHECK(table.pot() == 0);
  CHECK(table.places()[1].chips == 5);
  CHECK(table.places()[0].out);
  table.apply(Event::with_numbers(verbs::hand, 0, {2}));
  CHECK_FALSE(table.places()[0].out);
  CHECK(table.places()[1].chips == 5);
}

TEST_CASE("the table follows a game of Chez: the pile, castles, courts and revolts") {
  TableState table{2, {TableShape::Played::on_pile, 55, 0}};
  table.apply(Event::with_numbers(verbs::hand, 0, {1}));
  table.apply(with(verbs::deal, 0, {"7c", "8c", "9c", "Tc", "Jh", "Qh", "Kh"}));
  table.apply(with(verbs::turn, 0, {"3h"}));
  CHECK(table.stock() == 47);
  table.apply(with(verbs::castle, 0, {"7c", "8c", "9c", "Tc"}));
  table.apply(with(verbs::court, 0, {"Jh", "Qh", "Kh"}));
  CHECK(table.places()[0].hand.empty());
  table.apply(with(verbs::play, 0, {"Jh"}));
  CHECK(table.discards() == cards({"3h", "Jh"}));
  CHECK(table.places()[0].open == cards({"7c", "8c", "9c", "Tc", "Qh", "Kh"}));
  table.apply(Event::with_numbers(verbs::deliver, 0, {1, card("Kh").index()}));
  CHECK(table.places()[1].hand == cards({"Kh"}));
  table.apply(with(verbs::execute, 0, {"Qh"}));
  table.apply(with(verbs::ruin, 0, {"7c", "8c", "9c", "Tc"}));
  CHECK(table.places()[0].open.empty());
  table.apply(Event::with_numbers(verbs::reshuffle, 1, {9}));
  CHECK(table.stock() == 9);
  CHECK(table.discards() == cards({"Jh"}));
  table.apply(Event::with_numbers(verbs::killed, 1, {}));
  CHECK(table.places()[1].hand.empty());
  CHECK(table.places()[1].out);
}

TEST_CASE("hands on the view's table are those that the game's own actions come from") {
  Dice dice{2};
  for (int i = 0; i < 20; ++i) {
    const auto record = random_record(dice, {0, 0, 0});
    TableState table{record.rules.seats(), shape_of(record.rules)};
    const auto played = play_again(record);
    REQUIRE(played);
    for (const auto& event : played->events) {
      const bool from_hand = event.is_decision && (event.verb == verbs::play || event.verb == verbs::discard);
      if (from_hand) {
        const auto& place = table.places()[index_of(event.seat)];
        const auto card = Card::from_index(static_cast<std::uint8_t>(event.arguments[0]));
        CHECK(std::ranges::count(place.hand, card) + std::ranges::count(place.open, card) >= 1);
      }
      table.apply(event);
    }
  }
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
    CHECK_THAT(text, StartsWith("seat 1 ") && !Catch::Matchers::Contains("{"));
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
