"""Versions of bots over the nights of a season: one row a bot, the history, anchors, and seeds from a rating table."""
import html
import json
import math
import os
import re
import shutil
import time
import unittest
from typing import Any, Dict, List, Tuple

from cup import PLAYER, Cup, copy_of_recorded, player
from cup import unconfined as plan
from program import SAMPLES, Folder, blocks_of, text_of, tribunal

WHEN = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
DAY = 86400
FIRST_NIGHT = 1_700_000_000  # 2023-11-14 22:13:20


def seconds_later(cup: Cup, days: int) -> None:
    """Makes the games of a folder look as if they were stored on that day, a second apart."""
    cup.change(f"UPDATE games SET stored = {FIRST_NIGHT + days * DAY} + game")
    cup.change("UPDATE meta SET value = '2020-01-01T00:00:00Z' WHERE key = 'played'")


class Season:
    """Three nights of three bots. `one` changes every night, and plays better or worse."""

    def __init__(self) -> None:
        self.nights: List[Cup] = []
        for night, one in enumerate(("random", "greedy", "careful")):
            bots = {"one": f"{SAMPLES}/{one}", "two": f"{SAMPLES}/greedy", "three": f"{SAMPLES}/random"}
            cup = Cup(plan(bots, name=f"night{night}", deals=10, game="mitch", players=2)).played("--quiet")
            seconds_later(cup, night)
            self.nights.append(cup)

    def folders(self, *order: int) -> List[str]:
        return [self.nights[night].out for night in order or (0, 1, 2)]


def rows_of(facts: Dict[str, Any]) -> List[Dict[str, Any]]:
    rows: List[Dict[str, Any]] = facts["standings"]["rows"]
    return rows


def ratings(*words: str) -> Dict[str, Any]:
    facts: Dict[str, Any] = tribunal("ratings", *words, "--json").expect().json()
    return facts


class VersionsOverTime(unittest.TestCase):
    season: Season

    @classmethod
    def setUpClass(cls) -> None:
        cls.season = Season()

    def test_latest_shows_a_row_for_each_bot_and_rates_by_all_games(self) -> None:
        everything, latest = (ratings(*self.season.folders(), *more) for more in ((), ("--latest",)))
        self.assertEqual(len(rows_of(everything)), 5)
        self.assertEqual(sorted(row["name"] for row in rows_of(latest)), ["one", "three", "two"])
        self.assertEqual(latest["standings"]["older_versions_left_out"], 2)
        self.assertEqual(latest["standings"]["games"], everything["standings"]["games"])
        elos = {row["bot"]: row["elo"] for row in rows_of(everything)}
        self.assertEqual({row["bot"]: row["elo"] for row in rows_of(latest)}, {row["bot"]: elos[row["bot"]] for row in rows_of(latest)})
        self.assertEqual([row["rank"] for row in rows_of(latest)], [1, 2, 3])
        tribunal("ratings", *self.season.folders(), "--latest").expect(shows=["2 older versions of bots that changed are left out"])

    def test_the_newest_version_is_the_last_in_time_whatever_the_order_of_the_folders(self) -> None:
        newest = [{row["name"]: row["sha256"] for row in rows_of(ratings(*self.season.folders(*order), "--latest"))}["one"]
                  for order in ((0, 1, 2), (2, 1, 0), (1, 2, 0))]
        own = {row["name"]: row["sha256"] for row in rows_of(ratings(self.season.nights[2].out))}["one"]
        self.assertEqual(newest, [own] * 3)

    def test_history_has_the_versions_in_the_order_of_time(self) -> None:
        facts = ratings(*self.season.folders(2, 0, 1), "--history")["history"]
        self.assertEqual([night["folder"] for night in facts["nights"]], self.season.folders())
        ours = [row for row in facts["versions"] if row["name"] == "one"]
        self.assertEqual([row["nights"] for row in ours], [[0], [1], [2]])
        self.assertEqual([row["superseded"] for row in ours], [True, True, False])
        self.assertTrue(all(WHEN.fullmatch(row["first_game"]) and row["first_game"] < row["last_game"] for row in ours))
        self.assertEqual(ours[0]["first_game"], "2023-11-14T22:13:20Z")
        others = [row for row in facts["versions"] if row["name"] == "two"]
        self.assertEqual([(row["folders"], row["nights"]) for row in others], [(3, [0, 1, 2])])
        tribunal("ratings", *self.season.folders(), "--history").expect(shows=["2023-11-14 22:13", "(older)"], lacks="unknown")

    def test_csv_of_the_history_has_the_members_of_its_json(self) -> None:
        with_csv = tribunal("ratings", *self.season.folders(), "--history", "--csv").expect().rows()
        versions = ratings(*self.season.folders(), "--history")["history"]["versions"]
        self.assertEqual([row["bot"] for row in with_csv], [row["bot"] for row in versions])
        for name in ("name", "sha256", "first_game", "last_game"):
            self.assertEqual([row[name] for row in with_csv], [row[name] or "" for row in versions])
        self.assertEqual(set(with_csv[0]) - {"schema"}, set(versions[0]) - {"nights"})

    def test_a_new_version_begins_about_where_the_one_before_it_was(self) -> None:
        bots = {"one": "python3 one.py", "two": f"{SAMPLES}/random", "three": f"{SAMPLES}/random"}
        with Cup(plan(bots, name="old", deals=12, game="mitch", players=2)) as old, \
                Cup(plan({**bots, "three": f"{SAMPLES}/greedy"}, name="new", deals=8, game="mitch", players=2)) as new:
            for night, cup in enumerate((old, new)):
                cup.write("one.py", f"import os\nos.execv('{SAMPLES}/greedy', ['greedy'])  # {night}\n")
                seconds_later(cup.played("--quiet"), night)
            facts = ratings(old.out, new.out, "--history")
            first, second = (row for row in facts["history"]["versions"] if row["name"] == "one")
            self.assertLess(abs(second["elo"] - first["elo"]), first["elo_error"])
            elos = {row["bot"]: row["elo"] for row in rows_of(facts)}
            self.assertEqual((elos[first["bot"]], elos[second["bot"]]), (first["elo"], second["elo"]))

    def test_csv_prints_one_table_and_json_has_both(self) -> None:
        both = ("--history", "--crosstable")
        tribunal("ratings", *self.season.folders(), *both, "--csv").refused(2, "--csv prints one table")
        self.assertLessEqual({"history", "crosstable"}, set(ratings(*self.season.folders(), *both)))

    def test_standings_and_ratings_of_one_folder_agree(self) -> None:
        out = self.season.nights[0].out
        own = tribunal("standings", out, "--history", "--latest", "--json").expect().json()
        joint = ratings(out, "--history", "--latest")
        self.assertEqual(own["standings"], joint["standings"])
        self.assertEqual(own["history"]["versions"], joint["history"]["versions"])

    def test_a_table_of_earlier_nights_keeps_its_scale(self) -> None:
        with Folder("anchors") as there:
            table = there.path("first.json")
            tribunal("ratings", *self.season.folders(0), f"--json={table}").expect()
            before = {(row["name"], row["sha256"]): row for row in rows_of(json.loads(text_of(table))) if row["elo_error"] and not row["sweep"]}
            said = tribunal("ratings", *self.season.folders(), "--anchors", table, "--json").expect(0, "fixed as listed")
            for row in rows_of(said.json()):
                if (known := before.get((row["name"], row["sha256"]))) is not None:
                    self.assertAlmostEqual(row["elo"], known["elo"], places=1)
                    self.assertEqual(row["elo_error"], known["elo_error"])
            used = {anchor["bot"] for anchor in said.json()["standings"]["anchors"]}
            self.assertTrue(used and all(anchor["z"] is None or math.isfinite(anchor["z"]) for anchor in said.json()["standings"]["anchors"]))
            self.assertNotIn("one", used)
            for of in ("two", "three"):  # LOS has the errors of the table
                row = next(row for row in rows_of(said.json()) if row["name"] == of)
                self.assertTrue(row["superiority"] is None or 0.3 < row["superiority"] < 0.999, row)

    def test_anchors_that_cannot_hold_are_refused(self) -> None:
        folders = self.season.folders()
        for words, said in ((["--anchor", "two=1500", "--anchor", "three=2900"], "contradict each other"),
                            (["--anchors", os.path.join(folders[0], "run.log")], "is not JSON"),
                            (["--anchors", "/dev/null"], "is a device"),
                            (["--anchors", "/nowhere.json"], "no such file")):
            tribunal("ratings", *folders, *words).refused(2, said)

    def test_anchors_that_never_met_are_refused(self) -> None:
        with Folder("apart") as there:
            there.write("apart.txt", "a > b\n" * 20 + "b > a\n" * 20 + "c > d\n" * 20 + "d > c\n" * 20)
            tribunal("ratings", there.path("apart.txt"), "--format", "ranks", "--anchor", "a=1500", "--anchor", "c=1600").refused(2, "a and c never met")
            tribunal("ratings", there.path("apart.txt"), "--format", "ranks", "--anchor", "a=1500").expect(shows=["The group of c has no anchor"])

    def test_an_anchor_that_does_not_fit_its_games_is_named(self) -> None:
        with Folder("odd") as there:
            there.write("odd.txt", "a > b\n" * 200 + "b > a\n" * 200)
            shown = tribunal("ratings", there.path("odd.txt"), "--format", "ranks", "--anchor", "a=1580", "--anchor", "b=1500", "--json").expect()
            first, second = shown.json()["standings"]["anchors"]
            self.assertEqual([(row["superiority"], row["deals_to_separate"]) for row in rows_of(shown.json())], [(None, None)] * 2)
            # 200 : 200, independent games: the standard error of the difference is 400 / ln 10 / sqrt(400 / 4).
            error = 400 / math.log(10) / math.sqrt(400 / 4)
            self.assertAlmostEqual(first["elo_by_games"], 1500, delta=1)
            self.assertAlmostEqual(first["z"], -80 / error, delta=0.15)
            self.assertAlmostEqual(second["z"], 80 / error, delta=0.15)
            tribunal("ratings", there.path("odd.txt"), "--format", "ranks", "--anchor", "a=1580", "--anchor", "b=1500").expect(
                shows=["The anchor a does not fit its games: it is fixed at 1580, but these games place it at 1500 relative to the other anchors"])

    def test_the_digest_since_a_night_claims_what_exceeds_its_error(self) -> None:
        first, second, third = folders = self.season.folders()
        facts = ratings(*self.season.folders(2, 0, 1), "--since", first + "/", "--latest")
        since = facts["since"]
        self.assertEqual((since["folder"], since["new_folders"], since["games"], since["deals"]), (first, [second, third], 120, 20))
        bots = {row["name"]: row for row in since["bots"]}
        self.assertEqual({name: (row["state"], row["claim"], row["games"], row["deals"]) for name, row in bots.items()},
                         {"one": ("new version", "rose", 80, 10), "two": ("unchanged", None, 80, 20), "three": ("unchanged", None, 80, 20)})
        rows = {row["name"]: row for row in rows_of(facts)}
        before = {row["name"]: row for row in rows_of(ratings(first))}
        everything = {(row["name"], row["sha256"]): row for row in rows_of(ratings(*folders))}
        for name, row in bots.items():
            self.assertEqual([row[of] for of in ("rank", "elo", "elo_error", "sha256")], [rows[name][of] for of in ("rank", "elo", "elo_error", "sha256")])
            self.assertEqual((row["rank_before"], row["elo_error_before"]), (before[name]["rank"], before[name]["elo_error"]))
        self.assertEqual(bots["one"]["elo_of_last_version"], everything["one", before["one"]["sha256"]]["elo"])
        # The scale is moved as one, by the mean of what both tables rate exactly.
        shifts = [bots[name]["elo_before"] - before[name]["elo"] for name in bots]
        self.assertAlmostEqual(min(shifts), max(shifts), delta=0.001)
        exact = [name for name in bots if not before[name]["sweep"] and not everything[name, before[name]["sha256"]]["sweep"]]
        self.assertAlmostEqual(sum(bots[name]["elo_before"] - everything[name, before[name]["sha256"]]["elo"] for name in exact), 0, delta=0.001)
        anchored = ratings(*folders, "--since", first, "--anchor", "two=1500")["since"]["bots"]
        self.assertEqual([(row["elo"], row["elo_before"]) for row in anchored if row["name"] == "two"], [(1500, 1500)])
        tribunal("ratings", *folders, "--since", second).expect(
            shows=[f"Since {second}: 1 new folder ({third}), 60 new games of 10 new deals.", "one: the new version ", "No faults in the new games.",
                   "Next: a version that is sent before the next night plays in it."],
            lacks="two: ")
        tribunal("ratings", *folders, "--since", third).expect(
            shows=[f"Nothing is new since {third}: no game that counts was played after it.", "Next: play a night"])

    def test_the_digest_is_of_folders_that_are_given_and_of_bots_in_them(self) -> None:
        folders = self.season.folders()
        with Folder("file") as there:
            there.write("ranks.txt", "one > two\n")
            for words, said in ((["--since", "elsewhere"], "--since elsewhere: this is not one of the results folders of this command; expected one of them, such as "),
                                (["--since", folders[0], "--since", folders[1]], "--since is given twice"),
                                (["--since", folders[0], folders[0]], "is given twice"),
                                (["--for", "one"], "--for needs --since FOLDER"),
                                (["--since", folders[0], "--for", "onne"], "--for onne: there is no bot with this name; did you mean 'one'?"),
                                (["--since", folders[0], "--csv"], "--since prints a text without CSV"),
                                (["--since", folders[0], "--los"], "only with --json"),
                                (["--since", folders[0], there.path("ranks.txt")], "is a file of results without times")):
                with self.subTest(words):
                    tribunal("ratings", *folders, *words).refused(2, said)

    def test_the_digest_of_one_bot_names_no_other_and_is_safe_in_markdown(self) -> None:
        folders = self.season.folders()
        with Folder("names") as there:
            there.write("names.toml", '# no [limits]\n[[names]]\nsubmission = "one"\nperson = "<b>Zo|"\nteam = "Reds"\ncontact = "zoe@example.org"\n')
            words = [*folders, "--since", folders[1], "--for", "one", "--names", there.path("names.toml")]
            shown = tribunal("ratings", *words, "--markdown").expect(shows="| one | \\<b\\>Zo\\| | Reds |", lacks="zoe@")
            self.assertNotRegex(shown.out, r"\b(two|three)\b")
            self.assertEqual([row["name"] for row in ratings(*words)["since"]["bots"]], ["one"])

    def test_a_page_over_several_folders_has_standings_and_versions(self) -> None:
        with Folder("page") as there:
            tribunal("report", *self.season.folders(), "-o", there.path("season.html")).expect()
            tribunal("report", *self.season.folders(), "--bot", "one", "-o", there.path("no.html")).refused(2, "has no games")
            tribunal("report", self.season.folders()[0], self.season.folders()[0], "-o", there.path("no.html")).refused(2, "given twice")


def table_in_text(page: str) -> Dict[str, str]:
    """The Elo of each bot in the table that a page shows without JavaScript."""
    return dict(re.findall(r"^ +\d+ +(\S+) +[<>]?(-?\d+) ", html.unescape(page), re.MULTILINE))


def table_in(page: str) -> Dict[str, str]:
    return table_in_text(text_of(page))


def exclude(cup: Cup, bot: str) -> None:
    tribunal("ruling", cup.out, "--exclude", bot, "--reason", "z").expect()


class NightsThatDiffer(unittest.TestCase):
    """Two nights with anchors in their plans; `one` changes between them, and in the second `three` has limits of its own."""

    def setUp(self) -> None:
        self.nights: List[Cup] = []
        for night, one in enumerate(("greedy", "careful")):
            limits = f"{SAMPLES}/random", "[bots.limits]\nmove_ms = 4000" if night else ""
            bots = {"one": f"{SAMPLES}/{one}", "two": f"{SAMPLES}/greedy", "three": limits}
            cup = copy_of_recorded(plan(bots, 'anchor = "two=1600"\n', name=f"night{night}", game="mitch", players=2))
            self.addCleanup(cup.__exit__, None, None, None)
            seconds_later(cup, night)
            self.nights.append(cup)
        self.folders = [cup.out for cup in self.nights]

    def test_a_page_has_the_elos_of_ratings_with_the_same_anchors(self) -> None:
        with Folder("scale") as there:
            page, table = there.path("season.html"), there.path("table.json")
            unused = "Anchors of plans (two=1600) are not used here, and the mean Elo is 1500"
            tribunal("ratings", *self.folders, f"--json={table}").expect(0, unused, "such as --anchor two=1600")
            for words in ((), ("--anchor", "two=1600"), ("--anchor", "two=1900+-30"), ("--anchors", table), ("--anchor", "three=1000", "--anchors", table)):
                with self.subTest(words=words):
                    told = tribunal("ratings", *self.folders, "--latest", "--json", *words).expect()
                    paged = tribunal("report", *self.folders, "-o", page, *words).expect()
                    self.assertEqual(table_in(page), {row["bot"]: f"{row['elo']:.0f}" for row in rows_of(told.json())})
                    self.assertEqual(paged.err, told.err)
                    self.assertEqual(unused in told.err, not words)

    def test_wrong_anchors_of_a_page_are_refused(self) -> None:
        for words, said in ((["two"], "expected a bot and its rating"), (["two=1500", "--anchor", "three=2900"], "contradict each other"),
                            (["nobody=1500"], "nobody")):
            tribunal("report", *self.folders, "-o", "-", "--anchor", *words).expect(2, said, lacks="<html", out="")
        tribunal("report", self.folders[0], "-o", "-", "--anchors", "/nowhere.json").expect(2, "/nowhere.json", out="")

    def test_a_season_of_one_night_has_a_page_like_one_of_several(self) -> None:
        page = self.nights[0].path("season.html")
        for words in (("--anchor", "two=1500"), ("--exclude", "one", "--reason", "a copy")):
            told = tribunal("ratings", self.folders[0], "--latest", "--json", *words).expect()
            tribunal("report", self.folders[0], "-o", page, *words).expect()
            self.assertEqual(table_in(page), {row["bot"]: f"{row['elo']:.0f}" for row in rows_of(told.json()) if row["elo"] is not None})
        tribunal("report", self.folders[0], "-o", page, "--anchor", "two=1500", "--bot", "one").refused(2, "has no games")

    def test_a_bot_that_is_excluded_on_one_night_stays_as_the_version_that_counts(self) -> None:
        before = {row["name"]: row["sha256"] for row in rows_of(ratings(self.folders[0]))}
        exclude(self.nights[1], "one")
        for folders in (self.folders, self.folders[::-1]):
            facts = ratings(*folders, "--latest", "--history")
            row = next(row for row in rows_of(facts) if row["name"] == "one")
            self.assertEqual((row["sha256"], row["superseded"], row["games"]), (before["one"], False, 40))
            self.assertEqual(facts["standings"]["older_versions_left_out"], 0)
            ours = [(row["games"], row["excluded"], row["superseded"], row["nights"]) for row in facts["history"]["versions"] if row["name"] == "one"]
            self.assertEqual(ours, [(40, False, False, [0]), (0, True, True, [])])
        tribunal("ratings", *self.folders, "--latest", "--history").expect(shows="one (excluded)", lacks="left out")
        with Cup(plan("three one two", BRACKET.format(seeds='"season.json"'), 1, players=2, game="mitch")) as cup:
            tribunal("ratings", *self.folders, "--latest", f"--json={cup.path('season.json')}").expect()
            self.assertNotIn("one", re.findall(r"(\w+) has no Elo", cup.run("--dry-run").expect(shows="seeds: ").err))
            tribunal("report", *self.folders, "-o", cup.path("page.html")).expect()
            self.assertEqual(len(table_in(cup.path("page.html"))), 3)

    def test_the_digest_tells_of_decisions_copies_and_few_deals(self) -> None:
        first, second = self.folders
        few = copy_of_recorded(plan({"one": f"{SAMPLES}/greedy", "two": f"{SAMPLES}/careful", "four": f"{SAMPLES}/random"}, name="few", deals=4, game="mitch", players=2))
        self.addCleanup(few.__exit__, None, None, None)
        seconds_later(few, 2)
        exclude(self.nights[1], "three")
        copy = second + ".bak"
        shutil.copytree(second, copy)
        self.addCleanup(shutil.rmtree, copy)
        words = [first, second, few.out]
        since = ratings(*words, "--since", second)["since"]
        self.assertEqual((since["new_folders"], since["games"], since["notes"]), ([few.out], 24, []))
        self.assertEqual({row["name"]: (row["state"], row["claim"], row["games"]) for row in since["bots"]},
                         {"one": ("new version", "too few deals", 16), "two": ("new version", "too few deals", 16), "three": ("did not play", None, 0),
                          "four": ("new bot", "too few deals", 16)})
        for name in ("three", "one"):
            tribunal("ratings", first, second, "--since", first, "--for", name).expect(shows=[f"{second}: Ruling 1 of ", "three", ": z"])
        (three,) = ratings(first, second, "--since", first, "--for", "three")["since"]["bots"]
        self.assertEqual((three["state"], three["games"]), ("excluded", 0))
        late = ratings(*words, "--since", second, "--exclude", "four", "--reason", "a cheat", "--anchor", "two=1600")["since"]
        self.assertEqual([(row["state"], row["games"], row["elo"]) for row in late["bots"] if row["name"] == "four"], [("excluded", 0, None)])
        self.assertEqual(late["notes"][0].split(";")[0], "excluded: four (a cheat)")
        with_copy = ratings(first, copy, second, "--since", copy)["since"]
        self.assertEqual((with_copy["new_folders"], with_copy["games"]), ([], 0))

    def test_only_games_that_count_are_in_the_history(self) -> None:
        exclude(self.nights[1], "one")
        facts = ratings(*self.folders, "--history")
        self.assertEqual({row["name"]: row["games"] for row in facts["history"]["versions"] if row["games"]}, {"one": 40, "two": 60, "three": 60})
        own = tribunal("standings", self.folders[1], "--history", "--json").expect().json()
        self.assertEqual({row["name"]: (row["games"], row["excluded"]) for row in own["history"]["versions"]},
                         {"one": (0, True), "two": (20, False), "three": (20, False)})
        self.assertEqual(own["history"]["versions"], ratings(self.folders[1], "--history", "--anchor", "two=1600")["history"]["versions"])
        tribunal("standings", self.folders[1], "--history").expect(shows="one (excluded)", lacks="unknown")

    def test_a_bot_that_is_excluded_everywhere_is_marked(self) -> None:
        for cup in self.nights:
            exclude(cup, "one")
        facts = ratings(*self.folders, "--latest")
        self.assertEqual({row["name"]: (row["games"], row["excluded"]) for row in rows_of(facts)}, {"one": (0, True), "two": (40, False), "three": (40, False)})
        self.assertEqual(facts["standings"]["older_versions_left_out"], 0)
        tribunal("ratings", *self.folders, "--latest").expect(shows_like=r"one@\w+ \(excluded\)", lacks="left out")

    def test_a_bot_is_excluded_from_the_table_of_all_folders_as_by_a_ruling_in_each(self) -> None:
        words = ("--exclude", "one", "--reason", "plays by <b>two</b>'s code")
        said = "excluded: one (plays by <b>two</b>'s code); 80 games with it do not count"
        plain = tribunal("ratings", *self.folders, "--latest", "--history", *words, "--json").expect(0, said).json()
        self.assertEqual((plain["exclusions"], plain["excluded_games"]), ([{"bot": "one", "reason": words[3]}], 80))
        tribunal("ratings", *self.folders, "--latest", *words).expect(0, said, shows_like=r"one@\w+ \(excluded\)")
        page = tribunal("report", *self.folders, "-o", "-", *words).expect(0, said).out
        self.assertNotIn("<b>two</b>'s code", page)
        self.assertIn("code); 80 games with it do not count", "".join(blocks_of(page).values()))
        for cup in self.nights:
            exclude(cup, "one")
        ruled = ratings(*self.folders, "--latest", "--history")
        for member in ("standings", "history"):
            self.assertEqual(plain[member], ruled[member])
        self.assertEqual(ratings(*self.folders, *words)["excluded_games"], 80)

    def test_the_organiser_s_list_excludes_from_all_folders_as_the_command_does(self) -> None:
        words = ("--exclude", "one", "--reason", "plays by two's code")
        with Folder() as folder:
            names = ("--names", folder.path("names.toml"))
            entry = '# no [limits]\n[[names]]\nsubmission = "{}"\nexcluded = "{}"\n'
            folder.write("names.toml", entry.format("one", words[3]) + entry.format("nobody", "x"))
            said = "excluded: one (plays by two's code); 80 games with it do not count"
            listed = tribunal("ratings", *self.folders, *names, "--json").expect(0, said)
            self.assertEqual(listed.json(), ratings(*self.folders, *words))
            self.assertIn("no bot here belongs to 'nobody' (nobody, excluded); ", listed.err)
            page = tribunal("report", *self.folders, "-o", "-", *names).expect(0, said)
            self.assertEqual(page.out, tribunal("report", *self.folders, "-o", "-", *words).out)
            both = tribunal("ratings", *self.folders, *names, "--exclude", "two", "--reason", "late", "--json").expect(
                0, "excluded: two (late); one (plays by two's code); ")
            self.assertEqual(both.json()["exclusions"], [{"bot": "two", "reason": "late"}, {"bot": "one", "reason": "plays by two's code"}])
            for command in (["standings", self.folders[0]], ["report", self.folders[0], "-o", "-"]):
                tribunal(*command, *names).expect(0, "one is excluded (plays by two's code), but its games count in these standings of one folder")
            folder.write("more.csv", "winner,loser\none,two\ntwo,one\n")
            tribunal("ratings", *self.folders, folder.path("more.csv"), *names).expect(2, "names.toml: excluded one: it is also in a file of results")
            # An intake beside the list knows the names of bots, through the plan of the season or that of its final.
            for plan_, bot in (("night", "one"), ("final", "two")):
                os.mkdir(folder.path(plan_ + ".intake"))
                folder.write(plan_ + ".intake/memory.json", json.dumps({
                    "schema": 1, "names": {"Eve Bell": bot}, "results": {}, "sound": {}, "secret": "", "playing": [], "alike": [], "changed": {}}))
            folder.write("names.toml", entry.format("Eve Bell", "late"))
            tribunal("ratings", *self.folders, *names).expect(0, "excluded: one, two (late); ", lacks="no bot here")
            folder.write("names.toml", entry.format("Zo Bell", "late"))
            tribunal("ratings", *self.folders, *names).expect(0, "no bot here belongs to 'Zo Bell'; ", lacks="excluded: ")
            folder.write("names.toml", entry.format("one", " "))
            tribunal("ratings", *self.folders, *names).expect(78, "names.toml:4:12: expected a reason")

    def test_games_of_bots_that_a_ruling_excludes_are_not_counted_as_those_of_the_excluded_one(self) -> None:
        exclude(self.nights[1], "three")
        for words, bots, games in (((), [], 40), (("--exclude", "one", "--reason", "late"), ["one"], 80), (("--exclude", "three", "--reason", "late"), ["three"], 80)):
            facts = tribunal("ratings", *self.folders, *words, "--json").expect(0, f"; {games} games with it do not count" if words else "").json()
            self.assertEqual(([one["bot"] for one in facts.get("exclusions", [])], facts["excluded_games"]), (bots, games))

    def test_exclusions_that_cannot_be_meant_are_refused(self) -> None:
        for words, said in ((["--exclude", "one"], "--exclude needs --reason TEXT"), (["--reason", "x"], "--reason needs --exclude"),
                            (["--exclude", "onne", "--reason", "x"], "there is no bot with this name; did you mean 'one'?"),
                            (["--exclude", "one", "--reason", " "], "reason")):
            tribunal("ratings", *self.folders, *words).expect(2, said, out="")
            tribunal("report", *self.folders, "-o", "-", *words).expect(2, said, out="")
        with Folder() as folder:
            folder.write("more.csv", "winner,loser\none,two\ntwo,one\n")
            tribunal("ratings", *self.folders, folder.path("more.csv"), "--exclude", "one", "--reason", "x").expect(2, "also in a file of results", out="")

    def test_names_of_folders_and_files_that_look_alike_are_refused(self) -> None:
        with Folder() as folder:
            folder.write("more.csv", "winner,loser\no\u200bne,Two\n")
            tribunal("ratings", *self.folders, folder.path("more.csv")).expect(2, "and 'o\u200bne' look alike in a table; ", out="")
            folder.write("more.csv", "winner,loser\none,Two\n")
            tribunal("ratings", *self.folders, folder.path("more.csv")).expect(2, "the names 'two' and 'Two' look alike in a table; ", out="")
            folder.write("more.csv", "winner,loser\nanna,Bob\nbob,ANNA\n")
            tribunal("ratings", folder.path("more.csv")).expect(2, "the names 'Bob' and 'bob' look alike in a table; ", out="")
            folder.write("more.csv", "winner,loser\none,Twos\n")
            tribunal("ratings", *self.folders, folder.path("more.csv")).expect(0)

    def test_a_name_that_has_other_capitals_in_the_next_night_is_refused(self) -> None:
        with Cup(plan("one Two three", "", 2, "third", players=2, game="mitch", command=lambda _: f"{SAMPLES}/greedy")).played("--quiet") as cup:
            for command in (["ratings"], ["report", "-o", "-"]):
                tribunal(command[0], *self.folders, cup.out, *command[1:]).expect(2, "the names 'two' and 'Two' look alike in a table; ", out="")

    def test_files_that_another_bot_had_before_are_named_and_show_no_progress(self) -> None:
        folders = []
        for night, bots in enumerate(({"one": "random", "two": "greedy", "three": "careful"}, {"one": "greedy", "two": "random", "thrice": "careful"})):
            cup = Cup(plan({bot: f"{SAMPLES}/{program}" for bot, program in {**bots, "four": "counter"}.items()}, name=f"swap{night}", deals=10, game="mitch", players=2)).played("--quiet")
            self.addCleanup(cup.__exit__, None, None, None)
            seconds_later(cup, night)
            folders.append(cup.out)
        told = tribunal("ratings", *folders, "--json", "--since", folders[0]).expect(0, "the same files under different names: ", "one, two (", "three, thrice (")
        self.assertEqual(sorted(files["bots"] for files in told.json()["same_files"]), [["one", "two"], ["one", "two"], ["three", "thrice"]])
        self.assertEqual({row["name"]: (row["state"], row["claim"], row["files_of"]) for row in told.json()["since"]["bots"] if row["games"] and row["name"] != "four"},
                         {"one": ("new version", None, "two"), "two": ("new version", None, "one"), "thrice": ("new bot", None, "three")})
        tribunal("ratings", *folders, "--since", folders[0]).expect(shows="one: its files are those that two played with before (", lacks="the new version")
        own = tribunal("ratings", *folders, "--since", folders[0], "--for", "one").expect(shows="one: its files are those that another bot played with before (")
        self.assertNotIn("two", own.out)
        self.assertNotIn("same files", tribunal("ratings", folders[0]).expect().err)

    def test_a_bot_of_a_file_with_the_name_of_a_version_is_refused(self) -> None:
        version = next(row["bot"] for row in rows_of(ratings(*self.folders)) if row["bot"].startswith("one@"))
        with Folder() as folder:
            folder.write("more.csv", f"winner,loser\n{version},two\ntwo,{version}\n")
            tribunal("ratings", *self.folders, folder.path("more.csv")).expect(2, f"'{version}' is a version of a bot in a folder, and also", out="")

    def test_rulings_and_limits_of_bots_are_told_by_folder(self) -> None:
        self.assertNotIn("folders", ratings(self.folders[0]))
        exclude(self.nights[0], "one")
        said = (f"{self.folders[0]}: The organiser has made 1 ruling: excluded: one", f"{self.folders[1]}: Not all bots have the same limits (three: ")
        facts = tribunal("ratings", *self.folders, "--json").expect(0, *said).json()
        self.assertEqual(facts["folders"], [{"folder": self.folders[0], "rulings": 1, "limits_by_bot": False},
                                            {"folder": self.folders[1], "rulings": 0, "limits_by_bot": True}])
        tribunal("report", *self.folders, "-o", "-").expect(0, *said)


class EqualNights(unittest.TestCase):
    def test_a_new_night_with_the_deals_of_another_is_told(self) -> None:
        with Cup(plan(deals=1, command=player)) as cup:
            said = "night-1 has the same deals (the same name and seed, or secret_file)"
            for night, other, is_told in (("night-1", "", False), ("night-2", "", True), ("night-2", "", False), ("night-3", 'seed = "42"', False),
                                          ("night-4", 'name = "cup"', False)):
                cup.write("cup.toml", plan(deals=1, command=player).replace(other, 'name = "another"' if "name" in other else "", 1 if other else 0))
                ended = tribunal("tournament", cup.path("cup.toml"), "--out", cup.path("results", night), "--quiet").expect()
                self.assertEqual(said in ended.err, is_told, (night, ended))


    def test_a_bot_whose_plans_write_its_accents_in_two_ways_is_one_bot(self) -> None:
        nights = [Cup(plan(f"one two {name}", f'anchor = "{name}=1600"\n', 2, night, command=lambda _: f"{SAMPLES}/greedy"))
                  for night, name in (("first", "Zo\u00eb"), ("second", "Zoe\u0308"))]
        with nights[0].played("--quiet") as first, nights[1].played("--quiet") as second:
            words = [first.out, second.out, "--anchor", "Zoe\u0308=1600"]
            self.assertEqual(sorted((row["bot"], row["games"]) for row in rows_of(ratings(*words))), [("Zo\u00eb", 12), ("one", 12), ("two", 12)])
            tribunal("verify", second.out).expect()


class GamesOutOfTheirTurn(unittest.TestCase):
    """Part of a night is played again after a later night in which each bot had a new version. This does not make a
    version newer."""

    def night(self, day: int, more: str = "", deals: int = 2) -> Cup:
        cup = Cup(plan("one two three", name=f"night{day}", deals=deals, players=2, game="mitch", command=player))
        self.addCleanup(cup.__exit__, None, None, None)
        cup.write("player.py", PLAYER + more)
        cup.played("--quiet")
        seconds_later(cup, day)
        return cup

    def newest(self, *folders: str) -> str:
        """The newest version of `one`; the history and a page agree on it."""
        facts = ratings(*folders, "--latest", "--history")
        (newest,) = [row["sha256"] for row in rows_of(facts) if row["name"] == "one"]
        self.assertEqual([row["sha256"] for row in facts["history"]["versions"] if row["name"] == "one" and not row["superseded"]], [newest])
        if len(folders) > 1:
            self.assertEqual([night["folder"] for night in facts["history"]["nights"]], list(folders))
            self.assertEqual(table_in_text(tribunal("report", *folders, "-o", "-").expect().out),
                             {row["bot"]: f"{row['elo']:.0f}" for row in rows_of(facts)})
        else:
            own = tribunal("standings", *folders, "--latest", "--history", "--json").expect().json()
            self.assertEqual(own["history"]["versions"], facts["history"]["versions"])
            self.assertEqual([row["sha256"] for row in rows_of(own) if row["name"] == "one"], [newest])
        return str(newest)

    def rule(self, cup: Cup, *words: str) -> None:
        tribunal("ruling", cup.out, *words, "--reason", "a power cut").expect()

    def test_void_games_that_are_played_again_make_no_version_newer(self) -> None:
        later = self.night(1, "# new\n")
        newest = self.newest(later.out)
        for games in ("0", "11", "0-11"):
            for played in (False, True):
                with self.subTest(games=games, played=played):
                    cup = self.night(0)
                    old = self.newest(cup.out)
                    self.rule(cup, "--void", games)
                    if played:
                        cup.run("--quiet").expect()
                        self.rule(cup, "--void", games)  # its replay, too
                        cup.run("--quiet").expect()
                    if played or games != "0-11":
                        self.assertEqual(self.newest(cup.out, later.out), newest)
                        self.assertEqual(self.newest(cup.out), old)
        cup = self.night(0)
        self.rule(cup, "--void", "0-5")
        cup.write("player.py", PLAYER + "# another\n")  # restored, except for a comment
        cup.run("--quiet", "--accept-changes").expect()
        self.assertEqual(self.newest(cup.out, later.out), newest)

    def test_games_that_were_missed_by_a_ruling_make_no_version_newer(self) -> None:
        later = self.night(1, "# new\n")
        newest = self.newest(later.out)
        cup = self.night(0)
        self.rule(cup, "--exclude", "three")
        cup.run("--quiet", "--accept-changes", "--deals", "4").expect()
        seconds_later(cup, 0)
        self.rule(cup, "--reinstate", "three")
        cup.run("--quiet", "--accept-changes", "--deals", "4").expect()
        self.assertEqual(cup.games(), 24)
        for row in ratings(cup.out, later.out, "--history")["history"]["versions"]:
            self.assertTrue(row["first_game"].startswith("2023-11-1"), row)
        self.assertEqual(self.newest(cup.out, later.out), newest)

    def test_a_bot_that_goes_back_is_as_new_as_its_last_game_in_turn(self) -> None:
        cup = self.night(0)
        old = self.newest(cup.out)
        cup.write("player.py", PLAYER + "# new\n")
        cup.run("--quiet", "--accept-changes", "--deals", "3").expect()
        new = self.newest(cup.out)
        self.assertNotEqual(new, old)
        self.rule(cup, "--void", "3")
        cup.write("player.py", PLAYER)
        cup.run("--quiet", "--accept-changes", "--deals", "3").expect()
        self.assertEqual(self.newest(cup.out), new)
        cup.run("--quiet", "--accept-changes", "--deals", "4").expect()
        self.assertEqual(self.newest(cup.out), old)
        tribunal("verify", cup.out).expect()


class VersionsWithoutGamesThatCount(unittest.TestCase):
    def test_a_version_that_met_only_an_excluded_bot_does_not_take_the_place_of_one_that_counts(self) -> None:
        with Cup(plan("one two three", deals=2, players=2, game="mitch", command=player)) as cup:
            cup.run("--quiet").expect()
            cup.write("player.py", PLAYER + "# b\n")
            cup.run("--quiet", "--accept-changes", "--deals", "3").expect()
            before = cup.query("SELECT max(conditions) FROM games")[0][0]
            cup.change(f"DELETE FROM records WHERE id IN (SELECT id FROM games WHERE conditions = {before} AND bots NOT LIKE '%1%')")
            cup.change(f"DELETE FROM games WHERE conditions = {before} AND bots NOT LIKE '%1%'")
            exclude(cup, "two")
            for command in ("standings", "ratings"):
                facts = tribunal(command, cup.out, "--latest", "--json").expect().json()
                self.assertEqual({row["name"]: row["games"] for row in rows_of(facts)}, {"one": 4, "two": 0, "three": 4})
                self.assertEqual(facts["standings"]["older_versions_left_out"], 0)


class Times(unittest.TestCase):
    def test_every_game_has_the_time_at_which_it_was_stored(self) -> None:
        with Cup(plan(deals=2)).played("--quiet") as cup:
            now = time.time()
            for (stored,) in cup.query("SELECT stored FROM games"):
                self.assertTrue(now - 600 < stored <= now, stored)
            tribunal("verify", cup.out).expect()

    def test_a_game_without_a_possible_time_is_refused_where_times_are_asked_for(self) -> None:
        with Cup(plan(deals=2)).played("--quiet") as cup:
            before = tribunal("standings", cup.out, "--json").expect().json()
            for change in ("'long ago'", "-1", "1 << 40", "1.5"):
                with self.subTest(change=change):
                    cup.change(f"UPDATE games SET stored = {change} WHERE game = 1")
                    wrong = "has an impossible time of storage; expected seconds since 1970"
                    tribunal("verify", cup.out).expect(1, f"game 1 {wrong}")
                    tribunal("standings", cup.out, "--history").expect(2, f"game 1 is damaged in the database: it {wrong}")
                    tribunal("ratings", cup.out, "--history").expect(2, f"game 1 is damaged in the database: it {wrong}")
                    self.assertEqual(tribunal("standings", cup.out, "--json").expect().json(), before)

    def test_a_bot_that_goes_back_to_an_earlier_version_plays_as_that_version(self) -> None:
        with Cup(plan(deals=2, command=player)) as cup:
            hashes = []
            for deals, version in ((2, "a"), (4, "b"), (6, "a")):
                cup.write("player.py", PLAYER + f"# {version}\n")
                cup.run("--quiet", "--accept-changes", "--deals", str(deals)).expect()
                latest = tribunal("standings", cup.out, "--latest", "--json").expect().json()
                hashes.append(rows_of(latest)[0]["sha256"])
                self.assertEqual(len(rows_of(latest)), 3)
            self.assertEqual(hashes[0], hashes[2])
            self.assertNotEqual(hashes[0], hashes[1])


BRACKET = "format = \"knockout\"\nseeds = {seeds}\n"


def table(*rows: Tuple[str, Any], **more: Any) -> str:
    """A rating table: names and Elos, and further members of rows."""
    return json.dumps({"schema": 2, "standings": {"rows": [
        {"bot": name, "name": name.split("@")[0], "sha256": "", "superseded": False, "sweep": None, "elo": elo, "elo_error": 10, **more.get(name, {})}
        for name, elo in rows]}})


class Seeds(unittest.TestCase):
    def first_round(self, cup: Cup) -> str:
        shown = cup.run("--dry-run").expect().out
        found = re.search(r"^first round: (.*)$", shown, re.MULTILINE)
        self.assertTrue(found, shown)
        return found.group(1) if found else ""

    def test_a_table_seeds_and_what_it_lacks_is_said(self) -> None:
        with Cup(plan("a b c d e f", BRACKET.format(seeds='"season.json"'), 1, players=2, game="mitch")) as cup:
            cup.write("season.json", table(("f", 1900), ("e", 1800), ("c", 1700), ("d", None), ("a", 1750), f={"sweep": "perfect"}))
            ended = cup.run("--dry-run").expect(0, "seeds by season.json: f, e, a, c", "the Elo of f is a bound", "b is not in season.json: last",
                                                "d has no Elo in season.json: last", shows="seeds: f, e, a, c; then the others, in the order of the plan")
            self.assertRegex(ended.out, "first round: a d; c b; bye: f, e|first round: .*f, e")
            cup.write("season.json", table(("f", 1900), ("d", None), ("a", None), d={"excluded": True}))
            cup.run("--dry-run").expect(0, "d is excluded in season.json: last, in the order of the plan; ", "a has no Elo", "'excluded' in names.toml",
                                        shows="seeds: f; then")

    def test_the_newest_version_counts(self) -> None:
        with Cup(plan("a b c d", BRACKET.format(seeds='"season.json"'), 1, players=2, game="mitch")) as cup:
            rows = (("a@11111111", 2000), ("a@22222222", 1000), ("b", 1500), ("c", 1400), ("d", 1300))
            cup.write("season.json", table(*rows, **{"a@11111111": {"superseded": True}}))
            cup.run("--dry-run").expect(0, "seeds by season.json: b, c, d, a")

    def test_recorded_seeds_stay_whatever_becomes_of_the_file(self) -> None:
        with Cup(plan("a b c d", BRACKET.format(seeds='"season.json"'), 1, players=2, game="mitch", seed="7")) as cup:
            cup.write("season.json", table(("d", 1900), ("c", 1800), ("b", 1700), ("a", 1600)))
            cup.played("--quiet")
            facts = tribunal("standings", cup.out, "--json").expect().json()
            self.assertEqual(facts["seeds"], ["d", "c", "b", "a"])
            self.assertEqual([[bot["bot"] for bot in group] for group in facts["rounds"][0]["groups"]], [["d", "a"], ["c", "b"]])
            tribunal("standings", cup.out).expect(shows=["\nseeds: d, c, b, a\n"])
            tribunal("verify", cup.out).expect()
            cup.write("season.json", table(("a", 1900), ("b", 1800), ("c", 1700), ("d", 1600)))
            cup.run("--quiet").expect(0, "seeds: as recorded with the results; season.json now gives different seeds")
            os.remove(cup.path("season.json"))
            cup.run("--quiet").expect(0, "season.json can no longer be used")
            tribunal("verify", cup.out).expect()
            tribunal(*cup.words("--quiet")[:2], "--out", cup.path("other")).refused(78, "no such file")

    def test_a_published_plan_has_the_list(self) -> None:
        with Cup(plan("a b c d", BRACKET.format(seeds='"season.json"'), 1, players=2, game="mitch", seed="7")) as cup:
            cup.write("season.json", table(("d", 1900), ("c", 1800), ("b", 1700), ("a", 1600)))
            cup.played("--quiet")
            published = tribunal("commit", cup.path("cup.toml")).expect(0, "seeds by season.json: d, c, b, a").out
            self.assertIn('seeds = ["d","c","b","a"]', published)
            cup.write("public.toml", published)
            os.remove(cup.path("season.json"))
            tribunal("export", cup.out, "--logs", cup.path("logs")).expect()
            tribunal("standings", cup.out, f"--json={cup.path('table.json')}").expect()
            tribunal("verify", cup.path("logs"), "--plan", cup.path("public.toml"), "--seed", "7", "--standings", cup.path("table.json")).expect()

    def test_a_swiss_tournament_is_seeded_by_a_list(self) -> None:
        with Cup(plan("a b c d", 'format = "swiss"\nrounds = 2\nseeds = ["c", "d"]\n', 1, players=2, game="mitch")) as cup:
            self.assertEqual(self.first_round(cup), "c a; d b")

    def test_shards_and_their_merge_have_the_same_seeds(self) -> None:
        with Cup(plan("a b c d", BRACKET.format(seeds='"season.json"'), 2, players=2, game="mitch", seed="7")) as cup:
            cup.write("season.json", table(("d", 1900), ("c", 1800), ("b", 1700), ("a", 1600)))
            for shard in ("1/2", "2/2"):
                tribunal("tournament", cup.path("cup.toml"), "--shard", shard, "--out", cup.path("shards"), "--quiet").expect()
            tribunal("merge", cup.path("merged"), cup.path("shards")).expect()
            merged = tribunal("standings", cup.path("merged"), "--json", "--history").expect().json()
            self.assertEqual([[bot["bot"] for bot in group] for group in merged["rounds"][0]["groups"]], [["d", "a"], ["c", "b"]])
            self.assertTrue(all(row["first_game"] for row in merged["history"]["versions"]))

    def test_wrong_tables_are_refused_with_one_line(self) -> None:
        with Cup(plan("a b c d", BRACKET.format(seeds='"season.json"'), 1, players=2, game="mitch")) as cup:
            wrong = {"is not JSON from byte": "not JSON", "has the schema 1": table(("a", 1)).replace('"schema": 2', '"schema": 1'),
                     "has no 'schema'": '{"standings": {"rows": []}}', "is not a rating table": table(("a", 1)).replace("1,", "NaN,", 1),
                     '"elo" of row 1 should be a number from': table(("a", 1e9)), "has the bot 'a' twice": table(("a", 1), ("a", 2)), "row 1 has a name of 0 bytes": table(("", 1)),
                     "two newest versions of 'a'": table(("a@11111111", 1), ("a@22222222", 2)), "has none of the bots of this plan": table(("z", 1)),
                     "has 'C', and the plan has 'c'; expected the same name": table(("a", 1), ("C", 2)),
                     "nested more than 16 deep": "[" * 100_000, "has no bot": '{"schema": 2, "standings": {"rows": []}}'}
            for said, text in wrong.items():
                cup.write("season.json", text)
                cup.run("--dry-run").refused(78, said, "cup.toml:", "season.json", "expected")
            os.remove(cup.path("season.json"))
            os.mkfifo(cup.path("season.json"))
            cup.run("--dry-run").refused(78, "is a pipe")

    def test_wrong_lists_are_refused_with_their_place(self) -> None:
        for head, said in (('format = "knockout"\nseeds = ["a", "z"]\n', "no bot named 'z'"), ('format = "knockout"\nseeds = ["a", "a"]\n', "seeded twice"),
                           ('seeds = ["a"]\n', "'seeds' belongs to format = \"swiss\" or format = \"knockout\"")):
            with Cup(plan("a b c d", head, 1, players=2, game="mitch")) as cup:
                cup.run("--dry-run").refused(78, said, "cup.toml:")
