"""A room with a crew, a week and the actions of its people, for tests with the database."""

from datetime import date, datetime, timedelta
from typing import Any
from uuid import uuid4

from django.utils import timezone

from journal.unix_time import milliseconds
from lineup.actions import lineup_execute
from lineup.rules import commands as l
from roster.crew_log import CrewResult, crew_execute, load_crew
from roster.models import RosterWeek
from roster.rules import crew_commands as cc
from roster.rules import week_commands as c
from roster.rules.crew_state import Crew
from roster.rules.people import RosterRules, ShiftTemplate
from roster.rules.week_state import Week
from roster.week_log import WeekResult, load_week, open_week, week_execute
from staff.models import Room, Staff
from tests.support.room import NOW, create_room, create_staff

DAY = ShiftTemplate("day", "Day", 600, 480)
EVENING = ShiftTemplate("evening", "Evening", 1080, 480)
MANAGER = "staff.900001"


class RosterRoom:
    """A room whose dealers Wren, Plover and Siskin have a week."""

    def __init__(self, *aliases: str, monday: date | None = None, **rules: Any) -> None:
        self.table = create_room()
        self.room: Room = self.table.table.room
        self.now: datetime = NOW
        self.people: dict[str, Staff] = {}
        for number, alias in enumerate(aliases or ("Wren", "Plover", "Siskin")):
            self.people[alias] = create_staff(
                "dealer", alias=alias, badge=str(701 + number), rooms=[self.room]
            )
        self.crew(cc.SetTemplate(DAY))
        self.crew(cc.SetTemplate(EVENING))
        if rules:
            self.crew(cc.SetRules(RosterRules(**rules), "test"))
        for alias in self.people:
            self.crew(cc.SetMember(self.key(alias), "full", 0, 2400, "2020-01-01"))
        local = timezone.localdate(self.now)
        self.monday = monday or local + timedelta(days=7 - local.weekday())
        self.row: RosterWeek = open_week(self.room, self.monday, actor=MANAGER, now=self.now)

    def key(self, alias: str) -> str:
        return self.people[alias].key

    def at(self, day: int, hour: float) -> datetime:
        """Return a local time of the week; 26 is 02:00 on the next day."""
        midnight = datetime.combine(self.monday, datetime.min.time())
        local = midnight + timedelta(days=day, hours=hour)
        return local.replace(tzinfo=timezone.get_current_timezone())

    def crew(self, command: cc.CrewCommand, actor: str = MANAGER) -> CrewResult:
        self.now += timedelta(seconds=1)
        return crew_execute(
            room_id=self.room.pk,
            command_id=str(uuid4()),
            command=command,
            actor=actor,
            now=self.now,
        )

    def week(
        self, command: c.WeekCommand, actor: str = MANAGER, row: RosterWeek | None = None
    ) -> WeekResult:
        self.now += timedelta(seconds=1)
        return week_execute(
            week_id=(row or self.row).pk,
            command_id=str(uuid4()),
            command=command,
            actor=actor,
            now=self.now,
        )

    def lineup(self, command: l.LineupCommand) -> None:
        self.now += timedelta(seconds=1)
        lineup_execute(
            room_id=self.room.pk,
            command_id=str(uuid4()),
            command=command,
            actor=MANAGER,
            now=self.now,
        )

    def place(self, day: int, first: float, last: float, alias: str = "") -> int:
        """Place a shift in the draft; return its id."""
        self.week(
            c.PlaceShift(
                (self.monday + timedelta(days=day)).isoformat(),
                milliseconds(self.at(day, first)),
                milliseconds(self.at(day, last)),
                dealer=self.key(alias) if alias else "",
            )
        )
        return self.state.shifts

    def publish(self, reason: str = "") -> None:
        self.week(c.Publish(reason))

    @property
    def state(self) -> Week:
        return load_week(self.row.pk)[1]

    @property
    def crew_state(self) -> Crew:
        return load_crew(self.room.pk)
