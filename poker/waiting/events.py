"""What happened on the lists, in the past tense. Names in the log are the tags and never change."""

import msgspec

from poker.waiting.drawing import Drawn
from poker.waiting.state import Declined, Kind, Policy, Waiting

VERSION = 1


class Told(
    msgspec.Struct, frozen=True, tag_field="event", omit_defaults=True, forbid_unknown_fields=True
):
    """Base of all events of the lists."""


class PolicySet(Told, frozen=True, tag="lists.policy_set"):
    """How the house runs its lists."""

    policy: Policy


class LineOpened(Told, frozen=True, tag="line.opened"):
    """A list, or another kind or title of one that there was."""

    key: str
    title: str
    kind: Kind = "game"
    wants: int = 0
    of: str = ""


class LineClosed(Told, frozen=True, tag="line.closed"):
    """A list is no more; so many names were on it."""

    key: str
    names: int = 0
    reason: str = ""


class NameAdded(Told, frozen=True, tag="name.added"):
    """A name was put down at a place, from 1; not last only for a reason."""

    key: str
    waiting: Waiting
    at: int
    reason: str = ""


class NameArrived(Told, frozen=True, tag="name.arrived"):
    """A call-in is in the room. until: of the call that stands meanwhile, 0 for none."""

    number: int
    until: int = 0


class NameCalled(Told, frozen=True, tag="name.called"):
    """A name was called for a seat; `ahead`: names that were passed over, for which there is a reason."""

    number: int
    table: str
    seat: int
    until: int
    ahead: int = 0
    reason: str = ""


class SeatHeld(Told, frozen=True, tag="name.held"):
    """The called player answered; the seat is held."""

    number: int
    until: int


class NamePaged(Told, frozen=True, tag="name.paged"):
    """A player was paged once more; the call is as it was."""

    number: int


class NamePassed(Told, frozen=True, tag="name.passed"):
    """A call went by; the place is kept. until: when a call-in lapses that has not come, 0 for who is here."""

    number: int
    left: int
    lapsed: bool = False
    until: int = 0


class NameSeated(Told, frozen=True, tag="name.seated"):
    """The player sits; waited: milliseconds on the list."""

    number: int
    table: str
    seat: int
    waited: int
    ahead: int = 0
    reason: str = ""


class NameReleased(Told, frozen=True, tag="name.released"):
    """The chair of a call is none any more; the place is kept, and the call counts for nothing.

    until: as in `NamePassed`.
    """

    number: int
    reason: str
    until: int = 0


class NameOff(Told, frozen=True, tag="name.off"):
    """A name left the list; `lapsed`: by the clock."""

    number: int
    reason: str
    lapsed: bool = False


class NameMoved(Told, frozen=True, tag="name.moved"):
    """A name has another place."""

    number: int
    before: int
    to: int
    reason: str


class ChainSet(Told, frozen=True, tag="chain.set"):
    """The tables of a must-move chain; `by` decided, at in unix milliseconds."""

    key: str
    main: tuple[str, ...]
    feeders: tuple[str, ...]
    by: str
    at: int


class ChainEnded(Told, frozen=True, tag="chain.ended"):
    """A game has no must-move tables any more."""

    key: str


class MustMoved(Told, frozen=True, tag="chain.moved"):
    """A player came from a must-move table to the main game.

    since: his seniority, unix milliseconds, by the entry of the log in which he sat down ("T21:7"); ahead: who was
    senior to him and did not move, for which there is a reason.
    """

    key: str
    player: str
    name: str
    table: str
    seat: int
    to_table: str
    to_seat: int
    since: int
    entry: str
    ahead: tuple[str, ...] = ()
    reason: str = ""


class MoveDeclined(Told, frozen=True, tag="chain.declined"):
    """A player did not want to move, and what the house did."""

    key: str
    declined: Declined


class TableBroken(Told, frozen=True, tag="table.broken"):
    """A table was broken, with the draw as it fell: everybody in order, and the open chairs in order.

    draws: how often it was drawn; the last one counts.
    """

    table: str
    reason: str
    drawn: tuple[Drawn, ...]
    chairs: tuple[tuple[str, int], ...]
    draws: int = 1


TELLS: tuple[type[Told], ...] = tuple(Told.__subclasses__())
