"""Every format of tournaments as a user runs it: played, reported, verified. test_kills.py interrupts and resumes
them."""
import json
import os
import re
import unittest
from typing import Dict, List, Set, Tuple

from cup import Cup, command_of, outcome, unconfined
from program import tribunal

FORMATS = {
    "gauntlet": ("", "*one two three *four five"),
    "sampled": ("", "one two three four five six seven"),
    "swiss": ("rounds = 3", "one two three four five six seven"),
    "knockout": ("", "one two three four five six seven"),
    "ladder": ("target_error = 150", "one two three four *five *six"),
    "final": ("rounds = 6", "one two three four five six seven"),
}
ROUNDS = ("swiss", "knockout", "ladder", "final")


def plan(form: str, bots: str = "", head: str = "", deals: int = 2, players: int = 3, game: str = "revolution") -> str:
    """A plan of this format."""
    keys, usual = FORMATS[form]
    return unconfined(bots or usual, f'format = "{form}"\n{keys}\n{head}', deals, game=game, players=players)


def groups(cup: Cup) -> List[Tuple[int, Tuple[int, ...]]]:
    """Deal and bots of every game, in the order of the schedule."""
    rows = cup.query("SELECT deal, bots FROM games ORDER BY game")
    return [(deal, tuple(sorted(json.loads(bots)))) for deal, bots in rows]


def games_of_bots(cup: Cup) -> Dict[str, int]:
    found: Dict[str, int] = {}
    for row in outcome(cup)["standings"]["rows"]:
        found[row["bot"]] = row["games"]
    return found


class EveryFormat(unittest.TestCase):
    def test_verify_finds_missing_games(self) -> None:
        for form in FORMATS:
            slow = FORMATS[form][1].replace("one", "slow")
            with self.subTest(format=form), Cup(plan(form, slow)) as cup:
                cup.interrupted(1, "--workers", "1").expect(75, "run the same command again to resume")
                verified = tribunal("verify", cup.out).expect(1)
                known = " of the rounds known so far" if form in ROUNDS else ""
                self.assertRegex(verified.err, rf"the tournament is not finished: {cup.games()} of \d+ games{known} are stored and hold, ")


class RoundsInJson(unittest.TestCase):
    def test_every_round_shows_its_groups_and_their_points(self) -> None:
        for form in ROUNDS:
            with self.subTest(format=form), Cup(plan(form, game="revolution mitch")).played() as cup:
                found = outcome(cup)
                self.assertEqual((found["format"], found["all_scheduled"]), (form, True))
                played = groups(cup)
                deals = 0
                for played_round in found["rounds"]:
                    self.assertEqual((played_round["first_deal"], played_round["complete"]), (deals, True))
                    deals += played_round["deals"]
                    for group in played_round["groups"]:
                        games = played_round["deals"] * 3 * 2
                        self.assertEqual([bot["of"] for bot in group], [2 * games] * 3)
                        self.assertEqual(sum(bot["place_points"] for bot in group), 3 * games)
                        bots = {name: at for at, name in enumerate(FORMATS[form][1].replace("*", "").split())}
                        met = tuple(sorted(bots[bot["bot"]] for bot in group))
                        here = played.count((played_round["first_deal"], met))
                        self.assertEqual(here, 3 * 2)
                self.assertEqual(deals, 1 + max(deal for deal, _ in played))

    def test_a_swiss_adds_up_its_rounds(self) -> None:
        with Cup(plan("swiss")).played() as cup:
            found = outcome(cup)
            points: Dict[str, float] = {}
            for group in [group for played_round in found["rounds"] for group in played_round["groups"]]:
                for bot in group:
                    points[bot["bot"]] = points.get(bot["bot"], 0) + bot["place_points"]
            swiss = found["swiss"]
            self.assertEqual((swiss["rounds"], swiss["played"]), (3, 3))
            self.assertEqual({bot["bot"]: bot["place_points"] for bot in swiss["standing"]}, points)
            shares = [bot["place_points"] / bot["of"] for bot in swiss["standing"]]
            self.assertEqual(shares, sorted(shares, reverse=True))

    def test_a_knockout_has_a_winner(self) -> None:
        with Cup(plan("knockout", bots="one two three four five six seven eight", players=2)).played() as cup:
            found = outcome(cup)
            stages = [played_round["left"] for played_round in found["rounds"] if not played_round["further_deal"]]
            self.assertEqual(stages, [8, 4, 2])
            final = [bot["bot"] for bot in found["rounds"][-1]["groups"][0]]
            self.assertEqual(sorted(found["knockout"]["left"]), sorted(final))
            self.assertEqual(found["knockout"]["winner"], found["knockout"]["left"][0])
            self.assertIn(f"winner: {found['knockout']['winner']}\n", tribunal("standings", cup.out).out)

    def test_byes_are_named_in_the_results_and_before_the_first_game(self) -> None:
        for form, more in (("knockout", ""), ("swiss", "rounds = 2\n")):
            bots = "one two three four five" if form == "swiss" else "one two three four five six"
            with self.subTest(format=form), Cup(plan(form, bots=bots, players=2)) as cup:
                first = re.search(r"^first round: (.*)$", cup.run("--dry-run").out, re.MULTILINE)[1]
                self.assertEqual(cup.run().code, 0)
                rounds = outcome(cup)["rounds"]
                for played_round in rounds:
                    playing = {bot["bot"] for group in played_round["groups"] for bot in group}
                    self.assertFalse(playing.intersection(played_round["byes"]))
                    if form == "swiss":
                        self.assertEqual(playing.union(played_round["byes"]), set(bots.split()))
                byes = rounds[0]["byes"]
                self.assertEqual(len(byes), 1 if form == "swiss" else 2)
                said = ("bye: " if form == "swiss" else "byes: ") + ", ".join(byes)
                self.assertTrue(first.endswith("; " + said), first)
                self.assertIn(said + "\n", tribunal("standings", cup.out).out)

    def test_a_final_ranks_by_the_probability_of_being_the_best(self) -> None:
        for players in (2, 3):
            with self.subTest(players=players), Cup(plan("final", players=players)).played() as cup:
                found = outcome(cup)
                standing = found["final"]["standing"]
                self.assertEqual((found["final"]["rounds"], found["final"]["played"], len(found["rounds"])), (6, 6, 6))
                self.assertEqual([bot["place"] for bot in standing], sorted(bot["place"] for bot in standing))
                self.assertAlmostEqual(sum(bot["best_percent"] for bot in standing), 100, 2)
                table = {row["bot"]: row for row in found["standings"]["rows"]}
                for bot in standing:
                    self.assertEqual((table[bot["bot"]]["rank"], table[bot["bot"]]["games"]), (bot["place"], bot["games"]))
                shown = tribunal("standings", cup.out).out
                self.assertIn("Rank: by the format.", shown)
                self.assertIn("\nAfter 6 of 6 rounds, ranked by the probability of being the best.\n", shown)
                self.assertIn("best in %", shown)
                tribunal("verify", cup.out).expect()

    def test_all_find_their_places_on_a_ladder(self) -> None:
        with Cup(plan("ladder")).played() as cup:
            found = outcome(cup)
            self.assertEqual([place["bots"] for place in found["ladder"]], [["one", "two", "three", "four"], ["five"], ["six"]])
            self.assertTrue(all(place["placed"] for place in found["ladder"]))
            self.assertEqual(sum(place["rounds"] for place in found["ladder"]), len(found["rounds"]))
            self.assertRegex(tribunal("standings", cup.out).out, r"\nfield: placed after \d deals? in \d rounds?\nfive: placed")

    def test_an_undecided_result_is_not_shown(self) -> None:
        for form, undecided in (("swiss", {"rounds": 3, "played": 0}), ("knockout", {"winner": None}),
                                ("ladder", {"rounds": 0, "deals": 0, "placed": False}), ("final", {"rounds": 6, "played": 0})):
            slow = FORMATS[form][1].replace("one", "slow")
            with self.subTest(format=form), Cup(plan(form, slow, deals=400)) as cup:
                cup.interrupted(1, "--workers", "1")
                found = outcome(cup)
                self.assertFalse(found["all_scheduled"])
                self.assertEqual([played_round["complete"] for played_round in found["rounds"]], [False])
                self.assertIsNone(found["rounds"][0]["groups"][0][0]["place_points"])
                decided = found[form][0] if form == "ladder" else found[form]
                self.assertEqual({**decided, **undecided}, decided)
                known = found["scheduled_games"]
                said = rf"\n{found['played_games']} of {known} games played in the 1 round known so far; the tournament has \d+"
                self.assertRegex(tribunal("standings", cup.out).out, said)


class DryRun(unittest.TestCase):
    def test_it_describes_the_games_and_plays_none(self) -> None:
        for form in FORMATS:
            with self.subTest(format=form), Cup(plan(form)) as cup:
                ended = cup.run("--dry-run", "--workers", "3").expect()
                for line in ended.err.splitlines():
                    self.assertTrue(line.startswith("tribunal: warning: 3 tables on "), line)
                self.assertFalse(os.path.exists(cup.out))
                self.assertIn(f"cup: {form}, ", ended.out)
                self.assertIn("time: at 3 tables about ", ended.out)
                self.assertRegex(ended.out, r"\nprocesses: at most \d+ of bots at the same time \(\d+ at each table\); limits of memory")
                self.assertIn("if each takes all the time it has", ended.out)
                self.assertEqual("first round: " in ended.out, form in ROUNDS)
                cup.run().expect(0, f"cup: {form}, ")
                foretold = dict(re.findall(r"^(\w+) .*?(\d+(?: to \d+)?)$", ended.out, re.MULTILINE))
                if "rounds: " in ended.out:
                    self.assertEqual(foretold, {})
                    continue
                for bot, games in games_of_bots(cup).items():
                    fewest, most = (foretold[bot].split(" to ") * 2)[:2]
                    self.assertTrue(int(fewest) <= games <= int(most), (bot, games, foretold[bot]))

    def test_a_round_robin_says_its_numbers_exactly(self) -> None:
        with Cup(plan("sampled").replace('format = "sampled"', "")) as cup:
            cup.run("--dry-run").expect(shows="35 groups x 2 deals x 3 seatings = 210 games of revolution", shows_like=r"\none +90\n")

    def test_a_bad_plan_is_as_bad_as_ever(self) -> None:
        with Cup(plan("swiss", head="dealz = 3")) as cup:
            self.assertEqual(cup.run("--dry-run").code, 78)


class OneFormat(unittest.TestCase):
    def test_candidates_of_a_gauntlet_do_not_meet(self) -> None:
        with Cup(plan("gauntlet")).played() as cup:
            played = groups(cup)
            self.assertEqual(len(played), 6 * 2 * 3)
            for _, group in played:
                self.assertEqual(len({0, 3} & set(group)), 1)

    def test_a_gauntlet_may_get_more_deals(self) -> None:
        with Cup(plan("gauntlet")).played() as cup:
            cup.write("cup.toml", plan("gauntlet", deals=3))
            self.assertEqual(cup.run().code, 78)
            self.assertEqual(cup.run("--accept-changes").code, 0)
            self.assertEqual(cup.games(), 6 * 3 * 3)

    def test_sampled_bots_play_equally_often(self) -> None:
        with Cup(plan("sampled", deals=7)).played() as cup:
            self.assertEqual(set(games_of_bots(cup).values()), {7 * 2 * 3 * 3 // 7})

    def test_nobody_meets_twice_in_a_swiss(self) -> None:
        with Cup(plan("swiss", players=2)).played() as cup:
            shown = tribunal("standings", cup.out).out
            self.assertIn("\nAfter 3 of 3 rounds.\n", shown)
            self.assertEqual(shown.count("place points"), 2)  # the heading, and the explanation of the score
            rows = re.findall(r"^ *\d+ +\w+ +([\d.]+)/([\d.]+) ", shown, re.MULTILINE)
            shares = [float(points) / float(of) for points, of in rows]
            self.assertEqual(len(shares), 7)
            self.assertEqual(shares, sorted(shares, reverse=True))
            rounds: Dict[int, Set[Tuple[int, ...]]] = {}
            for deal, group in groups(cup):
                rounds.setdefault(deal // 2, set()).add(group)
            self.assertEqual([len(met) for met in rounds.values()], [3, 3, 3])
            self.assertEqual(len(set.union(*rounds.values())), 9)

    def test_the_deals_of_a_round_do_not_change(self) -> None:
        with Cup(plan("swiss")).played() as cup:
            for text, word in ((plan("swiss", deals=3), "deals: 2 there, 3 in"),
                               (plan("swiss").replace("rounds = 3", "rounds = 4"), "rounds: 3 there, 4 in"),
                               (plan("sampled"), "format: ")):
                cup.write("cup.toml", text)
                cup.run("--accept-changes").expect(78, word)

    def test_a_knockout_comes_down_to_a_final(self) -> None:
        with Cup(plan("knockout", bots="one two three four five six", players=2, deals=3)).played() as cup:
            played = groups(cup)
            first = [group for deal, group in played if deal == 0]
            self.assertEqual(set(first), {(2, 5), (3, 4)})
            final = played[-1]
            shown = tribunal("standings", cup.out).out
            self.assertRegex(shown, r"\n6 bots left: three [\d.]+, six [\d.]+; four [\d.]+, five [\d.]+; byes: one, two\n")
            self.assertRegex(shown, r"\nfinal: (\w+) .*, (\w+) .*\n(.*\n)*winner: (\1|\2)\n")
            before = [group for _, group in played if group != final[1]]
            for bot in final[1]:
                self.assertTrue(any(bot in group for group in before))

    def test_candidates_of_a_ladder_come_after_the_field_and_one_after_the_other(self) -> None:
        with Cup(plan("ladder", deals=20)).played() as cup:
            newest = [max(group) if max(group) > 3 else 3 for _, group in groups(cup)]
            self.assertEqual(newest, sorted(newest))
            self.assertEqual(set(newest), {3, 4, 5})

    def test_a_ladder_grows(self) -> None:
        bots = FORMATS["ladder"][1]
        with Cup(plan("ladder", bots + " *seven")).played() as cup:
            expected = outcome(cup)
        with Cup(plan("ladder")).played() as cup:
            played = cup.games()
            cup.write("cup.toml", plan("ladder", bots + " *seven"))
            cup.run().expect(78, "--accept-changes")
            self.assertEqual(cup.run("--accept-changes").code, 0)
            self.assertGreater(cup.games(), played)
            self.assertEqual(outcome(cup), expected)
            self.assertEqual(tribunal("verify", cup.out).code, 0)
            for other in (bots, bots + " *eight", bots + " seven", "one two *zero three four *five *six *seven"):
                cup.write("cup.toml", plan("ladder", other))
                cup.run("--accept-changes").expect(78, "another tournament")


class DeadBots(unittest.TestCase):
    """Two bots that never start, and two that play. No bot ranks above another by forfeiting."""

    @staticmethod
    def plan(form: str, bots: str, keys: str = "") -> str:
        text = plan(form, bots=bots, players=2, deals=6)
        text = text.replace(FORMATS[form][0], keys) if keys else text
        for name in ("dead", "missing"):
            text = text.replace(f'command = "{command_of(name)}"', 'command = "false"')
        return text

    def check_table(self, cup: Cup) -> None:
        shown = outcome(cup)["standings"]["rows"]
        self.assertEqual({row["bot"] for row in shown[:2]}, {"one", "two"}, shown)
        self.assertLess(shown[1]["rank"], shown[2]["rank"])
        tribunal("verify", cup.out).expect()

    def test_in_a_swiss_they_rank_below_all_that_play(self) -> None:
        # In the first round they meet each other, so that one of the two that play has lost only to the other.
        with Cup(self.plan("swiss", "dead one missing two", "rounds = 1")) as cup:
            cup.run("--with-failing-bots").expect(5)
            standing = outcome(cup)["swiss"]["standing"]
            self.assertEqual({bot["bot"] for bot in standing[:2]}, {"one", "two"}, standing)
            self.assertEqual([bot["place_points"] for bot in standing[2:]], [0, 0])
            self.assertEqual(sum(bot["place_points"] for bot in standing), 6 * 2)
            self.check_table(cup)

    def test_in_a_knockout_one_advances_and_loses(self) -> None:
        with Cup(self.plan("knockout", "dead one two missing")) as cup:
            cup.run("--with-failing-bots").expect(5)
            found = outcome(cup)
            self.assertIn(found["knockout"]["winner"], ("one", "two"))
            self.assertEqual(found["knockout"]["left"][1], "dead")  # the better seed
            self.check_table(cup)

    def test_a_round_that_was_drawn_otherwise_is_found(self) -> None:
        with Cup(self.plan("swiss", "dead one missing two", "rounds = 2")) as cup:
            self.assertEqual(cup.run("--with-failing-bots").code, 5)
            # The first game of the second round, as if the pairs of the first had been drawn again.
            cup.change("UPDATE games SET bots = '[0,2]' WHERE game = 24")
            ended = tribunal("verify", cup.out).expect(1)
            self.assertIn("game 24 is not seated as the plan says", ended.out + ended.err)
