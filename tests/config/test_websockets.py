"""WebSockets over a real server: unknown paths, origins, headers that are too long, and pages that close early."""

import asyncio
import logging
from http.cookiejar import CookieJar
from typing import Any
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.conf import settings
from django.test import override_settings
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from config.asgi import application
from config.websockets import same_origin
from tests.support.floor_sockets import sign_in_room
from tests.support.live_room import LiveRoom
from web.floor_screens import floor_group

HOST = (b"host", b"floor.example:8443")


def sign_in(room: LiveRoom) -> str:
    """Return the cookies of a signed-in supervisor."""
    jar = CookieJar()
    opener = build_opener(HTTPCookieProcessor(jar))
    at = f"{room.url}/floor/sign-in"
    opener.open(at, timeout=60).read()
    token = next(cookie.value for cookie in jar if cookie.name == "csrftoken")
    form = {"csrfmiddlewaretoken": token, "badge": "201", "pin": "7410", "next": ""}
    opener.open(at, urlencode(form).encode(), timeout=60).read()
    return "; ".join(f"{cookie.name}={cookie.value}" for cookie in jar)


def handshake_status(room: LiveRoom, path: str, **more: Any) -> int:
    """Return the status of a refused handshake; 101 for an accepted one."""
    options: Any = {"origin": room.url, "open_timeout": 60} | more
    try:
        with connect(f"ws://127.0.0.1:{room.port}{path}", **options):
            return 101
    except InvalidStatus as error:
        return error.response.status_code


@pytest.mark.once
def test_foreign_handshakes_are_refused_without_a_traceback(live_room: LiveRoom) -> None:
    board = "/ws/board/1/"
    assert handshake_status(live_room, board) == 101
    assert handshake_status(live_room, "/ws/nothing/") == 403
    assert handshake_status(live_room, "/") == 403
    for origin in (
        f"http://127.0.0.1:{live_room.port + 1}",
        f"https://127.0.0.1:{live_room.port}",
        f"http://localhost:{live_room.port}",
        "http://127.0.0.1",
        "http://127.0.0.1:99999999",
        "null",
        None,
    ):
        assert handshake_status(live_room, board, origin=origin) == 403, origin
    for size in (9_000, 70_000):
        headers = {"X-Long": "a" * size}
        assert handshake_status(live_room, board, additional_headers=headers) == 431
    assert "Traceback" not in live_room.output


@pytest.mark.once
def test_map_sockets_that_close_at_once_leave_no_traceback(live_room: LiveRoom) -> None:
    options: Any = {"origin": live_room.url, "additional_headers": {"Cookie": sign_in(live_room)}}
    for number in range(12):
        with connect(f"ws://127.0.0.1:{live_room.port}/ws/floor/1/map/", **options) as socket:
            if number % 3:
                socket.recv()
            if number % 2:
                socket.socket.close()
    assert live_room.stop() == 0
    assert "Traceback" not in live_room.output


@pytest.mark.django_db  # a refused socket closes connections that another test may have left open
@pytest.mark.parametrize(
    ("origin", "scheme", "proxy", "is_open"),
    [
        ("https://floor.example:8443", "wss", "", True),
        ("https://floor.example:8443", "ws", "https", True),
        ("https://floor.example:8443", "ws", "http", False),
        ("https://floor.example:8443", "ws", "", False),
        ("http://floor.example:8443", "wss", "", False),
        ("https://floor.example", "wss", "", False),
        ("https://other.example:8443", "wss", "", False),
    ],
)
@override_settings(
    ALLOWED_HOSTS=["floor.example"], SECURE_PROXY_SSL_HEADER=("HTTP_X_FORWARDED_PROTO", "https")
)
async def test_origin_is_compared_with_scheme_and_port(
    origin: str, scheme: str, proxy: str, is_open: bool
) -> None:
    headers = [HOST, (b"origin", origin.encode()), (b"x-forwarded-proto", proxy.encode())]
    scope = {"type": "websocket", "path": "/", "scheme": scheme, "headers": headers}
    passed = []

    async def inside(*_: object) -> None:
        passed.append(origin)

    replies: list[dict[str, Any]] = []

    messages: list[dict[str, Any]] = [
        {"type": "websocket.connect"},
        {"type": "websocket.disconnect", "code": 1006},
    ]

    async def receive() -> dict[str, Any]:
        return messages.pop(0)

    async def send(message: dict[str, Any]) -> None:
        replies.append(message)

    await same_origin(inside)(scope, receive, send)
    assert (passed == [origin]) is is_open
    assert is_open or replies == [{"type": "websocket.close"}]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("page", ["map", "tables"])
async def test_page_closed_during_an_update_is_no_error(
    page: str, caplog: pytest.LogCaptureFixture
) -> None:
    room, session = await sync_to_async(sign_in_room)("supervisor")
    number = room.table.room_id
    scope = {
        "type": "websocket",
        "path": f"/ws/floor/{number}/{page}/",
        "scheme": "ws",
        "query_string": b"",
        "subprotocols": [],
        "headers": [
            (b"cookie", f"{settings.SESSION_COOKIE_NAME}={session}".encode()),
            (b"origin", b"http://localhost"),
            (b"host", b"localhost"),
        ],
    }
    inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    await inbox.put({"type": "websocket.connect"})
    is_open = asyncio.Event()
    failed = asyncio.Event()

    async def send(message: dict[str, Any]) -> None:
        if is_open.is_set() and message["type"] == "websocket.send":
            failed.set()
            raise ConnectionResetError
        if message["type"] == ("websocket.send" if page == "map" else "websocket.accept"):
            is_open.set()

    errors: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: errors.append(context))
    serving = asyncio.create_task(application(scope, inbox.get, send))
    await asyncio.wait_for(is_open.wait(), 60)
    change = {"type": "dealers.changed"}
    await get_channel_layer().group_send(floor_group(number), change)
    await asyncio.wait_for(failed.wait(), 60)
    await inbox.put({"type": "websocket.disconnect", "code": 1006})
    await asyncio.wait_for(serving, 60)
    assert errors == []
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []
