"""Mistaken command lines, as a table: each is refused with one line that names the mistake and the remedy."""
import gzip
import os
import re
import shlex
from typing import List, Tuple

from program import InFolder, tribunal

USAGE, NO_BOT = 2, 4
# A next step: what is expected instead, an example, or the most likely word.
NEXT_STEP = re.compile(r"expected|did you mean|for example|'tribunal [a-z- ]+' lists|tribunal games lists|tribunal play|tribunal tournament|"
                       r"joined by =|quoted as one word|write the others|give --|is for|is 1\.\.|is 64|needs|only one|is given twice")

Row = Tuple[str, int, Tuple[str, ...]]  # the words after `tribunal`, the exit code, and what the line must have

ROWS: List[Row] = [
    # Commands.
    ("-v", USAGE, ("'-v'", "did you mean '-V'?")),
    ("version", USAGE, ("'version'", "did you mean '--version'?")),
    ("--verson", USAGE, ("'--verson'", "did you mean '--version'?")),
    ("--seed 4 play revolution -- greedy careful", USAGE, ("'--seed'", "tribunal play --seed")),
    ("--help-all", USAGE, ("'--help-all'", "'tribunal --help' lists")),
    ("plya revolution -- greedy careful", USAGE, ("'plya'", "did you mean 'play'?")),
    ("tornament cup.toml", USAGE, ("'tornament'", "did you mean 'tournament'?")),
    ("xyzzy", USAGE, ("'xyzzy'", "'tribunal --help' lists")),
    ("revolution greedy careful", USAGE, ("'revolution'", "tribunal play revolution")),
    ("cup.toml", USAGE, ("'cup.toml'", "tribunal tournament cup.toml")),
    ("help help", USAGE, ("'help'", "tribunal help play")),
    ("help chek", USAGE, ("there is no command or document 'chek'", "did you mean 'check'?")),
    ("help protcol", USAGE, ("'protcol'", "did you mean 'protocol'?")),
    ("help protocoll", USAGE, ("'protocoll'", "did you mean 'protocol'?")),
    ("help play check", USAGE, ("'play' is not a page with sections", "help takes one command")),
    ("submit", USAGE, ("submit", "slurm or kubernetes")),
    ("submit slrm cup.toml --tasks 4", USAGE, ("'slrm'", "did you mean 'slurm'?")),
    ("submit --tasks 4 slurm cup.toml", USAGE, ("'--tasks'", "tribunal submit slurm --tasks")),
    # Required arguments of a command are missing.
    ("play", USAGE, ("play has no game", "for example: tribunal play")),
    ("play revolution", USAGE, ("no bots", "tribunal play revolution -- greedy careful")),
    ("check", USAGE, ("check has no bot", "for example: tribunal check")),
    ("compare", USAGE, ("compare has no --candidate BOT", "for example: tribunal compare")),
    ("compare --candidate greedy --baseline careful", USAGE, ("--field BOT", "for example")),
    ("verify", USAGE, ("verify has no path", "for example: tribunal verify")),
    ("replay", USAGE, ("replay has no source", "for example: tribunal replay")),
    ("new-bot", USAGE, ("new-bot has no language", "for example: tribunal new-bot python mybot")),
    ("new-bot python", USAGE, ("new-bot has no name", "for example")),
    ("new-bot pyton mybot", USAGE, ("language cannot be 'pyton'", "did you mean 'python'?")),
    ("new-plan", USAGE, ("new-plan has no game", "for example: tribunal new-plan")),
    ("new-plan revolution", USAGE, ("new-plan has no bots", "for example")),
    ("tournament", USAGE, ("tournament has no plan", "for example: tribunal tournament")),
    ("tournament --workers 3", USAGE, ("tournament has no plan", "for example")),
    ("merge", USAGE, ("merge has no out", "for example: tribunal merge")),
    ("merge out", USAGE, ("merge has no folders", "for example")),
    ("submit slurm", USAGE, ("submit slurm has no plan", "for example: tribunal submit slurm")),
    ("submit slurm cup.toml", USAGE, ("submit slurm has no --tasks N", "for example")),
    ("submit kubernetes cup.toml --tasks 3", USAGE, ("submit kubernetes has no --image TEXT", "expected")),
    ("report", USAGE, ("report has no source", "for example: tribunal report")),
    ("report results", USAGE, ("-o FILE, --folder DIR", "expected")),
    ("standings", USAGE, ("standings has no folder", "for example")),
    ("faults", USAGE, ("faults has no folder", "for example")),
    ("ratings", USAGE, ("ratings has no sources", "for example")),
    ("export", USAGE, ("export has no folder", "for example")),
    ("completion", USAGE, ("completion has no shell", "for example")),
    ("commit", USAGE, ("a secret is needed", "--seed TEXT")),
    ("reveal", USAGE, ("a secret is needed", "--seed TEXT")),
    ("deal", USAGE, ("a secret is needed", "--seed TEXT")),
    # Options.
    ("play revolution --sede 4 -- greedy careful", USAGE, ("play has no option '--sede'", "did you mean '--seed'?")),
    ("tournament cup.toml --worker=1", USAGE, ("tournament has no option '--worker'", "did you mean '--workers'?")),
    ("compare --candidat greedy", USAGE, ("compare has no option '--candidat'", "did you mean '--candidate'?")),
    ("play revolution -seed 4 -- greedy careful", USAGE, ("'-seed'", "did you mean '--seed'?")),
    ("play revolution \u2014seed 4 -- greedy careful", USAGE, ("\u2014seed", "did you mean '--seed'?")),
    ("play revolution -S 4 -- greedy careful", USAGE, ("'-S'", "did you mean '-s'?")),
    ("play revolution -x -- greedy careful", USAGE, ("'-x'", "'tribunal help play' lists")),
    ("play revolution --quite -- greedy careful", USAGE, ("'--quite'", "'tribunal help play' lists")),
    ("submit slurm cup.toml --task 3", USAGE, ("'--task'", "did you mean '--tasks'?")),
    ("play --seed -- a b", USAGE, ("--seed has no value", "'--'", "--seed TEXT")),
    ("play revolution --seed= -- greedy careful", USAGE, ("'--seed='", "--seed=TEXT")),
    ("play revolution --log --trace -- greedy careful", USAGE, ("--log has no value", "'--trace'", "--log FILE")),
    ("tournament demo --workers", USAGE, ("--workers has no value", "--workers N")),
    ("commit --new", USAGE, ("--new has no value", "--new FILE")),
    ("standings results --json=", USAGE, ("'--json='", "--json=FILE")),
    ("standings results --json x.json", USAGE, ("--json x.json", "--json=x.json")),
    ("play revolution --trace=maybe -- greedy careful", USAGE, ("--trace", "'maybe'", "--trace alone")),
    ("play revolution --seed a --seed b -- greedy careful", USAGE, ("--seed is given twice", "'a' and 'b'")),
    ("play revolution -s a --seed=b -- greedy careful", USAGE, ("--seed is given twice", "'a' and 'b'")),
    ("tournament demo -j 2 -j 3", USAGE, ("--workers is given twice", "'2' and '3'")),
    ("games --json=a --json=b", USAGE, ("--json is given twice", "'a' and 'b'")),
    ("play revolution --seed a --secret-file s -- greedy careful", USAGE, ("--seed", "--secret-file", "exclude each other")),
    ("deal --seed 1 --secret-file f", USAGE, ("--seed", "--secret-file", "exclude each other")),
    ("play revolution --trace -- human greedy", USAGE, ("--trace shows what other seats see; expected no --trace with 'human'",)),
    ("play revolution -- human human greedy", USAGE, ("'human' is given 2 times",)),
    ("check --plan cup.toml --game revolution", USAGE, ("--plan", "--game", "exclude each other")),
    ("compare --candidate greedy --baseline careful --field random --m1 1 --elo1 3", USAGE, ("--m1", "--elo1", "exclude each other")),
    ("play revolution --game 3 -- greedy careful", USAGE, ("--game needs --from", "--from SOURCE")),
    ("tournament demo --after x", USAGE, ("--after needs --shard", "--shard NUMBER/COUNT")),
    ("export results --seen x", USAGE, ("--seen needs --bot", "--bot NAME")),
    ("standings results --json --csv", USAGE, ("only one report", "--json=FILE")),
    ("export results --logs - --csv", USAGE, ("only one report", "--logs and --csv", "--logs FILE")),
    ("check --html - --junit - -- greedy", USAGE, ("only one report", "--junit and --html", "--junit FILE")),
    ("verify a b", USAGE, ("'b'", "one word too many", "tribunal verify path")),
    ("doctor now", USAGE, ("'now'", "one word too many", "tribunal doctor")),
    ("play revolution greedy -- careful", USAGE, ("'careful'", "after --", "expected all of them after --")),
    ("check --json report.json -- greedy", USAGE, ("--json report.json", "--json=report.json")),
    # Values.
    ("tournament demo --workers 0", USAGE, ("--workers", "from 1 to 1024", "not '0'")),
    ("tournament demo --workers two", USAGE, ("--workers", "a whole number", "not 'two'")),
    ("play revolution --deal -1 -- greedy careful", USAGE, ("--deal", "a whole number", "not '-1'")),
    ("deal --seed 1 --deal 010", USAGE, ("--deal", "'010'", "leading zeros: 10")),
    ("tournament plan.toml --workers 010", USAGE, ("--workers", "'010'")),
    ("check --seconds 010 -- greedy", USAGE, ("--seconds", "'010'")),
    ("play revolution --move-ms 0100 -- greedy careful", USAGE, ("--move-ms", "'0100'")),
    ("play revolution --deal 010 -- greedy careful", USAGE, ("--deal", "'010'", "leading zeros: 10")),
    ("play revolution --move-ms 1s -- greedy careful", USAGE, ("--move-ms", "milliseconds", "not '1s'")),
    ("play revolution --startup-ms 90000000 -- greedy careful", USAGE, ("--startup-ms", "not '90000000'")),
    ("play revolution --move-ms 0 -- greedy careful", USAGE, ("--move-ms", "expected")),
    ("deal --seed 1 --jokers 99999999999999999999", USAGE, ("--jokers", "from 0 to 8", "not '99999999999999999999'")),
    ("deal --seed 1 --players 5000000000", USAGE, ("--players", "from 0 to 2147483647", "not '5000000000'")),
    ("report results --watch --port 99999", USAGE, ("--port", "to 65535", "not '99999'")),
    ("compare --candidate greedy --baseline careful --field random --m1 0,5", USAGE, ("--m1", "'0,5'", "did you mean '0.5'?")),
    ("compare --candidate greedy --baseline careful --field random --m1 1 --alpha 2", USAGE, ("--alpha", "to 0.499", "not '2'")),
    ("play revolution --clock cpus -- greedy careful", USAGE, ("--clock", "'cpus'", "did you mean 'cpu'?")),
    ("play revolution --sandbox bwarp -- greedy careful", USAGE, ("--sandbox", "'bwarp'", "did you mean 'bwrap'?")),
    ("play revolution --log-level loud -- greedy careful", USAGE, ("--log-level", "'loud'", "error or off")),
    ("check --only handshak -- greedy", USAGE, ("--only", "'handshak'", "did you mean 'handshake'?")),
    ("check --only manners -- greedy", USAGE, ("--only", "'manners'")),
    ("check --players 9-2 -- greedy", USAGE, ("--players 9-2", "for example")),
    ("check --players 4-2 -- greedy", USAGE, ("--players 4-2", "3 or 2-4")),
    ("check --players two -- greedy", USAGE, ("--players two", "3 or 2-4")),
    ("deal --key 12", USAGE, ("--key", "64 hexadecimal digits")),
    ("faults results --kind tiemout", USAGE, ("--kind", "'tiemout'", "did you mean 'timeout'?")),
    ("ratings games.pgn --format pgm", USAGE, ("--format", "'pgm'", "did you mean 'pgn'?")),
    ("ratings results --anchor greedy", USAGE, ("--anchor greedy", "for example greedy=1500")),
    ("doctor --require bwrp", USAGE, ("--require", "'bwrp'", "did you mean 'bwrap'?")),
    ("completion bsh", USAGE, ("shell", "'bsh'", "did you mean 'bash'?")),
    ("tournament demo --shard 8/7", USAGE, ("'8/7'", "NUMBER/COUNT")),
    ("new-plan revolution --format knockut greedy careful", USAGE, ("--format", "'knockut'", "did you mean 'knockout'?")),
    # Games, bots and files.
    ("play revoluton -- greedy careful", USAGE, ("'revoluton'", "did you mean 'revolution'?")),
    ("play xyzzy -- greedy careful", USAGE, ("'xyzzy'", "tribunal games lists")),
    ("games revoluton", USAGE, ("'revoluton'", "did you mean 'revolution'?")),
    ("games mich", USAGE, ("'mich'", "did you mean 'mitch'?")),
    ("games mitch --rule handsize=3", USAGE, ("'handsize'", "did you mean 'hand_size'?")),
    ("games mitch --rule hands", USAGE, ("--rule hands", "key=value")),
    ("games --rule hands=3", USAGE, ("--rule needs the name of a game",)),
    ("deal revoluton --seed 1", USAGE, ("'revoluton'", "did you mean 'revolution'?")),
    ("deal revolution --players 9 --seed 1", USAGE, ("revolution is for 1 to 5 players, not 9",)),
    ("deal mitch --rule hands --seed 1", USAGE, ("--rule hands", "key=value")),
    ("deal mitch --rule hands=x --seed 1", USAGE, ("hands=x is not possible: hands is 1..1000",)),
    ("check --game revoluton -- greedy", USAGE, ("'revoluton'", "did you mean 'revolution'?")),
    ("check --game revolution:tyrannt=on -- greedy", USAGE, ("'tyrannt'", "did you mean 'tyrant'?")),
    ("check --game revolution:tyrant -- greedy", USAGE, ("revolution:tyrant", "key=value")),
    ("check --game cube --players 5 -- greedy", USAGE, ("session=cube is for exactly 2 players, not 5",)),
    ("check --game mitch --game mitch -- greedy", USAGE, ("--game mitch: this game is given twice",)),
    ("play revolution --rule hnds=3 -- greedy careful", USAGE, ("'hnds'", "did you mean 'hands'?")),
    ("play revolution --rule hands -- greedy careful", USAGE, ("--rule hands", "key=value")),
    ("play revolution --rule tyrannt=on -- greedy careful", USAGE, ("'tyrannt'", "did you mean 'tyrant'?")),
    ("play revolution -- greedy greedy greedy greedy greedy greedy", USAGE, ("revolution is for 1 to 5 players, not 6",)),
    ('play revolution -- "\'unbalanced" greedy', USAGE, ("quote",)),
    ("play revolution -- greedy carefull", USAGE, ("'carefull'", "did you mean 'careful'?")),
    ("play revolution -- greddy careful", USAGE, ("'greddy'", "did you mean 'greedy'?")),
    ("check -- greddy", USAGE, ("'greddy'", "did you mean 'greedy'?")),
    ("check python3 bot.py", USAGE, ("one bot", "'python3 bot.py'")),
    ("check -- python3 mybot.py", USAGE, ("quoted as one word: tribunal check -- 'python3 mybot.py'",)),
    ('check -- "\'unbalanced"', USAGE, ("quote",)),
    ("check -- './bot | tee log'", USAGE, ("'|'", "sh -c")),
    ("play revolution -- greedy 'SEED=1 ./bot'", USAGE, ("assignment", "env SEED=1 ./bot")),
    ("compare --candidate greedy --baseline carefull --field random --m1 1", NO_BOT, ("--baseline", "'carefull'", "did you mean 'careful'?")),
    ("new-plan revolution greedy carefull", USAGE, ("carefull", "no such file", "did you mean 'careful'?")),
    ("tournament cup.tml", USAGE, ("cup.tml", "no such file", "a TOML file")),
    ("tournament demos", USAGE, ("demos", "did you mean 'demo'?")),
]


# Files and folders: the given kind, and how the line must name it. The expected one and a next step follow.
GIVEN = {
    "nosuch": "no such ",
    "''": "'': no such ",
    "emptydir": "there are no results here; expected ",
    "empty": "is empty; expected ",
    "a plan.toml": "is a plan; expected ",
    "game.jsonl": "is a replay log; expected ",
    "game.jsonl.gz": "is compressed by gzip; expected ",
    "cup/results.db": "is the database of a tournament's folder; expected ",
    "cup": "is a folder of results; expected ",
    "damaged": "; restore a copy of it, or play the plan into another folder",
}
LOG = "a replay log, such as game.jsonl, or a tournament's folder, such as results/demo"
RESULTS = "a tournament's folder, such as results/demo"
TAKES_LOGS = ("game.jsonl", "cup")
FILE_ROWS = [  # the command, what it expects, and the kinds that it takes or objects to in other words
    ("ratings", "results of games (CSV, PGN, rankings) or a tournament's folder, such as results/demo", ("empty", "cup", "game.jsonl.gz")),
    ("verify", LOG, TAKES_LOGS),
    ("replay", LOG, TAKES_LOGS),
    ("report -o page.html", LOG, TAKES_LOGS),
    ("report --folder pages", LOG, TAKES_LOGS),
    ("play --from", LOG, (*TAKES_LOGS, "''")),
    ("standings", RESULTS, ("cup",)),
    ("faults", RESULTS, ("cup",)),
    ("export --csv", RESULTS, ("cup",)),
    ("merge out", RESULTS + ", or a folder of shards", ("cup", "damaged")),
    ("tournament", "a plan, which is a TOML file, like tournaments/demo.toml", ("a plan.toml", "empty", "emptydir", "damaged", "''")),
    ("commit", "a plan, which is a TOML file, like tournaments/demo.toml", ("a plan.toml", "empty", "emptydir", "damaged")),
    ("submit slurm --tasks 2", "a plan, which is a TOML file, like tournaments/demo.toml", ("a plan.toml", "empty", "emptydir", "damaged")),
    ("check --plan", "a plan, which is a TOML file, like tournaments/demo.toml", ("a plan.toml", "empty", "emptydir", "damaged", "''")),
]


class MistakenFiles(InFolder):
    def setUp(self) -> None:
        super().setUp()
        os.mkdir(self.path("emptydir"))
        for name, text in (("empty", ""), ("a plan.toml", 'name = "cup"\n'), ("game.jsonl", '{"tribunal":1,"game":"mitch"}\n'),
                           ("cup/results.db", "SQLite format 3\0 and no more"), ("damaged/results.db", "SQLite format 3\0 and no more")):
            self.write(name, text)
        with gzip.open(self.path("game.jsonl.gz"), "wt", encoding="utf-8") as file:
            file.write('{"tribunal":1,"game":"mitch"}\n')

    def test_each_command_names_the_file_what_it_expects_and_the_next_step(self) -> None:
        for command, expected, other in FILE_ROWS:
            for given, said in GIVEN.items():
                if given in other:
                    continue
                with self.subTest(command=command, given=given):
                    ended = tribunal(*command.split(), *([given] if given != "''" else [""]), cwd=self.folder).refused(USAGE)
                    if given == "cup" and expected.startswith(RESULTS):
                        continue
                    self.assertTrue(ended.err.startswith(f"tribunal: {given}: "), ended.err)
                    self.assertIn(said, ended.err)
                    if given != "damaged":
                        self.assertIn(f"; expected {RESULTS if given == 'emptydir' else expected}", ended.err)

    def test_the_next_step_can_be_pasted(self) -> None:
        for given, step in (("a plan.toml", "'tribunal tournament 'a plan.toml'' plays it"), ("game.jsonl", "'tribunal replay game.jsonl' shows it"),
                            ("game.jsonl.gz", "'gunzip -k game.jsonl.gz' decompresses it"),
                            ("cup/results.db", "'tribunal standings cup' shows its results")):
            self.assertIn(step, tribunal("standings", given, cwd=self.folder).err)
        self.assertIn("'tribunal standings cup' shows them", tribunal("commit", "cup", cwd=self.folder).err)

    def test_an_empty_log_and_results_that_have_not_started_name_the_next_step(self) -> None:
        self.assertIn("; expected one that 'tribunal play --log' or 'tribunal export --logs' wrote", tribunal("verify", "-").err)
        self.write("new/results.db", "")
        self.assertIn("has not started; 'tribunal tournament PLAN --out new' plays it", tribunal("standings", "new", cwd=self.folder).err)


class MistakenLines(InFolder):
    def test_each_is_refused_with_one_line_that_says_what_to_do(self) -> None:
        for line, code, words in ROWS:
            with self.subTest(line):
                ended = self.tribunal(*shlex.split(line)).refused(code, *words)
                self.assertTrue(ended.err.startswith("tribunal: "), ended.err)
                self.assertTrue(NEXT_STEP.search(ended.err) or "a TOML file" in ended.err, ended.err)

    def test_values_that_look_like_mistakes_are_taken(self) -> None:
        for line in ("deal --seed=--x", "deal --seed -5", "deal -s42", "deal --seed ''", "games -- revolution", "deal --seed 1 --no-aces --no-aces"):
            with self.subTest(line):
                self.assertEqual(tribunal(*shlex.split(line)).code, 0)
