"""@NAME@, a bot for Tribunal. Its idea is `rate`; the rest can stay."""
from tribunal_bot import run


def rate(view, action):
    """The worth of a legal action: playing any card is better than anything else."""
    return 1 if action.verb == "play" else 0


def decide(view):
    return max(view.legal, key=lambda action: rate(view, action))


run("@NAME@", "1.0", decide)
