"""Appeals about an earlier round: a new folder plays on from it, names the old one, and counts in its place."""
import os
import re
import shutil
import unittest

from bots import scripted
from cup import Cup, Results, outcome
from program import Ended, blocks_of, text_of, tribunal
from test_formats import plan as plan_of_format
from test_rulings import dump, four, rule, verify


class Appeals(unittest.TestCase):
    """Games of a round that later rounds were paired by."""
    # Bots that play differently each time.
    DICE = scripted("dice", "word[3 + os.urandom(2)[0] % (len(word) - 3)]")

    def played(self, form: str = "swiss", dice: bool = False) -> Cup:
        text = plan_of_format(form)
        cup = Cup(re.sub('command = "[^"]*"', 'command = "python3 dice.py"', text) if dice else text)
        cup.write("dice.py", self.DICE)
        return cup.played("--quiet")

    def appeal(self, cup: Cup, games: str = "0", to: str = "mended", reason: str = "a wrong deadline") -> Ended:
        return tribunal("ruling", cup.out, "--void", games, "--out", cup.path(to), "--reason", reason)

    def play_on(self, cup: Cup, to: str = "mended") -> Results:
        tribunal("tournament", cup.path("cup.toml"), "--out", cup.path(to), "--quiet").expect()
        return Results(cup.path(to))

    def test_a_round_is_mended_and_the_later_ones_are_played_in_a_new_folder(self) -> None:
        for form in ("swiss", "knockout", "ladder"):
            with self.subTest(format=form), self.played(form) as cup:
                before, all_of_it = outcome(cup), dump(cup)
                rule(cup, "--void", "0").refused(78, "--out with a new folder plays on from there")
                told = self.appeal(cup).expect(shows=["game 0 is void, to be played again, and the rounds from game", "instead of those of out", ": a wrong deadline",
                                                      f"--out {cup.path('mended')}"])
                self.assertEqual(dump(cup), all_of_it)
                mended = Results(cup.path("mended"))
                (end,) = [one["rounds_before_game"] for one in tribunal("ruling", mended.out, "--json").json()]
                self.assertEqual(mended.games(), end - 1)
                self.assertLess(end, before["scheduled_games"])
                self.play_on(cup)
                tribunal("verify", mended.out).expect(shows=[f"by ruling 1 it plays on from out, where the {end} games up to there are the same",
                                                             "1 original of games that was made void holds, too"])
                after = outcome(mended)
                (ruling,) = after.pop("rulings")
                self.assertEqual(after, before)  # these bots play by what they hear alone
                self.assertEqual((ruling["kind"], ruling["games"], ruling["content_sha256"], ruling["folder"]),
                                 ("play on", "0", before["content_sha256"], "out"))
                self.assertIn(tribunal("standings", mended.out, "--json").json()["rulings_sha256"], told.out)
                verify(cup).expect(lacks="ruling 1")
                cup.write("standings.json", tribunal("standings", mended.out, "--json").out)
                tribunal("export", mended.out, "--logs", cup.path("games.jsonl")).expect()
                tribunal("verify", cup.path("games.jsonl"), "--plan", cup.path("cup.toml"), "--secret-file", os.path.join(mended.out, "secret"),
                         "--standings", cup.path("standings.json")).expect(shows="the standings follow from the logs")

    def test_the_old_results_do_not_count_beside_the_new_ones(self) -> None:
        with self.played(dice=True) as cup:
            self.appeal(cup, "1", reason="power cut <b>").expect()
            mended = self.play_on(cup)
            shutil.copytree(cup.out, cup.path("backup"))
            shutil.copytree(mended.out, cup.path("mended.bak"))
            alone = tribunal("ratings", mended.out, "--json").expect().json()
            folders = [cup.path("backup"), mended.out, cup.out, cup.path("mended.bak")]
            both = tribunal("ratings", *folders, "--json").expect(
                0, f"{cup.out}: none of its games counts here, because {mended.out} plays on from a corrected round of it (ruling 1 there: power cut <b>)")
            self.assertEqual(both.json()["standings"], alone["standings"])
            self.assertEqual([(one["folder"], one["by"], one["ruling"], one["reason"]) for one in both.json()["superseded_folders"]],
                             [(folder, mended.out, 1, "power cut <b>") for folder in (folders[0], cup.out)])
            self.assertEqual([one["games_left_out"] for one in both.json()["shared_deals"]], [0, mended.games()])
            tribunal("ratings", *folders, "--since", cup.out).expect(2, f"none of its games counts, because {mended.out} plays on", f"expected --since {mended.out}", out="")
            tribunal("report", cup.out, mended.out, "-o", cup.path("page.html")).expect(0, "plays on from a corrected round of it")
            self.assertIn("plays on from a corrected round of it (ruling 1 there: power cut <b>)", "".join(blocks_of(cup.read("page.html")).values()))
            self.assertEqual(tribunal("ratings", cup.out, "--json").json().get("superseded_folders"), None)

    def test_results_are_left_out_before_anything_is_played_on(self) -> None:
        with self.played() as cup:
            self.appeal(cup).expect()
            mended = Results(cup.path("mended"))
            both = tribunal("ratings", cup.out, mended.out, "--json").expect().json()
            self.assertEqual(both["standings"], tribunal("ratings", mended.out, "--json").json()["standings"])

    def test_a_copy_from_before_a_ruling_does_not_count_beside_the_results_with_it(self) -> None:
        for words in (("--void", "3-5"), ("--exclude", "two")):
            with self.subTest(ruling=words), four(1) as cup:
                copy = shutil.copytree(cup.out, cup.path("a copy"))
                rule(cup, *words, reason="no memory").expect()
                for state in ("ruled", "played"):
                    alone = tribunal("ratings", cup.out, "--json").expect().json()["standings"]
                    for folders in ([cup.out, copy], [copy, cup.out]):
                        both = tribunal("ratings", *folders, "--json").expect(
                            0, "a copy: none of its games counts here", "holds them with a later ruling (ruling 1 there: no memory)").json()
                        self.assertEqual(both["standings"], alone, state)
                    tribunal("report", copy, cup.out, "-o", "-").expect(0, "a copy: none of its games counts here")
                    cup.run("--quiet").expect((0, 5))
                tribunal("ruling", copy, "--void", "0", "--reason", "another one").expect()
                tribunal("ratings", cup.out, copy).expect(2, "differ in rulings and games", out="")

    def test_nobody_chooses_between_two_continuations(self) -> None:
        with self.played(dice=True) as cup:
            for to in ("mended", "luckier"):
                self.appeal(cup, "1", to, reason=to).expect()
                self.play_on(cup, to)
            for folders in ([cup.path("mended"), cup.path("luckier")], [cup.out, cup.path("luckier"), cup.path("mended")]):
                tribunal("ratings", *folders).expect(2, "hold the same results, but differ in rulings and games", "expected only the one that counts", out="")
            shutil.rmtree(cup.path("luckier"))  # the same ruling, played on twice
            os.mkdir(cup.path("x"))
            self.appeal(cup, "1", "x").expect()
            shutil.copytree(cup.path("x"), cup.path("y"))
            for to in ("x", "y"):
                self.play_on(cup, to)
            tribunal("ratings", cup.path("x"), cup.path("y")).expect(2, "hold the same results, but differ in rulings and games", out="")

    def test_appeals_follow_each_other(self) -> None:
        with self.played(dice=True) as cup:
            last = cup.games() - 1
            rule(cup, "--void", str(last), reason="the disk was full").expect()
            cup.run("--quiet").expect()
            verify(cup).expect(shows="by 1 ruling of the organiser", lacks="plays on")
            self.appeal(cup, "0", "second").expect(shows="ruling 2  ")
            self.play_on(cup, "second")
            tribunal("ruling", cup.path("second")).expect(shows=["the disk was full", "a wrong deadline"])
            tribunal("verify", cup.path("second")).expect(shows=["by ruling 2 it plays on from out", "; 1 original of games that was made void"])
            second = Results(cup.path("second"))
            shutil.copytree(second.out, cup.path("later"))
            last = second.games() - 1
            tribunal("ruling", cup.path("later"), "--void", str(last), "--reason", "the disk was full").expect()
            self.play_on(cup, "later")
            tribunal("verify", cup.path("later")).expect(shows=["by 3 rulings", "by ruling 2 it plays on from out, where the"])
            later = tribunal("ruling", second.out, "--json").json()[1]["rounds_before_game"]
            tribunal("ruling", second.out, "--void", f"{later}", "--out", cup.path("third"), "--reason", "again").expect(shows="ruling 3  ")
            self.play_on(cup, "third")
            tribunal("verify", cup.path("third")).expect(shows="by ruling 3 it plays on from second")
            alone = tribunal("ratings", cup.path("third"), "--json").json()["standings"]
            for folders in ([cup.out, second.out, cup.path("third")], [cup.path("third"), cup.out], [second.out, cup.path("third")]):
                both = tribunal("ratings", *folders, "--json").expect().json()
                self.assertEqual(both["standings"], alone)
                self.assertEqual(len(both["superseded_folders"]), len(folders) - 1)
            self.appeal(cup, "1", "other").expect()
            tribunal("ratings", cup.path("other"), cup.path("third")).expect(2, "hold the same results, but differ in rulings and games", out="")

    def test_other_nights_with_the_same_deals_count(self) -> None:
        with self.played(dice=True) as cup:
            self.appeal(cup, "0").expect()
            mended = self.play_on(cup)
            tribunal("tournament", cup.path("cup.toml"), "--out", cup.path("night"), "--quiet").expect()
            night = Results(cup.path("night"))
            both = tribunal("ratings", mended.out, night.out, "--json").expect(0, "has the deals of").json()
            self.assertNotIn("superseded_folders", both)
            self.assertEqual(both["standings"]["games"], mended.games() + night.games())

    def test_a_list_of_games_may_name_some_of_later_rounds_which_are_played_anew_in_any_case(self) -> None:
        with self.played() as cup:
            self.appeal(cup, f"0,{cup.games() - 1}").expect(shows=["game 0 is void"])
            verify(self.play_on(cup))

    def test_a_night_is_played_on_by_its_own_plan_after_the_plan_has_changed(self) -> None:
        with self.played() as cup:
            then = text_of(cup.path("cup.toml"))
            tribunal("export", cup.out, "--plan-text", cup.path("then.toml")).expect()
            self.assertEqual(text_of(cup.path("then.toml")), then)
            tribunal("export", cup.out, "--plan-text", os.path.join(cup.out, "results.db")).refused(2, "results.db")
            self.appeal(cup).expect()
            cup.write("cup.toml", then.replace('name = "two"', 'name = "zwei"'))
            tribunal("tournament", cup.path("cup.toml"), "--out", cup.path("mended")).refused(78, "another tournament", "--plan-text")
            tribunal("tournament", cup.path("then.toml"), "--out", cup.path("mended"), "--quiet").expect()

    def test_the_versions_of_a_night_that_is_played_on_are_no_newer_than_those_of_the_next(self) -> None:
        changed = self.DICE + "# of the next night\n"
        for accepted, unfinished in ((False, False), (True, False), (True, True)):
            with self.subTest(accepted=accepted, unfinished=unfinished), self.played(dice=True) as cup, self.played(dice=True) as night:
                night.write("cup.toml", night.read("cup.toml").replace('"42"', '"43"'))
                night.write("dice.py", changed)
                shutil.rmtree(night.out)
                night.run("--quiet").expect()
                for folder, day in ((cup, 1), (night, 2)):
                    folder.change(f"UPDATE games SET stored = {1_700_000_000 + day * 86400} + game")
                if unfinished:
                    last = cup.query("SELECT max(deal) FROM games")[0][0]
                    for table in ("records", "notes", "games"):
                        cup.change(f"DELETE FROM {table} WHERE id IN (SELECT id FROM games WHERE deal = {last})")
                self.appeal(cup).expect()
                if accepted:
                    cup.write("dice.py", self.DICE + "# another\n")
                tribunal("tournament", cup.path("cup.toml"), "--out", cup.path("mended"), "--quiet", *(["--accept-changes"] if accepted else [])).expect()
                tribunal("verify", cup.path("mended")).expect()
                folders = [cup.path("mended"), night.out]
                facts = tribunal("ratings", *folders, "--latest", "--history", "--json").expect().json()
                self.assertEqual([one["folder"] for one in facts["history"]["nights"]], folders)
                newest = {row["sha256"] for row in facts["standings"]["rows"]}
                of_mended = tribunal("standings", folders[0], "--latest", "--json").expect().json()["standings"]["rows"][0]["sha256"]
                self.assertEqual(of_mended in newest, unfinished)  # a round that the old folder had not played is new
                if accepted:
                    self.assertNotIn(tribunal("standings", cup.out, "--json").json()["standings"]["rows"][0]["sha256"], [of_mended, *newest])

    def test_what_nobody_can_play_on_from_is_refused_and_nothing_is_made(self) -> None:
        with self.played() as cup, four(1) as robin:
            last = cup.games() - 1
            for games, said in ((str(last), "is the last one that was played: without --out"), ("9999", "is not in the plan"), ("x", "expected games as in 17,20-25")):
                self.appeal(cup, games).refused(2 if games == "x" else 78, said)
            tribunal("ruling", cup.out, "--out", cup.path("mended")).expect(2)
            tribunal("ruling", cup.out, "--exclude", "two", "--out", cup.path("mended"), "--reason", "x").expect(2)
            tribunal("ruling", robin.out, "--void", "0", "--out", cup.path("mended"), "--reason", "x").refused(78, "make them void without --out")
            self.assertFalse(os.path.exists(cup.path("mended")))
            self.appeal(cup, to="out").refused(78, "holds results already")
            self.appeal(cup, to=".").refused(2, "expected a new or empty one")
            self.appeal(cup).expect()
            self.appeal(cup).refused(78, "holds results already")

    def test_changes_of_either_folder_are_found(self) -> None:
        changes = ("DELETE FROM rulings", "UPDATE rulings SET kind = 'void', subject = '0'", "UPDATE rulings SET subject = replace(subject, 'out', 'in/out')",
                   "UPDATE rulings SET subject = '1' || substr(subject, 2)", "UPDATE rulings SET subject = replace(subject, '0 ', '0 1')",
                   "UPDATE rulings SET subject = substr(subject, 1, 30)", "DELETE FROM games WHERE ruling = 1")
        with self.played() as cup:
            self.appeal(cup).expect()
            mended = self.play_on(cup)

            def hold() -> Ended:
                return tribunal("verify", mended.out)
            (published,) = re.findall("rulings of the organiser: ([0-9a-f]{64})\n", hold().expect().out)
            for change in changes:
                with self.subTest(change=change), mended.restored():
                    mended.change(change)
                    self.assertNotIn(published, hold().out)
            with mended.restored():
                mended.change("UPDATE rulings SET subject = replace(subject, ' out', ' x')")
                hold().expect(shows="plays on from x, which is not beside it and was not compared")
                tribunal("verify", mended.out, "--origin", cup.out).expect(shows="are the same", lacks=published)
            with mended.restored():
                content = outcome(cup)["content_sha256"]
                mended.change(f"UPDATE rulings SET subject = replace(subject, '{content}', '{'0' * 64}')")
                hold().refused(1, "all games there have the SHA-256", content)
            for change, said in (("UPDATE games SET content = zeroblob(32) WHERE game = 2", "game 2 there is not the same"),
                                 ("DELETE FROM games WHERE game = 0", "game 0 there is not the same"),
                                 (f"DELETE FROM games WHERE game = {cup.games() - 1}", "all games there have the SHA-256")):
                with self.subTest(change=change), cup.restored():
                    cup.change(change)
                    hold().refused(1, "by ruling 1 it plays on from out", said)
            tribunal("verify", cup.out, "--origin", mended.out).expect()
            tribunal("verify", cup.path("cup.toml"), "--origin", mended.out).refused(2, "--origin needs a results folder")
