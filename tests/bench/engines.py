"""Counts random decisions per second through `tribunal_games`, by words, by numbers and in batches, and those of the
most similar games of OpenSpiel and RLCard in the same run (./dev games bench)."""

import random
import time
from typing import Callable

import numpy
import pyspiel
import rlcard
from tribunal_games import Batch, Rules, games, players

SECONDS = 1.0


def rate(play: Callable[[int], int]) -> float:
    """Decisions per second of `play(seed)`, which plays one game or step and returns their number."""
    decisions, seed, begun = 0, 0, time.perf_counter()
    while time.perf_counter() - begun < SECONDS:
        decisions += play(seed)
        seed += 1
    return decisions / (time.perf_counter() - begun)


def by_words(rules: Rules, seed: int) -> int:
    game, decisions, choice = rules.deal(seed), 0, random.choice
    while wanted := game.wanted:
        game.apply({seat: choice(game.legal(seat)) for seat in wanted})
        decisions += len(wanted)
    return decisions


def by_numbers(rules: Rules, seed: int) -> int:
    game, decisions, chance = rules.deal(seed), 0, random.random
    while wanted := game.wanted:
        game.apply({seat: int(chance() * game.count(seat)) for seat in wanted})
        decisions += len(wanted)
    return decisions


def batch_of(rules: Rules) -> Callable[[int], int]:
    batch, chance = Batch(rules, 1024, 1), numpy.random.default_rng(1)

    def step(_: int) -> int:
        rows = batch.rows
        batch.step((chance.random(rows) * batch.count).astype(numpy.int64))
        return rows

    return step


def of_openspiel(game, _: int) -> int:
    state, decisions = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes())
            state.apply_action(random.choices(outcomes, chances)[0])
        else:
            state.apply_action(random.choice(state.legal_actions()))
            decisions += 1
    return decisions


def of_rlcard(environment, _: int) -> int:
    state, decisions = environment.reset()[0], 0
    while not environment.is_over():
        state = environment.step(random.choice(list(state["legal_actions"])))[0]
        decisions += 1
    return decisions


print(f"{'decisions a second':20}{'by words':>12}{'by numbers':>12}{'batch':>12}")
for name in games():
    rules = Rules(name, max(2, players(name)[0]))
    figures = rate(lambda seed: by_words(rules, seed)), rate(lambda seed: by_numbers(rules, seed)), rate(batch_of(rules))
    print(f"{name:20}" + "".join(f"{figure:12,.0f}" for figure in figures))
for name in ("hearts", "gin_rummy", "crazy_eights"):
    game = pyspiel.load_game(name)
    print(f"OpenSpiel {name:22}{rate(lambda seed: of_openspiel(game, seed)):12,.0f}")
for name in ("gin-rummy", "uno"):
    environment = rlcard.make(name)
    print(f"RLCard {name:25}{rate(lambda seed: of_rlcard(environment, seed)):12,.0f}")
rules = Rules("revolution", 3)
game = rules.deal(1)
begun = time.perf_counter()
scores = game.worlds(game.wanted[0], 600, seed=1)
print(f"600 worlds of {scores.shape[0]} actions in revolution: {time.perf_counter() - begun:.3f} s")
