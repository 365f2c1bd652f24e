"""A form of the desk as a command to the lists."""

from collections.abc import Mapping

from poker.waiting.codec import parse_ask
from poker.waiting.commands import Ask

NUMBERS = ("number", "seat", "to")
FIELDS = {
    "arrive": ("number",),
    "call_name": ("number", "table", "seat", "reason"),
    "hold_seat": ("number",),
    "seated": ("number", "table", "seat", "reason"),
    "pass_on": ("number",),
    "take_off": ("number", "reason"),
    "move_name": ("number", "to", "reason"),
}


def ask_of(form: Mapping[str, str]) -> Ask:
    """The command that a form asks for. Refuses `unknown_ask`, `bad_ask`."""
    name = form.get("ask", "")
    if name not in FIELDS:
        return parse_ask(name if name not in _OTHERS else "", {})
    said = {field: form.get(field, "") for field in FIELDS[name]}
    return parse_ask(name, {field: _value(field, text) for field, text in said.items()})


_OTHERS = ("set_policy", "open_line", "close_line", "add_name", "lapse")  # no form of the desk's


def _value(field: str, text: str) -> object:
    """A number where one is meant and written; what is none is refused by its type."""
    number = field in NUMBERS and text.isascii() and text.isdecimal() and len(text) < 12
    return int(text) if number else " ".join(text.replace("\0", " ").split())
