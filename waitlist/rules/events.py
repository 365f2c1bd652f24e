"""Waitlist events, in the past tense. Names in the log are the tags and never change."""

import msgspec

from poker.logs.versions import Upcasters
from waitlist.rules.seat_draw import SeatAssignment
from waitlist.rules.state import DeclinedMove, Kind, WaitlistEntry, WaitlistPolicy

UPCASTERS: Upcasters = {}  # convert events that earlier releases wrote


class WaitlistEvent(
    msgspec.Struct, frozen=True, tag_field="event", omit_defaults=True, forbid_unknown_fields=True
):
    """Base of all waitlist events."""


class PolicySet(WaitlistEvent, frozen=True, tag="lists.policy_set"):
    """The house changed how it runs its waitlists."""

    policy: WaitlistPolicy


class WaitlistOpened(WaitlistEvent, frozen=True, tag="line.opened"):
    """A waitlist was opened, or its kind or title changed."""

    key: str
    title: str
    kind: Kind = "game"
    wants: int = 0
    of: str = ""


class WaitlistClosed(WaitlistEvent, frozen=True, tag="line.closed"):
    """A waitlist was closed, with this many entries on it."""

    key: str
    names: int = 0
    reason: str = ""


class PlayerAdded(WaitlistEvent, frozen=True, tag="name.added"):
    """A player was added at a position, from 1; not at the end only for a reason."""

    key: str
    waiting: WaitlistEntry
    at: int
    reason: str = ""


class PlayerArrived(WaitlistEvent, frozen=True, tag="name.arrived"):
    """A call-in arrived. until: end of the call in progress, 0 for none."""

    number: int
    until: int = 0


class PlayerCalled(WaitlistEvent, frozen=True, tag="name.called"):
    """A player was called to a seat; `ahead`: entries passed over, for a stated reason."""

    number: int
    table: str
    seat: int
    until: int
    ahead: int = 0
    reason: str = ""


class SeatHeld(WaitlistEvent, frozen=True, tag="name.held"):
    """The called player answered; the seat is held."""

    number: int
    until: int


class PlayerPaged(WaitlistEvent, frozen=True, tag="name.paged"):
    """A player was paged again; the call is unchanged."""

    number: int


class CallPassed(WaitlistEvent, frozen=True, tag="name.passed"):
    """A call was passed; the position is kept. until: when an absent call-in expires, 0 for a player who is
    present.
    """

    number: int
    left: int
    lapsed: bool = False
    until: int = 0


class PlayerSeated(WaitlistEvent, frozen=True, tag="name.seated"):
    """The player was seated; waited: milliseconds on the waitlist."""

    number: int
    table: str
    seat: int
    waited: int
    ahead: int = 0
    reason: str = ""


class CallCanceled(WaitlistEvent, frozen=True, tag="name.released"):
    """A call was canceled; the position is kept, and the call does not count.

    until: as in `CallPassed`.
    """

    number: int
    reason: str
    until: int = 0


class PlayerRemoved(WaitlistEvent, frozen=True, tag="name.off"):
    """An entry was removed; `lapsed`: its time ran out."""

    number: int
    reason: str
    lapsed: bool = False


class PositionChanged(WaitlistEvent, frozen=True, tag="name.moved"):
    """An entry moved to another position."""

    number: int
    before: int
    to: int
    reason: str


class ChainSet(WaitlistEvent, frozen=True, tag="chain.set"):
    """The tables of a must-move chain; `by` decided, `at` in Unix milliseconds."""

    key: str
    main: tuple[str, ...]
    feeders: tuple[str, ...]
    by: str
    at: int


class ChainEnded(WaitlistEvent, frozen=True, tag="chain.ended"):
    """A game no longer has must-move tables."""

    key: str


class MustMoved(WaitlistEvent, frozen=True, tag="chain.moved"):
    """A player moved from a must-move table to the main game."""

    key: str
    player: str
    name: str
    table: str
    seat: int
    to_table: str
    to_seat: int
    since: int  # the player's seniority, in Unix milliseconds
    entry: str  # "T21:7", the log entry of sitting down
    ahead: tuple[str, ...] = ()  # senior players who did not move, for the stated reason
    reason: str = ""


class MoveDeclined(WaitlistEvent, frozen=True, tag="chain.declined"):
    """A player declined to move, with the house's response."""

    key: str
    declined: DeclinedMove


class ActionUndone(WaitlistEvent, frozen=True, tag="name.undone"):
    """An action on an entry was undone: the entry has its earlier state, at this position."""

    key: str
    waiting: WaitlistEntry
    at: int
    act: str  # tag of the undone event
    entry: int  # number of the action's first entry in this log
    waited: int = 0  # milliseconds on the waitlist that the action had counted


class AdditionUndone(WaitlistEvent, frozen=True, tag="name.add_undone"):
    """Adding a player was undone: the entry is off the list. entry: as in `ActionUndone`."""

    number: int
    entry: int


class MoveUndone(WaitlistEvent, frozen=True, tag="chain.undone"):
    """A must-move was undone: the player is back at the must-move table. entry: as in `ActionUndone`."""

    key: str
    player: str
    name: str
    table: str
    seat: int
    to_table: str
    to_seat: int
    entry: int


class TableRenamed(WaitlistEvent, frozen=True, tag="lists.table_renamed"):
    """A table of the room got a new name; entries, lists and chains that name it follow."""

    table: str
    to: str


class PlayerRenamed(WaitlistEvent, frozen=True, tag="lists.player_renamed"):
    """A player has a new alias; entries under that key and answers to a must-move show it from now on."""

    player: str
    name: str


class TableBroken(WaitlistEvent, frozen=True, tag="table.broken"):
    """A table was broken, with its draw: all players in order, and the open seats in order."""

    table: str
    reason: str
    drawn: tuple[SeatAssignment, ...]
    chairs: tuple[tuple[str, int], ...]
    draws: int = 1  # how many draws there were; the last one counts


EVENTS: tuple[type[WaitlistEvent], ...] = tuple(WaitlistEvent.__subclasses__())
