"""Copies are found by their decisions, and honest bots are not accused."""
import os
import unittest
from typing import Any, Dict

from bots import scripted
from cup import Cup, command_of, copy_of_recorded, recorded, unconfined
from program import ROOT, SAMPLES, Ended, InFolder, tribunal

# Answers like the bot behind it, except at about one decision in thirty, chosen by what it received, so that games
# repeat.
NOISY = """import subprocess, sys, zlib
bot, heard = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1), 0
for line in sys.stdin:
    bot.stdin.write(line)
    word = line.split()
    heard = zlib.crc32(line.encode(), 0 if word[0] == "game" else heard) if word[0] != "ask" else heard
    if word[0] in ("tribunal", "ask"):
        answer = bot.stdout.readline()
        changed = word[0] == "ask" and heard % 30 == 0
        print(f"move {word[1]} {word[3 + heard // 30 % len(word[3:])]}" if changed else answer.strip(), flush=True)
    if word[0] == "quit":
        break
"""
# The strategy of greedy, written by somebody else; `other`: with different discards.
TWIN = f"""import sys
sys.path.append({os.path.join(ROOT, "sdk", "python")!r})
from tribunal_bot import run
OWN = sys.argv[1] == "other"
def points(view, suit):
    return 4 if view.winning(suit) else -len(view.mine.melds[suit])
def gain(view, card):
    before = points(view, card.suit)
    view.mine.melds[card.suit].append(card)
    after = points(view, card.suit)
    view.mine.melds[card.suit].pop()
    return after - before
def rate(view, action):
    card = action.card
    if action.verb == "play": return gain(view, card), card.rank
    if action.verb == "take": return (gain(view, card) if view.fits(view.me, card) else -1), 0
    return (-0.5 if OWN and view.fits(view.me, card) else 0), -card.rank
run("twin", "1", lambda view: max(view.legal, key=lambda action: rate(view, action)))
"""
# Ends at a question once a file beside its argument is there; a file that a command names is part of the bot.
BROKEN = scripted("broken", ask='if os.path.exists(sys.argv[1] + "w"): sys.exit(3)')


def sample(name: str) -> str:
    return os.path.join(SAMPLES, name)


FIELD = {"careful": sample("careful"), "copy": sample("careful"), "greedy": sample("greedy"), "twin": "python3 twin.py exact",
         "relative": "python3 twin.py other", "hoarder": sample("hoarder")}


class Night(Cup):
    """A cup with the bots of these tests."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.write("noisy.py", NOISY)
        self.write("twin.py", TWIN)
        self.write("broken.py", BROKEN)


def pairs(ended: Ended) -> Dict[str, Dict[str, Any]]:
    return {f"{pair['bot_a'].partition('@')[0]} {pair['bot_b'].partition('@')[0]}": pair for pair in ended.json()["pairs"]}


class OneNight(unittest.TestCase):
    cup: Night
    shown: Ended
    found: Dict[str, Dict[str, Any]]

    @classmethod
    def setUpClass(cls) -> None:
        cls.cup = Night(unconfined(FIELD, deals=5)).played("--quiet")  # type: ignore[assignment]
        cls.shown = tribunal("similar", cls.cup.out).expect(1)
        cls.found = pairs(tribunal("similar", cls.cup.out, "--json").expect(1))

    def test_a_copy_is_found_and_honest_bots_are_not_accused(self) -> None:
        copy = self.found["careful copy"]
        self.assertEqual((copy["finding"], copy["alike"], copy["same"], copy["same_files"]), ("alike", 1.0, copy["situations"], True))
        self.assertEqual([name for name, pair in self.found.items() if pair["finding"] == "alike"], ["careful copy"])

    def test_twins_of_one_simple_strategy_are_said_to_be_indistinguishable(self) -> None:
        found = self.found
        self.assertEqual((found["greedy twin"]["finding"], found["greedy twin"]["alike"]), ("alike, simple", 1.0))
        self.assertGreaterEqual(found["greedy twin"]["foretold"], 0.5)
        self.assertTrue(0.4 < found["greedy relative"]["alike"] < 0.8, found["greedy relative"])
        self.assertLess(found["careful hoarder"]["alike"], 0.6)
        self.shown.expect(1, shows="greedy and twin (a strategy so simple that others may have found it too)")

    def test_the_evidence_can_be_looked_at(self) -> None:
        pair = self.found["careful copy"]
        self.assertNotIn("different", pair)
        for situation in pair["shared"]:
            one, other = situation["a"], situation["b"]
            self.assertEqual(one["did"], other["did"])
            self.assertLess(situation["others_as_a"], max(situation["others"], 1))
            text = tribunal("replay", one["folder"], "--game", str(one["game"]), "--all").expect().out
            step = text[text.index(f"decision {one['decision']} of"):].splitlines()[1]
            self.assertIn("careful", step)
            self.assertIn(one["did"].partition(":")[2], step)
        self.shown.expect(1, shows=["careful and copy:", "others did so", "tribunal help fair-play", f"replay {self.cup.out} --game"])

    def test_markdown_and_json_go_beside_the_text_and_any_number_of_threads_says_the_same(self) -> None:
        file = self.cup.path("similar.md")
        once = tribunal("similar", self.cup.out, f"--markdown={file}", "--workers", "1").expect(1).out
        self.assertEqual(self.shown.out, once)
        self.assertEqual(tribunal("similar", self.cup.out, "-j", "3").out, once)
        self.assertRegex(self.cup.read("similar.md"), r"\| careful +\| copy +\|")

    def test_nothing_of_it_is_published(self) -> None:
        for words in (("standings", self.cup.out, "--json"), ("report", self.cup.out, "-o", self.cup.path("page.html"))):
            self.assertNotIn("alike", tribunal(*words).expect().out)
        self.assertNotIn("decide alike", self.cup.read("page.html"))

    def test_folders_that_cannot_be_read_are_refused(self) -> None:
        tribunal("similar", self.cup.out, self.cup.out + "/").refused(2, "is given twice")
        tribunal("similar", self.cup.path("missing")).refused(2, "missing")
        tribunal("similar", self.cup.path("cup.toml")).refused(2, "cup.toml")
        tribunal("similar", self.cup.out, "--ask", "0").expect(2, "--ask")
        tribunal("similar", self.cup.out, "--ask", "2").refused(69, "--sandbox none if you trust the maker of the folder")


class Season(InFolder):
    def test_a_noisy_copy_is_found_with_what_it_does_otherwise(self) -> None:
        bots = {"careful": FIELD["careful"], "noisy": f"python3 noisy.py {sample('careful')}", "greedy": FIELD["greedy"], "hoarder": FIELD["hoarder"]}
        with Night(unconfined(bots, deals=8)).played("--quiet") as cup:
            found = pairs(tribunal("similar", cup.out, "--json").expect(1))
        noisy = found["careful noisy"]
        self.assertEqual((noisy["finding"], noisy["same_files"]), ("alike", False))
        self.assertTrue(0.8 < noisy["alike"] < 1, noisy["alike"])
        self.assertNotEqual(noisy["different"][0]["a"]["did"], noisy["different"][0]["b"]["did"])
        self.assertEqual([name for name, pair in found.items() if pair["finding"]], ["careful noisy"])

    def test_bots_that_never_met_are_asked_in_the_same_situations(self) -> None:
        rest = {name: FIELD[name] for name in ("greedy", "hoarder")}
        broken = {"broken": f"python3 broken.py {self.path('no')}"}
        with Night(unconfined({"amy": FIELD["careful"], **rest}, deals=6, seed="1", name="first")) as first, \
                Night(unconfined({"bob": FIELD["careful"], **broken, **rest}, deals=6, seed="2", name="second")) as second:
            first.played("--quiet")
            second.played("--quiet")
            self.assertNotIn("amy bob", pairs(tribunal("similar", first.out, second.out, "--json").expect(3)))
            self.write("now", "")
            ended = tribunal("similar", first.out, second.out, "--ask", "25", "--sandbox", "none", "--json").expect(1)
            pair = pairs(ended)["amy bob"]
            self.assertEqual((pair["finding"], pair["alike"]), ("alike", 1.0))
            self.assertTrue(pair["shared"][0]["a"]["asked"] or pair["shared"][0]["b"]["asked"])
            self.assertRegex(" ".join(ended.json()["notes"]), r"broken was asked in \d+ of 25 games: the bot exited")
            second.write("broken.py", BROKEN + "\n")
            tribunal("similar", second.out, "--ask", "2", "--sandbox", "none").expect(
                3, shows=("broken is not asked: its files have changed, or are not where the plan says", "Nothing was tested"))

    def test_a_folder_in_which_nothing_can_be_tested_has_no_verdict(self) -> None:
        one_author = {name: ("python3 bot.py", f'directory = "{name}"') for name in ("amy", "bob", "cyd")}
        with Cup(unconfined(one_author, 'format = "knockout"', deals=3, players=2)) as copies:
            for name in one_author:
                copies.write(f"{name}/bot.py", scripted("first"))
            copies.played("--quiet")
            text = unconfined({name: command_of(name) for name in ("one", "two")}, deals=1, players=2)
            empty = copy_of_recorded(text)
            empty.change("DELETE FROM games")
            for cup, pairs_in_all in ((copies, 3), (recorded(text), 1), (empty, 0)):
                ended = tribunal("similar", cup.out).expect(3, shows="Nothing was tested", lacks="No two bots decide alike")
                self.assertNotIn("decides alike", ended.out)
                report = tribunal("similar", cup.out, "--json").expect(3).json()
                self.assertEqual((report["verdict"], report["pairs_tested"], report["pairs_not_tested"]), ("not tested", 0, pairs_in_all))

    def test_bots_with_the_same_files_are_named_even_if_they_cannot_be_tested(self) -> None:
        bots = {name: ("python3 bot.py", f'directory = "{name}"') for name in ("amy", "bob", "cyd")}
        with Cup(unconfined(bots, deals=2)) as cup:
            for name in bots:
                cup.write(f"{name}/bot.py", scripted("first") + ("# mine\n" if name == "cyd" else ""))
            ended = tribunal("similar", cup.played("--quiet").out).expect((0, 3), shows="The same files: amy, bob.")
        self.assertRegex(ended.out, "of 3 pairs")

    def test_bots_that_were_built_are_built_again_to_be_asked(self) -> None:
        built = {"built": ("./bot", 'directory = "source"\nbuild = "cp first.py bot && chmod +x bot"')}
        with Cup(unconfined({**built, **{name: FIELD[name] for name in ("greedy", "hoarder")}}, deals=2)) as cup:
            cup.write("source/first.py", "#!/usr/bin/env python3\n" + scripted("first"))
            cup.played("--quiet")
            ask = ("similar", cup.out, "--ask", "2", "--sandbox", "none", "--json")
            self.assertEqual(tribunal(*ask).expect(3).json()["notes"], [])
            cup.write("source/first.py", "#!/nowhere\n" + scripted("first"))
            self.assertIn("built is not asked", " ".join(tribunal(*ask).expect(3).json()["notes"]))

    def test_bots_with_their_own_dice_are_not_alike(self) -> None:
        cup = recorded(unconfined({name: command_of(name) for name in ("one", "two", "three", "four")}, deals=40))
        tribunal("similar", cup.out).expect(0, shows="No two bots decide alike beyond what independent bots share")
        self.assertEqual(tribunal("similar", cup.out, "--json").json()["verdict"], "none")


if __name__ == "__main__":
    unittest.main()
