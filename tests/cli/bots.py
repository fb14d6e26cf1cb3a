"""The bot of the tests: one script, of which each test says what differs."""
from textwrap import indent

WORDS = ("tribunal", "game", "ask", "end", "quit")


def scripted(name: str = "bot", answer: str = "word[3]", quit: str = "break", **at: str) -> str:  # pylint: disable=redefined-builtin
    """The text of a bot in Python that answers a question with `answer`, an expression: `word` holds the words of the
    question, from the third on its actions. Without `answer` it does not answer. `at` has statements to execute at the
    start (`start`), at a line of the protocol before anything is said (`game`, `ask`, `end`), at any other line
    (`other`), and at every line (`line`); `asked` and `games` count. Output that must not wait goes through
    say(TEXT)."""
    blocks = {"tribunal": f'say("ready {name} 1")', "game": "games += 1\n" + at.get("game", ""),
              "ask": "asked += 1\n" + at.get("ask", "") + (f'\nsay(f"move {{word[1]}} " + ({answer}))' if answer else ""),
              "end": at.get("end", "pass"), "quit": quit}
    text = f"import os, sys, time\ndef say(text): print(text, flush=True)\nasked = games = 0\n{at.get('start', '')}\n"
    text += "for line in sys.stdin:\n    word = line.split()\n" + indent(at.get("line", ""), "    ") + "\n"
    for word, block in blocks.items():
        text += f'    if word[0] == "{word}":\n' + indent(block, "        ") + "\n"
    return text + f"    if word[0] not in {WORDS}:\n" + indent(at.get("other", "pass"), "        ") + "\n"
