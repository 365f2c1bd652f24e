"""Whoever is called for a seat is paged, by a job: no call waits for a gateway."""

import logging
from datetime import UTC, datetime

from celery import current_app
from django.utils import timezone

from players.roster import player_known
from poker.refusal import Refusal
from poker.waiting.commands import Ask, PageAgain
from poker.waiting.events import NameCalled, NamePaged
from poker.waiting.state import Lists
from tables.message_texts import SUBJECT, USUAL, filled
from tables.models import Room
from tables.notify import Message

JOB = "tables.page_player"
_log = logging.getLogger("floorbook.paging")


def refuse_unreachable(command: Ask, lists: Lists) -> None:
    """Refuses `no_address` where somebody is to be paged again of whom the room has none."""
    if not isinstance(command, PageAgain):
        return
    line = lists.holding(command.number)
    one = line.find(command.number) if line else None
    if one is not None and message(one.player, "") is None:
        raise Refusal("no_address", "", name=one.name)


def call(
    lists: Lists,
    event: NameCalled | NamePaged,
    room_id: int | None = None,
    now: datetime | None = None,
) -> None:
    """Leave the job of paging a called player, where the room has a phone number or an e-mail address.

    In the room's own words; without a room in the usual ones. now: for how many minutes are left.
    """
    line = lists.holding(event.number)
    one = line.find(event.number) if line else None
    if line is None or one is None or message(one.player, "") is None:
        return
    at = event if isinstance(event, NameCalled) else one
    until = datetime.fromtimestamp(at.until / 1000, tz=UTC)
    left = (until - now).total_seconds() if now else lists.policy.call_minutes * 60
    facts = {
        "alias": one.name,
        "game": line.title,
        "table": at.table,
        "seat": str(at.seat),
        "minutes": str(max(1, round(left / 60))),
        "until": f"{timezone.localtime(until):%H:%M}",
    }
    text, subject = _own(room_id)
    told = [one.player, filled(text or USUAL, facts)]
    if subject:
        told.append(" ".join(filled(subject, facts).split()))
    try:
        current_app.send_task(JOB, told, retry=False)
    except Exception:  # the call stands: staff see that nobody came
        _log.exception("A page could not be handed over")


def _own(room_id: int | None) -> tuple[str, str]:
    """Text and subject of a room; "" for the usual ones."""
    if room_id is None:
        return "", ""
    texts = Room.objects.filter(pk=room_id).values_list("called_text", "mail_subject")
    return texts.first() or ("", "")


def message(player: str, text: str, subject: str = SUBJECT) -> Message | None:
    """What would be sent to a player; None where the room has no address."""
    found = player_known(player)
    if found is None or not (found.phone or found.email):
        return None
    return Message(text=text, phone=found.phone, email=found.email, subject=subject)
