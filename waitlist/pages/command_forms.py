"""Parse the desk's forms into waitlist commands."""

from functools import cache
from typing import Annotated, cast

import msgspec
from django.http import QueryDict

from poker.logs.codec import tag
from poker.refusal import Refusal
from waitlist.rules import codec
from waitlist.rules.commands import (
    SENT_COMMANDS,
    SentCommand,
    SetChain,
    Stake,
    WaitlistCommand,
    sent_fields,
)
from web.posted import (
    Flag,
    Line,
    Parser,
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

COMMANDS_BY_NAME = {tag(kind): kind for kind in SENT_COMMANDS}


def number_or_text(typed: str) -> int | str:
    """Return a number. Other text stays as it is, and the command refuses it."""
    return int(typed) if is_number(typed, 11) else " ".join(typed.split())


class ChosenReason(Posted):
    """A reason that was chosen from a list. A written one replaces it."""

    why: Line


ListKeys = Annotated[list[str], every(line(40))]


class DeskForm(Posted):
    """The fields of the desk's other forms. Each form posts some of them."""

    command: Annotated[str, command_id(64)]
    list: Annotated[str, text(40, strip=False)]
    lists: ListKeys  # lists of a player who is added to several
    choice: Flag  # the page offered several games, so a player goes only to those in `lists`
    phone: Annotated[str, line(60)]
    who: Verbatim
    here: Verbatim
    local: Flag
    plaque: Annotated[str, text(60, strip=False)]  # plaque of an interest list
    wants: Annotated[int, number(2)]
    kind: Verbatim  # kind of a seat or table change
    wish: Verbatim
    role: Annotated[dict[str, str], keyed(text(strip=False))]  # by table in a must-move chain


def parse_command(posted: QueryDict) -> WaitlistCommand:
    """Return the command of a form. Raises `Refusal`: `unknown_ask`, `bad_ask`, `not_an_amount`."""
    name = posted.get("ask", "")
    kind = COMMANDS_BY_NAME.get(name)
    if kind is None:
        raise Refusal("unknown_ask", "", name=name[:40])
    arguments = msgspec.structs.asdict(_form_of(kind).read(posted))
    if arguments.get("reason") == "":
        arguments["reason"] = ChosenReason.read(posted).why
    return codec.parse_command(name, arguments)


@cache
def _form_of(kind: type[SentCommand]) -> type[Posted]:
    """Return the form of a command: each field that its sender fills in, read by its type."""
    fields = [
        (field.name, Annotated[object, _parser_of(field.type)]) for field in sent_fields(kind)
    ]
    form = msgspec.defstruct(f"{kind.__name__}Form", fields, bases=(Posted,))
    return cast(type[Posted], form)


def _parser_of(field_type: object) -> Parser[object]:
    if field_type == Stake | None:
        return optional(amount(least=1))
    if getattr(field_type, "__origin__", None) is int:
        return number_or_text
    return line()


def parse_chain(form: DeskForm, by: str) -> SetChain:
    """Return the must-move chain of a game from each table's role."""
    main = tuple(table for table, role in form.role.items() if role == "main")
    feeders = tuple(table for table, role in form.role.items() if role == "feeds")
    return SetChain(form.list, main, feeders, by)


def parse_seat_request(text: str) -> tuple[str, ...]:
    """Parse the requested seats or tables: "4, 5" or "T3 T7"; S4 means 4."""
    names = text.replace(",", " ").split()
    plain = (item[1:] if item[:1] in "sS" and item[1:].isdecimal() else item for item in names)
    return tuple(item[:40] for item in plain)[:14]
