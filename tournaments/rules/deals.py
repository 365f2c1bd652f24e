"""Deals: how the players who are left may divide what is left of the pool."""

from collections.abc import Callable, Mapping, Sequence

from poker.refusal import Refusal
from tournaments.rules.state import DealMethod, Tournament

MOST_ICM_PLAYERS = 12  # the model looks at every set of players


def remaining_payouts(event: Tournament) -> tuple[int, ...]:
    """Return the payouts of the places that are still open, first place first."""
    alive = sum(1 for _ in event.alive())
    return event.pool.payouts[:alive] if event.pool else ()


def propose_deal(
    event: Tournament, method: DealMethod, stacks: Mapping[int, int], left: int, unit: int
) -> tuple[tuple[int, int], ...]:
    """Return the shares of the players who are left, by entry, rounded to `unit`; they and `left` add up to the pool.

    stacks: chips by entry. Raises `Refusal`: `deal_stacks` unless every player has a count, `deal_players` for too
    many, `deal_left` if more is left to play for than there is to divide.
    """
    payouts = remaining_payouts(event)
    total = sum(payouts) - left
    players = [entry.number for entry in event.alive()]
    missing = [number for number in players if not stacks.get(number)]
    if missing:
        raise Refusal("deal_stacks", "", entry=missing[0])
    if len(players) > MOST_ICM_PLAYERS:
        raise Refusal("deal_players", "", players=len(players), most=MOST_ICM_PLAYERS)
    if total < 0:
        raise Refusal("deal_left", "", left=left, total=sum(payouts))
    chips = [stacks[number] for number in players]
    values = _VALUES[method](_without_left(payouts, left), chips)
    return tuple(zip(players, round_to(values, total, unit), strict=True))


def independent_chip_model(payouts: Sequence[int], stacks: Sequence[int]) -> list[float]:
    """Return what each stack is worth (Malmuth-Harville): the chance of each place by the share of the chips.

    Works through the sets of players who have taken the first places, so nine players take a moment. The library's
    function goes through every order of players.
    """
    count = len(stacks)
    whole = sum(stacks)
    chance = {0: 1.0}  # by the set of players, as bits, who took the places so far
    values = [0.0] * count
    for payout in payouts:
        after: dict[int, float] = {}
        for taken, likely in chance.items():
            rest = whole - sum(stacks[i] for i in range(count) if taken >> i & 1)
            for i in range(count):
                if taken >> i & 1:
                    continue
                part = likely * stacks[i] / rest
                values[i] += part * payout
                after[taken | 1 << i] = after.get(taken | 1 << i, 0.0) + part
        chance = after
    return values


def chip_chop(payouts: Sequence[int], stacks: Sequence[int]) -> list[float]:
    """Return the shares by chips: everyone gets the lowest open payout, and the rest goes by stacks."""
    lowest = payouts[-1] if len(payouts) == len(stacks) else 0
    rest = sum(payouts) - lowest * len(stacks)
    return [lowest + rest * stack / sum(stacks) for stack in stacks]


def even_chop(payouts: Sequence[int], stacks: Sequence[int]) -> list[float]:
    """Return equal shares."""
    return [sum(payouts) / len(stacks)] * len(stacks)


def round_to(values: Sequence[float], total: int, unit: int) -> list[int]:
    """Return the values rounded to `unit`, by largest remainder; what `unit` does not divide goes to the largest."""
    units, odd = divmod(total, unit)
    whole = [int(value // unit) for value in values]
    remainders = [value / unit - count for value, count in zip(values, whole, strict=True)]
    order = sorted(range(len(values)), key=lambda i: (-remainders[i], i))
    missing = units - sum(whole)
    for index in range(abs(missing)):
        at = order[index % len(order)] if missing > 0 else order[-1 - index % len(order)]
        whole[at] += 1 if missing > 0 else -1
    shares = [count * unit for count in whole]
    shares[max(range(len(shares)), key=lambda i: values[i])] += odd
    return shares


def check_deal(event: Tournament, shares: Mapping[int, int], left: int) -> None:
    """Raise `Refusal` unless a deal divides what is left.

    `deal_players_differ` unless it names exactly the players who are left, `deal_sum` unless shares and the rest add
    up, `deal_minimum` if it leaves less than the house's rule, `deal_above_first` if a share is more than first place
    pays.
    """
    alive = {entry.number for entry in event.alive()}
    if set(shares) != alive or len(alive) < 2:
        raise Refusal("deal_players_differ", "", players=len(alive))
    payouts = remaining_payouts(event)
    total = sum(payouts)
    if sum(shares.values()) + left != total:
        raise Refusal("deal_sum", "", total=total, sum=sum(shares.values()) + left)
    if left < event.plan.deal_minimum:
        raise Refusal("deal_minimum", "", left=left, least=event.plan.deal_minimum)
    if max(shares.values()) > payouts[0]:
        raise Refusal("deal_above_first", "", share=max(shares.values()), first=payouts[0])


def _without_left(payouts: tuple[int, ...], left: int) -> tuple[int, ...]:
    """Return the payouts without what is left to play for, which comes from first place first."""
    rest = left
    amounts: list[int] = []
    for payout in payouts:
        taken = min(rest, payout)
        rest -= taken
        amounts.append(payout - taken)
    return tuple(sorted(amounts, reverse=True))


_VALUES: dict[str, Callable[[Sequence[int], Sequence[int]], list[float]]] = {
    "icm": independent_chip_model,
    "chips": chip_chop,
    "even": even_chop,
}
