"""Games for chips with the Mob: it has no chips there, and therefore no place and no rating, and does not affect the
figures of others."""
import json
import math
import unittest
from typing import Any, Dict, List

from cup import SAMPLES, Cup, outcome
from cup import plan as cup_plan
from program import tribunal


def plan(session: str, deals: int = 4, hands: int = 5) -> str:
    rules = f'rules = {{ session = "{session}", mob = "on", hands = {hands} }}'
    return cup_plan({"A": f"{SAMPLES}/careful", "B": f"{SAMPLES}/greedy"}, f'sandbox = "none"\n{rules}', deals, "chips", players=2, seed="mob")


def facts(*words: str) -> Dict[str, Any]:
    return tribunal(*words, "--json").expect().json()


def ranked(standings: Dict[str, Any]) -> List[str]:
    return sorted(row["bot"] for row in standings["rows"])


class MobWithoutChips(unittest.TestCase):
    def test_the_mob_is_in_no_table_of_any_session_for_chips(self) -> None:
        for session in ("hustler", "gambling", "stud"):
            with self.subTest(session), Cup(plan(session)).played("--quiet", "-j", "1") as cup:
                standings = facts("standings", cup.out)["standings"]
                self.assertEqual(ranked(standings), ["A", "B"])
                self.assertEqual(len(standings["seats"]), 2)
                self.assertAlmostEqual(sum(row["elo"] for row in standings["rows"]), 3000, places=3)
                self.assertEqual(ranked(facts("ratings", cup.out)["standings"]), ["A", "B"])
                for words in (["standings", "--crosstable"], ["standings", "--csv"], ["standings", "--markdown"],
                              ["ratings"], ["replay", "--list"]):
                    self.assertNotIn("Mob", tribunal(words[0], cup.out, *words[1:]).expect().out)
                rows = tribunal("export", cup.out, "--csv", "-").rows()
                self.assertEqual({row["place"] for row in rows} - {"1", "2"}, set())
                logs = tribunal("export", cup.out, "--logs", "-").out
                results = [json.loads(line) for line in logs.splitlines() if line.startswith('{"result"')]
                self.assertEqual({(len(each["places"]), each["places"][2], each["result"][2]) for each in results}, {(3, 0, 0)})
                tribunal("replay", cup.out, "--game", "0").expect(None, shows="place 1 with", lacks="place 0")
                self.assertEqual(tribunal("verify", cup.out).code, 0)
                with Cup(plan(session)).played("--quiet", "-j", "2") as again:
                    self.assertEqual(outcome(again), outcome(cup))

    def test_elo_is_that_of_the_two_players_scores(self) -> None:
        with Cup(plan("hustler", deals=50, hands=20)).played("--quiet") as cup:
            rows = {row["bot"]: row for row in facts("standings", cup.out)["standings"]["rows"]}
            share = rows["A"]["score_percent"] / 100
            self.assertAlmostEqual(rows["A"]["elo"] - rows["B"]["elo"], 400 * math.log10(share / (1 - share)), delta=8)

    def test_where_the_mob_has_points_it_is_rated_as_before(self) -> None:
        with Cup(plan("plain")).played("--quiet") as cup:
            standings = facts("standings", cup.out)["standings"]
            self.assertEqual(ranked(standings), ["(the Mob)", "A", "B"])
            self.assertIn("(the Mob)", tribunal("replay", cup.out, "--list").out)

    def test_play_shows_places_of_the_players_alone(self) -> None:
        shown = tribunal("play", "hustler", "--rule", "hands=2", "--", f"{SAMPLES}/careful", f"{SAMPLES}/greedy").expect(lacks="Mob")
        lines = shown.out.splitlines()
        self.assertTrue(lines[0].startswith("sandbox: "))
        self.assertEqual(len(lines), 4)  # the heading and two players
