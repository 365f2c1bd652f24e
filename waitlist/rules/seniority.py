"""Seniority in a must-move chain: the order in which players joined it, regardless of moves since."""

from collections.abc import Sequence

import msgspec

from waitlist.rules.state import Answer, MustMoveChain


class SeatTenure(msgspec.Struct, frozen=True):
    """One period of a player in a seat."""

    player: str
    name: str
    table: str
    seat: int
    at: int  # Unix milliseconds
    taken: str  # command id
    left: str  # command id; "" while the player sits there
    entry: int  # entry in the table's log
    order: int  # among all entries of the room, to break ties within a millisecond


class SeniorityRank(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player at a must-move table."""

    player: str
    name: str
    table: str
    seat: int
    since: int  # when the player joined the chain
    entry: str  # "T21:7", the log entry that proves `since`
    place: int = 0  # from 1; 0 for a player who is offered no seat
    what: Answer | None = None  # the house's response to a declined move


def seniors(chain: MustMoveChain, sittings: Sequence[SeatTenure]) -> tuple[SeniorityRank, ...]:
    """Return the players at the must-move tables, most senior first.

    A move is one command that leaves a seat and takes another, so a player who moved within the chain keeps the time of
    joining it, and a player who left and returned starts again. A player who declined a move keeps the house's response
    while staying: behind all players seated at that time (`last`), or without the offer of a seat (`stays`, `leaves`).
    """
    tables = {*chain.main, *chain.feeders}
    came = {
        (seat_tenure.player, seat_tenure.left): seat_tenure
        for seat_tenure in sittings
        if seat_tenure.left and seat_tenure.table in tables
    }
    results = []
    for now in sittings:
        if now.left or now.table not in chain.feeders:
            continue
        first = now
        while (before := came.get((first.player, first.taken))) is not None and before != first:
            first = before
        declined_move = next(
            (d for d in chain.declined if (d.player, d.since) == (now.player, first.at)), None
        )
        at = (
            (declined_move.at, 0)
            if declined_move and declined_move.what == "last"
            else (first.at, first.order)
        )
        results.append((at, now, first, declined_move.what if declined_move else None))
    results.sort(key=lambda seat_tenure: seat_tenure[0])
    rows = []
    position = 0
    for _, now, first, what in results:
        offered = what in (None, "last")
        position += offered
        rows.append(
            SeniorityRank(
                player=now.player,
                name=now.name,
                table=now.table,
                seat=now.seat,
                since=first.at,
                entry=f"{first.table}:{first.entry}",
                place=position if offered else 0,
                what=what,
            )
        )
    return tuple(rows)
