"""A person at a seat: `tribunal play ... -- human ...`, through a pipe and at a terminal."""
import json
import os
import pty
import re
import select
import signal
import subprocess
import time

from bots import scripted
from program import PROGRAM, ROOT, SLOWNESS, InFolder, processes_that_run, run, tribunal

RANDOM = "python3 " + os.path.join(ROOT, "sample-bots", "random.py")
# Always plays its first legal action, and writes the lines that it is sent to the file of its argument.
FIRST = scripted("first", start="sent = open(sys.argv[1], 'w')", line="print(line, end='', file=sent, flush=True)")
PATIENCE = 60 * SLOWNESS


CARD = re.compile(r"\b(?:[2-9TJQKA][cdhs]|Jo)\b|\?\?")


class Seat(InFolder):
    def setUp(self):
        super().setUp()
        self.log = self.path("game.jsonl")

    def play(self, typed, *words, bots=("human", RANDOM, RANDOM)):
        """A game in which a person types these lines; standard output has what the person saw."""
        return run([*PROGRAM, "play", *words, "--seed", "1", "--startup-ms", "60000", "--", *bots], 60, input=typed)


class ThroughAPipe(Seat):
    def test_numbers_are_the_actions_of_the_menu(self):
        ended = self.play("1\n" * 100, "revolution", "--log", self.log).expect(shows="revolution: you have seat 0 you of 3")
        self.assertRegex(ended.out, r"   1  play 4c (?s:.*?)your action \(1 to 12\): 1\n  seat 0 you plays 4c\n")
        self.assertRegex(ended.out, r"the game is over: you finished in place \d of 3, with -?\d+\n")
        self.assertRegex(ended.out, r"(?m)^ +\d +0  human +-?\d+$")
        tribunal("verify", self.log).expect()

    def test_words_of_an_action_and_remarks_are_understood(self):
        self.play("?\n\nplay 2c3d\n99\nplay:4c # it is my lowest\n" + "1\n" * 100, "revolution", "--log", self.log).expect(
            shows=["text after # is stored in the log", "'play 2c3d' is not one of your actions; expected 1 to 12, or the words\n",
                   "'99' is not one of your actions", "seat 0 you plays 4c\n"])
        self.assertIn("it is my lowest", tribunal("replay", self.log, "--all").out)

    def test_a_person_sees_what_a_bot_is_told(self):
        """Compares with the lines that a bot in the same seat is sent: a person is told as many things, about the same
        cards."""
        sent = self.path("sent")
        first = self.write("first.py", FIRST)
        others = [f"python3 {first} /dev/null"] * 2
        for game in ("revolution", "mitch", "chez"):
            with self.subTest(game=game):
                self.assertEqual(self.play("", game, "--sandbox", "none", bots=(f"python3 {first} {sent}", *others)).code, 0)
                told = [line.split() for line in self.read("sent").splitlines() if line.split()[0] not in ("tribunal", "game", "ask", "result", "end", "quit")]
                ended = self.play("1\n" * 5000, game, bots=("human", *others))
                shown = [line for line in ended.out.splitlines() if re.match("  seat [0-9]", line)]
                self.assertEqual(len(shown), len(told))
                for line, words in zip(shown, told):
                    self.assertEqual(CARD.findall(line), [word for word in words[2:] if CARD.fullmatch(word)], (line, words))

    def test_who_leaves_loses_by_forfeit(self):
        for typed in ("1\n", "quit\n"):
            with self.subTest(typed=typed):
                self.play(typed, "revolution").expect(1, shows="you have left the game", shows_like=r"fault: human \(seat 0\): exited with 1")

    def test_a_log_on_standard_output_moves_the_game_to_standard_error(self):
        ended = self.play("1\n" * 100, "revolution", "--log", "-").expect(0, "your action")
        for line in ended.out.splitlines():
            json.loads(line)

    def test_every_game_can_be_played(self):
        for game in tribunal("games", "--json").json():
            with self.subTest(game=game["name"]):
                self.play("1\n" * 5000, game["name"], bots=("human", *[RANDOM] * (max(game["fewest_players"], 2) - 1))).expect(
                    shows="the game is over", lacks="is not one of your actions")


class AtATerminal(Seat):
    def start(self, *words):
        """The program with a terminal as its input and output, killed at the end of the block."""
        terminal, inner = pty.openpty()
        self.addCleanup(os.close, terminal)
        process = subprocess.Popen([*PROGRAM, "play", "revolution", "--seed", "1", "--startup-ms", "60000", *words, "--", "human", RANDOM, RANDOM],
                                   stdin=inner, stdout=inner, stderr=inner, env=dict(os.environ, TERM="xterm", NO_COLOR=""), start_new_session=True)
        os.close(inner)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process, terminal

    def read_until(self, terminal, end):
        text = b""
        deadline = time.monotonic() + PATIENCE
        while end not in text:
            ready = select.select([terminal], [], [], max(0, deadline - time.monotonic()))[0]
            self.assertTrue(ready, f"waited for {end!r} after {text!r}")
            try:
                text += os.read(terminal, 65536)
            except OSError:
                break  # nobody has it open any more
        return text.decode()

    def test_a_game_with_signs_of_suits(self):
        process, terminal = self.start()
        shown = self.read_until(terminal, b"your action (1 to 12): ")
        self.assertIn("♥", shown)
        text = ""
        while "the game is over" not in text:
            os.write(terminal, b"1\n")
            text = self.read_until(terminal, b"): ")
        self.read_until(terminal, b"no such text")
        self.assertEqual(process.wait(PATIENCE), 0)

    def test_what_was_typed_before_a_question_is_no_answer_to_it(self):
        process, terminal = self.start()
        self.read_until(terminal, b"your action (1 to 12): ")
        os.write(terminal, b"1\n" * 60)
        self.read_until(terminal, b"): ")
        os.write(terminal, b"quit\n")
        self.assertIn("you have left the game", self.read_until(terminal, b"no such text"))
        self.assertEqual(process.wait(PATIENCE), 1)

    def test_ctrl_c_abandons_the_game(self):
        process, terminal = self.start()
        self.read_until(terminal, b"your action (1 to 12): ")
        process.send_signal(signal.SIGINT)
        shown = self.read_until(terminal, b"abandoned")
        self.assertIn("interrupted: the game is abandoned", shown)
        self.assertNotIn("your time is up", shown)
        self.assertEqual(process.wait(PATIENCE), 75)
        self.assertEqual(processes_that_run("human-seat"), "")

    def test_a_clock_counts_for_people_too(self):
        process, terminal = self.start("--move-ms", "1500")
        shown = self.read_until(terminal, b"no such text")
        self.assertIn("your time is up", shown)
        self.assertIn("fault: human (seat 0): ", shown)
        self.assertEqual(process.wait(PATIENCE), 1)
