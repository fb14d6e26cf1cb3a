"""Learns a layout game by playing against itself, or a bot by its recorded games, and plays as it has learned. It needs numpy.

    python3 learn.py train revolution weights.npz [SECONDS [SEED]]
    python3 learn.py imitate careful games.jsonl weights.npz         (a log, as tribunal export FOLDER --logs games.jsonl writes it)
    python3 learn.py play weights.npz                                (a bot for the referee)

The policy takes an action with a probability that is proportional to exp(weights . features), and learns by the rule REINFORCE (Williams
1992): a seat's actions become more likely in proportion to its score above the table's mean. `imitate` makes the recorded actions likely.
"""

import sys
import time

import numpy
from tribunal_games import Batch, Game, Rules, read_log, serve

GAMES = 512


class Adam:
    """Weights that follow gradients upward (Adam: Kingma, Ba 2015)."""

    def __init__(self, size: int) -> None:
        self.weights, self.first, self.second, self.updates = numpy.zeros(size), numpy.zeros(size), numpy.zeros(size), 0

    def climb(self, slope: numpy.ndarray) -> None:
        self.updates += 1
        self.first = 0.9 * self.first + 0.1 * slope
        self.second = 0.999 * self.second + 0.001 * slope**2
        step = self.first / (1 - 0.9**self.updates) / (numpy.sqrt(self.second / (1 - 0.999**self.updates)) + 1e-8)
        self.weights += 0.02 / (1 + self.updates / 3000) * step


def likelihoods(worth: numpy.ndarray) -> numpy.ndarray:
    likely = numpy.exp(worth - worth.max(axis=1, keepdims=True))
    return likely / likely.sum(axis=1, keepdims=True)


class Learner:
    def __init__(self, rules: Rules, seed: int) -> None:
        self.batch = Batch(rules, GAMES, seed)
        self.chance = numpy.random.default_rng(seed)
        size = len(rules.feature_names)
        self.players = rules.players
        self.climber = Adam(size)
        self.done = numpy.zeros((GAMES, rules.seats, size))  # the sum over a seat's decisions of d log p / d weights

    def play(self) -> None:
        """Every game advances by a step; the policy learns from those that end."""
        features, mask = self.batch.features.astype(numpy.float64), self.batch.mask > 0
        worth = numpy.where(mask, features @ self.climber.weights, -numpy.inf)
        likely = likelihoods(worth)
        chosen = (worth + self.chance.gumbel(size=worth.shape)).argmax(axis=1)
        rows = numpy.arange(len(chosen))
        taken = features[rows, chosen] - numpy.einsum("ra,raf->rf", likely, features)
        self.done[self.batch.game, self.batch.seat] += taken
        self.batch.step(chosen)
        if len(self.batch.ended):
            self.learn(self.batch.ended, self.batch.scores.astype(numpy.float64))

    def learn(self, ended: numpy.ndarray, scores: numpy.ndarray) -> None:
        better = scores[:, : self.players] - scores[:, : self.players].mean(axis=1, keepdims=True)
        self.climber.climb(numpy.einsum("gs,gsf->f", better, self.done[ended, : self.players]) / len(ended))
        self.done[ended] = 0


def train(game: str, file: str, seconds: float, seed: int) -> None:
    learners = [Learner(Rules(game, players), seed + players) for players in (2, 3, 4)]
    begun, shown = time.monotonic(), 0.0
    while (spent := time.monotonic() - begun) < seconds:
        for learner in learners:
            learner.play()
        if spent - shown > seconds / 10:
            shown = spent
            print(f"{spent:.0f} s, {[learner.climber.updates for learner in learners]} updates", file=sys.stderr)
    numpy.savez(file, **{str(learner.players): learner.climber.weights for learner in learners})


def imitate(bot: str, log: str, file: str) -> None:
    """Weights for each number of players, from all decisions of the bot that had a choice."""
    rows: dict = {}
    for game in read_log(log):
        for seat, taken, count, end in zip(game.seat, game.taken, game.legal_count, numpy.cumsum(game.legal_count)):
            if game.bots[seat : seat + 1] == [bot] and count > 1:
                rows.setdefault(game.rules.players, []).append((taken, game.features[end - count : end].astype(numpy.float64)))
    if not rows:
        raise SystemExit(f"learn.py: {log} has no decision of {bot}")
    weights = {}
    for players, decisions in rows.items():
        climber, chance = Adam(decisions[0][1].shape[1]), numpy.random.default_rng(1)
        for _ in range(3000):
            slope = numpy.zeros(len(climber.weights))
            for taken, features in (decisions[i] for i in chance.integers(len(decisions), size=32)):
                slope += features[taken] - likelihoods((features @ climber.weights)[None])[0] @ features
            climber.climb(slope / 32)
        weights[str(players)] = climber.weights
    numpy.savez(file, **weights)


def play(file: str) -> None:
    weights = {int(players): row for players, row in numpy.load(file).items()}

    def policy(game: Game, seat: int) -> int:
        nearest = min(weights, key=lambda players: abs(players - game.rules.players))
        return int((game.features(seat) @ weights[nearest]).argmax())

    serve(policy, "learned")


if __name__ == "__main__":
    if sys.argv[1:2] == ["train"] and len(sys.argv) >= 4:
        train(sys.argv[2], sys.argv[3], float((sys.argv + ["600"])[4]), int(sys.argv[5]) if len(sys.argv) > 5 else 1)
    elif sys.argv[1:2] == ["imitate"] and len(sys.argv) == 5:
        imitate(*sys.argv[2:])
    elif sys.argv[1:2] == ["play"] and len(sys.argv) == 3:
        play(sys.argv[2])
    else:
        raise SystemExit(__doc__)
