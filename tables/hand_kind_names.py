"""The names of the kinds of hands on pages and in files, one for each of `poker.hand_kinds.KINDS`."""

from collections.abc import Iterable

from poker.formatting import money
from poker.hand_kinds import KINDS
from poker.state import HandKind

ORDINARY = "Ordinary"
NAMES = {
    "bomb_pot": "Bomb pot",
    "bomb_pot_two_boards": "Bomb pot, two boards",
    "straddle": "Straddle",
    "sleeper": "Sleeper",
    "kill": "Kill",
    "run_twice": "Run twice",
    "run_three_times": "Run three times",
    "splash": "Splash pot",
}
# On the map's tiles, which are narrow.
SHORT_NAMES = NAMES | {
    "bomb_pot_two_boards": "Bomb pot, 2 boards",
    "run_three_times": "Run 3 times",
}
CHOICES = [(kind, NAMES[kind]) for kind in KINDS]


def kind_text(kind: HandKind) -> str:
    """Return one kind with its chips, such as "Bomb pot, two boards $10" or "2 straddles, last $12"."""
    chips = money(kind.amount) if kind.amount else ""
    if kind.kind == "straddle" and kind.count > 1:
        return f"{kind.count} straddles, last {chips}"
    return f"{NAMES[kind.kind]} {chips}".strip()


def kinds_text(kinds: Iterable[HandKind]) -> str:
    """Return the kinds of a hand as one line, "" for an ordinary hand."""
    return ", ".join(kind_text(kind) for kind in kinds)
