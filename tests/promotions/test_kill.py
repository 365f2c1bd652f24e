"""The server is killed in a payment and in a redemption: each happens once, and the books agree."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.fragile_room import Client, FragileRoom, fragile_room
from tests.support.live_room import ClosedRoom

HIT = """
import json
from uuid import uuid4
from django.utils import timezone
from journal.unix_time import milliseconds
from msgspec.structs import replace
from players.roster import player_named
from promotions.claims import TableClaim, hit_claimed
from promotions.funds import fund_create, fund_execute
from promotions.pages.promotion_form import first_terms
from promotions.publishing import promotion_create, version_publish
from promotions.rules import fund_commands as c
from promotions.rules.fund_state import FundPolicy
from staff.models import Room, Staff

room = Room.objects.order_by("pk").first()
now = timezone.now()
manager = Staff.objects.get(badge="301")

def send(command, actor):
    fund_execute(fund_id=fund.pk, command_id=str(uuid4()), command=command, actor=actor.key, now=now)

policy = FundPolicy(surveillance=False, seal_from=0)
fund = fund_create(
    room=room, title="Jackpot", policy=policy, brought=100_000, actor=manager.key, now=now
)
send(c.Post(100_000, 0, 0, "opening"), manager)
terms = replace(first_terms("bad_beat", "Jackpot"), asks=())
promotion = promotion_create(room=room, terms=terms, fund=fund, staff=manager, now=now)
version_publish(promotion=promotion, badge="302", pin="5820", seen=1, now=now)
players = [player_named(key="", alias=f"Wandering Lamp {number}") for number in range(1, 5)]
dealt = tuple((seat, player.key) for seat, player in enumerate(players, start=1))
claim = TableClaim("jackpot.1", "primary", 0, 118, (2,), (3,), dealt, milliseconds(now))
hit_claimed(
    room_id=room.pk, table="T1", claim=claim, checked=(), command_id=str(uuid4()),
    actor="system.test", now=now,
)
send(c.Verify(1), manager)
print("MARK", json.dumps({"log": fund.pk}))
"""
HOURS = """
import json
from datetime import timedelta
from uuid import uuid4
from django.utils import timezone
from poker.commands import LeaveSeat
from promotions.hours_log import HOURS, hours_execute
from promotions.rules.hours_commands import SetReward
from promotions.tasks import earn_all
from staff.models import Room
from tables.lifecycle import table_create
from tables.models import Plaque, SeatSession
from tests.support.room import TableDriver

room = Room.objects.order_by("pk").first()
hours_execute(
    room_id=room.pk, command_id=str(uuid4()), command=SetReward("meal", "Meal", 360, 1500, approved="staff.2"),
    actor="system.test", now=timezone.now(),
)
begins = timezone.now() - timedelta(hours=11)
plaque = Plaque.objects.order_by("pk").first()
row = table_create(
    room=room, name="T31", seats=9, plaque=plaque, actor="system.test", now=begins
)
table = TableDriver(row, begins)
table.seat_players(1, 2, 3)
table.open()
table.now += timedelta(hours=10)
table.execute(LeaveSeat(1))
earn_all()
player = SeatSession.objects.get(table=row, left__isnull=False).visit.player
print("MARK", json.dumps({"log": HOURS.id_of_room(room.pk), "room": room.pk, "player": player.key}))
"""
STORED = """
import json
from journal.models import Entry
from promotions.models import RedeemedHours, Share

names = list(Entry.objects.filter(stream={log}).order_by("seq").values_list("name", flat=True))
shares = list(Share.objects.order_by("seat").values_list("seat", "status", "amount"))
slips = list(RedeemedHours.objects.order_by("number").values_list("number", "minutes"))
print("MARK", json.dumps({{"names": names, "shares": shares, "slips": slips}}))
"""
MOMENTS = pytest.mark.parametrize("moment", ["before", "after"])


@pytest.fixture
def room(closed_room: ClosedRoom) -> Iterator[FragileRoom]:
    with fragile_room(closed_room) as room:
        yield room


def kill_in(client: Client, moment: str, log: str, log_id: int, address: str, **form: Any) -> None:
    """Kill the server in the command of a form, start it again, and send the form again."""
    room = client.room
    before = stored(room, log_id)["names"]
    room.order_death(moment, log, form["ask"])
    assert client.send(address, **form) == ""
    room.wait_for_death()
    left = stored(room, log_id)["names"]
    assert len(left) - len(before) == (0 if moment == "before" else 1)
    room.start()
    assert client.send(address, **form)
    assert len(stored(room, log_id)["names"]) - len(before) == 1


def stored(room: FragileRoom, log_id: int) -> dict[str, Any]:
    rows: dict[str, Any] = room.shell(STORED.format(log=log_id))
    return rows


@MOMENTS
def test_share_is_paid_once(room: FragileRoom, moment: str) -> None:
    fund = room.shell(HIT)["log"]
    client = Client(room, f"/funds/claims/{fund}/1")
    form = {"ask": "pay", "hit": 1, "seat": 2, "payment": "cash", "command": "pay-1"}
    kill_in(client, moment, "fund", fund, f"/funds/claims/{fund}/1/act", **form)
    rows = stored(room, fund)
    assert rows["names"].count("share.paid") == 1
    assert [seat for seat, status, _ in rows["shares"] if status == "paid"] == [2]
    assert sum(amount for _, _, amount in rows["shares"]) == 100_000
    room.verify("verify_journal", "verify_fund --all")


@MOMENTS
def test_hours_are_redeemed_once(room: FragileRoom, moment: str) -> None:
    hours = room.shell(HOURS)
    client = Client(room, f"/hours/?room={hours['room']}&player={hours['player']}")
    form = {"ask": "redeem", "player": hours["player"], "reward": "meal", "command": "slip-1"}
    kill_in(client, moment, "hours", hours["log"], f"/hours/{hours['room']}/act", **form)
    assert stored(room, hours["log"])["slips"] == [[1, 360]]
    room.verify("verify_journal", "verify_fund --all")
