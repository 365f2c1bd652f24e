"""The warning flag of a seat: it appears at once, ends with a lifted sanction, and is in no public view."""

from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from players.models import Player, Sanction
from players.standing import clear_flag_cache
from poker.commands import LeaveSeat, SetButton, SitOut
from rulings.incidents.sanction_decisions import sanction_decide, sanction_end
from staff.models import Staff
from tables import lifecycle
from tests.support.room import PIN, TableDriver, create_room, create_staff, pair_device
from tests.support.tablet import Tablet, sign_in_tablet
from tests.support.tablet_sockets import next_message, open_socket

pytestmark = pytest.mark.django_db(transaction=True)


def decide_sanction(
    player: Player, manager: Staff, kind: str = "warning", **fields: Any
) -> Sanction:
    data = {"until": None, "reason": "Threw a card.", "now": timezone.now()}
    return sanction_decide(
        player=player, badge=manager.badge, pin=PIN, kind=kind, **(data | fields)
    )


def pod_conduct(tablet: Tablet, seat: int) -> Any:
    return tablet.snapshot()["screen"]["pods"][seat - 1]["conduct"]


def test_warning_flag_follows_the_sanctions(game: TableDriver) -> None:
    hornbeam = create_staff("manager", alias="Hornbeam", badge="301")
    tablet = sign_in_tablet(game)
    player = Player.objects.get(alias="Pebble 3")
    assert pod_conduct(tablet, 3) == {"player": player.key, "mark": "", "short": ""}
    assert pod_conduct(tablet, 9) is None
    warning = decide_sanction(player, hornbeam)
    assert decide_sanction(player, hornbeam) == warning  # the same form, sent twice
    decide_sanction(player, hornbeam, reason="Threw a glass.")
    assert pod_conduct(tablet, 3) == {"player": player.key, "mark": "2 warnings", "short": "2W"}
    now = timezone.now()
    sanction_end(sanction=warning, badge="301", pin=PIN, reason="Mistaken.", now=now)
    assert pod_conduct(tablet, 3)["mark"] == "1 warning"
    decide_sanction(player, hornbeam, "suspension", until=now + timedelta(days=1))
    assert pod_conduct(tablet, 3) == {
        "player": player.key,
        "mark": "can't play: call floor",
        "short": "SUS",
    }
    assert tablet.snapshot()["screen"]["caption"]["note"] == "Seat 3 can't play: call floor"
    decide_sanction(player, hornbeam, "bar")
    assert pod_conduct(tablet, 3)["short"] == "BAR"
    game.execute(SitOut(seat=3))
    assert tablet.snapshot()["screen"]["caption"]["note"] != "Seat 3 can't play: call floor"
    assert pod_conduct(tablet, 3)["short"] == "BAR"
    game.execute(LeaveSeat(seat=3))
    assert pod_conduct(tablet, 3) is None


def test_barred_seats_over_the_limit_are_counted(game: TableDriver) -> None:
    hornbeam = create_staff("manager", alias="Hornbeam", badge="301")
    tablet = sign_in_tablet(game)
    game.seat_players(5, 6)
    for seat in (1, 2, 3, 5, 6):
        decide_sanction(Player.objects.get(alias=f"Pebble {seat}"), hornbeam, "bar")
    assert tablet.snapshot()["screen"]["caption"]["note"] == "5 seats can't play: call floor"


def test_dealer_sees_no_reason_of_a_sanction(game: TableDriver) -> None:
    decide_sanction(
        Player.objects.get(alias="Pebble 3"),
        create_staff("supervisor", alias="Rowan", badge="201"),
        reason="Said a very bad word.",
    )
    tablet = sign_in_tablet(game)
    tablet_data = str(tablet.snapshot())
    assert "1 warning" in tablet_data
    assert "bad word" not in tablet_data
    assert "Rowan" not in str(
        tablet.snapshot()["screen"]
    )  # who may be pushed in is listed outside it
    game.table.stream.refresh_from_db()
    assert "warning" not in str(game.table.view)  # the public view


async def test_tablets_of_the_table_are_notified_at_once() -> None:
    room, token, other_token, boss, player = await sync_to_async(_create_playing_room)()
    socket = open_socket(token)
    other_socket = open_socket(other_token)
    assert (await socket.connect())[0]
    assert (await other_socket.connect())[0]
    await sync_to_async(decide_sanction)(player, boss)
    assert await next_message(socket) == {"type": "look"}
    assert await other_socket.receive_nothing()
    await sync_to_async(room.execute)(SitOut(seat=4))  # a broadcast has it too
    screen = (await next_message(socket))["screen"]
    assert screen["pods"][2]["conduct"]["mark"] == "1 warning"
    await sync_to_async(clear_flag_cache)()
    await sync_to_async(room.execute)(SitOut(seat=1))
    assert (await next_message(socket))["screen"]["pods"][2]["conduct"]["short"] == "1W"
    await socket.disconnect()
    await other_socket.disconnect()


def _create_playing_room() -> tuple[TableDriver, str, str, Staff, Player]:
    room = create_room()
    room.seat_players(1, 2, 3, 4)
    room.open()
    room.execute(SetButton(seat=1))
    _, token = pair_device(room.table)
    second = create_second_table(room)
    _, other_tablet = pair_device(second.table, "Other tablet")
    boss = create_staff("supervisor", alias="Rowan", badge="201")
    return room, token, other_tablet, boss, Player.objects.get(alias="Pebble 3")


def create_second_table(room: TableDriver) -> TableDriver:
    """Create an empty second table of the same room."""
    table = lifecycle.table_create(
        room=room.table.room,
        name="T2",
        seats=9,
        plaque=room.table.plaque,
        actor="x",
        now=room.now,
    )
    return TableDriver(table)
