"""Who is offered a chair before whom: lists of changes, must-move tables, the list of the game; the house's order.

No guide has an order of these: `Policy.order` is the room's own choice.
"""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from poker.waiting.seniority import Senior
from poker.waiting.state import CHANGES, Line, Lists, Source, Waiting

Seated = Mapping[str, Sequence[tuple[str, int]]]  # tables and chairs of a player, by key


class Chair(msgspec.Struct, frozen=True):
    """An empty chair: of which table, its number, and the key of the game's list."""

    table: str
    seat: int
    game: str


class Claim(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody who may have the chair. number and line: on which list; table and seat: where he sits now, "" and 0 for
    nowhere; since: since when he waits, or sits in the chain; unix milliseconds.
    """

    source: Source
    player: str
    name: str
    since: int
    number: int = 0
    line: str = ""
    table: str = ""
    seat: int = 0


def claims(
    lists: Lists, chair: Chair, seated: Seated, seniors: Sequence[Senior]
) -> tuple[Claim, ...]:
    """Everybody with a claim on the chair, the first one first. `seniors` are those of the game's chain."""
    found: list[Claim] = []
    for source in lists.policy.order:
        if source == "must_move":
            found += _due(lists, chair, seniors)
        else:
            found += _waiting(lists, chair, seated, source)
    return tuple(found)


def _due(lists: Lists, chair: Chair, seniors: Sequence[Senior]) -> Iterator[Claim]:
    chain = lists.chain(chair.game)
    if chain is None or chair.table not in chain.main:
        return
    for one in seniors:
        if one.place:
            yield Claim(
                source="must_move",
                player=one.player,
                name=one.name,
                since=one.since,
                table=one.table,
                seat=one.seat,
            )


def _waiting(lists: Lists, chair: Chair, seated: Seated, source: Source) -> Iterator[Claim]:
    for line in lists.lines:
        if not _for(line, chair, source):
            continue
        for one in line.places:
            if one.state != "waiting" or not one.here:
                continue
            at = seated.get(one.player, ())
            place = _sits(line, one, chair, at)
            if source == "list" or place is not None:
                table, seat = place or ("", 0)
                yield Claim(
                    source=source,
                    player=one.player,
                    name=one.name,
                    since=one.since,
                    number=one.number,
                    line=line.key,
                    table=table,
                    seat=seat,
                )


def _for(line: Line, chair: Chair, source: Source) -> bool:
    if source == "list":
        return line.key == chair.game and line.kind not in CHANGES
    of = chair.table if source == "seat_change" else chair.game
    return line.kind == source and line.of == of


def _sits(
    line: Line, one: Waiting, chair: Chair, at: Sequence[tuple[str, int]]
) -> tuple[str, int] | None:
    """Where somebody sits who asked for a change that this chair would be; None where it would be none."""
    if line.kind == "seat_change":
        if one.wish and str(chair.seat) not in one.wish:
            return None
        return next((place for place in at if place[0] == chair.table), None)
    if line.kind != "table_change" or (one.wish and chair.table not in one.wish):
        return None
    if any(table == chair.table for table, _ in at):
        return None
    return next(iter(at), None)
