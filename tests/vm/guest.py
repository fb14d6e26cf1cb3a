"""Runs the tests that involve control groups, in the virtual machine of tests/vm/run.sh: as root (`guest.py root`) and at the
same time as an ordinary user in a separate scope (`guest.py user`). Prints a line for each test, like ctest, the output of a
test that failed, and at the end how many passed and failed. A skipped test has failed, except for the reasons listed below,
because this machine lacks nothing."""
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import time
from typing import Dict, List, NamedTuple, Tuple

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BIN = os.path.join(ROOT, "build", "release", "bin")
TRIBUNAL = os.path.join(BIN, "tribunal")
LEVEL = "bwrap+cgroup"
SECONDS = 120  # for one test, on a machine that is not emulated
USER = "tester"
SCOPE = ["systemd-run", "--user", "--scope", "--quiet", "--property=Delegate=yes"]
SHOWN_LINES = 60
# The attacks on what control groups count, limit and end, and one of each other kind. The others work the same with
# groups of version 1.
ATTACKS = r"^(fork-bomb|many-processes|memory.*|joins-group|stays-in-group|daemon|kills|namespaces|files|twins-by-vsock)$"
OF_SANDBOX = ("what_cgroups_cannot_do_here", "a_level_that_works", "memory_is_the_reason", "nothing_is_left_behind")
KNOWN_REASONS = (
    r"only root can start a process as somebody else",
    r"root can be anybody",
    r"(node|java) at level .* one of them is not available",
    r"no controller here that could be taken away from this program alone",
    r"level bwrap\+cgroup is not available to user 1[67]\d{8}",  # a number without a login, so without a scope
)


class Test(NamedTuple):
    name: str
    words: List[str]
    folder: str = "/"


def cases(program: str, *chosen: str) -> List[Test]:
    """One entry for each test case of a program, from the named files."""
    path = os.path.join(ROOT, "build", "release", "tests", "bin", program)
    tests = []
    for some in chosen:
        listed = subprocess.run([path, "--filenames-as-tags", "--list-test-names-only", some], capture_output=True, text=True,
                                check=False)
        names = [line.strip() for line in listed.stdout.splitlines() if line.strip()]
        if not names:
            raise SystemExit(f"{program} has no tests {some}: {listed.stderr}")
        for name in names:
            words = launched([path, "--warn", "NoTests", re.sub(r"([\\,\[])", r"\\\1", name)])
            tests.append(Test(f"{program[5:]}: {name}", words))
    return tests


def script(name: str, folder: str, *words: str) -> Test:
    return Test(name, [sys.executable, *words], os.path.join(ROOT, "tests", folder))


def launched(words: List[str]) -> List[str]:
    return os.environ.get("TRIBUNAL_LAUNCHER", "").split() + words


def tests_of(who: str) -> List[Test]:
    tests = [Test(f"{LEVEL} is in force", launched([TRIBUNAL, "doctor", "--require", LEVEL]))]
    if who == "user":
        tests.append(Test("in a scope of systemd's", [*SCOPE, TRIBUNAL, "doctor", "--require", LEVEL]))
    tests += cases("test-bots", "[#cgroup_test]", "[#launch_test]", "[#question_clock_test]", "[#sandbox_test]", "[#usage_test]")
    tests += cases("test-table", "[#cpu_clock_test]")
    tests.append(script(f"attacks at level {LEVEL}", "sandbox", "test_attacks.py", LEVEL, who))
    tests.append(script("six honest and six hostile bots", "sandbox", "test_six_and_six.py", who))
    for name in OF_SANDBOX:
        tests.append(script(f"sandbox: {name}", "cli", "-m", "unittest", "-v", "test_sandbox", "-k", f"test_{name}"))
    tests.append(script("kills swiss", "cli", "-m", "unittest", "-v", "test_kills", "-k", "test_kills.Kills.test_swiss"))
    if who == "root":
        tests.append(script("two containers on one tree of groups", "sandbox", "test_two_containers.py"))
    return tests


def was_skipped(output: str) -> bool:
    reasons = re.findall(r"(?:SKIPPED: |skipped ['\"])(.*)", output)
    return any(not any(re.search(known, reason) for known in KNOWN_REASONS) for reason in reasons)


def outcome(test: Test) -> Tuple[str, str]:
    """The result of a test, and its output."""
    try:
        ended = subprocess.run(test.words, cwd=test.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, timeout=SECONDS * int(os.environ["TRIBUNAL_TEST_SLOWNESS"]), check=False)
    except subprocess.TimeoutExpired as late:
        return "Timeout", (late.stdout or b"").decode(errors="replace")
    said = ended.stdout.decode(errors="replace")
    if ended.returncode not in (0, 77):
        return f"Failed ({ended.returncode})", said
    return ("Skipped" if ended.returncode == 77 or was_skipped(said) else "Passed"), said


def run(who: str) -> None:
    """Prints the result of each test, and at the end the counts: one line of JSON each, for the caller."""
    passed = failed = 0
    tests = [test for test in tests_of(who) if re.search(os.environ["TRIBUNAL_VM_TESTS"], f"{who}: {test.name}")]
    for number, test in enumerate(tests, 1):
        begin = time.monotonic()
        result, said = outcome(test)
        if result != "Passed":  # an emulated machine is late now and then: what is wrong fails again
            again, said_again = outcome(test)
            result, said = ("Passed" if again == "Passed" else result), said + said_again
        report = (f"{number:3}/{len(tests)} {(who + ': ' + test.name + ' ')[:100]:.<102} {result:8} "
                  f"{time.monotonic() - begin:6.1f} sec\n")
        passed += result == "Passed"
        failed += result != "Passed"
        if result != "Passed":
            report += "".join(f"      {line}\n" for line in said.splitlines()[-SHOWN_LINES:])
        print(json.dumps(report), flush=True)
    print(json.dumps([passed, failed]), flush=True)


def enter_own_group() -> str:
    """Moves the programs out of the scope's group into groups below it, each for one program, which is then alone as in
    a scope of its own. The program that brings another one puts it there."""
    scope = "/sys/fs/cgroup" + text_of("/proc/self/cgroup").split("::")[1]
    os.mkdir(scope + "/tests")
    for file_name, text in (("tests/cgroup.procs", "0"), ("cgroup.subtree_control", "+memory +pids +cpu")):
        with open(os.path.join(scope, file_name), "w", encoding="utf-8") as file:
            file.write(text)
    launcher = os.path.join(os.environ["HOME"], "launch")
    with open(launcher, "w", encoding="utf-8") as file:
        file.write(f'#!/bin/sh\nmkdir {scope}/$$ && echo $$ > {scope}/$$/cgroup.procs && exec "$@"\n')
    os.chmod(launcher, 0o755)
    return launcher


def place_repository(payload: str) -> str:
    """Puts it at the path where the programs were built: they know their own bots by their paths."""
    place = text_of(payload, "place")
    os.makedirs(place, exist_ok=True)
    for depth in range(2, place.count("/") + 1):  # a home folder may be closed to others
        os.chmod("/".join(place.split("/")[:depth]), 0o755)
    subprocess.run(["mount", "--bind", ROOT, place], check=True)
    return place


def text_of(*path: str) -> str:
    with open(os.path.join(*path), encoding="utf-8") as file:
        return file.read().strip()


def run_part(words: List[str], variables: Dict[str, str]) -> Tuple[int, int]:
    """One of root's and the user's; how many passed and failed. One that broke off has failed."""
    counts = (0, 1)
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=variables) as part:
        for line in part.stdout or ():
            said = json.loads(line)
            if isinstance(said, str):
                print(said, end="", flush=True)
            else:
                counts = (said[0], said[1])
    return counts


def run_all() -> None:
    payload = os.path.dirname(ROOT)
    place = place_repository(payload)
    variables = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8",
                 "PYTHONDONTWRITEBYTECODE": "1", "TRIBUNAL": os.path.join(place, "build", "release", "bin", "tribunal"),
                 "TRIBUNAL_TEST_ATTACKS": ATTACKS, "TRIBUNAL_TEST_PERCENT": "2", "TRIBUNAL_TEST_SLOWNESS": text_of(payload, "slowness"),
                 "TRIBUNAL_VM_TESTS": text_of(payload, "tests")}
    again = [sys.executable, os.path.join(place, "tests", "vm", "guest.py")]
    as_user = ["runuser", f"--user={USER}", "--", "env", f"HOME=/home/{USER}", "XDG_RUNTIME_DIR=/run/user/1000", *SCOPE]
    print(f"booted in {text_of('/proc/uptime').split()[0]} sec: {' '.join(os.uname()[:3:2])}", flush=True)
    begin = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor() as both:
        parts = [both.submit(run_part, words, variables) for words in ([*again, "root"], [*as_user, *again, "user"])]
    passed, failed = (sum(count) for count in zip(*(part.result() for part in parts)))
    print(f"tests/vm: {passed} passed, {failed} failed in {time.monotonic() - begin:.0f} sec", flush=True)


def main() -> None:
    if len(sys.argv) == 1:
        run_all()
        return
    who = sys.argv[1]
    if who == "user":
        os.environ["TRIBUNAL_LAUNCHER"] = enter_own_group()
    run(who)


if __name__ == "__main__":
    main()
