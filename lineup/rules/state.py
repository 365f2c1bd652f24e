"""The dealers of one room as an immutable value.

Times are Unix milliseconds. People are identified by key and name, tables by name.
"""

from collections.abc import Iterable

import msgspec

MINUTE = 60_000
MOST_TABLES = 10  # maximum per supervisor; the room sets the number that causes a warning


class LineupPolicy(msgspec.Struct, frozen=True, omit_defaults=True):
    """The room's rules for pushes. No guide sets the minutes and downs; the room chooses them."""

    down_minutes: int = 30  # minutes until a push is due
    most_downs: int = 3  # downs in a row after which a break is owed
    # Length of a break, and of the absence after which a dealer counts as rested.
    break_minutes: int = 30
    section_tables: int = 8  # open tables per supervisor above which the room is warned

    @property
    def down(self) -> int:
        """Return the length of a down in milliseconds."""
        return self.down_minutes * MINUTE

    @property
    def rest(self) -> int:
        """Return the length of a break in milliseconds."""
        return self.break_minutes * MINUTE


class OnDutyDealer(msgspec.Struct, frozen=True, omit_defaults=True):
    key: str
    name: str
    since: int  # when they clocked in
    at: int  # when they began to deal, to be available, a break or an absence from the rotation
    rotates: bool = True  # false for a supervisor who fills a box
    table: str = ""  # the table they deal at, "" if none
    last: str = ""  # the previous table
    downs: int = 0  # finished downs since the last rest
    until: int = 0  # the end of the break
    aside: str = ""  # why they are out of the rotation

    @property
    def is_free(self) -> bool:
        """Return whether the dealer can be sent to a box."""
        return self.rotates and not (self.table or self.until or self.aside)


class DealerBox(msgspec.Struct, frozen=True, omit_defaults=True):
    """The dealer box of an open table."""

    table: str
    since: int  # when the dealer sat down, or when the box became empty
    dealer: str = ""  # the dealer in the box, "" if none
    # The time of the push that was synced from the table's log. That push is never synced again, even if its
    # dealer has gone to another table since.
    pushed: int = 0
    whose: str = ""  # the dealer of that push


class NextAssignment(msgspec.Struct, frozen=True, omit_defaults=True):
    """The dealer assigned by hand to come in next at a table, with the reason."""

    table: str
    key: str
    reason: str


class Section(msgspec.Struct, frozen=True, omit_defaults=True):
    """The tables of one supervisor, whether open or closed."""

    key: str
    name: str
    tables: tuple[str, ...] = ()


class Lineup(msgspec.Struct, frozen=True, omit_defaults=True):
    """All dealers on duty in the order they clocked in, with boxes, assignments and sections."""

    policy: LineupPolicy = LineupPolicy()
    duty: tuple[OnDutyDealer, ...] = ()
    boxes: tuple[DealerBox, ...] = ()
    assigned: tuple[NextAssignment, ...] = ()
    sections: tuple[Section, ...] = ()

    def find(self, key: str) -> OnDutyDealer | None:
        return next((dealer for dealer in self.duty if dealer.key == key), None)

    def box(self, table: str) -> DealerBox | None:
        return next((dealer_box for dealer_box in self.boxes if dealer_box.table == table), None)

    def assignment_at(self, table: str) -> NextAssignment | None:
        return next((assignment for assignment in self.assigned if assignment.table == table), None)

    def section(self, key: str) -> Section | None:
        return next((section for section in self.sections if section.key == key), None)

    def section_of(self, table: str) -> Section | None:
        return next((section for section in self.sections if table in section.tables), None)

    def open_of(self, tables: Iterable[str]) -> int:
        """Return how many of these tables are open."""
        open_tables = {box.table for box in self.boxes}
        return sum(table in open_tables for table in tables)


def downs_of(milliseconds: int, policy: LineupPolicy) -> int:
    """Return the time in one box as downs, rounded: a minute of help is 0, an hour is 2."""
    return max(0, (2 * milliseconds + policy.down) // (2 * policy.down))
