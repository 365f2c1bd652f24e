"""Paging of called players, in a task: no call waits for a gateway."""

import logging
from datetime import datetime

from celery import current_app
from django.utils import timezone

from journal.unix_time import from_milliseconds
from players.roster import player_known
from poker.refusal import Refusal
from poker.waitlist.commands import PageAgain, WaitlistCommand
from poker.waitlist.events import PlayerCalled, PlayerPaged
from poker.waitlist.state import Waitlists
from tables.message_templates import STANDARD_TEXT, SUBJECT, fill
from tables.models import Room
from tables.notify import PlayerMessage

TASK_NAME = "tables.page_player"
_log = logging.getLogger("floorbook.paging")


def refuse_unreachable(command: WaitlistCommand, waitlists: Waitlists) -> None:
    """Raise `Refusal`: `no_address` for paging a player without phone number and email address."""
    if not isinstance(command, PageAgain):
        return
    waitlist = waitlists.holding(command.number)
    entry = waitlist.find(command.number) if waitlist else None
    if entry is not None and message(entry.player, "") is None:
        raise Refusal("no_address", "", name=entry.name)


def queue_page(
    waitlists: Waitlists,
    event: PlayerCalled | PlayerPaged,
    room_id: int | None = None,
    now: datetime | None = None,
) -> None:
    """Queue the page of a called player who has a phone number or an email address.

    The text is the room's template; without a room the standard one. `now` is for the minutes left.
    """
    waitlist = waitlists.holding(event.number)
    entry = waitlist.find(event.number) if waitlist else None
    if waitlist is None or entry is None or message(entry.player, "") is None:
        return
    call = event if isinstance(event, PlayerCalled) else entry
    until = from_milliseconds(call.until)
    seconds_left = (until - now).total_seconds() if now else waitlists.policy.call_minutes * 60
    facts = {
        "alias": entry.name,
        "game": waitlist.title,
        "table": call.table,
        "seat": str(call.seat),
        "minutes": str(max(1, round(seconds_left / 60))),
        "until": format_public_time(until),
    }
    text, subject = _room_texts(room_id)
    args = [entry.player, fill(text or STANDARD_TEXT, facts)]
    if subject:
        args.append(" ".join(fill(subject, facts).split()))
    try:
        current_app.send_task(TASK_NAME, args, retry=False)
    except Exception:  # the call stands; staff see that the player does not come
        _log.exception("Couldn't queue a page")


def format_public_time(at: datetime) -> str:
    """Return a time in the room's time zone as players read it: 9:42 pm."""
    return f"{timezone.localtime(at):%-I:%M %p}".lower()


def _room_texts(room_id: int | None) -> tuple[str, str]:
    """Return text and subject of a room; "" for the standard ones."""
    if room_id is None:
        return "", ""
    texts = Room.objects.filter(pk=room_id).values_list("called_text", "mail_subject")
    return texts.first() or ("", "")


def message(player: str, text: str, subject: str = SUBJECT) -> PlayerMessage | None:
    """Return the message for a player; None without a phone number and email address."""
    recipient = player_known(player)
    if recipient is None or not (recipient.phone or recipient.email):
        return None
    return PlayerMessage(text=text, phone=recipient.phone, email=recipient.email, subject=subject)
