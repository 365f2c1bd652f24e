"""Who opened a stud round in a recorded hand: by the upcards, or as it was played (S-145, S-150)."""

from poker import commands as c
from poker.cards import UNKNOWN
from poker.engine import run
from poker.phh.holes import HoleCards
from poker.refusal import Refusal
from poker.state import Table


def opened_by(table: Table, seat: int, holes: HoleCards) -> tuple[list[c.Command], str]:
    """Return the commands that make this seat open, and the rule that would have refused it.

    Upcards come first, if the file has them. If they point to another seat, they are left out, because the opening was
    allowed to stand.
    """
    commands = upcards(table, holes)
    trial = table
    try:
        for command in commands:
            trial = run(trial, command, now=0).state
        if _opens(trial, seat):
            return commands, ""
        name_opener = c.NameOpener(seat)
        run(trial, name_opener, now=0)
        return [*commands, name_opener], ""
    except Refusal as refusal:
        if refusal.code not in ("not_first", "opener_late"):
            raise
        return [*_hidden(table), c.NameOpener(seat)], refusal.rule


def upcards(table: Table, holes: HoleCards) -> list[c.Command]:
    """Return the upcards of the players still in that the file has."""
    assert table.hand is not None
    up = {part.seat: holes.up(part.seat) for part in table.hand.live()}
    return [c.ShowUpcards(seat, faces) for seat, faces in up.items() if set(faces) - {UNKNOWN}]


def _opens(table: Table, seat: int) -> bool:
    """Return whether the round waits for this seat, or it brought it in."""
    hand = table.hand
    if hand is None or hand.stage != "betting":
        return False
    return seat in (hand.opener, hand.parts[hand.round.due].seat)


def _hidden(table: Table) -> list[c.Command]:
    """Return the commands that reset entered upcards to unseen."""
    assert table.hand is not None
    return [
        c.ShowUpcards(part.seat, (UNKNOWN,) * len(part.up))
        for part in table.hand.parts
        if part.up and set(part.up) - {UNKNOWN}
    ]
