"""Shards played by GNU parallel, and the manifest of Kubernetes, checked against its schema."""
import os
import shlex
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "cli"))
from cup import outcome  # noqa: E402
from program import PROGRAM, run, tribunal  # noqa: E402
from shards import Shards, on_one_machine, plan  # noqa: E402


# The first attempt at the third shard is killed in the middle.
TRY = """#!/bin/sh
if [ "$1" = 3/8 ] && mkdir killed 2>/dev/null; then exec timeout -s KILL 0.4 {play} --shard "$1"; fi
exec {play} --shard "$1"
"""


class Others(unittest.TestCase):
    def test_gnu_parallel_with_a_shard_killed(self) -> None:
        text = plan(deals=400)
        with Shards(text) as cup:
            play = shlex.join([*PROGRAM, "tournament", cup.path("cup.toml"), "--out", cup.all, "--scratch", cup.scratch, "--quiet"])
            cup.write("try.sh", TRY.format(play=play))
            words = ["parallel", "-j2", "--retries", "3", "sh", "try.sh", ":::", *(f"{number}/8" for number in range(1, 9))]
            run(words, 300, cwd=cup.folder).expect()
            self.assertTrue(os.path.isdir(cup.path("killed")))
            self.assertEqual(cup.merge().code, 0)
            self.assertEqual(outcome(cup), on_one_machine(text))

    def test_the_manifest_is_valid_by_the_schema_of_kubernetes(self) -> None:
        with Shards(plan()) as cup:
            words = ["submit", "kubernetes", cup.path("cup.toml"), "--tasks", "64", "--image", "tribunal:1", "--claim", "data"]
            made = tribunal(*words, "--folder", cup.folder, "--out", cup.out).expect()
            cup.write("job.yaml", made.out)
            for version in ("1.31", "1.37"):  # the first with all that is used, and the newest known here
                validate = [os.environ["KUBERNETES_VALIDATE"], "--strict", "-k", version, cup.path("job.yaml")]
                run(validate).expect()
            cup.write("job.yaml", made.out.replace("backoffLimitPerIndex", "backoffLimitEachIndex"))
            self.assertNotEqual(run(validate).code, 0)


if __name__ == "__main__":
    unittest.main()
