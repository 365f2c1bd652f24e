"""Applies events to a crew, with one small function per event. It refuses nothing."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from poker.handlers import Evolve
from roster.rules import crew_events as e
from roster.rules.crew_state import MOST_REQUESTS, Crew, Member, TimeOff


def evolve(crew: Crew, event: e.CrewEvent) -> Crew:
    """Return the crew after `event`. Raises `KeyError` for an event without a handler."""
    return _STEPS[type(event)](crew, event)


def _rules_set(crew: Crew, event: e.RulesSet) -> Crew:
    return replace(crew, rules=event.rules)


def _template_set(crew: Crew, event: e.TemplateSet) -> Crew:
    others = [template for template in crew.templates if template.key != event.template.key]
    templates = sorted((*others, event.template), key=lambda item: (item.first, item.key))
    return replace(crew, templates=tuple(templates))


def _template_removed(crew: Crew, event: e.TemplateRemoved) -> Crew:
    """Wishes and bids for the template end with it."""
    templates = tuple(template for template in crew.templates if template.key != event.key)
    members = {
        key: replace(
            member,
            wishes=tuple(wish for wish in member.wishes if wish.template != event.key),
            bid=tuple(template for template in member.bid if template != event.key),
        )
        for key, member in crew.members.items()
    }
    return replace(crew, templates=templates, members=members)


def _holiday_set(crew: Crew, event: e.HolidaySet) -> Crew:
    others = [holiday for holiday in crew.holidays if holiday.day != event.holiday.day]
    if event.holiday.percent == 100:
        return replace(crew, holidays=tuple(others))
    holidays = sorted((*others, event.holiday), key=lambda holiday: holiday.day)
    return replace(crew, holidays=tuple(holidays))


def _member_set(crew: Crew, event: e.MemberSet) -> Crew:
    before = crew.members.get(event.member, Member(event.member))
    member = replace(
        before, contract=event.contract, least=event.least, most=event.most, hired=event.hired
    )
    return replace(crew, members={**crew.members, event.member: member})


def _member_removed(crew: Crew, event: e.MemberRemoved) -> Crew:
    members = {key: member for key, member in crew.members.items() if key != event.member}
    time_off = tuple(
        replace(request, status="canceled")
        if request.member == event.member and request.status == "asked"
        else request
        for request in crew.time_off
    )
    return replace(crew, members=members, time_off=time_off)


def _availability_set(crew: Crew, event: e.AvailabilitySet) -> Crew:
    return _changed_member(crew, event.member, windows=event.windows)


def _wishes_set(crew: Crew, event: e.WishesSet) -> Crew:
    return _changed_member(crew, event.member, wishes=event.wishes)


def _bid_set(crew: Crew, event: e.BidSet) -> Crew:
    return _changed_member(crew, event.member, bid=event.templates)


def _changed_member(crew: Crew, key: str, **changes: Any) -> Crew:
    return replace(crew, members={**crew.members, key: replace(crew.members[key], **changes)})


def _time_off_asked(crew: Crew, event: e.TimeOffAsked) -> Crew:
    time_off = (*_kept_requests(crew.time_off, event.planned_from), event.request)
    return replace(crew, time_off=time_off, requests=event.request.number)


def _kept_requests(requests: Sequence[TimeOff], planned_from: str) -> list[TimeOff]:
    """Return all requests that a plan may still need, and the newest of the others."""
    excess = len(requests) + 1 - MOST_REQUESTS
    kept = []
    for request in requests:
        is_current = request.status in ("asked", "approved") and request.last >= planned_from
        if excess > 0 and not is_current:
            excess -= 1
            continue
        kept.append(request)
    return kept


def _time_off_decided(crew: Crew, event: e.TimeOffDecided) -> Crew:
    status = "approved" if event.is_approved else "refused"
    return _changed_request(
        crew, event.number, status=status, decided_by=event.by, reason=event.reason
    )


def _time_off_canceled(crew: Crew, event: e.TimeOffCanceled) -> Crew:
    return _changed_request(crew, event.number, status="canceled")


def _changed_request(crew: Crew, number: int, **changes: Any) -> Crew:
    time_off = tuple(
        replace(request, **changes) if request.number == number else request
        for request in crew.time_off
    )
    return replace(crew, time_off=time_off)


_STEPS: dict[type[e.CrewEvent], Evolve[Crew]] = {
    e.RulesSet: _rules_set,
    e.TemplateSet: _template_set,
    e.TemplateRemoved: _template_removed,
    e.HolidaySet: _holiday_set,
    e.MemberSet: _member_set,
    e.MemberRemoved: _member_removed,
    e.AvailabilitySet: _availability_set,
    e.WishesSet: _wishes_set,
    e.BidSet: _bid_set,
    e.TimeOffAsked: _time_off_asked,
    e.TimeOffDecided: _time_off_decided,
    e.TimeOffCanceled: _time_off_canceled,
}
