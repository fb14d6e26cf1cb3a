"""A folder with bots becomes a plan, and each bot is checked at its place in the plan."""
import os
import shutil
import sys
import tomllib
from typing import Dict, List

from bots import scripted
from cup import Results, plan
from program import ROOT, SAMPLES, TRIBUNAL, InFolder, put, run

BOT = scripted("own")
KIT_BOT = "from tribunal_bot import run\nrun('kit', '1', lambda view: view.legal[0])\n"


class NewPlan(InFolder):
    def setUp(self) -> None:
        super().setUp()
        self.folder = self.path("cup")
        self.write("bots/plain.py", BOT)
        self.write("bots/kit.py", KIT_BOT)
        self.write("bots/node.mjs", "import './tribunal_bot.mjs';\n")
        for kit in ("python/tribunal_bot.py", "javascript/tribunal_bot.mjs"):
            shutil.copy(os.path.join(ROOT, "sdk", kit), self.path("bots"))
        shutil.copy(os.path.join(SAMPLES, "greedy"), self.path("bots"))
        self.write("bots/own/main.py", "import helper\n" + BOT)
        self.write("bots/own/helper.py", "")

    def bots(self, *words: str) -> List[Dict[str, object]]:
        ended = self.tribunal("new-plan", *words).expect()
        return tomllib.loads(ended.out)["bots"]

    def test_programs_scripts_and_folders(self) -> None:
        self.assertEqual(self.bots("revolution", "bots/greedy", "bots/plain.py", "bots/kit.py", "bots/node.mjs", "bots/own",
                                   "python3 bots/plain.py --x"), [
            {"name": "greedy", "command": "./greedy", "directory": "bots"},
            {"name": "plain", "command": "python3 plain.py", "directory": "bots", "files": ["tribunal_bot.py"]},
            {"name": "kit", "command": "python3 kit.py", "directory": "bots", "files": ["tribunal_bot.py"]},
            {"name": "node", "command": "node node.mjs", "directory": "bots", "files": ["tribunal_bot.mjs"]},
            {"name": "own", "command": "python3 main.py", "directory": "bots/own"},
            {"name": "plain-2", "command": "python3 plain.py --x", "directory": "bots", "files": ["tribunal_bot.py"]}])

    def test_a_command_line_runs_where_its_first_file_lies(self) -> None:
        self.write("bots/own/main.py", "import sys, helper\n" + BOT)
        self.write("bots/own/weights.txt", "")
        for words, command in (("python3 bots/own/main.py", "python3 main.py"),
                               ("env PYTHONPATH=bots/own python3 -m main", "env PYTHONPATH=. python3 -m main"),
                               ("python3 bots/own/main.py --net bots/own/weights.txt 3", "python3 main.py --net weights.txt 3"),
                               (f"python3 {self.folder}/bots/own/main.py", "python3 main.py"),
                               ("./bots/greedy --fast", "./greedy --fast"), ("nosuchprogram --fast 1", None),
                               ("java -cp bots/own:bots Main", "java -cp .:.. Main"), ("sh -c 'cd bots/own && python3 main.py'", None)):
            with self.subTest(words):
                os.makedirs(self.path("plans"), exist_ok=True)
                out = os.path.join("plans", "cup.toml")
                self.tribunal("new-plan", "mitch", words, "greedy", "-o", out).expect()
                bot = tomllib.loads(self.read(out))["bots"][0]
                os.remove(self.path(out))
                self.assertEqual(bot["command"], command or words)
                directory = "../bots" if "greedy" in words else "../bots/own"
                self.assertEqual(bot.get("directory"), directory if command else None)

    def test_links_stay_links_and_have_the_kit_beside_what_they_lead_to(self) -> None:
        self.write("bots/run", "#!/usr/bin/env python3\n" + KIT_BOT)
        os.chmod(self.path("bots/run"), 0o755)
        os.makedirs(self.path("venv/bin"))
        for link, to in (("current.py", "bots/kit.py"), ("current", "bots/run"), ("venv/bin/python", sys.executable)):
            os.symlink(self.path(to), self.path(link))
        kit = ["bots/tribunal_bot.py"]
        self.assertEqual(self.bots("revolution", "current.py", "./current", "python3 current.py", "venv/bin/python bots/kit.py"), [
            {"name": "current", "command": "python3 current.py", "files": kit},
            {"name": "current-2", "command": "./current", "files": kit},
            {"name": "current-3", "command": "python3 current.py", "files": kit},
            {"name": "kit", "command": "../venv/bin/python kit.py", "directory": "bots", "files": ["tribunal_bot.py"]}])

    def test_a_folder_that_is_a_link_keeps_its_name(self) -> None:
        self.write("home/ann/bot/main.py", BOT)
        os.symlink("home/ann/bot", self.path("ann"))
        ann = {"name": "ann", "command": "python3 main.py", "directory": "ann"}
        self.assertEqual(self.bots("revolution", "ann", "ann/", "home/ann/bot"), [
            ann, ann | {"name": "ann-2"}, ann | {"name": "bot", "directory": "home/ann/bot"}])
        put(self.path("home/ann/bot/bot.toml"), 'command = "python3 -u main.py"\n')
        self.assertEqual(self.bots("revolution", "ann", "ann/"), [ann | {"command": "python3 -u main.py"}, ann | {"name": "ann-2", "command": "python3 -u main.py"}])

    def test_a_bot_that_is_a_command_line_starts_and_its_files_are_known(self) -> None:
        os.makedirs(self.path("plans"))
        self.assertEqual(self.tribunal("new-plan", "mitch", "env PYTHONPATH=bots/own python3 -m main", "greedy", "counter", "-n", "1", "-o", "plans/cup.toml").code, 0)
        put(self.path("plans", "cup.toml"), "\n[limits]\nmove_ms = 30000\nstartup_ms = 60000\n", "a")
        self.tribunal("tournament", "plans/cup.toml", "--out", "results/cup").expect()
        known = {os.path.basename(path) for path, in Results(self.path("results", "cup")).query("SELECT path FROM bot_files")}
        self.assertLessEqual({"main.py", "helper.py", "greedy", "counter", "tribunal_bot.py"}, known)

    def test_what_is_no_bot_is_left_out_and_named(self) -> None:
        self.write("bots/README.md", "")
        os.makedirs(self.path("bots", "java"))
        paths = sorted(os.path.join("bots", name) for name in os.listdir(self.path("bots")))
        made = self.tribunal("new-plan", "revolution", *paths).expect()
        self.assertEqual([bot["name"] for bot in tomllib.loads(made.out)["bots"]], ["greedy", "kit", "node", "own", "plain"])
        self.assertEqual(made.err.count("tribunal: left out: "), 4, made.err)
        self.assertIn("left out: bots/README.md: this is neither a program", made.err)
        self.assertIn("'PROGRAM bots/README.md'", made.err)
        self.assertIn("left out: bots/java: it is not clear what starts the bot", made.err)
        self.assertIn("left out: bots/tribunal_bot.py: this is a kit", made.err)

    def test_a_class_of_java_is_a_bot(self) -> None:
        os.makedirs(self.path("bots", "dave"))
        for name in ("Bot.class", "Bot$1.class", "Cards.class"):
            self.write(f"bots/dave/{name}", "")
        self.assertEqual(self.bots("mitch", "bots/dave", "greedy")[0], {"name": "dave", "command": "java -cp . Bot", "directory": "bots/dave"})

    def test_what_a_plan_says_follows_from_the_game_and_the_bots(self) -> None:
        for words, expected in ((["mitch", *["bots/greedy"] * 4], {"game": "mitch", "players": 3, "deals": 100, "format": "round-robin"}),
                                (["revolution", *["bots/greedy"] * 12, "--deals", "20"], {"deals": 20, "format": "sampled"}),
                                (["revolution", *["bots/greedy"] * 4, "--format", "swiss", "-p", "2"], {"format": "swiss", "players": 2, "rounds": 7})):
            plan = tomllib.loads(self.tribunal("new-plan", *words).out)
            self.assertEqual({key: plan[key] for key in expected}, expected)
            self.assertEqual(len({bot["name"] for bot in plan["bots"]}), len(plan["bots"]))

    def test_rules_and_a_plan_from_standard_input(self) -> None:
        words = ["new-plan", "revolution", "bots/greedy", "bots/plain.py", "--players", "2", "--deals", "1", "--rule", "hands=2"]
        text = self.tribunal(*words).out
        self.assertEqual(tomllib.loads(text)["rules"], {"hands": "2"})
        for command in (["tournament", "-", "--dry-run"], ["check", "--plan", "-", "greedy", "--only", "handshake"], ["commit", "-"]):
            run([TRIBUNAL, *command], input='sandbox = "none"\nseed = "1"\n' + text, cwd=self.folder).expect()

    def test_problems_are_named(self) -> None:
        self.write("bots/notes.txt", "")
        for words, problem in ((["revolution", "bots/none.py"], "bots/none.py: no such file"),
                               (["revolution", "bots/notes.txt"], "bots/notes.txt: this is neither a program"),
                               (["revolution", "."], ".: it is not clear what starts the bot"),
                               (["revolutoin", "bots/greedy"], "did you mean 'revolution'?"),
                               (["revolution", *["bots/greedy"] * 3, "--format", "gauntlet"], "candidate")):
            self.tribunal("new-plan", *words).expect(2, problem, out="")

    def test_no_problem_is_placed_in_a_plan_that_is_not_written(self) -> None:
        for words, problem in ((["revolution", "bots/plain.py"], "there is only one bot, plain: name more, or sample bots, such as greedy"),
                               (["mitch", "greedy"], "there is only one bot, greedy: name more"),
                               (["mitch", "greedy", "careful", "--players", "4"], "")):
            ended = self.tribunal("new-plan", *words)
            self.assertEqual((ended.code, ended.out, len(ended.err.splitlines())), (2, "", 1), ended)
            self.assertTrue(ended.err.startswith("tribunal: " + problem), ended.err)
            self.assertNotIn("cup.toml", ended.err)

    def test_a_file_is_never_overwritten(self) -> None:
        self.assertEqual(self.tribunal("new-plan", "revolution", *["bots/greedy"] * 3, "-o", "cup.toml").code, 0)
        self.tribunal("new-plan", "revolution", *["bots/greedy"] * 3, "-o", "cup.toml").expect(74, "cup.toml: this file exists already")

    def test_from_a_folder_to_a_table(self) -> None:
        self.tribunal("new-plan", "revolution", "bots/greedy", "bots/plain.py", "bots/kit.py", "bots/own", "-n", "2", "-o", "cup.toml").expect(
            err="next: tribunal tournament cup.toml --dry-run\n")
        put(self.path("cup.toml"), "\n[limits]\nmove_ms = 30000\nstartup_ms = 60000\n", "a")
        self.assertEqual(self.tribunal("tournament", "cup.toml", "--dry-run").code, 0)
        self.tribunal("tournament", "cup.toml").expect()
        self.tribunal("check", "--plan", "cup.toml", "kit", "own", "--only", "handshake", "--only", "games", "-n", "1").expect(
            shows=["== kit: python3 kit.py\n", "== own: python3 main.py\n"], lacks="== greedy")

    def test_a_bot_is_checked_in_its_own_place(self) -> None:
        # In the plan's folder it would find its helper, which the sandbox of the plan hides.
        self.write("bots/lonely.py", "import tribunal_bot\n" + BOT)
        self.write("cup.toml", plan({name: (f"python3 {name}.py", 'directory = "bots"') for name in ("plain", "lonely")}, deals=1, game="mitch",
                                    players=2, seed=""))
        checked = self.tribunal("check", "--plan", "cup.toml", "--only", "handshake", "--only", "games", "-n", "1").expect(1)
        plain, lonely = checked.out.split("== lonely")
        self.assertIn("mitch", plain)
        self.assertIn("plain is sound", plain)
        self.assertIn("tribunal_bot", lonely)
        for words, problem in ((["plan"], "did you mean 'plain'?"), (["--json"], "reports on one bot"),
                               (["--game", "mitch"], "--game")):
            self.tribunal("check", "--plan", "cup.toml", *words).expect(2, problem)
