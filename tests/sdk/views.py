"""A bot that always does the first thing and shows what it sees: after every line that the Python kit takes in, what it
heard, and the view. views.mjs and views.cpp show the same of the same lines, byte for byte.

    python3 views.py < LINES
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "sdk" / "python"))
from tribunal_bot import Action, Event, Hooks, View, describe, run  # noqa: E402


def show(view: View, *heard: object) -> None:
    sys.stdout.write(" ".join(map(str, heard)) + "\n" + describe(view) + "\n")


def decide(view: View) -> Action:
    show(view, "asked", view.milliseconds)
    return view.legal[0]


def event(view: View, heard: Event) -> None:
    show(view, "event", heard.verb, heard.seat, *heard.arguments)


hooks = Hooks(
    game_start=lambda view: show(view, "game", view.game),
    event=event,
    game_end=lambda view: show(view, "result", *view.scores, "places", *view.places),
)
sys.exit(run("views", "1", decide, hooks))
