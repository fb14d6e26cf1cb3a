"""The engines in Python, `tribunal_games`, as `./dev games` builds them."""

import contextlib
import copy
import importlib.util
import io
import json
import os
import pathlib
import pickle
import random
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import unittest
import warnings

import numpy
import tribunal_games
from tribunal_games import Batch, Game, Rules

ROOT = pathlib.Path(__file__).resolve().parents[2]
TRIBUNAL = os.environ.get("TRIBUNAL", str(ROOT / "build/release/bin/tribunal"))
# A table of each game, and of options that change who is asked, or when.
TABLES = [("mitch", 2, {}), ("mitch", 4, {"hands": 2}), ("revolution", 3, {}), ("revolution", 1, {"mob": True}), ("tennis", 4, {}),
          ("anarchy", 4, {}), ("anarchist-bomb", 5, {}), ("organised-chaos", 3, {}), ("snark", 3, {}), ("chez", 2, {})]


def step(game: Game, dice: random.Random) -> None:
    game.apply({seat: dice.randrange(game.count(seat)) for seat in game.wanted})


def played(game: Game, dice: random.Random, steps: int = 1_000_000) -> Game:
    while not game.over and steps > 0:
        step(game, dice)
        steps -= 1
    return game


def everything(game: Game) -> object:
    seats = range(game.rules.players)
    return ([game.lines(seat) for seat in seats], game.wanted, [game.legal(seat) for seat in game.wanted], game.outcome(), game.position())


class Games(unittest.TestCase):
    def tables(self):
        for name, players, options in TABLES:
            with self.subTest(name=name, players=players, **options):
                yield Rules(name, players, **options), random.Random(f"{name} {players}")

    def test_recorded_games_have_the_same_lines_and_results(self) -> None:
        logs = sorted((ROOT / "tests/record/golden").glob("*.jsonl"))
        self.assertGreater(len(logs), 4)
        for log in logs:
            with self.subTest(log=log.name):
                head, *rest = map(json.loads, log.read_text().splitlines())
                lines = [entry["line"] for entry in rest if "line" in entry]
                result = next(entry for entry in rest if "result" in entry)
                rules = Rules(head["game"], head["players"], **head["rules"])
                game = rules.deal(key=bytes.fromhex(head["deal"]["key"]))
                while not game.over:
                    shown = game.lines()
                    self.assertEqual(shown, lines[: len(shown)])
                    # A decision is also a line: that of a legal action of a seat that is asked.
                    coming = [line.split(" ") for line in lines[len(shown):]]
                    choices = {}
                    for seat in game.wanted:
                        words = {word.replace(":", f" {seat} ").replace(",", " ") if ":" in word else f"{word} {seat}": word
                                 for word in game.legal(seat)}
                        choices[seat] = next(words[" ".join(line)] for line in coming if " ".join(line) in words)
                    game.apply(choices)
                self.assertEqual(game.lines(), lines)
                self.assertEqual(game.outcome().scores, result["result"])

    def test_words_and_numbers_are_the_same_actions(self) -> None:
        for rules, dice in self.tables():
            one, other = rules.deal(seed=3), rules.deal(seed=3)
            while not one.over:
                choices = {seat: dice.randrange(one.count(seat)) for seat in one.wanted}
                other.apply({seat: other.legal(seat)[number] for seat, number in choices.items()})
                one.apply(choices)
            self.assertEqual(everything(one), everything(other))
            lowest, highest = rules.score_bounds
            for score in one.outcome().scores[: rules.players]:
                self.assertTrue(lowest <= score <= highest)

    def test_a_game_that_was_stored_goes_on_as_the_one_that_was_not(self) -> None:
        for rules, dice in self.tables():
            started = played(rules.deal(seed=5), dice, 9)
            self.assertEqual(pickle.loads(pickle.dumps(rules)), copy.deepcopy(rules))
            self.assertNotEqual(rules, Rules("mitch", 3))
            numbers = {"dice": [1, 2, 3], "reshuffle 1": [4]} if rules.game == "chez" else {}
            games = [started, played(rules.deal(key=bytes(range(32))), dice, 9), rules.deal(key=b"k" * 32, numbers=numbers)]
            if not started.over:
                games += [started.redraw_chance(11), started.redraw_hidden(0, 12).redraw_hidden(0, 13)]
            for game in games:
                stored = pickle.loads(pickle.dumps(game))
                self.assertEqual(stored.changes, game.changes)
                ways = random.Random(7), random.Random(7)
                self.assertEqual(played(stored, ways[0]).outcome(), played(game, ways[1]).outcome())
                self.assertEqual(stored.lines(0), game.lines(0))

    def test_a_copy_leaves_its_game_as_it_is(self) -> None:
        for rules, dice in self.tables():
            game = played(rules.deal(seed=8), dice, 5)
            before = everything(game)
            for other in (game.clone(), copy.copy(game), copy.deepcopy(game), game.redraw_chance(1), game.redraw_hidden(0, 1)):
                played(other, dice)
            self.assertEqual(everything(game), before)

    def test_a_redraw_keeps_what_its_seat_knows_and_has_no_lines_for_others(self) -> None:
        for rules, dice in self.tables():
            game = played(rules.deal(seed=9), dice, 4)
            if game.over or rules.players < 2:
                continue
            redrawn = [game.redraw_hidden(0, seed) for seed in range(20)]
            for other in redrawn:
                self.assertEqual(other.lines(0), game.lines(0))
                for viewer in (None, 1):
                    with self.assertRaisesRegex(ValueError, "redrawn for another seat"):
                        other.lines(viewer)
            self.assertGreater(len({str(other.position()) for other in redrawn}), 1)
            with self.assertRaisesRegex(ValueError, "redrawn for another seat"):
                redrawn[0].redraw_hidden(1, 1).lines(0)
            self.assertEqual(game.redraw_chance(3).lines(), game.lines())

    def test_a_seat_imagines_a_game_from_its_lines(self) -> None:
        for rules, dice in self.tables():
            game = played(rules.deal(seed=10), dice, 3)
            if game.over or rules.game == "chez":
                continue
            seat = game.wanted[0]
            imagined = rules.imagine(seat, game.lines(seat), seed=1)
            self.assertEqual((imagined.lines(seat), imagined.legal(seat)), (game.lines(seat), game.legal(seat)))
            ways = random.Random(7), random.Random(7)
            again = pickle.loads(pickle.dumps(imagined))
            self.assertEqual(played(imagined, ways[0]).outcome(), played(again, ways[1]).outcome())
            with self.assertRaisesRegex(ValueError, "line"):
                rules.imagine(seat, game.lines(seat) + ["play 0 Jo"], seed=1)

    def test_stacked_cards_are_dealt_and_others_refused(self) -> None:
        rules = Rules("tennis", 3)
        stock = [rank + suit for suit in "cdhs" for rank in "23456789TJQK"]
        game = rules.deal(stacked={"hand 1": stock})
        hands = [card for seat in game.position()["seats"] for card in seat["hand"]]
        self.assertEqual(sorted(hands), sorted(stock[: len(hands)]))
        self.assertEqual(game.lines(), rules.deal(stacked={"hand 1": stock}, key=bytes(32)).lines())
        for wrong in (stock[1:], stock[1:] + stock[1:2], stock + ["Ac"]):
            self.assertRaisesRegex(ValueError, "does not hold the cards of its pack", rules.deal, stacked={"hand 1": wrong})

    def test_a_later_stock_that_is_wrong_is_refused_where_it_is_dealt(self) -> None:
        game = Rules("mitch", 2, hands=2).deal(stacked={"hand 2": ["2c"]})
        with self.assertRaisesRegex(ValueError, "'hand 2' does not hold"):
            for _ in range(1000):
                before = everything(game)
                step(game, random.Random(1))
        self.assertEqual(everything(game), before)

    def test_values_and_features_have_a_row_for_each_action(self) -> None:
        for rules, dice in self.tables():
            game = played(rules.deal(seed=2), dice, 3)
            for seat in game.wanted:
                self.assertEqual(game.value_actions(seat).shape, (game.count(seat),))
                self.assertEqual(game.features(seat).shape, (game.count(seat), len(rules.feature_names)))

    def test_worlds_do_not_depend_on_threads_or_on_their_number(self) -> None:
        for rules, dice in self.tables():
            game = played(rules.deal(seed=4), dice, 2)
            if game.over:
                continue
            seat = game.wanted[0]
            scores = game.worlds(seat, 24, seed=6)
            self.assertEqual(scores.shape, (game.count(seat), 24))
            numpy.testing.assert_array_equal(game.worlds(seat, 24, seed=6, threads=5), scores)
            numpy.testing.assert_array_equal(game.worlds(seat, 7, seed=6, threads=9), scores[:, :7])

    def test_worlds_leave_other_threads_of_python_alone_and_end_by_a_signal(self) -> None:
        game = Rules("revolution", 3).deal(seed=1)
        threading.Timer(0.3, signal.raise_signal, [signal.SIGINT]).start()
        with self.assertRaises(KeyboardInterrupt):
            game.worlds(game.wanted[0], 4_000_000, seed=1, threads=2)
        seat, found = game.wanted[0], []
        threads = [threading.Thread(target=lambda: found.append(game.worlds(seat, 50, seed=3))) for _ in range(4)]
        for thread in threads:
            thread.start()
        step(game, random.Random(1))  # each thread reads a copy, whenever it begins
        for thread in threads:
            thread.join()
        self.assertLessEqual(len(found), 4)


class Refusals(unittest.TestCase):
    def test_rules_and_deals_that_are_wrong_name_what_is_expected(self) -> None:
        rules = Rules("mitch", 2)
        for wrong, sentence in ((lambda: Rules("mich", 2), "did you mean 'mitch'"), (lambda: Rules("mitch", 40), "players"),
                                (lambda: Rules("mitch", 2, hats=3), "hats"), (lambda: Rules("mitch", 2, hands="many"), "many"),
                                (lambda: rules.deal(), "needs a seed"), (lambda: rules.deal(1, key=bytes(32)), "one of them"),
                                (lambda: rules.deal(key=b"short"), "32 bytes"), (lambda: rules.deal(stacked={"hand 1": ["Xx"]}), "'Xx' is not a card"),
                                (lambda: rules.deal(stacked={"deck": []}), "'deck' is not the label"), (lambda: rules.deal(stacked={"hand 01": []}), "hand 01"),
                                (lambda: rules.deal(numbers={"dice": [1]}), "'dice' is not the label"), (lambda: rules.deal(1).lines(-1), "no seat -1"),
                                (lambda: rules.imagine(9, [], seed=1), "no seat 9"), (lambda: Batch(rules, 0, seed=1), "found 0"),
                                (lambda: tribunal_games.players("mich"), "did you mean")):
            self.assertRaisesRegex(ValueError, sentence, wrong)

    def test_a_thousand_wrong_calls_raise_and_change_nothing(self) -> None:
        dice = random.Random(2026)
        raised = 0
        while raised < 1000:
            name, players, options = dice.choice(TABLES)
            game = played(Rules(name, players, **options).deal(seed=dice.randrange(99)), dice, dice.randrange(30))
            before = everything(game)
            seats = [-2**40, -2, -1, 12, 13, 255, 256, 2**40] + [seat for seat in range(12) if seat not in game.wanted]
            words = ["", "play", "play:", "play:Zz", "play:Kh,Kh", "pass:1", "\0", "x" * 100, -1, 10**6, 2**70, None, 1.5, [], b"pass"]
            seat = dice.choice(seats)
            calls = [lambda: game.legal(seat), lambda: game.count(seat), lambda: game.features(seat), lambda: game.value_actions(seat),
                     lambda: game.worlds(seat, 5, seed=1), lambda: game.apply({seat: 0}), lambda: game.apply({}),
                     lambda: game.redraw_hidden(dice.choice([-1, -7, 12, 99]), 1), lambda: game.lines(dice.choice([-1, -7, 12, 99]))]
            if not game.over:
                asked = dice.choice(game.wanted)
                right = {one: 0 for one in game.wanted}
                calls += [lambda: game.apply({**right, asked: dice.choice(words)}), lambda: game.apply({**right, seat: 0}),
                          lambda: game.worlds(asked, 0, seed=1), lambda: game.worlds(asked, 2**50, seed=1),
                          lambda: game.worlds(asked, 5, seed=1, threads=0), lambda: game.worlds(asked, 5, seed=-1)]
            call = dice.choice(calls)
            with self.assertRaises((ValueError, TypeError)):
                call()
            self.assertEqual(everything(game), before)
            raised += 1

    def test_a_state_that_was_changed_is_refused(self) -> None:
        game = Rules("mitch", 2).deal(seed=1)
        step(game, random.Random(1))
        name, players, options, origin, changes = game.__getstate__()
        for wrong in ((), (name,), ("mich", players, options, origin, changes), (name, 99, options, origin, changes),
                      (name, players, {"x": "y"}, origin, changes), (name, players, options, ("seed",), changes),
                      (name, players, options, ("key", b"x", {}, {}), changes), (name, players, options, origin, [(0, "play:Zz")]),
                      (name, players, options, origin, [(77, 5)]), (name, players, options, origin, [(0,)]), (name, players, options, origin, 5)):
            self.assertRaises(ValueError, Game.__new__(Game).__setstate__, wrong)


class Batches(unittest.TestCase):
    def test_rows_are_what_the_games_ask(self) -> None:
        for name, players, options in TABLES:
            rules, dice = Rules(name, players, **options), numpy.random.default_rng(1)
            batch = Batch(rules, 20, seed=3)
            self.assertEqual(len(batch), 20)
            ended = 0
            for _ in range(300):
                self.assertEqual(batch.mask.sum(axis=1).tolist(), batch.count.tolist())
                self.assertEqual(batch.features.shape, (*batch.mask.shape, len(rules.feature_names)))
                self.assertEqual(len(batch.legal(batch.rows - 1)), batch.count[-1])
                self.assertEqual(sorted(set(batch.game.tolist())), list(range(20)))
                self.assertTrue((batch.features[batch.mask == 0] == 0).all())
                batch.step((dice.random(batch.rows) * batch.count).astype(numpy.int64))
                lowest, highest = rules.score_bounds
                scores = batch.scores[:, : rules.players]
                self.assertTrue(((scores >= lowest) & (scores <= highest)).all())
                self.assertEqual(batch.places.shape, batch.scores.shape)
                ended += len(batch.ended)
            self.assertGreater(ended, 0, name)

    def test_equal_seeds_and_choices_are_equal_batches(self) -> None:
        rules = Rules("revolution", 3)
        batches = [Batch(rules, 50, seed=seed) for seed in (1, 1, 2)]
        for _ in range(100):
            for batch in batches:
                batch.step(numpy.zeros(batch.rows, numpy.int64))
        numpy.testing.assert_array_equal(batches[0].features, batches[1].features)
        self.assertNotEqual(batches[0].features.tobytes(), batches[2].features.tobytes())

    def test_arrays_stay_readable_when_their_batch_went_on_or_is_gone(self) -> None:
        batch = Batch(Rules("organised-chaos", 3), 30, seed=1)
        kept = [batch.features, batch.mask, batch.game, batch.seat]
        for _ in range(200):
            batch.step(numpy.zeros(batch.rows, numpy.int64))
        del batch
        for array in kept:
            self.assertTrue(numpy.isfinite(array).all())
            with self.assertRaises(ValueError):
                array[...] = 0

    def test_choices_that_are_wrong_change_nothing(self) -> None:
        batch = Batch(Rules("mitch", 2), 4, seed=1)
        before = batch.features.copy()
        for wrong in ([0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, -1], [0, 0, 0, 99]):
            self.assertRaises(ValueError, batch.step, numpy.array(wrong, numpy.int64))
        for wrong in (None, "0000", numpy.zeros((2, 2), numpy.int64), numpy.array([0.7, 0, 0, 0]), numpy.zeros(8, numpy.int64)[::2]):
            self.assertRaises(TypeError, batch.step, wrong)
        self.assertRaisesRegex(ValueError, "no row 4; rows are 0 to 3", batch.legal, 4)
        numpy.testing.assert_array_equal(batch.features, before)


class Observations(unittest.TestCase):
    def test_an_observation_has_what_its_seat_sees_and_nothing_else(self) -> None:
        for name, players, options in [*TABLES, *((preset, 3, {}) for preset in ("gambling", "stud", "tyrant", "mitch-gunzler")), ("hustler", 2, {})]:
            rules = Rules(name, players, **options)
            names = rules.observation_names
            self.assertEqual(len(set(names)), len(names))
            for seed in range(4):
                dice, game = random.Random(seed), rules.deal(seed=seed)
                while not game.over:
                    for seat in range(players):
                        seen = game.observation(seat)
                        for other in (game.redraw_hidden(seat, 1), game.redraw_hidden(seat, 2)):
                            numpy.testing.assert_array_equal(other.observation(seat), seen, f"{name} {players}")
                        self.check(game, seat, dict(zip(names, seen)))
                    played(game, dice, 3)

    def check(self, game: Game, seat: int, seen: dict) -> None:
        """Hand, scores and stock in the observation are those of the position."""
        position = game.position()
        hand = [name[5:] for name, count in seen.items() if name.startswith("hand ") and len(name) == 7 for _ in range(int(count))]
        self.assertEqual(sorted(hand), sorted(position["seats"][seat]["hand"]))
        for other in range(game.rules.players):
            away = (other - seat) % game.rules.seats
            shown = position["seats"][other]
            self.assertEqual((seen[f"score {away}"], seen[f"cards in hand {away}"]), (shown["score"], len(shown["hand"])))
            melds = [name.split(" ")[2] for name, count in seen.items() if name.startswith(f"meld {away} ") for _ in range(int(count))]
            self.assertEqual(sorted(melds), sorted(card for meld in shown["melds"].values() for card in meld))
        self.assertEqual(seen["stock"], len(position["stock"]))

    def test_a_batch_observes_what_its_games_would(self) -> None:
        for name, players, options in TABLES:
            rules = Rules(name, players, **options)
            batch = Batch(rules, 5, seed=1)
            for _ in range(10):
                self.assertEqual(batch.observations().shape, (batch.rows, len(rules.observation_names)))
                batch.step(numpy.zeros(batch.rows, numpy.int64))


@unittest.skipIf(importlib.util.find_spec("pettingzoo") is None or importlib.util.find_spec("gymnasium") is None, "no pettingzoo and gymnasium")
class Environments(unittest.TestCase):
    def test_their_own_tests_pass_for_every_game(self) -> None:
        from gymnasium.utils.env_checker import check_env
        from pettingzoo.test import api_test, parallel_api_test
        from tribunal_games.zoo import ParallelTable, Seat, Table

        for name, players, options in TABLES:
            with self.subTest(name=name, players=players), warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
                warnings.simplefilter("ignore")
                rules = Rules(name, players, **options)
                api_test(Table(rules), num_cycles=100)
                warnings.simplefilter("error", UserWarning)  # this test only warns of agents without a reward
                parallel_api_test(ParallelTable(rules), num_cycles=1000)
                warnings.simplefilter("ignore")

                class First(Seat):
                    """Numbers beyond the legal actions stand for the first action, because the checker takes any
                    number."""

                    def step(self, action):
                        return super().step(action if action < self.game.count(self.seat) else 0)

                check_env(First(rules), skip_render_check=True)

    def test_a_table_gives_each_seat_its_score(self) -> None:
        from tribunal_games.zoo import Table

        for name, players, options in TABLES:
            table = Table(Rules(name, players, **options))
            table.reset(seed=5)
            earned = dict.fromkeys(table.possible_agents, 0)
            for agent in table.agent_iter():
                seen, reward, over, _, _ = table.last()
                earned[agent] += reward
                table.step(None if over else int(seen["action_mask"].argmax()))
            self.assertEqual(list(earned.values()), table.game.outcome().scores[:players])

    def test_seats_that_decide_at_the_same_time_take_one_step(self) -> None:
        from tribunal_games.zoo import ParallelTable

        together = set()
        for name, players, options in TABLES:
            table = ParallelTable(Rules(name, players, **options))
            seen, _ = table.reset(seed=5)
            again = table.rules.deal(5)
            while table.agents:
                asked = [seat for seat, agent in enumerate(table.agents) if seen[agent]["action_mask"].any()]
                self.assertEqual(asked, again.wanted)
                if len(asked) > 1:
                    together.add(name)
                choices = {agent: int(one["action_mask"].argmax()) for agent, one in seen.items()}
                seen, rewards, over, _, _ = table.step(choices)
                again.apply({seat: 0 for seat in asked})
                self.assertEqual(set(over.values()), {again.over})
            self.assertEqual(list(rewards.values()), again.outcome().scores[:players])
        self.assertLessEqual({"anarchy", "organised-chaos", "snark"}, together)

    def test_actions_that_are_not_legal_are_refused(self) -> None:
        from tribunal_games.zoo import ParallelTable, Seat, Table

        parallel = ParallelTable(Rules("snark", 3))
        parallel.reset(seed=1)
        for wrong, sentence in (({"seat_0": 0, "seat_1": 0}, "seat 2"), (dict.fromkeys(parallel.agents, 400), "has the actions 0 to")):
            self.assertRaisesRegex(ValueError, sentence, parallel.step, wrong)
        table, seat = Table(Rules("mitch", 2)), Seat(Rules("mitch", 2))
        table.reset(seed=1)
        seat.reset(seed=1)
        for wrong in (-1, 400, 1.7, "0", None):
            for environment in (table, seat):
                self.assertRaisesRegex(ValueError, "has the actions 0 to", environment.step, wrong)
        while not seat.step(0)[2]:
            continue
        self.assertRaisesRegex(ValueError, "the game is over", seat.step, 0)
        with self.assertRaisesRegex(ValueError, "made for at most 2"):
            Table(Rules("mitch", 2), actions=2).reset(seed=1) or Seat(Rules("mitch", 2), actions=2).reset(seed=1)
        with self.assertRaisesRegex(ValueError, "not asked in 1000 deals"):
            Seat(Rules("mitch", 2), seat=2).reset()


@unittest.skipUnless(os.access(TRIBUNAL, os.X_OK), "the program is not built")
class Bots(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def play(self, game: str, *bots: str) -> dict:
        """The result of a game between the bots, as its log has it."""
        ended = subprocess.run([TRIBUNAL, "play", game, "--sandbox", "none", "--log", "game.jsonl", "--seed", "1", "--", *bots],
                               capture_output=True, text=True, cwd=self.folder)
        self.assertEqual(ended.returncode, 0, ended.stderr)
        entries = [json.loads(line) for line in (pathlib.Path(self.folder) / "game.jsonl").read_text().splitlines()]
        self.assertFalse([entry for entry in entries if "fault" in entry])
        return next(entry for entry in entries if "result" in entry)

    def bot(self, *words: str) -> str:
        return shlex.join(["env", f"PYTHONPATH={os.environ.get('PYTHONPATH', '')}", sys.executable, *words])

    def test_a_policy_plays_by_words_and_by_numbers(self) -> None:
        policy = "from tribunal_games import serve; serve(lambda game, seat: {}, 'mine')"
        results = [self.play("mitch", self.bot("-c", policy.format(choice)), "greedy")
                   for choice in ("game.legal(seat)[-1]", "game.count(seat) - 1", "int(game.worlds(seat, 20, seed=1).mean(axis=1).argmax())")]
        self.assertEqual(results[0]["result"], results[1]["result"])

    def test_equal_games_are_played_equally_and_unknown_ones_by_the_first_action(self) -> None:
        game, said = Rules("revolution", 3).deal(1), io.StringIO()
        (seat,) = game.wanted
        lines = [f"game revolution players=3 seats=3 you={seat}", *game.lines(seat), "ask 1 1000 " + " ".join(game.legal(seat))]
        tribunal_games.serve(lambda imagined, seat: hash(str(imagined.position())) % imagined.count(seat), sink=said,
                             source=[*lines, *lines, "game patience players=2 seats=2 you=0", "ask 7 1000 pass"])
        for wrong in (-1, 99, 1.5, None, "pass\n", "play:Zz"):
            with self.assertRaisesRegex(ValueError, "the policy chose"):
                tribunal_games.serve(lambda imagined, seat: wrong, source=lines, sink=io.StringIO())
        first, second, *unknown = said.getvalue().splitlines()
        self.assertEqual((first, unknown), (second, ["# the first action, since no game is found: its rules are unknown", "move 7 pass"]))

    def test_a_policy_plays_every_game(self) -> None:
        for game in tribunal_games.games():
            with self.subTest(game=game):
                bots = ["greedy"] * (max(2, tribunal_games.players(game)[0]) - 1)
                self.play(game, self.bot("-c", "from tribunal_games import serve; serve(lambda game, seat: 0)"), *bots)

    def test_the_example_learns_and_plays(self) -> None:
        example = str(ROOT / "docs/examples/learn.py")
        self.assertLessEqual(len((ROOT / "docs/examples/learn.py").read_text().splitlines()), 120)
        subprocess.run([sys.executable, example, "train", "mitch", "weights.npz", "1"], check=True, capture_output=True, cwd=self.folder)
        self.play("mitch", self.bot(example, "play", f"{self.folder}/weights.npz"), "greedy")
        log = str(ROOT / "tests/record/golden/mitch.jsonl")
        subprocess.run([sys.executable, example, "imitate", "greedy", log, "weights.npz"], check=True, capture_output=True, cwd=self.folder)
        self.play("mitch", self.bot(example, "play", f"{self.folder}/weights.npz"), "greedy")
        ended = subprocess.run([sys.executable, example, "imitate", "nobody", log, "weights.npz"], capture_output=True, text=True, cwd=self.folder)
        self.assertIn("has no decision of nobody", ended.stderr)


class Documents(unittest.TestCase):
    def test_the_examples_of_the_page_run(self) -> None:
        page = (ROOT / "docs/python.md").read_text()
        examples = [part.split("```", 1)[0] for part in page.split("```python\n")[1:]]
        self.assertGreater(len(examples), 2)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        shutil.copy(ROOT / "tests/record/golden/revolution.jsonl", f"{folder.name}/games.jsonl")
        for number, example in enumerate(examples):
            with self.subTest(number=number):
                ended = subprocess.run([sys.executable, "-c", example], capture_output=True, text=True, cwd=folder.name)
                self.assertEqual(ended.returncode, 0, ended.stderr)

    def test_types_hold(self) -> None:
        package = pathlib.Path(tribunal_games.__file__).parent
        search = {} if "site-packages" in str(package) else {"MYPYPATH": str(package.parent)}  # mypy looks there by itself, and only so
        ended = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--cache-dir=/dev/null", "-p", "tribunal_games"],
                               capture_output=True, text=True, env={**os.environ, **search})
        self.assertEqual(ended.returncode, 0, ended.stdout)
        stub = (package / "_engines.pyi").read_text()
        for kind in (Rules, Game, Batch):
            for name in vars(kind):
                if not name.startswith("_"):
                    self.assertIn(f"def {name}(", stub, kind.__name__)
                    self.assertIn(name, stub)


if __name__ == "__main__":
    unittest.main()
