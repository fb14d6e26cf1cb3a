"""A folder with bots becomes a plan, and each bot is checked in its place of it."""
import os
import shutil
import subprocess
import tempfile
import tomllib
import unittest
from typing import Dict, List

from program import BIN, ROOT, SANITIZED, TRIBUNAL, tribunal

BOT = """import sys
for line in sys.stdin:
    word = line.split()
    if word[0] == "tribunal": print("ready own 1", flush=True)
    elif word[0] == "ask": print("move", word[1], word[3], flush=True)
    elif word[0] == "quit": break
"""
KIT_BOT = "from tribunal_bot import run\nrun('kit', '1', lambda view: view.legal[0])\n"


class NewPlan(unittest.TestCase):
    def setUp(self) -> None:
        holder = tempfile.TemporaryDirectory(prefix="tribunal-new-plan-")
        self.addCleanup(holder.cleanup)
        self.folder = os.path.join(holder.name, "cup")
        os.makedirs(os.path.join(self.folder, "bots", "own"))
        self.write("bots/plain.py", BOT)
        self.write("bots/kit.py", KIT_BOT)
        self.write("bots/node.mjs", "import './tribunal_bot.mjs';\n")
        for kit in ("python/tribunal_bot.py", "javascript/tribunal_bot.mjs"):
            shutil.copy(os.path.join(ROOT, "sdk", kit), os.path.join(self.folder, "bots"))
        shutil.copy(os.path.join(BIN, "greedy"), os.path.join(self.folder, "bots"))
        self.write("bots/own/main.py", "import helper\n" + BOT)
        self.write("bots/own/helper.py", "")

    def write(self, name: str, text: str) -> None:
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(text)

    def bots(self, *words: str) -> List[Dict[str, object]]:
        ended = tribunal("new-plan", *words, cwd=self.folder)
        self.assertEqual(ended.code, 0, ended)
        return tomllib.loads(ended.out)["bots"]

    def test_programs_scripts_and_folders(self) -> None:
        self.assertEqual(self.bots("revolution", "bots/greedy", "bots/plain.py", "bots/kit.py", "bots/node.mjs", "bots/own",
                                   "python3 bots/plain.py --x"), [
            {"name": "greedy", "command": "./greedy", "directory": "bots"},
            {"name": "plain", "command": "python3 plain.py", "directory": "bots", "files": ["tribunal_bot.py"]},
            {"name": "kit", "command": "python3 kit.py", "directory": "bots", "files": ["tribunal_bot.py"]},
            {"name": "node", "command": "node node.mjs", "directory": "bots", "files": ["tribunal_bot.mjs"]},
            {"name": "own", "command": "python3 main.py", "directory": "bots/own"},
            {"name": "plain-2", "command": "python3 bots/plain.py --x"}])

    def test_what_a_plan_says_follows_from_the_game_and_the_bots(self) -> None:
        for words, expected in ((["mitch", *["bots/greedy"] * 4], {"game": "mitch", "players": 3, "deals": 100, "format": "round-robin"}),
                                (["revolution", *["bots/greedy"] * 12, "--deals", "20"], {"deals": 20, "format": "sampled"}),
                                (["revolution", *["bots/greedy"] * 4, "--format", "swiss", "-p", "2"], {"format": "swiss", "players": 2, "rounds": 7})):
            plan = tomllib.loads(tribunal("new-plan", *words, cwd=self.folder).out)
            self.assertEqual({key: plan[key] for key in expected}, expected)
            self.assertEqual(len({bot["name"] for bot in plan["bots"]}), len(plan["bots"]))

    def test_rules_and_a_plan_from_standard_input(self) -> None:
        words = ["new-plan", "revolution", "bots/greedy", "bots/plain.py", "--players", "2", "--deals", "1", "--rule", "hands=2"]
        text = tribunal(*words, cwd=self.folder).out
        self.assertEqual(tomllib.loads(text)["rules"], {"hands": "2"})
        for command in (["tournament", "-", "--dry-run"], ["check", "--plan", "-", "greedy", "--only", "handshake"], ["commit", "-"]):
            ended = subprocess.run([TRIBUNAL, *command], input='sandbox = "none"\nseed = "1"\n' + text, capture_output=True, text=True,
                                   cwd=self.folder, check=False)
            self.assertEqual(ended.returncode, 0, ended)

    def test_problems_are_named(self) -> None:
        self.write("bots/notes.txt", "")
        for words, problem in ((["revolution", "bots/none.py"], "bots/none.py: no such file"),
                               (["revolution", "bots/notes.txt"], "bots/notes.txt: this is neither a program"),
                               (["revolution", "."], ".: it is not clear what starts the bot"),
                               (["revolutoin", "bots/greedy"], "did you mean 'revolution'?"),
                               (["revolution", *["bots/greedy"] * 3, "--format", "gauntlet"], "candidate")):
            ended = tribunal("new-plan", *words, cwd=self.folder)
            self.assertEqual((ended.code, ended.out), (2, ""), ended)
            self.assertIn(problem, ended.err)

    def test_a_file_is_never_overwritten(self) -> None:
        self.assertEqual(tribunal("new-plan", "revolution", *["bots/greedy"] * 3, "-o", "cup.toml", cwd=self.folder).code, 0)
        again = tribunal("new-plan", "revolution", *["bots/greedy"] * 3, "-o", "cup.toml", cwd=self.folder)
        self.assertEqual(again.code, 74)
        self.assertIn("cup.toml: this file exists already", again.err)

    @unittest.skipIf(SANITIZED, "no sandbox lets its programs run")
    def test_from_a_folder_to_a_table(self) -> None:
        made = tribunal("new-plan", "revolution", "bots/greedy", "bots/plain.py", "bots/kit.py", "bots/own", "-n", "2", "-o", "cup.toml",
                        cwd=self.folder)
        self.assertEqual((made.code, made.err), (0, "next: tribunal tournament cup.toml --dry-run\n"))
        with open(os.path.join(self.folder, "cup.toml"), "a", encoding="utf-8") as file:
            file.write("\n[limits]\nmove_ms = 30000\nstartup_ms = 60000\n")
        self.assertEqual(tribunal("tournament", "cup.toml", "--dry-run", cwd=self.folder).code, 0)
        played = tribunal("tournament", "cup.toml", cwd=self.folder)
        self.assertEqual(played.code, 0, played)
        checked = tribunal("check", "--plan", "cup.toml", "kit", "own", "--only", "handshake", "--only", "games", "-n", "1", cwd=self.folder)
        self.assertEqual(checked.code, 0, checked)
        self.assertIn("== kit: python3 kit.py\n", checked.out)
        self.assertIn("== own: python3 main.py\n", checked.out)
        self.assertNotIn("== greedy", checked.out)

    @unittest.skipIf(SANITIZED, "no sandbox lets its programs run")
    def test_a_bot_is_checked_in_its_own_place(self) -> None:
        # In the plan's folder it would find its helper; the sandbox of the plan hides it.
        self.write("bots/lonely.py", "import tribunal_bot\n" + BOT)
        self.write("cup.toml", 'name = "cup"\ngame = "mitch"\nplayers = 2\ndeals = 1\n[limits]\nstartup_ms = 60000\nmove_ms = 30000\n'
                   '[[bots]]\nname = "plain"\ncommand = "python3 plain.py"\ndirectory = "bots"\n'
                   '[[bots]]\nname = "lonely"\ncommand = "python3 lonely.py"\ndirectory = "bots"\n')
        checked = tribunal("check", "--plan", "cup.toml", "--only", "handshake", "--only", "games", "-n", "1", cwd=self.folder)
        self.assertEqual(checked.code, 1, checked)
        plain, lonely = checked.out.split("== lonely")
        self.assertIn("mitch", plain)
        self.assertIn("plain is sound", plain)
        self.assertIn("tribunal_bot", lonely)
        for words, problem in ((["plan"], "did you mean 'plain'?"), (["--json"], "reports on one bot"),
                               (["--game", "mitch"], "--game")):
            ended = tribunal("check", "--plan", "cup.toml", *words, cwd=self.folder)
            self.assertEqual(ended.code, 2, ended)
            self.assertIn(problem, ended.err)


if __name__ == "__main__":
    unittest.main()
