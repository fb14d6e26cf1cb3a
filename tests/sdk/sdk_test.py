"""The Python kit sees what the transcripts say: the same files, and the same expectations, as the C++ kit's."""

import io
import pathlib
import sys
import unittest
from typing import List, Tuple

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "sdk" / "python"))
import tribunal_bot  # noqa: E402
from tribunal_bot import Action, Card, Decision, Event, Hooks, Suit, View, describe, run  # noqa: E402

TRANSCRIPTS = HERE / "transcripts"


def talk(lines: str) -> Tuple[str, str]:
    """The views of a bot that always plays its first legal action, and its output."""
    seen: List[str] = []

    def decide(view: View) -> str:
        seen.append(f"{describe(view)}milliseconds {view.milliseconds}\n\n")
        return view.legal[0]

    def game_end(view: View) -> None:
        seen.append(f"{describe(view)}scores {numbers(view.scores)} places {numbers(view.places)}\n\n")

    out = io.StringIO()
    assert run("first", "1", decide, Hooks(game_end=game_end), io.StringIO(lines, newline=""), out) == 0
    return "".join(seen), out.getvalue()


def numbers(values: List[int]) -> str:
    return " ".join(map(str, values))


def game(lines: str) -> View:
    """The view at the end of `lines`."""
    views: List[View] = []
    run("x", "1", lambda view: view.legal[0], Hooks(game_start=views.append), io.StringIO(lines), io.StringIO())
    return views[-1]


class Transcripts(unittest.TestCase):
    def test_the_view_is_what_the_transcript_says(self) -> None:
        transcripts = sorted(TRANSCRIPTS.glob("*.views"))
        self.assertGreaterEqual(len(transcripts), 12)
        for transcript in transcripts:
            with self.subTest(transcript.stem):
                seen, said = talk(transcript.with_suffix(".txt").read_bytes().decode())
                self.assertEqual(seen, transcript.read_text())
                self.assertEqual(said, transcript.with_suffix(".said").read_text())


class Winners(unittest.TestCase):
    def test_a_suit_is_won_as_the_rules_say(self) -> None:
        cases = [line for line in (HERE / "winners.txt").read_text().splitlines() if not line.startswith("#")]
        self.assertGreaterEqual(len(cases), 20)
        for case in cases:
            options, *melds, winner = case.split("|")
            lines = f"game x you=0 seats={len(melds)} {options}\n"
            for seat, meld in enumerate(melds):
                lines += "".join(f"play {seat} {card}\n" for card in meld.split() if card != "-")
            expected = -1 if winner.strip() == "nobody" else int(winner)
            with self.subTest(case):
                self.assertEqual(game(lines).winner(Suit.HEARTS), expected)


class EqualCards(unittest.TestCase):
    def test_of_equal_cards_the_one_moves_that_the_line_is_about(self) -> None:
        cases = [line for line in (HERE / "equal_cards.txt").read_text().splitlines() if not line.startswith("#")]
        self.assertGreaterEqual(len(cases), 15)
        for case in cases:
            told, expected = case.split(" | ")
            lines = "\n".join(["game chez players=2 seats=2 you=0 packs=2", "hand 1 1", *told.split(", "), ""])
            with self.subTest(case):
                self.assertIn(expected, describe(game(lines)).splitlines())


class Cards(unittest.TestCase):
    def test_every_card_reads_back(self) -> None:
        for text in [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"] + ["Jo"]:
            self.assertEqual(Card.parse(text).text, text)
        self.assertEqual(Card.parse("Kh"), Card(tribunal_bot.KING, Suit.HEARTS))

    def test_anything_else_is_an_unknown_card(self) -> None:
        for text in ("??", "", "K", "kh", "1c", "10c", "Kx", "Khh"):
            self.assertFalse(Card.parse(text).known)
            self.assertEqual(Card.parse(text).text, "??")


class Actions(unittest.TestCase):
    def test_an_action_tells_its_cards_numbers_and_seat(self) -> None:
        for text, cards, numbers, seat in (
            ("give:2,3c,Jo,5c", "3c Jo 5c", (2, 0), 2),
            ("next:2,1", "", (2, 1), 2),
            ("bid:no-suit", "", (0, 0), -1),
            ("deliver:3,Kh", "Kh", (3, 0), 3),
            ("pass", "", (0, 0), -1),
        ):
            action = Action(text)
            self.assertEqual(" ".join(card.text for card in action.cards), cards)
            self.assertEqual((action.number(), action.number(1)), numbers)
            self.assertEqual(action.seat, seat)
        self.assertEqual(Action("bid:7").number(1, -5), -5)

    def test_an_action_keeps_its_words(self) -> None:
        for text, verb, arguments, card in (
            ("play:Kh", "play", "Kh", "Kh"),
            ("pass", "pass", "", "??"),
            ("give:2,3c,4c", "give", "2,3c,4c", "3c"),
            ("bid:7", "bid", "7", "??"),
        ):
            action = Action(text)
            self.assertEqual((action.text, action.verb, action.arguments), (text, verb, arguments))
            self.assertEqual(action.card.text, card)


class Talking(unittest.TestCase):
    ASK = "tribunal 1\ngame revolution players=2 seats=2 you=0\nask 1 10 play:Kh pass\n"

    def said(self, answer: "tribunal_bot.Decide") -> str:
        out = io.StringIO()
        run("b", "1", answer, None, io.StringIO(self.ASK), out)
        return out.getvalue()

    def test_a_comment_goes_out_before_the_move_and_on_one_line(self) -> None:
        said = self.said(lambda view: Decision(view.legal[1], "two\nlines"))
        self.assertEqual(said, "ready b 1\n# two lines\nmove 1 pass\n")

    def test_an_answer_may_be_a_plain_word(self) -> None:
        self.assertEqual(self.said(lambda _: "play:Kh"), "ready b 1\nmove 1 play:Kh\n")

    def test_an_answer_that_is_no_action_is_an_error_that_names_the_function(self) -> None:
        def forgetful(_: object) -> None:
            pass

        for answer in (None, 7, "", Decision(None, "why not")):  # type: ignore[arg-type]
            with self.assertRaisesRegex(TypeError, r"forgetful|<lambda>.* returned .*, which is no action; expected one of view.legal: play:Kh pass"):
                self.said(forgetful if answer is None else lambda _, it=answer: it)  # type: ignore[arg-type, misc]

    def test_every_answer_is_flushed(self) -> None:
        class Output(io.StringIO):
            flushed = ""

            def flush(self) -> None:
                self.flushed = self.getvalue()

        out = Output()
        run("b", "1", lambda view: view.legal[0], None, io.StringIO(self.ASK), out)
        self.assertEqual(out.flushed, "ready b 1\nmove 1 play:Kh\n")

    def test_hooks_hear_the_game_and_its_events(self) -> None:
        heard: List[str] = []

        def event(view: View, event: Event) -> None:
            heard.append(f"{event.verb} {event.seat} {len(event.arguments)} {len(view.hand)}")

        hooks = Hooks(lambda view: heard.append("start " + view.game), event, lambda view: heard.append("end"))
        lines = "game mitch players=2 seats=2 you=0\ndeal 0 Kc Qc\nsneeze 1 loudly\nresult 1 2 places 2 1\nend\n"
        run("b", "1", lambda view: view.legal[0], hooks, io.StringIO(lines), io.StringIO())
        self.assertEqual(heard, ["start mitch", "deal 0 2 2", "sneeze 1 1 2", "end"])


class Rules(unittest.TestCase):
    def test_the_golden_rule(self) -> None:
        view = game("game revolution players=1 seats=2 you=0 mob=on\nplay 0 9c\nplay 1 2c\n")
        fits = [view.fits(0, Card.parse(card)) for card in ("8c", "9c", "Tc", "Kd", "Ad")]
        self.assertEqual(fits, [True, False, False, True, False])
        self.assertTrue(view.fits(1, Card.parse("Kc")), "the Mob is free of it")
        self.assertFalse(view.fits(0, Card()))
        self.assertFalse(view.winning(Card().suit))

    def test_a_game_that_is_unknown_is_asked_anything(self) -> None:
        asked = 0

        def decide(view: View) -> str:
            nonlocal asked
            for action in map(Action, [*view.legal, "bid:no-suit", "give:9,??", "castle", "x:Jo", ""]):
                card, suit = action.card, action.card.suit
                for number in (action.seat, -2, 0, 1, 2, 64):
                    seat = view.seat(number)
                    view.fits(number, card)
                    view.beats(seat.meld(suit), view.mine.melds[suit])
                    self.assertEqual(len(list(seat.melds)), 4)
                self.assertIsInstance([view.winning(suit), view.unseen, view.aces_left, describe(view), card.text, action.number(7)], list)
                asked += 1
            self.assertEqual(view.seat(-1).hand, [])
            return view.legal[-1]

        lines = "".join(f"tribunal 1\ngame {words}\nhand 0 1\ndeal 0 Kh 9c 4d\ndeal 1 ?? ?? ??\nask 1 1000 play:Kh play:9c play:4d pass\n"
                        for words in ("patience-for-two players=2 seats=2 you=0 columns=7", "x", "x high_low=on mob=on seats=2 packs=no"))
        self.assertEqual(run("b", "1", decide, input=io.StringIO(lines), output=io.StringIO()), 0)
        self.assertEqual(asked, 27)

    def test_high_low_follows_the_second_card(self) -> None:
        view = game("game mitch players=2 seats=2 you=0 high_low=on\nplay 0 9c\nplay 1 5d\nplay 1 7d\n")
        self.assertEqual([view.fits(0, Card.parse(c)) for c in ("8c", "9c", "Tc")], [True, False, True])
        self.assertEqual([view.fits(1, Card.parse(c)) for c in ("4d", "6d", "8d")], [False, False, True])

    def test_options_by_kind(self) -> None:
        view = game("game mitch players=2 seats=2 you=0 high_low=on penalty=10 scoring=basic\n")
        self.assertTrue(view.is_on("high_low"))
        self.assertFalse(view.is_on("mob"))
        self.assertEqual((view.number("penalty"), view.number("scoring", 7), view.number("none", -1)), (10, 7, -1))
        self.assertEqual((view.option("scoring"), view.option("none", "x"), view.mob), ("basic", "x", -1))

    def test_where_cards_are_played_to(self) -> None:
        played_to = [game(f"game {name} seats=2 you=0\n").played_to for name in ("mitch", "tennis", "snark", "chez", "other")]
        self.assertEqual([place.name for place in played_to], ["MELDS", "TRICK", "TRICK", "PILE", "MELDS"])


if __name__ == "__main__":
    unittest.main()
