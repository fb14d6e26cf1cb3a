"""The season of docs/season.md: every command of the page, with twelve authors in the languages of this machine."""
import os
import re
import shutil
import subprocess
import unittest
from typing import Callable, Dict, List, Tuple

from bots import scripted
from cup import Results
from program import BIN, ROOT, Ended, InFolder, run, text_of
from submissions import SOUND, available, folder

KIT = text_of(os.path.join(ROOT, "sdk", "python", "tribunal_bot.py"))
COUNTER = text_of(os.path.join(ROOT, "sample-bots", "counter.py"))
AUTHORS = ("ann", "bob", "cyd", "dan", "eve", "fay", "gus", "hal", "ida", "jan", "kim", "lea")
BROKEN = {"bot.py": "raise SystemExit('nothing yet')\n"}


def blocks_of(page: str) -> List[Tuple[str, str]]:
    """The commands of the page, each block with the heading above it."""
    parts = re.split(r"^## (.*)$", page, flags=re.MULTILINE)
    return [(heading, block) for heading, text in zip(parts[1::2], parts[2::2])
            for block in re.findall(r"^```sh\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)]


def with_exit_codes(block: str) -> str:
    """A block that ends at once if a command ends with another code than the page says."""
    return "set -e\n" + re.sub(r"^(.*?)  # exit code (\d+)$", r"status=0; \1 || status=$?; [ $status = \2 ]", block, flags=re.MULTILINE)


class Season(InFolder):
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

    def second_night(self) -> None:
        self.send("kim", folder(BROKEN))
        self.send("lea", folder({"bot.py": scripted("lea", "word[-1]")}))

    def third_night(self) -> None:
        self.send("ann", folder({"bot.py": COUNTER, "tribunal_bot.py": KIT}))

    def test_every_command_of_the_page_does_as_it_says(self) -> None:
        for name in ("inbox", "www"):
            os.mkdir(self.path(name))
        nights: Dict[str, Callable[[], None]] = {
            "The first night": self.first_night, "Every further night": self.second_night, "A decision": self.third_night}
        environment = {**os.environ, "PATH": BIN + ":" + os.environ["PATH"], "XDG_CACHE_HOME": self.path("cache")}
        page = text_of(os.path.join(ROOT, "docs", "season.md"))
        met = set()
        for heading, block in blocks_of(page):
            if heading not in met and heading in nights:
                nights[heading]()
            met.add(heading)
            ended: Ended = run(["bash", "-c", with_exit_codes(block)], 300, cwd=self.folder, env=environment)
            self.assertEqual(ended.code, 0, f"{heading}\n{block}\n{ended.out[-3000:]}\n{ended.err[-3000:]}")
        self.assertLessEqual(set(nights), met)
        for night in range(1, 5):
            self.assertEqual(Results(self.path(f"results/night-{night}")).query("SELECT * FROM notes WHERE kind = 'fault'"), [])


if __name__ == "__main__":
    unittest.main()
