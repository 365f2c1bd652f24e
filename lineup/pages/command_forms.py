"""Forms of the lineup and the sections, parsed into commands."""

from typing import Annotated

from django.http import QueryDict

from lineup.eligible_staff import eligible_dealers, eligible_supervisors
from lineup.rules import codec
from lineup.rules import commands as c
from lineup.rules.state import MOST_TABLES
from poker.refusal import Refusal
from tables.models import Table
from web.posted import Line, PolicyNumber, Posted, Verbatim, command_id, every, text


class CommandForm(Posted):
    """A lineup command as a page posts it."""

    command: Annotated[str, command_id(64)]  # the command's id
    ask: Verbatim  # the command's name
    key: Line
    table: Line
    reason: Line  # the written reason, which takes precedence
    why: Line  # the reason chosen from the list
    out: Line
    named: Line


class SectionForm(Posted):
    """A supervisor's tables."""

    key: Verbatim
    table: Annotated[list[str], every(text(strip=False))]
    before: Annotated[list[str], every(text(strip=False))]  # the tables when the page was loaded


# The policy, with the same bounds as `c.PolicyInput`.
POLICY_FIELDS = (
    PolicyNumber("down_minutes", "Minutes per down", 10, 120),
    PolicyNumber("most_downs", "Downs before a break", 1, 12),
    PolicyNumber("break_minutes", "Minutes per break", 5, 120),
    PolicyNumber("section_tables", "Open tables per supervisor before a warning", 1, MOST_TABLES),
)
FIELDS_BY_COMMAND = {
    "clock_out": ("key",),
    "begin_break": ("key",),
    "stand_aside": ("key", "reason"),
    "return": ("key",),
    "assign_next": ("table", "key", "reason", "out", "named"),
}


def parse_command(room_id: int, posted: QueryDict) -> c.LineupCommand:
    """Return the command in a room's lineup form. Raises `Refusal` for invalid values or an unknown dealer."""
    form = CommandForm.read(posted)
    if form.ask == "set_policy":
        policy = {number.name: number.read(posted) for number in POLICY_FIELDS}
        return codec.parse_command(form.ask, {"policy": policy})
    if form.ask == "clock_in":
        aliases = {staff.key: staff.alias for staff in eligible_dealers(room_id)}
        if form.key not in aliases:
            raise Refusal("no_such_dealer", "")
        return c.ClockIn(form.key, aliases[form.key])
    fields = FIELDS_BY_COMMAND.get(form.ask, ())
    arguments = {field: getattr(form, field) for field in fields}
    if "reason" in arguments:
        arguments["reason"] = form.reason or form.why
    return codec.parse_command(form.ask if fields else "", arguments)


def section_of(room_id: int, form: SectionForm) -> c.LineupCommand:
    """Return the section command in a form. Raises `Refusal` for an unknown supervisor or table."""
    aliases = {staff.key: staff.alias for staff in eligible_supervisors(room_id)}
    if form.key not in aliases:
        raise Refusal("no_such_supervisor", "")
    table_names = set(Table.every.filter(room=room_id).values_list("name", flat=True))
    unknown = [name[:20] for name in form.table if name not in table_names]
    if unknown:
        raise Refusal("unknown_tables", "", tables=", ".join(unknown[:3]))
    context = {"key": form.key, "name": aliases[form.key]}
    return codec.parse_command(
        "set_section", context | {"tables": form.table, "before": form.before}
    )
