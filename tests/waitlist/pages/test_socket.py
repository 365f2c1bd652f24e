"""The desk's WebSocket: it publishes waitlists and seats to staff who manage the waitlists."""

import pytest
from asgiref.sync import sync_to_async
from django.test import Client

from poker.commands import LeaveSeat
from tests.support.desk import Desk, create_desk
from tests.support.desk_fixtures import sign_in_client
from tests.support.desk_sockets import open_socket
from web import staff_socket

pytestmark = pytest.mark.django_db(transaction=True)


def _create_desk() -> tuple[Desk, Client]:
    return create_desk(), sign_in_client("desk")


async def test_waitlist_and_seat_changes_are_published(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(staff_socket, "ADMITTED_SECONDS", 0)
    desk, client = await sync_to_async(_create_desk)()
    socket = open_socket(client, desk.room_id)
    assert (await socket.connect())[0]
    await sync_to_async(desk.add)("Hat")
    assert await socket.receive_json_from(timeout=20) == {"type": "changed", "change": ""}
    await sync_to_async(desk.room.execute)(LeaveSeat(seat=2))
    assert await socket.receive_json_from(timeout=20) == {"type": "changed", "change": ""}
    await sync_to_async(client.post)("/desk/sign-out")
    await sync_to_async(desk.add)("Crane")
    assert (await socket.receive_output(5))["code"] == 4401


async def test_anonymous_and_dealers_receive_nothing() -> None:
    desk, _ = await sync_to_async(_create_desk)()
    dealer = await sync_to_async(sign_in_client)("dealer", "402")
    for client in (Client(), dealer):
        socket = open_socket(client, desk.room_id)
        assert (await socket.connect())[0]
        assert (await socket.receive_output(5))["code"] == 4401
