"""Files that commands read and write: only regular ones are opened in folders, no output destroys an input, and a file
appears under its name completely or not at all."""
import os
import resource
import shutil
import signal
import socket
import stat
import subprocess
from typing import List

from cup import Cup, plan, player
from program import PROGRAM, TRIBUNAL, Ended, InFolder, bytes_of, put, run, tribunal

PLAN = plan(deals=2, head='sandbox = "none"', command=player)


class Played(InFolder):
    """A played tournament; each test has its own copy."""

    holder: Cup

    @classmethod
    def setUpClass(cls) -> None:
        cls.holder = Cup(PLAN).played("--quiet")

    def setUp(self) -> None:
        super().setUp()
        self.folder = self.path("cup")
        shutil.copytree(self.holder.folder, self.folder)
        self.out = self.path(os.path.basename(self.holder.out))

    def readers(self) -> List[List[str]]:
        return [["standings", self.out], ["faults", self.out], ["report", self.out, "-o", self.path("page.html")],
                ["export", self.out, "--csv"], ["verify", self.out], ["replay", self.out], ["ratings", self.out],
                ["play", "--from", self.out], ["merge", self.path("merged"), self.out],
                ["complete", "--", "export", self.out, "--bot", ""], ["tournament", self.path("cup.toml"), "--out", self.out]]


class OddFiles(Played):
    def make(self, kind: str, path: str) -> None:
        if os.path.exists(path):
            os.unlink(path)
        if kind == "a pipe":
            os.mkfifo(path)
        elif kind == "a folder":
            os.mkdir(path)
        else:
            listener = socket.socket(socket.AF_UNIX)
            self.addCleanup(listener.close)
            listener.bind(path)

    def test_a_folder_with_a_pipe_for_a_file_is_refused(self) -> None:
        for name in ("results.db", "results.db-journal", "results.db-wal", "secret"):
            for kind in ("a pipe", "a folder", "a socket"):
                self.setUp()
                self.make(kind, os.path.join(self.out, name))
                for words in self.readers():
                    with self.subTest(name=name, kind=kind, command=words[0]):
                        ended = tribunal(*words, timeout=20)
                        if words[0] == "complete":
                            continue
                        ended.expect(2, f"{os.path.join(self.out, name)}: is {kind}; expected a regular file")
                        self.assertEqual(len(ended.err.splitlines()), 1, ended.err)

    def test_a_plan_that_is_a_pipe_does_not_hold_up_a_shell(self) -> None:
        os.mkfifo(self.path("odd.toml"))
        self.assertEqual(tribunal("complete", "--", "check", "--plan", self.path("odd.toml"), "", timeout=20).code, 0)

    def test_links_among_shards_are_named_and_not_followed(self) -> None:
        shards = self.path("shards")
        os.mkdir(shards)
        os.rename(self.out, os.path.join(shards, "1-of-1"))
        os.symlink("/", os.path.join(shards, "root"))
        os.symlink(".", os.path.join(shards, "round"))
        ended = tribunal("merge", self.path("merged"), shards, timeout=60).expect()
        for name in ("root", "round"):
            self.assertIn(f"tribunal: {os.path.join(shards, name)}: this is a link and is not followed", ended.err)


class Outputs(Played):
    def test_an_output_is_never_an_input(self) -> None:
        log, cup = self.path("games.jsonl"), self.path("cup.toml")
        self.assertEqual(tribunal("export", self.out, "--logs", log).code, 0)
        os.link(log, self.path("hard.jsonl"))
        os.symlink("games.jsonl", self.path("soft.jsonl"))
        player = self.path("player.py")
        database = os.path.join(self.out, "results.db")
        secret = os.path.join(self.out, "secret")
        bot = "python3 " + player
        files = [log, cup, player, database, secret]
        before = [bytes_of(file) for file in files]
        for words in (["report", self.out, "-o", database], ["report", self.out, "--output=" + database], ["report", self.out, "-o" + secret],
                      ["report", log, "-o", log], ["report", self.path("hard.jsonl"), "-o", log], ["report", log, "-o", self.path("soft.jsonl")],
                      ["tournament", cup, "--out", self.path("new"), "--events", cup],
                      ["tournament", cup, "--out", self.path("new"), "--log-file", cup],
                      ["standings", self.out, "--json=" + database], ["standings", self.out, "--csv=" + secret],
                      ["export", self.out, "--logs", database], ["export", self.out, "--csv=" + self.path("a"), "--logs", self.path("a")],
                      ["ratings", self.out, "--csv=" + database], ["faults", self.out, "--json=" + database],
                      ["play", "--from", log, "--log", log, "--", bot, bot, bot],
                      ["play", "revolution", "--log", player, "--", bot, bot, bot],
                      ["check", "--game", "revolution", "--log", player, "--", bot]):
            with self.subTest(words=words):
                self.assertRegex(tribunal(*words).expect(2, out="").err, "^tribunal: --?[a-z-]+ .*; expected a file of its own\n$")
                self.assertEqual([bytes_of(file) for file in files], before)
        self.assertFalse(os.path.exists(self.path("new")))

    def test_files_of_the_plan_are_no_outputs(self) -> None:
        player = self.path("player.py")
        before = bytes_of(player)
        for option in ("--events", "--log-file"):
            tribunal("tournament", self.path("cup.toml"), "--out", self.path("new"), option, player).expect(2, "expected a file of its own")
            self.assertEqual(bytes_of(player), before)

    def test_a_file_beside_a_bot_that_no_command_names_is_no_output(self) -> None:
        self.write("own/bot.py", "import base")
        base = self.write("own/base.py", "module")
        bot = "python3 bot.py"
        for words in (*(["check", option, "--", bot] for option in ("--json=base.py", "--junit=base.py", "--html=base.py", "--log=base.py",
                                                                   "--log-file=base.py")),
                      *(["play", "revolution", option, "--", bot, "greedy"] for option in ("--log=base.py", "--log-file=base.py")),
                      *(["compare", "--candidate", bot, "--baseline", "greedy", "--field", "greedy", "--m1", "1", option]
                        for option in ("--json=base.py", "--csv=base.py", "--log-file=base.py"))):
            with self.subTest(words=words):
                tribunal(*words, cwd=self.path("own")).expect(2, "base.py: this file is in a bot's folder and was not written by ",
                                                              "; expected a file of its own\n", out="")
                self.assertEqual(bytes_of(base), b"module")

    def full(self, size: int, *words: str) -> Ended:
        """The command with a limit of `size` on files, which it treats like a full disk."""
        def limit() -> None:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
        return run([TRIBUNAL, *words], preexec_fn=limit)

    def test_a_full_disk_leaves_no_half_file_and_no_empty_one(self) -> None:
        listing = lambda: sorted(os.listdir(self.folder))
        for old in (None, b"what was there\n"):
            for name, words in (("page.html", ["report", self.out, "-o"]), ("games.jsonl", ["export", self.out, "--logs"]),
                                ("new.toml", ["new-plan", "revolution", "cat x", "tac x", "tee x", "-o"])):
                if old and name == "new.toml":
                    continue  # it never takes the place of a file
                with self.subTest(name=name, old=old):
                    path = self.path(name)
                    if old:
                        put(path, old)
                    before = listing()
                    ended = self.full(100, *words, path).expect(74)
                    self.assertEqual(ended.err.splitlines()[-1], f"tribunal: {path}: cannot be written: File too large")
                    self.assertEqual(listing(), before)
                    if old:
                        self.assertEqual(bytes_of(path), old)
                        os.unlink(path)

    def test_a_device_that_is_full_is_named_with_the_cause(self) -> None:
        tribunal("report", self.out, "-o", "/dev/full").expect(74, err="tribunal: /dev/full: cannot be written: No space left on device\n")

    def test_a_file_that_is_replaced_keeps_its_mode_and_its_links(self) -> None:
        path, link = self.path("page.html"), self.path("latest.html")
        self.write(path, "", 0o640)
        os.symlink("page.html", link)
        self.assertEqual(tribunal("report", self.out, "-o", link).code, 0)
        self.assertTrue(os.path.islink(link))
        self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), 0o640)
        self.assertGreater(os.path.getsize(path), 1000)
        self.assertEqual([name for name in os.listdir(self.folder) if name.startswith(".")], [])

    def test_of_commands_that_write_one_file_at_once_one_is_whole(self) -> None:
        file = self.path("out.json")
        whole = set()
        for words in (("--json",), ("--json", "--crosstable", "--los")):
            whole.add(tribunal("standings", self.out, *words).expect().out.encode())
        running = [subprocess.Popen([*PROGRAM, "standings", self.out, f"--json={file}", *more], stdout=subprocess.DEVNULL)
                   for _ in range(8) for more in ((), ("--crosstable", "--los"))]
        while any(one.poll() is None for one in running):
            if os.path.exists(file):
                self.assertIn(bytes_of(file), whole)
        self.assertEqual({one.wait() for one in running}, {0})
        self.assertIn(bytes_of(file), whole)
        self.assertEqual([name for name in os.listdir(self.folder) if name.startswith(".")], [])

    def test_a_new_file_has_the_mode_of_new_files(self) -> None:
        umask = os.umask(0o027)
        try:
            self.assertEqual(tribunal("report", self.out, "-o", self.path("page.html")).code, 0)
        finally:
            os.umask(umask)
        self.assertEqual(stat.S_IMODE(os.stat(self.path("page.html")).st_mode), 0o640)

    def test_pipes_and_devices_are_written_as_they_come(self) -> None:
        self.assertEqual(tribunal("export", self.out, "--csv=/dev/null", "--logs", "/dev/null").code, 0)
        self.assertIn("content_sha256", tribunal("export", self.out, "--logs", "/dev/stdout").out)
