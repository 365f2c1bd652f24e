"""Parse the desk's forms into waitlist commands."""

from django.http import QueryDict

from waitlist.rules import codec
from waitlist.rules.commands import SetChain, WaitlistCommand
from web.posted_fields import (
    Amount,
    CommandId,
    Flag,
    KeyedField,
    Line,
    ListField,
    Number,
    OptionalField,
    ParsedField,
    PostedForm,
    Text,
    is_number,
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


class NumberOrText(ParsedField[int | str]):
    """A number. Other text stays as it is, and the command refuses it."""

    def parse(self, text: str) -> int | str:
        """Return the number, else the text."""
        return int(text) if is_number(text, 11) else " ".join(text.split())


class CommandForm(PostedForm):
    """The fields of the commands. A form keeps those of one command, which are in `FIELDS`."""

    number = NumberOrText()
    entry = NumberOrText()
    to = NumberOrText()
    seat = NumberOrText()
    to_seat = NumberOrText()
    table = Line()
    to_table = Line()
    key = Line()
    player = Line()
    what = Line()
    reason = Line()  # the written one, which counts
    why = Line()  # the chosen one
    transfer = Line()
    said = Line()
    stake = OptionalField(Amount(least=1))

    def __init__(self, data: QueryDict, names: tuple[str, ...]) -> None:
        """Keep these fields."""
        super().__init__(data)
        self.fields = {name: self.fields[name] for name in names}


class DeskForm(PostedForm):
    """What the other forms of the desk post, each of them some of it."""

    command = CommandId(64)
    list = Text(40, strip=False)
    lists = ListField(Line(40))  # of a player who is added to several
    choice = Flag()  # the page offered several games, so a player goes only to those in `lists`
    phone = Line(60)
    who = Text(strip=False)
    here = Text(strip=False)
    local = Flag()
    plaque = Text(60, strip=False)  # of an interest list
    wants = Number(2)
    kind = Text(strip=False)  # of a seat or table change
    wish = Text(strip=False)
    role = KeyedField(Text(strip=False))  # of each table in a must-move chain


def parse_command(posted: QueryDict) -> WaitlistCommand:
    """Return the command of a form. Raises `Refusal`: `unknown_ask`, `bad_ask`, `not_an_amount`."""
    name = posted.get("ask", "")
    if name not in FIELDS:
        return codec.parse_command(name if name not in _INTERNAL_COMMANDS else "", {})
    form = CommandForm(posted, (*FIELDS[name], "why")).read()
    arguments = {field: value for field, value in form.cleaned_data.items() if field != "why"}
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
