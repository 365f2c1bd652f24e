"""Notices: everyone affected once, only the difference of versions, and how they are sent."""

from datetime import timedelta
from io import StringIO
from unittest.mock import patch

import pytest
from django.core.management import call_command
from django.utils import timezone

from outbox.http_client import PostResponse
from outbox.notify import PlayerMessage
from roster.models import NoticeAddress, RosterNotice
from roster.notices import deliver_notices
from roster.rules import crew_commands as cc
from roster.rules import week_commands as c
from tests.support.roster_room import RosterRoom

pytestmark = pytest.mark.django_db


@pytest.fixture
def roster_room() -> RosterRoom:
    room = RosterRoom()
    for alias in room.people:
        NoticeAddress.objects.create(staff=room.people[alias], email=f"{alias}@example.com")
    room.place(0, 10, 18, "Wren")
    room.place(2, 10, 18, "Wren")
    room.place(0, 18, 26, "Plover")
    return room


def taken() -> list[tuple[str, str]]:
    """Return alias and text of the notices so far, and remove them."""
    rows = RosterNotice.objects.select_related("staff").order_by("staff__alias", "pk")
    notices = [(row.staff.alias, row.text) for row in rows]
    RosterNotice.objects.all().delete()
    return notices


def test_published_plan_is_one_notice_for_each_dealer(roster_room: RosterRoom) -> None:
    room = roster_room
    room.publish()
    notices = dict(taken())
    assert set(notices) == {"Wren", "Plover"}
    assert notices["Wren"].startswith(
        f"Week of {room.monday:%b} {room.monday.day}: 2 shifts, the first Mon, "
    )
    assert "10:00 to 18:00" in notices["Wren"]


def test_next_version_notifies_only_who_is_affected(roster_room: RosterRoom) -> None:
    room = roster_room
    room.publish()
    taken()
    room.place(3, 10, 18, "Siskin")
    room.week(c.RemoveShift(2))
    room.publish()
    notices = dict(taken())
    assert set(notices) == {"Wren", "Siskin"}
    assert (
        notices["Wren"]
        == f"Week of {room.monday:%b} {room.monday.day} has changed: 0 new, 1 removed."
    )


def test_change_of_a_shift_that_is_over_notifies_no_one(roster_room: RosterRoom) -> None:
    room = roster_room
    room.publish()
    taken()
    room.now = room.at(1, 9)  # Tuesday
    room.week(c.RemoveShift(1))
    room.week(c.RemoveShift(3))
    room.publish()
    assert taken() == []


def test_approved_request_notifies_both(roster_room: RosterRoom) -> None:
    room = roster_room
    room.publish()
    taken()
    room.week(c.GiveUp(room.key("Wren"), 1))
    room.week(c.TakeShift(room.key("Siskin"), request=1))
    assert taken() == []
    room.week(c.DecideRequest(1, True))
    notices = dict(taken())
    assert notices["Siskin"].startswith("You have the shift Mon, ")
    assert notices["Wren"].startswith("You no longer have the shift Mon, ")


def test_refused_request_has_its_reason(roster_room: RosterRoom) -> None:
    room = roster_room
    room.publish()
    room.week(c.ProposeSwap(room.key("Wren"), 1, 3))
    assert dict(taken())["Plover"].startswith("A swap is offered to you: Mon, ")
    room.week(c.TakeShift(room.key("Plover"), request=1))
    room.week(c.DecideRequest(1, False, "two closes in a row"))
    text = "Your request about a shift was not approved: two closes in a row"
    assert taken() == [("Plover", text), ("Wren", text)]


def test_request_taken_back_notifies_the_other_dealer(roster_room: RosterRoom) -> None:
    room = roster_room
    room.publish()
    wren, plover, siskin = (room.key(alias) for alias in ("Wren", "Plover", "Siskin"))
    room.week(c.ProposeSwap(wren, 1, 3), actor=wren)
    taken()
    room.week(c.WithdrawRequest(plover, 1), actor=plover)
    [(alias, text)] = taken()
    assert alias == "Wren"
    assert text.startswith("The swap about Mon, ")
    assert text.endswith(" is off. You keep your shift.")
    room.week(c.GiveUp(wren, 1), actor=wren)
    room.week(c.TakeShift(siskin, request=2), actor=siskin)
    room.week(c.WithdrawRequest(siskin, 2), actor=siskin)
    [(alias, text)] = taken()
    assert alias == "Wren"
    assert "changed their mind" in text


def test_early_out_notifies_the_dealer_who_may_go(roster_room: RosterRoom) -> None:
    room = roster_room
    room.publish()
    taken()
    room.week(c.ClockIn(room.key("Wren")))
    room.week(c.AskEarlyOut(room.key("Wren")))
    assert taken() == []
    room.week(c.LetGo(1))
    text = "You may go home early. If you are in a box, wait for the push."
    assert taken() == [("Wren", text)]


def test_call_off_notifies_no_one_and_time_off_its_dealer(roster_room: RosterRoom) -> None:
    room = roster_room
    room.publish()
    taken()
    room.week(c.CallOff(room.key("Wren"), 1, "sick"))
    assert taken() == []
    room.crew(cc.AskTimeOff(room.key("Wren"), "2099-01-01", "2099-01-02"))
    room.crew(cc.DecideTimeOff(1, True))
    assert taken() == [("Wren", "Time off approved: Jan 1 to Jan 2.")]


def test_dealer_without_phone_and_address_gets_none(roster_room: RosterRoom) -> None:
    NoticeAddress.objects.all().delete()
    roster_room.publish()
    assert taken() == []


def test_notice_is_sent_once_by_mail(roster_room: RosterRoom) -> None:
    roster_room.publish()
    sent: list[PlayerMessage] = []

    class Mail:
        def send(self, message: PlayerMessage) -> bool:
            sent.append(message)
            return True

    with patch("roster.notices.notifier", return_value=Mail()):
        assert deliver_notices() == 2
        assert deliver_notices() == 0
    assert {message.email for message in sent} == {"Wren@example.com", "Plover@example.com"}
    assert set(RosterNotice.objects.values_list("state", flat=True)) == {"delivered"}


def test_late_notice_and_one_for_a_closed_account_are_not_sent(roster_room: RosterRoom) -> None:
    room = roster_room
    room.publish()
    room.people["Wren"].user.is_active = False
    room.people["Wren"].user.save()
    late = timezone.now() + timedelta(hours=13)

    def unreachable(url: str, body: bytes, headers: object) -> PostResponse:
        raise AssertionError("no phone is known")

    assert deliver_notices(lambda: late, unreachable) == 0
    assert "delivered" not in RosterNotice.objects.values_list("state", flat=True)


def test_failed_notice_is_listed_and_sent_again(roster_room: RosterRoom) -> None:
    roster_room.publish()
    RosterNotice.objects.update(state="dead", error="The gateway answered 500.", tries=5)
    output = StringIO()
    call_command("roster_notices", stdout=output)
    [plover, wren] = sorted(output.getvalue().splitlines())
    assert plover.startswith("Plover, ")
    assert "The gateway answered 500. Week of" in wren
    with patch("roster.management.commands.roster_notices.trigger") as trigger:
        call_command("roster_notices", again=True, stdout=output)
    assert trigger.called
    assert set(RosterNotice.objects.values_list("state", "tries")) == {("waiting", 0)}
