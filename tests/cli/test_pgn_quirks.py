"""PGN files in every quirk, counted by `tribunal ratings` and by python-chess, which shares no code with it."""
import json
import pathlib
import re
import tempfile
import unittest
from typing import Any, Dict, List

import pgn_quirks
from program import tribunal

GOLDEN = pathlib.Path(__file__).parent / "golden" / "pgn_counts.json"


def counted_by_tribunal(data: bytes, folder: pathlib.Path) -> Dict[str, Dict[str, int]]:
    path = folder / "games.pgn"
    path.write_bytes(data)
    ended = tribunal("ratings", str(path), "--json")
    if ended.code != 0:
        return {"refused": {ended.err: ended.code}}
    facts: Dict[str, Any] = ended.json()
    counts = {}
    for row in facts["standings"]["rows"]:
        won, lost = ([place - shared for place, shared in zip(row["places"], row["shared_places"])] + [0])[:2]
        counts[row["bot"]] = {"won": won, "drawn": sum(row["shared_places"]), "lost": lost}
    unfinished = sum(file.get("unfinished", 0) for file in facts["imports"])
    assert not any(file.get("left_out") for file in facts["imports"]), facts["imports"]
    return {**counts, "unfinished": {"games": unfinished}}


def as_tribunal_names(counts: Dict[str, Dict[str, int]]) -> Dict[str, Dict[str, int]]:
    return {re.sub(r"\s+", "_", name): row for name, row in counts.items()}


class PgnQuirks(unittest.TestCase):
    maxDiff = None

    def test_games_players_and_results_are_those_that_python_chess_counts(self) -> None:
        golden: List[Dict[str, Dict[str, int]]] = json.loads(GOLDEN.read_text(encoding="utf-8"))
        self.assertEqual(len(golden), pgn_quirks.FILES)
        with tempfile.TemporaryDirectory(prefix="tribunal-pgn-") as folder:
            for number, counted in enumerate(golden):
                data = pgn_quirks.file_of(number)
                with self.subTest(file=number):
                    again = pgn_quirks.counted_by_python_chess(data)
                    self.assertIn(again, (None, counted), "the golden file is not of these files")
                    if len(counted) > 1:
                        self.assertEqual(counted_by_tribunal(data, pathlib.Path(folder)), as_tribunal_names(counted))

    def test_a_comment_that_is_cut_open_takes_no_game_with_it(self) -> None:
        golden: List[Dict[str, Dict[str, int]]] = json.loads(GOLDEN.read_text(encoding="utf-8"))
        refused = 0
        with tempfile.TemporaryDirectory(prefix="tribunal-pgn-") as folder:
            for number in range(0, pgn_quirks.FILES, 8):
                data = pgn_quirks.file_of(number)
                ends = [at.end() - 1 for at in re.finditer(rb"(comment|lines|1-0)}", data)]
                if not ends or len(golden[number]) < 2:
                    continue
                end = ends[number // 8 % len(ends)]
                with self.subTest(file=number):
                    found = counted_by_tribunal(data[:end] + data[end + 1:], pathlib.Path(folder))
                    refused += "refused" in found
                    said = next(iter(found.get("refused", {"the comment is not closed": 2})))
                    self.assertIn("the comment is not closed", said)
                    if "refused" not in found:  # the next comment of the same game ends it
                        self.assertEqual(found, as_tribunal_names(golden[number]))
        self.assertGreater(refused, 9)
