"""Words that read as if translated, and what to write instead. Wrong in documents, helps, messages and comments alike:
only what is never right stands here, so that nothing needs an exception."""
import re
import subprocess
import sys

WORDS = {
    r"to be had\b": "available",
    r"as often as (you|one) likes?": "repeatable",
    r"(go|goes|going|gone) on with": "resume",
    r"as it stands\b": "as it is",
    r"all the same\b": "anyway",
    r"at at the same time": "concurrently",
    r"in the others' time": "pondering",
    r"\bso (many|much) by which": "a margin",
    r"\b(an?|each|every|per) seat, a game\b": "per seat, per game",
}


def main() -> int:
    files = subprocess.run(["git", "ls-files", "*.md", "*.?pp", "*.py", "*.sh", "*.txt", "dev"], check=True, text=True,
                           stdout=subprocess.PIPE).stdout.split()
    found = 0
    for name in sorted(set(files) - {"CHANGELOG.md", "tests/lint/words.py"}):
        if name.startswith("referee/tournament/store/"):  # not revised yet
            continue
        with open(name, encoding="utf-8", errors="replace") as file:
            for number, line in enumerate(file, 1):
                for word, instead in WORDS.items():
                    match = re.search(word, line)
                    if match:
                        print(f"{name}:{number}:{match.start() + 1}: '{match.group()}'; write: {instead}", file=sys.stderr)
                        found += 1
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
