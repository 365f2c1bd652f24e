"""The bar with the signed-in person's last action at the desk and its UNDO."""

from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2b

from django.template.loader import render_to_string

from journal.unix_time import milliseconds
from waitlist import messages
from waitlist.pages.page_fragments import CSRF, PageFragment
from waitlist.pages.pages import DeskPage
from waitlist.pages.room_snapshot import RoomSnapshot
from waitlist.rules.events import MustMoved, PlayerAdded
from waitlist.undo import UNDO_TIME
from waitlist.undo_offer import UndoableAction, last_undoable_action


@dataclass(frozen=True, slots=True)
class UndoBar:
    """A person's last action. entry: its number in the log; until: when UNDO expires, in Unix milliseconds."""

    entry: int
    name: str
    text: str
    at: str
    until: int


def undo_bar(snapshot: RoomSnapshot, actor: str, now: datetime) -> UndoBar | None:
    """Return the bar of a person in a room; None if there is no action to undo."""
    act = last_undoable_action(snapshot.room_id, actor, snapshot.lists, now)
    if act is None:
        return None
    name, text = _action_text(act, snapshot)
    until = milliseconds(act.at + UNDO_TIME)
    return UndoBar(act.entry, name, text, messages.format_time(act.at), until)


def undo_fragment(page: DeskPage, actor: str, now: datetime) -> PageFragment:
    """Return the bar as a fragment of the page. It is not cached, because it differs by person."""
    bar = undo_bar(page.snapshot, actor, now)
    context = {"page": page, "bar": bar, "csrf_token": CSRF}
    text = render_to_string("waitlist/_undo.html", context)
    html = "".join(line.strip() for line in text.splitlines())
    return PageFragment(html, blake2b(html.encode(), digest_size=6).hexdigest())


def _action_text(act: UndoableAction, snapshot: RoomSnapshot) -> tuple[str, str]:
    """Return the name of the changed entry, and the action as text."""
    event = act.event
    row = act.change
    if isinstance(event, MustMoved):
        seats = (event.table, event.seat, event.to_table, event.to_seat)
        return event.name, messages.move_text(*seats)
    assert row is not None
    name = snapshot.name_of(row.number, row.name)
    if isinstance(event, PlayerAdded):
        title = snapshot.short_titles.get(row.key, row.title)
        return name, messages.added_text(title, row.to, act.lists)
    columns = (row.event, row.before, row.to, row.table, row.seat, row.ahead)
    return name, messages.staff_change_text(*columns)
