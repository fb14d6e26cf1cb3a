"""The events of a run (--events) are complete, and a slow reader does not delay the run."""
import fcntl
import json
import os
import re
import signal
import subprocess
import time
import unittest
from typing import Any, Dict, List

from cup import Cup, outcome
from cup import unconfined as plan
from program import PROGRAM, SLOWNESS, text_of

F_SETPIPE_SZ = 1031  # in fcntl from Python 3.10 on
TIME = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"


def events_of(text: str) -> List[Dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def read(path: str) -> List[Dict[str, Any]]:
    if not os.path.exists(path):
        return []
    text = text_of(path)
    return events_of(text[:text.rfind("\n") + 1])  # the last line may be half written


class Events(unittest.TestCase):
    def test_of_a_whole_run(self) -> None:
        with Cup(plan("one two brittle")) as cup:
            cup.run("--events", cup.path("events"), "--quiet").expect()
            events = read(cup.path("events"))
            self.assertTrue(all(re.fullmatch(TIME, event["time"]) for event in events))
            kinds = [event["event"] for event in events]
            self.assertEqual((kinds[0], kinds[-1]), ("started", "finished"))
            began, *_, ended_so = events
            self.assertEqual(began["bots"], ["one", "two", "brittle"])
            self.assertEqual((began["games"], began["more_rounds"]), (30, False))
            games = [event for event in events if event["event"] == "game"]
            self.assertEqual(sorted(game["game"] for game in games), list(range(30)))
            self.assertEqual([game["stored"] for game in games], list(range(1, 31)))
            faults = [event for event in events if event["event"] == "fault"]
            self.assertEqual(sum(game["faults"] for game in games), len(faults))
            self.assertEqual({(fault["bot"], fault["kind"]) for fault in faults}, {("brittle", "crash")})
            self.assertEqual((ended_so["how"], ended_so["stored"], ended_so["faults"]), ("complete", 30, len(faults)))

    def test_on_standard_output_stand_alone(self) -> None:
        with Cup(plan()) as cup:
            ended = cup.run("--events", "-").expect()
            self.assertEqual(events_of(ended.out)[-1]["how"], "complete")
            self.assertIn("Elo", ended.err)

    def test_of_rounds_of_a_resumed_run_and_of_shards(self) -> None:
        with Cup(plan("one two three four five slow", head='format = "swiss"\nrounds = 3', deals=4)) as cup:
            running = cup.start("--events", cup.path("events"), "--quiet")
            while not any(event["event"] == "game" for event in read(cup.path("events"))):
                time.sleep(0.01)
            running.send_signal(signal.SIGTERM)
            running.communicate(timeout=60 * SLOWNESS)
            first = read(cup.path("events"))
            # On a busy machine the last game may be over before the signal comes.
            self.assertIn(first[-1]["how"], ("interrupted", "complete"))
            self.assertEqual(first[-1]["how"] == "interrupted", "interrupted" in [event["event"] for event in first])
            if first[-1]["how"] == "interrupted":
                self.assertEqual(running.returncode, 75)
            self.assertEqual(cup.run("--events", cup.path("events"), "--quiet").code, 0)
            events = read(cup.path("events"))
            self.assertEqual(events[:len(first)], first)
            self.assertEqual(events[len(first) + 1]["event"], "resumed")
            last_round = [event for event in events if event["event"] == "round"][-1]
            self.assertEqual(last_round["last"], 3)
            self.assertEqual(events[-1]["stored"], last_round["games"])
        with Cup(plan()) as cup:
            ended = cup.run("--shard", "1/3", "--scratch", cup.path("scratch"), "--events", "-", "--quiet").expect()
            started = events_of(ended.out)[0]
            self.assertEqual((started["games"], started["shard"]), (9, "1/3"))

    def test_of_names_that_are_not_plain(self) -> None:
        with Cup(plan(name='a \\"b\\" \\u2028 é')) as cup:
            self.assertEqual(cup.run("--events", cup.path("events"), "--quiet").code, 0)
            self.assertEqual(read(cup.path("events"))[0]["tournament"], 'a "b" \u2028 é')


class Readers(unittest.TestCase):
    """A pipe with a small buffer, and a run that writes more."""

    def pipe(self, cup: Cup) -> int:
        """The reading end."""
        os.mkfifo(cup.path("pipe"))
        reader = os.open(cup.path("pipe"), os.O_RDONLY | os.O_NONBLOCK)
        fcntl.fcntl(reader, F_SETPIPE_SZ, 4096)
        return reader

    def finished(self, cup: Cup, running: "subprocess.Popen[str]") -> str:
        _, errors = running.communicate(timeout=120 * SLOWNESS)
        self.assertEqual(running.returncode, 0, errors)
        with Cup(plan("one two three", deals=100)).played("--quiet") as other:
            self.assertEqual(outcome(cup), outcome(other))
        return errors

    def test_one_that_reads_nothing(self) -> None:
        with Cup(plan("one two three", deals=100)) as cup:
            reader = self.pipe(cup)
            errors = self.finished(cup, cup.start("--events", cup.path("pipe"), "--quiet"))
            self.assertIn("events can no longer be written; the run continues: its reader is too slow", errors)
            os.close(reader)

    def test_one_that_never_comes(self) -> None:
        with Cup(plan("one two three", deals=100)) as cup:
            os.mkfifo(cup.path("pipe"))
            self.finished(cup, cup.start("--events", cup.path("pipe"), "--quiet"))

    def test_one_that_goes(self) -> None:
        with Cup(plan("one two three", deals=100)) as cup:
            reader = self.pipe(cup)
            running = cup.start("--events", cup.path("pipe"), "--quiet")
            while True:
                try:
                    if os.read(reader, 100):
                        break
                except BlockingIOError:
                    pass
            os.close(reader)
            self.assertIn("events can no longer be written", self.finished(cup, running))

    def test_one_that_is_slow_gets_every_line(self) -> None:
        with Cup(plan("one two three", deals=100)) as cup:
            lines = []
            with subprocess.Popen([*PROGRAM, *cup.words("--events", "-", "--quiet")], stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as running:
                assert running.stdout
                for line in running.stdout:
                    lines.append(line)
                    if len(lines) < 50:
                        time.sleep(0.01)
            self.assertEqual(running.returncode, 0)
            self.assertEqual(sum(event["event"] == "game" for event in events_of("".join(lines))), 300)

    def test_a_file_that_cannot_be_written(self) -> None:
        with Cup(plan()) as cup:
            cup.run("--events", cup.path("no/such/folder")).expect(74, "events cannot be written")
            cup.run("--dry-run", "--events", cup.path("events")).refused(2, "--dry-run", "--events")
            with open(cup.path("events"), "w", encoding="utf-8") as file:
                fcntl.flock(file, fcntl.LOCK_EX)
                cup.run("--events", cup.path("events")).expect(74, "another run writes its events to this file")
            self.assertFalse(os.path.exists(cup.out))
