"""Positions of the seats around the stage, by the number of seats."""

# Column and row of each slot, clockwise from the dealer's left. A slot never moves within a game.
_RING = ((0, 2), (0, 1), (0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (4, 1), (4, 2))
_LEFT_OUT: dict[int, set[tuple[int, int]]] = {
    9: set(),
    8: {(2, 0)},
    7: {(1, 0), (3, 0)},
    6: {(1, 0), (2, 0), (3, 0)},
    5: {(0, 2), (1, 0), (3, 0), (4, 2)},
    4: {(0, 2), (1, 0), (2, 0), (3, 0), (4, 2)},
    3: {(0, 2), (0, 0), (1, 0), (3, 0), (4, 0), (4, 2)},
    2: {(0, 2), (0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (4, 2)},
}


def slots(count: int) -> list[str]:
    """Return the slot of each seat, such as "c0r2". The tenth seat is next to the dealer, left of the stage."""
    if count == 10:
        places: tuple[tuple[int, int], ...] = ((1, 2), *_RING)
    else:
        places = tuple(position for position in _RING if position not in _LEFT_OUT[count])
    return [f"c{column}r{row}" for column, row in places]


def free_slot(count: int) -> str:
    """Return a slot of the far row without a seat, the middle one first; "" at nine and ten seats."""
    taken = slots(count)
    return next((place for place in ("c2r0", "c1r0") if place not in taken), "")
