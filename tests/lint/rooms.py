"""Holds the order of the rooms: a file under referee/ includes only its own room and rooms listed before it.

The order is that of docs/architecture.md, whose table this reads, so that the page stays true.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def rooms() -> list:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    return re.findall(r"^\| `(\w+)/` \|", page, re.MULTILINE)


def problems(order: list) -> list:
    found = []
    for folder in sorted(path.name for path in (ROOT / "referee").iterdir() if path.is_dir()):
        if folder not in order:
            found.append(f"referee/{folder}: this room is not in the table of docs/architecture.md")
    for file in sorted((ROOT / "referee").rglob("*.[ch]pp")):
        room = file.relative_to(ROOT / "referee").parts[0]
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            include = re.match(r'#include "([^"]+)"', line)
            if not include:
                continue
            target = include[1].split("/")[0]
            where = f"{file.relative_to(ROOT)}:{number}"
            if target not in order:
                found.append(f'{where}: include "{include[1]}" from the root of referee/, by its room')
            elif room in order and order.index(target) > order.index(room):
                found.append(f"{where}: {room}/ stands before {target}/ and must not include it")
    return found


def main() -> int:
    order = rooms()
    if len(order) < 2:
        print("docs/architecture.md: the table of rooms was not found", file=sys.stderr)
        return 1
    found = problems(order)
    for problem in found:
        print(problem, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
