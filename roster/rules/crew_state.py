"""The crew of a room: rules, shift templates, holidays, and what each dealer can and wants to work."""

from typing import Literal

import msgspec

from roster.rules.people import Contract, RosterRules, ShiftTemplate, Window, Wish

TimeOffStatus = Literal["asked", "approved", "refused", "canceled"]
# Requests for time off that the state keeps, unless more are ahead; the log and its rows have all.
MOST_REQUESTS = 400


class Holiday(msgspec.Struct, frozen=True):
    """A public holiday. percent: of the usual need."""

    day: str
    title: str
    percent: int


class Member(msgspec.Struct, frozen=True, omit_defaults=True):
    """A dealer of the crew. key: of the staff member; hired: local day, which decides seniority."""

    key: str
    contract: Contract = "full"
    least: int = 0
    most: int = 2400
    hired: str = ""
    windows: tuple[Window, ...] = ()
    wishes: tuple[Wish, ...] = ()
    bid: tuple[str, ...] = ()


class TimeOff(msgspec.Struct, frozen=True, omit_defaults=True):
    """A request for time off, first and last day included."""

    number: int
    member: str
    first: str
    last: str
    note: str = ""
    status: TimeOffStatus = "asked"
    at: int = 0
    decided_by: str = ""
    reason: str = ""


class Crew(msgspec.Struct, frozen=True, omit_defaults=True):
    """The state of a room's crew."""

    rules: RosterRules = RosterRules()
    templates: tuple[ShiftTemplate, ...] = ()
    holidays: tuple[Holiday, ...] = ()
    members: dict[str, Member] = {}
    requests: int = 0  # so far
    time_off: tuple[TimeOff, ...] = ()

    def template(self, key: str) -> ShiftTemplate | None:
        return next((template for template in self.templates if template.key == key), None)

    def request(self, number: int) -> TimeOff | None:
        return next((request for request in self.time_off if request.number == number), None)
