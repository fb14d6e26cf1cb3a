"""Started under limits (ulimit) that are too small, the program raises those that it may raise, and names the
others."""
import os
import unittest

from cup import Results, plan
from program import SAMPLES, SANITIZED, TRIBUNAL, InFolder, run

UNAVAILABLE = 69
ORDINARY = 1_610_000_000 + os.getpid()  # a number that nobody has
GREEDY = os.path.join(SAMPLES, "greedy")


def limited(limits, *words, ordinary=False):
    become = ["setpriv", f"--reuid={ORDINARY}", f"--regid={ORDINARY}", "--clear-groups"] if ordinary else []
    return run([*become, *([] if limits[:1] == ["setpriv"] else ["prlimit"]), *limits, TRIBUNAL, *words], 300)


def play(limits, *options, **who):
    return limited(limits, "play", "revolution", "--seed", "1", *options, "--", GREEDY, GREEDY, **who)


def a_plan(head='sandbox = "none"'):
    """Twelve games of four bots at two tables."""
    return plan("b0 b1 b2 b3", f"workers = 2\n{head}", 1, players=2, seed="", command=lambda _: GREEDY)


@unittest.skipIf(SANITIZED, "SKIPPED: sanitizers need more than these limits")
class Limits(InFolder):
    def require_ordinary(self):
        if os.geteuid() != 0 or limited([], "--version", ordinary=True).code != 0:
            self.skipTest("SKIPPED: an ordinary user cannot run this build")


class OpenFiles(Limits):
    def test_a_soft_limit_is_raised(self):
        play(["--nofile=32:4096"]).expect()

    def test_a_hard_limit_is_named_with_its_value_and_the_value_needed(self):
        play(["--nofile=32:32"], "--sandbox", "none").refused(UNAVAILABLE, "limited to 32 open files (ulimit -Hn)", "2 bots at a table need 40")
        play(["setpriv", "--bounding-set=-sys_resource", "prlimit", "--nofile=32:32"]).refused(UNAVAILABLE,
                     "limited to 32 open files (ulimit -Hn)", "each bot is allowed ", "open_files", "sandbox level none")

    def test_check_names_it(self):
        ended = limited(["--nofile=64:64"], "check", "--game", "revolution", "--players", "4", "--", GREEDY)
        ended.refused(UNAVAILABLE, "limited to 64 open files (ulimit -Hn)")

    def test_compare_names_it(self):
        ended = limited(["--nofile=64:64"], "compare", "--workers", "2", "--candidate", GREEDY, "--baseline", os.path.join(SAMPLES, "hoarder"),
                    "--field", os.path.join(SAMPLES, "careful"), "--m1", "1", "--range", "80", "--out", self.path("out"))
        ended.refused(UNAVAILABLE, "limited to 64 open files (ulimit -Hn)")

    def test_a_tournament_names_it_and_keeps_no_void_game(self):
        words = ["tournament", self.write("plan.toml", a_plan()), "--out", self.path("out")]
        few = limited(["--nofile=64:64"], *words)
        few.refused(UNAVAILABLE, "limited to 64 open files (ulimit -Hn)", "4 bots at each of 2 tables need 68; raise the limit, or play at fewer tables (--workers)\n")
        self.assertFalse(os.path.exists(self.path("out", "results.db")))
        limited(["--nofile=64:4096"], *words).expect()
        self.assertEqual(Results(self.path("out")).games(), 12)

    def test_doctor_names_it(self):
        limited(["--nofile=32:32"], "doctor").expect(None, shows="limited to 32 open files (ulimit -Hn)", lacks="works\n")
        cores = limited([], "doctor", "--json").json()["cores"]
        more = f", or of {(64 - 28 - 4 * cores) // (8 * cores)} at {cores}" if 1 < cores < 9 else ""
        self.assertIn("open files 64 (ulimit -Hn): room for a tournament of 4 bots at one table" + more, limited(["--nofile=64:64"], "doctor").out)

    def test_the_user_must_be_allowed_what_the_bots_are(self):
        self.require_ordinary()
        ended = play(["--nofile=100:100"], "--sandbox", "limits", ordinary=True)
        ended.refused(UNAVAILABLE, "limited to 100 open files (ulimit -Hn); each bot is allowed 1024 (open_files in a plan's [resources])")
        said = limited(["--nofile=100:100"], "doctor", "--json", ordinary=True).json()
        self.assertEqual([level["level"] for level in said["levels"] if level["works"]], ["none"])
        self.assertIsNone(said["in_force"])
        self.assertIn("100 open files", said["short_of"])

    def test_they_are_checked_before_the_needs_of_the_referee(self):
        ended = limited(["setpriv", "--bounding-set=-sys_resource", "prlimit", "--nofile=32:32"] if os.geteuid() == 0
                    else ["--nofile=32:32"], "tournament", self.write("apart.toml", a_plan("")), "--out", self.path("out"))
        ended.refused(UNAVAILABLE, "limited to 32 open files (ulimit -Hn); each bot is allowed 1024 (open_files in a plan's [resources]); ")

    def test_root_without_the_capability_is_bound_by_them_too(self):
        if os.geteuid() != 0:
            self.skipTest("SKIPPED: not started by root")
        ended = play(["setpriv", "--bounding-set=-sys_resource", "prlimit", "--nofile=100:100"], "--sandbox", "limits")
        ended.refused(UNAVAILABLE, "each bot is allowed ")


class Processes(Limits):
    def test_too_few_are_named(self):
        self.require_ordinary()
        play(["--nproc=2:2"], ordinary=True).refused(UNAVAILABLE, "limited to 2 processes (ulimit -Hu)")
        os.chown(self.folder, ORDINARY, ORDINARY)
        few = limited(["--nproc=2:2"], "tournament", self.write("plan.toml", a_plan()), "--out", self.path("out"), ordinary=True)
        few.refused(UNAVAILABLE, "limited to 2 processes (ulimit -Hu)")


class Stack(Limits):
    def test_a_small_one_is_raised(self):
        for size in ("65536:unlimited", "65536:1048576"):
            play([f"--stack={size}"]).expect()

    def test_one_that_cannot_be_raised_is_named(self):
        play(["--stack=131072:131072"]).refused(UNAVAILABLE, "limited to 128 KiB of stack (ulimit -Hs); this program needs 1024")
