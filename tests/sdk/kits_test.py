"""The kits of all languages see the same: the `views` of each says of the same lines the same, byte for byte, and answers the same
questions alike. The C++ kit is compared with the state of the engine itself (view_and_engine_test.cpp). KITS names the kits to
compare with that of C++; Go, Rust and Java are left out by name where this machine has no compiler."""

import concurrent.futures
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
import unittest
from typing import Dict, Iterator, List, Sequence, Tuple

import languages

HERE = pathlib.Path(__file__).resolve().parent
GAMES_OF_EACH_KIND = int(os.environ.get("GAMES_OF_EACH_KIND", "2"))
AT_ONCE = 10  # of each kind, so that no kit has too many to read
SOURCES = {"Go": "views.go", "Rust": "views.rs", "Java": "Views.java"}
# The command of the views in each language; the compiled ones are added.
KITS: Dict[str, List[str]] = {
    "C++": [os.environ["VIEWS"]],
    "Python": [sys.executable, str(HERE / "views.py")],
    "JavaScript": ["node", str(HERE / "views.mjs")],
}


def setUpModule() -> None:
    wanted = os.environ.get("KITS", "Python JavaScript").split()
    for name in set(KITS) - {"C++", *wanted}:
        del KITS[name]
    for name in set(wanted) - set(KITS):
        folder = tempfile.TemporaryDirectory()
        unittest.addModuleCleanup(folder.cleanup)
        KITS[name] = languages.build(name, HERE / SOURCES[name], pathlib.Path(folder.name))


def views(kit: str, lines: str, *words: str) -> str:
    ended = subprocess.run([*KITS[kit], *words], input=lines.encode(), stdout=subprocess.PIPE, timeout=300, check=True)
    return ended.stdout.decode()


def last_heard(view: List[str]) -> str:
    """The last line heard before the end of these lines of views."""
    return next((line for line in reversed(view) if re.match("(game|asked|event|result) ", line)), "")


def as_recorded(shown: str) -> Tuple[str, str]:
    """The views at the questions and at the end of a game, and what the bot said, as files of transcripts have them."""
    seen = ""
    for asked, scores, view in re.findall(r"^(?:asked (.*)|result (.*))\n((?:.+\n)+)", shown, re.MULTILINE):
        seen += view + (f"milliseconds {asked}\n\n" if asked else f"scores {scores}\n\n")
    return seen, "".join(re.findall(r"^(?:ready|move) .*\n", shown, re.MULTILINE))


def rows_of(name: str) -> Iterator[str]:
    return (line for line in (HERE / name).read_text().splitlines() if not line.startswith("#"))


def cases() -> Iterator[Tuple[str, str]]:
    """Questions and their answers."""
    for row in rows_of("cases.txt"):
        question, _, answer = row.rpartition(" = ")
        yield question, answer
    for card in [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"] + ["Jo"]:
        yield f" | card {card}", card
    for row in rows_of("winners.txt"):
        options, *melds, winner = row.split("|")
        plays = [f"play {seat} {card}" for seat, meld in enumerate(melds) for card in meld.split() if card != "-"]
        lines = ", ".join([f"game x you=0 seats={len(melds)} {options}", *plays])
        yield f"{lines} | winner hearts", "-1" if winner.strip() == "nobody" else winner.strip()
    for row in rows_of("equal_cards.txt"):
        told, _, seat = row.partition(" | ")
        yield f"game chez players=2 seats=2 you=0 packs=2, hand 1 1, {told} | {seat[:6]}", seat
    for words in ("patience-for-two players=2 seats=2 you=0 columns=7", "x seats=2", "x high_low=on mob=on seats=2 packs=no"):
        for action in ("play:Kh", "pass", "bid:no-suit", "give:9,??", "castle", "x:Jo", ""):
            fits = 6 if action == "play:Kh" else 0
            yield f"game {words}, hand 0 1, deal 0 Kh 9c 4d, deal 1 ?? ?? ?? | action {action}", f" fits {fits} beats 0 winning 0"


def lines_that_no_referee_sends(dice: random.Random) -> str:
    """Events of every kind in any order, with seats, cards and numbers that fit nothing."""
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
        """The views that all kits show; fails at the first line that differs, and names what was heard then, in which of the games."""
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

    def test_every_question_has_its_answer(self) -> None:
        asked = list(cases())
        self.assertGreaterEqual(len(asked), 150)
        for kit in KITS:
            answers = views(kit, "\n".join(question for question, _ in asked) + "\n", "cases").split("\n")
            for (question, expected), answer in itertools.zip_longest(asked, answers[:-1], fillvalue=("", "")):
                with self.subTest(f"{kit}: {question}"):
                    # In an unknown game nothing fits, and nothing is thrown.
                    self.assertTrue(answer.endswith(expected) if expected.startswith(" ") else answer == expected, answer)


if __name__ == "__main__":
    unittest.main()
