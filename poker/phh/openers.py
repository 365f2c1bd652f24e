"""Who opened a round of stud in a recorded hand: as the upcards say, or as it was done (S-145, S-150)."""

from poker import commands as c
from poker.cards import UNKNOWN
from poker.engine import run
from poker.phh.holes import Holes
from poker.refusal import Refusal
from poker.state import Table


def opened_by(table: Table, seat: int, holes: Holes) -> tuple[list[c.Command], str]:
    """What is said at the table so that this seat opens, and the rule that it would have been refused by.

    Upcards first, as far as the file has them. Where they name another seat they are left out: it stood.
    """
    told, shown = upcards(table, holes), table
    try:
        for command in told:
            shown = run(shown, command, now=0).table
        if _opens(shown, seat):
            return told, ""
        named = c.NameOpener(seat)
        run(shown, named, now=0)
        return [*told, named], ""
    except Refusal as refusal:
        if refusal.code not in ("not_first", "opener_late"):
            raise
        return [*_hidden(table), c.NameOpener(seat)], refusal.rule


def upcards(table: Table, holes: Holes) -> list[c.Command]:
    """The upcards of those who are in, as far as the file has them."""
    assert table.hand is not None
    up = {part.seat: holes.up(part.seat) for part in table.hand.live()}
    return [c.ShowUp(seat, faces) for seat, faces in up.items() if set(faces) - {UNKNOWN}]


def _opens(table: Table, seat: int) -> bool:
    """Whether the round waits for this seat, or it brought in."""
    hand = table.hand
    if hand is None or hand.stage != "betting":
        return False
    return seat in (hand.opener, hand.parts[hand.round.due].seat)


def _hidden(table: Table) -> list[c.Command]:
    """Upcards that were entered before are taken back to unseen."""
    assert table.hand is not None
    return [
        c.ShowUp(part.seat, (UNKNOWN,) * len(part.up))
        for part in table.hand.parts
        if part.up and set(part.up) - {UNKNOWN}
    ]
