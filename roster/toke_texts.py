"""Texts about tokes: the rule of a share, times, names of kinds."""

from typing import Protocol

from poker.formatting import money

MODES = {
    "kept": "Kept by each dealer",
    "hours": "Pooled and split by hours",
    "downs": "Pooled and split by downs",
}
PERIODS = {"day": "each gaming day", "pay_period": "each pay period"}
SPLITS = {"period": "Split", "event": "Event", "correction": "Correction"}
LINES = {"own": "own box", "pool": "pool", "event": "event", "other": "group"}


class Share(Protocol):
    """A line of a split, stored or proposed."""

    @property
    def weight(self) -> int: ...
    @property
    def whole(self) -> int: ...
    @property
    def unit(self) -> str: ...
    @property
    def base(self) -> int: ...
    @property
    def before(self) -> int: ...


def duration(minutes: int) -> str:
    """Return minutes exactly, as hours and minutes: 7 h 30 min."""
    sign = "\N{MINUS SIGN}" if minutes < 0 else ""
    hours, rest = divmod(abs(minutes), 60)
    if not rest:
        return f"{sign}{hours:,} h"
    return f"{sign}{hours:,} h {rest} min" if hours else f"{sign}{rest} min"


def share_rule(share: Share) -> str:
    """Return the rule of a share: "7 h 30 min of 412 h of $3,210"."""
    text = _rule(share)
    return f"{text}, less {money(share.before)} given before" if share.before else text


def _rule(share: Share) -> str:
    if share.unit == "box":
        return f"own box, {money(share.base)}"
    if share.unit == "percent":
        return f"{share.weight} % of {money(share.base)}"
    if share.unit == "minutes":
        return f"{duration(share.weight)} of {duration(share.whole)} of {money(share.base)}"
    return f"{_downs(share.weight)} of {_downs(share.whole)} of {money(share.base)}"


def _downs(count: int) -> str:
    return f"{count:,} down" if count == 1 else f"{count:,} downs"
