"""Tournaments that Slurm plays on two nodes have the same results as on one machine, whatever happens to nodes and
tasks."""
import os
import sys
import tempfile
import unittest
from typing import Any, Dict

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "cli"))
from cup import outcome  # noqa: E402
from program import Ended, tribunal  # noqa: E402
from slurm import Slurm, wait_until  # noqa: E402
from shards import Shards, on_one_machine, plan  # noqa: E402

tempfile.tempdir = "/var/tmp"  # a folder that all nodes see


class Jobs(Shards):
    """A tournament that is submitted."""

    def submit(self, tasks: int) -> Ended:
        return tribunal("submit", "slurm", self.path("cup.toml"), "--tasks", str(tasks), "--out", self.out)

    def logs(self) -> Dict[str, str]:
        folder = os.path.join(self.out + ".shards", "slurm")
        texts = {}
        for name in sorted(os.listdir(folder)):
            with open(os.path.join(folder, name), encoding="utf-8", errors="replace") as file:
                texts[name] = file.read()
        return texts

    def shards_there(self) -> int:
        return sum("-of-" in name and ".partial" not in name for name in os.listdir(self.out + ".shards"))


class OnTwoNodes(unittest.TestCase):
    slurm: Slurm

    def setUp(self) -> None:
        self.slurm = Slurm().__enter__()

    def tearDown(self) -> None:
        self.slurm.__exit__()

    def outcome_of(self, cup: Jobs) -> Dict[str, Any]:
        wait_until("all jobs have ended", self.slurm.is_idle, 400)
        self.assertTrue(os.path.exists(os.path.join(cup.out, "results.db")), cup.logs())
        return outcome(cup)

    def task_that_plays(self, cup: Jobs) -> str:
        """On the first node, and in the middle of its games; empty: none is killed."""
        for task in self.slurm.tell("squeue", "-h", "-r", "-w", "d1", "-t", "R", "-o", "%i").split():
            if cup.logs().get(f"play-{task.partition('_')[2]}.log", "").rstrip().endswith(tuple("0123456789")):
                return task
        return ""

    def test_a_league_during_which_a_node_dies_and_a_task_is_interrupted(self) -> None:
        text = plan("one two three four", deals=1000)
        expected = on_one_machine(text)
        with Jobs(text) as cup:
            cup.submit(4).expect()
            wait_until("a shard is there", lambda: cup.shards_there() > 0)
            self.assertRegex(tribunal("merge", cup.path("early"), cup.out + ".shards").expect(3).err, r"\d+ games missing")
            wait_until("both nodes play", lambda: len(self.slurm.tasks("R")) == 2)
            self.slurm.kill("d2")
            wait_until("a task plays on d1", lambda: bool(self.task_that_plays(cup)))
            interrupted = self.task_that_plays(cup)
            self.slurm.tell("scancel", "--batch", "--signal=TERM", interrupted)
            wait_until("the node is missed", lambda: "down" in self.slurm.tell("sinfo", "-h", "-n", "d2", "-o", "%T"))
            self.slurm.start_node("d2")
            self.assertEqual(self.outcome_of(cup), expected, cup.logs())
            said = cup.logs()
            self.assertIn("interrupted; run the same command again to resume", said[f"play-{interrupted.partition('_')[2]}.log"])
            self.assertIn("12000 games from 4 folders: the tournament is complete", said["merge.log"])
            self.assertEqual(tribunal("merge", cup.path("early"), cup.out + ".shards").code, 0)

    def test_a_swiss_tournament_of_six_rounds(self) -> None:
        text = plan("one two three four five six seven eight", deals=20, head='format = "swiss"\nrounds = 6')
        expected = on_one_machine(text)
        with Jobs(text) as cup:
            self.assertEqual(cup.submit(2).code, 0)
            self.assertEqual(self.outcome_of(cup), expected, cup.logs())
            self.assertIn("the tournament is complete; nothing is submitted", cup.logs()["merge.log"])


if __name__ == "__main__":
    unittest.main()
