"""The season of docs/season.md: every command of the page, with fifteen authors in the languages of this machine, and
the output that the page shows for its recipes."""
import json
import os
import re
import shutil
import subprocess
import time
from pathlib import Path
from typing import Callable, Dict, List, NamedTuple, Tuple

from bots import scripted
from cup import Results
from program import ROOT, TRIBUNAL, Ended, InFolder, path_with_program, run, text_of
from submissions import SOUND, archive, available, folder

KIT = text_of(os.path.join(ROOT, "sdk", "python", "tribunal_bot.py"))
COUNTER, SHEDDER = (text_of(os.path.join(ROOT, "sample-bots", name)) for name in ("counter.py", "shedder.py"))
AUTHORS = ("ann", "bob", "cyd", "dan", "eve", "fay", "gus", "hal", "ida", "jan", "kim", "lea", "max", "nia", "oli")
BROKEN = {"bot.py": "raise SystemExit('nothing yet')\n"}
# It ends where the test makes the machine fail.
MORTAL = scripted("max", "word[-1]", ask=f"if os.nice(0) > {os.nice(0) + 4}: os._exit(1)")


class Block(NamedTuple):
    """Commands of the page, and lines of their output."""
    heading: str  # the one above it
    number: int   # among the blocks below that heading
    commands: str
    printed: str


def blocks_of(page: str) -> List[Block]:
    parts = re.split(r"^##+ (.*)$", page, flags=re.MULTILINE)
    form = re.compile(r"^```sh\n(.*?)^```$(?:\n\n^```\n(.*?)^```$)?", re.MULTILINE | re.DOTALL)
    return [Block(heading, number, *block.groups(default=""))
            for heading, text in zip(parts[1::2], parts[2::2]) for number, block in enumerate(form.finditer(text))]


def with_exit_codes(block: str) -> str:
    """A block that ends at once if a command has a different exit code than the page says."""
    return "set -e\n" + re.sub(r"^(.*?)  # exit code (\d+)$", r"status=0; \1 || status=$?; [ $status = \2 ]", block, flags=re.MULTILINE)


def pattern_of(line: str) -> str:
    return "(?m)^(tribunal: )?" + ".*".join(re.escape(part) for part in line.split("...")) + "$"


class Season(InFolder):
    def setUp(self) -> None:
        super().setUp()
        self.environment = {**os.environ, "PATH": path_with_program(), "XDG_CACHE_HOME": self.path("cache")}

    def send(self, author: str, make: Callable[[str], None], ending: str = "") -> None:
        """Puts a submission into the inbox, in place of the author's last one."""
        for name in os.listdir(self.path("inbox")):
            if name.split(".")[0] == author:
                path = self.path("inbox", name)
                shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)
        make(self.path("inbox", author + ending))

    def first_night(self) -> None:
        kinds = available(SOUND, with_slow=True)
        wanted = ["stated", "zipped", "built", "make", "cmake", "java", "rust", "go", "typescript"]
        for author, kind in zip(AUTHORS, [kind if kind in kinds else "python" for kind in wanted]):
            self.send(author, SOUND[kind].make, SOUND[kind].ending)
        self.send("jan", folder({"bot.py": COUNTER, "tribunal_bot.py": KIT}))
        self.send("kim", folder({"bot.py": scripted("kim", "word[-1]")}))
        self.send("lea", folder(BROKEN))
        for author, kind in (("max", "github"), ("nia", "tarball"), ("oli", "shell")):
            self.send(author, SOUND[kind].make, SOUND[kind].ending)

    def second_night(self) -> None:
        self.send("kim", folder(BROKEN))
        self.send("lea", folder({"bot.py": scripted("lea", "word[-1]")}))

    def third_night(self) -> None:
        self.send("ann", folder({"bot.py": COUNTER, "tribunal_bot.py": KIT}))

    def loose_files(self) -> None:
        self.send("kim", folder({"bot.py": scripted("kim", "word[-1]")}))
        self.send("dan", folder({"bot.py": SHEDDER, "tribunal_bot.py": KIT}))
        self.write("inbox/bot.py", scripted("somebody"))
        self.write("inbox/collect.sh", "#!/bin/sh\nexec true\n")

    def mail(self) -> None:
        for name in ("inbox/bot.py", "inbox/collect.sh"):
            os.remove(self.path(name))
        os.mkdir(self.path("mail"))
        archive({"bot.py": scripted("pia", "word[-1]")})(self.path("mail/pia.zip"))

    def half_a_copy(self) -> None:
        os.mkdir(self.path("elsewhere"))
        for name in os.listdir(self.path("inbox")):
            if name.split(".")[0] in ("ann", "bob", "cyd", "eve", "fay"):
                shutil.move(self.path("inbox", name), self.path("elsewhere", name))

    def another_name(self) -> None:
        for name in os.listdir(self.path("elsewhere")):
            shutil.move(self.path("elsewhere", name), self.path("inbox", name))
        self.send("dan_v2", folder({"bot.py": "# faster\n" + SHEDDER, "tribunal_bot.py": KIT}))

    def a_browser(self) -> None:
        self.send("eve", folder({"bot.py": scripted("eve")}))
        archive({"bot.py": scripted("eve", "word[-1]")})(self.path("inbox/eve (1).zip"))

    def moodle(self) -> None:
        os.makedirs(self.path("moodle/Zoe Bell_4711_assignsubmission_file"))
        folder({"onlinetext.html": "<p>my bot</p>"})(self.path("moodle/Zoe Bell_4711_assignsubmission_onlinetext"))
        archive({"zoe/bot.py": scripted("zoe")})(self.path("moodle/Zoe Bell_4711_assignsubmission_file/zoe-final.zip"))

    def other_rules(self) -> None:
        self.send("kim", folder(BROKEN))
        self.send("max", folder({"bot.py": MORTAL}))

    def a_killed_night(self) -> None:
        with subprocess.Popen([TRIBUNAL, "tournament", "night.toml", "--out", "results/night-5"], cwd=self.folder, env=self.environment,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as night:
            while night.poll() is None and Results(self.path("results/night-5")).query("SELECT count(*) FROM games") == [(0,)]:
                time.sleep(0.01)
            night.kill()

    def a_failing_machine(self) -> List[str]:
        """All games are of the last round, with deals in which every bot is asked. The words come before the
        commands."""
        plan = text_of(self.path("night.toml")).replace('name = "night"', 'name = "night"\nseed = "1"', 1)
        self.write("night.toml", plan.replace("rounds = 3", "rounds = 1"))
        return ["nice", "-n", "5"]

    def several_bots(self) -> None:
        folder({"ann/bot.py": scripted("ann"), "bob/bot.py": scripted("bob")})(self.path("bots"))

    def program_of_a_hash(self) -> None:
        page = text_of(os.path.join(ROOT, "docs", "sandbox.md"))
        Path(self.path("bot-hash.py")).write_text(page.split("```python\n")[1].split("```")[0], encoding="utf-8")

    def test_every_command_of_the_page_does_as_it_says(self) -> None:
        os.mkdir(self.path("inbox"))
        before: Dict[Tuple[str, int], Callable[[], object]] = {
            ("The first night", 0): self.first_night, ("Every further night", 0): self.second_night, ("A decision", 0): self.third_night,
            ("Sources after the end", 0): self.program_of_a_hash,
            ("A file lies loose in the inbox", 0): self.loose_files, ("A submission comes by mail", 0): self.mail,
            ("The inbox was not copied whole", 0): self.half_a_copy, ("An author sends under another name", 0): self.another_name,
            ("A browser or Moodle changed the name", 0): self.a_browser, ("A browser or Moodle changed the name", 2): self.moodle,
            ("The rules change between two nights", 0): self.other_rules, ("A night was killed", 0): self.a_killed_night,
            ("The machine failed, and bots with it", 0): self.a_failing_machine, ("A repository of several bots", 0): self.several_bots}
        for block in blocks_of(text_of(os.path.join(ROOT, "docs", "season.md"))):
            words = before.pop((block.heading, block.number), lambda: None)() or []
            umask = "umask 077\n" if block.heading == "Publication" else ""  # of a careful organiser
            ended: Ended = run([*words, "bash", "-c", umask + with_exit_codes(block.commands)], 300, cwd=self.folder, env=self.environment)
            told = f"{block.heading}\n{block.commands}\n{ended.out[-3000:]}\n{ended.err[-3000:]}"
            self.assertEqual(ended.code, 0, told)
            for line in block.printed.splitlines():
                self.assertRegex(ended.out + "\n" + ended.err, pattern_of(line), told)
        self.assertEqual(before, {})
        played = {row["sha256"] for row in json.loads(text_of(self.path("www/final.json")))["standings"]["rows"]}
        self.assertEqual({name + ".tar" for name in played}, set(os.listdir(self.path("www/sources"))))
        closed = [str(path) for path in Path(self.path("www")).rglob("*") if not path.stat().st_mode & 0o004]
        self.assertEqual(closed, [], "a web server cannot read what the page publishes")
        site = [path for path in Path(self.path("www")).rglob("*") if path.is_file() and "sources" not in path.parts]
        self.assertLessEqual(sum(path.stat().st_size for path in site), 5_000_000)
        self.assertEqual(len(list(Path(self.path("www")).glob("night-????????.html"))), 4)
        for night in range(1, 6):
            self.assertEqual(Results(self.path(f"results/night-{night}")).query("SELECT * FROM notes WHERE kind = 'fault'"), [])
