"""A room with a crew and a published week, and what tests send from the roster's pages."""

from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from uuid import uuid4

from django.test import Client
from django.urls import reverse

from journal.unix_time import milliseconds
from roster.crew_log import crew_execute
from roster.pages.local_times import read_span
from roster.rules import crew_commands as crew
from roster.rules import week_commands as c
from roster.rules.people import ShiftTemplate
from roster.rules.week_state import Week
from roster.week_log import load_week, open_week, week_execute
from staff.models import Room, Staff
from tests.support.floor_fixtures import sign_in_client
from tests.support.page_roles import PageContent
from tests.support.room import create_staff

SATURDAY = datetime(2026, 11, 21, 17, 0, tzinfo=UTC)  # in the week of MONDAY
MONDAY = "2026-11-16"
NEXT_MONDAY = "2026-11-23"
ACTOR = "system.test"
TEMPLATES = (
    ShiftTemplate("day", "Day", 600, 480),
    ShiftTemplate("swing", "Swing", 1080, 480),
    ShiftTemplate("grave", "Grave", 120, 480),
)


@dataclass
class RosterRoom:
    """A room with dealers, a supervisor and a manager."""

    room: Room
    dealers: list[Staff]
    now: datetime = SATURDAY
    weeks: dict[str, int] = field(default_factory=dict)

    def crew(self, command: crew.CrewCommand, actor: str = ACTOR) -> None:
        crew_execute(
            room_id=self.room.pk,
            command_id=str(uuid4()),
            command=command,
            actor=actor,
            now=self.now,
        )

    def week_id(self, monday: str = MONDAY) -> int:
        """Return the week, opened on first use."""
        if monday not in self.weeks:
            day = date.fromisoformat(monday)
            self.weeks[monday] = open_week(self.room, day, actor=ACTOR, now=self.now).pk
        return self.weeks[monday]

    def week(self, monday: str = MONDAY) -> Week:
        return load_week(self.week_id(monday))[1]

    def send(self, command: c.WeekCommand, monday: str = MONDAY, actor: str = ACTOR) -> None:
        week_execute(
            week_id=self.week_id(monday),
            command_id=str(uuid4()),
            command=command,
            actor=actor,
            now=self.now,
        )

    def place(
        self,
        dealer: Staff | None,
        day: str,
        start: str = "18:00",
        end: str = "02:00",
        monday: str = MONDAY,
        template: str = "",
    ) -> int:
        """Place a shift; return its number."""
        first, last = read_span(day, start, end)
        key = dealer.key if dealer else ""
        self.send(c.PlaceShift(day, first, last, template, key), monday)
        return self.week(monday).shifts

    def publish(self, monday: str = MONDAY) -> None:
        self.send(c.Publish(), monday)

    @property
    def ms(self) -> int:
        return milliseconds(self.now)


def roster_room(dealers: int = 3, name: str = "Riverside") -> RosterRoom:
    """Return a room whose dealers are in the crew, full time, with three shift templates."""
    room = Room.objects.create(name=name)
    people = [
        create_staff("dealer", alias=alias, badge=str(101 + number), rooms=[room])
        for number, alias in enumerate(("Wren", "Finch", "Osprey", "Linnet", "Crake")[:dealers])
    ]
    create_staff("supervisor", alias="Rowan", badge="201", rooms=[room])
    create_staff("manager", alias="Hornbeam", badge="301", password="long enough 1")
    roster = RosterRoom(room, people)
    for number, staff in enumerate(people):
        hired = (date(2020, 1, 1) + timedelta(days=number)).isoformat()
        roster.crew(crew.SetMember(staff.key, "full", 0, 2400, hired))
    for template in TEMPLATES:
        roster.crew(crew.SetTemplate(template))
    return roster


def post(client: Client, name: str, args: list[object], **form: object) -> tuple[int, PageContent]:
    """Send a form as its page does; return the status and the page after it."""
    response = client.post(reverse(name, args=args), form, follow=True)
    return response.status_code, PageContent(response)


def page_at(client: Client, name: str, *args: object, **query: str | int) -> PageContent:
    response = client.get(reverse(name, args=list(args)), query)
    assert response.status_code == 200, response.status_code
    return PageContent(response)


__all__ = [
    "MONDAY",
    "NEXT_MONDAY",
    "SATURDAY",
    "RosterRoom",
    "page_at",
    "post",
    "roster_room",
    "sign_in_client",
]
