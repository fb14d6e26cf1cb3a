"""Logs and folders that were tampered with: a command that shows them reports this first, and ends as `verify` does."""
import os
import random
import re
import shutil
import unittest
from typing import Callable, Dict, List

from bots import scripted
from cup import Cup, player
from cup import unconfined as plan
from program import TEST_BOTS, Ended, Folder, tribunal

DICE = random.Random(27)


def one_line(lines: List[str], pattern: str, change: Callable[[str], str]) -> List[str]:
    """The lines, with the one that matches changed."""
    at = DICE.choice([number for number, line in enumerate(lines) if re.search(pattern, line)])
    return lines[:at] + [change(lines[at])] + lines[at + 1:]


def digit(line: str) -> str:
    at = DICE.choice([found.start() for found in re.finditer(r"\d", line)])
    return line[:at] + str((int(line[at]) + 1) % 10) + line[at + 1:]


def swapped(lines: List[str]) -> List[str]:
    at = DICE.randrange(1, len(lines) - 2)
    return lines[:at] + [lines[at + 1], lines[at]] + lines[at + 2:]


def card(line: str) -> str:
    return re.sub(r"\b([2-9])([cdhs])\b", lambda found: found[1] + "cdhs"["dhsc".index(found[2])], line, count=1)


def other_first(line: str, member: str) -> str:
    """The line with a different first digit of a hash."""
    return re.sub(rf'"{member}":"(.)', lambda found: f'"{member}":"' + ("0" if found[1] != "0" else "1"), line)


# Each takes the lines of a log of one game and returns those of another, which may be invalid.
TAMPERINGS: Dict[str, Callable[[List[str]], List[str]]] = {
    "score": lambda lines: one_line(lines, r'^\{"result"', lambda line: re.sub(r'"result":\[(-?\d+)', lambda found: f'"result":[{int(found[1]) + 1}', line)),
    "places": lambda lines: one_line(lines, r'^\{"result"', lambda line: re.sub(r'"places":\[(\d),(\d)', r'"places":[\2,\1', line)),
    "hash": lambda lines: one_line(lines, r'^\{"result"', lambda line: other_first(line, "content_sha256")),
    "card": lambda lines: one_line(lines, r'"line":"(draw|deal) \d.*\b[2-9][cdhs]', card),
    "decision": lambda lines: one_line(lines, r'"us":\d+\}$', card),
    "seat": lambda lines: one_line(lines, r'"line":"\w+ [01] .*"us"', lambda line: re.sub(r'(":"\w+ )(\d)', lambda found: found[1] + str(1 - int(found[2])), line)),
    "time": lambda lines: one_line(lines, r'"us":\d+\}$', lambda line: re.sub(r'"us":\d+', '"us":900000000', line)),
    "key": lambda lines: one_line(lines, r'^\{"tribunal"', lambda line: other_first(line, "key")),
    "bot": lambda lines: one_line(lines, r'^\{"tribunal"', lambda line: line.replace('{"bot":"', '{"bot":"x', 1)),
    "limit": lambda lines: one_line(lines, r'^\{"tribunal"', lambda line: re.sub(r'"startup_ms":\d+', '"startup_ms":7', line)),
    "rule": lambda lines: one_line(lines, r'^\{"tribunal"', lambda line: re.sub(r":false", ":true", line, count=1)),
    "missing": lambda lines: (lambda at: lines[:at] + lines[at + 1:])(DICE.randrange(1, len(lines) - 1)),
    "doubled": lambda lines: (lambda at: lines[:at + 1] + lines[at:])(DICE.randrange(1, len(lines) - 1)),
    "swapped": swapped,
    "digit": lambda lines: one_line(lines, r"\d", digit),
    "referee": lambda lines: one_line(lines, r'"us":\d+\}$', lambda line: re.sub(r'"us":\d+', '"by":"referee"', line)),
    "blank": lambda lines: one_line(lines, r'"line"', lambda line: line.replace(":", ": ", 1)),
    "cut off": lambda lines: lines[:-1],
    "no JSON": lambda lines: one_line(lines, r'"line"', lambda line: line[:-1]),
    "usage": lambda lines: one_line(lines, r'^\{"result"', lambda line: re.sub(r'"cpu_us":\d+', '"cpu_us":5', line)),
}


class TamperedLogs(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.files = Folder("differences")
        with Cup(plan("one two three", deals=2)).played("--quiet") as cup:
            cls.lines = tribunal("export", cup.out, "--game", "1", "--logs", "-").out.splitlines()

    def write(self, lines: List[str], name: str = "log.jsonl") -> str:
        return self.files.write(name, "".join(line + "\n" for line in lines))

    def shows_as(self, verified: Ended, log: str) -> None:
        """Every command that shows the log reports what `verify` reports, with its exit code."""
        said = verified.err.split("tribunal: ", 1)[1].strip() if verified.code else ""
        page = self.files.path("page.html")
        for words in (["replay", log], ["replay", log, "--list"], ["report", log, "-o", page], ["replay", log, "--seat", "0", "--", "false"]):
            if verified.code == 0 and "--seat" in words:
                continue  # that bot never answers
            ended = tribunal(*words).expect(verified.code)
            if verified.code:
                self.assertIn(said, ended.err, words)
            if verified.code == 1 and words[0] == "replay" and ended.out:
                self.assertTrue(ended.out.startswith(said), words)

    def test_each_kind_of_tampering_is_shown_as_verify_finds_it(self) -> None:
        found = 0
        for name, tamper in TAMPERINGS.items():
            with self.subTest(tampering=name):
                log = self.write(tamper(self.lines))
                verified = tribunal("verify", log)
                found += verified.code != 0
                self.shows_as(verified, log)
        self.assertGreaterEqual(found, len(TAMPERINGS) - 3)  # numbers of usage are free, and some digits

    def test_places_that_another_version_recorded_are_flagged_and_the_game_is_shown(self) -> None:
        log = self.write(TAMPERINGS["places"](self.lines))
        ended = tribunal("replay", log, "--list").expect(1)
        above, _, table = ended.out.partition("\n\n")
        self.assertRegex(above, r"line \d+: differs\n +found: .*\n +expected: ")
        self.assertEqual(table, tribunal("replay", self.write(self.lines, "right.jsonl"), "--list").out)

    def test_a_difference_in_any_game_of_a_log_is_found_whatever_game_is_shown(self) -> None:
        log = self.write(self.lines + TAMPERINGS["score"](self.lines) + self.lines)
        verified = tribunal("verify", log).expect(1)
        self.shows_as(verified, log)
        for game in ("0", "1", "2"):
            self.assertEqual(tribunal("replay", log, "--game", game).code, 1)
        self.assertEqual(tribunal("replay", log, "--list").out.count("differs"), 1)
        self.assertIn("mitch" if "mitch" in self.lines[0] else "revolution", tribunal("replay", log, "--list").out)

    def test_a_game_that_cannot_have_happened_is_listed_as_such_among_others(self) -> None:
        log = self.write(self.lines + TAMPERINGS["referee"](self.lines) + self.lines)
        ended = tribunal("replay", log, "--list").expect(1)
        rows = ended.out.partition("\n\n")[2].splitlines()[1:]
        self.assertEqual(len(rows), 3)
        self.assertIn("cannot have happened", rows[1])
        self.assertEqual(tribunal("replay", log, "--game", "1").code, 1)

    def test_the_deal_of_a_tampered_log_is_played_with_the_difference_above(self) -> None:
        log = self.write(TAMPERINGS["score"](self.lines))
        self.assertRegex(tribunal("play", "--from", log, "--", *[f"{TEST_BOTS}/attacker quiet"] * 3).expect(1).out, r"^\S+: line \d+: differs\n")


class TamperedFolders(unittest.TestCase):
    """Each change of one game, and the commands that show it."""

    @classmethod
    def setUpClass(cls) -> None:
        cls.whole = Cup(plan("one brittle three", deals=10, command=player)).played("--quiet")
        cls.faulty = tribunal("faults", cls.whole.out, "--json").json()[0]["game"]

    def tampered(self, change: str) -> Cup:
        cup = Cup("")
        shutil.copytree(self.whole.out, cup.out)
        cup.change(change.replace("GAME", str(self.faulty)))
        return cup

    def test_forged_games_are_shown_with_the_words_of_verify(self) -> None:
        for change in ("UPDATE games SET scores = '[4,4,4]' WHERE game = GAME", "UPDATE games SET places = '[1,1,1]' WHERE game = GAME",
                       "UPDATE games SET usage = '[[1,1,1,1],[1,1,1,1],[1,1,1,1]]' WHERE game = GAME",
                       "UPDATE notes SET message = 'nothing' WHERE game = GAME",
                       "UPDATE records SET record = (SELECT record FROM records WHERE game = GAME + 1) WHERE game = GAME"):
            with self.subTest(change=change):
                cup = self.tampered(change)
                verified = tribunal("verify", cup.out).expect(1)
                said = verified.err.split("tribunal: ", 1)[1].strip()
                page = os.path.join(cup.folder, "page.html")
                game = str(self.faulty)
                for words in (["replay", cup.out], ["replay", cup.out, "--list", "--fault"], ["report", cup.out, "-o", page],
                              ["faults", cup.out], ["faults", cup.out, "--json"], ["export", cup.out, "--logs", os.path.join(cup.folder, "l")],
                              ["replay", cup.out, "--game", game], ["replay", cup.out, "--game", game, "--list"]):
                    ended = tribunal(*words).expect(1, said)
                    if words[0] in ("replay", "faults") and "--json" not in words and ended.out:
                        self.assertTrue(ended.out.startswith(said), ended.out)
                faults = tribunal("faults", cup.out, "--json").json()
                self.assertEqual({fault["game"] for fault in faults if "differs" in fault},
                                 {self.faulty}.intersection(fault["game"] for fault in faults))
                other = str((self.faulty + 2) % 30)
                self.assertEqual(tribunal("replay", cup.out, "--game", other).code, 0)  # this one holds

    def test_a_game_with_other_faults_than_beside_it_casts_no_doubt_on_later_ones(self) -> None:
        crash = 'if games % 3 == 0: sys.exit("oh no")'
        with Cup(plan({"one": "python3 one.py", "two": f"{TEST_BOTS}/attacker quiet two"}, deals=6, players=2)) as cup:
            cup.write("one.py", scripted("one", ask=crash))
            cup.run("--quiet", "--workers", "1").expect((0, 1, 5))
            games = [fault["game"] for fault in tribunal("faults", cup.out, "--json").json()]
            self.assertGreater(len(games), 1)
            cup.change(f"UPDATE records SET record = (SELECT record FROM records WHERE game = {games[0] + 1}) WHERE game = {games[0]}")
            said = tribunal("verify", cup.out).expect(1).err.split("tribunal: ", 1)[1].strip()
            self.assertIn(f"game {games[0]} ", said)
            shown = tribunal("faults", cup.out, "--json").expect(1, said).json()
            self.assertEqual([fault["game"] for fault in shown if fault["game"] != games[0]], games[1:])
            tribunal("report", cup.out, "-o", os.path.join(cup.folder, "page.html")).expect(1, said)

    def test_an_export_names_the_games_that_it_leaves_out_and_has_all_others(self) -> None:
        for change in ("UPDATE records SET record = 'damaged' WHERE game = GAME",
                       "UPDATE records SET record = replace(record, ' 0', ' 1') WHERE game = GAME"):
            with self.subTest(change=change):
                cup = self.tampered(change)
                log = os.path.join(cup.folder, "games.jsonl")
                tribunal("export", cup.out, "--logs", log).expect((1, 2), "1 game omitted", says_like=rf"game {self.faulty}\b")
                self.assertEqual(cup.read(log).count('"tribunal":1'), 29)
                self.assertEqual(tribunal("verify", log).code, 0)

    def test_names_that_were_exchanged_in_the_database_are_found(self) -> None:
        cup = self.tampered("UPDATE meta SET value = replace(value, '[\"one\",\"brittle\"', '[\"brittle\",\"one\"') WHERE key = 'identity'")
        for words in (["verify"], ["replay"], ["faults"], ["export", "--logs", "-"], ["replay", "--game", "0"]):
            tribunal(words[0], cup.out, *words[1:]).expect(1, 'identity, bots 0: "brittle" there, "one" in the plan')

    def test_without_the_secret_it_is_said_that_nothing_was_compared(self) -> None:
        cup = self.tampered("UPDATE games SET scores = '[4,4,4]' WHERE game = GAME")
        os.remove(os.path.join(cup.out, "secret"))
        ended = tribunal("replay", cup.out).expect()
        self.assertRegex(ended.out, r"^\S+: the games are not compared with their records, because the secret of the deals is missing\n")
