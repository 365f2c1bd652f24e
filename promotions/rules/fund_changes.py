"""Changes of a fund that several events make."""

from typing import Any

from msgspec.structs import replace

from promotions.rules.fund_state import MOST_DAYS, DayFigures, FundState


def on_day(fund: FundState, day: str, **changes: Any) -> FundState:
    """Return the fund with changed figures of a gaming day."""
    days = {**fund.days, day: replace(fund.days.get(day, DayFigures()), **changes)}
    kept = sorted(days)[-MOST_DAYS:]
    return replace(fund, days={key: days[key] for key in kept})


def on_hit(fund: FundState, number: int, **changes: Any) -> FundState:
    """Return the fund with a changed claim."""
    hits = tuple(replace(hit, **changes) if hit.number == number else hit for hit in fund.hits)
    return replace(fund, hits=hits)
