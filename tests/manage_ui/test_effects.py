"""Saved settings take effect: the message that is sent, the sanction that is proposed."""

from datetime import timedelta

import pytest
from django.db import DatabaseError, transaction
from django.utils import timezone

from journal.unix_time import milliseconds
from outbox.message_templates import FIELDS, STANDARD_TEXT, fill, text_problem
from players.models import Player, Sanction
from players.sanctions import sanction_give
from rulings.incidents.ladder import ladder
from rulings.incidents.ladder_versions import steps_at
from rulings.incidents.models import Ladder
from rulings.incidents.pages import PlayerPage
from staff.models import Room
from tests.support.manage_fixtures import ManagerClient
from tests.support.page_roles import PageContent
from tests.support.rake_forms import STEPS
from tests.support.room import TableDriver
from waitlist import paging
from waitlist.models import CallPage
from waitlist.rules.state import WaitlistEntry

OWN = "{alias}, {game}: {table} keeps a chair for {minutes} minutes."


def test_room_message_text_is_sent(hornbeam: ManagerClient, game: TableDriver) -> None:
    assert (
        fill(STANDARD_TEXT, FIELDS)
        in PageContent(hornbeam.get("messages").text).region("As sent").text
    )
    page = hornbeam.save("messages", called_text=OWN, mail_subject="{table} is free")
    assert page.status == 302
    assert (
        "Kettle, Limit hold'em 4/8: T12 keeps a chair for 5 minutes."
        in PageContent(hornbeam.get("messages").text).region("As sent").text
    )
    until = timezone.now() + timedelta(minutes=4)
    call_page = CallPage(
        room=Room.objects.get(), number=7, until=milliseconds(until), expires_at=until
    )
    Player.objects.filter(alias="Pebble 3").update(phone="+1 555 0100")
    key = Player.objects.get(alias="Pebble 3").key
    call = paging.CurrentCall("NL 1/3", WaitlistEntry(7, key, "Hat", 0, table="T14", seat=3))
    sent = paging.message_of(call_page, call, timezone.now())
    assert sent is not None
    assert sent.subject == "T14 is free"
    assert sent.text == "Hat, NL 1/3: T14 keeps a chair for 4 minutes."


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Come to {table}", "must include {minutes}"),
        ("Come within {minutes} minutes", "must include {table}"),
        ("{table} {minutes} {phone}", "“{phone}” isn't a field"),
        ("{table.x} {minutes}", "isn't a field"),
        ("{table!r} {minutes}", "isn't a field"),
        ("{table:>99999999} {minutes}", "isn't a field"),
        ("{table} {minutes} {", "A brace is unmatched"),
        ("{} {table} {minutes}", "isn't a field"),
        ("{table} {minutes}" + "x" * 300, "300 characters"),
    ],
)
def test_message_without_required_fields_is_refused_and_kept(
    hornbeam: ManagerClient, game: TableDriver, text: str, message: str
) -> None:
    page_result = hornbeam.save("messages", called_text=text, mail_subject="")
    assert page_result.status == 422
    assert message or page_result.field_errors
    assert message in page_result.errors
    assert text in PageContent(page_result.text).field("Text").value
    assert Room.objects.get().called_text == ""
    assert text_problem(OWN) == text_problem("😀 {table} {until}") == ""


def test_room_ladder_is_proposed(hornbeam: ManagerClient, game: TableDriver) -> None:
    now = timezone.now()
    player = Player.objects.get(alias="Pebble 3")
    sanction = sanction_give(
        player=player, kind="warning", until=None, reason="Loud", by="staff.1", now=now
    )
    assert PlayerPage(player, hornbeam.staff, now, {}).next_step == ladder()[1]
    seen = hornbeam.get("ladder").seen
    first = hornbeam.post("ladder", seen=seen, **STEPS)
    assert (
        "Sanctions already given don't change"
        in PageContent(first.text).region("Confirm the changes").text
    )
    assert Ladder.objects.count() == 0
    assert hornbeam.post("ladder", seen=seen, sure=first.confirmation, **STEPS).status == 302
    later_time = now + timedelta(minutes=1)
    proposed = PlayerPage(player, hornbeam.staff, later_time, {}).next_step
    assert proposed is not None
    assert (proposed.kind, proposed.hours) == ("suspension", 48)
    assert steps_at(None, later_time) == ladder(), "another room has the program's"
    assert Sanction.objects.get() == sanction
    with pytest.raises(DatabaseError), transaction.atomic():
        Ladder.objects.update(reason="Another")
    stale_page = hornbeam.post("ladder", seen=seen, **STEPS)
    assert stale_page.status == 409
    assert "warning, suspension for 2 days, bar" in PageContent(stale_page.text).row("1").cells


def test_ladder_takes_effect_on_its_date(hornbeam: ManagerClient, game: TableDriver) -> None:
    now = timezone.now()
    day = timezone.localdate(now) + timedelta(days=3)
    assert hornbeam.save("ladder", begins=day.isoformat(), **STEPS).status == 302
    room = game.table.room_id
    assert steps_at(room, timezone.now()) == ladder()
    assert len(steps_at(room, now + timedelta(days=4))) == 3


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"kind__0": "bar"}, "from the mildest to the last"),
        ({"hours__0": "3"}, "Only a suspension has hours"),
        ({"hours__1": ""}, "Enter the hours"),
        ({"hours__1": "-1"}, ""),
        ({"hours__1": "9" * 300}, ""),
        ({"kind__0": "hanging"}, ""),
        ({"reason": ""}, "Required."),
        ({"reason": "x" * 600}, "500 characters"),
        ({"begins": "2020-01-01"}, "in the past"),
        ({"begins": "tomorrow"}, ""),
    ],
)
def test_invalid_ladder_is_refused(
    hornbeam: ManagerClient, game: TableDriver, fields: dict[str, str], message: str
) -> None:
    page_result = hornbeam.save("ladder", **(STEPS | fields))
    assert page_result.status == 422
    assert message or page_result.field_errors
    assert message in page_result.errors
    assert Ladder.objects.count() == 0
