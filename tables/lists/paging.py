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


def call(lists: Lists, event: NameCalled | NamePaged) -> None:
    """Leave the job of paging a called player, where the room has a phone number or an e-mail address."""
    line = lists.holding(event.number)
    one = line.find(event.number) if line else None
    if line is None or one is None or message(one.player, "") is None:
        return
    at = event if isinstance(event, NameCalled) else one
    until = timezone.localtime(datetime.fromtimestamp(at.until / 1000, tz=UTC))
    text = f"{line.title}: table {at.table}, seat {at.seat} is yours until {until:%H:%M}."
    try:
        current_app.send_task(JOB, [one.player, text], retry=False)
    except Exception:  # the call stands: staff see that nobody came
        _log.exception("A page could not be handed over")


def message(player: str, text: str) -> Message | None:
    """What would be sent to a player; None where the room has no address."""
    found = player_known(player)
    if found is None or not (found.phone or found.email):
        return None
    return Message(text=text, phone=found.phone, email=found.email)
