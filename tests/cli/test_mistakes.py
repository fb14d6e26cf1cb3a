"""Bots with their authors' usual mistakes: the first line about each says what to change."""

import json
import os
import re
import shlex
import shutil
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

from program import tribunal

# A sound bot; AT_START, AT_GAME and AT_ASK are where the mistakes go.
BOT = """import sys
def say(text): print(text, flush=True)
n = 0
AT_START
while True:
    line = input()
    word = line.split()
    if word[0] == 'tribunal': say('ready mybot 1.0')
    elif word[0] == 'game': AT_GAME
    elif word[0] == 'ask':
        n += 1
        AT_ASK
        say('move ' + word[1] + ' ' + word[3])
    elif word[0] == 'quit': break
"""
LINE_OF_ASK = 12
LIMITS = ["--move-ms", "3000", "--startup-ms", "20000"]


def bot_of(start="pass", game="pass", ask="pass"):
    return BOT.replace("AT_START", start).replace("AT_GAME", game).replace("AT_ASK", ask)


class Mistake(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        os.chmod(self.folder, 0o755)

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def check(self, command, *words, limits=LIMITS):
        return tribunal("check", "--game", "mitch", "--players", "2-3", "--deals", "1", *limits, *words, "--", command, cwd=self.folder)

    def play(self, command, *words, limits=LIMITS):
        return tribunal("play", "mitch", *limits, *words, "--", command, command, cwd=self.folder)

    def first_fault(self, ended):
        return re.search(r"^fault: .*", ended.out, re.MULTILINE)[0]

    def failures(self, ended):
        return re.findall(r"^FAILED +(.*)", ended.out, re.MULTILINE)


class Exceptions(Mistake):
    def assert_told(self, command, cause, file, line):
        """In check, its annotations and its XML, and in play."""
        ended = self.check(command, "--github", "--junit", "report.xml")
        self.assertEqual(ended.code, 1, ended)
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
        self.assertTrue(failures)
        for failure in failures:
            self.assertIn(cause, failure.attrib["message"])
            self.assertIn(f"\nat {file}:{line}\nstderr:\n", failure.text)
        self.assertIn(cause, self.first_fault(self.play(command)))

    def test_python(self):
        self.write("bots/bot.py", bot_of(ask="if n > 2: raise ValueError('no such card: 100%')"))
        self.assert_told("python3 bots/bot.py", "ValueError: no such card: 100% (bot.py:12)", "bots/bot.py", LINE_OF_ASK)

    def test_a_syntax_error(self):
        self.write("bot.py", bot_of(start="def f(:"))
        self.assert_told("python3 bot.py", "SyntaxError: ", "bot.py", 4)

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

    @unittest.skipUnless(shutil.which("java"), "needs java")
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
        self.assert_told("java Bot.java", "java.lang.ArrayIndexOutOfBoundsException: Index 1000 out of bounds", "Bot.java", 8)

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
        self.write("bot.py", bot_of(ask="sys.exit('Traceback (most recent call last):\\n  File \"/etc/passwd\", line 1\\nX::error::y ##[group]%0A')"))
        ended = self.check("python3 bot.py", "--github")
        annotations = re.findall(r"^::.*", ended.out, re.MULTILINE)
        self.assertEqual(len(annotations), 1, annotations)
        self.assertTrue(annotations[0].startswith("::error title="), annotations)
        self.assertIn("X::error::y #\\x23[group]%250A", annotations[0])

    def test_a_message_of_any_length_is_cut(self):
        self.write("bot.py", bot_of(ask="sys.exit('x' * 100000)"))
        ended = self.check("python3 bot.py", "--github")
        self.assertLess(max(len(line) for line in self.failures(ended)), 500)
        self.assertLess(max(len(line) for line in ended.out.splitlines()), 4000)


if __name__ == "__main__":
    unittest.main()
