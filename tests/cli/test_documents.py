"""The program has no dead references: the pages, files and bots that its documents, helps and messages name are in the
program, or the sentence says that they are in the repository."""

import functools
import os
import pathlib
import re
import sys
import tempfile
import unittest
from unittest import mock

from program import Ended, on_terminal, put, tribunal

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMMANDS = re.findall(r"^  ([a-z][a-z-]+) ", tribunal("--help").out, re.MULTILINE)
PAGES = re.findall(r"^  (\S+) +\S", tribunal("help", "documents").out, re.MULTILINE)
FILES = re.findall(r"^  (\S+)$", tribunal("help", "documents").out, re.MULTILINE)
# A path of the repository, or its script; `results/`, `bots/` and the like are folders of the reader.
IN_REPOSITORY = re.compile(r"(?<![\w./-])(?:\.\./)*(?:(?:docs|sdk|sample-bots|tournaments|tests|referee)/[\w./*-]*|\./dev\b|(?!NAME)\b[A-Z]{4,}\.md)")
SAMPLE_BOTS = "careful|counter|greedy|hoarder|planner|random|sampler|searcher|shedder|thinker"


@functools.lru_cache(maxsize=None)  # pages name one another often
def help_on(name: str) -> Ended:
    return tribunal("help", name)


def shown(page: str) -> str:
    return help_on(page + ".md").out


def named_in_helps(text: str):
    return re.findall(r"tribunal help ([a-z0-9_-][a-z0-9_.-]*[a-z0-9])", text)


class Documents(unittest.TestCase):
    def test_every_page_and_file_that_a_page_names_opens(self) -> None:
        for page in PAGES:
            for name in named_in_helps(re.sub(r"\s+", " ", shown(page))):
                with self.subTest(page=page, name=name):
                    help_on(name).expect()

    def test_every_page_that_a_help_names_opens(self) -> None:
        for command in COMMANDS:
            for name in named_in_helps(re.sub(r"\s+", " ", tribunal(command, "--help").out)):
                with self.subTest(command=command, name=name):
                    help_on(name).expect()

    def test_every_page_and_file_that_a_message_names_opens(self) -> None:
        for source in sorted((ROOT / "referee").rglob("*.cpp")):
            text = re.sub(r'"\s*"', "", source.read_text())
            for name in named_in_helps(text):
                with self.subTest(source=source.name, name=name):
                    self.assertIn(name.removesuffix(".md"), [*COMMANDS, *PAGES, *FILES, "documents"])

    def test_a_path_of_the_repository_is_said_to_be_there(self) -> None:
        self.assertTrue(IN_REPOSITORY.search("see sdk/python/tribunal_bot.py"))
        for page in PAGES:
            if "paths" in (first := shown(page).split("\n\n")[1]) and "repository" in first:
                continue
            for paragraph in re.split(r"\n\n+|\n(?=- )", shown(page)):
                for path in IN_REPOSITORY.findall(paragraph):
                    with self.subTest(page=page, path=path):
                        self.assertRegex(paragraph, "repository|clone")

    def test_no_message_names_a_path_of_the_repository(self) -> None:
        for source in sorted((ROOT / "referee").rglob("*.cpp")):
            for line in source.read_text().splitlines():
                if line.lstrip().startswith(("#include", "//")):
                    continue
                for literal in re.findall(r'"((?:[^"\\]|\\.)*)"', line):
                    with self.subTest(source=source.name, literal=literal):
                        # The page of a rule in JSON, which `tribunal help` opens, and a file of a first bot.
                        self.assertFalse(IN_REPOSITORY.search(literal) and literal not in ("docs/protocol.md", "README.md"))

    def test_sample_bots_are_named_as_they_are_found(self) -> None:
        texts = {command: tribunal(command, "--help").out for command in COMMANDS} | {page: shown(page) for page in PAGES}
        for name, text in texts.items():
            with self.subTest(name):
                self.assertNotRegex(text, rf"\./(?:{SAMPLE_BOTS})\b")

    def test_files_are_shown_as_they_are(self) -> None:
        for name in FILES:
            found = [*ROOT.glob(f"sdk/*/{name}"), *ROOT.glob(f"docs/examples/{name}")]
            with self.subTest(name):
                self.assertEqual([path.read_text() for path in found], [help_on(name).out])
        self.assertIn("tribunal_bot.mjs", FILES)

    def test_pages_have_no_marks_left_and_keep_what_is_code(self) -> None:
        for page in PAGES:
            prose = re.sub(r"^    .*$", "", shown(page), flags=re.MULTILINE)
            with self.subTest(page):
                self.assertNotRegex(prose, r"`|\]\(|\*\*|^#+ |^\|")
        self.assertIn(r"ended by \n (from a bot, \r\n", shown("protocol"))

    def test_a_section_is_found_by_words_of_its_heading(self) -> None:
        self.assertIn("Sections (tribunal help formats SECTION shows one): What is played, Formats, Gauntlet", help_on("formats").out)
        swiss = tribunal("help", "formats", "swiss").expect().out
        self.assertTrue(swiss.startswith("Swiss\n"))
        self.assertIn("tie-break", swiss)
        self.assertNotIn("bracket", swiss)
        self.assertTrue(tribunal("help", "tournaments", "what", "counts").expect().out.startswith("What counts\n"))
        for words, told in ((["tournaments", "formats"], "the page tournaments has no section 'formats'; see: tribunal help formats"),
                            (["rulings", "xyzzy"], "the page rulings has no section 'xyzzy'; its sections: Void games, An appeal"),
                            (["play", "seats"], "'play' is not a page with sections"),
                            (["tribunal_bot.py", "run"], "'tribunal_bot.py' is not a page with sections")):
            with self.subTest(words=words):
                self.assertIn(told, tribunal("help", *words).expect(2).err)

    def test_helps_pages_and_lists_fit_the_terminal(self) -> None:
        listed = [[], ["help"], ["help", "documents"], ["help", "protocol"], ["help", "bots"], ["tournament", "--list"], ["games"], ["games", "chez"]]
        with mock.patch.dict(os.environ, {"PAGER": "cat", "TERM": "dumb"}):
            for columns in (40, 80):
                for words in [*listed, *([command, "--help"] for command in COMMANDS)]:
                    with self.subTest(columns=columns, words=words):
                        shown_there = on_terminal(*words, columns=columns).out.replace("\r", "").splitlines()
                        # Code is not wrapped, and neither are words without a blank, such as the names of an option and
                        # its values.
                        wide = [line for line in shown_there if len(line) > columns and not line.startswith("    ")]
                        self.assertEqual([line for line in wide if not re.match(r" +-", line)], [])
                        self.assertTrue(shown_there)

    def test_the_first_bots_of_the_page_play(self) -> None:
        blocks = re.findall(r"(?:^    .*\n|^\n(?=    ))+", shown("bots"), re.MULTILINE)
        first = next(block for block in blocks if "ready mybot" in block)
        with tempfile.TemporaryDirectory() as folder:
            script = os.path.join(folder, "mybot.py")
            put(script, re.sub(r"^    ", "", first, flags=re.MULTILINE))
            self.assertNotIn("warning ", tribunal("check", "--players", "2", "--", f"{sys.executable} {script}").expect().out)
