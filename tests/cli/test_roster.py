"""Bots that are withdrawn from a running tournament, and bots that join it late."""
import random
import re
import shutil
import signal
import subprocess
import time
import unittest
from typing import Any, Set, Tuple

from cup import Cup, outcome
from program import Ended, stopped, tribunal
from test_event import Published
from test_formats import FORMATS, groups
from test_formats import plan as plan_of_format


def plan(form: str = "round-robin", deals: int = 6, late: str = "", withdrawn: str = "", bots: str = "", **more: Any) -> str:
    """A plan whose last bots are `late` (`five:3 *six:4`: joins_after, a star for candidates), and in which some bots
    are `withdrawn` (`two:3`)."""
    known = form if form != "round-robin" else "sampled"
    text = plan_of_format(known, (bots or FORMATS[known][1]) + " " + late, deals=deals, **more).replace(f'format = "{known}"', f'format = "{form}"')
    for word in withdrawn.split():
        name, after = word.split(":")
        text = text.replace(f'name = "{name}"\n', f'name = "{name}"\nwithdrawn_after = {after}\n')
    return text


def cut(cup: Cup, games: int) -> int:
    """Plays at several tables until this number of games is stored, and kills the run. Returns the number of stored
    games."""
    cup.interrupted(games, "--workers", "3", "--quiet", by=signal.SIGKILL)
    return cup.games()


def right_number(ended: Ended, key: str) -> int:
    """The number that a refusal expects."""
    found = re.search(rf"expected {key} = (\d+)", ended.err)
    assert found, ended.err
    return int(found[1])


class Roster(unittest.TestCase):
    def goes_on(self, cup: Cup, text: str, *more: str) -> Ended:
        cup.write("cup.toml", text)
        ended = cup.run("--accept-changes", *more).expect()
        return ended

    def refused(self, cup: Cup, text: str, sentence: str) -> Ended:
        cup.write("cup.toml", text)
        return cup.run("--accept-changes").refused(78, sentence)

    def holds(self, cup: Cup) -> None:
        """For its organiser, and for a stranger with the last plan, the logs and the standings."""
        tribunal("verify", cup.out).expect()
        cup.write("secret.txt", "")  # the plan has a seed
        with Published(cup) as published:
            tribunal("verify", published.path("games.jsonl"), "--plan", published.path("cup.toml"),
                     "--standings", published.path("standings.json")).expect()


class Withdrawn(Roster):
    def test_a_withdrawn_bot_plays_no_more_and_nobody_waits_for_it(self) -> None:
        for form, bots in (("round-robin", "one slow three four"), ("gauntlet", "*one slow three four *five"),
                           ("sampled", "one slow three four five six seven")):
            with self.subTest(format=form), Cup(plan(form, bots=bots, deals=8)) as cup:
                kept = cut(cup, 20)
                played = cup.query("SELECT count(*) FROM seats WHERE bot = 'slow'")[0][0]
                gone = plan(form, bots=bots, deals=8, withdrawn="slow:0").replace("player.py slow", "gone.py slow")
                started = right_number(self.refused(cup, gone, "bot slow: withdrawn_after = 0, but "), "withdrawn_after")
                text = gone.replace("withdrawn_after = 0", f"withdrawn_after = {started}")
                cup.write("cup.toml", text)
                cup.run().expect(78, "--accept-changes")
                ended = self.goes_on(cup, text, "--workers", "2").expect(None, shows="slow (withdrawn)")
                self.assertGreaterEqual(cup.games(), kept)
                rows = {row["bot"]: row for row in outcome(cup)["standings"]["rows"]}
                self.assertEqual(rows["slow"]["games"], played)
                self.assertEqual({bot for bot, row in rows.items() if row["withdrawn"]}, {"slow"})
                rated = tribunal("ratings", cup.out, "--json").expect(None).json()["standings"]["rows"]
                self.assertEqual({row["bot"] for row in rated if row["withdrawn"]}, {"slow"})
                self.holds(cup)
                expected = outcome(cup)
                shown = tribunal("standings", cup.out).out
                left_out = expected["scheduled_games"] - expected["played_games"]
                self.assertEqual(expected["left_out_games"], left_out)
                self.assertEqual(expected["standings"]["widening"], 1)
                self.assertEqual("left out" in ended.out, left_out > 0)
                if left_out:
                    self.assertRegex(shown, rf"\d+ games played, and {left_out} of withdrawn bots (is|are) left out")
                cup.run("--quiet").expect()
                self.assertEqual(outcome(cup), expected)

    def test_those_that_are_left_go_on_as_ever(self) -> None:
        with Cup(plan(deals=3, bots="one two three four")).played("--quiet") as cup:
            self.goes_on(cup, plan(deals=6, bots="one two three four", withdrawn="two:3"))
            self.assertEqual(cup.games(), 4 * 3 * 3 + 1 * 3 * 3)
            self.assertEqual({group for deal, group in groups(cup) if deal > 2}, {(0, 2, 3)})
            self.holds(cup)
            self.assertEqual(outcome(cup)["left_out_games"], 0)

    def test_kills_after_a_withdrawal_lose_nothing(self) -> None:
        dice = random.Random(5)
        bots = "one slow three four"
        with Cup(plan(bots=bots, deals=12)) as cup:
            cut(cup, 30)
            started = right_number(self.refused(cup, plan(bots=bots, deals=12, withdrawn="slow:0"), ""), "withdrawn_after")
            cup.write("cup.toml", plan(bots=bots, deals=12, withdrawn=f"slow:{started}"))
            kept = cup.games()
            for _ in range(4):
                running = cup.start("--quiet", "--accept-changes", "--workers", str(dice.randint(1, 3)))
                try:
                    running.communicate(timeout=dice.uniform(0.1, 0.6))
                except subprocess.TimeoutExpired:
                    stopped(running, signal.SIGKILL)
                self.assertGreaterEqual(cup.games(), kept)
                kept = cup.games()
            self.assertEqual(cup.run("--quiet", "--accept-changes").code, 0)
            self.holds(cup)
            found = groups(cup)
            self.assertEqual(len([1 for deal, group in found if 1 not in group]), 12 * 3)

    def test_it_cannot_come_back_once_others_have_played_on(self) -> None:
        with Cup(plan(deals=2, bots="one two three four")).played("--quiet") as cup:
            self.goes_on(cup, plan(deals=3, bots="one two three four", withdrawn="two:2"))
            self.refused(cup, plan(deals=3, bots="one two three four"),
                         "bot two was withdrawn after 2, and 3 deals have been started: it cannot come back")
            self.refused(cup, plan(deals=3, bots="one two three four", withdrawn="two:2 three:2"),
                         "bot three: withdrawn_after = 2, but 3 deals have been started; expected withdrawn_after = 3")
            self.refused(cup, plan(deals=3, bots="one two three four", withdrawn="two:3"),
                         "bot two was withdrawn after 2, and 3 deals")

    def test_a_tournament_does_not_begin_with_withdrawn_bots(self) -> None:
        with Cup(plan(withdrawn="two:1")) as cup:
            self.refused(cup, plan(withdrawn="two:1"), "bot two is withdrawn, but nothing has been played yet")

    def test_too_few_may_be_left(self) -> None:
        with Cup(plan(deals=2, bots="one two three")).played("--quiet") as cup:
            self.goes_on(cup, plan(deals=9, bots="one two three", withdrawn="two:2"))
            self.assertEqual(cup.games(), 2 * 3)
            self.holds(cup)

    def test_games_that_others_should_have_played_are_missed_by_a_stranger(self) -> None:
        with Cup(plan(deals=3, bots="one two three four")).played("--quiet") as cup:
            self.goes_on(cup, plan(deals=5, bots="one two three four", withdrawn="two:3"))
            cup.write("secret.txt", "")
            with Published(cup) as published:
                games = published.games()
                others = [at for at, game in enumerate(games) if '"two"' not in game.splitlines()[0]]
                for at in (others[0], others[-1]):
                    published.write("games.jsonl", "".join(games[:at] + games[at + 1:]))
                    tribunal("verify", published.path("games.jsonl"), "--plan", published.path("cup.toml")).expect(1)
                left = [game for game in games if '"two"' not in game.splitlines()[0]]
                published.write("games.jsonl", "".join(left))
                ended = tribunal("verify", published.path("games.jsonl"), "--plan", published.path("cup.toml"))
                self.assertIn(f"{len(left)} games hold, and {len(games) - len(left)} of withdrawn bots are left out", ended.out)
                tribunal("verify", published.path("games.jsonl"), "--plan", published.path("cup.toml"),
                         "--standings", published.path("standings.json")).expect(1)


class Late(Roster):
    def same_numbers(self, found: Any, expected: Any) -> None:
        """Equal except for the rounding of sums in another order."""
        if isinstance(expected, dict):
            self.assertEqual(list(found), list(expected))
            for key, value in expected.items():
                self.same_numbers(found[key], value)
        elif isinstance(expected, list):
            self.assertEqual(len(found), len(expected))
            for one, other in zip(found, expected):
                self.same_numbers(one, other)
        elif isinstance(expected, float):
            self.assertAlmostEqual(found, expected, delta=1e-3)
        else:
            self.assertEqual(found, expected)

    def games_played(self, cup: Cup) -> Set[Tuple[Any, ...]]:
        return set(cup.query("SELECT deal, bots, content FROM games"))

    def test_a_late_bot_makes_up_for_what_it_missed(self) -> None:
        for form, bots, late in (("round-robin", "one two three four", "five:%d"),
                                 ("gauntlet", "*one two three four", "*five:%d"),
                                 ("gauntlet", "*one two three four", "five:%d")):
            with self.subTest(format=form, late=late):
                with Cup(plan(form, 5, late % 0, bots=bots)).played("--quiet") as cup:
                    expected = self.games_played(cup)
                    whole = outcome(cup)
                with Cup(plan(form, 5, bots=bots)) as cup:
                    cut(cup, 10)
                    text = plan(form, 5, late % 0, bots=bots)
                    started = right_number(self.refused(cup, text, "bot five: joins_after = 0, but "), "joins_after")
                    self.goes_on(cup, text.replace("joins_after = 0", f"joins_after = {started}"), "--workers", "3")
                    self.assertEqual(self.games_played(cup), expected)
                    self.holds(cup)
                    for table in ("standings", "crosstable"):
                        self.same_numbers(outcome(cup)[table], whole[table])

    def test_bots_join_one_after_the_other_and_leave(self) -> None:
        with Cup(plan(deals=3, bots="one two three")).played("--quiet") as cup:
            self.goes_on(cup, plan(deals=3, bots="one two three", late="four:3"))
            self.assertEqual(cup.games(), 4 * 3 * 3)
            self.goes_on(cup, plan(deals=3, bots="one two three", late="four:3 five:3"))
            self.assertEqual(cup.games(), 10 * 3 * 3)
            self.goes_on(cup, plan(deals=4, bots="one two three", late="four:3 five:3", withdrawn="two:3 four:3"))
            self.assertEqual(cup.games(), 10 * 3 * 3 + 3)
            self.holds(cup)

    def test_in_sampled_groups_it_plays_from_then_on(self) -> None:
        with Cup(plan("sampled", 7)).played("--quiet") as cup:
            before = self.games_played(cup)
            self.goes_on(cup, plan("sampled", 15, "eight:7"))
            rows = {row["bot"]: row["games"] for row in outcome(cup)["standings"]["rows"]}
            self.assertEqual(rows.pop("eight"), 6 * 3)
            self.assertEqual(set(rows.values()), {6 * 3 + 6 * 3})
            self.assertLess(before, self.games_played(cup))
            self.holds(cup)

    def test_a_planned_late_bot_may_be_in_the_plan_from_the_start(self) -> None:
        found = []
        for workers in ("1", "3"):
            with Cup(plan(deals=4, bots="one two three", late="four:2")).played("--workers", workers) as cup:
                self.assertEqual(cup.games(), 4 * 4 * 3)
                found.append(outcome(cup))
                self.holds(cup)
        self.assertEqual(found[0], found[1])
        with Cup(plan(deals=4, bots="one two three", late="four:2")) as cup:
            cup.run("--dry-run").expect(
                None, shows="groups of bots that come and go x 4 deals x 3 seatings = 48 games", shows_like=r"\nfour +joins after 2 +36\n")

    def test_what_cannot_be_is_refused_in_a_line(self) -> None:
        for text, sentence in (
                (plan("knockout", late="eight:1"), "the bracket of a knockout is drawn"),
                (plan("ladder", late="*eight:1"), "without 'joins_after'"),
                (plan(deals=4, late="eight:5"), "'joins_after' is at most 4"),
                (plan(deals=4, late="eight:3 nine:2"), "in the order in which they join"),
                (plan(deals=4, late="eight:3", withdrawn="eight:2"), "withdrawn after it has joined")):
            with self.subTest(sentence=sentence), Cup(text) as cup:
                self.assertRegex(self.refused(cup, text, sentence).err, r"cup\.toml:\d+:\d+: ")

    def test_nobody_joins_a_knockout_that_has_started(self) -> None:
        bots = "one two three four five six"
        with Cup(plan("knockout", bots=bots, players=2, deals=1)).played("--quiet") as cup:
            self.refused(cup, plan("knockout", bots=bots + " seven", players=2, deals=1),
                         "bot seven: the bracket of a knockout is drawn before its first game")


class Rounds(Roster):
    BOTS = {"swiss": "one slow three four five six seven", "knockout": "one slow three four five six seven eight",
            "ladder": "one slow three four *five *six", "final": "one slow three four five six"}

    def test_a_withdrawn_bot_is_not_waited_for_and_workers_and_kills_make_no_difference(self) -> None:
        for form, bots in self.BOTS.items():
            with self.subTest(format=form), Cup(plan(form, 2, bots=bots, players=2)) as cup:
                cut(cup, 5)
                gone = plan(form, 2, bots=bots, players=2, withdrawn="slow:0").replace("player.py slow", "gone.py slow")
                refused = self.refused(cup, gone, "bot slow: withdrawn_after = 0, but ")
                self.assertRegex(refused.err, "rounds? ha(s|ve) been started")
                started = right_number(refused, "withdrawn_after")
                cup.write("cup.toml", gone.replace("withdrawn_after = 0", f"withdrawn_after = {started}"))
                found = []
                for workers in ("1", "3"):
                    with Cup("") as other:
                        shutil.copytree(cup.out, other.out)
                        other.write("cup.toml", cup.read("cup.toml"))
                        if workers == "3":
                            running = other.start("--workers", "2", "--accept-changes")
                            while other.games() < cup.games() + 4 and running.poll() is None:
                                time.sleep(0.01)
                            stopped(running, signal.SIGKILL)
                        ended = other.run("--workers", workers, "--accept-changes").expect(shows="slow (withdrawn)")
                        self.assertEqual(ended.out.count("slow (withdrawn)"), 1)
                        self.holds(other)
                        found.append(outcome(other))
                self.assertEqual(found[0], found[1])
                self.assertEqual(found[0]["left_out_games"], found[0]["scheduled_games"] - found[0]["played_games"])
                self.assertEqual(found[0]["standings"]["widening"], 1)  # nothing more is to be played
                self.assertTrue(found[0]["all_scheduled"])

    def test_a_bot_joins_a_swiss_with_the_next_round(self) -> None:
        bots = "slow two three four"
        with Cup(plan("swiss", 2, bots=bots, players=2)) as cup:
            cut(cup, 3)
            text = plan("swiss", 2, "late:0", bots=bots, players=2)
            started = right_number(self.refused(cup, text, "bot late: joins_after = 0, but "), "joins_after")
            self.goes_on(cup, text.replace("joins_after = 0", f"joins_after = {started}"))
            self.holds(cup)
            found = outcome(cup)
            late = {bot["bot"]: bot for bot in found["swiss"]["standing"]}["late"]
            self.assertEqual(late["of"], 3 * 4)
            played = {row["bot"]: row["games"] for row in found["standings"]["rows"]}
            self.assertEqual(played["late"], (3 - started) * 4)

    def test_a_walkover(self) -> None:
        bots = "slow two three four"
        with Cup(plan("knockout", 1, bots=bots, players=2)) as cup:
            cut(cup, 1)  # in the first round, as there is a slow bot
            self.goes_on(cup, plan("knockout", 1, bots=bots, players=2, withdrawn="slow:1 two:1 three:1"))
            self.assertEqual(outcome(cup)["knockout"]["winner"], "four")
            self.assertIn("winner: four\n", tribunal("standings", cup.out).out)
            self.holds(cup)
