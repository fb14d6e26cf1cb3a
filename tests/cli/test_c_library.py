"""The oldest C library with which the program starts. The wheel names one, and the program must run on machines that
have it."""
import os
import re
import subprocess
import unittest
from typing import List

from program import ROOT, SANITIZED, TRIBUNAL, text_of


def on_the_machine_that_makes_the_wheel() -> bool:
    return "VERSION_CODENAME=bookworm\n" in text_of("/etc/os-release")


@unittest.skipUnless(on_the_machine_that_makes_the_wheel(), "the wheel is made on Debian 12")
@unittest.skipIf(SANITIZED, "a sanitizer brings functions of its own")
class OldestCLibrary(unittest.TestCase):
    def test_no_function_is_newer_than_the_library_that_the_wheel_names(self) -> None:
        """The names of functions with their versions, such as `(GLIBC_2.35) hypot`: the version of the library that
        introduced it."""
        named = re.search(r"manylinux_2_(\d+)_x86_64", text_of(os.path.join(ROOT, "dev")))
        assert named is not None
        table = subprocess.run(["objdump", "-T", TRIBUNAL], check=True, capture_output=True, text=True).stdout
        functions = re.findall(r"\(?GLIBC_2\.(\d+)(?:\.\d+)?\)?\s+(\S+)", table)
        self.assertIn("memcpy", [function for _, function in functions])
        too_new: List[str] = [f"{function} (2.{minor})" for minor, function in functions if int(minor) > int(named.group(1))]
        self.assertEqual(too_new, [], f"the wheel promises to run with the C library 2.{named.group(1)}")
