"""What a pool pays by place, and what each entry is due. Every sum is exact to the smallest unit of money."""

from typing import NamedTuple

from tournaments.rules.places import Place, places
from tournaments.rules.plan import WHOLE, PayoutTable, Plan
from tournaments.rules.state import FixedPool, Tournament


class Due(NamedTuple):
    """What an entry won: from the payouts of its place, and from a deal."""

    entry: int
    amount: int
    place: Place
    seat: bool = False  # a seat in the target event of a satellite


def fixed_pool(event: Tournament) -> FixedPool:
    """Return the pool and its payouts: what entries paid in, raised to the guarantee by the house."""
    plan = event.plan
    collected = event.pool_collected
    pool = max(collected, plan.guarantee)
    entries = event.field
    # Only players of this event can be paid, also if the entries of its flights pay more places.
    seats, amounts = prize_amounts(plan, pool, entries, most=event.sold)
    return FixedPool(pool, pool - collected, entries, amounts, seats)


def prize_amounts(
    plan: Plan, pool: int, entries: int, most: int | None = None
) -> tuple[int, tuple[int, ...]]:
    """Return the number of seats of a satellite, and the payouts by place, which add up to the pool.

    most: the most places that can be paid, by default one for each entry.
    """
    places_at_most = entries if most is None else min(most, entries)
    if plan.is_satellite:
        return satellite(pool, plan.seat_value, places_at_most)
    return 0, by_table(plan.payouts, pool, entries, places_at_most)


def by_table(
    table: PayoutTable, pool: int, entries: int, most: int | None = None
) -> tuple[int, ...]:
    """Return the payouts by place, at most `most` of them, by default one for each entry.

    Each is rounded down to the table's unit and raised to its minimum, and first place gets the rest. If the pool is
    too small for that, fewer places are paid; without a column first place takes the pool.
    """
    column = table.column(entries)
    if column is None or not pool:
        return (pool,) if pool else ()
    shares = column.shares[: entries if most is None else most]
    while len(shares) > 1:
        amounts = _rounded(table, pool, shares)
        first = pool - sum(amounts[1:])
        if first >= amounts[1]:
            return (first, *amounts[1:])
        shares = shares[:-1]
    return (pool,)


def satellite(pool: int, value: int, entries: int) -> tuple[int, tuple[int, ...]]:
    """Return how many seats a pool buys, and the payouts by place: equal seats, then the rest in cash.

    The rest goes to the next place, or to the last seat if no one else entered.
    """
    seats = min(pool // value, entries)
    rest = pool - seats * value
    amounts = [value] * seats
    if rest and seats < entries:
        amounts.append(rest)
    elif rest:
        amounts[-1] += rest
    return seats, tuple(amounts)


def amounts_by_entry(event: Tournament) -> dict[int, Due]:
    """Return what each entry that has a place in the money is due. A shared place gets an equal part of its payouts.

    Odd units of a shared sum go to the lowest entry numbers. Needs the fixed pool.
    """
    if event.pool is None:
        return {}
    pool = event.pool
    amounts = _amounts_after_deal(event)
    by_place: dict[Place, list[int]] = {}
    for number, place in places(event).items():
        by_place.setdefault(place, []).append(number)
    due: dict[int, Due] = {}
    for place, numbers in by_place.items():
        total = sum(amounts[place.first - 1 : place.last])
        part, odd = divmod(total, len(numbers))
        has_seat = place.last <= pool.seats
        for index, number in enumerate(sorted(numbers)):
            due[number] = Due(number, part + (index < odd), place, has_seat)
    for number, amount in event.deal.shares if event.deal else ():
        known = due.get(number)
        if known is not None:
            due[number] = known._replace(amount=known.amount + amount)
    return {number: row for number, row in due.items() if row.amount}


def in_the_money(event: Tournament) -> bool:
    """Return whether every player who is left gets a payout."""
    return event.pool is not None and sum(1 for _ in event.alive()) <= len(event.pool.payouts)


def to_the_money(event: Tournament) -> int | None:
    """Return how many players have to go out before everyone left is paid, None before the pool is fixed."""
    if event.pool is None:
        return None
    return max(0, sum(1 for _ in event.alive()) - len(event.pool.payouts))


def unpaid(event: Tournament) -> int:
    """Return the part of the pool that was not paid yet; held payouts count as unpaid."""
    pool = event.pool.pool if event.pool else 0
    return pool - sum(payout.amount for payout in event.paid if not payout.held)


def _amounts_after_deal(event: Tournament) -> tuple[int, ...]:
    """Return the payouts by place; with a deal only first place is left to play for."""
    payouts = event.pool.payouts if event.pool else ()
    if event.deal is None:
        return payouts
    players = len(event.deal.shares)
    return (event.deal.left, *[0] * (min(players, len(payouts)) - 1), *payouts[players:])


def _rounded(table: PayoutTable, pool: int, shares: tuple[int, ...]) -> tuple[int, ...]:
    unit = max(1, table.unit)
    floor = -(-table.minimum // unit) * unit
    return tuple(max(pool * share // WHOLE // unit * unit, floor) for share in shares)
