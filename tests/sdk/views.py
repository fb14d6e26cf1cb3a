"""A bot that always does the first thing and shows what it sees: after every line that the Python kit takes in, what it
heard, and the view. views.mjs and views.cpp show the same of the same lines, byte for byte.

    python3 views.py < LINES
    python3 views.py cases < QUESTIONS     answers what kits_test.py asks of a view, of a card, or of an action
"""
import io
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "sdk" / "python"))
from tribunal_bot import SUIT_NAMES, Action, Card, Event, Hooks, Suit, View, describe, run  # noqa: E402


def show(view: View, *heard: object) -> None:
    sys.stdout.write(" ".join(map(str, heard)) + "\n" + describe(view) + "\n")


def decide(view: View) -> Action:
    show(view, "asked", view.milliseconds)
    return view.legal[0]


def event(view: View, heard: Event) -> None:
    show(view, "event", heard.verb, heard.seat, *heard.arguments)


def view_after(lines: str) -> View:
    views = [View()]
    run("x", "1", lambda view: view.legal[0], Hooks(game_start=views.append), io.StringIO(lines), io.StringIO())
    return views[-1]


def of_action(view: View, action: Action) -> str:
    """All that the view and the action may be asked of each other."""
    card, seats = action.card, [view.seat(number) for number in (action.seat, -2, 0, 1, 2, 64)]
    fits = [view.fits(number, card) for number in (action.seat, -2, 0, 1, 2, 64)]
    beats = [view.beats(seat.meld(card.suit), view.mine.meld(card.suit)) for seat in seats]
    return (f"{action.verb} ({action.arguments}) cards ({' '.join(each.text for each in action.cards)}) card {card.text} numbers "
            f"{action.number()} {action.number(1)} {action.number(7, -5)} seat {action.seat} fits {sum(fits)} beats {sum(beats)} "
            f"winning {int(view.winning(card.suit))}")


def answer(question: str) -> str:
    lines, _, asked = question.rpartition(" | ")
    view, (word, *rest) = view_after(lines.replace(", ", "\n") + "\n"), asked.split(" ")
    if word == "action":
        return of_action(view, Action(rest[0]))
    return str({"card": lambda: Card.parse(rest[0]).text,
                "winner": lambda: view.winner(Suit(SUIT_NAMES.index(rest[0]))),
                "fits": lambda: int(view.fits(int(rest[0]), Card.parse(rest[1]))),
                "on": lambda: int(view.is_on(rest[0])),
                "number": lambda: view.number(rest[0], int(rest[1])),
                "option": lambda: view.option(rest[0], rest[1]),
                "mob": lambda: view.mob,
                "held": lambda: len(view.seat(int(rest[0])).hand),
                "played": lambda: view.played_to.name.lower(),
                "seat": lambda: next(line for line in describe(view).splitlines() if line.startswith(asked))}[word]())


if sys.argv[1:] == ["cases"]:
    print(*map(answer, sys.stdin.read().splitlines()), sep="\n")
    sys.exit()
hooks = Hooks(
    game_start=lambda view: show(view, "game", view.game),
    event=event,
    game_end=lambda view: show(view, "result", *view.scores, "places", *view.places),
)
sys.exit(run("views", "1", decide, hooks))
