"""Mistaken plans, as a table: each is refused with one line, with its line and column, that says what to do about
it."""
import os
import pathlib
import re
import tempfile
import unittest
from typing import List, NamedTuple, Tuple

from program import tribunal

PLAN = '''name = "cup"
game = "revolution"
players = 2
deals = 10

[[bots]]
name = "one"
command = "greedy"

[[bots]]
name = "two"
command = "careful"
'''
ONE, TWO = 'command = "greedy"', 'command = "careful"'
BAD_PLAN = 78
# A next step: what is expected instead, an example, or the most likely word.
NEXT_STEP = re.compile(r"expected|did you mean|for example|must be|needs|is one word|starts at|set it|write|without quotes|as in|is usual|"
                       r"has its own|not from both|must differ|is for|tribunal ")


class Row(NamedTuple):
    name: str
    text: str  # text of the plan
    place: str  # line:column
    words: Tuple[str, ...]  # that the line must have


def changed(name: str, old: str, new: str, place: str, *words: str) -> Row:
    assert old in PLAN, old
    return Row(name, PLAN.replace(old, new, 1), place, words)


def added(name: str, lines: str, place: str, *words: str) -> Row:
    return Row(name, PLAN + lines, place, words)


def command(name: str, text: str, *words: str) -> Row:
    return changed(name, TWO, f"command = {text}", "12:11", *words)


ROWS: List[Row] = [
    # The plan is not TOML. Beginners' mistakes are explained; anything else has the parser's own message.
    changed("single brackets, then double", "[[bots]]", "[bots]", "6:1", "'[bots]'", "did you mean '[[bots]]'?"),
    Row("single brackets twice", PLAN.replace("[[bots]]", "[bots]"), "6:1", ("'[bots]'", "did you mean '[[bots]]'?")),
    added("single brackets after double", '[bots]\nname = "three"\n', "13:1", "'[bots]'", "did you mean '[[bots]]'?"),
    changed("no quotes", '"revolution"', "revolution", "2:8", "'revolution'", 'game = "revolution"'),
    changed("no quotes around a command", ONE, "command = python3 a.py", "8:11", "'python3 a.py'", '"python3 a.py"'),
    changed("a backslash in quotes", '"one"', '"on\\e"', "7:11", "'\\e'", "two backslashes"),
    added("a flag of Python", "[rules]\nmob = True\n", "14:7", "'True'", "mob = true"),
    added("a flag of the command line", "[rules]\nmob = on\n", "14:7", "'on'", "mob = true"),
    changed("a key twice", "deals = 10", "deals = 10\ndeals = 20", "5:1", "'deals'", "twice", "line 4"),
    added("a table twice", "[limits]\nmove_ms = 5\n[limits]\nmove_ms = 7\n", "15:1", "'[limits]'", "twice", "line 13"),
    changed("no closing quote", '"cup"', '"cup', "1:12", "key = value"),
    changed("a colon", "deals = 10", "deals: 10", "4:6", "'='"),
    changed("no value", "deals = 10", "deals =", "4:8", "value"),
    changed("a number with zeros", "deals = 10", "deals = 010", "4:12", "leading zero"),
    added("a unit", "[limits]\nmove_ms = 1000 ms\n", "14:16", "'m'"),
    Row("JSON", '{"name": "cup"}\n', "1:1", ("'{'", "key = value")),
    # Keys.
    changed("a key in other letters", "game =", "gmae =", "2:1", "'gmae'", "did you mean 'game'?"),
    changed("a bot's key in other letters", ONE, 'comand = "greedy"', "8:1", "'comand'", "did you mean 'command'?"),
    added("a table in other letters", "[limit]\nmove_ms = 1000\n", "13:2", "'limit'", "did you mean 'limits'?"),
    added("a key of another table", "move_ms = 1000\n", "13:1", "'move_ms'", "under [limits]"),
    added("a key of the top at the end", "seed = '4'\n", "13:1", "'seed'", "at the top"),
    changed("no deals", "deals = 10\n", "", "1:1", "'deals'", "deals = 100"),
    changed("is not a name of a bot", 'name = "two"\n', "", "10:1", "'name'", 'name = "greedy"'),
    Row("nothing", "", "1:1", ("'name'", "for example")),
    Row("no bots", PLAN.split("[[bots]]", maxsplit=1)[0], "1:1", ("no bots", "[[bots]]")),
    Row("too few bots", PLAN.rsplit("\n[[bots]]", 1)[0], "6:1", ("2 bots", "there is 1")),
    # Values.
    changed("a game in other letters", '"revolution"', '"revoluton"', "2:8", "'revoluton'", "did you mean 'revolution'?"),
    changed("a number in quotes", "deals = 10", 'deals = "10"', "4:9", "'10'", "without quotes: deals = 10"),
    changed("a number out of range", "deals = 10", "deals = 0", "4:9", "not 0", "from 1"),
    changed("a broken number", "deals = 10", "deals = 2.5", "4:9", "not 2.5", "a whole number"),
    changed("a text without quotes", "deals = 10", "deals = 10\nseed = 42", "5:8", "'seed'", "not 42", 'seed = "42"'),
    changed("too many players", "players = 2", "players = 9", "3:11", "not 9", "1 to 5"),
    changed("a final without rounds", "deals = 10", 'deals = 10\nformat = "final"', "5:10", "'rounds'", "for example rounds = 40"),
    changed("a format in other letters", "deals = 10", 'deals = 10\nformat = "swis"', "5:10", "'swis'", "did you mean 'swiss'?"),
    changed("a sandbox in other letters", "deals = 10", 'deals = 10\nsandbox = "bwarp"', "5:11", "'bwarp'", "did you mean 'bwrap'?"),
    changed("an anchor in other letters", "deals = 10", 'deals = 10\nanchor = "tow=1500"', "5:10", "'tow'", "did you mean 'two'?"),
    changed("two secrets", "deals = 10", 'deals = 10\nseed = "1"\nsecret_file = "s"', "6:15", "'seed'", "'secret_file'"),
    changed("equal names", '"two"', '"one"', "11:8", "'one'", "must differ"),
    changed("a name of two words", '"two"', '"bot two"', "11:8", "'bot two'", "one word"),
    added("a rule in other letters", "[rules]\nhnds = 3\n", "14:8", "'hnds'", "did you mean 'hands'?"),
    added("a rule's value", '[rules]\nhands = "x"\n', "14:9", "hands=x", "1..1000"),
    added("a clock in other letters", '[limits]\nclock = "cpus"\n', "14:9", "'cpus'", "did you mean 'cpu'?"),
    # Commands and files.
    command("a pipe", '"./a | tee log"', "'|'", "sh -c './a | tee log'"),
    command("two commands", '"cd bots && ./a"', "'&'", "sh -c 'cd bots && ./a'"),
    command("a redirection", '"./a > log"', "'>'", "sh -c './a > log'"),
    command("a variable", '"./a $TRIBUNAL_NO_SUCH_VARIABLE"', "$TRIBUNAL_NO_SUCH_VARIABLE", "not set"),
    command("another's home", '"~nobody/a"', "~nobody", "in full"),
    command("a substitution", '"./a $(nproc)"', "substitution", "sh -c"),
    command("an assignment", '"SEED=1 ./a"', "assignment", "env SEED=1 ./a"),
    command("a quote in a command", '"./a \'x"', "quote", "expected another '"),
    command("a list", '["python3", "a.py"]', "a list", "a text"),
    command("an empty command", '""', "'command'", "for example"),
    command("a path of Windows", '"C:\\bots\\two.exe"', "backslash"),
    command("a program that is not there", '"./nothere"', "there is no file", "nothere", "bot two"),
    command("a file of the home that is not there", '"~/no-such-bot"', "there is no file", "no-such-bot"),
    changed("a directory that is not there", TWO, 'command = "./a"\ndirectory = "nodir"', "13:13", "there is no directory", "nodir"),
    changed("a directory in other letters", TWO, 'command = "./a"\ndirectory = "boots"', "13:13", "boots", "did you mean 'bots'?"),
    changed("a file that is not there", TWO, TWO + '\nfiles = ["weihgts"]', "13:9", "weihgts", "did you mean 'weights'?"),
    changed("one file in place of a list", TWO, TWO + '\nfiles = "weights"', "13:9", "'files'", "a list", "for example"),
    changed("a secret that is not there", "deals = 10", 'deals = 10\nsecret_file = "nofile"', "5:15", "nofile", "no such file", "tribunal commit --new"),
]


class MistakenPlans(unittest.TestCase):
    def test_each_is_refused_with_one_line_at_its_place(self) -> None:
        for row in ROWS:
            with self.subTest(row.name), tempfile.TemporaryDirectory(prefix="tribunal-plans-") as folder:
                os.mkdir(os.path.join(folder, "bots"))
                for name, text in (("weights", ""), ("cup.toml", row.text)):
                    pathlib.Path(folder, name).write_text(text, encoding="utf-8")
                ended = tribunal("tournament", "cup.toml", "--dry-run", cwd=folder).refused(BAD_PLAN)
                self.assertTrue(ended.err.startswith(f"tribunal: cup.toml:{row.place}: "), ended.err)
                for word in row.words:
                    self.assertIn(word, ended.err)
                self.assertRegex(ended.err, NEXT_STEP)
                self.assertEqual(sorted(os.listdir(folder)), ["bots", "cup.toml", "weights"])
