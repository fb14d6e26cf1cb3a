"""Words that read as if translated, and what to write instead. Wrong in documents, helps, messages and comments alike:
only what is never right stands here, so that nothing needs an exception."""
import pathlib
import re
import sys
from typing import Iterator

WORDS = {
    r"to be had\b": "available",
    r"as often as (you|one) likes?": "repeatable",
    r"(go|goes|going|gone) on with": "resume",
    r"as it stands\b": "as it is",
    r"would be right\b": "expected ..., use ...",
    r"\bgames kept\b": "stored games",
    r"all the same\b": "anyway",
    r"at at the same time": "concurrently",
    r"in the others' time": "pondering",
    r"\bso (many|much) by which": "a margin",
    r"\b(an?|each|every|per) seat, a game\b": "per seat, per game",
}


ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = ("docs", "referee", "sample-bots", "sdk", "tests", "tournaments")
ENDINGS = {".md", ".cpp", ".hpp", ".py", ".sh", ".txt"}


def files() -> Iterator[str]:
    """Without git, which a fresh machine does not have."""
    yield "dev"
    for path in [*ROOT.glob("*.md"), *(path for folder in FOLDERS for path in (ROOT / folder).rglob("*"))]:
        if path.suffix in ENDINGS and path.is_file():
            yield str(path.relative_to(ROOT))


def main() -> int:
    found = 0
    for name in sorted(set(files()) - {"CHANGELOG.md", "tests/lint/words.py"}):
        with open(ROOT / name, encoding="utf-8", errors="replace") as file:
            for number, line in enumerate(file, 1):
                for word, instead in WORDS.items():
                    match = re.search(word, line)
                    if match:
                        print(f"{name}:{number}:{match.start() + 1}: '{match.group()}'; write: {instead}", file=sys.stderr)
                        found += 1
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
