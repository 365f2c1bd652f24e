"""The line-up as a page shows it: boxes by the push that is due, who is free, who rests, what happened."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from floor_ui.dealers import words
from floor_ui.dealers.asks import FIELDS, Field
from floor_ui.map.tiles import place
from poker.lineup.plan import Push, owed
from poker.lineup.state import MINUTE, Duty
from rulings.calls.roles import may
from tables.dealers.asking import dealers_now, dealers_told
from tables.dealers.coming import pushes_of
from tables.dealers.people import dealers_here
from tables.models import Room, Staff

MOST_TOLD = 14


@dataclass(frozen=True, slots=True)
class Row:
    """A box. late: minutes that the push is over its time, below nothing where it is to come; owed: a break."""

    push: Push
    late: int
    owed: bool
    why: str
    out: str  # key of whoever deals, "" for nobody
    named: str  # key of whoever was named, "" for nobody
    choices: tuple[tuple[str, str], ...]

    @property
    def state(self) -> str:
        """empty, due or later."""
        return "empty" if self.push.out is None else "due" if self.late >= 0 else "later"

    @property
    def minutes(self) -> int:
        """In the box."""
        return (self.push.at - self.push.out.at) // MINUTE if self.push.out else 0


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody on duty who deals nowhere."""

    one: Duty
    minutes: int
    owed: bool
    over: bool  # the break is
    next: str  # the table that he comes to next, "" for none

    @property
    def before(self) -> str:
        """What he comes from."""
        return (
            f"last {self.one.last}, {words.downs(self.one.downs)}"
            if self.one.last
            else "not dealt yet"
        )


class LineUp:
    """The dealers of a room at one moment."""

    def __init__(
        self, room: Room, staff: Staff, now: datetime, sent: Mapping[str, str] | None = None
    ) -> None:
        """Read the line-up and make its plan. `sent`: a form that was refused, whose numbers stay."""
        self.room, self.now, self.sent = room, now, sent or {}
        self.ms = int(now.timestamp() * 1000)
        self.dealers = dealers_now(room.pk).dealers
        self.pushes = pushes_of(room.pk, self.dealers, self.ms)
        self.may_act = may(staff, "dealers")

    @cached_property
    def rows(self) -> list[Row]:
        """Every box, the first due first; those that are due together by their tables."""
        order = sorted(self.pushes.values(), key=lambda one: (one.due, place(one.table)))
        return [self._row(push) for push in order]

    def _row(self, push: Push) -> Row:
        word = self.dealers.word(push.table)
        out = push.out.key if push.out else ""
        return Row(
            push=push,
            late=(self.ms - push.due) // MINUTE,
            owed=bool(push.out and owed(push.out, self.dealers, self.ms)),
            why=words.why(push),
            out=out,
            named=word.key if word else "",
            choices=tuple(choice for choice in self.choices if choice[0] != out),
        )

    @cached_property
    def choices(self) -> list[tuple[str, str]]:
        """Who can be named for a box: those who are free first."""
        there = [one for one in self.dealers.duty if one.rotates and not one.aside]
        there.sort(key=lambda one: (bool(one.table), bool(one.until), one.name))
        return [(one.key, self._said(one)) for one in there]

    def _said(self, one: Duty) -> str:
        if one.table:
            return f"{one.name}, deals {one.table}"
        return f"{one.name}, on a break" if one.until else f"{one.name}, free"

    @cached_property
    def due(self) -> list[Row]:
        """Pushes that are due by now, empty boxes with them."""
        return [row for row in self.rows if row.late >= 0]

    @cached_property
    def owing(self) -> list[str]:
        """Who is owed a break."""
        return [one.name for one in self.dealers.duty if owed(one, self.dealers, self.ms)]

    @cached_property
    def free(self) -> list[Person]:
        """The longest rested first."""
        return [one for one in self._away if one.one.is_free]

    @cached_property
    def resting(self) -> list[Person]:
        """On a break, the first back first."""
        return sorted((one for one in self._away if one.one.until), key=lambda one: one.one.until)

    @cached_property
    def aside(self) -> list[Person]:
        """Out of the order."""
        return [one for one in self._away if one.one.aside]

    @cached_property
    def _away(self) -> list[Person]:
        coming = {push.inward.key: push.table for push in self.pushes.values() if push.inward}
        people = [
            Person(
                one=one,
                minutes=max(0, self.ms - one.at) // MINUTE,
                owed=owed(one, self.dealers, self.ms),
                over=bool(one.until and one.until <= self.ms),
                next=coming.get(one.key, ""),
            )
            for one in self.dealers.duty
            if not one.table
        ]
        return sorted(people, key=lambda one: (one.one.at, one.one.name))

    @cached_property
    def dealing(self) -> int:
        """How many boxes have a dealer."""
        return sum(bool(box.dealer) for box in self.dealers.boxes)

    @cached_property
    def others(self) -> list[Staff]:
        """Who may deal and is not on duty."""
        return [one for one in dealers_here() if self.dealers.find(one.key) is None]

    @cached_property
    def told(self) -> list[tuple[datetime, str, str]]:
        """What happened, the newest first, and by whom where somebody asked for it."""
        entries = list(dealers_told(self.room.pk, MOST_TOLD))
        names = {one.key: one.alias for one in Staff.objects.all()}
        names |= {one.key: one.name for one in self.dealers.duty}
        return [(at, words.told(event, names), names.get(by, "")) for at, by, event in entries]

    @property
    def fields(self) -> list[tuple[Field, str]]:
        """The policy as it is set, or as it was typed and refused."""
        policy = self.dealers.policy
        return [(one, self.sent.get(one.name, str(getattr(policy, one.name)))) for one in FIELDS]
