"""The site of a season: what is in it, what is not, and that a further night adds only its files."""
import gzip
import json
import os
import re
import shutil
import subprocess
import unittest
from typing import Any, Dict, List

from bots import scripted
from cup import Cup, command_of, unconfined
from program import Folder, blocks_of, bytes_of, tribunal

AUTHOR = "änn+1"


def data_of(page: str) -> Dict[str, Any]:
    return {key: json.loads(text) for key, text in blocks_of(page).items()}


def night(number: int, seed: str = "") -> Cup:
    """A played night whose plan and bots have names that HTML must escape; no two have the same deals."""
    cup = Cup(unconfined({AUTHOR: "python3 secret-place/bot.py", "bob": command_of("bob")}, deals=2, players=2, name=f"Night <{number}>", seed=seed or str(number)))
    os.mkdir(cup.path("secret-place"))
    cup.write("secret-place/bot.py", scripted("ann", ask="print('in', os.getcwd(), os.path.abspath(__file__), '\\nmy private words', file=sys.stderr)\n"
              "if asked == 14: sys.exit(3)"))
    return cup.played("--quiet")


class Site(unittest.TestCase):
    nights: List[Cup]

    @classmethod
    def setUpClass(cls) -> None:
        cls.nights = [night(1), night(2)]

    def setUp(self) -> None:
        self.home = Folder("site")

    def site(self, *words: str, nights: int = 2) -> Any:
        return tribunal("site", *(cup.out for cup in self.nights[:nights]), "-o", "www", *words, cwd=self.home.folder)

    def files(self) -> Dict[str, str]:
        """The text of each file of the site, including its compressed data."""
        texts = {}
        top = self.home.path("www")
        for folder, _, names in os.walk(top):
            for name in names:
                path = os.path.join(folder, name)
                content = bytes_of(path)
                text = (gzip.decompress(content) if name.endswith(".gz") else content).decode()
                texts[os.path.relpath(path, top)] = text + json.dumps(data_of(text), ensure_ascii=False)
        return texts

    def test_the_site_has_an_index_and_the_files_of_each_night_and_nothing_of_the_organiser(self) -> None:
        self.site("--title", "The <season>").expect()
        files = self.files()
        index = data_of(files["index.html"])["report"]
        nights = index["season"]["nights"]
        self.assertEqual([one["title"] for one in nights], ["Night <1>", "Night <2>"])
        for one in nights:
            self.assertRegex(one["name"], r"^night-[12]-[0-9a-f]{8}$")
            self.assertTrue(one["commitment"].startswith(one["name"][-8:]))
        names = {one["name"] + end for one in nights for end in (".html", ".jsonl.gz", ".json")}
        self.assertEqual(set(files), {"index.html", "page.js", "page.css", *names})
        for name, text in files.items():
            with self.subTest(file=name):
                for word in (*(cup.folder for cup in self.nights), self.home.folder, "secret-place", "my private words"):
                    self.assertNotIn(word, text)
                if name.endswith(".html"):
                    html = text[:text.index('<script type="application/json')]
                    self.assertNotRegex(html, r"<script>|<style>|<i>|<season>|<[12]>")
                    self.assertIn('<link rel="stylesheet" href="page.css">', html)
        self.assertEqual([row["name"] for row in index["season"]["standings"]["rows"]].count(AUTHOR), 1)
        self.assertEqual({fact["value"] for fact in index["facts"] if fact["name"] == "results folder"}, {one["name"] for one in nights})

    def test_a_crash_is_on_the_page_without_what_the_bot_wrote_to_standard_error(self) -> None:
        self.site("--authors", "authors.txt", nights=1).expect()
        messages = {fault["message"] for name, text in self.files().items() if name.startswith("night-1") and name.endswith(".html")
                    for fault in data_of(text)["report"]["faults"]}
        self.assertTrue(messages)
        for message in messages:
            self.assertRegex(message, "^exited with 3 (in the middle of a game|at its first question)$")
        place = next(line.split()[0] for line in self.home.read("authors.txt").splitlines() if line.endswith(AUTHOR))
        self.assertTrue(any("ends with 'my private words'" in text for name, text in self.files().items() if name.startswith(place)))

    def test_the_page_of_an_author_names_no_place_of_the_organiser(self) -> None:
        night, page = self.nights[0], self.home.path("bob.html")
        last, below = os.path.basename(night.out), os.path.relpath(night.out, night.folder)
        for folder, name, here in ((night.out, last, self.home.folder), (night.out + "/", last, self.home.folder), (night.out, below, night.folder),
                                   (below, below, night.folder)):
            tribunal("report", folder, "--bot", "bob", "-o", page, cwd=here).expect()
            self.assertEqual([source["name"] for source in data_of(self.home.read("bob.html"))["report"]["sources"]], [name])
        tribunal("report", night.out, "--bot", AUTHOR, "-o", page).expect()
        errors = tribunal("export", night.out, "--bot", AUTHOR, "--stderr", "-").expect().out
        for text in (json.dumps(data_of(self.home.read("bob.html"))), errors):
            self.assertIn("in . secret-place/bot.py", text)
            self.assertNotIn(night.folder, text)

    def test_a_night_without_its_secret_is_not_verified_and_names_no_place(self) -> None:
        cup = Cup(unconfined("one two", deals=2, players=2, seed="")).played("--quiet")
        folder = self.home.path("night")
        shutil.copytree(cup.out, folder)
        os.remove(os.path.join(folder, "secret"))
        for words in (("site", folder, "-o", "www"), ("report", folder, "--folder", "www")):
            ended = tribunal(*words, cwd=self.home.folder).expect()
            self.assertIn("the games are not compared with their records, because the secret of the deals is missing", ended.err)
            self.assertFalse([name for name, text in self.files().items() if self.home.folder in text and words[0] == "site"])

    def test_anybody_can_verify_the_logs_and_the_standings_with_the_plan_and_the_secret(self) -> None:
        self.site(nights=1).expect()
        logs = next(name for name in os.listdir(self.home.path("www")) if name.endswith(".gz"))
        with gzip.open(self.home.path("www", logs), "rb") as packed, open(self.home.path(logs[:-3]), "wb") as log:
            shutil.copyfileobj(packed, log)
        tribunal("verify", self.home.path(logs[:-3])).expect()
        standings = self.home.path("www", logs.replace(".jsonl.gz", ".json"))
        tribunal("verify", self.home.path(logs[:-3]), "--plan", self.nights[0].path("cup.toml"), "--standings", standings).expect()

    def test_a_further_night_adds_its_files_and_changes_only_the_index(self) -> None:
        self.site("--authors", "authors.txt", nights=1).expect()
        before = {name: os.stat(self.home.path("www", name)).st_ino for name in self.files()}
        self.site("--authors", "authors.txt", nights=1).expect(shows=": 0 files written, ")
        self.site("--authors", "authors.txt").expect()
        changed = {name for name, number in before.items() if os.stat(self.home.path("www", name)).st_ino != number}
        self.assertEqual({re.sub("[0-9a-f]{32}", "X", name) for name in changed}, {"index.html", "authors/X/index.html"})

    def test_pages_of_authors_have_names_that_only_the_list_knows(self) -> None:
        self.site("--authors", "authors.txt").expect(shows="authors.txt: the folders of the authors")
        listed = self.home.read("authors.txt")
        self.assertEqual(os.stat(self.home.path("authors.txt")).st_mode & 0o777, 0o600)
        lines = dict(line.split(" ", 1)[::-1] for line in listed.splitlines())
        self.assertEqual(set(lines), {AUTHOR, "bob"})
        files = self.files()
        for place in lines.values():
            self.assertRegex(place, "^authors/[0-9a-f]{32}/$")
            self.assertEqual([name for name, text in files.items() if place.split("/")[1] in text], [])
        own = [name for name in files if name.startswith(lines[AUTHOR])]
        self.assertEqual(len(own), 3)
        for name in own:
            if name.endswith("index.html"):
                self.assertIn("Night &lt;1&gt;", files[name])
                continue
            self.assertEqual(data_of(files[name])["report"]["bot"], AUTHOR)
            self.assertIn('<script src="../../page.js"></script>', files[name])
        self.assertEqual(files["authors/index.html"], "{}")
        for edited in (listed, listed.replace("\n", "\r\n"), listed + "\n"):
            self.home.write("authors.txt", edited)
            self.site("--authors", "authors.txt").expect(shows=": 0 files written, ")
            self.assertEqual(self.home.read("authors.txt"), listed)

    def test_authors_need_not_see_what_others_did_with_their_cards(self) -> None:
        def others() -> bool:
            return any('"others": {' in text for name, text in self.files().items() if name.startswith("authors/"))
        self.site("--authors", "authors.txt").expect()
        self.assertTrue(others())
        self.site("--authors", "authors.txt", "--hide-others").expect()
        self.assertFalse(others())

    def test_nights_of_one_name_and_secret_have_files_of_their_own(self) -> None:
        shutil.copytree(self.nights[0].out, self.home.path("copy"))
        made = tribunal("site", self.nights[0].out, "copy", "-o", "www", cwd=self.home.folder).expect()
        files = self.files()
        first, second = (one["name"] for one in data_of(files["index.html"])["report"]["season"]["nights"])
        self.assertEqual(second, first + "-2")
        self.assertLessEqual({name + end for name in (first, second) for end in (".html", ".jsonl.gz", ".json")}, set(files))
        self.assertIn("counts once", made.err)

    def test_the_list_of_persons_is_read_once(self) -> None:
        os.mkfifo(self.home.path("persons"))  # whoever opens it again waits for ever
        with subprocess.Popen(["sh", "-c", "printf '[[names]]\\nsubmission = [\"bob\"]\\nperson = \"Bob\"\\n' > persons"], cwd=self.home.folder):
            self.site("--names", "persons", nights=1).expect()

    def test_what_cannot_be_a_site_is_refused(self) -> None:
        self.site("--authors", "www/authors.txt").refused(2, "everybody can read a file in the site")
        token, other = "0" * 32, "1" * 32
        for second in (f"authors/{token}/ eve", f"authors/{other}/ bob"):
            self.home.write("authors.txt", f"authors/{token}/ bob\n{second}\n")
            self.site("--authors", "authors.txt").refused(2, f"'{second}' has a folder or a bot of an earlier line; expected one folder for each bot")
        self.site("--authors", "/dev/zero").refused(2, "/dev/zero: is not a file; expected a list of authors, or a new file")
        self.site("--hide-others").refused(2, "--hide-others")
        self.home.write("own/index.html", "<h1>Welcome</h1>")
        tribunal("site", self.nights[0].out, "-o", self.home.path("own")).refused(74, "index.html: is not a page of tribunal site")
        self.assertEqual(self.home.read("own/index.html"), "<h1>Welcome</h1>")
        for name in ("page.js", "index.html", "authors"):
            www = self.home.path("www-" + name)
            os.mkdir(www)
            os.symlink(self.home.path("victim"), os.path.join(www, name))
            for words in (("site", "--authors", self.home.path("list.txt"), "-o", www),
                          *([("report", "--folder", www)] if name != "authors" else [])):
                tribunal(words[0], self.nights[0].out, *words[1:]).refused(74, f"{name}: is a symbolic link, which is not followed")
            self.assertFalse(os.path.exists(self.home.path("victim")))
        self.home.write("file", "")
        for words in (("site", "-o", "file/www"), ("report", "--folder", "file/www")):
            tribunal(words[0], self.nights[0].out, *words[1:], cwd=self.home.folder).refused(74, "file/www: cannot be created: Not a directory")
        for place in (self.nights[0].out, self.nights[0].folder):
            for words in (("site", "-o", place), ("report", "--folder", place)):
                tribunal(words[0], self.nights[0].out, *words[1:]).refused(2, "with the secret of its deals; expected a folder without results")
        self.home.write("authors.txt", "authors/../../etc/ bob\n")
        self.site("--authors", "authors.txt").refused(2, "is not a line of a list of authors")
        with night(3) as changed:
            changed.change("UPDATE games SET scores = '9,0'")
            ended = tribunal("site", changed.out, "-o", "www", cwd=self.home.folder)
            self.assertNotEqual(ended.code, 0)
        self.assertEqual([name for name in ("www/index.html", "www/authors") if os.path.exists(self.home.path(name))], [])
