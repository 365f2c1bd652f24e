"""Events of a room's crew, in the past tense. Their tags are the stored names and never change."""

import msgspec

from poker.logs.versions import Upcasters
from roster.rules.crew_state import Holiday, TimeOff
from roster.rules.people import Contract, RosterRules, ShiftTemplate, Window, Wish

UPCASTERS: Upcasters = {}


class CrewEvent(
    msgspec.Struct, frozen=True, tag_field="event", omit_defaults=True, forbid_unknown_fields=True
):
    """Base of all events of a crew."""


class RulesSet(CrewEvent, frozen=True, tag="roster.rules_set"):
    rules: RosterRules
    reason: str


class TemplateSet(CrewEvent, frozen=True, tag="roster.template_set"):
    template: ShiftTemplate


class TemplateRemoved(CrewEvent, frozen=True, tag="roster.template_removed"):
    key: str


class HolidaySet(CrewEvent, frozen=True, tag="roster.holiday_set"):
    holiday: Holiday


class MemberSet(CrewEvent, frozen=True, tag="crew.member_set"):
    member: str
    contract: Contract
    least: int
    most: int
    hired: str


class MemberRemoved(CrewEvent, frozen=True, tag="crew.member_removed"):
    member: str
    reason: str


class AvailabilitySet(CrewEvent, frozen=True, tag="crew.availability_set"):
    member: str
    windows: tuple[Window, ...]


class WishesSet(CrewEvent, frozen=True, tag="crew.wishes_set"):
    member: str
    wishes: tuple[Wish, ...]


class BidSet(CrewEvent, frozen=True, tag="crew.bid_set"):
    member: str
    templates: tuple[str, ...]


class TimeOffAsked(CrewEvent, frozen=True, tag="time_off.asked"):
    """planned_from: requests that were over before this day are no longer needed."""

    request: TimeOff
    planned_from: str = ""


class TimeOffDecided(CrewEvent, frozen=True, tag="time_off.decided"):
    number: int
    is_approved: bool
    reason: str
    by: str


class TimeOffCanceled(CrewEvent, frozen=True, tag="time_off.canceled"):
    number: int


EVENTS = (
    RulesSet,
    TemplateSet,
    TemplateRemoved,
    HolidaySet,
    MemberSet,
    MemberRemoved,
    AvailabilitySet,
    WishesSet,
    BidSet,
    TimeOffAsked,
    TimeOffDecided,
    TimeOffCanceled,
)
