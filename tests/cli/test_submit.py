"""Scripts and manifests with which a scheduler plays a tournament: their contents, and that a shell and a scheduler
understand them."""
import os
import shlex
import subprocess
import time
import unittest
from typing import Dict, List

import yaml
from cup import outcome
from program import TRIBUNAL, Ended, run, tribunal
from shards import Shards, on_one_machine, plan

# A replacement for Slurm's sbatch: it runs the tasks at once, in a random order, and then their merge.
SBATCH = """#!/usr/bin/env python3
import os, random, subprocess, sys
folder = os.path.dirname(os.path.abspath(__file__))
with open(folder + "/said", "a") as said: said.write(repr(sys.argv[1:]) + "\\n")
if os.path.exists(folder + "/refuses"): sys.exit("sbatch: error: no such partition")
words = dict(word.partition("=")[::2] for word in sys.argv[1:-1])
tasks = int(words.get("--array", "1-0")[2:])
log = open(folder + "/log", "a")
for task in random.sample(range(1, tasks + 1), tasks):
    subprocess.run(["sh", sys.argv[-1]], env={**os.environ, "SLURM_ARRAY_TASK_ID": str(task)}, stdout=log, stderr=log)
if not tasks: subprocess.run(["sh", sys.argv[-1]], stdout=log, stderr=log)
print("17;cluster" if tasks else "18")
"""


class Submitted(Shards):
    """A tournament, and a scheduler in a folder of its own."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.write("slurm/sbatch", SBATCH, 0o755)

    def submit(self, *more: str, to: str = "slurm", path: str = "") -> Ended:
        free = {name: value for name, value in os.environ.items() if not name.startswith("SLURM_")}
        return run([TRIBUNAL, "submit", to, self.path("cup.toml"), "--tasks", "3", "--out", self.out, *more], 300,
                   env={**free, "PATH": path or self.path("slurm") + ":" + os.environ["PATH"], "TMPDIR": self.folder})

    def said(self) -> List[List[str]]:
        """The words of each call of sbatch."""
        return [eval(line) for line in self.read("slurm/said").splitlines()]  # pylint: disable=eval-used


class Slurm(unittest.TestCase):
    def test_plays_all_shards_and_merges_them(self) -> None:
        text = plan(sandboxed=True)
        with Submitted(text) as cup:
            cup.submit("--", "--time=01:00:00", "--partition=long days").expect(shows="array 17 of 3 tasks, then merge 18")
            self.assertEqual(outcome(cup), on_one_machine(text), cup.read("slurm/log"))
            array, merge = cup.said()
            for expected in ("--parsable", "--array=1-3", "--signal=B:TERM@60", "--requeue", "--time=01:00:00", "--partition=long days"):
                self.assertIn(expected, array)
            for expected in ("--dependency=afterany:17", "--time=01:00:00", "--partition=long days"):
                self.assertIn(expected, merge)
            cup.submit().expect(out=f"{cup.out}: the tournament is complete; nothing is submitted\n")

    def test_a_merge_submits_the_next_round(self) -> None:
        for head in ('format = "swiss"\nrounds = 3', 'format = "knockout"'):
            text = plan(deals=3, head=head)
            with self.subTest(head), Submitted(text) as cup:
                cup.submit("--", "--qos=it's").expect()
                self.assertEqual(outcome(cup), on_one_machine(text), cup.read("slurm/log"))
                self.assertEqual(len(cup.said()), 6)
                self.assertTrue(all("--qos=it's" in words for words in cup.said()))
                self.assertIn("the tournament is complete; nothing is submitted", cup.read("slurm/log"))

    def test_a_dry_run_shows_what_would_be_submitted(self) -> None:
        with Submitted(plan()) as cup:
            ended = cup.submit("--dry-run", "--", "--time=5").expect()
            self.assertFalse(os.path.exists(cup.out + ".shards"))
            self.assertFalse(os.path.exists(cup.path("slurm/said")))
            for expected in ("--shard auto/3", "scontrol requeue", " merge ", " --time=5", "--dependency=afterany:ARRAY"):
                self.assertIn(expected, ended.out)

    def test_a_task_passes_on_the_signal_and_queues_itself_again(self) -> None:
        with Submitted(plan()) as cup:
            script = cup.submit("--dry-run").out.partition("play.sh\n")[2].partition("== ")[0]
            stand_in = cup.path("tribunal")
            cup.write("tribunal", f"""#!/bin/sh
trap 'echo stopped >>{cup.path("seen")}; exit 75' TERM
echo started >>{cup.path("seen")}
while true; do sleep 0.05; done
""", 0o755)
            cup.write("play.sh", script.replace(TRIBUNAL, stand_in))
            variables = {"SLURM_ARRAY_JOB_ID": "5", "SLURM_ARRAY_TASK_ID": "2", "PATH": cup.path("slurm") + ":" + os.environ["PATH"]}
            queued = "started\nstopped\nscontrol requeue 5_2\n"
            for restarts, allowed, code, seen in (("0", "true", 0, queued), ("0", "false", 75, queued), ("100", "true", 75, "started\nstopped\n")):
                cup.write("seen", "")
                cup.write("slurm/scontrol", f'#!/bin/sh\necho scontrol "$@" >>{cup.path("seen")}\n{allowed}\n', 0o755)
                task = subprocess.Popen(["sh", cup.path("play.sh")], env={**os.environ, **variables, "SLURM_RESTART_COUNT": restarts})
                while not cup.read("seen"):
                    time.sleep(0.01)
                task.terminate()
                self.assertEqual(task.wait(timeout=30), code)
                self.assertEqual(cup.read("seen"), seen)

    def test_words_of_any_kind_reach_the_jobs_whole(self) -> None:
        text = plan()
        with Submitted(text) as cup:
            strange = cup.path("it's $(touch here) \"quoted\"\n#SBATCH")
            os.mkdir(strange)
            os.rename(cup.path("cup.toml"), os.path.join(strange, "cup.toml"))
            os.rename(cup.path("player.py"), os.path.join(strange, "player.py"))
            cup.out = os.path.join(strange, "out")
            cup.path = lambda name, base=cup.path: os.path.join(strange, name) if name == "cup.toml" else base(name)  # type: ignore[method-assign]
            cup.submit().expect()
            self.assertEqual(outcome(cup), on_one_machine(text), cup.read("slurm/log"))
            self.assertFalse(os.path.exists("here"))

    def test_paths_are_no_patterns_of_slurm(self) -> None:
        with Submitted(plan()) as cup:
            usual = cup.out
            cup.out = os.path.join(usual + " 100%a %%j")
            ended = cup.submit("--dry-run").expect()
            shards = usual + " 100%%a %%%%j.shards"
            for log in ("play-%a.log", "merge.log"):
                self.assertIn(f"--output={shards}/slurm/{log}", " ".join(shlex.split(ended.out.partition("== commands\n")[2])))
            cup.out = usual + "\\x"
            cup.submit().expect(2, "a path with a backslash; expected --out with another folder", out="")
            self.assertFalse(os.path.exists(cup.path("slurm/said")))

    def test_what_sbatch_refuses_is_said(self) -> None:
        with Submitted(plan()) as cup:
            cup.write("slurm/refuses", "")
            cup.submit().expect(1, "no such partition", "sbatch failed with exit code 1; if it objects to the array, --tasks must be below")
            os.remove(cup.path("slurm/sbatch"))
            cup.submit(path=cup.path("slurm")).expect(1, "sbatch, of Slurm, is not in PATH here")
            cup.write("cup.toml", plan().replace('seed = "42"\n', ""))
            self.assertEqual(cup.submit().code, 78)
            self.assertEqual(tribunal("submit", "slurm", cup.path("cup.toml"), "--tasks", "0").code, 2)


class Kubernetes(unittest.TestCase):
    def manifest(self, cup: Submitted, *more: str) -> Dict[str, object]:
        ended = cup.submit("--image", "registry.example/cup: 1", "--claim", "data", "--folder", cup.folder, *more, to="kubernetes").expect()
        self.assertIn(f"tribunal merge {shlex.quote(cup.out)}", ended.err.replace("'", ""))
        return dict(yaml.safe_load(ended.out))

    def test_an_indexed_job_of_all_shards(self) -> None:
        with Submitted(plan().replace('name = "cup"', 'name = "A cup: of 2 # \\"quoted\\""', 1)) as cup:
            job = self.manifest(cup)
            spec = job["spec"]
            self.assertEqual(job["metadata"]["name"], "tribunal-a-cup--of-2----quoted-x")  # type: ignore[index]
            self.assertEqual((spec["completionMode"], spec["completions"]), ("Indexed", 3))  # type: ignore[index]
            failing = spec["podFailurePolicy"]["rules"][1]["onExitCodes"]["values"]  # type: ignore[index]
            self.assertIn(78, failing)
            self.assertNotIn(75, failing)
            container = spec["template"]["spec"]["containers"][0]  # type: ignore[index]
            self.assertEqual(container["image"], "registry.example/cup: 1")
            words = container["command"]
            self.assertEqual(words[0], "tribunal")
            self.assertEqual(words[words.index("--shard") + 1], "auto/3")
            # and that is how it plays, because the image is this machine
            words = [TRIBUNAL, *words[1:-1], cup.path("scratch")]
            for index in "201":
                subprocess.run(words, env={**os.environ, "JOB_COMPLETION_INDEX": index}, check=True, capture_output=True)
            self.assertEqual(cup.merge(cup.out + ".shards").code, 0)

    def test_paths_that_pods_do_not_see_are_refused(self) -> None:
        with Submitted(plan()) as cup:
            cup.submit("--image", "i", "--claim", "c", "--folder", cup.folder + "/c", to="kubernetes").expect(2, "is not below")
