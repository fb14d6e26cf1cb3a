"""Comparisons as a user and a pipeline run them."""
import hashlib
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
from typing import Any, Dict, List

from bots import scripted
from cup import PLAYER, command_of, player
from program import ROOT, SAMPLES, TRIBUNAL, Ended, Folder, InFolder, bytes_of, run, stopped, text_of, tribunal

GATE = os.path.join(ROOT, "docs", "examples", "merge-gate.sh")
GREEDY = os.path.join(ROOT, "sample-bots", "greedy.cpp")
NEVER_DECIDED = ["--candidate", command_of("one"), "--baseline", command_of("two"), "--m1", "0.001"]
BETTER = ["--candidate", os.path.join(SAMPLES, "greedy"), "--baseline", command_of("one")]


class Workshop(Folder):
    """A folder in which bots are compared, removed after the test."""

    def __init__(self) -> None:
        super().__init__("compare")
        self.write("player.py", PLAYER)

    def words(self, *more: str, out: str = "out") -> List[str]:
        words = ["compare", "--players", "3", "--sandbox", "none", "--range", "60", "--quiet",
                 *([] if "--field" in more else ["--field", command_of("three")]), *([] if "--seed" in more else ["--seed", "42"]),
                 *([] if "--move-ms" in more else ["--move-ms", "20000"]), *more]
        if "--elo1" in words:
            words[words.index("--range"):words.index("--range") + 2] = []
        return words + (["--out", out] if out else [])

    def compare(self, *more: str, out: str = "out") -> Ended:
        return tribunal(*self.words(*more, out=out), cwd=self.folder)

    def facts(self, *more: str, out: str = "out") -> Dict[str, Any]:
        return self.compare(*more, "--json", out=out).json()

    def games(self) -> List[Dict[str, str]]:
        """The table of the games that were played."""
        return self.tribunal("export", "out", "--csv").expect().rows()


def bot(name: str) -> str:
    return os.path.join(SAMPLES, name)


class Verdicts(unittest.TestCase):
    def test_better_not_better_and_open_have_exit_codes_of_their_own(self) -> None:
        worse = ["--baseline", bot("greedy"), "--candidate", command_of("one"), "--m1", "2"]
        with Workshop() as workshop:
            workshop.compare(*BETTER, "--m1", "2", out="better").expect(shows="The candidate is better than the baseline.")
            workshop.compare(*worse, out="worse").expect(1, shows="The candidate is not better")
            workshop.compare(*NEVER_DECIDED, "--deals", "12", out="open").expect(
                3, shows=["Inconclusive", "12, 72 games"], shows_like=r"It takes about \d+ more deals: the same command with --deals \d+ plays them")

    def test_a_better_bot_is_better_by_places(self) -> None:
        with Workshop() as workshop:
            workshop.compare(*BETTER, "--elo1", "100").expect()

    def test_the_reports_agree(self) -> None:
        with Workshop() as workshop:
            facts = workshop.facts(*NEVER_DECIDED, "--deals", "12")
            rows = workshop.compare(*NEVER_DECIDED, "--deals", "12", "--csv").rows()
            self.assertEqual(len(rows), 1)
            self.assertEqual(sorted(rows[0]), sorted(set(facts) - {"faults"}))  # a list, in the JSON only
            self.assertEqual((rows[0]["verdict"], float(rows[0]["mean"])), ("inconclusive", facts["mean"]))
            self.assertEqual((facts["deals"], facts["games"]), (12, 72))
            self.assertGreater(facts["deals_to_come"], 0)
            more = workshop.facts(*NEVER_DECIDED, "--deals", "13")
            self.assertEqual((more["deals"], more["stored_games"]), (13, 72))

    def test_the_mean_is_that_of_the_games(self) -> None:
        """Computed from the table of games, independently of the program."""
        with Workshop() as workshop:
            facts = workshop.facts(*NEVER_DECIDED, "--deals", "12")
            points: Dict[str, List[int]] = {"candidate": [], "baseline": []}
            for row in workshop.games():
                if row["bot"] in points:
                    points[row["bot"]].append(int(row["score"]))
            self.assertEqual(len(points["candidate"]), 36)
            difference = (sum(points["candidate"]) - sum(points["baseline"])) / 36
            self.assertAlmostEqual(facts["mean"], difference, places=5)

    def test_the_limits_are_those_of_its_games(self) -> None:
        limits = ["--game-ms", "90000", "--increment-ms", "7", "--startup-ms", "50000", "--clock", "cpu"]
        with Workshop() as workshop:
            self.assertEqual(workshop.compare(*NEVER_DECIDED, "--deals", "10", *limits).code, 3)
            self.assertEqual(workshop.tribunal("export", "out", "--logs", "games.jsonl").code, 0)
            head = workshop.read("games.jsonl").splitlines()[0]
            for fact in ('"move_ms":20000', '"game_ms":90000', '"increment_ms":7', '"startup_ms":50000', '"clock":"cpu"'):
                self.assertIn(fact, head.replace(" ", ""))


def answer(facts: Dict[str, Any]) -> Dict[str, Any]:
    """The facts without those that only state when the games were played."""
    return {name: fact for name, fact in facts.items() if name not in ("stored_games", "new_games", "last_played_before")}


class SameAnswer(unittest.TestCase):
    def test_at_any_number_of_workers(self) -> None:
        with Workshop() as workshop:
            one = workshop.facts(*BETTER, "--m1", "2", "--workers", "1", out="one")
            five = workshop.facts(*BETTER, "--m1", "2", "--workers", "5", out="five")
            self.assertEqual(answer(one), answer(five))
            self.assertEqual(one["verdict"], "better")

    def test_after_being_killed(self) -> None:
        words = [*NEVER_DECIDED, "--deals", "40", "--workers", "2"]
        with Workshop() as workshop:
            undisturbed = workshop.facts(*words, out="undisturbed")
            for _ in range(3):
                running = subprocess.Popen([TRIBUNAL, *workshop.words(*words, out="killed")], cwd=workshop.folder,
                                           stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                time.sleep(0.3)
                stopped(running, signal.SIGKILL)
            self.assertEqual(answer(workshop.facts(*words, out="killed")), answer(undisturbed))
            self.assertEqual(answer(workshop.facts(*words, out="killed")), answer(undisturbed))

    def test_a_changed_bot_is_another_comparison(self) -> None:
        words = ["--candidate", player("one"), "--baseline", command_of("two"), "--m1", "0.001", "--deals", "2"]
        with Workshop() as workshop:
            self.assertEqual(workshop.compare(*words).code, 3)
            workshop.write("player.py", PLAYER + "# changed\n")
            workshop.compare(*words).expect(78, "another comparison (bot candidate has changed since game ", "player.py (changed)")
            self.assertEqual(workshop.compare(*words, out="").code, 3)
            self.assertEqual(len(os.listdir(workshop.path("results"))), 1)

    def test_more_deals_go_on_with_the_same_comparison(self) -> None:
        with Workshop() as workshop:
            workshop.compare(*NEVER_DECIDED, "--deals", "5")
            more = workshop.facts(*NEVER_DECIDED, "--deals", "9")
            self.assertEqual(more["deals"], 9)
            self.assertEqual(answer(more), answer(workshop.facts(*NEVER_DECIDED, "--deals", "9", out="at once")))


# It starts, and exits when it is first asked, which happens in nearly all games.
DIES = scripted("dies", ask="sys.exit(1)")
SOMETIMES = scripted("sometimes", start="import random", ask="if random.random() < 0.002: sys.exit(1)")


class Faults(unittest.TestCase):
    def facts(self, candidate: str, baseline: str, *more: str) -> Dict[str, Any]:
        with Workshop() as workshop:
            workshop.write("dies.py", DIES)
            workshop.write("sometimes.py", SOMETIMES)
            # The deals follow from the files of the bots, so none of the bots is a compiled one.
            facts = workshop.facts("--candidate", candidate, "--baseline", baseline, "--field", player("three"), "--m1", "2", *more)
            self.assertIn(facts["verdict"], ("not better", "inconclusive"))
            return facts

    def test_games_with_a_fault_of_the_candidate_count_as_its_worst(self) -> None:
        # With this seed it is asked in nearly all games.
        facts = self.facts("python3 dies.py", player("one"), "--seed", "1", "--deals", "8")
        self.assertLess(facts["mean"], 0.9 * facts["lowest"])
        self.assertGreater(facts["candidate_faults"], 0.9 * facts["games"] / 2)
        self.assertEqual(facts["baseline_faults"], 0)
        facts = self.facts("python3 dies.py", "python3 dies.py", "--seed", "1", "--deals", "8")
        self.assertLess(facts["mean"], 0.9 * facts["lowest"])

    def test_one_timeout_that_does_not_come_again_does_not_refuse_a_better_candidate(self) -> None:
        # It plays like greedy, except at one question in its life or at one in every game.
        sleeper = scripted(
            "greedy", "bot.stdout.readline().split()[2]", game="asked = 0",
            start=f"import subprocess\nbot = subprocess.Popen(['{bot('greedy')}'], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)\n"
                  "slept = open('where').read()",
            line="bot.stdin.write(line); bot.stdin.flush()\nif word[0] == 'tribunal': bot.stdout.readline()",
            ask="if asked == 2 and not os.path.exists(slept):\n"
                "    if sys.argv[1] == 'once': open(slept, 'w').close()\n"
                "    time.sleep(3)")
        question = ["--baseline", command_of("one"), "--m1", "2", "--move-ms", "1500", "--workers", "1", "--deals", "200"]
        with Workshop() as workshop, tempfile.TemporaryDirectory() as elsewhere:  # not a part of the bot
            workshop.write("sleeper.py", sleeper)
            workshop.write("where", elsewhere + "/slept")
            words = [*question, "--candidate", "python3 sleeper.py once"]
            ended = workshop.compare(*words).expect(shows="1 timeout of the candidate did not occur again when the game was played again")
            self.assertRegex(ended.out, r"candidate: timeout \(game \d+, deal \d+, seat \d, decision \d+\): gave no answer within 1500 ms(; it [^;]*)?; not when the game was played again; measured: ")
            self.assertRegex(ended.out, r"see again: \S*tribunal replay out --game \d+\n")
            said = workshop.facts(*words)  # the stored games
            self.assertEqual((said["verdict"], said["candidate_faults"], said["unrepeated_timeouts"]), ("better", 1, 1))
            self.assertEqual([(fault["bot"], fault["kind"]) for fault in said["faults"]], [("candidate", "timeout")])
            self.assertEqual(workshop.tribunal(*said["faults"][0]["again"].split()[1:]).code, 0)

    def test_a_baseline_or_a_field_that_dies_leaves_no_verdict(self) -> None:
        for who, words in (("the baseline", ("--baseline", "python3 dies.py", "--field", player("three"))),
                           ("the field", ("--baseline", player("last"), "--field", "python3 dies.py"))):
            with self.subTest(who), Workshop() as workshop:
                workshop.write("dies.py", DIES)
                words = ("--candidate", player("one"), "--m1", "2", *words)
                ended = workshop.compare(*words).expect(3, shows_like=rf"\A!!! No verdict: {who} was at fault in \d+ of \d+ games")
                self.assertRegex(ended.out, r"(?s)crash \(game .*see again: ")
                facts = workshop.facts(*words)
                self.assertEqual((facts["verdict"], facts["deals"], facts["candidate_faults"]), ("no opponent", 10, 0))

    def test_a_repaired_candidate_is_judged_by_the_games_in_which_the_baseline_was_not_at_fault(self) -> None:
        facts = self.facts(player("one"), "python3 sometimes.py", "--deals", "40")
        self.assertGreaterEqual(facts["estimate_high"], 0)  # the same moves


class Identical(unittest.TestCase):
    def test_bots_with_the_same_moves_are_called_identical_after_few_deals(self) -> None:
        with Workshop() as workshop:
            words = workshop.words("--candidate", bot("greedy"), "--baseline", bot("greedy"), "--field", bot("careful"), "--m1", "0.001")
            ended = workshop.tribunal(*words).expect(3, shows="Identical: both made the same moves in all 300 games")
            again = workshop.tribunal(*words).expect(None, shows_like=r"\AStored verdict: all of its \d+ games were played before, the last at ")
            self.assertEqual((again.code, again.out.split("\n\n", 1)[1]), (3, ended.out))


class RunAhead(unittest.TestCase):
    def test_few_games_are_played_in_vain(self) -> None:
        with Workshop() as workshop:
            facts = workshop.facts("--candidate", bot("greedy"), "--baseline", bot("hoarder"), "--m1", "1", "--workers", "2")
            last = max(int(row["game"]) for row in workshop.games())
            self.assertLess(last, facts["games"] + 2 * 4 * 6)


class WideRanges(unittest.TestCase):
    """Games in which two games of a seat can differ by hundreds of standard deviations."""

    def compare(self, folder: str, *more: str, players: str = "2") -> Ended:
        return tribunal("compare", "-p", players, "--candidate", bot("careful"), "--baseline", bot("greedy"), "--field", bot("greedy"),
                        "--seed", "1", "--sandbox", "none", "--move-ms", "20000", "--quiet", *more, cwd=folder)

    def test_before_the_first_game_it_says_which_questions_take_few_deals_and_they_end_with_a_verdict(self) -> None:
        for game, players, m1 in (("hustler", "2", "3"), ("cube", "2", "10"), ("organised-chaos", "3", "1"), ("anarchist-bomb", "3", "1")):
            with self.subTest(game), tempfile.TemporaryDirectory() as folder:
                wide = self.compare(folder, "--game", game, "--m1", m1, "--deals", "2", "--out", "wide", players=players).expect(3)
                advice = re.search(r"^tribunal: warning: by points this question takes about (\d+) deals for a difference near --m1, more than --deals 2, because .*; "
                                   r"by places, (--elo1 \d+) takes about \d+; cut at \d+, (--cut \d+) takes about \d+\n", wide.err)
                assert advice is not None, wide
                self.assertGreater(int(advice[1]), 500)
                if game == "hustler":
                    for question in (advice[2].split(), ["--m1", m1, *advice[3].split()]):
                        self.compare(folder, "--game", game, *question, "--out", "-".join(question)).expect(lacks="warning")

    def test_without_a_question_it_names_one_that_ends_with_a_verdict(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            refused = self.compare(folder, "--game", "hustler").expect(2)
            question = re.search(r"two games of a seat can differ by 5240\).*: (--elo1 \d+) takes about", refused.err)
            assert question is not None, refused
            self.assertEqual(self.compare(folder, "--game", "hustler", *question[1].split()).code, 0)

    def test_a_cut_is_told_and_excludes_a_range(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            self.compare(folder, "--game", "hustler", "--m1", "1", "--cut", "5", "--deals", "10", "--out", "cut").expect(
                None, shows="differences between two games of a seat count as 5.00 points at most, as --cut says; by the rules 5240.00\n")
            self.assertEqual(self.compare(folder, "--m1", "1", "--cut", "5", "--range", "9").code, 2)
            self.compare(folder, "--m1", "6", "--cut", "5").expect(2, err="tribunal: --cut must be above --m1, and above the size of --m0\n")

    def test_a_dry_run_estimates_from_ten_deals_and_the_same_command_resumes(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            question = ["--m1", "0.05", "--out", "out", "--deals", "20"]
            dry = self.compare(folder, *question, "--dry-run").expect()
            self.assertRegex(dry.out, r"\ADry run: from 10 deals, 40 games, the question takes about \d+ deals \(a deal's standard deviation is ")
            self.assertRegex(self.compare(folder, *question).expect(3).out, r"\AResumed: \d+ games stored before")
            self.compare(folder, *question, "--dry-run").expect(out=dry.out)
            self.compare(folder, *question[:-1], "19").refused(78, "started with --deals 20", "expected --deals 20 or more, or --out")
            self.compare(folder, *question, "--dry-run", "--json").refused(2, "--json")


class Games(unittest.TestCase):
    def test_a_game_takes_its_options_as_in_check(self) -> None:
        words = [*NEVER_DECIDED, "--deals", "2"]
        with Workshop() as workshop:
            named = workshop.facts(*words, "--game", "mitch:hand_size=5", out="named")
            by_rule = workshop.facts(*words, "--game", "mitch", "--rule", "hand_size=5", out="by-rule")
            self.assertEqual(answer(named), answer(by_rule))
            workshop.compare(*words, "--game", "mitch:hand_size=5", "--rule", "hand_size=6", out="twice").expect(
                2, err="tribunal: --rule hand_size=6: an option is given twice\n")
            workshop.compare(*words, "--game", "mitch:hand_size", out="broken").expect(2, "mitch:hand_size: expected key=value")


class BadInput(unittest.TestCase):
    def test_every_mistake_has_its_line(self) -> None:
        pair = ["--candidate", "python3 player.py one", "--baseline", "python3 player.py two"]
        with Workshop() as workshop:
            for more, said in (([], "--m1 POINTS"), (["--m1", "1000"], "must be "),
                               (["--m1", "1", "--m0", "2"], "--m1 must be above --m0"),
                               (["--elo1", "5", "--elo0", "9"], "--elo1 must be above --elo0"),
                               (["--m1", "1", "--game", "revolutoin"], "revolution"),
                               (["--m1", "1", "--rule", "hands"], "key=value")):
                with self.subTest(more):
                    words = workshop.words(*pair, *more)
                    if "--m1" not in words and "--range" in words:
                        words[words.index("--range"):words.index("--range") + 2] = []
                    workshop.tribunal(*words).refused(2, said)

    def test_words_without_quotes_are_explained(self) -> None:
        good = {"--candidate": ["python3 player.py one"], "--baseline": ["python3 player.py two"], "--field": ["python3 player.py three"]}
        with Workshop() as workshop:
            for option in good:
                words = [word for name, bots in {**good, option: ["python3", "player.py"]}.items() for word in (name, *bots)]
                workshop.tribunal("compare", *words, "--m1", "1").expect(2,
                    err=f"tribunal: {option} takes one bot, quoted as one word: tribunal compare ... {option} 'python3 player.py'\n")
            tribunal("compare", "--candidate", "python3", "-u", "player.py", "--baseline", "x", "--field", "y", "--m1", "1").expect(2,
                err="tribunal: '-u' is not an option of compare; each bot is one command, quoted as one word: --candidate 'python3 mybot.py'\n")

    def test_errors_of_a_bot_name_its_option(self) -> None:
        good = {"--candidate": "python3 player.py one", "--baseline": "python3 player.py two", "--field": "python3 player.py three"}
        with Workshop() as workshop:
            for role in ("candidate", "baseline", "field"):
                for more, code, said in (
                        ({"": "./nosuch"}, 4, " ./nosuch does not start: cannot run './nosuch': No such file or directory"),
                        ({"": "'unbalanced"}, 2, ": the command ''unbalanced' has a quote that is not closed; expected another ' after it"),
                        ({"-files": "kit.py"}, 2, f" kit.py: there is no file {workshop.folder}/kit.py"),
                        ({"-directory": "nowhere"}, 2, " nowhere: there is no such directory")):
                    words = {**good, **{f"--{role}{option}": value for option, value in more.items()}}
                    with self.subTest(role=role, more=more):
                        workshop.tribunal("compare", *(word for pair in words.items() for word in pair), "--m1", "1", "--sandbox", "none",
                                 "--out", "out").expect(code, err=f"tribunal: --{role}{next(iter(more))}{said}\n")
            self.assertFalse(os.path.exists(workshop.path("out")))

    def test_all_bots_must_start(self) -> None:
        plays = command_of("one")
        for broken, candidate, baseline, field in (
                ("candidate", "/bin/false", plays, plays), ("baseline", plays, "/bin/false", plays),
                ("false", plays, plays, "/bin/false")):
            with self.subTest(broken), Workshop() as workshop:
                ended = workshop.compare("--candidate", candidate, "--baseline", baseline, "--field", command_of("three"), "--field", field, "--m1", "2").expect(4)
                self.assertRegex(ended.err, rf"^tribunal: bot {broken} does not start: exited with 1 before it was ready\n"
                                            "tribunal: 1 of 4 bots does not start; nothing is played\n$")
                self.assertFalse(os.path.exists(workshop.path("out")))

    def test_all_must_start_before_it_resumes(self) -> None:
        with Workshop() as workshop, tempfile.TemporaryDirectory() as elsewhere:  # not a part of the bot
            path = os.path.join(elsewhere, "here")
            words = ["--candidate", f"sh -c 'test -e {path} && exec python3 player.py one'", *NEVER_DECIDED[2:]]
            with open(path, "w", encoding="utf-8"):
                self.assertEqual(workshop.compare(*words, "--deals", "2").code, 3)
            os.remove(path)
            self.assertEqual(workshop.compare(*words, "--deals", "2").code, 3)  # the result is stored already
            workshop.compare(*words, "--deals", "4").expect(4, "bot candidate does not start: ")

    def test_without_a_range_the_rules_say_how_large_it_is(self) -> None:
        with Workshop() as workshop:
            def with_range(*words: str, out: str) -> Ended:
                command = workshop.words(*NEVER_DECIDED, "--deals", "2", out=out)
                at = command.index("--range")
                return workshop.tribunal(*command[:at], *words, *command[at + 2:])

            facts = with_range("--json", out="by-rules").json()
            self.assertEqual((facts["lowest"], facts["highest"]), (-facts["rules_range"], facts["rules_range"]))
            claimed = f"{facts['rules_range'] - 1:.2f}"
            self.assertIn(f"at most {claimed} points between two games of a seat, as --range says; by the rules "
                          f"{facts['rules_range']:.2f}\n", with_range("--range", claimed, out="claimed").out)
            self.assertEqual(with_range("--json", "--range", "1000000", out="wider").json(), facts)

    def test_nobody_can_be_better_by_more_than_the_rules_allow(self) -> None:
        tribunal("compare", "--candidate", "a", "--baseline", "b", "--field", "c", "--m1", "1000000").expect(2,
            "the largest difference between two games of revolution with these rules")

    def test_a_range_that_games_exceed_is_refused(self) -> None:
        with Workshop() as workshop:
            command = workshop.words(*NEVER_DECIDED, "--deals", "50")
            command[command.index("--range") + 1] = "1"
            for _ in ("at first", "and again"):
                workshop.tribunal(*command).expect(2, "beyond --range", out="")


# A compiler with a cache, called as the gate does: the fifth word is the source, the seventh the program. It does not
# optimise.
COMPILER = """#!/bin/sh
kept="$(dirname "$0")/$(sha256sum <"$5" | cut -c1-64)"
[ -e "$kept" ] || { g++ "$@" -O0 && mv "$7" "$kept"; } || exit
cp "$kept" "$7"
"""


class Pipeline(InFolder):
    """docs/examples/merge-gate.sh, with two builds of a sample bot."""

    @classmethod
    def setUpClass(cls) -> None:
        tools = Folder("tools")
        cls.compiler = tools.write("compiler", COMPILER, 0o755)
        shutil.copy(bot("greedy"), tools.path(hashlib.sha256(bytes_of(GREEDY)).hexdigest()))

    def setUp(self) -> None:
        super().setUp()
        self.good = text_of(GREEDY)
        self.bad = self.good.replace("return points(view, card.suit) - before;", "return before - points(view, card.suit);")
        self.assertNotEqual(self.good, self.bad)

    def gate(self, old: str, new: str) -> Ended:
        """Always in the same folder, like a pipeline that keeps its working copies."""
        self.write("old/greedy.cpp", old)
        self.write("new/greedy.cpp", new)
        environment = {**os.environ, "TRIBUNAL": TRIBUNAL, "SDK": os.path.join(ROOT, "sdk", "cpp"), "FIELD": bot("greedy"), "CXX": self.compiler}
        words = [GATE, "old", "new", "--quiet", "--seed", "1", "--move-ms", "20000", "--sandbox", "none"]
        return run(words, 500, cwd=self.folder, env=environment)

    def test_a_better_bot_is_merged_and_a_worse_one_is_not(self) -> None:
        for _ in ("at first", "and again"):
            self.gate(old=self.bad, new=self.good).expect(shows="merge it\n")
        self.gate(old=self.good, new=self.bad).expect(1, shows="do not merge it\n")

    def test_an_old_bot_that_does_not_compile_is_no_verdict_on_the_new_one(self) -> None:
        self.gate(old="no program", new=self.good).expect(65,
            "the old bot, old/greedy.cpp, does not compile: nothing is known of the new one\n", out="")
        self.gate(old=self.good, new="no program").expect(1, out="do not merge it: it does not compile\n")
