"""Messages of one visit to a thread: together, in order, also after an error, and each thread its own."""

import asyncio
from collections.abc import Mapping
from threading import Thread
from unittest.mock import patch

import pytest

from web import broadcast


class Layer:
    """A channel layer that keeps what it gets. It fails for the group "away"."""

    def __init__(self) -> None:
        self.sent: list[str] = []

    async def group_send(self, group: str, message: Mapping[str, object]) -> None:
        if group == "away":
            raise ConnectionError("Redis is away.")
        self.sent.append(group)


@pytest.fixture
def layer() -> Layer:
    return Layer()


@pytest.fixture(autouse=True)
def _without_sockets(layer: Layer) -> object:
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
    loop = asyncio.get_running_loop()

    def visit() -> None:
        with broadcast.sent_together():
            broadcast.send("first", {})
            broadcast.send("second", {})

    with patch("web.broadcast._socket_loop", [loop]):
        await asyncio.to_thread(visit)
        while len(layer.sent) < 2:
            await asyncio.sleep(0)
    assert layer.sent == ["first", "second"]
