"""The dealers of one room as an immutable value. Times are unix milliseconds; people and tables by key and name."""

from collections.abc import Iterable

import msgspec

MINUTE = 60_000
MOST_TABLES = 10  # the most that one supervisor may have; what is warned of before is the room's


class Policy(msgspec.Struct, frozen=True, omit_defaults=True):
    """How the room pushes. Minutes and downs are this room's choice, no guide says them.

    down_minutes: until a push is due; most_downs: downs in a row before a break is owed; break_minutes: how long a
    break is, and how long somebody must have been free to count as rested; section_tables: open tables of one
    supervisor above which the room is warned.
    """

    down_minutes: int = 30
    most_downs: int = 3
    break_minutes: int = 30
    section_tables: int = 8

    @property
    def down(self) -> int:
        """Milliseconds of a down."""
        return self.down_minutes * MINUTE

    @property
    def rest(self) -> int:
        """Milliseconds of a break."""
        return self.break_minutes * MINUTE


class Duty(msgspec.Struct, frozen=True, omit_defaults=True):
    """One person on duty.

    since: clocked in; rotates: part of the rotation, which a supervisor who fills a box is not; table: where he deals
    now, "" for nowhere; at: since when he deals, is free, on a break or out of the order; last: the table before;
    downs: since his last rest, those that are over; until: when the break is over; aside: why he is out of the order.
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
        """Whether he can be sent to a box."""
        return self.rotates and not (self.table or self.until or self.aside)


class Box(msgspec.Struct, frozen=True, omit_defaults=True):
    """An open table. dealer: whose box it is, "" for nobody's; since: for how long.

    pushed and whose: the push of the table's own log that this follows, which is not followed a second time when its
    dealer has gone to another table meanwhile.
    """

    table: str
    since: int
    dealer: str = ""
    pushed: int = 0
    whose: str = ""


class Assigned(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who comes in next at a table by somebody's word, and why."""

    table: str
    key: str
    reason: str


class Section(msgspec.Struct, frozen=True, omit_defaults=True):
    """The tables of one supervisor, open and closed ones."""

    key: str
    name: str
    tables: tuple[str, ...] = ()


class Dealers(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everybody on duty, in the order in which they came; the boxes, the words and the sections."""

    policy: Policy = Policy()
    duty: tuple[Duty, ...] = ()
    boxes: tuple[Box, ...] = ()
    assigned: tuple[Assigned, ...] = ()
    sections: tuple[Section, ...] = ()

    def find(self, key: str) -> Duty | None:
        """Somebody on duty."""
        return next((one for one in self.duty if one.key == key), None)

    def box(self, table: str) -> Box | None:
        """The box of an open table."""
        return next((one for one in self.boxes if one.table == table), None)

    def word(self, table: str) -> Assigned | None:
        """Who was named for a table."""
        return next((one for one in self.assigned if one.table == table), None)

    def section(self, key: str) -> Section | None:
        """A supervisor's section."""
        return next((one for one in self.sections if one.key == key), None)

    def section_of(self, table: str) -> Section | None:
        """Whose section a table is in."""
        return next((one for one in self.sections if table in one.tables), None)

    def open_of(self, tables: Iterable[str]) -> int:
        """How many of these tables are open."""
        there = {box.table for box in self.boxes}
        return sum(table in there for table in tables)


def downs_of(milliseconds: int, policy: Policy) -> int:
    """How many downs a time in one box was: rounded, so that a minute's help is none and an hour is two."""
    return max(0, (2 * milliseconds + policy.down) // (2 * policy.down))
