"""Tournaments played in shards, each as on a machine of its own, and merged: the same as one played on one machine."""
import glob
import json
import os
import random
import re
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
from typing import Any, Dict, List, Optional

from bots import scripted
from cup import Cup, Results, command_of, outcome, player
from cup import plan as cup_plan
from program import PROGRAM, SLOWNESS, Ended, run, stopped, tribunal

SLEEPER = scripted("sleeper", "", ask='open("asked", "w").close(); time.sleep(600)')
BROKEN = scripted("broken", "", ask='say("nonsense")')
SCHEDULERS = ("SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX", "PBS_ARRAY_INDEX", "AWS_BATCH_JOB_ARRAY_INDEX", "TEST_SHARD_INDEX")


def plan(bots: str = "one two three four", deals: int = 6, head: str = "", game: str = "mitch", **commands: str) -> str:
    return cup_plan(bots, head, deals, game=game, players=2, command=lambda name: commands.get(name, command_of(name)))


def faults_without_restarts(cup: Cup) -> str:
    """The text without restarts, which depend on when an ended process is noticed; faults do not."""
    return re.split(r"\n\d+ restarts?, no faults", tribunal("faults", cup.out).out.replace(cup.out, "out"))[0]


class Shards(Cup):
    """A tournament and the folder of its shards; a disk of the machine's own is `scratch`."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.all = self.path("parts")
        self.scratch = self.path("scratch")

    def shard_words(self, shard: str, *more: str) -> List[str]:
        return ["tournament", self.path("cup.toml"), "--shard", shard, "--out", self.all, "--scratch", self.scratch, *more]

    def play(self, shard: str, *more: str, **variables: str) -> Ended:
        free = {name: value for name, value in os.environ.items() if not name.startswith(SCHEDULERS)}
        return run([*PROGRAM, *self.shard_words(shard, *more)], env={**free, **variables})

    def play_all(self, count: int, *more: str) -> None:
        numbers = list(range(1, count + 1))
        random.Random(count).shuffle(numbers)
        for number in numbers:
            self.play(f"{number}/{count}", *more).expect()

    def merge(self, *folders: str, out: Optional[str] = None) -> Ended:
        return tribunal("merge", out or self.out, *(folders or (self.all,)))

    def part(self, shard: str) -> str:
        return os.path.join(self.all, shard)


def on_one_machine(text: str) -> Dict[str, Any]:
    with Cup(text).played("--quiet") as cup:
        return outcome(cup)


class Merged(unittest.TestCase):
    def merged_as(self, cup: Shards, expected: Dict[str, Any]) -> None:
        self.assertEqual(outcome(cup), expected)
        tribunal("verify", cup.out).expect()

    def test_any_number_of_shards_comes_to_the_same(self) -> None:
        text = plan()
        expected = on_one_machine(text)
        for count in (1, 3, 7, 64):
            with self.subTest(count=count), Shards(text) as cup:
                cup.play_all(count)
                cup.merge().expect(shows="72 games")
                self.merged_as(cup, expected)

    def test_any_order_and_merges_of_merges(self) -> None:
        text = plan()
        expected = on_one_machine(text)
        with Shards(text) as cup:
            cup.play_all(5)
            folders = [cup.part(f"{number}-of-5") for number in range(1, 6)]
            self.assertEqual(cup.merge(*folders[3:], out=cup.path("late")).code, 3)
            self.assertEqual(cup.merge(folders[2], folders[0], out=cup.path("early")).code, 3)
            cup.merge(cup.path("late"), folders[1], cup.path("early"), folders[0]).expect()
            self.merged_as(cup, expected)
            again = cup.merge(*folders)  # merged games stay
            self.assertEqual(again.code, 0, again.err)
            self.merged_as(cup, expected)

    def test_half_copies_of_killed_tasks_are_removed(self) -> None:
        with Shards(plan()) as cup:
            halves = [cup.part(f".2-of-3{middle}.{host}.{number}") for host, number in (("host", 17), ("other.example", 4_000_000))
                      for middle in ("", ".partial")]
            others = [cup.part(name) for name in (".2-of-3.notes", ".1-of-3.host.17", "2-of-3.host.17")]
            for folder in halves + others:
                os.makedirs(folder)
                with open(os.path.join(folder, "results.db"), "wb") as file:
                    file.write(b"SQLite format 3")
            self.assertEqual(cup.play("2/3").code, 0)
            self.assertEqual([folder for folder in halves if os.path.exists(folder)], [])
            self.assertEqual([folder for folder in others if not os.path.exists(folder)], [])

    def test_shards_that_are_rated_where_they_are(self) -> None:
        text = plan("one two three four", deals=12)
        for count in (5, 20):  # fewer shards than deals, and more, of which some hold a part of a deal
            with self.subTest(count=count), Shards(text) as cup:
                cup.play_all(count)
                self.assertEqual(cup.merge().code, 0)
                merged = tribunal("ratings", cup.out, "--json").json()
                parts = [cup.part(name) for name in os.listdir(cup.all)]
                self.assertEqual(tribunal("ratings", *parts, "--json").json(), merged)

    def test_several_games_and_bots_that_come_late(self) -> None:
        text = plan("one two three", game="mitch tennis")
        expected = on_one_machine(text)
        with Shards(text) as cup:
            cup.play_all(4)
            self.assertEqual(cup.merge().code, 0)
            self.merged_as(cup, expected)

    def test_a_merged_tournament_is_resumed_as_any_other(self) -> None:
        text = plan()
        expected = on_one_machine(text)
        with Shards(text) as cup:
            cup.play("2/3")
            ended = cup.merge().expect(3)
            command = re.search(r"tribunal (tournament \S+/cup.toml --out \S+)\n", ended.err)
            assert command
            tribunal(*command[1].split(), "--quiet").expect()
            self.merged_as(cup, expected)

    def test_what_is_missing_is_said_with_the_command_that_plays_it(self) -> None:
        with Shards(plan()) as cup:
            cup.play_all(6)
            shutil.rmtree(cup.part("2-of-6"))
            shutil.rmtree(cup.part("6-of-6"))
            ended = cup.merge().expect(3, "24 games missing", "games 12 to 23 (deals 1 to 1)", "games 60 to 71 (deals 5 to 5)")
            commands = re.findall(r"tribunal (tournament .* --shard .*)\n", ended.err)
            self.assertEqual(len(commands), 2)
            for command in commands:
                self.assertEqual(tribunal(*command.split()).code, 0)
            self.assertEqual(cup.merge().code, 0)

    def test_faults_and_what_bots_wrote_before_them_are_kept(self) -> None:
        text = plan("one brittle two", head='[limits]\non_fault = "strikes"\nmove_ms = 30000', brittle=player("brittle"))
        with Cup(text) as cup:
            cup.run("--quiet")
            expected = faults_without_restarts(cup)
        self.assertIn("brittle", expected)
        with Shards(text) as cup:
            cup.play_all(3)
            self.assertEqual(cup.merge().code, 0)
            self.assertEqual(faults_without_restarts(cup), expected)

    def test_a_bot_at_fault_in_every_game(self) -> None:
        text = plan("one broken two", head='[limits]\non_fault = "strikes"\nmove_ms = 30000', broken="python3 broken.py")
        with Shards(text) as cup:
            cup.write("broken.py", BROKEN)
            cup.play_all(3)
            cup.merge().expect(5, f"at fault in every game: broken; 'tribunal faults {cup.out}' shows how")

    def test_a_shard_is_known_as_such(self) -> None:
        with Shards(plan()) as cup:
            cup.play_all(3)
            tribunal("verify", cup.part("2-of-3")).expect(err="", shows="24 games hold: all of shard 2/3, games 24 to 47\n")
            shown = tribunal("standings", cup.part("2-of-3"))
            self.assertIn("\n24 games of shard 2/3, games 24 to 47; 'tribunal merge' unites the shards of a tournament\n", shown.out)
            self.assertEqual(tribunal("standings", cup.part("2-of-3"), "--json").json()["shard"], "2/3")
            self.assertNotIn("shard", tribunal("standings", self.whole(cup), "--json").out)
            for words in (("--out", cup.part("2-of-3")), ("--shard", "1/1", "--out", cup.all, "--scratch", cup.scratch)):
                if "--shard" in words:
                    os.rename(cup.part("2-of-3"), cup.part("1-of-1"))
                tribunal("tournament", cup.path("cup.toml"), *words).expect(78, "this folder holds shard 2/3, games 24 to 47, not ")
            part = Results(cup.part("1-of-1"))
            part.change("DELETE FROM results WHERE game = 40")
            tribunal("verify", part.out).expect(1, "shard 2/3, games 24 to 47 is not finished: 23 games hold, game 40 is missing")

    @staticmethod
    def whole(cup: Shards) -> str:
        cup.merge()
        return cup.out


class Damaged(unittest.TestCase):
    """Shards in which a game is damaged or forged: the third of the second of three shards, game 26."""

    CHANGES = {
        "a cell": "UPDATE results SET scores = 'nonsense' WHERE game = 26",
        "a record that is cut off": "UPDATE records SET record = substr(record, 1, 50) WHERE game = 26",
        "no record": "DELETE FROM records WHERE game = 26",
        "forged scores": "UPDATE results SET scores = (SELECT '[' || group_concat(value, ',') || ']' FROM (SELECT value FROM "
                         "json_each(results.scores) ORDER BY key DESC)) WHERE game = 26",
        "forged places": "UPDATE results SET places = '[1,1]' WHERE game = 26",
        "other bots": "UPDATE results SET bots = '[0,3]' WHERE game = 26",
        "another game": "UPDATE records SET record = (SELECT record FROM records WHERE game = 27) WHERE game = 26",
        "forged usage": "UPDATE results SET usage = '[[1,1,1,1],[1,1,1,1]]' WHERE game = 26",
        "a fault that was none": "INSERT INTO diagnostics VALUES (26, 0, 'crash', '')",
        "exchanged names": "UPDATE meta SET value = replace(value, '[\"one\",\"two\"', '[\"two\",\"one\"') WHERE key = 'identity'",
        "another view": "DROP VIEW seats",
    }

    @classmethod
    def setUpClass(cls) -> None:
        cls.cup = Shards(plan())
        cls.addClassCleanup(cls.cup.holder.cleanup)
        cls.cup.play_all(3)
        cls.expected = on_one_machine(plan())
        cls.sound = cls.cup.path("sound")
        shutil.copytree(cls.cup.part("2-of-3"), cls.sound)

    def damage(self, change: str) -> str:
        """Damages the second shard, which is sound again after the test."""
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
                if name not in ("exchanged names", "another view"):
                    self.assertIn("game 26", ended.err)
                self.assertFalse(os.path.exists(out))
                self.mend()
                self.cup.merge(out=out).expect()
        self.holds(out)

    def test_the_command_that_is_named_plays_the_shard_again(self) -> None:
        part = self.damage(self.CHANGES["forged scores"])
        out = self.out("again")
        refused = self.cup.merge(out=out)
        self.assertIn("game 26 does not come to its scores and places when it is played again; nothing is merged: delete this folder",
                      refused.err)
        command = re.search(r"'tribunal (tournament [^']*)'", refused.err)
        assert command
        shutil.rmtree(part)
        tribunal(*command[1].split(), "--scratch", self.cup.scratch).expect()
        self.assertEqual(self.cup.merge(out=out).code, 0)
        self.holds(out)

    def test_what_was_merged_from_a_damaged_shard_is_replaced_by_the_mended_one(self) -> None:
        for name in ("a cell", "no record", "forged scores", "forged usage", "a fault that was none"):
            with self.subTest(name=name):
                self.mend()
                self.damage(self.CHANGES[name])
                out = self.out("replaced")
                shutil.copytree(self.cup.part("1-of-3"), out)
                tribunal("merge", out, self.cup.all, "--unverified")  # like an earlier version, which did not verify
                before = self.bytes_of(out)
                refused = tribunal("merge", out, self.cup.part("1-of-3"))
                if name != "a fault that was none":
                    self.assertEqual(refused.code, 2, refused)
                    self.assertIn("nothing is merged, as no other folder has this game", refused.err)
                    self.assertEqual(self.bytes_of(out), before)
                self.mend()
                ended = self.cup.merge(out=out).expect()
                if name != "a fault that was none":
                    self.assertIn(f"; 1 damaged game of {out} replaced", ended.out)
                self.holds(out)

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

    @staticmethod
    def bytes_of(out: str) -> bytes:
        with open(os.path.join(out, "results.db"), "rb") as file:
            return file.read()


class Rounds(unittest.TestCase):
    FORMATS = {
        "swiss": ('format = "swiss"\nrounds = 3', "one two three four five six"),
        "knockout": ('format = "knockout"', "one two three four five six"),
        "ladder": ('format = "ladder"\ntarget_error = 150', "one two three four *five *six"),
    }

    def test_each_round_follows_from_the_merged_ones_before(self) -> None:
        for name, (head, bots) in self.FORMATS.items():
            with self.subTest(format=name):
                text = plan(bots, head=head, deals=3)
                expected = on_one_machine(text)
                with Shards(text) as cup:
                    rounds = self.play_rounds(cup)
                    self.assertGreater(rounds, 1)
                    self.assertEqual(outcome(cup), expected)
                    self.assertEqual(tribunal("verify", cup.out).code, 0)

    def play_rounds(self, cup: Shards) -> int:
        for number in range(1, 200):
            cup.play_all(3, *(("--after", cup.out) if number > 1 else ()))
            ended = cup.merge().expect()
            if f"round {number + 1} comes next" not in ended.out:
                self.assertIn("the tournament is complete", ended.out)
                return number
        raise AssertionError("it never ends")

    def test_withdrawn_bots_are_left_out(self) -> None:
        head, bots = self.FORMATS["swiss"]
        text = plan(bots, head=head, deals=3) + "withdrawn_after = 1\n"
        with Shards(plan(bots, head=head, deals=3)) as cup:
            cup.play_all(2)
            self.assertEqual(cup.merge().code, 0)
            cup.write("cup.toml", text)
            for _ in range(2):  # the second time they are complete
                for number in (1, 2):
                    cup.play(f"{number}/2", "--after", cup.out, "--accept-changes").expect()
            tribunal("verify", os.path.join(cup.all, "round-2", "1-of-2")).expect()
            cup.merge().expect(78, "--accept-changes merges them anyway")
            tribunal("merge", cup.out, cup.all, "--accept-changes").expect(shows="round 3 comes next")

    def test_shards_of_later_rounds_are_verified_by_themselves(self) -> None:
        head, bots = self.FORMATS["swiss"]
        with Shards(plan(bots, head=head, deals=3)) as cup:
            cup.play_all(2)
            self.assertEqual(cup.merge().code, 0)
            cup.play_all(2, "--after", cup.out)
            tribunal("verify", os.path.join(cup.all, "round-2", "2-of-2")).expect(
                shows="verify the merged tournament to see that the rounds before lead to them")

    def test_shards_of_different_rounds_are_not_mixed_up(self) -> None:
        head, bots = self.FORMATS["swiss"]
        with Shards(plan(bots, head=head, deals=3)) as cup:
            cup.play_all(2)
            shutil.rmtree(os.path.join(cup.all, "round-1", "2-of-2"))
            ended = cup.merge().expect(3)
            self.assertRegex(ended.err, r"--shard 2/2 --out \S+/parts\n")
            self.assertNotIn("comes next", ended.out)


class Killed(unittest.TestCase):
    def test_killed_at_any_moment_and_run_twice(self) -> None:
        text = plan("one two three four", deals=30)
        expected = on_one_machine(text)
        dice = random.Random(7)
        with Shards(text) as cup:
            for number in (1, 2, 3):
                while True:
                    both = [subprocess.Popen([*PROGRAM, *cup.shard_words(f"{number}/3", "--quiet")], stderr=subprocess.PIPE, text=True)
                            for _ in range(2)]
                    try:
                        both[0].communicate(timeout=SLOWNESS * dice.uniform(0.05, 0.6))
                    except subprocess.TimeoutExpired:
                        both[0].kill()
                        both[0].communicate()
                        both[1].send_signal(dice.choice((signal.SIGKILL, signal.SIGTERM)))
                        both[1].communicate()
                        continue
                    said = both[1].communicate()[1]
                    self.assertEqual([one.returncode for one in both], [0, 0], said)
                    break
            self.assertEqual(cup.merge().code, 0)
            self.assertEqual(outcome(cup), expected)
            self.assertEqual(cup.query("SELECT count(*), count(DISTINCT game) FROM results"), [(360, 360)])

    def test_an_interrupted_shard_goes_on_on_another_machine(self) -> None:
        with Shards(plan("slow one", deals=60)) as cup:
            running = subprocess.Popen([*PROGRAM, *cup.shard_words("1/2")], stderr=subprocess.PIPE, text=True)
            scratch = ""
            while not scratch:
                scratch = next(iter(glob.glob(os.path.join(cup.scratch, "*.0"))), "")
            Results(scratch).wait_for_games(3)
            stopped(running, signal.SIGTERM).expect(75, "run the same command again to resume")
            shutil.rmtree(cup.scratch)
            self.assertEqual(cup.merge().code, 3)  # games played before the signal count
            ended = cup.play("1/2").expect()
            before = re.search(r"of them (\d+) stored before", ended.err)
            assert before
            self.assertGreaterEqual(int(before[1]), 3)
            self.assertEqual(sorted(os.listdir(cup.all)), ["1-of-2"])

    def test_the_running_game_is_played_to_its_end(self) -> None:
        with Shards(plan("slow one", deals=60)) as cup:
            events = cup.path("events")
            words = cup.shard_words("1/2", "--workers", "1", "--events", events, "--quiet")
            running = subprocess.Popen([*PROGRAM, *words], stderr=subprocess.DEVNULL)
            while not (os.path.exists(events) and '"event":"game"' in cup.read("events")):
                self.assertIsNone(running.poll())
                time.sleep(0.01)
            running.send_signal(signal.SIGTERM)
            self.assertEqual(running.wait(timeout=60 * SLOWNESS), 75)
            told = [json.loads(line)["event"] for line in cup.read("events").splitlines()]
            *games, last = told[told.index("interrupted") + 1:]
            self.assertEqual((set(games), last), ({"game"}, "finished"))

    def test_a_game_that_lasts_too_long_is_abandoned(self) -> None:
        text = plan("sleeper one", deals=2, head='sandbox = "none"\n[limits]\nmove_ms = 600000', sleeper="python3 sleeper.py")
        with Shards(text) as cup:
            cup.write("sleeper.py", SLEEPER)
            running = subprocess.Popen([*PROGRAM, *cup.shard_words("1/1", "--quiet")], stderr=subprocess.PIPE, text=True)
            while not os.path.exists(cup.path("asked")):
                self.assertIsNone(running.poll())
                time.sleep(0.01)
            stopped(running, signal.SIGTERM).expect(75)

    def test_a_complete_shard_is_not_played_again(self) -> None:
        with Shards(plan()) as cup:
            cup.play("1/2")
            stamp = os.stat(os.path.join(cup.all, "1-of-2", "results.db")).st_mtime_ns
            cup.play("1/2").expect(0, "shard 1/2: played before")
            self.assertEqual(os.stat(os.path.join(cup.all, "1-of-2", "results.db")).st_mtime_ns, stamp)


class Refused(unittest.TestCase):
    def test_games_that_differ_are_reported_and_the_first_kept(self) -> None:
        with Shards(plan("one two")) as cup:
            cup.play_all(2)
            shutil.copytree(cup.all, cup.path("first"))
            shutil.rmtree(cup.all)
            shutil.rmtree(cup.scratch)
            cup.write("cup.toml", plan("one two", two=command_of("other")))
            cup.play_all(2)
            cup.merge(cup.path("first"), cup.all).expect(78, "played under other conditions (commands 1")
            self.assertFalse(os.path.exists(os.path.join(cup.out, "results.db")))
            ended = tribunal("merge", cup.out, cup.path("first"), cup.all, "--accept-changes").expect(1,
                "12 games were not played the same in two folders; the first is kept")
            self.assertRegex(ended.err, r"game 0 in \S+ and \S+: decision \d+, by two")
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
                "played with other bots (joins_after or withdrawn_after differ")

    def test_other_tournaments_and_damaged_folders(self) -> None:
        with Shards(plan()) as cup, Shards(plan(game="tennis")) as other:
            cup.play_all(1)
            other.play_all(1)
            cup.merge(cup.all, other.all).expect(78, 'another tournament (game: "mitch" there, "tennis" here)')
            self.assertEqual(cup.merge(cup.path("nothing")).code, 2)
            broken = Results(os.path.join(cup.all, "1-of-1"))
            for cell in ("bots = '[0,9]'", "conditions = 7", "scores = 'x'"):
                shutil.copytree(broken.out, cup.path("kept"))
                broken.change(f"UPDATE results SET {cell} WHERE game = 5")
                ended = cup.merge()
                self.assertIn(ended.code, (0, 2), ended.err)
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
                cup.play(words).expect(2, "is no shard; expected NUMBER/COUNT")
            cup.write("cup.toml", plan().replace('seed = "42"\n', ""))
            cup.play("1/3").expect(78, "expected seed or secret_file")
            self.assertEqual(tribunal("tournament", cup.path("cup.toml"), "--after", cup.out).code, 2)

    def test_a_scratch_folder_that_others_may_write_to(self) -> None:
        with Shards(plan()) as cup, tempfile.TemporaryDirectory() as open_to_all:
            os.chmod(open_to_all, 0o777)
            tribunal("tournament", cup.path("cup.toml"), "--shard", "1/2", "--out", cup.all, "--scratch", open_to_all).expect(74,
                "expected a folder of this user's own")


class Schedulers(unittest.TestCase):
    def shard(self, cup: Shards, words: str, **variables: str) -> str:
        ended = cup.play(words, "--dry-run", **variables)
        found = re.search(r"shard (\d+/\d+)", ended.out + ended.err)
        return found[1] if found else ended.err

    def test_tell_which_shard_it_is(self) -> None:
        with Shards(plan()) as cup:
            slurm = {"SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_COUNT": "4", "SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_MAX": "4"}
            from_0 = {**slurm, "SLURM_ARRAY_TASK_MIN": "0", "SLURM_ARRAY_TASK_MAX": "3"}
            for words, variables, expected in (
                    ("auto", slurm, "3/4"),
                    ("auto/9", slurm, "3/9"),
                    ("auto", from_0, "4/4"),
                    ("auto/4", from_0, "4/4"),
                    ("auto/64", {**slurm, "SLURM_ARRAY_TASK_MIN": "3", "SLURM_ARRAY_TASK_COUNT": "2"}, "3/64"),
                    ("auto/5", {"JOB_COMPLETION_INDEX": "0"}, "1/5"),
                    ("auto/5", {"PBS_ARRAY_INDEX": "5"}, "5/5"),
                    ("auto", {"AWS_BATCH_JOB_ARRAY_INDEX": "1", "AWS_BATCH_JOB_ARRAY_SIZE": "6"}, "2/6"),
                    ("auto", {"TEST_SHARD_INDEX": "2", "TEST_TOTAL_SHARDS": "3"}, "3/3")):
                self.assertEqual(self.shard(cup, words, **variables), expected, variables)

    def test_that_do_not_tell_how_many_there_are_are_asked_for_it(self) -> None:
        with Shards(plan()) as cup:
            part = {"SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_COUNT": "1", "SLURM_ARRAY_TASK_MIN": "3", "SLURM_ARRAY_TASK_MAX": "3"}
            for variables in (part, {"JOB_COMPLETION_INDEX": "0"}):
                self.assertIn("expected --shard auto/COUNT", self.shard(cup, "auto", **variables))
            self.assertIn("no scheduler has set a number", self.shard(cup, "auto"))
            self.assertIn("is no shard", self.shard(cup, "auto/3", JOB_COMPLETION_INDEX="3"))
            self.assertIn("is no shard", self.shard(cup, "auto/x", JOB_COMPLETION_INDEX="3"))
