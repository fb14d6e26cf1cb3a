"""The identity of a bot: every command notices changed files, whichever of them the command line names."""
import os
import shutil
import subprocess
import sys
import unittest
from typing import List

from cup import PLAYER, Cup
from cup import plan as cup_plan
from program import PROGRAM, Ended, text_of

MAIN = "import os, sys\nsys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))\nimport strategy\n"
LOGGER = "import os, sys\nopen(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'moves.log'), 'a').write('x')\n" + PLAYER


def plan(deals: int = 4) -> str:
    return cup_plan("amy bob cat", 'sandbox = "none"', deals, command=lambda bot: f"python3 {bot}/main.py {bot}")


def folders() -> Cup:
    """Bots in separate folders, whose command names only a file that imports the rest."""
    cup = Cup(plan())
    for bot in ("amy", "bob", "cat"):
        cup.write(f"{bot}/main.py", MAIN)
        cup.write(f"{bot}/strategy.py", PLAYER)
    return cup


class Tournaments(unittest.TestCase):
    def test_a_changed_module_is_refused_by_name_and_is_a_version_of_its_own(self) -> None:
        with folders() as cup:
            self.assertEqual(cup.tribunal("tournament", "cup.toml", "--out", "out").code, 0)
            cup.write("cup.toml", plan(deals=8))
            cup.write("amy/strategy.py", PLAYER + "# changed\n")
            cup.write("amy/weights.bin", "1")
            cup.tribunal("tournament", "cup.toml", "--out", "out").expect(78)
            cup.write("cup.toml", plan())
            cup.tribunal("tournament", "cup.toml", "--out", "out").expect(
                78, says_like=r"bot amy has changed since game \d+: strategy.py \(changed\), weights.bin \(new\)", lacks="bob")
            cup.tribunal("verify", "out").expect(0,
                "bot amy has other files than in the last games: strategy.py (changed), weights.bin (new)")
            cup.write("cup.toml", plan(deals=8))
            self.assertRegex(cup.tribunal("tournament", "cup.toml", "--out", "out", "--accept-changes").expect().out, r"amy@[0-9a-f]{8}")

    def test_replay_to_another_bot_says_so(self) -> None:
        with folders() as cup:
            self.assertEqual(cup.tribunal("tournament", "cup.toml", "--out", "out").code, 0)
            words = ["replay", "out", "--game", "0", "--seat", "0", "--", "python3 amy/main.py amy"]
            self.assertNotIn("not the bot", cup.tribunal(*words).err)
            cup.write("amy/strategy.py", PLAYER + "# changed\n")
            self.assertIn("strategy.py (changed)", cup.tribunal(*words).err)

    def test_a_file_that_changes_while_games_are_played_is_named_and_makes_no_version(self) -> None:
        with folders() as cup:
            cup.write("amy/strategy.py", LOGGER)
            for _ in range(2):
                self.assertNotIn("amy@", cup.tribunal("tournament", "cup.toml", "--out", "out", "--accept-changes").expect().out)
            cup.tribunal("tournament", "cup.toml", "--out", "other").expect(None, "bot amy: moves.log (changed) while the games were played")
            cup.tribunal("tournament", "cup.toml", "--out", "other").expect(78, "bot amy has changed since game")

    def test_java_bot_with_a_directory_can_be_committed(self) -> None:
        with folders() as cup:
            cup.write("java/Bot.class", "1")
            cup.write("cup.toml", plan() + '[[bots]]\nname = "java"\ncommand = "java Bot"\ndirectory = "java"\n')
            ended = cup.tribunal("commit", "cup.toml").expect()
            self.assertEqual(ended.out.count("sha256 = "), 4)
            cup.write("published.toml", ended.out)
            cup.write("java/Bot.class", "2")
            cup.tribunal("commit", "published.toml").expect(78, "bot java is not the one that the plan commits to")


class Comparisons(unittest.TestCase):
    def words(self, *more: str) -> List[str]:
        return ["compare", "--candidate", "python3 amy/main.py x", "--baseline", "python3 bob/main.py x", "--field",
                "python3 cat/main.py y", "--players", "2", "--seed", "42", "--sandbox", "none", "--m1", "1", "--range", "60",
                "--deals", "4", "--move-ms", "30000", "--quiet", *more]

    def test_a_changed_candidate_is_another_comparison_and_a_stored_verdict_is_dated(self) -> None:
        with folders() as cup:
            os.remove(os.path.join(cup.folder, "cup.toml"))
            self.assertNotIn("Stored", cup.tribunal(*self.words()).expect(3).out)
            cup.tribunal(*self.words()).expect(None, shows_like=r"^Stored verdict: all of its \d+ games were played before, the last at 20\d\d-")
            cup.write("amy/strategy.py", PLAYER.replace("heard % (len", "(heard + 1) % (len"))
            for more in ((), ("--candidate-directory", ".")):
                cup.tribunal(*self.words(*more)).expect(None, lacks=["Stored", "Identical"])

    def test_a_stored_verdict_says_that_a_change_of_files_beside_a_bot_is_not_noticed(self) -> None:
        with Cup("") as cup:
            os.remove(cup.path("cup.toml"))
            cup.write("new.py", PLAYER)
            cup.write("old.py", PLAYER + "# old\n")
            words = [word.replace("amy/main", "new").replace("bob/main", "old").replace("cat/main", "old") for word in self.words()]
            beside = "bot candidate can read all of "
            cup.tribunal(*words).expect(3, lacks=beside)
            cup.tribunal(*words).expect(3, beside, "expected a folder of its own for each bot, or the sandbox bwrap", shows="Stored verdict")
            words[words.index("none")] = "bwrap"
            for _ in range(2):
                cup.tribunal(*words).expect(3, lacks=beside)

    def test_what_a_comparison_or_a_check_wrote_is_no_part_of_a_bot(self) -> None:
        """The author works in the bot's folder. This changes the hash only if another program has written there."""
        with Cup("") as cup:
            os.remove(cup.path("cup.toml"))
            cup.write("old/main.py", PLAYER)
            cup.write("new/main.py", PLAYER)
            words = self.words("--baseline-directory", "../old", "--field-directory", "../old", "--out", "")[:-2]
            for role, bot in (("--candidate", "main.py"), ("--baseline", "../old/main.py"), ("--field", "../old/main.py")):
                words[words.index(role) + 1] = f"python3 {bot} x"

            def again(log: str) -> Ended:
                """With both streams of the program in the file `log`, if it is given."""
                line = f'"$@" >> {log} 2>&1' if log else '"$@"'
                done = subprocess.run(["sh", "-c", line, "sh", *PROGRAM, *words], cwd=cup.path("new"), env=environment,
                                      capture_output=True, text=True, check=False)
                return Ended(done.returncode, done.stdout, done.stderr)

            environment = {**os.environ, "XDG_CACHE_HOME": cup.path("cache")}
            again("log.txt").expect(3)
            again("log.txt").expect(3)
            again("").expect(3, shows="Stored verdict")
            check = [*PROGRAM, "check", "--sandbox", "none", "--seconds", "1", "--html", "page.html", "--log",
                     "games.jsonl", "--", "python3 main.py x"]
            checked = subprocess.run(check, cwd=cup.path("new"), env=environment, capture_output=True, text=True, check=False)
            self.assertTrue(os.path.exists(cup.path("new/page.html")), checked.stderr)
            again("").expect(3, shows="Stored verdict")
            os.mkdir(cup.path("new/made"))
            made = ["--json=made/c.json", "--csv=made/c.csv", "--log-file", "made/run.log"]
            words += made
            again("").expect(3, lacks=["new version", "(new)", "another"])
            again("").expect(3, lacks=["new version", "(new)", "another"])
            del words[-len(made):]
            again("").expect(3, shows="Stored verdict")
            play = [*PROGRAM, "play", "revolution", "--seed", "1", "--sandbox", "none", "--move-ms", "30000", "--log", "made/game.jsonl",
                    "--log-file", "play.log", "--", *["python3 main.py x"] * 2]
            subprocess.run(play, cwd=cup.path("new"), env=environment, capture_output=True, check=True)
            again("").expect(3, shows="Stored verdict")
            words += ["--out", "runs/first"]
            again("").expect(3, lacks=["(new)"])
            again("").expect(3, shows="Stored verdict")
            cup.write("new/more.txt", "")
            again("").refused(78, "runs/first: this folder holds another comparison (bot candidate has changed since game 15: more.txt (new)); "
                                  "expected --out with a new folder")
            os.remove(cup.path("new/more.txt"))
            words[words.index("--m1") + 1] = "2"
            again("").refused(78, "another comparison (# ", " there, # ", " here)")
            words[words.index("--m1") + 1] = "1"
            del words[-2:]
            again("").expect(3, shows="Stored verdict")
            for change in ("echo >> log.txt", "cp page.html copy.html"):
                subprocess.run(["sh", "-c", change], cwd=cup.path("new"), check=True)
                again("").expect(3, f"candidate is a new version: {change.split()[2]} (new)", "; its games in results/compare-",
                                 lacks=["Stored"])
                os.remove(cup.path("new/" + change.split()[2]))
            cup.write("new/data.html", "weights")
            refused = [word.replace("page.html", "data.html") for word in check[:-1]] + ["python3 main.py x", "python3 main.py y"]
            subprocess.run(refused, cwd=cup.path("new"), env=environment, capture_output=True, check=False)
            self.assertEqual(cup.read("new/data.html"), "weights")
            again("").expect(3, "data.html (new)", lacks=["Stored"])


class Rule(unittest.TestCase):
    def test_the_address_is_as_documented(self) -> None:
        """The program of docs/sandbox.md, run on a bot's folder, comes to the hash that `commit` writes."""
        page = text_of(os.path.join(os.path.dirname(__file__), "..", "..", "docs", "sandbox.md"))
        script = page.split("```python\n")[1].split("```")[0]
        with folders() as cup:
            cup.write("amy/data/deep/book.txt", "1")
            cup.write("amy/runs/first/results.db", "1")
            os.makedirs(cup.path("amy/empty/deep"))
            committed = cup.tribunal("commit", "cup.toml").out
            ended = subprocess.run([sys.executable, "-c", script, os.path.join(cup.folder, "amy")], capture_output=True,
                                   text=True, check=True)
            self.assertIn(f'sha256 = "{ended.stdout.strip()}"', committed)

    def test_a_fifo_in_a_bots_folder_is_refused_in_one_line(self) -> None:
        with folders() as cup:
            os.mkfifo(os.path.join(cup.folder, "amy", "pipe"))
            cup.tribunal("tournament", "cup.toml", "--dry-run").refused(78, "is a FIFO")
            shutil.rmtree(os.path.join(cup.folder, "amy"))
