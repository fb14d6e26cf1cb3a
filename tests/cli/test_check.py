import json
import os
import re
import shutil
import signal
import subprocess
import time
import unittest
import xml.etree.ElementTree as ElementTree

from bots import scripted
from program import ROOT, SAMPLES, SANITIZED, TRIBUNAL, InFolder, processes_that_run, put, run, text_of, tribunal


def last(answer="word[-1]", **at):
    """A bot that plays the last legal action, unless told otherwise."""
    return scripted("last", answer, **at)


SOON = ["--players", "2", "--deals", "1", "--startup-ms", "60000", "--move-ms", "60000"]
OPEN = [*SOON, "--sandbox", "none"]  # without a sandbox, which takes longer than such a check
# An escape sequence, special characters of XML, commands for continuous integration, and invalid UTF-8.
NASTY = r"b'\x1b[31m<b a=\"1\">&amp;]]>\x00\n::error::x\n##[group]y\n\xff%0A\n'"


class Checked(InFolder):
    def nasty_bot(self):
        """Writes text that must be escaped for everybody, and then a line that is not an answer."""
        text = "say('::error::z ##[group] ' + word[1] + ' ' + word[-1])"
        return self.bot("na'sty <&> é.py", last("", ask="sys.stderr.buffer.write(" + NASTY + "); sys.stderr.flush(); " + text))


class Check(Checked):
    def test_every_sample_bot_is_sound_in_its_own_game(self):
        games = {"careful": "revolution 2-3", "counter": "mitch 2-3", "greedy": "revolution:scoring=basic 2-3", "hoarder": "gambling 2-3",
                 "planner.mjs": "mitch 3", "searcher": "tennis 2", "sampler": "anarchy 4", "shedder": "chez 2-3", "thinker": "revolution 3",
                 "random": "snark 3"}
        less = {"thinker": ["--steps", "300"]}
        for bot, (game, players) in {bot: words.split() for bot, words in games.items()}.items():
            with self.subTest(bot):
                ended = tribunal("check", "--game", game, "--players", players, "--deals", "1", "--seconds", "20" if SANITIZED else "50", "--move-ms", "60000",
                                 "--startup-ms", "60000", "--json", *(["--sandbox", "none"] if SANITIZED and bot in ("searcher", "sampler", "thinker") else []),
                                 " ".join(["./" + bot, *less.get(bot, [])]),
                                 cwd=SAMPLES)
                report = ended.json()
                wanted = [(0, "sound")] + ([(3, "unfinished")] if SANITIZED else [])  # one that searches is slow then
                self.assertIn((ended.code, report["verdict"]), wanted, ended)
                self.assertEqual(report["version"].split()[0], bot.removesuffix(".mjs"))
                found = {each["name"]: each["finding"] for each in report["examinations"]}
                for name in ("handshake", "unknown-game", "end-of-input"):
                    self.assertEqual(found[name], "passed", ended)

    def test_the_first_bot_of_the_readme_passes_without_a_warning(self):
        text = re.search(r"```python\n(import random.*?)```", text_of(os.path.join(ROOT, "README.md")), re.DOTALL)[1]
        tribunal("check", *SOON, "--deterministic", "--", self.bot("mybot.py", text)).expect(
            shows=[" 0 warnings, 0 failed", "mybot is sound"])

    def test_a_bot_that_throws_dice_is_sound_and_warned_about(self):
        bot = self.bot("dice.py", last("random.choice(word[3:])", start="import random"))
        tribunal("check", *OPEN, "--", bot).expect(shows="last is sound", shows_like=r"warning +determinism +the same game came out differently")
        self.assertEqual(tribunal("check", *OPEN, "--deterministic", "--", bot).code, 1)

    def test_a_bot_that_leaves_after_every_game_is_warned_about_and_one_that_crashes_at_a_question_fails(self):
        for way, code, said in (("end", 0, "but it had to be started again"), ("ask", 1, "crash: exited with 1 at its first question")):
            with self.subTest(way=way):
                bot = self.bot("bot.py", last(**{way: "if word[0] == 'end' or games == 2: sys.exit('oh no')"}))
                ended = tribunal("check", "--only", "games", "--players", "2", "--sandbox", "none", "--json", "--", bot).expect(code)
                game = ended.json()["examinations"][0]
                self.assertEqual(game["finding"], "failed" if code else "warning", game)
                self.assertIn(said, game["message"])
                self.assertIn("oh no", json.dumps(game))

    def test_a_fault_in_a_later_game_of_a_process_is_found_and_the_command_shows_it_again(self):
        for way, said in (("say('move ' + word[1] + ' 0')", "not in the list"), ("time.sleep(9)", "gave no answer within 300 ms")):
            with self.subTest(way=way):
                bot = self.bot("later.py", last(ask=f"if games > 17: {way}; continue"))
                ended = tribunal("check", "--players", "2-3", "--move-ms", "300", "--only", "games", "--sandbox", "none", "--", bot)
                ended.expect(1, shows=[said, "; it does not occur when this game is played alone", "in game 18 of the same processes, game revolution for 3"])
                again = re.search(r"see again +(.*)", ended.out)[1]
                run(["/bin/sh", "-c", again]).expect(1, shows=[said, "in game 18 of the same processes"])

    def test_the_command_that_is_shown_shows_the_failure_again(self):
        for text, finding in [(last("'castle'"), "not in the list"), (last(line="if word[0] == 'tribunal': say('hello')"), "said 'hello'")]:
            with self.subTest(finding):
                ended = tribunal("check", *OPEN, "--", self.bot("it's broken.py", text)).expect(1, shows=finding)
                command = re.search(r"^FAILED.*?see again +(.*?)$", ended.out, re.DOTALL | re.MULTILINE)[1]
                run(["/bin/sh", "-c", command]).expect(1, shows=finding)

    def test_the_output_matches_the_document(self):
        sample = re.search(r"```\n(FAILED +game.*?)```", text_of(os.path.join(ROOT, "docs", "ci.md")), re.DOTALL)[1]
        # At the second question it forgets the verb, like the bot of the sample.
        forgetful = last("word[-1].split(':')[-1] if word[1] == '2' else word[-1]")
        confined = tribunal("doctor", "--json").json()["in_force"] != "none"
        shown = tribunal("check", "--startup-ms", "60000", "--move-ms", "60000", "--", self.bot("mybot.py", forgetful)).out

        def shape(text):
            found = re.findall(r"^(passed|FAILED|warning|skipped) +(\S+(?: \S+)*)", text, re.MULTILINE)
            again = re.search(r"see again +\S*tribunal play (.*) -- ", text)[1].split()
            marks = re.findall(r"^ +(sent|came back|rule|see again) ", text, re.MULTILINE)
            return (found, [word for word in again if word.startswith("--")
                    and (confined or word != "--sandbox") and not word.endswith("-ms")], marks[:4])

        self.assertEqual(shape(sample), shape(shown))

    def test_the_same_failure_at_every_table_is_explained_once(self):
        ended = tribunal("check", "--players", "2-3", "--deals", "1", "--game", "revolution", "--game", "mitch", "--", self.bot("wrong.py", last("'castle'")))
        self.assertRegex(ended.out, r"^FAILED +game revolution for 2, 3 +illegal: ")
        self.assertEqual(ended.out.count("rule       |"), 1, ended)
        self.assertEqual(ended.out.count("tribunal play"), 1, ended)
        self.assertRegex(ended.out, r"(?m)^FAILED +game mitch for 2, 3 +same cause as game revolution for 2: illegal: ")
        self.assertEqual(re.findall(r"(?m)^(FAILED|warning|skipped|passed)", ended.out), sorted(re.findall(r"(?m)^(FAILED|warning|skipped|passed)", ended.out),
                         key=["FAILED", "warning", "skipped", "passed"].index))
        self.assertRegex(ended.out, r", 1 failed, .*: last is at fault\n$")

    def test_the_first_trouble_that_is_told_is_of_a_game_that_exists(self):
        bot = self.bot("wrong.py", last(ask="1/0"))
        ended = tribunal("check", *OPEN, "--quiet", "--", bot).expect(1, shows=" 0 warnings, 1 failed")
        self.assertRegex(ended.out, r"^FAILED +game revolution for 2 +crash: .*ZeroDivisionError")
        self.assertRegex(ended.out, r"(?m)^warning +unknown-game +same cause as game revolution for 2: ")

    def test_a_file_that_the_sandbox_hides_is_named_at_a_start_and_in_a_game(self):
        os.makedirs(self.path("shared"))
        os.makedirs(self.path("mine"))
        text_of_file = self.path("shared/weights.txt")
        put(text_of_file, "1")
        for path in ("../shared/weights.txt", text_of_file):
            for way in ("start", "game"):
                with self.subTest(path=path, way=way):
                    self.bot("mine/bot.py", last(**{way: f"open({path!r})"}))
                    ended = tribunal("check", *SOON, "--sandbox", "bwrap", "--", "python3 bot.py", cwd=self.path("mine"))
                    if ended.code != 69:
                        self.assertIn(path + " is a place that the sandbox hides from the bot: copy", ended.out, ended)

    @unittest.skipUnless(shutil.which("java"), "needs java")
    def test_a_class_path_that_the_sandbox_hides_is_named(self):
        os.makedirs(self.path("classes"))
        os.makedirs(self.path("here"))
        command = f"java -cp {self.path('classes')}:/nowhere Bot"
        ended = tribunal("check", *SOON, "--sandbox", "bwrap", "--", command, cwd=self.path("here"))
        if ended.code != 69:
            self.assertIn(self.path("classes") + " is a place that the sandbox hides from the bot: copy", ended.out, ended)

    def test_a_check_without_time_for_a_game_is_unfinished(self):
        words = ["check", "--seconds", "1", "--sandbox", "none", "--json=" + self.path("report.json"), "--", self.bot("sleepy.py", last(ask="time.sleep(0.3)"))]
        tribunal(*words).expect(3, shows_like=r"unfinished: it is unknown whether .* is sound, because there was no time for a game at [0-9] tables?")
        self.assertEqual(json.loads(self.read("report.json"))["verdict"], "unfinished")

    def test_options_choose_games_and_players(self):
        ended = tribunal("check", "--game", "mitch:hand_size=3", "--game", "cube", "--players", "2-3", "--deals", "1",
                         "--only", "games", "--", self.bot("last.py", last())).expect()
        names = re.findall(r"game (\S+ for \d)", ended.out)
        self.assertEqual(names, ["mitch:hand_size=3 for 2", "mitch:hand_size=3 for 3", "cube for 2"])

    def test_a_bot_that_does_not_start_is_one_failure(self):
        tribunal("check", *SOON, "--", self.bot("broken.py", "import no_such_module\n")).expect(
            1, shows=["No module named 'no_such_module'", " 10 skipped"], lacks="\nskipped")

    def hint(self, command, sandbox="none", **environment):
        """The hint of `check` for this bot, which does not start. It is the same in text and in JSON."""
        ended = subprocess.run([TRIBUNAL, "check", *SOON, "--sandbox", sandbox, "--json", "--", command], capture_output=True,
                               text=True, cwd=self.folder, env={**os.environ, **environment}, timeout=120, check=False)
        if ended.returncode == 69:
            self.skipTest("SKIPPED: the level " + sandbox + " is not available here: " + ended.stderr)
        self.assertEqual(ended.returncode, 1, ended)
        report = json.loads(ended.stdout)
        self.assertEqual(report["sandbox"], sandbox)
        hint = report["examinations"][0].get("hint", "")
        self.assertRegex(ended.stderr, "^FAILED +handshake .*" + (re.escape(f"; {hint}\n") if hint else "\n"))
        return hint

    def test_a_script_is_run_by_its_interpreter(self):
        self.bot("mybot.py", last())
        by_python = "a script needs its interpreter: use the command python3 "
        self.assertEqual(self.hint("mybot.py"), by_python + "mybot.py")
        self.assertEqual(self.hint("./mybot.py"), by_python + "./mybot.py")
        os.chmod(self.path("mybot.py"), 0o755)  # and without #!
        self.assertEqual(self.hint("./mybot.py"), by_python + "./mybot.py")
        self.bot("mybot.py", "#!/usr/bin/env python3\n" + last())
        self.assertEqual(self.hint("mybot.py"), "it is a file in the bot's directory: use the command ./mybot.py")

    def test_a_file_beside_the_program_and_not_in_the_working_directory_is_named(self):
        os.makedirs(self.path("mine"))
        self.bot("mine/weights.txt", "1")
        self.bot("mine/bot.py", last(start="open('weights.txt')"))
        self.assertRegex(self.hint("python3 mine/bot.py"), "^weights.txt is in .*/mine, but the bot runs in .*: open it by a path relative")

    def test_a_file_or_kit_that_is_missing_is_named(self):
        self.assertEqual(self.hint("python3 nothere.py"), "there is no file " + self.path("nothere.py"))
        kit = self.bot("kit.py", "from tribunal_bot import run\n")
        self.assertEqual(self.hint(kit), "write the kit into the folder of the bot: tribunal help tribunal_bot.py > tribunal_bot.py")

    def test_the_sandbox_is_blamed_only_for_what_it_hides(self):
        for text in ("1/0\n", "raise SystemExit(1)\n"):
            with self.subTest(text):
                self.assertEqual(self.hint(self.bot("broken.py", text), "bwrap"), "")
        for level in ("none", "bwrap"):
            self.assertEqual(self.hint(self.bot("broken.py", "import no_such_module\n"), level),
                             "module no_such_module is not installed for this interpreter: install it for the system, or use the interpreter of its virtual environment in the command (venv/bin/python)")
        self.assertEqual(self.hint(self.bot("kit.py", "from tribunal_bot import run\n"), "bwrap"),
                         "write the kit into the folder of the bot: tribunal help tribunal_bot.py > tribunal_bot.py")

    def test_a_home_directory_is_not_seen_in_the_sandbox(self):
        self.bot("helper.py", "")
        os.makedirs(self.path(".local/lib/python3/site-packages/numbers_of_mine"))
        advice = "; give the bot a folder of its own, or run it without a sandbox (--sandbox none)"
        self.assertEqual(self.hint(self.bot("bot.py", "import helper\n"), "bwrap", HOME=self.folder),
                         "helper.py is hidden from the bot: it is in a folder that is a home directory" + advice)
        self.assertEqual(self.hint(self.bot("bot.py", "import numbers_of_mine\n"), "bwrap", HOME=self.folder),
                         "module numbers_of_mine is installed in " + self.path(".local/lib/python3/site-packages") + ", which the bot "
                         "does not see in this sandbox: install it for the system, or into a virtual environment in the folder "
                         "of the bot")
        self.assertEqual(self.hint(self.bot("bot.py", "raise SystemExit(1)\n"), "bwrap", HOME=self.folder),
                         f"it does not see {self.folder}, a folder that is a home directory: " + advice[2:])

    def test_quiet_shows_failures_and_the_summary(self):
        self.assertEqual(tribunal("check", *SOON, "--quiet", "--only", "quit", "--", self.bot("last.py", last())).out.count("\n"), 1)

    def test_quiet_shows_skipped_checks(self):
        tribunal("check", *OPEN, "--quiet", "--only", "memory", "--only", "determinism", "--",
                 self.bot("wrong.py", last("'castle'"))).expect(None, shows_like=r"(?m)^skipped +determinism +no game could be played twice$")

    def test_the_options_of_play_are_those_of_check(self):
        """The command that reproduces a failure has them as well."""
        log = self.path("games.jsonl")
        bad = self.bot("bad.py", last("'nothing'"))
        ended = tribunal("check", "--players", "2", "--deals", "1", "--only", "games", "--sandbox", "none", "--rule", "hands=2", "--game-ms", "90000",
                         "--increment-ms", "5", "--move-ms", "0", "--clock", "cpu", "--log", log, "--", bad).expect(1)
        again = re.search(r"see again +(.*)", ended.out).group(1)
        for words in ("--rule hands=2", "--game-ms 90000", "--increment-ms 5", "--move-ms 0", "--clock cpu", "--sandbox none"):
            self.assertIn(words, again)
        self.assertIn("hands", self.read("games.jsonl").splitlines()[0])
        self.assertEqual(tribunal("verify", log).code, 0)
        tribunal("check", "--rule", "hands=2", "--game", "mitch", "--game", "revolution", "--", bad).refused(2, "--game NAME:key=value")

    def test_a_report_that_cannot_be_written_is_said(self):
        for option in (["--junit", "/nowhere/report"], ["--json=/nowhere/report"], ["--log", "/nowhere/report"]):
            # Before the bot is started.
            tribunal("check", *SOON, "--only", "quit", *option, "--", self.bot("last.py", last())).expect(
                74, out="", err="tribunal: /nowhere/report: cannot be written: No such file or directory\n")

    def test_a_bot_that_cannot_be_built_fails_in_every_report_and_old_ones_are_gone(self):
        self.bot("bot.c", "int main(void) { return nothing; }\n")
        names = ("r.json", "r.xml", "r.html", "r.jsonl")
        for name in names:
            self.write(name, "an old report")
        reports = ["--json=r.json", "--junit", "r.xml", "--html", "r.html", "--log", "r.jsonl", "--github"]
        ended = run([TRIBUNAL, "check", *OPEN, *reports, "--build", "gcc bot.c -o bot", "--", "./bot"], cwd=self.folder)
        ended.expect(1, "building the bot", shows=["1 failed, 11 skipped", "bot is at fault", "::error file=bot.c,line=1,"],
                     shows_like="FAILED +build +its build 'gcc bot.c -o bot' ended with status 1; its first error: bot.c:1:", lacks="\nskipped")
        report = json.loads(self.read("r.json"))
        self.assertEqual((report["verdict"], report["examinations"][0]["name"], report["examinations"][0]["place"]),
                         ("failed", "build", {"file": "bot.c", "line": 1}))
        self.assertIn('failures="1"', self.read("r.xml"))
        self.assertIn("its first error: bot.c:1:", self.read("r.html"))
        self.assertEqual(self.read("r.jsonl"), "")

    def test_a_bot_whose_compiler_is_missing_is_not_judged(self):
        missing = next(name for name in ("ldc2", "ghc", "mcs") if shutil.which(name) is None)
        ended = run([TRIBUNAL, "check", *OPEN, "--build", f"{missing} bot", "--", "./bot"], cwd=self.folder)
        ended.expect(70, "building", shows_like=f"(?m)^error +build .*this machine has no {missing}", shows="it is unknown whether bot is sound")

    def test_without_a_result_no_old_report_remains(self):
        self.write("r.json", "an old report")
        tribunal("check", "--json=r.json", "--plan", "nowhere.toml", cwd=self.folder).refused(2, "nowhere.toml")
        self.assertEqual(self.read("r.json"), "an old report")
        self.bot("a/bot.py", last())
        bots = "".join(f'[[bots]]\nname = "{name}"\ndirectory = "a"\ncommand = "python3 bot.py"\n{more}\n'
                       for name, more in (("a", 'build = "true"'), ("b", 'sha256 = "' + 64 * "1" + '"')))
        self.write("cup.toml", 'name = "cup"\ngame = "revolution"\nplayers = 2\ndeals = 1\nformat = "round-robin"\n' + bots)
        tribunal("check", "--json=r.json", "--plan", "cup.toml", "a", cwd=self.folder).expect(78, "bot b is not the one")
        self.assertEqual(self.read("r.json"), "")

    def test_ctrl_c_ends_the_check_and_its_bots(self):
        slow = self.bot("slow.py", last(ask="time.sleep(60)"))
        with subprocess.Popen([TRIBUNAL, "check", "--move-ms", "60000", "--", slow], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True) as process:
            while len(processes_that_run(self.path("slow.py")).splitlines()) < 2 and process.poll() is None:  # once it has bots it listens
                time.sleep(0.05)
            process.send_signal(signal.SIGINT)
            out, _ = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 75, out)
        self.assertIn("interrupted", out)  # in the report, or instead of it, if the first game has not begun
        self.assertEqual(processes_that_run(self.path("slow.py")), "")


class Reports(Checked):
    def check_nasty(self, *words, **environment):
        command = [TRIBUNAL, "check", *OPEN, *words, "--", self.nasty_bot()]
        plain = {name: value for name, value in os.environ.items() if name != "GITHUB_ACTIONS"}
        return subprocess.run(command, capture_output=True, env={**plain, **environment}, timeout=120, check=False)

    def test_text_of_the_bot_is_escaped_in_the_log(self):
        ended = self.check_nasty(GITHUB_ACTIONS="true")
        self.assertEqual(ended.returncode, 1, ended)
        commands = [line for line in ended.stdout.splitlines() if line.strip().startswith(b"::")]
        self.assertGreater(len(commands), 0)
        for line in commands:
            self.assertRegex(line, rb"^::(error|warning) title=tribunal check [^:,\n]+%3A [^:,\n]+::")
        others = [line for line in ended.stdout.splitlines() if line not in commands]
        self.assertNotIn(b"##", b"\n".join(others))
        self.assertNotIn(b"\x1b", ended.stdout)
        self.assertNotIn(b"::", self.check_nasty().stdout.replace(b"::error::z", b"").replace(b"::error::x", b""))

    def test_annotations_come_by_themselves_only_in_github_actions(self):
        self.assertIn(b"\n::error ", self.check_nasty("--github").stdout)
        self.assertNotIn(b"\n::error ", self.check_nasty("--no-github", GITHUB_ACTIONS="true").stdout)
        self.assertNotIn(b"\n::error ", self.check_nasty().stdout)

    def test_annotations_name_files_from_the_top_of_the_repository(self):
        self.bot("bots/mine/bot.py", "raise ValueError(1)\n")
        for top, file in ((self.folder, "bots/mine/bot.py"), (self.path("bots/mine"), "bot.py"), ("/nowhere", "bot.py")):
            environment = {**os.environ, "GITHUB_WORKSPACE": top}
            ended = run([TRIBUNAL, "check", *OPEN, "--github", "--", "python3 bot.py"], cwd=self.path("bots/mine"), env=environment)
            self.assertIn(f"::error file={file},line=1,", ended.expect(1).out)

    def test_json_says_all_that_is_known(self):
        report = json.loads(self.check_nasty("--json").stdout)
        self.assertEqual(set(report), {"schema", "bot", "command", "version", "sandbox", "verdict", "seconds", "figures", "examinations"})
        self.assertEqual(report["verdict"], "failed")
        failure = [each for each in report["examinations"] if each["finding"] == "failed"][0]
        self.assertEqual(failure["came_back"], "::error::z ##[group] 1 " + failure["sent"][-1].split()[-1])
        self.assertEqual(failure["rule"]["page"], "docs/protocol.md")
        self.assertIn("\\x1b[31m<b a", "".join(failure["stderr"]))

    def test_junit_holds_to_the_schema(self):
        """The rules of the schema that Jenkins uses for JUnit's XML (junit-10.xsd), in our own code."""
        root = ElementTree.fromstring(self.check_nasty("--junit", "-").stdout)
        optional = {"testsuites": {"name", "time", "tests", "failures", "errors"},
                    "testsuite": {"group", "time", "skipped", "timestamp", "hostname", "id", "package", "file", "log", "url"},
                    "testcase": {"time", "classname", "group"}, "failure": {"type", "message"}, "error": {"type", "message"},
                    "skipped": {"type", "message"}, "system-out": set(), "system-err": set()}
        required = {"testsuite": {"name", "tests", "failures", "errors"}, "testcase": {"name"}}
        children = {"testsuites": {"testsuite"}, "testsuite": {"testcase", "system-out", "system-err"},
                    "testcase": {"failure", "error", "skipped", "system-out", "system-err"}}
        self.assertEqual(root.tag, "testsuites")
        for element in root.iter():
            with self.subTest(element.tag):
                self.assertLessEqual({child.tag for child in element}, children.get(element.tag, set()))
                self.assertLessEqual(required.get(element.tag, set()), set(element.attrib))
                self.assertLessEqual(set(element.attrib), optional[element.tag] | required.get(element.tag, set()))
                if "time" in element.attrib:
                    self.assertRegex(element.attrib["time"], r"^[0-9]+\.[0-9]+$")
                if element.tag in children and element.tag != "testcase":
                    self.assertEqual((element.text or "").strip(), "")
        suite = root[0]
        cases = suite.findall("testcase")
        names = [case.attrib["name"] for case in cases]
        self.assertEqual(len(set(names)), len(names))
        for attribute, tag in [("failures", "failure"), ("errors", "error"), ("skipped", "skipped")]:
            self.assertEqual(int(suite.attrib[attribute]), sum(case.find(tag) is not None for case in cases))
        self.assertEqual(int(suite.attrib["tests"]), len(cases))
        self.assertRegex(suite.attrib["timestamp"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$")
        failure = suite.find("testcase/failure")
        self.assertIn("'::error::z ##[group] 1 ", failure.attrib["message"])
