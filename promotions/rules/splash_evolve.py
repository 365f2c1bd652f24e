"""Applies events of splash pots to a fund."""

from typing import Any

from msgspec.structs import replace

from poker.handlers import Evolve
from promotions.rules import fund_events as e
from promotions.rules.fund_changes import on_day
from promotions.rules.fund_state import MOST_SEEDS, MOST_SPLASHES, FundState
from promotions.rules.mystery import promotion_of
from promotions.rules.splashes import CommittedSeed, Splash


def _committed(fund: FundState, event: e.SeedCommitted) -> FundState:
    opened = [seed for seed in fund.seeds if seed.seed]
    dropped = opened[: max(0, len(opened) - MOST_SEEDS)]
    kept = tuple(seed for seed in fund.seeds if seed not in dropped)
    return replace(fund, seeds=(*kept, CommittedSeed(event.day, event.hash, event.at)))


def _opened(fund: FundState, event: e.SeedOpened) -> FundState:
    seeds = (
        replace(seed, seed=event.seed) if seed.day == event.day else seed for seed in fund.seeds
    )
    return replace(fund, seeds=tuple(seeds))


def _drawn(fund: FundState, event: e.SplashDrawn) -> FundState:
    splash = event.splash
    settled = [item for item in fund.splashes if item.status != "due"]
    dropped = settled[: max(0, len(settled) - MOST_SPLASHES)]
    kept = tuple(item for item in fund.splashes if item not in dropped)
    periods = {**fund.splash_periods, promotion_of(splash.promotion): splash.starts}
    return replace(
        fund,
        primary=fund.primary - splash.amount,
        due=fund.due + splash.amount,
        splashes=(*kept, splash),
        splashed=splash.number,
        splash_periods=periods,
    )


def _paid(fund: FundState, event: e.SplashPaid) -> FundState:
    amount = _splash(fund, event.splash).amount
    fund = replace(fund, due=fund.due - amount, paid=fund.paid + amount, slips=event.slip)
    fund = on_day(fund, event.day, paid=fund.day(event.day).paid + amount)
    return _on_splash(fund, event.splash, status="paid", hand=event.hand, slip=event.slip)


def _unpaid(fund: FundState, event: e.SplashUnpaid) -> FundState:
    amount = _splash(fund, event.splash).amount
    fund = replace(fund, due=fund.due + amount, paid=fund.paid - amount)
    fund = on_day(fund, event.day, paid=fund.day(event.day).paid - amount)
    return _on_splash(fund, event.splash, status="due", hand=0, slip=0)


def _returned(fund: FundState, event: e.SplashReturned) -> FundState:
    amount = _splash(fund, event.splash).amount
    fund = replace(fund, due=fund.due - amount, primary=fund.primary + amount)
    return _on_splash(fund, event.splash, status="returned", reason=event.reason)


def _splash(fund: FundState, number: int) -> Splash:
    splash = fund.splash(number)
    assert splash is not None
    return splash


def _on_splash(fund: FundState, number: int, **changes: Any) -> FundState:
    splashes = (
        replace(splash, **changes) if splash.number == number else splash
        for splash in fund.splashes
    )
    return replace(fund, splashes=tuple(splashes))


SPLASHES: dict[type[e.FundEvent], Evolve[FundState]] = {
    e.SeedCommitted: _committed,
    e.SeedOpened: _opened,
    e.SplashDrawn: _drawn,
    e.SplashPaid: _paid,
    e.SplashUnpaid: _unpaid,
    e.SplashReturned: _returned,
}
