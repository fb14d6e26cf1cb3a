"""Builds bots in every language with its kit, as docs/kits.md has it, with every warning an error.

    python3 languages.py BUILD     builds the sample bots in Go, Rust and Java, for tournaments/all-languages.toml
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest
from typing import List

HERE = pathlib.Path(__file__).resolve().parent
SDK = HERE.parents[1] / "sdk"
ENVIRONMENT = {**os.environ, "GOTOOLCHAIN": "local", "GOFLAGS": "-mod=mod", "GOWORK": "off"}
# Warnings of a virtual machine go to standard output, unless they are redirected. Small heaps start sooner.
JAVA = ["java", "-XX:+DisplayVMOutputToStderr", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"]
JAVAC = ["javac", "-J-XX:+UseSerialGC", "-J-XX:TieredStopAtLevel=1", "-Xlint:all", "-Werror"]
COMPILERS = {"C++": "c++", "Python": "python3", "JavaScript": "node", "Go": "go", "Rust": "rustc", "Java": "javac"}
KITS = {"C++": "cpp/tribunal_bot.hpp", "Python": "python/tribunal_bot.py", "JavaScript": "javascript/tribunal_bot.mjs",
        "Go": "go/tribunal_bot.go", "Rust": "rust/tribunal_bot.rs", "Java": "java/TribunalBot.java"}
STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Werror"]
SAMPLE_BOTS = {"Go": "greedy.go", "Rust": "greedy.rs", "Java": "Greedy.java"}


def require(*tools: str) -> None:
    """Leaves a test out, by the name of the tool that is missing."""
    for tool in tools:
        if shutil.which(tool) is None:
            raise unittest.SkipTest(f"SKIPPED: this machine has no {tool}")


def run(folder: pathlib.Path, *command: str) -> str:
    """Runs a tool that must succeed and print nothing on standard error; returns its standard output."""
    ended = subprocess.run(command, cwd=folder, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert ended.returncode == 0 and not ended.stderr, f"{' '.join(command)}: exit code {ended.returncode}\n{ended.stdout}{ended.stderr}"
    return ended.stdout


def put_kit(language: str, folder: pathlib.Path) -> None:
    """Puts the kit where a bot in `folder` finds it."""
    place = folder / "tribunal" if language in ("Go", "Java") else folder
    place.mkdir(exist_ok=True)
    shutil.copy(SDK / KITS[language], place)
    if language == "Go":
        (folder / "go.mod").write_text("module mybot\n\ngo 1.19\n")


def examples(language: str, *pages: str) -> List[str]:
    """The examples in a language on pages of docs/."""
    text = "".join((SDK.parent / "docs" / page).read_text() for page in pages)
    mark = {"C++": "cpp", "JavaScript": "js"}.get(language, language.lower())
    return re.findall(f"```{mark}\n(.*?)```", text, re.DOTALL)


def build(language: str, source: pathlib.Path, folder: pathlib.Path, *flags: str) -> List[str]:
    """Builds a bot in an empty folder; returns its command."""
    require(COMPILERS[language])
    put_kit(language, folder)
    shutil.copy(source, folder)
    if language in ("Python", "JavaScript"):
        return [COMPILERS[language], str(folder / source.name)]
    if language == "C++":
        run(folder, "c++", *STRICT, *flags, "-o", "bot", source.name)
    elif language == "Go":
        run(folder, "go", "build", "-buildvcs=false", "-o", "bot", ".")
    elif language == "Rust":
        run(folder, "rustc", "-O", "-D", "warnings", "-o", "bot", source.name)
    else:
        run(folder, *JAVAC, source.name)
        return [*JAVA, "-cp", str(folder), source.stem]
    return [str(folder / "bot")]


def main() -> None:
    for language, source in SAMPLE_BOTS.items():
        folder = pathlib.Path(sys.argv[1]).resolve() / "lib" / "tribunal" / "languages" / language.lower()
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        script = ""
        try:
            command = build(language, SDK.parent / "sample-bots" / source, folder)
            if language == "Java":  # a program of its folder, as the others are
                script = "#!/bin/sh\nexec " + " ".join(command).replace(str(folder), '"$(dirname "$0")"') + "\n"
        except unittest.SkipTest as reason:
            print(f"the bot in {language} is left out: {reason}")
            script = f"#!/nowhere/{COMPILERS[language]}\n"  # a tournament leaves out an optional bot without its interpreter
        if script:
            (folder / "bot").write_text(script)
            (folder / "bot").chmod(0o755)


if __name__ == "__main__":
    main()
