"""What a room knows and a week does not: people, other shifts, local days. Filled into commands."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from datetime import date, timedelta

from django.db.models import Q, QuerySet

from journal.unix_time import from_milliseconds, milliseconds
from lineup.models import GameSignOff
from roster.crew_log import load_crew
from roster.local_days import days_around
from roster.models import RosterShift, RosterWeek
from roster.rules.crew_state import Crew, Member
from roster.rules.local_time import LocalDay, LocalTime
from roster.rules.people import SKILLS, Person, Skill
from roster.rules.shift_kinds import is_night, is_weekend
from roster.rules.week_state import PlanFacts, Shift, Week
from staff.keys import PREFIX, aliases

AROUND = timedelta(days=14)
SHARES = timedelta(days=28)  # past weeks whose nights and weekends count for a fair split


def plan_facts(room_id: int, week: Week, *, with_shares: bool = False) -> PlanFacts:
    """Return what a plan of a week needs. with_shares: also the nights and weekends of past weeks."""
    crew = load_crew(room_id)
    monday = date.fromisoformat(week.monday)
    days, changes = days_around(monday)
    names = aliases(crew.members)
    skills = skills_of(room_id, crew.members)
    seniority = _seniority(crew.members.values())
    shares = _shares(room_id, week, LocalTime(days, changes)) if with_shares else {}
    people = tuple(
        _person(crew, member, names.get(key, key), skills[key], seniority[key], shares, days)
        for key, member in sorted(crew.members.items())
    )
    return PlanFacts(
        rules=crew.rules,
        people=people,
        around=_around(room_id, week),
        elsewhere=_elsewhere(room_id, week, crew),
        templates=crew.templates,
        days=days,
        changes=changes,
    )


def _person(
    crew: Crew,
    member: Member,
    name: str,
    skills: tuple[Skill, ...],
    seniority: int,
    shares: dict[str, Counter[str]],
    days: Sequence[LocalDay],
) -> Person:
    counts = shares.get(member.key, Counter())
    return Person(
        key=member.key,
        name=name,
        contract=member.contract,
        least=member.least,
        most=member.most,
        skills=skills,
        windows=member.windows,
        off=tuple(days_off(crew, member.key, days)),
        wishes=member.wishes,
        bid=member.bid,
        seniority=seniority,
        nights=counts["nights"],
        weekends=counts["weekends"],
    )


def days_off(crew: Crew, key: str, days: Sequence[LocalDay]) -> Iterable[str]:
    """Yield those of some local days on which a dealer has approved time off."""
    spans = [
        (request.first, request.last)
        for request in crew.time_off
        if request.member == key and request.status == "approved"
    ]
    for day in days if spans else ():
        if any(first <= day.day <= last for first, last in spans):
            yield day.day


def skills_of(room_id: int, keys: Iterable[str]) -> dict[str, tuple[Skill, ...]]:
    """Return the families of games that each dealer is signed off for; all of them in a room without sign-offs."""
    of_room = Q(staff__rooms=room_id) | Q(staff__house_wide=True)
    rows = GameSignOff.objects.filter(of_room).values_list("staff", "family").distinct()
    signed: dict[str, set[str]] = defaultdict(set)
    for pk, family in rows:
        signed[f"{PREFIX}{pk}"].add(family)
    if not signed:
        return dict.fromkeys(keys, SKILLS)
    return {key: tuple(skill for skill in SKILLS if skill in signed[key]) for key in keys}


def _seniority(members: Iterable[Member]) -> dict[str, int]:
    """Number the dealers by the day they were hired; those without a day come last."""
    ordered = sorted(members, key=lambda member: (not member.hired, member.hired, member.key))
    return {member.key: number for number, member in enumerate(ordered, 1)}


def _around(room_id: int, week: Week) -> tuple[Shift, ...]:
    """Return the published shifts of the weeks before and after."""
    rows = _shifts_near(week).filter(week__room=room_id)
    others = rows.exclude(week__monday=week.monday).exclude(dealer="")
    return tuple(_shift(row) for row in others)


def _elsewhere(room_id: int, week: Week, crew: Crew) -> tuple[Shift, ...]:
    """Return the published shifts of the crew in other rooms. Rooms with a time of their own are apart."""
    rows = _shifts_near(week).exclude(week__room=room_id).exclude(week__room__own_time=True)
    return tuple(_shift(row) for row in rows.filter(dealer__in=list(crew.members)))


def _shifts_near(week: Week) -> QuerySet[RosterShift]:
    start = from_milliseconds(week.start)
    end = from_milliseconds(week.end)
    return RosterShift.objects.filter(start__gte=start - AROUND, start__lt=end + AROUND)


def _shift(row: RosterShift) -> Shift:
    return Shift(
        id=-row.pk,
        day=row.day.isoformat(),
        start=milliseconds(row.start),
        end=milliseconds(row.end),
        template=row.template,
        dealer=row.dealer,
    )


def _shares(room_id: int, week: Week, local: LocalTime) -> dict[str, Counter[str]]:
    start = from_milliseconds(week.start)
    rows = RosterShift.objects.filter(
        week__room=room_id, start__gte=start - SHARES, start__lt=start
    ).exclude(dealer="")
    shares: dict[str, Counter[str]] = defaultdict(Counter)
    for row in rows:
        shift = _shift(row)
        if not local.has_day(shift.day):
            continue
        shares[shift.dealer]["nights"] += is_night(shift, local)
        shares[shift.dealer]["weekends"] += is_weekend(shift, local)
    return shares


def week_of(week_id: int) -> RosterWeek:
    """Return the row of a week."""
    return RosterWeek.objects.select_related("room").get(pk=week_id)
