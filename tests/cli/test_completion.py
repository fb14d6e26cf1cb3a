"""Completion of command lines and manual pages: both are made from the commands themselves."""
import gzip
import json
import os
import pathlib
import re
import shutil
import unittest
from typing import Dict, List

from cup import Cup, command_of, plan
from program import ROOT, TRIBUNAL, InFolder, bytes_of, run, tribunal


def listed_commands() -> List[str]:
    return re.findall(r"^  ([a-z][a-z-]+) ", tribunal("--help").out, re.MULTILINE)


def lines(*words: str) -> List[str]:
    ended = tribunal("complete", "--", *words)
    assert ended.code == 0 and ended.err == "", ended
    return ended.out.splitlines()


def candidates(*words: str) -> List[str]:
    return [line.split("\t")[0] for line in lines(*words)]


class Candidates(unittest.TestCase):
    def test_commands(self) -> None:
        self.assertEqual(candidates(""), [*listed_commands(), "help"])
        self.assertEqual(candidates("stand"), ["standings"])
        self.assertEqual(candidates("help", "verif"), ["verify"])
        self.assertEqual(candidates("nothing", ""), [])

    def test_options_and_their_words(self) -> None:
        for command in listed_commands():
            shown = re.findall(r"(--[a-z0-9-]+)", tribunal(command, "--help").out)
            self.assertLessEqual(set(candidates(command, "--")) - {"--help"}, set(shown), command)
        self.assertEqual(candidates("play", "--clock", ""), ["wall", "cpu"])
        self.assertEqual(candidates("play", "--sandbox", "b"), ["bwrap", "bwrap+cgroup"])
        self.assertIn("timeout", candidates("faults", "out", "--kind", "t"))
        self.assertEqual(candidates("completion", ""), ["bash", "zsh", "fish"])

    def test_games_and_their_options(self) -> None:
        for words in (["play", "miTch"], ["play", "revol"], ["deal", "revol"], ["check", "--game", "revol"], ["new-plan", "revol"]):
            self.assertEqual("revolution" in candidates(*words), words[-1] == "revol", words)
        self.assertEqual(candidates("play", "revolution", "--rule", "sco"), ["scoring="])
        self.assertEqual(candidates("play", "revolution", "--rule", "scoring="), ["scoring=basic", "scoring=advanced", "scoring=preferred"])
        self.assertEqual(candidates("games", "mitch", "--rule", "high_low="), ["high_low=on", "high_low=off"])
        self.assertEqual(candidates("compare", "--rule", "x"), [])  # the game is not named yet

    def test_files_are_left_to_the_shell(self) -> None:
        for words, kind in ((["tournament", ""], ":plans"), (["submit", "slurm", ""], ":plans"), (["check", "--plan", ""], ":plans"), (["verify", "x"], ":files"), (["standings", ""], ":folders"),
                            (["play", "--log", ""], ":files"), (["tournament", "p.toml", "--out", ""], ":folders"),
                            (["standings", "out", "--json="], ":files"), (["play", "revolution", "--", ""], ":files")):
            self.assertEqual(lines(*words)[-1:], [kind], words)

    def test_plans_and_bots_that_came_with_the_program(self) -> None:
        for words in (["tournament", "de"], ["check", "--plan", "de"], ["submit", "slurm", "de"], ["submit", "kubernetes", "--tasks", "3", "de"]):
            self.assertEqual(candidates(*words), ["demo", ":plans"], words)
        self.assertEqual(candidates("play", "revolution", "--", "gre"), ["greedy", ":files"])

    def test_commands_of_a_command(self) -> None:
        self.assertEqual(candidates("submit", ""), ["slurm", "kubernetes"])
        self.assertEqual(candidates("submit", "kubernetes", "--cl"), ["--claim"])
        self.assertEqual(candidates("submit", "slrm", ""), [])

    def test_names_of_bots(self) -> None:
        with Cup(plan(deals=1, head='sandbox = "none"')).played("--quiet") as cup:
            for words in (["export", cup.out, "--bot"], ["faults", cup.out, "--bot"], ["replay", cup.out, "--bot"]):
                self.assertEqual(candidates(*words, "t"), ["two", "three"])
            self.assertEqual(lines("check", "--plan", cup.path("cup.toml"), "o")[0], f"one\t{command_of('one')}")


class Bash(InFolder):
    """Bash alone cuts words; test_real_shells.py types in every shell."""

    def test_words_are_cut_at_equals_signs_and_colons(self) -> None:
        os.symlink(TRIBUNAL, self.path("tribunal"))
        os.mkdir(self.path("results"))
        for name in ("cup.toml", "cut.toml", "cut.txt"):
            self.write(name, "")
        script = self.write("_tribunal", tribunal("completion", "bash").out)
        environment = {**os.environ, "PATH": f"{self.folder}:{os.environ['PATH']}", "HOME": self.folder}
        for words, expected in ((["tribunal", "stan"], ["standings "]), (["tribunal", "play", "revolution", "--rule", "sco"], ["scoring="]),
                                (["tribunal", "play", "revolution", "--rule", "scoring", "=", "b"], ["basic "]),
                                (["tribunal", "play", "revolution", "--rule", "scoring", "="], ["basic ", "advanced ", "preferred "]),
                                (["tribunal", "tournament", "cu"], ["cup.toml", "cut.toml"]),
                                (["tribunal", "standings", "res"], ["results"]),
                                (["tribunal", "standings", "results", "--json", "=", "cup"], ["cup.toml"])):
            quoted = " ".join(f"'{word}'" for word in words)
            line = f"compopt() {{ :; }}; source {script}; COMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}; _tribunal"
            ended = run(["bash", "--norc", "-c", line + "; printf '%s\\n' \"${COMPREPLY[@]}\""], 60, cwd=self.folder, env=environment)
            self.assertEqual(ended.expect(err="").out.splitlines(), expected, words)


def documents() -> Dict[str, str]:
    """The pages that the program carries, by name."""
    root = pathlib.Path(__file__).resolve().parents[2] / "docs"
    return {page.stem: page.read_text(encoding="utf-8") for page in (*root.glob("*.md"), *root.glob("rules/*.md"))}


# Names that a shell would run, split or replace. No plan may have them, so a folder with such a name is a forgery.
STRANGE = [f"m{number}" + rest for number, rest in enumerate((
    ";touch${IFS}PWNED;", "$(touch${IFS}PWNED)", "`touch${IFS}PWNED`", "|touch${IFS}PWNED", "&touch${IFS}PWNED&", "'\"\\x", "*",
    ">PWNED", "!!", "~"))]


def with_strange_names(text: str) -> str:
    for number, name in enumerate(STRANGE):
        text = text.replace(f'name = "bot{number}x"', "name = " + json.dumps(name))
    return text


class Strangers(unittest.TestCase):
    def test_no_name_that_a_shell_would_run_is_offered(self) -> None:
        names = " ".join(f"bot{number}x" for number in range(len(STRANGE)))
        with Cup(plan(names, deals=1, head='sandbox = "none"\nformat = "sampled"')).played() as cup:
            cup.write("strange.toml", with_strange_names(cup.read("cup.toml")))
            self.assertFalse(set(STRANGE).intersection(candidates("check", "--plan", cup.path("strange.toml"), "")))
            (text,) = cup.query("SELECT value FROM meta WHERE key = 'plan'")[0]
            cup.change("UPDATE meta SET value = '" + with_strange_names(text).replace("'", "''") + "' WHERE key = 'plan'")
            tribunal("standings", cup.out).expect(2, "a bot's name is one word")
            self.assertEqual(candidates("export", cup.out, "--bot", ""), [])

    def test_a_command_of_several_lines_is_one_candidate(self) -> None:
        with Cup(plan()) as cup:
            cup.write("cup.toml", plan().replace(f'"{command_of("one")}"', json.dumps("sh -c 'a\nmallory;b\n:files'")))
            self.assertEqual(candidates("check", "--plan", cup.path("cup.toml"), ""), ["one", "two", "three", ":files"])


class Manual(InFolder):
    def test_every_command_has_a_page_with_all_its_options(self) -> None:
        for command in listed_commands():
            page = tribunal("manual", command).out.replace("\\", "")
            self.assertIn(f"tribunal-{command} - ", page)
            for option in re.findall(r"^  (?:-., ?|-.,)?(--[a-z0-9-]+)", tribunal(command, "--help").out, re.MULTILINE):
                self.assertIn(f"**{option}**", page)
            self.assertIn("# EXAMPLES", page)
        page = tribunal("manual").out
        for command in listed_commands():
            self.assertIn(f"tribunal-{command}", page)

    def test_every_document_has_a_page_without_raw_markdown(self) -> None:
        for name, source in documents().items():
            page = tribunal("manual", name + ".md").out
            self.assertTrue(page.startswith(f"% TRIBUNAL-{name.upper()} 7 "), name)
            code = False
            for line in page.splitlines():
                code ^= line.startswith("```")
                self.assertFalse(not code and re.match(r"#+ #|\|", line), (name, line))
            headings = re.findall(r"^##+ (.*)$", re.sub(r"^```.*?^```", "", source, flags=re.MULTILINE | re.DOTALL), re.MULTILINE)
            self.assertEqual(re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```", "", page, flags=re.MULTILINE | re.DOTALL), re.MULTILINE)[1:],
                             [re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading) for heading in headings])

    def test_the_program_shows_every_document(self) -> None:
        listed = tribunal("help", "documents").out
        for name, source in documents().items():
            self.assertIn(f"\n  {name} ", listed)
            shown = tribunal("help", name + ".md").expect()
            self.assertTrue(all(len(line) <= 100 or line.startswith("    ") for line in shown.out.splitlines()), name)
            self.assertNotRegex(shown.out, r"\]\([a-z./]+\.md", name)
            told = re.sub(r"^\|.*\n(?=\|-)", "", re.sub(r"\]\([^)]*\)", "", source), flags=re.MULTILINE)  # no names of columns
            for word in set(re.findall(r"[A-Za-z]{9,}", told)):  # no word is left out
                self.assertIn(word, shown.out, name)
        self.assertEqual(tribunal("help", "docs/rules/chez.md").out, tribunal("help", "chez").out)
        self.assertIn("tribunal help faults.md", tribunal("help", "faults").out)

    @unittest.skipUnless(shutil.which("go-md2man") and shutil.which("man"), "there is no go-md2man, or no man")
    def test_the_pages_read_as_manual_pages(self) -> None:
        page = self.write("tribunal-tournament.1", run(["go-md2man"], input=tribunal("manual", "tournament").out).expect().out)
        run(["man", "--warnings", "-l", page], env={**os.environ, "MANWIDTH": "80", "MANPAGER": "cat"}).expect(
            shows=["tribunal tournament [OPTIONS] [plan]", "--accept-changes"], err="")

    @unittest.skipUnless(shutil.which("go-md2man"), "there is no go-md2man")
    def test_no_line_of_a_manual_page_is_taken_for_a_request(self) -> None:
        run(["sh", f"{ROOT}/docs/manual.sh", TRIBUNAL, "go-md2man", self.path("man")]).expect()
        lines = {name: gzip.decompress(bytes_of(self.path("man", "man7", name))).decode().splitlines()
                 for name in os.listdir(self.path("man", "man7"))}
        requests = re.compile(r"\.[A-Za-z]{2}\b|\.\\\"|'\\\"")
        for name, page in lines.items():
            self.assertEqual([line for line in page if line[:1] in (".", "'") and not requests.match(line)], [], name)
        self.assertIn("\\&'dan_v2' plays as dan", lines["tribunal-season.7.gz"])
