"""The queries of docs/results-db.md run, and their results agree with the reports."""
import json
import pathlib
import re
import unittest
from typing import Any, Dict, List

from cup import Cup, outcome
from cup import unconfined as plan
from program import tribunal

PAGE = (pathlib.Path(__file__).resolve().parents[2] / "docs" / "results-db.md").read_text(encoding="utf-8")


class ResultsDatabase(unittest.TestCase):
    cup: Cup

    @classmethod
    def setUpClass(cls) -> None:
        cls.cup = Cup(plan("one brittle three", deals=10)).played()
        cls.queries: List[str] = re.findall(r"```sql\n(.*?)```", PAGE, re.DOTALL)
        cls.rows: Dict[str, Dict[str, Any]] = {row["bot"]: row for row in outcome(cls.cup)["standings"]["rows"]}

    def test_each_query_of_the_page_answers(self) -> None:
        self.assertEqual(len(self.queries), 5)
        first, faulty, used, pairs, spread = (self.cup.query(query) for query in self.queries)
        self.assertEqual(len(first), 9)  # three bots in three seats
        for bot, row in self.rows.items():
            self.assertEqual(sum(games for name, _, games, _ in first if name == bot), row["games"])
            self.assertEqual(sum(sum(json.loads(kinds).values()) for _, _, name, kinds in faulty if name == bot),
                             sum(row["faults"].values()))
        self.assertEqual({bot for _, _, bot, _ in faulty}, {"brittle"})
        self.assertEqual({row[0] for row in used}, set(self.rows))
        self.assertTrue(all(decisions > 0 and longest > 0 for _, decisions, _, longest, _ in used), used)
        margins = {(one, other): margin for one, other, games, margin in pairs if games == 30}
        self.assertEqual(len(margins), 6)
        for (one, other), margin in margins.items():
            self.assertAlmostEqual(margin, -margins[other, one])
        self.assertEqual(len(spread), 10)

    def test_the_view_has_a_row_for_each_bot_in_each_game_as_exported(self) -> None:
        seats = self.cup.query("SELECT game, seat, bot, place, points FROM seats ORDER BY game, seat")
        self.assertEqual(len(seats), 90)
        lines = tribunal("export", self.cup.out, "--csv").out.splitlines()
        columns = lines[0].split(",")
        exported = [dict(zip(columns, line.split(","))) for line in lines[1:]]
        self.assertEqual([[str(value) for value in row] for row in seats],
                         [[row[name] for name in ("game", "seat", "bot", "place", "score")] for row in exported])

    def test_the_page_names_every_column(self) -> None:
        tables = [name for (name,) in self.cup.query("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")]
        for table in tables:
            self.assertIn(f"`{table}`", PAGE)
            for column in self.cup.query(f"PRAGMA table_xinfo({table})"):
                self.assertIn(f"`{column[1]}`", PAGE, table)
