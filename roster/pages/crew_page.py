"""The crew of a room as its managers see it: dealers, time off, templates, holidays, rules."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from lineup.eligible_staff import eligible_dealers
from poker.formatting import listed
from roster.crew_log import load_crew
from roster.facts import skills_of
from roster.models import RosterShift
from roster.pages import local_times as times
from roster.rules.crew_state import Holiday, Member, TimeOff
from roster.rules.people import RULE_SOURCES, SKILLS, RosterRules, ShiftTemplate, Window, Wish
from staff.keys import aliases
from staff.models import Room, Staff

MOST_DECIDED = 30  # rows shown
GAMES = {"flop": "hold\u2019em and Omaha", "stud": "stud", "draw": "draw"}
SOURCES = {"practice": "common practice", "house": "house choice"}
RULE_LABELS = {
    "day_minutes": ("Most work that begins on one day", "hours"),
    "week_minutes": ("Most work in a week", "hours"),
    "rest_minutes": ("Rest between two shifts", "hours"),
    "days_in_row": ("Most days in a row", "days"),
    "overtime_minutes": ("Overtime is shown above, in a week", "hours"),
    "late_minutes": ("A dealer is late after", "minutes"),
    "no_show_minutes": ("A no-show can be marked after", "minutes"),
    "least_stud": ("Dealers of stud on duty at any time, at least", "dealers"),
    "least_draw": ("Dealers of draw on duty at any time, at least", "dealers"),
    "approves_swaps": ("A supervisor approves swaps, give-ups and pick-ups", ""),
}


@dataclass(frozen=True, slots=True)
class MemberRow:
    """A dealer of the crew. is_here: still in the room's staff."""

    member: Member
    name: str
    games: str
    windows: str
    wishes: str
    is_here: bool


@dataclass(frozen=True, slots=True)
class TimeOffItem:
    """A request. others: who has approved time off on some of its days; shifts: published ones in that time."""

    request: TimeOff
    name: str
    by: str
    others: str = ""
    shifts: int = 0


@dataclass(frozen=True, slots=True)
class TemplateRow:
    template: ShiftTemplate
    days: str

    @property
    def end(self) -> int:
        return self.template.first + self.template.minutes


@dataclass(frozen=True, slots=True)
class RuleRow:
    """A rule with its value as it is typed."""

    key: str
    label: str
    unit: str
    value: str
    default: str
    source: str
    kind: str
    is_yes_no: bool


class CrewPage:
    """The crew of a room."""

    def __init__(self, room: Room, typed: Mapping[str, str] | None = None) -> None:
        """typed: the values of a refused form of rules."""
        self.room = room
        self.crew = load_crew(room.pk)
        self.typed = typed or {}

    @cached_property
    def names(self) -> dict[str, str]:
        keys = {*self.crew.members, *(request.member for request in self.crew.time_off)}
        deciders = {request.decided_by for request in self.crew.time_off if request.decided_by}
        return dict(aliases(keys | deciders))

    @cached_property
    def _dealers(self) -> list[Staff]:
        return eligible_dealers(self.room.pk)

    @cached_property
    def members(self) -> list[MemberRow]:
        """Return the dealers by name."""
        skills = skills_of(self.room.pk, self.crew.members)
        here = {staff.key for staff in self._dealers}
        rows = [
            MemberRow(
                member,
                self.names.get(key, key),
                games_text(skills[key]),
                windows_text(member.windows),
                self._wishes_text(member.wishes),
                key in here,
            )
            for key, member in self.crew.members.items()
        ]
        return sorted(rows, key=lambda row: row.name.casefold())

    def member(self, key: str) -> MemberRow | None:
        return next((row for row in self.members if row.member.key == key), None)

    @property
    def candidates(self) -> list[Staff]:
        """Return the staff who may deal and are not in the crew."""
        return [staff for staff in self._dealers if staff.key not in self.crew.members]

    def _wishes_text(self, wishes: tuple[Wish, ...]) -> str:
        texts = [
            f"{times.WEEKDAYS[wish.weekday]} {self._wish_text(wish)}"
            for wish in sorted(wishes, key=lambda wish: wish.weekday)
        ]
        return ", ".join(texts)

    def _wish_text(self, wish: Wish) -> str:
        if not wish.likes:
            return "off"
        template = self.crew.template(wish.template)
        return template.title if template else "any"

    @cached_property
    def asked(self) -> list[TimeOffItem]:
        """Return the requests to decide, the first day first."""
        rows = [request for request in self.crew.time_off if request.status == "asked"]
        return [self._asked(request) for request in sorted(rows, key=lambda row: row.first)]

    def _asked(self, request: TimeOff) -> TimeOffItem:
        others = [
            self.names.get(other.member, other.member)
            for other in self.crew.time_off
            if other.status == "approved"
            and other.first <= request.last
            and request.first <= other.last
        ]
        shifts = RosterShift.objects.filter(
            week__room=self.room, dealer=request.member, day__range=(request.first, request.last)
        )
        name = self.names.get(request.member, request.member)
        return TimeOffItem(request, name, "", listed(others, "and"), shifts.count())

    @cached_property
    def decided(self) -> list[TimeOffItem]:
        """Return the last decided requests, the newest first."""
        rows = [request for request in self.crew.time_off if request.status != "asked"]
        return [
            TimeOffItem(
                request,
                self.names.get(request.member, request.member),
                self.names.get(request.decided_by, ""),
            )
            for request in rows[::-1][:MOST_DECIDED]
        ]

    @property
    def templates(self) -> list[TemplateRow]:
        """Return the templates by their start."""
        templates = sorted(self.crew.templates, key=lambda template: template.first)
        return [TemplateRow(template, days_text(template.weekdays)) for template in templates]

    @property
    def holidays(self) -> list[Holiday]:
        return sorted(self.crew.holidays, key=lambda holiday: holiday.day)

    @property
    def rules(self) -> list[RuleRow]:
        """Return the rules with their sources."""
        return [self._rule(key) for key in RULE_LABELS]

    def _rule(self, key: str) -> RuleRow:
        label, unit = RULE_LABELS[key]
        source = RULE_SOURCES[key]
        value = _rule_text(key, getattr(self.crew.rules, key))
        default = getattr(RosterRules(), key)
        is_yes_no = isinstance(default, bool)
        return RuleRow(
            key,
            label,
            unit,
            self.typed.get(key, "") if self.typed else value,
            ("yes" if default else "no") if is_yes_no else f"{_rule_text(key, default)} {unit}",
            source.text,
            SOURCES[source.kind],
            is_yes_no,
        )


def _rule_text(key: str, value: int | bool) -> str:
    if isinstance(value, bool):
        return "yes" if value else ""
    is_hours = RULE_LABELS[key][1] == "hours"
    return times.hours_text(value).removesuffix(" h") if is_hours else str(value)


def games_text(skills: tuple[str, ...] | None) -> str:
    """Return the games that a dealer may deal; None is all of them."""
    if skills is None or len(skills) == len(SKILLS):
        return "all games"
    return ", ".join(GAMES[skill] for skill in skills) or "not signed off"


def windows_text(windows: tuple[Window, ...]) -> str:
    """Return the times of a week in which a dealer can work."""
    if not windows:
        return "any time"
    return ", ".join(
        f"{times.WEEKDAYS[window.weekday]} {times.minute_text(window.first)}\u2013{times.minute_text(window.last)}"
        for window in windows
    )


def days_text(weekdays: tuple[int, ...]) -> str:
    """Return the days of a template."""
    return ", ".join(times.WEEKDAYS[day] for day in weekdays) or "every day"
