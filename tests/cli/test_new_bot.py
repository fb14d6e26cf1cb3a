"""A first bot in every language passes, unchanged, what its README states; a folder is new or stays as it was."""
import os
import re
import resource
import shlex
import shutil
import signal
import stat
import tomllib
import unittest
from concurrent.futures import ThreadPoolExecutor
from typing import Callable, List, Tuple

from place import ORDINARY, can_run
from program import ROOT, SANITIZED, TRIBUNAL, Ended, InFolder, put, run, text_of, tribunal

LANGUAGES = {"python": ("bot.py", "tribunal_bot.py"), "cpp": ("bot.cpp", "tribunal_bot.hpp"),
             "javascript": ("bot.mjs", "tribunal_bot.mjs", "tribunal_bot.d.mts"), "go": ("bot.go", "tribunal/tribunal_bot.go", "go.mod"),
             "rust": ("bot.rs", "tribunal_bot.rs"), "java": ("Bot.java", "tribunal/TribunalBot.java")}
TOOLS = {"python": "python3", "cpp": "g++", "javascript": "node", "go": "go", "rust": "rustc", "java": "javac"}
# The function `rate` of each first bot, and the mark of its language on the page.
RATES = {"python": ("python", r"def rate.*?\n\n\n"), "cpp": ("cpp", r"// The worth[^\n]*\ndouble rate[^\n]*\n"),
         "javascript": ("js", r"// The worth[^\n]*\nfunction rate.*?\n}\n"), "go": ("go", r"// rate is[^\n]*\nfunc rate.*?\n}\n"),
         "rust": ("rust", r"/// The worth[^\n]*\nfn rate.*?\n}\n"),
         "java": ("java", r"  /\*\* The worth[^\n]*\n  static double rate.*?\n  }\n")}
# Options of each Java program that let a small program take half the time.
QUICK_JAVA = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto")
OF_EACH = ["README.md", "bot.toml", ".gitignore", ".github/workflows/bot.yml"]


class NewBot(InFolder):
    def setUp(self) -> None:
        super().setUp()
        self.write("base.toml", 'name = "night"\ngame = "revolution"\nplayers = 2\ndeals = 1\n[[bots]]\nname = "house"\ncommand = "greedy"\n')

    def files(self) -> List[str]:
        return sorted(os.path.relpath(os.path.join(folder, name), self.folder) for folder, _, names in os.walk(self.folder) for name in names)

    def make(self, language: str, name: str, *words: str) -> Ended:
        if not shutil.which(TOOLS[language]):
            self.skipTest(f"SKIPPED: there is no {TOOLS[language]}")
        return self.tribunal("new-bot", language, name, *words).expect(out="", shows=())

    def commands(self, name: str) -> List[List[str]]:
        """The commands that the README states, without the program."""
        return [shlex.split(line)[1:] for line in re.findall("^    (tribunal .*)$", self.read(f"{name}/README.md"), re.MULTILINE)]

    def of_each_language(self, work: Callable[[str], None]) -> None:
        """Does the work for all languages together; those without a compiler here are skipped by name."""
        # Compilers reserve more than a build with a sanitizer may limit.
        wanted = list(LANGUAGES)[:3 if SANITIZED else None]
        with ThreadPoolExecutor(len(wanted)) as pool:
            done = {language: pool.submit(work, language) for language in wanted if shutil.which(TOOLS[language])}
        for language in wanted:
            with self.subTest(language):
                if language not in done:
                    self.skipTest(f"SKIPPED: there is no {TOOLS[language]}")
                done[language].result()

    def built(self, folder: str) -> Tuple[str, str]:
        """Builds the bot in this folder, without the sandbox and quickly; returns its command and the folder."""
        recipe = tomllib.loads(self.read(f"{folder}/bot.toml"))
        build = re.sub(r"(?<![.\w])(javac|jar) ", lambda tool: " ".join([tool[1], *("-J" + option for option in QUICK_JAVA), ""]), recipe.get("build", "true"))
        run(["sh", "-c", build.replace(" -O2", "").replace(" -O", "")], cwd=self.path(folder)).expect(out="", err="")
        return recipe["command"].replace("java ", " ".join(["java", *QUICK_JAVA, ""])), self.path(folder)

    def test_its_commands_pass_at_once_and_other_commands_take_its_folder(self) -> None:
        def work(language: str) -> None:
            name, sources = language + "-\u00f6", LANGUAGES[language]
            said = self.make(language, name).err
            files = [file for file in self.files() if file.startswith(name + "/")]
            self.assertEqual(sorted(name + "/" + file for file in [*OF_EACH, *sources]), files)
            self.assertLess(len(self.read(f"{name}/README.md").splitlines()), 11)
            self.assertLess(len(self.read(f"{name}/{sources[0]}").splitlines()), 30)
            check, play = self.commands(name)
            self.assertEqual(said, f"next: cd {shlex.quote(name)} && {shlex.join(['tribunal', *check])}\n")
            # Few games and more time, because several tests run at once; the other words are those of the README.
            limits = ["--players", "3", "--deals", "1", "--seconds", "200", "--move-ms", "30000", "--startup-ms", "60000"]
            shown = name.replace("\u00f6", r"\xc3\xb6")  # bytes of a bot's line that are not ASCII
            tribunal(check[0], *limits, *check[1:], cwd=self.path(name)).expect(shows=f"{shown} is sound", lacks="skipped ")
            tribunal(*play, cwd=self.path(name)).expect(lacks="fault")

        self.of_each_language(work)
        folders = sorted(name for name in os.listdir(self.folder) if os.path.isdir(self.path(name)))
        self.tribunal("new-plan", "revolution", *folders, "greedy", "-n", "1", "-o", "cup.toml").expect(lacks="left out")
        bots = tomllib.loads(self.read("cup.toml"))["bots"]
        self.assertEqual(bots[:-1], [{**tomllib.loads(self.read(f"{name}/bot.toml")), "directory": name} for name in folders])
        self.tribunal("tournament", "cup.toml", "--dry-run").expect()
        taken = self.tribunal("intake", *(word for name in folders for word in ("--submission", name)), "-o", "night.toml", "--plan", "base.toml",
                              "--seconds", "200", "--json", timeout=300).expect().json()
        self.assertEqual((taken["admitted"], taken["alike"]), (len(folders), []))

    def test_all_languages_decide_alike_from_the_first_bot_to_that_of_the_page(self) -> None:
        page = text_of(os.path.join(ROOT, "docs", "first-bot.md"))

        def first_bots(language: str) -> None:
            self.assertIn(f"| `{language}` | `{LANGUAGES[language][0]}` |", page)
            self.make(language, language)
            for number in "35":
                shutil.copytree(self.path(language), self.path(language + number))
            name, (mark, rate) = LANGUAGES[language][0], RATES[language]
            (better,) = re.findall(rf"```{mark}\n(.*?)```", page, re.DOTALL)
            blank = "\n\n" if language == "python" else ""
            text, replaced = re.subn(rate, lambda _: better + blank, self.read(f"{language}/{name}"), flags=re.DOTALL)
            self.assertEqual(replaced, 1)
            self.write(f"{language}3/{name}", text)
            plans = f"{'Plans' if language == 'java' else 'plans'}{os.path.splitext(name)[1]}"
            self.assertIn(f"| `{plans}` |\n", page)
            self.write(f"{language}5/{name}", tribunal("help", plans).expect().out)

        self.of_each_language(first_bots)
        games = [("revolution", 3, "3"), ("revolution", 4, "5"), *((game, 3, "") for game in ("revolution", "mitch", "chez", "tennis", "gambling")),
                 ("snark", 4, "")]
        for game, players, step in games:
            self.tribunal("play", game, "--log", f"{game}{step}.jsonl", "--", f"python3 python{step}/bot.py", *["careful"] * (players - 1)).expect()

        def decide_alike(language: str) -> None:
            for step in ("", "3", "5")[:1 if SANITIZED else None]:
                command, folder = self.built(language + step)
                tribunal("play", "revolution", "--", command, "greedy", "careful", cwd=folder).expect(lacks=("fault", "hidden"))
                for log in [self.path(f"{game}{of}.jsonl") for game, _, of in games if of == step]:
                    tribunal("replay", log, "--seat", "0", "--", command, cwd=folder).expect(lacks=("warning", "differs"))

        self.of_each_language(decide_alike)
        for step in "35":
            tribunal("check", "--players", "3", "-n", "1", "--move-ms", "30000", "--startup-ms", "60000", "--seconds", "200", "--", "python3 bot.py",
                     cwd=self.path("python" + step)).expect(shows=f"{'python' if step == '3' else 'mybot'} is sound")

    def test_first_bots_of_two_authors_are_not_alike(self) -> None:
        for name in ("ann", "bob"):
            self.make("python", name)
        taken = self.tribunal("intake", "--submission", "ann", "--submission", "bob", "-o", "night.toml", "--plan", "base.toml", "--seconds", "200", "--json").expect()
        self.assertEqual((taken.json()["admitted"], taken.json()["alike"]), (2, []))

    def test_a_game_is_in_its_commands_and_seats_as_many_as_it_needs(self) -> None:
        games = tribunal("games", "--json").json()
        for game in [*(game["name"] for game in games), "cube", "mitch:hand_size=5"]:
            with self.subTest(game):
                name = re.sub("[^a-z]", "-", game)
                self.make("python", name, "--game", game)
                check, play = self.commands(name)
                self.assertEqual(check[:3], ["check", "--game", game])
                self.assertIn(f"          games: {game}\n          bot: python3 bot.py\n", self.read(f"{name}/.github/workflows/bot.yml"))
                tribunal(*play, cwd=self.path(name)).expect(lacks="fault")
        self.tribunal("new-bot", "python", "odd", "--game", "mich").refused(2, "did you mean 'mitch'?")
        self.tribunal("new-bot", "python", "odd", "-g", "mitch:hand_size=x").refused(2, "hand_size")
        self.assertFalse(os.path.exists(self.path("odd")))

    def test_names_are_names_of_bots_and_nothing_else(self) -> None:
        for name in ("zoë", "бот", "class", "7up", "a.b+c_d-e", "x" * 40):
            with self.subTest(name):
                self.make("cpp", name)
                self.assertIn(f'run("{name}", ', self.read(f"{name}/bot.cpp"))
                self.assertEqual(tomllib.loads(self.read(f"{name}/bot.toml"))["name"], name)
        before = self.files()
        for name, said in (("my bot", "'my bot' cannot be the name of a bot; expected one word of letters"), ("", "for example bot"), ("..", "'..'"),
                           (".", "'.'"), (".hidden", "for example hidden"), ("zoë/..", "'.'"), ("x" * 41, "at most 40 bytes"), ("a\nb", "a\\x0ab"),
                           ('a"b', "for example a-b"), ("a;b", "for example a-b"), ("a\u202eb", "\\u202e"), ("/", "''")):
            for words in (["python", name], ["python", "--", name]):
                with self.subTest(words):
                    self.tribunal("new-bot", *words).refused(2, said)
        self.tribunal("new-bot", "python", "-x").refused(2, "'-x'")
        self.tribunal("new-bot", "python", "--", "-x").refused(2, "'-x' cannot be the name", "for example x")
        self.tribunal("new-bot", "cobol", "mybot").refused(2, "'cobol'", "python, cpp, javascript, go, rust or java")
        self.assertEqual(self.files(), before)

    def test_it_is_made_where_its_path_leads(self) -> None:
        os.mkdir(self.path("my bots"))
        for path in ("my bots/ann/", "./my bots//bob", self.path("my bots", "zoe"), "my bots/../my bots/eve"):
            self.assertIn("next: cd '", self.make("python", path).err)
        self.assertEqual(sorted(os.listdir(self.path("my bots"))), ["ann", "bob", "eve", "zoe"])

    def test_nothing_is_overwritten(self) -> None:
        self.write("file", "mine")
        self.write("folder/bot.py", "mine")
        os.mkdir(self.path("empty"))
        os.symlink("nowhere", self.path("link"))
        os.symlink("empty", self.path("linked"))
        before = self.files()
        for name in ("file", "folder", "empty", "link", "linked", "folder/"):
            with self.subTest(name):
                self.tribunal("new-bot", "python", name).refused(74, name.rstrip("/") + ": this exists already; expected the name of a new folder")
        self.assertEqual((self.files(), os.listdir(self.path("empty")), self.read("folder/bot.py")), (before, [], "mine"))
        self.tribunal("new-bot", "python", "nowhere/mybot").refused(74, "nowhere/mybot: cannot be created: No such file or directory; first make nowhere")
        self.tribunal("new-bot", "python", "file/mybot").refused(74, "file/mybot: cannot be created: Not a directory")

    def test_a_full_disk_leaves_nothing(self) -> None:
        def limit() -> None:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))
        run([TRIBUNAL, "new-bot", "python", "mybot"], cwd=self.folder, preexec_fn=limit).refused(74, "mybot/tribunal_bot.py: cannot be written: File too large")
        self.assertFalse(os.path.lexists(self.path("mybot")))

    @unittest.skipUnless(os.geteuid() == 0 and can_run(ORDINARY), "SKIPPED: only root can become another user")
    def test_an_ordinary_user_makes_one_where_it_may(self) -> None:
        as_user = ["setpriv", f"--reuid={ORDINARY}", f"--regid={ORDINARY}", "--clear-groups", TRIBUNAL, "new-bot", "python", "mybot"]
        os.chmod(self.folder, 0o755)
        run(as_user, cwd=self.folder).refused(74, "mybot: cannot be created: Permission denied")
        os.chown(self.folder, ORDINARY, ORDINARY)
        run(as_user, cwd=self.folder, umask=0o027).expect()
        self.assertEqual([stat.S_IMODE(os.stat(self.path(name)).st_mode) for name in ("mybot", "mybot/bot.py")], [0o750, 0o640])

    def test_a_recipe_that_is_wrong_is_left_out_of_a_plan_and_named(self) -> None:
        self.make("python", "mybot")
        self.write("odd/bot.py", "")
        put(self.path("odd/bot.toml"), "comand = 'x'\n")
        self.tribunal("new-plan", "revolution", "mybot", "odd", "greedy", "-o", "cup.toml").expect(0, "left out: odd/bot.toml:1:1: there is no key 'comand'")
        self.write("named/bot.py", "")
        put(self.path("named/bot.toml"), 'name = "ann"\n')
        plan = tomllib.loads(self.tribunal("new-plan", "revolution", "named", "greedy", "careful").expect().out)
        self.assertEqual(plan["bots"][0], {"name": "named", "command": "python3 bot.py", "directory": "named"})
