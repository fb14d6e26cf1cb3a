"""Logs and results as data, by `tribunal_games` as `./dev games` builds it."""

import contextlib
import json
import os
import pathlib
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import unittest

import numpy
import tribunal_games

ROOT = pathlib.Path(__file__).resolve().parents[2]
TRIBUNAL = os.environ.get("TRIBUNAL", str(ROOT / "build/release/bin/tribunal"))


class Logs(unittest.TestCase):
    LOGS = sorted((ROOT / "tests/record/golden").glob("*.jsonl"))

    def test_every_decision_of_a_log_is_read_with_what_was_legal(self) -> None:
        for log in self.LOGS:
            with self.subTest(log=log.name):
                (game,) = tribunal_games.read_log(log)
                again = game.rules.deal(key=bytes.fromhex(json.loads(log.read_text().split("\n", 1)[0])["deal"]["key"]))
                at, rows = 0, 0
                while not again.over:
                    choices = {}
                    for seat in again.wanted:
                        self.assertEqual((game.seat[at], game.legal_count[at]), (seat, again.count(seat)))
                        features = again.features(seat)
                        numpy.testing.assert_array_equal(game.features[rows: rows + len(features)] if features.size else features, features)
                        choices[seat] = int(game.taken[at])
                        at, rows = at + 1, rows + len(features)
                    again.apply(choices)
                self.assertEqual((at, len(game.by_bot)), (len(game.seat), len(game.seat)))
                self.assertEqual((game.game.lines(), game.scores), (again.lines(), again.outcome().scores))

    def test_a_log_of_many_games_is_read_game_after_game(self) -> None:
        lines = [line for log in self.LOGS for line in log.read_text().splitlines()]
        self.assertEqual(len(list(tribunal_games.read_log(lines))), len(self.LOGS))

    def test_a_log_that_was_changed_or_cut_is_refused_with_its_game(self) -> None:
        first, second = (log.read_text().splitlines() for log in self.LOGS[:2])
        place = next(number for number, line in enumerate(second) if '"us"' in line)
        for wrong in (second[:-1], second[:place] + second[place + 1:], second[:place] + ['{"line":"play 0 Zz","us":1}'] + second[place + 1:],
                      second[:-1] + ['{"result":[1]}'], ["{"], ["[]", "5"], ["{}"], ['"result"'], ["[" * 200_000], [second[0].replace('"key":"', '"key":"x')] + second[1:]):
            with self.assertRaisesRegex(ValueError, "game [12] of the log"):
                list(tribunal_games.read_log(first + wrong))


@unittest.skipUnless(os.access(TRIBUNAL, os.X_OK), "the program is not built")
class Results(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        holder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(holder.cleanup)
        cls.place = pathlib.Path(holder.name)
        cls.folder = cls.play("demo", 'game = "revolution"\n', "")
        cls.several = cls.play("several", "", '[[games]]\ngame = "mitch"\n[[games]]\ngame = "tennis"\n')

    @classmethod
    def play(cls, name: str, head: str, tables: str) -> pathlib.Path:
        bots = "".join(f'[[bots]]\nname = "{bot}"\ncommand = "{bot}"\n' for bot in ("greedy", "random", "careful"))
        plan = f'name = "{name}"\nplayers = 2\ndeals = 2\nseed = "1"\nsandbox = "none"\npublic_value = "7 12"\n{head}{bots}'
        (cls.place / f"{name}.toml").write_text(plan + tables)
        cls.run_there(TRIBUNAL, "tournament", f"{name}.toml", "--quiet")
        return cls.place / "results" / name

    @classmethod
    def run_there(cls, *command: str) -> str:
        ended = subprocess.run(command, capture_output=True, text=True, cwd=cls.place)
        assert ended.returncode == 0, ended.stderr
        return ended.stdout

    def test_columns_are_those_of_the_view_of_seats(self) -> None:
        for folder in (self.folder, self.several):
            results = tribunal_games.read_results(folder)
            with contextlib.closing(sqlite3.connect(folder / "results.db")) as database:
                view = database.execute("SELECT game, deal, seat, bot, points, place, faults, sha256 FROM seats ORDER BY game, seat").fetchall()
            seats = {name: column.tolist() for name, column in results.seats.items()}
            hashes = [results.conditions[of]["sha256"][bot] for of, bot in zip(seats["conditions"], seats["bot"])]
            read = zip(seats["game"], seats["deal"], seats["seat"], [results.bots[bot] for bot in seats["bot"]], seats["score"], seats["place"],
                       seats["faults"], hashes)
            self.assertEqual(list(read), view)
            self.assertGreater(len(view), 10)

    def test_decisions_are_those_of_the_exported_log(self) -> None:
        results = tribunal_games.read_results(str(self.folder))
        log = self.run_there(TRIBUNAL, "export", str(self.folder), "--logs", "-").splitlines()
        games = list(results.decisions())
        self.assertEqual(len(games), len(results.seats["game"]) / 2)
        for one, other in zip(games, tribunal_games.read_log(log), strict=True):
            self.assertEqual((one.bots, one.scores, one.game.lines()), (other.bots, other.scores, other.game.lines()))
            for name in ("seat", "taken", "legal_count", "features", "by_bot"):
                numpy.testing.assert_array_equal(getattr(one, name), getattr(other, name))
        self.assertRaisesRegex(ValueError, "several games; expected one.*export.*--logs", next, tribunal_games.read_results(self.several).decisions())

    def test_folders_that_are_damaged_or_not_ours_are_refused_in_one_line(self) -> None:
        for change, sentence in (
                ("UPDATE meta SET value = '3' WHERE key = 'version'", "not those of version 4"),
                ("DROP VIEW seats", "not those of version 4"), ("CREATE TRIGGER t AFTER INSERT ON meta BEGIN SELECT 1; END", "not those of version 4"),
                ("UPDATE meta SET value = '[' WHERE key = 'identity'", "verify"), ("UPDATE meta SET value = json_set(value, '$.players', 1000000000) WHERE key = 'identity'", "players"),
                ("UPDATE conditions SET text = printf('%.*c', 99999, '[')", "verify"),
                ("UPDATE games SET bots = '[0,3]' WHERE id = 5", "game 5 is damaged"), ("UPDATE games SET bots = '[0]' WHERE id = 5", "game 5 is"),
                ("UPDATE games SET scores = '[1,99999999999]' WHERE id = 5", "game 5 is"), ("UPDATE games SET places = x'00' WHERE id = 5", "game 5"),
                ("UPDATE games SET conditions = 9 WHERE id = 5", "game 5 is damaged"), ("UPDATE games SET deal = 'x' WHERE id = 5", "game 5 is"),
                ("UPDATE games SET faults = '[{}]' WHERE id = 5", "game 5 is damaged"), ("UPDATE games SET id = -1 WHERE id = 5", "game -1 is"),
                ("DELETE FROM records WHERE id = 5", "game 5: it has no record"),
                ("UPDATE records SET record = '{\"verbs\":\"play\",\"decisions\":\"0bKh\"}' WHERE id = 5", "game 5: "),
                ("UPDATE records SET record = replace(record, '\"decisions\":\"', '\"decisions\":\"0aKh/1 0aKh/1 ') WHERE id = 5", "game 5: .*asked"),
                ("UPDATE meta SET value = replace(value, '7 12', '7 13') WHERE key = 'identity'", "game 0: "),
                ("UPDATE meta SET value = '00' WHERE key = 'commitment'", "does not match the commitment")):
            with self.subTest(change=change), tempfile.TemporaryDirectory() as holder:
                folder = shutil.copytree(self.folder, f"{holder}/of a stranger")
                with contextlib.closing(sqlite3.connect(f"{folder}/results.db")) as database:
                    database.execute(change)
                    database.commit()
                with self.assertRaisesRegex(ValueError, f"^{folder}: .*{sentence}[^\n]*$"):
                    for _ in tribunal_games.read_results(folder).decisions():
                        pass

    def test_a_pipe_or_nothing_in_place_of_a_file_is_refused(self) -> None:
        for make, sentence in ((lambda file: None, "not a regular file"), (os.mkfifo, "not a regular file"),
                               (lambda file: file.write_text("x" * 5000), "not a database")):
            with tempfile.TemporaryDirectory() as holder, self.assertRaisesRegex(ValueError, sentence):
                make(pathlib.Path(holder) / "results.db")
                tribunal_games.read_results(holder)

    def test_the_example_of_the_page_runs(self) -> None:
        (example,) = (part.split("```", 1)[0] for part in (ROOT / "docs/python.md").read_text().split("```python-results\n")[1:])
        self.assertIn("greedy", self.run_there(sys.executable, "-c", example))
