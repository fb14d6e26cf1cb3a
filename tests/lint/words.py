"""Holds the language of documents, helps, messages, comments and commits (CONTRIBUTING.md, Language): words that read as
if translated, first words of comments, and subjects of commits. Only what is never right is listed, so that nothing
needs an exception."""
import pathlib
import re
import subprocess
import sys
from typing import Iterator, NamedTuple

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
    r"(?<!there.)\b(is|are|be) (?-i:none)\b": "is not a ..., are not ...",
    r"(?<!there.)\b(is|are) no (action|anchor|archive|bot|call|candidate|decision|fault|JSON|link|memory|option|page|part)s?\b":
        "is not a ...",
    r"(?<!there.)\b(is|are) no (pipe|plan|program|proof|rating|seat|shard|terminal|test|tie|TOML|verb)s?\b": "is not a ...",
    r"\b(has|have) not[.;:,)]": "lacks",
    r"\b(is|are) not known\b": "unknown",
    r"\bnobody knows\b": "it is unknown",
    r"\bforetells?\b": "predicts",
    r"\bgames? played on\b": "playouts",
    r"\bpoints to expect\b": "expected points",
    r"\bcannot (be told|tell) (\w+ )?from\b": "cannot be distinguished from",
    r"\b(takes notice|the reason why|for want of)\b": "called for, the reason, without",
    r"\bfound by playing matches\b": "tuned by matches",
    r"\bwhat (came|comes|come) of\b": "the result of",
    r"\b(are others|is another one|be it)\b": "differ, differs, or",
    r"\bbefore (all|its) eyes\b": "openly",
    r"\bthe truth\b": "the true value",
    r"\bcomes? out (best|so)\b": "is best",
    r"\b(do|does|did) anything legal\b": "takes any legal action",
    r"///< (of|by which|of which|to|from which|whom?) ": "a noun first: ///< number of ...",
    r"\b(is|are) (there )?twice\b": "occurs twice",
    r"\b(would|could) be taken for one\b": "name the thing: taken for a ...",
    r"\bthat there (is|are) not\b": "that does not exist",
    r", of them\b": "N of them",
    r"\bbut for (the|those|its|one|options|that|these|an?|each)\b": "except for",
    r"\b(of|after|by|until|at most|about|for|with) so many\b": "this number of",
    r"\bof no (bot|deal|game|round|seat)\b": "of a ... that does not exist, belongs to no ...",
    r"\bcomes? to the same\b": "has the same result",
    r"\ball else\b": "everything else",
    r"\bmeans? less than (it|they) seems?\b": "name the weakness",
    r"\bhowever many [\w\x20]+ there are\b": "even if there are several",
    r"\bwhichever (\w+ )?(it|that) (is|was)\b": "omit it",
    r"\bwhoever has it\b": "over all bots",
    r"\bgames? for (two|three|four|more)\b": "with two players",
    r"\bis the (harder|better|more reliable) (test|show|one to)\b": "is harder, is better",
    # A block of commands that was wrapped like a paragraph.
    r"\ntribunal\x20[^|&;#$`\n]*\x20tribunal\x20\w+": "one command a line",
    r", also if\b": "even if",
}
FIRST_WORDS = re.compile(r"(What|Of|The same|Who|As|Where|How|Why|Nothing)\b")
VERBS = ("Add", "Fix", "Change", "Remove", "Rename", "Test", "Document", "Merge", "Revert")
# The subjects of earlier commits follow other rules.
LAST_COMMIT_BEFORE_THE_RULE = "51b3477aa390"

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = ("docs", "referee", "sample-bots", "sdk", "tests", "tournaments")
LEADERS = {".cpp": r"//[/!]?<?", ".hpp": r"//[/!]?<?", ".mjs": r"//", ".ts": r"//", ".tsx": r"//",
           ".py": r"#", ".sh": r"#", "": r"#"}
ENDINGS = {*LEADERS, ".md", ".txt"} - {""}


class Fault(NamedTuple):
    place: str
    problem: str


def files() -> Iterator[pathlib.Path]:
    """Without git, which a fresh machine does not have."""
    yield ROOT / "dev"
    for path in [*ROOT.glob("*.md"), *(path for folder in FOLDERS for path in (ROOT / folder).rglob("*"))]:
        left_out = {"node_modules", "CHANGELOG.md"} & set(path.parts) or path == pathlib.Path(__file__)
        if path.suffix in ENDINGS and path.is_file() and not left_out:
            yield path


def place(path: pathlib.Path, text: str, at: int) -> str:
    begin = text.rfind("\n", 0, at) + 1
    return f"{path.relative_to(ROOT)}:{text.count(chr(10), 0, at) + 1}:{at - begin + 1}"


def across_lines(word: str, leader: str) -> str:
    """The pattern of `word` whose blanks may be an end of a line: of a paragraph, a comment or a string."""
    blank = rf"(?: |\s*\n\s*(?:{leader})?\s*| ?\"\s*\n\s*\" ?)"
    return word.replace(" ", blank)


def wrong_words(path: pathlib.Path, text: str) -> Iterator[Fault]:
    leader = LEADERS.get(path.suffix, ">")
    for word, instead in WORDS.items():
        for match in re.finditer(across_lines(word, leader), text, re.IGNORECASE):
            found = re.sub(r"\s+", " ", match.group())
            yield Fault(place(path, text, match.start()), f"'{found}'; write: {instead}")


def beginnings(path: pathlib.Path, text: str) -> Iterator[int]:
    """Where the comments begin; a line of nothing but a comment continues a comment of the line before."""
    leader = LEADERS[path.suffix]
    own_line, comment = re.compile(rf"\s*({leader})(\s|$)"), re.compile(rf"(?:^|\s)({leader}) +(?=\S)")
    at, continues = 0, False
    for line in text.splitlines(keepends=True):
        is_own_line = own_line.match(line) is not None
        match = comment.search(line)
        if match and not (is_own_line and continues):
            yield at + match.end()
        continues = match is not None or is_own_line
        at += len(line)


def wrong_beginnings(path: pathlib.Path, text: str) -> Iterator[Fault]:
    if path.suffix not in LEADERS:
        return
    starts = list(beginnings(path, text))
    if path.suffix == ".py":
        starts += [match.end() for match in re.finditer(r'^\s*"""', text, re.MULTILINE)]
    for at in starts:
        match = FIRST_WORDS.match(text, at)
        if match:
            yield Fault(place(path, text, at), f"a comment begins with '{match.group()}'; write a sentence with a "
                        "subject and a verb, or name the thing")


def wrong_subjects() -> Iterator[Fault]:
    log = subprocess.run(["git", "-C", str(ROOT), "log", "--format=%h %s", f"{LAST_COMMIT_BEFORE_THE_RULE}..HEAD"],
                         capture_output=True, text=True, check=False)
    if log.returncode != 0:
        print("left out: subjects of commits, as this is no clone with its history", file=sys.stderr)
    for commit in log.stdout.splitlines():
        name, subject = commit.split(" ", 1)
        if subject.split(" ", 1)[0] not in VERBS:
            yield Fault(name, f"the subject of a commit is '{subject}'; begin it with one of {', '.join(VERBS)}")


def main() -> int:
    faults = list(wrong_subjects())
    for path in sorted(files()):
        text = path.read_text(encoding="utf-8", errors="replace")
        faults += [*wrong_words(path, text), *wrong_beginnings(path, text)]
    for fault in faults:
        print(f"{fault.place}: {fault.problem}", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
