"""The share of nights, weekends, early outs and games that each dealer has, with a 95% interval. Never a ranking."""

from collections.abc import Sequence
from math import sqrt

import msgspec

Z = 1.959964  # of the normal distribution, for 95%


class Share(msgspec.Struct, frozen=True):
    """A part of cases with its interval by Wilson. value, low, high: None without cases."""

    cases: int
    of: int
    value: float | None
    low: float | None
    high: float | None

    def includes(self, value: float) -> bool:
        """Return whether a share is no different from this value, as far as so few cases show."""
        return self.low is None or self.high is None or self.low <= value <= self.high


def share(cases: int, of: int) -> Share:
    """Return a share with its interval. A few cases have a wide one."""
    if not of:
        return Share(cases, of, None, None, None)
    part = cases / of
    spread = Z * Z / of
    middle = (part + spread / 2) / (1 + spread)
    half = Z * sqrt(part * (1 - part) / of + spread / (4 * of)) / (1 + spread)
    return Share(cases, of, part, max(0.0, middle - half), min(1.0, middle + half))


class DealerCounts(msgspec.Struct, frozen=True):
    """What a dealer worked. shifts: those they came to; other_games: downs of stud and draw."""

    dealer: str
    shifts: int = 0
    nights: int = 0
    weekends: int = 0
    early_outs: int = 0
    downs: int = 0
    other_games: int = 0


class DealerShares(msgspec.Struct, frozen=True):
    """The shares of a dealer. different: kinds in which the house's share is outside of the interval."""

    dealer: str
    shifts: int
    nights: Share
    weekends: Share
    early_outs: Share
    other_games: Share
    different: tuple[str, ...]


KINDS = ("nights", "weekends", "early_outs", "other_games")


def fair_shares(counts: Sequence[DealerCounts]) -> tuple[DealerShares, ...]:
    """Return the shares of each dealer in the order given, each compared with the share of the whole house."""
    house = {kind: _house_share(counts, kind) for kind in KINDS}
    return tuple(_shares_of(row, house) for row in counts)


def house_shares(counts: Sequence[DealerCounts]) -> dict[str, Share]:
    """Return the shares of the whole house."""
    return {kind: _house_share(counts, kind) for kind in KINDS}


def _base(row: DealerCounts, kind: str) -> int:
    return row.downs if kind == "other_games" else row.shifts


def _house_share(counts: Sequence[DealerCounts], kind: str) -> Share:
    cases = sum(getattr(row, kind) for row in counts)
    return share(cases, sum(_base(row, kind) for row in counts))


def _shares_of(row: DealerCounts, house: dict[str, Share]) -> DealerShares:
    own = {kind: share(getattr(row, kind), _base(row, kind)) for kind in KINDS}
    different = tuple(
        kind
        for kind in KINDS
        if (value := house[kind].value) is not None and not own[kind].includes(value)
    )
    return DealerShares(row.dealer, row.shifts, different=different, **own)
