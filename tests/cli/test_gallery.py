"""The pages of docs/gallery are those that the program writes now: the same games and replays, and the same script and style."""
import json
import os
import shutil
import tempfile
import unittest
from typing import Any, Dict, Tuple

from program import BIN, ROOT, SANITIZED, TRIBUNAL, blocks_of, bytes_of, run, text_of

GALLERY = os.path.join(ROOT, "docs", "gallery")
BUILT = os.path.join(ROOT, "referee", "report", "page", "web", "built")
REPLAYS = ("revolution", "anarchy", "tennis", "chez")
DEALS, WORLDS = 4, 20
SAME = ("title", "bot", "sources", "verbs", "bots", "what", "block")  # others have times, hashes and the level of the sandbox


def page(folder: str, name: str) -> Tuple[str, Dict[str, Any]]:
    """The head of a page, and its data by their names."""
    text = text_of(os.path.join(folder, name + ".html"))
    return text[:text.index("<noscript>")], {key: json.loads(data) for key, data in blocks_of(text).items()}


def replays(games: Any) -> Any:
    """The replays without times, and without the analysis, whose last digits depend on the compiler."""
    return [{key: value for key, value in game.items() if key not in ("us", "analysis")} for game in games]


class Gallery(unittest.TestCase):
    def test_the_pages_are_small_and_have_the_script_of_the_program(self) -> None:
        self.assertLessEqual(sum(os.path.getsize(os.path.join(GALLERY, name)) for name in os.listdir(GALLERY)), 3_000_000)
        for name in ("page.js", "page.css"):
            self.assertEqual(*(bytes_of(os.path.join(folder, name)) for folder in (GALLERY, BUILT)), f"docs/gallery/{name} is old: run ./dev gallery")

    @unittest.skipIf(SANITIZED, "a sanitizer has no time for bots that search")
    @unittest.skipUnless(shutil.which("node"), "one of the bots needs node")
    def test_the_pages_have_what_the_program_writes_now(self) -> None:
        with tempfile.TemporaryDirectory() as new:
            run([os.path.join(GALLERY, "make.sh"), TRIBUNAL, BIN, new, str(DEALS), str(WORLDS)], 900).expect()
            for name in ("demo", *REPLAYS):
                with self.subTest(page=name):
                    (old_head, old), (new_head, now) = page(GALLERY, name), page(new, name)
                    self.assertEqual(old_head, new_head)
                    for member in SAME:
                        self.assertEqual(old["report"][member], now["report"][member], member)
                    games = len(now["report"]["games"]["number"])
                    self.assertEqual(games, 240 if name == "demo" else 1)
                    for column, values in now["report"]["games"].items():
                        if isinstance(values, list):
                            self.assertEqual(old["report"]["games"][column][:games], values, column)
                    self.assertEqual(old["report"]["replays"], now["report"]["replays"])
                    blocks = [key for key in now if key.startswith("games-")]
                    self.assertEqual(blocks, [key for key in old if key.startswith("games-")])
                    for block in blocks:
                        self.assertEqual(replays(old[block]), replays(now[block]))
                    self.assertEqual("analysis" in now["report"], name in REPLAYS)
                    self.assertEqual(old["report"]["faults"], [])
