"""The sandbox of recorded games that are played again, and the remains of a sandbox whose referee was killed."""
import json
import os
import shutil
import signal
import subprocess
import time
from typing import Callable, List, Optional

from place import LEVELS, NO_SANDBOX, SYSTEM_PATH, Place, Sandboxed, cup_of, examined, run, two, users
from program import PROGRAM, SLOWNESS, Ended


class Again(Sandboxed):
    """Recorded games are played again under their own conditions, and a folder's own commands never run unprotected by
    default."""

    def setUp(self) -> None:
        self.folder = Place(0o755)
        self.witness = self.folder.path("witness")
        self.tries_to_write = f"try: open({self.witness!r}, 'w').close()\nexcept OSError: pass"
        self.bot = self.folder.script("bot/bot", ask=self.tries_to_write)

    def played(self, level: str) -> str:
        """A results folder of a tournament at this level."""
        self.require(level)
        plan = self.folder.write("cup.toml", cup_of(f'sandbox = "{level}"', two("./bot", 'directory = "bot"')))
        out = self.folder.path("out-" + level)
        run(["tournament", plan, "--out", out]).expect()
        if os.path.exists(self.witness):
            os.unlink(self.witness)
        return out

    def again(self, *words: str) -> Ended:
        return run(["play", "--log", "-", "--from", *words])

    def level_of(self, ended: Ended) -> str:
        level: str = json.loads(ended.expect().out.splitlines()[0])["host"]["sandbox"]
        self.assertRegex(ended.err, f"(?m)^sandbox: {level.replace('+', '[+]')}($|;)")
        return level

    def test_the_bots_of_a_folder_have_the_sandbox_of_the_record(self) -> None:
        for level in LEVELS[2:]:
            with self.subTest(level=level):
                ended = self.again(self.played(level))
                self.assertEqual(self.level_of(ended), level)
                self.assertFalse(os.path.exists(self.witness))

    def test_the_bots_of_a_folder_run_below_bwrap_only_when_told(self) -> None:
        for level in LEVELS[:2]:
            with self.subTest(level=level):
                out = self.played(level)
                ended = self.again(out).expect(NO_SANDBOX, out="")
                self.assertRegex(ended.err, f"^tribunal: {out}: the game was played at sandbox level {level}, .*"
                                            f"expected --sandbox bwrap, or --sandbox {level} ")
                self.assertFalse(os.path.exists(self.witness))
                self.assertEqual(self.level_of(self.again(out, "--sandbox", level)), level)
                if examined()["bwrap"]["works"]:
                    self.assertEqual(self.level_of(self.again(out, "--sandbox", "bwrap")), "bwrap")

    def test_a_bot_of_the_command_line_beside_those_of_a_folder_does_not_lower_the_sandbox(self) -> None:
        for level in LEVELS:
            with self.subTest(level=level):
                out = self.played(level)
                ended = self.again(out, "--seat", "0=" + self.bot)
                if level in LEVELS[:2]:
                    self.assertEqual((ended.code, ended.out), (NO_SANDBOX, ""), ended)
                    self.assertIn("the folder's commands could do anything that you can do", ended.err)
                else:
                    self.assertEqual(self.level_of(ended), level)
                self.assertFalse(os.path.exists(self.witness))

    def test_a_bot_that_takes_a_seat_sees_no_more_than_as_a_bot_of_the_plan(self) -> None:
        """In the folder of the plan it sees neither the plan nor the results nor the bots of others."""
        out = self.played("bwrap")
        looks = self.folder.script("looks.sh", start=f"os.system('ls {self.folder.folder} {self.folder.folder}/bot {out} >&2')",
                                   ask=self.tries_to_write)
        ended = run(["play", "--log", "-", "--from", out, "--seat", f"1={looks}"])
        shown = ended.err
        self.assertIn("looks.sh", shown)
        for hidden in ("cup.toml", "results.db", "\n    bot\n"):
            self.assertNotIn(hidden, shown)

    def test_a_level_that_is_not_available_is_not_lowered(self) -> None:
        out = self.played("bwrap")
        with Place(0o755) as tools:
            tools.tools()
            for words in (["play", "--from", out], ["play", "--from", out, "--", self.bot, self.bot],
                          ["replay", out, "--seat", "0", "--", self.bot]):
                ended = run(words, path=tools.folder).expect(NO_SANDBOX)
                self.assertRegex(ended.err, "the sandbox level 'bwrap' is not available here: .*--sandbox LEVEL chooses another\n$")

    def test_bots_of_the_command_line_have_the_sandbox_of_the_record(self) -> None:
        for level in LEVELS:
            with self.subTest(level=level):
                out = self.played(level)
                self.assertEqual(self.level_of(self.again(out, "--", self.bot, self.bot)), level)
                if os.path.exists(self.witness):
                    os.unlink(self.witness)
                ended = run(["replay", out, "--seat", "0", "--", self.bot]).expect(None, shows_like=f"(?m)^sandbox: {level.replace('+', '[+]')}($|;)")
                may_write = level == "none" or (level == "limits" and os.geteuid() != 0)
                self.assertEqual(os.path.exists(self.witness), may_write, ended)

    def test_a_record_of_an_unknown_level_is_refused(self) -> None:
        self.require("limits")
        log = run(["play", "revolution", "--sandbox", "limits", "--log", "-", "--", self.bot, self.bot]).expect().out
        strange = self.folder.write("strange.jsonl", log.replace('"sandbox":"limits"', '"sandbox":"firejail"'))
        for words in (["play", "--from", strange], ["replay", strange, "--seat", "0"]):
            bots = [self.bot] * (2 if words[0] == "play" else 1)
            run([*words, "--", *bots]).expect(NO_SANDBOX, "unknown sandbox level 'firejail'; expected --sandbox LEVEL", out="")

    def test_play_uses_the_highest_level_that_works_and_says_it(self) -> None:
        for user in users():
            with self.subTest(user=user):
                highest = [level for level in LEVELS if examined(user)[level]["works"]][-1]
                self.assertEqual(self.level_of(run(["play", "revolution", "--log", "-", "--", self.bot, self.bot], user)), highest)
        ended = run(["play", "revolution", "--sandbox", "none", "--log", "-", "--", self.bot, self.bot])
        self.assertEqual(self.level_of(ended), "none")
        self.assertIn("can do anything that you can do", ended.err)
        self.assertTrue(run(["play", "revolution", "--sandbox", "none", "--", self.bot, self.bot]).out.startswith("sandbox: none; "))


class Killed(Sandboxed):
    """No process outlives a killed referee."""

    # A unique name, by which any remains are found.
    SLEEP = f"sleep {900_000 + os.getpid()}"

    def left(self) -> List[str]:
        return subprocess.run(["pgrep", "-f", "^" + self.SLEEP], capture_output=True, text=True, check=False).stdout.split()

    def kill_while_there_is_something(self, words: List[str], user: Optional[int], path: str = SYSTEM_PATH) -> None:
        become = [] if user is None else [shutil.which("setpriv") or "setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups"]
        with subprocess.Popen([*become, *PROGRAM, *words], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, cwd="/", env={"PATH": path, "HOME": "/"}) as process:
            try:
                self.assertTrue(self.within(60, lambda: bool(self.left())))
            finally:
                process.kill()
        gone = self.within(60, lambda: not self.left())
        for number in self.left():
            os.kill(int(number), signal.SIGKILL)
        self.assertTrue(gone)

    @staticmethod
    def within(seconds: float, condition: Callable[[], bool]) -> bool:
        until = time.monotonic() + seconds * SLOWNESS
        while not condition():
            if time.monotonic() > until:
                return False
            time.sleep(0.02)
        return True

    def test_what_a_bot_started_in_a_session_of_its_own(self) -> None:
        for user in users():
            for level in LEVELS:
                with self.subTest(user=user, level=level), Place(0o755) as folder:
                    if examined(user)[level]["works"]:
                        bot = folder.write("bot", f"#!/bin/sh\nsetsid {self.SLEEP} &\nsleep 60\n")
                        self.kill_while_there_is_something(
                            ["play", "revolution", "--startup-ms", "60000", "--sandbox", level, "--", bot, bot], user)

    def test_a_sandbox_that_is_just_being_made(self) -> None:
        """bwrap's first child waits for its parent, forever if that was killed. So does the process that this one
        leaves."""
        for user in users():
            for level in LEVELS[2:]:
                with self.subTest(user=user, level=level), Place(0o755) as folder:
                    if examined(user)[level]["works"]:
                        real = shutil.which("bwrap", path=SYSTEM_PATH)
                        folder.write("tools/bwrap", f"#!/bin/sh\nsetsid {self.SLEEP} &\nexec {real} \"$@\"\n")
                        bot = folder.write("bot", "#!/bin/sh\nsleep 60\n")  # so that the game does not end before it is seen
                        self.kill_while_there_is_something(
                            ["play", "revolution", "--startup-ms", "60000", "--sandbox", level, "--", bot, bot], user,
                            folder.path("tools") + ":" + SYSTEM_PATH)
