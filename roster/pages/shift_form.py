"""The form of one shift: new, or of the draft. Each dealer is shown with the rule that the shift would break."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import Http404
from msgspec.structs import replace

from poker.refusal import Refusal
from roster.pages import local_times as times
from roster.pages.plan_texts import broken_text
from roster.rules.crew_state import Crew
from roster.rules.people import ShiftTemplate
from roster.rules.plan_check import broken_rules
from roster.rules.week_state import PlanFacts, Shift, Week
from web.posted import is_number

NEW = -1  # the number of a shift that is not placed yet


@dataclass(frozen=True, slots=True)
class DealerChoice:
    """A dealer. note: the hours of the week, or the rule that the shift would break."""

    key: str
    name: str
    note: str
    is_broken: bool


@dataclass(frozen=True, slots=True)
class TemplateKey:
    key: str
    title: str
    first: int
    end: int


class ShiftForm:
    """The form of a shift. asked: `shift` of the draft, or `day` and `dealer` of a new one; typed values win."""

    broken = ""

    def __init__(self, week: Week, facts: PlanFacts, crew: Crew, asked: Mapping[str, str]) -> None:
        self.week = week
        self.facts = facts
        self.crew = crew
        self.shift = self._shift(asked.get("shift", ""))
        self.day = self.shift.day if self.shift else asked.get("day", week.monday)
        if self.day not in times.days_of(week.monday):
            raise Http404("day")
        self.dealer = asked.get("dealer", self.shift.dealer if self.shift else "")
        self.template = asked.get("template", "")
        self.start = asked.get("start", times.clock_text(self.shift.start) if self.shift else "")
        self.end = asked.get("end", times.clock_text(self.shift.end) if self.shift else "")

    def _shift(self, number: str) -> Shift | None:
        if not number:
            return None
        shift = self.week.draft_shift(int(number)) if is_number(number, 9) else None
        if shift is None:
            raise Http404("shift")
        return shift

    @property
    def ask(self) -> str:
        return "change_shift" if self.shift else "place_shift"

    @property
    def title(self) -> str:
        day = times.day_text(self.day)
        return f"Shift of {day}" if self.shift else f"New shift on {day}"

    @property
    def templates(self) -> list[TemplateKey]:
        """Return the templates of this weekday."""
        weekday = times.days_of(self.week.monday).index(self.day)
        rows = [row for row in self.crew.templates if not row.weekdays or weekday in row.weekdays]
        return [_template(row) for row in sorted(rows, key=lambda row: row.first)]

    @property
    def choices(self) -> list[DealerChoice]:
        """Return the crew: dealers within the rules first, each with the hours of the week."""
        placed = self._placed()
        choices = [self._choice(person.key, person.name, placed) for person in self.facts.people]
        return sorted(choices, key=lambda choice: (choice.is_broken, choice.name.casefold()))

    def _placed(self) -> Shift | None:
        """Return the shift as the form has it; None while its times are blank or can't be read."""
        try:
            start, end = times.read_span(self.day, self.start, self.end)
        except Refusal:
            return None
        return Shift(self.shift.id if self.shift else NEW, self.day, start, end)

    def _choice(self, key: str, name: str, placed: Shift | None) -> DealerChoice:
        others = [
            shift
            for shift in self.week.draft
            if shift.dealer == key and (placed is None or shift.id != placed.id)
        ]
        hours = times.hours_text(sum(shift.minutes for shift in others))
        if placed is None:
            return DealerChoice(key, name, hours, is_broken=False)
        shifts = [*others, replace(placed, dealer=key)]
        broken = broken_rules(shifts, self.facts, [key])
        note = broken_text(broken[0], self.facts) if broken else hours
        return DealerChoice(key, name, note, bool(broken))


def _template(template: ShiftTemplate) -> TemplateKey:
    end = template.first + template.minutes
    return TemplateKey(template.key, template.title, template.first, end)
