"""The sandbox as users meet it: doctor, required levels, what bots see. A level that is not available here is skipped
with a message. If root runs the tests, most of them also run as an ordinary user."""
import ctypes
import errno
import json
import os
import re
import shutil
import signal
import struct
import subprocess
import threading
import time
import unittest
from typing import Any, Dict, List, Optional, Set

from bots import scripted
from cup import Results
from place import HAVE_RUN, HONEST, HONEST_BOT, LEVELS, NO_SANDBOX, SYSTEM_PATH, Place, Sandboxed, cup_of, examined, run, two, users
from program import TRIBUNAL, processes_that_run, text_of, tribunal


class Doctor(Sandboxed):
    def test_every_level_has_a_line_and_each_that_fails_a_reason(self) -> None:
        for user in users():
            ended = run(["doctor"], user).expect()
            for level in LEVELS:
                self.assertRegex(ended.out, rf"(?m)^{level.replace('+', '[+]')} +(works$|does not work: .+)")
            for level in examined(user).values():
                self.assertTrue(level["works"] or level["problem"], level)

    def test_what_cgroups_cannot_do_here_is_said_and_done_without(self) -> None:
        self.require("bwrap+cgroup")
        place = "/sys/fs/cgroup/cpu"
        if os.geteuid() != 0 or not os.path.ismount(place):
            self.skipTest("SKIPPED: there is no controller here that could be taken away from this program alone")
        doctor = ["unshare", "--mount", "sh", "-c", f'umount {place} && exec "$0" doctor --json', TRIBUNAL]
        said = json.loads(subprocess.run(doctor, capture_output=True, text=True, check=True).stdout)
        self.assertEqual(said["in_force"], "bwrap+cgroup")
        self.assertRegex(" ".join(said["lacks"]), "not throttled")

    def test_system_calls_are_filtered(self) -> None:
        if subprocess.run(["grep", "-q", "^Seccomp:", "/proc/self/status"], check=False).returncode != 0:
            self.skipTest("SKIPPED: this kernel has no seccomp")
        for user in users():
            self.assertIn("; system calls filtered from limits on; ", run(["doctor"], user).out)

    def test_a_kernel_that_cannot_filter_system_calls_is_said_loudly_and_done_without(self) -> None:
        if os.uname().machine not in NUMBER_OF_PRCTL:
            self.skipTest("SKIPPED: the number of prctl(2) is unknown for this machine")

        def ended(*words: str) -> "subprocess.CompletedProcess[str]":
            return subprocess.run([TRIBUNAL, *words], preexec_fn=lose_seccomp, env={"PATH": SYSTEM_PATH, "HOME": "/"}, cwd="/",
                                  stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300, check=False)

        said = json.loads(ended("doctor", "--json").stdout)
        self.assertIs(said["filters_syscalls"], False)
        self.assertRegex(" ".join(said["lacks"]), "NO FILTER OF SYSTEM CALLS.*no seccomp")
        now = {level["level"]: level["works"] for level in said["levels"]}
        self.assertEqual(now, {name: level["works"] for name, level in examined().items()})
        self.assertIn("; system calls NOT FILTERED; ", ended("doctor").stdout)
        played = ended("play", "revolution", "--sandbox", "limits", "--", HONEST_BOT, HONEST_BOT)
        self.assertEqual(played.returncode, 0, played.stderr)
        self.assertRegex(played.stderr, "(?m)^tribunal: NO FILTER OF SYSTEM CALLS.*no seccomp")

    def test_without_bubblewrap_it_says_what_to_install(self) -> None:
        with Place(0o755) as folder:
            for program in os.listdir("/usr/bin"):
                if program != "bwrap":
                    os.symlink(os.path.join("/usr/bin", program), folder.path(program))
            for user in users():
                levels = examined(user, folder.folder)
                self.assertFalse(levels["bwrap"]["works"])
                self.assertEqual(levels["bwrap"]["remedy"], "apt-get install bubblewrap")
                self.assertFalse(levels["bwrap+cgroup"]["works"])
                self.assertTrue(levels["limits"]["works"], levels)
                run(["doctor", "--require", "bwrap"], user, folder.folder).expect(NO_SANDBOX, "apt-get install bubblewrap")

    def test_a_machine_short_of_processes_for_a_moment_has_its_sandbox_all_the_same(self) -> None:
        for user in users():
            with self.subTest(user=user), Place(0o777) as folder:
                self.require("bwrap", user)
                path = failing_once(folder, "/bin/sh", "bwrap: Creating new namespace failed: Resource temporarily unavailable")
                run(["doctor", "--require", "bwrap"], user, path).expect()
                self.assertFalse(os.path.exists(folder.path("once")))

    def test_a_level_that_works_can_be_required(self) -> None:
        self.assertEqual(run(["doctor", "--require", "none"]).code, 0)
        self.assertEqual(run(["doctor", "--require", "strong"]).code, 2)


NUMBER_OF_PRCTL = {"x86_64": 157, "aarch64": 167}


def lose_seccomp() -> None:
    """For the next process: a filter that answers prctl(PR_SET_SECCOMP) like a kernel without filters."""
    load, if_equal, answer = 0x20, 0x15, 0x06
    set_no_new_privs, set_seccomp, filtered = 38, 22, 2
    number, first_argument = 0, 16  # offsets in struct seccomp_data
    allow, fail = 0x7fff0000, 0x00050000
    program = b"".join(struct.pack("HBBI", *word) for word in (
        (load, 0, 0, number), (if_equal, 0, 3, NUMBER_OF_PRCTL[os.uname().machine]),
        (load, 0, 0, first_argument), (if_equal, 0, 1, set_seccomp), (answer, 0, 0, fail | errno.EINVAL), (answer, 0, 0, allow)))
    words = ctypes.create_string_buffer(program, len(program))
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(set_no_new_privs, 1, 0, 0, 0) != 0 or libc.prctl(
            set_seccomp, filtered, struct.pack("HP", len(program) // 8, ctypes.addressof(words))) != 0:
        raise OSError(ctypes.get_errno(), "no filter")


def failing_once(folder: Place, program: str, message: str, after: str = "/") -> str:
    """A PATH in which bwrap fails once, when it is to run `program` and the file `after` exists. Every user must be
    able to write to the folder."""
    once = folder.path("once")
    os.mkdir(once)
    folder.write("tools/bwrap", f'''#!/bin/sh
for word; do
  if [ "$word" = "{program}" ] && [ -e {after} ] && rmdir {once} 2>/dev/null; then echo "{message}" >&2; exit 1; fi
done
exec {shutil.which("bwrap", path=SYSTEM_PATH)} "$@"
''')
    return folder.path("tools") + ":" + SYSTEM_PATH


class Failing(Sandboxed):
    """A sandbox that cannot be created is nobody's fault. A program that cannot be run in it is its bot's fault."""

    def play(self, folder: Place, path: str, user: Optional[int], bots: Dict[str, Any], code: int = 0) -> Dict[str, Any]:
        plan = folder.write("cup.toml", cup_of('sandbox = "bwrap"', bots))
        out = folder.path("out")
        run(["tournament", plan, "--out", out, "--with-failing-bots"], user, path).expect(code)
        return run(["standings", "--json", out], user).expect().json()

    def test_a_game_whose_sandbox_fails_is_void_and_played_again(self) -> None:
        for user in users():
            with self.subTest(user=user), Place(0o777) as folder:
                self.require("bwrap", user)
                path = failing_once(folder, HONEST_BOT, "bwrap: Can't mount proc on /newroot/proc: Device or resource busy",
                                    after=folder.path("out/results.db"))  # else the roll call would see it, and try again
                standings = self.play(folder, path, user, HONEST)
                self.assertFalse(os.path.exists(folder.path("once")))
                self.assertEqual([bot["faults"] for bot in standings["standings"]["rows"]], [{}, {}], standings)
                self.assertEqual(standings["void_games"], 1, standings)
                self.assertIn("cannot make the sandbox: bwrap: Can't mount proc", Results(folder.path("out")).query("SELECT reason FROM void_attempts")[0][0])

    def test_a_bot_without_its_interpreter_fails_to_start(self) -> None:
        for user in users():
            with self.subTest(user=user), Place(0o777) as folder:
                self.require("bwrap", user)
                folder.write("bot", "#!/nowhere/interpreter\n")
                standings = self.play(folder, SYSTEM_PATH, user, {**HONEST, "one": "./bot"}, code=5)
                reasons = [reason for (reason,) in Results(folder.path("out")).query("SELECT reason FROM void_attempts")]
                self.assertEqual([reason for reason in reasons if "start" not in reason and "cannot be run" not in reason], [])
                self.assertEqual({bot["bot"] for bot in standings["standings"]["rows"] if bot["faults"]}, {"one"})

    def test_a_bot_in_the_background_does_not_start_however_late_its_sandbox_takes_notice(self) -> None:
        """Its sandbox is stopped while it ends, as can happen on a busy machine. Its child says ready just before."""
        self.require("bwrap")
        with Place(0o755) as folder:
            leaves = "if os.fork():\n    time.sleep(0.5)\n    while time.thread_time() < 0.1: pass\n    os._exit(0)\ntime.sleep(0.51)"
            bot = folder.script("bot", start=leaves)
            holder = threading.Thread(target=hold_up_sandbox_of, args=(bot,))
            holder.start()
            ended = run(["play", "revolution", "--sandbox", "bwrap", "--", bot, HONEST_BOT]).expect(1)
            holder.join()
            self.assertIn("exited with 0 before it had answered once", ended.out)


def hold_up_sandbox_of(bot: str) -> None:
    """Stops the sandbox of a bot while it runs, and for 0.3 s after its end."""
    until = time.monotonic() + 10
    while time.monotonic() < until:
        for pid in processes_that_run(f"^/usr/bin/python3 {bot}").split():
            try:
                sandbox = int(re.findall(r"PPid:\t(\d+)", text_of(f"/proc/{pid}/status"))[0])
                if text_of(f"/proc/{sandbox}/comm") != "bwrap\n":
                    continue
                os.kill(sandbox, signal.SIGSTOP)
                while "State:\tZ" not in text_of(f"/proc/{pid}/status") and time.monotonic() < until:
                    time.sleep(0.01)
                time.sleep(0.3)
                os.kill(sandbox, signal.SIGCONT)
                return
            except OSError:
                pass  # it has just ended


class Refusing(Sandboxed):
    def test_a_demanded_level_is_never_lowered(self) -> None:
        with Place(0o755) as folder:
            folder.tools()
            plan = folder.write("cup.toml", cup_of('sandbox = "bwrap"', HONEST))
            for words in (["tournament", plan, "--out", folder.path("out")],
                          ["play", "revolution", "--sandbox", "bwrap", "--", HONEST_BOT, HONEST_BOT]):
                ended = run(words, path=folder.folder).expect(NO_SANDBOX)
                self.assertRegex(ended.err, r"^tribunal: the sandbox level 'bwrap' is not available here: .*bubblewrap\n$")
            self.assertFalse(os.path.exists(folder.path("out")))

    def test_words_that_are_no_level_are_usage_and_plan_errors(self) -> None:
        self.assertEqual(tribunal("play", "revolution", "--sandbox", "strong", "--", "a", "b").code, 2)
        with Place() as folder:
            for head, problem in (('sandbox = "bwrapp"', "cannot be 'bwrapp'"), ("[resources]\nmemory_mb = 1", "memory_mb"),
                                  ("[resources]\nmemory = 1", "there is no key 'memory'")):
                plan = folder.write("cup.toml", cup_of(head, HONEST))
                tribunal("tournament", plan).expect(78, problem)

    def test_a_tournament_goes_on_at_another_level_only_when_told(self) -> None:
        self.require("limits")
        with Place(0o755) as folder:
            out = folder.path("out")
            plan = folder.write("cup.toml", cup_of('sandbox = "none"', HONEST))
            self.assertEqual(run(["tournament", plan, "--out", out]).code, 0)
            folder.write("cup.toml", cup_of('sandbox = "limits"', HONEST))
            run(["tournament", plan, "--out", out]).expect(78, 'host sandbox: "none" there, "limits" here')
            self.assertEqual(run(["tournament", plan, "--out", out, "--accept-changes"]).code, 0)

    def test_a_tournament_keeps_the_level_it_began_with(self) -> None:
        self.require("bwrap")
        with Place(0o755) as folder:
            folder.tools()
            out = folder.path("out")
            plan = folder.write("cup.toml", cup_of("", HONEST))
            self.assertIn(", sandbox limits; ", run(["tournament", plan, "--out", out], path=folder.folder).err)
            folder.write("cup.toml", cup_of("", HONEST, 4))
            run(["tournament", plan, "--out", out, "--accept-changes"]).expect(0, ", sandbox limits; ")


class Seeing(Sandboxed):
    def play(self, folder: Place, level: str, user: Optional[int], bots: Dict[str, Any]) -> Set[str]:
        """The comments of a tournament's bots on what they can and cannot see."""
        plan = folder.write("cup.toml", cup_of(f'sandbox = "{level}"', bots))
        out = folder.path(f"out-{user}-{level}")
        run(["tournament", plan, "--out", out], user).expect()
        log = run(["export", out, "--logs", "-"], user).expect().out
        lines = [json.loads(line) for line in log.splitlines()]
        self.assertEqual([line for line in lines if "fault" in line], [])
        self.assertEqual({line["host"]["sandbox"] for line in lines if "host" in line}, {level})
        return {line["comment"] for line in lines if "comment" in line}

    def test_a_bot_sees_its_own_files_and_no_plan_results_secret_or_other_bot(self) -> None:
        for user in users():
            with self.subTest(user=user), Place(owner=user) as folder:
                self.require("bwrap", user)
                one = folder.path("one")
                out = f"{folder.folder}/out-{user}-bwrap"
                folder.looker("one/bot", f"{one}/bot", f"{one}/table", f"{folder.folder}/cup.toml", f"{folder.folder}/two/bot",
                              f"{out}/results.db", f"{out}/secret", "/etc/passwd", f"{one}/link")
                folder.looker("two/bot", "/usr/bin/env")
                folder.write("one/table", "1\n")
                os.symlink("../cup.toml", one + "/link")
                said = self.play(folder, "bwrap", user,
                                 {"one": ("./bot", 'directory = "one"'), "two": "two/bot"})
                unseen = ("/cup.toml", "/two/bot", f"/out-{user}-bwrap/results.db", f"/out-{user}-bwrap/secret", "/one/link")
                self.assertEqual(said, {f"# sees {one}/bot", f"# sees {one}/table", "# sees /usr/bin/env", "# no /etc/passwd"} |
                                 {f"# no {folder.folder}{name}" for name in unseen})

    def test_results_in_a_bots_own_folder_are_not_there(self) -> None:
        for user in users():
            with self.subTest(user=user), Place(owner=user) as folder:
                self.require("bwrap", user)
                out = f"{folder.folder}/out-{user}-bwrap"
                folder.looker("bot", f"{folder.folder}/bot", f"{folder.folder}/cup.toml", f"{out}/secret", out)
                said = self.play(folder, "bwrap", user, two("./bot", 'directory = "."'))
                self.assertEqual(said, {f"# sees {folder.folder}/bot", f"# no {folder.folder}/cup.toml", f"# no {out}/secret",
                                        f"# no {out}"})

    def test_of_an_installation_that_a_first_line_names_a_bot_sees_the_parts_and_not_the_competition_in_it(self) -> None:
        for user in users():
            with self.subTest(user=user), Place(owner=user) as folder:
                self.require("bwrap", user)
                cup = folder.folder
                kit = folder.write("lib/kit.py", "x = 1\n")
                hidden = [folder.write(name, "x\n") for name in ("persons.toml", "inbox/bob/bot.py")]
                bot = folder.looker("inbox/ann/bot", kit, *hidden)
                folder.write("inbox/ann/bot", text_of(bot).replace("/usr/bin/python3", f"{cup}/bin/python3", 1))
                folder.write("bin/other", "x\n")
                os.symlink("/usr/bin/python3", folder.path("bin/python3"))
                said = self.play(folder, "bwrap", user, two("./bot", 'directory = "inbox/ann"'))
                self.assertEqual(said, {f"# sees {kit}", *(f"# no {name}" for name in hidden)})

    def test_the_plan_shows_more(self) -> None:
        for user in users():
            with self.subTest(user=user), Place(owner=user) as folder, Place(0o755) as other:
                self.require("bwrap", user)
                words = other.write("words", "1\n")
                folder.looker("bot", words)
                said = self.play(folder, "bwrap", user, two("./bot", f'sees = ["{other.folder}"]'))
                self.assertEqual(said, {f"# sees {words}"})

    def test_nothing_is_left_behind(self) -> None:
        def left() -> List[str]:
            with open("/proc/mounts", encoding="utf-8") as mounts:
                groups = [name for _, names, _ in os.walk("/sys/fs/cgroup") for name in names if name.startswith("tribunal-")]
                return sorted(mounts.read().splitlines()) + [name for name in groups if name.split("-")[1] in HAVE_RUN]
        self.require("bwrap")
        before = left()
        with Place() as folder:
            folder.looker("bot", "/usr")
            for level in LEVELS[2:]:
                if examined()[level]["works"]:
                    self.play(folder, level, None, two("./bot"))
        self.assertEqual([line for line in left() if line not in before], [])


class Limits(Sandboxed):
    @unittest.skipUnless(os.geteuid() == 0, "bots have users of their own only if root starts them")
    def test_a_program_in_a_closed_folder_is_refused_with_that_folder(self) -> None:
        self.require("limits")
        with Place(0o755) as folder, Place(0o700) as closed:
            closed.script("programs/player")
            ended = run(["play", "revolution", "--sandbox", "limits", "--", "player", HONEST_BOT],
                        path=f"{closed.folder}/programs:{SYSTEM_PATH}", cwd=folder.folder)
            self.assertIn(f"who may not enter {closed.folder}, which holds files that the bot needs; use chmod o+rx {closed.folder}, ", ended.out + ended.err)

    def test_a_hint_names_the_key_of_the_limit_that_a_bot_met(self) -> None:
        complaints = (("OSError: [Errno 24] Too many open files", "open_files = 1024", "open_files = 2048"),
                      ("Error: EMFILE: too many open files, open 'x'", "open_files = 1024", "open_files = 2048"),
                      ("RuntimeError: can't start new thread", "processes = 128", "processes = 256"),
                      ("java.lang.OutOfMemoryError: unable to create native thread", "processes = 128", "processes = 256"),
                      ("OpenBLAS blas_thread_init: pthread_create failed for thread 63", "processes = 128", "processes = 256"),
                      ("OSError: [Errno 27] File too large", "file_mb = 16", "file_mb = 32"),
                      ("OSError: [Errno 28] No space left on device", "tmp_mb = 16", "tmp_mb = 32"))
        self.require("limits")
        for complaint, met, raised in complaints:
            for word in ("tribunal", "ask"):  # before it was ready, and in a game
                with self.subTest(complaint=complaint, word=word), Place(0o755) as folder:
                    bot = folder.script("bot", line=f'if word[0] == "{word}": sys.exit("""{complaint}""")')
                    said = run(["play", "revolution", "--sandbox", "limits", "--", bot, HONEST_BOT]).out
                    self.assertIn(f"; it may have reached the sandbox's limit {met}; a plan raises it: [resources] {raised}\n", said)
                    self.assertNotIn("it may have reached", run(["play", "revolution", "--sandbox", "none", "--", bot, HONEST_BOT]).out)

    def test_the_usual_limit_of_open_files_is_enough_for_a_pool_of_workers(self) -> None:
        self.require("limits")
        with Place(0o755) as folder:
            bot = folder.script("bot", start="held = [open('/dev/null') for _ in range(900)]")
            for level in LEVELS[1:]:
                if examined()[level]["works"]:
                    run(["play", "revolution", "--sandbox", level, "--", bot, HONEST_BOT]).expect()


class Limiting(Sandboxed):
    def test_memory_is_the_reason_that_is_given(self) -> None:
        for user in users():
            for level in LEVELS[1:]:
                if not examined(user)[level]["works"]:
                    print(f"SKIPPED: level {level} is not available to user {user or 'of the tests'}")
                    continue
                with self.subTest(user=user, level=level), Place(0o755, owner=user) as folder:
                    folder.write("hog.py", scripted("hog", "", ask="held = bytearray(b'x') * (300 << 20); time.sleep(20)"), 0o644)
                    plan = folder.write("cup.toml", cup_of(
                        f'sandbox = "{level}"\n[limits]\nmove_ms = 15000\n[resources]\nmemory_mb = 100',
                        {"one": HONEST_BOT, "hog": "python3 hog.py"}, 1))
                    out = folder.path("out")
                    self.assertEqual(run(["tournament", plan, "--out", out], user).code, 5)
                    log = run(["export", out, "--logs", "-"], user).expect().out
                    self.assertEqual({fault["fault"] for fault in map(json.loads, log.splitlines()) if "fault" in fault}, {"crash"})
                    self.assertRegex(Results(out).query("SELECT message FROM notes WHERE kind = 'fault'")[0][0], "used .* of memory.* allowed")
