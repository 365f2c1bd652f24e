"""Commands of staff, tables and the clock to the lineup. Wire names are the tags."""

from typing import Annotated

import msgspec

from lineup.rules.state import MOST_TABLES

Key = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Maybe = Annotated[str, msgspec.Meta(max_length=40)]  # or "" for none
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
Tables = Annotated[tuple[Name, ...], msgspec.Meta(max_length=600)]
Reason = Annotated[str, msgspec.Meta(max_length=200)]
Moment = Annotated[int, msgspec.Meta(ge=0)]


class PolicyInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers of a policy within sensible bounds."""

    down_minutes: Annotated[int, msgspec.Meta(ge=10, le=120)]
    most_downs: Annotated[int, msgspec.Meta(ge=1, le=12)]
    break_minutes: Annotated[int, msgspec.Meta(ge=5, le=120)]
    section_tables: Annotated[int, msgspec.Meta(ge=1, le=MOST_TABLES)]


class LineupCommand(
    msgspec.Struct, frozen=True, tag_field="ask", forbid_unknown_fields=True, omit_defaults=True
):
    """Base of all lineup commands."""


class SetPolicy(LineupCommand, frozen=True, tag="set_policy"):
    """Set how the room pushes dealers."""

    policy: PolicyInput


class ClockIn(LineupCommand, frozen=True, tag="clock_in"):
    """A dealer comes on duty."""

    key: Key
    name: Key


class ClockOut(LineupCommand, frozen=True, tag="clock_out"):
    """A dealer goes off duty; not while in a box."""

    key: Key


class BeginBreak(LineupCommand, frozen=True, tag="begin_break"):
    """Start a break of the length the policy sets."""

    key: Key


class LeaveRotation(LineupCommand, frozen=True, tag="stand_aside"):
    """Leave the rotation until called back, with a reason."""

    key: Key
    reason: Reason


class RejoinRotation(LineupCommand, frozen=True, tag="return"):
    """Return from a break, or to the rotation."""

    key: Key


class AssignNext(LineupCommand, frozen=True, tag="assign_next"):
    """Assign another dealer to a box than the suggested one; `key` "" withdraws the assignment.

    out and named: who was dealing there and who was assigned when the sender looked, "" for none; None to skip the
    check.
    """

    table: Name
    key: Maybe = ""
    reason: Reason = ""
    out: Maybe | None = None
    named: Maybe | None = None


class SetSection(LineupCommand, frozen=True, tag="set_section"):
    """Set all tables of a supervisor; they leave other sections. None: no section.

    before: the supervisor's tables when the sender looked, None to skip the check.
    """

    key: Key
    name: Key
    tables: Tables = ()
    before: Tables | None = None


class SyncTable(LineupCommand, frozen=True, tag="follow"):
    """Sync with a table's own log: open or not, who was pushed into its box and when.

    rotates: whether that dealer is in the rotation; opened: the table has just been opened, so the dealer in its
    log was pushed in before it was closed.
    """

    table: Name
    is_open: bool
    key: str = ""
    name: str = ""
    since: Moment = 0
    rotates: bool = True
    opened: bool = False


class RenameTable(LineupCommand, frozen=True, tag="rename_table"):
    """A table of the room got another name; sent in the transaction that renames the table."""

    table: Name
    to: Name


COMMANDS: tuple[type[LineupCommand], ...] = tuple(LineupCommand.__subclasses__())
