"""The plans that come with Tribunal, as docs/tournaments.md lists them."""
import json
import os
import re
import subprocess
import tempfile
import unittest
from typing import Dict, Tuple

from cup import Cup, outcome, shipped, with_programs
from program import PROGRAM, ROOT, run, text_of, tribunal

PAGE = os.path.join(ROOT, "docs", "tournaments.md")
from test_formats import FORMATS


def listed() -> Dict[str, Tuple[int, str]]:
    """The number of games of each plan according to the document, and their unit."""
    rows = re.findall(r"^\| `([a-z-]+)` \| ([\d,]+)(.*?) \|", text_of(PAGE).split("## Plans that come with")[1], re.MULTILINE)
    return {name: (int(games.replace(",", "")), unit.strip()) for name, games, unit in rows}


class ReadyPlans(unittest.TestCase):
    def test_every_plan_can_be_played_and_has_the_games_that_the_document_says(self) -> None:
        plans = {name[:-5] for name in os.listdir(os.path.join(ROOT, "tournaments")) if name.endswith(".toml")}
        self.assertEqual(plans, set(listed()))
        for name, (games, unit) in listed().items():
            with self.subTest(plan=name), Cup(shipped(name)) as cup:
                ended = cup.run("--dry-run").expect()
                self.assertFalse(os.path.exists(cup.out))
                several = shipped(name).count("[[games]]") if unit else 1
                fewest, most = re.search(r" = (\d+)(?: to (\d+))? games?", ended.out).groups()  # type: ignore[union-attr]
                self.assertTrue(int(fewest) <= games * several <= int(most or fewest), ended.out)

    def test_they_are_found_by_their_names_and_the_demo_is_the_same_for_every_compiler(self) -> None:
        played = re.search(r"`demo` \(`--deals 2`\) it is\s+`([0-9a-f]{64})`", text_of(PAGE))
        with Cup("") as cup:  # with the limits of the plan, which count as well
            words = ("tournament", "demo", "--deals", "2", "--quiet", "--out", cup.out)
            tribunal(*words, cwd=cup.folder).expect(shows="120 games of 2 deals")
            self.assertIn(played[1], tribunal("verify", cup.out).out)  # type: ignore[index]
            tribunal("check", "--plan", "demo", "greedy", "--only", "handshake", cwd=cup.folder).expect()
            missing = tribunal("tournament", "demos", cwd=cup.folder)
            self.assertEqual((missing.code, len(missing.err.splitlines())), (2, 1), missing)

    def test_the_demo_needs_nothing_but_python(self) -> None:
        with Cup(shipped("demo")) as cup, tempfile.TemporaryDirectory() as programs:
            os.chmod(programs, 0o755)  # bots run as users of their own
            for folder in ("/usr/bin", "/bin", "/usr/sbin", "/sbin"):
                for name in os.listdir(folder):
                    if not name.startswith("node") and not os.path.lexists(os.path.join(programs, name)):
                        os.symlink(os.path.join(folder, name), os.path.join(programs, name))
            words = [*PROGRAM, "tournament", cup.path("cup.toml"), "--deals", "1", "--out", cup.out]
            run(words, env={**os.environ, "PATH": programs}).expect(4, shows=["30 games of 1 deal", "!!! planner "])
            levels = [json.loads(subprocess.run([*PROGRAM, "doctor", "--json"], env={**os.environ, "PATH": path}, capture_output=True, check=True).stdout)["in_force"]
                      for path in (programs, os.environ["PATH"])]
            self.assertEqual(levels[0], levels[1])  # a PATH of links has the same sandbox
            found = outcome(cup)
            self.assertEqual(found["not_starting"], [{"bot": "planner", "message": "cannot run 'node': not found in PATH"}])
            self.assertEqual({row["bot"]: row["games"] for row in found["standings"]["rows"]},
                             {"careful": 18, "greedy": 18, "hoarder": 18, "counter": 18, "random": 18, "planner": 0})

    def test_every_format_has_one_that_is_played_and_holds(self) -> None:
        for form in FORMATS:
            with self.subTest(format=form), Cup(with_programs(shipped(form))).played("--quiet", "--deals", "2") as cup:
                found = outcome(cup)
                self.assertEqual(found["format"], form)
                self.assertEqual({row["fault_count"] for row in found["standings"]["rows"]}, {0})
                tribunal("verify", cup.out).expect()
