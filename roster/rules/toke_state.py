"""The tokes of a room: the house's rules for them, boxes to count, splits to approve, payroll.

Money is in the smallest unit, times are Unix milliseconds, days are gaming days such as "2026-11-30".
"""

from typing import Literal

import msgspec

from roster.rules.people import HouseSource

TokeMode = Literal["kept", "hours", "downs"]
PoolPeriod = Literal["day", "pay_period"]
BoxSource = Literal["table", "pool", "dealer", "event"]
SplitKind = Literal["period", "event", "correction"]
LineKind = Literal["own", "pool", "event", "other"]
Unit = Literal["box", "minutes", "downs", "percent"]
NOT_COUNTED = -1


class OtherShare(msgspec.Struct, frozen=True):
    """A group that gets a part of all tokes, such as chip runners. percent: of every box."""

    key: str
    title: str
    percent: int


class TokePolicy(msgspec.Struct, frozen=True, omit_defaults=True):
    """The house's rules for tokes. No guide sets them; `POLICY_SOURCES` has the kind of source of each."""

    version: int = 0  # 0 until a manager has chosen
    mode: TokeMode = "hours"
    period: PoolPeriod = "day"  # in which pooled tokes are split
    pay_weeks: int = 1  # length of a pay period, 1 or 2
    pay_from: str = "2026-01-05"  # a day on which a pay period began
    others: tuple[OtherShare, ...] = ()  # empty: dealers only

    @property
    def unit(self) -> Unit:
        """Return what a pool is split by. Pool boxes that are left when tokes are kept go by hours."""
        return "downs" if self.mode == "downs" else "minutes"


POLICY_SOURCES: dict[str, HouseSource] = {
    "mode": HouseSource("practice", "Dealers keep their own, or pool by hours or by downs"),
    "period": HouseSource("practice", "A pool for each day, or for the pay period"),
    "pay_weeks": HouseSource("practice", "Paid every week or every two weeks"),
    "pay_from": HouseSource("house", "The day on which a pay period begins"),
    "others": HouseSource("house", "Whether anyone but dealers gets a part"),
    "odd_cents": HouseSource("house", "Odd cents go to the largest remainders, then by key"),
    "counting": HouseSource("practice", "Two people count, each alone, as they count the drop"),
}


class TokeCount(msgspec.Struct, frozen=True, omit_defaults=True):
    """A person's blind count. pieces: pairs of a denomination and a number of chips."""

    round: int
    by: str
    name: str
    pieces: tuple[tuple[int, int], ...]
    total: int
    supervises: bool = False


class TokeBox(msgspec.Struct, frozen=True, omit_defaults=True):
    """Tokes that are split as one amount.

    source: a table's box, a pool's box, a dealer's own box, or what was withheld from an event. ref: key of the dealer
    or of the event, name of the table; label: as marked on the box; split: the proposed split that has it.
    """

    number: int
    source: BoxSource
    ref: str
    title: str
    day: str
    label: str = ""
    chips: tuple[int, ...] = ()
    at: int = 0
    by: str = ""
    counts: tuple[TokeCount, ...] = ()
    total: int = NOT_COUNTED
    split: int = 0

    @property
    def is_counted(self) -> bool:
        return self.total != NOT_COUNTED

    @property
    def round(self) -> int:
        """Return the last round of its counts."""
        return max((count.round for count in self.counts), default=1)


class Weight(msgspec.Struct, frozen=True, array_like=True):
    """The minutes or downs of a dealer."""

    key: str
    value: int


class SplitLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A share with its rule: `weight` of `whole` (in `unit`) of `base`, less `before`, is `amount`.

    key: of the dealer, or of the group that gets a percentage. before: what earlier splits of the same tokes gave.
    """

    key: str
    kind: LineKind
    amount: int
    weight: int
    whole: int
    unit: Unit
    base: int
    before: int = 0


class Split(msgspec.Struct, frozen=True, omit_defaults=True):
    """A split that a second person must approve. about: the first split, if this one corrects its count."""

    number: int
    kind: SplitKind
    first: str
    last: str
    boxes: tuple[int, ...]
    amount: int
    by: str
    about: int = 0


class BoxTotal(msgspec.Struct, frozen=True):
    """What a box of an approved split is worth now."""

    number: int
    source: BoxSource
    ref: str
    total: int


class SplitChain(msgspec.Struct, frozen=True, omit_defaults=True):
    """An approved split with its corrections: its own lines, all that was given since, and its boxes."""

    split: Split
    lines: tuple[SplitLine, ...]
    given: tuple[SplitLine, ...]
    totals: tuple[BoxTotal, ...]


class PayrollRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a dealer worked and gets for a pay period. Times are minutes, money is in the smallest unit.

    carried: a balance below zero of the period before. left: what is carried to the next one.
    """

    key: str
    name: str
    regular: int = 0
    overtime: int = 0
    holiday: int = 0
    adjusted: int = 0  # minutes that a manager added or took off, part of the hours above
    breaks: int = 0
    break_minutes: int = 0
    downs: int = 0
    event_downs: int = 0
    own: int = 0
    pool: int = 0
    event: int = 0
    other: int = 0
    corrections: int = 0
    carried: int = 0
    paid: int = 0
    left: int = 0

    @property
    def minutes(self) -> int:
        return self.regular + self.overtime + self.holiday

    @property
    def tokes(self) -> int:
        """Return all tokes of the period without the balance of the one before."""
        return self.own + self.pool + self.event + self.other + self.corrections


class Tokes(msgspec.Struct, frozen=True, omit_defaults=True):
    """The state of a room's tokes: boxes and splits that are not approved. The log and its rows have all others."""

    policy: TokePolicy = TokePolicy()
    pulled: int = 0  # boxes so far
    boxes: tuple[TokeBox, ...] = ()
    proposed: int = 0  # splits so far
    splits: tuple[Split, ...] = ()
    adjusted: int = 0  # adjustments of hours so far
    paid_through: str = ""  # last day of the last closed payroll

    def box(self, number: int) -> TokeBox | None:
        return next((box for box in self.boxes if box.number == number), None)

    def split(self, number: int) -> Split | None:
        return next((split for split in self.splits if split.number == number), None)

    def correction_of(self, number: int) -> Split | None:
        """Return the open split that corrects an approved one."""
        return next((split for split in self.splits if split.about == number), None)
