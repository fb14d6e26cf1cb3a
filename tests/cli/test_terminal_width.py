"""Tables on a terminal fit its width and name what they omit. Into a pipe they have everything."""
import re
import unittest
from typing import List

from bots import scripted
from cup import Cup, command_of
from cup import unconfined as plan
from program import on_terminal, tribunal

BOTS = "one two three four five six seven eight"
LONG = {f"{bot}-with-a-long-name": command_of(bot) for bot in BOTS.split()}
WIDTHS = (60, 80, 100, 200)


class Tables(unittest.TestCase):
    cup: Cup

    @classmethod
    def setUpClass(cls) -> None:
        cls.cup = Cup(plan(LONG, 'format = "swiss"\nrounds = 2', 1, game="revolution mitch")).played()

    def commands(self) -> List[List[str]]:
        out = self.cup.out
        return [["standings", out, "--usage", "--crosstable", "--los", "--bootstrap", "100"],
                ["ratings", out, "--crosstable", "--los"], ["replay", out, "--list"], ["tournament", self.cup.path("cup.toml"), "--out", out]]

    def test_no_line_is_wider_than_the_terminal(self) -> None:
        for words in self.commands():
            for columns in WIDTHS:
                with self.subTest(command=words[0], columns=columns):
                    ended = on_terminal(*words, columns=columns).expect()
                    # The run's lines on standard error are not part of the report.
                    report = ended.out[ended.out.find("All games together"):] if words[0] == "tournament" else ended.out
                    lines = report.split("\nresults in ")[0].splitlines()
                    self.assertEqual([line for line in lines if len(line) > columns], [])

    def test_a_swiss_table_has_what_ranks_beside_the_bots(self) -> None:
        for columns, more in ((60, ""), (80, " +direct-encounter"), (200, " +direct-encounter +buchholz +sonneborn-berger")):
            lines = on_terminal("standings", self.cup.out, columns=columns).out.splitlines()
            heading = next(line for line in lines if line.startswith("Rank"))
            self.assertRegex(heading, f"^Rank +Bot +place points{more} +Elo")
        alone = tribunal("standings", self.cup.out).out.split("revolution: ")[1]
        self.assertNotIn("place points", alone[:alone.index("mitch: ")])  # the format ranks all games together
        self.assertNotIn("place points", tribunal("standings", self.cup.out, "--csv").out)

    def test_the_text_of_a_comparison_is_broken_where_the_terminal_ends(self) -> None:
        words = ["compare", "--game", "revolution", "--elo1", "40", "--deals", "1", "--seed", "1", "--move-ms", "30000", "--out", self.cup.path("compared"),
                 "--candidate", command_of("one"), "--baseline", command_of("two"), "--field", command_of("three")]
        piped = tribunal(*words)
        shown = on_terminal(*words, columns=70).expect(piped.code)
        self.assertTrue([line for line in piped.out.splitlines() if len(line) > 70], piped)
        report = shown.out[shown.out.rindex(piped.out.split()[0]):]
        self.assertEqual([line for line in report.splitlines() if len(line) > 70], [])
        self.assertEqual(report.split()[:len(piped.out.split())], piped.out.split())

    def test_a_narrow_table_says_once_what_it_lacks_and_how_to_see_it(self) -> None:
        shown = on_terminal("standings", self.cup.out, columns=80).out.split("\nAfter 2 of 2 rounds")[0]
        said = re.findall(r"^Left out: (.*) \(all: (.*) or a pipe", re.sub(r"\n {6}(?=\S)", " ", shown), re.M)
        self.assertEqual(len(said), 1, shown)
        missing, how = said[0]
        self.assertIn("max", missing.split(", "))
        self.assertEqual(how, "--wide")
        headings = [line.split() for line in shown.splitlines() if line.startswith("Rank")]
        self.assertEqual(len(headings), 3)
        for column in missing.replace("+/- of Points, ", "").split(", "):
            self.assertTrue([heading for heading in headings if column not in heading], column)
        self.assertEqual(on_terminal("standings", self.cup.out, "--wide", "--legend", columns=80).out, tribunal("standings", self.cup.out).out)

    def test_the_command_that_a_tournament_names_shows_all(self) -> None:
        ended = on_terminal("tournament", self.cup.path("cup.toml"), "--out", self.cup.out, columns=80)
        how = re.search(r"\(all:\s+tribunal\s+(.*?)\s+or\s+a\s+pipe", ended.out, re.S)
        self.assertIsNotNone(how, ended.out)
        self.assertIn("max", on_terminal(*how[1].split(), columns=80).out)

    def test_a_legend_is_shown_on_demand_only_and_once(self) -> None:
        legend = "Elo: strength by places"
        self.assertNotIn(legend, on_terminal("standings", self.cup.out, columns=80).out)
        self.assertIn("--legend", on_terminal("standings", self.cup.out, columns=300).out)
        self.assertEqual(on_terminal("standings", self.cup.out, "--legend", columns=80).out.count(legend), 1)
        self.assertEqual(tribunal("standings", self.cup.out).out.count(legend), 1)

    def test_a_pipe_gets_what_it_always_got(self) -> None:
        shown = tribunal("standings", self.cup.out, "--crosstable").out
        self.assertNotIn("Left out", shown)
        self.assertNotIn("--legend", shown)
        self.assertIn("max", shown)


class Faults(unittest.TestCase):
    cup: Cup

    @classmethod
    def setUpClass(cls) -> None:
        bots = {"good": command_of("one"), "bad": "python3 bad.py"}
        cls.cup = Cup(plan(bots, deals=2, players=2))
        cls.cup.write("bad.py", scripted("bad", "'no such action'"))
        cls.cup.run()

    def test_faults_and_checks_are_broken_where_the_terminal_ends_but_not_their_commands(self) -> None:
        check = ["check", "--players", "2", "--deals", "1", "--sandbox", "none", "--", "python3 " + self.cup.path("bad.py")]
        for words in (["faults", self.cup.out], check):
            with self.subTest(command=words[0]):
                piped = tribunal(*words)
                self.assertTrue([line for line in piped.out.splitlines() if len(line) > 70], piped)
                lines = [line.split("\x1b[K")[-1] for line in on_terminal(*words, columns=70).out.splitlines()]
                wide = [line for line in lines if len(line) > 70]
                self.assertEqual([line for line in wide if not line.strip().startswith("see again")], [])
                self.assertEqual([line for line in lines if "see again" in line], [line for line in piped.out.splitlines() if "see again" in line])

    def test_faults_warnings_and_legends_have_colours_on_a_terminal_only(self) -> None:
        red, dim = "\x1b[31m", "\x1b[2m"
        for words, ink in ((["faults", self.cup.out], red + "bad: garbage"), (["standings", self.cup.out], red + "Faults of bad: "),
                           (["standings", self.cup.out, "--legend"], dim + "Elo: ")):
            with self.subTest(words=words):
                self.assertIn(ink, on_terminal(*words, columns=200, colours=True).out)
                self.assertNotIn("\x1b[3", on_terminal(*words, columns=200).out)
                self.assertNotIn("\x1b", tribunal(*words).out)
