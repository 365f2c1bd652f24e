"""The sums of the last hand, by seat and in chips, for the felt between two hands."""

from poker.chips import stacks_of
from poker.state import HandResult, Table
from poker.view.model import PushedView, ResultView


def result(table: Table) -> ResultView | None:
    """Return what the last hand paid; None during a hand, and if its pot was not counted."""
    paid = table.result
    if paid is None or table.stakes is None or table.hand is not None:
        return None
    chips = table.stakes.chips
    return ResultView(
        hand=paid.hand,
        seats=[_pushed(seat, amount, pots, chips) for seat, amount, pots in paid.shares],
        rake=_dropped(paid.rake, chips),
        jackpot=_dropped(paid.jackpot, chips),
        pots=list(paid.pots),
        total=_total(paid),
    )


def _pushed(seat: int, amount: int, pots: int, chips: tuple[int, ...]) -> PushedView:
    return PushedView(seat=seat, amount=amount, pots=pots, chips=list(stacks_of(amount, chips)))


def _dropped(amount: int, chips: tuple[int, ...]) -> PushedView | None:
    return _pushed(0, amount, 0, chips) if amount else None


def _total(paid: HandResult) -> int:
    return sum(paid.pots) + paid.rake + paid.jackpot
