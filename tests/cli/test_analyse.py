"""Decisions that cost points are found, the worst first, in logs and folders; nothing is claimed that is unknown."""
import json
import os
import re
import unittest
from typing import Any, Dict

from bots import scripted
from cup import Cup, command_of, player
from cup import unconfined as plan
from program import GREEDY, ROOT, InFolder, blocks_of, on_terminal, text_of, tribunal

FEW = ("--worlds", "20")
# Plays the first legal action; in every second game it answers a question that was not asked.
FAULTY = scripted("faulty", ask='if games % 2 == 0: word[3] = "play:nothing"')


def of_bot(report: Dict[str, Any], name: str) -> Dict[str, Any]:
    return {bot["bot"]: bot for bot in report["bots"]}[name]


class Examples(unittest.TestCase):
    """Three decisions of real games from which an author sees a rule at once."""
    def test_the_costly_decision_is_found_and_explained(self) -> None:
        for game, bot, number, taken, best, least, reason in (
                ("gives-the-shortest-suit-away", "planner", 31, "play:4h", "play:2c", 3.0,
                 "after play:2c you have the bonus for the shortest suit in 100 % of the games, after play:4h in 0 %"),
                ("lengthens-the-shortest-suit", "planner", 26, "play:9d", "play:2h", 1.5,
                 r"after play:2h you have the bonus for the shortest suit in \d+ % of the games, after play:9d in \d+ %"),
                ("discards-elsewhere", "careful", 23, "discard:Kc", "play:6d", 0.5,  # one turn lost: 6d can be played next
                 r"after play:6d the suits that you win are worth 1\d\.\d points on average, after discard:Kc 1\d\.\d")):
            with self.subTest(game=game):
                log = os.path.join(ROOT, "tests", "analysis", "games", game + ".jsonl")
                report = tribunal("analyse", log, "--bot", bot, "--worlds", "300", "--json").expect().json()
                self.assertEqual(report["worst"][0]["decision"], number)
                decision = next(one for one in report["games"][0]["decisions"] if one["decision"] == number)
                self.assertEqual((decision["taken"], decision["best"], decision["mistake"]), (taken, best, True))
                self.assertGreater(decision["cost"], least)
                self.assertRegex(decision["reason"], reason)


class Logs(InFolder):
    def log(self, game: str = "revolution", *bots: str) -> str:
        path = self.path("game.jsonl")
        tribunal("play", game, "--log", path, "--", *(bots or 3 * [GREEDY])).expect()
        return path

    def test_a_log_is_analysed_with_sums_for_each_bot_and_the_limits_last(self) -> None:
        ended = tribunal("analyse", self.log(), *FEW).expect(0, shows=("1 game, ", "20 worlds for each", "Cost a game"))
        self.assertTrue(ended.out.rstrip().endswith("(tribunal help analysis)."))

    def test_output_is_the_same_with_any_number_of_threads_and_repeats(self) -> None:
        log = self.log()
        once = tribunal("analyse", log, *FEW, "--json", "--workers", "1").expect().out
        self.assertEqual(tribunal("analyse", log, *FEW, "--json", "-j", "3").expect().out, once)
        self.assertNotEqual(tribunal("analyse", log, *FEW, "--json", "--seed", "other").expect().json()["games"],
                            json.loads(once)["games"])

    def test_json_and_csv_agree_and_have_every_decision_with_a_choice(self) -> None:
        log = self.log()
        report = tribunal("analyse", log, *FEW, "--json", f"--csv={self.path('rows.csv')}").expect().json()
        rows = tribunal("analyse", log, *FEW, "--csv").expect().rows()
        self.assertEqual(self.read("rows.csv"), tribunal("analyse", log, *FEW, "--csv").out)
        decisions = report["games"][0]["decisions"]
        self.assertEqual(report["analysed_decisions"], len(decisions))
        self.assertEqual([(str(one["decision"]), one["taken"], one["best"]) for one in decisions],
                         [(row["decision"], row["taken"], row["best"]) for row in rows])
        for one in decisions:
            self.assertIn(one["taken"], [action["action"] for action in one["actions"]])
            self.assertGreater(len(one["actions"]), 1)
            self.assertAlmostEqual(sum(action["policy_share"] for action in one["actions"]), 1, places=4)
            self.assertTrue(one["cost"] > 2 * one["cost_error"] or not one["mistake"])
        seats = report["games"][0]["seats"]
        self.assertAlmostEqual(sum(seat["cost"] for seat in seats), sum(one["cost"] for one in decisions), places=3)

    def test_a_seat_is_analysed_alone_and_must_exist(self) -> None:
        log = self.log()
        report = tribunal("analyse", log, *FEW, "--seat", "1", "--json").expect().json()
        self.assertEqual({one["seat"] for one in report["games"][0]["decisions"]}, {1})
        tribunal("analyse", log, "--seat", "7").refused(2, "no game has a seat 7; expected --seat 0 to 2")
        tribunal("analyse", log, "--seat", "1", "--bot", "greedy").expect(2, "--bot")
        tribunal("analyse", log, "--bot", "nobody").refused(2, "nobody")
        tribunal("analyse", log, "--game", "3").refused(2, "there is no game 3")

    def test_open_cards_are_said_to_be_open(self) -> None:
        log = self.log()
        tribunal("analyse", log, *FEW, "--open").expect(0, shows="with the cards that were really dealt")
        self.assertTrue(tribunal("analyse", log, *FEW, "--open", "--json").json()["open"])

    def test_a_budget_sets_the_number_of_worlds_and_says_so(self) -> None:
        log = self.log()
        report = tribunal("analyse", log, "--budget", "1", "--seat", "0", "--json").expect().json()
        self.assertTrue(report["worlds_by_budget"])
        self.assertIn(f"--worlds {report['worlds']} repeats the output", report["notes"][0])
        again = tribunal("analyse", log, "--worlds", str(report["worlds"]), "--seat", "0", "--json").expect().json()
        self.assertEqual(again["games"], report["games"])
        tribunal("analyse", log, "--budget", "1", *FEW).expect(2, "--worlds")
        tribunal("analyse", log, "--worlds", "3").expect(2, "--worlds")

    def test_every_family_can_be_analysed(self) -> None:
        # Greedy seats play a game of Snark of thousands of decisions, other seats one of a few hundred.
        for game, bots in (("mitch", 2 * [GREEDY]), ("anarchy", 4 * [GREEDY]), ("snark", 3 * [command_of("one")]), ("tennis", 3 * [GREEDY]),
                           ("chez", 3 * [GREEDY])):
            log = self.log(game, *bots)
            report = tribunal("analyse", log, "--seat", "0", "--worlds", "20", "--json").expect().json()
            self.assertEqual(report["bots"][0]["game_name"], game)

    def test_a_log_that_does_not_hold_is_refused(self) -> None:
        log = self.log()
        text = text_of(log)
        changed = self.write("changed.jsonl", text.replace('{"result":[', '{"result":[1', 1))
        tribunal("analyse", changed).expect(1, "differs", out="")
        tribunal("analyse", self.write("half.jsonl", text[:len(text) // 2])).expect((1, 2), out="")
        tribunal("analyse", self.write("junk.jsonl", "\x1b[31m{}\n" * 10)).expect(2, out="", lacks="\x1b")
        tribunal("analyse", self.write("none.jsonl", "")).refused(2, "is empty")
        tribunal("analyse", self.path("missing")).refused(2, "missing")
        tribunal("analyse", "-").refused(2, "standard input")

    def test_equal_games_of_a_log_are_analysed_once_in_the_page(self) -> None:
        text = text_of(self.log("anarchy", *4 * [command_of("one")]))
        tribunal("report", self.write("twice.jsonl", text + text), "--analyse", *FEW, "-o", self.path("page.html")).expect()
        analysis = json.loads(blocks_of(self.read("page.html"))["report"])["analysis"]
        self.assertEqual((analysis["games"], analysis["repeated"]), (1, 1))
        self.assertEqual({bot["games"] for bot in analysis["bots"]}, {1})
        places = [(one["game"], one["decision"]) for one in analysis["worst"]]
        self.assertGreater(len(places), 1)
        self.assertEqual(len(set(places)), len(places))

    def test_lines_fit_a_narrow_terminal(self) -> None:
        shown = on_terminal("analyse", self.log(), *FEW, columns=60).expect().out
        lines = [line.split("\r")[-1] for line in shown.replace("\r\n", "\n").split("\n")]
        self.assertLessEqual(max(len(line) for line in lines if not line.startswith("  see again: ")), 80)  # a command to copy


class Folders(unittest.TestCase):
    def test_a_bot_of_a_tournament_gets_its_kinds_of_decisions(self) -> None:
        with Cup(plan("one two three", deals=2, command=command_of)).played("--quiet") as cup:
            ended = tribunal("analyse", cup.out, "--bot", "two", *FEW).expect(0, shows=("Kinds of decisions of two", "phase", "cards"))
            self.assertNotIn("one, game", ended.out)
            report = tribunal("analyse", cup.out, "--bot", "two", *FEW, "--json").expect().json()
            self.assertEqual([bot["bot"] for bot in report["bots"]], ["two"])
            two = of_bot(report, "two")
            self.assertTrue(two["error_over_deals"])
            for by in ("verb", "phase", "cards"):
                kinds = [kind for kind in two["kinds"] if kind["by"] == by]
                self.assertEqual(sum(kind["decisions"] for kind in kinds), two["decisions"])
                self.assertAlmostEqual(sum(kind["cost_per_game"] for kind in kinds), two["cost_per_game"], places=3)

    def test_void_games_and_games_of_excluded_bots_are_told_and_left_out(self) -> None:
        with Cup(plan("one two three", deals=1, players=2, command=command_of)).played("--quiet") as cup:
            games = len(tribunal("analyse", cup.out, *FEW, "--json").expect().json()["games"])
            tribunal("ruling", cup.out, "--void", "0", "--reason", "noise").expect()
            report = tribunal("analyse", cup.out, *FEW, "--json").expect().json()
            self.assertEqual(len(report["games"]), games - 1)
            self.assertIn("1 game is void by a ruling, and not analysed.", report["notes"])
            tribunal("analyse", cup.out, "--game", "999").refused(2, "there is no game 999; expected a number from ")
            tribunal("analyse", cup.out, "--game", "0").refused(2, "void by a ruling")
            tribunal("ruling", cup.out, "--exclude", "one", "--reason", "late").expect()
            report = tribunal("analyse", cup.out, *FEW, "--json").expect().json()
            self.assertNotIn("one", [bot["bot"] for bot in report["bots"]])
            self.assertTrue(any("of an excluded bot, and not analysed" in note for note in report["notes"]))

    def test_decisions_of_the_referee_are_counted_and_not_analysed(self) -> None:
        cup = Cup(plan({"one": player("one"), "two": player("two"), "faulty": "python3 faulty.py"}, deals=2))
        cup.write("faulty.py", FAULTY)
        with cup:
            cup.run("--workers", "1").expect((0, 5))
            report = tribunal("analyse", cup.out, "--bot", "faulty", *FEW, "--json").expect().json()
            self.assertGreater(of_bot(report, "faulty")["by_referee"], 0)
            notes = " ".join(report["notes"])
            self.assertIn("the referee's after a fault, not the bot's, and not analysed", notes)
            self.assertIn("with a forfeit", notes)


class Checks(InFolder):
    def test_check_says_what_decisions_cost_and_never_fails_by_it(self) -> None:
        words = ("check", "--players", "2", "--deals", "1", "--analyse")
        tribunal(*words, f"--json={self.path('check.json')}", "--", GREEDY).expect(
            0, shows=("is sound", "your bot loses ", "points a game by decisions"))
        report = json.loads(self.read("check.json"))
        self.assertLessEqual(len(report["analysis"]["worst"]), 3)
        self.assertEqual(report["analysis"]["games"][0]["game_name"], "revolution")
        self.assertNotIn("analysis", tribunal(*words[:-1], "--json", "--", GREEDY).expect().json())

    def test_games_that_check_plays_again_are_analysed_once_there_and_in_its_log(self) -> None:
        log = self.path("games.jsonl")
        words = ("check", "--game", "mitch:hand_size=1", "--players", "2-3", "--deals", "2", "--analyse", "--log", log)
        shown = tribunal(*words, f"--json={self.path('check.json')}", "--", GREEDY).expect(0, shows="not analysed: 3 games that repeat others").out
        analysis = json.loads(self.read("check.json"))["analysis"]
        # Two deals for two and for three players; the first of each is played twice, and one of them once more with unknown words.
        self.assertEqual((analysis["analysed_games"], analysis["games_repeated"], analysis["games_left_out"]), (4, 3, 0))
        self.assertEqual(sum(game["games"] for game in analysis["games"]), 2 * 2 + 2 * 3)
        worst = [(one["game"], one["seat"], one["decision"]) for one in analysis["worst"]]
        self.assertEqual(len(set(worst)), 3)
        report = tribunal("analyse", log, "--json", "--worlds", str(analysis["worlds"])).expect().json()
        self.assertEqual(len(report["games"]), 4)
        self.assertIn("3 games repeat another, decision for decision, and are not analysed again.", report["notes"])
        self.assertEqual([(one["game"], one["seat"], one["decision"]) for one in report["worst"][:3]], worst)
        again = tribunal("analyse", log, *FEW, "--json", "--game", "1").expect().json()
        self.assertEqual([game["game"] for game in again["games"]], [1])
        self.assertEqual(len(re.findall(r"replay \S+games.jsonl --game \d+\n", shown)), 3)
