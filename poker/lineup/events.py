"""What happened to the dealers, in the past tense. Names in the log are the tags and never change."""

import msgspec

from poker.lineup.state import Policy

VERSION = 1


class Told(
    msgspec.Struct, frozen=True, tag_field="event", omit_defaults=True, forbid_unknown_fields=True
):
    """Base of all events of the line-up."""


class PolicySet(Told, frozen=True, tag="lineup.policy_set"):
    """How the room pushes."""

    policy: Policy


class ClockedIn(Told, frozen=True, tag="dealer.clocked_in"):
    """Somebody came on duty; `table`: by signing in at its tablet."""

    key: str
    name: str
    at: int
    rotates: bool = True
    table: str = ""


class ClockedOut(Told, frozen=True, tag="dealer.clocked_out"):
    """Somebody went home, or a supervisor left the box that he had filled."""

    key: str
    at: int


class BreakBegan(Told, frozen=True, tag="dealer.break_began"):
    """A break until then."""

    key: str
    at: int
    until: int


class StoodAside(Told, frozen=True, tag="dealer.stood_aside"):
    """Out of the order."""

    key: str
    at: int
    reason: str


class Returned(Told, frozen=True, tag="dealer.returned"):
    """Free again; `rested`: it was long enough for a break."""

    key: str
    at: int
    rested: bool


class NextAssigned(Told, frozen=True, tag="next.assigned"):
    """Somebody was named for a box; `instead` of whom, "" for nobody."""

    table: str
    key: str
    reason: str
    instead: str = ""


class NextCleared(Told, frozen=True, tag="next.cleared"):
    """The suggestion counts again at a table."""

    table: str


class BoxOpened(Told, frozen=True, tag="box.opened"):
    """A table opened: it needs a dealer. whose, pushed: the push of its log from before it was closed."""

    table: str
    at: int
    whose: str = ""
    pushed: int = 0


class BoxTaken(Told, frozen=True, tag="box.taken"):
    """A dealer sits in a box, as the table's own log says; whoever sat there is out of it.

    at: of the push; downs: of whoever came in, counted up to now (0 after a rest).
    """

    table: str
    key: str
    at: int
    downs: int = 0


class BoxClosed(Told, frozen=True, tag="box.closed"):
    """A table closed: whoever dealt is free."""

    table: str
    at: int


class BoxEmptied(Told, frozen=True, tag="box.emptied"):
    """By the table's own log nobody deals there any more."""

    table: str
    at: int


class SectionSet(Told, frozen=True, tag="section.set"):
    """A supervisor's tables; `open`: how many of them were."""

    key: str
    name: str
    tables: tuple[str, ...] = ()
    open: int = 0


TELLS: tuple[type[Told], ...] = tuple(Told.__subclasses__())
