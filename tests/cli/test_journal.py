"""The journal of a run, run.log, as its organiser reads it."""
import os
import re
import unittest
from typing import List

from bots import scripted
from cup import Cup, player
from cup import unconfined as plan
from program import TEST_BOTS, Ended, bytes_of, text_of, tribunal

LINE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z (trace|debug|info|warning|error) +(\w.*)")
RUDE = scripted("rude", "", ask='say("\\x1b[2Jraw\\x07")')


def journal(file: str) -> List[str]:
    """The lines, without their times and levels; there is none of another form."""
    data = bytes_of(file)
    lines = data.decode().splitlines()
    assert not re.search(rb"[\x00-\x09\x0b-\x1f\x7f-\xff]", data), data
    found = [LINE.fullmatch(line) for line in lines]
    assert all(found), lines
    return [match[2] for match in found if match]


class RunLog(unittest.TestCase):
    def of(self, cup: Cup) -> List[str]:
        return journal(os.path.join(cup.out, "run.log"))

    def with_word(self, lines: List[str], word: str) -> List[str]:
        return [line for line in lines if line.startswith(word + ":")]

    def test_every_fault_and_restart_has_its_line(self) -> None:
        with Cup(plan("one brittle three four", deals=8)) as cup:
            ended = cup.run("--workers", "1").expect()
            lines = self.of(cup)
            self.assertRegex(lines[0], r"^start: tribunal \S+, tournament cup, plan sha256 [0-9a-f]{64}, 1 worker, sandbox ")
            self.assertIn('"move_ms":30000', lines[1].replace(" ", ""))
            self.assertIn("player.py brittle", lines[1])
            faults = self.with_word(lines, "fault")
            stored = cup.query("SELECT count(*) FROM notes WHERE kind = 'fault'")[0][0]
            self.assertGreater(stored, 1)
            self.assertEqual(len(faults), stored)
            for line in faults:
                self.assertRegex(line, r"^fault: brittle: crash \(game \d+, deal \d+, seat [012]\): exited with 3 ")
            self.assertEqual(len([line for line in ended.err.splitlines() if line.startswith("fault: ")]), 1)
            restarts = self.with_word(lines, "restart")
            self.assertEqual(restarts[0], "restart: brittle (player 1), process 2 at its table")
            self.assertIn(len(faults) - len(restarts), (0, 1))  # the last game may be the one it crashed in
            self.assertEqual(lines[-1], f"end: complete, 96 games stored, {stored} faults")
            self.assertFalse(self.with_word(lines, "resumption"))

    def test_a_run_that_is_interrupted_and_resumed_is_one_journal(self) -> None:
        with Cup(plan("one slow three", deals=5)) as cup:
            cup.interrupted(3).expect(75)
            stored = cup.games()
            first = self.of(cup)
            self.assertIn("SIGINT: running games are abandoned", first)
            self.assertEqual(first[-1], f"end: interrupted, {stored} games stored, 0 faults")
            self.assertEqual(cup.run().code, 0)
            lines = self.of(cup)
            self.assertEqual(lines[:len(first)], first)
            second = lines[len(first):]
            self.assertTrue(second[0].startswith("start: "))
            self.assertRegex(self.with_word(second, "resumption")[0],
                             rf"^resumption: {stored} games stored before, the last by tribunal \S+$")
            self.assertEqual(second[-1], "end: complete, 15 games stored, 0 faults")

    def test_rounds_are_logged(self) -> None:
        with Cup(plan("one two three four five six", head='format = "swiss"\nrounds = 2', deals=1)).played() as cup:
            rounds = [line for line in self.of(cup) if line.startswith("round")]
            self.assertEqual(rounds, ["round 1 is drawn", "round 2 is drawn"])

    def test_text_of_a_bot_is_escaped(self) -> None:
        with Cup(plan({"one": "python3 rude.py", "two": player("two")}, deals=1, players=2)) as cup:
            cup.write("rude.py", RUDE)
            self.assertEqual(cup.run().code, 5)
            self.assertIn("\\x1b[2Jraw\\x07", self.with_word(self.of(cup), "fault")[0])

    def test_level_and_file_can_be_chosen(self) -> None:
        with Cup(plan(deals=1)) as cup:
            usual, other = os.path.join(cup.out, "run.log"), os.path.join(cup.folder, "other.log")
            self.assertEqual(cup.run("--log-level", "trace", "--log-file", other).code, 0)
            lines = journal(other)
            self.assertEqual(len(self.with_word(lines, "ready")), len(set(self.with_word(lines, "ready"))) * self.tables(lines))
            self.assertEqual(len([line for line in lines if re.fullmatch(r"game \d, deal 0: stored", line)]), 3)
            self.assertFalse(os.path.exists(usual))
            self.assertEqual(cup.run("--log-level", "off").code, 0)
            self.assertFalse(os.path.exists(usual))
            self.assertEqual(cup.run("--log-level", "error").code, 0)
            self.assertEqual(journal(usual), [])

    def tables(self, lines: List[str]) -> int:
        return len([line for line in lines if line == "ready: one (attacker 1.0)"])

    def refused(self, ended: Ended, code: int, sentence: str) -> None:
        self.assertEqual((ended.code, ended.out), (code, ""), ended)
        self.assertIn(sentence, ended.err.splitlines()[-1])

    def test_a_journal_that_cannot_be_opened_is_refused_before_a_game_is_played(self) -> None:
        with Cup(plan(deals=1)) as cup:
            self.refused(cup.run("--quiet", "--log-file", cup.folder), 74, "the journal cannot be written")
            self.refused(cup.run("--quiet", "--log-file", os.path.join(cup.folder, "no", "x")), 74, "no such folder")
            self.refused(cup.run("--log-level", "loud"), 2, "--log-level")
            self.assertEqual(cup.games(), 0)

    def test_a_folder_that_holds_nothing_but_a_journal_takes_a_tournament(self) -> None:
        with Cup(plan(deals=1)) as cup:
            os.mkdir(cup.out)
            cup.write("out/run.log", "")
            self.assertEqual(cup.run().code, 0)
            self.assertTrue(self.of(cup))

    def test_files_of_a_results_folder_that_are_links_are_refused_and_nothing_is_written_where_they_lead(self) -> None:
        for name in ("run.log", "lock", "results.db"):
            for text in ("mine", None):
                with self.subTest(name=name, text=text), Cup(plan(deals=1)) as cup:
                    os.mkdir(cup.out)
                    victim = os.path.join(cup.folder, "victim")
                    if text is not None and name != "results.db":
                        cup.write("victim", text)
                    os.symlink("../victim", os.path.join(cup.out, name))
                    self.refused(cup.run("--quiet"), 2, f"{name}: is a symbolic link")
                    self.assertEqual(text_of(victim) if os.path.exists(victim) else None, None if name == "results.db" else text)

    def test_a_journal_that_cannot_be_written_is_reported_once(self) -> None:
        with Cup(plan(deals=1)) as cup:
            ended = cup.run("--quiet", "--log-file", "/dev/full").expect(0, "the journal can no longer be written; the run continues")
            self.assertEqual(len(ended.err.splitlines()), 1, ended.err)
            self.assertEqual(cup.games(), 3)


class OtherCommands(unittest.TestCase):
    def test_a_game_a_check_and_a_comparison_have_a_journal_where_one_is_asked_for(self) -> None:
        bot = f"{TEST_BOTS}/attacker quiet one"
        with Cup(plan()) as cup:
            file = os.path.join(cup.folder, "log")
            cup.write("rude.py", RUDE)
            tribunal("play", "revolution", "--sandbox", "none", "--log-file", file, "--", "python3 rude.py", bot, cwd=cup.folder).expect(1)
            lines = journal(file)
            self.assertRegex(lines[0], r"^start: tribunal \S+, revolution, deal 0, sandbox none$")
            self.assertRegex(lines[-2], r"^fault: rude: garbage \(seat 0\): .*\\x1b\[2Jraw")
            self.assertEqual(lines[-1], "end: complete, 1 fault")
            checked = tribunal("check", "--sandbox", "none", "--players", "2", "--deals", "1", "--only", "handshake",
                               "--log-file", file, "--", bot)
            more = journal(file)[len(lines):]
            self.assertTrue(more[0].startswith("start: "), (checked, more))
            self.assertTrue(more[-1].startswith("end: "), more)
            tribunal("play", "revolution", "--log-level", "info", "--", bot, bot).expect(2)
            tribunal("compare", "--candidate", bot, "--baseline", bot, "--field", f"{TEST_BOTS}/attacker quiet two",
                     "--m1", "1", "--deals", "2", "--seed", "7", "--sandbox", "none", "--out", cup.out, "--quiet").expect((1, 3))
            self.assertTrue(journal(os.path.join(cup.out, "run.log"))[-1].startswith("end: complete, "))
