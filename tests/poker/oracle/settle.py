"""The payout of a hand, computed independently: a second opinion on pots, halves and odd chips."""

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from poker import reading
from poker.shown_hands import odd_first
from poker.state import Table


class Settled(msgspec.Struct):
    """Stacks by seat; odd: the most chips that other ways to deal with odd ones can move for a seat;
    low_elsewhere: a pot without a low among its own players, where a player of another pot has one.
    """

    stacks: list[int]
    odd: int
    low_elsewhere: bool


def settle(table: Table, holes: Mapping[int, Sequence[str]]) -> Settled:
    """Return the payout of contribution layers, merged by contenders, each half to its best hands."""
    hand = table.hand
    assert hand is not None
    left = {part.seat: part.total for part in hand.parts}
    live = tuple(sorted(part.seat for part in hand.live()))
    chips_after = {part.seat: part.stack or 0 for part in hand.parts}
    pots: Counter[tuple[int, ...]] = Counter()
    while any(left.values()):
        layer = min(chips_left for chips_left in left.values() if chips_left)
        able = tuple(seat for seat in live if left[seat]) or max(pots, key=len, default=live)
        pots[able] += layer * sum(1 for chips_left in left.values() if chips_left)
        left = {seat: max(chips_left - layer, 0) for seat, chips_left in left.items()}
    participants = tuple(replace(part, shown=tuple(holes[part.seat])) for part in hand.parts)
    ordering = replace(table, hand=replace(hand, parts=participants))
    lows = []
    odd_count = 0
    for able, amount in pots.items():
        best = _half_winners(table, able, holes)
        lows.append(len(best) < 2 or bool(best[1]))
        second = amount // 2 if len(best) > 1 and best[1] else 0
        for half, (chips, seats) in enumerate(zip((amount - second, second), best, strict=False)):
            if seats and chips:
                first = odd_first(ordering, seats, half)[0]
                odd_count += len(seats)
                for seat in seats:
                    chips_after[seat] += chips // len(seats) + chips % len(seats) * (seat == first)
    return Settled(
        [chips_after[seat] for seat in sorted(chips_after)],
        odd_count + len(pots),
        len(set(lows)) > 1,
    )


def _half_winners(
    table: Table, able: tuple[int, ...], holes: Mapping[int, Sequence[str]]
) -> list[tuple[int, ...]]:
    """Return the winners of each half among the seats that can win a pot."""
    if len(able) == 1 or table.hand is None:
        return [able]
    shown_hands = [(seat, tuple(holes[seat])) for seat in able]
    return list(reading.by_half(table.ranking, shown_hands, table.hand.board).values())
