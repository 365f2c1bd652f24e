"""Seat priority: seat changes, must-move tables and the game's waitlist, in the house's order.

No guide sets this order: `WaitlistPolicy.order` is the room's choice.
"""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from waitlist.rules.seniority import SeniorityRank
from waitlist.rules.state import CHANGES, Source, Waitlist, WaitlistEntry, Waitlists

Seated = Mapping[str, Sequence[tuple[str, int]]]  # tables and seats of a player, by key


class EmptySeat(msgspec.Struct, frozen=True):
    """An empty seat: its table, its number, and the key of the game's waitlist."""

    table: str
    seat: int
    game: str


class SeatClaim(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player with a claim on the seat."""

    source: Source
    player: str
    name: str
    since: int  # waiting, or in the chain, since then; Unix milliseconds
    number: int = 0  # number of the waitlist entry
    line: str = ""  # key of the waitlist
    table: str = ""  # the current seat; "" and 0 for no seat
    seat: int = 0


def seat_priority(
    waitlists: Waitlists, seat: EmptySeat, seated: Seated, seniors: Sequence[SeniorityRank]
) -> tuple[SeatClaim, ...]:
    """Return all players with a claim on the seat, highest priority first. `seniors`: those of the game's chain."""
    seat_claims: list[SeatClaim] = []
    for source in waitlists.policy.order:
        if source == "must_move":
            seat_claims += _due(waitlists, seat, seniors)
        else:
            seat_claims += _waiting(waitlists, seat, seated, source)
    return tuple(seat_claims)


def _due(
    waitlists: Waitlists, seat: EmptySeat, seniors: Sequence[SeniorityRank]
) -> Iterator[SeatClaim]:
    chain = waitlists.chain(seat.game)
    if chain is None or seat.table not in chain.main:
        return
    for rank in seniors:
        if rank.place:
            yield SeatClaim(
                source="must_move",
                player=rank.player,
                name=rank.name,
                since=rank.since,
                table=rank.table,
                seat=rank.seat,
            )


def _waiting(
    waitlists: Waitlists, chair: EmptySeat, seated: Seated, source: Source
) -> Iterator[SeatClaim]:
    for waitlist in waitlists.lists:
        if not _for(waitlist, chair, source):
            continue
        for entry in waitlist.entries:
            if entry.state != "waiting" or not entry.here:
                continue
            at = seated.get(entry.player, ())
            place = _sits(waitlist, entry, chair, at)
            if source == "list" or place is not None:
                table, seat = place or ("", 0)
                yield SeatClaim(
                    source=source,
                    player=entry.player,
                    name=entry.name,
                    since=entry.since,
                    number=entry.number,
                    line=waitlist.key,
                    table=table,
                    seat=seat,
                )


def _for(waitlist: Waitlist, seat: EmptySeat, source: Source) -> bool:
    if source == "list":
        return waitlist.key == seat.game and waitlist.kind not in CHANGES
    of = seat.table if source == "seat_change" else seat.game
    return waitlist.kind == source and waitlist.of == of


def _sits(
    waitlist: Waitlist, entry: WaitlistEntry, seat: EmptySeat, at: Sequence[tuple[str, int]]
) -> tuple[str, int] | None:
    """Return the current seat of a player if this seat would satisfy the requested change, else None."""
    if waitlist.kind == "seat_change":
        if entry.wish and str(seat.seat) not in entry.wish:
            return None
        return next((place for place in at if place[0] == seat.table), None)
    if waitlist.kind != "table_change" or (entry.wish and seat.table not in entry.wish):
        return None
    if any(table == seat.table for table, _ in at):
        return None
    return next(iter(at), None)
