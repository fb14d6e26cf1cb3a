"""The luck of a tournament follows from its games, is computed once, and a false file of luck is detected."""
import fcntl
import json
import os
import re
import shutil
import sqlite3
import unittest
from typing import Dict, List

from bots import scripted
from cup import Cup, plan, player, unconfined
from program import put, text_of, tribunal

PAIRS = ("--pairs", "3")


class Luck(unittest.TestCase):
    cup: Cup
    file: str
    text: str

    @classmethod
    def setUpClass(cls) -> None:
        cls.cup = Cup(unconfined("one two three", deals=6)).played("--quiet")
        cls.file = os.path.join(cls.cup.out, "luck.jsonl")
        tribunal("luck", cls.cup.out, *PAIRS).expect(0, shows="the luck of 18 games")
        cls.text = text_of(cls.file)

    def setUp(self) -> None:
        self.addCleanup(put, self.file, self.text)

    def again(self, *words: str) -> str:
        os.remove(self.file)
        tribunal("luck", self.cup.out, *PAIRS, *words).expect()
        return text_of(self.file)

    def test_it_is_the_same_with_any_number_of_threads(self) -> None:
        self.assertEqual(self.again("--workers", "1"), self.text)
        self.assertEqual(self.again("--workers", "3"), self.text)

    def test_every_game_has_the_luck_of_each_seat_in_whole_thousandths(self) -> None:
        head, *games = [json.loads(line) for line in self.text.splitlines()]
        self.assertEqual({(model["bot"], model["half"]) for model in head["models"]},
                         {(bot, half) for bot in ("one", "two", "three") for half in (0, 1)})
        self.assertEqual([game["game"] for game in games], list(range(18)))
        for game in games:
            for kind in ("draws", "hands"):
                self.assertEqual([len(seat) for seat in game[kind]], [2, 2, 2])
            self.assertLessEqual(abs(sum(seat[1] for seat in game["draws"])), 3)  # ranks are shared out

    def test_tables_of_a_deal_are_alike_where_candidates_are_compared_and_nowhere_else(self) -> None:
        self.assertIn('"alike":false', self.text)
        with Cup(unconfined("one* two* three four", 'format = "gauntlet"', deals=2)).played("--quiet") as cup:
            tribunal("luck", cup.out, *PAIRS).expect()
            file = os.path.join(cup.out, "luck.jsonl")
            text = text_of(file)
            self.assertIn('"alike":true', text)
            tribunal("verify", cup.out, "--luck-games", "all").expect(0, shows="luck.jsonl: the luck of")
            put(file, text.replace('"alike":true', '"alike":false'))
            tribunal("verify", cup.out, "--luck-games", "all").expect(1, "does not follow from its record")

    def test_a_run_that_was_cut_off_is_resumed(self) -> None:
        lines = self.text.splitlines(keepends=True)
        # The luck of finished games is not computed again, so a wrong value shows that it was reused.
        marked = re.sub(r'"events":\d+', '"events":7777', lines[3])
        put(self.file + ".part", "".join(lines[:3]) + marked + lines[4][:20])
        self.assertEqual(self.again(), "".join(lines[:3]) + marked + "".join(lines[4:]))
        self.assertFalse(os.path.exists(self.file + ".part"))

    def test_of_two_at_once_the_second_is_refused(self) -> None:
        with open(self.file + ".part", "w", encoding="utf-8") as part:
            fcntl.flock(part, fcntl.LOCK_EX)
            tribunal("luck", self.cup.out, *PAIRS).refused(75, "another 'tribunal luck' is running here")
        tribunal("luck", self.cup.out, *PAIRS).expect()
        self.assertEqual(text_of(self.file), self.text)

    def test_a_part_with_another_number_of_pairs_is_not_taken_over(self) -> None:
        put(self.file + ".part", self.text.replace('"pairs":3', '"pairs":4').replace('"events":', '"events":9'))
        self.assertEqual(self.again(), self.text)

    def test_verify_checks_it_with_the_folder(self) -> None:
        tribunal("verify", self.cup.out).expect(0, shows="luck.jsonl: the luck of 18 games follows")
        tribunal("verify", self.cup.out, "--luck-games", "5").expect(0, shows="the luck of 5 games, drawn from 18,")
        drawn = "; --luck-seed ([0-9a-f]{16}) draws these games again"
        seeds = [re.findall(drawn, tribunal("verify", self.cup.out, "--luck-games", "1").expect().out)[0] for _ in range(2)]
        self.assertNotEqual(*seeds)
        self.assertNotIn("--luck-seed", tribunal("verify", self.cup.out).out)
        for number in ("0", "-1"):
            tribunal("verify", self.cup.out, "--luck-games", number).refused(2, "neither a number from 1 nor 'all'")

    def test_a_false_game_is_found_by_some_draws_and_by_the_same_seed_again(self) -> None:
        lines = self.text.splitlines(keepends=True)
        game = json.loads(lines[1])
        game["events"] += 1
        put(self.file, lines[0] + json.dumps(game, separators=(",", ":")) + "\n" + "".join(lines[2:]))
        found = {seed: tribunal("verify", self.cup.out, "--luck-games", "9", "--luck-seed", seed).code for seed in map(str, range(12))}
        self.assertEqual(set(found.values()), {0, 1})
        for seed in ("7", "8"):
            ended = tribunal("verify", self.cup.out, "--luck-games", "9", "--luck-seed", seed).expect(found[seed])
            self.assertIn(f"--luck-seed {seed} draws these games again", ended.out + ended.err)

    def test_a_false_file_is_found(self) -> None:
        lines = self.text.splitlines(keepends=True)
        other = json.loads(lines[4])
        other["draws"][0][0] += 1
        model = json.loads(lines[0])
        model["models"][0]["weights"][0] += 100
        unknown = json.loads(lines[0])
        unknown["models"] = unknown["models"][1:]
        for name, text, code, said in (
                ("one thousandth more", "".join(lines[:4]) + json.dumps(other) + "\n" + "".join(lines[5:]), 1, "the luck of game 3"),
                ("another model", json.dumps(model) + "\n" + "".join(lines[1:]), 1, "models of bots do not follow"),
                ("a model that lacks", json.dumps(unknown) + "\n" + "".join(lines[1:]), 1, "models of bots do not follow"),
                ("a game that lacks", "".join(lines[:5] + lines[6:]), 1, "it lacks the luck of 1 game, and has that of 0 others"),
                ("other games", lines[0].replace('"results":"', '"results":"0')[:-1] + "\n", 2, "line 1 should be the first line"),
                ("of other results", re.sub(r'"results":"\w+"', '"results":"' + 64 * "0" + '"', self.text), 2, "the luck of other games"),
                ("no head", "".join(lines[1:]), 2, "line 1 should be the first line"),
                ("garbage", self.text + "\x1b[31m\n", 2, "line 20 should be the luck of a game"),
                ("numbers beyond all bounds", self.text.replace('"events":', '"events":99999999999999999999', 1), 2, "line 2"),
                ("pairs without bound", self.text.replace('"pairs":3', '"pairs":100000'), 2, "line 1 should be the first line"),
                ("a line without end", self.text + 100000 * "[", 2, "line 20"),
                ("games in disorder", "".join([lines[0]] + lines[:0:-1]), 2, "line 3"),
                ("cut off", self.text[:-10], 2, "line 19"),
                ("empty", "", 2, "line 1")):
            with self.subTest(name):
                put(self.file, text)
                tribunal("verify", self.cup.out).expect(code, said, "tribunal luck", lacks="\x1b")

    def test_a_bot_with_faults_in_most_games_was_not_looked_at(self) -> None:
        hider = scripted("hider", ask='if games % 4: word[3] = "play:nothing"')
        with Cup(unconfined({"one": player("one"), "two": player("two"), "three": player("three"), "hider": "python3 hider.py"}, deals=4)) as cup:
            cup.write("hider.py", hider)
            tribunal("tournament", "cup.toml", "--out", cup.out, cwd=cup.folder)
            tribunal("luck", cup.out, *PAIRS).expect()
            shown = " ".join(tribunal("standings", cup.out, "--luck").expect().out.split())
            said = re.findall(r"(\w+): (\d+) of its (\d+) games had a fault; luck after a fault is not measured", shown)
            rows = tribunal("standings", cup.out, "--luck", "--json").expect().json()["without_luck"]["rows"]
            self.assertEqual({name: (int(cut), int(games)) for name, cut, games in said},
                             {row["bot"]: (row["luck_cut_short"], row["luck_games"]) for row in rows if 2 * row["luck_cut_short"] > row["luck_games"]})
            self.assertEqual({row["bot"] for row in rows if row["luck_hidden"]}, {name for name, _, _ in said})
            self.assertIn("hider", [name for name, _, _ in said])
            self.assertIn("hider: ", tribunal("ratings", cup.out, "--luck").expect().out)

    def test_a_stranger_recomputes_it_from_plan_log_and_secret(self) -> None:
        log = os.path.join(self.cup.folder, "log.jsonl")
        tribunal("export", self.cup.out, "--logs", log).expect()
        self.addCleanup(os.remove, log)
        words = ("verify", log, "--plan", os.path.join(self.cup.folder, "cup.toml"), "--luck", self.file)
        tribunal(*words, "--luck-games", "all").expect(0, shows="the luck of 18 games follows")
        put(self.file, self.text.replace('"pairs":3', '"pairs":2'))
        tribunal(*words).expect(1, "does not follow from its record")
        tribunal("verify", log, "--luck", self.file).refused(2, "--luck needs --plan")


    def test_standings_show_both_tables_and_the_kind_of_luck(self) -> None:
        plain = tribunal("standings", self.cup.out).expect().out
        shown = tribunal("standings", self.cup.out, "--luck").expect().out
        self.assertTrue(shown.startswith(plain.rstrip("\n")))
        self.assertRegex(shown, r"Without the luck of draws \(18 games, luck in 18 of them, 3 pairs per event\):")
        tribunal("standings", self.cup.out, "--luck-hands").expect(0, shows="Without the luck of draws and hands (")
        tribunal("standings", self.cup.out, "--luck", "--markdown").expect(0, shows="| without luck |")

    def test_points_without_luck_are_those_less_the_luck_of_the_file(self) -> None:
        luck: Dict[str, List[float]] = {}
        games = [json.loads(line) for line in self.text.splitlines()[1:]]
        bots = self.cup.query("SELECT game, bots FROM games ORDER BY game")
        for game, (_, seats) in zip(games, bots):
            for seat, bot in enumerate(json.loads(seats)):
                luck.setdefault(("one", "two", "three")[bot], []).append(game["draws"][seat][0] / 1000)
        report = tribunal("standings", self.cup.out, "--luck", "--json").expect().json()["without_luck"]
        self.assertEqual((report["kind"], report["pairs"], report["games"], report["alarms"]), ("draws", 3, 18, []))
        for row in report["rows"]:
            mean = sum(luck[row["bot"]]) / 18
            self.assertAlmostEqual(row["luck"], mean, places=5)
            self.assertAlmostEqual(row["points"] - row["points_without_luck"], mean, places=5)
            self.assertIsNone(row["luck_z"])  # six deals are too few
        rows = tribunal("standings", self.cup.out, "--luck", "--csv").expect().rows()
        self.assertEqual([row["bot"] for row in rows], [row["bot"] for row in report["rows"]])

    def test_without_its_file_the_next_step_is_named(self) -> None:
        os.remove(self.file)
        tribunal("standings", self.cup.out, "--luck").refused(2, "'tribunal luck", "computes it")
        put(self.file, re.sub(r'"results":"\w+"', '"results":"' + 64 * "0" + '"', self.text))
        tribunal("standings", self.cup.out, "--luck").refused(2, f"{self.file}: this is the luck of other games; 'tribunal luck {self.cup.out}' computes it again")

    def test_luck_that_lacks_a_game_takes_luck_out_of_none(self) -> None:
        lines = self.text.splitlines(keepends=True)
        put(self.file, "".join(lines[:5] + lines[6:]))
        tribunal("standings", self.cup.out, "--luck").refused(2, "the luck of game 4 is missing", "tribunal luck")
        tribunal("report", self.cup.out, "--luck", "-o", os.path.join(self.cup.folder, "page.html")).refused(2, "the luck of game 4")

    def test_published_standings_without_luck_are_verified_with_the_published_luck(self) -> None:
        log, published = (os.path.join(self.cup.folder, name) for name in ("log.jsonl", "standings.json"))
        tribunal("export", self.cup.out, "--logs", log).expect()
        self.addCleanup(os.remove, log)
        words = ("verify", log, "--plan", os.path.join(self.cup.folder, "cup.toml"), "--standings", published)
        for option in ("--luck", "--luck-hands"):
            with self.subTest(option):
                tribunal("standings", self.cup.out, option, f"--json={published}").expect()
                tribunal(*words, "--luck", self.file).expect(0, shows=("the standings follow from the logs", "the luck of 18 games"))
                tribunal(*words).expect(0, "the standings without luck are not verified; --luck FILE")
                wrong = re.sub(r'"elo_without_luck": ?[\d.]+', '"elo_without_luck": 1700', text_of(published), count=1)
                put(published, wrong)
                tribunal(*words, "--luck", self.file).expect(1, '"without_luck" does not follow')
        put(published, wrong.replace('"draws and hands"', '"\\u001b[31m"'))
        tribunal(*words).expect(2, "draws, draws and hands", lacks="\x1b")

    def test_bootstrap_draws_luck_with_its_deals(self) -> None:
        with Cup(unconfined("one two three", deals=10)).played("--quiet") as cup:
            tribunal("luck", cup.out, *PAIRS).expect()
            ended = tribunal("standings", cup.out, "--luck", "--bootstrap", "100", "--json").expect()
            for row in ended.json()["without_luck"]["rows"]:
                low, high = row["elo_drawn_without_luck"]
                self.assertLess(low, row["elo_without_luck"])
                self.assertGreater(high, row["elo_without_luck"])
            tribunal("standings", cup.out, "--luck", "--bootstrap", "100").expect(0, shows="drawn")

    def test_the_page_has_a_second_table_and_tells_alarms(self) -> None:
        page = os.path.join(self.cup.folder, "page.html")
        tribunal("report", self.cup.out, "-o", page).expect()
        plain = text_of(page)
        self.assertNotIn("Without the luck", plain)
        tribunal("report", self.cup.out, "--luck-hands", "-o", page).expect()
        self.assertIn("Without the luck of draws and hands (18 games, luck in 18 of them, 3 pairs per event)", text_of(page))
        tribunal("report", self.cup.out, "--luck", "--watch").refused(2, "--luck and --watch exclude each other")
        tribunal("report", self.cup.out, self.cup.out + "/../out", "--luck", "-o", page).refused(2, "one results folder")

    def test_luck_that_no_honest_bot_has_is_an_alarm(self) -> None:
        with Cup(unconfined("one two three", deals=10)).played("--quiet") as cup:
            tribunal("luck", cup.out, *PAIRS).expect()
            head, *games = text_of(os.path.join(cup.out, "luck.jsonl")).splitlines()
            lucky = []  # the first bot's seat has 50 points of luck more in each game
            for line, (_, seats) in zip(games, cup.query("SELECT game, bots FROM games ORDER BY game")):
                game = json.loads(line)
                game["draws"][json.loads(seats).index(0)][0] += 50000
                lucky.append(json.dumps(game))
            cup.write("out/luck.jsonl", "\n".join([head] + lucky) + "\n")
            tribunal("standings", cup.out, "--luck").expect(1, shows="one had more luck than an honest bot has")
            ended = tribunal("standings", cup.out, "--luck", "--json").expect(1, "one had more luck")
            self.assertGreater(ended.json()["without_luck"]["alarms"][0]["z"], 5)
            self.assertEqual([row["bot"] for row in ended.json()["without_luck"]["rows"] if row["luck_alarm"]], ["one"])
            tribunal("ratings", cup.out).expect(0)
            tribunal("ratings", cup.out, "--luck").expect(1, shows=("added up over the nights", "one had more luck in revolution than an honest"))
            season = {row["bot"]: row for row in tribunal("ratings", cup.out, "--luck", "--json").expect(1, "one had more luck").json()["luck"]}
            self.assertEqual([name for name, row in season.items() if row["alarm"]], ["one"])
            self.assertAlmostEqual(season["one"]["luck_z"], ended.json()["without_luck"]["alarms"][0]["z"], places=4)
            ended = tribunal("ratings", cup.out, "--luck", "--csv").expect(1, "one had more luck")
            self.assertEqual([(row["bot"], row["alarm"], float(row["luck_z"])) for row in ended.rows()],
                             [(name, str(row["alarm"]).lower(), row["luck_z"]) for name, row in season.items()])
            for other in (("--history",), ("--crosstable",), ("--columns", "bot,elo")):
                tribunal("ratings", cup.out, "--luck", "--csv", *other).refused(2, "with --csv, expected no --luck" if "--columns" in other else "--csv prints one table")
            tribunal("ratings", cup.out, "--luck", "--since", cup.out).refused(2, "--luck and --since exclude each other")
            copy = shutil.copytree(cup.out, os.path.join(cup.folder, "copy"))
            both = tribunal("ratings", cup.out, copy, "--luck", "--json").expect(1, "each game counts once").json()["luck"]
            self.assertEqual({row["bot"]: row for row in both}, season)
            kept = tribunal("ratings", cup.out, copy, "--luck", "--exclude", "one", "--reason", "lucky", "--json").expect(0, "excluded: one").json()
            self.assertFalse([row["bot"] for row in kept["luck"] if row["luck_games"] > 0 and row["bot"] == "one"])
            page = os.path.join(cup.folder, "page.html")
            tribunal("report", cup.out, "--luck", "-o", page).expect(1, "one had more luck than an honest bot has")
            self.assertIn("one had more luck than an honest bot has", text_of(page))


class Other(unittest.TestCase):
    def test_games_without_later_chance_have_none_and_it_is_said_why(self) -> None:
        with Cup(unconfined("one two three four", deals=1, game="anarchy", players=4)).played("--quiet") as cup:
            tribunal("luck", cup.out).expect(0, shows=("anarchy: all chance is in the deal", "already evens out"))
            self.assertFalse(os.path.exists(os.path.join(cup.out, "luck.jsonl")))
            tribunal("standings", cup.out, "--luck").refused(2, "playing each deal from every seat", "there is none to remove")
            tribunal("verify", cup.out).expect(0)

    def test_of_several_games_those_with_later_chance_have_it(self) -> None:
        with Cup(unconfined("one two three", deals=1, game="tennis mitch")).played("--quiet") as cup:
            tribunal("luck", cup.out, *PAIRS).expect(0, shows=("tennis: all chance", "the luck of 3 games"))
            tribunal("verify", cup.out).expect(0, shows="the luck of 3 games")

    def test_results_that_grow_have_no_luck_until_it_is_computed_again(self) -> None:
        with Cup(unconfined("one two three", deals=1)).played("--quiet") as cup:
            tribunal("luck", cup.out, *PAIRS).expect()
            cup.write("cup.toml", unconfined("one two three", deals=2))
            cup.run("--accept-changes", "--quiet").expect()
            tribunal("verify", cup.out).expect(2, "'tribunal luck' computes the luck of these")
            tribunal("luck", cup.out, *PAIRS).expect(0, shows="6 games")
            tribunal("verify", cup.out).expect(0, shows="the luck of 6 games")

    def test_a_record_that_does_not_come_to_its_scores_is_refused(self) -> None:
        with Cup(plan("one two three", deals=1)).played("--quiet") as cup:
            copy = os.path.join(cup.folder, "copy")
            shutil.copytree(cup.out, copy)
            database = sqlite3.connect(os.path.join(copy, "results.db"))
            scores = database.execute("SELECT scores FROM games WHERE game = 2").fetchone()[0]
            database.execute("UPDATE games SET scores = ? WHERE game = 2", (re.sub(r"-?\d+", "17", scores, 1),))
            database.commit()
            database.close()
            tribunal("luck", copy, *PAIRS).expect((1, 2), "tribunal verify")
