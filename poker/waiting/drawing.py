"""New chairs for the players of a broken table: the order is drawn elsewhere, here it is only read."""

from collections.abc import Callable, Sequence

import msgspec


class Drawn(msgspec.Struct, frozen=True, omit_defaults=True):
    """One player of the draw: from which chair to which; table "" where no chair was left."""

    player: str
    name: str
    seat: int
    table: str = ""
    to: int = 0


Sitter = tuple[str, str, int]  # key, alias and chair of a player
Chair = tuple[str, int]  # a table and a number


def placed(sitters: Sequence[Sitter], chairs: Sequence[Chair]) -> tuple[Drawn, ...]:
    """Players and chairs, both in the order of their draw, one to one; who comes after the last chair gets none."""
    free = [*chairs, *[("", 0)] * len(sitters)]
    return tuple(
        Drawn(player, name, seat, table, to)
        for (player, name, seat), (table, to) in zip(sitters, free, strict=False)
    )


def clash(
    drawn: Sequence[Drawn], there: Callable[[str], Sequence[str]], apart: Callable[[str, str], bool]
) -> tuple[str, str] | None:
    """Two players who would share a table though the house keeps them apart (S-016); None where there are none.

    there: who sits at a table already, by keys.
    """
    at: dict[str, list[str]] = {}
    for one in drawn:
        if not one.table:
            continue
        beside = at.setdefault(one.table, list(there(one.table)))
        for other in beside:
            if apart(one.player, other):
                return one.player, other
        beside.append(one.player)
    return None
