"""Submissions of authors for the tests of intakes: sound ones in the languages of this machine, broken ones, and hostile ones."""
import gzip
import io
import os
import shutil
import socket
import struct
import subprocess
import tarfile
import tempfile
import warnings
import zipfile
from typing import Callable, Dict, List, Mapping, NamedTuple, Tuple

from bots import scripted
from program import TEST_BOTS

PLAYER = scripted("player")
FIRST_OF_C = r"""
#include <stdio.h>
#include <string.h>
int main(void) {
  static char line[65536];
  setvbuf(stdout, NULL, _IOLBF, 0);
  puts("ready first 1");
  while (fgets(line, sizeof line, stdin)) {
    char* word = strtok(line, " \n");
    if (word == NULL || strcmp(word, "quit") == 0) break;
    if (strcmp(word, "ask") != 0) continue;
    char* number = strtok(NULL, " \n");
    strtok(NULL, " \n");
    printf("move %s %s\n", number, strtok(NULL, " \n"));
  }
  return 0;
}
"""
FIRST_OF_NODE = """console.log("ready first 1");
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const word = line.split(" ");
  if (word[0] === "quit") process.exit(0);
  if (word[0] === "ask") console.log(`move ${word[1]} ${word[3]}`);
});
"""
FIRST_OF_TYPESCRIPT = """declare const process: any;
process.stdout.write("ready first 1\\n");
let rest = "";
process.stdin.on("data", (read: any) => {
  const lines: string[] = (rest + String(read)).split("\\n");
  rest = lines.pop() as string;
  for (const word of lines.map((line: string): string[] => line.split(" ")))
    if (word[0] === "ask") process.stdout.write(`move ${word[1]} ${word[3]}\\n`);
});
"""
FIRST_OF_JAVA = """package players;
import java.io.*;
public class First {
  public static void main(String[] given) throws IOException {
    System.out.println("ready first 1");
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] word = line.split(" ");
      if (word[0].equals("quit")) return;
      if (word[0].equals("ask")) System.out.println("move " + word[1] + " " + word[3]);
    }
  }
}
"""
FIRST_OF_RUST = r"""use std::io::{self, BufRead};
fn main() {
    println!("ready first 1");
    for line in io::stdin().lock().lines() {
        let line = line.unwrap();
        let word: Vec<&str> = line.split_whitespace().collect();
        if word.first() == Some(&"quit") { return; }
        if word.first() == Some(&"ask") { println!("move {} {}", word[1], word[3]); }
    }
}
"""
# The greeting is in a vendored package. No other package is needed: the tools of Go compile the standard library anew
# for each bot.
FIRST_OF_GO = """package main
import (
	"example.org/words"
	"syscall"
)
func say(text string) { syscall.Write(1, []byte(text)) }
func answered(line string) bool {
	word := []string{""}
	for _, letter := range line {
		if letter == ' ' { word = append(word, "") } else { word[len(word)-1] += string(letter) }
	}
	if word[0] == "ask" { say("move " + word[1] + " " + word[3] + "\\n") }
	return word[0] != "quit"
}
func main() {
	say(words.Ready)
	var letter [1]byte
	for line := ""; ; {
		if count, _ := syscall.Read(0, letter[:]); count <= 0 { return }
		if letter[0] != '\\n' { line += string(letter[:]); continue }
		if !answered(line) { return }
		line = ""
	}
}
"""
FIRST_OF_SHELL = """#!/bin/sh
echo ready first 1
while read -r word number ms action rest; do
  case $word in ask) echo "move $number $action" ;; quit) exit 0 ;; esac
done
"""


class Kind(NamedTuple):
    """A kind of submission: how to make it, and what the organiser is told about it."""
    make: Callable[[str], None]  # makes it at a path, which gets the ending of its kind
    ending: str = ""
    why: str = ""  # in the reason for which it is refused; empty: it is admitted
    needs: Tuple[str, ...] = ()  # programs
    slow: bool = False  # its build takes seconds


def folder(files: Mapping[str, str], modes: Mapping[str, int] = {}) -> Callable[[str], None]:
    def make(path: str) -> None:
        os.makedirs(path)
        for name, text in files.items():
            file = os.path.join(path, name)
            os.makedirs(os.path.dirname(file), exist_ok=True)
            with open(file, "w", encoding="utf-8") as out:
                out.write(text)
            os.chmod(file, modes.get(name, 0o644))
    return make


def archive(files: Mapping[str, str]) -> Callable[[str], None]:
    def make(path: str) -> None:
        with zipfile.ZipFile(path, "w") as out:
            for name, text in files.items():
                out.writestr(name, text)
    return make


def tarball(*entries: Tuple[tarfile.TarInfo, bytes], mode: str = "w:gz") -> Callable[[str], None]:
    def make(path: str) -> None:
        with tarfile.open(path, mode) as out:  # type: ignore[call-overload]
            for entry, data in entries:
                entry.size = len(data)
                out.addfile(entry, io.BytesIO(data))
    return make


def entry(name: str, kind: bytes = tarfile.REGTYPE, target: str = "") -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname, info.mode = kind, target, 0o4755
    return info


def appended(path: str) -> None:
    """An archive to which a newer file of the same name was added, as `tar -r` does."""
    tarball((entry("bot.py"), b"raise SystemExit(1)"), (entry("bot.py"), PLAYER.encode()), mode="w")(path)


def raw(data: bytes) -> Callable[[str], None]:
    def make(path: str) -> None:
        with open(path, "wb") as out:
            out.write(data)
    return make


def after(first: Callable[[str], None], *then: Callable[[str], None]) -> Callable[[str], None]:
    def make(path: str) -> None:
        for step in (first, *then):
            step(path)
    return make


def encrypted(path: str) -> None:
    """A zip whose only file claims to be encrypted."""
    archive({"bot.py": PLAYER})(path)
    with open(path, "r+b") as file:
        data = bytearray(file.read())
        for signature, at in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
            place = data.index(signature) + at
            data[place:place + 2] = struct.pack("<H", 1)
        file.seek(0)
        file.write(data)


def other_letters(path: str) -> None:
    """A zip from an old Windows, with names in its code page."""
    archive({"bot.py": PLAYER, "Erkl?rung.pdf": "%PDF"})(path)
    with open(path, "r+b") as file:
        data = file.read().replace(b"Erkl?rung", b"Erkl\x84rung")
        file.seek(0)
        file.write(data)


def thrice_packed(path: str) -> None:
    with tempfile.TemporaryDirectory() as beside:
        inner = os.path.join(beside, "inner.zip")
        archive({"bot.py": PLAYER})(inner)
        for name, out in (("a.zip", os.path.join(beside, "outer.zip")), ("b.zip", path)):
            with zipfile.ZipFile(out, "w") as packed_again:
                packed_again.write(inner, name)
            inner = out


def truncated(path: str) -> None:
    tarball((entry("bot.py"), os.urandom(100_000)))(path)
    os.truncate(path, 50_000)


def changed(make: Callable[[str], None], change: Callable[[bytearray], None]) -> Callable[[str], None]:
    """A file in which some bytes were changed or are missing."""
    def make_changed(path: str) -> None:
        make(path)
        with open(path, "r+b") as file:
            data = bytearray(file.read())
            change(data)
            file.seek(0)
            file.truncate()
            file.write(data)
    return make_changed


def another_byte(at: Callable[[bytearray], int]) -> Callable[[bytearray], None]:
    def change(data: bytearray) -> None:
        data[at(data)] ^= 1
    return change


def cut(at: Callable[[bytearray], int]) -> Callable[[bytearray], None]:
    def change(data: bytearray) -> None:
        del data[at(data):]
    return change


def twice_in_zip(path: str) -> None:
    with zipfile.ZipFile(path, "w") as out, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for text in ("raise SystemExit(1)", PLAYER):
            out.writestr("bot.py", text)


def long_list(path: str) -> None:
    """A zip of one empty file. Its list, which a reader holds in memory, names the file 700,000 times."""
    file = struct.pack("<IHHHHHIIIHH", 0x04034B50, 20, 0, 0, 0, 0, 0, 0, 0, 1, 0) + b"a"
    name = struct.pack("<IHHHHHHIIIHHHHHII", 0x02014B50, 20, 20, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0) + b"a"
    end = struct.pack("<IHHHHIIH", 0x06054B50, 0, 0, 0xFFFF, 0xFFFF, len(name) * 700_000, len(file), 0)
    raw(file + name * 700_000 + end)(path)


def bomb(path: str) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as out:
        out.writestr("bot.py", b"\0" * (150 << 20))


def sparse(size: int) -> Callable[[str], None]:
    def make(path: str) -> None:
        with open(os.path.join(path, "big"), "wb") as file:
            file.truncate(size)
    return make


def bind(path: str) -> None:
    """A socket in the folder, whose path may be too long for one."""
    here = os.getcwd()
    os.chdir(path)
    with socket.socket(socket.AF_UNIX) as end:
        end.bind("end")
    os.chdir(here)


def many(path: str) -> None:
    """Most are links to the first, which takes a tenth of the time of files. One file may not allow that many links."""
    for number in range(100_100):
        name = os.path.join(path, str(number))
        if number % 50_000 == 0:
            first = name
            raw(b"")(first)
        else:
            os.link(first, name)


def packed(*words: str) -> Callable[[str], None]:
    """An archive of a bot's folder that a program makes: its words, the archive's path and a dot."""
    def make(path: str) -> None:
        with tempfile.TemporaryDirectory() as source:
            PYTHON(os.path.join(source, "ann-main"))
            subprocess.run([*words, os.path.abspath(path), "."], cwd=source, check=True)
    return make


def in_environment(path: str) -> None:
    """A virtual environment whose Python is in its author's home."""
    os.makedirs(os.path.join(path, "venv", "bin"))
    raw(b"home = /home/ann/.pyenv/bin\n")(os.path.join(path, "venv", "pyvenv.cfg"))
    os.symlink("/home/ann/.pyenv/bin/python3", os.path.join(path, "venv", "bin", "python3"))


def at(name: str, make: Callable[[str], None]) -> Callable[[str], None]:
    return lambda path: make(os.path.join(path, name))


# A program from this build's tests, which starts at once. A package has none.
HONEST_BOT = os.path.join(TEST_BOTS, "honest-bot")
BOT_FILE = "bot" if os.path.exists(HONEST_BOT) else "bot.py"


def sound_bot(comment: str = "") -> Callable[[str], None]:
    """A sound bot whose file ends with the comment."""
    def make(path: str) -> None:
        folder({"bot.py": PLAYER + comment})(path)
        if BOT_FILE == "bot":
            os.remove(os.path.join(path, "bot.py"))
            shutil.copy(HONEST_BOT, os.path.join(path, "bot"))
            with open(os.path.join(path, "bot"), "a", encoding="utf-8") as file:
                file.write(comment)
    return make


BOT = sound_bot()
PYTHON = folder({"bot.py": PLAYER})
BROKEN = folder({"bot.sh": "exit 1\n"})
LONG_LINKS = 400  # of 1500 folders each: together they lead over more than 500,000
LFS = "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 7\n"
PROGRAM_OF_MIPS = b"\x7fELF\x02\x01\x01" + bytes(9) + b"\x02\x00\x08\x00" + bytes(60)
WRONG_CAPITALS = "import Strategy\n" + PLAYER
SOUND: Dict[str, Kind] = {
    "python": Kind(PYTHON),
    "main": Kind(folder({"main.py": "import bot_of_mine\n", "bot_of_mine.py": PLAYER, "test_it.py": "raise SystemExit\n"})),
    "zipped": Kind(archive({"bot.py": PLAYER}), ".zip"),
    "github": Kind(archive({"github-main/bot.py": PLAYER, "github-main/README.md": "# a bot\n", "__MACOSX/._x": "x"}), ".zip"),
    "tarball": Kind(tarball((entry("./bot.py"), PLAYER.encode())), ".tar.gz"),
    "stated": Kind(folder({"any.py": PLAYER, "other.py": "x", "bot.toml": 'command = "python3 any.py"\nauthor = "Zoë <script>"\n'})),
    "built": Kind(folder({"x.txt": PLAYER, "bot.toml": 'build = "cp x.txt y.py"\ncommand = "python3 y.py"\n'})),
    "shell": Kind(folder({"bot.sh": FIRST_OF_SHELL})),
    "program": Kind(archive({"bot": FIRST_OF_SHELL}), ".zip"),
    "appended": Kind(appended, ".tar"),
    "xz": Kind(packed("tar", "-cJf"), ".tar.xz", needs=("xz",)),
    "zst": Kind(packed("tar", "--zstd", "-cf"), ".tar.zst", needs=("zstd",)),
    "of-windows": Kind(archive({"ann\\bot.py": PLAYER, "ann\\lib\\x.py": "x = 1\n"}), ".zip"),
    "no-utf8-zip": Kind(other_letters, ".zip"),
    "notepad": Kind(folder({"any.py": "\ufeff" + PLAYER.replace("\n", "\r\n"), "bot.toml": '\ufeffcommand = "python3 any.py"\r\n'})),
    "hooks": Kind(folder({"bot.py": PLAYER, ".git/hooks/post-checkout": "#!/bin/sh\nexit 1\n", "sub/.git": "gitdir: ../.git/modules/sub\n"})),
    "moodle": Kind(after(folder({}), at("bot_v2.zip", archive({"ann-main/bot.py": PLAYER})))),
    "moodle-report": Kind(after(folder({"report.pdf": "%PDF", "notes.txt": "x"}), at("bot.tar.gz", tarball((entry("bot.py"), PLAYER.encode()))))),
    "too-deep": Kind(folder({"ann/ann-bot/bot.py": PLAYER, "__MACOSX/x": ""})),
    "beside-documents": Kind(folder({"ann/bot.py": PLAYER, "README.md": "x", "LICENSE": "x", ".git/config": "x", ".gitignore": "x"})),
    "beside-strays": Kind(after(folder({"ann/bot.py": PLAYER, "desktop.ini": "x", "error.log": "x", "README.md~": "x", "bot.py.bak": "x",
                                        "node_modules/a/index.js": "x", "logs/1.log": "x"}), lambda path: os.makedirs(path + "/empty"))),
    "strays-of-an-archive": Kind(after(folder({"error.log": "x"}), at("bot.zip", archive({"bot.py": PLAYER})))),
    "environment": Kind(after(PYTHON, in_environment)),
    "environment-tar": Kind(tarball((entry("bot.py"), PLAYER.encode()), (entry("pyvenv.cfg"), b""),
                                    (entry("bin/python", tarfile.SYMTYPE, "/home/ann/python3"), b"")), ".tar.gz"),
    "no-modes": Kind(archive({"play.sh": FIRST_OF_SHELL, "bot.toml": 'command = "./play.sh"\n'}), ".zip"),
    "no-modes-build": Kind(archive({"make-it": "cp x.txt y.py\n", "x.txt": PLAYER,
                                    "bot.toml": 'build = "./make-it"\ncommand = "python3 y.py"\n'}), ".zip"),
    "unicode": Kind(archive({"bot.py": PLAYER, "d\u00e4t\u00e4/\u00fc.txt": "x"}), ".zip"),
    "first-line-env": Kind(folder({"bot.py": "#!/usr/bin/env python3\n" + PLAYER, "bot.toml": 'command = "./bot.py"\n'})),
    "first-line-own": Kind(folder({"play": "#!./tool\n", "tool": FIRST_OF_SHELL, "bot.toml": 'command = "./play"\n'})),
    "of-the-system": Kind(folder({"bot.py": PLAYER, "bot.toml": 'command = "/usr/bin/env python3 bot.py"\n'})),
    "newline-inside": Kind(folder({"bot.py": PLAYER, "a\nb": "x"})),
    "make": Kind(folder({"first.c": FIRST_OF_C, "Makefile": "anything: first.c\n\tgcc -O1 -o $@ $<\n"}), needs=("make", "gcc")),
    "c": Kind(folder({"first.c": FIRST_OF_C}), needs=("gcc",)),
    "cpp": Kind(folder({"first.cpp": FIRST_OF_C}), needs=("g++",)),
    "node": Kind(folder({"package.json": '{"main": "./first.js"}', "first.js": FIRST_OF_NODE, "second.js": "x"}), needs=("node",)),
    "cmake": Kind(folder({"first.cpp": FIRST_OF_C, "CMakeLists.txt": "cmake_minimum_required(VERSION 3.20)\nproject(first CXX)\n"
                          "add_executable(first first.cpp)\n"}), needs=("cmake", "make", "g++"), slow=True),
    "java": Kind(folder({"src/players/First.java": FIRST_OF_JAVA}), needs=("javac", "java"), slow=True),
    "java-data": Kind(folder({"players/First.java": FIRST_OF_JAVA.replace("    System", '    new FileReader("words.dat").close();\n    System', 1),
                              "words.dat": "x"}), needs=("javac", "java"), slow=True),
    "gradle": Kind(folder({"gradlew": "#!/bin/sh\n", "build.gradle": "", "src/main/java/players/First.java": FIRST_OF_JAVA,
                           "src/main/resources/words.txt": "x", "src/test/java/T.java": "import org.junit.Test;\nclass T {}\n"}),
                   needs=("javac", "java"), slow=True),
    "typescript": Kind(folder({"first.ts": FIRST_OF_TYPESCRIPT}), needs=("node", "tsc"), slow=True),
    "rust": Kind(folder({"src/main.rs": FIRST_OF_RUST, "Cargo.toml": '[package]\nname = "first"\nversion = "0.1.0"\nedition = "2021"\n'}),
                 needs=("cargo",), slow=True),
    "go": Kind(folder({"first.go": FIRST_OF_GO, "go.mod": "module first\ngo 1.19\nrequire example.org/words v1.0.0\n",
                       "vendor/modules.txt": "# example.org/words v1.0.0\n## explicit\nexample.org/words\n",
                       "vendor/example.org/words/words.go": 'package words\nconst Ready = "ready first 1\\n"\n'}), needs=("go",), slow=True),
}
REFUSED: Dict[str, Kind] = {
    "crash": Kind(folder({"bot.py": "raise SystemExit('the bot is in ' + __file__)\n"}), why="handshake"),
    "garbage": Kind(folder({"bot.py": scripted("x", "'nonsense'")}), why="nonsense"),
    "lfs": Kind(folder({"bot.py": LFS, "weights.bin": LFS}), why="pointers of Git LFS instead of files, which 'git lfs pull' gets: bot.py, we"),
    "foreign": Kind(after(folder({}), at("bot", raw(PROGRAM_OF_MIPS)), lambda path: os.chmod(path + "/bot", 0o755)),
                    why="cannot run './bot': it is a program for mips"),
    "capitals": Kind(folder({"bot.py": WRONG_CAPITALS, "strategy.py": "x = 1\n"}), why="it looks for 'Strategy', but its file is named 'strategy.py'"),
    "capitals-c": Kind(folder({"bot.c": '#include "Words.h"\n' + FIRST_OF_C, "words.h": ""}), why="but its file is named 'words.h'", needs=("gcc",)),
    "capitals-command": Kind(folder({"play.sh": FIRST_OF_SHELL, "bot.toml": 'command = "./Play.sh"\n'}), why="its file is named 'play.sh'"),
    "carriage-return": Kind(folder({"bot.sh": FIRST_OF_SHELL.replace("\n", "\r\n")}, {"bot.sh": 0o755}),
                            why="save the file with Unix line endings"),
    "archives": Kind(thrice_packed, ".zip", "it holds only 'a.zip', an archive in an archive; expected the bot's files in one"),
    "moodle-rar": Kind(after(folder({}), at("bot.rar", raw(b"Rar!"))), why="it holds only 'bot.rar'"),
    "unclear": Kind(folder({"a.py": "x", "b.py": "x"}), why="'a.py' or 'b.py'"),
    "two-bots": Kind(folder({"a/bot.py": PLAYER, "b/bot.py": PLAYER, "error.log": "x"}), why="send what is in its folder 'a' or 'b' alone"),
    "bot-beside": Kind(folder({"a/train.py": PLAYER, "bot.kt": "x"}), why="nothing shows how it is run"),
    "script-beside": Kind(folder({"a/bot.py": PLAYER, "play.me": "#!/bin/sh"}), why="nothing shows how it is run"),
    "two-builds": Kind(folder({"Makefile": "", "Cargo.toml": ""}), why="Makefile or Cargo.toml"),
    "nothing": Kind(folder({"README": "hello"}), why="there is no bot.toml with a command, no Makefile"),
    "empty": Kind(folder({}), why="it holds no file"),
    "empty-zip": Kind(archive({}), ".zip", "it cannot be read as an archive"),
    "no-build": Kind(folder({"Makefile": "all:\n\techo no luck >&2; exit 3\n"}), why="no luck", needs=("make",)),
    "no-utf8": Kind(lambda path: folder({os.fsdecode(b"b\xff.py"): PLAYER})(path), why="is not UTF-8"),
    "no-program": Kind(folder({"Makefile": "all:\n\ttrue\n"}), why="its build left no program", needs=("make",)),
    "mistake": Kind(folder({"bot.py": PLAYER, "bot.toml": 'comand = "python3 bot.py"\n'}), why="bot.toml:1:1: there is no key 'comand'"),
    "no-toml": Kind(folder({"bot.py": PLAYER, "bot.toml": "\0\1\2 = ["}), why="bot.toml:1"),
    "variable": Kind(folder({"bot.toml": 'command = "./bot $HOME"\n'}), why="expected no variables"),
    "elsewhere": Kind(folder({"bot.toml": 'command = "python3 ../python/bot.py"\n'}), why="which is not in the folder of the bot"),
    "absolute": Kind(folder({"bot.toml": 'command = "cat /etc/shadow"\n'}), why="which is not in the folder of the bot"),
    "first-line": Kind(after(folder({"bot.toml": 'command = "./play"\n'}), at("play", raw(b"#!/opt/cup/bin/python3\n"))),
                       why="the first line of './play' names '/opt/cup/bin/python3', which is not in the folder of the bot"),
    "first-line-of-env": Kind(folder({"bot.sh": "#!/usr/bin/env -S ../cup/bin/python3\n"}, {"bot.sh": 0o755}), why="names '../cup/bin/python3'"),
    "first-line-of-its-interpreter": Kind(after(folder({"bot.toml": 'command = "./play"\n'}), at("play", raw(b"#!./tool\n")),
                                                at("tool", raw(b"#!/opt/cup/bin/python3\n"))), why="the first line of './tool' names"),
    "sample": Kind(folder({"bot.toml": 'command = "greedy"\n'}), why="a sample bot"),
    "no-file": Kind(folder({"bot.toml": 'command = "./bot"\n'}), why="cannot run './bot'"),
    "fifo": Kind(after(BOT, lambda path: os.mkfifo(os.path.join(path, "a\nb"))), why="a\\x0ab is a FIFO"),
    "socket": Kind(after(BOT, bind), why="end is a socket"),
    "link-out": Kind(after(BOT, lambda path: os.symlink("/etc/passwd", os.path.join(path, "words"))), why="link"),
    "link-to-nothing": Kind(after(BOT, lambda path: os.symlink("../nowhere", os.path.join(path, "words"))), why="where there is nothing"),
    "link-around": Kind(tarball((entry("bot.py"), PLAYER.encode()), (entry("usr", tarfile.SYMTYPE, "/usr"), b""),
                                (entry("words", tarfile.SYMTYPE, "usr/../nowhere"), b"")), ".tar", "out of its folder"),
    "long-links": Kind(after(BOT, lambda path: [os.symlink("./" * 1500, os.path.join(path, f"link{n}")) for n in range(LONG_LINKS)][:0]),
                       why="is one link too many"),
    "long-links-sent": Kind(tarball(*((entry(f"link{n}", tarfile.SYMTYPE, "./" * 1500), b"") for n in range(LONG_LINKS))), ".tar.gz",
                            "its links together lead through too many folders"),
    "link-in-environment": Kind(after(BOT, at("pyvenv.cfg", raw(b"")), lambda path: os.symlink("/etc/passwd", os.path.join(path, "words"))),
                                why="a link to"),
    "link-to-root": Kind(after(BOT, lambda path: os.symlink("/root", os.path.join(path, "words"))), why="link"),
    "sparse": Kind(after(BOT, sparse(10 << 30)), why="more than 32 MiB ([build] output_mb)"),
    "large": Kind(after(BOT, sparse(150 << 20)), why="it holds more than"),
    "deep": Kind(after(BOT, lambda path: os.makedirs(path + "/d" * 100)), why="deeper than 64 folders"),
    "bomb": Kind(bomb, ".zip", "it holds more than"),
    "long-list": Kind(long_list, ".zip", "more than 100000 files"),
    "dots": Kind(tarball((entry("../bot.py"), PLAYER.encode())), ".tar.gz", "a path that leads out of its folder"),
    "too-long": Kind(tarball((entry("d/" * 1000 + "x"), b"")), ".tar.gz", "a path of more than 2000 bytes"),
    "root": Kind(tarball((entry("/tmp/bot.py"), PLAYER.encode())), ".tar.gz", "a path that leads out of its folder"),
    "device": Kind(tarball((entry("null", tarfile.CHRTYPE), b"")), ".tar", "a device, a FIFO or a socket"),
    "tar-link": Kind(tarball((entry("bot.py", tarfile.SYMTYPE, "/etc/shadow"), b"")), ".tar", "out of its folder"),
    "nested-gzip": Kind(lambda path: raw(gzip.compress(gzip.compress(bytes(4 << 20), 1)))(path), ".tar.gz", "compressed more than once"),
    "hard-links": Kind(lambda path: tarball((entry("bot.py"), PLAYER.encode()), (entry("big"), bytes(30 << 20)),
                                            *((entry(f"link{n}", tarfile.LNKTYPE, "big"), b"") for n in range(4)))(path), ".tar.gz",
                       "it holds more than"),
    "encrypted": Kind(encrypted, ".zip", "encrypted"),
    "truncated": Kind(truncated, ".tar.gz", "truncated"),
    "damaged-zip": Kind(changed(archive({"bot.py": PLAYER}), another_byte(lambda data: data.index(b"import") + 1)), ".zip",
                        "it is damaged ('bot.py': ZIP bad CRC"),
    "damaged-gzip": Kind(changed(tarball((entry("bot.py"), PLAYER.encode())), another_byte(lambda data: len(data) - 8)), ".tar.gz",
                         "it is damaged (its checksum is wrong)"),
    "short-gzip": Kind(changed(tarball((entry("bot.py"), PLAYER.encode())), cut(lambda data: len(data) - 4)), ".tar.gz", "it is damaged"),
    "cut-tar": Kind(changed(tarball((entry("bot.py"), PLAYER.encode()), (entry("words.txt"), b"x"), mode="w"),
                            cut(lambda data: data.index(b"words.txt"))), ".tar", "the mark of its end is missing"),
    "cut-zip": Kind(changed(archive({"bot.py": PLAYER, "words.txt": "x"}), cut(lambda data: data.rindex(b"PK\3\4"))), ".zip",
                    "it cannot be read as an archive"),
    "twice-in-zip": Kind(twice_in_zip, ".zip", "it holds 'bot.py' twice"),
    "no-archive": Kind(raw(b"hello"), ".zip", "it cannot be read as an archive"),
    "empty-file": Kind(raw(b""), ".tar.gz", "it"),
    "rar": Kind(raw(b"Rar!"), ".rar", "neither a folder nor an archive"),
    "dangling": Kind(lambda path: os.symlink("/nowhere", path), ".zip", "it is a link, and links are not followed"),
    "many": Kind(after(BOT, many), why="more than 100000 files"),
    "pipe": Kind(os.mkfifo, ".zip", "is not a regular file"),
}


def available(kinds: Mapping[str, Kind], with_slow: bool) -> List[str]:
    return [name for name, kind in kinds.items()
            if all(shutil.which(program) for program in kind.needs) and (with_slow or not kind.slow)]
