"""Replies to texts. YES: on my way; LATER: keep my spot; OFF: no more messages; ON: messages again."""

from datetime import datetime
from uuid import NAMESPACE_OID, uuid5

from django.db import IntegrityError, transaction

from outbox.message_templates import REPLY_WORDS
from players.identity import keys_of
from players.models import Player
from poker.refusal import Refusal
from staff.keys import PLAYER_TEXT
from waitlist.actions import load_waitlists
from waitlist.models import RoomWaitlistLog, TextOptOut, TextReply
from waitlist.opt_outs import phone_digest
from waitlist.rules.commands import HoldSeat, PassCall
from waitlist.rules.state import WaitlistEntry
from waitlist.seatings import waitlist_execute

YES = ("yes", "y")
LATER = ("later", "no")
OFF = ("off", "stop", "unsubscribe")
ON = ("on", "start")
NO_CALL = "You have no open call now. Please ask at the desk."


def reply_read(*, provider: str, key: str, phone: str, text: str, now: datetime) -> str:
    """Process a reply once; return the answer to send, "" if it was read before.

    phone: the sender's number in E.164, which the provider's signature has proved.
    """
    try:
        with transaction.atomic():
            TextReply.objects.create(provider=provider, key=key[:64], at=now)
    except IntegrityError:
        return ""
    word = (text.split() or [""])[0].strip(".,!").casefold()
    if word in OFF:
        TextOptOut.objects.get_or_create(phone_key=phone_digest(phone), defaults={"at": now})
        return "You get no more messages. Reply ON to get them again."
    if word in ON:
        TextOptOut.objects.filter(phone_key=phone_digest(phone)).delete()
        return "You get messages again when you are called."
    if word not in (*YES, *LATER):
        return REPLY_WORDS
    return _answer_call(phone, word in YES, f"{provider}.{key}", now)


def _answer_call(phone: str, is_coming: bool, key: str, now: datetime) -> str:
    call = _open_call(phone)
    if call is None:
        return NO_CALL
    room_id, entry = call
    command = HoldSeat(entry.number) if is_coming else PassCall(entry.number)
    try:
        waitlist_execute(
            room_id=room_id,
            command_id=str(uuid5(NAMESPACE_OID, key)),
            command=command,
            actor=PLAYER_TEXT,
            now=now,
        )
    except Refusal:  # answered or over before this reply, or YES a second time
        return "Your seat is held." if is_coming and entry.state == "held" else NO_CALL
    seat = f"table {entry.table}, seat {entry.seat}"
    return f"Thanks. We hold {seat} for you." if is_coming else "You keep your spot."


def _open_call(phone: str) -> tuple[int, WaitlistEntry] | None:
    """Return the player's call that ends first, with its room, by number; None if no call is open."""
    keys = {key for player in Player.objects.filter(phone=phone) for key in keys_of(player)}
    calls = [
        (room_id, entry)
        for room_id in RoomWaitlistLog.objects.values_list("room_id", flat=True)
        for waitlist in load_waitlists(room_id).lists
        for entry in waitlist.entries
        if entry.player in keys and entry.state != "waiting"
    ]
    return min(calls, key=lambda call: (call[1].state == "held", call[1].until), default=None)
