"""Commands to the lineup from staff, tables and the clock. Their tags are the wire names."""

from typing import Annotated

import msgspec

from lineup.rules.state import MOST_TABLES

Key = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Maybe = Annotated[str, msgspec.Meta(max_length=40)]  # "" means no one
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
Tables = Annotated[tuple[Name, ...], msgspec.Meta(max_length=600)]
Reason = Annotated[str, msgspec.Meta(max_length=200)]
Moment = Annotated[int, msgspec.Meta(ge=0)]


class PolicyInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers of a policy, within sensible bounds."""

    down_minutes: Annotated[int, msgspec.Meta(ge=10, le=120)]
    most_downs: Annotated[int, msgspec.Meta(ge=1, le=12)]
    break_minutes: Annotated[int, msgspec.Meta(ge=5, le=120)]
    section_tables: Annotated[int, msgspec.Meta(ge=1, le=MOST_TABLES)]


class LineupCommand(
    msgspec.Struct, frozen=True, tag_field="ask", forbid_unknown_fields=True, omit_defaults=True
):
    """Base of all lineup commands."""


class SetPolicy(LineupCommand, frozen=True, tag="set_policy"):
    """Set the room's rules for pushes."""

    policy: PolicyInput


class ClockIn(LineupCommand, frozen=True, tag="clock_in"):
    """Put a dealer on duty."""

    key: Key
    name: Key


class ClockOut(LineupCommand, frozen=True, tag="clock_out"):
    """Take a dealer off duty. A dealer in a box can't clock out."""

    key: Key


class BeginBreak(LineupCommand, frozen=True, tag="begin_break"):
    """Start a break of the length that the policy sets."""

    key: Key


class LeaveRotation(LineupCommand, frozen=True, tag="stand_aside"):
    """Take a dealer out of the rotation until they are called back, with a reason."""

    key: Key
    reason: Reason


class RejoinRotation(LineupCommand, frozen=True, tag="return"):
    """Bring a dealer back from a break or into the rotation."""

    key: Key


class AssignNext(LineupCommand, frozen=True, tag="assign_next"):
    """Assign a dealer to a box instead of the suggested one."""

    table: Name
    key: Maybe = ""  # the dealer; "" withdraws the assignment
    reason: Reason = ""
    # The dealer in the box on the sender's page, "" if none. None skips the check.
    out: Maybe | None = None
    # The assigned dealer on the sender's page, "" if none. None skips the check.
    named: Maybe | None = None


class SetSection(LineupCommand, frozen=True, tag="set_section"):
    """Set all tables of a supervisor. They leave other sections."""

    key: Key
    name: Key
    tables: Tables = ()  # without tables, the supervisor has no section
    # The supervisor's tables on the sender's page. None skips the check.
    before: Tables | None = None


class SyncTable(LineupCommand, frozen=True, tag="follow"):
    """Sync the lineup with a table's log: whether the table is open, the dealer in its box and the time of the
    push.
    """

    table: Name
    is_open: bool
    key: str = ""
    name: str = ""
    since: Moment = 0
    rotates: bool = True  # whether the dealer is in the rotation
    # Whether the table has just been opened, so that its dealer was pushed in before it was closed.
    opened: bool = False


class RenameTable(LineupCommand, frozen=True, tag="rename_table"):
    """Change the name of a table, in the transaction that renames it."""

    table: Name
    to: Name


COMMANDS: tuple[type[LineupCommand], ...] = tuple(LineupCommand.__subclasses__())
