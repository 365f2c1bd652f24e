"""The public view of the waitlists: aliases only, and at most `SHOWN` entries of a list."""

import msgspec

from waitlist.rules.state import Waitlist, WaitlistEntry, Waitlists

SHOWN = 20  # entries per list


class NameView(msgspec.Struct, frozen=True):
    """A waiting player's alias, and whether they are present."""

    name: str
    here: bool


class CalledView(msgspec.Struct, frozen=True):
    """A player who is called to a seat; `until` in Unix milliseconds."""

    name: str
    table: str
    seat: int
    state: str
    until: int


class WaitlistView(msgspec.Struct, frozen=True):
    """A waitlist. waiting: number of entries; names: the first of them, in order; called: who is called to a seat."""

    key: str
    title: str
    kind: str
    wants: int
    waiting: int
    names: list[NameView]
    called: list[CalledView]


class WaitlistsView(msgspec.Struct, frozen=True):
    """A room's waitlists in the order they were opened."""

    lists: list[WaitlistView]


def view(waitlists: Waitlists) -> WaitlistsView:
    return WaitlistsView([_line(waitlist) for waitlist in waitlists.lists])


def _line(waitlist: Waitlist) -> WaitlistView:
    return WaitlistView(
        key=waitlist.key,
        title=waitlist.title,
        kind=waitlist.kind,
        wants=waitlist.wants,
        waiting=len(waitlist.entries),
        names=[NameView(entry.name, entry.here) for entry in waitlist.entries[:SHOWN]],
        called=[_called(entry) for entry in waitlist.entries if entry.state != "waiting"],
    )


def _called(entry: WaitlistEntry) -> CalledView:
    return CalledView(entry.name, entry.table, entry.seat, entry.state, entry.until)
