"""A tournament that is played in shards, each as if on its own machine."""
import os
import random
from typing import Any, Dict, List, Optional

from cup import Cup, command_of, outcome, unconfined
from cup import plan as cup_plan
from program import PROGRAM, Ended, run, tribunal

SCHEDULERS = ("SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX", "PBS_ARRAY_INDEX", "AWS_BATCH_JOB_ARRAY_INDEX", "TEST_SHARD_INDEX")


def plan(bots: str = "one two three four", deals: int = 6, head: str = "", game: str = "mitch", *, sandboxed: bool = False,
         **commands: str) -> str:
    of_cup = cup_plan if sandboxed else unconfined
    return of_cup(bots, head, deals, game=game, players=2, command=lambda name: commands.get(name, command_of(name)))


class Shards(Cup):
    """A tournament and the folder of its shards. `scratch` stands for the machine's own disk."""

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
