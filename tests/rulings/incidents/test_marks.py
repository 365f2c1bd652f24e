"""The mark of a seat: it comes at once where the player sits, goes with a lifting, and is in no public picture."""

from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from players.models import Player, Sanction
from players.standing import clear_flag_cache
from poker.commands import LeaveSeat, SetButton, SitOut
from rulings.incidents.sanction_decisions import sanction_decide, sanction_end
from tables import lifecycle
from tables.models import Staff
from tests.dealer_ui.edges.tablet import Tablet, dealt
from tests.dealer_ui.edges.test_socket import listening, told
from tests.tables.room import PIN, Small, paired, small_room, staff

pytestmark = pytest.mark.django_db(transaction=True)


def decide(who: Player, boss: Staff, kind: str = "warning", **said: Any) -> Sanction:
    data = {"until": None, "reason": "Threw a card.", "now": timezone.now()}
    return sanction_decide(player=who, badge=boss.badge, pin=PIN, kind=kind, **(data | said))


def pod(tablet: Tablet, seat: int) -> Any:
    return tablet.look()["screen"]["pods"][seat - 1]["conduct"]


def test_the_mark_comes_and_goes(game: Small) -> None:
    hornbeam, tablet = staff("manager", alias="Hornbeam", badge="301"), dealt(game)
    player = Player.objects.get(alias="Pebble 3")
    assert pod(tablet, 3) == {"player": player.key, "mark": "", "short": ""}
    assert pod(tablet, 9) is None
    warning = decide(player, hornbeam)
    assert decide(player, hornbeam) == warning  # the same form, sent twice
    decide(player, hornbeam, reason="Threw a glass.")
    assert pod(tablet, 3) == {"player": player.key, "mark": "2 warnings", "short": "2W"}
    now = timezone.now()
    sanction_end(sanction=warning, badge="301", pin=PIN, reason="Mistaken.", now=now)
    assert pod(tablet, 3)["mark"] == "1 warning"
    decide(player, hornbeam, "suspension", until=now + timedelta(days=1))
    assert pod(tablet, 3) == {
        "player": player.key,
        "mark": "can't play: call floor",
        "short": "SUS",
    }
    assert tablet.look()["screen"]["caption"]["note"] == "Seat 3 can't play: call floor"
    decide(player, hornbeam, "bar")
    assert pod(tablet, 3)["short"] == "BAR"
    game.do(SitOut(seat=3))
    assert tablet.look()["screen"]["caption"]["note"] != "Seat 3 can't play: call floor"
    assert pod(tablet, 3)["short"] == "BAR"
    game.do(LeaveSeat(seat=3))
    assert pod(tablet, 3) is None


def test_many_seats_are_counted(game: Small) -> None:
    hornbeam, tablet = staff("manager", alias="Hornbeam", badge="301"), dealt(game)
    game.sit(5, 6)
    for seat in (1, 2, 3, 5, 6):
        decide(Player.objects.get(alias=f"Pebble {seat}"), hornbeam, "bar")
    assert tablet.look()["screen"]["caption"]["note"] == "5 seats can't play: call floor"


def test_the_story_stays_with_the_supervisors(game: Small) -> None:
    decide(
        Player.objects.get(alias="Pebble 3"),
        staff("supervisor", alias="Rowan", badge="201"),
        reason="Said a very bad word.",
    )
    tablet = dealt(game)
    shown = str(tablet.look())
    assert "1 warning" in shown
    assert "bad word" not in shown
    assert "Rowan" not in shown
    game.table.stream.refresh_from_db()
    assert "warning" not in str(game.table.view)  # the public picture


async def test_tablets_of_the_table_are_told_at_once() -> None:
    room, token, other_token, boss, player = await sync_to_async(_playing)()
    socket, other = listening(token), listening(other_token)
    assert (await socket.connect())[0]
    assert (await other.connect())[0]
    await sync_to_async(decide)(player, boss)
    assert await told(socket) == {"type": "look"}
    assert await other.receive_nothing()
    await sync_to_async(room.do)(SitOut(seat=4))  # a broadcast has it too
    screen = (await told(socket))["screen"]
    assert screen["pods"][2]["conduct"]["mark"] == "1 warning"
    await sync_to_async(clear_flag_cache)()
    await sync_to_async(room.do)(SitOut(seat=1))
    assert (await told(socket))["screen"]["pods"][2]["conduct"]["short"] == "1W"
    await socket.disconnect()
    await other.disconnect()


def _playing() -> tuple[Small, str, str, Staff, Player]:
    room = small_room()
    room.sit(1, 2, 3, 4)
    room.open()
    room.do(SetButton(seat=1))
    _, token = paired(room.table)
    second = small_room_beside(room)
    _, other = paired(second.table, "Other tablet")
    boss = staff("supervisor", alias="Rowan", badge="201")
    return room, token, other, boss, Player.objects.get(alias="Pebble 3")


def small_room_beside(room: Small) -> Small:
    """Another table of the same room, with nobody at it."""
    table = lifecycle.table_create(
        room=room.table.room,
        name="T2",
        seats=9,
        plaque=room.table.plaque,
        actor="x",
        now=room.now,
    )
    return Small(table)
