"""What happened on the lists, in the past tense. Names in the log are the tags and never change."""

import msgspec

from poker.waiting.state import Kind, Policy, Waiting

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


class LineClosed(Told, frozen=True, tag="line.closed"):
    """A list is no more; so many names were on it."""

    key: str
    names: int = 0
    reason: str = ""


class NameAdded(Told, frozen=True, tag="name.added"):
    """A name was put down at a place, from 1."""

    key: str
    waiting: Waiting
    at: int


class NameArrived(Told, frozen=True, tag="name.arrived"):
    """A call-in is in the room."""

    number: int


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


class NamePassed(Told, frozen=True, tag="name.passed"):
    """A call went by; the place is kept."""

    number: int
    left: int
    lapsed: bool = False


class NameSeated(Told, frozen=True, tag="name.seated"):
    """The player sits; waited: milliseconds on the list."""

    number: int
    table: str
    seat: int
    waited: int
    ahead: int = 0
    reason: str = ""


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


TELLS: tuple[type[Told], ...] = tuple(Told.__subclasses__())
