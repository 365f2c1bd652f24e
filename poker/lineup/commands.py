"""What staff, the tables and the clock ask of the line-up. Wire names are the tags."""

from typing import Annotated

import msgspec

from poker.lineup.state import MOST_TABLES

Key = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Maybe = Annotated[str, msgspec.Meta(max_length=40)]  # or nobody
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
Tables = Annotated[tuple[Name, ...], msgspec.Meta(max_length=600)]
Reason = Annotated[str, msgspec.Meta(max_length=200)]
Moment = Annotated[int, msgspec.Meta(ge=0)]


class Policed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers of a policy within what makes sense."""

    down_minutes: Annotated[int, msgspec.Meta(ge=10, le=120)]
    most_downs: Annotated[int, msgspec.Meta(ge=1, le=12)]
    break_minutes: Annotated[int, msgspec.Meta(ge=5, le=120)]
    section_tables: Annotated[int, msgspec.Meta(ge=1, le=MOST_TABLES)]


class Ask(
    msgspec.Struct, frozen=True, tag_field="ask", forbid_unknown_fields=True, omit_defaults=True
):
    """Base of all commands to the line-up."""


class SetPolicy(Ask, frozen=True, tag="set_policy"):
    """How the room pushes from now on."""

    policy: Policed


class ClockIn(Ask, frozen=True, tag="clock_in"):
    """Somebody comes on duty."""

    key: Key
    name: Key


class ClockOut(Ask, frozen=True, tag="clock_out"):
    """Somebody goes home; not out of a box."""

    key: Key


class BeginBreak(Ask, frozen=True, tag="begin_break"):
    """A break, as long as the room's policy has it."""

    key: Key


class StandAside(Ask, frozen=True, tag="stand_aside"):
    """Out of the order until called back, and why."""

    key: Key
    reason: Reason


class Return(Ask, frozen=True, tag="return"):
    """Back from a break, or into the order."""

    key: Key


class AssignNext(Ask, frozen=True, tag="assign_next"):
    """Another dealer for a box than the suggested one; `key` "" takes that word back.

    out and named: who dealt there and who was named when the sender looked, "" for nobody; None for no look.
    """

    table: Name
    key: Maybe = ""
    reason: Reason = ""
    out: Maybe | None = None
    named: Maybe | None = None


class SetSection(Ask, frozen=True, tag="set_section"):
    """The tables of a supervisor, all of them; they leave other sections. None: no section any more.

    before: his tables when the sender looked, None for no look.
    """

    key: Key
    name: Key
    tables: Tables = ()
    before: Tables | None = None


class Follow(Ask, frozen=True, tag="follow"):
    """What a table's own log says by now: open or not, who was pushed into its box and when.

    rotates: whether that dealer is part of the rotation; opened: the table was opened just now, so that whoever its log
    names was pushed in before it was closed.
    """

    table: Name
    is_open: bool
    key: str = ""
    name: str = ""
    since: Moment = 0
    rotates: bool = True
    opened: bool = False


ASKS: tuple[type[Ask], ...] = tuple(Ask.__subclasses__())
