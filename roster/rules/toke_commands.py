"""Commands to the log of a room's tokes. Their tags are the wire names. `by` is filled in by the room."""

import re
from typing import Annotated, Literal, TypeAlias

import msgspec

from roster.rules.toke_state import (
    OtherShare,
    PayrollRow,
    SplitChain,
    TokeBox,
    Weight,
)
from roster.rules.toke_state import (
    PoolPeriod as PoolPeriod,
)
from roster.rules.toke_state import (
    TokeMode as TokeMode,
)

Key = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Day = Annotated[str, msgspec.Meta(pattern=r"^\d{4}-\d\d-\d\d$")]
Title = Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
LABEL = re.compile(r"[0-9A-Z][0-9A-Z-]{0,11}")
Label = Annotated[str, msgspec.Meta(pattern=f"^{LABEL.pattern}$")]
PickupSource: TypeAlias = Literal["table", "pool", "dealer"]
Basis: TypeAlias = Literal["plan", "percent", "amount"]
Number = Annotated[int, msgspec.Meta(ge=1)]
Amount = Annotated[int, msgspec.Meta(ge=0, le=10**12)]
Pieces = Annotated[tuple[tuple[int, int], ...], msgspec.Meta(max_length=40)]
Reason = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class TokeCommand(
    msgspec.Struct, frozen=True, tag_field="ask", forbid_unknown_fields=True, omit_defaults=True
):
    """Base of all commands to a room's tokes."""


class SetPolicy(TokeCommand, frozen=True, tag="set_policy"):
    """Choose the house's rules. They hold for splits proposed from then on."""

    mode: TokeMode
    period: PoolPeriod
    pay_weeks: Literal[1, 2]
    pay_from: Day
    reason: Reason
    others: Annotated[tuple[OtherShare, ...], msgspec.Meta(max_length=6)] = ()


class Pickup(msgspec.Struct, frozen=True, omit_defaults=True):
    """A box to pull. title: filled in by the room."""

    source: PickupSource
    ref: Annotated[str, msgspec.Meta(max_length=80)]
    label: Label
    title: str = ""


class PullBoxes(TokeCommand, frozen=True, tag="pull_boxes"):
    """Pull boxes to be counted, all or none. day, chips: filled in by the room."""

    pickups: Annotated[tuple[Pickup, ...], msgspec.Meta(min_length=1, max_length=200)]
    day: str = ""
    chips: tuple[int, ...] = ()
    by: str = ""


class CountBox(TokeCommand, frozen=True, tag="count_box"):
    """Enter one person's count.

    round: the one that the sender's page showed. Filled in by the room: name, and what the person may do.
    """

    box: Number
    round: Number
    pieces: Pieces
    total: Amount
    by: str = ""
    name: str = ""
    supervises: bool = False
    manages: bool = False


class CorrectBox(TokeCommand, frozen=True, tag="correct_box"):
    """Correct a counted box. After its split was approved, a split of the difference follows.

    Filled in by the room: counted, a box that the state no longer has; chain, its approved split.
    """

    box: Number
    total: Amount
    reason: Reason
    by: str = ""
    counted: TokeBox | None = None
    chain: SplitChain | None = None


class Withhold(TokeCommand, frozen=True, tag="withhold"):
    """Withhold tokes from an event for its dealers.

    basis: the staff's parts of its prices, basis points of what players paid for the prize pool, or an amount. Filled
    in by the room: title, day, staff, pool; earlier: the box with what was withheld before.
    """

    event: Number
    basis: Basis
    value: Amount = 0
    title: str = ""
    day: str = ""
    staff: int = 0
    pool: int = 0
    earlier: int = 0
    by: str = ""


class ProposeSplit(TokeCommand, frozen=True, tag="propose_split"):
    """Propose the split of the boxes of a period.

    day: any day of the period; boxes: those of the sender's page, or none for all. Filled in by the room: first, last,
    today, weights.
    """

    day: Day
    boxes: Annotated[tuple[int, ...], msgspec.Meta(max_length=2000)] = ()
    first: str = ""
    last: str = ""
    today: str = ""
    weights: tuple[Weight, ...] = ()
    by: str = ""


class ProposeEventSplit(TokeCommand, frozen=True, tag="propose_event_split"):
    """Propose the split of what was withheld from an event by the downs in it. weights: filled in by the room."""

    box: Number
    weights: tuple[Weight, ...] = ()
    by: str = ""


class ApproveSplit(TokeCommand, frozen=True, tag="approve_split"):
    """Approve a split as a second person. first, last: of the pay period that pays it, filled in by the room."""

    number: Number
    first: str = ""
    last: str = ""
    by: str = ""


class WithdrawSplit(TokeCommand, frozen=True, tag="withdraw_split"):
    """Withdraw a proposed split; its boxes can be split again."""

    number: Number
    reason: Reason
    by: str = ""


class AdjustHours(TokeCommand, frozen=True, tag="adjust_hours"):
    """Add minutes to a dealer's hours of a day, or take them off, such as after a missed clock-out.

    worked: the minutes of that day so far, filled in by the room.
    """

    dealer: Key
    day: Day
    minutes: Annotated[int, msgspec.Meta(ge=-1440, le=1440)]
    reason: Reason
    worked: int = 0
    by: str = ""


class ClosePayroll(TokeCommand, frozen=True, tag="close_payroll"):
    """Close the payroll of a pay period. Its figures never change; what comes later is paid with the next one.

    day: any day of the period. Filled in by the room: first, last, today, rows; due: first day of the earliest payroll
    that is not closed, "" if there is none.
    """

    day: Day
    first: str = ""
    last: str = ""
    today: str = ""
    due: str = ""
    rows: tuple[PayrollRow, ...] = ()
    by: str = ""


COMMANDS = (
    SetPolicy,
    PullBoxes,
    CountBox,
    CorrectBox,
    Withhold,
    ProposeSplit,
    ProposeEventSplit,
    ApproveSplit,
    WithdrawSplit,
    AdjustHours,
    ClosePayroll,
)
