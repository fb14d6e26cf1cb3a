"""Tournaments played in shards, each as if on its own machine, and merged: the result equals that of one machine."""
import glob
import itertools
import json
import os
import random
import re
import shutil
import signal
import subprocess
import time
import unittest
from typing import Any, Dict

from bots import scripted
from cup import Cup, Results, outcome, player
from program import PROGRAM, SLOWNESS, stopped, tribunal
from shards import Shards, on_one_machine, plan

SLEEPER = scripted("sleeper", "", ask='open("asked", "w").close(); time.sleep(600)')
BROKEN = scripted("broken", "", ask='say("nonsense")')


def faults_without_restarts(cup: Cup) -> str:
    """The text without restarts. They depend on when an ended process is noticed; faults do not."""
    return re.split(r"\n\d+ restarts?, no faults", tribunal("faults", cup.out).out.replace(cup.out, "out"))[0]


def removed(path: str) -> None:
    (shutil.rmtree if os.path.isdir(path) and not os.path.islink(path) else os.remove)(path)


class Merged(unittest.TestCase):
    def merged_as(self, cup: Shards, expected: Dict[str, Any]) -> None:
        self.assertEqual(outcome(cup), expected)
        tribunal("verify", cup.out).expect()

    def test_any_number_of_shards_comes_to_the_same(self) -> None:
        text = plan(deals=2)
        expected = on_one_machine(text)
        for count in (1, 3, 13):  # fewer shards than deals, more, and some of a single game
            with self.subTest(count=count), Shards(text) as cup:
                cup.play_all(count)
                cup.merge().expect(shows="24 games")
                self.merged_as(cup, expected)

    def test_shards_beside_their_folder_are_omitted_from_a_table_of_several(self) -> None:
        with Shards(plan(deals=2)) as cup:
            cup.play_all(3)
            cup.merge().expect()
            shards = shutil.copytree(cup.all, cup.out + ".shards")
            alone = tribunal("ratings", cup.out, "--json").expect().json()["standings"]
            for folders in ([cup.out, shards], [shards + "/", cup.out]):
                self.assertEqual(tribunal("ratings", *folders, "--json").expect(0, "omitted: 'tribunal merge' has put its shards into").json()["standings"], alone)
                tribunal("report", *folders, "--anchor", "one=1500", "-o", "-").expect(0, "omitted: 'tribunal merge' has put its shards into")
            for command in ("ratings", "standings", "luck", "verify"):
                tribunal(command, shards).refused(2, f"there are no results here, but there are some in {shards}/1-of-3; ", f"'tribunal merge OUT {shards}' unites shards")
            os.mkdir(cup.path("full"))
            with open(cup.path("full/note.txt"), "w", encoding="utf-8"):
                pass
            tribunal("merge", cup.path("full"), shards).refused(2, "this folder holds other files (note.txt); expected a new or empty one")

    def test_any_order_and_merges_of_merges(self) -> None:
        text = plan(sandboxed=True)
        expected = on_one_machine(text)
        with Shards(text) as cup:
            cup.play_all(5)
            folders = [cup.part(f"{number}-of-5") for number in range(1, 6)]
            self.assertEqual(cup.merge(*folders[3:], out=cup.path("late")).code, 3)
            self.assertEqual(cup.merge(folders[2], folders[0], out=cup.path("early")).code, 3)
            cup.merge(cup.path("late"), folders[1], cup.path("early"), folders[0]).expect()
            self.merged_as(cup, expected)
            cup.merge(*folders).expect()  # merged games stay
            self.merged_as(cup, expected)

    def test_half_copies_of_killed_tasks_are_removed(self) -> None:
        with Shards(plan()) as cup:
            halves = [cup.part(f".2-of-3{middle}.{host}.{number}") for host, number in (("host", 17), ("other.example", 4_000_000))
                      for middle in ("", ".partial")]
            others = [cup.part(name) for name in (".2-of-3.notes", ".1-of-3.host.17", "2-of-3.host.17")]
            for folder in halves + others:
                cup.write(os.path.join(folder, "results.db"), "SQLite format 3")
            self.assertEqual(cup.play("2/3").code, 0)
            self.assertEqual([folder for folder in halves if os.path.exists(folder)], [])
            self.assertEqual([folder for folder in others if not os.path.exists(folder)], [])

    def test_shards_that_are_rated_where_they_are(self) -> None:
        text = plan("one two three four", deals=4)
        for count in (3, 5):  # fewer shards than deals, and more, of which some hold a part of a deal
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
        with Cup(text).played("--quiet") as cup:
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
            part.change("DELETE FROM games WHERE game = 40")
            tribunal("verify", part.out).expect(1, "shard 2/3, games 24 to 47 is not finished: 23 games hold, game 40 is missing")

    @staticmethod
    def whole(cup: Shards) -> str:
        cup.merge()
        return cup.out


class Rounds(unittest.TestCase):
    FORMATS = {
        "swiss": ('format = "swiss"\nrounds = 3', "one two three four five six"),
        "knockout": ('format = "knockout"', "one two three four five six"),
        "ladder": ('format = "ladder"\ntarget_error = 150', "one two three four *five *six"),
        "final": ('format = "final"\nrounds = 5', "one two three four five six"),
    }

    def test_each_round_follows_from_the_merged_ones_before(self) -> None:
        for name, (head, bots) in self.FORMATS.items():
            with self.subTest(format=name):
                text = plan(bots, head=head, deals=2)
                expected = on_one_machine(text)
                with Shards(text) as cup:
                    rounds = self.play_rounds(cup)
                    self.assertGreater(rounds, 1)
                    self.assertEqual(outcome(cup), expected)
                    self.assertEqual(tribunal("verify", cup.out).code, 0)

    def play_rounds(self, cup: Shards) -> int:
        for number in range(1, 200):
            cup.play_all(2, *(("--after", cup.out) if number > 1 else ()))
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
            cup.merge().expect(3, says_like=r"--shard 2/2 --out \S+/parts\n", lacks="comes next")


class Killed(unittest.TestCase):
    def test_killed_at_any_moment_and_run_twice(self) -> None:
        text = plan("one two three four", deals=20)
        expected = on_one_machine(text)
        dice = random.Random(7)
        with Shards(text) as cup:
            for number in (1, 2, 3):
                for tries in itertools.count():
                    both = [subprocess.Popen([*PROGRAM, *cup.shard_words(f"{number}/3", "--quiet")], stderr=subprocess.PIPE, text=True)
                            for _ in range(2)]
                    try:
                        both[0].communicate(timeout=SLOWNESS * dice.uniform(0.05, 0.6) * 1.3**tries)  # on any machine they come to the end
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
            self.assertEqual(cup.query("SELECT count(*), count(DISTINCT game) FROM games"), [(240, 240)])

    def test_an_interrupted_shard_goes_on_on_another_machine(self) -> None:
        with Shards(plan("slow one", deals=20)) as cup:
            running = subprocess.Popen([*PROGRAM, *cup.shard_words("1/2")], stderr=subprocess.PIPE, text=True)
            scratch = ""
            while not scratch:
                scratch = next(iter(glob.glob(os.path.join(cup.scratch, "*.0"))), "")
            Results(scratch).wait_for_games(3)
            stopped(running, signal.SIGTERM).expect(75, "run the same command again to resume")
            shutil.rmtree(cup.scratch)
            self.assertEqual(cup.merge().code, 3)  # games played before the signal count
            ended = cup.play("1/2").expect()
            before = re.search(r"(\d+) of them stored before", ended.err)
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
        text = plan("sleeper one", deals=2, head="[limits]\nmove_ms = 600000", sleeper="python3 sleeper.py")
        with Shards(text) as cup:
            cup.write("sleeper.py", SLEEPER)
            running = subprocess.Popen([*PROGRAM, *cup.shard_words("1/1", "--quiet")], stderr=subprocess.PIPE, text=True)
            while not os.path.exists(cup.path("asked")):
                self.assertIsNone(running.poll())
                time.sleep(0.01)
            stopped(running, signal.SIGTERM).expect(75)

    def test_whatever_is_in_the_place_of_a_shard_is_refused_with_the_next_step(self) -> None:
        with Shards(plan()) as cup:
            cup.play_all(2)
            part, other = cup.part("2-of-2"), cup.path("other")
            os.rename(part, other)

            def only(*names: str) -> None:
                shutil.copytree(other, part, ignore=lambda _, all_names: set(all_names) - set(names))

            delete = "restore a copy of this folder, or delete it: the command that played it, with --shard 2/2, then plays it again"
            rows = {
                "a half copy": (lambda: only("run.log"), "2-of-2: this folder holds run.log, but no results; expected none, or a complete shard: delete or rename it"),
                "an empty database": (lambda: [only(), cup.write(f"{part}/results.db", "")], f"results.db holds no games; {delete}"),
                "a damaged database": (lambda: [only("results.db"), os.truncate(f"{part}/results.db", 20000)], f"malformed); {delete}"),
                "too few games": (lambda: [only("results.db"), Results(part).change("DELETE FROM games WHERE game > 40")],
                                  f"this folder holds only 5 of the shard's 36 games; {delete}"),
                "a link to nothing": (lambda: os.symlink(cup.path("nowhere"), part), "2-of-2: is a link that leads to no results; expected nothing or a shard's"),
                "a file": (lambda: cup.write(part, "x"), "2-of-2: is not a folder; expected nothing or a shard's folder"),
            }
            for name, (make, said) in rows.items():
                with self.subTest(name):
                    make()
                    for more in ((), ("--dry-run",)):
                        cup.play("2/2", "--quiet", *more).expect(2, said)
                    self.assertEqual(os.listdir(cup.scratch), [])
                    if "database" in name:
                        cup.merge().expect(2, said, "nothing is merged")
                    removed(part)
            os.mkdir(part)
            cup.play("2/2").expect(0, "complete; results in")
            cup.merge().expect()

    def test_a_link_to_a_shard_is_merged_by_the_command_that_merge_prints(self) -> None:
        with Shards(plan()) as cup:
            cup.play_all(2)
            os.rename(cup.part("2-of-2"), cup.path("other"))
            os.symlink(cup.path("other"), cup.part("2-of-2"))
            ended = cup.merge().expect(3, f"\ntribunal merge {cup.out} {cup.part('2-of-2')}\n", lacks="--shard")
            printed = re.search(r"\ntribunal (merge .*)\n", ended.err)
            assert printed
            tribunal(*printed[1].split()).expect(shows="the tournament is complete")

    def test_a_played_shard_is_kept_if_something_takes_its_place_meanwhile(self) -> None:
        with Shards(plan("slow one", deals=20)) as cup:
            running = subprocess.Popen([*PROGRAM, *cup.shard_words("1/2", "--quiet")], stderr=subprocess.PIPE, text=True)
            scratch = ""
            while not scratch:
                scratch = next(iter(glob.glob(os.path.join(cup.scratch, "*.0"))), "")
            Results(scratch).wait_for_games(1)
            cup.write("parts/1-of-2/.DS_Store", "x")
            said = running.communicate()[1]
            self.assertEqual(running.returncode, 74, said)
            self.assertIn(f"1-of-2: this folder holds .DS_Store, but no results; expected none, or a complete shard: delete or rename it; "
                          f"the complete shard stays in {scratch}: the same command publishes it later", said)
            removed(cup.part("1-of-2"))
            cup.play("1/2").expect(0, "20 of them stored before", "complete; results in")
            self.assertEqual(os.listdir(cup.scratch), [])

    def test_damaged_saved_games_are_named_and_do_not_block_the_shard(self) -> None:
        with Shards(plan()) as cup:
            cup.play("1/2").expect()
            partial = cup.part("1-of-2.partial")
            os.rename(cup.part("1-of-2"), partial)
            whole = cup.path("whole")
            shutil.copytree(partial, whole)
            os.truncate(os.path.join(partial, "results.db"), 20000)
            for _ in range(2):
                cup.play("1/2").refused(2, f"{partial}: the saved games are damaged; restore a copy of this folder, or delete it", "--shard 1/2")
            removed(partial)
            ended = cup.play("1/2").expect(0, "0 of them stored before")
            self.assertNotIn("deleted", ended.err)
            # An earlier run may have left a damaged copy on this machine.
            removed(cup.part("1-of-2"))
            scratch = re.search(r"played in (\S+)\n", ended.err)
            assert scratch
            shutil.copytree(whole, partial)
            shutil.copytree(whole, scratch[1])
            os.truncate(os.path.join(scratch[1], "results.db"), 20000)
            cup.play("1/2").expect(0, f"{scratch[1]}: the games of an earlier run could not be resumed, and are deleted", "36 of them stored before")

    def test_a_complete_shard_is_not_played_again(self) -> None:
        with Shards(plan()) as cup:
            cup.play("1/2")
            stamp = os.stat(os.path.join(cup.all, "1-of-2", "results.db")).st_mtime_ns
            cup.play("1/2").expect(0, "shard 1/2: played before")
            self.assertEqual(os.stat(os.path.join(cup.all, "1-of-2", "results.db")).st_mtime_ns, stamp)


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
            self.assertIn("is not a shard", self.shard(cup, "auto/3", JOB_COMPLETION_INDEX="3"))
            self.assertIn("is not a shard", self.shard(cup, "auto/x", JOB_COMPLETION_INDEX="3"))
