"""Builds bots in Go, Rust and Java with their kits, as docs/kits.md has it, with every warning an error."""

import os
import pathlib
import shutil
import subprocess
import unittest
from typing import List

HERE = pathlib.Path(__file__).resolve().parent
SDK = HERE.parents[1] / "sdk"
ENVIRONMENT = {**os.environ, "GOTOOLCHAIN": "local", "GOFLAGS": "-mod=mod", "GOWORK": "off"}
# Warnings of a virtual machine go to standard output, unless they are sent elsewhere. Small heaps start sooner.
JAVA = ["java", "-XX:+DisplayVMOutputToStderr", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"]
JAVAC = ["javac", "-J-XX:+UseSerialGC", "-J-XX:TieredStopAtLevel=1", "-Xlint:all", "-Werror"]
COMPILERS = {"Go": "go", "Rust": "rustc", "Java": "javac"}


def require(*tools: str) -> None:
    """Leaves a test out, by the name of the tool that is missing."""
    for tool in tools:
        if shutil.which(tool) is None:
            raise unittest.SkipTest(f"SKIPPED: this machine has no {tool}")


def run(folder: pathlib.Path, *command: str) -> str:
    """Runs a tool that must succeed and say nothing on standard error; returns its standard output."""
    ended = subprocess.run(command, cwd=folder, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert ended.returncode == 0 and not ended.stderr, f"{' '.join(command)}: exit code {ended.returncode}\n{ended.stdout}{ended.stderr}"
    return ended.stdout


def put_kit(language: str, folder: pathlib.Path) -> None:
    """Puts the kit where a bot in `folder` finds it."""
    if language == "Rust":
        shutil.copy(SDK / "rust" / "tribunal_bot.rs", folder)
        return
    (folder / "tribunal").mkdir()
    shutil.copy(SDK / {"Go": "go/tribunal_bot.go", "Java": "java/TribunalBot.java"}[language], folder / "tribunal")
    if language == "Go":
        (folder / "go.mod").write_text("module mybot\n\ngo 1.19\n")


def build(language: str, source: pathlib.Path, folder: pathlib.Path) -> List[str]:
    """Builds a bot in an empty folder; returns its command."""
    require(COMPILERS[language])
    put_kit(language, folder)
    shutil.copy(source, folder)
    if language == "Go":
        run(folder, "go", "build", "-buildvcs=false", "-o", "bot", ".")
    elif language == "Rust":
        run(folder, "rustc", "-O", "-D", "warnings", "-o", "bot", source.name)
    else:
        run(folder, *JAVAC, source.name)
        return [*JAVA, "-cp", str(folder), source.stem]
    return [str(folder / "bot")]
