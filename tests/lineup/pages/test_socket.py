"""The floor's sockets publish changes of the lineup and the sections. The map updates its tiles and flags."""

from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async

from lineup.actions import lineup_execute
from lineup.rules import commands as c
from tests.support.floor_fixtures import sign_in_client
from tests.support.floor_sockets import open_socket
from tests.support.map_sockets import open_map_socket as map_socket
from tests.support.room import TableDriver, create_room, create_staff

pytestmark = pytest.mark.django_db(transaction=True)


def _create_room() -> tuple[TableDriver, str]:
    room = create_room()
    create_staff("supervisor", alias="Oak", badge="201")
    return room, str(sign_in_client("201").session.session_key)


def _assign_section(room: TableDriver) -> None:
    lineup_execute(
        room_id=room.table.room_id,
        command_id=str(uuid4()),
        command=c.SetSection("staff.1", "Oak", ("T1",)),
        actor="staff.1",
        now=room.now,
    )


async def test_floor_page_is_notified_of_sections() -> None:
    room, session = await sync_to_async(_create_room)()
    socket = open_socket(session, room.table.room_id)
    assert (await socket.connect())[0]
    await sync_to_async(_assign_section)(room)
    assert await socket.receive_json_from(timeout=20) == {"type": "changed", "change": ""}
    await socket.disconnect()


async def test_map_gets_the_layout_of_changed_sections() -> None:
    room, session = await sync_to_async(_create_room)()
    socket = map_socket(session, room.table.room_id)
    assert (await socket.connect())[0]
    await socket.receive_json_from(5)
    await sync_to_async(_assign_section)(room)
    parts = (await socket.receive_json_from(5))["parts"]
    assert "A</b> <b>Oak" in parts["head0"]
    assert "data-layout" in parts["sums"]
    await socket.disconnect()
