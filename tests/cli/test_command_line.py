"""What every command makes of odd words: numbers, paths and bytes for the terminal. One line each, and never our own bug."""
import os
import tempfile
import unittest

from program import BIN, tribunal

GREEDY = os.path.join(BIN, "greedy")
USAGE, CANNOT_WRITE, BAD_PLAN = 2, 74, 78


class CommandLine(unittest.TestCase):
    def refused(self, words, codes, *sentences):
        ended = tribunal(*words)
        self.assertIn(ended.code, codes, ended)
        self.assertEqual(ended.out, "")
        self.assertEqual(len(ended.err.splitlines()), 1, ended.err)
        for sentence in sentences:
            self.assertIn(sentence, ended.err)
        return ended


class Numbers(CommandLine):
    def test_a_deal_is_a_whole_number_in_digits(self):
        for number in ("-1", "010", "+3", " 4", "0x10", "1.5", "99999999999999999999", ""):
            for words in (["deal", "--seed", "1"], ["play", "revolution", "--seed", "1"]):
                bots = ["--", GREEDY, GREEDY] if words[0] == "play" else []
                with self.subTest(words=words, number=number):
                    self.refused([*words, "--deal", number, *bots], [USAGE], "--deal")
        self.refused(["deal", "--seed", "1", "--deal", "010"], [USAGE], "leading zeros: 10")

    def test_numbers_as_they_should_be_are_taken(self):
        for number in ("0", "10", "18446744073709551615"):
            self.assertEqual(tribunal("deal", "--seed", "1", "--deal", number).code, 0)

    def test_the_same_holds_for_other_whole_numbers(self):
        self.refused(["tournament", "plan.toml", "--workers", "010"], [USAGE], "--workers")
        self.refused(["check", "--seconds", "010", "--", GREEDY], [USAGE], "--seconds")
        self.refused(["play", "revolution", "--move-ms", "0100", "--", GREEDY, GREEDY], [USAGE], "--move-ms")


class Options(CommandLine):
    def test_an_option_that_does_not_exist_is_named(self):
        for words, sentence in [
            (["play", "revolution", "--sede", "4", "--", "greedy", "careful"], "play has no option '--sede'; did you mean '--seed'?"),
            (["tournament", "cup.toml", "--worker=1"], "tournament has no option '--worker'; did you mean '--workers'?"),
            (["compare", "--candidat", "greedy"], "compare has no option '--candidat'; did you mean '--candidate'?"),
        ]:
            with self.subTest(words=words):
                self.refused(words, (2,), sentence)

    def test_words_after_two_dashes_are_not_options(self):
        self.assertNotIn("has no option", tribunal("play", "nogame", "--", "bot --fast", "--slow").err)


class Links(CommandLine):
    def test_a_loop_of_symbolic_links_is_not_our_bug(self):
        with tempfile.TemporaryDirectory() as folder:
            loop = os.path.join(folder, "loop")
            os.symlink("loop", loop)
            plan = os.path.join(folder, "plan.toml")
            with open(plan, "w", encoding="utf-8") as file:
                file.write('name = "a"\ngame = "revolution"\nplayers = 2\ndeals = 1\nsandbox = "none"\n' +
                           "".join(f'[[bots]]\nname = "{name}"\ncommand = "{GREEDY}"\n' for name in "ab"))
            for words in (["standings", loop], ["verify", loop], ["replay", loop], ["ratings", loop, loop],
                          ["tournament", loop], ["tournament", plan, "--out", loop],
                          ["tournament", plan, "--out", os.path.join(loop, "x")],
                          ["export", loop, "--logs", "-"], ["deal", "--secret-file", loop]):
                with self.subTest(words=words):
                    ended = self.refused(words, [USAGE, CANNOT_WRITE, BAD_PLAN], loop)
                    self.assertNotIn("should not happen", ended.err)


class Terminal(CommandLine):
    def test_escape_sequences_of_the_command_line_are_not_echoed(self):
        bold = "x\x1b[1m\x07\x9b"
        for words in ([bold], ["standings", bold], ["tournament", bold], ["verify", bold], ["play", bold, "--", GREEDY],
                      ["play", "revolution", "--" + bold, "--", GREEDY, GREEDY], ["deal", "--seed", "1", "--deal", bold], ["deal", bold, "--seed", "1"],
                      ["games", bold]):
            with self.subTest(words=words):
                ended = self.refused(words, [USAGE, BAD_PLAN], "x\\x1b[1m\\x07\\u009b")
                self.assertTrue(ended.err[:-1].isprintable(), ended.err)


if __name__ == "__main__":
    unittest.main()
