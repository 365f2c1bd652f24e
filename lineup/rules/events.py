"""Lineup events, in the past tense. Names in the log are the tags and never change."""

import msgspec

from lineup.rules.state import LineupPolicy
from poker.logs.versions import Upcasters

UPCASTERS: Upcasters = {}  # of events that earlier releases wrote


class LineupEvent(
    msgspec.Struct, frozen=True, tag_field="event", omit_defaults=True, forbid_unknown_fields=True
):
    """Base of all lineup events."""


class PolicySet(LineupEvent, frozen=True, tag="lineup.policy_set"):
    """The room changed how it pushes dealers."""

    policy: LineupPolicy


class ClockedIn(LineupEvent, frozen=True, tag="dealer.clocked_in"):
    """A dealer came on duty; `table`: by signing in at its tablet."""

    key: str
    name: str
    at: int
    rotates: bool = True
    table: str = ""


class ClockedOut(LineupEvent, frozen=True, tag="dealer.clocked_out"):
    """A dealer went off duty, or a supervisor left the box they had filled."""

    key: str
    at: int


class BreakBegan(LineupEvent, frozen=True, tag="dealer.break_began"):
    """A break started, until the given time."""

    key: str
    at: int
    until: int


class LeftRotation(LineupEvent, frozen=True, tag="dealer.stood_aside"):
    """A dealer left the rotation."""

    key: str
    at: int
    reason: str


class RejoinedRotation(LineupEvent, frozen=True, tag="dealer.returned"):
    """A dealer is available again; `rested`: it was long enough for a break."""

    key: str
    at: int
    rested: bool


class NextAssigned(LineupEvent, frozen=True, tag="next.assigned"):
    """A dealer was assigned to a box; `instead`: the replaced suggestion, "" for none."""

    table: str
    key: str
    reason: str
    instead: str = ""


class NextCleared(LineupEvent, frozen=True, tag="next.cleared"):
    """The suggestion applies again at a table."""

    table: str


class BoxOpened(LineupEvent, frozen=True, tag="box.opened"):
    """A table opened and needs a dealer. whose, pushed: the push in its log from before it was closed."""

    table: str
    at: int
    whose: str = ""
    pushed: int = 0


class BoxTaken(LineupEvent, frozen=True, tag="box.taken"):
    """A dealer is in a box, by the table's own log; the dealer who was there is out.

    at: of the push; downs: of the dealer coming in, up to now (0 after a rest).
    """

    table: str
    key: str
    at: int
    downs: int = 0


class BoxClosed(LineupEvent, frozen=True, tag="box.closed"):
    """A table closed; its dealer is available."""

    table: str
    at: int


class BoxEmptied(LineupEvent, frozen=True, tag="box.emptied"):
    """By the table's own log no one deals there any longer."""

    table: str
    at: int


class SectionSet(LineupEvent, frozen=True, tag="section.set"):
    """A supervisor's tables; `open`: how many of them were open."""

    key: str
    name: str
    tables: tuple[str, ...] = ()
    open: int = 0


class TableRenamed(LineupEvent, frozen=True, tag="box.table_renamed"):
    """A table of the room got another name; its box, dealer and section follow."""

    table: str
    to: str


EVENTS: tuple[type[LineupEvent], ...] = tuple(LineupEvent.__subclasses__())
