"""A bot that prints its view. After every line that the Python kit processes it prints the line and the view; at a
question also the answers of all functions of the view and of its actions. It takes the first action. The views programs
of the other languages print the same for the same lines, byte for byte.

    python3 views.py < LINES
"""
import pathlib
import sys
from typing import Union

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "sdk" / "python"))
from tribunal_bot import Action, Decision, Event, Hooks, View, describe, run  # noqa: E402


def show(view: View, *heard: object) -> None:
    print(*heard)
    print(describe(view))


def game_start(view: View) -> None:
    options = [f"{name} {view.option(name, '?')} {view.number(name, 7)} {int(view.is_on(name))}" for name in ("high_low", "penalty", "none")]
    show(view, "game", view.game, "played", view.played_to.name.lower(), "mob", view.mob, *options)


def event(view: View, heard: Event) -> None:
    show(view, "event", heard.verb, heard.seat, *heard.arguments)


def of_action(view: View, action: Action) -> str:
    card, numbers = action.card, (0, 1, 2, 64, -2, action.seat)
    fits = "".join(str(int(view.fits(number, card))) for number in numbers)
    beats = "".join(str(int(view.beats(view.seat(number).meld(card.suit), view.mine.meld(card.suit)))) for number in numbers)
    return (f"action {action.text} verb {action.verb} ({action.arguments}) cards ({' '.join(each.text for each in action.cards)})"
            f" numbers {action.number()} {action.number(1)} {action.number(7, -5)} seat {action.seat} card {card.text} fits {fits} beats {beats}"
            f" winner {view.winner(card.suit)} {int(view.winning(card.suit))}")


def decide(view: View) -> Union[str, Decision]:
    show(view, "asked", view.milliseconds)
    print(*(of_action(view, action) for action in view.legal), sep="\n")
    first = view.legal[0]
    others = {"long": Decision(first, "x" + "\u00fc" * 3000), "comment": Decision(first, "with\r\ntwo lines"), "plain": "plain", "nothing": Decision("", "why not")}
    return others.get(first.verb, first)


hooks = Hooks(game_start, event, lambda view: show(view, "result", *view.scores, "places", *view.places))
sys.exit(run("views", "1", decide, hooks))
