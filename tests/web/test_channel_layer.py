"""Messages between processes and within one: none is lost, and one that no other process needs avoids Redis.

Two layers are two processes here, as far as Redis can tell; one test kills a real one.
"""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, suppress
from unittest.mock import patch

import pytest
from redis.asyncio import Redis

from tests.support.services import redis
from web.channel_layer import LATE, LocalFirstLayer

WITHIN = 20  # seconds of a slow machine
GROUP = "table.7"
END = -1  # marks the last message that a listener reads
OTHER = """
import asyncio, sys
import web.channel_layer
from web.channel_layer import LocalFirstLayer

web.channel_layer.ANNOUNCE_INTERVAL = 0.2

async def join():
    layer = LocalFirstLayer(hosts=[sys.argv[1]])
    channel = await layer.new_channel()
    await layer.group_add(sys.argv[2], channel)
    while True:
        print((await layer.receive(channel))["number"], flush=True)

asyncio.run(join())
"""


class Screen:
    """A socket of a process: the numbers of the messages that it got."""

    def __init__(self, layer: LocalFirstLayer) -> None:
        self.layer = layer
        self.numbers: list[int] = []

    async def join(self, group: str = GROUP) -> None:
        self.channel = await self.layer.new_channel()
        await self.layer.group_add(group, self.channel)
        self.group = group
        self.task = asyncio.create_task(self._receive())

    async def leave(self) -> None:
        await self.layer.group_discard(self.group, self.channel)
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)

    async def _receive(self) -> None:
        while True:
            message = await self.layer.receive(self.channel)
            if message["number"] != END:
                self.numbers.append(message["number"])

    async def wait_for(self, *numbers: int) -> None:
        async with asyncio.timeout(WITHIN):
            while self.numbers[-len(numbers) :] != list(numbers):
                await asyncio.sleep(0.01)


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with redis() as address:
        yield address


@pytest.fixture(autouse=True)
def _fast() -> Iterator[None]:
    """Announcements come often, and a new process counts as settled immediately."""
    with (
        patch("web.channel_layer.ANNOUNCE_INTERVAL", 0.2),
        patch("web.channel_layer.SETTLED_AFTER", 0.0),
    ):
        yield


@asynccontextmanager
async def process(url: str) -> AsyncIterator[LocalFirstLayer]:
    layer = LocalFirstLayer(hosts=[url])
    try:
        yield layer
    finally:
        await layer.flush()


@pytest.fixture
async def here(url: str) -> AsyncIterator[LocalFirstLayer]:
    async with process(url) as layer:
        yield layer


@pytest.fixture
async def there(url: str) -> AsyncIterator[LocalFirstLayer]:
    async with process(url) as layer:
        yield layer


async def send(layer: LocalFirstLayer, number: int, group: str = GROUP) -> None:
    await layer.group_send(group, {"type": "table.view", "number": number})


async def published(url: str, layer: LocalFirstLayer, number: int, group: str = GROUP) -> bool:
    """Send a message; return whether Redis got it."""
    channel = f"asgi__group__{group}"
    async with Redis.from_url(url) as client, client.pubsub() as listener:
        await listener.subscribe(channel)
        assert await listener.get_message(timeout=WITHIN)
        await send(layer, number, group)
        end = layer._redis.serialize({"type": "table.view", "number": END})
        await client.publish(channel, end)
        message = await listener.get_message(timeout=WITHIN)
        assert message
        return bool(message["data"] != end)


async def wait_until_local(url: str, screen: Screen) -> None:
    """Send until nothing reaches Redis: the process hears itself and no other one has the group."""
    async with asyncio.timeout(WITHIN):
        number = 1000
        while await published(url, screen.layer, number):
            number += 1
            await asyncio.sleep(0.05)
        await screen.wait_for(number)


async def wait_until_shared(url: str, layer: LocalFirstLayer) -> None:
    async with asyncio.timeout(WITHIN):
        while not await published(url, layer, 0):
            await asyncio.sleep(0.05)


async def test_a_message_to_its_own_screens_does_not_go_through_redis(
    url: str, here: LocalFirstLayer
) -> None:
    first = Screen(here)
    second = Screen(here)
    await first.join()
    await second.join()
    await wait_until_local(url, first)
    assert not await published(url, here, 1)
    await first.wait_for(1)
    await second.wait_for(1)


async def test_a_group_without_members_costs_redis_nothing(url: str, here: LocalFirstLayer) -> None:
    screen = Screen(here)
    await screen.join()
    await wait_until_local(url, screen)
    assert not await published(url, here, 1, "map.1")


async def test_a_process_without_sockets_sends_through_redis(
    url: str, here: LocalFirstLayer, there: LocalFirstLayer
) -> None:
    screen = Screen(there)
    await screen.join()
    await wait_until_local(url, screen)
    await send(here, 1)
    await screen.wait_for(1)


async def test_a_new_process_sends_through_redis(url: str, here: LocalFirstLayer) -> None:
    with patch("web.channel_layer.SETTLED_AFTER", 3600.0):
        screen = Screen(here)
        await screen.join()
        assert await published(url, here, 1)
        await screen.wait_for(1)


async def test_a_screen_of_another_process_gets_each_message(
    url: str, here: LocalFirstLayer, there: LocalFirstLayer
) -> None:
    tablet = Screen(here)
    page = Screen(there)
    await tablet.join()
    await wait_until_local(url, tablet)
    await page.join()
    await send(here, 1)
    await wait_until_shared(url, here)
    await send(here, 2)
    await page.wait_for(2)
    assert 1 in page.numbers
    await page.leave()
    await wait_until_local(url, tablet)


async def test_what_was_sent_before_a_lost_announcement_arrives_with_the_next_one(
    url: str, here: LocalFirstLayer, there: LocalFirstLayer
) -> None:
    tablet = Screen(here)
    await tablet.join()
    other = Screen(there)
    await other.join("map.1")  # this process is known already
    await wait_until_local(url, tablet)
    page = Screen(there)
    lost = patch.object(here._processes[asyncio.get_running_loop()].neighbors, "hear")
    with lost as hear:
        hear.return_value = []
        await page.join()
        await send(here, 1)
        await send(here, 2)
        await tablet.wait_for(1, 2)
    await page.wait_for(1, 2)


async def test_a_kept_message_is_marked_as_late(here: LocalFirstLayer) -> None:
    sent: list[object] = []

    async def group_send(group: str, message: Mapping[str, object]) -> None:
        sent.append(message)

    tablet = Screen(here)
    await tablet.join()
    process = here._processes[asyncio.get_running_loop()]
    now = asyncio.get_running_loop().time()
    process.neighbors.keep(GROUP, {"type": "table.view", "number": 1}, now)
    announcement = {"process": "other", "groups": [GROUP], "is_complete": True}
    with patch.object(here._redis, "group_send", group_send, create=True):
        channel = await here.new_channel()
        await here.send(channel, announcement)
        with suppress(TimeoutError):
            await asyncio.wait_for(process._hear(channel), 0.2)
    assert {"type": "table.view", "number": 1, LATE: True} in sent


async def test_a_process_without_sockets_stops_listening(url: str, here: LocalFirstLayer) -> None:
    for _ in range(3):
        screen = Screen(here)
        await screen.join()
        await screen.leave()
    assert not here._processes
    async with Redis.from_url(url) as client:
        assert await client.pubsub_channels("asgi__group__*") == []


async def test_a_group_is_left_while_redis_cannot_be_reached(here: LocalFirstLayer) -> None:
    async def fail(*_args: object) -> None:
        raise ConnectionError("Redis can't be reached.")

    screen = Screen(here)
    await screen.join()
    with patch.object(here._redis, "group_discard", fail, create=True):
        await screen.leave()
    assert not here._processes


async def test_a_bug_does_not_end_the_announcements(url: str, here: LocalFirstLayer) -> None:
    screen = Screen(here)
    await screen.join()
    process = here._processes[asyncio.get_running_loop()]
    with patch.object(process, "announce", side_effect=TypeError("a bug")) as announce:
        async with asyncio.timeout(WITHIN):
            while announce.call_count < 3:
                await asyncio.sleep(0.01)
    await wait_until_local(url, screen)


async def test_a_killed_process_is_forgotten_and_nothing_is_lost(
    url: str, here: LocalFirstLayer
) -> None:
    tablet = Screen(here)
    await tablet.join()
    await wait_until_local(url, tablet)
    command = [sys.executable, "-c", OTHER, url, GROUP]
    with (
        patch("web.channel_layer.SILENT_AFTER", 1.0),
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as other,
    ):
        try:
            await wait_until_shared(url, here)
            await send(here, 1)
            assert await asyncio.to_thread(_is_printed, other, "1")
        finally:
            other.kill()
        for number in range(2, 6):
            await send(here, number)
            await tablet.wait_for(number)
        await wait_until_local(url, tablet)


def _is_printed(process: "subprocess.Popen[str]", line: str) -> bool:
    assert process.stdout
    return any(text.strip() == line for text in process.stdout)


async def test_a_socket_that_cannot_join_leaves_nothing_behind(here: LocalFirstLayer) -> None:
    async def fail(*_args: object) -> None:
        raise ConnectionError("Redis can't be reached.")

    screen = Screen(here)
    with (
        patch.object(here._redis, "group_send", fail, create=True),
        pytest.raises(ConnectionError),
    ):
        await screen.join()
    assert not here._processes
