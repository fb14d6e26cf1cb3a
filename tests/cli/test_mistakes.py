"""Bots with their authors' usual mistakes: the first line about each says what to change."""

import json
import os
import re
import shlex
import shutil
import unittest
import xml.etree.ElementTree as ElementTree

from bots import scripted
from cup import plan
from program import GREEDY, ROOT, InFolder

LINE_OF_START, LINE_OF_ASK = 4, 15  # in the text of a scripted bot
LIMITS = ["--move-ms", "3000", "--startup-ms", "20000"]
JAVAC = "javac -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC"
JAVA = "java -Xshare:auto -XX:TieredStopAtLevel=1 -XX:+UseSerialGC"


class Mistake(InFolder):
    IN_PLAY = ("--sandbox", "none")  # `check` runs the bot in a sandbox

    def setUp(self):
        super().setUp()
        os.chmod(self.folder, 0o755)

    def check(self, command, *words, limits=LIMITS):
        return self.tribunal("check", "--game", "mitch", "--players", "2-3", "--deals", "1", *limits, *words, "--", command)

    def play(self, command, *words, limits=LIMITS):
        return self.tribunal("play", "mitch", *limits, *(words or self.IN_PLAY), "--", command, command)

    def first_fault(self, ended):
        found = re.search(r"^fault: .*", ended.out, re.MULTILINE)
        self.assertTrue(found, ended)
        return found[0]

    def failures(self, ended):
        return re.findall(r"^FAILED +(.*)", ended.out, re.MULTILINE)


class Exceptions(Mistake):
    def assert_told(self, command, cause, file, line):
        """In check, its annotations and its XML, and in play."""
        ended = self.check(command, "--github", "--junit", "report.xml").expect(1)
        for failure in self.failures(ended):
            self.assertIn(cause, failure)
        annotations = re.findall(r"^::(?:error|warning) .*", ended.out, re.MULTILINE)
        self.assertEqual(len(annotations), 1, annotations)
        self.assertTrue(annotations[0].startswith(f"::error file={file},line={line},title="), annotations)
        escaped = cause.replace("%", "%25")
        self.assertIn(escaped, annotations[0].split("::")[2].split("%0A")[0] if "::" not in cause else annotations[0])
        self.assertIn("%0Astderr: ", annotations[0])
        tree = ElementTree.parse(os.path.join(self.folder, "report.xml"))
        failures = tree.findall(".//failure")
        self.assertEqual(len(failures), 1, "one cause is one failure, as it is one annotation")
        failure = failures[0]
        self.assertIn(cause, failure.attrib["message"])
        self.assertIn(f"\nat {file}:{line}\nstderr: ", failure.text)
        repeated = [each.attrib["message"] for each in tree.findall(".//skipped") if each.attrib["message"].startswith("failed, ")]
        # In text a failure names all tables that failed for that reason: "game mitch for 2, 3".
        tables = [failed.split("  ")[0].count(",") + 1 for failed in self.failures(ended)]
        self.assertEqual(len(repeated), sum(tables) - 1)
        for message in repeated:
            self.assertIn(f"same cause as {failure.attrib['type']}: ", message)
            self.assertIn(cause, message)
        self.assertIn(cause, self.first_fault(self.play(command)))

    def test_python(self):
        self.write("bots/bot.py", scripted(ask="if asked > 2: raise ValueError('no such card: 100%')"))
        self.assert_told("python3 bots/bot.py", "ValueError: no such card: 100% (bot.py:15)", "bots/bot.py", LINE_OF_ASK)

    def test_a_syntax_error(self):
        self.write("bot.py", scripted(start="def f(:"))
        self.assert_told("python3 bot.py", "SyntaxError: ", "bot.py", LINE_OF_START)

    @unittest.skipUnless(shutil.which("node"), "needs node")
    def test_javascript(self):
        self.write("bot.js", """const lines = require('readline').createInterface({ input: process.stdin });
lines.on('line', (line) => {
  const word = line.split(' ');
  if (word[0] === 'tribunal') console.log('ready js 1');
  if (word[0] === 'ask') console.log('move ' + word[1] + ' ' + word.nothing.length);
});
""")
        self.assert_told("node bot.js", "TypeError: Cannot read properties of undefined (reading 'length') (bot.js:5)", "bot.js", 5)

    @unittest.skipUnless(shutil.which("javac"), "needs javac")
    def test_java(self):
        self.write("Bot.java", """import java.util.Scanner;
public class Bot {
  public static void main(String[] given) {
    Scanner in = new Scanner(System.in);
    while (in.hasNextLine()) {
      String[] word = in.nextLine().split(" ");
      if (word[0].equals("tribunal")) System.out.println("ready java 1");
      if (word[0].equals("ask")) System.out.println(word[1000]);
    }
  }
}
""")
        self.assertEqual(os.system(f"cd {shlex.quote(self.folder)} && {JAVAC} Bot.java"), 0)
        self.assert_told(JAVA + " -cp . Bot", "java.lang.ArrayIndexOutOfBoundsException: Index 1000 out of bounds", "Bot.java", 8)

    @unittest.skipUnless(shutil.which("g++"), "needs g++")
    def test_an_assertion_of_cpp(self):
        self.write("src/bot.cpp", """#include <cassert>
#include <iostream>
int main() {
  for (std::string line; std::getline(std::cin, line);) {
    if (line.starts_with("tribunal")) std::cout << "ready cpp 1" << std::endl;
    if (line.starts_with("ask")) assert(line.empty());
  }
}
""")
        built = os.system(f"cd {shlex.quote(self.folder)} && g++ -std=c++20 src/bot.cpp -o bot")
        self.assertEqual(built, 0)
        self.assert_told("./bot", "Assertion `line.empty()' failed.", "src/bot.cpp", 6)

    def test_a_shell_script(self):
        self.write("bot.sh", "read line\necho ready sh 1\nwhile read word id rest; do\n  [ $word != ask ] || { nosuch; exit 1; }\ndone\n")
        self.assert_told("bash bot.sh", "bot.sh: line 4: nosuch: command not found", "bot.sh", 4)

    def test_a_place_that_is_not_a_file_here_is_not_annotated(self):
        self.write("bot.py", scripted(ask="sys.exit('Traceback (most recent call last):\\n  File \"/etc/passwd\", line 1\\nX::error::y ##[group]%0A')"))
        ended = self.check("python3 bot.py", "--github")
        annotations = re.findall(r"^::.*", ended.out, re.MULTILINE)
        self.assertEqual(len(annotations), 1, annotations)
        self.assertTrue(annotations[0].startswith("::error title="), annotations)
        self.assertIn("X::error::y #\\x23[group]%250A", annotations[0])

    def test_a_message_of_any_length_is_cut(self):
        self.write("bot.py", scripted(ask="sys.exit('x' * 100000)"))
        ended = self.check("python3 bot.py", "--github")
        self.assertLess(max(len(line) for line in self.failures(ended)), 500)
        self.assertLess(max(len(line) for line in ended.out.splitlines()), 4000)


class Starts(Mistake):
    """A bot that does not get ready is told what it did instead."""

    def assert_started_once(self, command, limits=("--startup-ms", "1500")):
        """One start, and the second that it takes to find the reason, but not the limit twice."""
        for run in (self.check, self.play):
            log = self.write("starts", "")
            ended = run(f"sh -c 'echo x >> {log}; exec {command}'", "--sandbox", "none", limits=limits).expect(1, lacks="started once more")
            self.assertEqual(self.read("starts").count("x"), 1 if run == self.check else 2, ended)  # at a table of two, each starts once

    def assert_told(self, command, cause, limits=("--startup-ms", "2500")):
        ended = self.check(command, "--github", limits=limits).expect(1)
        self.assertEqual(len(self.failures(ended)), 1, ended)
        self.assertIn(cause, self.failures(ended)[0])
        annotations = re.findall(r"^::.*", ended.out, re.MULTILINE)
        self.assertEqual(len(annotations), 1)
        self.assertIn(cause, annotations[0].split("%0A")[0])
        self.assertIn(cause, self.first_fault(self.play(command, limits=limits)))

    def test_one_that_reads_all_of_its_input(self):
        self.write("bot.py", scripted(start="import io; sys.stdin = io.StringIO(sys.stdin.read())"))
        self.assert_told("python3 bot.py", "; its output came only at the end of its input: let it read line by line")

    def test_one_that_does_not_flush(self):
        self.write("bot.py", scripted(start="sys.stdout = open(1, 'w', closefd=False)\ndef say(text): print(text)"))
        self.assert_told("python3 bot.py", "; its output came only when it ended: let it flush its output after every line")

    def test_one_that_sleeps_or_computes(self):
        self.write("bot.py", scripted(start="import time; time.sleep(1000)"))
        self.assert_told("python3 bot.py", " ms of CPU time and did not read its input: it sleeps, or waits")
        self.write("bot.py", scripted(start="while True: pass"))
        self.assert_told("python3 bot.py", " ms of CPU time: let it say 'ready' before it prepares", ("--startup-ms", "1000"))

    def test_one_that_is_silent_for_a_reason_of_its_own_is_started_once(self):
        self.write("bot.py", "import time; time.sleep(1000)")
        self.assert_started_once("python3 bot.py")
        self.write("bot.py", "import time; print('# soon', flush=True); time.sleep(1000)")
        self.assert_started_once("python3 bot.py")
        self.write("bot.py", "print('ready x 1', end='', flush=True); input(); input()")
        self.assert_started_once("python3 bot.py")
        self.write("bot.py", "import sys; sys.stdin.read(); print('ready x 1')")
        self.assert_started_once("python3 bot.py")

    def test_one_that_computes_for_all_of_its_time_is_started_once(self):
        self.write("bot.py", "while True: pass")
        self.assert_started_once("python3 bot.py", ("--startup-ms", "400", "--clock", "cpu"))

    @unittest.skipUnless(shutil.which("g++"), "needs g++")
    def test_one_that_compiles(self):
        self.write("bot.cpp", "".join(f"template <int n> struct a{i} {{ static constexpr int v = a{i}<n - 1>::v + 1; }};\n"
                                      f"template <> struct a{i}<0> {{ static constexpr int v = 0; }};\nint x{i} = a{i}<850>::v;\n"
                                      for i in range(400)) + "int main() {}\n")
        self.assert_told("sh -c 'g++ bot.cpp -o /tmp/bot && exec /tmp/bot'", "; it was compiling: build it before", ("--startup-ms", "1000"))

    def test_one_that_prints_to_standard_output(self):
        self.write("bot.py", scripted(start="print('Starting up...')"))
        self.assert_told("python3 bot.py", "said 'Starting up...' where 'ready NAME VERSION' was expected; print diagnostics to standard "
                         "error, or as '# ...'", LIMITS)

    def test_a_module_of_another_environment(self):
        self.write("bot.py", scripted(start="import nosuchmodule"))
        self.assert_told("python3 bot.py", "module nosuchmodule is not installed for this interpreter: install it for the system, or use the interpreter of its virtual environment in the command", LIMITS)
        self.write("lib/nosuchmodule.py", "")
        os.environ["PYTHONPATH"] = os.path.join(self.folder, "lib")
        self.addCleanup(os.environ.pop, "PYTHONPATH")
        self.assert_told("python3 bot.py", "through PYTHONPATH, a variable that bots do not get: copy it into the folder of the bot", LIMITS)

    @unittest.skipUnless(shutil.which("node"), "needs node")
    def test_a_module_of_javascript(self):
        self.write("bot.mjs", "import { run } from './tribunal_bot.mjs';\nrun();\n")
        self.assert_told("node bot.mjs", "; write the kit into the folder of the bot: tribunal help tribunal_bot.mjs > tribunal_bot.mjs", LIMITS)
        self.write("bot.mjs", "import x from 'lodash';\nx();\n")
        self.assert_told("node bot.mjs", "; package lodash is not installed in the folder of the bot: run npm install there", LIMITS)


class Games(Mistake):
    """Mistakes that bots make in a game."""
    IN_PLAY = ()  # some are hints on the sandbox

    def assert_told(self, cause, *, limits=LIMITS, **where):
        self.write("bot.py", scripted(**where))
        ended = self.check("python3 bot.py", "--github", limits=limits).expect(1)
        self.assertIn(cause, self.failures(ended)[0])
        annotations = re.findall(r"^::error.*", ended.out, re.MULTILINE)
        self.assertEqual(len(annotations), 1, annotations)
        self.assertIn(cause, annotations[0].split("%0A")[0])
        self.assertIn(cause, self.first_fault(self.play("python3 bot.py", limits=limits)))
        return ended

    def test_one_that_prints_to_standard_output(self):
        self.assert_told("; print diagnostics to standard error, or as '# ...'", ask="print('thinking about', word[3:])")

    def test_an_answer_in_another_form(self):
        for said, told in [("'move', word[1], repr(word[3])", "; the list has 'play:"), ("'move', word[1], word[3][-2:]", "; the list has 'play:"),
                           ("'move', word[1], word[3].upper()", "; the list has 'play:"), ("word[1], word[3]", "; expected 'move ID ACTION'")]:
            with self.subTest(said):
                self.assert_told(told, ask=f"print({said}, flush=True)")

    def test_an_exit_at_the_first_question_is_not_a_start(self):
        self.assert_told("crash: exited with 0 at its first question; a bot answers, and stays until `quit`"[7:], ask="sys.exit(0)")

    def test_one_that_writes_where_it_must_not(self):
        self.assert_told("the sandbox lets it write to /tmp alone ($TMPDIR; a plan sets its size: [resources] tmp_mb = 16)",
                         game="open('cache.txt', 'a').write('game')")

    def test_one_that_wants_the_network(self):
        self.assert_told('the sandbox has no network: put what it needs into the folder of the bot, or run it with --sandbox limits (in a plan: '
                         'sandbox = "limits")', ask="import socket; socket.create_connection(('example.com', 80), 2)")

    def test_one_with_too_many_threads(self):
        self.assert_told("; a plan raises it: [resources] processes = 256",
                         ask="import threading, time; [threading.Thread(target=time.sleep, args=(1,), daemon=True).start() for _ in range(500)]")

    def test_one_that_takes_more_memory_than_it_may(self):
        # One seat of each game, and large pages, because taking a gigabyte takes time.
        self.assert_told("[resources] memory_mb = 2048", limits=("--move-ms", "60000"), game="is_first = 'you=0' in word",
                         ask="""if is_first:
    import mmap
    held = mmap.mmap(-1, 1 << 31, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    held.madvise(mmap.MADV_HUGEPAGE)
    for at in range(0, 1 << 31, 4096): held[at] = 1
    time.sleep(2)""")

    @unittest.skipUnless(shutil.which("javac"), "SKIPPED: there is no javac here")
    def test_a_java_machine_that_takes_all_memory_before_it_collects(self):
        self.write("Bot.java", """import java.util.Scanner;
public class Bot {
  static int taken = 0;
  public static void main(String[] given) {
    byte[][] held = new byte[Integer.parseInt(given[0])][];
    Scanner in = new Scanner(System.in);
    while (in.hasNextLine()) {
      String[] word = in.nextLine().split(" ");
      if (word[0].equals("tribunal")) System.out.println("ready java 1");
      if (word[0].equals("ask")) {
        for (; taken < 15000; ++taken) { held[taken % held.length] = new byte[100000]; held[taken % held.length][5] = 1; }
        System.out.println("move " + word[1] + " " + word[3]);
      }
    }
  }
}
""")
        self.assertEqual(os.system(f"cd {shlex.quote(self.folder)} && {JAVAC} Bot.java"), 0)
        words = ("--sandbox", "limits", "--move-ms", "60000", "--startup-ms", "60000", "--")
        ended = self.tribunal("play", "mitch", *words, JAVA + " -Xmx4g -cp . Bot 15000", GREEDY)  # 1.5 GB
        self.assertIn("[resources] memory_mb = 2048; or bound its heap: java -Xmx768m", self.first_fault(ended))
        self.tribunal("play", "mitch", *words, JAVA + " -Xmx768m -cp . Bot 64", GREEDY).expect()

    def test_a_bot_that_is_always_late_is_one_failure(self):
        for ask, cause in (("import time; time.sleep(1000)", "it sleeps"), ("while asked > 5: pass", "it computed until then")):
            ended = self.assert_told(cause, ask="if asked > 5: " + ask if "sleep" in ask else ask, limits=("--move-ms", "300", "--startup-ms", "20000"))
            self.assertEqual(len(self.failures(ended)), 1, ended)
            self.assertRegex(ended.out, r"skipped +game mitch for 3 +it does not answer in time: see game mitch for 2\n")


class KitsInUnknownGames(Mistake):
    """A bot that uses the part of a kit made for Revolution passes the examination `unknown-game`."""

    def assert_passed(self, command):
        self.assertRegex(self.check(command, "--only", "unknown-game").out, r"passed +unknown-game +it answered")

    def test_python(self):
        shutil.copy(os.path.join(ROOT, "sdk", "python", "tribunal_bot.py"), self.folder)
        self.write("bot.py", """from tribunal_bot import run

def worth(view, action):
    suit = action.card.suit
    return (view.winning(suit), view.fits(view.me, action.card), len(view.mine.meld(suit)), len(view.mine.melds[suit]),
            view.beats(view.mine.meld(suit), view.seat(action.seat).meld(suit)), view.aces_left, len(view.unseen))

run("reds", "1", lambda view: max(view.legal, key=lambda action: worth(view, action)))
""")
        self.assert_passed("python3 bot.py")

    @unittest.skipUnless(shutil.which("node"), "needs node")
    def test_javascript(self):
        shutil.copy(os.path.join(ROOT, "sdk", "javascript", "tribunal_bot.mjs"), self.folder)
        self.write("bot.mjs", """import { run } from "./tribunal_bot.mjs";
const worth = (view, { card, seat }) =>
  view.mine.meld(card.suit).length + view.mine.melds[card.suit].length + view.acesLeft + view.unseen.length +
  view.winning(card.suit) + view.fits(view.me, card) + view.beats(view.mine.meld(card.suit), view.seat(seat).meld(card.suit));
await run("reds", "1", (view) => view.legal.reduce((a, b) => (worth(view, a) < worth(view, b) ? b : a)));
""")
        self.assert_passed("node bot.mjs")


class Plans(Mistake):
    def setUp(self):
        super().setUp()
        self.write("good/bot.py", scripted())
        self.write("bad/bot.py", scripted(ask="raise ValueError('no such card')"))
        self.write("cup.toml", plan({name: ("python3 bot.py", f'directory = "{name}"') for name in ("good", "bad")}, "", 2, game="mitch", players=2,
                                    seed=""))

    def test_the_bots_of_a_plan_end_with_a_table(self):
        ended = self.tribunal("check", "--plan", "cup.toml", "--deals", "1").expect(1)
        self.assertRegex(ended.out, r"\n\nbot +verdict +why\ngood +sound *\nbad +failed +game mitch for 2: crash: .*: ValueError: no such card "
                         r"\(bot.py:15\).*\n1 of 2 bots sound\n$")

    def test_a_tournament_tells_the_same(self):
        ended = self.tribunal("tournament", "cup.toml", "--out", "out")
        self.assertIn("exited with 1 at its first question: ValueError: no such card (bot.py:15)", ended.err)
        faults = self.tribunal("faults", "out", "--json").json()
        self.assertIn("ValueError: no such card (bot.py:15)", json.dumps(faults))
