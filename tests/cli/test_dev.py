"""./dev in a separate folder, where the programs that install, build and test are replaced by ones that only report
their calls."""
import os
import shutil
import tempfile
import unittest
from typing import Dict, List

from program import ROOT, Ended, put, run, text_of

NOT_AVAILABLE = 69
# Each writes its arguments to the log of calls, and fails if the file named for one of them exists.
STAND_IN = """#!/bin/sh
echo "${0##*/} $*" >> "$CALLS"
for word; do
  if grep -qx "${0##*/} $word" "$FAILING"; then echo "${0##*/}: no $word"; exit 100; fi
done
"""
CHATTY = STAND_IN + "seq 2000 | sed 's/^/Unpacking package /'\n"


def is_debian() -> bool:
    return any(f"VERSION_CODENAME={name}\n" in text_of("/etc/os-release") for name in ("bookworm", "trixie"))


@unittest.skipUnless(is_debian(), "./dev installs on Debian only")
class Dev(unittest.TestCase):
    def setUp(self) -> None:
        self.clone = self.new_clone("/var/tmp")

    def new_clone(self, parent: str) -> str:
        clone = tempfile.mkdtemp(prefix="tribunal-dev-", dir=parent)
        self.addCleanup(shutil.rmtree, clone)
        shutil.copy(os.path.join(ROOT, "dev"), clone)
        for name in ("tests/page/replay.test.mjs", "tests/page/table.test.mjs", "tests/lint/modules.py", "tests/lint/words.py",
                     "referee/report/page/web/package-lock.json", "build/games/installed", "calls", "failing"):
            self.write(clone, name, "")
        for name in ("apt-get", "cmake", "ctest", "npm", "sudo", "chromium", "dpkg-query", "go", "rustc", "javac"):
            text = {"apt-get": CHATTY, "sudo": '#!/bin/sh\nexec "$@"\n', "dpkg-query": "#!/bin/sh\nexit 1\n"}.get(name, STAND_IN)
            self.write(clone, "bin/" + name, text)
            os.chmod(os.path.join(clone, "bin", name), 0o755)
        return clone

    @staticmethod
    def write(clone: str, name: str, text: str) -> None:
        path = os.path.join(clone, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        put(path, text)

    def dev(self, *words: str, clone: str = "", failing: str = "") -> Ended:
        clone = clone or self.clone
        self.write(clone, "failing", failing + "\n")
        self.write(clone, "calls", "")
        environment: Dict[str, str] = {**os.environ, "PATH": f"{clone}/bin:{os.environ['PATH']}", "CALLS": f"{clone}/calls",
                                       "FAILING": f"{clone}/failing", "CHROMIUM": f"{clone}/bin/chromium"}
        return run(["./dev", *words], 60, cwd=clone, env=environment)

    def calls(self, program: str, clone: str = "") -> List[str]:
        calls = text_of(os.path.join(clone or self.clone, "calls")).splitlines()
        return [line for line in calls if line.startswith(program + " ")]

    def test_with_a_browser_npm_and_all_compilers_nothing_is_left_out(self) -> None:
        for words in (["test"], ["test", "--whole"], ["test", "--whole", "release"]):
            self.assertNotIn("LEFT OUT", self.dev(*words).expect().err)
            self.assertEqual(len(self.calls("ctest")), 1)
            self.assertNotIn("exclude", self.calls("ctest")[0])

    def test_without_a_browser_or_npm_the_tests_of_the_page_are_named_and_all_others_run(self) -> None:
        for failing in ("apt-get chromium-headless-shell", "npm ci"):
            with self.subTest(failing=failing):
                ended = self.dev("test", failing=failing).expect()
                self.assertEqual(ended.err.count("LEFT OUT without a browser or npm: the tests of the page, replay table"), 2)
                self.assertIn("--label-exclude ^page$", self.calls("ctest")[0])
        os.unlink(os.path.join(self.clone, "bin", "chromium"))
        self.assertIn("LEFT OUT", self.dev("test").err)

    @unittest.skipIf(any(map(shutil.which, ("go", "rustc"))), "this machine has compilers of its own")
    def test_without_compilers_or_engines_these_are_named_and_all_tests_run(self) -> None:
        os.unlink(os.path.join(self.clone, "build/games/installed"))
        for name in ("go", "rustc"):
            os.unlink(os.path.join(self.clone, "bin", name))
        for words in (["test"], ["test", "--whole"], ["test", "asan"]):
            ended = self.dev(*words).expect(0, "LEFT OUT, as this machine lacks go rustc: the tests of kits and bots in their languages")
            self.assertIn("LEFT OUT, as ./dev games has not built them: the tests of the engines in Python", ended.err)
            self.assertEqual(len(self.calls("ctest")), 1)

    def test_whole_leaves_nothing_out_but_fails(self) -> None:
        for failing in ("apt-get chromium-headless-shell", "npm ci"):
            with self.subTest(failing=failing):
                self.dev("test", "--whole", failing=failing).expect(NOT_AVAILABLE, "--whole leaves nothing out")
                self.assertEqual(self.calls("ctest"), [])
        for runner in (".ci/run", "tests/fresh/fresh.sh"):
            self.assertIn('"./dev test --whole"', text_of(os.path.join(ROOT, runner)))

    def test_slow_shows_the_twenty_slowest_tests_that_ctest_has_on_record_and_runs_none(self) -> None:
        self.dev("test", "--slow").expect(66, "there is no record of a run")
        times = "".join(f"table: a game of {n} seats 2 {n}.5\n" for n in range(1, 30)) + "never run 0 40\n---\ntable: it failed 1 9\n"
        self.write(self.clone, "build/release/Testing/Temporary/CTestCostData.txt", times)
        shown = self.dev("test", "--slow").expect().out.splitlines()
        self.assertEqual(shown, [f"{n:6}.5 s  table: a game of {n} seats" for n in range(29, 9, -1)])
        self.assertEqual(self.calls("ctest"), [])

    def test_under_a_sanitizer_no_browser_is_asked_for(self) -> None:
        self.dev("test", "asan", "--exclude-regex", "x", failing="apt-get chromium-headless-shell").expect(lacks="LEFT OUT")
        self.assertTrue(self.calls("ctest")[0].endswith("--exclude-regex x"))

    def test_what_apt_writes_goes_to_a_log_whose_path_is_told(self) -> None:
        self.dev("deps").expect(0, "(log: build/install.log)", lacks="Unpacking")
        self.assertIn("Unpacking package 2000\n", text_of(os.path.join(self.clone, "build", "install.log")))

    def test_where_apt_fails_the_end_of_its_log_is_shown(self) -> None:
        ended = self.dev("deps", failing="apt-get cmake").expect(NOT_AVAILABLE, "apt-get: no cmake\n",
            says_like=r"dev: apt-get did not install .*cmake.*; its whole output: build/install.log\n$")
        self.assertLess(len(ended.err.splitlines()), 30)

    def test_slurm_is_not_started_for_a_clone_that_its_nodes_do_not_see(self) -> None:
        clone = self.new_clone("/tmp")
        for words in (["cluster"], ["bench", "cluster"]):
            self.dev(*words, clone=clone).expect(2, says_like="^dev: .*clone it elsewhere, such as /var/tmp\n$")
            self.assertEqual(self.calls("apt-get", clone), [])
        self.assertNotIn("clone it elsewhere", self.dev("cluster", failing="apt-get cmake").err)
