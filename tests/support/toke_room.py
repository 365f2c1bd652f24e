"""A room whose dealers worked, with tokes in boxes."""

import re
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any, Literal
from uuid import uuid4

from django.utils import timezone

from lineup.actions import lineup_execute
from lineup.rules import commands as lineup
from promotions.gaming_days import day_starts
from roster.models import TokeBox, TokeShare, TokeSplit
from roster.rules import toke_commands as c
from roster.rules.toke_state import OtherShare, Split, Tokes
from roster.toke_log import TokeResult, load_tokes, toke_execute
from staff.models import Room, Staff
from tests.support.room import TableDriver, create_room, create_staff

MONDAY = date(2026, 11, 30)
CHIPS = (2500, 500, 100)


class TokeRoom:
    """A room of three dealers from the gaming day of a Monday on. Times of day are hours after its begin."""

    def __init__(
        self,
        mode: Literal["kept", "hours", "downs"] = "hours",
        day: date = MONDAY,
        **policy: Any,
    ) -> None:
        self.table: TableDriver = create_room()
        self.room: Room = self.table.table.room
        self.people: dict[str, Staff] = {
            "manager": create_staff("manager", alias="Hornbeam", badge="301"),
            "second": create_staff("manager", alias="Sorrel", badge="302"),
            "supervisor": create_staff("supervisor", alias="Oak", badge="201"),
            "desk": create_staff("desk", alias="Cobalt", badge="401"),
            "wren": create_staff("dealer", alias="Wren", badge="101"),
            "heron": create_staff("dealer", alias="Heron", badge="102"),
            "finch": create_staff("dealer", alias="Finch", badge="103"),
        }
        self.day = day
        options: dict[str, Any] = {"period": "day", "pay_weeks": 1, "pay_from": day.isoformat()}
        options |= policy
        self.send(c.SetPolicy(mode=mode, reason="House choice", **options))

    @property
    def state(self) -> Tokes:
        return load_tokes(self.room.pk)

    def at(self, hours: float, days: int = 0) -> datetime:
        """Return a moment of the Monday, or of a day after it."""
        start = day_starts(self.room, self.day + timedelta(days=days))
        return (start + timedelta(hours=hours)).astimezone(timezone.get_current_timezone())

    def send(
        self,
        command: c.TokeCommand,
        by: str = "manager",
        *,
        hours: float = 1,
        days: int = 0,
        **more: Any,
    ) -> TokeResult:
        options: dict[str, Any] = {"command_id": str(uuid4())} | more
        return toke_execute(
            room_id=self.room.pk,
            command=command,
            actor=self.people[by].key,
            now=self.at(hours, days),
            **options,
        )

    def key(self, name: str) -> str:
        return self.people[name].key

    def works(self, name: str, start: float, end: float, days: int = 0) -> None:
        """Clock a dealer in and out."""
        staff = self.people[name]
        self._lineup(lineup.ClockIn(staff.key, staff.alias), self.at(start, days))
        self._lineup(lineup.ClockOut(staff.key), self.at(end, days))

    def _lineup(self, command: Any, now: datetime) -> None:
        lineup_execute(
            room_id=self.room.pk,
            command_id=str(uuid4()),
            command=command,
            actor="system.test",
            now=now,
        )

    def pull(self, label: str = "B1", *, days: int = 0, source: Any = "pool", ref: str = "") -> int:
        """Pull a box; return its number."""
        pickup = c.Pickup(source, ref, label)
        return self.send(c.PullBoxes((pickup,)), "desk", hours=10, days=days).state.pulled

    def count(self, box: int, dollars: int, by: str, round_: int = 1, days: int = 0) -> None:
        pieces = ((2500, 0), (500, 0), (100, dollars))
        self.send(c.CountBox(box, round_, pieces, dollars * 100), by, hours=11, days=days)

    def counted(self, dollars: int, label: str = "B1", *, days: int = 0, **more: Any) -> int:
        """Pull a box that two people count; return its number."""
        box = self.pull(label, days=days, **more)
        self.count(box, dollars, "desk", days=days)
        self.count(box, dollars, "supervisor", days=days)
        return box

    def propose(self, days: int = 0, by: str = "manager") -> Split:
        """Propose the split of a day, on the next one."""
        day = (self.day + timedelta(days=days)).isoformat()
        return self.send(c.ProposeSplit(day), by, days=days + 1).state.splits[-1]

    def approve(self, number: int, days: int = 1) -> None:
        self.send(c.ApproveSplit(number), "second", days=days)

    def split(self, dollars: int, label: str = "B1", days: int = 0) -> Split:
        """Count a box, and split it with a second person."""
        self.counted(dollars, label, days=days)
        split = self.propose(days)
        self.approve(split.number, days + 1)
        return split

    def close(self, days: int = 0) -> None:
        """Close the payroll of the week of a day, a week later."""
        day = (self.day + timedelta(days=days)).isoformat()
        self.send(c.ClosePayroll(day), days=days + 7)

    def shares(self, split: int) -> dict[str, int]:
        """Return the shares of a split by name of the person or key of the group."""
        names = {staff.key: name for name, staff in self.people.items()}
        rows = TokeShare.objects.filter(split=split)
        return {names.get(row.key, row.key): row.amount for row in rows}


def group(title: str = "Chip runners", percent: int = 10) -> OtherShare:
    return OtherShare(f"group.{title.lower().replace(' ', '-')}", title, percent)


def without_random_values(html: str) -> str:
    """Return a page without the ids of commands and the tokens of forms, in which any digits can occur."""
    return re.sub(r'value="(?:[0-9a-f-]{36}|\w{64})"', "", html)


def statuses(model: type[TokeBox] | type[TokeSplit]) -> Sequence[str]:
    return list(model.objects.order_by("number").values_list("status", flat=True))
