"""Pages of called players: stored with the call, sent while the call lasts, and shown at the desk if they fail."""

from datetime import datetime, timedelta
from smtplib import SMTPRecipientsRefused
from unittest.mock import patch

import pytest
from django.core import mail
from django.utils import timezone
from pytest_django import Settings

from outbox.delivery import deliver
from outbox.notify import Smtp
from players.models import Player
from poker.refusal import Refusal
from staff.models import Room
from tests.support.desk import Desk
from waitlist.models import CallPage
from waitlist.paging import OVER, PAGES, RETRY_DELAYS, unpaged_calls
from waitlist.rules import commands as c
from waitlist.tasks import pages_send

pytestmark = pytest.mark.django_db
SEND_TASK = "outbox.delivery.current_app.send_task"
ADDRESS = "hat@example.org"


@pytest.fixture(autouse=True)
def _pages_are_mails(settings: Settings) -> None:
    settings.NOTIFIER = "smtp"


@pytest.fixture
def called(desk: Desk) -> Desk:
    """Hat, who has a mail address, is called to seat 5."""
    desk.add("Hat", "Crane")
    Player.objects.filter(alias="Hat").update(email=ADDRESS)
    call(desk, "Hat", 5)
    return desk


def call(desk: Desk, name: str, seat: int) -> None:
    with patch(SEND_TASK):
        desk.execute(c.CallPlayer(desk.entry_number(name), "T1", seat))


def later(**delta: float) -> datetime:
    return timezone.now() + timedelta(**delta)


def send_pages(at: datetime | None = None) -> int:
    """Run the task, by default a second from now."""
    return deliver(PAGES, lambda: at or later(seconds=1))


@pytest.mark.django_db(transaction=True)
def test_page_survives_a_broker_that_is_away(desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
    desk.add("Hat", "Crane")
    Player.objects.filter(alias="Hat").update(email=ADDRESS)
    with patch(SEND_TASK, side_effect=OSError("no broker")) as send_task:
        for name, seat in (("Hat", 5), ("Crane", 6)):
            desk.execute(c.CallPlayer(desk.entry_number(name), "T1", seat), command_id=name)
            desk.execute(c.CallPlayer(1, "T1", seat), command_id=name)  # sent again
        assert send_task.call_count == CallPage.objects.count() == 1, "nobody knows where Crane is"
    assert "no broker" in caplog.text
    assert pages_send() == 1  # the scheduled run
    assert pages_send() == 0
    assert [message.to for message in mail.outbox] == [[ADDRESS]]
    assert "table T1, seat 5 is held for you until" in mail.outbox[0].body


def test_page_is_stored_only_with_its_command(called: Desk) -> None:
    number = called.entry_number("Hat")
    for command, code in (
        (c.CallPlayer(number, "T1", 7), "called_already"),
        (c.PageAgain(called.entry_number("Crane")), "no_address"),
    ):
        with pytest.raises(Refusal, match=f"^{code} "):
            called.execute(command)
    assert CallPage.objects.count() == 1
    called.execute(c.PageAgain(number))
    assert send_pages() == len(mail.outbox) == 2


@pytest.mark.parametrize("end", ["hold", "pass", "cancel", "remove"])
def test_page_of_a_call_that_is_over_is_not_sent(called: Desk, end: str) -> None:
    number = called.entry_number("Hat")
    commands = {
        "hold": c.HoldSeat(number),
        "pass": c.PassCall(number),
        "cancel": c.CancelCall(number, "a mistake"),
        "remove": c.RemovePlayer(number, "went home"),
    }
    called.execute(commands[end])
    assert send_pages() == 0
    page = CallPage.objects.get()
    assert (page.state, page.error) == (CallPage.State.OBSOLETE, OVER)
    assert mail.outbox == []


def test_page_is_not_sent_after_the_end_of_its_call(called: Desk) -> None:
    """No worker was running, so the call has not been expired either."""
    assert send_pages(later(minutes=6)) == 0
    assert CallPage.objects.get().state == CallPage.State.DEAD
    assert mail.outbox == []


def test_page_uses_the_text_and_the_address_at_the_time_it_is_sent(called: Desk) -> None:
    Room.objects.update(
        called_text="{alias}: {table}, {minutes} min", mail_subject="{seat} is free"
    )
    Player.objects.filter(alias="Hat").update(email="hat@elsewhere.example")
    send_pages(later(minutes=2))
    [message] = mail.outbox
    assert (message.subject, message.body) == ("5 is free", "Hat: T1, 3 min")
    assert message.to == ["hat@elsewhere.example"]


def test_failed_page_is_shown_at_the_desk_until_the_player_is_paged_again(called: Desk) -> None:
    refused = OSError(5, f"{ADDRESS} is unknown here")
    at = later(seconds=1)
    with patch.object(Smtp, "send", side_effect=refused):
        for delay in (*RETRY_DELAYS, timedelta(0)):
            assert unpaged_calls(called.room_id, at) == frozenset()
            assert send_pages(at) == 0
            at += delay
    entry = called.waitlist.entries[0]
    assert unpaged_calls(called.room_id, at) == {(entry.number, entry.until)}
    called.execute(c.PageAgain(entry.number))
    assert unpaged_calls(called.room_id, at) == frozenset()
    assert send_pages(at) == 1


def test_stored_page_has_nothing_personal(called: Desk) -> None:
    """Anonymizing a player then leaves it unchanged. Servers repeat addresses in their answers."""
    refused = SMTPRecipientsRefused({ADDRESS: (550, f"{ADDRESS} is unknown".encode())})
    with patch.object(Smtp, "send", side_effect=refused):
        send_pages()
    page = CallPage.objects.values().get()
    assert page["error"] == "The mail server refused the address."
    assert not {"Hat", ADDRESS} & {str(value) for value in page.values()}


def test_page_that_the_version_before_queued_is_sent(called: Desk) -> None:
    """Its message at the broker has the text. During an upgrade, a worker of this version may receive it."""
    key = Player.objects.get(alias="Hat").key
    assert pages_send(key, "Come to T1.", "Your seat") == 1
    assert (mail.outbox[0].to, mail.outbox[0].body) == ([ADDRESS], "Come to T1.")
