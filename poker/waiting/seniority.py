"""Seniority in a must-move chain: the order in which players sat down in it, whatever moves there were since."""

from collections.abc import Sequence

import msgspec

from poker.waiting.state import Answer, Chain


class Sat(msgspec.Struct, frozen=True):
    """One time that a player sat in a chair. at: unix milliseconds; taken and left: ids of the commands, left "" while
    the player sits there; entry: of the table's log; order: of all entries of the room, for the same millisecond.
    """

    player: str
    name: str
    table: str
    seat: int
    at: int
    taken: str
    left: str
    entry: int
    order: int


class Senior(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sits at a must-move table. since and entry ("T21:7"): when he sat down in the chain, provable in that log;
    what: what the house did when he did not want to move; place: from 1, 0 for who is offered no chair.
    """

    player: str
    name: str
    table: str
    seat: int
    since: int
    entry: str
    place: int = 0
    what: Answer | None = None


def seniors(chain: Chain, sittings: Sequence[Sat]) -> tuple[Senior, ...]:
    """Everybody at the must-move tables, the most senior first.

    A move is one command that leaves a chair and takes another: whoever moved within the chain sits there since he came
    into it, and whoever left and came again since then. A player who did not want to move keeps what the house said
    for as long as he stays: behind everybody who sat there then (`last`), or offered no chair (`stays`, `leaves`).
    """
    tables = {*chain.main, *chain.feeders}
    came = {(one.player, one.left): one for one in sittings if one.left and one.table in tables}
    found = []
    for now in sittings:
        if now.left or now.table not in chain.feeders:
            continue
        first = now
        while (before := came.get((first.player, first.taken))) is not None and before != first:
            first = before
        said = next(
            (d for d in chain.declined if (d.player, d.since) == (now.player, first.at)), None
        )
        at = (said.at, 0) if said and said.what == "last" else (first.at, first.order)
        found.append((at, now, first, said.what if said else None))
    found.sort(key=lambda one: one[0])
    rows, place = [], 0
    for _, now, first, what in found:
        offered = what in (None, "last")
        place += offered
        rows.append(
            Senior(
                player=now.player,
                name=now.name,
                table=now.table,
                seat=now.seat,
                since=first.at,
                entry=f"{first.table}:{first.entry}",
                place=place if offered else 0,
                what=what,
            )
        )
    return tuple(rows)
