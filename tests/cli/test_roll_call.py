"""Every bot is started once before the first game, in the sandbox in which it will play. It sees the same there,
whichever command starts it."""
import json
import os
import shutil
import unittest
from typing import Set

from bots import scripted
from cup import PLAYER, Bots, Cup, command_of, plan, player, unconfined
from program import ROOT, SAMPLES, Ended, Folder, tribunal

DOES_NOT_START = 4
ALWAYS_AT_FAULT = 5
KIT = os.path.join(ROOT, "sdk", "python", "tribunal_bot.py")
FIRST = 'from tribunal_bot import run\nrun("first", "1.0", lambda view: view.legal[0])\n'
LAST = 'from tribunal_bot import run\nrun("last", "1.0", lambda view: view.legal[-1])\n'


class RollCall(unittest.TestCase):
    def test_all_that_do_not_start_are_named_before_the_first_game(self) -> None:
        broken = {"one": command_of("one"), "two": "nosuchbot", "three": "python3 nothere.py", "four": "false",
                  "five": command_of("five")}
        with Cup(plan(broken)) as cup:
            for more in ((), ("--dry-run",)):
                with self.subTest(more):
                    ended = cup.run(*more).expect(
                        DOES_NOT_START, "tribunal: bot two does not start: cannot run 'nosuchbot': not found in PATH\n",
                        "tribunal: bot four does not start: exited with 1 before it was ready\n",
                        "tribunal: 3 of 5 bots do not start; nothing is played (--with-failing-bots plays anyway)\n",
                        says_like="\ntribunal: bot three does not start: exited with 2 before it was ready; its standard error ends with "
                                  f"'.*can't open file.*'; there is no file {cup.folder}/nothere.py\n"
                                  "  it wrote to stderr:\n    .*python3: can't open file")
                    self.assertEqual("games" in ended.out, bool(more), ended.out)
                    self.assertFalse(os.path.exists(cup.out))

    def test_the_organiser_may_play_with_them_all_the_same(self) -> None:
        with Cup(unconfined({"one": command_of("one"), "two": "false", "three": command_of("three")}, deals=2)) as cup:
            cup.run("--dry-run", "--with-failing-bots").expect(0, "bot two does not start")
            cup.run("--with-failing-bots").expect(ALWAYS_AT_FAULT, "1 of 3 bots does not start; playing anyway\n")
            self.assertEqual(cup.games(), 6)

    def test_an_optional_bot_whose_program_is_missing_is_left_out_and_named(self) -> None:
        text = unconfined({"one": command_of("one"), "two": "nosuchbot two", "three": command_of("three"), "four": command_of("four")}, deals=2)
        optional = text.replace('name = "two"', 'name = "two"\noptional = true')
        with Cup(optional) as cup:
            cup.run("--dry-run").expect(DOES_NOT_START, "optional in this plan")
            cup.run("--dry-run", "--shard", "1/2").expect(DOES_NOT_START, "optional in this plan")
            for _ in range(2):
                ended = cup.run().expect(DOES_NOT_START, "cannot run 'nosuchbot': not found in PATH", "because a bot does not start: two;",
                                         shows=["Rank  Bot", "!!! two failed to start in the last run, and games of it were not played or were forfeit: "])
                self.assertEqual(cup.games(), 6)
                self.assertNotIn("void", ended.out)
            self.assertIn("!!! two ", tribunal("standings", cup.out).out)
            cup.write("cup.toml", optional.replace("nosuchbot two", command_of("two")))
            self.assertNotIn("!!!", cup.run("--accept-changes").expect().out)
            self.assertEqual(cup.games(), 24)
        with Cup(optional) as cup:
            self.assertEqual(cup.run("--with-failing-bots").code, ALWAYS_AT_FAULT)
            self.assertEqual(cup.games(), 24)

    def test_an_optional_bot_whose_files_are_missing_with_its_program_is_left_out_and_joins_later(self) -> None:
        other = {name: command_of(name) for name in ("one", "three", "four")}
        for keys in ("", 'directory = "engine"', 'directory = "engine"\nfiles = ["book"]'):
            command = "./bot" if keys else "engine/bot"
            with self.subTest(keys=keys), Cup(unconfined({**other, "two": (command, f"optional = true\n{keys}")}, deals=2)) as cup:
                cup.run("--dry-run").expect(DOES_NOT_START, "optional in this plan")
                for _ in range(2):
                    cup.run().expect(DOES_NOT_START, f"cannot run '{command}': ", shows=["Rank  Bot", "!!! two "], lacks="PATH finds './bot'")
                    self.assertEqual(cup.games(), 6)
                cup.write("engine/book", "")
                cup.write("engine/bot", f"#!/bin/sh\nexec {command_of('two')}\n", 0o755)
                cup.run().expect(0, lacks=("!!!", "two@"))
                self.assertEqual(cup.games(), 24)
                tribunal("verify", cup.out).expect()
                removed = cup.path("removed")
                os.rename(cup.path("engine"), removed)
                cup.run().expect(0, lacks="two@")
                os.rename(removed, cup.path("engine"))
                cup.run().expect(0, lacks="two@")
        text = unconfined({**other, "two": ("engine/bot", "optional = false")}, deals=2)
        for words, said in ((text, "there is no file"), (text.replace("engine/bot", "greedi").replace("false", "true"), "greedy")):
            with Cup(words) as cup:
                cup.run().refused(78, said)

    def test_an_optional_bot_that_fails_otherwise_and_any_other_are_not_left_out(self) -> None:
        for command, key in (("false", "optional = true"), ("nosuchbot", "optional = false"), ("nosuchbot", "")):
            text = plan({"one": command_of("one"), "two": command, "three": command_of("three")}, deals=2)
            with self.subTest(command=command, key=key), Cup(text.replace('name = "two"', f'name = "two"\n{key}')) as cup:
                ended = cup.run().expect(DOES_NOT_START, "nothing is played")
                self.assertEqual("bot two has no files to hash, because PATH finds 'false': if the program changes" in ended.err, command == "false")
                self.assertFalse(os.path.exists(cup.out))

    def test_also_before_a_tournament_is_resumed_and_not_once_it_is_over(self) -> None:
        with Cup(unconfined(deals=2, command=player)).played() as cup:
            cup.write("cup.toml", unconfined(deals=3, command=player))
            cup.write("player.py", "import nothing\n")
            cup.run("--accept-changes").expect(DOES_NOT_START, "tribunal: 3 of 3 bots do not start")
            self.assertEqual(cup.games(), 6)
        with Cup(unconfined(deals=2, command=player)).played() as cup:
            cup.write("player.py", "import nothing\n")
            self.assertEqual(cup.run("--accept-changes").code, 0)

    def test_a_bot_that_fails_once_is_tried_again(self) -> None:
        once = "import os\ntry: os.rmdir('once'); raise SystemExit(3)\nexcept OSError: pass\n"
        with Cup(unconfined(deals=1, command=player)) as cup:
            os.mkdir(os.path.join(cup.folder, "once"))
            cup.write("player.py", once + PLAYER)
            cup.run().expect()
            self.assertFalse(os.path.exists(os.path.join(cup.folder, "once")))

    def test_bots_that_are_slow_to_start_are_started_at_the_same_time(self) -> None:
        """Tests that a second bot started before the first was ready. The time that the starts take is not tested."""
        names = "one two three four"
        wait_for_all = """
import os, sys, time
open("here-" + sys.argv[1], "w").close()
until = time.monotonic() + 30
while len([name for name in os.listdir(".") if name.startswith("here-")]) < 4 and time.monotonic() < until: time.sleep(0.01)
if time.monotonic() >= until: sys.exit("alone")
"""
        with Cup(unconfined(names, deals=1, command=player)) as cup:
            cup.write("player.py", wait_for_all + PLAYER)
            cup.run("--dry-run").expect()

    def test_what_a_bot_wrote_cannot_harm_a_terminal(self) -> None:
        with Cup(plan(deals=1, command=player)) as cup:
            cup.write("player.py", "import sys\nsys.stderr.write('\\x1b[2J\\n')\nsys.exit(1)\n")
            self.assertNotIn("\x1b", cup.run().expect(DOES_NOT_START, "    \\x1b[2J\n").err)

    def test_play_shows_a_start_that_failed(self) -> None:
        for more, where in (([], "out"), (["--log", "-"], "err")):
            ended = tribunal("play", "revolution", *more, "--", "false", os.path.join(SAMPLES, "greedy")).expect(1)
            self.assertIn("fault: false (seat 0): exited with 1 before it was ready\n", getattr(ended, where))


class Workshop(Folder):
    def kit(self, folder: str) -> None:
        os.makedirs(self.path(folder), exist_ok=True)
        shutil.copy(KIT, self.path(folder))

    def plan(self, bots: Bots) -> str:
        return plan(bots, 'sandbox = "bwrap"', 1, players=2, seed="1")

    def compare(self, *more: str) -> Ended:
        return self.tribunal("compare", "--m1", "0.001", "--range", "60", "--deals", "2", "--seed", "1", "--move-ms", "20000",
                             "--sandbox", "bwrap", "--quiet", *more)


GREEDY = {"greedy": f"{SAMPLES}/greedy"}
SECONDS = ["--seconds", "60", "--deals", "1", "--players", "2", "--move-ms", "20000"]


class SameForAllCommands(unittest.TestCase):
    """The steps of somebody who writes a first bot with the SDK."""

    def setUp(self) -> None:
        if tribunal("doctor", "--require", "bwrap").code != 0:
            self.skipTest("SKIPPED: level bwrap is not available")

    def check_all(self, command: str, cwd: str = ".") -> None:
        with Workshop() as shop:
            shop.write("mine/mybot.py", FIRST)
            shop.kit("mine")
            shop.write("old/oldbot.py", LAST)
            shop.kit("old")
            shop.folder = os.path.join(shop.folder, cwd)
            shop.tribunal("check", "--quiet", "--sandbox", "bwrap", *SECONDS, "--", command).expect()
            shop.tribunal("play", "revolution", "--sandbox", "bwrap", "--move-ms", "20000", "--", command, f"{SAMPLES}/greedy").expect()
            old = os.path.relpath("old/oldbot.py", cwd)
            shop.compare("--candidate", command, "--baseline", f"python3 {old}", "--field", f"{SAMPLES}/greedy").expect(3)
            shop.folder = shop.holder.name
            shop.write("plans/cup.toml", shop.plan({"mybot": "python3 ../mine/mybot.py", **GREEDY}))
            self.assertNotIn("fault", shop.tribunal("tournament", "plans/cup.toml", "--out", "out").expect().err)

    def test_a_bot_in_a_folder_of_its_own_plays_everywhere(self) -> None:
        self.check_all("python3 mine/mybot.py")

    def test_also_from_within_it(self) -> None:
        self.check_all("python3 mybot.py", cwd="mine")

    def test_in_a_shared_folder_a_plan_must_name_what_lies_beside_it(self) -> None:
        with Workshop() as shop:
            shop.write("bots/mybot.py", FIRST)
            shop.write("bots/other.py", LAST)
            shop.kit("bots")
            shop.write("cup.toml", shop.plan({bot: f"python3 bots/{bot}.py" for bot in ("mybot", "other")}))
            refused = shop.tribunal("tournament", "cup.toml", "--out", "out").expect(DOES_NOT_START)
            named = 'files = ["bots/tribunal_bot.py"]'
            self.assertIn("ModuleNotFoundError: No module named 'tribunal_bot' (mybot.py:1); tribunal_bot.py is hidden from the bot: it is in a folder "
                          f"that it shares with bot other; list its files: {named}\n",
                          refused.err)
            self.assertIn("that it shares with bot mybot", refused.err)
            self.assertFalse(os.path.exists(os.path.join(shop.folder, "out")))
            shop.write("cup.toml", shop.plan({bot: (f"python3 bots/{bot}.py", named) for bot in ("mybot", "other")}))
            self.assertNotIn("fault", shop.tribunal("tournament", "cup.toml", "--out", "out").expect().err)

    def test_in_the_folder_of_the_plan_it_must_be_named_too(self) -> None:
        with Workshop() as shop:
            shop.write("mybot.py", FIRST)
            shop.kit(".")
            shop.write("cup.toml", shop.plan({"mybot": "python3 mybot.py", **GREEDY}))
            named = 'files = ["tribunal_bot.py"]'
            shop.tribunal("tournament", "cup.toml", "--out", "out").expect(
                DOES_NOT_START, f"in a folder that it shares with the plan; list its files: {named}\n")
            shop.write("cup.toml", shop.plan({"mybot": ("python3 mybot.py", named), **GREEDY}))
            self.assertEqual(shop.tribunal("tournament", "cup.toml", "--out", "out").code, 0)

    def test_in_a_shared_folder_compare_must_name_it_too(self) -> None:
        with Workshop() as shop:
            shop.write("new.py", FIRST)
            shop.write("old.py", LAST)
            shop.kit(".")
            words = ["--candidate", "python3 new.py", "--baseline", "python3 old.py", "--field", f"{SAMPLES}/greedy"]
            shop.compare(*words).expect(DOES_NOT_START, "; name its files: --baseline-files tribunal_bot.py\n", lacks="`files`")
            named = [*words, "--candidate-files", "tribunal_bot.py", "--baseline-files", "tribunal_bot.py"]
            shop.compare(*named).expect(3)

    def test_play_says_the_same_of_a_bot_that_does_not_start(self) -> None:
        with Workshop() as shop:
            for name in ("new.py", "old.py"):
                shop.write(name, FIRST.replace("from tribunal_bot", "from tools"))
            shop.write("tools.py", "from tribunal_bot import run\n")
            shop.kit(".")
            played = shop.tribunal("play", "revolution", "--sandbox", "bwrap", "--", "python3 new.py", "python3 old.py").expect(1)
            for other in ("new", "old"):
                self.assertIn(f"; tools.py is hidden from the bot: it is in a folder that it shares with bot {other}; "
                              "give the bot a folder of its own, or run it without a sandbox (--sandbox none)\n", played.out)

    def test_play_gives_a_script_the_kit_beside_it(self) -> None:
        with Workshop() as shop:
            for name in ("new.py", "old.py"):
                shop.write(name, FIRST)
            shop.kit(".")
            shop.tribunal("play", "revolution", "--sandbox", "bwrap", "--", "python3 new.py", "python3 old.py", f"{SAMPLES}/counter").expect()

    def test_play_gives_links_to_scripts_the_kits_beside_the_scripts(self) -> None:
        with Workshop() as shop:
            for name in ("counter", "planner.mjs", "greedy"):
                os.symlink(os.path.join(SAMPLES, name), os.path.join(shop.folder, name.removesuffix(".mjs")))
            shop.tribunal("play", "revolution", "--sandbox", "bwrap", "--move-ms", "20000", "--", "./counter", "./planner", "./greedy").expect(
                lacks="fault")

    def test_files_of_a_shared_folder_may_be_links(self) -> None:
        with Workshop() as shop:
            shop.kit("kits")
            shop.write("new.py", FIRST)
            shop.write("kits/last.py", LAST)
            for link, to in (("tribunal_bot.py", "kits/tribunal_bot.py"), ("old.py", "v2.py"), ("v2.py", "kits/last.py")):
                os.symlink(to, os.path.join(shop.folder, link))
            shop.tribunal("new-plan", "revolution", "new.py", "old.py", "-n", "1", "-o", "cup.toml").expect()
            shop.tribunal("tournament", "cup.toml", "--dry-run").expect()

    def test_compare_takes_directories(self) -> None:
        with Workshop() as shop:
            for folder, text in (("new", FIRST), ("old", LAST)):
                shop.write(f"{folder}/bot.py", text)
                shop.kit(folder)
            shop.compare("--candidate", "python3 -m bot", "--candidate-directory", "new", "--baseline", "python3 -m bot",
                         "--baseline-directory", "old", "--field", f"{SAMPLES}/greedy").expect(3)

    def test_no_bot_sees_anothers_files_the_plan_the_secret_or_results(self) -> None:
        with Workshop() as shop:
            spying = scripted("spy", ask="say('# ' + ' '.join(seen))", start=f"""seen = []
def visit(folder):
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        if os.path.isdir(path): visit(path)
        elif os.path.getsize(path): seen.append(os.path.relpath(path, {shop.folder!r}))
try: visit({shop.folder!r})
except OSError: pass""")
            for name in ("ann/bot.py", "bob/bot.py", "both/cyd.py", "both/dan.py"):
                shop.write(name, spying)
                shop.write(os.path.join(os.path.dirname(name), "notes"), "mine")
            shop.write("results/earlier/results.db", "earlier")
            shop.write("cup.toml", shop.plan({"ann": "python3 ann/bot.py", "bob": ("python3 bot.py", 'directory = "bob"'),
                                              "cyd": "python3 both/cyd.py", "dan": ("python3 dan.py", 'directory = "both"')}))
            shop.tribunal("tournament", "cup.toml").expect()
            logs = shop.tribunal("export", "results/cup", "--logs", "-").out
            self.assertEqual(comments_of(logs), {"# ann/bot.py ann/notes", "# bob/bot.py bob/notes", "# both/cyd.py", "# both/dan.py"})


def comments_of(logs: str) -> Set[str]:
    return {line["comment"] for line in map(json.loads, logs.splitlines()) if "comment" in line}
