"""Parse the desk's forms into waitlist commands."""

from typing import Annotated

from django.http import QueryDict

from waitlist.rules import codec
from waitlist.rules.commands import SetChain, WaitlistCommand
from web.posted import (
    Flag,
    Line,
    Posted,
    Verbatim,
    amount,
    command_id,
    every,
    is_number,
    keyed,
    line,
    number,
    optional,
    text,
)

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


def number_or_text(typed: str) -> int | str:
    """Return a number. Other text stays as it is, and the command refuses it."""
    return int(typed) if is_number(typed, 11) else " ".join(typed.split())


class CommandForm(Posted):
    """The fields of all commands; `FIELDS` has those of each."""

    number: Annotated[int | str, number_or_text]
    entry: Annotated[int | str, number_or_text]
    to: Annotated[int | str, number_or_text]
    seat: Annotated[int | str, number_or_text]
    to_seat: Annotated[int | str, number_or_text]
    table: Line
    to_table: Line
    key: Line
    player: Line
    what: Line
    reason: Line  # the written one, which counts
    why: Line  # the chosen one
    transfer: Line
    said: Line
    stake: Annotated[int | None, optional(amount(least=1))]


ListKeys = Annotated[list[str], every(line(40))]


class DeskForm(Posted):
    """What the other forms of the desk post, each of them some of it."""

    command: Annotated[str, command_id(64)]
    list: Annotated[str, text(40, strip=False)]
    lists: ListKeys  # of a player who is added to several
    choice: Flag  # the page offered several games, so a player goes only to those in `lists`
    phone: Annotated[str, line(60)]
    who: Verbatim
    here: Verbatim
    local: Flag
    plaque: Annotated[str, text(60, strip=False)]  # of an interest list
    wants: Annotated[int, number(2)]
    kind: Verbatim  # of a seat or table change
    wish: Verbatim
    role: Annotated[dict[str, str], keyed(text(strip=False))]  # of each table in a must-move chain


def parse_command(posted: QueryDict) -> WaitlistCommand:
    """Return the command of a form. Raises `Refusal`: `unknown_ask`, `bad_ask`, `not_an_amount`."""
    name = posted.get("ask", "")
    if name not in FIELDS:
        return codec.parse_command(name if name not in _INTERNAL_COMMANDS else "", {})
    form = CommandForm.read(posted)
    arguments = {field: getattr(form, field) for field in FIELDS[name]}
    if "reason" in arguments:
        arguments["reason"] = form.reason or form.why
    return codec.parse_command(name, arguments)


# Commands that no desk form may name directly.
_INTERNAL_COMMANDS = (
    *("set_policy", "open_line", "add_name", "lapse"),
    *("sat_down", "set_chain", "break_table"),
)


def parse_chain(form: DeskForm, by: str) -> SetChain:
    """Return the must-move chain of a game from each table's role."""
    main, feeders = (
        tuple(table for table, role in form.role.items() if role == wanted)
        for wanted in ("main", "feeds")
    )
    return SetChain(form.list, main, feeders, by)


def parse_seat_request(text: str) -> tuple[str, ...]:
    """Parse the requested seats or tables: "4, 5" or "T3 T7"; S4 means 4."""
    names = text.replace(",", " ").split()
    plain = (item[1:] if item[:1] in "sS" and item[1:].isdecimal() else item for item in names)
    return tuple(item[:40] for item in plain)[:14]
