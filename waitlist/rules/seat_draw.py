"""New seats for the players of a broken table. The order is drawn elsewhere."""

from collections.abc import Callable, Sequence

import msgspec


class SeatAssignment(msgspec.Struct, frozen=True, omit_defaults=True):
    """One player of the draw: the old and the new seat; table: "" if no seat was left."""

    player: str
    name: str
    seat: int
    table: str = ""
    to: int = 0


Sitter = tuple[str, str, int]  # key, alias and seat of a player
SeatPosition = tuple[str, int]  # a table and a seat number


def assign_seats(
    sitters: Sequence[Sitter], seats: Sequence[SeatPosition]
) -> tuple[SeatAssignment, ...]:
    """Assign players to seats one to one, both in draw order; players beyond the last seat get none."""
    free = [*seats, *[("", 0)] * len(sitters)]
    return tuple(
        SeatAssignment(player, name, seat, table, to)
        for (player, name, seat), (table, to) in zip(sitters, free, strict=False)
    )


def first_conflict(
    assignments: Sequence[SeatAssignment],
    there: Callable[[str], Sequence[str]],
    apart: Callable[[str, str], bool],
) -> tuple[str, str] | None:
    """Return two players who would share a table although the house separates them (S-016), or None.

    there: keys of the players already at a table.
    """
    at: dict[str, list[str]] = {}
    for assignment in assignments:
        if not assignment.table:
            continue
        at_table = at.setdefault(assignment.table, list(there(assignment.table)))
        for other in at_table:
            if apart(assignment.player, other):
                return assignment.player, other
        at_table.append(assignment.player)
    return None
