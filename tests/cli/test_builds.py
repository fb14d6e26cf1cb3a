"""Bots that come as source: built in the sandbox once for each content, in every language that this machine has. Also
malicious builds of strangers: each does no harm and gets one clear line."""
import os
import re
import shutil
import subprocess
import tempfile
import time
import unittest
import unittest.mock
from typing import Dict, List, Mapping

from cup import Cup, plan
from program import GREEDY, SANITIZED, TRIBUNAL, Ended, put, text_of, tribunal
from submissions import FIRST_OF_C, FIRST_OF_JAVA, FIRST_OF_RUST, FIRST_OF_TYPESCRIPT

FIRST_OF_PYTHON = """import sys
print("ready first 1", flush=True)
for line in sys.stdin:
    word = line.split()
    if word[0] == "quit": break
    if word[0] == "ask": print("move", word[1], word[3], flush=True)
"""
# The greeting of this bot is in a vendored package.
RUST_WITH_WORDS = FIRST_OF_RUST.replace('println!("ready first 1")', 'println!("{}", words::READY)')
# The programs that a bot in each language needs, its build, its command and its folder. One in Go is in test_season.py, since Go's tools
# compile for seconds.
JAVAC = "javac -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC"  # which takes half the time for a small program
LANGUAGES: Dict[str, tuple] = {
    "c": (["gcc", "make"], "make", "./first", {"first.c": FIRST_OF_C, "Makefile": "first: first.c\n\tgcc -O1 -o $@ $<\n"}),
    "cpp": (["g++", "cmake", "make"], "cmake -S . -B made && cmake --build made", "made/first",
            {"first.cpp": FIRST_OF_C, "CMakeLists.txt": "cmake_minimum_required(VERSION 3.20)\nproject(first CXX)\n"
             "add_executable(first first.cpp)\n"}),
    "rust": (["cargo"], "cargo build --release", "target/release/first",
             {"Cargo.toml": '[package]\nname = "first"\nversion = "0.1.0"\nedition = "2021"\n[dependencies]\nwords = "1"\n',
              "src/main.rs": RUST_WITH_WORDS, "vendor/words/src/lib.rs": 'pub const READY: &str = "ready first 1";\n',
              "vendor/words/Cargo.toml": '[package]\nname = "words"\nversion = "1.0.0"\nedition = "2021"\n',
              "vendor/words/.cargo-checksum.json": '{"files":{}}',
              ".cargo/config.toml": '[source.crates-io]\nreplace-with = "vendored-sources"\n'
              '[source.vendored-sources]\ndirectory = "vendor"\n'}),
    "java": (["javac"], f"{JAVAC} -d . First.java",
             "java -Xshare:auto -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp . players.First", {"First.java": FIRST_OF_JAVA}),
    "typescript": (["node", "tsc"], "tsc --target es2020 first.ts", "node first.js", {"first.ts": FIRST_OF_TYPESCRIPT}),
    "python": (["python3"], "python3 -m compileall -q .", "python3 first.py", {"first.py": FIRST_OF_PYTHON}),
}


def write(cup: Cup, folder: str, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        os.makedirs(os.path.dirname(cup.path(f"{folder}/{name}")), exist_ok=True)
        cup.write(f"{folder}/{name}", text)


def raw_program(path: str) -> None:
    put(path, "#!/bin/sh\n")
    os.chmod(path, 0o755)


def built(command: str, build: str, folder: str = "made") -> tuple:
    return command, f'directory = "{folder}"\nbuild = {quoted(build)}'


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


@unittest.skipIf(SANITIZED, "compilers reserve more than a build with a sanitizer may limit")
class Builds(unittest.TestCase):
    def setUp(self) -> None:
        self.cache = tempfile.mkdtemp(prefix="tribunal-builds-")
        os.environ["XDG_CACHE_HOME"] = self.cache

    def tearDown(self) -> None:
        os.environ.pop("XDG_CACHE_HOME")
        subprocess.run(["chmod", "-R", "u+w", self.cache], check=True)
        shutil.rmtree(self.cache)

    def cup(self, build: str, files: Mapping[str, str], command: str = "./first", head: str = "", limits: str = "") -> Cup:
        text = plan({"made": built(command, build), "greedy": GREEDY}, head, 2, players=2)
        cup = Cup(text + "\n[limits]\nmove_ms = 30000\nstartup_ms = 60000\n" + (f"[build]\n{limits}\n" if limits else ""))
        write(cup, "made", files)
        return cup

    def test_bots_in_every_language_are_built_once_and_play(self) -> None:
        missing: List[str] = []
        for language, (programs, build, command, files) in LANGUAGES.items():
            if any(shutil.which(program) is None for program in programs):
                missing.append(language)
                continue
            with self.subTest(language=language), self.cup(build, files, command) as cup:
                first = cup.run().expect(0, "tribunal: building made: ")
                self.assertEqual((cup.games(), int(cup.query("SELECT count(*) FROM notes WHERE kind = 'fault'")[0][0])), (4, 0), first)
                cup.run("--deals", "3", "--accept-changes").expect(lacks="building")
                self.assertEqual(cup.games(), 6)
                tribunal("verify", cup.out).expect()
                self.assertEqual(sorted(os.listdir(cup.path("made"))), sorted({name.split("/")[0] for name in files}))
        if missing:
            print("not built, without their compilers: " + ", ".join(missing))

    def test_the_same_content_is_the_same_bot_wherever_it_is(self) -> None:
        files = {"first.py": FIRST_OF_PYTHON}
        with self.cup("cp first.py bot.py", files, "python3 bot.py") as cup:
            cup.run().expect()
            os.rename(cup.path("made"), cup.path("moved"))
            text = text_of(cup.path("cup.toml"))
            cup.write("cup.toml", text.replace('directory = "made"', 'directory = "moved"'))
            cup.run("--deals", "3", "--accept-changes").expect()
            self.assertEqual(len(cup.query("SELECT DISTINCT sha256 FROM seats WHERE bot = 0") or [0]), 1)

    def test_a_changed_source_is_another_version_of_the_bot(self) -> None:
        with self.cup("cp first.py bot.py", {"first.py": FIRST_OF_PYTHON}, "python3 bot.py") as cup:
            cup.run().expect()
            cup.write("made/first.py", FIRST_OF_PYTHON + "# better\n")
            cup.run("--deals", "3", "--accept-changes").expect(0, "building made")
            self.assertIn("made@", tribunal("standings", cup.out).expect().out)

    def test_what_is_left_of_an_older_source_is_built_anew(self) -> None:
        """Its times say the opposite: every leftover is newer than the source."""
        rust = {"Cargo.toml": LANGUAGES["rust"][3]["Cargo.toml"].partition("[dependencies]")[0], "src/main.rs": FIRST_OF_RUST}
        make = {"first.c": FIRST_OF_C, "Makefile": "first: first.o\n\tgcc -o $@ $<\nfirst.o: first.c\n\tgcc -c $<\n"}
        elsewhere = {**rust, ".cargo/config.toml": '[build]\ntarget-dir = "out"\n'}
        steps = {"first.c": FIRST_OF_C, "Makefile": "first.stamp: first.s\n\tgcc -o first $<\n\ttouch $@\nfirst.s: first.c\n\tgcc -S $<\n"}
        jar = {"First.java": FIRST_OF_JAVA, "Makefile": f"bot.jar: First.java\n\t{JAVAC} -d out $<\n\tjar cfe $@ players.First -C out .\n"}
        folder = {"First.java": FIRST_OF_JAVA, "Makefile": f"out: First.java\n\t{JAVAC} -d $@ $<\n"}
        header = {"all.h": FIRST_OF_C, "first.c": '#include "all.h"\n', "Makefile":
                  "first: first.c all.h.gch\n\tgcc -o $@ $<\nall.h.gch: all.h\n\tgcc $<\n"}
        packed = {"src/__main__.py": FIRST_OF_PYTHON, "Makefile": "first: src/__main__.py\n\tpython3 -m zipapp -p '/usr/bin/env -S python3 -B -u' -o $@ src\n"}
        version = {"first.c": '#include "first.h"\n', "first.txt": FIRST_OF_C, "Makefile":
                   "first: first.c first.h\n\tgcc -o $@ $<\n%.h: %.txt\n\tcat $< > $@\n"}
        stamp = {"first.c": '#include "first.h"\n', "first.txt": FIRST_OF_C, "Makefile": ".PHONY: all\nall: first\n.SUFFIXES:\n"
                 "first: first.c .stamp\n\tgcc -o $@ $<\n.stamp: first.txt\n\tcat $< > first.h\n\tdate > $@\n"}
        named = {"first.c": '#include "first.h"\n', "first.txt": FIRST_OF_C, "Makefile": "NAME ?= first\nIN = $(NAME).txt # $(OUT)\nOUT := all.h\nOUT += ${NAME}.h\n"
                 "first: first.c $(OUT)\n\tgcc -o $@ $<\n${OUT}: $(IN)\n\tcat $< > $@\n"}
        ninja = {"first.c": '#include "first.h"\n', "first.txt": FIRST_OF_C, "build.ninja":
                 "rule cc\n command = gcc -o $out first.c\nrule cat\n command = cat $in > $out\nbuild first.h: cat first.txt\nbuild first: cc first.c | first.h\n"}
        cmake = "cmake -S . -B made && cmake --build made"
        for build, source, files, command in (("make", "first.c", make, "./first"),
                                              ("make", "first.c", steps, "./first"),
                                              ("make", "all.h", header, "./first"),
                                              ("make", "First.java", jar, "java -jar bot.jar"),
                                              ("make", "First.java", folder, "java -cp out players.First"),
                                              ("make", "src/__main__.py", packed, "./first"),
                                              ("make", "first.txt", version, "./first"),
                                              ("make", "first.txt", stamp, "./first"),
                                              ("make", "first.txt", named, "./first"),
                                              ("ninja", "first.txt", ninja, "./first"),
                                              (cmake, "first.cpp", LANGUAGES["cpp"][3], "made/first"),
                                              ("cargo build --release", "src/main.rs", elsewhere, "out/release/first"),
                                              ("cargo build --release", "src/main.rs", rust, "target/release/first")):
            if not all(shutil.which(program) for program in (build.split()[0], command.split()[0] if " " in command else "sh")):
                continue
            with self.subTest(build, source=source, command=command), self.cup(build, files, command) as cup:
                cup.write("made/" + source, files[source].replace("ready first 1", "ready older 1"))
                subprocess.run(build, shell=True, cwd=cup.path("made"), check=True, capture_output=True)
                cup.write("made/" + source, files[source])
                os.utime(cup.path("made/" + source), (10 ** 9, 10 ** 9))
                checked = tribunal("check", "--game", "mitch", "--only", "handshake", "--build", build, "--", command, cwd=cup.path("made"))
                self.assertIn("first 1", checked.expect().out)
                self.assertNotIn("older", checked.out)

    def test_what_was_generated_and_sent_beside_its_source_is_not_made_again(self) -> None:
        files = {"first.c": FIRST_OF_C, "first.y": "of it", "Makefile": "first: first.c\n\tgcc -o $@ $<\nfirst.c: first.y\n\tfalse\n"}
        copied = {"first.c": '#include "first.h"\n', "first.h": FIRST_OF_C, "default.h": "#error nobody changed it\n",
                  "Makefile": "first: first.c first.h\n\tgcc -o $@ $<\nfirst.h: default.h\n\tcp $< $@\n"}
        for sent in (files, copied):
            with self.subTest(sent), self.cup("make", sent) as cup:
                os.utime(cup.path("made/first.c"), (10 ** 9, 10 ** 9))
                cup.run().expect()

    def test_a_build_runs_scripts_that_have_lost_their_modes(self) -> None:
        scripts = {"make-it.sh": "cp first.py bot.py\n", "tools/check": "#!/bin/sh\ntest -e bot.py -a ! -x first.py\n", "first.py": FIRST_OF_PYTHON}
        with self.cup("./make-it.sh && find first.py && tools/check", scripts, "python3 bot.py") as cup:
            cup.run("--dry-run").expect(0, "building made")

    def test_a_cached_result_that_somebody_changed_is_made_again(self) -> None:
        with self.cup("cp first.py bot.py", {"first.py": FIRST_OF_PYTHON}, "python3 bot.py") as cup:
            cup.run().expect()
            found = subprocess.run(["find", self.cache, "-name", "bot.py"], capture_output=True, text=True, check=True).stdout.split()
            os.chmod(found[0], 0o644)
            put(found[0], "raise SystemExit(1)\n", "a")
            cup.run("--deals", "3", "--accept-changes").expect(0, "building made")
            self.assertEqual(cup.games(), 6)

    def test_what_another_sandbox_or_compiler_built_is_not_taken_for_this_one_s(self) -> None:
        tools = self.cache + "/tools"
        os.makedirs(tools)
        builds = ["check", "--only", "handshake", "--build", "cp first.py bot.py", "--", "python3 bot.py"]
        with self.cup("", {"first.py": FIRST_OF_PYTHON}) as cup:
            for words, path in (([], ""), (["--sandbox", "none"], ""), (["--sandbox", "none"], tools + ":")):
                if path:
                    raw_program(tools + "/gcc")
                with self.subTest(words=words, path=path), unittest.mock.patch.dict(os.environ, PATH=path + os.environ["PATH"]):
                    first = tribunal(*builds[:1], *words, *builds[1:], cwd=cup.path("made")).expect(0, "building the bot")
                    self.assertNotIn("taken from the cache", first.err)
                    again = tribunal(*builds[:1], *words, *builds[1:], cwd=cup.path("made"))
                    again.expect(0, says_like=r"the bot: taken from the cache of 20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ")
                    self.assertEqual("'sees' lists them" in again.err, "none" in words)
                    self.assertNotIn("building", again.err)

    def test_old_results_and_what_kills_left_go_with_the_next_build(self) -> None:
        builds = os.path.join(self.cache, "tribunal", "builds")
        with self.cup("cp first.py bot.py", {"first.py": FIRST_OF_PYTHON}, "python3 bot.py") as cup:
            cup.run().expect()
            key = next(name[:64] for name in os.listdir(builds) if name.endswith(".lock"))
            left = os.path.join(builds, "0" * 64 + ".new", "source")
            os.makedirs(left)
            days = 24 * 3600
            for age, stays in ((29, True), (31, False)):
                os.utime(os.path.join(builds, key + ".lock"), (time.time() - age * days,) * 2)
                cup.write("made/first.py", FIRST_OF_PYTHON + f"# {age}\n")
                cup.run("--dry-run", "--accept-changes").expect(0, "building made")
                self.assertEqual([name for name in os.listdir(builds) if name.startswith(key)] != [], stays)
                self.assertFalse(os.path.exists(left))

    def test_a_link_in_the_place_of_a_lock_is_refused(self) -> None:
        builds = os.path.join(self.cache, "tribunal", "builds")
        with self.cup("cp first.py bot.py", {"first.py": FIRST_OF_PYTHON}, "python3 bot.py") as cup:
            cup.run().expect()
            lock = os.path.join(builds, next(name for name in os.listdir(builds) if name.endswith(".lock")))
            os.rename(lock, lock + ".elsewhere")
            os.symlink(lock + ".elsewhere", lock)
            cup.run("--dry-run").expect(74, lock + ": cannot be written")

    def refused(self, build: str, *said: str, files: Mapping[str, str] = {}, limits: str = "", code: int = 4) -> Ended:
        """A tournament with this build is refused with one line that names its bot, after the line that announces the
        build."""
        with self.cup(build, {"first.py": FIRST_OF_PYTHON, **files}, "python3 first.py", limits=limits) as cup:
            ended = cup.run().expect(code)
            lines = [line for line in ended.err.splitlines() if not line.startswith("tribunal: building made")]
            self.assertEqual(len(lines), 1, ended)
            for text in ("cup.toml:", "bot made: ", *said):
                self.assertIn(text, lines[0])
            self.assertFalse(os.path.exists(cup.out))
            self.assertEqual(sorted(os.listdir(cup.path("made")))[:1], sorted(["first.py", *files])[:1])
            return ended

    def test_a_build_that_fails_says_why_in_one_line(self) -> None:
        self.refused("echo 'first.c:3: no such thing' >&2; exit 2", "its build", "ended with status 2", "first.c:3: no such thing",
                     "its whole output: ")
        self.refused("frobnicate", "ended with status 127", "frobnicate")
        self.refused("kill -9 $$", "was killed by signal 9")

    def test_hostile_builds_harm_nothing_and_get_one_line_each(self) -> None:
        began = time.monotonic()
        quick = "cpu_seconds = 10\nseconds = 5\noutput_mb = 20\nprocesses = 64\nmemory_mb = 256"
        self.refused(":(){ :|:& };: ; sleep 0.2; /bin/true || exit 9", "its build", limits=quick)
        self.refused("head -c 10G /dev/zero > big", "output_mb", limits=quick)
        self.refused("i=0; while [ $i -lt 100 ]; do head -c 1M /dev/zero > f$i || exit 3; i=$((i+1)); done", "output_mb", limits=quick)
        self.refused("yes | head -c 300M >&2; exit 1", "ended with status 1", limits=quick.replace("\nseconds = 5", "\nseconds = 60"))
        self.refused("yes x >&2", "printed more than the 512 MiB allowed")
        self.refused("python3 -c 'import socket; socket.create_connection((\"192.0.2.1\", 80))'", "Network is unreachable",
                     "has no network", limits=quick)
        self.refused("sleep 1000", "did not end within 1 s ([build] seconds)", limits=quick.replace("\nseconds = 5", "\nseconds = 1"))
        self.refused("ln -s /etc/shadow stolen", "a link to '/etc/shadow'", "out of its folder", limits=quick)
        self.refused("ln -s ../../../../root stolen", "out of its folder", limits=quick)
        self.refused("mkfifo pipe", "FIFO", limits=quick)
        self.refused("python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind(\"end\")'", "left './end', a socket", limits=quick)
        self.assertLess(time.monotonic() - began, 300)

    def test_a_source_larger_than_a_bot_may_be_is_not_read(self) -> None:
        with self.cup("true", {"first.py": FIRST_OF_PYTHON}, "python3 first.py") as cup:
            with open(cup.path("made/sparse"), "wb") as file:
                file.truncate(1 << 40)
            cup.run().expect(4, "bot made: its folder holds more than 512 MiB ([build] output_mb)")
            os.remove(cup.path("made/sparse"))
            os.mkfifo(cup.path("made/pipe"))
            self.assertNotIn(cup.run().code, (0, 5))

    def test_bots_are_built_at_every_level(self) -> None:
        os.chmod(self.cache, 0o711)
        for level in ("none", "limits"):
            # Both are built. At the level `limits`, bots are separate users, who cannot reach a build tree in /root.
            bots = {"made": built("/usr/bin/python3 bot.py", "cp first.py bot.py"),
                    "same": built("/usr/bin/python3 first.py", "true")}
            with self.subTest(level=level), Cup(plan(bots, f'sandbox = "{level}"', 2, players=2)) as cup:
                write(cup, "made", {"first.py": FIRST_OF_PYTHON})
                cup.run().expect()
                self.assertEqual(int(cup.query("SELECT count(*) FROM notes WHERE kind = 'fault'")[0][0]), 0)

    def test_a_build_leaves_no_process_and_cannot_change_its_source(self) -> None:
        with self.cup("(setsid sleep 4321 &) ; echo changed > first.py; cp first.py seen.txt; chmod -R a-w . ; exit 7",
                      {"first.py": FIRST_OF_PYTHON}, "python3 first.py") as cup:
            cup.run().expect(4, "ended with status 7")
            self.assertEqual(text_of(cup.path("made/first.py")), FIRST_OF_PYTHON)
            self.assertNotIn("sleep 4321", subprocess.run(["ps", "ax"], capture_output=True, text=True, check=True).stdout)

    @unittest.skipUnless(os.geteuid() == 0, "bots have users of their own only if root starts them")
    def test_no_other_user_reads_a_closed_file_through_a_copy_of_it(self) -> None:
        os.chmod(self.cache, 0o711)
        build = "cat private.txt > /dev/null && touch begun && sleep 2 && chmod 644 begun"
        with Cup(plan({"made": built("/usr/bin/python3 first.py", build), "greedy": GREEDY}, 'sandbox = "limits"', 2, players=2)) as cup:
            write(cup, "made", {"first.py": FIRST_OF_PYTHON, "private.txt": "secret words\n"})
            os.chmod(cup.path("made/private.txt"), 0o600)
            os.chmod(cup.folder, 0o711)
            with subprocess.Popen([TRIBUNAL, "tournament", "cup.toml", "--dry-run"], cwd=cup.folder, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL) as run:
                while not (making := self.found("-name", "*.new")) or not self.found("-name", "build.log", "-o", "-name", "source.tar"):
                    time.sleep(0.05)
                self.assertEqual(os.stat(making[0]).st_mode & 0o777, 0o700)
                words = subprocess.run("cat /proc/[0-9]*/cmdline 2> /dev/null", shell=True, capture_output=True, text=True, check=False)
                self.assertNotIn(self.cache, words.stdout)
                run.wait(60)
            self.assertEqual([os.stat(path).st_mode & 0o777 for path in self.found("-name", "private.txt")], [0o400])
            self.assertEqual([os.stat(path).st_mode & 0o777 for path in self.found("-name", "first.py")], [0o444])

    def found(self, *how: str) -> List[str]:
        return subprocess.run(["find", self.cache, *how], capture_output=True, text=True, check=False).stdout.split()

    def test_a_secret_in_the_folder_of_the_source_is_not_copied(self) -> None:
        with self.cup("test ! -e secret", {"first.py": FIRST_OF_PYTHON, "secret": "0" * 64 + "\n"}, "python3 first.py") as cup:
            cup.write("cup.toml", re.sub("seed = .*", 'secret_file = "made/secret"', text_of(cup.path("cup.toml"))))
            os.chmod(cup.path("made/secret"), 0o600)
            cup.run("--dry-run").expect(0, "building made")
            self.assertEqual(self.found("-name", "secret"), [])

    def test_a_build_sees_neither_the_secret_nor_other_bots(self) -> None:
        with self.cup("cat ../secret ../cup.toml ../other/first.py; ls -a .. ; exit 5", {"first.py": FIRST_OF_PYTHON}) as cup:
            cup.write("secret", "top-secret-words\n")
            write(cup, "other", {"first.py": "other-bots-code\n"})
            ended = cup.run().expect(4)
            log = ended.err.rpartition("its whole output: ")[2].strip()
            text = text_of(log)
            for hidden in ("top-secret-words", "other-bots-code", "[[bots]]"):
                self.assertNotIn(hidden, text)

    def test_a_file_named_with_a_newline_is_built_and_told_in_one_line(self) -> None:
        with self.cup("cp first.py bot.py", {"first.py": FIRST_OF_PYTHON, "a\nb": "x"}, "python3 bot.py") as cup:
            cup.run().expect()
        self.refused("ln -s /root 'c\nd'", "'c\\x0ad'", "out of its folder")

    def test_every_command_that_runs_bots_builds_them(self) -> None:
        with self.cup("cp first.py bot.py", {"first.py": FIRST_OF_PYTHON}, "python3 bot.py") as cup:
            folder = cup.path("made")
            build = ["--build", "cp first.py bot.py"]
            tribunal("check", *build, "--seconds", "60", "--", "python3 bot.py", cwd=folder).expect(0, "building the bot", shows="sound")
            tribunal("check", "--plan", cup.path("cup.toml"), "made").expect()
            tribunal("play", "revolution", *build, "--", "python3 bot.py", GREEDY, cwd=folder).expect()
            tribunal("compare", "--candidate", "python3 bot.py", "--candidate-directory", folder, "--candidate-build", build[1],
                                "--baseline", "random", "--field", GREEDY, "--m1", "5", "--deals", "20", "--seed", "1", "--move-ms", "30000",
                                "--out", cup.path("compared")).expect((0, 1, 3))
            cup.run().expect()
            tribunal("play", "--from", cup.out, "--game", "0").expect(lacks="is not the one")
            cup.write("made/first.py", FIRST_OF_PYTHON + "# better\n")
            tribunal("play", "--from", cup.out, "--game", "0").expect(0, "bot made is not the version that played the last games")
            tribunal("verify", cup.out).expect()

    def test_a_build_needs_a_folder_and_its_limits_are_checked(self) -> None:
        with Cup(plan({"made": ("python3 first.py", 'build = "make"'), "greedy": GREEDY}, players=2)) as cup:
            cup.run().refused(78, 'expected directory = "..." beside it')
        with self.cup("true", {"first.py": ""}, limits="cpu_seconds = 0") as cup:
            cup.run().refused(78, "cpu_seconds")
