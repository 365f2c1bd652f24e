"""Commands to the log of a room's crew. Their tags are the wire names. `by` is filled in by the room."""

from typing import Annotated

import msgspec

from roster.rules.people import Contract, RosterRules, ShiftTemplate, Window, Wish

Key = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Day = Annotated[str, msgspec.Meta(pattern=r"^\d{4}-\d\d-\d\d$")]
Title = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
Minutes = Annotated[int, msgspec.Meta(ge=0, le=7 * 24 * 60)]
Number = Annotated[int, msgspec.Meta(ge=1)]
Note = Annotated[str, msgspec.Meta(max_length=200)]
Reason = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class CrewCommand(
    msgspec.Struct, frozen=True, tag_field="ask", forbid_unknown_fields=True, omit_defaults=True
):
    """Base of all commands to a crew."""


class SetRules(CrewCommand, frozen=True, tag="set_rules"):
    rules: RosterRules
    reason: Reason


class SetTemplate(CrewCommand, frozen=True, tag="set_template"):
    """Add or change a shift template."""

    template: ShiftTemplate


class RemoveTemplate(CrewCommand, frozen=True, tag="remove_template"):
    key: Key


class SetHoliday(CrewCommand, frozen=True, tag="set_holiday"):
    """Add or change a public holiday; 100 percent of the usual need removes it."""

    day: Day
    title: Title
    percent: Annotated[int, msgspec.Meta(ge=0, le=400)]


class SetMember(CrewCommand, frozen=True, tag="set_member"):
    """Add a dealer to the crew, or change the contract."""

    member: Key
    contract: Contract
    least: Minutes
    most: Minutes
    hired: Day


class RemoveMember(CrewCommand, frozen=True, tag="remove_member"):
    """Remove a dealer. Shifts of published plans become open."""

    member: Key
    reason: Reason


class SetAvailability(CrewCommand, frozen=True, tag="set_availability"):
    """Replace the times in which a dealer can work; none is any time."""

    member: Key
    windows: Annotated[tuple[Window, ...], msgspec.Meta(max_length=21)]


class SetWishes(CrewCommand, frozen=True, tag="set_wishes"):
    member: Key
    wishes: Annotated[tuple[Wish, ...], msgspec.Meta(max_length=21)]


class SetBid(CrewCommand, frozen=True, tag="set_bid"):
    """Rank shift templates, the preferred one first. Seniority decides between bids."""

    member: Key
    templates: Annotated[tuple[Key, ...], msgspec.Meta(max_length=20)]


class AskTimeOff(CrewCommand, frozen=True, tag="ask_time_off"):
    member: Key
    first: Day
    last: Day
    note: Note = ""
    # Filled in by the room. planned_from: first day of the oldest week that may still change.
    today: str = ""
    planned_from: str = ""


class DecideTimeOff(CrewCommand, frozen=True, tag="decide_time_off"):
    number: Number
    is_approved: bool
    reason: Note = ""
    by: str = ""


class CancelTimeOff(CrewCommand, frozen=True, tag="cancel_time_off"):
    """Take a request back. Also an approved one, until its first day."""

    number: Number
    member: Key
    today: str = ""  # filled in by the room


COMMANDS = (
    SetRules,
    SetTemplate,
    RemoveTemplate,
    SetHoliday,
    SetMember,
    RemoveMember,
    SetAvailability,
    SetWishes,
    SetBid,
    AskTimeOff,
    DecideTimeOff,
    CancelTimeOff,
)
