"""A Python function may return anything. The rest of the kit is tested with those of other languages, in kits_test.py and
idioms_test.py."""

import io
import pathlib
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "sdk" / "python"))
import tribunal_bot  # noqa: E402
from tribunal_bot import Decision, run  # noqa: E402


class Talking(unittest.TestCase):
    ASK = "tribunal 1\ngame revolution players=2 seats=2 you=0\nask 1 10 play:Kh pass\n"

    def said(self, answer: "tribunal_bot.Decide") -> str:
        out = io.StringIO()
        run("b", "1", answer, None, io.StringIO(self.ASK), out)
        return out.getvalue()

    def test_an_answer_that_is_no_action_is_an_error_that_names_the_function(self) -> None:
        def forgetful(_: object) -> None:
            pass

        for answer in (None, 7, "", Decision(None, "why not")):  # type: ignore[arg-type]
            with self.assertRaisesRegex(TypeError, r"forgetful|<lambda>.* returned .*, which is not an action; expected one of view.legal: play:Kh pass"):
                self.said(forgetful if answer is None else lambda _, it=answer: it)  # type: ignore[arg-type, misc]


if __name__ == "__main__":
    unittest.main()
