"""Lineup events, in the past tense. Their tags are the stored names and never change."""

import msgspec

from lineup.rules.state import LineupPolicy
from poker.logs.versions import Upcasters

UPCASTERS: Upcasters = {}  # convert events that earlier releases wrote


class LineupEvent(
    msgspec.Struct, frozen=True, tag_field="event", omit_defaults=True, forbid_unknown_fields=True
):
    """Base of all lineup events."""


class PolicySet(LineupEvent, frozen=True, tag="lineup.policy_set"):
    """The room changed its rules for pushes."""

    policy: LineupPolicy


class ClockedIn(LineupEvent, frozen=True, tag="dealer.clocked_in"):
    """A dealer came on duty."""

    key: str
    name: str
    at: int
    rotates: bool = True
    table: str = ""  # the table whose tablet the dealer signed in at, "" if none


class ClockedOut(LineupEvent, frozen=True, tag="dealer.clocked_out"):
    """A dealer went off duty, or a supervisor left the box they had filled."""

    key: str
    at: int


class BreakBegan(LineupEvent, frozen=True, tag="dealer.break_began"):
    """A break started."""

    key: str
    at: int
    until: int


class LeftRotation(LineupEvent, frozen=True, tag="dealer.stood_aside"):
    """A dealer left the rotation."""

    key: str
    at: int
    reason: str


class RejoinedRotation(LineupEvent, frozen=True, tag="dealer.returned"):
    """A dealer is available again."""

    key: str
    at: int
    rested: bool  # whether the absence was long enough for a break


class NextAssigned(LineupEvent, frozen=True, tag="next.assigned"):
    """A dealer was assigned to a box."""

    table: str
    key: str
    reason: str
    instead: str = ""  # the dealer whose suggestion was replaced, "" if none


class NextCleared(LineupEvent, frozen=True, tag="next.cleared"):
    """The suggestion applies again at a table."""

    table: str


class BoxOpened(LineupEvent, frozen=True, tag="box.opened"):
    """A table opened and needs a dealer."""

    table: str
    at: int
    whose: str = ""  # the dealer of the last push before the table closed
    pushed: int = 0  # the time of that push


class BoxTaken(LineupEvent, frozen=True, tag="box.taken"):
    """A dealer is in a box according to the table's log. The previous dealer is out."""

    table: str
    key: str
    at: int  # the time of the push
    downs: int = 0  # the incoming dealer's downs so far, 0 after a rest


class BoxClosed(LineupEvent, frozen=True, tag="box.closed"):
    """A table closed; its dealer is available."""

    table: str
    at: int


class BoxEmptied(LineupEvent, frozen=True, tag="box.emptied"):
    """No dealer is in a box any longer, according to the table's log."""

    table: str
    at: int


class SectionSet(LineupEvent, frozen=True, tag="section.set"):
    """A supervisor's tables were set."""

    key: str
    name: str
    tables: tuple[str, ...] = ()
    open: int = 0  # how many of the tables were open


class TableRenamed(LineupEvent, frozen=True, tag="box.table_renamed"):
    """A table was renamed. Its box, dealer and section keep following it."""

    table: str
    to: str


EVENTS: tuple[type[LineupEvent], ...] = tuple(LineupEvent.__subclasses__())
