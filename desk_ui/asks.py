"""A form of the desk as a command to the lists."""

from collections.abc import Mapping

from django.core.exceptions import ValidationError

from poker.refusal import Refusal
from poker.waiting.codec import parse_ask
from poker.waiting.commands import Ask, SetChain
from tables.money_fields import to_cents

NUMBERS = ("number", "seat", "to", "to_seat")
FIELDS = {
    "arrive": ("number",),
    "call_name": ("number", "table", "seat", "reason"),
    "hold_seat": ("number",),
    "seated": ("number", "table", "seat", "reason", "stake", "transfer", "said"),
    "must_move": ("key", "player", "to_table", "to_seat", "reason", "stake"),
    "decline": ("key", "player", "what", "reason"),
    "page_again": ("number",),
    "pass_on": ("number",),
    "take_back": ("number", "reason"),
    "take_off": ("number", "reason"),
    "close_line": ("key", "reason"),
    "move_name": ("number", "to", "reason"),
}


def ask_of(form: Mapping[str, str]) -> Ask:
    """The command that a form asks for. Refuses `unknown_ask`, `bad_ask`, `bad_sum`."""
    name = form.get("ask", "")
    if name not in FIELDS:
        return parse_ask(name if name not in _OTHERS else "", {})
    said = {field: form.get(field, "") for field in FIELDS[name]}
    return parse_ask(name, {field: _value(field, text) for field, text in said.items()})


# No form of the desk's that names them itself.
_OTHERS = (
    *("set_policy", "open_line", "add_name", "lapse"),
    *("sat_down", "set_chain", "break_table"),
)


def chain_of(key: str, form: Mapping[str, str], by: str) -> SetChain:
    """The chain of a game, by what each table is in it."""
    roles = {name[5:]: role for name, role in form.items() if name.startswith("role-")}
    main, feeders = (
        tuple(table for table, role in roles.items() if role == wanted)
        for wanted in ("main", "feeds")
    )
    return SetChain(key, main, feeders, by)


def wishes(text: str) -> tuple[str, ...]:
    """Chairs or tables that would do: "4, 5" or "T3 T7"; S4 is 4."""
    said = text.replace(",", " ").replace("\0", " ").split()
    plain = (one[1:] if one[:1] in "sS" and one[1:].isdecimal() else one for one in said)
    return tuple(one[:40] for one in plain)[:14]


def sum_of(text: str) -> int | None:
    """A sum of money as people write it; None where nothing is written. Refuses `bad_sum`."""
    if not text.strip():
        return None
    try:
        cents = to_cents(text)
    except ValidationError:
        raise Refusal("bad_sum", "", value=text.strip()[:20]) from None
    if cents <= 0:
        raise Refusal("bad_sum", "", value=text.strip()[:20])
    return cents


def _value(field: str, text: str) -> object:
    """A number where one is meant and written; what is none is refused by its type."""
    if field == "stake":
        return sum_of(text)
    number = field in NUMBERS and text.isascii() and text.isdecimal() and len(text) < 12
    return int(text) if number else " ".join(text.replace("\0", " ").split())
