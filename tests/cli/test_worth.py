"""Tests of what the dry run of a tournament says of the worth of a deal: from a table, from played deals, or that it is not known."""
import re
import unittest

from cup import Cup, decathlon, unconfined
from program import Ended

BY_TABLE = "(by sample bots: tribunal help tournaments; +-: 95 %)"


def worth(ended: Ended) -> str:
    """The lines about deals, as one."""
    found = re.search(r"^a deal.*?(?=^\S*\s*$|^bot )", ended.out, re.MULTILINE | re.DOTALL)
    return re.sub(r"\s+", " ", found[0]).strip() if found else ""


class WorthOfDeals(unittest.TestCase):
    def test_ten_played_deals_count_and_before_them_the_table(self) -> None:
        with Cup(unconfined(deals=9)) as cup:
            new = worth(cup.run("--dry-run").expect())
            self.assertRegex(new, r"^a deal: its 3 games in a group tell as much of the difference of two bots as 3\.8 \+-0\.2 games")
            self.assertIn(BY_TABLE, new)
            cup.played()
            self.assertEqual(worth(cup.run("--dry-run").expect()), new)
            more = ("--deals", "10", "--accept-changes")
            cup.played(*more)
            played = cup.run(*more, "--dry-run").expect()
            self.assertRegex(worth(played), r"as \d+\.\d \+-\d+\.\d games of different deals \(by 10 deals of these results; \+-: 95 %\)$")
            cup.run(*more, "--dry-run").expect(out=played.out)

    def test_a_game_that_is_not_in_the_table_is_not_known_until_ten_deals_are_played(self) -> None:
        with Cup(unconfined(deals=10, game="organised-chaos")) as cup:
            self.assertEqual(worth(cup.run("--dry-run").expect()),
                             "a deal: not known for organised-chaos of 3 players with these options and seatings; 10 deals played in "
                             "all seatings, without forfeits, tell")
            cup.played()
            self.assertIn("by 10 deals of these results", worth(cup.run("--dry-run").expect()))

    def test_options_that_were_not_measured_are_not_known(self) -> None:
        with Cup(unconfined(deals=10) + "[rules]\nhands = 2\n") as cup:
            self.assertIn("not known for revolution of 3 players", worth(cup.run("--dry-run").expect()))

    def test_a_round_robin_is_told_the_schedule_of_as_many_games_in_fewer_groups(self) -> None:
        with Cup(unconfined("one two three four five six", deals=5)) as cup:
            ended = cup.run("--dry-run").expect(shows="20 groups x 5 deals x 3 seatings = 300 games")
            said = worth(ended)
            self.assertIn("; its 12 in all 4 groups of the two as 7.4 +-", said)
            better = re.search(r'tell up to 2\.0 times as much: (format = "sampled"), (deals = (\d+))$', said)
            assert better is not None, said
            plan = cup.read("cup.toml").replace("deals = 5\n", f"{better[1]}\n{better[2]}\n")
            cup.write("cup.toml", plan)
            sampled = cup.run("--dry-run").expect(shows=f"2 groups x {better[3]} deals x 3 seatings = 300 games")
            self.assertNotIn("groups of the two", worth(sampled))
            self.assertNotIn("as many games", worth(sampled))

    def test_each_game_of_a_plan_has_its_own(self) -> None:
        with Cup(decathlon(deals=1, head='sandbox = "none"')) as cup:
            said = worth(cup.run("--dry-run").expect())
            for game in ("revolution", "mitch"):
                self.assertIn(f"a deal of {game}: its 3 games in a group", said)

    def test_results_of_other_rules_do_not_count(self) -> None:
        with Cup(unconfined(deals=10)).played() as cup:
            cup.write("cup.toml", cup.read("cup.toml") + "[rules]\nhands = 2\n")
            self.assertIn("not known", worth(cup.run("--dry-run")))

    def test_bots_that_do_not_meet_have_no_worth(self) -> None:
        with Cup(unconfined(deals=1, game="solitaire", players=1)) as cup:
            self.assertEqual(worth(cup.run("--dry-run").expect()), "a deal: not said, as no two bots meet in a game")


if __name__ == "__main__":
    unittest.main()
