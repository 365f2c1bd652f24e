"""Redis is stopped under open pages: each is told, and told again when it is back."""

import asyncio
import subprocess
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

import pytest
from asgiref.sync import sync_to_async
from channels.layers import channel_layers
from channels.testing import WebsocketCommunicator
from pytest_django import Settings

from config.asgi import application
from staff.models import Room
from tests.support.services import HOST, free_port
from tests.support.socket_taps import set_up
from tests.support.tablet_sockets import next_message, open_socket

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.once]
ORIGIN = [(b"host", b"localhost"), (b"origin", b"http://localhost")]
LOGGERS = ("floorbook.live", "channels_redis.pubsub")  # the receiver logs each second by itself
# Seconds in which a slow machine opens and closes a socket. A communicator that gives up cancels the page's consumer.
PATIENCE = 20
OFF = {"type": "live", "on": False}
ON = {"type": "live", "on": True}


@contextmanager
def redis_at(port: int, folder: Path) -> Iterator["subprocess.Popen[bytes]"]:
    """Run Redis at a port, so that it can come back at the same one."""
    command = ["redis-server", "--bind", HOST, "--port", str(port), "--save", ""]
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL)
    try:
        ping = ["redis-cli", "-p", str(port), "ping"]
        while subprocess.run(ping, capture_output=True, check=False).returncode:
            time.sleep(0.02)
        yield process
    finally:
        process.kill()
        process.wait()


@pytest.fixture
async def port(settings: Settings) -> AsyncIterator[int]:
    """The port at which the channel layer looks for Redis."""
    number = free_port()
    layers = {
        "default": {
            "BACKEND": "web.channel_layer.LocalFirstLayer",
            "CONFIG": {"hosts": [{"address": f"redis://{HOST}:{number}/0", "socket_timeout": 1}]},
        }
    }
    settings.CHANNEL_LAYERS = layers
    before = channel_layers.backends
    channel_layers.backends = {}
    with (
        patch("web.live_watch.INTERVAL", 0.05),
        patch("web.live_watch.TIMEOUT", 0.5),
    ):
        yield number
    await channel_layers["default"].flush()
    channel_layers.backends = before


def page_socket(room: Room) -> WebsocketCommunicator:
    return WebsocketCommunicator(application, f"/ws/board/{room.pk}/", headers=ORIGIN)


async def test_open_pages_and_tablets_are_told(
    port: int, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    _, _, token = await sync_to_async(set_up)()
    room = await Room.objects.afirst()
    assert room is not None
    with redis_at(port, tmp_path):
        page = page_socket(room)
        tablet = open_socket(token)
        assert (await page.connect(timeout=PATIENCE))[0]
        assert (await tablet.connect(timeout=PATIENCE))[0]
        assert await page.receive_nothing(0.3)
        caplog.clear()
    for socket in (page, tablet):
        assert await next_message(socket) == OFF
    await page.send_to(text_data="?")
    assert await next_message(page) == {"type": "here"}
    with redis_at(port, tmp_path):
        for socket in (page, tablet):
            assert await next_message(socket) == ON
        await asyncio.gather(page.disconnect(timeout=PATIENCE), tablet.disconnect(timeout=PATIENCE))
    messages = [record.getMessage() for record in caplog.records if record.name in LOGGERS]
    assert [text.partition(":")[0] for text in messages] == [
        "Live updates are off",
        "Live updates are on again.",
    ]


async def test_page_that_opens_without_redis_waits_for_it(port: int, tmp_path: Path) -> None:
    room = await Room.objects.acreate(name="Room")
    page = page_socket(room)
    assert (await page.connect(timeout=PATIENCE))[0]
    assert await next_message(page) == OFF
    await page.send_to(text_data="?")
    assert await next_message(page) == {"type": "here"}
    with redis_at(port, tmp_path):
        closed = await page.receive_output(timeout=PATIENCE)
        assert closed == {"type": "websocket.close", "code": 1013}
        again = page_socket(room)
        assert (await again.connect(timeout=PATIENCE))[0]
        await again.disconnect(timeout=PATIENCE)


async def test_tablet_that_opens_without_redis_tries_another_socket(port: int) -> None:
    _, _, token = await sync_to_async(set_up)()
    tablet = open_socket(token)
    assert (await tablet.connect(timeout=PATIENCE))[0]
    assert await next_message(tablet) == OFF
    assert await tablet.receive_output(timeout=PATIENCE) == {
        "type": "websocket.close",
        "code": 1013,
    }
