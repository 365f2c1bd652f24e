"""Who opened a stud round in a recorded hand: by the upcards, or as it was played (S-145, S-150)."""

from typing import NamedTuple

from poker import commands as c
from poker.cards import UNKNOWN
from poker.engine import TableOutcome, run
from poker.phh.holes import HoleCards
from poker.refusal import Refusal
from poker.state import Table


class OpeningStep(NamedTuple):
    """A command that opens a round, its outcome, and the rule that would have refused it."""

    command: c.Command
    outcome: TableOutcome
    stood: str = ""


def opened_by(table: Table, seat: int, holes: HoleCards) -> list[OpeningStep]:
    """Return the steps that make this seat open.

    Upcards come first, if the file has them. If they point to another seat, they are left out, because the opening was
    allowed to stand.
    """
    try:
        steps = _steps(table, upcards(table, holes))
        after = steps[-1].outcome.state if steps else table
        return steps if _opens(after, seat) else steps + _steps(after, [c.NameOpener(seat)])
    except Refusal as refusal:
        if refusal.code not in ("not_first", "opener_late"):
            raise
        *hidden, named = _steps(table, [*_hidden(table), c.NameOpener(seat)])
        return [*hidden, named._replace(stood=refusal.rule)]


def _steps(table: Table, commands: list[c.Command]) -> list[OpeningStep]:
    """Execute commands one after the other."""
    steps = []
    for command in commands:
        outcome = run(table, command, now=0)
        table = outcome.state
        steps.append(OpeningStep(command, outcome))
    return steps


def upcards(table: Table, holes: HoleCards) -> list[c.Command]:
    """Return the command that enters the upcards of the players still in, as far as the file has them."""
    assert table.hand is not None
    up = {part.seat: holes.up(part.seat) for part in table.hand.live()}
    return _entered({seat: faces for seat, faces in up.items() if set(faces) - {UNKNOWN}})


def _opens(table: Table, seat: int) -> bool:
    """Return whether the round waits for this seat, or it brought it in."""
    hand = table.hand
    if hand is None or hand.stage != "betting":
        return False
    return seat in (hand.opener, hand.parts[hand.round.due].seat)


def _hidden(table: Table) -> list[c.Command]:
    """Return the command that resets entered upcards to unseen."""
    assert table.hand is not None
    known = [part for part in table.hand.parts if set(part.up) - {UNKNOWN}]
    return _entered({part.seat: (UNKNOWN,) * len(part.up) for part in known})


def _entered(up: dict[int, tuple[str, ...]]) -> list[c.Command]:
    return [c.ShowStreet(up)] if up else []
