"""Parse the desk's forms into waitlist commands."""

from collections.abc import Mapping

from poker.amounts import to_cents
from poker.waitlist.codec import parse_ask
from poker.waitlist.commands import SetChain, WaitlistCommand

NUMBERS = ("number", "seat", "to", "to_seat", "entry")
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
    "undo_act": ("entry",),
    "move_name": ("number", "to", "reason"),
}


def parse_command(form: Mapping[str, str]) -> WaitlistCommand:
    """Return the command of a form. Raises `Refusal`: `unknown_ask`, `bad_ask`, `not_an_amount`."""
    name = form.get("ask", "")
    if name not in FIELDS:
        return parse_ask(name if name not in _INTERNAL_COMMANDS else "", {})
    data = {field: form.get(field, "") for field in FIELDS[name]}
    return parse_ask(name, {field: _parse_value(field, text) for field, text in data.items()})


# Commands that no desk form may name directly.
_INTERNAL_COMMANDS = (
    *("set_policy", "open_line", "add_name", "lapse"),
    *("sat_down", "set_chain", "break_table"),
)


def parse_chain(key: str, form: Mapping[str, str], by: str) -> SetChain:
    """Return the must-move chain of a game from each table's role."""
    roles = {name[5:]: role for name, role in form.items() if name.startswith("role-")}
    main, feeders = (
        tuple(table for table, role in roles.items() if role == wanted)
        for wanted in ("main", "feeds")
    )
    return SetChain(key, main, feeders, by)


def parse_seat_request(text: str) -> tuple[str, ...]:
    """Parse the requested seats or tables: "4, 5" or "T3 T7"; S4 means 4."""
    names = text.replace(",", " ").replace("\0", " ").split()
    plain = (item[1:] if item[:1] in "sS" and item[1:].isdecimal() else item for item in names)
    return tuple(item[:40] for item in plain)[:14]


def parse_amount(text: str) -> int | None:
    """Parse an amount; None for an empty text. Raises `Refusal`: `not_an_amount`."""
    return to_cents(text, least=1) if text.strip() else None


def _parse_value(field: str, text: str) -> object:
    """Return a number for a numeric field with digits, else the text; a wrong type is refused later."""
    if field == "stake":
        return parse_amount(text)
    number = field in NUMBERS and text.isascii() and text.isdecimal() and len(text) < 12
    return int(text) if number else " ".join(text.replace("\0", " ").split())
