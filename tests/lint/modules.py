"""Holds the structure of referee/: a file includes only its own folder and folders listed before it, no files include
each other in a circle, no two headers name a type the same, and no folder has more files than a person can survey.

The order is read from the table in docs/architecture.md, so that the page stays correct. It has a row for each module, whose
last column has the module's folders in their order (`.` for the module's own files).
"""
import pathlib
import re
import sys
from typing import Dict, Iterator, List

ROOT = pathlib.Path(__file__).resolve().parents[2]
REFEREE = ROOT / "referee"
MOST_FILES = 25


def folders_in_order() -> List[str]:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    folders = []
    for module, last in re.findall(r"^\| `(\w+)/` \|.*\|([^|]*)\|$", page, re.MULTILINE):
        inner = re.findall(r"`([\w/.]+)`", last) or ["."]
        folders += [module if name == "." else f"{module}/{name.rstrip('/')}" for name in inner]
    return folders


def includes() -> Dict[str, List[str]]:
    """The files that each file of referee/ includes, by their paths in it."""
    return {str(file.relative_to(REFEREE)): re.findall(r'^#include "([^"]+)"', file.read_text(encoding="utf-8"), re.MULTILINE)
            for file in sorted(REFEREE.rglob("*.[ch]pp"))}


def folder_of(file: str) -> str:
    return str(pathlib.PurePath(file).parent)


def upward(included: Dict[str, List[str]], order: List[str]) -> Iterator[str]:
    for file, targets in included.items():
        for target in targets:
            if target not in included:
                yield f'referee/{file}: include "{target}" by its path in referee/'
            elif order.index(folder_of(target)) > order.index(folder_of(file)):
                yield f"referee/{file}: {folder_of(file)}/ stands before {folder_of(target)}/ and must not include {target}"


def circles(included: Dict[str, List[str]]) -> Iterator[str]:
    done: List[str] = []
    path: List[str] = []

    def walk(file: str) -> Iterator[str]:
        if file in path:
            yield "these include each other: " + " ".join(path[path.index(file):])
        elif file not in done:
            path.append(file)
            for target in included.get(file, []):
                yield from walk(target)
            path.pop()
            done.append(file)

    for file in included:
        yield from walk(file)


def types_named_twice() -> Iterator[str]:
    """The linker keeps one copy of a template's code for two types of a name, and so one layout for both."""
    types = re.compile(r"^(?:template.*>\s*)?(?:enum class|enum|class|struct|union) (?:\[\[\w+\]\] )?(\w+)\b(?![\w :]*;)", re.MULTILINE)
    seen: Dict[str, str] = {}
    for file in sorted(REFEREE.rglob("*.hpp")):
        for name in types.findall(file.read_text(encoding="utf-8")):
            place = seen.setdefault(name, str(file.relative_to(REFEREE)))
            if place != str(file.relative_to(REFEREE)):
                yield f"referee/{file.relative_to(REFEREE)}: {name} is a type of {place} too; give one of them another name"


def problems() -> Iterator[str]:
    order = folders_in_order()
    if len(order) < 2:
        yield "docs/architecture.md: the table of modules was not found"
        return
    included = includes()
    sizes = {folder: sum(folder_of(file) == folder for file in included) for folder in map(folder_of, included)}
    for folder, size in sizes.items():
        if size > MOST_FILES:
            yield f"referee/{folder}: {size} files, of at most {MOST_FILES}"
        if folder not in order:
            yield f"referee/{folder}: this folder is not in the table of docs/architecture.md"
    for folder in order:
        if folder not in sizes:
            yield f"docs/architecture.md: there is no folder referee/{folder}"
    if set(sizes) <= set(order):
        yield from upward(included, order)
    yield from circles(included)
    yield from types_named_twice()


def main() -> int:
    found = list(problems())
    for problem in found:
        print(problem, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
