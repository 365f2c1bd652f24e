"""Two desks at once: a share is paid once, and hours are redeemed once."""

from datetime import timedelta
from functools import partial
from uuid import uuid4

import pytest
from django.core.management import call_command

from players.models import Player
from poker import commands as p
from promotions.hours_earned import earn_hours
from promotions.hours_log import hours_execute, load_hours
from promotions.models import RedeemedHours, Share
from promotions.rules import fund_commands as c
from promotions.rules import hours_commands as h
from tables.models import SeatSession
from tables.plaque_names import names
from tests.support.at_once import at_once
from tests.support.fund_room import FundRoom

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.release_on_sqlite]


@pytest.fixture
def fund_room(transactional_db: None) -> FundRoom:
    room = FundRoom(surveillance=False, seal_from=0)
    room.open_table()
    return room


def check_books() -> None:
    """Raises `CommandError` if a log, its rows or a ledger doesn't add up."""
    call_command("verify_journal")
    call_command("verify_fund", "--all")


def test_two_desks_pay_a_share_once(fund_room: FundRoom) -> None:
    version = fund_room.publish(asks=())
    fund_room.fill(100_000)
    hit = fund_room.claim(version)
    fund_room.send(c.Verify(hit.number), "supervisor")
    codes = at_once(
        lambda: fund_room.send(c.Pay(hit.number, 2, "cash"), "desk"),
        lambda: fund_room.send(c.Pay(hit.number, 2, "chips"), "supervisor"),
    )
    assert codes == ["", "share_paid"]
    assert [share.seat for share in Share.objects.filter(status="paid")] == [2]
    assert fund_room.state.paid == 50_000
    check_books()


def test_two_desks_pay_two_shares(fund_room: FundRoom) -> None:
    version = fund_room.publish(asks=())
    fund_room.fill(100_000)
    hit = fund_room.claim(version)
    fund_room.send(c.Verify(hit.number), "supervisor")
    codes = at_once(
        lambda: fund_room.send(c.Pay(hit.number, 2, "cash"), "desk"),
        lambda: fund_room.send(c.Pay(hit.number, 3, "cash"), "supervisor"),
    )
    assert codes == ["", ""]
    assert fund_room.state.paid == 75_000
    check_books()


@pytest.mark.parametrize("slips", [("slip", "slip"), ("slip", "other")])
def test_two_desks_redeem_hours_once(fund_room: FundRoom, slips: tuple[str, str]) -> None:
    """The second one repeats the request of the first, or has a form of its own."""
    player = player_with_hours(fund_room)
    now = fund_room.now

    def redeem(slip: str) -> None:
        hours_execute(
            room_id=fund_room.room.pk,
            command_id=slip,
            command=h.Redeem(player.key, "meal"),
            actor=fund_room.people["desk"].key,
            now=now,
        )

    codes = at_once(*(partial(redeem, slip) for slip in slips))
    is_repeated = slips[0] == slips[1]
    assert codes == ["", "" if is_repeated else "hours_short"]
    assert [row.minutes for row in RedeemedHours.objects.all()] == [360]
    check_books()


def player_with_hours(fund_room: FundRoom) -> Player:
    """Return a player of ten hours, in a room whose meal costs six."""
    fund_room.table.now += timedelta(hours=10)
    fund_room.table.execute(p.LeaveSeat(1))
    room = fund_room.room
    earn_hours(room, load_hours(room.pk).card, names(), fund_room.now + timedelta(hours=1))
    hours_execute(
        room_id=room.pk,
        command_id=str(uuid4()),
        command=h.SetReward("meal", "Meal", 360, 1500, approved=fund_room.people["second"].key),
        actor=fund_room.people["manager"].key,
        now=fund_room.now,
    )
    return SeatSession.objects.get(left__isnull=False).visit.player
