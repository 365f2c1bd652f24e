"""Messages to screens from one visit to a thread: sent together and in order, even after an error."""

import asyncio
from collections.abc import Iterator, Mapping
from threading import Thread
from unittest.mock import patch

import pytest

from web import broadcast

SENT_WITHIN = 20  # seconds of a slow machine


class Layer:
    """A channel layer that keeps the groups of its messages. It fails for the groups "away" and "bug"."""

    def __init__(self) -> None:
        self.sent: list[str] = []

    async def group_send(self, group: str, message: Mapping[str, object]) -> None:
        if group == "away":
            raise ConnectionError("Redis can't be reached.")
        if group == "bug":
            raise TypeError("This message can't be encoded.")
        self.sent.append(group)


@pytest.fixture
def layer() -> Layer:
    return Layer()


@pytest.fixture(autouse=True)
def _without_sockets(layer: Layer) -> Iterator[None]:
    with (
        patch("web.broadcast.get_channel_layer", return_value=layer),
        patch("web.broadcast._socket_loop", []),
    ):
        yield


def test_messages_are_sent_in_order_when_the_block_ends(layer: Layer) -> None:
    with broadcast.sent_together():
        broadcast.send("first", {})
        broadcast.send("second", {})
        assert layer.sent == []
    assert layer.sent == ["first", "second"]


def test_what_was_stored_before_an_error_is_announced(layer: Layer) -> None:
    def visit() -> None:
        with broadcast.sent_together():
            broadcast.send("first", {})
            raise ValueError("A later command failed.")

    with pytest.raises(ValueError, match="later"):
        visit()
    broadcast.send("after", {})
    assert layer.sent == ["first", "after"]


def test_a_message_that_fails_stops_no_other_one(layer: Layer) -> None:
    with broadcast.sent_together():
        broadcast.send("away", {})
        broadcast.send("second", {})
    assert layer.sent == ["second"]


def test_another_thread_sends_its_own_messages(layer: Layer) -> None:
    with broadcast.sent_together():
        other = Thread(target=broadcast.send, args=("other", {}))
        other.start()
        other.join()
        assert layer.sent == ["other"]


async def test_a_thread_sends_from_the_event_loop_of_the_sockets(layer: Layer) -> None:
    """A bug in one message stops no other one."""
    loop = asyncio.get_running_loop()
    bugs: list[object] = []
    loop.set_exception_handler(lambda _loop, context: bugs.append(context["exception"]))

    def visit() -> None:
        with broadcast.sent_together():
            for group in ("first", "bug", "second"):
                broadcast.send(group, {})

    async def wait_until_sent() -> None:
        while len(layer.sent) < 2 or not bugs:
            await asyncio.sleep(0)

    with patch("web.broadcast._socket_loop", [loop]):
        await asyncio.to_thread(visit)
        await asyncio.wait_for(wait_until_sent(), SENT_WITHIN)
    assert layer.sent == ["first", "second"]
    assert [type(bug) for bug in bugs] == [TypeError]
