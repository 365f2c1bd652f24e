"""Two dealers at once: an offered shift is taken once, an open one is picked up once, a week is opened once."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.management import call_command

from roster.models import RosterRequest, RosterShift, RosterWeek
from roster.rules import week_commands as c
from roster.week_log import open_week, week_execute
from tests.support.at_once import at_once
from tests.support.roster_room import MANAGER, RosterRoom

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.release_on_sqlite]


@pytest.fixture
def roster_room(transactional_db: None) -> RosterRoom:
    room = RosterRoom(approves_swaps=False)
    room.place(0, 10, 18, "Wren")
    room.place(1, 10, 18)
    room.publish()
    return room


def take(room: RosterRoom, alias: str, request: int = 0, shift: int = 0) -> None:
    week_execute(
        week_id=room.row.pk,
        command_id=str(uuid4()),
        command=c.TakeShift(room.key(alias), request, shift),
        actor=room.key(alias),
        now=room.now,
    )


def test_two_dealers_take_an_offered_shift_once(roster_room: RosterRoom) -> None:
    room = roster_room
    room.week(c.GiveUp(room.key("Wren"), 1))
    codes = at_once(
        lambda: take(room, "Plover", request=1), lambda: take(room, "Siskin", request=1)
    )
    assert codes == ["", "shift_taken"]
    dealer = RosterShift.objects.get(number=1).dealer
    assert dealer in (room.key("Plover"), room.key("Siskin"))
    assert RosterRequest.objects.get().to == dealer
    call_command("verify_journal")


def test_two_dealers_pick_up_an_open_shift_once(roster_room: RosterRoom) -> None:
    room = roster_room
    codes = at_once(lambda: take(room, "Plover", shift=2), lambda: take(room, "Siskin", shift=2))
    assert codes == ["", "shift_not_open"]
    assert RosterRequest.objects.get().to == RosterShift.objects.get(number=2).dealer
    call_command("verify_journal")


def test_two_swaps_of_one_shift_at_once(roster_room: RosterRoom) -> None:
    room = roster_room
    third = room.place(2, 10, 18, "Plover")
    fourth = room.place(3, 10, 18, "Siskin")
    room.publish()

    def propose(other: int) -> None:
        week_execute(
            week_id=room.row.pk,
            command_id=str(uuid4()),
            command=c.ProposeSwap(room.key("Wren"), 1, other),
            actor=room.key("Wren"),
            now=room.now,
        )

    assert at_once(lambda: propose(third), lambda: propose(fourth)) == ["", "request_open"]
    assert RosterRequest.objects.count() == 1
    call_command("verify_journal")


def test_two_managers_open_a_week_once(roster_room: RosterRoom) -> None:
    room = roster_room
    monday = room.monday + timedelta(days=7)

    def open_it() -> None:
        open_week(room.room, monday, actor=MANAGER, now=room.now)

    assert at_once(open_it, open_it) == ["", ""]
    assert RosterWeek.objects.filter(monday=monday).count() == 1
