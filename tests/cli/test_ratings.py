"""Ratings over several tournaments, as users request them."""
import gzip
import itertools
import json
import os
import shutil
import unittest
from typing import Any, Callable, Dict

from cup import PLAYER, Cup, command_of, decathlon, plan, player, recorded
from program import Folder, text_of, tribunal


def cup(name: str, deals: int = 4, command: Callable[[str], str] = command_of, bots: str = "one two three") -> Cup:
    return Cup(plan(bots, name=name, deals=deals, head='sandbox = "none"', command=command))


def played(one: Cup, *more: str) -> str:
    """The folder of its results: a copy of the same plan's, if that was played before and does not read files from the
    cup's folder."""
    text = one.read("cup.toml")
    if more or "player.py" in text:
        tribunal(*one.words("--quiet", *more)).expect()
    else:
        shutil.copytree(recorded(text).out, one.out)
    return one.out


def ratings(*words: str) -> Dict[str, Any]:
    return tribunal("ratings", *words, "--json").expect().json()


def games_of(facts: Dict[str, Any]) -> Dict[str, int]:
    return {row["bot"]: row["games"] for row in facts["standings"]["rows"]}


class Ratings(unittest.TestCase):
    def test_of_one_tournament_are_its_standings(self) -> None:
        with cup("spring") as spring:
            out = played(spring)
            own = tribunal("standings", out, "--json").json()["standings"]
            self.assertEqual(ratings(out)["standings"], own)
            crosstable = tribunal("standings", out, "--json", "--crosstable").json()["crosstable"]
            self.assertEqual(ratings(out, "--crosstable"), {**ratings(out), "crosstable": crosstable})

    def test_add_up_the_games_of_the_same_bots(self) -> None:
        with cup("spring") as spring, cup("autumn", deals=6) as autumn:
            both = [played(spring), played(autumn)]
            facts = ratings(*both)
            self.assertEqual(games_of(facts), {"one": 30, "two": 30, "three": 30})
            self.assertEqual(facts["standings"]["deals"], 10)
            self.assertIsNotNone(facts["standings"]["rows"][0]["points"])
            rows = tribunal("ratings", *both, "--csv").rows()
            self.assertEqual([row["bot"] for row in rows], [row["bot"] for row in facts["standings"]["rows"]])
            anchored = ratings(*both, "--anchor", "two=1000")
            self.assertEqual([row["elo"] for row in anchored["standings"]["rows"] if row["bot"] == "two"], [1000])

    def test_columns_are_those_that_are_named_in_their_order(self) -> None:
        with cup("spring") as spring, Cup(decathlon(head='sandbox = "none"')) as autumn:
            out = played(spring)
            text = tribunal("ratings", out, "--columns", "bot,rank, LOS,sha256,Tied").expect().out
            self.assertIn("\nBot    Rank  LOS  sha256", text)
            self.assertNotIn("Points:", text)
            self.assertIn("\n| Rank | Bot | Elo |\n", tribunal("standings", out, "--columns", "rank,bot,elo", "--markdown").out)
            self.assertEqual(tribunal("ratings", out, "--columns", "games,los,bot", "--csv").out.splitlines()[0], "games,superiority,bot,schema")
            self.assertEqual(tribunal("ratings", out, "--columns", "bot", "--json").json(), tribunal("ratings", out, "--json").json())
            games = tribunal("ratings", out, played(autumn), "--columns", "bot,points,place_4", "--csv")
            self.assertEqual(games.expect(0, "--columns: there are no values here of points, place_4").out.splitlines()[0],
                             "game,bot,points,place_4,schema")
            for columns, said in (("bot,elos", "there is no column 'elos'; expected some of rank, bot, "), ("bot,,elo", "no column ''"),
                                  ("elo,Elo", "'Elo' is named twice"), ("+/-", "no column '+/-'")):
                ended = tribunal("standings", out, "--columns", columns, "--csv=" + spring.path("new.csv")).expect(2, said)
                self.assertEqual((ended.out, os.path.exists(spring.path("new.csv"))), ("", False))
            tribunal("ratings", out, "--columns", "bot", "--csv", "--history").expect(2, "--columns selects columns of the standings")

    def test_persons_are_shown_where_the_organiser_wants_them(self) -> None:
        with cup("spring") as spring:
            out = played(spring)
            head = '# no [limits]\n[[names]]\nsubmission = "one"\nperson = '
            spring.write("names.toml", head + '"=1+<b>Zo\u00eb|"\nteam = "Reds"\ncontact = "zoe@example.org"\n'
                         '[[names]]\nsubmission = ["b2", "x"]\nbot = "two"\nperson = "Bo"\n[[names]]\nsubmission = "two."\nperson = "Tim"\n')
            names = ("--names", spring.path("names.toml"))
            facts = tribunal("standings", out, *names, "--json").expect(0, "no bot here belongs to 'Tim' (two.); ").json()
            self.assertEqual({row["bot"]: (row["person"], row["team"]) for row in facts["standings"]["rows"]},
                             {"one": ("=1+<b>Zo\u00eb|", "Reds"), "two": ("Bo", None), "three": (None, None)})
            page = spring.path("page.html")
            tribunal("report", out, *names, "-o", page).expect(0, "no bot here belongs to 'Tim'")
            forms = [tribunal("standings", out, *names, *form).out for form in ((), ("--csv",), ("--markdown",))] + [text_of(page)]
            for form in [*forms, str(facts)]:
                self.assertNotIn("zoe@example.org", form)
                self.assertIn("Reds", form)
            self.assertIn("\\<b\\>Zo\u00eb\\|", forms[2])
            self.assertNotIn("<b>Zo", forms[3])
            shown = tribunal("ratings", out, *names, "--columns", "bot,person,contact", "--csv").out
            self.assertIn("one,'=1+<b>Zo\u00eb|,zoe@example.org,2", shown)
            tribunal("export", out, "--logs", spring.path("log.jsonl")).expect()
            spring.write("cup.json", json.dumps(facts))
            tribunal("verify", spring.path("log.jsonl"), "--plan", spring.path("cup.toml"), "--standings", spring.path("cup.json")).expect()
            spring.write("names.toml", head + '"A"\n[[names]]\nsubmission = "o"\nbot = "one"\nperson = "B"\n')
            tribunal("ratings", out, *names).expect(2, "'A' and 'B' are both listed for the bot one")
            spring.write("names.toml", '# no [limits]\n[[names]]\nsubmission = ["one", "two"]\nperson = "Ann"\n[[names]]\nsubmission = "x"\nbot = "two"\nperson = "B"\n')
            persons = {row["bot"]: row["person"] for row in tribunal("ratings", out, *names, "--json").expect(err="").json()["standings"]["rows"]}
            self.assertEqual(persons, {"one": "Ann", "two": "B", "three": None})
            spring.write("names.toml", '# no [limits]\n[[names]]\nsubmission = ["dan", "one", "two"]\nperson = "Ann"\n')
            persons = {row["bot"]: row["person"] for row in tribunal("ratings", out, *names, "--json").expect(err="").json()["standings"]["rows"]}
            self.assertEqual(persons, {"one": "Ann", "two": "Ann", "three": None})
            spring.write("names.toml", head + '"A\\u001b[0m"\n')
            tribunal("ratings", out, *names).expect(78, "names.toml:4:10: expected one line of text; ")

    def test_count_a_game_once_that_two_folders_hold(self) -> None:
        with cup("spring") as spring, cup("autumn", deals=6) as autumn:
            out, other = played(spring), played(autumn)
            copy = spring.path("night.bak")
            shutil.copytree(out, copy)
            ended = tribunal("ratings", out, other, copy, "--json").expect(0, f"{copy}: 12 of its 12 games are also in another folder")
            self.assertNotIn("has the deals of", ended.err)
            facts = ended.json()
            self.assertEqual(facts["standings"], ratings(out, other)["standings"])
            self.assertEqual(facts["shared_deals"][1], {"folder": copy, "first": out, "games": 0, "games_left_out": 12})

    def test_what_lies_beside_the_nights_is_counted_once_or_refused_by_its_name(self) -> None:
        with cup("spring") as spring, cup("autumn", deals=6) as autumn:
            night = shutil.copytree(played(spring), spring.path("results", "night-1"))
            shutil.copytree(played(autumn), spring.path("results", "night-2"))
            alone = ratings(night, spring.path("results", "night-2"))["standings"]

            def half(path: str) -> None:
                os.mkdir(path)
                shutil.copy(os.path.join(night, "results.db"), path)

            def cut(path: str) -> None:
                half(path)
                os.truncate(os.path.join(path, "results.db"), os.path.getsize(os.path.join(path, "results.db")) // 2)
            for name, make, said in (("night-2 (copy)", lambda path: shutil.copytree(spring.path("results", "night-2"), path), "(copy): 18 of its 18 games are also"),
                                     ("half", half, "of its 12 games are also in another folder"),
                                     ("cut", cut, "cut: results.db is damaged"),
                                     ("empty", os.mkdir, "empty: there are no results here"),
                                     ("latest", lambda path: os.symlink("night-1", path), "night-1 is given twice"),
                                     ("night-1.tar.gz", lambda path: shutil.make_archive(path[:-7], "gztar", night), "night-1.tar.gz: line 1: a NUL byte"),
                                     ("page.html", lambda path: tribunal("report", night, "-o", path), "page.html: line 1: "),
                                     ("season.json", lambda path: tribunal("ratings", night, f"--json={path}"), "season.json: line 1: found '{'")):
                with self.subTest(name):
                    path = spring.path("results", name)
                    make(path)
                    every = [os.path.join(spring.path("results"), one) for one in sorted(os.listdir(spring.path("results")))]
                    ended = tribunal("ratings", *every, "--json").expect(0 if "also" in said else 2, said)
                    if ended.code == 0:
                        self.assertEqual(ended.json()["standings"], alone)
                    shutil.rmtree(path) if os.path.isdir(path) and not os.path.islink(path) else os.remove(path)

    def test_read_a_table_as_other_programs_save_it_and_know_its_games(self) -> None:
        with cup("spring") as spring:
            table = tribunal("export", played(spring), "--csv").expect().out
            spring.write("plain.csv", table)
            own = ratings(spring.path("plain.csv"))["standings"]
            tribunal("ratings", spring.path("plain.csv"), "--history").expect(shows="Versions over time: none. Only results folders have the versions of bots.")
            for name, text in (("semicolons", table.replace(",", ";")), ("mark", "\ufeff" + table), ("lines", table.replace("\n", "\r\n")),
                               ("spreadsheet", "\ufeffsep=;\r\n" + table.replace(",", ";").replace("\n", "\r\n")),
                               ("tabs", table.replace(",", "\t"))):
                with self.subTest(name):
                    path = spring.write(name + ".csv", text)
                    self.assertEqual(ratings(path)["standings"], own)
                    tribunal("ratings", spring.path("plain.csv"), path).expect(2, f"{path}: no game counts", "the same game as an earlier one")
            spring.write("ours.pgn", '[White "a"]\n[Black "b"]\n[Result "1-0"]\n\n1-0\n')
            with open(spring.path("theirs.pgn"), "w", encoding="utf-8-sig", newline="\r\n") as file:
                file.write('[Event "x"]\n[Result "0-1"]\n[Black "b"]\n[White "a"]\n\n1. e4 {1-0} e5 0-1\n')
            self.assertEqual(games_of(ratings(spring.path("ours.pgn"), spring.path("theirs.pgn"))), {"a": 2, "b": 2})

    def test_tell_of_a_copy_of_a_folder_without_hashes(self) -> None:
        with cup("spring") as spring:
            out = played(spring)
            places: Dict[str, Dict[int, list]] = {}
            for row in tribunal("export", out, "--csv").expect().rows():
                places.setdefault(row["game"], {}).setdefault(int(row["place"]), []).append(row["bot"])
            lines = [" > ".join(" = ".join(by_place[place]) for place in sorted(by_place)) for by_place in places.values()]
            spring.write("copy.txt", "\n".join(reversed(lines)) + "\n")
            spring.write("other.txt", "\n".join(lines[1:] + ["one > two > three" if lines[0] != "one > two > three" else "two > one > three"]) + "\n")
            for name, said in (("copy.txt", f"copy.txt: has as many games as {out}, with the same results"), ("other.txt", "")):
                ended = tribunal("ratings", out, spring.path(name), "--json").expect(0, said)
                self.assertEqual("likely_copies" in ended.json(), name == "copy.txt", (ended.err, lines))
            spring.write("again.txt", "\n".join(lines) + "\n")
            ended = tribunal("ratings", spring.path("copy.txt"), spring.path("again.txt"), "--json").expect(
                0, f"again.txt: has as many games as {spring.path('copy.txt')}, with the same results")
            self.assertEqual(ended.json()["likely_copies"], [{"file": spring.path("again.txt"), "of": spring.path("copy.txt")}])
            for name, second, third in (("forfeits.csv", "b", "c"), ("swapped.csv", "c", "b")):
                games = "".join(f"{game},a,1,false\n{game},{second},2,true\n{game},{third},3,true\n" for game in range(8))
                spring.write(name, "game,bot,place,forfeited\n" + games)
            ended = tribunal("ratings", spring.path("forfeits.csv"), spring.path("swapped.csv"), "--json").expect(0)
            self.assertEqual(ended.json()["likely_copies"], [{"file": spring.path("swapped.csv"), "of": spring.path("forfeits.csv")}])

    def test_tell_of_a_folder_that_is_not_finished(self) -> None:
        with cup("spring") as spring, cup("autumn") as autumn:
            out, half = played(spring), played(autumn)
            tribunal("ruling", half, "--void", "2", "--reason", "no memory").expect()
            for command in (("ratings",), ("report", "-o", "-")):
                tribunal(*command, out, half).expect(0, f"{half}: unfinished: 11 of 12 games played", lacks=f"{out}: unfinished")

    def test_take_deals_that_return_for_the_same_deals(self) -> None:
        with cup("night", command=player) as first, cup("night", deals=6, command=player) as second:
            second.write("player.py", PLAYER + "# changed\n")
            both = [played(first), played(second)]
            ended = tribunal("ratings", *both, "--json").expect(0, f"{both[1]}: has the deals of {both[0]}")
            facts = ended.json()
            self.assertEqual((facts["standings"]["games"], facts["standings"]["deals"]), (30, 6))
        with cup("night") as first, cup("night", deals=6) as second:  # unchanged bots play the same games again
            both = [played(first), played(second)]
            ended = tribunal("ratings", *both, "--json").expect(0, "12 of its 18 games are also in another folder")
            self.assertEqual(ended.json()["standings"]["games"], 18)

    def test_since_a_folder_has_the_faults_of_new_games_alone(self) -> None:
        nights = [cup(name, deals, player, "one two brittle") for name, deals in (("spring", 10), ("autumn", 12))]
        with nights[0] as spring, nights[1] as autumn:
            both = [played(spring), played(autumn)]
            own = {row["bot"]: row["faults"] for row in ratings(both[1])["standings"]["rows"]}
            self.assertTrue(own["brittle"], own)
            since = ratings(*both, "--since", both[0])["since"]
            self.assertEqual({row["name"]: row["faults"] for row in since["bots"]}, own)
            said = f"Next: fix the faults ('tribunal faults {both[1]}' shows each with its game); "
            self.assertTrue(since["next"].startswith(said), since["next"])
            tribunal("ratings", *both, "--since", both[0]).expect(shows=["Faults in the new games: brittle (crash ", said])
            tribunal("ratings", *both, "--since", both[0], "--for", "one").expect(shows="No faults in the new games.", lacks="brittle")

    def test_refuse_a_file_beside_its_compressed_copy(self) -> None:
        with cup("spring") as spring:
            text = '[White "a"]\n[Black "b"]\n[Result "1-0"]\n\n1-0\n'
            spring.write("games.pgn", text)
            with gzip.open(spring.path("games.pgn.gz"), "wt") as copy:
                copy.write(text)
            tribunal("ratings", spring.path("games.pgn"), spring.path("games.pgn.gz")).expect(2, "has the same text as")

    def test_of_several_games_have_a_table_for_each(self) -> None:
        with cup("spring") as spring, Cup(decathlon(head='sandbox = "none"')) as autumn:
            both = [played(spring), played(autumn)]
            facts = ratings(*both)
            self.assertIsNone(facts["standings"]["rows"][0]["points"])
            self.assertEqual([game["name"] for game in facts["by_game"]], ["revolution", "mitch"])
            revolution, mitch = (game["standings"] for game in facts["by_game"])
            self.assertEqual([revolution["games"], mitch["games"]], [12 + 9, 9])
            self.assertIsNotNone(mitch["rows"][0]["points"])
            text = tribunal("ratings", *both).out
            for sentence in ("the table of each game has them", "revolution: 21 games", "mitch: 9 games"):
                self.assertIn(sentence, text)
            rows = tribunal("ratings", *both, "--csv").rows()
            self.assertEqual([row["game"] for row in rows], 3 * [""] + 3 * ["revolution"] + 3 * ["mitch"])

    def test_of_one_game_by_other_rules_have_two_tables(self) -> None:
        other = plan(name="autumn", deals=4, head='sandbox = "none"\nrules = { scoring = "preferred" }')
        with cup("spring") as spring, Cup(other) as autumn:
            facts = ratings(played(spring), played(autumn))
            self.assertEqual([game["name"] for game in facts["by_game"]], ["revolution", "revolution by other rules (2)"])

    def test_tell_the_versions_of_a_bot_apart(self) -> None:
        with cup("spring", command=player) as spring, cup("autumn", command=player) as autumn:
            autumn.write("player.py", PLAYER + "# changed\n")
            facts = ratings(played(spring), played(autumn))
            names = sorted(games_of(facts))
            self.assertEqual([name.split("@")[0] for name in names], ["one", "one", "three", "three", "two", "two"])
            for name in names:
                self.assertRegex(name, r"^[a-z]+@[0-9a-f]{8}$")
            self.assertEqual(set(games_of(facts).values()), {12})
            self.assertEqual(len(facts["standings"]["groups"]), 2)

    def test_tell_versions_apart_that_changed_within_a_tournament(self) -> None:
        with cup("spring", command=player) as spring:
            played(spring)
            spring.write("player.py", PLAYER + "# changed\n")
            spring.write("cup.toml", plan(name="spring", deals=6, head='sandbox = "none"', command=player))
            facts = ratings(played(spring, "--accept-changes"))
            self.assertEqual(sorted(games_of(facts).values()), [6, 6, 6, 12, 12, 12])
            table = spring.path("games.csv")
            tribunal("export", spring.out, "--csv=" + table).expect()
            self.assertEqual(sorted(games_of(ratings(table)).values()), [6, 6, 6, 12, 12, 12])
            tribunal("luck", spring.out, "--pairs", "2").expect()
            luck = tribunal("ratings", spring.out, "--luck", "--json").json()["luck"]
            self.assertEqual([(row["nights"], row["luck_games"]) for row in luck], [(1, 18)] * 3)

    def test_from_a_table_are_those_of_the_folder(self) -> None:
        with cup("spring", deals=10) as spring:
            out = played(spring)
            table = spring.path("games.csv")
            self.assertEqual(tribunal("export", out, "--csv=" + table).code, 0)
            own, read = ratings(out)["standings"], ratings(table)["standings"]
            for member in ("games", "deals", "groups"):
                self.assertEqual(read[member], own[member])
            for row, same in zip(read["rows"], own["rows"]):
                for member in ("bot", "elo", "elo_error", "superiority", "places", "shared_places", "score_percent", "deals"):
                    self.assertEqual(row[member], same[member], member)
                self.assertEqual([row[member] for member in ("points", "faults", "fault_count")], [None] * 3)

    def test_tell_what_a_file_holds_that_does_not_count(self) -> None:
        with cup("spring") as spring:
            spring.write("games.pgn", '[White "a"]\n[Black "b"]\n[Result "?"]\n\n[White "a"]\n[Black "b"]\n[Result "1-0"]\n\n1-0\n')
            tribunal("ratings", spring.path("games.pgn")).expect(0, '1 of 2 games left out: line 1: Result "?"')
            (facts,) = ratings(spring.path("games.pgn"))["imports"]
            self.assertEqual((facts["games"], facts["left_out"]), (1, 1))
            tribunal("ratings", spring.path("games.pgn"), "--strict").expect(2, "line 1")

    def test_refuse_a_table_of_the_same_games(self) -> None:
        with cup("spring", deals=3) as spring:
            out = played(spring)
            table = spring.path("games.csv")
            self.assertEqual(tribunal("export", out, "--csv=" + table).code, 0)
            ended = tribunal("ratings", out, table)
            self.assertNotEqual(ended.code, 0, ended)
            self.assertIn("is also in an imported table", ended.err)

    def test_refuse_our_own_standings(self) -> None:
        with cup("spring") as spring:
            table = spring.path("standings.csv")
            self.assertEqual(tribunal("standings", played(spring), "--csv=" + table).code, 0)
            tribunal("ratings", table).expect(2, "found the columns")

    def test_of_folders_and_files_together(self) -> None:
        with cup("spring") as spring:
            spring.write("ranks.txt", "one > two = four\nfour > one > two\n")
            spring.write("games.pgn", '[White "one"]\n[Black "four"]\n[Result "1-0"]\n\n1-0\n')
            words = [played(spring), spring.path("ranks.txt"), spring.path("games.pgn")]
            facts = ratings(*words)
            self.assertEqual(games_of(facts), {"one": 15, "two": 14, "three": 12, "four": 3})
            self.assertEqual({row["bot"]: row["fault_count"] for row in facts["standings"]["rows"]}, {"one": None, "two": None, "three": 0, "four": None})
            self.assertEqual(facts["standings"]["deals"], 7)
            self.assertEqual(len(facts["standings"]["groups"]), 1)
            self.assertIn("cannot be compared between games", tribunal("ratings", *words).out)

    def test_say_where_parts_of_a_field_hardly_met(self) -> None:
        pairs = list(itertools.combinations(("a1", "a2", "a3", "a4"), 2)) + list(itertools.combinations(("b1", "b2", "b3", "b4"), 2))
        club = "".join(f"{one} > {other}\n{other} > {one}\n" * 8 for one, other in pairs)
        with Folder("clubs") as there:
            for links, parts in ((2, [{"bots": ["a1", "a2", "a3", "a4"], "meetings": 16}]), (400, None)):
                there.write("clubs.txt", club + ("a1 > b1\n" * 7 + "b1 > a1\n") * links)
                self.assertEqual(ratings(there.path("clubs.txt"))["standings"].get("weak_links"), parts)
                said = tribunal("ratings", there.path("clubs.txt")).expect().out
                self.assertEqual("the games of a1, a2, a3 and a4 with the others (16 meetings) say little" in " ".join(said.split()), parts is not None)

    def test_mistakes_have_their_lines(self) -> None:
        with cup("spring") as spring:
            out = played(spring)
            for words, said in (([out, "--anchor", "two"], "greedy=1500"),
                                ([out, "--anchor", "nobody=1500"], "no bot is named"),
                                ([out, out + "/"], "is given twice"),
                                ([os.path.join(out, "elsewhere")], "elsewhere: no such file"),
                                ([os.path.join(out, "run.log")], "run.log: line 1: "),
                                (["-"], "standard input: is empty")):
                with self.subTest(words):
                    tribunal("ratings", *words).expect(2, said)
