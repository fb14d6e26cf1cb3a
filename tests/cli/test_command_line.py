"""Every command answers odd words (numbers, paths and bytes for the terminal) with one line each, never with an internal error."""
import os
import re
import subprocess
import tempfile
import unittest

from cup import Cup, plan
from program import SAMPLES, TRIBUNAL, tribunal

GREEDY = os.path.join(SAMPLES, "greedy")
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

    def test_numbers_as_they_should_be_are_taken(self):
        for number in ("0", "10", "18446744073709551615"):
            self.assertEqual(tribunal("deal", "--seed", "1", "--deal", number).code, 0)


class Help(CommandLine):
    def test_tribunal_alone_shows_help(self):
        self.assertEqual(tribunal().expect(out=tribunal("--help").out, err="").out, tribunal("help").out)

    def test_help_begins_with_what_a_newcomer_needs_and_groups_the_rest_by_reader(self):
        shown = tribunal("--help").out
        self.assertEqual(re.findall(r"^    tribunal ([a-z-]+(?: bots)?)  ", shown[:shown.index("Usage:")], re.MULTILINE),
                         ["new-bot", "help bots", "check", "play", "compare", "new-plan", "tournament", "report"])
        self.assertEqual(re.findall(r"^([A-Z][a-z ]+):$", shown[shown.index("Usage:"):], re.MULTILINE),
                         ["Options", "Your bot", "A tournament", "A season", "Many machines", "Proof", "This machine"])

    def test_help_of_a_command(self):
        shown = tribunal("help", "check").expect(out=tribunal("check", "--help").out, shows="-q,--quiet")
        self.assertNotIn("{", shown.out.replace("{id}", ""))

    def test_every_help_fits_a_terminal_and_has_an_example(self):
        commands = re.findall(r"^  ([a-z][a-z-]+) ", tribunal("--help").out, re.MULTILINE)
        self.assertIn("new-plan", commands)
        for command in commands:
            with self.subTest(command):
                shown = tribunal(command, "--help").out
                self.assertEqual([line for line in shown.splitlines() if len(line) > 80], [])
                self.assertIn(f"\n  tribunal {command} ", shown[shown.index("Example"):])
                self.assertNotRegex(shown, r"\[\d+ - \d+\]|INT:|TEXT:")
                self.assertEqual(shown.count("["), shown.count("]"), "the name of a value is cut")

    def test_an_option_has_one_meaning(self):
        """The help of every command describes an option in the same words, except for what is specific to the
        command."""
        page = {command: tribunal(command, "--help").out for command in ("play", "check", "compare", "deal", "games", "new-plan", "standings", "ratings")}
        for option, commands in {"--rule": "play check compare deal games new-plan", "--move-ms": "play check compare", "--game-ms": "play check compare",
                                 "--increment-ms": "play check compare", "--startup-ms": "play check compare", "--clock": "play check compare",
                                 "--json[=FILE]": "compare games check standings ratings", "--csv[=FILE]": "compare standings ratings"}.items():
            meanings = {re.search(rf"{re.escape(option)} *([^\n]*(?:\n {{20,}}[^\n]*)*)", page[command]).group(1) for command in commands.split()}
            self.assertEqual(len(meanings), 1, meanings)

    def test_the_version_has_a_short_option(self):
        self.assertEqual(tribunal("-V").out, tribunal("--version").out)
        self.assertRegex(tribunal("-V").out, r"^tribunal \d+\.\d+\.\d+, commit ([0-9a-f]{10}|unknown), games [0-9a-f]{8}\n$")


class MissingFiles(CommandLine):
    def test_a_missing_file_or_folder_is_called_that(self):
        missing = os.path.join(tempfile.gettempdir(), "no-such-thing")
        for words in (["verify", missing], ["replay", missing], ["play", "--from", missing], ["tournament", missing], ["commit", missing], ["ratings", missing],
                      ["check", "--plan", missing], ["new-plan", "revolution", missing],
                      ["play", "revolution", "--secret-file", missing, "--", GREEDY, GREEDY],
                      ["verify", missing, "--plan", missing]):
            self.refused(words, [USAGE], missing + ": no such file")
        for words in (["standings", missing], ["faults", missing], ["export", missing, "--logs", "-"]):
            self.refused(words, [USAGE], missing + ": no such folder")


    def test_a_folder_as_standard_input_is_said(self):
        for words in (["ratings", "-"], ["tournament", "-"], ["check", "--plan", "-"], ["verify", "-"], ["replay", "-"]):
            with self.subTest(words=words):
                folder = os.open("/", os.O_RDONLY)
                ended = subprocess.run([TRIBUNAL, *words], stdin=folder, capture_output=True, text=True, check=False)
                os.close(folder)
                self.assertIn(ended.returncode, (USAGE, BAD_PLAN), ended)
                self.assertEqual(len(ended.stderr.splitlines()), 1, ended)


class Options(CommandLine):
    def test_words_after_two_dashes_are_not_options(self):
        self.assertNotIn("has no option", tribunal("play", "nogame", "--", "bot --fast", "--slow").err)


class Links(CommandLine):
    def test_a_loop_of_symbolic_links_is_not_our_bug(self):
        with Cup(plan("a b", 'sandbox = "none"', 1, players=2, command=lambda _: GREEDY)) as cup:
            loop, file = cup.path("loop"), cup.path("cup.toml")
            os.symlink("loop", loop)
            for words in (["standings", loop], ["verify", loop], ["replay", loop], ["ratings", loop, loop],
                          ["tournament", loop], ["tournament", file, "--out", loop],
                          ["tournament", file, "--out", os.path.join(loop, "x")],
                          ["export", loop, "--logs", "-"], ["deal", "--secret-file", loop]):
                with self.subTest(words=words):
                    self.assertNotIn("internal error", self.refused(words, [USAGE, CANNOT_WRITE, BAD_PLAN], loop).err)


class Terminal(CommandLine):
    def test_escape_sequences_of_the_command_line_are_not_echoed(self):
        bold = "x\x1b[1m\x07\x9b"
        for words in ([bold], ["standings", bold], ["tournament", bold], ["verify", bold], ["play", bold, "--", GREEDY],
                      ["play", "revolution", "--" + bold, "--", GREEDY, GREEDY], ["deal", "--seed", "1", "--deal", bold], ["deal", bold, "--seed", "1"],
                      ["games", bold]):
            with self.subTest(words=words):
                ended = self.refused(words, [USAGE, BAD_PLAN], "x\\x1b[1m\\x07\\u009b")
                self.assertTrue(ended.err[:-1].isprintable(), ended.err)
