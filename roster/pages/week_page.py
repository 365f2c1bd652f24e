"""The manager's page of a week: need over coverage, shifts by dealer, the run, and what publishing changes."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cached_property

from django.utils.safestring import SafeString

from roster.pages import local_times as times
from roster.pages.need_chart import ChartDay, need_chart
from roster.pages.plan_texts import UNMET_REASONS, broken_text, shift_text, unmet_text
from roster.pages.week_rows import (
    Affected,
    DayColumn,
    GridCell,
    GridRow,
    ShiftKey,
    UnmetRow,
)
from roster.rules.coverage import Coverage, coverage
from roster.rules.crew_state import Crew
from roster.rules.plan_check import Broken, broken_rules
from roster.rules.week_plan import new_broken_rules
from roster.rules.week_state import HALF_HOUR, PlanFacts, Shift, Unmet, Week

MOST_UNMET = 60  # rows shown


class WeekPage:
    """A week of a room as its managers see it."""

    def __init__(self, week: Week, facts: PlanFacts, crew: Crew) -> None:
        """facts: the crew and the rules."""
        self.week = week
        self.facts = facts
        self.crew = crew
        self.days = times.days_of(week.monday)
        self.names = {person.key: person.name for person in facts.people}
        self.today = ""

    @property
    def title(self) -> str:
        return f"Week of {times.date_text(self.week.monday)}"

    @cached_property
    def broken(self) -> tuple[Broken, ...]:
        return broken_rules(self.week.draft, self.facts)

    @cached_property
    def new_broken(self) -> tuple[Broken, ...]:
        """Return the broken rules that the published plan does not break, so that publishing needs a reason."""
        return new_broken_rules(self.week, self.facts)

    @cached_property
    def broken_rows(self) -> list[tuple[str, str, str]]:
        """Return the dealer, the day and the text of each broken rule."""
        return [
            (self.name(item.dealer), item.day, broken_text(item, self.facts))
            for item in self.broken
        ]

    def name(self, dealer: str) -> str:
        return self.names.get(dealer, "a former dealer") if dealer else "Open"

    @property
    def has_holidays(self) -> bool:
        return any(column.holiday for column in self.columns)

    @cached_property
    def columns(self) -> list[DayColumn]:
        holidays = {holiday.day: holiday.title for holiday in self.crew.holidays}
        shifts: dict[str, int] = defaultdict(int)
        for shift in self.week.draft:
            shifts[shift.day] += 1
        short: dict[str, int] = defaultdict(int)
        for number in self.short:
            short[self.day_of(number)] += 1
        return [
            DayColumn(
                day,
                times.day_text(day),
                holidays.get(day, ""),
                shifts[day],
                short[day],
                is_today=day == self.today,
            )
            for day in self.days
        ]

    def day_of(self, half_hour: int) -> str:
        return times.local_day(self.week.start + half_hour * HALF_HOUR)

    @cached_property
    def rows(self) -> list[GridRow]:
        """Return a row for each dealer of the crew, by name; dealers with shifts who left come last."""
        by_dealer: dict[str, list[Shift]] = defaultdict(list)
        for shift in self.week.draft:
            if shift.dealer:
                by_dealer[shift.dealer].append(shift)
        rows = [
            self._row(person.key, person.contract, person.least, person.most, by_dealer, person.off)
            for person in sorted(self.facts.people, key=lambda person: person.name.casefold())
        ]
        former = sorted(by_dealer.keys() - self.names.keys())
        return rows + [self._row(key, "", 0, 0, by_dealer, ()) for key in former]

    def _row(
        self,
        key: str,
        contract: str,
        least: int,
        most: int,
        by_dealer: Mapping[str, list[Shift]],
        off: Iterable[str],
    ) -> GridRow:
        shifts = by_dealer.get(key, [])
        days_off = set(off)
        return GridRow(
            key,
            self.name(key),
            contract,
            sum(shift.minutes for shift in shifts),
            least,
            most,
            tuple(GridCell(day, day in days_off, self._keys(shifts, day)) for day in self.days),
        )

    @cached_property
    def open_cells(self) -> tuple[GridCell, ...]:
        """Return the open shifts by day."""
        shifts = [shift for shift in self.week.draft if not shift.dealer]
        return tuple(GridCell(day, False, self._keys(shifts, day)) for day in self.days)

    @property
    def open_shifts(self) -> int:
        return sum(not shift.dealer for shift in self.week.draft)

    def _keys(self, shifts: Iterable[Shift], day: str) -> tuple[ShiftKey, ...]:
        of_day = sorted((shift for shift in shifts if shift.day == day), key=lambda s: s.start)
        return tuple(self._key(shift) for shift in of_day)

    def _key(self, shift: Shift) -> ShiftKey:
        template = self.crew.template(shift.template)
        text = f"{times.short_clock(shift.start)}\u2013{times.short_clock(shift.end)}"
        title = template.title if template else ""
        return ShiftKey(shift, text, title, self._broken_of(shift.id), self._change(shift))

    def _broken_of(self, shift: int) -> str:
        texts = [broken_text(item, self.facts) for item in self.broken if item.shift == shift]
        return "; ".join(texts)

    def _change(self, shift: Shift) -> str:
        if not self.week.version:
            return ""
        before = self._published.get(shift.id)
        if before is None:
            return "new"
        is_same = (before.start, before.end, before.dealer) == (
            shift.start,
            shift.end,
            shift.dealer,
        )
        return "" if is_same else "changed"

    @cached_property
    def _published(self) -> dict[int, Shift]:
        return {shift.id: shift for shift in self.week.published}

    # The need.

    @cached_property
    def coverage(self) -> Coverage:
        """Return the coverage by the draft, with the shifts of the week before that go on into this one."""
        shifts = (*self.week.draft, *self.facts.around)
        return coverage(self.week, shifts, self.facts.people)

    @cached_property
    def short(self) -> dict[int, int]:
        """Return the dealers missing, by half hour."""
        return {number: dealers for number, dealers in enumerate(self.coverage.missing) if dealers}

    @property
    def next_version(self) -> int:
        return self.week.version + 1

    @cached_property
    def chart(self) -> SafeString:
        days = [
            ChartDay(
                times.day_text(day),
                max(0, (times.moment_at(day, 0) - self.week.start) // HALF_HOUR),
            )
            for day in self.days
        ]
        return need_chart(self.coverage.needed, self.coverage.on_duty, self.coverage.missing, days)

    @property
    def needed_hours(self) -> int:
        return self.coverage.needed_half_hours // 2

    @property
    def covered_percent(self) -> int:
        needed = self.coverage.needed_half_hours
        return 100 * self.coverage.covered_half_hours // needed if needed else 0

    # What is not met.

    @cached_property
    def unmet(self) -> list[UnmetRow]:
        """Return what the last run did not meet, the need first."""
        unmet = self.week.run.unmet if self.week.run else ()
        return [self._unmet_row(item) for item in sorted(unmet, key=_importance)]

    @property
    def shown_unmet(self) -> list[UnmetRow]:
        return self.unmet[:MOST_UNMET]

    def _unmet_row(self, item: Unmet) -> UnmetRow:
        day = times.local_day(item.start) if item.start else ""
        return UnmetRow(
            unmet_text(item, self.name(item.dealer)),
            UNMET_REASONS.get(item.reason, item.reason),
            day,
            item.dealer,
        )

    # Publishing.

    @cached_property
    def affected(self) -> list[Affected]:
        """Return the dealers whose week changes with the next version, by name."""
        changes: dict[str, list[str]] = defaultdict(list)
        draft = {shift.id: shift for shift in self.week.draft}
        for number in sorted(draft.keys() | self._published.keys()):
            before = self._published.get(number)
            after = draft.get(number)
            _add_changes(changes, before, after)
        rows = [Affected(key, self.name(key), tuple(texts)) for key, texts in changes.items()]
        return sorted(rows, key=lambda row: row.name.casefold())


def _importance(item: Unmet) -> tuple[bool, int, int]:
    return item.kind != "need", item.start, -item.missing


def _add_changes(changes: dict[str, list[str]], before: Shift | None, after: Shift | None) -> None:
    """Add what a shift of the next version changes for its dealers."""
    former = before.dealer if before else ""
    dealer = after.dealer if after else ""
    if before and former and former != dealer:
        changes[former].append(f"{shift_text(before)}: not yours anymore")
    if after and dealer and dealer != former:
        changes[dealer].append(f"{shift_text(after)}: new")
    elif before and after and dealer and (before.start, before.end) != (after.start, after.end):
        now = times.span_text(after.start, after.end)
        changes[dealer].append(f"{shift_text(before)}: now {now}")
