"""The Python kit as a Python author meets it. Its views are compared with those of the other kits in kits_test.py."""

import io
import pathlib
import sys
import unittest
from typing import List

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "sdk" / "python"))
import tribunal_bot  # noqa: E402
from tribunal_bot import Decision, Event, Hooks, View, run  # noqa: E402

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
            with self.assertRaisesRegex(TypeError, r"forgetful|<lambda>.* returned .*, which is not an action; expected one of view.legal: play:Kh pass"):
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


if __name__ == "__main__":
    unittest.main()
