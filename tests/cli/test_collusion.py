"""Friends that favour each other are found, and honest bots are not accused, whatever their style."""
import json
import os
import unittest
from typing import Any, Dict

from cup import Cup, command_of, recorded, unconfined
from program import ROOT, SAMPLES, tribunal

# Adds the points of others, with weights, to its own: `friend` wishes its friend well, whose seat it reads from a file,
# and the others ill; `leader` wishes the leader ill; `left` wishes the next seat ill. One table plays at a time.
MANNERS = f"""import os, sys
sys.path.append({os.path.join(ROOT, "sdk", "python")!r})
from tribunal_bot import SUITS, Hooks, run
MANNER, WEIGHT, ME, FRIEND = sys.argv[1], float(sys.argv[2]), *sys.argv[3:]
def points(view, seat):
    melds = [(suit, len(view.seats[seat].melds[suit])) for suit in SUITS]
    return sum(2 + cards if view.winner(suit) == seat else -cards for suit, cards in melds if cards)
def sit(view):
    with open(ME, "w") as file: file.write(str(view.me))
def rise(view): os.remove(ME)
def wishes(view, now):
    if MANNER == "friend" and os.path.exists(FRIEND):
        with open(FRIEND) as file: friend = file.read()
        return [WEIGHT if str(seat) == friend else -WEIGHT for seat in range(view.players)]
    return [-WEIGHT if MANNER == "leader" and now[seat] == max(now) or MANNER == "left" and seat == (view.me + 1) % view.players else 0
            for seat in range(view.players)]
def decide(view):
    now = [points(view, seat) for seat in range(view.players)]
    wish = wishes(view, now)
    wish[view.me] = 1
    def rate(action):
        card = action.card
        if action.verb == "discard": return -1.0 if view.fits(view.me, card) else 0, -card.rank
        view.mine.melds[card.suit].append(card)
        after = [points(view, seat) for seat in range(view.players)]
        view.mine.melds[card.suit].pop()
        return sum(wish[seat] * (after[seat] - now[seat]) for seat in range(view.players)), card.rank
    return max(view.legal, key=rate)
run(MANNER, "1", decide, Hooks(game_start=sit, game_end=rise))
"""


def night(seed: str, friends: str, *others: str) -> Cup:
    bots = {name: os.path.join(SAMPLES, name) for name in others if name == "careful"}
    for name, manner in {"ann": friends, "bob": friends, **{name: f"{name} 0.7" for name in others if name != "careful"}}.items():
        bots[name] = f"python3 manners.py {manner} {name} {'bob' if name == 'ann' else 'ann'}"
    cup = Cup(unconfined(bots, deals=25 if len(bots) > 3 else 40, seed=seed))
    cup.write("manners.py", MANNERS)
    return cup.played("--quiet", "--workers", "1")


def pairs(report: Any) -> Dict[str, Dict[str, Any]]:
    return {f"{pair['bot']} {pair['partner']}": pair for pair in report["pairs"]}


class Nights(unittest.TestCase):
    def test_friends_are_found_with_what_they_gave(self) -> None:
        with night("1", "friend 4", "leader") as cup:
            text = tribunal("collusion", cup.out, f"--json={cup.path('found.json')}").expect(1).out
            found = pairs(json.loads(cup.read("found.json")))
            self.assertEqual({name for name, pair in found.items() if pair["finding"]} | {"ann bob", "bob ann"}, {"ann bob", "bob ann"})
            shown = max((found["ann bob"], found["bob ann"]), key=lambda pair: float(pair["z"]))
            self.assertGreater(shown["gift"], shown["error"])
            for at in shown["decisions"]:
                replay = tribunal("replay", at["folder"], "--game", str(at["game"]), "--all").expect().out
                step = replay[replay.index(f"decision {at['decision']} of"):].splitlines()[1]
                self.assertIn(shown["bot"], step)
                self.assertIn(at["did"].partition(":")[2], step)
            for words in (f"{shown['bot']} favours {shown['partner']} beyond what chance explains", "see it: ", "tribunal help fair-play"):
                self.assertIn(words, text)

    def test_manners_that_know_no_names_are_no_finding(self) -> None:
        with night("2", "plain 0", "careful", "leader", "left") as cup:
            ended = tribunal("collusion", cup.out, "--games", "200", "--json").expect(0)
            self.assertEqual([name for name, pair in pairs(ended.json()).items() if pair["finding"]], [])
            self.assertIn(ended.json()["verdict"], ("none", "partly tested"))
            self.assertGreater(len(pairs(ended.json())), 19)


class Command(unittest.TestCase):
    def test_what_was_looked_at_is_said_and_repeats(self) -> None:
        cup = recorded(unconfined({name: command_of(name) for name in ("one", "two", "three")}, deals=3))
        once = tribunal("collusion", cup.out, "--games", "5", "-j", "1").expect(3, shows=(
            "5 games of three or more bots", "5 of 9 games were drawn; --games N draws more.",
            "Nothing was tested, so this says nothing about any bot.",
            "decided differently: 6 of 6 pairs."), lacks="favours another")
        self.assertEqual(tribunal("collusion", cup.out, "--games", "5", "-j", "3").out, once.out)
        self.assertNotEqual(tribunal("collusion", cup.out, "--games", "5", "--seed", "x").out, once.out)
        report = tribunal("collusion", cup.out, "--json").expect(3).json()
        self.assertEqual({(pair["z"], pair["z_both"], pair["error"]) for pair in report["pairs"]}, {(None, None, None)})
        self.assertEqual((report["verdict"], report["pairs_tested"], report["pairs_not_tested"]), ("not tested", 0, 6))

    def test_what_cannot_be_looked_at_is_refused(self) -> None:
        cup = recorded(unconfined("one two", deals=2, players=2))
        tribunal("collusion", cup.out).refused(2, "no game has three or more bots; with two, no bot can favour another")
        tribunal("collusion", cup.out, cup.out + "/").refused(2, "is given twice")
        tribunal("collusion", cup.path("missing")).refused(2, "missing")
        tribunal("collusion", cup.out, "--worlds", "5").expect(2, "--worlds")
