"""Pages of called players. A worker sends them, so that no call waits for a gateway."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from journal.unix_time import from_milliseconds
from outbox.channel import Channel, SendResult
from outbox.delivery import trigger
from outbox.message_templates import REPLY_WORDS, STANDARD_TEXT, SUBJECT, fill
from outbox.notify import PlayerMessage, notifier, send_problem
from players.roster import player_known
from poker.refusal import Refusal
from waitlist.models import CallPage, RoomWaitlistLog
from waitlist.opt_outs import has_opted_out
from waitlist.rules import codec
from waitlist.rules.commands import PageAgain, WaitlistCommand
from waitlist.rules.events import PlayerCalled, PlayerPaged
from waitlist.rules.state import WaitlistEntry, Waitlists
from web import broadcast

TASK_NAME = "tables.page_player"
# Delays before the next try. A call lasts some minutes, and no page is sent after its end. A house choice.
RETRY_DELAYS = tuple(timedelta(seconds=seconds) for seconds in (5, 15, 30, 60, 120))
OVER = "The call had ended, or the player had answered."
NO_ADDRESS = "The player has no number or address for pages."
State = CallPage.State


class CallKey(NamedTuple):
    """One call of a player: the entry's number, and when the call ends in Unix milliseconds."""

    number: int
    until: int


@dataclass(frozen=True, slots=True)
class CurrentCall:
    """A call that has not ended: the title of its waitlist, and the called player's entry."""

    title: str
    entry: WaitlistEntry


class PageChannel(Channel[CallPage]):
    """Pages of called players, in any order, until the call ends."""

    name = "pages"
    model = CallPage
    task = TASK_NAME
    where = "the desk names who was not paged"
    retry_delays = RETRY_DELAYS
    lease = timedelta(seconds=60)  # a try waits five seconds for each step of the network
    retention = timedelta(days=30)
    waiting_limit = timedelta(minutes=1)

    def sendable(self) -> QuerySet[CallPage]:
        return CallPage.objects.select_related("room")

    def send(self, message: CallPage, now: datetime) -> SendResult:
        """Send the page to the number or address that the player has now, with the room's text."""
        call = current_call(message)
        if call is None:
            return SendResult(OVER, is_obsolete=True)
        player_message = message_of(message, call, now)
        if player_message is None:
            return SendResult(NO_ADDRESS, is_final=True)
        try:
            is_sent = notifier().send(player_message)
        except OSError as error:
            return SendResult(send_problem(error))
        return SendResult() if is_sent else SendResult(NO_ADDRESS, is_final=True)

    def on_permanent_failure(self, message: CallPage, now: datetime) -> None:
        """Notify the desks, which show that the player was not paged."""
        broadcast.send(f"lists.{message.room_id}", {"type": "lists.look"})


PAGES = PageChannel()


def refuse_unreachable(command: WaitlistCommand, waitlists: Waitlists) -> None:
    """Raise `Refusal`: `no_address` if no page can reach the player to be paged."""
    if not isinstance(command, PageAgain):
        return
    waitlist = waitlists.holding(command.number)
    entry = waitlist.find(command.number) if waitlist else None
    if entry is not None and not is_reachable(entry.player):
        raise Refusal("no_address", "", name=entry.name)


def is_reachable(player: str) -> bool:
    """Return whether the configured channel has a number or an address of the player with this key."""
    recipient = message(player, "")
    return recipient is not None and notifier().reaches(recipient)


def queue_page(
    room_id: int, waitlists: Waitlists, event: PlayerCalled | PlayerPaged, now: datetime
) -> None:
    """Store the page of a called player, if a page can reach the player, in the caller's transaction.

    waitlists: after the event; now: by the room's clock, which may be simulated.
    """
    waitlist = waitlists.holding(event.number)
    entry = waitlist.find(event.number) if waitlist else None
    if entry is None or not is_reachable(entry.player):
        return
    queued_at = timezone.now()
    CallPage.objects.create(
        room_id=room_id,
        number=entry.number,
        until=entry.until,
        made_at=queued_at,
        due_at=queued_at,
        expires_at=queued_at + (from_milliseconds(entry.until) - now),
    )
    transaction.on_commit(partial(trigger, PAGES), robust=True)


def current_call(page: CallPage) -> CurrentCall | None:
    """Return the call of a page; None if it has ended or was answered, which gives the entry another deadline."""
    states = RoomWaitlistLog.objects.filter(room=page.room_id)
    state = states.values_list("stream__state", flat=True).first()
    waitlists = codec.decode_state(bytes(state)) if state is not None else Waitlists()
    waitlist = waitlists.holding(page.number)
    entry = waitlist.find(page.number) if waitlist else None
    if waitlist is None or entry is None or not entry.table or entry.until != page.until:
        return None
    return CurrentCall(waitlist.title, entry)


def message_of(page: CallPage, call: CurrentCall, now: datetime) -> PlayerMessage | None:
    """Return the message of a page by the room's template; None for a player without number and address."""
    entry = call.entry
    seconds_left = (page.expires_at - now).total_seconds() if page.expires_at else 0
    facts = {
        "alias": entry.name,
        "game": call.title,
        "table": entry.table,
        "seat": str(entry.seat),
        "minutes": str(max(1, round(seconds_left / 60))),
        "until": format_public_time(from_milliseconds(page.until)),
    }
    text = fill(page.room.called_text or STANDARD_TEXT, facts)
    if settings.NOTIFIER == "twilio":  # other gateways may not pass on replies
        text = f"{text} {REPLY_WORDS}"
    subject = " ".join(fill(page.room.mail_subject or SUBJECT, facts).split())
    return message(entry.player, text, subject)


def unpaged_calls(room_id: int, now: datetime) -> frozenset[CallKey]:
    """Return the calls whose last page has permanently failed."""
    pages = CallPage.objects.filter(room=room_id, expires_at__gt=now).order_by("pk")
    last = {CallKey(page.number, page.until): page.state for page in pages}
    return frozenset(call for call, state in last.items() if state == State.DEAD)


def format_public_time(at: datetime) -> str:
    """Return a time in the room's time zone as players read it: 9:42 pm."""
    return f"{timezone.localtime(at):%-I:%M %p}".lower()


def message(player: str, text: str, subject: str = SUBJECT) -> PlayerMessage | None:
    """Return the message for a player; None without a phone number and email address."""
    recipient = player_known(player)
    if recipient is None or not (recipient.phone or recipient.email):
        return None
    phone = "" if has_opted_out(recipient.phone) else recipient.phone
    return PlayerMessage(text=text, phone=phone, email=recipient.email, subject=subject)
