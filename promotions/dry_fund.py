"""The pools of a fund over the last month, as other payments of one promotion would have left them."""

from collections.abc import Iterator
from datetime import datetime
from typing import Self

from promotions.fund_statement import states
from promotions.funds import load_fund
from promotions.models import Fund
from promotions.rules import fund_events as e
from promotions.rules.fund_state import ALL, FundState, Pool
from promotions.rules.mystery import promotion_of

POOLS: tuple[Pool, ...] = ("primary", "secondary", "reserve")
Pools = dict[Pool, int]
Step = tuple[datetime, Pools]  # what an entry of the log added to the pools


class DryFund:
    """The pools at a moment. What the ledger added or took since comes first, but for the promotion's own payments."""

    def __init__(self, pools: Pools, steps: list[Step], seed: int, begins: datetime) -> None:
        """`seed` is the amount with which the next jackpot begins (`FundPolicy.seed`)."""
        self.pools = pools
        self.seed = seed
        self.lowest = pools["reserve"]
        self.lowest_at = begins
        self._steps = steps

    @classmethod
    def of_month(cls, fund: Fund, promotion: str, since: datetime) -> Self:
        """Return a fund as it was at the begin of the month. promotion: the key whose payments are left out."""
        seq, state = load_fund(fund.pk)
        pools: Pools = dict.fromkeys(POOLS, 0)
        steps: list[Step] = []
        for _, at, event, before, after in states(fund.pk, seq):
            if at < since:
                pools = _pools(after)
            elif not _is_of(event, before, promotion):
                old, new = _pools(before), _pools(after)
                steps.append((at, {pool: new[pool] - old[pool] for pool in POOLS}))
        steps.sort(key=lambda step: step[0])  # a late tap is stored after what came later
        return cls(pools, steps, state.policy.seed, since)

    def advance(self, at: datetime) -> None:
        """Apply what the ledger has up to a moment. A pool that this would bring below zero stays at zero."""
        while self._steps and self._steps[0][0] <= at:
            moment, added = self._steps.pop(0)
            for pool in POOLS:
                self.pools[pool] = max(0, self.pools[pool] + added[pool])
            self._note_reserve(moment)

    def worth(self, pool: Pool, percent: int, prize: int) -> int:
        """Return what a hit would pay now: a prize, or the percentage of a pool; at most what the pool has."""
        amount = self.pools[pool]
        return min(amount, prize or amount * percent // ALL)

    def pay(self, at: datetime, pool: Pool, percent: int, prize: int) -> int:
        """Pay a hit, start the next jackpot from the reserve, and return the amount."""
        amount = self.worth(pool, percent, prize)
        self.pools[pool] -= amount
        if pool == "primary" and not prize:
            moved = min(self.pools["reserve"], max(0, self.seed - self.pools["primary"]))
            self.pools["primary"] += moved
            self.pools["reserve"] -= moved
        self._note_reserve(at)
        return amount

    def _note_reserve(self, at: datetime) -> None:
        if self.pools["reserve"] < self.lowest:
            self.lowest = self.pools["reserve"]
            self.lowest_at = at


def _pools(state: FundState) -> Pools:
    return {pool: state.pool(pool) for pool in POOLS}


def _is_of(event: e.FundEvent, fund: FundState, promotion: str) -> bool:
    """Return whether an event pays this promotion or takes a payment of it back."""
    return promotion in _paid_promotions(event, fund)


def _paid_promotions(event: e.FundEvent, fund: FundState) -> Iterator[str]:
    match event:
        case e.HitAwarded(hit=number) | e.VerificationUndone(hit=number):
            hit = fund.hit(number)
            if hit is not None:
                yield promotion_of(hit.facts.promotion)
        case e.SplashDrawn(splash=splash):
            yield promotion_of(splash.promotion)
        case e.SplashReturned(splash=splash_number):
            returned = fund.splash(splash_number)
            if returned is not None:
                yield promotion_of(returned.promotion)
