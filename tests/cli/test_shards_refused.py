"""Shards that are damaged, forged or from another tournament are refused by name, and nothing is merged."""
import os
import re
import shutil
import tempfile
import unittest

from cup import Results, command_of, outcome
from program import bytes_of, tribunal
from shards import Shards, on_one_machine, plan


class Damaged(unittest.TestCase):
    """Shards in which one game is damaged or forged: the third game of the second of three shards, game 26."""

    CHANGES = {
        "a cell": "UPDATE games SET scores = 'nonsense' WHERE game = 26",
        "a record that is cut off": "UPDATE records SET record = substr(record, 1, 50) WHERE game = 26",
        "no record": "DELETE FROM records WHERE game = 26",
        "forged scores": "UPDATE games SET scores = (SELECT '[' || group_concat(value, ',') || ']' FROM (SELECT value FROM "
                         "json_each(games.scores) ORDER BY key DESC)) WHERE game = 26",
        "forged places": "UPDATE games SET places = '[1,1]' WHERE game = 26",
        "other bots": "UPDATE games SET bots = '[0,3]' WHERE game = 26",
        "another game": "UPDATE records SET record = (SELECT record FROM records WHERE game = 27) WHERE game = 26",
        "forged usage": "UPDATE games SET usage = '[[1,1,1,1],[1,1,1,1]]' WHERE game = 26",
        "a fault that was none": "INSERT INTO notes VALUES (26, 0, 'fault', 0, 'crash', '')",
        "no time": "UPDATE games SET stored = -1 WHERE game = 26",
        "a void game": "INSERT INTO games SELECT id + (1 << 48), deal, conditions, bots, scores, places, faults, times, usage, content, stored "
                       "FROM games WHERE id = 26",
        "exchanged names": "UPDATE meta SET value = replace(value, '[\"one\",\"two\"', '[\"two\",\"one\"') WHERE key = 'identity'",
        "another view": "DROP VIEW seats",
    }

    @classmethod
    def setUpClass(cls) -> None:
        cls.cup = Shards(plan())
        cls.cup.play_all(3)
        cls.expected = on_one_machine(plan())
        cls.sound = cls.cup.path("sound")
        shutil.copytree(cls.cup.part("2-of-3"), cls.sound)

    def damage(self, change: str) -> str:
        """Damages the second shard, which is restored after the test."""
        part = Results(self.cup.part("2-of-3"))
        self.addCleanup(self.mend)
        part.change(change)
        return part.out

    def mend(self) -> None:
        shutil.rmtree(self.cup.part("2-of-3"), ignore_errors=True)
        shutil.copytree(self.sound, self.cup.part("2-of-3"))

    def out(self, name: str) -> str:
        out = self.cup.path(name)
        shutil.rmtree(out, ignore_errors=True)
        return out

    def holds(self, out: str) -> None:
        self.assertEqual(outcome(Results(out)), self.expected)
        tribunal("verify", out).expect()

    def test_a_damaged_shard_is_refused_by_name_and_merges_once_it_is_mended(self) -> None:
        for name, change in self.CHANGES.items():
            with self.subTest(name=name):
                self.mend()
                part = self.damage(change)
                out = self.out("refused")
                ended = self.cup.merge(out=out).expect(2, out="")
                self.assertTrue(ended.err.startswith(f"tribunal: {part}: "), ended.err)
                if name not in ("a void game", "exchanged names", "another view"):
                    self.assertIn("game 26", ended.err)
                self.assertFalse(os.path.exists(out))
                self.mend()
                self.cup.merge(out=out).expect()
        self.holds(out)

    def test_the_command_that_is_named_plays_the_shard_again(self) -> None:
        part = self.damage(self.CHANGES["forged scores"])
        out = self.out("again")
        refused = self.cup.merge(out=out).expect(
            None, "game 26 has different scores and places when it is replayed; nothing is merged: delete this folder")
        command = re.search(r"'tribunal (tournament [^']*)'", refused.err)
        assert command
        shutil.rmtree(part)
        tribunal(*command[1].split(), "--scratch", self.cup.scratch).expect()
        self.assertEqual(self.cup.merge(out=out).code, 0)
        self.holds(out)

    def test_what_was_merged_from_a_damaged_shard_is_replaced_by_the_mended_one(self) -> None:
        for name in ("a cell", "no record", "forged scores", "forged usage", "a fault that was none", "no time"):
            with self.subTest(name=name):
                self.mend()
                self.damage(self.CHANGES[name])
                out = self.out("replaced")
                shutil.copytree(self.cup.part("1-of-3"), out)
                tribunal("merge", out, self.cup.all, "--unverified")  # OUT then has a game that nobody verified
                before = bytes_of(out + "/results.db")
                tribunal("merge", out, self.cup.part("1-of-3")).expect(2, "nothing is merged, because no other folder has this game")
                self.assertEqual(bytes_of(out + "/results.db"), before)
                self.mend()
                self.cup.merge(out=out).expect(shows=f"; 1 damaged game of {out} replaced")
                self.holds(out)

    def test_only_games_that_count_and_what_belongs_to_them_is_merged(self) -> None:
        self.damage(self.CHANGES["a void game"])
        part = Results(self.cup.part("2-of-3"))
        for change in ("INSERT INTO records SELECT 71, record, seal FROM records WHERE id = 26", "INSERT INTO notes VALUES (70, 0, 'fault', 0, 'crash', '')",
                       "INSERT INTO notes VALUES (26 + (1 << 48), 0, 'fault', 0, 'crash', '')"):
            part.change(change)
        out = self.out("without ?mode=rw#%20others")
        tribunal("merge", out, self.cup.all, "--unverified").expect(shows="72 games from 3 folders, not verified")
        self.assertEqual(outcome(Results(out))["content_sha256"], self.expected["content_sha256"])
        tribunal("verify", out).expect()

    def test_a_game_that_no_tournament_has_is_refused_without_verification_too(self) -> None:
        for change, said in (("id = 99999", "game 99999 is damaged in the database: its place in the schedule is 99999"),
                             ("id = -1", "game -1 is damaged in the database: its place in the schedule is -1"),
                             ("conditions = 7", "game 26 is damaged in the database: its conditions are missing")):
            with self.subTest(change=change):
                part = self.damage(f"UPDATE games SET {change} WHERE id = 26")
                out = self.out("refused")
                tribunal("merge", out, self.cup.all, "--unverified").expect(2, said, part)
                self.assertFalse(os.path.exists(out))
                self.mend()

    def test_results_that_were_not_verified_say_so_until_they_are(self) -> None:
        out = self.out("fast")
        tribunal("merge", out, self.cup.all, "--unverified").expect(shows="72 games from 3 folders, not verified")
        self.assertIn("These games are not verified: ", tribunal("standings", out).out)
        self.assertIs(tribunal("standings", out, "--json").json()["unverified"], True)
        self.assertIn("not verified", tribunal("ratings", out).err)
        self.assertEqual(self.cup.merge(out=out).code, 0)
        self.assertNotIn("not verified", tribunal("standings", out).out)
        self.assertNotIn("unverified", tribunal("standings", out, "--json").json())
        self.holds(out)


class Refused(unittest.TestCase):
    def test_games_that_differ_are_reported_and_the_first_kept(self) -> None:
        with Shards(plan("one two")) as cup:
            cup.play_all(2)
            shutil.copytree(cup.all, cup.path("first"))
            shutil.rmtree(cup.all)
            shutil.rmtree(cup.scratch)
            cup.write("cup.toml", plan("one two", two=command_of("other")))
            cup.play_all(2)
            cup.merge(cup.path("first"), cup.all).expect(78, "played under different conditions (commands 1")
            self.assertFalse(os.path.exists(os.path.join(cup.out, "results.db")))
            tribunal("merge", cup.out, cup.path("first"), cup.all, "--accept-changes").expect(
                1, "12 games were different in two folders; the first is kept", says_like=r"game 0 in \S+ and \S+: decision \d+, by two")
            self.assertEqual(tribunal("merge", cup.path("alone"), cup.path("first")).code, 0)
            hashes = [tribunal("standings", folder, "--json").json()["content_sha256"] for folder in (cup.out, cup.path("alone"))]
            self.assertEqual(hashes[0], hashes[1])

    def test_bots_that_were_withdrawn_between_shards(self) -> None:
        with Shards(plan("one two three")) as cup:
            cup.play("1/2")
            shutil.copytree(cup.part("1-of-2"), cup.out)
            cup.write("cup.toml", plan("one two three") + "withdrawn_after = 3\n")
            cup.change("DELETE FROM meta WHERE key = 'shard'")
            self.assertEqual(cup.run("--accept-changes", "--quiet").code, 0)
            tribunal("merge", cup.path("both"), cup.out, cup.all, "--accept-changes").expect(78,
                "played with different bots (joins_after or withdrawn_after differ")

    def test_other_tournaments_and_damaged_folders(self) -> None:
        with Shards(plan()) as cup, Shards(plan(game="tennis")) as other:
            cup.play_all(1)
            other.play_all(1)
            cup.merge(cup.all, other.all).expect(78, 'another tournament (game: "mitch" there, "tennis" here)')
            self.assertEqual(cup.merge(cup.path("nothing")).code, 2)
            broken = Results(os.path.join(cup.all, "1-of-1"))
            for cell in ("bots = '[0,9]'", "conditions = 7", "scores = 'x'"):
                shutil.copytree(broken.out, cup.path("kept"))
                broken.change(f"UPDATE games SET {cell} WHERE game = 5")
                ended = cup.merge().expect((0, 2))
                if ended.code == 0:  # the contents of a row are checked when it is read
                    self.assertEqual(tribunal("standings", cup.out).code, 2)
                    shutil.rmtree(cup.out)
                else:
                    self.assertIn("game 5", ended.err)
                shutil.rmtree(broken.out)
                shutil.move(cup.path("kept"), broken.out)

    def test_words_that_name_no_shard(self) -> None:
        with Shards(plan()) as cup:
            for words in ("0/3", "4/3", "3", "1/0", "a/b", "1/3x", "-1/3", "autos"):
                cup.play(words).expect(2, "is not a shard; expected NUMBER/COUNT")
            cup.write("cup.toml", plan().replace('seed = "42"\n', ""))
            cup.play("1/3").expect(78, "expected seed or secret_file")
            self.assertEqual(tribunal("tournament", cup.path("cup.toml"), "--after", cup.out).code, 2)

    def test_a_scratch_folder_that_others_may_write_to(self) -> None:
        with Shards(plan()) as cup, tempfile.TemporaryDirectory() as open_to_all:
            os.chmod(open_to_all, 0o777)
            tribunal("tournament", cup.path("cup.toml"), "--shard", "1/2", "--out", cup.all, "--scratch", open_to_all).expect(74,
                "expected a folder that only this user can write to")
