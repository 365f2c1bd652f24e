"""The tablet's WebSocket."""

import json
from datetime import timedelta
from unittest.mock import patch

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.utils import timezone

from dealer_ui.rendering import screen_message
from journal.unix_time import milliseconds
from poker.commands import CallFloor, CancelFloor
from tables.pairing import device_revoke
from tables.table_screens import device_group, group
from tests.support.room import NOW, TableDriver, create_room, pair_device
from tests.support.tablet_sockets import next_message, open_socket
from web.channel_layer import LATE

pytestmark = pytest.mark.django_db(transaction=True)


async def test_tablet_gets_numbered_messages_of_its_table_only() -> None:
    room, token, other_token = await sync_to_async(_two_tables)()
    socket = open_socket(token)
    assert (await socket.connect())[0]
    seq = await sync_to_async(lambda: room.seq)()
    await sync_to_async(room.execute)(CallFloor())
    await sync_to_async(other_token.execute)(CallFloor())
    await sync_to_async(room.execute)(CancelFloor(reason="solved"))
    messages = [await next_message(socket), await next_message(socket)]
    assert [message["type"] for message in messages] == ["screen", "screen"]
    assert [(message["prev"], message["stored"]) for message in messages] == [
        (seq, seq + 1),
        (seq + 1, seq + 2),
    ]
    # Each has the newest screen, with its number: that of the first command may have the second one already.
    assert messages[0]["seq"] in (seq + 1, seq + 2)
    assert messages[1]["seq"] == seq + 2
    for message in messages:
        assert message["screen"]["header"]["table"] == "T1"
        is_called = message["screen"]["floor"]["called_at"] is not None
        assert is_called == (message["seq"] == seq + 1)
    assert await socket.receive_nothing()
    await socket.disconnect()


def test_message_of_a_command_has_the_newest_screen(game: TableDriver) -> None:
    """A page that takes the first of two messages has the second one's state, and then ignores that message."""
    before = game.seq
    table = game.table.pk
    game.execute(CallFloor())
    game.execute(CancelFloor(reason="solved"))
    message = json.loads(screen_message(table_id=table, prev=before, seq=before + 1))
    assert (message["prev"], message["stored"]) == (before, before + 1)
    assert message["seq"] == before + 2
    assert message["screen"]["floor"]["called_at"] is None


async def test_socket_of_an_unknown_tablet_is_closed_with_the_reason() -> None:
    """A tablet that was revoked while it had no network learns it here; a refused handshake has no code."""
    socket = open_socket("nobody")
    await socket.connect()
    assert (await socket.receive_output(5))["code"] == 4401


async def test_heartbeat_is_answered() -> None:
    """A tablet whose heartbeat has no answer tries another socket."""
    room = await sync_to_async(create_room)()
    socket = open_socket((await sync_to_async(pair_device)(room.table))[1])
    assert (await socket.connect())[0]
    await socket.send_to(text_data="here")
    assert await next_message(socket) == {"type": "here"}
    await socket.disconnect()


async def test_a_revoked_tablet_is_cut_off() -> None:
    room = await sync_to_async(create_room)()
    device, token = await sync_to_async(pair_device)(room.table)
    socket = open_socket(token)
    await socket.connect()
    await sync_to_async(device_revoke)(device=device, now=NOW)
    assert (await socket.receive_output(5))["code"] == 4401
    again = open_socket(token)
    await again.connect()
    assert (await again.receive_output(5))["code"] == 4401


async def test_a_socket_ignores_a_late_revocation_before_it_was_opened() -> None:
    """Another process may send it after the tablet has been paired again."""
    room = await sync_to_async(create_room)()
    device, token = await sync_to_async(pair_device)(room.table)
    revoked_at = milliseconds(timezone.now()) - 1
    socket = open_socket(token)
    await socket.connect()
    layer = get_channel_layer()
    gone = {"type": "device.gone", "at": revoked_at}
    await layer.group_send(device_group(device.pk), gone | {LATE: True})
    await socket.send_to(text_data="here")
    assert await next_message(socket) == {"type": "here"}
    now = milliseconds(timezone.now())
    await layer.group_send(device_group(device.pk), gone | {LATE: True, "at": now})
    assert (await socket.receive_output(5))["code"] == 4401


async def test_a_revocation_counts_although_the_clock_was_set_back() -> None:
    room = await sync_to_async(create_room)()
    device, token = await sync_to_async(pair_device)(room.table)
    socket = open_socket(token)
    await socket.connect()
    before = timezone.now() - timedelta(seconds=5)
    with patch("django.utils.timezone.now", return_value=before):
        await sync_to_async(device_revoke)(device=device, now=before)
    assert (await socket.receive_output(5))["code"] == 4401


async def test_a_socket_that_fails_leaves_its_groups() -> None:
    room = await sync_to_async(create_room)()
    device, token = await sync_to_async(pair_device)(room.table)
    left: list[str] = []
    layer = get_channel_layer()

    async def discard(group: str, channel: str) -> None:
        left.append(group)

    socket = open_socket(token)
    with (
        patch.object(layer, "group_discard", discard, create=True),
        patch("dealer_ui.consumers.TabletConsumer.accept", side_effect=RuntimeError("a bug")),
        pytest.raises(RuntimeError, match="a bug"),
    ):
        await socket.connect()
    assert left == [group(room.table.pk), device_group(device.pk)]


def _two_tables() -> tuple[TableDriver, str, TableDriver]:
    room = create_room()
    from tables import lifecycle

    second = lifecycle.table_create(
        room=room.table.room, name="T2", seats=9, plaque=None, actor="system.test", now=NOW
    )
    return room, pair_device(room.table)[1], TableDriver(second)
