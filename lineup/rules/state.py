"""The dealers of one room as an immutable value. Times are Unix milliseconds; people and tables by key and name."""

from collections.abc import Iterable

import msgspec

MINUTE = 60_000
MOST_TABLES = 10  # maximum per supervisor; the warning before that is the room's choice


class LineupPolicy(msgspec.Struct, frozen=True, omit_defaults=True):
    """How the room pushes. Minutes and downs are this room's choice; no guide sets them.

    down_minutes: until a push is due; most_downs: downs in a row before a break is owed; break_minutes: length of a
    break, and how long a dealer must have been available to count as rested; section_tables: open tables per
    supervisor over which the room is warned.
    """

    down_minutes: int = 30
    most_downs: int = 3
    break_minutes: int = 30
    section_tables: int = 8

    @property
    def down(self) -> int:
        """Return the length of a down in milliseconds."""
        return self.down_minutes * MINUTE

    @property
    def rest(self) -> int:
        """Return the length of a break in milliseconds."""
        return self.break_minutes * MINUTE


class OnDutyDealer(msgspec.Struct, frozen=True, omit_defaults=True):
    """One person on duty.

    since: clocked in; rotates: in the rotation, unlike a supervisor who fills a box; table: where they deal
    now, "" for none; at: since when they deal, are available, on a break or out of the rotation; last: the
    previous table;
    downs: finished ones since the last rest; until: the end of the break; aside: why they are out of the rotation.
    """

    key: str
    name: str
    since: int
    at: int
    rotates: bool = True
    table: str = ""
    last: str = ""
    downs: int = 0
    until: int = 0
    aside: str = ""

    @property
    def is_free(self) -> bool:
        """Return whether the dealer can be sent to a box."""
        return self.rotates and not (self.table or self.until or self.aside)


class DealerBox(msgspec.Struct, frozen=True, omit_defaults=True):
    """The dealer's box of an open table. dealer: who is in it, "" for none; since: for how long.

    pushed and whose: the push in the table's own log that this follows. It is not synced again if its
    dealer has gone to another table in between.
    """

    table: str
    since: int
    dealer: str = ""
    pushed: int = 0
    whose: str = ""


class NextAssignment(msgspec.Struct, frozen=True, omit_defaults=True):
    """The dealer assigned by hand to come in next at a table, and why."""

    table: str
    key: str
    reason: str


class Section(msgspec.Struct, frozen=True, omit_defaults=True):
    """The tables of one supervisor, open and closed."""

    key: str
    name: str
    tables: tuple[str, ...] = ()


class Lineup(msgspec.Struct, frozen=True, omit_defaults=True):
    """All dealers on duty in the order they clocked in; boxes, assignments and sections."""

    policy: LineupPolicy = LineupPolicy()
    duty: tuple[OnDutyDealer, ...] = ()
    boxes: tuple[DealerBox, ...] = ()
    assigned: tuple[NextAssignment, ...] = ()
    sections: tuple[Section, ...] = ()

    def find(self, key: str) -> OnDutyDealer | None:
        """Return a dealer on duty."""
        return next((dealer for dealer in self.duty if dealer.key == key), None)

    def box(self, table: str) -> DealerBox | None:
        """Return the dealer's box of an open table."""
        return next((dealer_box for dealer_box in self.boxes if dealer_box.table == table), None)

    def word(self, table: str) -> NextAssignment | None:
        """Return who was assigned to a table."""
        return next((assignment for assignment in self.assigned if assignment.table == table), None)

    def section(self, key: str) -> Section | None:
        """Return a supervisor's section."""
        return next((section for section in self.sections if section.key == key), None)

    def section_of(self, table: str) -> Section | None:
        """Return the section a table is in."""
        return next((section for section in self.sections if table in section.tables), None)

    def open_of(self, tables: Iterable[str]) -> int:
        """Return how many of these tables are open."""
        there = {box.table for box in self.boxes}
        return sum(table in there for table in tables)


def downs_of(milliseconds: int, policy: LineupPolicy) -> int:
    """Return the downs of a time in one box, rounded: a minute's help is none, an hour is two."""
    return max(0, (2 * milliseconds + policy.down) // (2 * policy.down))
