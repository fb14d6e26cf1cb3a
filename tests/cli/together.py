"""Runs the tests of a file three at a time, `together.py FILE`, each in its own process: for files whose tests mostly
wait for limits to pass and for starts to be tried again. In a single process they would take as long as all waits
together."""
import os
import subprocess
import sys
import unittest
from concurrent.futures import ThreadPoolExecutor
from typing import Iterator

# With a sanitizer they compute more than they wait.
AT_ONCE = 1 if os.environ.get("TRIBUNAL_SANITIZED", "") == "1" else 3


def names_of(suite: unittest.TestSuite) -> Iterator[str]:
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from names_of(test)
        else:
            yield test.id()


def passes(name: str) -> bool:
    """Runs this test, and prints its output if it fails."""
    ended = subprocess.run([sys.executable, "-m", "unittest", "-q", name], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                           check=False)
    if ended.returncode != 0:
        print(ended.stdout, flush=True)
    return ended.returncode == 0


def main() -> None:
    names = list(names_of(unittest.defaultTestLoader.loadTestsFromName(sys.argv[1])))
    with ThreadPoolExecutor(AT_ONCE) as pool:
        passed = list(pool.map(passes, names))
    print(f"{sum(passed)} of {len(names)} tests passed")
    sys.exit(0 if names and all(passed) else 1)


if __name__ == "__main__":
    main()
