import json
import os
import re
import signal
import subprocess
import time

from bots import scripted
from program import ROOT, TRIBUNAL, InFolder, bytes_of, processes_that_run, put, tribunal

RANDOM = "python3 " + os.path.join(ROOT, "sample-bots", "random.py")
PLAY = ("play", "revolution", "--seed", "42", "--sandbox", "none")


def last(answer="word[-1]", **at):
    """A bot that plays the last legal action, unless told otherwise."""
    return scripted("last", answer, **at)


class Play(InFolder):
    def test_a_game_ends_with_places_and_a_log_that_verifies(self):
        log = self.path("game.jsonl")
        ended = tribunal(*PLAY, "--log", log, "--", RANDOM, RANDOM, self.bot("last.py", last())).expect(shows_like=r"place +seat +bot +points\n +1 ")
        for name in ("random", "random-2", "last"):
            self.assertIn(" " + name + " ", ended.out)
        self.assertEqual(tribunal("verify", log).code, 0)
        self.assertEqual(tribunal("verify", log, "--seed", "42").code, 0)
        tribunal("verify", log, "--seed", "43").expect(1)

    def test_the_same_seed_and_bots_give_the_same_content(self):
        def content(seed):
            out = tribunal("play", "mitch", "--seed", seed, "--log", "-", "--", RANDOM, RANDOM).out
            return json.loads(out.splitlines()[-1])["content_sha256"]
        self.assertEqual(content("a"), content("a"))
        self.assertNotEqual(content("a"), content("b"))

    def test_rules_and_limits_reach_the_header_of_the_log(self):
        out = tribunal("play", "mitch", "--rule", "hand_size=3", "--rule", "high_low=on", "--move-ms", "700", "--deal", "9",
                       "--seed", "1", "--log", "-", "--", RANDOM, RANDOM).out
        header = json.loads(out.splitlines()[0])
        self.assertEqual(header["rules"]["hand_size"], 3)
        self.assertEqual(header["rules"]["high_low"], True)
        self.assertEqual(header["limits"]["move_ms"], 700)
        self.assertEqual(header["deal"]["number"], 9)

    def test_a_faulty_bot_is_named_and_its_stderr_shown(self):
        bot = self.bot("broken.py", last(ask="1/0"))
        tribunal(*PLAY, "--", bot, RANDOM, RANDOM).expect(1, shows=["broken (seat 0)", "ZeroDivisionError"])

    def test_a_bot_that_does_not_flush_gets_a_hint(self):
        bot = self.bot("unflushed.py", last(start="sys.stdout = open(1, 'w', buffering=65536)\ndef say(text): print(text)"))
        tribunal("play", "revolution", "--startup-ms", "300", "--", bot, RANDOM, RANDOM).expect(1, shows="flush")

    def test_stderr_of_sound_bots_is_shown(self):
        bot = self.bot("talker.py", last(ask="print('thinking \\x1b[2J', file=sys.stderr)"))
        tribunal(*PLAY, "--move-ms", "20000", "--", bot, RANDOM, RANDOM).expect(
            shows=["stderr: talker (seat 0)", "    thinking \\x1b[2J\n"], lacks="random (seat")
        beside_log = tribunal(*PLAY, "--move-ms", "20000", "--log", "-", "--", bot, RANDOM, RANDOM).expect(None, "stderr: talker (seat 0)")
        for line in beside_log.out.splitlines():
            json.loads(line)

    def test_a_trace_shows_lines_and_stderr_as_they_come(self):
        bot = self.bot("talker.py", last(ask="print('thinking \\x1b[2J', file=sys.stderr)"))
        ended = tribunal(*PLAY, "--move-ms", "20000", "--trace", "--", bot, RANDOM, RANDOM).expect()
        self.assertNotIn("thinking", ended.out)
        lines = ended.err.splitlines()
        self.assertTrue(lines[0].startswith("trace: "), lines[0])
        said = [re.fullmatch(r" *([0-9]+\.[0-9]{3})  ([0-2]) (\w+[-\w]*) *  ([<>!=]) (.*)", line) for line in lines[1:]]
        self.assertTrue(all(said), ended.err)
        times = [float(line[1]) for line in said]
        self.assertEqual(times, sorted(times))
        talk = [(line[4], line[5]) for line in said if line[2] == "0"]
        self.assertEqual(talk[0], (">", "tribunal 1"))
        self.assertEqual(talk[1], ("<", "ready last 1"))
        self.assertIn(("!", "thinking \\x1b[2J"), talk)
        self.assertTrue(any(sign == ">" and line.startswith("ask 1 20000 ") for sign, line in talk), talk)
        self.assertTrue(any(sign == "<" and line.startswith("move 1 ") for sign, line in talk), talk)
        self.assertEqual(talk[-2], (">", "quit"))
        self.assertEqual(talk[-1], ("=", "exited with 0"))
        self.assertEqual({line[3] for line in said}, {"talker", "random", "random-2"})

    def test_a_trace_shows_a_line_without_its_end(self):
        bot = self.bot("halves.py", last("", ask="print('move', word[1], word[-1], end='\\r', flush=True)"))
        tribunal(*PLAY, "--move-ms", "2000", "--trace", "--", bot, RANDOM, RANDOM).expect(
            1, shows="lines end with \\n, not with \\r alone", says_like=r"  0 halves +  < move 1 \S+\\x0d  \(without the end of the line\)\n",
            lacks="flush")

    def test_a_reader_of_the_trace_who_is_slow_holds_up_nobody(self):
        bot = self.bot("talker.py", last(ask="print('x' * 200000, file=sys.stderr)"))
        with subprocess.Popen([TRIBUNAL, *PLAY, "--trace", "--move-ms", "2500",
                               "--", bot, RANDOM, RANDOM], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            time.sleep(4)  # longer than a move may take
            out, _ = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 0, out)

    def test_a_log_that_cannot_be_written_is_said_before_a_bot_starts(self):
        bot = self.bot("last.py", last(start="open(__file__ + '.started', 'w').close()"))
        os.mkdir(self.path("folder"))
        for log, why in ((self.path("none/game.jsonl"), "No such file or directory"), (self.path("folder"), "Is a directory"),
                         (self.path("last.py/game.jsonl"), "Not a directory")):
            with self.subTest(log):
                tribunal("play", "mitch", "--log", log, "--", bot, bot).expect(74, err=f"tribunal: {log}: cannot be written: {why}\n")
                self.assertEqual(sorted(os.listdir(self.folder)), ["folder", "last.py"])
        log = self.write("game.jsonl", "the game before\n")
        tribunal("play", "mitch", "--log", log, "--move-ms", "0", "--", bot, bot).expect(2)
        self.assertEqual(self.read("game.jsonl"), "the game before\n")

    def test_the_folder_of_a_bot_is_read_only_if_its_hash_is_written(self):
        bot = self.bot("last.py", last())
        os.mkfifo(self.path("pipe"))
        game = ("play", "mitch", "--seed", "1", "--sandbox", "none")
        tribunal(*game, "--", bot, bot).expect(0, lacks="pipe")
        for words in (("--log", self.path("game.jsonl")), ("--log-file", self.path("run.log"))):
            tribunal(*game, *words, "--", bot, bot).expect(2, "pipe is a FIFO")

    def test_words_without_quotes_are_explained_at_once(self):
        self.write("b.py", last())
        self.write("script.py", "#!/usr/bin/env python3\n" + last(), 0o755)
        for words, why, meant in [
            (["python3", "b.py", "true"], "cannot run 'b.py': not found in PATH", "'python3 b.py' true"),
            (["true", "python3", "-u", "b.py"], "cannot run '-u': not found in PATH", "true 'python3 -u b.py'"),
            (["python3", "nothere.py", "true"], "cannot run 'nothere.py': not found in PATH", "'python3 nothere.py' true"),
            (["python3", "./b.py", "true"], "cannot run './b.py': Permission denied (is it executable? chmod +x)", "'python3 ./b.py' true"),
            (["python3", "./script.py", "true"], "'./script.py' comes after its interpreter", "'python3 ./script.py' true"),
            (["python3", "\x1b[2J"], "cannot run '\\x1b[2J': not found in PATH", "'python3 \\x1b[2J'"),
        ]:
            with self.subTest(words=words):
                start = time.monotonic()
                self.tribunal("play", "revolution", "--", *words).expect(
                    2, err=f"tribunal: {why}; each bot is one command, quoted as one word, for example: tribunal play revolution -- {meant}\n")
                self.assertLess(time.monotonic() - start, 8)

    def test_a_bot_that_cannot_be_run_is_not_taken_for_an_argument(self):
        tribunal("play", "revolution", "--startup-ms", "20000", "--", RANDOM, "./nowhere", RANDOM).expect(1,
            shows="fault: nowhere (seat 1): cannot run './nowhere': No such file or directory")

    def test_ctrl_c_ends_the_game_and_its_bots(self):
        slow = self.bot("slow.py", last(ask="time.sleep(60)"))
        with subprocess.Popen([TRIBUNAL, *PLAY, "--move-ms", "60000", "--", slow, RANDOM, RANDOM],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            time.sleep(1)
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=20)
        self.assertEqual(process.returncode, 75, errors)
        self.assertIn("interrupted", errors)
        self.assertEqual(processes_that_run(self.path("slow.py")), "")

    def test_a_log_that_cannot_be_written_is_said(self):
        tribunal("play", "mitch", "--log", "/nowhere/game.jsonl", "--", RANDOM, RANDOM).expect(74, "/nowhere/game.jsonl")


class Verify(InFolder):
    def test_the_line_that_was_changed_is_named(self):
        log = self.path("game.jsonl")
        tribunal(*PLAY, "--log", log, "--", RANDOM, RANDOM, RANDOM)
        lines = self.read("game.jsonl").splitlines()
        del lines[7]
        self.write("game.jsonl", "\n".join(lines) + "\n")
        ended = tribunal("verify", log).expect(1)
        self.assertIn(":8:", ended.err.replace("line 8", ":8:"))

    def test_what_is_no_log_cannot_be_read(self):
        self.assertEqual(tribunal("verify", self.write("no.jsonl", "no log\n")).code, 2)
        self.assertEqual(tribunal("verify", self.path("missing")).code, 2)


class Replay(InFolder):
    def test_what_verify_cannot_read_is_not_shown(self):
        log = bytes_of(self.log)
        for changed, word in ((b"\xef\xbb\xbf" + log, "line 1: it begins with a byte order mark"),
                              (log.replace(b"\n", b"\r\n"), "line 1: it ends with CR LF"),
                              (log + b"and so on\n", "it is not JSON"), (log + b"and so on", "it has no end")):
            put(self.log, changed)
            for words in (["verify"], ["replay"], ["replay", "--seat", "1"]):
                tribunal(words[0], self.log, *words[1:], *(["--", self.last] if words[1:] else [])).expect(2, word, out="")

    def test_what_is_no_log_is_named_with_what_was_expected(self):
        empty = self.write("empty", "")
        for path, problem in (("/etc/passwd", 'line 1: it is not JSON from byte 1 on; expected a replay log, in which every game begins '
                                              'with a line {"tribunal":1,...}'),
                              (empty, "is empty; expected a replay log, such as game.jsonl, or a tournament's folder, such as results/demo"),
                              ("/etc", "there are no results here; expected a tournament's folder, such as results/demo")):
            tribunal("replay", path).expect(2, out="", err=f"tribunal: {path}: {problem}\n")

    def setUp(self):
        super().setUp()
        self.log = self.path("game.jsonl")
        self.last = self.bot("last.py", last())
        tribunal(*PLAY, "--move-ms", "9000", "--log", self.log, "--", RANDOM, self.last, RANDOM)

    def test_a_game_is_shown_step_by_step(self):
        self.assertNotIn("\x1b", tribunal("replay", self.log).expect(shows="last").out)
        self.assertIn("\x1b", tribunal("replay", self.log, "--color", "always").out)

    def test_one_answer_is_no_answers(self):
        first = self.bot("first.py", last("word[3]"))
        log = self.path("short.jsonl")
        tribunal("play", "solitaire", "--seed", "1", "--move-ms", "20000", "--log", log, "--", *[self.last] * 4)
        self.assertEqual(tribunal("replay", log, "--seat", "0", "--", self.last).out.splitlines()[-1], "1 answer, 0 differ from the record")
        self.assertEqual(tribunal("replay", log, "--seat", "0", "--", first).out.splitlines()[-1], "1 answer, 1 differs from the record")

    def test_a_fault_of_the_record_is_legal_now_or_a_fault_again(self):
        log = self.path("fault.jsonl")
        bad = self.bot("bad.py", last("'nonsense'"))
        tribunal("play", "solitaire", "--seed", "1", "--move-ms", "20000", "--log", log, "--", bad, *[self.last] * 3)
        for answer, ended in (("'nonsense'", "0 differ from the record; at faults of the record: 0 legal now, 1 a fault again"),
                              ("'other'", "0 differ from the record; at faults of the record: 0 legal now, 1 a fault again"),
                              ("word[-1]", "1 differs from the record; at faults of the record: 1 legal now, 0 a fault again")):
            with self.subTest(answer=answer):
                now = tribunal("replay", log, "--seat", "0", "--", self.bot("now.py", last(answer))).expect(1, shows="(recorded: illegal 'move 1 nonsense', then ")
                self.assertEqual(now.out.splitlines()[-1], "1 answer, " + ended)

    def test_the_same_bot_answers_as_recorded(self):
        tribunal("replay", self.log, "--seat", "1", "--", self.last).expect(shows=" 0 differ")

    def test_another_bot_differs_and_is_told_where(self):
        first = self.bot("first.py", last("word[3]"))
        tribunal("replay", self.log, "--seat", "1", "--", first).expect(1, shows_like=r"differs +decision \d+: play:.. +\(recorded: discard:..\)")

    def test_a_bot_that_ends_is_reported_with_its_exit_status(self):
        leaves = self.bot("leaves.py", last(ask="sys.exit(3)"))
        tribunal("replay", self.log, "--seat", "1", "--", leaves).expect(1, says_like=r"(?m)^tribunal: the bot exited with 3 at decision \d+\n")
        tribunal("replay", self.log, "--seat", "1", "--", self.bot("never.py", "raise SystemExit(4)")).expect(1,
            "the bot does not start: exited with 4 before it was ready")

    def test_a_silent_bot_is_not_waited_for_without_end(self):
        silent = self.bot("silent.py", last(""))
        ended = tribunal("replay", self.log, "--seat", "1", "--move-ms", "300", "--", silent).expect(1)
        self.assertRegex(ended.err, r"(?m)^tribunal: the bot gave no answer at decision \d+ within 300 ms; it has not answered once: "
                                    r"does it flush its output\? \(--move-ms MS sets a longer limit; 0: a day\)\n$")
        short = self.path("short.jsonl")  # its limit is below the least one of a rehearsal, here of tests/support/quick_pace.cpp
        tribunal(*PLAY, "--move-ms", "1500", "--log", short, "--", RANDOM, self.last, RANDOM)
        tribunal("replay", short, "--seat", "1", "--", silent, timeout=60).expect(1, "within 2000 ms")

    def test_a_slow_bot_may_be_waited_for(self):
        slow = self.bot("slow.py", last(ask="time.sleep(0.4)"))
        self.assertEqual(tribunal("replay", self.log, "--seat", "1", "--move-ms", "0", "--", slow).code, 0)

    def test_what_is_wrong_is_said(self):
        for words, sentence in [
            (["replay", self.path("missing")], "no such file"),
            (["replay", self.log, "--game", "1"], "expected 0"),
            (["replay", self.log, "--game", "-1"], "--game"),
            (["replay", self.log, "--", "python3 bot.py"], "needs --seat S"),
            (["replay", self.log, "--seat", "3", "--", self.last], "0 to 2"),
            (["replay", self.log, "--seat", "1"], "--seat takes one bot"),
            (["replay", self.log, "--seat", "1", "--", "python3", "b.py"], "replay LOG --seat S -- 'python3 b.py'"),
        ]:
            with self.subTest(words=words):
                tribunal(*words).expect(2, sentence)
