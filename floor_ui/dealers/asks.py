"""Forms of the line-up and the sections as commands."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from poker.lineup import commands as c
from poker.lineup.codec import parse_ask
from poker.lineup.state import MOST_TABLES
from poker.refusal import Refusal
from tables.dealers.people import dealers_here, supervisors_here
from tables.models import Table


@dataclass(frozen=True, slots=True)
class Field:
    """One number of the policy, from `least` to `most`; the same bounds as `c.Policed` has."""

    name: str
    label: str
    least: int
    most: int


FIELDS = (
    Field("down_minutes", "Minutes of a down", 10, 120),
    Field("most_downs", "Downs before a break is owed", 1, 12),
    Field("break_minutes", "Minutes of a break", 5, 120),
    Field("section_tables", "Open tables of one supervisor before it is warned", 1, MOST_TABLES),
)
PLAIN = {
    "clock_out": ("key",),
    "begin_break": ("key",),
    "stand_aside": ("key", "reason"),
    "return": ("key",),
    "assign_next": ("table", "key", "reason", "out", "named"),
}


def ask_of(form: Mapping[str, str]) -> c.Ask:
    """The command that a form of the line-up asks for. Refuses what cannot be read or who is not there."""
    name = form.get("ask", "")
    if name == "set_policy":
        return parse_ask(name, {"policy": {one.name: _number(one, form) for one in FIELDS}})
    if name == "clock_in":
        found = {one.key: one.alias for one in dealers_here()}
        key = form.get("key", "")
        if key not in found:
            raise Refusal("no_such_dealer", "")
        return c.ClockIn(key, found[key])
    fields = PLAIN.get(name, ())
    return parse_ask(name if fields else "", {field: _text(form, field) for field in fields})


def section_of(room_id: int, key: str, tables: Sequence[str], before: Sequence[str]) -> c.Ask:
    """The section that a form says. `before`: its tables as the page had them."""
    found = {one.key: one.alias for one in supervisors_here()}
    if key not in found:
        raise Refusal("no_such_supervisor", "")
    there = set(Table.objects.filter(room=room_id).values_list("name", flat=True))
    unknown = [name[:20] for name in tables if name not in there]
    if unknown:
        raise Refusal("unknown_tables", "", tables=", ".join(unknown[:3]))
    said = {"key": key, "name": found[key], "tables": list(tables), "before": list(before)}
    return parse_ask("set_section", said)


def _text(form: Mapping[str, str], field: str) -> str:
    return " ".join(form.get(field, "").replace("\0", " ").split())


def _number(field: Field, form: Mapping[str, str]) -> int:
    text = form.get(field.name, "")
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 5 else -1
    if not field.least <= number <= field.most:
        raise Refusal("policy_number", "", what=field.label, least=field.least, most=field.most)
    return number
