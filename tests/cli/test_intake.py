"""tribunal intake: submissions of every kind are taken in or refused with one clear line each; what has not changed is not done
again; the plan plays what was admitted. TRIBUNAL_INTAKE_MANY=200 takes in that many submissions, with those that take long to build,
and prints the times of both nights."""
import fcntl
import gzip
import json
import os
import re
import shutil
import subprocess
import tarfile
import tempfile
import time
import unittest
import zipfile
from typing import Any, Callable, Dict, Tuple

from bots import scripted
from place import ORDINARY, can_run
from place import run as run_as
from program import ROOT, SANITIZED, TRIBUNAL, Ended, InFolder, blocks_of, bytes_of, put, tribunal
from submissions import (BOT, BOT_FILE, BROKEN, FIRST_OF_C, FIRST_OF_SHELL, PLAYER, REFUSED, SOUND, Kind, archive, available, folder, entry,
                         sound_bot, tarball)

MANY = int(os.environ.get("TRIBUNAL_INTAKE_MANY", "0"))
# Without a sandbox, because that is tried out at every start.
BASE = """name = "night"
game = "revolution"
sandbox = "none"
players = 2
deals = 2
format = "sampled"
seed = "1"

[limits]
move_ms = 30000

[build]
output_mb = 32
"""
SANDBOXED = BASE.replace('sandbox = "none"\n', "")
HOUSE = """
[[bots]]
name = "house"
command = "random"
"""


def shown_on(page: str) -> str:
    """All text of a page but its script and style, which are the same on every page."""
    data = blocks_of(page)
    assert data
    rest = re.sub(r"<(script|style)[^>]*>.*?</\1>", "", page, flags=re.DOTALL)
    return rest + "".join(data.values())


class Intakes(InFolder):
    def setUp(self) -> None:
        super().setUp()
        cache = tempfile.mkdtemp(prefix="tribunal-cache-")
        os.environ["XDG_CACHE_HOME"] = cache
        self.addCleanup(shutil.rmtree, cache)
        self.addCleanup(subprocess.run, ["chmod", "-R", "u+w", cache, self.folder], check=True)
        self.addCleanup(os.environ.pop, "XDG_CACHE_HOME")
        self.write("base.toml", BASE + HOUSE)

    def submit(self, **kinds: Callable[[str], None]) -> None:
        """Puts a submission of each name in the folder of submissions, replacing the earlier one."""
        os.makedirs(self.path("sent"), exist_ok=True)
        for name, make in kinds.items():
            shutil.rmtree(self.path("sent", name), ignore_errors=True)
            make(self.path("sent", name))

    def intake(self, *options: str, code: int = 0, plan: Tuple[str, ...] = ("--plan", "base.toml")) -> Dict[str, Any]:
        """The bots in the report of an intake, by name; under "" the report."""
        ended = self.tribunal("intake", "sent", "-o", "cup.toml", *plan, "--reports", "pages", "--json", *options,
                              timeout=3000 if MANY else 120).expect(code)
        report = json.loads(ended.out)
        return {"": report, **{bot["bot"]: bot for bot in report["bots"]}}

    def verdicts(self, *options: str, code: int = 0) -> Dict[str, str]:
        return {name: bot["verdict"] + (", as before" if bot["as_before"] else "") + (", kept" if bot["kept"] else "")
                for name, bot in self.intake(*options, code=code).items() if name}

    def page(self, name: str) -> str:
        return shown_on(self.read(f"pages/{name}.html"))

    def plays(self, deals: int = 2) -> Ended:
        ended = self.tribunal("tournament", "cup.toml", "--accept-changes", "--deals", str(deals)).expect()
        tribunal("verify", self.path("results", "night")).expect()
        return ended


@unittest.skipIf(SANITIZED, "compilers reserve more than a build with a sanitizer may limit")
class EveryKind(Intakes):
    def setUp(self) -> None:
        super().setUp()
        self.write("base.toml", SANDBOXED + HOUSE)

    def make_all(self, kinds: Dict[str, Kind], least: int = 0) -> Dict[str, Kind]:
        """One submission of each kind, and further ones of the quick kinds up to the wanted number."""
        made: Dict[str, Kind] = {}
        os.makedirs(self.path("sent"))
        for number in range(least + 1):
            if number > 0 and len(made) >= least:
                break
            for name in available(kinds, MANY > 0 and number == 0):
                if number > 0 and name in ("many", "empty"):
                    continue
                own = name if number == 0 else f"{name}.{number}"
                path = self.path("sent", own)
                kinds[name].make(path + kinds[name].ending)
                if number > 0 and os.path.isdir(path):
                    self.write(os.path.join("sent", own, "notes.txt"), f"copy {number}\n")
                made[own] = kinds[name]
        return made

    def check_pages(self, kinds: Dict[str, Kind]) -> Dict[str, str]:
        """The authors' pages, which show nothing about the organiser or about others."""
        pages = {name: self.read(f"pages/{name}.html") for name in kinds}
        self.assertEqual(sorted(os.listdir(self.path("pages"))), sorted(name + ".html" for name in kinds))
        for name, page in pages.items():
            for hidden in (self.folder, os.environ["XDG_CACHE_HOME"], ROOT, "house"):
                self.assertNotIn(hidden, shown_on(page), name)
            self.assertIn(name, shown_on(page))
        return pages

    def check_report(self, kinds: Dict[str, Kind], bots: Dict[str, Any]) -> None:
        self.assertEqual(sorted(name for name in bots if name), sorted(kinds))
        for name, kind in kinds.items():
            bot = bots[name]
            self.assertEqual(bot["verdict"], "refused" if kind.why else "admitted", bot)
            self.assertIn(kind.why, bot["why"])
            self.assertNotIn("\n", bot["why"])
            self.assertNotIn(self.folder, bot["why"])
            self.assertLess(len(bot["why"]), 1000, bot)
            self.assertEqual(bool(bot["sha256"]) and not kind.why, not kind.why, bot)

    def test_each_kind_is_admitted_or_refused_and_not_looked_at_twice(self) -> None:
        everything = {**SOUND, **REFUSED}
        if MANY:  # compilers of some languages need more
            self.write("base.toml", (SANDBOXED + HOUSE).replace("output_mb = 32", "output_mb = 128"))
            everything = {name: kind._replace(why=kind.why.replace("32 MiB", "128 MiB")) for name, kind in everything.items()}
        kinds = self.make_all(everything, MANY)
        began = time.monotonic()
        first = self.intake("--seconds", "120", code=1)
        between = time.monotonic()
        if MANY:
            self.intake("--seconds", "120", code=1)
            print(f"{len(kinds)} submissions: {between - began:.1f} s, again {time.monotonic() - between:.1f} s")
        self.check_report(kinds, first)
        pages = self.check_pages(kinds)
        plan = self.read("cup.toml")
        second = self.intake("--seconds", "120", code=1)
        self.check_report(kinds, second)
        self.assertEqual([name for name, bot in second.items() if name and not bot["as_before"]], [])
        self.assertEqual(self.check_pages(kinds), pages)
        self.assertEqual(self.read("cup.toml"), plan)
        self.assertEqual(subprocess.run(["find", self.path("cup.intake"), "-type", "f", "-perm", "/7022"], capture_output=True,
                                        text=True, check=True).stdout, "", "files of bots may be written to, or have special modes")
        self.assertEqual(second[""]["admitted"], sum(not kind.why for kind in kinds.values()))
        self.plays()

    def test_a_new_intake_of_the_same_submissions_writes_the_same_plan(self) -> None:
        self.submit(ann=BOT, bob=folder({"first.c": FIRST_OF_C}), cid=folder({}))
        self.intake(code=1)
        plan = self.read("cup.toml")
        shutil.rmtree(self.path("cup.intake"))
        os.remove(self.path("cup.toml"))
        self.intake("--workers", "1", code=1)
        self.assertEqual(self.read("cup.toml"), plan)

    def test_a_seed_that_repeats_the_deals_of_every_night_is_told(self) -> None:
        self.submit(ann=BOT, bob=BOT)
        words = ("intake", "sent", "-o", "cup.toml", "--plan", "base.toml")
        told = "cup.toml: because of its seed, every run with this name has the same deals"
        self.assertIn(told, self.tribunal(*words, timeout=120).err)
        self.write("base.toml", BASE.replace('seed = "1"\n', ""))
        self.assertNotIn(told, self.tribunal(*words, timeout=120).err)

    @unittest.skipUnless(os.geteuid() == 0, "bots have users of their own only if root starts them")
    def test_a_place_that_bots_cannot_reach_is_no_reason_to_refuse_them(self) -> None:
        self.write("base.toml", BASE.replace('"none"', '"limits"'))
        stated = folder({"bot.py": PLAYER, "bot.toml": 'command = "/usr/bin/python3 bot.py"\n'})
        self.submit(ann=stated, bob=stated)
        os.chmod(self.folder, 0o700)
        self.assertEqual(self.verdicts(code=78), {"ann": "not judged", "bob": "not judged"})
        os.chmod(self.folder, 0o711)
        self.assertEqual(self.verdicts("--seconds", "5"), {"ann": "admitted", "bob": "admitted"})
        self.plays()

    @unittest.skipUnless(os.geteuid() == 0, "bots have users of their own only if root starts them")
    def test_at_limits_stored_files_are_as_closed_as_what_was_sent(self) -> None:
        self.write("base.toml", BASE.replace('"none"', '"limits"') + HOUSE)
        os.chmod(self.folder, 0o711)
        stated = {"bot.py": PLAYER, "bot.toml": 'command = "/usr/bin/python3 bot.py"\n'}
        self.submit(ann=folder({**stated, "notes.txt": "x"}, {"notes.txt": 0o600}), bob=folder(stated, {"bot.py": 0o600}))
        archive(stated)(self.path("sent", "cid.zip"))
        os.chmod(self.path("sent", "cid.zip"), 0o600)
        bots = self.intake("--seconds", "5", code=3)
        self.assertEqual([bots[name]["verdict"] for name in ("ann", "bob", "cid")], ["admitted", "not judged", "not judged"], bots)
        for name in ("bob", "cid"):
            self.assertIn("may not read its 'bot.py'; use chmod -R o+rX", bots[name]["why"])
        names = os.listdir(self.path("cup.intake", "bots"))
        ann = next(name for name in names if name.startswith("ann-"))
        self.assertNotIn(ann[4:12], bots["ann"]["sha256"], "its hash is published, so the place of its files could be guessed")
        self.assertIn(f"bots/{ann}", self.read("cup.toml"))
        stored = self.path("cup.intake", "bots", ann)
        self.assertEqual({name: os.stat(os.path.join(stored, name)).st_mode & 0o777 for name in os.listdir(stored)},
                         {"bot.py": 0o444, "bot.toml": 0o444, "notes.txt": 0o400})

    def test_bots_that_were_built_play_without_their_source_and_any_cache(self) -> None:
        self.submit(bob=folder({"first.c": FIRST_OF_C}))
        self.intake()
        shutil.rmtree(self.path("sent"))
        subprocess.run(["chmod", "-R", "u+w", os.environ["XDG_CACHE_HOME"]], check=True)
        shutil.rmtree(os.environ["XDG_CACHE_HOME"])
        os.makedirs(os.environ["XDG_CACHE_HOME"])
        self.plays()

    def test_what_an_author_should_know_is_on_the_page(self) -> None:
        stale = {"first.c": FIRST_OF_C, "old.o": "\x7fELF", "calc.c": "x", "calc.y": "x", "made.c": "old", "made.y": "x",
                 "Makefile": "all:\nversion.h: NUMBER\n\ttrue\n%.inc: \\\n  %.txt\n\ttrue\nfirst.c: version.h\n", "NUMBER": "1", "version.h": "x",
                 "cards.inc": "x", "cards.txt": "x", "other.inc": "x", "sub/build.ninja": "build a.h b.h: made of\n", "sub/b.h": "x",
                 "CMakeLists.txt": "add_custom_command(OUTPUT ${CMAKE_SOURCE_DIR}/d.h\n  COMMAND NUMBER)\n", "d.h": "x",
                 "bot.toml": 'build = "cat made.y > made.c; gcc -o first first.c"\ncommand = "./first"\n'}
        sent = {"bot.py": PLAYER, "bot.toml": 'command = "python3 bot.py"\n', "dist/a/bot.js": "x", "src/a/bot.ts": "x", "bot.js": "x"}
        self.submit(ann=SOUND["environment"].make, bob=folder(stale), cid=folder(sent), dan=SOUND["beside-documents"].make)
        for _ in range(2):  # the second time from the cache of builds
            self.intake()
            self.assertIn("lead to the Python of their author: venv/bin/python3", self.page("ann"))
            self.assertIn("omitted, because the bot is in the folder or archive beside it: .gitignore, LICENSE, README.md", self.page("dan"))
            self.assertIn("taken as sent, not built: old.o", self.page("bob"))
            generated = "taken as sent, although it may not match the newest source: "
            self.assertIn(generated + "calc.c beside calc.y, cards.inc beside its rule in Makefile, d.h beside its rule in CMakeLists.txt, "
                          'sub/b.h beside its rule in sub/build.ninja, version.h beside its rule in Makefile"', self.page("bob"))
            self.assertIn(generated + 'dist/a/bot.js beside src/a/bot.ts"', self.page("cid"))
            self.write("base.toml", SANDBOXED.replace("30000", "30001") + HOUSE)
        self.assertIn("taken from the cache of 20", self.page("bob"))

    @unittest.skipUnless(shutil.which("make"), "there is no make")
    def test_the_log_of_a_build_that_failed_is_on_the_page_of_its_author(self) -> None:
        self.write("base.toml", SANDBOXED + HOUSE + HOUSE.replace("house", "home"))
        self.submit(bob=folder({"Makefile": "all:\n\techo 'line <1>' >&2; pwd; exit 3\n"}))
        self.intake(code=1)
        self.assertIn('"line <1>"', self.page("bob"))

    @unittest.skipUnless(shutil.which("make"), "there is no make")
    def test_no_page_shows_where_the_organiser_has_the_files(self) -> None:
        """Whole or truncated paths in logs of builds, versions and the output of a bot, also through a link."""
        tells = PLAYER.replace('say("ready player 1")', 'say("ready " + os.getcwd() + " 1")')
        build = "".join(f"\techo {'x' * before}$$PWD/y; cd /; echo {'x' * before}$(CURDIR)\n" for before in (1, 130, 150, 170, 190))
        os.makedirs(self.path("real"))
        os.symlink("real", self.path("link"))
        self.submit(ann=folder({"bot.py": tells}), bob=folder({"Makefile": f"all:\n{build}\texit 3\n"}),
                    cid=folder({"bot.py": scripted("cid", ask="sys.exit('x' * 150 + os.getcwd() + ' ' + os.path.realpath(__file__))")}))
        os.makedirs(self.path("else"))
        self.submit(dan=BOT)
        os.symlink("../../else", self.path("sent", "dan", "words"))
        for base in (SANDBOXED, BASE):  # in a sandbox builds are in /tmp/build
            self.write("real/base.toml", base + HOUSE)
            self.tribunal("intake", "sent", "-o", "link/cup.toml", "--plan", "link/base.toml", "--reports", "pages").expect(1)
            for name in ("ann", "bob", "cid", "dan"):
                page = self.page(name)
                for hidden in (self.folder, os.environ["XDG_CACHE_HOME"]):
                    self.assertNotIn(hidden, page, name)
                self.assertNotIn("x/tmp/t", page, name)
        self.assertIn("x[...]", self.page("bob"))
        self.assertIn("to ../../else,", self.page("dan"))


class Nights(Intakes):
    def test_only_what_changed_is_taken_in_again_and_yesterday_s_version_stays(self) -> None:
        self.submit(ann=BOT, bob=BOT)
        sent = bytes_of(self.path("sent", "ann", BOT_FILE))
        first = self.intake()
        self.plays()
        self.submit(ann=sound_bot("# better\n"))
        folder_of_first = self.path("cup.intake", "bots", f"ann-{first['ann']['sha256'][:16]}")
        self.assertEqual(self.verdicts(), {"ann": "admitted", "bob": "admitted, as before"})
        self.assertEqual(bytes_of(os.path.join(folder_of_first, BOT_FILE)), sent)
        self.assertIn(f'"cup.intake/bots/ann-{self.intake()["ann"]["sha256"][:16]}"', self.read("cup.toml"))
        self.plays(6)
        self.assertIn("ann@", self.tribunal("standings", "results/night").expect().out)
        self.assertEqual(self.verdicts("--again"), {"ann": "admitted", "bob": "admitted"})

    def test_what_is_packed_again_is_the_same_version_and_half_of_it_leaves_the_last_one(self) -> None:
        def packed(year: int, text: str = PLAYER) -> Callable[[str], None]:
            def make(path: str) -> None:
                with zipfile.ZipFile(path, "w") as out:
                    out.writestr(zipfile.ZipInfo("bot.py", (year, 1, 1, 0, 0, 0)), text)
            return make
        self.submit(bob=BOT)
        hashes = []
        for make in (packed(2020), packed(2024), packed(2024, PLAYER.replace("\n", "\r\n"))):
            make(self.path("sent", "ann.zip"))
            hashes.append(self.intake()["ann"]["sha256"])
        self.assertEqual((hashes[0] == hashes[1], hashes[0] == hashes[2]), (True, False))
        os.truncate(self.path("sent", "ann.zip"), os.path.getsize(self.path("sent", "ann.zip")) // 2)  # while it is sent
        self.assertEqual(self.intake("--keep-last", code=1)["ann"]["kept"], hashes[2])

    def test_other_rules_or_limits_are_other_checks(self) -> None:
        self.submit(ann=BOT)
        self.intake()
        self.write("base.toml", BASE.replace("players = 2", "players = 3") + HOUSE + HOUSE.replace("house", "home"))
        self.assertEqual(self.verdicts(), {"ann": "admitted"})
        self.write("base.toml", BASE.replace("deals = 2", "deals = 3").replace("players = 2", "players = 3") + HOUSE +
                   HOUSE.replace("house", "home"))
        self.assertEqual(self.verdicts(), {"ann": "admitted, as before"})

    def test_an_unsound_version_is_refused_or_the_last_sound_one_is_kept(self) -> None:
        self.submit(ann=BOT, bob=BOT)
        sound = self.intake()["ann"]["sha256"]
        self.submit(ann=BROKEN)
        kept = self.intake("--keep-last", code=1)
        self.assertEqual((kept["ann"]["verdict"], kept["ann"]["kept"]), ("refused", sound))
        self.assertIn(f"/ann-{sound[:16]}", self.read("cup.toml"))
        self.assertIn("the last version that was admitted does", self.page("ann"))
        self.assertEqual(self.verdicts("--keep-last", code=1), {"ann": "refused, as before, kept", "bob": "admitted, as before"})
        self.assertIn("refused, last version kept, as before",
                      self.tribunal("intake", "sent", "-o", "cup.toml", "--plan", "base.toml", "--keep-last").out)
        self.plays()
        self.assertEqual(self.verdicts(code=1), {"ann": "refused", "bob": "admitted, as before"})
        self.assertNotIn('name = "ann"', self.read("cup.toml"))
        self.assertNotIn("the last version that", self.page("ann"))

    def test_a_last_version_whose_files_changed_is_said_to_be_lost(self) -> None:
        self.submit(ann=BOT, bob=BOT)
        sound = self.intake()["ann"]["sha256"]
        stored = self.path("cup.intake", "bots", f"ann-{sound[:16]}")
        subprocess.run(["chmod", "-R", "u+w", stored], check=True)
        self.submit(ann=BROKEN)
        self.assertEqual(self.intake("--keep-last", code=1)["ann"]["kept"], sound)
        put(os.path.join(stored, BOT_FILE), "#\n", "a")
        for as_before in (False, True):
            bot = self.intake("--keep-last", code=1)["ann"]
            self.assertEqual((bot["verdict"], bot["kept"], bot["lost"], bot["as_before"]), ("refused", "", sound, as_before))
            self.assertIn("does not play either: its files", self.page("ann"))
        text = self.tribunal("intake", "sent", "-o", "cup.toml", "--plan", "base.toml", "--keep-last").out
        self.assertIn("refused, last version lost, as before", text)
        self.assertIn(f"the last version of ann that was admitted cannot be kept: its files (sha256 {sound})", text)
        self.assertNotIn('name = "ann"', self.read("cup.toml"))

    def test_a_version_that_was_sound_by_other_rules_is_checked_by_the_new_ones(self) -> None:
        """From its stored files: it plays, or is named with the reason, on each night, and again under the rules for
        which it was made."""
        only_revolution = folder({"bot.py": PLAYER.replace('if word[0] == "quit"', 'if "mitch" in line: sys.exit("no mitch")\n    if word[0] == "quit"')})
        self.submit(ann=BOT, bob=BOT, cid=only_revolution)
        self.assertEqual(set(self.verdicts().values()), {"admitted"})
        self.submit(ann=folder({"bot.py": "raise SystemExit(1)\n"}), cid=folder({"bot.py": "raise SystemExit(2)\n"}))
        self.write("base.toml", BASE.replace("revolution", "mitch") + HOUSE)
        self.assertEqual(self.verdicts("--accept-fewer", code=1), {"ann": "refused", "bob": "admitted", "cid": "refused"})
        bots = self.intake("--keep-last", code=1)
        self.assertEqual((bool(bots["ann"]["kept"]), bots["cid"]["kept"]), (True, ""))
        self.assertIn("the last version that was admitted does not play either: by the rules of this plan, ", bots["cid"]["why"])
        self.assertIn("does not play either: by the rules", self.page("cid"))
        self.assertNotIn("name = \"cid\"", self.read("cup.toml"))
        self.assertEqual(self.verdicts("--keep-last", code=1),
                         {"ann": "refused, as before, kept", "bob": "admitted, as before", "cid": "refused, as before"})
        self.plays()
        self.write("base.toml", BASE + HOUSE)
        self.assertEqual(self.verdicts("--keep-last", code=1), {"ann": "refused, kept", "bob": "admitted", "cid": "refused, kept"})

    def test_a_final_takes_the_last_sound_versions_of_its_season(self) -> None:
        self.submit(ann=BOT, bob=BOT)
        sound = self.intake()["ann"]["sha256"]
        self.submit(ann=folder({"bot.py": "raise SystemExit(1)\n"}))
        self.intake("--keep-last", code=1)
        self.write("final-base.toml", BASE.replace('"night"', '"final"').replace("30000", "20000") + HOUSE)
        words = ("intake", "sent", "--plan", "final-base.toml", "-o", "final.toml", "--keep-last")
        for _ in range(2):
            self.tribunal(*words, "--memory", "cup.toml").expect(1)
            self.assertIn(f"final.intake/bots/ann-{sound[:16]}", self.read("final.toml"))
        shutil.rmtree(self.path("cup.intake"))
        self.tribunal("tournament", "final.toml").expect()
        self.tribunal(*words, "--memory", "cup.toml").expect(2, "contains no admitted bots")

    def test_files_of_an_admitted_bot_that_somebody_changed_are_stored_again(self) -> None:
        self.submit(ann=BOT)
        stored = self.path("cup.intake", "bots", f"ann-{self.intake()['ann']['sha256'][:16]}", BOT_FILE)
        os.chmod(stored, 0o755)
        put(stored, "raise SystemExit(1)\n", "a")
        self.assertEqual(self.verdicts(), {"ann": "admitted"})
        self.assertEqual(bytes_of(stored), bytes_of(self.path("sent", "ann", BOT_FILE)))

    def test_a_missing_program_is_no_fault_of_the_author_and_tried_again(self) -> None:
        mistyped = folder({"x.py": PLAYER, "bot.toml": 'command = "pyhton3 x.py"\n'})
        self.submit(ann=folder({"x.py": PLAYER, "bot.toml": 'command = "frobnicate x.py"\n'}), bob=BOT, cyd=mistyped)
        for _ in range(2):
            bots = self.intake(code=3)
            bot = bots["ann"]
            self.assertEqual((bot["verdict"], bot["as_before"]), ("not judged", False))
            self.assertIn("this machine has no program 'frobnicate'", bot["why"])
            self.assertEqual((bots["cyd"]["verdict"], bots["cyd"]["why"]),
                             ("refused", "cannot run 'pyhton3': not found in PATH; did you mean 'python3'?"))
        shutil.rmtree(self.path("sent", "cyd"))
        os.makedirs(self.path("bin"))
        self.write("bin/frobnicate", '#!/bin/sh\nexec python3 "$@"\n', 0o755)
        path = os.environ["PATH"]
        self.addCleanup(os.environ.update, {"PATH": path})
        os.environ["PATH"] = self.path("bin") + ":" + path
        self.assertEqual(self.verdicts(), {"ann": "admitted", "bob": "admitted, as before"})

    def test_bots_that_are_not_submitted_any_more_are_named_once(self) -> None:
        self.submit(ann=BOT, bob=BOT)
        self.intake()
        shutil.rmtree(self.path("sent", "ann"))
        report = self.intake()[""]
        self.assertEqual((report["gone"], report["removed_pages"]), (["ann"], ["pages/ann.html"]))
        self.assertNotIn('"ann"', self.read("cup.toml"))
        self.assertEqual(os.listdir(self.path("pages")), ["bob.html"])
        self.assertEqual(self.intake()[""]["gone"], [])

    def test_a_page_that_somebody_else_wrote_is_not_removed(self) -> None:
        self.submit(ann=BOT, bob=BOT, cyd=BOT, dan=BOT)
        self.intake()
        self.write("pages/ann.html", "of the organiser")
        self.write("pages/zoe.html", "of nobody")
        for name in ("ann", "bob", "cyd"):
            shutil.rmtree(self.path("sent", name))
        self.intake(code=78)
        self.assertEqual(len(os.listdir(self.path("pages"))), 5)
        ended = self.tribunal("intake", "sent", "-o", "cup.toml", "--plan", "base.toml", "--reports", "pages", "--accept-fewer").expect()
        self.assertIn("removed: pages/bob.html, the page of a bot that is no longer submitted\n", ended.out)
        self.assertEqual(sorted(os.listdir(self.path("pages"))), ["ann.html", "dan.html", "zoe.html"])

    def test_a_bot_whose_submission_the_list_gives_to_another_is_not_said_to_be_gone(self) -> None:
        """Whichever of the two submissions counts, and also among the authors who would leave the plan."""
        for bots in (("kofi", "kofi_v2"), ("kofi_v2", "kofi")):
            shutil.rmtree(self.path("sent"), ignore_errors=True)
            self.submit(kofi=BOT, kofi_v2=BOT, mia=BOT, mia_v2=BOT, zoe=BOT)
            self.intake("--accept-fewer")
            entry_of = '# no [limits]\n[[names]]\nsubmission = {}\nbot = "{}"\n'
            self.write("names.toml", entry_of.format(json.dumps(bots), "kofi") + entry_of.format('["mia", "mia_v2"]', "mia"))
            report = self.intake()[""]
            self.assertEqual([bot["bot"] for bot in report["bots"]], ["kofi", "mia", "zoe"])
            self.assertEqual((report["gone"], report["dropped"], report["removed_pages"]), ([], [], ["pages/kofi_v2.html", "pages/mia_v2.html"]))
            shutil.rmtree(self.path("sent", "mia"))
            shutil.rmtree(self.path("sent", "mia_v2"))
            self.assertEqual(self.intake()[""]["gone"], ["mia"])
            for name in ("names.toml", "cup.toml"):
                os.remove(self.path(name))
            shutil.rmtree(self.path("pages"))
            subprocess.run(["chmod", "-R", "u+w", self.path("cup.intake")], check=True)
            shutil.rmtree(self.path("cup.intake"))


class Inboxes(Intakes):
    """A given folder is an inbox, whatever its contents; and many authors do not leave the plan by mistake."""

    def test_loose_files_of_any_kind_are_named_and_left_out(self) -> None:
        self.submit(ann=BOT, bob=BOT)
        loose = {"bot.py": PLAYER, "bot.toml": 'command = "python3 bot.py"\n', "Makefile": "all:\n", "collect.sh": FIRST_OF_SHELL,
                 "package.json": "{}", "notes.txt": "x", "b\u00f6t.py": "x"}
        for name, text in loose.items():
            self.write("sent/" + name, text)
        for name in (".DS_Store", "__pycache__/collect.pyc"):
            self.write("sent/" + name, "x")
        for name in (".git/HEAD", ".idea/x.xml", "._bob.zip", ".hidden.txt"):
            self.write("sent/" + name, "x")
        self.submit(**{".carl": BOT, ".dora.zip": archive({"bot.py": PLAYER})})
        report = self.intake()[""]
        self.assertEqual([bot["bot"] for bot in report["bots"]], ["ann", "bob"])
        hidden, report["left_out"] = report["left_out"][:2], report["left_out"][2:]
        self.assertEqual(hidden, [f"{self.path('sent', name)}: its name begins with a dot; expected a name without it" for name in (".carl", ".dora.zip")])
        self.assertEqual(report["left_out"], [f"{self.path('sent', name)}: it is neither a folder nor an archive" for name in sorted(loose)])
        self.submit(src=BOT)
        self.assertEqual(sorted(self.verdicts()), ["ann", "bob", "src"])

    def test_a_program_for_another_system_is_refused_in_one_sentence(self) -> None:
        self.submit(ann=BOT, bob=BOT, win=folder({"bot.toml": 'command = "./bot"\n', "bot": "MZ"}))
        self.assertEqual(self.intake(code=1)["win"]["why"], "cannot run './bot': it is a program for Windows, not for this machine; "
                                                            "build it here, or send its source")

    def test_what_the_organiser_may_not_read_is_no_fault_of_its_author(self) -> None:
        self.submit(ann=BOT, bob=BOT, cyd=BOT)
        archive({"bot.py": PLAYER})(self.path("sent", "dan.zip"))
        words = ["intake", self.path("sent"), "-o", self.path("cup.toml"), "--plan", self.path("base.toml")]
        for name in ("cyd", "dan.zip"):
            os.chmod(self.path("sent", name), 0)
        subprocess.run(["chmod", "o+rwx", self.folder], check=True)
        user = None
        if os.geteuid() == 0:
            user = ORDINARY
            subprocess.run(["chown", "-R", str(user), self.path("sent")], check=True)
            self.addCleanup(subprocess.run, ["chmod", "-R", "u+w", self.folder], check=True)
        if not can_run(user):
            self.skipTest("another user does not reach this build")
        ended = run_as(words, user).expect(3)
        for bot in ("cyd", "dan"):
            self.assertRegex(ended.out, bot + r" .* not judged +the user of this intake cannot read it")
        os.chmod(self.path("sent"), 0)
        run_as(words, user).refused(2, "sent: cannot be read by this user; expected a folder")

    def test_one_submission_alone_is_said_as_such(self) -> None:
        self.submit(ann=BOT)
        base = ("-o", "cup.toml", "--plan", "base.toml")
        self.tribunal("intake", "sent/ann", *base).expect(2,
            f"is read as an inbox, but contains no submission; if it is the submission of one author: --submission {self.folder}")
        for words in (("base.toml",), ("sent", "--submission", "base.toml")):
            self.tribunal("intake", *words, *base).refused(2, "base.toml: is neither a folder nor an archive; expected a folder")
        self.assertFalse(os.path.exists(self.path("cup.toml")))
        self.tribunal("intake", "--submission", "sent/ann", *base).expect()
        archive({"bot.py": PLAYER})(self.path("bob.zip"))
        self.tribunal("intake", "bob.zip", "sent/ann", *base).expect(shows="sent/ann is read as an inbox")

    def test_a_link_has_its_own_name_and_is_followed_only_if_it_is_given_itself(self) -> None:
        self.submit(ann=BOT)
        os.symlink("ann", self.path("sent", "bob"))
        os.symlink("sent/ann", self.path("zoe"))
        bots = self.intake("--submission", "zoe/", code=1)
        self.assertEqual([bots[name]["verdict"] for name in ("ann", "bob", "zoe")], ["admitted", "refused", "admitted"])
        self.assertIn("it is a link, and links are not followed; expected a folder", bots["bob"]["why"])

    def test_a_good_part_of_the_authors_leaves_the_plan_only_if_that_is_meant(self) -> None:
        """A quarter of them, or one, may leave. If more would leave, they are named every night until this is
        accepted."""
        names = [f"a{number}" for number in range(8)]
        self.submit(**{name: BOT for name in names})
        self.intake()
        for name in names[:2]:
            shutil.rmtree(self.path("sent", name))
        self.assertEqual(self.intake()[""]["dropped"], names[:2])
        shutil.rmtree(self.path("sent", "a2"))
        self.submit(a3=folder({"bot.py": "raise SystemExit(1)\n"}))
        plan = self.read("cup.toml")
        for _ in range(2):
            self.tribunal("intake", "sent", "-o", "cup.toml", "--plan", "base.toml").expect(78,
                "2 of its 6 authors would no longer play: a2, a3; it is not written", shows="a2 was submitted before, but not this time")
            self.assertEqual(self.read("cup.toml"), plan)
        self.assertEqual(self.intake("--keep-last", code=1)[""]["dropped"], ["a2"])
        shutil.rmtree(self.path("sent", "a4"))
        report = self.intake("--accept-fewer", code=1)[""]
        self.assertEqual((report["plan_is_written"], report["dropped"], report["gone"]), (True, ["a3", "a4"], ["a4"]))
        self.write("base.toml", BASE + HOUSE.replace("house", "home"))
        self.assertEqual(self.intake("--accept-fewer", code=1)[""]["dropped"], [])

    def test_a_plan_that_is_seeded_by_a_table_is_written_again(self) -> None:
        names = [f"a{number}" for number in range(4)]
        self.submit(**{name: BOT for name in names})
        self.write("season.json", json.dumps({"schema": 2, "standings": {"rows": [{"bot": name, "elo": 1500} for name in names]}}))
        self.write("base.toml", BASE.replace('format = "sampled"', 'format = "knockout"\nseeds = "season.json"'))
        for _ in range(2):
            self.assertTrue(self.intake()[""]["plan_is_written"])
        for name in names[:2]:
            shutil.rmtree(self.path("sent", name))
        self.assertEqual(self.intake(code=78)[""]["dropped"], names[:2])

    def test_the_last_plan_cannot_hide_who_leaves(self) -> None:
        """It was damaged by hand, comes from a later version, or was moved away; or one archive holds the whole
        inbox."""
        names = [f"a{number}" for number in range(5)]
        self.submit(**{name: BOT for name in names})
        self.intake()
        plan = self.read("cup.toml")
        for name in names[:3]:
            shutil.rmtree(self.path("sent", name))
        shutil.make_archive(self.path("class"), "zip", self.path("sent"))
        for damage in ("", "[[bots\n", "later_option = 1\n", None):
            if damage is None:
                os.remove(self.path("cup.toml"))
            else:
                self.write("cup.toml", plan.replace("\n", "\n" + damage, 1))
            for inbox in ("sent", "class.zip"):
                why = "it is unknown which authors would leave it" if damage else "3 of its 5 authors would no longer play"
                why = "a game of 2 players needs 2 bots, but there is 1" if inbox == "class.zip" else why
                self.tribunal("intake", inbox, "-o", "cup.toml", "--plan", "base.toml").expect(78, why)
                self.assertEqual(os.path.exists(self.path("cup.toml")), damage is not None)
        self.assertEqual(self.intake("--accept-fewer")[""]["dropped"], names[:3])
        self.write("cup.toml", self.read("cup.toml") + "[[bots\n")
        self.assertTrue(self.intake("--accept-fewer")[""]["plan_is_written"])
        self.assertEqual(self.intake()[""]["dropped"], [])


class Names(Intakes):
    def test_names_are_made_legal_and_different_and_stay_the_same(self) -> None:
        long = "x" * 200
        self.submit(**{"Ann": BOT, "a\nb": BOT, "-rf": BOT, "\x1b[2J": BOT, long: BOT, "house": BOT, "ä": BOT})
        first = self.intake()
        self.assertEqual(sorted(name for name in first if name), sorted(["2J", "Ann", "a-b", "house-2", "rf", "x" * 40, "ä"]))
        self.assertEqual(first[""]["admitted"], 7)
        text = self.tribunal("intake", "sent", "-o", "cup.toml", "--plan", "base.toml").expect().out
        self.assertIn("'a\\x0ab' plays as a-b\n", text)
        self.assertNotIn("\x1b", text)
        self.submit(**{"ann": BOT, "amy": BOT, "amy.": BOT, "\u0430nn": BOT, "\uff41my": BOT})
        os.rename(self.path("sent", "-rf"), self.path("sent", "rf"))
        second = self.intake()
        self.assertEqual(sorted(set(second) - set(first)), ["amy", "amy.-2", "ann-2", "rf-2", "\u0430nn-3", "\uff41my-2"])
        shutil.rmtree(self.path("sent", "Ann"))
        self.assertIn("ann-2", self.intake())

    def test_a_name_of_another_submission_is_not_given_and_its_version_is_not_kept(self) -> None:
        self.submit(bob=BOT, ann=BOT)
        self.intake()
        self.write("names.toml", '# no [limits]\n[[names]]\nsubmission = "bob"\nbot = "robert"\n')
        self.assertEqual(self.verdicts(), {"ann": "admitted, as before", "robert": "admitted"})
        os.remove(self.path("names.toml"))
        self.submit(**{"-bob": BROKEN})
        self.assertEqual(self.verdicts("--keep-last", code=1),
                         {"ann": "admitted, as before", "bob-2": "refused", "robert": "admitted, as before"})
        memory = json.loads(self.read("cup.intake/memory.json"))
        memory["sound"]["ann"]["stem"] = "another"
        self.write("cup.intake/memory.json", json.dumps(memory))
        self.submit(ann=BROKEN)
        self.assertEqual(self.intake("--keep-last", code=1)["ann-2"]["kept"], "")

    def test_a_bot_that_the_organiser_adds_later_does_not_take_over_the_season_of_an_author(self) -> None:
        self.submit(bob=BOT, ann=BOT)
        self.intake()
        plan, memory = self.read("cup.toml"), self.read("cup.intake/memory.json")
        for name, owner in (("bob", "the submission 'bob'"), ("BOB", "the submission 'bob'"), ("bob", "an author in the last plan")):
            self.write("base.toml", BASE + HOUSE.replace("house", name))
            if "plan" in owner:
                os.remove(self.path("cup.intake/memory.json"))
            self.tribunal("intake", "sent", "-o", "cup.toml", "--plan", "base.toml").refused(
                78, f"base.toml: its bot '{name}' has the name of 'bob', an earlier bot of {owner}")
            self.assertEqual(self.read("cup.toml"), plan)
        self.write("cup.intake/memory.json", memory)
        self.write("base.toml", BASE + HOUSE.replace("house", "house-bob"))
        self.assertEqual(self.verdicts(), {"ann": "admitted, as before", "bob": "admitted, as before"})

    def test_two_submissions_of_one_name_are_refused(self) -> None:
        self.submit(ann=BOT, bob=BOT, **{"Zo\u00eb": BOT, "Zoe\u0308": BOT, "\u00f6 (1)": BOT, "\u00f6 (2)": BOT})
        archive({"bot.py": PLAYER})(self.path("sent", "ann.zip"))
        bots = self.intake(code=1)
        self.assertEqual({name: bot["verdict"] for name, bot in bots.items() if name},
                         {"ann": "refused", "bob": "admitted", "Zo\u00eb": "refused", "\u00f6": "refused"})
        self.assertIn("several submissions of this name: 'ann' and 'ann.zip'; expected one", bots["ann"]["why"].replace(", '", " and '"))
        self.assertIn("'\u00f6 (1)'", bots["\u00f6"]["why"])
        entry_of = '# no [limits]\n[[names]]\nsubmission = {}\nperson = "Somebody"\n'
        for listed, counts in ((["ann", "ann.zip"], "ann.zip"), (["ann.zip", "ann"], "ann"), (["ann"], None), (["\u00f6 (2)", "\u00f6 (1)"], "\u00f6 (1)")):
            with self.subTest(listed=listed):
                self.write("names.toml", entry_of.format(json.dumps(listed, ensure_ascii=False)))
                bots = self.intake(code=1)
                name = listed[0].split()[0].replace(".zip", "")
                self.assertEqual(bots[name]["verdict"], "admitted" if counts else "refused")
                self.assertEqual([line for line in bots.get("", {}).get("left_out", []) if f"'{counts}' counts instead of it" in line] != [], counts is not None)
                if counts:
                    self.assertEqual(os.path.basename(bots[name]["submission"]), counts)
        self.write("names.toml", entry_of.format('"bob"') + '[[names]]\nsubmission = "bob"\nperson = "Another"\n')
        self.tribunal("intake", "sent", "-o", "cup.toml", "--plan", "base.toml").expect(78, "submission 'bob' is listed twice")

    def test_one_person_is_one_row_from_night_to_night(self) -> None:
        """Composed or not, as a browser or Moodle names it, with another suffix; nights of one person, and the bot."""
        for bot, nights in {
                "Zo\u00eb": ("Zo\u00eb", "Zoe\u0308", "Zo\u00eb (1)"), "ann": ("ann.zip", "ann (1).zip", "ann(12).tar.gz", "ann.tgz"),
                "gus": ("gus", "gus ", "gus\n", " gus"),
                "Ann-Bell": ("Ann Bell_123_assignsubmission_file", "Ann Bell_123_assignsubmission_file_", "Ann Bell",
                             "Ann Bell_456_assignsubmission_file_"),
                "Participant_7": ("Participant_7_assignsubmission_file_", "Participant_7_assignsubmission_file")}.items():
            for night in nights:
                shutil.rmtree(self.path("sent"), ignore_errors=True)
                os.makedirs(self.path("sent"))
                (tarball((entry("bot.py"), PLAYER.encode())) if night.endswith("gz") else archive({"bot.py": PLAYER})
                 if night.endswith(".zip") else BOT)(self.path("sent", night))
                self.assertEqual(list(self.verdicts("--accept-fewer")), [bot], night)

    def test_a_renamed_person_and_a_team_whose_members_send_in_turn_are_one_bot_by_the_list(self) -> None:
        moodle = "{}_assignsubmission_file"
        entry_of = '\ufeff# no [limits]\r\n[[names]]\r\nsubmission = {}\r\n{}\r\nteam = "Die R\u00f6ten"\r\n'  # of an editor on Windows
        self.submit(**{moodle.format("Zoe\u0308 Bell_1"): BOT, moodle.format("Bob_2"): BOT, "cyd": BOT})
        self.assertEqual(sorted(self.verdicts()), ["Bob", "Zo\u00eb-Bell", "cyd"])
        os.rename(self.path("sent", moodle.format("Zoe\u0308 Bell_1")), self.path("sent", moodle.format("Zo\u00eb Miller_1")))
        self.write("names.toml", entry_of.format('["Zo\u00eb Bell", "Zoe\u0308 Miller"]', ""))
        bots = self.intake()
        self.assertEqual((sorted(name for name in bots if name), bots[""]["left_out"], bots["Zo\u00eb-Bell"]["team"]),
                         (["Bob", "Zo\u00eb-Bell", "cyd"], [], "Die R\u00f6ten"))
        self.write("names.toml", entry_of.format('["Zo\u00eb Miller", "Bob"]', 'bot = "reds"'))
        for sender in ("Bob_2", "Zo\u00eb Miller_1", "Bob_3"):
            shutil.rmtree(self.path("sent"))
            self.submit(**{moodle.format(sender): sound_bot("# " + sender), "cyd": BOT})
            bots = self.intake("--accept-fewer")
            self.assertEqual((sorted(name for name in bots if name), bots[""]["left_out"]), (["cyd", "reds"], []))
        for listed, other in ((("Bob", "Bob.zip"), "submission 'Bob.zip' is listed twice; expected it once"),
                              (("Zo\u00eb", "Zoe\u0308"), "is listed twice")):
            self.write("names.toml", "# no [limits]\n" + "".join(f'[[names]]\nsubmission = "{name}"\nperson = "{name}"\n' for name in listed))
            self.tribunal("intake", "sent", "-o", "cup.toml", "--plan", "base.toml").refused(78, other)
        with open(self.path("names.toml"), "w", encoding="utf-16") as file:
            file.write("[[names]]\n")
        self.tribunal("intake", "sent", "-o", "cup.toml", "--plan", "base.toml").refused(78, "names.toml:1:1: ", "expected the file saved as UTF-8")

    def test_text_that_was_typed_into_moodle_is_named_and_left_out(self) -> None:
        self.submit(**{"Ann Bell_1_assignsubmission_file": BOT, "Bob_2_assignsubmission_file": BOT})
        typed = [name + "_assignsubmission_onlinetext" for name in ("Ann Bell_1", "Cyd_3")]
        self.submit(**{name: folder({"onlinetext.html": "<p>print(1)</p>"}) for name in typed})
        bots = self.intake()
        self.assertEqual(sorted(name for name in bots if name), ["Ann-Bell", "Bob"])
        self.assertEqual(bots[""]["left_out"], [self.path("sent", name) + ": it is text that was typed into Moodle, in addition to files or instead of them" for name in typed])

    def test_two_people_never_become_one_row(self) -> None:
        """Two with one name on Moodle, one with a year's name, one who names the bot like another author, and one who
        is refused."""
        moodle = "{}_{}_assignsubmission_file"
        self.submit(**{moodle.format("Ann Bell", 1): BOT, moodle.format("Ann Bell", 2): folder({"bot.py": PLAYER + "#\n"}),
                       "bob (2024)": BOT, "Participant_1_assignsubmission_file": BOT, "Participant_2_assignsubmission_file": BOT})
        first = {os.path.basename(bot["submission"]): bot["bot"] for name, bot in self.intake().items() if name}
        self.assertEqual(len(set(first.values())), 5)
        shutil.rmtree(self.path("sent", moodle.format("Ann Bell", 1)))
        self.submit(**{moodle.format("Ann Bell", 3): BOT, "bob": BOT, "Participant_3_assignsubmission_file": BOT})
        second = {os.path.basename(bot["submission"]): bot["bot"] for name, bot in self.intake().items() if name}
        self.assertEqual(second[moodle.format("Ann Bell", 2)], first[moodle.format("Ann Bell", 2)])
        self.assertEqual(len(set(second.values()) | set(first.values())), 8)

    def test_a_bot_that_states_its_name_has_it_unless_it_is_another_s(self) -> None:
        def named(name: str) -> Callable[[str], None]:
            return folder({"bot.py": PLAYER, "bot.toml": f'command = "python3 bot.py"\nname = "{name}"\n'})
        self.submit(ann=named("Deep Ann"), bob=named("zoe"), cid=named("Deep Ann"), dan=named("house"), eve=named(""), zoe=named("Zo"))
        self.assertEqual(sorted(self.verdicts()), ["Deep-Ann", "Zo", "bob", "cid", "dan", "eve"])
        self.submit(ann=named("Other"), fay=named("ann"))
        self.assertEqual(sorted(self.verdicts()), ["Deep-Ann", "Zo", "bob", "cid", "dan", "eve", "fay"])

    def test_the_organiser_s_list_says_whose_submissions_are(self) -> None:
        self.submit(dan=BOT, eve=BOT)
        self.intake()
        self.write("names.toml", '# no [limits]\n[[names]]\nsubmission = ["dan", "dan_v2.zip"]\nperson = "Dan Mo\u00ebl"\nteam = "Reds"\n'
                   '[[names]]\nsubmission = "eve"\nbot = "adam"\n[[names]]\nsubmission = ["nobody", "EVE"]\n')
        broken = folder({"bot.py": "raise SystemExit(1)\n"})
        self.submit(dan_v2=broken)
        bots = self.intake("--keep-last", "--accept-fewer", code=1)
        self.assertEqual(sorted(name for name in bots if name), ["adam", "dan"])
        self.assertEqual((bots["dan"]["verdict"], bool(bots["dan"]["kept"]), bots["dan"]["person"], bots["dan"]["team"]),
                         ("refused", True, "Dan Mo\u00ebl", "Reds"))
        self.assertEqual(bots[""]["left_out"], [self.path("sent", "dan") + ": 'dan_v2.zip' counts instead of it, by names.toml"])
        unknown = "names.toml: '{}' has no effect: no submission has this name, and none had it before"
        self.assertEqual(bots[""]["no_effect"], [unknown.format("nobody"), unknown.format("EVE") + "; did you mean 'eve'?"])
        self.tribunal("intake", "sent", "-o", "cup.toml", "--plan", "base.toml", "--keep-last").expect(None,
            shows=["Dan Mo\u00ebl (Reds)", "\n" + unknown.format("nobody") + "\n"])
        self.submit(adam=BOT)
        bots = self.intake("--keep-last", code=1)
        self.assertEqual({bot: os.path.basename(bots[bot]["submission"]) for bot in ("adam", "adam-2")}, {"adam": "eve", "adam-2": "adam"})
        entry_of = '# no [limits]\n[[names]]\nsubmission = "dan"\nbot = "{}"\n[[names]]\nsubmission = "eve"\nbot = "{}"\n'
        for names, said in ((("dan", "House"), "the bot of 'eve' is House, but there is another bot named 'house'"),
                            (("x", "X"), "the bot of 'dan' is x, but there is another bot named 'X'")):
            self.write("other.toml", entry_of.format(*names))
            self.tribunal("intake", "sent", "-o", "cup.toml", "--plan", "base.toml", "--names", "other.toml").refused(78, "other.toml: " + said)
        for alike in ("DAN", "d\u0430n"):
            self.write("other.toml", f'# no [limits]\n[[names]]\nsubmission = "eve"\nbot = "{alike}"\n')
            self.tribunal("intake", "sent", "-o", "cup.toml", "--plan", "base.toml", "--names", "other.toml").refused(
                78, f"other.toml: the bot of 'eve' is {alike}, but there is another bot named 'dan'")
        self.tribunal("intake", "sent", "-o", "cup.toml", "--plan", "base.toml", "--names", "nofile.toml").refused(
            2, "nofile.toml: no such file; expected a list of submissions")
        self.write("other.toml", '[[names]]\nsubmission = "dan"\nbot = "a b"  # no [limits]\n')
        self.tribunal("intake", "sent", "-o", "cup.toml", "--plan", "base.toml", "--names", "other.toml").expect(78,
            "other.toml:3:7: 'a b' is not a name of a bot")

    def test_an_author_whom_the_list_excludes_does_not_play_and_is_told_why(self) -> None:
        """Also while many of the authors are excluded. No other bot gets the name, and the author may return."""
        self.submit(ann=BOT, bob=BOT, eve=BOT, fay=BOT)
        self.intake()
        entry_of = '# no [limits]\n[[names]]\nsubmission = "{}"\nexcluded = {}\n'
        self.write("names.toml", entry_of.format("eve", '"plays by the code of <b>bob"') + '[[names]]\nsubmission = ["fay", "fay_v2"]\n'
                   'excluded = "sold the deals"\n')
        self.submit(EVE=BOT, fay_v2=BOT)
        report = self.intake()[""]
        self.assertEqual(([bot["bot"] for bot in report["bots"]], report["gone"], report["dropped"], report["plan_is_written"]),
                         (["EVE-2", "ann", "bob"], [], [], True))
        self.assertEqual([(one["bot"], one["submission"], one["reason"]) for one in report["excluded"]],
                         [("eve", self.path("sent", "eve"), "plays by the code of <b>bob"), ("fay", self.path("sent", "fay"), "sold the deals"),
                          ("fay_v2", self.path("sent", "fay_v2"), "sold the deals")])
        self.assertNotIn('name = "eve"', self.read("cup.toml"))
        self.assertIn("the organiser has excluded this bot, and it does not play: plays by the code of", self.page("eve"))
        again = self.tribunal("intake", "sent", "-o", "cup.toml", "--plan", "base.toml").expect()
        self.assertIn(f"left out: {self.path('sent', 'eve')}: eve is excluded by names.toml: plays by the code of <b>bob\n", again.out)
        self.write("names.toml", "# no [limits]\n")
        self.assertEqual(self.verdicts()["eve"], "admitted, as before")
        self.assertIn('name = "eve"', self.read("cup.toml"))
        for reason, said in (('""', "expected a reason, which is published"), ("true", "text"), ('"a\\nb"', "one line of printable text"),
                             ('["x"]', "text"), (f'"{"x" * 5000}"', "at most")):
            self.write("names.toml", entry_of.format("eve", reason))
            self.tribunal("intake", "sent", "-o", "cup.toml", "--plan", "base.toml").expect(78, says_like=r"names.toml:4:\d+: .*" + said)
        for name, meant in (("ANN", "ann"), ("\u0430nn", "ann"), ("Eve-2", "EVE")):
            self.write("names.toml", entry_of.format(name, '"x"'))
            self.tribunal("intake", "sent", "-o", "cup.toml", "--plan", "base.toml").refused(
                78, f"names.toml: submission '{name}' is excluded, but no submission has this name, and none had it before; did you mean '{meant}'?")
        self.write("names.toml", entry_of.format("zoe", '"x"'))
        self.assertEqual(len(self.intake()[""]["no_effect"]), 1)
        self.write("names.toml", "".join(entry_of.format(name, '"x"') for name in os.listdir(self.path("sent"))))
        self.tribunal("intake", "sent", "-o", "cup.toml", "--plan", "base.toml").expect(78, "names.toml excludes all submissions")

    def test_a_bot_with_the_files_of_another_is_told(self) -> None:
        text = PLAYER + "".join(f"value_{number} = {number} * 7\n" for number in range(40))
        self.submit(dan=folder({"bot.py": text}), eve=folder({"other.py": "x = 1\n" * 3 + PLAYER}))
        self.intake()
        shutil.rmtree(self.path("sent", "dan"))
        disguised = '"""Mine.\nAll of it."""\n' + text.replace("* 7", "* 7  # by me").replace("\n", "\r") + "# new\rmore = 1\r"
        self.submit(dan_v2=folder({"main.py": disguised, ".DS_Store": "\0", ".git/config": "[core]\n" * 20, "__pycache__/a": "a = 1\n"}))
        ended = self.tribunal("intake", "sent", "-o", "cup.toml", "--plan", "base.toml").expect()
        self.assertIn("dan_v2 has the files of dan: 100 % of the lines are equal; if both belong to one person", ended.out)
        self.assertEqual(self.intake()[""]["alike"][0]["bots"], ["dan_v2", "dan"])

    def test_who_is_excluded_and_sends_under_another_name_is_told(self) -> None:
        lines = ["".join(f"{name}_{number} = {number}\n" for number in range(40)) for name in ("x", "y", "z")]
        self.submit(ann=folder({"bot.py": PLAYER + lines[0]}), bob=folder({"bot.py": PLAYER + lines[1]}), eve=folder({"bot.py": PLAYER + lines[2]}))
        self.intake()
        self.write("names.toml", '# no [limits]\n[[names]]\nsubmission = "eve"\nexcluded = "late"\n')
        shutil.rmtree(self.path("sent", "eve"))
        self.submit(eva=folder({"bot.py": PLAYER + "\n# mine\n" + lines[2], "bot.toml": 'command = "python3 bot.py"\nname = "eve"\n'}))
        report = self.intake()[""]
        self.assertEqual([(pair["bots"], pair["source"]) for pair in report["alike"]], [(["eva", "eve"], "eve")])

    def test_bots_of_a_few_lines_are_not_told_as_alike(self) -> None:
        self.submit(**{bot: folder({"bot.sh": FIRST_OF_SHELL, "notes": bot}) for bot in ("ann", "bob")})
        self.assertEqual(self.intake()[""]["alike"], [])

    def test_a_copy_is_found_by_its_lines_whatever_its_file_is_called_and_told_once(self) -> None:
        text = PLAYER + "".join(f"value_{number} = {number} * 7\n" for number in range(40))
        kit = self.tribunal("help", "tribunal_bot.py").expect().out
        own = "".join(f"own_{number} = {number} + 7\n" for number in range(12))
        self.submit(dan=folder({"bot.py": text}), eve=folder({"bot.py": "import tribunal_bot\n", "tribunal_bot.py": text}),
                    fay=folder({"bot.py": "import sys\nsys.path.insert(0, '.code')\nimport kit\n", ".code/kit.py": text}),
                    guy=folder({"bot.sh": FIRST_OF_SHELL, "lib/kit.py": kit, "own.txt": own}),
                    hal=folder({"bot.sh": FIRST_OF_SHELL, "lib/tools.py": kit, "own.txt": own.replace("+ 7", "+ 8")}),
                    ivy=folder({"bot.sh": FIRST_OF_SHELL, "own.txt": own.replace("+ 7", "+ 9")}))
        pairs = self.intake()[""]["alike"]
        self.assertEqual(sorted(tuple(sorted(pair["bots"])) for pair in pairs), [("dan", "eve"), ("dan", "fay"), ("eve", "fay")])
        again = self.tribunal("intake", "sent", "-o", "cup.toml", "--plan", "base.toml").out
        self.assertNotIn("has the files of", again)
        self.assertRegex(again, "alike as before: (dan|eve|fay) and (dan|eve|fay), .* and .*, .* and .*\n")
        self.submit(fay=folder({"bot.sh": FIRST_OF_SHELL}))
        shutil.rmtree(self.path("sent", "dan"))
        again = self.tribunal("intake", "sent", "-o", "cup.toml", "--plan", "base.toml").expect().out
        self.assertNotIn("alike as before", again)

    def test_pairs_of_many_bots_are_told_in_part_and_all_are_in_the_json(self) -> None:
        own = ["".join(f"own_{number} = {number} + {bot}\n" for number in range(12)) for bot in range(10)]
        self.submit(**{f"b{bot}": folder({"bot.sh": FIRST_OF_SHELL, "own.txt": own[max(bot - 7, 0)], "x": str(bot)}) for bot in range(17)})
        told = self.tribunal("intake", "sent", "-o", "cup.toml", "--plan", "base.toml").expect().out
        self.assertEqual(told.count(" have the same files: 100 % of the lines are equal, and it is unknown whose were first; "), 20, told)
        self.assertIn("\nand 8 more such pairs ('alike' in the JSON)\n", told)
        shutil.rmtree(self.path("sent", "b7"))
        told = self.tribunal("intake", "sent", "-o", "cup.toml", "--plan", "base.toml").expect().out
        self.assertRegex(told, r"\nalike as before: b0 and b1, (b\d and b\d, ){7}and 13 more pairs \('alike' in the JSON\)\n")
        self.assertEqual(len(self.intake()[""]["alike"]), 28)

    def test_who_sent_first_is_never_said_to_have_the_files_of_the_other(self) -> None:
        """For each night in turn: what is sent, and who is named. The second of a sentence was there first."""
        lines = ["".join(f"{name}_{number} = {number}\n" for number in range(40)) for name in ("x", "y", "z")]
        bots = [folder({"bot.py": PLAYER + "\n" + text}) for text in lines]
        better = folder({"bot.py": PLAYER + "\n" + lines[0] + "more = 1\n"})
        known, unknown = "mia has the files of lena", "lena and mia have the same files"
        for story in (
            (({"lena": bots[0]}, ""), ({"mia": bots[0]}, known), ({"lena": better}, known), ({"mia": better}, known), ({}, "")),
            (({"lena": bots[0], "mia": bots[1]}, ""), ({"mia": bots[0]}, known), ({"lena": better, "mia": better}, known)),
            (({"lena": bots[0], "mia": bots[0]}, unknown), ({"lena": better}, unknown), ({"mia": bots[2]}, ""), ({"mia": better}, unknown)),
            (({"lena": BROKEN}, ""), ({"mia": bots[0]}, ""), ({"lena": bots[0]}, unknown)),
            (({"lena": bots[0]}, ""), ({"mia": better}, known), ({"lena": bots[1]}, ""), ({"lena": bots[0]}, unknown))):
            for sent, said in story:
                self.submit(zoe=folder({"bot.sh": FIRST_OF_SHELL}), **sent)
                told = self.tribunal("intake", "sent", "-o", "cup.toml", "--plan", "base.toml").out
                self.assertEqual(re.findall(r"^(\w+ (?:has|and) .*): ", told, re.MULTILINE), [said] if said else [], (sent.keys(), told))
            subprocess.run(["chmod", "-R", "u+w", self.path("cup.intake")], check=True)
            for name in ("cup.intake", "sent"):
                shutil.rmtree(self.path(name))
            os.remove(self.path("cup.toml"))

    def test_a_version_that_is_kept_is_compared_whatever_its_length(self) -> None:
        tiny = folder({"bot.sh": FIRST_OF_SHELL})
        self.submit(ann=tiny, bob=BOT)
        self.intake()
        self.submit(ann=BROKEN, eve=tiny)
        bots = self.intake("--keep-last", code=1)
        self.assertEqual((bots["ann"]["same_as"], bots["eve"]["same_as"], bots["bob"]["same_as"]), (["eve"], ["ann"], []))
        self.assertIn("the same files: ann, eve\n", self.tribunal("intake", "sent", "-o", "cup.toml", "--plan", "base.toml", "--keep-last").out)

    def test_two_submissions_that_the_list_gives_to_one_person_are_not_told_as_alike(self) -> None:
        with_lines = "\n" + "".join(f"x{number} = {number}\n" for number in range(40))
        self.submit(dan=folder({"bot.py": PLAYER + with_lines}), dan_v2=folder({"bot.py": "y = 1\n" + PLAYER + with_lines}),
                    eve=folder({"bot.sh": FIRST_OF_SHELL}))
        self.assertEqual([pair["bots"] for pair in self.intake()[""]["alike"]], [["dan", "dan_v2"]])
        self.write("names.toml", '# no [limits]\n[[names]]\nsubmission = ["dan", "dan_v2"]\n')
        for _ in range(2):
            self.assertEqual(self.intake()[""]["alike"], [])

    def test_equal_submissions_are_told_to_the_organiser_only(self) -> None:
        self.submit(zoe=BOT, yves=BOT, xena=sound_bot("#\n"))
        bots = self.intake()
        self.assertEqual([bots[name]["same_as"] for name in ("zoe", "yves", "xena")], [["yves"], ["zoe"], []])
        for name, other in (("zoe", "yves"), ("yves", "zoe")):
            self.assertNotIn(other, self.page(name))
        self.assertIn("the same files: yves, zoe\n",
                      self.tribunal("intake", "sent", "-o", "cup.toml", "--plan", "base.toml").expect().out)
        self.plays()


def with_setuid_link(path: str) -> None:
    """A hard link, with data and the setuid bit, to a file of the archive."""
    link = entry("h", tarfile.LNKTYPE, "a")
    link.pax_headers = {"comment": "by which a link may have data"}
    tarball((entry("bot.py"), PLAYER.encode()), (entry("a"), b"x"), (link, b"data"))(path)


class Safety(Intakes):
    def setUp(self) -> None:
        super().setUp()
        self.write("base.toml", SANDBOXED + HOUSE)

    def test_no_file_of_an_author_has_a_special_mode_and_none_is_for_others(self) -> None:
        self.submit(ann=BOT)
        with_setuid_link(self.path("sent", "bob.tar.gz"))
        self.intake()
        for folder, _, files in os.walk(self.path("cup.intake")):
            for name in files:
                self.assertEqual(os.lstat(os.path.join(folder, name)).st_mode & 0o7022, 0, name)
        modes = {name: os.stat(self.path("cup.intake", name)).st_mode & 0o777 for name in ("bots", "pages", "memory.json")}
        self.assertEqual(modes, {"bots": 0o711, "pages": 0o700, "memory.json": 0o600})

    def test_one_bound_of_time_holds_for_all_that_comes_before_the_check(self) -> None:
        self.write("base.toml", BASE + "seconds = 1\n" + HOUSE)
        slow = folder({"bot.py": PLAYER, "bot.toml": 'command = "python3 bot.py"\nbuild = "sleep 60"\n'})
        self.submit(ann=BOT, bob=slow, cid=slow)
        with gzip.open(self.path("sent", "dan.tar.gz"), "wb", 1) as archive:  # one file, again and again
            archive.write(entry("d/f").tobuf() * 90_000)
        bots = self.intake("--workers", "2", code=1)
        self.assertIn("it takes more than 1 s to unpack", bots["dan"]["why"])
        for name in ("bob", "cid"):  # the second waits for the first, which builds the same
            self.assertRegex(bots[name]["why"], r"did not end within 1 s \(\[build\] seconds\)|another run builds the same source")
        self.assertEqual(bots["ann"]["verdict"], "admitted")

    def test_a_bot_that_writes_beside_its_files_costs_no_other_bot_its_night(self) -> None:
        self.write("base.toml", BASE + HOUSE)
        self.submit(ann=BOT, bob=folder({"bot.py": PLAYER + "open(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'log'), 'a').close()\n"}))
        for _ in range(2):
            bots = self.intake(code=1)
            self.assertEqual((bots["ann"]["verdict"], bots["bob"]["verdict"]), ("admitted", "refused"))
            if os.geteuid() == 0:  # others cannot write there
                self.assertIn("its files changed while it was checked", bots["bob"]["why"])

    def test_all_anew_is_built_anew(self) -> None:
        self.submit(ann=folder({"bot.py": PLAYER, "bot.toml": 'build = "date +%s%N > stamp"\ncommand = "python3 bot.py"\n'}))
        self.intake()
        self.intake("--again")
        self.assertEqual(len(os.listdir(self.path("cup.intake", "bots"))), 2)


class Plans(Intakes):
    def refused(self, code: int, *said: str, words: Tuple[str, ...] = ("sent", "-o", "cup.toml", "--plan", "base.toml")) -> None:
        ended = self.tribunal("intake", *words).expect(code)
        self.assertEqual(len(ended.err.splitlines()), 1, ended)
        for text in said:
            self.assertIn(text, ended.err)

    def test_without_a_plan_it_is_one_of_new_plan(self) -> None:
        self.submit(ann=BOT, bob=BOT)
        self.intake("--game", "revolution", "--players", "2", "--deals", "3", "--rule", "scoring=basic", plan=())
        text = self.read("cup.toml")
        for line in ('name = "cup"', "deals = 3", "players = 2", 'scoring = "basic"', 'format = "round-robin"'):
            self.assertIn(line + "\n", text)
        self.tribunal("tournament", "cup.toml").expect()
        self.refused(2, "--plan", words=("sent", "-o", "cup.toml"))
        self.refused(2, "--deals", words=("sent", "-o", "cup.toml", "--plan", "base.toml", "--deals", "3"))

    def test_single_folders_and_archives_are_taken_as_they_are_named(self) -> None:
        self.submit(ann=BOT)
        archive({"bot.py": PLAYER + "#\n"})(self.path("bob.ZIP"))
        self.tribunal("intake", "--submission", "sent/ann", "bob.ZIP", "-o", "cup.toml", "--plan", "base.toml").expect()
        self.assertEqual(re.findall(r'^name = "(.*)"$', self.read("cup.toml"), re.MULTILINE), ["night", "house", "ann", "bob"])
        self.tribunal("intake", "bob.ZIP", "./bob.ZIP", "sent/../bob.ZIP", "--submission", self.path("bob.ZIP"), "--submission", "sent/ann",
                      "--submission", "./sent/ann/", "-o", "cup.toml", "--plan", "base.toml").expect()
        self.refused(2, "expected INBOX", words=("-o", "cup.toml", "--plan", "base.toml"))
        self.refused(2, "no such file or folder", words=("nobody", "-o", "cup.toml", "--plan", "base.toml"))

    def test_a_base_plan_may_name_bots_of_authors_and_begin_with_a_byte_order_mark(self) -> None:
        self.submit(ann=BOT, bob=BOT)
        self.write("base.toml", "\ufeff" + BASE.replace("players", 'anchor = "bob=1500"\nplayers') + HOUSE)
        self.intake()
        self.assertNotIn("\ufeff", self.read("cup.toml"))
        self.plays()
        shutil.rmtree(self.path("sent", "bob"))
        self.tribunal("intake", "sent", "-o", "cup.toml", "--plan", "base.toml").expect(78, "there is no bot named 'bob' to be the anchor",
            lacks="placeholder")

    def test_a_plan_that_cannot_be_played_is_not_written(self) -> None:
        self.write("base.toml", BASE)
        self.submit(ann=BOT, bob=folder({}))
        self.tribunal("intake", "sent", "-o", "cup.toml", "--plan", "base.toml", "--reports", "pages").expect(78, "cup.toml is not written",
            shows="1 of 2 submissions admitted")
        self.assertFalse(os.path.exists(self.path("cup.toml")))
        self.assertTrue(os.path.exists(self.path("pages/bob.html")))

    def test_mistakes_of_the_organiser_are_told_before_anything_is_built(self) -> None:
        self.submit(ann=BOT)
        self.write("base.toml", BASE + HOUSE + "speed = 3\n")
        self.refused(78, "base.toml:", "there is no key 'speed'")
        self.write("base.toml", BASE + HOUSE)
        self.write("other/base.toml", BASE + HOUSE)
        self.refused(2, "expected a file in the folder of", words=("sent", "-o", "cup.toml", "--plan", "other/base.toml"))
        self.write("mine.toml", BASE + HOUSE)
        self.refused(74, "is not a plan of 'tribunal intake'", words=("sent", "-o", "mine.toml", "--plan", "base.toml"))
        self.assertEqual(self.read("mine.toml"), self.read("base.toml"))
        for words in (("-o", "sent/cup.toml", "--game", "mitch"), ("-o", "cup.toml", "--plan", "base.toml", "--reports", "sent/pages")):
            self.refused(2, "would be taken for a submission", words=("sent", *words))
        for words in (("-o", "sent/ann/cup.toml", "--game", "mitch"), ("-o", "cup.toml", "--plan", "base.toml", "--reports", "sent/ann/a/b")):
            self.refused(2, "would be taken for a submission", words=("sent", *words))
            self.refused(2, "is in a submission", words=("--submission", "sent/ann", *words))
        self.assertEqual((os.listdir(self.path("sent")), os.listdir(self.path("sent", "ann"))), (["ann"], [BOT_FILE]))
        for name in ("base.intake", "cup.plan", "cup", "cup.toml.txt"):
            self.refused(2, "ends in .toml", words=("sent", "-o", name, "--plan", "base.toml"))
        self.refused(2, "--out base.toml: the command reads this file too", words=("sent", "-o", "base.toml", "--plan", "base.toml"))

    def test_a_damaged_memory_and_a_second_intake_are_refused(self) -> None:
        self.submit(ann=BOT)
        self.intake()
        memory = self.read("cup.intake/memory.json")
        for damaged in ("", "[]", memory[:-30], memory.replace('"schema": 1', '"schema": 9')):
            self.write("cup.intake/memory.json", damaged)
            self.refused(2, "memory.json", "remove the file")
        self.write("cup.intake/memory.json", memory)
        with open(self.path("cup.intake/lock"), "wb") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            self.refused(75, "another intake is running")

    def test_an_interrupted_intake_goes_on_where_it_was(self) -> None:
        self.write("base.toml", SANDBOXED + HOUSE)
        self.submit(ann=BOT, bob=folder({"bot.py": scripted("slow", start="time.sleep(60)")}))
        with subprocess.Popen([TRIBUNAL, "intake", "sent", "-o", "cup.toml", "--plan", "base.toml", "--workers", "1"],
                              cwd=self.folder, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as run:
            assert run.stderr is not None
            self.assertIn("1 of 2: ann admitted", run.stderr.readline())
            run.terminate()
            self.assertEqual(run.wait(30), 75)
        self.submit(bob=BOT)
        self.assertEqual(self.verdicts(), {"ann": "admitted, as before", "bob": "admitted"})
