"""Decides commands about a crew: a command becomes events, or is refused as a whole."""

from msgspec.structs import replace

from poker.handlers import DecideOn
from poker.logs.outcome import Draft, Outcome
from poker.refusal import Refusal
from roster.rules import crew_commands as c
from roster.rules import crew_events as e
from roster.rules.crew_evolve import evolve
from roster.rules.crew_state import Crew, Holiday, Member, TimeOff
from roster.rules.people import DAY_MINUTES, RosterRules

MOST_TEMPLATES = 60
MOST_HOLIDAYS = 100
MOST_MEMBERS = 600
HALF_HOUR_MINUTES = 30
WEEK_MINUTES = 7 * DAY_MINUTES
# The least and the most of each rule.
LIMITS: dict[str, tuple[int, int]] = {
    "day_minutes": (60, DAY_MINUTES),
    "week_minutes": (60, WEEK_MINUTES),
    "rest_minutes": (0, 2 * DAY_MINUTES),
    "days_in_row": (1, 14),
    "overtime_minutes": (0, WEEK_MINUTES),
    "late_minutes": (0, 240),
    "no_show_minutes": (0, 480),
    "least_stud": (0, 50),
    "least_draw": (0, 50),
}


class _Draft(Draft[Crew, e.CrewEvent]):
    """The crew while a command is being decided."""

    def member(self, key: str) -> Member:
        """Return a member. Raises `Refusal`: `not_in_crew`."""
        member = self.state.members.get(key)
        if member is None:
            raise Refusal("not_in_crew", "", dealer=key)
        return member

    def request(self, number: int) -> TimeOff:
        """Return a request for time off. Raises `Refusal`: `no_time_off`."""
        request = self.state.request(number)
        if request is None:
            raise Refusal("no_time_off", "", number=number)
        return request

    def check_template(self, key: str) -> None:
        """Raises `Refusal`: `no_template`."""
        if self.state.template(key) is None:
            raise Refusal("no_template", "", key=key)


def run(crew: Crew, command: c.CrewCommand, *, now: int) -> Outcome[Crew, e.CrewEvent]:
    """Return the events of a command and the crew after them. `now` is in Unix milliseconds. Raises `Refusal`."""
    draft = _Draft(crew, evolve)
    _DECIDE[type(command)](draft, command, now)
    return draft.outcome()


def _set_rules(draft: _Draft, command: c.SetRules, now: int) -> None:
    """Raises `Refusal`: `roster_rule` for a value out of range, `week_below_day`, `rules_forbid_template`."""
    rules = command.rules
    for name, (least, most) in LIMITS.items():
        if not least <= getattr(rules, name) <= most:
            raise Refusal("roster_rule", "", rule=name, least=least, most=most)
    if rules.week_minutes < rules.day_minutes:
        raise Refusal("week_below_day")
    _check_templates_fit(draft.state, rules)
    if rules != draft.state.rules:
        draft.record(e.RulesSet(rules, command.reason.strip()))


def _check_templates_fit(crew: Crew, rules: RosterRules) -> None:
    """Refuse rules under which no one can work a shift of the room."""
    for template in crew.templates:
        if template.minutes > rules.day_minutes:
            raise Refusal(
                "rules_forbid_template",
                "",
                title=template.title,
                minutes=template.minutes,
                most=rules.day_minutes,
            )


def _set_template(draft: _Draft, command: c.SetTemplate, now: int) -> None:
    """Raises `Refusal`: `template_title`, `template_times`, `template_long`, `bad_weekday`, `templates_many`."""
    template = replace(command.template, title=command.template.title.strip())
    if not template.title or not template.key:
        raise Refusal("template_title")
    on_half_hours = template.first % HALF_HOUR_MINUTES == template.minutes % HALF_HOUR_MINUTES == 0
    if not on_half_hours or not 0 <= template.first < DAY_MINUTES or template.minutes <= 0:
        raise Refusal("template_times")
    most = draft.state.rules.day_minutes
    if template.minutes > most:
        raise Refusal("template_long", "", minutes=template.minutes, most=most)
    _check_weekdays(template.weekdays)
    before = draft.state.template(template.key)
    if before is None and len(draft.state.templates) >= MOST_TEMPLATES:
        raise Refusal("templates_many", "", most=MOST_TEMPLATES)
    if before != template:
        draft.record(e.TemplateSet(template))


def _check_weekdays(weekdays: tuple[int, ...]) -> None:
    if any(not 0 <= weekday <= 6 for weekday in weekdays):
        raise Refusal("bad_weekday")


def _remove_template(draft: _Draft, command: c.RemoveTemplate, now: int) -> None:
    draft.check_template(command.key)
    draft.record(e.TemplateRemoved(command.key))


def _set_holiday(draft: _Draft, command: c.SetHoliday, now: int) -> None:
    """Raises `Refusal`: `holidays_many`."""
    holiday = Holiday(command.day, command.title.strip(), command.percent)
    before = next((item for item in draft.state.holidays if item.day == command.day), None)
    if before == holiday or (before is None and holiday.percent == 100):
        return
    if before is None and len(draft.state.holidays) >= MOST_HOLIDAYS:
        raise Refusal("holidays_many", "", most=MOST_HOLIDAYS)
    draft.record(e.HolidaySet(holiday))


def _set_member(draft: _Draft, command: c.SetMember, now: int) -> None:
    """Raises `Refusal`: `least_above_most`, `crew_full`."""
    if command.least > command.most:
        raise Refusal("least_above_most")
    before = draft.state.members.get(command.member)
    if before is None and len(draft.state.members) >= MOST_MEMBERS:
        raise Refusal("crew_full", "", most=MOST_MEMBERS)
    event = e.MemberSet(
        command.member, command.contract, command.least, command.most, command.hired
    )
    if evolve(draft.state, event) != draft.state:
        draft.record(event)


def _remove_member(draft: _Draft, command: c.RemoveMember, now: int) -> None:
    member = draft.member(command.member)
    draft.record(e.MemberRemoved(member.key, command.reason.strip()))


def _set_availability(draft: _Draft, command: c.SetAvailability, now: int) -> None:
    """Raises `Refusal`: `not_in_crew`, `bad_weekday`, `bad_window`."""
    member = draft.member(command.member)
    _check_weekdays(tuple(window.weekday for window in command.windows))
    for window in command.windows:
        is_in_day = 0 <= window.first < DAY_MINUTES
        if not is_in_day or not window.first < window.last <= 2 * DAY_MINUTES:
            raise Refusal("bad_window")
    if member.windows != command.windows:
        draft.record(e.AvailabilitySet(member.key, command.windows))


def _set_wishes(draft: _Draft, command: c.SetWishes, now: int) -> None:
    """Raises `Refusal`: `not_in_crew`, `bad_weekday`, `no_template`."""
    member = draft.member(command.member)
    _check_weekdays(tuple(wish.weekday for wish in command.wishes))
    for wish in command.wishes:
        if wish.template:
            draft.check_template(wish.template)
    if member.wishes != command.wishes:
        draft.record(e.WishesSet(member.key, command.wishes))


def _set_bid(draft: _Draft, command: c.SetBid, now: int) -> None:
    """Raises `Refusal`: `not_in_crew`, `no_template`, `bid_twice`."""
    member = draft.member(command.member)
    for key in command.templates:
        draft.check_template(key)
    if len(set(command.templates)) < len(command.templates):
        raise Refusal("bid_twice")
    if member.bid != command.templates:
        draft.record(e.BidSet(member.key, command.templates))


def _ask_time_off(draft: _Draft, command: c.AskTimeOff, now: int) -> None:
    """Raises `Refusal`: `not_in_crew`, `time_off_days`, `time_off_past`, `time_off_twice`."""
    member = draft.member(command.member)
    if command.last < command.first:
        raise Refusal("time_off_days")
    if command.first < command.today:
        raise Refusal("time_off_past")
    for request in draft.state.time_off:
        is_current = request.member == member.key and request.status in ("asked", "approved")
        if is_current and request.first <= command.last and command.first <= request.last:
            raise Refusal("time_off_twice", "", first=request.first, last=request.last)
    request = TimeOff(
        number=draft.state.requests + 1,
        member=member.key,
        first=command.first,
        last=command.last,
        note=command.note.strip(),
        at=now,
    )
    draft.record(e.TimeOffAsked(request, command.planned_from))


def _decide_time_off(draft: _Draft, command: c.DecideTimeOff, now: int) -> None:
    """Raises `Refusal`: `no_time_off`, `time_off_decided`, `refusal_reason`."""
    request = draft.request(command.number)
    if request.status != "asked":
        raise Refusal("time_off_decided", "", status=request.status)
    reason = command.reason.strip()
    if not command.is_approved and not reason:
        raise Refusal("refusal_reason")
    draft.record(e.TimeOffDecided(request.number, command.is_approved, reason, command.by))


def _cancel_time_off(draft: _Draft, command: c.CancelTimeOff, now: int) -> None:
    """Raises `Refusal`: `no_time_off`, `not_own_request`, `time_off_decided`, `time_off_begun`."""
    request = draft.request(command.number)
    if request.member != command.member:
        raise Refusal("not_own_request")
    if request.status not in ("asked", "approved"):
        raise Refusal("time_off_decided", "", status=request.status)
    if request.first <= command.today:
        raise Refusal("time_off_begun")
    draft.record(e.TimeOffCanceled(request.number))


_DECIDE: dict[type[c.CrewCommand], DecideOn[_Draft]] = {
    c.SetRules: _set_rules,
    c.SetTemplate: _set_template,
    c.RemoveTemplate: _remove_template,
    c.SetHoliday: _set_holiday,
    c.SetMember: _set_member,
    c.RemoveMember: _remove_member,
    c.SetAvailability: _set_availability,
    c.SetWishes: _set_wishes,
    c.SetBid: _set_bid,
    c.AskTimeOff: _ask_time_off,
    c.DecideTimeOff: _decide_time_off,
    c.CancelTimeOff: _cancel_time_off,
}
