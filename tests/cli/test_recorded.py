"""From results to a game and to its author: listed, shown, replayed, handed out."""
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import tempfile
import termios
import time
import unittest
from typing import Dict, List

from cup import PLAYER, Cup, command_of, plan, player
from program import PROGRAM, run, text_of, tribunal

BOTS = "one brittle three"


def setUpModule() -> None:
    Recorded.cup = Cup(plan(BOTS, deals=12)).played("--quiet")
    Recorded.log = Recorded.cup.path("all.jsonl")
    assert tribunal("export", Recorded.cup.out, "--logs", Recorded.log).code == 0


class Recorded(unittest.TestCase):
    """A tournament in which one bot crashes now and then."""

    cup: Cup
    log: str

    def faults(self) -> List[dict]:
        found = tribunal("faults", self.cup.out, "--json").json()
        self.assertGreater(len(found), 0)
        return found


class Lists(Recorded):
    def rows(self, *words: str) -> List[str]:
        ended = tribunal("replay", *words).expect(err="")
        heading, *rows = ended.out.splitlines()
        self.assertRegex(heading, r"^Game  Deal  Name +Places and points +Faults$")
        return rows

    def test_a_folder_is_listed_by_the_numbers_of_the_csv(self) -> None:
        rows = self.rows(self.cup.out)
        self.assertEqual(rows, self.rows(self.cup.out, "--list"))
        lines = [line.split(",") for line in tribunal("export", self.cup.out, "--csv").out.splitlines()[1:]]
        self.assertEqual([row.split()[:2] for row in rows], [cells[:2] for cells in lines[::3]])
        for row, cells in zip(rows, lines[::3]):
            self.assertRegex(row, rf"\d {cells[3]} {cells[4]}\b")

    def test_a_log_is_listed_as_the_folder_is(self) -> None:
        self.assertEqual(self.rows(self.log, "--list"), self.rows(self.cup.out))

    def test_filters(self) -> None:
        faults = self.faults()
        games = sorted({fault["game"] for fault in faults})
        self.assertEqual([int(row.split()[0]) for row in self.rows(self.cup.out, "--list", "--fault")], games)
        self.assertEqual(self.rows(self.cup.out, "--list", "--fault", "--bot", "brittle"), self.rows(self.log, "--list", "--fault"))
        self.assertEqual([row.split()[1] for row in self.rows(self.cup.out, "--list", "--deal", "7")], ["7", "7", "7"])

    def test_the_games_that_a_bot_lost_or_in_which_it_came_last(self) -> None:
        games: Dict[int, Dict[str, int]] = {}
        for row in tribunal("export", self.cup.out, "--csv").rows():
            games.setdefault(int(row["game"]), {})[row["bot"]] = int(row["place"])
        for bot in BOTS.split():
            lost = [game for game, places in games.items() if places[bot] > min(places.values())]
            last = [game for game in lost if games[game][bot] == max(games[game].values())]
            self.assertTrue(last and set(last) < set(lost), (lost, last))
            for option, expected in (("--lost", lost), ("--last", last)):
                rows = self.rows(self.cup.out, "--list", option, bot)
                self.assertEqual([int(row.split()[0]) for row in rows], expected)
                self.assertEqual(self.rows(self.log, "--list", option, bot), rows)
        lost = {game for game, places in games.items() if places["one"] > min(places.values())}
        at_fault = {fault["game"] for fault in self.faults()}
        both = self.rows(self.cup.out, "--list", "--lost", "one", "--fault")
        self.assertEqual({int(row.split()[0]) for row in both}, lost & at_fault)
        first = min(lost)
        shown, known = tribunal("replay", self.cup.out, "--lost", "one"), tribunal("replay", self.cup.out, "--game", str(first))
        self.assertEqual(shown.out, known.out)
        self.assertEqual((shown.err, known.err), (f"tribunal: note: game {first} is the first of these; --list lists them all\n", ""))

    def test_what_is_not_there_is_named(self) -> None:
        for words, problem in ((["--bot", "britle"], "there is no bot named 'britle'; did you mean 'brittle'?"),
                               (["--lost", "on"], "there is no bot named 'on'; did you mean 'one'?"),
                               (["--game", "36"], "there is no game 36; expected a number from 0 to 35"),
                               (["--fault", "--bot", "one"], "none of 36 games matches --bot, --deal, --fault and --game")):
            for source in (self.cup.out, self.log):
                tribunal("replay", source, *words).expect(2, out="", err=f"tribunal: {source}: {problem}\n")
        missing = self.cup.path("missing.jsonl")
        self.assertEqual(tribunal("replay", missing).err, f"tribunal: {missing}: no such file; expected a replay log, such as game.jsonl, or a "
                         "tournament's folder, such as results/demo\n")


class Shown(Recorded):
    def test_the_game_of_a_fault_is_one_command_away(self) -> None:
        fault = self.faults()[0]
        again = fault["again"].split(" ", 1)[1].split()
        self.assertEqual(again, ["replay", self.cup.out, "--game", str(fault["game"])])
        shown = tribunal(*again).expect(out=tribunal("replay", self.log, "--game", str(fault["game"])).out,
                                        shows="brittle is at fault: crash")
        self.assertEqual(shown.out, tribunal("replay", self.cup.out, "--fault").out)

    def test_standard_input_is_a_log(self) -> None:
        with open(self.log, "rb") as log:
            run([*PROGRAM, "replay", "-", "--game", "3"], stdin=log).expect(out=tribunal("replay", self.cup.out, "--game", "3").out)


class Pager(Recorded):
    """Keys on a terminal of 60 columns."""

    def session(self, keys: List[str], term: str = "xterm", *words: str) -> str:
        terminal, inner = pty.openpty()
        fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 60, 0, 0))
        environment = {**os.environ, "TERM": term}
        environment.pop("NO_COLOR", None)
        with subprocess.Popen([*PROGRAM, "replay", self.cup.out, *(words or ("--game", "0"))], stdin=inner, stdout=inner,
                              stderr=inner, env=environment) as running:
            os.close(inner)
            shown = self.until_prompt(terminal)
            for key in keys:
                os.write(terminal, key.encode())
                shown += self.until_prompt(terminal)
            self.assertEqual(running.wait(timeout=60), 0)
        os.close(terminal)
        return shown

    @staticmethod
    def until_prompt(terminal: int) -> str:
        shown = ""
        end = time.monotonic() + 30
        while time.monotonic() < end:
            if select.select([terminal], [], [], 0.1)[0]:
                try:
                    part = os.read(terminal, 65536).decode()
                except OSError:  # it has ended
                    return shown
                if not part:
                    return shown
                shown += part
            if re.search(r"(q: quit|any key\]|decision|seat) $", shown):
                return shown
        return shown

    def steps(self, shown: str) -> List[int]:
        return [int(step) for step in re.findall(r"\[(\d+)/\d+\]", shown)]

    def test_arrows_pages_and_ends(self) -> None:
        shown = self.session(["\x1b[C", "\x1b[C", "\x1b[D", "\x1b[6~", "\x1b[5~", "\x1b[H", " ", "b", "q"])
        self.assertEqual(self.steps(shown), [1, 2, 3, 2, 12, 2, 1, 2, 1])
        shown = self.session(["\x1b[F", "\r"])
        self.assertIn("result\r\n", shown)
        self.assertEqual(len(self.steps(shown)), 2)

    def test_a_decision_a_seat_and_a_fault(self) -> None:
        shown = self.session(["g", "5\r", "s", "2\r", "?", "x", "g", "9999\r", "q"])
        self.assertEqual(self.steps(shown)[:2], [1, 6])
        self.assertIn("decision 5 of ", shown)
        self.assertRegex(shown, r"decision \d+ of \d+: seat 2 ")
        self.assertIn("next fault, fault before", shown)
        self.assertIn("there is none; ", shown)
        at_fault = self.session(["q"], "xterm", "--fault")
        self.assertIn("brittle is at fault: crash", at_fault)
        self.assertIn("there is none; ", self.session(["F", "q"], "xterm", "--fault"))

    def test_no_line_is_wider_than_the_terminal_and_a_dumb_one_has_no_colours(self) -> None:
        shown = self.session(["\x1b[C"] * 20 + ["q"], "dumb")
        self.assertNotIn("\x1b", shown)
        self.assertLessEqual(max(len(line) for line in shown.split("\r\n")), 60)
        self.assertIn("\x1b[31m", self.session(["\x1b[C", "q"]))


class PlayedAgain(Recorded):
    def test_the_same_bots_play_the_same_game(self) -> None:
        faultless = next(game for game in range(36) if game not in {fault["game"] for fault in self.faults()})
        log = self.cup.path("again.jsonl")
        for source in (self.cup.out, self.log):
            bots = [] if source == self.cup.out else ["--"] + self.commands(faultless)
            tribunal("play", "--from", source, "--game", str(faultless), "--log", log, *bots, cwd=self.cup.folder).expect()
            self.assertEqual(self.content(tribunal("export", self.cup.out, "--game", str(faultless), "--logs", "-").out),
                             self.content(text_of(log)))
            self.assertEqual(tribunal("verify", log).code, 0)

    def commands(self, game: int) -> List[str]:
        rows = [line.split(",") for line in tribunal("export", self.cup.out, "--game", str(game), "--csv").out.splitlines()[1:]]
        return [command_of(row[3]) for row in rows]

    @staticmethod
    def content(log: str) -> List[str]:
        """The decisions of a log, without times."""
        return [re.sub(r'"us":\d+', "", line) for line in log.splitlines() if '"decision"' in line or '"move"' in line or "play" in line][1:]

    def test_other_bots_get_the_same_cards(self) -> None:
        log = self.cup.path("others.jsonl")
        tribunal("play", "--from", self.log, "--game", "4", "--log", log, "--", *[command_of("x")] * 3, cwd=self.cup.folder).expect()
        first = tribunal("replay", log, "--all").out.split("decision 1 of")[0]
        self.assertEqual(re.findall(r"hand (.*)", first), re.findall(r"hand (.*)", tribunal("replay", self.log, "--game", "4").out.split("decision 1 of")[0]))

    def test_one_seat_is_exchanged_and_the_others_play_as_they_did(self) -> None:
        faultless = next(game for game in range(36) if game not in {fault["game"] for fault in self.faults()})
        log = self.cup.path("exchanged.jsonl")
        words = ["play", "--from", self.cup.out, "--game", str(faultless), "--log", log]
        rows = tribunal("export", self.cup.out, "--game", str(faultless), "--csv").rows()
        names = [row["bot"] for row in rows]
        own = self.content(tribunal("export", self.cup.out, "--game", str(faultless), "--logs", "-").out)
        tribunal(*words, "--seat", f"1={command_of(names[1])}", cwd=self.cup.folder).expect()
        self.assertEqual(self.content(text_of(log)), own)
        for seats in ([1], [0, 2], [0, 1, 2]):
            options = [word for seat in seats for word in ("--seat", f"{seat}={command_of('other')}")]
            other = tribunal(*words, *options, cwd=self.cup.folder)
            self.assertIn(other.code, (0, 1), other)  # brittle may crash if the others decide otherwise
            self.assertNotEqual(self.content(text_of(log)), own)
            played = dict(re.findall(r"^ +\d+ +(\d) +(\S+)", other.out, re.M))
            self.assertEqual(len(set(played.values())), 3)
            recorded = dict(re.findall(r"^ +\d+ +(\d) +\S+ +-?\d+ +(-?\d+)$", other.out, re.M))
            self.assertEqual(recorded, {row["seat"]: row["score"] for row in rows})
            for seat in range(3):
                self.assertEqual(played[str(seat)] == names[seat], seat not in seats)
            self.assertEqual(tribunal("verify", log).code, 0)

    def test_a_person_takes_a_seat_of_a_recorded_game(self) -> None:
        with tempfile.TemporaryFile("w+") as keys:
            keys.write("1\n" * 500)
            keys.seek(0)
            run([*PROGRAM, "play", "--from", self.cup.out, "--seat", "1=human"], stdin=keys).expect(shows="the game is over")

    def test_a_seat_that_cannot_be_exchanged_is_named(self) -> None:
        wrong = "expected S=COMMAND, such as 0='python3 mybot.py', with a seat from 0 to 2"
        for words, problem in ((["--seat", "3=true"], wrong), (["--seat", "-1=true"], wrong), (["--seat", "01=true"], wrong),
                               (["--seat", "1="], wrong), (["--seat", "true"], wrong), (["--seat", "=true"], wrong),
                               (["--seat", "1=true", "--seat", "1=false"], "--seat 1: two bots are given for one seat"),
                               (["--seat", "1=true", "--", "true", "true", "true"], "expected no commands after --"),
                               (["--seat", "1=missing/bot.py"], "missing/bot.py")):
            tribunal("play", "--from", self.cup.out, *words).expect(2, problem, out="")
        self.assertIn("a log does not contain the bots' commands", tribunal("play", "--from", self.log, "--seat", "1=true").err)
        self.assertIn("--seat needs --from", tribunal("play", "revolution", "--seat", "1=true").err)

    def test_what_cannot_be_played_is_refused(self) -> None:
        for words, problem in ((["--from", self.log], "game 0 has 3 seats; expected a bot for each after --, not 0"),
                               (["--from", self.cup.out, "--", "true"], "game 0 has 3 seats; expected a bot for each after --, not 1"),
                               (["--from", self.cup.out, "--seed", "4"], "--from plays a recorded deal; expected no --seed or --secret-file, which choose another"),
                               (["--from", self.cup.out, "--deal", "4"], "--deal"),
                               (["--game", "4", "revolution"], "--from"), ([], "play has no game")):
            tribunal("play", *words).expect(2, problem, out="")


class AnsweredAgain(Recorded):
    """`replay --seat NAME`: all recorded games of a bot."""

    def test_the_same_bot_decides_the_same_in_all_games(self) -> None:
        for source in (self.cup.out, self.log):
            ended = tribunal("replay", source, "--seat", "one", "--", command_of("one"), cwd=self.cup.folder).expect()
            self.assertRegex(ended.out, r"\n36 games: \d+ answers, 0 differ from the record\n$")

    def test_another_bot_is_told_where_it_decides_otherwise(self) -> None:
        words = ["--seat", "one", "--", command_of("three")]
        ended = tribunal("replay", self.cup.out, "--deal", "3", *words, cwd=self.cup.folder).expect(1)
        games = [int(game) for game in re.findall(r"^game (\d+), deal 3, seat \d:$", ended.out, re.M)]
        self.assertTrue(games)
        differ = len(re.findall(r"^differs ", ended.out, re.M))
        summary = re.search(r"^3 games: (\d+) answers, (\d+) differ from the record, in (\d) games?$", ended.out, re.M)
        self.assertIsNotNone(summary, ended.out)
        self.assertEqual((int(summary[2]), int(summary[3])), (differ, len(games)))
        answers = 0
        for game in range(9, 12):
            seat = next(row["seat"] for row in tribunal("export", self.cup.out, "--game", str(game), "--csv").rows() if row["bot"] == "one")
            alone = tribunal("replay", self.cup.out, "--game", str(game), "--seat", seat, "--", command_of("three"), cwd=self.cup.folder).out
            answers += int(re.search(r"(\d+) answers?, ", alone)[1])
            for line in re.findall(r"^differs +decision .*\)", alone, re.M):
                self.assertIn(line, ended.out)
        self.assertEqual(int(summary[1]), answers)

    def test_a_fault_of_the_record_is_shown_and_counted(self) -> None:
        faults = len(self.faults())
        ended = tribunal("replay", self.cup.out, "--fault", "--seat", "brittle", "--", command_of("one"), cwd=self.cup.folder).expect(1)
        self.assertEqual(len(re.findall(r"^differs   decision .*\(recorded: crash, then .* by the referee\)", ended.out, re.M)), faults, ended.out)
        self.assertTrue(ended.out.endswith(f"; at faults of the record: {faults} legal now, 0 a fault again\n"), ended.out)

    def test_the_games_that_it_lost_alone(self) -> None:
        lost = len(tribunal("replay", self.cup.out, "--list", "--lost", "one").out.splitlines()) - 1
        ended = tribunal("replay", self.cup.out, "--lost", "one", "--seat", "one", "--", command_of("one"), cwd=self.cup.folder)
        self.assertRegex(ended.out, rf"\n{lost} games: ")

    def test_a_bot_that_does_not_start_is_not_tried_in_every_game(self) -> None:
        tribunal("replay", self.cup.out, "--seat", "one", "--", "false", cwd=self.cup.folder).expect(1,
            "the later games were not replayed", shows="\n1 game: 0 answers")

    def test_what_cannot_be_meant_is_refused(self) -> None:
        for words, problem in ((["--seat", "on", "--", "true"], "there is no bot named 'on'; did you mean 'one'?"),
                               (["--seat", "one", "--bot", "three", "--", "true"], "--seat one replays games of this bot; expected no --bot three"),
                               (["--seat", "01", "--", "true"], "there is no bot named '01'"),
                               (["--seat", "3", "--", "true"], "expected a seat from 0 to 2"), (["--seat", "one"], "--seat takes one bot")):
            tribunal("replay", self.cup.out, *words).expect(2, problem, out="")


class NumbersForNames(unittest.TestCase):
    """Bots of the names 1 and 7, in a game with the seats 0 to 2: 7 is not a seat, 1 is one."""

    @classmethod
    def setUpClass(cls) -> None:
        cls.cup = Cup(plan("1 7 three", deals=2)).played("--quiet")
        cls.log = cls.cup.path("all.jsonl")
        assert tribunal("export", cls.cup.out, "--logs", cls.log).code == 0

    def replay(self, source: str, seat: str, player: str):
        return tribunal("replay", source, f"--seat={seat}", "--", command_of(player), cwd=self.cup.folder)

    def test_a_number_that_is_no_seat_is_the_bot_of_that_name(self) -> None:
        for source in (self.cup.out, self.log):
            for seat, player in (("7", "7"), ("bot:7", "7"), ("bot:1", "1")):
                with self.subTest(source=source, seat=seat):
                    self.assertRegex(self.replay(source, seat, player).expect().out, r"\n6 games: \d+ answers, 0 differ from the record\n$")

    def test_a_number_that_is_both_is_refused_with_both_ways(self) -> None:
        for source in (self.cup.out, self.log):
            self.replay(source, "1", "1").expect(2, "--seat 1: is both a seat and a bot; expected seat:1 for the seat, or bot:1 for the bot", out="")
            self.replay(source, "seat:1", "x").expect((0, 1), shows_like=r"\n\d+ answers, ")

    def test_what_is_neither_is_refused(self) -> None:
        for seat, problem in (("9", "expected a seat from 0 to 2, or the name of a bot of this game"), ("seat:7", "expected a seat from 0 to 2"), ("bot:9", "no bot named '9'"),
                              ("bot:", "expected")):
            self.replay(self.cup.out, seat, "x").expect(2, problem, out="")

    def test_play_takes_names_too(self) -> None:
        seats = {row["bot"]: row["seat"] for row in tribunal("export", self.cup.out, "--game", "0", "--csv").rows()}
        for choice, bot in (("7", "7"), ("bot:7", "7"), ("bot:1", "1"), ("three", "three"), (f"seat:{seats['7']}", "7")):
            with self.subTest(choice):
                ended = tribunal("play", "--from", self.cup.out, "--seat", f"{choice}={command_of('other')}", cwd=self.cup.folder).expect((0, 1))
                names = dict(re.findall(r"^ +\d+ +(\d) +(\S+)", ended.out, re.M))
                self.assertEqual([seat for seat, name in names.items() if name not in seats], [seats[bot]], ended.out)
        # Seat 1 is the bot 1 in some game, and another in others.
        both = [tribunal("play", "--from", self.cup.out, "--game", str(game), "--seat", "1=true") for game in range(6)]
        refused = [ended for ended in both if "is both a seat and a bot" in ended.err]
        self.assertTrue(0 < len(refused) < 6, both)
        self.assertIn("expected seat:1 for the seat, or bot:1 for the bot", refused[0].err)


class Handed(Recorded):
    """The exports for the author of a bot."""

    @classmethod
    def setUpClass(cls) -> None:
        cls.talkers = Cup(plan(deals=2, command=player))
        cls.talkers.write("player.py", PLAYER.replace('say(f"move', 'print("# plan of", sys.argv[1]); say(f"move'))
        cls.talkers.played("--quiet")

    def test_logs_for_an_author_hold_no_comments_of_others(self) -> None:
        everything = tribunal("export", self.talkers.out, "--logs", "-").out
        own = self.talkers.path("own.jsonl")
        self.assertEqual(tribunal("export", self.talkers.out, "--bot", "one", "--logs", own).code, 0)
        text = text_of(own)
        self.assertIn("plan of three", everything)
        self.assertIn("plan of one", text)
        self.assertNotIn("plan of three", text)
        self.assertEqual(tribunal("verify", own).code, 0)

    def test_what_a_seat_saw_and_said(self) -> None:
        seen = tribunal("export", self.talkers.out, "--bot", "one", "--seen", "-").out
        self.assertEqual(len(re.findall(r"^game \d+$", seen, re.MULTILINE)), 6)
        self.assertIn("# plan of one\n> ", seen)
        self.assertNotIn("plan of three", seen)
        seats = re.findall(r"^< game .* you=(\d)", seen, re.MULTILINE)
        self.assertEqual(set(seats), {"0", "1", "2"})
        for game in seen.split("\n\n"):
            own = re.search(r"you=(\d)", game)
            for seat, cards in re.findall(r"^< (?:deal|hand) (\d) (.*)$", game, re.MULTILINE):
                if own and seat != own.group(1):
                    self.assertNotRegex(cards, r"\b[2-9TJQKA][cdhs]\b")

    def test_standard_error_before_faults(self) -> None:
        text = tribunal("export", self.cup.out, "--bot", "brittle", "--stderr", "-").out
        self.assertEqual(text.count(": crash: "), len(self.faults()))
        self.assertIn("    oh no\n", text)
        self.assertEqual(tribunal("export", self.cup.out, "--bot", "one", "--stderr", "-").out, "")
        self.assertEqual(tribunal("export", self.cup.out, "--stderr", "-").code, 2)
