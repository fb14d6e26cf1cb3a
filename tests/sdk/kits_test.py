"""The kits of all languages see the same: the `views` of each says of the same lines the same, byte for byte. The C++ kit is compared
with the state of the engine itself (view_and_engine_test.cpp). KITS names the kits to compare with that of C++; Go, Rust and Java are
left out by name where this machine has no compiler."""

import concurrent.futures
import io
import itertools
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest
from typing import Dict, Iterator, List, Sequence, Tuple

import languages

HERE = pathlib.Path(__file__).resolve().parent
GAMES_OF_EACH_KIND = int(os.environ.get("GAMES_OF_EACH_KIND", "2"))
AT_ONCE = 10  # of each kind, so that no kit has too many to read
WANTED = ["C++", *os.environ.get("KITS", "Python JavaScript").split()]
SOURCES = {"Go": "views.go", "Rust": "views.rs", "Java": "Views.java"}
# The command of the views in each language, and the folder of those that are built.
KITS: Dict[str, List[str]] = {}
FOLDERS: Dict[str, pathlib.Path] = {}
# Programs that must print nothing. A machine may lack them.
LINTERS: Dict[str, List[List[str]]] = {
    "Go": [["gofmt", "-l", "."], ["go", "vet", "./..."]],
    "Rust": [["rustfmt", "--check", "views.rs"], ["clippy-driver", "-D", "warnings", "--emit", "metadata", "views.rs"],
             ["rustdoc", "-D", "warnings", "tribunal_bot.rs"]],
    "Java": [["javac", "-J-XX:+UseSerialGC", "-Xlint:all", "-Xdoclint:all,-missing", "-Werror", "tribunal/TribunalBot.java"],
             ["javadoc", "-J-XX:+UseSerialGC", "-quiet", "-Werror", "-d", "javadoc", "tribunal/TribunalBot.java"]],
}
LONGEST_FIRST_BOT = 10
# Lines of the referee, and the answers that must come at once: a comment of two lines, and a word as it is.
TALK = (
    ("tribunal 1\ngame mitch players=2 seats=2 you=0\n", ["ready views 1"]),
    ("ask 1 10 comment pass\n", ["# with  two lines", "move 1 comment"]),
    ("ask 2 10 plain pass\n", ["move 2 plain"]),
    ("ask 3 10 long pass\n", ["# x" + "\u00fc" * 1999, "move 3 long"]),
    ("result 1 2 places 2 1\nask 4 10 pass call:1\n", ["move 4 pass"]),
)
NO_ACTION = r".*, which is not an action; expected one of view\.[Ll]egal: "


def setUpModule() -> None:
    for name in WANTED:
        if name in SOURCES:
            folder = tempfile.TemporaryDirectory()
            unittest.addModuleCleanup(folder.cleanup)
            FOLDERS[name] = pathlib.Path(folder.name)
            KITS[name] = languages.build(name, HERE / SOURCES[name], FOLDERS[name])
        else:
            KITS[name] = {"C++": [os.environ["VIEWS"]], "Python": [sys.executable, str(HERE / "views.py")],
                          "JavaScript": ["node", str(HERE / "views.mjs")]}[name]


def views(kit: str, lines: str) -> str:
    ended = subprocess.run(KITS[kit], input=lines.encode(), stdout=subprocess.PIPE, timeout=300, check=True)
    return ended.stdout.decode()


def last_heard(view: List[str]) -> str:
    """The last line received before the end of these lines of views."""
    return next((line for line in reversed(view) if re.match("(game|asked|event|result) ", line)), "")


def as_recorded(shown: str) -> Tuple[str, str]:
    """The views at the questions and at the end of a game, and the bot's output, in the form of files of
    transcripts."""
    seen = ""
    for asked, scores, view in re.findall(r"^(?:asked (.*)|result (.*))\n((?:.+\n)+)", shown, re.MULTILINE):
        seen += view + (f"milliseconds {asked}\n\n" if asked else f"scores {scores}\n\n")
    return seen, "".join(re.findall(r"^(?:ready|move) .*\n", shown, re.MULTILINE))


def rows_of(name: str) -> Iterator[str]:
    return (line for line in (HERE / name).read_text().splitlines() if not line.startswith("#"))


def cases() -> Iterator[Tuple[str, List[str]]]:
    """Lines, and words that the view has after them."""
    for row in rows_of("cases.txt"):
        lines, _, words = row.partition(" => ")
        yield lines, words.split("; ")
    pack = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"] + ["Jo"]
    yield f"game x you=0, ask 1 9 {' '.join('x:' + card for card in pack)}", [f"({card}) cards ({card})" for card in pack]
    for row in rows_of("winners.txt"):
        options, *melds, winner = row.split("|")
        plays = [f"play {seat} {card}" for seat, meld in enumerate(melds) for card in meld.split() if card != "-"]
        lines = ", ".join([f"game x you=0 seats={len(melds)} {options}", *plays])
        yield f"{lines}, ask 1 9 x:2h", [f" winner {winner.strip().replace('nobody', '-1')} "]
    for row in rows_of("equal_cards.txt"):
        told, _, seat = row.partition(" | ")
        yield f"game chez players=2 seats=2 you=0 packs=2, hand 1 1, {told}", [f"\n{seat}\n"]


def lines_that_no_referee_sends(dice: random.Random) -> str:
    """Events of every kind in any order, with seats, cards and numbers that do not match anything."""
    transcripts = "".join(one.read_bytes().decode() for one in (HERE / "transcripts").glob("*.txt"))
    verbs = sorted(set(re.findall(r"^([a-z-]+) \d", transcripts, re.MULTILINE)) - {"ask", "result", "tribunal"})
    games = ("mitch", "revolution", "tennis", "anarchy", "anarchist-bomb", "organised-chaos", "snark", "chez", "other")
    words = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"] + ["Jo"] * 4 + ["??"] * 8
    words += ["0", "1", "2", "3", "4", "-1", "13", "x", "-", "10c", "Kx", "-3", "+3", "007", "--1", "1.5", "\u00e9"]
    lines = ["tribunal 1"]
    for _ in range(30):
        seats = dice.randint(1, 5)
        options = " ".join(option for option in ("mob=on", "high_low=on", "suit_tie=low", "packs=2", "packs=x") if dice.random() < 0.2)
        lines.append(f"game {dice.choice(games)} players={seats} seats={seats} you={dice.randrange(seats)} {options}")
        for number in range(60):
            verb = dice.choice([*verbs, "deal", "play"])
            lines.append(" ".join([verb, str(dice.randint(-1, seats)), *dice.choices(words, k=dice.randrange(5))]))
            if dice.random() < 0.1:
                lines.append(f"ask {number} 100 play:Kh pass")
    return "\n".join(lines) + "\nquit\n"


class Kits(unittest.TestCase):
    def agree(self, lines: str, games: Sequence[str] = ()) -> str:
        """The views that all kits show; fails at the first line that differs, and names the last received line and its
        game."""
        with concurrent.futures.ThreadPoolExecutor() as pool:
            of_kits = dict(zip(KITS, pool.map(lambda kit: views(kit, lines).split("\n"), KITS)))
        first, *others = KITS
        self.assertIn("legal", of_kits[first])
        for kit in others:
            for number, (wanted, line) in enumerate(itertools.zip_longest(of_kits[first], of_kits[kit])):
                if wanted != line:
                    before = of_kits[first][: number + 1]
                    game = "".join(games[sum(one.startswith("game ") for one in before) - 1:][:1])
                    self.fail(f"line {number + 1} of the views, after '{last_heard(before)}' {game}:\n{first}: {wanted}\n{kit}: {line}")
        return "\n".join(of_kits[first])

    def test_every_toolchain_is_there(self) -> None:
        for kit, (program, *_) in KITS.items():
            self.assertTrue(shutil.which(program), f"{program} is missing; expected it, to try the kit for {kit}")

    def test_of_every_transcript(self) -> None:
        transcripts = sorted((HERE / "transcripts").glob("*.txt"))
        self.assertGreaterEqual(len([one for one in transcripts if one.with_suffix(".views").exists()]), 12)
        for transcript in transcripts:
            with self.subTest(transcript.stem):
                seen, said = as_recorded(self.agree(transcript.read_bytes().decode()))
                if transcript.with_suffix(".views").exists():
                    self.assertEqual(seen, transcript.with_suffix(".views").read_text())
                    self.assertEqual(said, transcript.with_suffix(".said").read_text())

    def test_of_lively_games_of_every_kind(self) -> None:
        games, questions, options = 0, 0, set()
        for begun in range(0, GAMES_OF_EACH_KIND, AT_ONCE):
            seed = str(random.Random().getrandbits(32))
            dealt = subprocess.run([os.environ["GAMES"], seed, str(min(AT_ONCE, GAMES_OF_EACH_KIND - begun))], stdout=subprocess.PIPE, check=True)
            told = [json.loads(game) for game in dealt.stdout.splitlines()]
            lines = "tribunal 1\n" + "".join(game["lines"] for game in told) + "quit\n"
            shown = self.agree(lines, [f"of {game['rules']} as seat {game['viewer']} sees it, seed {seed}" for game in told])
            games += len(told)
            questions += len(re.findall("^asked ", shown, re.MULTILINE))
            options.update(f"{line.split()[0]} {word}" for line in re.findall("^game (.*)$", lines, re.MULTILINE) for word in line.split()[1:])
        self.assertGreater(questions, 10 * games)
        print(f"{games} games, {questions} questions, {len(options)} values of options: 0 differences between {', '.join(KITS)}")

    def test_of_lines_that_no_referee_sends(self) -> None:
        seed = random.Random().getrandbits(32)
        self.agree(lines_that_no_referee_sends(random.Random(seed)), [f"of seed {seed}"] * 30)

    def test_of_every_case(self) -> None:
        rows = list(cases())
        shown = re.split("^(?=game )", self.agree("\n".join(", ".join(lines for lines, _ in rows).split(", ")) + "\n"), flags=re.MULTILINE)[1:]
        self.assertGreaterEqual(len(rows), 60)
        for (lines, expected), views_of_row in itertools.zip_longest(rows, shown, fillvalue=("", "")):
            last = re.split("^(?=(?:game|event|asked) )", views_of_row, flags=re.MULTILINE)[-1]
            for words in expected:
                with self.subTest(lines):
                    self.assertIn(words, last)

    def test_comments_plain_words_and_a_decision_that_is_no_action(self) -> None:
        for kit, command in KITS.items():
            with self.subTest(kit), subprocess.Popen(command, stdin=-1, stdout=-1, stderr=-1, text=True) as bot:
                stop = threading.Timer(60, bot.kill)
                stop.start()
                for told, expected in TALK:  # an answer that is not flushed would never come
                    bot.stdin.write(told)
                    bot.stdin.flush()
                    said = itertools.takewhile(lambda line: line, iter(bot.stdout.readline, expected[-1] + "\n"))
                    self.assertEqual([line.rstrip("\n") for line in said if line.startswith(("#", "move", "ready"))], expected[:-1])
                said, errors = bot.communicate("ask 5 10 nothing\n")
                stop.cancel()
                self.assertEqual((bot.returncode, "move" in said), (1, False), errors)
                self.assertRegex(errors, rf"(^views: |TypeError: decide returned ){NO_ACTION}nothing\n")

    def test_python_names_the_function_that_returns_no_action(self) -> None:
        sys.path.insert(0, str(languages.SDK / "python"))
        from tribunal_bot import Decision, run  # noqa: E402

        def forgetful(_: object) -> None:
            pass

        for answer in (None, 7, "", Decision(None, "why not")):  # type: ignore[arg-type]
            decide = forgetful if answer is None else lambda _, it=answer: it  # type: ignore[misc]
            with self.assertRaisesRegex(TypeError, rf"(forgetful|<lambda>) returned {NO_ACTION}play:Kh pass"):
                run("b", "1", decide, None, io.StringIO("ask 1 10 play:Kh pass\n"), io.StringIO())  # type: ignore[arg-type]

    def test_formatters_and_linters_say_nothing(self) -> None:
        for language, folder in FOLDERS.items():
            shutil.copy(languages.SDK / "rust" / "rustfmt.toml", folder)
            for linter in LINTERS[language]:
                if shutil.which(linter[0]) is None:
                    print(f"left out, as this machine lacks it: {linter[0]}")
                    continue
                with self.subTest(linter[0]):
                    self.assertEqual(languages.run(folder, *linter), "")

    def test_a_first_bot_is_short(self) -> None:
        for language in WANTED:
            self.assertLessEqual(len(languages.examples(language, "kits.md")[0].splitlines()), LONGEST_FIRST_BOT)


if __name__ == "__main__":
    unittest.main()
