"""Parse the lineup and section forms into commands."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from poker.lineup import commands as c
from poker.lineup.codec import parse_ask
from poker.lineup.state import MOST_TABLES
from poker.refusal import Refusal
from tables.dealers.eligible_staff import eligible_dealers, eligible_supervisors
from tables.models import Table


@dataclass(frozen=True, slots=True)
class PolicyField:
    """A number of the policy, from `least` to `most`: the same bounds as in `c.PolicyInput`."""

    name: str
    label: str
    minimum: int
    maximum: int


FIELDS = (
    PolicyField("down_minutes", "Minutes per down", 10, 120),
    PolicyField("most_downs", "Downs before a break", 1, 12),
    PolicyField("break_minutes", "Minutes per break", 5, 120),
    PolicyField("section_tables", "Open tables per supervisor before a warning", 1, MOST_TABLES),
)
FIELDS_BY_COMMAND = {
    "clock_out": ("key",),
    "begin_break": ("key",),
    "stand_aside": ("key", "reason"),
    "return": ("key",),
    "assign_next": ("table", "key", "reason", "out", "named"),
}


def parse_command(room_id: int, form: Mapping[str, str]) -> c.LineupCommand:
    """Return the command of a room's lineup form. Raises `Refusal` for invalid values or an unknown dealer."""
    name = form.get("ask", "")
    if name == "set_policy":
        return parse_ask(name, {"policy": {staff.name: _number(staff, form) for staff in FIELDS}})
    if name == "clock_in":
        aliases = {staff.key: staff.alias for staff in eligible_dealers(room_id)}
        key = form.get("key", "")
        if key not in aliases:
            raise Refusal("no_such_dealer", "")
        return c.ClockIn(key, aliases[key])
    fields = FIELDS_BY_COMMAND.get(name, ())
    return parse_ask(name if fields else "", {field: _text(form, field) for field in fields})


def section_of(
    room_id: int, key: str, tables: Sequence[str], before: Sequence[str]
) -> c.LineupCommand:
    """Return the section command of a form. `before`: its tables when the page was loaded."""
    aliases = {staff.key: staff.alias for staff in eligible_supervisors(room_id)}
    if key not in aliases:
        raise Refusal("no_such_supervisor", "")
    known = set(Table.objects.filter(room=room_id).values_list("name", flat=True))
    unknown = [name[:20] for name in tables if name not in known]
    if unknown:
        raise Refusal("unknown_tables", "", tables=", ".join(unknown[:3]))
    context = {"key": key, "name": aliases[key], "tables": list(tables), "before": list(before)}
    return parse_ask("set_section", context)


def _text(form: Mapping[str, str], field: str) -> str:
    return " ".join(form.get(field, "").replace("\0", " ").split())


def _number(field: PolicyField, form: Mapping[str, str]) -> int:
    text = form.get(field.name, "")
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 5 else -1
    if not field.minimum <= number <= field.maximum:
        raise Refusal(
            "policy_number", "", what=field.label, least=field.minimum, most=field.maximum
        )
    return number
