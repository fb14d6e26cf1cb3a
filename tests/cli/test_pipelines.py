"""The pipelines that docs/ci.md gives to authors of bots: the shell steps of each are executed."""
import os
import re
import shutil
import subprocess
import unittest
from typing import Any, Dict, List

import yaml

from bots import scripted
from program import ROOT, TRIBUNAL, Ended, Folder, InFolder, path_with_program, run, text_of

ACTION = os.path.join(ROOT, "action.yml")
GITLAB = os.path.join(ROOT, "docs", "examples", "gitlab-ci.yml")
COMPETITION = os.path.join(ROOT, "docs", "examples", "competition.yml")
SCRIPT = os.path.join(ROOT, "docs", "examples", "check-bot.sh")
# In a new root, where tests/fresh uses this file, the pipeline itself installs the wheel.
WHEEL = os.environ.get("TRIBUNAL_WHEEL", "")

# They take one of the listed actions, by its place. ALSO_BAD plays as BAD does.
BAD, UNSOUND = scripted("mybot"), scripted("mybot", "word[0]")
ALSO_BAD = BAD + "# as before\n"
GOOD = text_of(os.path.join(ROOT, "sample-bots", "counter.py"))


def loaded(path: str) -> Any:
    return yaml.safe_load(text_of(path))


class Repository(InFolder):
    """A repository in which steps run."""
    def setUp(self) -> None:
        super().setUp()
        self.git("init", "--quiet", "--initial-branch", "main")
        shutil.copy(os.path.join(ROOT, "sdk", "python", "tribunal_bot.py"), self.folder)

    def git(self, *words: str) -> None:
        who = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", *who, *words], cwd=self.folder, check=True, capture_output=True)

    def commit(self, bot: str) -> None:
        self.write("mybot.py", bot)
        self.git("add", "mybot.py", "tribunal_bot.py")
        self.git("commit", "--quiet", "--allow-empty", "--message", "bot")

    def run_steps(self, steps: List[str], settings: Dict[str, str]) -> Ended:
        """Runs the steps like a CI runner: in one shell, which ends with the first step that fails. Without a sandbox,
        unless they choose one, because a check starts many bots."""
        environment = {**os.environ, "SANDBOX": "none", "WHEEL": WHEEL, **settings}
        if not WHEEL:
            environment["PATH"] = path_with_program()
        return run(["bash", "-e", "-o", "pipefail", "-c", "\n".join(steps)], 500, cwd=self.folder, env=environment)


class Pipelines(Repository):
    def script(self, **settings: str) -> Ended:
        return self.run_steps([f"{SCRIPT} 'python3 mybot.py'"], settings)

    def action(self, **inputs: str) -> Ended:
        action = loaded(ACTION)
        values = {f"inputs.{name}": inputs.get(name, facts.get("default", "")) for name, facts in action["inputs"].items()}
        values.update({"github.action_path": ROOT, "github.server_url": "", "github.action_repository": ""})
        step = self.step_that_checks()
        settings = {key: re.sub(r"\$\{\{ (\S+) \}\}", lambda found: values[found[1]], text) for key, text in step["env"].items()}
        settings["GITHUB_ACTIONS"] = "true"
        text = step["run"]
        if not WHEEL:  # the installed program is this build
            self.assertIn("export WHEEL\n", text)
            text = text.replace("export WHEEL\n", "export WHEEL=\n")
        else:
            settings["WHEEL"] = WHEEL
        return self.run_steps([text], settings)

    @staticmethod
    def step_that_checks() -> Any:
        return next(step for step in loaded(ACTION)["runs"]["steps"] if "run" in step)

    def reports(self, folder: str) -> List[str]:
        return sorted(os.listdir(os.path.join(self.folder, folder)))

    def test_a_sound_bot_passes_and_leaves_its_reports(self) -> None:
        self.commit(BAD)
        self.script(GAMES="revolution mitch:hand_size=5").expect()
        self.assertEqual(self.reports("reports"), ["check.html", "check.json", "check.xml"])

    def test_an_unsound_bot_fails_before_anything_is_compared(self) -> None:
        self.commit(BAD)
        self.commit(UNSOUND)
        self.script(BASELINE="HEAD~1").expect(1)
        self.assertEqual(self.reports("reports"), ["check.html", "check.json", "check.xml"])

    def test_a_bot_that_cannot_be_built_fails_and_leaves_its_reports(self) -> None:
        self.commit(BAD)
        self.script(BUILD="false", GITHUB_ACTIONS="true").expect(1, "building the bot", shows=["::error title=tribunal check mybot", "mybot is at fault"])
        self.assertEqual(self.reports("reports"), ["check.html", "check.json", "check.xml"])

    def verdict(self, before: str, now: str, gate: Any, **settings: str) -> Ended:
        self.commit(before)
        self.commit(now)
        return gate(**{**settings, **({"BASELINE": "HEAD~1"} if gate == self.script else {"baseline": "HEAD~1"})})

    def test_a_better_bot_passes_and_a_worse_one_fails(self) -> None:
        self.write("reports/games-earlier/results.db", "")
        better = self.verdict(BAD, GOOD, self.script)
        self.assertNotIn("games-earlier", self.reports("reports"))
        worse = self.verdict(GOOD, BAD, self.script)
        self.assertEqual((better.code, worse.code), (0, 1), (better, worse))
        self.assertIn("compare-revolution.json", self.reports("reports"))
        # The games are stored where the script says.
        self.assertIn("games in reports/games-revolution; tribunal faults reports/games-revolution lists their faults", worse.out)
        self.assertIn("results.db", self.reports("reports/games-revolution"))

    def test_variants_of_a_game_are_compared_with_reports_of_their_own(self) -> None:
        self.verdict(BAD, ALSO_BAD, self.script, GAMES="mitch:hand_size=5 mitch:hand_size=6", QUESTION="--elo1 20 --deals 10").expect(3)
        reports = self.reports("reports")
        for size in "56":
            self.assertIn(f"compare-mitch-hand_size={size}.json", reports)
            self.assertIn(f"games-mitch-hand_size={size}", reports)
            said = loaded(os.path.join(self.folder, "reports", f"compare-mitch-hand_size={size}.json"))
            self.assertEqual(said["deals"], 10)

    def test_a_bot_that_plays_as_before_is_undecided(self) -> None:
        self.verdict(BAD, ALSO_BAD, self.script, QUESTION="--elo1 20 --deals 10").expect(3, shows="not decided")
        self.assertEqual(self.script(BASELINE="HEAD~1", QUESTION="--elo1 20 --deals 10", UNDECIDED="0").code, 0)

    def test_a_bot_is_built_here_and_in_its_baseline(self) -> None:
        """In the copy of a sandbox nothing is changed here, and no file of the bot replaces a program's."""
        self.write("venv.py", "raise SystemExit(1)\n")
        with Folder() as cache:  # an earlier run has built the same
            ended = self.verdict(BAD, ALSO_BAD, self.script, BUILD="mv mybot.py built.py && touch here && cp built.py mybot.py",
                                 QUESTION="--elo1 20 --deals 10", XDG_CACHE_HOME=cache.folder).expect(3)
            for said in ("building the bot", "candidate: taken from the cache", "baseline: taken from the cache"):  # both were checked before
                self.assertIn(said, ended.err)
            subprocess.run(["chmod", "-R", "u+w", cache.folder], check=True)
        self.assertNotIn("here", os.listdir(self.folder))

    def test_a_bot_in_a_folder_of_the_repository_has_the_baseline_of_that_folder(self) -> None:
        self.write("bots/mybot.py", BAD)
        self.git("add", "bots")
        self.commit("import nosuchmodule\n")
        self.write("bots/mybot.py", ALSO_BAD)
        settings = {"BASELINE": "HEAD", "QUESTION": "--elo1 20 --deals 10"}
        self.run_steps([f"cd bots; {SCRIPT} 'python3 mybot.py'"], settings).expect(3, shows="not decided")

    def test_a_sound_bot_without_a_bot_to_compare_with_is_only_checked(self) -> None:
        self.commit("import nosuchmodule\n")
        self.commit(BAD)
        self.git("checkout", "--quiet", "--orphan", "empty")
        self.git("rm", "-rqf", ".")
        self.git("commit", "--quiet", "--allow-empty", "--message", "nothing")
        self.git("checkout", "--quiet", "main")
        self.write("new/mybot.py", BAD)
        self.write("untracked/mybot.py", BAD)
        broken = {"BASELINE": "HEAD~1"}
        for settings, folder, why in [
                (broken, ".", "the bot of HEAD~1 does not start: FAILED .*nosuchmodule"),
                ({**broken, "BUILD": "grep -q print mybot.py"}, ".", "the bot of HEAD~1 does not start: FAILED +build +its build 'grep"),
                ({"BASELINE": "HEAD"}, ".", "no file here differs from HEAD"),
                (broken, "new", "HEAD~1 has no such folder, and so no bot"),
                (broken, "untracked", "HEAD~1 has no such folder, and so no bot"),
                ({"BASELINE": "empty"}, ".", "the bot of empty does not start: .*mybot.py"),
                ({"BASELINE": "origin/"}, ".", "BASELINE is 'origin/', which names no revision"),
                ({"BASELINE": "0" * 40}, ".", "BASELINE is 0{40}: nothing was there before")]:
            with self.subTest(why):
                if folder == "new":
                    self.git("add", "new")
                steps = [f"cd {folder}; {SCRIPT} 'python3 mybot.py'"]
                ended = self.run_steps(steps, {**settings, "UNDECIDED": "0" if folder == "new" else ""})
                ended.expect(0 if folder == "new" else 3, shows="mybot is sound", shows_like=f"(?m)^only checked, not compared: {why}")

    def test_a_wheel_that_cannot_be_installed_has_a_status_of_its_own(self) -> None:
        self.commit(BAD)
        self.script(WHEEL="/nowhere/tribunal.whl").expect(68, "/nowhere/tribunal.whl cannot be installed")

    def test_no_command_is_a_mistake_of_use(self) -> None:
        self.run_steps([SCRIPT], {}).expect(2)

    def test_a_baseline_that_is_nowhere_is_no_verdict(self) -> None:
        self.commit(BAD)
        self.script(BASELINE="nosuch").expect(2, "there is no revision nosuch", "such as origin/main")
        self.commit(ALSO_BAD)
        self.git("clone", "--quiet", "--depth", "1", "file://" + self.folder, "shallow")
        steps = [f"cd shallow; {SCRIPT} 'python3 mybot.py'"]
        self.run_steps(steps, {"BASELINE": "HEAD~1"}).expect(2, "there is no revision HEAD~1: this clone has no older ones: fetch-depth: 0")
        self.run_steps(steps, {"BASELINE": "origin/main"}).expect(3, shows="no file here differs from origin/main")

    def test_the_action_annotates_what_failed(self) -> None:
        self.commit(UNSOUND)
        ended = self.action(bot="python3 mybot.py").expect(1)
        self.assertIn("::error ", ended.out + ended.err)
        path = loaded(ACTION)["runs"]["steps"][-1]["with"]["path"].replace("${{ inputs.directory }}", ".")
        self.assertEqual(self.reports(path), ["check.html", "check.json", "check.xml"])

    def test_the_action_compares_and_warns_of_what_nobody_can_say(self) -> None:
        self.verdict(BAD, ALSO_BAD, self.action, bot="python3 mybot.py", question="--elo1 20 --deals 10").expect(
            shows="::warning::not decided")

    def test_every_setting_of_the_script_is_one_of_the_action(self) -> None:
        settings = set(re.findall(r"^#   ([A-Z]+) ", text_of(SCRIPT), re.MULTILINE))
        self.assertLessEqual(settings, set(self.step_that_checks()["env"]))

    def test_the_job_for_gitlab(self) -> None:
        job = loaded(GITLAB)["check"]
        self.commit(BAD)
        self.git("update-ref", "refs/remotes/origin/main", "HEAD")
        self.commit(ALSO_BAD)
        settings = {key: value.replace("$CI_DEFAULT_BRANCH", "main") for key, value in job["variables"].items()}
        settings.update({"WHEEL": WHEEL, "QUESTION": "--elo1 20 --deals 10"})
        steps = [step.replace("/opt/tribunal", ROOT) for step in job["before_script"] + job["script"]
                 if "apt-get" not in step and "git clone" not in step]
        self.run_steps(steps, settings).expect()
        self.assertTrue(os.path.exists(os.path.join(self.folder, job["artifacts"]["reports"]["junit"])))


@unittest.skipIf(WHEEL, "its steps need a program that is installed")
class Competition(Repository):
    """The steps of docs/examples/competition.yml, except those that install and those that exist only on GitHub."""
    BASE = """name = "night"
game = "revolution"
players = 2
deals = 2
sandbox = "bwrap"
[limits]
startup_ms = 60000
move_ms = 60000
[[bots]]
name = "greedy"
command = "greedy"
[[bots]]
name = "careful"
command = "careful"
"""

    def steps(self, job: str) -> List[str]:
        return [step["run"] for step in loaded(COMPETITION)["jobs"][job]["steps"] if "run" in step and step["name"] != "Install"]

    def pull(self, author: str, files: Dict[str, str]) -> Ended:
        """The check of a pull request of `author` with these files."""
        self.git("checkout", "--quiet", "-B", "pull", "main")
        for name, text in files.items():
            self.write(name, text)
            self.git("add", name)
        self.git("commit", "--quiet", "--message", "pull")
        ended = self.run_steps(self.steps("check"), {"BASE": "main", "AUTHOR": author})
        self.git("checkout", "--quiet", "main")
        if ended.code == 0:
            self.git("merge", "--quiet", "pull")
        return ended

    def night(self, day: str) -> Ended:
        self.write("today/date", f"#!/bin/sh\necho {day}\n", 0o755)
        self.write("today/tribunal", f'#!/bin/sh\n{TRIBUNAL} "$@"\ncode=$?\n[ "$1$code" != tournament0 ] || exit 5  # as if a bot always failed\nexit $code\n', 0o755)
        shutil.rmtree(self.path("state"), ignore_errors=True)
        self.git("clone", "--quiet", "state.git", "state")
        path = f"{self.path('today')}:{path_with_program()}"
        return run(["bash", "-e", "-o", "pipefail", "-c", "\n".join(self.steps("night"))], 500, cwd=self.folder, env={**os.environ, "PATH": path}).expect()

    def test_pull_requests_are_submissions_and_nights_make_the_site(self) -> None:
        self.write(".gitignore", "state*\nreports\ntoday\nwww\ncheck.*\n")
        self.write("base.toml", self.BASE)
        self.git("add", "base.toml", ".gitignore")
        self.git("commit", "--quiet", "--message", "base")
        self.git("init", "--quiet", "--bare", "state.git")
        self.assertEqual(loaded(COMPETITION)["defaults"]["run"]["shell"], "bash")  # whose pipes fail as those of this test do
        built = {"Makefile": "bot: source\n\tcp source bot && chmod +x bot\n", ".gitignore": "/bot\n", ".gitattributes": "*.txt text eol=crlf\n",
                 "source": "#!/usr/bin/env python3\n" + scripted("ann"), "notes.txt": "mine\n"}
        self.pull("ann", {f"inbox/ann/{name}": text for name, text in built.items()}).expect()
        self.pull("bob", {"inbox/bob/bot.py": scripted("bob", "'castle'")}).expect(1)
        self.assertTrue(os.path.exists(self.path("reports", "bob.html")))
        for name in ("base.toml", "inbox/ann/bot.py", "inbox/bob2/bot.py", "inbox/bob", "bob/bot.py"):
            with self.subTest(changed=name):
                self.pull("bob", {name: "# mine now\n"}).expect(1, "outside of inbox/bob: " + name)
                self.git("clean", "-qfd")
        self.night("2026-01-01")
        one = set(os.listdir(self.path("www")))
        self.pull("bob", {"inbox/bob/bot.py": scripted("bob", "word[-1]")}).expect()
        listed = text_of(self.path("state", "authors.txt"))
        self.assertRegex(self.night("2026-01-02").out, r"(?m)^ann .* admitted, as before$")
        two = set(os.listdir(self.path("www")))
        self.assertEqual(len(two - one), 3, two)  # the page, the logs and the standings of a night
        self.assertLess(set(listed.splitlines()), set(text_of(self.path("state", "authors.txt")).splitlines()))

