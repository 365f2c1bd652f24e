"""A dealer's own week on the phone: shifts, offers, time off, availability, wishes and bid."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property

from journal.unix_time import milliseconds
from roster.facts import plan_facts
from roster.pages import local_times as times
from roster.pages.crew_page import games_text
from roster.pages.own_rows import (
    Offer,
    OwnRequest,
    OwnShift,
    OwnTimeOff,
    OwnWeek,
    new_broken_text,
)
from roster.pages.own_wishes import OwnWishes
from roster.pages.plan_texts import STATES, shift_text
from roster.rules.crew_state import Crew, Member, TimeOff
from roster.rules.people import MINUTE, Person
from roster.rules.week_state import Attendance, EarlyOut, PlanFacts, Request, Shift, Week
from staff.models import Room, Staff

SHOWN_WEEKS = 2  # weeks with a heading even if nothing is published
MOST_REQUESTS = 12  # rows shown
DAY_MS = 24 * 60 * MINUTE
STATE_KINDS = {"approved": "green", "refused": "coral", "taken": "amber", "open": "amber"}


@dataclass
class OwnWeekPage:
    """What a dealer sees of a room's roster: only the own shifts, and offers."""

    room: Room
    staff: Staff
    now: datetime
    crew: Crew
    weeks: Mapping[
        str, Week
    ]  # that are not over, and the one whose last night may go on, by Monday
    names: Mapping[str, str]
    typed: Mapping[str, str] = field(default_factory=dict)

    @property
    def ms(self) -> int:
        return milliseconds(self.now)

    @property
    def member(self) -> Member | None:
        return self.crew.members.get(self.staff.key)

    @property
    def is_member(self) -> bool:
        return self.member is not None

    @cached_property
    def _facts(self) -> dict[str, PlanFacts]:
        return {monday: plan_facts(self.room.pk, week) for monday, week in self.weeks.items()}

    @cached_property
    def person(self) -> Person | None:
        return next((facts.person(self.staff.key) for facts in self._facts.values()), None)

    # The own shifts.

    @cached_property
    def shown_weeks(self) -> list[OwnWeek]:
        """Return the weeks with their shifts; of a week that is over, the night shift that still goes on."""
        shown = []
        ahead = 0
        for monday, week in self.weeks.items():
            rows = tuple(self._own_shifts(monday, week))
            if week.end <= self.ms:
                rows = tuple(row for row in rows if self._goes_on(row))
                has_heading = False
            else:
                ahead += 1
                has_heading = ahead <= SHOWN_WEEKS
            if rows or has_heading:
                shown.append(OwnWeek(self._week_title(monday), rows, bool(week.version)))
        return shown

    def _goes_on(self, row: OwnShift) -> bool:
        is_on_duty = bool(row.record.clocked_in and not row.record.clocked_out)
        return row.shift.end > self.ms or is_on_duty

    def _week_title(self, monday: str) -> str:
        this = times.monday_of(times.local(self.ms).date())
        names = {
            times.weeks_from(this, -1): "Last night",
            this: "This week",
            times.weeks_from(this, 1): "Next week",
        }
        return names.get(monday, f"Week of {times.date_text(monday)}")

    def _own_shifts(self, monday: str, week: Week) -> Iterator[OwnShift]:
        own = [shift for shift in week.published if shift.dealer == self.staff.key]
        for shift in sorted(own, key=lambda shift: shift.start):
            yield self._own_shift(monday, week, shift)

    def _own_shift(self, monday: str, week: Week, shift: Shift) -> OwnShift:
        template = self.crew.template(shift.template)
        record = week.attendance_of(shift.id)
        if record is None or record.dealer != self.staff.key:
            record = Attendance(shift.id, self.staff.key)
        request = next(
            (
                request
                for request in week.requests
                if request.status in ("open", "taken")
                and shift.id in (request.shift, request.other)
                and request.dealer == self.staff.key
            ),
            None,
        )
        state, kind = self._state(record, request)
        return OwnShift(
            monday=monday,
            shift=shift,
            day_text=self.day_text(shift.day),
            title=template.title if template else "",
            in_text=self._in_text(shift),
            record=record,
            is_now=shift.start <= self.ms < shift.end,
            is_changeable=shift.start > self.ms,
            state=state,
            state_kind=kind,
            request=request,
        )

    def _state(self, record: Attendance, request: Request | None) -> tuple[str, str]:
        if record.clocked_out:
            worked = (record.clocked_out - record.clocked_in) // MINUTE
            out = ", early out" if record.let_go else ""
            return f"worked {times.hours_text(worked)}{out}", "quiet"
        if record.clocked_in:
            return f"in since {times.clock_text(record.clocked_in)}", "green"
        return (self._request_state(request), "amber") if request else ("", "")

    def _request_state(self, request: Request) -> str:
        """Return what happens with an own shift that is offered."""
        to = self.names.get(request.to, "someone")
        if request.kind == "swap":
            return f"Swap with {to}: {STATES[request.status]}"
        if request.status == "open":
            return "Offered to everyone"
        return f"{to} takes it: {STATES[request.status]}"

    def day_text(self, day: str) -> str:
        """Return a day, with "Today" or "Tomorrow" before it."""
        today = times.local_day(self.ms)
        tomorrow = times.local_day(self.ms + DAY_MS)
        near = {today: "Today, ", tomorrow: "Tomorrow, "}.get(day, "")
        return f"{near}{times.day_text(day)}"

    def _in_text(self, shift: Shift) -> str:
        minutes = (shift.start - self.ms) // MINUTE
        if minutes <= 0:
            return ""
        if minutes < 60:
            return f"in {minutes} min"
        hours = minutes // 60
        return f"in {hours} h" if hours < 48 else f"in {hours // 24} days"

    @cached_property
    def next(self) -> OwnShift | None:
        """Return the shift that goes on, else the next one."""
        rows = [row for week in self.shown_weeks for row in week.rows]
        left = [row for row in rows if row.shift.end > self.ms and not row.record.clocked_out]
        return min(left, key=lambda row: row.shift.start, default=None)

    @cached_property
    def _early_outs(self) -> list[EarlyOut]:
        rows = [row for week in self.weeks.values() for row in week.early_outs]
        return sorted((row for row in rows if row.status == "asked"), key=lambda row: row.at)

    @property
    def early_out(self) -> EarlyOut | None:
        """Return the dealer's place on the early-out list."""
        return next((row for row in self._early_outs if row.dealer == self.staff.key), None)

    @property
    def early_out_ahead(self) -> int:
        own = self.early_out
        return self._early_outs.index(own) if own else 0

    # Offers.

    @cached_property
    def offers(self) -> list[Offer]:
        """Return the shifts that the dealer may take, those within the rules first."""
        offers = [
            offer for monday, week in self.weeks.items() for offer in self._offers_of(monday, week)
        ]
        return sorted(offers, key=lambda offer: (bool(offer.broken), offer.shift.start))

    def _offers_of(self, monday: str, week: Week) -> Iterator[Offer]:
        asked = {
            number
            for request in week.requests
            if request.status in ("open", "taken")
            for number in (request.shift, request.other)
        }
        for request in week.requests:
            offer = self._requested(monday, week, request)
            if offer is not None:
                yield offer
        for shift in week.published:
            if not shift.dealer and shift.end > self.ms and shift.id not in asked:
                broken = self._broken(monday, week, {shift.id: self.staff.key})
                yield Offer(
                    monday,
                    shift,
                    self.day_text(shift.day),
                    "Open shift",
                    broken,
                    open_shift=shift.id,
                )

    def _requested(self, monday: str, week: Week, request: Request) -> Offer | None:
        """Return a request as an offer; None if it isn't one for this dealer."""
        shift = week.shift(request.shift)
        if request.status != "open" or shift is None or shift.start <= self.ms:
            return None
        if request.dealer == self.staff.key:
            return None
        name = self.names.get(request.dealer, "A colleague")
        if request.kind == "give_up":
            broken = self._broken(monday, week, {shift.id: self.staff.key})
            text = f"{name} gives it up"
            return Offer(
                monday, shift, self.day_text(shift.day), text, broken, request=request.number
            )
        other = week.shift(request.other)
        if request.to != self.staff.key or other is None:
            return None
        given = shift_text(other)
        dealers = {shift.id: self.staff.key, other.id: request.dealer}
        return Offer(
            monday,
            shift,
            self.day_text(shift.day),
            f"{name} offers it for your shift of {given}",
            self._broken(monday, week, dealers),
            request=request.number,
            is_swap=True,
        )

    def _broken(self, monday: str, week: Week, dealers: Mapping[int, str]) -> str:
        """Return the hard rule that the dealer would break, "" for none."""
        return new_broken_text(week, self._facts[monday], dealers, self.staff.key)

    def swap_choices(self, monday: str, own: Shift, day: str) -> list[tuple[Shift, str]]:
        """Return the shifts of colleagues on a day that a swap within the rules can reach, with their names."""
        week = self.weeks[monday]
        facts = self._facts[monday]
        choices = []
        for shift in sorted(week.published, key=lambda shift: (shift.start, shift.end)):
            if shift.day != day or shift.start <= self.ms or shift.dealer in ("", self.staff.key):
                continue
            dealers = {own.id: shift.dealer, shift.id: self.staff.key}
            if not any(new_broken_text(week, facts, dealers, key) for key in dealers.values()):
                choices.append((shift, self.names.get(shift.dealer, "")))
        return choices

    @cached_property
    def requests(self) -> list[OwnRequest]:
        """Return what the dealer asked for, the newest first."""
        rows = []
        for monday, week in self.weeks.items():
            for request in week.requests:
                own = request.dealer == self.staff.key
                if own or (request.to == self.staff.key and request.status != "open"):
                    rows.append((request.at, self._own_request(monday, week, request)))
        rows.sort(key=lambda item: item[0], reverse=True)
        return [row for _, row in rows[:MOST_REQUESTS]]

    def _own_request(self, monday: str, week: Week, request: Request) -> OwnRequest:
        shift = week.shift(request.shift)
        when = shift_text(shift) if shift else ""
        is_own = request.dealer == self.staff.key
        texts = {"give_up": "Give-up", "swap": "Swap", "pick_up": "Pick-up"}
        state = STATES[request.status]
        return OwnRequest(
            monday,
            request.number,
            when,
            texts[request.kind] if is_own or request.kind != "give_up" else "Pick-up",
            f"{state}: {request.reason}"
            if request.reason and request.status == "refused"
            else state,
            STATE_KINDS.get(request.status, "quiet"),
            request.status in ("open", "taken"),
        )

    # Time off, availability, wishes, bid.

    @cached_property
    def time_off(self) -> list[OwnTimeOff]:
        """Return the dealer's requests for time off, the newest first."""
        rows = [request for request in self.crew.time_off if request.member == self.staff.key]
        return [self._time_off(request) for request in rows[::-1]]

    def _time_off(self, request: TimeOff) -> OwnTimeOff:
        is_ahead = request.first > times.local_day(self.ms)
        can_cancel = request.status in ("asked", "approved") and is_ahead
        return OwnTimeOff(
            request.number, request.first, request.last, request.status, request.reason, can_cancel
        )

    @property
    def form(self) -> OwnWishes:
        """Return the forms of availability, wishes and bid."""
        return OwnWishes(self.member, self.crew, self.typed)

    @property
    def seniority(self) -> int:
        """Return the dealer's number by the day of hiring."""
        members = sorted(
            self.crew.members.values(), key=lambda row: (not row.hired, row.hired, row.key)
        )
        keys = [member.key for member in members]
        return keys.index(self.staff.key) + 1 if self.staff.key in keys else 0

    @property
    def games(self) -> str:
        return games_text(self.person.skills if self.person else None)
