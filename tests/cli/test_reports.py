"""docs/reports.md describes everything that commands print for programs: every member and every column."""
import csv
import io
import os
import re
import tempfile
import unittest
from typing import Any, Dict, List, Set

from cup import Cup, decathlon, plan, player
from program import ROOT, SAMPLES, text_of, tribunal

PAGE = os.path.join(ROOT, "docs", "reports.md")
# Members named after something else: kinds of faults, tie-breaks, options of a preset.
NAMED_ELSEWHERE = {"faults", "tie_breaks"}
BOTS = "one two three four five six seven"


def sections() -> Dict[str, str]:
    parts = re.split(r"^## (.*)$", text_of(PAGE), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2]))


def words_of(text: str) -> Set[str]:
    return set(re.findall(r"`([\w.]+)`", text))


def members(value: Any) -> Set[str]:
    if isinstance(value, list):
        return {name for held in value for name in members(held)}
    if not isinstance(value, dict):
        return set()
    inner = {name for key, held in value.items() if key not in NAMED_ELSEWHERE for name in members(held)}
    return set(value) | inner


def types_of(value: Any, path: str = "") -> Dict[str, Set[str]]:
    """The types of all members by their paths: `.standings.rows[].elo`."""
    found = {path: {type(value).__name__}}
    inner = [(path + "[]", held) for held in value] if isinstance(value, list) else []
    if isinstance(value, dict):
        inner = [(f"{path}.{name}", held) for name, held in value.items()]
    for where, held in inner:
        for name, types in types_of(held, where).items():
            found.setdefault(name, set()).update(types)
    return found


def report(*words: str) -> Any:
    ended = tribunal(*words)
    assert ended.code in (0, 1, 3, 5), ended
    return ended.json()


def columns(*words: str) -> Set[str]:
    ended = tribunal(*words)
    rows: List[List[str]] = list(csv.reader(io.StringIO(ended.out)))
    assert all(row[-1] == "2" for row in rows[1:]), rows
    return {re.sub(r"^(place|shared)_[3-9]$", r"\1_1", name) for name in rows[0]}


class Reports(unittest.TestCase):
    def described(self, section: str, found: Set[str]) -> None:
        self.assertIn("schema", found)
        known = words_of(sections()["Rules for both forms"]) | words_of(sections()[section])
        if section == "ratings":
            known |= words_of(sections()["standings"])
        self.assertEqual(found - known, set(), section)

    def test_of_tournaments(self) -> None:
        head = 'sandbox = "none"'
        crash = plan("one two three crash", head, 8, command=lambda bot: "python3 -c 'print(1 / 0)'" if bot == "crash" else player(bot))
        with Cup(decathlon(deals=8, head=head)) as cup, Cup(crash) as broken:
            cup.run("--quiet")
            broken.run("--quiet", "--with-failing-bots")
            more = ["--bootstrap", "100", "--crosstable", "--los"]
            self.described("standings", members(report("standings", cup.out, "--json", *more)))
            self.described("standings", members(report("standings", broken.out, "--json", *more)))
            self.described("ratings", members(report("ratings", cup.out, broken.out, "--json", *more)))
            self.described("faults", members(report("faults", broken.out, "--json")))
            for folder in (cup.out, broken.out):
                self.described("standings", columns("standings", folder, "--csv"))
                self.described("standings", columns("standings", folder, "--csv", "--crosstable"))
                self.described("export --csv", columns("export", folder, "--csv"))
            self.described("ratings", columns("ratings", cup.out, "--csv"))

    def test_standings_and_ratings_share_names_and_types(self) -> None:
        for text in (plan(deals=9), decathlon(deals=9)):
            with self.subTest(text), Cup(text.replace("[[bots]]", 'sandbox = "none"\n[[bots]]', 1)).played("--quiet") as cup:
                standings, ratings = (types_of(report(command, cup.out, "--json", "--bootstrap", "100", "--crosstable", "--los"))
                                      for command in ("standings", "ratings"))
                self.assertLessEqual({".schema", ".bootstrap", ".standings.rows[].elo", ".crosstable.bots", ".los.bots"}, set(ratings))
                self.assertEqual(".by_game[].standings.rows[].points" in ratings, "[[games]]" in text)
                self.assertEqual(ratings, {path: standings.get(path) for path in ratings})
                self.assertEqual({path for path in standings if re.match(r"\.(standings|crosstable|los)\b", path)} - set(ratings), set())

    def test_of_formats_with_rounds(self) -> None:
        for form, key in (("swiss", "rounds = 2"), ("knockout", ""), ("ladder", "target_error = 150"), ("final", "rounds = 4")):
            text = plan(BOTS.replace("seven", "*seven") if form == "ladder" else BOTS, f'sandbox = "none"\nformat = "{form}"\n{key}', 2)
            with self.subTest(form), Cup(text).played("--quiet") as cup:
                self.described("standings", members(report("standings", cup.out, "--json")))

    def test_of_commands_without_a_tournament(self) -> None:
        greedy, careful = os.path.join(SAMPLES, "greedy"), os.path.join(SAMPLES, "careful")
        compare = ["compare", "--candidate", greedy, "--baseline", careful, "--field", greedy, "--elo1", "100", "--deals", "10", "--seed", "1",
                   "--sandbox", "none", "--quiet"]
        with tempfile.TemporaryDirectory() as folder:
            facts = report(*compare, "--json", "--out", folder + "/json")
            self.described("compare", members(facts))
            self.assertEqual(columns(*compare, "--csv", "--out", folder + "/csv"), set(facts) - {"faults"})
        self.described("check", members(report("check", "--json", "--players", "2", "--deals", "1", "--sandbox", "none", "--", greedy)))
        self.described("check", members(report("check", "--json", "--players", "2", "--sandbox", "none", "--", "false")))
        self.described("games", {"schema"} | {name for game in report("games", "--json") for name in members({**game, "presets": []})})
        self.described("games", members({**report("games", "mitch", "--json"), "presets": []}))
        self.described("doctor", members(report("doctor", "--json")))

    def test_a_report_can_go_to_a_file_beside_the_text(self) -> None:
        with Cup(plan(deals=2, head='sandbox = "none"')).played("--quiet") as cup:
            text = tribunal("standings", cup.out).out
            files = {form: cup.path("table." + form) for form in ("json", "csv", "markdown")}
            self.assertEqual(tribunal("standings", cup.out, *(f"--{form}={file}" for form, file in files.items())).out, text)
            for form, file in files.items():
                self.assertEqual(text_of(file), tribunal("standings", cup.out, "--" + form).out)
            ended = tribunal("standings", cup.out, "--json", f"--csv={files['csv']}")
            self.assertEqual(ended.json(), report("standings", cup.out, "--json"))
            for words, sentence in ((["standings", cup.out, "--json", "--csv"], "only one report can be printed"),
                                    (["export", cup.out, "--csv", "games.csv"], "--csv games.csv: a file is joined by =: --csv=games.csv"),
                                    (["check", "--json", "report.json", "--", "bot"], "a file is joined by =: --json=report.json")):
                tribunal(*words).refused(2, sentence)
