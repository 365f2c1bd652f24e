"""A floor call is delivered when a screen of someone who may answer it shows it: once, whichever screen is first."""

import pytest
from asgiref.sync import sync_to_async
from django.urls import reverse
from django.utils import timezone

from journal.models import Entry
from poker import commands as c
from rulings.calls import responses
from rulings.calls.models import Call
from staff.models import Room
from tables.models import Table
from tests.support.floor_fixtures import CallDesk, sign_in_client
from tests.support.floor_sockets import open_socket, sign_in_room
from tests.support.room import create_staff
from tests.support.socket_taps import start

PAGES = ("floor:index", "floor:map")


def delivered_entries() -> list[str]:
    """Return the actor of each delivery in the logs."""
    return list(Entry.objects.filter(name="floor.delivered").values_list("actor", flat=True))


def asks_for_confirmation(desk: CallDesk, role: str) -> list[bool]:
    """Return for queue and map whether the page of this role is to confirm the call."""
    client = desk.client(role)
    address = desk.call_url("delivered")
    return [address in client.get(reverse(page)).content.decode() for page in PAGES]


def test_first_screen_of_someone_who_may_answer_counts(desk: CallDesk) -> None:
    assert asks_for_confirmation(desk, "supervisor") == [True, True]
    assert asks_for_confirmation(desk, "surveillance") == [False, False]
    assert desk.client("surveillance").post(desk.call_url("delivered")).status_code == 403
    assert delivered_entries() == []
    for role in ("supervisor", "manager"):
        assert desk.client(role).post(desk.call_url("delivered")).status_code == 204
    assert delivered_entries() == [desk.floor.oak.key]
    call = desk.floor.call
    view = Table.objects.get().view
    assert (call.delivered_to, view.floor and view.floor.delivered_at) == (
        "Oak",
        int(call.delivered_at.timestamp() * 1000) if call.delivered_at else None,
    )
    assert asks_for_confirmation(desk, "manager") == [False, False]


def test_screen_in_another_room_does_not_count(desk: CallDesk) -> None:
    other = Room.objects.create(name="Other room")
    stranger = create_staff("supervisor", alias="Elm", badge="777", rooms=[other])
    client = sign_in_client(stranger.badge)
    assert client.post(desk.call_url("delivered")).status_code == 404
    assert delivered_entries() == []


def test_screen_of_the_supervisor_who_called_does_not_count(desk: CallDesk) -> None:
    Call.objects.update(called_by=desk.floor.oak)
    assert asks_for_confirmation(desk, "supervisor") == [False, False]
    assert desk.client("supervisor").post(desk.call_url("delivered")).status_code == 204
    assert delivered_entries() == []


def test_screen_that_shows_an_earlier_call_or_an_answered_one_changes_nothing(
    desk: CallDesk,
) -> None:
    call = desk.call
    game = desk.floor.game
    game.execute(c.CancelFloor("Solved"))
    game.execute(c.CallFloor())
    responses.call_delivered(call=call, staff=desk.floor.oak, now=timezone.now())
    game.execute(c.ConfirmDelivery(int(call.called_at.timestamp() * 1000) - 1, "Oak"))
    assert delivered_entries() == []
    game.execute(c.FloorSeen("Oak"))
    assert not desk.floor.call.awaits_delivery


@pytest.mark.django_db(transaction=True)
async def test_tablet_is_told_and_the_delivery_overtakes_no_tap() -> None:
    game, tablet, _ = await start()
    await sync_to_async(game.execute)(c.CallFloor())
    await sync_to_async(game.execute)(c.Report("come"))
    tablet.take(await tablet.receive())
    tablet.take(await tablet.receive())
    tap = tablet.tap("act", seat=4, what="raise")  # decided before the tablet hears of the screen
    oak = await sync_to_async(create_staff)("supervisor", alias="Oak", badge="201")
    call = await Call.objects.aget()
    await sync_to_async(responses.call_delivered)(call=call, staff=oak, now=timezone.now())
    told = await tablet.receive()
    assert [event["event"] for event in told["entries"]["events"]] == ["floor.delivered"]
    tablet.take(told)
    assert [(answer.id, answer.code) for answer in await tablet.send_taps()] == [(tap, "")]
    await tablet.socket.disconnect()


@pytest.mark.django_db(transaction=True)
async def test_map_is_told_of_a_call_that_it_is_to_confirm() -> None:
    room, session = await sync_to_async(sign_in_room)("supervisor")
    socket = open_socket(session, room.table.room_id, "floor/{}/map/")
    assert (await socket.connect())[0]
    assert (await socket.receive_json_from(timeout=20))["type"] == "marks"
    await sync_to_async(room.execute)(c.CallFloor())
    call = await Call.objects.aget()
    address = f'data-confirm="/floor/calls/{call.pk}/delivered"'
    while True:
        message = await socket.receive_json_from(timeout=20)
        if address in message.get("parts", {}).get("calls", ""):
            break
    await socket.disconnect()
