"""Events of a room's tokes, in the past tense. Their tags are the stored names and never change."""

import msgspec

from poker.logs.versions import Upcasters
from roster.rules.toke_state import PayrollRow, Split, SplitLine, TokeBox, TokeCount, TokePolicy

UPCASTERS: Upcasters = {}


class TokeEvent(
    msgspec.Struct, frozen=True, tag_field="event", omit_defaults=True, forbid_unknown_fields=True
):
    """Base of all events of a room's tokes."""


class PolicySet(TokeEvent, frozen=True, tag="tokes.policy_set"):
    policy: TokePolicy
    reason: str


class BoxPulled(TokeEvent, frozen=True, tag="toke_box.pulled"):
    box: TokeBox


class CountEntered(TokeEvent, frozen=True, tag="toke_box.count_entered"):
    box: int
    count: TokeCount


class BoxCounted(TokeEvent, frozen=True, tag="toke_box.counted"):
    """Two people agree. An empty box is done."""

    box: int
    total: int
    at: int


class BoxCorrected(TokeEvent, frozen=True, tag="toke_box.corrected"):
    """The count was wrong. box: as it was; total: what it is worth. A box that was not split yet can be split."""

    box: TokeBox
    total: int
    reason: str
    by: str
    at: int
    is_split: bool


class EventWithheld(TokeEvent, frozen=True, tag="tokes.withheld"):
    box: TokeBox


class SplitProposed(TokeEvent, frozen=True, tag="split.proposed"):
    split: Split
    lines: tuple[SplitLine, ...]
    at: int


class SplitApproved(TokeEvent, frozen=True, tag="split.approved"):
    """The split counts for the payroll of the pay period from `first` to `last`."""

    number: int
    by: str
    first: str
    last: str
    at: int


class SplitWithdrawn(TokeEvent, frozen=True, tag="split.withdrawn"):
    number: int
    reason: str
    by: str


class HoursAdjusted(TokeEvent, frozen=True, tag="hours.adjusted"):
    number: int
    dealer: str
    day: str
    minutes: int
    reason: str
    by: str
    at: int


class PayrollClosed(TokeEvent, frozen=True, tag="payroll.closed"):
    first: str
    last: str
    rows: tuple[PayrollRow, ...]
    by: str
    at: int


EVENTS = (
    PolicySet,
    BoxPulled,
    CountEntered,
    BoxCounted,
    BoxCorrected,
    EventWithheld,
    SplitProposed,
    SplitApproved,
    SplitWithdrawn,
    HoursAdjusted,
    PayrollClosed,
)
