"""Waitlist commands are stated once: the desk's form, the API's body and the texts are derived from them."""

import msgspec
import pytest
from django.http import QueryDict

from poker.logs.codec import tag
from waitlist import messages
from waitlist.api import schemas
from waitlist.change_projection import UNDONE
from waitlist.pages.command_forms import parse_command
from waitlist.rules import commands as c
from waitlist.rules import events as e
from waitlist.undo import UNDOABLE_EVENTS

SENT_FIELDS = {
    c.MarkArrived: ("number",),
    c.CallPlayer: ("number", "table", "seat", "reason"),
    c.HoldSeat: ("number",),
    c.ConfirmSeated: ("number", "table", "seat", "reason", "stake", "transfer", "said"),
    c.MustMove: ("key", "player", "to_table", "to_seat", "reason", "stake"),
    c.Decline: ("key", "player", "what", "reason"),
    c.PageAgain: ("number",),
    c.PassCall: ("number",),
    c.CancelCall: ("number", "reason"),
    c.RemovePlayer: ("number", "reason"),
    c.CloseWaitlist: ("key", "reason"),
    c.UndoAction: ("entry",),
    c.ChangePosition: ("number", "to", "reason"),
}
POSTED = {
    "number": "7",
    "entry": "7",
    "to": "7",
    "table": "T1",
    "seat": "5",
    "to_table": "T1",
    "to_seat": "5",
    "key": "NL 1/3",
    "player": "p7",
    "what": "last",
    "reason": "went home",
}


def test_each_sent_command_has_its_fields() -> None:
    names = {kind: tuple(field.name for field in c.sent_fields(kind)) for kind in c.SENT_COMMANDS}
    assert names == SENT_FIELDS


@pytest.mark.parametrize("kind", c.SENT_COMMANDS, ids=[tag(kind) for kind in c.SENT_COMMANDS])
def test_desk_reads_the_sent_fields_only(kind: type[c.SentCommand]) -> None:
    """A page cannot set who has priority, or any other field that the room fills in."""
    filled_in = set(kind.__struct_fields__) - set(SENT_FIELDS[kind])
    posted = QueryDict(mutable=True)
    posted.update({"ask": tag(kind), "before": "p9", "origin": "T9", "name": "Kettle"})
    posted.update({"since": "1", "ahead": "p9", "command": "another", "changes": "x", "move": "x"})
    posted.update({name: text for name, text in POSTED.items() if name not in filled_in})
    command = parse_command(posted)
    defaults = {field.name: field.default for field in msgspec.structs.fields(kind)}
    assert {name: getattr(command, name) for name in filled_in} == {
        name: defaults[name] for name in filled_in
    }


def test_body_has_the_names_of_the_api() -> None:
    body = msgspec.json.decode(
        b'{"id": "0f3c4f3e-6a0e-4d55-9f7e-6b1d2a1c0a03", "player": "p7", "table": "T1", "seat": 5}',
        type=schemas.MustMoveBody,
    )
    command = schemas.command_of(c.MustMove, body, key="NL 1/3")
    assert command == c.MustMove("NL 1/3", "p7", "T1", 5)


def test_body_refuses_what_the_room_fills_in() -> None:
    text = b'{"id": "0f3c4f3e-6a0e-4d55-9f7e-6b1d2a1c0a03", "table": "T1", "seat": 5, "before": []}'
    with pytest.raises(msgspec.ValidationError, match="unknown field `before`"):
        msgspec.json.decode(text, type=schemas.CallBody)


def test_each_change_of_an_entry_has_its_texts() -> None:
    of_entries: tuple[type[e.WaitlistEvent], ...] = (
        e.PlayerAdded,
        e.WaitlistClosed,
        *(kind for kind in e.EVENTS if "number" in kind.__struct_fields__),
    )
    names = {tag(kind) for kind in of_entries if kind is not e.AdditionUndone}
    names |= {f"{tag(kind)}{UNDONE}" for kind in UNDOABLE_EVENTS}
    assert set(messages.CHANGE_TEXTS) == names
