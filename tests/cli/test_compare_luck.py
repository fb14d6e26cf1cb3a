"""Comparisons with the luck removed from their points."""
import re
import signal
import subprocess
import time
import unittest
from typing import Any, Dict, List

from program import TRIBUNAL, stopped
from test_compare import Workshop, answer, bot

PAIR = ["--candidate", bot("careful"), "--baseline", bot("greedy")]
FEW_PAIRS = [*PAIR, "--m1", "0.01", "--luck", "--luck-always", "--pairs", "2", "--deals", "24"]


def by_any_clock(facts: Dict[str, Any]) -> Dict[str, Any]:
    """The answer without the time of the bots."""
    return {name: fact for name, fact in answer(facts).items() if name != "game_ms"}


class Luck(unittest.TestCase):
    def test_it_is_the_same_at_any_number_of_workers_and_after_a_kill(self) -> None:
        with Workshop() as workshop:
            one = workshop.facts(*FEW_PAIRS, "--workers", "1", out="one")
            self.assertEqual((one["luck"], one["luck_pairs"], one["luck_deals"], one["deals"]), ("draws", 2, 14, 24))
            self.assertEqual(by_any_clock(workshop.facts(*FEW_PAIRS, "--workers", "3", out="three")), by_any_clock(one))
            running = subprocess.Popen([TRIBUNAL, *workshop.words(*FEW_PAIRS, out="killed")], cwd=workshop.folder,
                                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(1)
            stopped(running, signal.SIGKILL)
            killed = workshop.facts(*FEW_PAIRS, out="killed")
            self.assertEqual(by_any_clock(killed), by_any_clock(one))
            self.assertEqual(answer(workshop.facts(*FEW_PAIRS, out="killed")), answer(killed))

    def test_the_luck_is_in_the_mean_and_in_the_reports(self) -> None:
        with Workshop() as workshop:
            facts = workshop.facts(*FEW_PAIRS, "--csv=facts.csv")
            games = workshop.games()
            points = [(1 if row["bot"] == "candidate" else -1) * int(row["score"])
                      for row in games if row["bot"] in ("candidate", "baseline") and int(row["deal"]) < 24]
            self.assertEqual(len(points), 144)
            as_played = sum(points) / 72
            self.assertNotAlmostEqual(facts["mean"], as_played, places=3)
            self.assertLess(abs(facts["mean"] - as_played), facts["luck_most"])
            self.assertGreater(facts["highest"], 31)
            self.assertIn("variance_left", workshop.read("facts.csv").splitlines()[0])
            text = workshop.compare(*FEW_PAIRS).out
            self.assertRegex(text, r"\nLuck +of draws, taken out of the last 14 deals by 2 pairs of playouts for each event: at most ")
            self.assertRegex(text, r"\nDifference .*, without the luck of draws\n")

    def test_where_it_is_not_worth_its_time_it_says_so_and_the_games_count_as_they_were_played(self) -> None:
        words = [*PAIR, "--m1", "0.5", "--luck", "--deals", "14"]
        with Workshop() as workshop:
            dry = workshop.compare(*words, "--dry-run").expect()
            self.assertRegex(dry.out, r"\nLuck: not taken out, because it is not worth its time: the question takes about \d+ deals whose bots "
                                      r"think for \d+\.\d ms a game; with luck taken out about \d+, and \d+\.\d ms more a game\.\n")
            facts = workshop.facts(*words)
            self.assertEqual((facts["luck_deals"], facts["variance_left"], facts["highest"]), (0, None, 31))
            self.assertRegex(workshop.compare(*words).out, r"\nLuck +not taken out, because it is not worth its time")

    def test_a_question_with_luck_is_another_comparison(self) -> None:
        with Workshop() as workshop:
            plain = [*PAIR, "--m1", "0.01", "--deals", "2"]
            self.assertEqual(workshop.compare(*plain).code, 3)
            for more in (["--luck"], ["--luck", "--pairs", "7"], ["--luck", "--luck-always"]):
                workshop.compare(*plain, *more).expect(78, "another comparison (# ")

    def test_where_no_luck_can_be_taken_out_it_is_refused(self) -> None:
        by_places: List[str] = [*PAIR, "--elo1", "20", "--luck"]
        with Workshop() as workshop:
            workshop.compare(*by_places).refused(2, "--luck removes luck from points, not from places; expected --m1")
            workshop.compare(*PAIR, "--m1", "0.1", "--luck", "--game", "tennis").refused(
                2, "no chance event follows a decision in tennis with these rules, and playing each deal in all seats already evens out all luck; expected no --luck")
            for more in (["--pairs", "7"], ["--luck-always"]):
                self.assertRegex(workshop.compare(*PAIR, "--m1", "0.1", *more).expect(2).err, re.escape(more[0]) + " needs --luck")
